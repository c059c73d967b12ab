"""The bot is stopped and started again: what was said stays said, and what was left unsaid is told.

A table that was set back: its people are told once, called anew, and no button of the lost moves is ever taken.
"""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock

import aiohttp
import pytest

from bot.announce.reconciler import Reconciler
from bot.storage import sql
from bot.storage.sqlite.backups import backup, restore
from engine.games import GAMES
from tests.bot.announce.healing import begun, restarted
from tests.bot.party import ANSWERING, Party, end, numbered, offered
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, text, verbs

pytestmark = pytest.mark.seed(3)


def silence(court: Evening, patch: pytest.MonkeyPatch) -> None:
    """Let the bot that runs now tell nothing more, as if it died right after its next commit."""
    patch.setattr(court.storage, "_listeners", [])


async def test_old_buttons_work_after_a_restart(court: Evening) -> None:
    """Design, After a crash: all that a click needs is in its id and in the database.

    A number dialog that lay open is taken: nobody has registered it any more, and still it must be answered (Notes).
    """
    party = await begun(court)
    guest, post = party.called, court.post()
    view = await guest.press("play", post)
    await restarted(court)
    for does in ("hand", "log", "rules", "play"):
        assert (await guest.press(does)).message.is_ephemeral
    answer = await guest.click(view, offered(view)[0]["custom_id"])
    assert answer.edited
    assert (await guest.forge("move:1:0:0:9", view)).given

    await party.reach(numbered)
    while "dialog" not in verbs(court.post()):
        await party.step()
    bidder = party.called
    dialog = await bidder.press("dialog", court.post())
    await restarted(court)
    assert (await bidder.fill_in(dialog, number="9")).edited
    assert (await court.match()).state.bid == 9


async def test_what_was_not_announced_is_shown_at_the_next_start(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design, After a crash: the table was kept, and Discord had not heard of it; then of its end.

    Nothing can be played at an ended table, if late.
    """
    ann, bo = guests = court.guests[:2]
    with monkeypatch.context() as patch:
        silence(court, patch)
        await ann.command("newgame fortheking", private="dm")
        assert not court.public()
        await court.restart()
    assert ["join" in verbs(message) for message in court.public()] == [True]
    await bo.press("join")
    await ann.press("start")
    silence(court, monkeypatch)
    await end(ann)
    assert "play" in verbs(court.board())
    await court.restart()
    assert not [message for message in court.public() if {"play", *ANSWERING} & set(verbs(message))]
    assert [verbs(message) for message in court.public() if verbs(message)] == [["hand", "look", "log", "rules"]]
    assert not [message for guest in guests for message in guest.dms if verbs(message)]
    assert not await court.storage.select(sql.UNSHOWN)


async def copied(court: Evening, folder: Path) -> tuple[Party, Path]:
    """Let two people play some moves, and make a backup; return both."""
    party = await begun(court)
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
    kept = await court.match()
    lost: list[tuple[Guest, str]] = []
    for _ in range(6):
        view = await party.opened(party.called)
        lost += [(party.called, part["custom_id"]) for part in offered(view)]
        await party.step()
    assert (await court.match()).seq > kept.seq
    calls = len(court.pings())
    await set_back(court, copy)
    (notice,) = notices(court)
    assert said("restored-last", notice)
    table = await court.table()
    assert table.started_match.state == kept.state
    assert len(court.pings()) == calls + 1
    for guest, click in lost:
        await guest.forge(click, court.post())
        assert (await court.match()).seq == kept.seq
    await court.restart()
    assert len(notices(court)) == 1
    await Party(party.guests, 3).play(10)
    assert (await court.match()).seq > kept.seq


async def test_notice_comes_once_whatever_fails_next(
    court: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """What follows fails until Discord has forgotten the nonce of the notice."""
    party, copy = await copied(court, tmp_path)
    await party.play(6)
    failing = AsyncMock(side_effect=aiohttp.ClientConnectionError)
    with monkeypatch.context() as patch:
        patch.setattr(Reconciler, "_update_running", failing)
        await set_back(court, copy)
        await court.later(seconds=1)
    court.record.forget()
    await court.later(minutes=1)
    failing.assert_awaited()
    assert all("ClientConnectionError" in line for line in errors.messages if "tried again" in line)
    assert len(notices(court)) == 1
    assert court.pings()


async def test_a_table_that_lost_nothing_says_nothing_and_calls_nobody(court: Evening, tmp_path: Path) -> None:
    """Its buttons are others now, and its post carries them."""
    party, copy = await copied(court, tmp_path)
    before, calls, kept = len(court.public()), len(court.pings()), await court.match()
    await set_back(court, copy)
    assert (len(court.public()), len(court.pings())) == (before, calls)
    assert (await court.match()).question_id(kept.deciding[0]) != kept.question_id(kept.deciding[0])
    await Party(party.guests, 3).play(10)
    assert (await court.match()).seq > kept.seq
