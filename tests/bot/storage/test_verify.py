"""Whatever changes a stored table behind Herald's back is found, and where it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.storage import chain, port, records
from bot.storage.verify import Fault
from bot.storage.port import Damaged
from bot.storage.records import Announced, Dm, Incident, Kind, Logged, Private, Status, TableId, TableRecord
from bot.storage.sqlite.storage import SqliteStorage
from bot.storage.kinds import verify
from engine import saves
from engine.agents import chance
from engine.game import AnyGame
from engine.match import Match
from engine.rng import Rng
from engine.scene import say
from tests.bot.storage.samples import ANN, BO, CAT, begin, line, lobby, moved, position
from tests.engine.toy import TOY

GAMES = {"toy": TOY}
SEED = bytes(range(32))
NEWS = Announced(4, 3, 55, "auction", "digest", 56, 1, ((0, 3),), (Dm(0, 1, 900, 901),))
HAPPENED = (Incident(0, Kind.SEATED, 0, CAT, 5.0), Incident(2, Kind.SEATED, 0, ANN, 6.0))
UNSEALED = {"tables": ("revision",), "servers": ("gone",)}
"""What nobody is the worse for."""
PEOPLE = {
    "tables": ("opener", "created", "since", "expired", "ended_by", "advice", "takes_orders", "people"),
    "seats": ("user", "name", "level"),
    "incidents": ("after", "kind", "user", "name", "level", "at"),
}
"""What is sealed by the column `people`."""
KEYS = {"seats": ("table_id", "seat"), "incidents": ("table_id", "number", "seat")}
SEALED = {part: (*columns, "seal") for part, columns in chain.COLUMNS.items()}
GAMES_OWN = ("tables", "moves", "checkpoints", "shuffles")
"""What a game needs."""


def spoil(path: Path, *statements: str, **values: Any) -> None:
    """Change a database as a failing disk would: past triggers and foreign keys."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert db.execute(statement, values).rowcount > 0


def read(path: Path, question: str) -> Any:
    """Return the one value that a question has for an answer."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(question).fetchone()[0]


def flipped(value: Any) -> Any:
    """Return a value with one bit or one sign changed."""
    if isinstance(value, str):
        middle = len(value) // 2
        return value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1 :]
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    return (value or 0) + (0.25 if isinstance(value, float) else 64)


def flip(path: Path, place: int) -> None:
    """Flip one bit of a file."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


async def played(storage: SqliteStorage, seats: int = 2, game: AnyGame = TOY) -> TableRecord:
    """Keep a whole match of the toy, played by chance."""
    match: Match[Any, Any] = Match.start(game, seats, SEED)
    table = await storage.create(lobby(*(ANN, BO, CAT)[:seats]))
    table = await storage.record(replace(table, save=saves.dump(match), status=Status.PLAYING), [])
    while match.outcome is None:
        seat = match.deciding[0]
        action = chance.choose(match.legal[seat], Rng(SEED, 1000 + match.seq))
        match, moves = match.play(seat, [action])
        lines = [
            Logged(move.seq, game.version, seat, saves.dump_action(game, move.action), saves.dump_told(move.told), 1.5)
            for move in moves
        ]
        table = await storage.record(replace(table, save=saves.dump(match)), lines)
    return table


@pytest.fixture
async def kept(path: Path) -> Path:
    """Make a closed database with two tables of three moves, whose game nobody knows."""
    storage = SqliteStorage(path)
    await storage.open()
    for _ in range(2):
        table = await begin(storage, replace(lobby(), incidents=HAPPENED), moves=3)
        await storage.announce(table.id, NEWS)
    await storage.close()
    return path


async def test_a_whole_database_has_no_faults(storage: SqliteStorage, path: Path) -> None:
    """verify: lobbies, matches and finished ones, of known and older rules, while Herald runs."""
    await storage.create(lobby())
    await begin(storage, replace(lobby(), private=Private.HERE))
    await played(storage)
    await played(storage, seats=3)
    assert list(verify(path, GAMES)) == []


