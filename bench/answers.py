"""`python -m bench.answers`: what an answer costs, from the click to the finished view, commit included.

Random answers are played one after another at one table, in this process, without Discord; `--directory` names the
disk that the moves are kept on. Which answers, goes by a seed.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.records import Record, parser, tell
from bot.faces import private_view
from bot.faces.logbook import Visit
from bot.faces.scene_text import Localizer
from bot.rivals.playing import Rivals
from bot.rivals.thinking import Thinkers
from bot.sending.reader_settings import visit_of
from bot.storage.records import NO_PLACE, NO_TABLE, NO_USER, Sitter, Status, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import DEFAULT, language
from engine.games import GAMES
from engine.match import PicksReply
from engine.rng import SEED_BYTES, Rng

ANSWERS = 600
PERCENT = 100
KNIGHTS = 3


def choose(table: Table, number: int) -> tuple[int, str, PicksReply]:
    """Return who decides at a table, the question, and a random answer."""
    ask = table.started_match.frame(None).asks[0]
    mine = table.frame(ask.seat).mine or ask
    copies = [
        choice.number for choice in mine.choices for _ in range(choice.option.times)
    ]
    Rng(bytes(SEED_BYTES), number).shuffle(copies)
    return ask.seat, mine.question, PicksReply(tuple(copies[: mine.at_least]))


async def answer(
    tables: Tables, table: Table, number: int, rivals: Rivals | None = None
) -> Table:
    """Play one answer, let rivals answer if there are any, and draw what its giver then sees."""
    seat, question, reply = choose(table, number)
    played = await tables.play(
        table.record.id, table.record.sitters[seat].user, question, reply
    )
    table = played.table
    if rivals is not None:
        await rivals.finish(table.record.id)
        table = await tables.get(table.record.id)
    localizer = Localizer(language(DEFAULT), table.people)
    told = [localizer.event(event, played.seat) for event in played.events]
    since = await tables.logs.news(table, played.seat)
    frame = table.frame(played.seat)
    visit = visit_of(
        since,
        table.started_match.game,
        localizer,
        played.seat,
        answering=frame.mine is not None,
        visit=Visit(told=told),
    )
    private_view.private_page(table.record, frame, localizer, visit=visit).components()
    return table


async def begin(tables: Tables, game: str, seats: int) -> Table:
    """Return a table that has just begun."""
    sitters = tuple(Sitter(user, f"Person {user}") for user in range(1, seats + 1))
    table = await tables.open(
        TableRecord(NO_TABLE, game, 1, 2, 1, None, Status.LOBBY, sitters)
    )
    return await tables.start(table.record.id, 1)


async def measure(folder: Path, game: str, seats: int) -> list[float]:
    """Return the seconds that each of many answers took."""
    storage = Store(SqliteDatabase(folder / f"{game}{seats}.db"))
    await storage.open()
    tables = Tables(storage, GAMES)
    table = await begin(tables, game, seats)
    took: list[float] = []
    for number in range(ANSWERS):
        if table.started_match.outcome is not None:
            table = await begin(tables, game, seats)
        began = perf_counter()
        table = await answer(tables, table, number)
        took.append(perf_counter() - began)
    await storage.close()
    return took


async def begin_alone(tables: Tables, rivals: Rivals, game: str) -> Table:
    """Return a private table with three knights that asks its person."""
    sitters = (
        Sitter(1, "Person"),
        *(Sitter(NO_USER, f"Knight {seat}", level="knight") for seat in range(KNIGHTS)),
    )
    place = game, NO_PLACE, NO_PLACE, 1
    table = await tables.open_alone(
        TableRecord(NO_TABLE, *place, None, Status.LOBBY, sitters, orders=True)
    )
    await rivals.finish(table.record.id)
    return await tables.get(table.record.id)


async def measure_alone(folder: Path, game: str) -> list[float]:
    """Return the seconds from each of many answers at private tables to the next question of its giver."""
    storage = Store(SqliteDatabase(folder / f"{game}_alone.db"))
    await storage.open()
    tables = Tables(storage, GAMES)
    rivals = Rivals(tables, Thinkers(), 1.0)
    storage.listen(rivals.touch)
    table = await begin_alone(tables, rivals, game)
    took: list[float] = []
    for number in range(ANSWERS):
        if table.started_match.outcome is not None:
            table = await begin_alone(tables, rivals, game)
        began = perf_counter()
        table = await answer(tables, table, number, rivals)
        took.append(perf_counter() - began)
    await rivals.close()
    await storage.close()
    return took


def records(folder: Path) -> Iterator[Record]:
    """Yield what an answer takes, for each game and number of seats."""
    for key, game in GAMES.items():
        for seats in game.seats:
            took = [
                1000 * seconds for seconds in asyncio.run(measure(folder, key, seats))
            ]
            yield Record(f"an answer, median, {key}, {seats} seats", median(took), "ms")
            yield Record(
                f"an answer, p99, {key}, {seats} seats",
                quantiles(took, n=PERCENT)[-1],
                "ms",
            )
        alone = [1000 * seconds for seconds in asyncio.run(measure_alone(folder, key))]
        yield Record(
            f"to the next question at a private table, median, {key}",
            median(alone),
            "ms",
        )
        yield Record(
            f"to the next question at a private table, p99, {key}",
            quantiles(alone, n=PERCENT)[-1],
            "ms",
            goal="at most 150",
        )


def main() -> None:
    """Print what an answer takes."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "--directory", type=Path, help="where to write; it says which disk is measured"
    )
    given = arguments.parse_args()
    with TemporaryDirectory(dir=given.directory) as folder:
        tell(list(records(Path(folder))), given.json)


if __name__ == "__main__":
    main()
