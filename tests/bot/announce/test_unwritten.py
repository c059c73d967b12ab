"""What Discord was shown is written where it must not be done twice; stops and starts lose and repeat nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import aiohttp
import pytest

from bot.announce.announce_state import QUIET
from bot.announce.reconciler import Reconciler
from bot.announce.sender import Sender
from bot.faces.components import Page
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import Dm, PingMessage, Published, TableId
from bot.storage.sqlite.backups import backup, restore
from bot.storage.store import Store
from bot.tables.due_times import ClockChange, no_change
from bot.tables.tables import Tables
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.announce.healing import at_tables, begun, behind, called_once_a_turn, restarted
from tests.bot.party import ANSWERING, FIRST, Party, by_choice, end, last_move, made, numbered, offered, public_ids
from tests.bot.represented import every_other
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, text, verbs
from tests.bot.storage.samples import full
from tests.bot.tables import test_tables
from tests.bot.tables.test_tables import anything, first

pytestmark = pytest.mark.seed(5)

MOVES = 12


async def unwritten(court: Evening) -> list[TableId]:
    """Return the tables of which the database doesn't know that Discord was shown everything."""
    return list(await court.storage.select(sql.UNSHOWN))


async def killed(court: Evening) -> None:
    """Kill the bot, whose memory goes with it, and start another one on the same database."""
    court.tables.cache.unwritten.clear()
    await court.restart()


async def edited(party: Party) -> None:
    """Play until a move was shown by edits alone, which are not written."""
    while TableId(party.table) not in await unwritten(party.evening):
        await party.step()


