"""Bits that flip and write-ahead logs that are torn: whatever is read afterwards was written, or is told to be damaged.

Tables of both games are kept by the real storage, move by move and order by order, with rivals and clocks as tables
have them that open today, and each change that was acknowledged is noted. Copies of the files are damaged then: one bit
of the database at rest, or the write-ahead log as a power cut may leave it, torn at any byte or with one bit flipped.
Each copy is read as a Herald reads it that starts, and by `verify`. A piece that is refused as damaged is no lie; a
piece that reads otherwise than it was written is.
"""

from __future__ import annotations

import random
import shutil
import traceback
from collections import Counter
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypeVar

from bench.faults.people import say
from bench.faults.promises import NONE
from bench.faults.tables import (
    MOVES,
    SERVER,
    TABLES,
    USER,
    Acknowledged,
    begun,
    played,
    read_tables,
)
from bench.faults.trials import SHOWN, Trial
from bench.records import Record
from bot.clocks.user_time_settings import TimeSettings
from bot.storage import sql
from bot.storage.backends import verify
from bot.storage.port import StorageError
from bot.storage.records import (
    Follow,
    Outages,
    Person,
    Published,
    TableDefaults,
    TableId,
    TableRecord,
)
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from engine.frozen import replace
from engine.games import GAMES

SUFFIXES = ("", "-wal")
NO_PREFIX = "states that are no prefix of what was acknowledged"
STEP = 100
"""After how many copies it is told how far it is."""

C = TypeVar("C")

Contents: TypeAlias = dict[tuple[str, int], str | None]
"""All that can be read, by what it is and its number; None where it was refused, or told to be damaged."""


def copied(database: Path, folder: Path) -> Path:
    """Copy a database with its write-ahead log, if it has one, into a folder; return the database there."""
    for suffix in SUFFIXES:
        if (path := Path(f"{database}{suffix}")).exists():
            shutil.copy(path, folder)
    return folder / database.name


async def contents(database: Path, kinds: Counter[str]) -> Contents:
    """Read everything as a Herald does that starts; raise StorageError if it can't start.

    Errors that are no sentence for a host are counted, by their kind.
    """
    storage, read = Store(SqliteDatabase(database)), Contents()
    await storage.open()
    try:
        for number in range(1, TABLES + 1):
            read |= await _table(storage, TableId(number), kinds)
            read |= await _log(storage, TableId(number), kinds)
        read["person", USER] = await _piece(
            _chosen(storage.choice(Person, USER), Person(USER)), kinds
        )
        read["habits", USER] = await _piece(
            _chosen(storage.choice(TimeSettings, USER), TimeSettings(USER)), kinds
        )
        read["customs", SERVER] = await _piece(
            _chosen(storage.choice(TableDefaults, SERVER), TableDefaults(SERVER)), kinds
        )
        read["outages", 0] = await _piece(
            _chosen(storage.choice(Outages), Outages(known=False)), kinds
        )
        read |= await _follows(storage, kinds)
        read["behind", 0] = await _piece(storage.select(sql.UNSHOWN), kinds)
    finally:
        await storage.close()
    return read


async def _table(storage: Store, number: TableId, kinds: Counter[str]) -> Contents:
    """Read a table, and apart from it its clocks, and what Discord has been shown.

    Where the clocks are lost they stand still, and where the other is, it is shown anew.
    The revision only tells whether something was changed since it was read; nobody takes it for anything.
    """
    found: list[TableRecord | None] = []

    async def table() -> TableRecord | None:
        found.append(await storage.load(number))
        return found[-1] and replace(
            found[-1], announced=Published(), version=0, revision=0, clock=None
        )

    read: Contents = {("table", number): await _piece(table(), kinds)}
    clock = found[0].clock if found and found[0] else None
    read["the clocks of table", number] = None if clock is None else repr(clock)
    shown = found[0].announced if found and found[0] else Published()
    read["what was shown of table", number] = (
        None if shown == Published() else repr(shown)
    )
    return read


async def _chosen(reading: Awaitable[C], default: C) -> C:
    """Return what somebody has chosen, or Herald noted; raise StorageError if nothing counts as that."""
    chosen = await reading
    if chosen == default:
        raise StorageError("storage-damaged", path="")
    return chosen


async def _follows(storage: Store, kinds: Counter[str]) -> Contents:
    """Read what a person follows; what was damaged isn't followed any more."""
    read: Contents = {}

    async def each() -> None:
        found = {
            follow.game: follow for follow in await storage.choices(Follow, user=USER)
        }
        read.update(
            {
                (f"follow of {game}", USER): repr(found[game])
                if game in found
                else None
                for game in GAMES
            }
        )

    await _piece(each(), kinds)
    return read


async def _log(storage: Store, table: TableId, kinds: Counter[str]) -> Contents:
    """Read the log of a table: its end, and each line; one that is damaged, or follows on a gap, is shown as such."""
    read = Contents()

    async def last() -> int:
        lines = await storage.log(table)
        read.update(
            {
                (f"line of table {table}", line.seq): repr(line) if line.sound else None
                for line in lines
            }
        )
        if lines and not lines[-1].sound:
            raise StorageError("storage-damaged", path="")
        return lines[-1].seq if lines else 0

    read["end of the log", table] = await _piece(last(), kinds)
    return read


async def _piece(reading: Awaitable[object], kinds: Counter[str]) -> str | None:
    try:
        return repr(await reading)
    except StorageError:
        return None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
        kinds[_named(error)] += 1
        return None


def _named(error: Exception) -> str:
    """Return what an error is and which line of code raised it, without its words, which may quote a row."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {last.name}, {Path(last.filename).name}:{last.lineno}"


def noticed(database: Path) -> bool:
    """Tell whether `verify` finds anything, or can't read the database at all."""
    try:
        return any(True for _ in verify(database, GAMES))
    except StorageError:
        return True


