"""Each fault is ordered once, small, while people play with the real process, and the promises under it are kept.

What can be asked for is named, and all faults are summed up together. A state is judged by what was acknowledged,
damage is done as told, and what is taken for sound is found out.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.faults.__main__ import KINDS, altogether, main
from bench.faults.clicks import Sent, asked, attacked, press
from bench.faults.damage import Findings, Torn, contents, copied, flip, judge, noticed, tear
from bench.faults.ledger import behind, fingerprint, locked, stories
from bench.faults.people import TOLD_WITHIN, evening
from bench.faults.promises import tally
from bench.faults.tables import read_tables
from bench.faults.trials import Trial
from bench.records import Record
from bot.storage.records import Logged, TableRecord
from tests.bench.faults.conftest import Made
from tests.bot.storage.samples import opened

SMALL = {
    "kills": 2,
    "sigterm": 2,
    "clicks": 60,
    "hiccups": 1,
    "waking": 20,
    "storms": 4,
    "gateway": 2,
    "full": 1,
    "locks": 1,
    "bits": 5,
    "wal": 6,
}
KEPT = (
    *("acknowledged moves lost", "questions answered twice", "posts or pings doubled", "secrets out"),
    *("clicks unanswered outside the fault", "seconds until everything was announced, at most"),
    *("batches that had an effect", "doubled clicks that were taken twice", "exits other than 0"),
    *("seconds to the exit, at most", "states that are no prefix of what was acknowledged"),
    *("damage taken for sound", "damage taken for sound by verify", "damage taken for sound by a running Herald"),
    *("errors that are no sentence", "tracebacks"),
    *("seconds until its own table showed, at most", "seconds until any other one showed, at most"),
    "seconds until a click was answered meanwhile, at most",
)


@pytest.mark.parametrize("name", KINDS)
async def test_promises_are_kept_under_a_fault(name: str) -> None:
    """At two tables; people got through moves all the same."""
    found = {record.what.partition(": ")[2]: record for record in await KINDS[name].order(Trial(SMALL[name], 3, 2))}
    broken = [record.what for what, record in found.items() if what in KEPT and not record.reached]
    assert broken == []
    assert any(what in found for what in KEPT)
    assert "moves acknowledged" not in found or found["moves acknowledged"].value > 0


async def test_a_click_that_had_an_effect_is_found_out() -> None:
    """What the right person presses changes the table, and what nobody can press changes nothing."""
    async with evening(3, 2) as now:
        await now.begun()
        # Until somebody has pressed Play, what is asked in private can't be answered.
        await now.discord.until(lambda: any(map(list, map(asked, now.circles))), TOLD_WITHIN)
        await now.halt()
        await now.settled()
        await now.announced(0.0)

        def right() -> Iterator[Sent]:
            for circle in now.circles:
                for person, node, message in asked(circle):
                    if str(node["custom_id"]).startswith(("move:", "offer:")):
                        yield press(person, message, node)

        def wrong() -> Iterator[Sent]:
            message = now.circles[0].game.channel.messages[-1] if now.circles[0].game else None
            assert message is not None
            stranger = now.discord.person("Mallory")
            yield press(stranger, message, {"custom_id": "end:1", "type": 2})

        assert await attacked(now, wrong(), 1) == 0
        assert any(True for each in right() if each.close() is None)
        assert await attacked(now, right(), 1) == 1
        assert list(tally(now).broken) == []


def test_faults_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its sizes; what is none is refused, with those that are."""
    main(["--list"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(KINDS)
    with pytest.raises(SystemExit):
        main(["kils"])
    assert "no fault is called kils; there are" in capsys.readouterr().err


def test_promises_are_summed_up() -> None:
    """Whatever the faults are called; the longest wait counts."""
    lost, wait = "acknowledged moves lost", "seconds until everything was announced, at most"
    records = [Record(f"{name}: {lost}", value, "moves", goal="at most 0") for name, value in (("a", 0), ("b", 2))]
    records += [Record(f"{name}: {wait}", value, "s") for name, value in (("a", 3), ("b", 2))]
    found = {record.what: (record.value, record.reached) for record in altogether(records)}
    assert found[f"altogether: {lost}"] == (2, False)
    assert found[f"altogether: {wait}"][0] == 3


async def everything(database: Path) -> tuple[list[TableRecord], list[list[Logged]]]:
    """Return all tables and their logs."""
    async with opened(database) as storage:
        tables = await read_tables(storage)
        return tables, [list(await storage.log(table.id)) for table in tables]


async def test_the_state_after_the_last_move_holds_all_changes(made: Made) -> None:
    """And a log that lacks a line, or tables that never stood so together, are no prefix."""
    tables, logs = await everything(made.database)
    assert made.noted.changes(tables, logs) == len(made.noted.order) - 1
    assert made.noted.changes(tables, [logs[0][:-1], *logs[1:]]) is None
    made.noted.order.pop()
    assert made.noted.changes(tables, logs) is None


async def test_one_bit_is_flipped_or_an_end_is_cut_off(made: Made, tmp_path: Path) -> None:
    """In the copy alone."""
    (tmp_path / "copy").mkdir()
    copy, before = copied(made.database, tmp_path / "copy"), made.database.read_bytes()
    place = flip(copy, random.Random(3))
    differing = [number for number, (a, b) in enumerate(zip(before, copy.read_bytes(), strict=True)) if a != b]
    assert differing == [place // 8]
    end = tear(copy, random.Random(3))
    assert copy.stat().st_size == end < len(before)
    assert made.database.read_bytes() == before


async def test_a_sound_database_is_no_damage_and_a_changed_one_is_told(made: Made) -> None:
    """What reads otherwise than it was written and isn't refused is a lie; what verify doesn't see is missed."""
    assert not noticed(made.database)
    results, written = Findings(), await contents(made.database, Counter())
    await judge(made.database, written, results, "nothing")
    assert (results.lies, results.missed, results.harmless, results.started) == ([], [], 1, 1)
    other = {piece: f"{read} changed" for piece, read in written.items()}
    await judge(made.database, other, results, "everything")
    assert len(results.lies) == len(written)
    assert len(results.missed) == 1


async def test_a_state_that_was_never_acknowledged_is_strange(made: Made) -> None:
    """The whole of it, if what was acknowledged last isn't known."""
    results = Torn()
    await results.judge(made.database, made.noted, "whole")
    assert (results.lost, results.strange) == ([0], [])
    made.noted.order.pop()
    await results.judge(made.database, made.noted, "unknown")
    assert results.strange == results.missed == ["unknown"]


def test_every_table_is_played_again_to_where_it_stands(made: Made) -> None:
    """Position by position, with the questions that were answered and the calls that were due."""
    found = stories(made.database)
    assert [len(story.moves) for story in found] == [moves for moves, _ in made.noted.order[-1]]
    for story in found:
        assert len(story.positions) == len(story.moves) + 1
        assert len(story.answered) <= len(story.moves)
        assert story.calls.total() >= 1
        assert story.standing(1e9) == len(story.moves)


def test_tables_that_have_moved_and_were_not_announced_are_behind(made: Made) -> None:
    """All others were."""
    moved = [story.record.id for story in stories(made.database) if story.moves]
    assert behind(made.database) == moved


def test_a_locked_database_takes_nothing_and_its_lock_changes_nothing(made: Made) -> None:
    """Until the lock is given back."""
    before = fingerprint(made.database)
    with closing(sqlite3.connect(made.database, timeout=0, isolation_level=None)) as db:
        with locked(made.database), pytest.raises(sqlite3.OperationalError, match="locked"):
            db.execute("BEGIN IMMEDIATE")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
        assert fingerprint(made.database) == before
        db.execute("UPDATE tables SET revision = revision + 1 WHERE id = 1")
    assert fingerprint(made.database) != before
