"""Tables that the released version left come along: nothing of them is lost, and each can be played to its end.

The released version's own bot hosted nearly a hundred tables in simcord, by commands and clicks alone, and stopped them
where later versions must go on: at every kind of question, before, in the middle of and after everything else. Its
database, the Discord around it and what it said of each table are in the files. None may write them anew: they are the
past. The scripts ran at that version alone; `git log -- tests/released/write.py` finds them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import reduce
from pathlib import Path

import pytest

from bot.faces.scene_text import Localizer
from bot.storage.backends import verify
from bot.storage.records import Status, TableId
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import language, locales
from engine.games import GAMES
from engine.match import PicksReply
from engine.rng import Rng
from engine.scene import Seat, Viewer
from tests.contract.walks import choose, seed, some
from tests.released import left
from tests.released.left import Left

MOST_MOVES = 5000

NO_POINTS = re.compile(r"\b0 \w+ \(0\)")
"""How the released version said that somebody has no points."""


STRIDES = pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.soak)], ids=["every seventh", "all"])


@STRIDES
async def test_the_whole_log_tells_what_it_told(storage: Store, stride: int) -> None:
    """In each language, for everybody and for each seat alone: sentences may be reworded, people and numbers stay."""
    tables, logs = Tables(storage, GAMES), left.logs()
    for each in left.tables()[::stride]:
        table, known = await tables.get(TableId(each.table)), logs[str(each.table)]
        assert known.keys() == set(locales())
        if table.match is None:
            continue
        viewers: dict[str, Viewer] = {"all": None} | {str(seat): Seat(seat) for seat in range(len(each.users))}
        people = table.people.bold_names
        for name, viewer in viewers.items():
            events = [event for line in await tables.log(table.id, viewer) for event in line.events]
            for locale, told in known.items():
                assert told.keys() == viewers.keys()
                localizer = Localizer(language(locale), table.people)
                today = [fact(localizer.say(event), people) for event in events]
                # The first line tells how the shuffle was made.
                assert today == [fact(line, people) for line in told[name][1:]], each.table


def fact(line: str, people: Sequence[str]) -> tuple[frozenset[str], list[str]]:
    """Return who stands in a line, and the numbers besides those in their names; no points are said in words now."""
    named = frozenset(name for name in people if name in line)
    bare = reduce(lambda text, name: text.replace(name, ""), named, line)
    return named, sorted(re.findall(r"\d+", NO_POINTS.sub("", bare)))


@STRIDES
async def test_every_game_is_played_to_its_end(storage: Store, tmp_path: Path, stride: int) -> None:
    """By the rules of today, from wherever it was left; and all that there is can be replayed, and has no fault."""
    tables, played = Tables(storage, GAMES), left.playing()[::stride]
    assert {each.game for each in played} == set(left.games())
    await asyncio.gather(*(ended(tables, each) for each in played))
    status = {(await tables.get(TableId(each.table))).record.status for each in played}
    assert status == {Status.OVER}
    await storage.close()
    assert not list(verify(tmp_path / "herald.db", GAMES))


async def ended(tables: Tables, was: Left) -> None:
    """Play a table to its end, each move at random and kept."""
    table = await tables.get(TableId(was.table))
    for count in range(MOST_MOVES):
        if table.started_match.outcome is not None:
            return
        table = await answered(tables, table, Rng(seed(was.table), count))
    raise AssertionError(f"table {was.table} doesn't end")


async def answered(tables: Tables, table: Table, rng: Rng) -> Table:
    """Let the first seat that is asked choose something: as little as may be picked."""
    match, seat = table.started_match, table.started_match.deciding[0]
    least = match.game.telling.question(match.state, seat).at_least
    numbers = several(table, seat, least, rng) if least > 1 else [match.legal[seat].index(choose(match, seat, rng))]
    user, question = table.people.users[seat], match.question_id(seat)
    return (await tables.play(table.record.id, user, question, PicksReply(tuple(numbers)))).table


def several(table: Table, seat: Seat, count: int, rng: Rng) -> list[int]:
    """Return the numbers of so many choices, each no more often than it may be picked."""
    ask = table.frame(seat).mine
    assert ask is not None
    return some([choice.number for choice in ask.choices for _ in range(choice.option.times)], count, rng)
