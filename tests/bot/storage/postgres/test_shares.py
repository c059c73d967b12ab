"""Several Heralds share a database: each looks after its own tables, and hears what others change of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.clocks.table_clock import TableClock, TimeControl
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.host.address import Address
from bot.host.shards import WHOLE, ShardSet, deal_shards
from bot.storage import sql as questions
from bot.storage.port import MISSED, About, LostUpdate, Notice
from bot.storage.postgres import claim
from bot.storage.records import NO_USER, Person, Server, TableDefaults, TableRecord
from bot.storage.store import Store
from engine.errors import Refused
from engine.match import AmountReply
from tests.bot.storage.postgres.test_claims import CUT, sql
from tests.bot.storage.samples import ANN, BO, begin, lobby, next_due, opened, play_on, postgres, refuses, started
from tests.bot.tables import test_ordering as ordering
from tests.contract.orders import orders_of

HALVES = deal_shards(4, 2)


@pytest.fixture
async def both(address: Address) -> AsyncIterator[tuple[Store, Store]]:
    """Return two storages that each took the first share that was free."""
    async with opened(postgres(address, HALVES)) as first, opened(postgres(address, HALVES)) as second:
        yield first, second


class Ear(list[Notice]):
    """Writes down what a storage hears."""

    def __init__(self, storage: Store) -> None:
        super().__init__()
        self._told = asyncio.Event()
        storage.database.listen(self._hear)

    def _hear(self, notice: Notice) -> None:
        self.append(notice)
        self._told.set()

    async def until(self, expected: Notice) -> None:
        """Wait until something is heard."""
        async with asyncio.timeout(60):
            while expected not in self:
                self._told.clear()
                await self._told.wait()


async def of(storage: Store, shard: int) -> TableRecord:
    """Begin a match in a server of a shard."""
    return await begin(storage, lobby(guild=shard << 22))


async def test_who_finds_no_share_free_waits_and_then_ends(
    address: Address, both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes as one goes takes its place."""
    monkeypatch.setattr(claim, "AGAIN", 0.05)
    third = postgres(address, HALVES)
    opening = asyncio.create_task(third.open())
    await asyncio.sleep(0.1)
    await both[0].close()
    await opening
    assert third.share == HALVES[0]
    monkeypatch.setattr(claim, "TRIES", 2)
    with refuses("storage-shares"):
        await postgres(address, HALVES).open()
    await third.close()


@pytest.mark.parametrize("others, why", [((WHOLE,), "running"), (deal_shards(8, 8)[4:], "shards-differ")])
async def test_who_would_look_after_the_same_servers_is_refused(
    address: Address,
    both: tuple[Store, Store],
    monkeypatch: pytest.MonkeyPatch,
    others: tuple[ShardSet, ...],
    why: str,
) -> None:
    """All of them, or those of another number of shards."""
    monkeypatch.setattr(claim, "AGAIN", 0.0)
    assert both
    with refuses(f"storage-{why}"):
        await postgres(address, others).open()


async def test_who_looks_after_a_table_hears_of_a_change_elsewhere(
    both: tuple[Store, Store],
) -> None:
    """And only then: what it changes itself it knows, and what is refused is no change."""
    first, second = both
    at_first, at_second = Ear(first), Ear(second)
    table = await of(first, 3)
    answered = Notice(About.ANSWERED, table.id, table.guild)
    await first.notify_answered(table)
    await at_second.until(answered)
    assert at_second[0] == Notice(About.CHANGED, table.id, table.guild)
    at_second.clear()
    played = await play_on(second, table)
    with pytest.raises(LostUpdate):
        await play_on(first, table)
    await first.notify_answered(played)
    await at_second.until(answered)
    assert at_second == [answered]
    assert at_first == []


async def test_process_hears_that_its_table_was_led_away(both: tuple[Store, Store]) -> None:
    """It may remember the table as it was."""
    first, second = both
    at_second, table = Ear(second), await of(second, 3)
    await first.save(replace(table, guild=4 << 22), left=table.guild)
    await first.notify_answered(table)
    await at_second.until(Notice(About.ANSWERED, table.id, table.guild))
    assert at_second[0] == Notice(About.CHANGED, table.id, table.guild)


CHOSEN: dict[Notice, object] = {
    Notice(About.PERSON, 7): Person(7, dm_closed=True),
    Notice(About.PERSON, 8): TimeSettings(8, Reminders.DIGEST),
    Notice(About.SERVER, 10): Server(10, "uk"),
    Notice(About.SERVER, 11): TableDefaults(11, "week"),
}
"""What is told, and a choice that any process may remember otherwise."""


async def test_what_somebody_chooses_is_told_to_all(both: tuple[Store, Store]) -> None:
    """Any process may remember it: preferences, habits of time, what a server wants; or what is forgotten."""
    first, second = both
    at_second = Ear(second)
    for chosen in CHOSEN.values():
        await first.store_choices(chosen)
    await first.forget_choices(user=9)
    await first.notify_answered(lobby(guild=3 << 22))
    answered = Notice(About.ANSWERED, 0, 3 << 22)
    await at_second.until(answered)
    assert at_second == [*CHOSEN, Notice(About.PERSON, 9), answered]


