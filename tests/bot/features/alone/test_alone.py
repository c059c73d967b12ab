"""Private tables: one person against rivals, in a DM or in answers, seen by nobody else."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import AsyncMock, patch

import aiohttp
import pytest
from simcord.backend.models import Message

from bot.features.alone.playing import NotRewindable, find_decisions
from bot.host.connection_errors import Throttled
from bot.storage.records import NO_PLACE, Status, TableId
from bot.tables.limits import MOST_ALONE
from bot.tables.refusals import NoSuchTable, NothingRests
from bot.tables.retention import ALONE_DAYS, DAY, Caretaker
from tests.bot.announce.test_troubles import shut
from tests.bot.features.daily.test_daily import play as play_deal
from tests.bot.interactions.test_forgeries import forgeries
from tests.bot.party import FIRST, Party, last_move, offered, status_of
from tests.bot.pictures.test_pictures import answered, files, part, slow, until
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import Answer, Evening, Guest, Place, buttons, verb, verbs, words
from tests.bot.tongues import IN_EVERY_LANGUAGE, Say
from tests.every import FOR_EVERY_KEY

pytestmark = pytest.mark.seed(7)


async def begin(guest: Guest, game: str = "fortheking", **options: Any) -> Message:
    """Let a person open a private table from the server; return the message of their DM."""
    await guest.command("alone", game=game, **options)
    return guest.dms[-1]


async def answer(guest: Guest, view: Place, table: int = 1) -> Answer:
    """Answer with something that can be pressed in a private view, by dice that fall the same way each time."""
    court = guest.evening
    return await Party([guest], len(court.record.sent), table).answer(guest, view)


async def play_on(guest: Guest, view: Place, table: int = 1) -> None:
    """Answer until the game is over."""
    for _ in range(400):
        if await status_of(guest.evening, table) is Status.OVER:
            return
        await answer(guest, view, table)
    pytest.fail("the game doesn't end")


async def put_away(guest: Guest, view: Place) -> None:
    """Let a person put a private table away, keep it, which leads on there, and put it away after all."""
    kept = await guest.press("keep", await guest.press("putaway", await guest.unfold(view)))
    assert said("end-kept", kept.text)
    await guest.press("end", await guest.press("putaway", await guest.unfold(kept)))


async def rewind(guest: Guest, view: Place) -> tuple[Answer, int]:
    """Let a person go back to the first decision that is offered; return what that shows, and how many were offered."""
    listed = await guest.press("rewind", await guest.unfold(view))
    (chooser,) = [each for each in buttons(listed) if verb(each) == "rewound"]
    *_, first = chooser["options"]
    return await guest.choose(listed, [first["value"]], chooser["custom_id"]), len(chooser["options"])


@FOR_EVERY_KEY
async def test_private_table_is_played_in_one_message_of_the_dm(court: Evening, ann: Guest, game: str) -> None:
    """Nothing is posted, nobody is pinged, no clock runs, and rivals have answered when the next question stands.

    A restart loses nothing; *Once more* opens one like it, and a forged rematch opens nothing in a channel. A view that
    is brought up to date after the end, since rivals take long or the last answer was confirmed beside it, offers that.
    """
    before = len(court.public())
    view = await begin(ann, game, level="squire")
    table = await court.table()
    assert (table.guild, table.channel, table.clock) == (NO_PLACE, NO_PLACE, None)
    assert table.is_waiting_for(ann.id)
    await court.restart()
    assert (await court.match()).state == table.started_match.state

    await answer(ann, view)
    with court.env._bot_scope():
        shown = court.bot.pictures.other_view(None, ann.id, 1)
        assert shown is not None
    await play_on(ann, view)

    with court.env._bot_scope():
        assert court.bot.pictures.other_view(None, ann.id, 1) is None, "what is over is brought up to date no more"
        ended = await shown.render()
        assert ended is not None
        assert "again:1" in str(ended.rows)
    assert len([each for each in ann.dms if not each.is_ephemeral]) == 1
    assert len(court.public()) == before
    assert not [user for sent in court.record.sent for user in sent.pings]
    assert {"again", "opened", "replay"} <= set(verbs(ann.dms[-1]))
    await ann.press("again", view)
    await assert_tells("refused-unknown", ann.forge("rematch:1", view))
    again = await court.table_record(2)
    assert again.alone
    assert Counter(each.level for each in again.sitters) == Counter(each.level for each in table.record.sitters)


@pytest.mark.quick
async def test_private_table_is_shown_in_answers_where_dms_are_closed(court: Evening, ann: Guest) -> None:
    """From its beginning on, or from when they are shut; Discord forgets it, and /tables leads back after a restart."""
    await answer(ann, await begin(ann, "oriflamme"))
    shut(ann)
    shown = await ann.command("alone", game="oriflamme")
    assert shown.message.is_ephemeral
    assert said("alone-begun", shown.text)

    await court.restart()
    for number in (1, 2):
        before = await last_move(court, number)
        listed = await ann.command("tables")
        assert said("tables-alone", listed.text)
        view = (await ann.click(listed, f"play:{number}")).message
        assert view.is_ephemeral
        assert (await answer(ann, view)).message.id == view.id
        assert await last_move(court, number) > before


@pytest.mark.quick
@pytest.mark.parametrize("fault", [aiohttp.ServerDisconnectedError(), Throttled()], ids=repr)
async def test_private_table_is_shown_in_answers_where_a_dm_fails(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """The connection breaks, or Discord limits DMs without saying for how long: the table is opened all the same."""
    monkeypatch.setattr(court.bot.announcer.sender, "send_dm", AsyncMock(side_effect=fault))
    await assert_said("alone-begun", ann.command("alone", game="oriflamme"))


async def test_slow_opening_and_slow_dm_leave_time_to_answer(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of the two seconds is shared: the DM doesn't get its whole second where the table took another."""
    tables = court.tables
    opens = tables.open_alone

    async def slowly(*given: Any) -> Any:
        await asyncio.sleep(1.3)
        return await opens(*given)

    async def never(*_: Any) -> None:
        await asyncio.sleep(60)

    # simcord lets no time pass for the answer while the announcer waits for it.
    monkeypatch.setattr("bot.host.answer_deadline.stand_back", AsyncMock())
    monkeypatch.setattr(tables, "open_alone", slowly)
    monkeypatch.setattr(court.bot.announcer.sender, "send_dm", never)
    await assert_tells("alone-begun", ann.command("alone", game="oriflamme"))


