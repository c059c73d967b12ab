"""Backups into a folder, and one in the place of the database: rehearsed, refused where it would destroy, and told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic
from unittest.mock import Mock

import pytest

from bot.clocks.table_clock import DAY, SeatClock, TableClock, TimeControl
from bot.storage import sql
from bot.storage.backends import NotWhole
from bot.storage.port import StorageError
from bot.storage.records import BEAT, Dm, Logged, Published, Remark, Status, TableId, TableRecord
from bot.storage.sqlite import backups, migrations
from bot.storage.sqlite.backups import LEAP, RestoreEffect, TableEffect, backup, backup_into, find_backups, restore
from bot.storage.sqlite.files import files_put_aside
from bot.storage.store import Store
from bot.texts.fluent import DEFAULT, language
from engine.scene import say
from tests.bot.storage.samples import (
    CAT,
    GIVEN,
    OTHERS,
    alter,
    begin,
    execute,
    faults,
    loaded,
    lobby,
    opened,
    play_on,
    query,
    refuses,
    resaved,
    taken,
    upkeep,
)
from tests.released import left

SHOWN = Published(9, 2, 55, "auction", "digest", 56, 1, ((0, 2),), (Dm(0, 2, 900, 901),))


@pytest.fixture
def copy(path: Path) -> Path:
    """Where the copy of a test lies."""
    return path.with_name("copy.db")


@pytest.fixture
async def backed_up(storage: Store, path: Path, copy: Path) -> TableRecord:
    """Keep a table of two moves in a database that was copied and closed then."""
    table = await begin(storage, moves=2)
    backup(path, copy)
    await storage.close()
    return table


def files(path: Path) -> dict[str, bytes]:
    """Return the files of a database with what is in them, whatever goes with it but the lock."""
    return {
        found.name: found.read_bytes()
        for found in path.parent.iterdir()
        if found.name.startswith(path.name) and not found.name.endswith(".lock")
    }


def put(path: Path, content: bytes | None) -> None:
    """Write something into a file; nothing, not even the file, if there is None."""
    if content is not None:
        path.write_bytes(content)


async def stand(path: Path, number: int) -> tuple[TableRecord, Sequence[Logged]]:
    """Return a table as a Herald finds it that starts now, and its log."""
    async with opened(path) as storage:
        return await loaded(storage, number), await storage.log(TableId(number))


async def test_restore_tells_table_by_table_what_goes(storage: Store, path: Path, copy: Path) -> None:
    """Those that go back, those that vanish and those that come back; nothing while a Herald runs.

    A table that had gone further is shown anew from where its story stopped. The others keep their messages, which are
    brought up to date; those of a table that is over stand as they are: no more is asked in them. Clocks and orders
    come back as they were, and a lost order is told: since Herald lived last no clock has run; nothing else is known
    that Herald noted of itself. No number of a table that was lost is given again: its buttons can still be pressed.
    All files are their owner's alone, also where others could read the one that is put aside, as an older Herald's.
    """
    running = TableClock(TimeControl(DAY), (SeatClock(3.0 * DAY, 2, 50.0, 90.0), SeatClock(2.0 * DAY)), due=90.0)
    opened = lobby(orders=True, clock=running)
    begun = [await begin(storage, opened, moves=2) for _ in range(4)]
    kept, further, over, ordered = [await storage.save(resaved(each, orders=GIVEN), shows=False) for each in begun]
    over = await alter(storage, over, status=Status.OVER)
    shown = kept, further, over, ordered
    joined = await storage.create(lobby())
    for table in shown:
        await storage.store_published(table.id, SHOWN)
    await storage.store_choices(Remark(BEAT, "60.0"), Remark("commands", "a digest"))
    backup(path, copy)
    with refuses("storage-running"):
        restore(path, copy, {})

    await play_on(storage, further, 5)
    await storage.store_published(further.id, replace(SHOWN, seq=3, message=77), replace(running, acted=70.0, due=None))
    await storage.store_published(kept.id, replace(SHOWN, message=88))
    await storage.save(resaved(ordered, orders=OTHERS), shows=False)
    await alter(storage, joined, sitters=(*joined.sitters, CAT))
    lost = await begin(storage, moves=4)
    await storage.close()
    path.chmod(0o644)  # noqa: ASYNC240 - nothing else runs
    effects, aside = restore(path, copy, {})

    assert effects == (
        TableEffect(kept.id, RestoreEffect.KEPT, 2),
        TableEffect(further.id, RestoreEffect.SET_BACK, 2, 5),
        TableEffect(over.id, RestoreEffect.KEPT, 2),
        TableEffect(ordered.id, RestoreEffect.SET_BACK, 2, 0),
        TableEffect(joined.id, RestoreEffect.SET_BACK, 0),
        TableEffect(lost.id, RestoreEffect.GONE, 0, 4),
    )
    assert faults(path) == []
    assert {file.stat().st_mode & 0o777 for file in path.parent.glob("herald.db*")} == {0o600}
    await storage.open()
    found = [await loaded(storage, table.id) for table in shown]
    anew = Published(-1, 2, 55, "", "", None, 2, (), (), restored=True)
    quiet = replace(SHOWN, revision=-1, look="", message=88, dms=(Dm(0, -1, 900, 901),))
    assert [each.announced for each in found] == [quiet, replace(anew, message=77), SHOWN, anew]
    assert [(each.save, each.clock) for each in found] == [
        (each.save, running) for each in (kept, further, over, ordered)
    ]
    assert {each.generations for each in found} == {found[0].generations}
    assert found[0].generations[0].since == 2
    assert sorted(await storage.select(sql.DUE, now=90.0, most=9)) == [each.id for each in found]
    assert await storage.choices(Remark) == [Remark(BEAT, "60.0")]
    assert (await storage.create(lobby())).id == lost.id + 1
    await storage.close()
    assert aside is not None
    again, _ = restore(path, aside.rename(path.with_name("aside.db")), {})
    assert TableEffect(lost.id, RestoreEffect.RETURNS, 4) in again


async def test_second_restore_begins_another_generation(backed_up: TableRecord, path: Path, copy: Path) -> None:
    """What was played in between is lost with its buttons as well.

    Where nobody knows how many tables there were, enough numbers are left out.
    """
    restore(path, copy, {})
    first = (await stand(path, backed_up.id))[0].generations
    for gone in path.parent.glob(f"{path.name}*"):
        gone.unlink()
    assert restore(path, copy, {})[1] is None
    async with opened(path) as storage:
        assert (await loaded(storage, backed_up.id)).generations != first
        assert (await storage.create(lobby())).id > LEAP


@pytest.mark.parametrize("wal", [b"", b"\xff" * 5000, None])
async def test_what_cannot_be_read_any_more_is_put_aside_and_every_table_says_so(
    backed_up: TableRecord, path: Path, copy: Path, wal: bytes | None
) -> None:
    """A database that is garbage, with a log beside it that would spoil the copy: nothing of it is left in place."""
    put(path, b"garbage" * 1000)
    put(path.with_name(f"{path.name}-wal"), wal)
    before = files(path)
    effects, aside = restore(path, copy, {})
    assert effects == (TableEffect(backed_up.id, RestoreEffect.UNKNOWN, 2),)
    assert aside is not None
    assert sorted(files(aside).values()) == sorted(before.values())
    assert (await stand(path, backed_up.id))[0].announced.restored


async def test_a_killed_heralds_log_does_not_undo_the_restore(storage: Store, path: Path, copy: Path) -> None:
    """After `kill -9` the moves stand in the log alone: they are counted as lost, and stay lost."""
    table = await begin(storage, moves=2)
    log = await storage.log(table.id)
    backup(path, copy)
    await play_on(storage, table, 3)
    killed = taken(path, path.with_name("killed"))
    effects, _ = restore(killed, copy, {})
    assert effects == (TableEffect(table.id, RestoreEffect.SET_BACK, 2, 3),)
    found, told = await stand(killed, table.id)
    assert (replace(found, generations=(), announced=Published()), told) == (table, log)
    assert len(found.generations) == 1


@pytest.mark.parametrize("part", ["document = '{}'", "seal = x'00'"])
async def test_a_copy_that_is_not_whole_is_refused(backed_up: TableRecord, path: Path, copy: Path, part: str) -> None:
    """Before anything is touched; a host who has nothing better may take it all the same."""
    execute(copy, f"UPDATE tables SET {part}")  # noqa: S608 # from this test
    before = files(path)
    with pytest.raises(NotWhole) as refused:
        restore(path, copy, {})
    assert [fault.table for fault in refused.value.faults] == [backed_up.id]
    assert files(path) == before
    restore(path, copy, {}, damaged=True)
    assert [fault.table for fault in faults(path)] == [backed_up.id]


@pytest.mark.parametrize("content", [None, b"", b"no database" * 100])
async def test_what_is_no_copy_is_refused(storage: Store, path: Path, copy: Path, content: bytes | None) -> None:
    """An empty file is no copy either; nor is the database itself. Where there was no database none is left."""
    await begin(storage)
    await storage.close()
    put(copy, content)
    before = files(path)
    for place, wrong in ((path, copy), (path, path), (path.with_name("herald.db.new"), copy)):
        with pytest.raises(StorageError):
            restore(place, wrong, {})
    assert files(path) == before


async def test_copy_that_cannot_be_read_through_is_named_itself(backed_up: TableRecord, path: Path, copy: Path) -> None:
    """Not the duplicate of it, which is gone again; `--damaged` can't mend that, either."""
    ((root, size),) = query(
        copy, "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'moves'"
    )
    whole = copy.read_bytes()  # noqa: ASYNC240 - nothing else runs
    put(copy, whole[: (root - 1) * size] + b"\xff" * size + whole[root * size :])
    for damaged in (False, True):
        with pytest.raises(StorageError) as refused:
            restore(path, copy, {}, damaged=damaged)
        assert refused.value.text == say("storage-damaged", path=str(copy))
    assert (await stand(path, backed_up.id))[0] == backed_up


