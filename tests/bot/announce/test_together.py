"""People who decide at the same time: each is called once, in one post or by one DM each."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pictures.process import WorkerProcess
from tests.bot.clocked import named
from tests.bot.party import Party
from tests.bot.secrecy import faults
from tests.bot.server import Evening, Guest, verbs
from tests.bot.toys import voting


@pytest.fixture
async def polls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Return an evening on which eight people can vote, and each move is shown at once."""
    monkeypatch.setattr(WorkerProcess, "draw", named)
    monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    async with voting(tmp_path / "herald.db", monkeypatch) as begun:
        yield begun


async def voters(polls: Evening, seats: int, **options: str) -> Party:
    """Let so many people sit down to vote."""
    guests = polls.guests[:seats]
    await polls.seat(*guests, game="ballot", **options)
    return Party(polls, guests, random.Random(seats))


def ids(guests: list[Guest]) -> list[int]:
    """Return the ids of some people, in order."""
    return sorted(guest.id for guest in guests)


def stories(polls: Evening) -> int:
    """Return how many posts there are."""
    return len([message for message in polls.public() if message.content])


@pytest.mark.parametrize("seats", [2, pytest.param(5, marks=pytest.mark.soak), 8])
async def test_who_decides_at_once_is_called_once_in_one_post(polls: Evening, seats: int) -> None:
    """Whoever answers first, and however often somebody begins anew in secret."""
    party = await voters(polls, seats)
    assert sorted(party.calls) == ids(party.guests)
    assert stories(polls) == 1
    await party.play()
    assert sorted(party.calls) == ids(party.guests)
    assert stories(polls) == 1
    assert not [message for message in polls.public() if message.content and verbs(message) != ["here"]]
    assert not await faults(polls)


async def test_who_decides_at_once_gets_one_dm_each(polls: Evening) -> None:
    """It is brought up to date, and nobody is called in public.

    Nobody reads what others picked or how far they are, line by line, of all that is sent: only the own view says
    what was picked so far, and in which order.
    """
    party = await voters(polls, 5, private="dm")
    await party.play()
    assert [len(polls.dms(guest)) for guest in party.guests] == [1] * 5
    assert not polls.pings()
    assert stories(polls) == 1
    assert not [guest for guest in party.guests if {"order", "ordered"} & set(verbs(polls.dms(guest)[0]))]
    assert party.used["order"] > 0
    assert not await faults(polls)
