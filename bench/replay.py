"""`python -m bench.replay`: what a step through a finished match takes, beside *My hand* of a running one.

Both are the same match of a game with as many seats as it has, played by lot: one table stands in its midst, the other
is over. One person at the loopback Discord presses *My hand* in a private view of the first and *on* in the replay of
the second by turns, so that the noise of the machine meets both, and begins again where the match has ended. Each press
edits its message; an answer takes from the click's event to the received callback. *Words* are for somebody who wants
no pictures. The first look at a replay plays the whole match again, and is told apart.

Besides, in CPU: the longest piece of an analysis, between two of which a rival may come in, how much of a match the
seconds are enough for that each has by default, and its film.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, TypeAlias

from bench.processes import START_SECONDS, Bot
from bench.records import Record, compared, parser, tell
from bench.start import CLICK, GUILD, MESSAGE, USER, Stage
from bot.faces.picture.rendering import draw
from bot.faces.scene_text import Localizer
from bot.features.replay.hindsight import film_picture
from bot.features.replay.walk import ReplayedMatch, Walk
from bot.rivals.analyst import FIRST_PART
from bot.rivals.thinking import estimate_piece
from bot.storage.records import (
    NO_TABLE,
    Logged,
    Person,
    Published,
    Sitter,
    Status,
    TableRecord,
)
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.table import Table
from bot.texts.fluent import DEFAULT, language
from engine.frozen import replace
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match, Move
from engine.rng import SEED_BYTES, Rng
from engine.saves import dump, dump_action, dump_told
from engine.scene import Seat
from engine.survey import WORLDS, find_decision_points
from tests.loopback.records import Message
from tests.loopback.server import Loopback

AnyMatch: TypeAlias = Match[Any, Any]

SECONDS = 60.0
"""How many seconds of CPU an analysis has by default."""
STEPS, PARTS = 2000, 5
"""How many steps are walked through each replay, and in how many parts the slowest of a hundred are sought."""
WORDS, PICTURES = "words", "pictures"
GOAL = "at most 1.3 times"
MS, PERCENT = 1e3, 100
OPEN = "replay:2"
ON, BACK = ":next", ":first"


@dataclass(frozen=True, slots=True)
class Played:
    """A match from its start through all its moves."""

    positions: tuple[AnyMatch, ...]
    moves: tuple[Move[Any], ...]

    @classmethod
    def by_lot(cls, game: AnyGame, seats: int) -> Played:
        """Return a match of so many seats that chance has played."""
        match: AnyMatch = Match.start(game, seats, bytes(SEED_BYTES))
        positions, moves = [match], list[Move[Any]]()
        while match.legal:
            seat = match.deciding[0]
            match, (move,) = match.play(
                seat, (Rng(b"lot", match.seq).choice(match.legal[seat]),)
            )
            positions.append(match)
            moves.append(move)
        return cls(tuple(positions), tuple(moves))

    def lines(self, move: int) -> Iterator[Logged]:
        """Yield the lines of the log up to a move."""
        for made in self.moves[:move]:
            action, told = (
                dump_action(made.game, made.action),
                dump_told(made.told_events),
            )
            yield Logged(
                made.seq, made.game.version, made.seat, action, told, time.time()
            )


async def lay_out(path: Path, played: Played, channel: int, *, pictures: bool) -> None:
    """Make a database with the match in its midst at table 1, over at table 2, and what the first person likes."""
    storage = Store(SqliteDatabase(path))
    await storage.open()
    await storage.store_choices(Person(USER, pictures=pictures))
    for move in (len(played.moves) // 2, len(played.moves)):
        await _keep(storage, played, channel, move)
    await storage.close()


async def _keep(storage: Store, played: Played, channel: int, move: int) -> None:
    """Keep a table whose match stands after a move, and that all of it has been announced."""
    start, stands = played.positions[0], played.positions[move]
    sitters = tuple(
        Sitter(USER + seat, f"Person {seat}") for seat in range(start.seats)
    )
    place = start.game.key, GUILD, channel, USER
    begun = await storage.create(
        TableRecord(NO_TABLE, *place, None, Status.PLAYING, sitters, dump(start))
    )
    status = Status.PLAYING if stands.outcome is None else Status.OVER
    kept = await storage.save(
        replace(begun, status=status, save=dump(stands)), [*played.lines(move)]
    )
    message = MESSAGE + 2 * kept.id
    await storage.store_published(
        kept.id, Published(kept.revision, move, message, post=message + 1)
    )


@dataclass(slots=True)
class Waits:
    """The seconds until the answers came: to the first look at the replay, to its steps, and to *My hand*."""

    first: float
    steps: list[float]
    hands: list[float]


async def press(
    stage: Stage, message: Message, custom_id: str
) -> tuple[float, Message]:
    """Press a button; return the seconds until the answer, and the message with it."""
    event = await stage.person.begin_click(message, custom_id, forged=True)
    answer = await stage.person.wait(event, START_SECONDS)
    return event.answered_at - event.sent, answer.message


async def walk(stage: Stage, steps: int) -> Waits:
    """Start the bot, and walk so many steps through the replay, with a look at one's own hand between any two."""
    async with Bot(stage.module, stage.discord, stage.folder, stage.settings) as bot:
        await bot.start()
        _, hand = await press(stage, stage.message, CLICK)
        first, replay = await press(stage, stage.message, OPEN)
        waits = Waits(first, [], [])
        for _ in range(steps):
            seconds, hand = await press(stage, hand, CLICK)
            waits.hands.append(seconds)
            seconds, replay = await press(stage, replay, way_on(replay))
            waits.steps.append(seconds)
    await stage.discord.gateway.left(START_SECONDS)
    return waits


