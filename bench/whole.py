"""`python -m bench.whole`: the whole bot as a process, beside a bare discord.py bot and another checkout of Herald.

People play both games on a loopback Discord in this process, at eight tables at once: each clicks, waits for the answer
and until the next question stands, and clicks again; the choices are drawn from a seed. A tape notes every click and
every call to Discord that Herald made for it. Then the bare bot (`bench.bare`) gets the same clicks and makes the same
calls with the same payloads and files, on a loopback Discord of its own that does the same work. That is the floor:
whoever speaks to Discord through discord.py pays at least this, for parsing events, building views, writing them as
JSON, rate limits and HTTP. `--beside PATH` plays another checkout, too, from its own code with this Python. Everybody
takes turns, round by round, so that the noise of the machine meets all; figures are medians of the rounds. All of them
and this process run on uvloop, as Herald does for its hosts.

*Words* are servers without pictures, and databases are on a tmpfs; *on the disk* they are where temporary files are. A
click is anything pressed, picked or sent; a move is a click that answered a question of the game and was taken. CPU is
user and system, of the process and of all its children, which are named in the end; matches that are over aren't
analysed meanwhile. An answer takes from the click's event to the received callback. Commits are transactions that
SQLite has written, where all that waits shares one.
`--quick` is for looking while one changes something: two short rounds of words, and no emblems drawn first.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import uvloop

from bench.processes import ROOT, Bot, describe_processes
from bench.records import Record, parser, tell
from bench.rounds import Hall, Load, Round, bare, herald
from bot.client.commands_and_emoji import emblem_names
from tests.loopback.people import Person
from tests.loopback.records import Channel
from tests.loopback.server import Loopback

FLIGHT, CLICKS, ROUNDS = 8, 400, 6
QUICK_CLICKS, QUICK_ROUNDS = 160, 2
MANAGE_SERVER = 1 << 5
MS = 1000
EMBLEM_SECONDS = 180.0
"""How long drawing and uploading all emblems may take."""
TMPFS = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - each run has a directory of its own there

WORDS, PICTURES, DISK, ALONE = (
    "words",
    "pictures",
    "words on the disk",
    "words at one table",
)
PLACES = {WORDS: "off", PICTURES: "on", DISK: "off", ALONE: "off"}
"""Where is played, and what the server of each chooses about pictures."""
HERALD, FORMER, BARE = "herald", "former", "bare"


@asynccontextmanager
async def hall(
    module: str,
    folder: Path,
    pictures: str = "",
    *,
    root: Path = ROOT,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Hall]:
    """Start a bot on a loopback Discord of its own; `pictures` is what its server chooses: on, off, or nothing."""
    async with (
        Loopback() as discord,
        Bot(module, discord, folder, settings or {}, root=root) as bot,
    ):
        lounge = discord.open_channel("lounge")
        await bot.start()
        made = Hall(discord, bot)
        if pictures:
            await discord.until(lambda: discord.world.commands, 30)
            await choose_pictures(
                discord.person("Olga", MANAGE_SERVER), lounge, pictures
            )
        yield made


async def choose_pictures(owner: Person, lounge: Channel, pictures: str) -> None:
    """Let whoever manages a server choose whether everybody there sees pictures: on or off."""
    if owner.is_offered("settings server", "pictures"):
        await owner.slash(lounge, "settings server", pictures=pictures)
        return
    page = await owner.slash(lounge, "settings server")
    dialog = await owner.click(page.message, "server:here")
    await owner.submit(dialog, {"pictures": pictures})


async def settled(place: Hall) -> None:
    """Wait until the emblems are Discord's emoji: that comes once in the life of an application, and with no move."""
    emojis = place.discord.world.emojis
    await place.discord.until(
        lambda: len(emojis) >= len(emblem_names()), EMBLEM_SECONDS
    )


