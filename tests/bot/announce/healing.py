"""Tables in channels of their own, and a Discord that refuses what is sent there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import aiohttp
import discord
from simcord.http import router

from bot.storage.records import NO_TABLE, Pledged, Sitter, Status, TableId, TableRecord
from tests.bot.party import Party, offered
from tests.bot.server import GAME, Evening, Guest

_RESPONSE: Any = SimpleNamespace(status=503, reason="Service Unavailable")
FAILED = discord.DiscordServerError(_RESPONSE, None)
"""What Discord answers when it fails."""
TRIED_SELDOM = patch("bot.announce.circuit_breaker.OWN_RETRIES", (600.0, 600.0))
"""Lets Herald wait with each next try until Discord has forgotten what was sent."""
FORGOTTEN = patch("bot.announce.dedupe.NONCE_LIFETIME", timedelta())
"""Lets Herald take it that Discord knows no nonce of what was sent before."""


async def begun(court: Evening, seats: int = 2, lot: int = 5, **options: Any) -> Party:
    """Let people sit down and start; return them, who press by lot."""
    return Party(await court.seat_first(seats, **options), lot)


async def at_tables(court: Evening, tables: int = 1) -> list[Party]:
    """Let two people sit down at some tables, each in a channel of its own."""
    parties = []
    for number in range(1, tables + 1):
        channel = court.channel if number == 1 else court.server.create_text_channel(f"room-{number}")
        await court.settle()
        guests = await court.seat_first(2, channel=channel)
        parties.append(Party(guests, 5, table=number, channel=channel.id))
    return parties


def new_table(opener: Guest) -> TableRecord:
    """Return a lobby that nobody has kept yet, of the game that is played where a test names none."""
    court, sitter = opener.evening, Sitter(opener.id, opener.name)
    places, pledged = (court.server.id, court.channel.id), Pledged(bytes(32))
    return TableRecord(NO_TABLE, GAME, *places, opener.id, None, Status.LOBBY, (sitter,), pledged=pledged)


async def move(court: Evening, *parties: Party) -> None:
    """Let whoever is called make a move at each table by a private view, which needs no message of the channel."""
    for party in parties:
        view = await party.called.press("play", court.post(party.channel))
        await party.called.click(view, offered(view)[0]["custom_id"])


async def called_once_a_turn(party: Party) -> bool:
    """Tell whether each call so far was due, in the order of the turns."""
    return party.calls == (await party.turns())[: len(party.calls)]


async def behind(court: Evening) -> list[TableId]:
    """Return the tables of which Discord hasn't been shown everything."""
    return await court.tables.published_states.find_behind()


async def heals(court: Evening, **time: float) -> bool:
    """Let time go by; tell whether Discord has been shown everything then."""
    await court.later(**time)
    return not await behind(court)


async def outlasts(court: Evening, lost: Sequence[object]) -> None:
    """Let Discord forget what was sent once an answer was lost, and Herald have shown everything by its next try."""
    assert lost
    court.record.forget()
    await court.later(minutes=12)
    assert not await behind(court)


async def restarted(court: Evening) -> None:
    """Stop the bot and start it again, at which it has nothing to tell."""
    before = len(court.record.sent)
    await court.restart()
    assert not [sent.path for sent in court.record.sent[before:] if "/channels/" in sent.path]


@contextmanager
def failing(court: Evening, status: int, code: int = 0, at: Sequence[Party] = ()) -> Iterator[None]:
    """Let Discord refuse what is sent to channels, or to those of some tables alone, until the block is left."""
    for place in [f"{party.channel}/*" for party in at] or "*":
        court.env.inject_error("*", f"/channels/{place}", status=status, code=code, times=None)
    try:
        yield
    finally:
        court.env.backend.faults.clear()


@contextmanager
def losing(
    method: str, path: str, fault: Exception | None = None, times: int = 1000, *, taken: bool = True
) -> Iterator[list[int]]:
    """Let so many requests of matching methods on matching paths fail until the block is left.

    Discord has `taken` them, unless it isn't even told. Yield what is lost: the ids of the messages, 0 where none is.
    """
    lost: list[int] = []
    dispatch = router.dispatch

    def breaking(backend: Any, asks: str, place: str, **given: Any) -> Any:
        fails = re.fullmatch(method, asks) and re.fullmatch(path, place) and len(lost) < times
        answer = dispatch(backend, asks, place, **given) if taken or not fails else None
        if fails:
            lost.append(int((answer or {}).get("id") or 0))
            raise fault or aiohttp.ServerDisconnectedError
        return answer

    with patch.object(router, "dispatch", breaking):
        yield lost
