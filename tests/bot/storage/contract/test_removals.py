"""What is taken out of a storage: tables that are over, and people at them; the rest stays as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage import sql
from bot.storage.port import LostUpdate
from bot.storage.records import FORGOTTEN, Dm, Person, Published, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, begin, line, lobby

DAY = 86_400.0


async def standing(storage: Store, status: Status, *, moves: int = 2, since: float = DAY) -> TableRecord:
    """Keep a table of a status since some time, with so many moves."""
    return await storage.save(replace(await begin(storage, moves=moves), status=status, since=since))


async def shown(storage: Store, table: TableRecord, **parts: object) -> None:
    """Keep that Discord has been shown a table as it is."""
    await storage.announce(table.id, Published(table.revision, **parts))  # type: ignore[arg-type]


async def test_stale_tables_come_longest_first(storage: Store) -> None:
    """Storage: stale: of that status alone, not younger than the time, no more than were asked for."""
    late, early, young = [await standing(storage, Status.OVER, since=since) for since in (20.0, 10.0, 31.0)]
    await standing(storage, Status.ENDED)
    assert await storage.select(sql.STALE, status=Status.OVER, before=30.0, most=9) == [early.id, late.id]
    assert await storage.select(sql.STALE, status=Status.OVER, before=30.0, most=1) == [early.id]
    assert await storage.select(sql.STALE, status=Status.OVER, before=31.0, most=9) == [early.id, late.id, young.id]
    assert await storage.select(sql.STALE, status=Status.SUSPENDED, before=99.0, most=9) == []


async def test_tables_that_are_played_are_never_stale(storage: Store) -> None:
    """Storage: stale: however long nobody has moved."""
    await begin(storage, replace(lobby(), since=0.0), moves=3)
    for status in Status:
        assert await storage.select(sql.STALE, status=status, before=1e12, most=9) == []


async def test_a_table_that_was_ended_without_a_move_is_unplayed_once_it_was_shown(storage: Store) -> None:
    """Storage: unplayed: lobbies and matches without a move; not what is behind, or has a log, or goes on."""
    ended = await storage.save(replace(await storage.create(lobby()), status=Status.ENDED))
    unmoved = await standing(storage, Status.ENDED, moves=0)
    for table in (await standing(storage, Status.ENDED), await standing(storage, Status.OVER), await begin(storage)):
        await shown(storage, table)
    await storage.create(lobby())
    assert await storage.select(sql.UNPLAYED, most=9) == []
    await shown(storage, ended)
    await shown(storage, unmoved)
    assert sorted(await storage.select(sql.UNPLAYED, most=9)) == [ended.id, unmoved.id]
    assert len(await storage.select(sql.UNPLAYED, most=1)) == 1


async def test_a_table_is_deleted_with_all_that_is_known_of_it(storage: Store) -> None:
    """Storage: delete: no row is left, the others are whole, and its number is never given again."""
    other, table = await begin(storage, moves=3), await standing(storage, Status.OVER)
    await shown(storage, table)
    await storage.change(sql.WISH(user=ANN.user, id=table.id, at=1.0), sql.WISH(user=ANN.user, id=other.id, at=1.0))
    await storage.delete(table)
    assert await storage.load(table.id) is None
    assert await storage.log(table.id) == []
    assert [kept.id for kept in await storage.find(known=ANN.user, status=Status)] == [other.id]
    assert await storage.select(sql.WISHES, user=ANN.user) == [(ANN.user, other.id)]
    assert await storage.log(other.id) == [line(1), line(2), line(3)]
    assert (await storage.create(lobby())).id > table.id
    with pytest.raises(LostUpdate):
        await storage.announce(table.id, Published())


@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.SUSPENDED])
async def test_a_table_that_may_go_on_is_not_deleted(storage: Store, status: Status) -> None:
    """Storage: delete: LostUpdate, and everything stays."""
    table = await standing(storage, status)
    with pytest.raises(LostUpdate):
        await storage.delete(table)
    assert await storage.load(table.id) == table
    assert len(await storage.log(table.id)) == 2


async def test_a_table_that_changed_meanwhile_is_not_deleted(storage: Store) -> None:
    """Storage: delete: it must be of the revision that was read; afterwards everything can be changed as before."""
    table = await standing(storage, Status.OVER)
    await storage.save(table)
    with pytest.raises(LostUpdate):
        await storage.delete(table)
    assert len(await storage.log(table.id)) == 2
    with pytest.raises(LostUpdate):
        await storage.announce(TableId(404), Published())


async def test_a_table_whose_place_is_gone_is_retired_in_silence(storage: Store) -> None:
    """Storage: save: ended, announced as it is, and nobody is told; its log stays."""
    table = await standing(storage, Status.SUSPENDED)
    told: list[TableId] = []
    storage.listen(told.append)
    ended = replace(table, status=Status.ENDED)
    retired = await storage.save(ended, published=Published(table.revision + 1))
    assert await storage.load(table.id) == retired
    assert told == []
    assert await storage.select(sql.UNSHOWN) == []
    assert len(await storage.log(table.id)) == 2
    with pytest.raises(LostUpdate):
        await storage.save(ended)


async def test_everything_of_a_person_is_found(storage: Store) -> None:
    """Storage: kept: whatever the status; what the person opened without sitting there, too."""
    mine = [await standing(storage, status) for status in Status]
    opened = await storage.create(replace(lobby(BO, Sitter(109, "Eve")), opener=ANN.user))
    await storage.create(lobby(BO))
    assert list(await storage.find(known=ANN.user, status=Status)) == [*mine, opened]


async def test_a_person_is_taken_out_of_a_table_that_is_over(storage: Store) -> None:
    """Storage: forget: id, name, opener, DMs; position, log, revision and the others stay, and nobody is told."""
    table = await standing(storage, Status.OVER)
    dms = tuple(Dm(seat, 1, 900 + seat, 910 + seat) for seat in range(2))
    await shown(storage, table, dms=dms)
    before = await storage.load(table.id)
    assert before is not None
    told: list[TableId] = []
    storage.listen(told.append)
    await storage.change(sql.WISH(user=ANN.user, id=table.id, at=1.0))
    assert await storage.select(sql.GRANTABLE) == [(ANN.user, table.id)]
    await storage.forget(ANN.user, table.id)
    announced = replace(before.announced, dms=dms[1:])
    sitters = (Sitter(FORGOTTEN, "#1"), BO)
    after = replace(before, opener=FORGOTTEN, sitters=sitters, announced=announced, version=before.version + 1)
    assert await storage.load(table.id) == after
    assert await storage.log(table.id) == [line(1), line(2)]
    assert await storage.find(known=ANN.user, status=Status) == []
    assert await storage.select(sql.GRANTABLE) == []
    assert told == []


@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.SUSPENDED])
async def test_nobody_is_taken_out_of_a_table_that_may_go_on(storage: Store, status: Status) -> None:
    """Storage: forget: LostUpdate; the wish waits until the table is over."""
    table = await standing(storage, status)
    await storage.change(sql.WISH(user=ANN.user, id=table.id, at=1.0))
    await storage.change(sql.WISH(user=ANN.user, id=table.id, at=2.0))
    assert await storage.select(sql.GRANTABLE) == []
    assert await storage.select(sql.WISHES, user=ANN.user) == [(ANN.user, table.id)]
    with pytest.raises(LostUpdate):
        await storage.forget(ANN.user, table.id)
    assert await storage.load(table.id) == table
    await storage.save(replace(table, status=Status.ENDED))
    assert await storage.select(sql.GRANTABLE) == [(ANN.user, table.id)]


async def test_what_a_person_chose_is_deleted(storage: Store) -> None:
    """Storage: forget_choices: of this person alone."""
    for sitter in (ANN, BO):
        await storage.store_choices(Person(sitter.user, language="uk"))
    await storage.forget_choices(user=ANN.user)
    assert await storage.choice(Person, ANN.user) == Person(ANN.user)
    assert await storage.choice(Person, BO.user) == Person(BO.user, language="uk")


async def test_tables_are_counted(storage: Store) -> None:
    """Storage: tally: what is open or played; lobbies of who opened them, seats of everybody, places of all."""
    await begin(storage)
    for _ in range(2):
        await storage.create(lobby())
    await storage.create(lobby(BO, ANN, channel=8))
    for status in (Status.OVER, Status.ENDED, Status.SUSPENDED):
        await standing(storage, status)
    (counted,) = await storage.select(sql.TALLY, user=ANN.user, channel=7, guild=5)
    assert (counted.lobbies, counted.seats, counted.channel, counted.server) == (2, 4, 3, 4)
    (strange,) = await storage.select(sql.TALLY, user=404, channel=404, guild=404)
    assert (strange.lobbies, strange.seats, strange.channel, strange.server) == (0, 0, 0, 0)