async def test_each_looks_after_what_is_due_at_its_own_tables_and_the_first_at_digests(
    both: tuple[Store, Store],
) -> None:
    """Storage: behind, homes, due, next_due, rivalled, tidings: nobody is reminded or stood in for twice, or forgotten.

    A table itself can be read by all.
    """
    first, second = both
    rival = replace(BO, user=NO_USER, level="squire")
    places = [lobby(ANN, rival, guild=shard << 22, created=50.0) for shard in range(4)]
    tables = [await begin(first, place) for place in places[:3]]
    tables.append(await first.save(started(await first.create(places[3], {77: 60.0}))))
    at_first, at_second = [table.id for table in tables[:2]], [table.id for table in tables[2:]]
    assert await second.load(tables[0].id) == tables[0]
    for number, table in enumerate(tables):
        await second.store_published(
            table.id, clock=replace(TableClock(TimeControl(60)).begin_game(2, 100.0), due=float(101 + number))
        )
    await second.store_choices(replace(TimeSettings(101, Reminders.DIGEST), digest=99.0))
    for asked in (questions.UNSHOWN, questions.RIVALLED):
        assert [list(await each.select(asked)) for each in both] == [at_first, at_second]
    assert [list(await each.select(questions.DUE, now=1e9, most=9)) for each in both] == [at_first, at_second]
    assert [[tiding.table for tiding in await each.select(questions.TIDINGS, now=1e9, most=9)] for each in both] == [
        [],
        at_second[1:],
    ]
    assert sorted(await second.select(questions.HOMES)) == [2 << 22, 3 << 22]
    assert [second.share.has_guild(table.guild) for table in tables] == [False, False, True, True]
    assert await next_due(first) == 99.0
    assert await next_due(second) == min(60.0, 103.0)


async def test_who_was_cut_off_is_told_that_something_may_be_missed(
    address: Address, both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices are lost with their connection; the share is kept."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    notices = [Ear(each) for each in both]
    await sql(address, CUT)
    for each in notices:
        await each.until(MISSED)
    assert tuple(each.share for each in both) == HALVES


async def test_all_processes_stand_in_the_same_lines(address: Address, both: tuple[Store, Store]) -> None:
    """A turn comes so many seconds after the one before it, whoever took that; another line has turns of its own.

    Nobody waits for a turn that was taken before the server's clock was set back: a line isn't so long.
    """
    first, second = both
    left = [await each.database.take_turn(0, 30.0) for each in (first, second, first)]
    left.append(await second.database.take_turn(1, 30.0))
    await sql(address, "UPDATE notes SET value = (value::float8 + 3600)::text WHERE key = 'turn 0'")
    left.append(await second.database.take_turn(0, 30.0))
    assert left == [pytest.approx(each, abs=5.0) for each in (0.0, 30.0, 60.0, 0.0, 0.0)]


async def test_two_orders_that_arrive_at_two_processes_at_once_both_stand(both: tuple[Store, Store]) -> None:
    """Whoever comes second looks again; the last one plays the auction, once."""
    here, there = map(ordering.started_anew, both)
    asked = await ordering.auction(here)
    await there.get(asked.id)

    await asyncio.gather(
        ordering.limit(here, asked.id, ordering.ANN, 1), ordering.limit(there, asked.id, ordering.BO, 0)
    )
    await ordering.limit(there, asked.id, ordering.CY, 0)

    made = await here.storage.log(asked.id, asked.started_match.seq)
    bids = [asked.record.sitters[move.seat] for move in made if '"bid"' in move.action]
    assert bids == [ordering.ANN]


@pytest.mark.parametrize("together", [False, True])
async def test_an_order_for_a_seat_that_was_just_left_is_refused_or_ends_with_its_person(
    both: tuple[Store, Store], *, together: bool
) -> None:
    """At another process, whose memory still has that person there: no order of theirs plays on for the rival."""
    here, there = map(ordering.started_anew, both)
    asked = await ordering.auction(here)
    number, seat = asked.id, asked.seat_of(ordering.BO.user)
    assert seat is not None
    question = (await there.get(number)).started_match.question_id(seat)

    async def order() -> None:
        await there.play(number, ordering.BO.user, question, AmountReply(1))

    leaving = here.seats.leave(number, ordering.BO.user, "Wren")
    if together:
        _, refused = await asyncio.gather(leaving, order(), return_exceptions=True)
    else:
        await leaving
        (refused,) = await asyncio.gather(order(), return_exceptions=True)
    assert isinstance(refused, Refused) or (together and refused is None)
    left = await ordering.started_anew(here.storage).get(number)
    assert left.record.sitters[seat].user != ordering.BO.user
    assert orders_of(left.started_match).of(seat) == {}