def test_the_list_of_columns_is_whole(kept: Path) -> None:
    """verify: each column that is kept is sealed, is a key, or is known not to be needed."""
    with closing(sqlite3.connect(kept)) as db:
        for part in SEALED | PEOPLE:
            found = {row[1] for row in db.execute(f"PRAGMA table_info({part})")}
            known = (each.get(part, ()) for each in (SEALED, UNSEALED, PEOPLE, KEYS))
            assert found == {column for columns in known for column in columns}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "column"), [(part, column) for part in GAMES_OWN for column in SEALED[part] if column != "id"]
)
def test_one_sign_changed_in_any_sealed_column_is_found(kept: Path, part: str, column: str) -> None:
    """verify: it names the table, and of a move its number."""
    at = {"tables": "id = 2", "moves": "table_id = 2 AND seq = 2"}.get(part, "table_id = 2")
    before = read(kept, f"SELECT {column} FROM {part} WHERE {at}")  # noqa: S608 # all from this test
    spoil(kept, f"UPDATE {part} SET {column} = :value WHERE {at}", value=flipped(before))  # noqa: S608 # all from this test
    seqs = {fault.seq for fault in verify(kept, {}) if fault.table == 2}
    assert seqs
    if part == "moves":
        assert 2 in seqs
    assert not [fault for fault in verify(kept, {}) if fault.table == 1]


SHOWN = [("announcements", column) for column in SEALED["announcements"] if column != "table_id"]


@pytest.mark.parametrize(("part", "column"), [("tables", "revision"), *SHOWN])
async def test_what_discord_has_been_shown_harms_no_table(kept: Path, part: str, column: str) -> None:
    """verify, load: whatever stands there, the match is what was written and plays on; what is lost is shown anew."""
    at = "id = 2" if part == "tables" else "table_id = 2"
    before = read(kept, f"SELECT {column} FROM {part} WHERE {at}")  # noqa: S608 # all from this test
    spoil(kept, f"UPDATE {part} SET {column} = :value WHERE {at}", value=flipped(before))  # noqa: S608 # all from this test
    shown = part == "tables"
    assert list(verify(kept, {})) == ([] if shown else [Fault(TableId(2), 0, say("fault-announced"))])
    storage = SqliteStorage(kept)
    await storage.open()
    table = await storage.load(TableId(2))
    assert table is not None
    assert table.save == position(3)
    assert table.announced == (NEWS if shown else Announced())
    assert len(await storage.log(table.id)) == 3
    await storage.record(*moved(table))
    await storage.close()


@pytest.mark.parametrize("column", KEYS["seats"])
def test_a_seat_that_is_missing_is_found(kept: Path, column: str) -> None:
    """verify: that everybody sits who plays is known."""
    spoil(kept, f"UPDATE seats SET {column} = 7 WHERE table_id = 1 AND seat = 0")  # noqa: S608 # from this test
    assert Fault(TableId(1), 0, say("fault-seats")) in verify(kept, {})
    assert {fault.table for fault in verify(kept, {})} <= {1, 7}


@pytest.mark.parametrize("number", [0, 1])
def test_an_incident_that_is_missing_is_found(kept: Path, number: int) -> None:
    """verify: who has held which seat is known whole, the last one included."""
    spoil(kept, f"DELETE FROM incidents WHERE table_id = 1 AND number = {number}")  # noqa: S608 # from this test
    assert {(fault.table, fault.what.key) for fault in verify(kept, {})} == {(1, "fault-people")}


@pytest.mark.parametrize(("part", "column"), [(part, column) for part in PEOPLE for column in PEOPLE[part]])
async def test_people_that_are_not_what_was_written_are_found_and_refused(kept: Path, part: str, column: str) -> None:
    """verify, load: nobody plays for somebody else, and no other table is harmed; who wishes it is forgotten still."""
    at = "id = 2" if part == "tables" else "table_id = 2 AND seat = 0"
    before = read(kept, f"SELECT {column} FROM {part} WHERE {at}")  # noqa: S608 # all from this test
    spoil(kept, f"UPDATE {part} SET {column} = :value WHERE {at}", value=flipped(before))  # noqa: S608 # all from this test
    storage = SqliteStorage(kept)
    await storage.open()
    with pytest.raises(Damaged):
        await storage.load(TableId(2))
    assert await storage.load(TableId(1)) is not None
    await storage.close()
    spoil(kept, "UPDATE tables SET status = 'over' WHERE id = 2")
    await storage.open()
    await storage.forget(BO.user, TableId(2))
    await storage.close()
    assert read(kept, f"SELECT count(*) FROM seats WHERE table_id = 2 AND user = {BO.user}") == 0  # noqa: S608 # as above
    assert Fault(TableId(2), 0, say("fault-people")) in verify(kept, {})