@pytest.mark.parametrize("private", ["here", "dm"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_bot_that_is_killed_after_any_move_posts_nothing_twice(
    court: Evening, game: AnyGame, private: str
) -> None:
    """What stands there looks as it did, and everybody is called once a turn."""
    party, repeated = await begun(court, 3, game=game.key, private=private), 0
    for _ in range(MOVES):
        await party.step()
        repeated += bool(await unwritten(court))
        stood = {message.id: text(message) for message in court.public()}
        pings, letters = court.pings(), [guest.dms for guest in party.guests]
        await killed(court)
        assert {message.id: text(message) for message in court.public()} == stood
        assert (court.pings(), [guest.dms for guest in party.guests]) == (pings, letters)
        assert not await behind(court)
    posts = [sent for sent in court.record.sent if sent.method == "POST" and sent.path.endswith("/messages")]
    posted = [(sent.path, sent.payload.get("nonce")) for sent in posts]
    assert len(set(posted)) == len(posted)
    assert repeated, "every announcement was written at once"
    assert await called_once_a_turn(party)


@pytest.mark.parametrize("private", ["here", "dm"])
@pytest.mark.parametrize("steps", every_other(range(6)))
async def test_a_bot_that_is_killed_between_any_two_steps_calls_nobody_twice(
    court: Evening, monkeypatch: pytest.MonkeyPatch, private: str, steps: int
) -> None:
    """Whatever Discord was shown by then, and whatever of that was written."""
    party, taken = await begun(court, private=private), 0
    with monkeypatch.context() as patch:

        def dying(step: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def dies(*given: Any) -> Any:
                nonlocal taken
                if taken == steps:
                    raise OSError("killed")
                taken += 1
                return await step(*given)

            return dies

        for name in ("_send", "_edit", "delete"):
            patch.setattr(Sender, name, dying(getattr(Sender, name)))
        while not await behind(court):
            await party.step()
    await killed(court)
    assert not await behind(court)
    await party.play(6)
    assert await called_once_a_turn(party)


async def test_a_post_that_is_answered_before_its_bot_dies_calls_who_is_asked_then(court: Evening) -> None:
    """Discord has the first post by the nonce of the second one, which asks somebody else in the same chapter."""
    party, send = await begun(court, 3), Sender._send
    stood = list[int]()

    async def dying(sender: Sender, channel: int, ready: Page, nonce: str) -> int:
        sent = await send(sender, channel, ready, nonce)
        if ready.pings and nonce.startswith("p"):
            stood.append(sent)
            raise OSError("killed")
        return sent

    with patch.object(Sender, "_send", dying):
        while not stood:
            await party.step()
        match = await court.match()
        coming = by_choice(match, lambda now, seat: now.legal[seat][0], lambda now: now.deciding != match.deciding)
        await made(court, list(coming), heard=False)
    await killed(court)
    assert court.record.repeated
    assert stood[0] not in public_ids(court)
    assert party.calls == await party.turns()
    assert f"👉 <@{party.called.id}>" in court.post_text()


async def test_an_edit_is_written_with_the_next_move(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It needs no write of its own, and the sweep takes its table for shown; a stop writes it, too."""
    party = await begun(court)
    await edited(party)
    await restarted(court)
    assert not await unwritten(court)

    await edited(party)
    shown = (await court.table_record()).announced
    assert not await behind(court)
    assert await known(court.storage, FIRST) != shown
    monkeypatch.setattr(court.storage, "_listeners", [])
    await party.step()
    assert await known(court.storage, FIRST) == shown
    assert await behind(court) == [1]


async def test_several_tables_are_written_together_in_a_quiet_moment(court: Evening) -> None:
    """Half a minute after the first of them at the latest; what can't be written then is written in the next.

    The tables go on meanwhile.
    """
    for party in await at_tables(court, 2):
        await edited(party)

    with patch.object(court.storage, "store_published", full):
        await court.later(seconds=2 * QUIET)
        assert len(await unwritten(court)) == 2
        assert not await behind(court)
    writer: Any = court.storage.database
    before = writer._writer.written
    await court.later(seconds=QUIET)
    assert not await unwritten(court)
    assert writer._writer.written == before + 1


# What is written at once


SHOWN = Published(
    message=55, post=56, called=((0, 0),), dms=(Dm(0, 0, 7, 57, 1),), summons=(PingMessage(58, ((0, 0),)),)
)


async def known(storage: Store, number: TableId) -> Published:
    """Return what the database knows of what was shown."""
    stored = await storage.load(number)
    assert stored is not None
    return stored.announced


CLOCKS, END = "a change of the clocks", "the end"
WRITTEN = {
    "a table message": replace(SHOWN, message=65),
    "a post": replace(SHOWN, post=66),
    "a DM": replace(SHOWN, dms=(Dm(0, 0, 7, 67, 1),)),
    "a call": replace(SHOWN, summons=(PingMessage(68, ()),)),
    "that it was set back": replace(SHOWN, restored=True),
    CLOCKS: SHOWN,
    END: replace(SHOWN, revision=9),
}


@pytest.mark.parametrize("what", WRITTEN)
async def test_what_must_not_be_done_twice_is_written_at_once(storage: Store, what: str) -> None:
    """Each new message, and what nothing more will change."""
    tables = Tables(storage, GAMES)
    number = (await test_tables.begun(tables)).id
    await tables.published_states.store(number, SHOWN)
    assert await known(storage, number) == SHOWN
    await tables.published_states.store(number, replace(SHOWN, revision=1, seq=1, summons=()))
    assert await known(storage, number) == SHOWN
    if what == END:
        await tables.end(number, (await tables.get(number)).record.opener)
    wind: ClockChange = (lambda clock: clock.with_ping_at(0, 99.0)) if what == CLOCKS else no_change
    await tables.published_states.store(number, WRITTEN[what], wind)
    assert await known(storage, number) == WRITTEN[what]


async def test_what_another_process_has_written_overrules_memory_and_its_moves_do_not(storage: Store) -> None:
    """A table that was led to another place is announced anew; a move elsewhere leaves what was shown as it is."""
    ours, theirs = Tables(storage, GAMES), Tables(storage, GAMES)
    number = (await test_tables.begun(ours)).id
    await ours.published_states.store(number, SHOWN)
    shown = replace(SHOWN, revision=1, seq=1)
    await ours.published_states.store(number, shown)
    table = await theirs.get(number)
    await theirs.play(number, first(table), *anything(table))
    await ours.invalidate(number)
    assert (await ours.get(number)).record.announced == shown
    assert await ours.published_states.find_behind() == [number]
    await theirs.published_states.store(number, replace(SHOWN, post=99))
    await ours.invalidate(number)
    assert (await ours.get(number)).record.announced.post == 99
    await ours.published_states.write()
    assert (await known(storage, number)).post == 99


async def test_who_was_forgotten_is_not_written_after_all(storage: Store) -> None:
    """Though the database had no room for their DM when it was sent."""
    tables = Tables(storage, GAMES)
    number = (await test_tables.begun(tables)).id
    user = (await tables.get(number)).record.opener
    await tables.published_states.store(number, SHOWN)
    await tables.end(number, user)

    with patch.object(storage, "store_published", full), pytest.raises(StorageError):
        await tables.published_states.store(number, replace(SHOWN, dms=(Dm(0, 0, 7, 77, user),)))
    assert (await tables.get(number)).record.announced.dms[0].user == user
    await tables.erase(user, number)
    await tables.published_states.write()
    assert not (await known(storage, number)).dms
    assert tables.published_states.unwritten == set()


# Stops and starts


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
    assert await last_move(court) > kept.seq
    calls = len(court.pings())
    await set_back(court, copy)
    (notice,) = notices(court)
    assert said("restored-last", notice)
    table = await court.table()
    assert table.started_match.state == kept.state
    assert len(court.pings()) == calls + 1
    for guest, click in lost:
        await guest.forge(click, court.post())
        assert await last_move(court) == kept.seq
    await court.restart()
    assert len(notices(court)) == 1
    await Party(party.guests, 3).play(10)
    assert await last_move(court) > kept.seq


async def test_notice_comes_once_whatever_fails_next(
    court: Evening, tmp_path: Path, errors: pytest.LogCaptureFixture
) -> None:
    """What follows fails until Discord has forgotten the nonce of the notice."""
    party, copy = await copied(court, tmp_path)
    await party.play(6)
    failing = AsyncMock(side_effect=aiohttp.ClientConnectionError)
    with patch.object(Reconciler, "_update_running", failing):
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
    assert await last_move(court) > kept.seq
