"""Whole games by buttons alone, from /newgame to the final report."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest

from bot.faces.messages import report_block
from bot.faces.words import Speaker
from bot.texts import language
from tests.bot.evening import Evening, Guest, text
from tests.bot.party import Party
from tests.bot.secrecy import faults

PHASES = ("Share Influence", "Gain Esteem", "The duties are given out")


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.secrets.token_bytes", random.Random(7).randbytes)


async def begun(court: Evening, seats: int, **options: Any) -> Party:
    """Return some people at a table that has just started."""
    guests = court.guests[:seats]
    board = await court.seat(*guests, **options)
    return Party(court, guests, random.Random(seats), channel=board.channel_id)


async def finished(party: Party) -> None:
    """Play to the end, and look whether everybody was called once a turn, and nobody has read a secret."""
    await party.play()
    assert party.calls == await party.turns()
    live = await party.evening.table(party.table)
    shown = text(party.evening.board(party.channel))
    (final,) = report_block(live.frame(None), Speaker(language("en"), live.people))
    assert final in shown
    assert "wins" in final or "share the victory" in final
    assert not await faults(party.evening, party.table)
    assert not party.evening.record.repeated


def boards(party: Party) -> dict[str, set[int]]:
    """Return the messages in which the table was shown to everybody, by the phase that they showed."""
    shown = defaultdict(set)
    for sent in party.evening.record.sent:
        for part in sent.payload.get("components") or ():
            words = str(part)
            if sent.channel == party.channel and sent.reader is None and "**Government**" in words:
                phase = next(name for name in PHASES if name in words)
                shown[phase].add(sent.message or 0)
    return shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_whole_game_is_played_by_buttons_alone(court: Evening, seats: int) -> None:
    """Parts 3 and 5: each turn calls exactly the next person, once, and nobody reads a secret.

    Each phase has one table message, which is edited in place; the first one was the lobby.
    """
    party = await begun(court, seats)
    lobby = court.board().id
    await finished(party)
    shown = boards(party)
    assert tuple(shown) == PHASES
    assert all(len(messages) == 1 for messages in shown.values())
    assert shown[PHASES[0]] == {lobby}
    assert party.used["move"]
    assert not [dm for guest in party.guests for dm in court.dms(guest)]
    told = "\n".join(text(message) for message in court.public())
    assert "pays" in told
    assert "can't pay" in told


async def everybody_by_dm(court: Evening, guests: list[Guest]) -> None:
    """Let people choose in /settings to play by DM."""
    for guest in guests:
        shown = await court.command(guest, "settings")
        await court.choose(guest, shown.message, ["dm"])


def called(court: Evening, guest: Guest) -> int:
    """Return how often a person was pinged in the channel."""
    return [user for _, user in court.pings()].count(guest.id)


async def test_everybody_plays_by_dm(court: Evening) -> None:
    """Part 3: who chose DMs gets the questions, buttons and hand there, and nobody is pinged in the channel."""
    await everybody_by_dm(court, court.guests[:2])
    party = await begun(court, 2)
    await finished(party)
    assert not court.pings()
    assert all(court.dms(guest) for guest in party.guests)


async def test_one_person_plays_by_dm_and_the_others_in_the_channel(court: Evening) -> None:
    """Part 3: only who chose it, and that person is not pinged besides."""
    ann, bo, *_ = court.guests
    await everybody_by_dm(court, [bo])
    party = await begun(court, 2)
    await finished(party)
    assert called(court, ann)
    assert not called(court, bo)
    assert not court.dms(ann)


async def test_a_table_can_be_opened_for_dms(court: Evening) -> None:
    """Part 3: the option `private: dm`; whoever chose for themselves keeps to that."""
    ann, bo, *_ = court.guests
    shown = await court.command(ann, "settings")
    await court.choose(ann, shown.message, ["here"])
    party = await begun(court, 2, private="dm")
    await finished(party)
    assert called(court, ann)
    assert not called(court, bo)


async def test_a_table_can_be_played_in_a_thread_of_its_own(court: Evening) -> None:
    """Part 3: the option `thread`; the channel itself stays quiet."""
    party = await begun(court, 2, thread=True)
    assert party.channel != court.channel.id
    await finished(party)
    assert not [message for message in court.public() if message.components or message.ping_user_ids]
