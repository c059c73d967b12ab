"""What stands in a channel: the table message, and the posts that tell the story, one for each chapter.

Theory of operation. The table message is edited in place, or posted anew when a phase begins, or where Discord refuses
the edit. The old one goes: it has pinged nobody, and the story tells what it showed. Only the first one, whose number
may count for the shuffle, stays: it says how the game began, and what its first phase came to.

The post of a chapter grows by edits and asks in public what may be asked there. It is sent when the chapter begins, and
calls whoever is to be called then. It

- tells the chapter so far, then says who is asked what, with the open choices as buttons;
- grows: it is edited after each move, by the answer to the click if it was clicked itself, however old it is. An edit
  pings nobody: whoever is asked in the midst of a chapter is called below it (see there);
- is finished when the next chapter begins: it tells its own, asks nothing, and only leads on to more. If the click
  that ended the chapter was in the post, its answer has finished it already, and nothing is edited again.

It is posted anew only where Discord refuses the edit: it was deleted, lies in an archived thread, or was edited too
often for its age. Then a new post tells the whole chapter. A post that has pinged is never deleted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import discord
from cachetools import LRUCache

from bot.announce.orphans import origin
from bot.announce.sender import Sender
from bot.announce.story import LOBBY, Pictured, Story, outgoing
from bot.faces import messages
from bot.faces import story as tale
from bot.faces.fairness import brief
from bot.faces.words import Speaker
from bot.sending.audience import Audience
from bot.sending.outgoing import Outgoing, paged
from bot.storage.records import Announced, Summons, TableId, TableRecord
from bot.tables.logs import mark
from bot.tables.ordering import Prompt
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.scene import Seat

REMEMBERED = 64
"""How many stories are kept that answers have composed, until their tables are announced."""
BEGINNING = 0
"""Stands for the move before the first one: what came with the people who sit here, or with their going."""


class Posts:
    """Keeps the posts of a table, and the calls below them, up to date."""

    def __init__(self, sender: Sender, tables: Tables, audience: Audience) -> None:
        """Take the way to Discord, the tables, and who is spoken to."""
        self._sender = sender
        self._tables = tables
        self._audience = audience
        self._answered: LRUCache[TableId, Story] = LRUCache(REMEMBERED)

    async def story(self, table: Table, speaker: Speaker) -> Story:
        """Return the story of a table, as `foreseen`, since its present post and the oldest call that still stands."""
        announced = table.record.announced
        called = [Prompt(asked).move for summons in announced.summons for _, asked in summons.called]
        since = max(0, min([announced.post_from, *called]) - 1)
        lines = await self._tables.log(table.id, None, since)
        ordered = await self._tables.logs.ordered(table, since) if table.record.orders else frozenset()
        shared = await self._tables.neighbours.several(table.channel)
        # Moves that came after the table was looked at are told next time.
        known = tuple(line for line in lines if line.seq <= table.started.seq)
        story = Story(table, announced, known, speaker, self._sender.now, shared, ordered=ordered)
        answered = self._answered.pop(table.id, None)
        return replace(story, memo=answered.memo) if story == answered else story

    async def clicked(self, table: Table, message: int) -> Outgoing | None:
        """Return how a message that was clicked is to look after the move; None if it neither tells nor calls now."""
        announced = table.record.announced
        summons = next((each for each in announced.summons if each.message == message), None)
        if summons is None and message != announced.post:
            return None
        story = await self.story(self._tables.clocks.foreseen(table), await self._audience.speaker(table))
        self._answered[table.id] = story
        if summons is not None:
            seats = story.at_it(summons)
            return story.summons(seats) if seats else story.settled(story.fate(summons))
        if story.turned or not table.started.deciding:
            return story.finished()
        # The old picture stays until the new one is there: a gap would make the channel jump.
        return replace(story, pictured=Pictured(keeps=await self._audience.pictured(table))).grown()

    async def update(self, story: Story, pings: Sequence[int], *, below: bool) -> Announced:
        """Let the post grow; begin a new one, which pings, for a new chapter, `below` a new table, or if it is gone."""
        announced, old = story.announced, story.announced.post
        if old is None:
            return announced if story.silent else await self._begin(story.whole, pings)
        if story.turned or below:
            await self._finish(story, old)
            return announced if story.next.silent else await self._begin(story.next, pings)
        look = story.grown() if story.table.started.deciding else story.finished()
        if await self._sender.edit(story.table.channel, old, look):
            return announced
        return await self._begin(story, pings)

    async def end(self, story: Story) -> None:
        """Say who has ended a table before its time, below a post that asks nothing any more."""
        table, old = story.record, story.announced.post
        if old is not None:
            await self._finish(story.whole, old)
        look = outgoing(messages.farewell(table, story.speaker))
        await self._sender.post(story.table, "e", story.table.started.seq, look, story.below(BEGINNING), old)

    async def restored(self, table: Table, speaker: Speaker) -> None:
        """Say once that a table was set back to what it remembers, and what that was."""
        seq = table.match.seq if table.match else 0
        last = [speaker.say(event) for line in await self._tables.log(table.id, None) for event in line.told]
        post = messages.restored(table.record, last, speaker, until=mark(table, seq))
        # Nothing tells it from what was said when the table was set back before.
        await self._sender.post(table, "r", seq, outgoing(post), None)

    async def call(self, story: Story, seats: Sequence[Seat]) -> Announced:
        """Call some of those who are asked, in one message, and return what has been announced with it."""
        table, announced = story.table, story.announced
        called = tuple(call for call in story.asked if call[0] in seats)
        last = announced.summons[-1].message if announced.summons else announced.post
        look = story.summons(seats, [table.people.users[seat] for seat in seats])
        begun = story.below(*(Prompt(asked).move for _, asked in called))
        sent = await self._sender.post(table, "c", called, look, begun, last)
        return replace(announced, summons=(*announced.summons, Summons(sent, called)))

    async def clear(self, story: Story) -> Announced:
        """Clear away the messages whose people have answered or aren't asked any more; return what still stands."""
        standing = [each for each in story.announced.summons if not await self._cleared(story, each)]
        return replace(story.announced, summons=tuple(standing))

    async def _finish(self, story: Story, old: int) -> None:
        """Let a post tell its chapter to the end and ask nothing; where Discord refuses that, another one tells it."""
        if not story.told:
            # Without its question it would be empty: what it asked stays to be read.
            await self._sender.strip(story.table.channel, old)
        elif not await self._sender.edit(story.table.channel, old, story.finished()):
            begun = story.below(story.table.started.seq)
            await self._sender.post(story.table, "f", story.announced.post_from, story.finished(), begun, old)

    async def _begin(self, story: Story, pings: Sequence[int]) -> Announced:
        start, look = story.announced.post_from, story.begun(pings)
        sent = await self._sender.post(story.table, "p", start, look, story.below(start), story.announced.post)
        return replace(story.announced, post=sent)

    async def _cleared(self, story: Story, summons: Summons) -> bool:
        """Delete a message or let it say what became of its question; tell whether nothing of it is left to do."""
        channel = story.table.channel
        seats = story.at_it(summons)
        if seats:
            if not all(call in story.asked for call in summons.called):
                await self._sender.edit(channel, summons.message, story.summons(seats))
            return False
        waits = story.waiting(summons)
        if not waits and all(map(story.acted, summons.called)):
            return await self._sender.delete(channel, summons.message)
        await self._sender.edit(channel, summons.message, story.settled(story.fate(summons)))
        return not waits