def way_on(replay: Message) -> str:
    """Return the custom_id of the button that goes on in a replay, or back to the beginning from its end.

    Raise ValueError if the message is no replay.
    """
    for way in (ON, BACK):
        for each in replay.buttons:
            if each["custom_id"].endswith(way) and not each.get("disabled"):
                return str(each["custom_id"])
    raise ValueError(f"no way on in {replay.text!r}")


async def measure(game: AnyGame, steps: int, shown: str) -> list[Record]:
    """Return what steps through a match of a game take, where its reader sees words or pictures."""
    played = Played.by_lot(game, game.seats[-1])
    with TemporaryDirectory() as folder:
        async with Loopback() as discord:
            # Emblems are drawn once in the life of an application, for half a minute.
            stage = Stage(discord, Path(folder), "bot", {"EMBLEMS": "emoji"})
            await lay_out(
                stage.folder / "herald.db",
                played,
                stage.channel.id,
                pictures=shown == PICTURES,
            )
            waits = await walk(stage, steps)
    return list(records(f"{game.key}, {len(played.moves)} moves, {shown}", waits))


def records(where: str, waits: Waits) -> Iterator[Record]:
    """Yield what steps come to beside looks at the hand."""
    what = f"a step of a replay, {where}, beside My hand"
    yield compared(
        f"{what}, median", MS * median(waits.steps), "ms", MS * median(waits.hands)
    )
    yield compared(f"{what}, p99", p99(waits.steps), "ms", p99(waits.hands), GOAL)
    yield Record(f"the first look at a replay, {where}", MS * waits.first, "ms")


def p99(seconds: Sequence[float]) -> float:
    """Return below what 99 of a hundred stay, in milliseconds: in the median of some parts of the walk.

    So a moment in which others want the processor doesn't decide.
    """
    size = len(seconds) // PARTS
    parts = (seconds[part * size : (part + 1) * size] for part in range(PARTS))
    return MS * median(quantiles(part, n=PERCENT)[-1] for part in parts)


def looked_into(game: AnyGame, played: Played, budget: float) -> Iterator[Record]:
    """Yield what the analysis of a match takes, and its film; a `budget` is in seconds of CPU."""
    began = process_time()
    end, lines = played.positions[-1], [*played.lines(len(played.moves))]
    stops = find_decision_points(
        end.beginning,
        [(Seat(line.seat), line.action) for line in lines],
        Rng(bytes(SEED_BYTES), 1),
    )
    yield Record(
        f"{game.key}, finding {len(stops)} decisions",
        MS * (process_time() - began),
        "ms",
    )

    pieces = [
        estimate_piece(game.key, stop.view, bytes(SEED_BYTES), 10**6)
        for stop in stops[:: len(stops) // 10]
    ]
    yield Record(
        f"{game.key}, the longest piece",
        MS * max(seconds for _, seconds in pieces),
        "ms",
        goal="at most 200",
    )
    world = sum(seconds for _, seconds in pieces) / sum(
        chance.worlds for chance, _ in pieces
    )
    whole = len(stops) * WORLDS * world / budget
    yield Record(
        f"{game.key}, looks at all decisions in the time for them",
        PERCENT / max(1.0, whole),
        "%",
    )

    table = Table(_over(game, end), end)
    walk = Walk.whole(table, ReplayedMatch.of(end, lines), "all", None)
    picture = film_picture(walk, game.key, Localizer(language(DEFAULT), table.people))
    draw(picture)
    began, data = process_time(), draw(picture)
    yield Record(
        f"{game.key}, a film of {len(picture.frames)}",
        process_time() - began,
        "s",
        goal="at most 3",
    )
    yield Record(f"{game.key}, its size", len(data) / 2**20, "MB", goal="at most 4")


def _over(game: AnyGame, end: AnyMatch) -> TableRecord:
    sitters = tuple(Sitter(USER + seat, f"Person {seat}") for seat in range(end.seats))
    return TableRecord(
        NO_TABLE, game.key, GUILD, GUILD, USER, None, Status.OVER, sitters, dump(end)
    )


def main(words: Sequence[str] | None = None) -> None:
    """Print what steps take."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "--steps", type=int, default=STEPS, help="of each replay (default: %(default)s)"
    )
    given = arguments.parse_args(words)
    ways = [(game, shown) for game in GAMES.values() for shown in (WORDS, PICTURES)]
    found = [
        each
        for game, shown in ways
        for each in asyncio.run(measure(game, given.steps, shown))
    ]
    for game in GAMES.values():
        found += looked_into(
            game, Played.by_lot(game, game.seats[-1]), SECONDS * FIRST_PART
        )
    tell(found, given.json)


if __name__ == "__main__":
    main()
