"""Damage, one table of it for both databases: whatever a disk changes in a row is found, and costs what it must."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.host.address import Place
from bot.storage import backends, keyed_documents, sql
from bot.storage.backends import Fault
from bot.storage.port import Damaged
from bot.storage.records import FORGOTTEN, Logged, Published, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.log_entries import log_row
from engine import saves
from engine.match import Match
from engine.scene import say
from tests.bot.storage.samples import (
    CAT,
    CHOICES,
    OVER,
    PLAYED,
    Ask,
    alter,
    ask_file,
    asking,
    begin,
    fill,
    filled,
    flipped,
    loaded,
    lobby,
    opened,
    play_on,
    query,
    started,
    store,
)
from tests.engine.toy import TOY

REFUSED = {"fault-table", "fault-people", "fault-position", "fault-orders"}
"""What costs a table; all else costs nobody theirs."""
ROW = {"tables": "id = 2", "moves": "table_id = 2 AND seq = 2", "numbers": "last = 5"}
"""Which row of a part is changed; of the others, that of table 2."""
NAMES = [keyed_documents.KINDS[type(each)].name for each in CHOICES]
ROW |= {f"choices {name}": f"kind = '{name}'" for name in NAMES}

COLUMNS = "status guild channel opener created since match rivals"
FOUND = {
    "tables": {
        "version": "",
        "revision": "",
        **dict.fromkeys(COLUMNS.split(), "fault-columns"),
        "seq": "fault-columns fault-end",
        "seal": "fault-orders",
        "document": "fault-position",
        "document 0": "fault-table",
        "document 1": "fault-people",
        "document 2": "fault-position",
        "document 3": "fault-orders",
    },
    "people": {"table_id": "fault-columns fault-lost", "user_id": "fault-columns", "seated": "fault-columns"},
    "moves": {
        "table_id": "fault-gap fault-lost",
        "seq": "fault-end fault-gap",
        **dict.fromkeys(["rules", "seat", "action", "told", "at", "seal"], "fault-move"),
    },
    "checkpoints": {
        "table_id": "fault-lost fault-start",
        **dict.fromkeys(["seq", "rules", "asked", "state", "seal"], "fault-checkpoint"),
    },
    "announcements": {
        "table_id": "fault-announced fault-lost",
        **dict.fromkeys(["revision", "document", "seal"], "fault-announced"),
    },
    "clocks": {"table_id": "fault-lost", "clock": "fault-clock", "seal": "fault-clock", "due": "fault-due"},
    "tidings": {"table_id": "fault-lost", "user_id": "", "due": ""},
    "wishes": {"table_id": "fault-lost", "user_id": "", "at": ""},
    "numbers": {"last": ""},
    **{
        f"choices {name}": dict.fromkeys(
            ["kind", "key", "document", "seal", "user_id", "server", "due"], "fault-choices"
        )
        for name in NAMES
    },
}
"""What is found of a change in each column, and in each line of a document; of some changes nobody is the worse."""


@pytest.fixture
async def place(place: Place) -> Place:
    """Return where a database is that holds something of everything."""
    await filled(place)
    return place


@pytest.fixture
async def storage(place: Place) -> AsyncIterator[Store]:
    """Open a storage on the database at `place`."""
    async with opened(store(place)) as storage:
        yield storage


@dataclass
class Disk:
    """Disk that changes rows of a database; `ask` makes a statement, `position` is the column of where a row lies."""

    ask: Ask
    position: str

    async def chosen(self, part: str, column: str) -> tuple[object, object]:
        """Return what stands in a column of a part's row, and where that row lies."""
        name, where = part.split(maxsplit=1)[0], ROW.get(part, "table_id = 2")
        asked = f"SELECT {column}, {self.position} FROM {name} WHERE {where} ORDER BY 2 LIMIT 1"  # noqa: S608 # names of our own schema
        ((before, at),) = await self.ask(asked)
        return before, at

    async def put(self, part: str, column: str, value: object, at: object) -> object:
        """Write something into a column of a row, and return where it lies from then on."""
        name, lies = part.split(maxsplit=1)[0], self.position
        change = f"UPDATE {name} SET {column} = $1 WHERE {lies} = $2 RETURNING {lies}"  # noqa: S608 # as above
        ((now,),) = await self.ask(change, value, at)
        return now


