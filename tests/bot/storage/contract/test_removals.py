"""What is taken out of a storage: tables that are over, and people at them; the rest stays as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import TableClock, TimeControl
from bot.storage import sql
from bot.storage.port import LostUpdate, Statement, StorageError
from bot.storage.records import (
    FORGOTTEN,
    Consent,
    ConsentCall,
    Dm,
    Incident,
    IncidentKind,
    Published,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, alter, begin, line, loaded, lobby, play_on, started

DAY = 86_400.0
RUNNING = TableClock(TimeControl()).begin_game(2, 0.0)


async def standing(storage: Store, status: Status, *, moves: int = 2, since: float = DAY) -> TableRecord:
    """Keep a table of a status since some time, with so many moves."""
    return await alter(storage, await begin(storage, moves=moves), status=status, since=since)


async def shown(storage: Store, table: TableRecord, **parts: object) -> None:
    """Keep that Discord has been shown a table as it is."""
    await storage.store_published(table.id, Published(table.revision, **parts))  # type: ignore[arg-type]


async def test_stale_tables_come_longest_first(storage: Store) -> None:
    """Storage: stale: of that status alone, not younger than the time, no more than were asked for.

    A table that is played is never stale, however long nobody has moved.
    """
    await begin(storage, lobby(since=0.0), moves=3)
    late, early, young = [await standing(storage, Status.OVER, since=since) for since in (20.0, 10.0, 31.0)]
    await standing(storage, Status.ENDED)
    for status, before, most, expected in (
        (Status.OVER, 30.0, 9, [early, late]),
        (Status.OVER, 30.0, 1, [early]),
        (Status.OVER, 31.0, 9, [early, late, young]),
        (Status.SUSPENDED, 99.0, 9, []),
        (Status.PLAYING, 99.0, 9, []),
    ):
        found = await storage.select(sql.STALE, status=status, before=before, most=most)
        assert found == [table.id for table in expected]


async def test_a_table_that_was_ended_without_a_move_is_unplayed_once_it_was_shown(storage: Store) -> None:
    """Storage: unplayed: lobbies and matches without a move; not what is behind, or has a log, or goes on."""
    ended = await alter(storage, await storage.create(lobby()), status=Status.ENDED)
    unmoved = await standing(storage, Status.ENDED, moves=0)
    for table in (await standing(storage, Status.ENDED), await standing(storage, Status.OVER), await begin(storage)):
        await shown(storage, table)
    await storage.create(lobby())
    assert await storage.select(sql.UNPLAYED, most=9) == []
    await shown(storage, ended)
    await shown(storage, unmoved)
    assert sorted(await storage.select(sql.UNPLAYED, most=9)) == [ended.id, unmoved.id]
    assert len(await storage.select(sql.UNPLAYED, most=1)) == 1


async def test_table_is_deleted_with_all_that_is_known_of_it(storage: Store) -> None:
    """Storage: delete: no row is left or can come, the others are whole, and its number is never given again.

    Every change of it is a lost update, as of a table that never was.
    """
    other = await begin(storage, moves=3)
    opened = lobby(clock=replace(RUNNING, due=1.0), orders=True)
    table = await storage.save(started(await storage.create(opened, {CAT.user: 1.0})))
    table = await play_on(storage, table)
    taken = (Incident(1, IncidentKind.SEATED, 0, ANN, 3.0),)
    over = replace(table, status=Status.OVER, sitters=(CAT, BO), incidents=taken)
    table = await storage.save(over, seated=True)
    await shown(storage, table)
    await storage.change(sql.WISH(user=ANN.user, id=table.id, at=1.0), sql.WISH(user=ANN.user, id=other.id, at=1.0))
    await storage.delete(table)
    for part in sql.PARTS:
        rows = await storage.database.query(Statement(f"SELECT * FROM {part} WHERE table_id = :id"), id=table.id)  # noqa: S608 # constants
        assert list(rows) == []
    assert await storage.load(table.id) is None
    assert [kept.id for kept in await storage.find(known=ANN.user, status=Status)] == [other.id]
    assert await storage.select(sql.WISHES, user=ANN.user) == [(ANN.user, other.id)]
    assert await storage.log(other.id) == [line(1), line(2), line(3)]
    assert (await storage.create(lobby())).id > table.id
    for change in (
        storage.save(table),
        storage.save(started(lobby())),
        storage.store_published(table.id, Published()),
        storage.store_published(table.id, clock=RUNNING),
        storage.store_published(table.id, Published(), RUNNING),
    ):
        with pytest.raises(LostUpdate):
            await change
    with pytest.raises((LostUpdate, StorageError)):
        await storage.change(sql.WISH(user=1, id=table.id, at=0.0))


@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.SUSPENDED])
async def test_table_that_may_go_on_is_kept_whole(storage: Store, status: Status) -> None:
    """Storage: delete, forget: LostUpdate, and everything stays; the wish waits until the table is over."""
    table = await standing(storage, status)
    for at in (1.0, 2.0):
        await storage.change(sql.WISH(user=ANN.user, id=table.id, at=at))
    assert await storage.select(sql.GRANTABLE) == []
    assert await storage.select(sql.WISHES, user=ANN.user) == [(ANN.user, table.id)]
    for removal in (storage.delete(table), storage.forget(ANN.user, table.id)):
        with pytest.raises(LostUpdate):
            await removal
    assert await storage.load(table.id) == table
    assert await storage.log(table.id) == [line(1), line(2)]
    await alter(storage, table, status=Status.ENDED)
    assert await storage.select(sql.GRANTABLE) == [(ANN.user, table.id)]
    with pytest.raises(LostUpdate):
        await storage.delete(replace(table, status=Status.ENDED))


@pytest.mark.parametrize("left", [False, True])
async def test_a_person_is_taken_out_of_a_table_that_is_over(storage: Store, *, left: bool) -> None:
    """Storage: known, forget: id, name, opener, DMs, calls, and the rival that stood in; nobody is told.

    Also of who has left the seat, and whom nothing but the table's history names. Position, log, revision and the
    others stay.
    """
    begun = await begin(storage, lobby(replace(ANN, level="knight"), BO), moves=2)
    sitter, gone = CAT if left else begun.sitters[0], Sitter(FORGOTTEN, "#1")
    asked = Incident(1, IncidentKind.ADVISED, 1, replace(BO, level="champion"), 4.0)
    ann, cat = (Incident(seq, IncidentKind.SEATED, 0, one, 3.0) for seq, one in ((0, ANN), (2, CAT)))
    over = replace(begun, status=Status.OVER, sitters=(sitter, BO), opener=sitter.user, incidents=(asked, ann, cat))
    table = await storage.save(over)
    kept, other, own = Dm(1, 1, 7, 70), Dm(1, 1, 8, 80, ANN.user), Dm(0, 1, 9, 90, CAT.user if left else 0)
    calls = [
        ConsentCall(Consent(0, *users, 1, 9.0), 8, 81) for users in ((CAT.user, 77), (ANN.user, 77), (77, ANN.user))
    ]
    await shown(storage, table, dms=(kept, other, own), consents=tuple(calls))
    before, told = await loaded(storage, table.id), list[TableId]()
    storage.listen(told.append)
    assert await storage.find(known=ANN.user, status=Status) == [before]
    await storage.change(sql.WISH(user=ANN.user, id=table.id, at=1.0))
    assert await storage.select(sql.GRANTABLE) == [(ANN.user, table.id)]
    await storage.forget(ANN.user, table.id)
    announced = replace(before.announced, dms=(kept, own) if left else (kept,), consents=(calls[0],))
    opener = CAT.user if left else FORGOTTEN
    after = replace(before, opener=opener, announced=announced, version=before.version + 1)
    after = replace(after, sitters=(CAT if left else gone, BO), incidents=(asked, replace(ann, sitter=gone), cat))
    assert await storage.load(table.id) == after
    assert await storage.log(table.id) == [line(1), line(2)]
    assert await storage.find(known=ANN.user, status=Status) == []
    assert await storage.select(sql.GRANTABLE) == []
    assert told == []
