"""Whatever changes a stored table behind Herald's back is found, and where it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.storage import port, sql
from bot.storage.backends import verify
from bot.storage.records import Dm, Logged, Published, Status, TableId, TableRecord
from bot.storage.store import Store
from engine import saves
from engine.game import AnyGame
from engine.match import Match
from engine.rng import Rng
from tests.bot.storage.disk import ask_file, fill
from tests.bot.storage.samples import ANN, BO, CAT, begin, line, loaded, lobby, moved, query, sqlite
from tests.engine.toy import TOY

GAMES = {"toy": TOY}
SEED = bytes(range(32))
NEWS = Published(4, 3, 55, "auction", "digest", 56, 1, ((0, 3),), (Dm(0, 1, 900, 901),))


async def played(storage: Store, seats: int = 2, game: AnyGame = TOY) -> TableRecord:
    """Keep a whole match of the toy, played by chance."""
    match: Match[Any, Any] = Match.start(game, seats, SEED)
    table = await storage.create(lobby(*(ANN, BO, CAT)[:seats]))
    table = await storage.save(replace(table, save=saves.dump(match), status=Status.PLAYING), begins=True)
    while match.outcome is None:
        seat = match.deciding[0]
        action = Rng(SEED, 1000 + match.seq).choice(match.legal[seat])
        match, moves = match.play(seat, [action])
        lines = [
            Logged(
                move.seq,
                game.version,
                seat,
                saves.dump_action(game, move.action),
                saves.dump_told(move.told_events),
                1.5,
            )
            for move in moves
        ]
        table = await storage.save(replace(table, save=saves.dump(match)), lines)
    return table


@pytest.fixture
async def kept(path: Path) -> Path:
    """Make a closed database with two tables of three moves, whose game nobody knows."""
    storage = sqlite(path)
    await storage.open()
    for _ in range(2):
        table = await begin(storage, lobby(), moves=3)
        await storage.store_published(table.id, NEWS)
    await storage.close()
    return path


async def test_a_log_that_has_lost_its_end_says_so(kept: Path) -> None:
    """log: the last move stands there as damaged, whether some are left or none, and whatever is asked for.

    A chain is never continued over a gap.
    """
    for lost in ("table_id = 1 AND seq = 3", "table_id = 2"):
        ask_file(kept, f"DELETE FROM moves WHERE {lost}")  # noqa: S608 # from this test
    storage = sqlite(kept)
    await storage.open()
    one, two = [await storage.log(TableId(number)) for number in (1, 2)]
    assert [(each.seq, each.sound) for each in one] == [(1, True), (2, True), (3, False)]
    assert [(each.seq, each.sound) for each in two] == [(3, False)]
    assert [(each.seq, each.sound) for each in await storage.log(TableId(1), after=2)] == [(3, False)]
    assert await storage.log(TableId(1), after=3) == []
    with pytest.raises(port.Damaged):
        await storage.save(*moved(await loaded(storage, 1)))
    await storage.close()


def test_moves_of_other_places_are_found(kept: Path) -> None:
    """verify: a move is sealed at its place: two can't change theirs, nor can a log be patched with another table's."""
    for before, after in ((1, 9), (2, 1), (9, 2)):
        ask_file(kept, "UPDATE moves SET seq = $1 WHERE table_id = 1 AND seq = $2", after, before)
    ask_file(kept, "DELETE FROM moves WHERE table_id = 1 AND seq = 3")
    ask_file(kept, "UPDATE moves SET table_id = 1 WHERE table_id = 2 AND seq = 3")
    assert {(fault.table, fault.seq) for fault in verify(kept, {})} >= {(1, 1), (1, 2), (1, 3), (2, 3)}


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_log_that_leads_elsewhere_is_found(storage: Store, path: Path, seats: int) -> None:
    """verify: seals that fit don't help a position that the log doesn't lead to."""
    table = await played(storage, seats)
    assert table.save is not None
    wrong = replace(table.save, state=table.save.state.replace('"price":', '"price":1'))
    await storage.save(replace(table, save=wrong))
    faults = list(verify(path, GAMES))
    assert [(fault.table, fault.seq) for fault in faults] == [(table.id, table.save.seq)]
    assert list(verify(path, {})) == []


async def test_an_illegal_move_in_the_log_is_found(storage: Store, path: Path) -> None:
    """verify: replaying stops at the first move that the rules don't allow, or that can't be read."""
    for action in ('{"kind":"lay","card":99}', '{"kind":"nonsense"}'):
        match: Match[Any, Any] = Match.start(TOY, 2, SEED)
        table = await storage.create(lobby())
        table = await storage.save(replace(table, save=saves.dump(match), status=Status.PLAYING), begins=True)
        after = replace(table, save=replace(saves.dump(match), seq=1))
        await storage.save(after, [replace(line(1), rules=2, action=action)])
        faults = [fault for fault in verify(path, GAMES) if fault.table == table.id]
        assert [fault.seq for fault in faults] == [1]
        assert faults[0].what.key == "fault-replay"


async def test_moves_under_older_rules_are_not_replayed(storage: Store, path: Path) -> None:
    """verify: across versions of the rules the position is the truth."""
    table = await begin(storage, moves=2)
    assert list(verify(path, GAMES)) == []
    carried = saves.dump(Match.start(TOY, 2, b"s" * 32))
    await storage.save(replace(table, save=replace(carried, seq=2)))
    assert list(verify(path, GAMES)) == []


def renumber_in_index(path: Path, other: bytes) -> None:
    """Write another number of table 2 into the index `tables_behind`, at the end of its entry."""
    asked = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'tables_behind'"
    ((page, size),) = query(path, asked)
    content = path.read_bytes()
    at = content.index(b"playing\x02", (page - 1) * size, page * size)
    path.write_bytes(content[:at] + b"playing" + other + content[at + 8 :])


@pytest.mark.parametrize("other", [b"\x03", b"\x0a"])
async def test_damaged_index_is_found_and_made_anew(
    storage: Store, path: Path, other: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """verify, open: what Discord is behind with is read in an index alone, here with a number of another table."""
    await fill(storage)
    behind = await storage.select(sql.UNSHOWN)
    await storage.close()
    renumber_in_index(path, other)

    ask_file(path, "UPDATE clocks SET due = 1e12 WHERE table_id = 2")

    faults = verify(path, {})
    await storage.open()

    assert {fault.table for fault in faults} == {0, 2}
    assert await storage.select(sql.UNSHOWN) == behind
    assert "An index was damaged" in caplog.text
    await storage.close()
    assert {fault.table for fault in verify(path, {})} == {2}