def percentile(waits: Sequence[float], percent: int) -> float:
    """Return a percentile of some seconds, in milliseconds."""
    return MS * quantiles(waits, n=100)[percent - 1]


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of Herald's rounds in one place, and whose rounds it is held against, where.

    A goal with "times" bounds the ratio: it is left out where the other side was not played.
    """

    what: str
    unit: str
    measure: Callable[[Round], float]
    place: str
    goal: str | None = None
    beside: tuple[str, str] | None = None


def _cpu_a_move(played: Round) -> float:
    return MS * played.cpu.total / played.moves


def _cpu_a_click(played: Round) -> float:
    return MS * played.cpu.total / played.clicks


def _p50(played: Round) -> float:
    return percentile(played.waits, 50)


def _p99(played: Round) -> float:
    return percentile(played.waits, 99)


def _calls(played: Round) -> float:
    return played.calls / played.clicks


def _commits(played: Round) -> float:
    return played.commits / played.clicks


ROWS = (
    Row("CPU a move", "ms", _cpu_a_move, WORDS, "at most 0.5 times", (FORMER, WORDS)),
    Row(
        "CPU a move",
        "ms",
        _cpu_a_move,
        PICTURES,
        "at most 0.6 times",
        (FORMER, PICTURES),
    ),
    Row("CPU a click", "ms", _cpu_a_click, WORDS, "at most 2 times", (BARE, WORDS)),
    Row("p50 of the answer", "ms", _p50, WORDS, "at most 0.5 times", (FORMER, WORDS)),
    Row("p99 of the answer", "ms", _p99, WORDS, "at most 0.6 times", (FORMER, WORDS)),
    Row("p50 of the answer", "ms", _p50, DISK, None, (FORMER, DISK)),
    Row("p99 of the answer", "ms", _p99, DISK, None, (FORMER, DISK)),
    Row(
        "p99 of the answer", "ms", _p99, PICTURES, "at most 1.3 times", (HERALD, WORDS)
    ),
    Row(
        "REST calls a click",
        "calls",
        _calls,
        PICTURES,
        "at most 1.5",
        (FORMER, PICTURES),
    ),
    # At one table, where no two share a commit.
    Row("commits a click", "commits", _commits, ALONE, "at most 1.1", (FORMER, ALONE)),
    Row("commits a click", "commits", _commits, WORDS, None, (FORMER, WORDS)),
)


def figures(
    played: Mapping[tuple[str, str], Sequence[Round]],
    load: Load,
    former: str,
    rows: Sequence[Row] = ROWS,
) -> Iterator[Record]:
    """Yield the figures of what was played: rounds by who played them and where; `former` names the other checkout."""
    names = {FORMER: former, BARE: "a bare bot", HERALD: "words"}
    for row in rows:
        ours = played.get((HERALD, row.place), ())
        theirs = played.get(row.beside, ()) if row.beside else ()
        if not ours:
            continue
        what = (
            f"{row.what}, {row.place}"
            if row.place == ALONE
            else f"{row.what}, {row.place}, {load.name}"
        )
        value = median(map(row.measure, ours))
        if row.beside and theirs:
            against = median(map(row.measure, theirs))
            beside = f"{what}, beside {names[row.beside[0]]}"
            yield Record(
                beside,
                value,
                row.unit,
                against,
                value / against if against else None,
                row.goal,
            )
        else:
            yield Record(
                what,
                value,
                row.unit,
                goal=None if "times" in (row.goal or "") else row.goal,
            )


@dataclass(slots=True)
class Contest:
    """Herald and its former self in some places, and the bare bot on Herald's tape of words."""

    halls: dict[tuple[str, str], Hall]
    played: dict[tuple[str, str], list[Round]] = field(default_factory=dict)

    async def round(self, load: Load, number: int, *, counts: bool = True) -> None:
        """Let each play one round, in another order than the last time."""
        turn = -1 if number % 2 else 1
        for who, place in sorted(
            (key for key in self.halls if key[0] != BARE), key=itemgetter(1, 0)
        )[::turn]:
            own = Load(1, load.clicks // 4) if place == ALONE else load
            result, tape = await herald(self.halls[who, place], own, number)
            self._note((who, place), result, counts=counts)
            if (who, place) == (HERALD, WORDS):
                self._note(
                    (BARE, WORDS),
                    await bare(self.halls[BARE, WORDS], load, tape),
                    counts=counts,
                )

    def _note(self, key: tuple[str, str], result: Round, *, counts: bool) -> None:
        if counts:
            self.played.setdefault(key, []).append(result)
        others = max(result.others, 0.0) / result.watched
        sys.stderr.write(
            f"{', '.join(key)}: {result.moves} moves and {result.clicks} clicks in {result.seconds:.1f} s, "
            f"{_cpu_a_move(result):.2f} ms of CPU a move, {_calls(result):.2f} calls a click, "
            f"{result.refused} refused, {result.stalled} times nothing to press, "
            f"{MS * result.server / result.clicks:.2f} ms of Discord's CPU a click, others used {others:.2f} cores\n"
        )

    def counted(self) -> Iterator[str]:
        """Yield which processes and threads are counted, with what they have used since they began."""
        for key, place in self.halls.items():
            yield from (
                f"{', '.join(key)}: {process}"
                for process in describe_processes(place.bot.pid)
            )


@asynccontextmanager
async def contest(
    former: Path | None, places: Sequence[str], *, emblems: bool
) -> AsyncIterator[Contest]:
    """Start everybody; without `emblems` none are drawn, which takes half a minute."""
    keys = {
        (who, place): "bot"
        for place in places
        for who in (HERALD, *([FORMER] if former else []))
    }
    keys |= {(BARE, WORDS): "bench.bare"} if WORDS in places else {}
    settings = {"ANALYSIS": "0"} | ({} if emblems else {"EMBLEMS": "emoji"})
    async with AsyncExitStack() as stack:
        halls = {}
        for (who, place), module in keys.items():
            folder = Path(
                stack.enter_context(
                    TemporaryDirectory(dir=None if place == DISK else TMPFS)
                )
            )
            root = former if former and who == FORMER else ROOT
            pictures = "" if who == BARE else PLACES[place]
            made = hall(module, folder, pictures, root=root, settings=settings)
            halls[who, place] = await stack.enter_async_context(made)
        if emblems:
            await asyncio.gather(
                *(settled(each) for (who, _), each in halls.items() if who != BARE)
            )
        yield Contest(halls)


def commit_of(checkout: Path) -> str:
    """Return how git calls what a checkout stands at; its folder's name if git doesn't know."""
    words = ("git", "-C", str(checkout), "rev-parse", "--short", "HEAD")
    found = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    return found.stdout.strip() or checkout.name


async def measure(arguments: argparse.Namespace) -> list[Record]:
    """Run every round and return the records."""
    former = arguments.beside.resolve() if arguments.beside else None
    load = Load(
        arguments.flight,
        arguments.clicks or (QUICK_CLICKS if arguments.quick else CLICKS),
    )
    places = arguments.places or ((WORDS,) if arguments.quick else tuple(PLACES))
    async with contest(former, places, emblems=not arguments.quick) as made:
        await made.round(Load(load.flight, load.clicks // 2), 0, counts=False)
        for number in range(
            arguments.rounds or (QUICK_ROUNDS if arguments.quick else ROUNDS)
        ):
            await made.round(load, arguments.seed + number)
        sys.stderr.write("\n".join(("counted:", *made.counted(), "")))
        return list(figures(made.played, load, commit_of(former) if former else ""))


def main(words: Sequence[str] | None = None) -> None:
    """Print a table of all figures."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "--beside",
        type=Path,
        metavar="PATH",
        help="another checkout of Herald, played as well",
    )
    arguments.add_argument(
        "--quick", action="store_true", help="some figures in less than a minute"
    )
    arguments.add_argument(
        "--places",
        nargs="+",
        choices=tuple(PLACES),
        help="where is played; all unless said",
    )
    arguments.add_argument("--flight", type=int, default=FLIGHT, help="tables at once")
    arguments.add_argument(
        "--clicks", type=int, help=f"clicks of a round; {CLICKS} unless said"
    )
    arguments.add_argument(
        "--rounds", type=int, help=f"rounds; {ROUNDS} unless said; even, for both games"
    )
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args(words)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        tell(runner.run(measure(given)), given.json)


if __name__ == "__main__":
    main()
