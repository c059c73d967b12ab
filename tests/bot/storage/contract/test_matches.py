"""A position, its moves, orders and clocks are kept together, once, where they follow on, and are shown when due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.port import LostUpdate, Statement
from bot.storage.records import Consent, ConsentCall, Dm, PingMessage, Published, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.samples import (
    ANN,
    BO,
    CAT,
    GIVEN,
    OTHERS,
    Change,
    alter,
    begin,
    line,
    lobby,
    moved,
    next_due,
    play_on,
    position,
    resaved,
    started,
)


async def test_change_makes_a_revision_that_is_told(storage: Store) -> None:
    """Storage: save, listen, behind: lobbies, people, starts, moves, orders, ends; who is told finds the change.

    Discord is behind it until it is announced; a suspended table has nowhere to be shown. One whose place is gone is
    retired in silence. A table that was ended remembers no orders, one that takes none keeps none.
    """
    told, seen = list[TableId](), list[asyncio.Task[TableRecord | None]]()
    storage.listen(told.append)
    storage.listen(lambda number: seen.append(asyncio.create_task(storage.load(number))))
    changes: Sequence[Change] = (
        lambda table: alter(storage, table, sitters=(ANN, BO)),
        lambda table: storage.save(started(replace(table, sitters=(BO, ANN)))),
        lambda table: play_on(storage, table, 2),
        lambda table: storage.save(*moved(replace(table, sitters=(CAT, BO), opener=CAT.user, since=9.0)), seated=True),
        lambda table: storage.save(resaved(table, orders=GIVEN)),
        lambda table: alter(storage, table, status=Status.SUSPENDED),
        lambda table: alter(storage, table, status=Status.PLAYING),
        lambda table: alter(storage, table, status=Status.ENDED),
    )
    table = await storage.create(lobby(ANN, orders=True))
    for number, change in enumerate(changes, 1):
        shown = table.status is not Status.SUSPENDED
        assert await storage.select(sql.UNSHOWN) == [table.id] * shown
        if shown:
            await storage.store_published(table.id, published := Published(revision=table.revision))
            table = replace(table, announced=published)
        assert await storage.select(sql.UNSHOWN) == []
        table = await change(table)
        assert table.revision == number
        assert await storage.load(table.id) == await seen[-1] == table
        assert await storage.find(known=table.opener, status=Status) == [table]
    assert told == [table.id] * (1 + len(changes))

    begun = await begin(storage, moves=1)
    kept = await storage.save(resaved(begun, orders=GIVEN))
    told.clear()
    retired = await storage.save(replace(kept, status=Status.ENDED), published=Published(kept.revision + 1))
    assert await storage.load(begun.id) == retired
    assert (kept.save, retired.save, table.save) == (begun.save, begun.save, position(3))
    assert told == []
    assert await storage.select(sql.UNSHOWN) == [table.id]


async def test_change_of_an_earlier_version_is_refused(storage: Store) -> None:
    """Storage: save asks for the version that was read, though all else would fit; orders alone make one, too.

    Of what is refused nobody is told, and it isn't timed. So a match starts once, who joins it then is too late, and of
    two answers to one position the second is lost. What the shuffle was made of is changed by nothing, nor is its game.
    """
    opened, told, times = await storage.create(lobby(orders=True)), list[TableId](), list[float]()
    storage.listen(told.append)
    storage.time(times.append)

    joined = await alter(storage, opened, sitters=(ANN, replace(BO, word=b"w" * 32), CAT))
    late = alter(storage, opened, sitters=(BO,)), storage.save(started(opened))
    another = alter(storage, started(joined), game="another")
    await _check_refused(storage, joined, *late, another)

    begun = await storage.save(started(joined))
    again = storage.save(resaved(begun, seed=b"t" * 32))
    forged = replace(begun, pledged=None), replace(begun, sitters=(ANN, BO, CAT))
    ends = [alter(storage, each, status=Status.ENDED) for each in forged]
    quiet = [storage.save(each, shows=False) for each in forged]
    await _check_refused(storage, begun, again, alter(storage, joined, sitters=(ANN, BO)), *ends, *quiet)

    ordered = await storage.save(resaved(begun, orders=OTHERS), shows=False)
    seated = alter(storage, begun, sitters=begun.sitters[::-1])
    orders = [storage.save(resaved(begun, orders=""), shows=shows) for shows in (True, False)]
    moves = [storage.save(*moved(begun), seated=taken) for taken in (True, False)]
    await _check_refused(storage, ordered, *moves, seated, *orders)

    played = await play_on(storage, ordered)
    orders = [storage.save(resaved(ordered, orders=""), shows=shows) for shows in (True, False)]
    ending = alter(storage, ordered, status=Status.ENDED)
    await _check_refused(storage, played, ending, play_on(storage, ordered, 2), *orders)

    ended = await alter(storage, played, status=Status.ENDED)
    await _check_refused(storage, ended, storage.save(played), play_on(storage, played))
    assert await storage.log(ended.id) == [line(1)]
    assert told == [opened.id] * 4
    assert [0 < seconds < 5 for seconds in times] == [True] * 5


async def _check_refused(storage: Store, stands: TableRecord, *changes: Awaitable[object]) -> None:
    for change in changes:
        with pytest.raises(LostUpdate):
            await change
    assert await storage.load(stands.id) == stands


async def test_two_answers_in_one_group_are_told_apart(storage: Store) -> None:
    """Storage: of two records that wait together, exactly one is kept; it costs none of the others anything."""
    after, moves = moved(await begin(storage))
    others = [play_on(storage, await begin(storage)) for _ in range(5)]
    saving = storage.save(after, moves), storage.save(after, moves), *others
    first, second, *rest = await asyncio.gather(*saving, return_exceptions=True)
    kept = [type(first), type(second)]
    assert kept in ([TableRecord, LostUpdate], [LostUpdate, TableRecord])
    if isinstance(storage.database, SqliteDatabase):
        # Its writer takes what waits in turn, where PostgreSQL promises no order.
        assert kept == [TableRecord, LostUpdate]
    assert await storage.log(after.id) == moves
    for other in rest:
        assert isinstance(other, TableRecord)
        assert await storage.load(other.id) == other
        assert await storage.log(other.id) == moves


async def test_moves_that_do_not_follow_on_are_refused(storage: Store) -> None:
    """Storage: a log without gaps, here to the third move; of the same table, in its place, and of the same match."""
    table = await begin(storage, moves=1)
    after = replace(table, save=position(3))
    others = [replace(after, game="chess"), replace(after, guild=6), replace(after, channel=8)]
    lies = (("seed", b"t" * 32), ("game", "chess"), ("rules", 2), ("seats", 3))
    others += [resaved(after, **{name: lie}) for name, lie in lies]
    changes = [(after, numbers) for numbers in ([3], [2, 4], [2], [2, 2], [3, 2])] + [(each, [2, 3]) for each in others]

    await _check_refused(
        storage, table, *(storage.save(each, [line(seq) for seq in numbers]) for each, numbers in changes)
    )

    assert await storage.log(table.id) == [line(1)]


async def test_match_is_carried_over_in_silence(storage: Store) -> None:
    """Storage: save: to newer rules, with its orders, from what was read alone; the revision stays, nobody is told.

    It can be replayed from there, as from its start, and from no order: each would be a copy of the match.
    """
    table, told = await begin(storage, lobby(orders=True), moves=1), list[TableId]()
    storage.listen(told.append)
    carried = await storage.save(resaved(table, rules=2, orders="limits"), shows=False)
    later = storage.save(replace(carried, save=position(2, rules=3)), shows=False)
    await _check_refused(storage, carried, later, play_on(storage, table))
    ordered = await storage.save(resaved(carried, orders="others"), shows=False)
    assert await storage.load(table.id) == ordered
    assert (ordered.revision, told) == (table.revision, [])
    await storage.save(resaved(await play_on(storage, ordered), orders="limits"), shows=False)
    kept = await storage.database.query(Statement("SELECT seq, rules FROM checkpoints ORDER BY seq"))
    assert [tuple(row) for row in kept] == [(0, 1), (1, 2)]


NEWS = Published(
    1,
    1,
    55,
    "auction",
    "digest",
    56,
    1,
    ((0, 1), (1, 0)),
    (Dm(0, 1, 900, 901), Dm(1, 0, 902, 903)),
    summons=(PingMessage(57, ((0, 1), (1, 0))),),
    consents=(
        ConsentCall(Consent(0, ANN.user, 77, 1, 1700000005.5), 20, 58),
        ConsentCall(Consent(1, 5, 77, 1, 9.0), 901, 59),
    ),
)


NOW = 1795348800.1234567
AGREED = TableClock(TimeControl(DAY, TimeoutAction.WAITS, "Europe/Kyiv"), proposal=TimeControl(HOUR), agreed=(101,))
BEGUN = TableClock(AGREED.terms).begin_game(2, NOW)
RUNNING = replace(BEGUN.start_clocks([(0, 0)], NOW), pauses=((NOW, None),), due=NOW + 1)


async def test_announcing_and_moving_undo_nothing_of_each_other(storage: Store) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others; all of it comes back.

    To announce makes no revision, and tells nobody. What is announced is the revision that was looked at, not the one
    that is there. Clocks go with an announcement, alone, and with moves, the last of a match as well; a table without
    clocks gets none.
    """
    table, without = await begin(storage, lobby(clock=AGREED)), await begin(storage)
    told = list[TableId]()
    storage.listen(told.append)
    await storage.store_published(table.id, Published(message=55))
    assert not told
    table = await play_on(storage, replace(table, clock=BEGUN))
    for news, clock, behind in (
        (NEWS, None, [table.id]),
        (None, RUNNING, [table.id]),
        (replace(NEWS, revision=table.revision), BEGUN, []),
    ):
        await storage.store_published(table.id, news, clock)
        table = replace(table, announced=news or table.announced, clock=clock or table.clock)
        assert await storage.load(table.id) == table
        assert await storage.select(sql.UNSHOWN) == [*behind, without.id]
    table = await play_on(storage, replace(table, status=Status.OVER, clock=RUNNING), 3)
    assert await storage.load(table.id) == table
    without = await play_on(storage, without, 3)
    assert await storage.load(without.id) == without