@pytest.fixture
async def disk(place: Place) -> AsyncIterator[Disk]:
    """Return what changes rows of the database at `place`."""
    async with asking(place) as ask:
        yield Disk(ask, "rowid" if isinstance(place, Path) else "ctid::text")


async def verify(place: Place) -> list[Fault]:
    """Return what is found, as the command line looks for it."""
    return list(await asyncio.to_thread(backends.verify, place, {}))


async def test_every_column_of_every_part_is_in_the_table(place: Place) -> None:
    """verify: whoever adds one says here what a change in it costs."""
    async with backends.backend_module(place).open_contents(place) as contents:
        found = {(part, column) for part, column in await contents.query(backends.COLUMNS)}
    listed = {(part.split()[0], column.split()[0]) for part, columns in FOUND.items() for column in columns}
    assert listed == found - {("tables", "id")}


async def kept(storage: Store) -> TableRecord:
    """Return what nobody may lose of a table by a change in what isn't sealed with it."""
    table = await loaded(storage, PLAYED)
    return replace(table, announced=Published(), clock=None, version=0, revision=0)


async def test_a_change_anywhere_is_found_and_costs_what_it_must(storage: Store, place: Place, disk: Disk) -> None:
    """verify, load: one column after the other; a damaged clock, or what Discord was shown, refuses no table."""
    written = await kept(storage)
    for part, columns in FOUND.items():
        for column, expected in columns.items():
            name, _, line = column.partition(" ")
            before, at = await disk.chosen(part, name)
            at = await disk.put(part, name, flipped(before, line), at)
            faults = await verify(place)
            assert {fault.what.key for fault in faults} == {*expected.split()}, (part, column)
            assert {fault.table for fault in faults} <= ({0} if part == "numbers" or " " in part else {2, 77})
            if REFUSED & {*expected.split()}:
                with pytest.raises(Damaged):
                    await storage.load(PLAYED)
            else:
                assert await kept(storage) == written
            await disk.put(part, name, before, at)
    assert await verify(place) == []


@pytest.mark.parametrize("column", ["status", "guild", "channel", "match", "seq"])
async def test_a_move_that_a_damaged_column_keeps_away_is_refused_as_damage(
    storage: Store, disk: Disk, column: str
) -> None:
    """save: nobody is told that somebody else came first, again and again; what the log lacks by it is not sound."""
    table = await loaded(storage, PLAYED)
    before, at = await disk.chosen("tables", column)
    await disk.put("tables", column, flipped(before), at)
    with pytest.raises(Damaged):
        await play_on(storage, table)
    assert (await storage.log(PLAYED))[-1].sound == (column != "seq")


async def test_a_table_that_vanished_or_became_another_is_found(place: Place, disk: Disk) -> None:
    """verify, load: nothing of it is taken for another's."""
    await disk.ask("UPDATE tables SET id = 77 WHERE id = 2")
    faults = await verify(place)
    assert {fault.what.key for fault in faults if fault.table == PLAYED} == {"fault-lost"}
    assert {fault.what.key for fault in faults if fault.table == TableId(77)} >= REFUSED
    assert Fault(TableId(0), 0, say("fault-numbers")) in faults


async def test_a_row_more_or_less_is_found(storage: Store, place: Place, disk: Disk) -> None:
    """verify, log, save: told in the same words of both databases.

    The last move of a log that has lost its end stands there as damaged, whether some are left or none, and whatever is
    asked for; a chain is never continued over a gap. A move is sealed at its place: no log is patched with another's.
    """
    table = await loaded(storage, PLAYED)
    await disk.ask("DELETE FROM moves WHERE table_id = 3 OR table_id = 2 AND seq = 3")
    for number, after, expected in ((2, 0, [True, True, False]), (2, 2, [False]), (2, 3, []), (3, 0, [False])):
        lines = await storage.log(TableId(number), after)
        assert [(each.seq, each.sound) for each in lines] == list(enumerate(expected, after + 1))
    with pytest.raises(Damaged):
        await play_on(storage, table)

    damage = {
        "UPDATE moves SET table_id = 3 WHERE table_id = 2 AND seq = 1": (2, 1, "fault-gap"),
        "DELETE FROM checkpoints WHERE table_id = 3": (3, 0, "fault-start"),
        "DELETE FROM people WHERE table_id = 4": (4, 0, "fault-columns"),
        "DELETE FROM announcements WHERE table_id = 1": (1, 0, "fault-announced"),
        "INSERT INTO wishes VALUES (9, 78, 1.0)": (78, 0, "fault-lost"),
        "DELETE FROM numbers": (0, 0, "fault-numbers"),
        "UPDATE clocks SET due = NULL WHERE table_id = 2": (2, 0, "fault-due"),
        "UPDATE choices SET due = NULL WHERE kind = 'habits'": (0, 0, "fault-choices"),
    }
    for statement in damage:
        await disk.ask(statement)
    found = {(fault.table, fault.seq, fault.what.key) for fault in await verify(place)}
    assert found == {*damage.values(), (2, 3, "fault-end"), (3, 1, "fault-move")}


