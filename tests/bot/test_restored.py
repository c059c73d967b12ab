"""A table that was set back: its people are told once, called anew, and no button of the lost moves is ever taken."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.storage.sqlite.backups import backup, restore
from engine.games import GAMES
from tests.bot.party import Party, offered
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, text

pytestmark = pytest.mark.seed(4)


async def copied(court: Evening, folder: Path) -> tuple[Party, Path]:
    """Let two people play some moves, and make a backup; return both."""
    guests = await court.seat_first(2)
    party = Party(court, guests, random.Random(4))
    await party.play(4)
    backup(court.database, folder / "copy.db")
    return party, folder / "copy.db"


async def set_back(court: Evening, copy: Path) -> None:
    """Stop the bot, restore a copy, and start it again."""
    await court.bot.close()
    restore(court.database, copy, GAMES)
    await court.restart()


def notices(court: Evening, key: str = "restored") -> list[str]:
    """Return the messages in the channel that say that a table was set back."""
    return [text(message) for message in court.public() if said(key, text(message))]


async def test_a_table_that_had_gone_further_says_so_and_plays_on(court: Evening, tmp_path: Path) -> None:
    """Once; who must decide is called again, and the lost buttons show what is asked now."""
    party, copy = await copied(court, tmp_path)
    kept = (await court.table()).started_match
    lost: list[tuple[Guest, str]] = []
    for _ in range(6):
        view = await party.opened(party.called)
        lost += [(party.called, part["custom_id"]) for part in offered(view)]
        await party.step()
    assert (await court.table()).started_match.seq > kept.seq
    calls = len(court.pings())
    await set_back(court, copy)
    (notice,) = notices(court)
    assert said("restored-last", notice)
    table = await court.table()
    assert table.started_match.state == kept.state
    assert len(court.pings()) == calls + 1
    for guest, click in lost:
        await court.forge(guest, court.post(), click)
        assert (await court.table()).started_match.seq == kept.seq
    await court.restart()
    assert len(notices(court)) == 1
    await Party(court, party.guests, random.Random(4)).play(10)
    assert (await court.table()).started_match.seq > kept.seq


async def test_a_table_that_lost_nothing_says_nothing_and_calls_nobody(court: Evening, tmp_path: Path) -> None:
    """Its buttons are others now, and its post carries them."""
    party, copy = await copied(court, tmp_path)
    before, calls = len(court.public()), len(court.pings())
    question = (await court.table()).started_match.question_id((await court.table()).started_match.deciding[0])
    await set_back(court, copy)
    assert (len(court.public()), len(court.pings())) == (before, calls)
    table = await court.table()
    assert table.started_match.question_id(table.started_match.deciding[0]) != question
    await Party(court, party.guests, random.Random(4)).play(10)
    assert (await court.table()).started_match.seq > table.started_match.seq


async def test_a_lobby_that_lost_somebody_says_so(court: Evening, tmp_path: Path) -> None:
    """Below stands who sits there now."""
    ann, bo = court.guests[:2]
    await court.command(ann, "newgame fortheking")
    copy = tmp_path / "copy.db"
    backup(court.database, copy)
    await court.press(bo, court.board(), "join")
    await set_back(court, copy)
    assert len(notices(court)) == 1
    assert bo.name not in text(court.board())
    await court.press(bo, court.board(), "join")
    assert bo.name in text(court.board())