@pytest.mark.usefixtures("backed_up")
@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE])
async def test_disk_that_is_full_is_that_of_the_database(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Not that of the copy, which is only read; where the index of the log finds no room, no disk has failed."""
    full = sqlite3.OperationalError("words of SQLite")
    full.sqlite_errorcode = code
    monkeypatch.setattr(migrations, "migrate", Mock(side_effect=full))
    before = files(path)
    with pytest.raises(StorageError) as refused:
        restore(path, copy, {})
    sentence = language(DEFAULT).say(refused.value.text)
    assert sentence == f"There is no room left on the disk for {path}."
    assert files(path) == before


async def test_full_disk_leaves_no_database(storage: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there was none, and the copy had been written."""
    await storage.close()
    monkeypatch.setattr(backups, "wait_until_on_disk", Mock(side_effect=OSError("full")))
    with pytest.raises(StorageError):
        restore(new := path.with_name("new.db"), path, {})
    assert not new.exists()


async def test_an_old_copy_is_carried_forward_and_itself_left_as_it_is(path: Path, copy: Path) -> None:
    """A backup from before an update."""
    before = files(left.database(copy))
    restore(path, copy, {})
    assert files(copy) == before
    _, log = await stand(path, 6)
    assert len(log) == 7
    assert files(path).keys() == {path.name}


@pytest.mark.parametrize("step", range(12))
async def test_a_restore_that_is_interrupted_is_noticed_and_can_be_done_again(
    storage: Store, path: Path, copy: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every renaming and every wait for the disk: either the old database is there, or no Herald starts on it."""
    table = await begin(storage, moves=2)
    backup(path, copy)
    await play_on(storage, table, 3)
    await storage.close()
    tries, done = count(), False

    def at(does: Callable[..., object]) -> Callable[..., object]:
        def trying(*given: object) -> object:
            if next(tries) >= step:
                raise OSError(5, "Input/output error")
            return does(*given)

        return trying

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", at(Path.rename))
        patch.setattr("bot.storage.sqlite.backups.wait_until_on_disk", at(lambda _: None))
        patch.setattr("bot.storage.sqlite.files.remove_database", lambda _: None)
        with suppress(StorageError):
            restore(path, copy, {})
            done = True
    assert done == (next(tries) <= step)
    try:
        await storage.open()
    except StorageError as error:
        assert "storage-restoring" in str(error)  # noqa: PT017 # both ends are right
    else:
        found = await loaded(storage, table.id)
        await storage.close()
        assert found.save is not None
        assert found.save.seq in {2, 5}
        assert (found.save.seq == 2) == bool(found.generations)
    for aside in path.parent.glob("*.replaced-*"):
        aside.rename(f"{aside}.first")
    restore(path, copy, {})
    assert (await stand(path, table.id))[0].announced.restored
    assert faults(path) == []


@pytest.mark.usefixtures("backed_up")
async def test_killed_restores_files_are_named_and_deleted(
    storage: Store, path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They hold people as any file put aside does, and are of no use: the next start deletes them."""
    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.sqlite.files.remove_database", lambda _: None)
        patch.setattr("bot.storage.sqlite.backups._swap_files", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            restore(path, copy, {})
    left = {each.name for each in files_put_aside(path)}
    await storage.open()

    await upkeep(storage).look(monotonic())

    assert {"herald.db.replaced-unfinished-new", "herald.db.replaced-unfinished-old"} <= left
    assert files_put_aside(path) == []
    assert await storage.load(TableId(1)) is not None


async def test_a_copy_is_dated_and_whole_and_the_oldest_go(storage: Store, path: Path) -> None:
    """With what a killed backup left in its days; a younger one may still be written. All else stays.

    One that is not whole pushes no other out: it says so by its name, and is no copy.
    """
    table, folder = await begin(storage, moves=2), path.with_name("backups")
    folder.mkdir()
    before = [folder / f"herald-2026010{day}T030000Z.db" for day in range(1, 6)]
    gone = [folder / f"herald-20260103T040000Z.db.partial{part}" for part in ("", "-journal")]
    young, strange = "herald-20260104T040000Z.db.partial", "other-20260103T040000Z.db.partial"
    others = [folder / name for name in (young, strange, "holiday.jpg")]
    for each in (*before, *gone, *others):
        each.write_bytes(b"a copy")

    execute(path, "UPDATE tables SET document = 'x'")
    made, found = backup_into(folder, path, {}, keep=3)
    assert ([fault.table for fault in found], made.suffix) == ([table.id], ".damaged")
    assert find_backups(folder, path) == before

    await play_on(storage, table)
    made, found = backup_into(folder, path, {}, keep=3)
    assert not found
    assert find_backups(folder, path) == [*before[-2:], made]
    assert [each for each in (*gone, *others) if each.exists()] == others
    assert faults(made) == []


async def test_a_new_copy_stays_whatever_the_others_are_dated(storage: Store, path: Path) -> None:
    """Those of a clock that was ahead have later names; or this one's is behind, as before it is set by the network."""
    await begin(storage, moves=2)
    folder = path.with_name("backups")
    folder.mkdir()
    ahead = [folder / f"herald-2099010{day}T030000Z.db" for day in (1, 2)]
    for each in (folder / "herald-20260101T030000Z.db", *ahead):
        each.write_bytes(b"a copy")
    made, _ = backup_into(folder, path, {}, keep=2)
    assert find_backups(folder, path) == [made, *ahead]
    assert faults(made) == []