async def test_choices_that_are_not_what_was_written_count_as_none_and_can_be_made_anew(
    storage: Store, place: Place, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    """choice, choices, keep: each kind; when Herald was down is then not known, which isn't never."""
    for choice in CHOICES:
        kind = keyed_documents.KINDS[type(choice)]
        key = kind.key_of(choice)
        _, at = await disk.chosen(f"choices {kind.name}", "document")
        await disk.put("choices", "document", "{}", at)
        caplog.clear()
        assert await storage.choice(type(choice), *key) == (kind.damaged or type(choice)(*key))
        # Of outages their keeper tells, who makes them anew.
        assert ("is damaged, and counts as never chosen" in caplog.text) == (kind.damaged is None)
        assert list(await storage.choices(type(choice))) == []
        await storage.store_choices(choice)
        assert await storage.choice(type(choice), *key) == choice
    assert await verify(place) == []


@pytest.mark.parametrize("written", ["7", "[", "", "null", '{"message": "none"}', None])
async def test_what_discord_was_shown_costs_no_table_and_is_kept_anew(
    storage: Store, place: Place, disk: Disk, written: str | None
) -> None:
    """load, save, announce: it is shown anew, the match plays on, and what is kept then is whole."""
    if written is None:
        await disk.ask("DELETE FROM announcements WHERE table_id = 2")
    else:
        await disk.ask("UPDATE announcements SET document = $1 WHERE table_id = 2", written)
    table = await loaded(storage, PLAYED)
    assert table.announced == Published()
    table = await play_on(storage, table)
    assert PLAYED in await storage.select(sql.UNSHOWN)
    await storage.store_published(PLAYED, Published(table.revision))
    assert PLAYED not in await storage.select(sql.UNSHOWN)
    assert await verify(place) == []


@pytest.mark.parametrize("sign, other", [("Ann", "Ano"), ('"user":103', '"user":203'), ("\n", "\x0b")])
async def test_who_wishes_it_is_forgotten_by_a_damaged_table_too(
    storage: Store, place: Place, disk: Disk, sign: str, other: str
) -> None:
    """forget: what isn't what was written any more is forgotten whole; the table stays refused."""
    await disk.ask("UPDATE tables SET document = replace(document, $1, $2) WHERE id = 3", sign, other)
    await storage.forget(CAT.user, OVER)
    with pytest.raises(Damaged):
        await storage.load(OVER)
    ((document, opener),) = await disk.ask("SELECT document, opener FROM tables WHERE id = 3")
    assert CAT.name not in document
    assert opener == FORGOTTEN
    assert await disk.ask("SELECT * FROM people WHERE table_id = 3 AND user_id = $1", CAT.user) == []
    assert [fault.table for fault in await verify(place)] == [OVER] * len(await verify(place)) != []


def put_any(path: Path, part: str, column: str, value: str) -> None:
    """Write a value of any kind into a row of a file, as a bit can that says of which kind it is."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        ((strict,),) = db.execute("SELECT sql FROM sqlite_schema WHERE name = $1", (part,))
        loose = re.sub(rf"\b{column} +(INTEGER|REAL|TEXT|BLOB)( NOT NULL)?", column, strict).replace(") STRICT", ")")
        db.execute("UPDATE sqlite_schema SET sql = $1 WHERE name = $2", (loose, part))
    ask_file(path, f"UPDATE {part} SET {column} = {value} WHERE {ROW.get(part, 'table_id = 2')}")  # noqa: S608 # from a test


WRITTEN = [("moves", "seal"), ("tables", "seal"), ("tables", "document")]
NUMBERS = [("moves", "seq"), ("tables", "seq"), ("clocks", "due")]
NO_NUMBERS = ("'text'", "NULL", "x'ff'")
SOUND = {("moves", "seal"): [True, False, False], ("moves", "seq"): [True, False]}


@pytest.mark.parametrize(
    "part, column, value",
    [(*written, value) for written in WRITTEN for value in (*NO_NUMBERS, "7")]
    + [(*number, value) for number in NUMBERS for value in NO_NUMBERS],
)
async def test_value_of_another_kind_is_found(path: Path, part: str, column: str, value: str) -> None:
    """verify, load, log, save: a bit of a file says whether a value is a number, a text or bytes.

    It is a sentence for that table, and no move follows on it; the others are read as ever.
    """
    await filled(path)
    put_any(path, part, column, value)

    assert PLAYED in {fault.table for fault in await verify(path)}
    async with opened(store(path)) as storage:
        assert [each.sound for each in await storage.log(OVER)] == [True]
        sound = SOUND.get((part, column), [True] * 3)
        assert [each.sound for each in await storage.log(PLAYED)] == sound
        if (part, column) in WRITTEN[1:]:
            with pytest.raises(Damaged):
                await storage.load(PLAYED)
            return
        table = await loaded(storage, PLAYED)
        if column == "seal":
            ask_file(path, f"UPDATE moves SET seal = {value} WHERE table_id = 2 AND seq = 3")  # noqa: S608 # as above
            with pytest.raises(Damaged):
                await play_on(storage, table)


async def test_log_is_replayed_by_present_rules(path: Path) -> None:
    """verify: seals that fit don't help a position that the log doesn't lead to, nor a move that can't be read or made.

    Across versions of the rules the position is the truth.
    """
    match = start = Match.start(TOY, 2, b"s" * 32)
    lines = list[Logged]()
    while match.outcome is None:
        seat = match.deciding[0]
        match, moves = match.play(seat, match.legal[seat][:1])
        lines += [log_row(move, move.told_events, 1.5) for move in moves]
    save = saves.dump(match)
    wrong = replace(save, state=save.state.replace('"price":', '"price":1'))
    forged = [replace(lines[0], action=action) for action in ('{"kind":"lay","card":99}', '{"kind":"nonsense"}')]
    async with opened(path) as storage:
        for stands, log in ((save, lines), (wrong, lines), *((replace(save, seq=1), [line]) for line in forged)):
            table = replace(started(await storage.create(lobby())), save=saves.dump(start))
            await storage.save(replace(await storage.save(table), save=stands), log)
        older = await begin(storage, moves=2)
        assert older.id not in {fault.table for fault in backends.verify(path, {"toy": TOY})}
        await alter(storage, older, save=replace(saves.dump(start), seq=2))

        faults = [(fault.table, fault.seq, fault.what.key) for fault in backends.verify(path, {"toy": TOY})]
        assert faults == [(2, save.seq, "fault-led"), (3, 1, "fault-replay"), (4, 1, "fault-replay")]
    assert await verify(path) == []


def renumber_in_index(path: Path, other: bytes) -> None:
    """Write another number of table 2 into the index `tables_behind`, at the end of its entry."""
    asked = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'tables_behind'"
    ((page, size),) = query(path, asked)
    content = path.read_bytes()
    at = content.index(b"playing\x02", (page - 1) * size, page * size)
    path.write_bytes(content[:at] + b"playing" + other + content[at + 8 :])


@pytest.mark.parametrize("other", [b"\x03", b"\x0a"])
async def test_damaged_index_is_found_and_made_anew(path: Path, other: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """verify, open: what Discord is behind with is read in an index alone, here with a number of another table."""
    async with opened(path) as storage:
        await fill(storage)
        behind = await storage.select(sql.UNSHOWN)
    renumber_in_index(path, other)
    ask_file(path, "UPDATE clocks SET due = 1e12 WHERE table_id = 2")

    assert {fault.table for fault in await verify(path)} == {0, 2}
    async with opened(storage):
        assert await storage.select(sql.UNSHOWN) == behind
    assert "An index was damaged" in caplog.text
    assert {fault.table for fault in await verify(path)} == {2}