log = logging.getLogger(__name__)


def lobby_phase(table: TableRecord) -> str:
    """Return the phase of an open table: it has one pledge, so that no message ever shows another one than at first."""
    return LOBBY if table.pledged is None else f"{LOBBY} {brief(table.pledged.pledge)}"


def pledge_exchanged(table: TableRecord) -> bool:
    """Tell whether the lobby's message has shown the pledge of another secret than the table has now."""
    phase = table.announced.phase
    return phase.startswith(f"{LOBBY} ") and phase != lobby_phase(table)


class TableMessage:
    """Keeps the table message of a table up to date."""

    def __init__(self, sender: Sender) -> None:
        """Take the way to Discord."""
        self._sender = sender

    def stays(self, table: TableRecord, announced: Announced, phase: str) -> bool:
        """Tell whether the present message can go on in a phase: a new one deserves a message of its own.

        The lobby turns into the table where it stands, unless it has shown the pledge of another secret.
        """
        return announced.message is not None and announced.phase in {phase, LOBBY, lobby_phase(table)}

    async def update(
        self, table: Table, announced: Announced, outgoing: Outgoing, phase: str, speaker: Speaker
    ) -> Announced:
        """Show the table as it stands, if it isn't shown so already."""
        old = announced.message
        if old and self.stays(table.record, announced, phase):
            if self._sender.look(old, announced.look) == outgoing.look:
                return replace(announced, phase=phase, look=outgoing.look)
            if await self._sender.edit(table.channel, old, outgoing):
                return replace(announced, phase=phase, look=self._sender.look(old))
        about = table.match.seq if table.match else len(table.record.sitters)
        begun = origin(table.record, table.record.created or 0.0, after=old or 0, newest=table.match is not None)
        sent = await self._sender.post(table, "b", about, outgoing, begun, old)
        if old:
            await self._leave(table, old, sent, speaker)
        return replace(announced, message=sent, phase=phase, look=self._sender.look(sent))

    async def _leave(self, table: Table, old: int, new: int, speaker: Speaker) -> None:
        """Let the first message say what its phase came to; a later one goes."""
        place, pledged = table.channel, table.record.pledged
        try:
            if pledge_exchanged(table.record):
                # It stays as it was shown; whatever is composed now would have the other pledge.
                told = Outgoing(speaker.key("pledge-exchanged"))
                begun = origin(table.record, table.record.created or 0.0, after=new)
                await self._sender.post(table, "x", old, told, begun)
            elif pledged and pledged.message == old:
                if table.match:
                    recap = tale.recap(table.record, table.frame(None), speaker)
                    await self._sender.edit(place, old, paged(recap))
            else:
                await self._sender.delete(place, old)
        except discord.HTTPException as error:
            log.info("table %s: the old table message could not be tidied up: %s", table.id, error)
