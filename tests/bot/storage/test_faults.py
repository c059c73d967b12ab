"""Faults at every statement of every kind of change, as SQLite tests itself: all of a change is kept, or nothing.

Each change is tried with a fault at its first statement, at its second, and so on, until it gets through.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.clocks.table_clock import TableClock, TimeControl
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import (
    Follow,
    Incident,
    IncidentKind,
    Outages,
    Person,
    Published,
    Remark,
    Sitter,
    Status,
    TableRecord,
)
from bot.storage.store import Store
from tests.bot.storage.samples import (
    ANN,
    BO,
    CAT,
    GIVEN,
    OVER,
    PLAYED,
    WAITING,
    At,
    Faulty,
    alter,
    arm,
    execute,
    failing,
    failing_late,
    faults,
    filled,
    install,
    loaded,
    lobby,
    moved,
    opened,
    play_on,
    position,
    query,
    resaved,
    started,
    taken,
    writer,
)
from tests.test_one_change import LISTED

RIVAL = Sitter(0, "Bramble", level="knight")
HAPPENED = (Incident(2, IncidentKind.SEATED, 0, ANN, 1.0), Incident(3, IncidentKind.SEATED, 0, RIVAL, 2.0))
RUNNING = TableClock(TimeControl(60)).begin_game(2, 100.0)
FOLLOWER = 77
AGAIN = "UPDATE numbers SET last = (SELECT max(id) FROM tables)"
"""Gives a number that no table has to the next one, so that what is tried again comes out the same."""
MOST = 100
"""More statements than any change has."""

Content: TypeAlias = dict[str, list[tuple[Any, ...]]]
Change: TypeAlias = Callable[[Store, TableRecord, TableRecord], Awaitable[object]]
"""Changes the waiting or the playing table, or something else."""


def photographing(path: Path, folder: Path) -> At:
    """Copy the files as a kill before this statement would leave them, and carry it out."""

    def photograph(sql: str, does: Callable[[], Any]) -> Any:
        del sql
        taken(path, folder)
        return does()

    return photograph


async def removed(storage: Store) -> None:
    """Delete the table that is over."""
    await storage.delete(await loaded(storage, OVER))


CHANGES: dict[str, Change] = {
    "create": lambda storage, *_: storage.create(lobby(CAT, created=1.0, clock=RUNNING), {FOLLOWER: 3.0}),
    "seat": lambda storage, waiting, _: alter(storage, waiting, sitters=(*waiting.sitters, CAT)),
    "begin": lambda storage, waiting, _: storage.save(started(waiting)),
    "record": lambda storage, _, playing: play_on(storage, playing),
    "several": lambda storage, _, playing: play_on(storage, replace(playing, status=Status.OVER), 3),
    "retire": lambda storage, _, playing: storage.save(
        replace(playing, status=Status.ENDED), published=Published(playing.revision + 1)
    ),
    "carry over": lambda storage, _, playing: alter(storage, playing, save=position(3, rules=2)),
    "announce": lambda storage, _, playing: storage.store_published(playing.id, Published(3, 2), RUNNING),
    "clock": lambda storage, _, playing: storage.store_published(playing.id, clock=RUNNING),
    "choices": lambda storage, *_: storage.store_choices(
        Person(101, language="uk"), Remark("commands", "a digest"), Outages(((1.0, 2.0), (4.0, 6.0)))
    ),
    "unfollow": lambda storage, *_: storage.store_choices(Follow(5, "toy", FOLLOWER)),
    "seats change hands": lambda storage, _, playing: storage.save(
        *moved(replace(playing, sitters=(RIVAL, BO), incidents=HAPPENED, clock=RUNNING)), seated=True
    ),
    "order in secret": lambda storage, _, playing: storage.save(resaved(playing, orders=GIVEN), shows=False),
    "place": lambda storage, _, playing: storage.save(
        replace(playing, guild=7, channel=70, status=Status.SUSPENDED), left=playing.guild
    ),
    "delete": lambda storage, *_: removed(storage),
    "forget": lambda storage, *_: storage.forget(ANN.user, OVER),
    "forget choices": lambda storage, *_: storage.forget_choices(user=FOLLOWER),
    "forget servers": lambda storage, *_: storage.change(sql.FORGET_SERVER(server=5)),
    "told": lambda storage, *_: storage.change(sql.TOLD(id=PLAYED, user=FOLLOWER)),
    "marks": lambda storage, *_: storage.change(
        sql.WISH(user=BO.user, id=PLAYED, at=3.0),
        sql.WISH(user=BO.user, id=OVER, at=3.0),
        sql.PUT_OFF(id=PLAYED, user=FOLLOWER, due=99.0),
        sql.WAKE(now=2.0),
    ),
}
CODES = [
    pytest.param(sqlite3.SQLITE_IOERR, id="I/O error"),
    pytest.param(sqlite3.SQLITE_FULL, id="disk full", marks=pytest.mark.soak),
    pytest.param(sqlite3.SQLITE_INTERRUPT, id="interrupt", marks=pytest.mark.soak),
]
"""Whatever the error is called, the way back is the same; a full disk and an interrupt that are real come below."""
SHORT = frozenset({"unfollow", "told", "clock"})
"""What is one statement, as others are that are tried always."""
every_change = pytest.mark.parametrize(
    "change",
    [pytest.param(does, id=name, marks=pytest.mark.soak if name in SHORT else ()) for name, does in CHANGES.items()],
)


def content(path: Path) -> Content:
    """Return everything that stands in a database, but for the last number: one that no table got is given to none."""
    names = query(path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'numbers'")
    return {name: sorted(query(path, f"SELECT * FROM {name}"), key=repr) for (name,) in names}  # noqa: S608 # our own schema


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with something of everything, of which each test has a copy."""
    path = tmp_path_factory.mktemp("before") / "herald.db"
    asyncio.run(filled(path))
    execute(path, AGAIN)
    return path