@pytest.mark.parametrize(
    ("part", "column"), [(part, column) for part in ("users", "servers") for column in SEALED[part]]
)
async def test_choices_that_are_not_what_was_written_are_found_and_count_as_none(
    kept: Path, part: str, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    """verify, person, server: the log says so, and whoever chooses anew heals it."""
    storage = SqliteStorage(kept)
    await storage.open()
    await storage.keep_person(records.Person(5, Private.DM, language="uk", locale="de", pictures=True))
    await storage.keep_server(records.Server(5, "uk", "de", pictures=True))
    await storage.close()
    assert list(verify(kept, {})) == []
    before = read(kept, f"SELECT {column} FROM {part}")  # noqa: S608 # all from this test
    spoil(kept, f"UPDATE {part} SET {column} = :value", value=flipped(before))  # noqa: S608 # all from this test
    assert list(verify(kept, {})) == [Fault(TableId(0), 0, say("fault-choices", part=part))]
    await storage.open()
    number = read(kept, f"SELECT {column} FROM {part}") if column in {"user", "server"} else 5  # noqa: S608 # as above
    found = await (storage.person(number) if part == "users" else storage.server(number))
    assert found == (records.Person(number) if part == "users" else records.Server(number))
    assert "is damaged, and counts as never chosen" in caplog.text
    if part == "users":
        await storage.keep_person(records.Person(number))
    else:
        await storage.keep_server(records.Server(number))
    await storage.close()
    assert list(verify(kept, {})) == []


async def test_a_log_that_has_lost_its_end_says_so(kept: Path) -> None:
    """log: the last move stands there as damaged, whether some are left or none, and whatever is asked for."""
    spoil(kept, "DELETE FROM moves WHERE table_id = 1 AND seq = 3", "DELETE FROM moves WHERE table_id = 2")
    storage = SqliteStorage(kept)
    await storage.open()
    one, two = [await storage.log(TableId(number)) for number in (1, 2)]
    assert [(each.seq, each.sound) for each in one] == [(1, True), (2, True), (3, False)]
    assert [(each.seq, each.sound) for each in two] == [(3, False)]
    assert [(each.seq, each.sound) for each in await storage.log(TableId(1), after=2)] == [(3, False)]
    assert await storage.log(TableId(1), after=3) == []
    await storage.close()


@pytest.mark.parametrize("called", ["[[0]]", "7", "[", ""])
async def test_announcements_that_can_not_be_read_are_found_and_count_as_none(kept: Path, called: str) -> None:
    """verify, load: their table is shown anew and plays on."""
    spoil(kept, "UPDATE announcements SET called = :called WHERE table_id = 1", called=called)
    assert list(verify(kept, {})) == [Fault(TableId(1), 0, say("fault-announced"))]
    storage = SqliteStorage(kept)
    await storage.open()
    table = await storage.load(TableId(1))
    assert table is not None
    assert table.announced == Announced()
    await storage.close()


async def test_announcements_that_vanished_are_found_and_can_be_kept_anew(kept: Path) -> None:
    """verify, behind, announce: as those that can't be read."""
    spoil(kept, "DELETE FROM announcements WHERE table_id = 1")
    assert list(verify(kept, {})) == [Fault(TableId(1), 0, say("fault-announced"))]
    storage = SqliteStorage(kept)
    await storage.open()
    assert await storage.behind() == [1]
    await storage.announce(TableId(1), NEWS)
    assert await storage.behind() == []
    await storage.close()
    assert list(verify(kept, {})) == []


@pytest.mark.parametrize("column", ["private", "asked", "seed"])
def test_a_value_that_vanished_is_found(kept: Path, column: str) -> None:
    """verify: NULL isn't what was written."""
    spoil(kept, f"UPDATE tables SET {column} = NULL WHERE id = 1")  # noqa: S608 # from this test
    assert [(fault.table, fault.seq) for fault in verify(kept, {})] == [(1, 3)]


@pytest.mark.parametrize(("lost", "seq"), [(1, 1), (2, 2), (3, 3)])
def test_a_move_that_vanished_is_found(kept: Path, lost: int, seq: int) -> None:
    """verify: at the beginning, in the middle and at the end of the log."""
    spoil(kept, f"DELETE FROM moves WHERE table_id = 1 AND seq = {lost}")  # noqa: S608 # from this test
    assert {(fault.table, fault.seq) for fault in verify(kept, {})} == {(1, seq)}


def test_two_moves_that_changed_places_are_found(kept: Path) -> None:
    """verify: a move is sealed at its place."""
    change = "UPDATE moves SET seq = {} WHERE table_id = 1 AND seq = {}"
    spoil(kept, change.format(9, 1), change.format(1, 2), change.format(2, 9))
    assert {(fault.table, fault.seq) for fault in verify(kept, {})} >= {(1, 1), (1, 2)}


def test_a_move_of_another_table_is_found(kept: Path) -> None:
    """verify: a log can't be patched with the log of another table."""
    spoil(
        kept,
        "DELETE FROM moves WHERE table_id = 1 AND seq = 3",
        "UPDATE moves SET table_id = 1 WHERE table_id = 2 AND seq = 3",
    )
    assert {(fault.table, fault.seq) for fault in verify(kept, {})} == {(1, 3), (2, 3)}


def test_a_table_that_vanished_is_found(kept: Path) -> None:
    """verify: its moves, seats and checkpoint have nowhere to belong."""
    spoil(kept, "DELETE FROM tables WHERE id = 1")
    assert {fault.table for fault in verify(kept, {})} == {1}


def test_names_that_can_not_be_read_are_found(kept: Path) -> None:
    """verify: bytes that are no text stop nothing."""
    spoil(kept, "UPDATE seats SET name = CAST(x'416ec3' AS TEXT) WHERE table_id = 1 AND seat = 0")
    assert list(verify(kept, {})) == [Fault(TableId(1), 0, say("fault-names"))]


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_log_that_leads_elsewhere_is_found(storage: SqliteStorage, path: Path, seats: int) -> None:
    """verify: seals that fit don't help a position that the log doesn't lead to."""
    table = await played(storage, seats)
    assert table.save is not None
    wrong = replace(table.save, state=table.save.state.replace('"price":', '"price":1'))
    await storage.carry_over(table, wrong)
    faults = list(verify(path, GAMES))
    assert [(fault.table, fault.seq) for fault in faults] == [(table.id, table.save.seq)]
    assert list(verify(path, {})) == []


async def test_an_illegal_move_in_the_log_is_found(storage: SqliteStorage, path: Path) -> None:
    """verify: replaying stops at the first move that the rules don't allow, or that can't be read."""
    for action in ('{"kind":"lay","card":99}', '{"kind":"nonsense"}'):
        match: Match[Any, Any] = Match.start(TOY, 2, SEED)
        table = await storage.create(lobby())
        table = await storage.record(replace(table, save=saves.dump(match), status=Status.PLAYING), [])
        after = replace(table, save=replace(saves.dump(match), seq=1))
        await storage.record(after, [replace(line(1), rules=2, action=action)])
        faults = [fault for fault in verify(path, GAMES) if fault.table == table.id]
        assert [fault.seq for fault in faults] == [1]
        assert faults[0].what.key == "fault-replay"


async def test_moves_under_older_rules_are_not_replayed(storage: SqliteStorage, path: Path) -> None:
    """verify: across versions of the rules the position is the truth."""
    table = await begin(storage, moves=2)
    assert list(verify(path, GAMES)) == []
    carried = saves.dump(Match.start(TOY, 2, b"s" * 32))
    await storage.carry_over(table, replace(carried, seq=2))
    assert list(verify(path, GAMES)) == []


async def test_what_sqlite_itself_finds_is_told(storage: SqliteStorage, path: Path) -> None:
    """verify: an index that doesn't fit its table belongs to no table of ours."""
    await begin(storage, moves=1)
    await storage.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'seats_user'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    flip(path, page * size - 1)
    assert {fault.table for fault in verify(path, GAMES)} == {0}


@pytest.mark.parametrize("content", [None, b"no database" * 200])
def test_what_is_no_database_can_not_be_verified(path: Path, content: bytes | None) -> None:
    """verify: one sentence, and nothing is made."""
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(port.StorageError):
        list(verify(path, GAMES))
    assert path.exists() == (content is not None)


async def test_faults_say_where_and_what(storage: SqliteStorage, path: Path) -> None:
    """verify: a sentence for the host."""
    table, moves = moved(await begin(storage, moves=1))
    await storage.record(table, moves)
    spoil(path, "UPDATE moves SET told = '[1]' WHERE seq = 2")
    assert list(verify(path, GAMES)) == [Fault(table.id, 2, say("fault-move"))]
    assert position(2) == table.save
