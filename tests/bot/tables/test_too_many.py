"""How many tables there may be of a person, in a channel and in a server, which the storage is asked once."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.backend.errors import BackendError

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl
from bot.host.shards import ShardSet
from bot.policies import Moderator
from bot.storage.port import StorageError
from bot.storage.records import NO_TABLE, NO_USER, Private, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables import limits
from bot.tables.limits import ENOUGH, GameLengths, Limits, LiveTables
from bot.tables.refusals import TableFull, TooManySeats
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.match import PicksReply
from engine.scene import Seat
from tests.bot.announce.healing import new_table
from tests.bot.clock import Clock as Watch
from tests.bot.interactions.test_lobbies import cancel
from tests.bot.party import status_of
from tests.bot.sentences import assert_said
from tests.bot.server import Evening, Guest, buttons, moderator, verbs, words
from tests.bot.storage.samples import ANN, BO, CAT, begin, full, line, lobby
from tests.engine.ballot import BALLOT


@pytest.mark.quick
async def test_person_and_server_of_the_same_number_wait_for_nobody(court: Evening, ann: Guest) -> None:
    """Each has a lock of its own while a table opens."""
    table = replace(new_table(ann), guild=ann.id)
    async with asyncio.timeout(60):
        opened = await court.tables.open(table)
    assert opened.record.guild == opened.record.opener


@pytest.mark.settings(lobbies_per_person=2, tables_per_person=3)
async def test_one_person_sits_at_only_so_many_tables(court: Evening) -> None:
    """Neither joined nor opened; what is being played counts as well; when one of them is over there is room.

    A third table that waits is refused sooner; once one of them is cancelled it is opened. Others may open theirs.
    """
    ann, bo, cy, *_ = court.guests
    await court.seat(ann, bo)
    await court.open(cy, bo)
    third = await court.open(cy, bo)
    assert (await cy.command("newgame fortheking")).private == words("refused-many-lobbies", most=2)
    fourth = await court.open(ann)
    assert (await bo.press("join", fourth)).private == words("refused-many-seats", most=3)
    await assert_said("refused-many-seats", bo.command("newgame oriflamme"))
    assert [sitter.name for sitter in (await court.table_record(4)).sitters] == ["Ann"]
    await court.tables.end(TableId(1), ann.id)
    assert (await bo.press("join", fourth)).edited
    await cancel(cy, third)
    await assert_said("newgame-opened", cy.command("newgame fortheking"))


@pytest.mark.settings(tables_per_channel=2, tables_per_server=3)
async def test_a_channel_and_a_server_hold_only_so_many_tables(court: Evening, ann: Guest, bo: Guest) -> None:
    """A full channel leaves room in a thread and elsewhere, a full server nowhere, and makes no thread."""
    await court.open(ann)
    await court.open(bo)
    assert (await ann.command("newgame fortheking")).private == words("refused-channel-full", most=2)
    await assert_said("newgame-opened", ann.command("newgame fortheking", thread=True))
    before = set(court.env.backend.channels)
    full = await bo.command("newgame fortheking", thread=True)
    assert full.private == words("refused-server-full", most=3)
    assert set(court.env.backend.channels) == before


@pytest.mark.settings(lobbies_per_person=3, tables_per_person=4)
async def test_who_asks_often_at_once_gets_no_more_than_one_by_one(court: Evening) -> None:
    """Ten tables opened, then six joined, in the same moment: the counts are those of the limits."""
    tables, (ann, bo, *others) = court.tables, court.guests
    asked = (tables.open(new_table(ann)) for _ in range(10))
    opened = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(str(one) != "refused-many-lobbies" for one in opened) == 3
    found = [await tables.open(new_table(guest)) for guest in others]
    joined = await asyncio.gather(
        *(tables.join(table.id, Sitter(bo.id, "Bo")) for table in found), return_exceptions=True
    )
    assert sum(not isinstance(one, TooManySeats) for one in joined) == 4


async def test_a_moderator_cancels_all_that_nobody_has_started(court: Evening) -> None:
    """/table end where several tables are open: what is being played stays, and so does another channel's.

    Nobody else is offered it, and a forged click is refused.
    """
    ann, bo, cy, *_ = court.guests
    await court.seat(ann, bo)
    await court.open(cy)
    lobby = await court.open(cy)
    assert verbs(await cy.command("table end")) == ["which"]
    await assert_said("refused-not-opener", bo.forge("clear", lobby))
    assert len(await court.tables.find()) == 3
    mo = moderator(court)
    asked = await mo.command("table end")
    assert "clear" in verbs(asked)
    assert words("button-clear", count=2) in [part.get("label") for part in buttons(asked)]
    cleared = await mo.press("clear", asked)
    assert words("clear-done", count=2) in cleared.text
    statuses = [await status_of(court, number) for number in (1, 2, 3)]
    assert statuses == [Status.PLAYING, Status.ENDED, Status.ENDED]


def refusing(kind: type[discord.HTTPException], code: int) -> AsyncMock:
    """Return a request that Discord refuses."""
    answer: Any = SimpleNamespace(status=403, reason="no")
    return AsyncMock(side_effect=kind(answer, {"code": code, "message": "no"}))


@pytest.mark.quick
@pytest.mark.parametrize(
    "code, key",
    [
        (160006, "refused-many-threads"),
        (160007, "refused-many-threads"),
        (50013, "refused-no-thread"),
        (10003, "refused-channel-gone"),
    ],
)
async def test_a_thread_that_discord_refuses_is_told_in_a_sentence(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, code: int, key: str
) -> None:
    """No table is opened, and nothing is an error of Herald's."""
    monkeypatch.setattr(discord.TextChannel, "create_thread", refusing(discord.HTTPException, code))
    await assert_said(key, ann.command("newgame fortheking", thread=True))
    assert not await court.tables.find()


