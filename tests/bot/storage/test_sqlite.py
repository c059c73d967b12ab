"""What is kept comes back as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.port import (
    Announced,
    Dm,
    Person,
    Private,
    Server,
    Sitter,
    Status,
    Storage,
    StorageError,
    TableId,
    TableRecord,
)
from bot.storage.sqlite.rows import BEHIND, LIVE, SELECT, WHERE
from bot.storage.sqlite.storage import SqliteStorage
from tests.bot.storage.samples import ANN, BO, CAT, begin, line, lobby, moved, started


async def test_a_table_comes_back_as_it_was_kept(storage: SqliteStorage) -> None:
    """Storage: create and load; every table has a number of its own."""
    first, second = await storage.create(lobby()), await storage.create(lobby(channel=8))
    assert first.id != second.id
    assert await storage.load(first.id) == first
    assert await storage.load(second.id) == second


async def test_a_table_that_never_was_is_none(storage: SqliteStorage) -> None:
    """Storage: load of an unknown number."""
    assert await storage.load(TableId(404)) is None


async def test_the_adapter_is_what_the_port_asks_for(path: Path) -> None:
    """Storage: mypy reads this assignment."""
    storage: Storage = SqliteStorage(path)
    await storage.close()
    with pytest.raises(StorageError, match="closed"):
        await storage.load(TableId(1))
    with pytest.raises(StorageError, match="closed"):
        await storage.keep_note("key", "value")


@pytest.mark.parametrize("name", ["@everyone", "`'\"; DROP TABLE seats; --", "a\x00b", "👑" * 32, "](http://x)", ""])
async def test_a_name_of_any_letters_comes_back(storage: SqliteStorage, name: str) -> None:
    """Storage: names are bound, and read through SQLite's JSON without loss."""
    table = await storage.create(lobby(Sitter(2**63 - 1, name)))
    await storage.seat(replace(table, sitters=(*table.sitters, BO)))
    loaded = await storage.load(table.id)
    assert loaded is not None
    assert loaded.sitters == (Sitter(2**63 - 1, name), BO)


async def test_a_match_comes_back_with_its_log(storage: SqliteStorage) -> None:
    """Storage: position and log are kept together."""
    table = await begin(storage, moves=3)
    assert await storage.load(table.id) == table
    assert await storage.log(table.id) == [line(1), line(2), line(3)]
    assert await storage.log(table.id, after=2) == [line(3)]


async def test_everything_outlives_the_process(path: Path) -> None:
    """Storage: closed and opened again, nothing has changed."""
    storage = SqliteStorage(path)
    await storage.open()
    table = await begin(storage, moves=2)
    await storage.close()
    await storage.open()
    assert await storage.load(table.id) == table
    await storage.close()


async def test_what_was_announced_comes_back(storage: SqliteStorage) -> None:
    """Storage: announced round trip, with letters and seats pinged."""
    table = await begin(storage, moves=1)
    assert (await storage.load(table.id)) == replace(table, announced=Announced())
    letters = (Dm(0, 1, 900, 901), Dm(1, 0, 902, 903))
    news = Announced(2, 1, 55, "auction", "digest", 56, 1, ((0, 1), (1, 0)), letters)
    await storage.announce(table.id, news)
    assert await storage.load(table.id) == replace(table, announced=news)