@pytest.fixture
async def kept(before: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """Open a storage on faulty connections, with a table that waits, one at its third move, and one that is over."""
    install(monkeypatch)
    shutil.copy(before, path)
    async with opened(path) as storage:
        yield storage


def test_every_kind_of_change_is_tried() -> None:
    """A method of the port that changes something has a row above; those that only ask are named here."""
    asking = {"open", "close", "notify_answered", "listen", "load", "find", "select", "log"}
    asking |= {"choice", "choices", "share", "takes_over", "time"}
    changing = {name for name in vars(Store) if not name.startswith("_")} - asking
    tried = re.findall(r"(?:storage|sql)\.(\w+)\(", Path(__file__).read_text().partition("\nCODES")[0])
    assert changing | LISTED <= {*tried}


async def tried(storage: Store, change: Change) -> bool:
    """Make a change of the tables as they are; tell whether that was acknowledged."""
    try:
        await change(storage, await loaded(storage, WAITING), await loaded(storage, PLAYED))
    except StorageError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    "fault, lasting",
    [
        pytest.param(failing, False, id="failing"),
        pytest.param(failing, True, id="failing for long"),
        pytest.param(failing_late, False, id="failing late"),
        pytest.param(failing_late, True, id="failing late and for long", marks=pytest.mark.soak),
    ],
)
@every_change
async def test_a_fault_at_any_statement_leaves_all_of_a_change_or_nothing(  # each is a kind of fault
    kept: Store,
    path: Path,
    change: Change,
    code: int,
    fault: Callable[[int], At],
    lasting: bool,  # noqa: FBT001 # as pytest gives it
) -> None:
    """What is acknowledged is there; what isn't was not made, but where the commit itself was and said it was not.

    Seals fit. A fault that lasts refuses even the way back; once it is over, the same change can be made.
    """
    undisturbed = taken(path, path.with_name("undisturbed"))
    async with opened(undisturbed) as storage:
        assert await tried(storage, change)
    before, after = content(path), content(undisturbed)
    assert before != after
    for number in itertools.count(1):
        assert number < MOST
        await arm(kept, number, fault(code), lasting=lasting)
        acknowledged = await tried(kept, change)
        untouched = await writer(kept, partial(unreached, number=number))
        await writer(kept, lambda db: db.disarm())
        # What comes after the fault, whatever it is, must find the way back done.
        await kept.change(sql.WAKE(now=1e12))
        execute(path, AGAIN)
        now = content(path)
        assert faults(path) == []
        if acknowledged:
            assert now == after
            # A fault that lasts has met every statement of the change before it, or none at all.
            assert untouched or not lasting
            return
        assert now == before or fault is failing_late
        if now != before:
            assert now == after
            return


@pytest.mark.slow
@every_change
async def test_a_kill_at_any_statement_leaves_all_of_a_change_or_nothing(
    kept: Store, path: Path, change: Change
) -> None:
    """The files as they are before each statement, and after the answer: what was acknowledged outlives it."""
    before = content(path)
    assert await kept.find()
    for number in itertools.count(1):
        assert number < MOST
        folder = path.with_name(f"killed{number}")
        played = taken(path, path.with_name(f"played{number}"))
        async with opened(played) as storage:
            await arm(storage, number, photographing(played, folder))
            assert await tried(storage, change)
            reached = folder.exists()
            left = folder / path.name if reached else taken(played, folder)
            after = content(played)
        found = content(left)
        assert faults(left) == []
        assert found == (before if reached else after)
        if not reached:
            assert number > 2
            return


def unreached(db: Faulty, number: int) -> bool:
    """Tell whether fewer statements were run than that."""
    return db.seen < number


def confined(db: Faulty, pages: int) -> None:
    """Give a database no more pages than that."""
    db.execute(f"PRAGMA max_page_count = {pages}")


async def test_a_disk_that_is_full_at_any_page_leaves_all_of_a_change_or_nothing(kept: Store, path: Path) -> None:
    """A true SQLITE_FULL, at the first page more, the second, and so on; it is said as what it is."""
    after, moves = moved(await loaded(kept, PLAYED), 3)
    long = [replace(move, told=f'["{"x" * 10_000}"]') for move in moves]
    pages = await writer(kept, lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    before, refused = content(path), 0
    for room in itertools.count():
        await writer(kept, partial(confined, pages=pages + room))
        (outcome,) = await asyncio.gather(kept.save(after, long), return_exceptions=True)
        if not isinstance(outcome, StorageError):
            break
        assert "storage-full" in str(outcome)
        refused += 1
        assert content(path) == before
    assert refused > 3
    assert await kept.log(PLAYED, 3) == long
    assert faults(path) == []
