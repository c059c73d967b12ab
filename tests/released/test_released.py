"""Tables that the released version left come along: nothing of them is lost, and each can be played to its end.

The released version's own bot hosted nearly a hundred tables in simcord, by commands and clicks alone, and stopped them
where later versions must go on: at every kind of question, before, in the middle of and after everything else. Its
database, the Discord around it and what it said of each table are in the files. None may write them anew: they are the
past. The scripts ran at that version alone; `git log -- tests/released/write.py` finds them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.faces import fairness
from bot.faces.scene_text import Localizer
from bot.storage.backends import verify
from bot.storage.records import Person, Private, Server, Status, TableId
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


async def every(tables: Tables) -> list[Table]:
    """Return every table."""
    return [await tables.get(TableId(each.table)) for each in left.tables()]


async def test_what_people_and_servers_chose_is_as_it_was(storage: Store) -> None:
    """Languages, pictures, where the hand is shown, and closed DMs."""
    users = {name: user for each in left.tables() for name, user in zip(each.names, each.users, strict=True)}
    ann, bo, cy, eve = (users[name] for name in ("Ann", "Bo", "Оксана", "Eve"))
    assert await storage.choice(Person, ann) == Person(ann, locale="en-US")
    assert await storage.choice(Person, bo) == Person(bo, Private.DM, locale="en-US")
    assert await storage.choice(Person, cy) == Person(cy, language="uk", locale="uk")
    assert await storage.choice(Person, eve) == Person(eve, dm_closed=True, dm_told=True, locale="de")
    home, castle = sorted({each.place[0] for each in left.tables()})
    assert await storage.choice(Server, home) == Server(home, "en", "en-US")
    assert await storage.choice(Server, castle) == Server(castle, "uk", "en-US", pictures=False)


STRIDES = pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.soak)], ids=["every seventh", "all"])


@STRIDES
async def test_the_whole_log_tells_what_it_told(storage: Store, stride: int) -> None:
    """In each language, for everybody and for each seat alone: sentences may be reworded, people and numbers stay."""
    tables, logs = Tables(storage, GAMES), left.logs()
    for table in (await every(tables))[::stride]:
        known = logs[str(table.record.id)]
        assert known.keys() == set(locales())
        if table.match is not None:
            today = await log(tables, table)
            assert facts(today, table) == facts(known, table), table.record.id


Fact: TypeAlias = tuple[frozenset[str], tuple[str, ...]]


def facts(logs: Mapping[str, Mapping[str, Sequence[str]]], table: Table) -> dict[tuple[str, str], list[Fact]]:
    """Return the people and the numbers of each line after the first, by language and viewer."""
    return {
        (locale, viewer): [fact(line, table.people.bold_names) for line in lines[1:]]
        for locale, told in logs.items()
        for viewer, lines in told.items()
    }


def fact(line: str, people: Sequence[str]) -> Fact:
    """Return who stands in a line, and the numbers besides those in their names; no points are said in words now."""
    named = frozenset(name for name in people if name in line)
    bare = reduce(lambda text, name: text.replace(name, ""), named, line)
    return named, tuple(sorted(re.findall(r"\d+", NO_POINTS.sub("", bare))))


async def log(tables: Tables, table: Table) -> dict[str, dict[str, list[str]]]:
    """Return all that was told at a table, by language and viewer."""
    viewers: list[Viewer] = [None, *map(Seat, range(len(table.record.sitters)))]
    told = {viewer: await tables.log(table.record.id, viewer) for viewer in viewers}
    return {
        locale: {
            "all" if viewer is None else str(viewer): [
                fairness.beginning_text(table.record, table.frame(viewer), localizer, None),
                *(localizer.say(event) for line in lines for event in line.events),
            ]
            for viewer, lines in told.items()
        }
        for locale in locales()
        for localizer in [Localizer(language(locale), table.people)]
    }


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