@patch("bot.interactions.table_views.RIVALS_SECONDS", 0.0)
@patch("bot.rivals.playing.AT_ONCE", frozenset())
async def test_newgame_in_a_dm_opens_a_private_table(court: Evening, ann: Guest) -> None:
    """With as many rivals as the game is best with, or as were asked for; the message stays in the DM.

    Where they think long the answer says whom the table waits for, and is edited once they have answered.
    """
    view = (await ann.whisper("newgame oriflamme", rivals=3)).message
    record = await court.table_record()
    assert (record.alone, len(record.sitters)) == (True, 4)
    assert not view.is_ephemeral
    await assert_tells("refused-players", ann.whisper("newgame oriflamme", rivals=1))
    for _ in range(4):
        await court.settle()
        assert offered(view)
        await answer(ann, view)


async def answers(guest: Guest, place: Place, number: int) -> list[Any]:
    """Return all that somebody reads who forges each of the `forgeries`, with the table's number as 99."""
    forged = forgeries(number)
    given = [guest.begin(place, each, values=values) for each, values in forged.items()]
    await guest.evening.settle()
    read = [[each.interaction.modal] if each.interaction.modal else [each.text] for each in given]
    return [json.loads(re.sub(rf":{number}\b", ":99", json.dumps(each))) for each in read]


async def test_nobody_learns_of_somebody_elses_private_table(court: Evening, ann: Guest, bo: Guest) -> None:
    """Its ids, forged in the server or in a DM, by any click and at any state of it, are those of no table."""
    view, *_ = [await begin(ann, "oriflamme", rivals=2, level="squire") for _ in range(3)]
    await play_on(ann, view)
    await court.tables.end(TableId(2), ann.id)
    await play_deal(ann)
    states = Status.OVER, Status.ENDED, Status.PLAYING, Status.SEALED
    assert tuple([await status_of(court, number) for number in (1, 2, 3, 4)]) == states
    here, absent = (await bo.command("help")).message, [words(NoSuchTable.key)]
    await bo.whisper("tables")

    for place in (here, view, bo.dms[-1]):
        unknown = await answers(bo, place, 99)
        for number in (1, 2, 3, 4):
            seen = zip(forgeries(number), await answers(bo, place, number), unknown, strict=True)
            assert [(forged, told) for forged, told, other in seen if told != other] == []
        others = {each.partition(":")[0] for each, told in zip(forgeries(99), unknown, strict=True) if told != absent}
        assert others <= {"next", "which"}