async def test_announcing_does_not_undo_a_move_nor_a_move_an_announcement(storage: SqliteStorage) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others."""
    table = await begin(storage)
    await storage.announce(table.id, Announced(seq=0, message=55))
    after = await storage.record(*moved(table))
    await storage.announce(table.id, Announced(seq=1, message=56))
    assert await storage.load(table.id) == replace(after, announced=Announced(seq=1, message=56))


async def test_tables_are_found_by_person_by_channel_and_by_both(storage: SqliteStorage) -> None:
    """Storage: find, oldest first."""
    one = await storage.create(lobby(ANN, BO, channel=7))
    two = await storage.create(lobby(ANN, CAT, channel=8))
    three = await begin(storage, lobby(BO, channel=8))
    assert await storage.find() == [one, two, three]
    assert await storage.find(user=ANN.user) == [one, two]
    assert await storage.find(channel=8) == [two, three]
    assert await storage.find(user=BO.user, channel=8) == [three]
    assert await storage.find(user=CAT.user, channel=7) == []


async def test_tables_are_found_by_server(storage: SqliteStorage) -> None:
    """Storage: find, alone and together with the rest."""
    here, there = await storage.create(lobby(ANN)), await storage.create(replace(lobby(ANN, BO), guild=6))
    assert await storage.find(guild=here.guild) == [here]
    assert await storage.find(guild=6) == [there]
    assert await storage.find(guild=6, user=BO.user, channel=there.channel) == [there]
    assert await storage.find(guild=6, user=CAT.user) == []


async def test_tables_of_a_server_are_found_without_reading_finished_ones(storage: SqliteStorage) -> None:
    """Storage: finished tables pile up; a server that chooses another language must not read them."""
    question = f"EXPLAIN QUERY PLAN {SELECT} WHERE {LIVE} AND {WHERE['guild']} ORDER BY id"
    plan = await storage._read(lambda db: db.execute(question, {"guild": 5}).fetchall())
    assert "tables_guild" in plan[0]["detail"]


@pytest.mark.parametrize("status", [Status.OVER, Status.ENDED, Status.SUSPENDED])
async def test_only_live_tables_are_found(storage: SqliteStorage, status: Status) -> None:
    """Storage: find leaves out what is over, ended or suspended; load still knows it."""
    table = await storage.seat(replace(await begin(storage), status=status))
    assert await storage.find() == []
    assert await storage.load(table.id) == table


async def test_who_leaves_the_lobby_is_no_longer_found_there(storage: SqliteStorage) -> None:
    """Storage: seat replaces sitters, status and opener."""
    table = await storage.create(lobby(ANN, BO))
    left = await storage.seat(replace(table, sitters=(BO,), opener=BO.user))
    assert await storage.find(user=ANN.user) == []
    assert await storage.find(user=BO.user) == [left]
    assert left == replace(table, sitters=(BO,), opener=BO.user, revision=table.revision + 1)


async def test_discord_is_behind_whatever_changed_since_it_was_announced(storage: SqliteStorage) -> None:
    """Storage: behind, from the lobby to the end: each change of people, status or match counts, once it is kept."""

    async def announced(table: TableRecord) -> TableRecord:
        assert await storage.behind() == [table.id]
        await storage.announce(table.id, Announced(revision=table.revision))
        assert await storage.behind() == []
        return table

    table = await announced(await storage.create(lobby(ANN)))
    table = await announced(await storage.seat(replace(table, sitters=(ANN, BO))))
    table = await announced(await storage.record(started(table), []))
    table = await announced(await storage.record(*moved(table)))
    await announced(await storage.seat(replace(table, status=Status.ENDED)))


async def test_discord_is_behind_what_changed_while_it_was_announced(storage: SqliteStorage) -> None:
    """Storage: what is announced is the revision that was looked at, not the one that is there."""
    table = await begin(storage)
    await storage.record(*moved(table))
    await storage.announce(table.id, Announced(revision=table.revision))
    assert await storage.behind() == [table.id]


async def test_a_suspended_table_has_nowhere_to_be_shown(storage: SqliteStorage) -> None:
    """Storage: behind, and that it is again once the table goes on."""
    table = await begin(storage)
    await storage.announce(table.id, Announced(revision=table.revision))
    table = await storage.seat(replace(table, status=Status.SUSPENDED))
    assert await storage.behind() == []
    await storage.seat(replace(table, status=Status.PLAYING))
    assert await storage.behind() == [table.id]


async def test_what_is_behind_is_found_without_reading_every_table(storage: SqliteStorage) -> None:
    """Storage: finished tables pile up; the start of the bot must not read their states."""
    plan = await storage._read(lambda db: db.execute(f"EXPLAIN QUERY PLAN {BEHIND}").fetchall())
    assert [row["detail"] for row in plan] == [
        "SCAN tables USING COVERING INDEX tables_behind",
        "SEARCH announcements USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
    ]


async def test_a_person_who_chose_nothing_has_the_defaults(storage: SqliteStorage) -> None:
    """Storage: person."""
    assert await storage.person(101) == Person(101)


async def test_what_a_person_chose_is_kept_and_changed(storage: SqliteStorage) -> None:
    """Storage: keep_person."""
    for person in (
        Person(101, Private.DM),
        Person(101, None, dm_closed=True, dm_told=True),
        Person(102, Private.HERE, language="uk", locale="de", pictures=True),
        Person(102, Private.HERE, locale="en-GB", pictures=False),
    ):
        await storage.keep_person(person)
        assert await storage.person(person.user) == person


async def test_a_server_for_which_nothing_was_chosen_has_the_defaults(storage: SqliteStorage) -> None:
    """Storage: server."""
    assert await storage.server(5) == Server(5)


async def test_what_is_chosen_for_a_server_is_kept_and_changed(storage: SqliteStorage) -> None:
    """Storage: keep_server."""
    for server in (Server(5, "uk", "de", pictures=False), Server(5, None, "uk", pictures=True), Server(6, locale="de")):
        await storage.keep_server(server)
        assert await storage.server(server.id) == server


async def test_a_note_is_kept_and_changed(storage: SqliteStorage) -> None:
    """Storage: note and keep_note."""
    assert await storage.note("commands") is None
    for value in ("one", "two"):
        await storage.keep_note("commands", value)
        assert await storage.note("commands") == value


async def test_one_damaged_table_hides_itself_alone(storage: SqliteStorage, caplog: pytest.LogCaptureFixture) -> None:
    """Storage: a damaged table is neither shown nor sealed over; the others go on."""
    damaged, sound = await begin(storage), await begin(storage)
    await storage._write(lambda db: db.execute("UPDATE tables SET seed = x'00' WHERE id = ?", (damaged.id,)))
    assert await storage.find() == [sound]
    assert f"Table {damaged.id} is damaged" in caplog.text
    with pytest.raises(StorageError, match=f"storage-table-damaged.*{damaged.id}"):
        await storage.load(damaged.id)
    with pytest.raises(StorageError, match=f"storage-table-damaged.*{damaged.id}"):
        await storage.record(*moved(damaged))


async def test_a_full_disk_is_one_sentence_and_loses_nothing(storage: SqliteStorage) -> None:
    """Storage: nothing of a refused change is kept; later changes go on."""
    table = await begin(storage)
    after, moves = moved(table)
    assert after.save is not None
    assert storage._writing is not None
    huge = replace(after, save=replace(after.save, state="x" * 500_000))
    await storage._writing.run(lambda db: db.execute("PRAGMA max_page_count = 1"))
    with pytest.raises(StorageError, match="storage-full"):
        await storage.record(huge, moves)
    assert await storage.load(table.id) == table
    await storage._writing.run(lambda db: db.execute("PRAGMA max_page_count = 100000"))
    kept = await storage.record(huge, moves)
    assert await storage.load(table.id) == kept