@dataclass(slots=True)
class Findings:
    """What came of the damaged copies; the lists say what was taken for sound, in a line each."""

    started: int = 0
    harmless: int = 0
    found: int = 0
    lies: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def records(self, what: str) -> list[Record]:
        """Return them."""
        return [
            Record(f"{what}: copies that a Herald starts on", self.started, "copies"),
            Record(
                f"{what}: copies of which all reads as it was", self.harmless, "copies"
            ),
            Record(
                f"{what}: copies in which verify finds something", self.found, "copies"
            ),
            Record(
                f"{what}: damage taken for sound by a running Herald",
                len(self.lies),
                "pieces",
                goal=NONE,
            ),
            Record(
                f"{what}: damage taken for sound by verify",
                len(self.missed),
                "copies",
                goal=NONE,
            ),
            Record(
                f"{what}: errors that are no sentence",
                self.errors.total(),
                "errors",
                goal=NONE,
            ),
        ]


async def bits(trial: Trial) -> list[Record]:
    """Flip one bit of a database at rest, again and again, each time in a new copy."""
    dice, results = random.Random(trial.seed), Findings()  # noqa: S311 - the same damage each time
    with TemporaryDirectory() as name:
        storage = await begun(Path(name))
        await played(storage, dice)
        await storage.close()
        kept = Path(name) / "herald.db"
        written = await contents(kept, results.errors)
        for number in range(1, trial.size + 1):
            with TemporaryDirectory() as folder:
                database = copied(kept, Path(folder))
                place = flip(database, dice)
                await judge(database, written, results, f"bit {place}")
            _tell("bits", number, trial.size)
    for line in [*results.lies, *results.missed, *results.errors][:SHOWN]:
        say(f"  {line}")
    return results.records(trial.called("flipped bits"))


async def judge(
    database: Path,
    written: Mapping[tuple[str, int], str | None],
    results: Findings,
    what: str,
) -> None:
    """Read a damaged copy in both ways, and note what was taken for sound."""
    try:
        seen = noticed(database)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
        seen = True
        results.errors[_named(error)] += 1
    results.found += seen
    try:
        read = await contents(database, results.errors)
    except StorageError:
        read = dict.fromkeys(written)
    else:
        results.started += 1
    lies = [piece for piece in read if read[piece] not in {None, written.get(piece)}]
    results.lies += [
        f"{what}: {name} {number} reads otherwise, and is not refused"
        for name, number in lies
    ]
    results.harmless += read == written
    if read != written and not seen:
        differing = sorted(
            piece
            for piece in {*read, *written}
            if read.get(piece) != written.get(piece)
        )
        results.missed.append(
            f"{what}: verify finds nothing, but otherwise are {differing}"
        )


def flip(path: Path, dice: random.Random) -> int:
    """Flip one bit of a file; return which."""
    data = bytearray(path.read_bytes())
    place = dice.randrange(8 * len(data))
    data[place // 8] ^= 1 << place % 8
    path.write_bytes(data)
    return place


def tear(path: Path, dice: random.Random) -> int:
    """Cut a file off at any byte; return where."""
    place = dice.randrange(path.stat().st_size)
    with path.open("rb+") as file:
        file.truncate(place)
    return place


@dataclass(slots=True)
class Torn:
    """What came of damaged write-ahead logs."""

    lost: list[int] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    refused: int = 0

    async def judge(self, database: Path, noted: Acknowledged, what: str) -> None:
        """Read a copy as a Herald does that starts, and hold it against what was acknowledged."""
        seen, storage = noticed(database), Store(SqliteDatabase(database))
        try:
            await storage.open()
            tables = await read_tables(storage)
            changes = noted.changes(
                tables, [await storage.log(table.id) for table in tables]
            )
        except StorageError:
            self.refused += 1
            return
        finally:
            await storage.close()
        if changes is not None:
            self.lost.append(len(noted.order) - 1 - changes)
        else:
            self.strange.append(what)
            self.missed += [] if seen else [what]


async def wal(trial: Trial) -> list[Record]:
    """Tear the write-ahead log of a Herald that was killed, or flip a bit of it, each time in a new copy."""
    dice, results = random.Random(trial.seed), Torn()  # noqa: S311 - the same damage each time
    with TemporaryDirectory() as name, TemporaryDirectory() as killed:
        storage = await begun(Path(name))
        noted = await played(storage, dice)
        # Nothing is tidied up in a copy that is made while the storage is open, as after a kill.
        kept = copied(Path(name) / "herald.db", Path(killed))
        await storage.close()
        for number in range(1, trial.size + 1):
            with TemporaryDirectory() as folder:
                database = copied(kept, Path(folder))
                damage = tear if number % 2 else flip
                place = damage(Path(f"{database}-wal"), dice)
                await results.judge(database, noted, f"{damage.__name__} at {place}")
            _tell("wal", number, trial.size)
    for line in results.strange[:SHOWN]:
        say(f"  {line}")
    what = trial.called("torn or flipped WALs")
    return [
        Record(f"{what}: {NO_PREFIX}", len(results.strange), "states", goal=NONE),
        Record(
            f"{what}: damage taken for sound", len(results.missed), "states", goal=NONE
        ),
        Record(f"{what}: copies refused as damaged", results.refused, "copies"),
        Record(
            f"{what}: moves after the damage, of {MOVES}, in the median",
            median(results.lost or [0]),
            "moves",
        ),
    ]


def _tell(name: str, number: int, size: int) -> None:
    if number % STEP == 0 or number == size:
        say(f"{name}: {number:,} of {size:,}")