async def test_nobody_learns_of_a_private_table_that_can_not_be_read(
    court: Evening, ann: Guest, bo: Guest, errors: pytest.LogCaptureFixture
) -> None:
    """Neither of one that a newer Herald has written, nor of a save or a row that is damaged."""
    view = await begin(ann, "oriflamme")
    record = await court.table_record()
    assert record.save is not None
    for save in (replace(record.save, rules=99), replace(record.save, state="{}")):
        await court.storage.create(replace(record, save=save))
    with closing(sqlite3.connect(court.database, isolation_level=None)) as disk:
        disk.execute("UPDATE tables SET document = '{}' WHERE id = 1")
    await court.tables.invalidate_all()

    given = {guest: [await guest.forge(f"look:{each}", view) for each in (1, 2, 3)] for guest in (ann, bo)}
    assert [each.text for each in given[bo]] == [words(NoSuchTable.key)] * 3
    keys = "apology-damaged", "refused-newer", "refused-closed"
    assert all(said(key, each.text) for key, each in zip(keys, given[ann], strict=True))
    assert "can't be read" in errors.text


async def test_private_table_moves_into_no_channel(court: Evening, ann: Guest, bo: Guest) -> None:
    """/table resume finds none, and one that is forged, by its person or somebody else, is posted nowhere."""
    view = await begin(ann, "oriflamme")
    before = len(court.public())

    typed = await ann.command("table resume")
    assert said(NothingRests.key, typed.private)
    here = typed.message
    for guest, place, key in (
        (ann, here, NothingRests.key),
        (bo, here, NoSuchTable.key),
        (bo, view, NoSuchTable.key),
    ):
        await assert_tells(key, guest.forge("which:resuming", place, values=["1"]))
    table = await court.table()
    assert (table.record.alone, table.status) == (True, Status.PLAYING)
    assert len(court.public()) == before
    for moved in (court.tables.suspend(table.id), court.tables.resume(table.id, guild=1, channel=1)):
        with pytest.raises(NothingRests):
            await moved


async def test_person_plays_at_three_private_tables_at_most(court: Evening, ann: Guest) -> None:
    """One that is put away makes room; they count for no other limit."""
    view, *_ = [await begin(ann, "oriflamme") for _ in range(MOST_ALONE)]
    await assert_tells("refused-many-alone", ann.command("alone", game="oriflamme"))

    await put_away(ann, view)
    assert await status_of(court) is Status.ENDED
    await begin(ann, "oriflamme")
    assert await status_of(court, MOST_ALONE + 1) is Status.PLAYING


@IN_EVERY_LANGUAGE
async def test_rewound_table_asks_an_earlier_decision_again(court: Evening, ann: Guest, says: Say) -> None:
    """Behind *More*, as often as wanted; old buttons fit no more, and the log keeps what was undone.

    At any table with others it is refused.
    """
    view = await begin(ann, "oriflamme")
    first = await court.table()
    seat = first.seat_of(ann.id)
    for _ in range(3):
        await answer(ann, view)

    back, decisions = await rewind(ann, view)

    now = await court.table()
    assert now.started_match.frame(seat).scene == first.started_match.frame(seat).scene
    assert now.started_match.seq > first.started_match.seq
    assert says("told-rewind.you") in back.text
    again = await answer(ann, back)
    assert again.message.id == back.message.id
    assert view.id == back.message.id
    assert len(await find_decisions(court.tables, await court.table(), ann.id)) < decisions > 1
    assert await court.tables.storage.log(FIRST)
    await court.seat(*court.guests[:3], game="oriflamme")
    assert says(NotRewindable.key) in (await ann.forge("rewind:2")).text


@pytest.mark.quick
async def test_private_table_closes_after_two_idle_weeks(court: Evening, ann: Guest) -> None:
    """Counted from the last move; nobody is told."""
    await answer(ann, await begin(ann, "oriflamme"))
    bot, now, sent = court.bot, court.tables.now(), len(court.record.sent)

    for days, status in ((ALONE_DAYS - 1, Status.PLAYING), (ALONE_DAYS + 1, Status.ENDED)):
        later = partial(float, now + days * DAY)
        await Caretaker(bot.tables, bot.preferences, list, later).run_round()
        assert await status_of(court) is status
    await court.settle()
    assert len(court.record.sent) == sent


@pytest.mark.parametrize("presses", [False, True])
async def test_private_table_opens_in_words_before_its_picture(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, *, presses: bool
) -> None:
    """Nobody waits for it; it follows into the DM, where what is shown by then stays."""
    guest = ann
    drawing = slow(court, monkeypatch, "hand.png")
    typed = asyncio.create_task(guest.command("alone", game="oriflamme", level="squire"))
    await until(lambda: bool(guest.dms) and bool(court.bot.pictures._tasks))
    (view,) = guest.dms
    assert files(view) == []
    if presses:
        await answered(guest.begin(view, part(view, "more")))
    drawing.set()
    await typed
    await court.settle()
    assert files(view) == ["hand.png"]
    assert ("less" in verbs(view)) is presses