@pytest.mark.quick
async def test_a_channel_for_announcements_has_threads_of_its_own_kind(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord makes no other ones there."""
    backend, make = court.env.backend, court.env.backend.create_thread
    kinds = discord.ChannelType

    def strict(parent: int, *given: Any, **more: Any) -> Any:
        if (backend.get_channel(parent).type, more.pop("type")) != (kinds.news.value, kinds.news_thread.value):
            raise BackendError(400, 50024, "Cannot execute action on this channel type")
        return make(parent, *given, **more)

    monkeypatch.setattr(backend, "create_thread", strict)
    court.env.backend.get_channel(court.channel.id).type = kinds.news.value
    backend.announce_channel_update(court.channel.id)
    await court.settle()
    await assert_said("newgame-opened", ann.command("newgame fortheking", thread=True))
    (table,) = await court.tables.find()
    assert backend.get_channel(table.channel).parent_id == court.channel.id


@pytest.mark.quick
@pytest.mark.usefixtures("errors")
@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_table_that_can_not_be_kept_leaves_no_thread(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, *, may_delete: bool
) -> None:
    """The disk is full: the thread is deleted again, or archived where Herald may not delete it."""
    monkeypatch.setattr(court.storage, "create", full)
    if not may_delete:
        monkeypatch.setattr(discord.Thread, "delete", refusing(discord.Forbidden, 50013))
    before = set(court.env.backend.channels)
    answer = await ann.command("newgame fortheking", thread=True)
    assert answer.private == words("apology-storage")
    left = set(court.env.backend.channels) - before
    assert may_delete is not bool(left)
    for thread in left:
        data = court.env.backend.channels[thread].thread_metadata
        assert data is not None
        assert data.archived


BEGAN = line(1).at
WREN = Sitter(NO_USER, "Wren", level="knight")
OPEN = replace(lobby(ANN), clock=TableClock(TimeControl(DAY)))
"""A table that waits for somebody."""


def of_two(*others: Sitter, **different: Any) -> TableRecord:
    """Return an open table of two at a pace of a day."""
    table = lobby(ANN, *(others or (BO,)))
    return replace(table, **{"clock": TableClock(TimeControl(DAY)), **different})


async def played(storage: Store, table: TableRecord, *days: float, status: Status = Status.OVER) -> None:
    """Keep games like a table's that took so many days from their first move on."""
    for each in days:
        begun = await begin(storage, table, moves=1)
        await storage.save(replace(begun, status=status, since=BEGAN + each * DAY))


async def test_ten_games_tell_how_long_one_takes(storage: Store, clock: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their median, from the first move on; nine tell nothing, nor does one that was ended early or still runs.

    On the same server, at the same pace, of as many people and rivals, ordered ahead or not. A seat that a rival cares
    for is a person's: whoever was late, or will be back, was waited for. What is known is read anew after an hour, once
    for all lobbies that are shown together.
    """
    lengths = GameLengths(storage, clock)
    await played(storage, of_two(replace(BO, level="knight")), *range(1, ENOUGH))
    await played(storage, of_two(), 30, status=Status.ENDED)
    hourly = of_two(clock=TableClock(TimeControl(HOUR)))
    for other in (of_two(guild=6), of_two(orders=True), hourly, of_two(BO, CAT), of_two(WREN)):
        await played(storage, other, 30)
    await begin(storage, of_two(), moves=1)
    assert await lengths.usual_seconds(OPEN, 2) is None
    await played(storage, of_two(), 30)
    assert await lengths.usual_seconds(OPEN, 2) is None
    clock.now += HOUR
    find = AsyncMock(wraps=storage.find)
    monkeypatch.setattr(storage, "find", find)
    usual = await asyncio.gather(*(lengths.usual_seconds(OPEN, 2) for _ in range(5)))
    assert usual == [5.5 * DAY] * 5
    find.assert_awaited_once()
    assert await lengths.usual_seconds(replace(OPEN, game="another"), 2) is None


# Asked once

PEOPLE = [ANN, BO, CAT, *(Sitter(user, f"Person {user}") for user in (104, 105))]
GAMES = {BALLOT.key: BALLOT}
NEW = TableRecord(NO_TABLE, BALLOT.key, 10, 20, ANN.user, Private.HERE, Status.LOBBY, (ANN,))
STEPS = 120


async def test_a_channel_is_remembered_though_more_were_asked_about_than_are_kept(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest makes room: else a host with many channels would wait for the storage with every answer."""
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    known, tally = LiveTables(storage), AsyncMock(wraps=storage.select)
    monkeypatch.setattr(storage, "select", tally)
    for channel in (1, 2, 3, 3, 2, 1, 1):
        assert not await known.has_several(channel)
    assert [each.kwargs["channel"] for each in tally.await_args_list] == [1, 2, 3, 1]


async def step(tables: Tables, numbers: list[TableId], rng: random.Random) -> None:
    """Let something happen that may change who sits where, or which tables are live."""
    sitter, number = rng.choice(PEOPLE), rng.choice([*numbers, NO_TABLE])
    match rng.choice(["open", "join", "join", "leave", "start", "end", "exchange", "suspend", "resume"]):
        case "open":
            new = replace(NEW, channel=rng.choice((20, 21)), opener=sitter.user, sitters=(sitter,))
            numbers.append((await tables.open(new)).id)
        case "join":
            await tables.join(number, sitter)
        case "leave":
            await tables.leave(number, sitter.user)
        case "start":
            await tables.start(number, Moderator(sitter.user))
        case "end":
            await tables.end(number, Moderator(sitter.user))
        case "exchange":
            await tables.seats.exchange(number, Seat(0), replace(sitter, name="Another"))
        case "suspend":
            await tables.suspend(number)
        case _:
            await tables.resume(number, guild=10, channel=20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_where_people_sit_is_known_as_the_storage_knows_it(storage: Store, seed: int) -> None:
    """Whatever happens, and though both were asked before."""
    rng, numbers = random.Random(seed), list[TableId]()
    tables = Tables(storage, GAMES, limits=Limits())
    for _ in range(STEPS):
        with suppress(Refused):
            await step(tables, numbers, rng)
        for sitter in PEOPLE:
            found = {table.id for table in await storage.find(user=sitter.user)}
            assert await tables.live_tables.tables_of(sitter.user) == found
        for channel in (20, 21):
            several = len(await storage.find(channel=channel)) > 1
            assert await tables.live_tables.has_several(channel) == several
    assert len(numbers) > STEPS // 20


@pytest.fixture
def here(storage: Store) -> Tables:
    """Return the tables of one process."""
    return Tables(storage, GAMES)


@pytest.fixture
def there(storage: Store) -> Tables:
    """Return the tables of another process on the same database."""
    return Tables(storage, GAMES)


async def test_what_another_process_changes_is_asked_anew(
    here: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells that it has changed the table, and says nothing of its people; after a gap all is asked anew.

    Of a table of another share nobody tells: where a share is looked after the storage is asked each time.
    """
    assert not await here.live_tables.tables_of(ANN.user)
    first = (await there.open(NEW)).id
    await here.invalidate_all()
    assert await here.live_tables.tables_of(ANN.user) == {first}

    assert not await here.live_tables.tables_of(BO.user)
    await there.join(first, BO)
    await here.invalidate(first)
    assert await here.live_tables.tables_of(BO.user) == {first}

    monkeypatch.setattr(Store, "share", ShardSet(2, (0,)))
    assert await here.live_tables.tables_of(ANN.user) == {first}
    second = (await there.open(NEW)).id
    assert await here.live_tables.tables_of(ANN.user) == {first, second}


async def test_a_change_of_which_nobody_knows_whether_it_was_kept_is_looked_up(
    here: Tables, storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database has failed after it had kept that somebody joins."""
    save, opened = storage.save, await here.open(NEW)
    assert not await here.live_tables.tables_of(BO.user)

    async def kept(table: TableRecord, *lines: Any, **how: Any) -> TableRecord:
        await save(table, *lines, **how)
        raise StorageError("storage-outcome-unknown", path="")

    monkeypatch.setattr(storage, "save", kept)
    with pytest.raises(StorageError):
        await here.join(opened.id, BO)
    assert await here.live_tables.tables_of(BO.user) == {opened.id}


# What is decided here while something else is done elsewhere


async def test_who_decides_while_another_decides_elsewhere_is_heard_as_well(here: Tables, there: Tables) -> None:
    """Both were asked at once; the second click is on a table that has moved, but its question still stands."""
    number = (await here.open(NEW)).id
    await here.join(number, BO)
    table = await here.start(number, ANN.user)
    seats = {sitter.user: Seat(seat) for seat, sitter in enumerate(table.record.sitters)}
    questions = {user: table.started_match.question_id(seat) for user, seat in seats.items()}
    await there.play(number, ANN.user, questions[ANN.user], PicksReply((0, 1, 2)))
    played = await here.play(number, BO.user, questions[BO.user], PicksReply((2, 1, 0)))
    assert played.table.started_match.seq == 6
    assert (await there.get(number)).started_match.seq == 3
    assert played.table.status is Status.OVER


async def test_two_who_sit_down_at_once_both_sit(here: Tables, there: Tables) -> None:
    """A seat is taken elsewhere meanwhile, and the next one is free; looked at again, a table may be full."""
    number = (await here.open(NEW)).id
    await there.join(number, BO)
    table = await here.join(number, CAT)
    assert table.record.sitters == (ANN, BO, CAT)
    for guest in range(10, 14):
        await here.join(number, Sitter(guest, f"Guest {guest}"))
    await there.join(number, Sitter(14, "Guest 14"))
    with pytest.raises(TableFull):
        await here.join(number, Sitter(15, "Guest 15"))


async def test_clocks_are_changed_while_something_else_is_done_elsewhere(here: Tables, there: Tables) -> None:
    """A pace is proposed while somebody sits down, and a pause is wanted while somebody answers."""
    number = (await here.open(replace(NEW, clock=TableClock()))).id
    await there.join(number, BO)
    table = await here.clocks.propose(number, ANN.user, TimeControl(DAY))
    assert table.record.sitters == (ANN, BO)
    await there.clocks.agree(number, BO.user)
    table = await here.start(number, ANN.user)
    seat = table.seat_of(BO.user)
    await there.invalidate(number)
    await there.play(number, BO.user, table.started_match.question_id(seat), PicksReply((2, 1, 0)))
    table = await here.clocks.pause(number, ANN.user)
    assert table.started_match.seq == 3
    assert table.record.clock is not None
    assert table.record.clock.agreed == (ANN.user,)
