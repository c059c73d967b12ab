"""Calls those whose word somebody waits for who would like a free seat: each once, when nothing keeps them from it.

Theory of operation. Who waits for whom follows from the table's incidents (`bot.policies.vacancies`). Each person has a
message of their own, whose words are the same however many others have agreed: below the story, or a DM for whoever
takes their private views so. Which messages stand is kept with what was announced; what was sent and not noted is found
by its words (`orphans`). In quiet hours it waits until they end. The message goes once its person has agreed; where the
newcomer no more asks, one line says so.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.announce.dms import by_dm
from bot.announce.orphans import Origin
from bot.announce.reminding import Reminding
from bot.announce.sender import Sender
from bot.announce.story import Story, outgoing
from bot.faces import story as faces
from bot.faces.messages import title
from bot.faces.vacancies import MOST
from bot.policies import vacancies
from bot.policies.vacancies import Candidate
from bot.sending.audience import Audience
from bot.sending.outgoing import Outgoing
from bot.storage.records import Announced, Consent, ConsentCall
from engine.scene import Seat, Value, Who

log = logging.getLogger(__name__)


class Consents:
    """Calls people to agree with newcomers, and clears that away."""

    def __init__(self, sender: Sender, reminding: Reminding, audience: Audience) -> None:
        """Take the way to Discord, who knows quiet hours, and who is spoken to how."""
        self._sender = sender
        self._reminding = reminding
        self._audience = audience

    async def call(self, story: Story, now: float) -> tuple[Announced, tuple[tuple[Seat, float], ...]]:
        """Call everybody whose word is missing; return what stands then, and who is left in peace, each until when."""
        held: list[tuple[Seat, float]] = []
        silent, missing = dict(_silent(story)), dict(_silent(story, waited=True))
        standing = {each.consent: each for each in story.announced.consents}
        for consent in standing.keys() - silent.keys():
            await self._clear(story, standing.pop(consent))
        for consent in missing.keys() - standing.keys():
            seat = Seat(consent.seat)
            end = await self._reminding.quiet_until(story, seat, now)
            if end is None:
                standing[consent] = await self._send(story, consent, missing[consent])
            else:
                held.append((seat, end))
        return replace(story.announced, consents=tuple(standing.values())), tuple(held)

    async def _send(self, story: Story, consent: Consent, newcomer: Candidate) -> ConsentCall:
        """Call somebody, by DM or in the channel."""
        table, begun = story.table, Origin(consent.since, newest=True)
        called = table, "v", tuple(consent)
        if by_dm(table.record, await self._audience.person(consent.user)):
            speaker = await self._audience.reader(consent.user, story.speaker)
            post = faces.consent_call(table.record, newcomer, Who(Seat(consent.seat)), speaker)
            look = outgoing(post)
            look = Outgoing(f"-# {title(table.record, speaker)}\n{look.content}", look.components)
            try:
                return ConsentCall(consent, *await self._sender.write(*called, look, begun, consent.user))
            except discord.HTTPException as error:
                log.info("table %s: a DM to seat %s could not be sent: %s", table.id, consent.seat, error)
        mention: Value = f"<@{consent.user}>"
        post = faces.consent_call(table.record, newcomer, mention, story.speaker, [consent.user])
        channel, look = table.channel, outgoing(story.headed(post))
        return ConsentCall(consent, channel, await self._sender.post(*called, look, begun, channel))

    async def _clear(self, story: Story, call: ConsentCall) -> None:
        """Delete a message whose person has agreed; else let it say that nobody asks any more."""
        newcomer = call.consent.newcomer
        asks = vacancies.find_candidate(story.record, call.consent.free, newcomer) is not None
        if asks or newcomer in story.table.people.users:
            await self._sender.delete(call.channel, call.message)
        else:
            await self._sender.edit(call.channel, call.message, outgoing(faces.consent_over(story.speaker)))


def _silent(story: Story, *, waited: bool = False) -> Iterator[tuple[Consent, Candidate]]:
    """Yield who has not agreed with each newcomer who is shown: all of them, or those alone who are waited for."""
    users = story.table.people.users
    for each in vacancies.candidates(story.record)[:MOST]:
        for seat in map(Seat, each.missing if waited else each.silent):
            yield Consent(seat, users[seat], each.sitter.user, each.seat, each.since), each