WREN = Sitter(0, "Wren", level="champion")
AWAY = replace(ANN, level="knight")


async def test_the_tables_with_rivals_are_those_that_are_played(storage: Store) -> None:
    """Storage: rivalled: a rival on any seat, a person's as well; no lobby, nothing that is over or rests."""
    await storage.create(lobby(ANN, WREN))
    await begin(storage)
    own, cared = await begin(storage, lobby(ANN, WREN)), await begin(storage, lobby(AWAY, BO))
    await alter(storage, await begin(storage, lobby(ANN, WREN)), status=Status.OVER)
    resting, running = await begin(storage, lobby(ANN, WREN)), TableClock(TimeControl(DAY)).begin_game(2, 0.0)
    await storage.store_published(resting.id, clock=running.rest())
    await storage.store_published(cared.id, clock=running)
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id]
    await storage.store_published(resting.id, clock=running.rest().note_activity(0, 1.0))
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id, resting.id]


async def test_what_is_due_comes_longest_due_first(storage: Store) -> None:
    """Storage: due, digests, next_due: no more than was asked for, nothing before its time or of clocks that stand.

    A host whose clock was set back looks at every table whose clocks run.
    """
    assert await next_due(storage) is None
    late, early, later, _ = [
        await begin(storage, lobby(clock=replace(RUNNING, due=due))) for due in (NOW, NOW - 5, NOW + 5, None)
    ]
    for now, most, expected in ((NOW, 9, [early, late]), (NOW, 1, [early]), (NOW + 5, 9, [early, late, later])):
        assert await storage.select(sql.DUE, now=now, most=most) == [table.id for table in expected]
    assert await next_due(storage) == NOW - 5
    await storage.store_published(early.id, clock=replace(RUNNING, due=None))
    assert await next_due(storage) == NOW

    for user, due in ((101, NOW - 1), (102, NOW - 2), (103, NOW + 1), (104, NOW - 3), (104, None)):
        await storage.store_choices(TimeSettings(user, Reminders.DIGEST, digest=due))
    assert await next_due(storage) == NOW - 2
    assert [each.user for each in await storage.choices(TimeSettings, due=NOW)] == [102, 101]
    assert [each.user for each in await storage.choices(TimeSettings, due=NOW, most=1)] == [102]

    await storage.change(sql.WAKE(now=NOW - 9))
    assert sorted(await storage.select(sql.DUE, now=NOW - 9, most=9)) == [late.id, later.id]
