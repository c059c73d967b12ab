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
from bot.faces.words import Speaker
from bot.sending.news import visit_of
from bot.storage.records import NO_TABLE, Sitter, Status, TableRecord
from bot.storage.sqlite.session import SqliteSession
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import DEFAULT, language
from engine.games import GAMES
from engine.match import Picks
from engine.rng import SEED_BYTES, Rng

ANSWERS = 600
PERCENT = 100


def choose(table: Table, number: int) -> tuple[int, str, Picks]:
    """Return who decides at a table, the question, and a random answer."""
    ask = table.started.frame(None).asks[0]
    mine = table.frame(ask.seat).mine or ask
    copies = [choice.number for choice in mine.choices for _ in range(choice.option.times)]
    Rng(bytes(SEED_BYTES), number).shuffle(copies)
    return ask.seat, mine.question, Picks(tuple(copies[: mine.at_least]))


async def answer(tables: Tables, table: Table, number: int) -> Table:
    """Play one answer and draw what its giver then sees."""
    seat, question, reply = choose(table, number)
    played = await tables.play(table.record.id, table.record.sitters[seat].user, question, reply)
    speaker = Speaker(language(DEFAULT), played.table.people)
    told = [speaker.told(event, played.seat) for event in played.told]
    since = await tables.logs.news(played.table, played.seat)
    frame = played.table.frame(played.seat)
    visit = visit_of(since, played.table.started.game, speaker, played.seat, answering=frame.mine is not None)
    private_view.private(played.table.record, frame, told, speaker, visit=visit).components()
    return played.table


async def begin(tables: Tables, game: str, seats: int) -> Table:
    """Return a table that has just begun."""
    sitters = tuple(Sitter(user, f"Person {user}") for user in range(1, seats + 1))
    table = await tables.open(TableRecord(NO_TABLE, game, 1, 2, 1, None, Status.LOBBY, sitters))
    return await tables.start(table.record.id, 1)


async def measure(folder: Path, game: str, seats: int) -> list[float]:
    """Return the seconds that each of many answers took."""
    storage = Store(SqliteSession(folder / f"{game}{seats}.db"))
    await storage.open()
    tables = Tables(storage, GAMES)
    table = await begin(tables, game, seats)
    took: list[float] = []
    for number in range(ANSWERS):
        if table.started.outcome is not None:
            table = await begin(tables, game, seats)
        began = perf_counter()
        table = await answer(tables, table, number)
        took.append(perf_counter() - began)
    await storage.close()
    return took


def records(folder: Path) -> Iterator[Record]:
    """Yield what an answer takes, for each game and number of seats."""
    for key, game in GAMES.items():
        for seats in game.seats:
            took = [1000 * seconds for seconds in asyncio.run(measure(folder, key, seats))]
            yield Record(f"an answer, median, {key}, {seats} seats", median(took), "ms")
            yield Record(f"an answer, p99, {key}, {seats} seats", quantiles(took, n=PERCENT)[-1], "ms")


def main() -> None:
    """Print what an answer takes."""
    arguments = parser(__doc__ or "")
    arguments.add_argument("--directory", type=Path, help="where to write; it says which disk is measured")
    given = arguments.parse_args()
    with TemporaryDirectory(dir=given.directory) as folder:
        tell(list(records(Path(folder))), given.json)


if __name__ == "__main__":
    main()
