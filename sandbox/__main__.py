"""`python -m sandbox`: run the bot in a browser on this machine, with a table ready to be played."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web

from bot.client.herald import Herald
from bot.faces.lobby import LEVELS
from bot.host import logs
from bot.host.cli import FAILED, MISUSED, OK, STOPS, Parser
from bot.host.config import (
    Config,
    InvalidConfig,
    hide_secrets,
    host_language,
    read_config,
)
from bot.host.errors import HostError
from bot.texts.fluent import Language, language, locales
from engine.games import GAMES

try:
    import simcord as _  # noqa: F401 - what imports it could only fail with a traceback
except ModuleNotFoundError:
    sys.exit(language(host_language()).text("sandbox-not-installed"))

from sandbox.emblems import show_emblems
from sandbox.record import NoRecord, lay_out, read_record
from sandbox.server import HOST, application
from sandbox.table import GENTLEST, NoTable, Round, open_table
from sandbox.world import PEOPLE, Clock, living

PORT = 8000
USUAL = 4
"""How many sit at the table that is ready, if nobody says."""
OF_DISCORD = ("discord_token", "discord_api_url", "shards", "shard_ids", "processes")
"""The settings of a connection that the sandbox doesn't have."""
QUICK = 0.5
"""Seconds after which rivals answer here."""


def main() -> int:
    """Run the command line; return the exit code."""
    words = language(host_language())
    logs.set_up_logging("WARNING", "text", words)
    options = arguments()
    _hold_signals()
    try:
        with (
            suppress(KeyboardInterrupt, asyncio.CancelledError),
            TemporaryDirectory(prefix="herald-") as folder,
        ):
            return asyncio.run(serve(options, Path(folder) / "herald.db"))
    except HostError as error:
        return _fail(words.text("host-has-stopped", why=error.text))
    return OK


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Read the options; without one for it the language is the host's."""
    host = host_language()
    say = language(host).text
    parser = Parser(
        language(host), prog="python -m sandbox", description=say("sandbox-about")
    )
    parser.add_argument(
        "--port",
        type=int,
        choices=range(1 << 16),
        metavar="PORT",
        help=say("sandbox-option-port"),
    )
    many = range(1, len(PEOPLE) + 1)
    parser.add_argument(
        "--people", type=int, choices=many, help=say("sandbox-option-people")
    )
    parser.add_argument(
        "--rivals",
        type=int,
        choices=range(len(PEOPLE)),
        help=say("sandbox-option-rivals"),
    )
    parser.add_argument(
        "--level", default=GENTLEST, choices=LEVELS, help=say("sandbox-option-level")
    )
    parser.add_argument(
        "--watch", action="store_true", help=say("sandbox-option-watch")
    )
    parser.add_argument(
        "--game",
        default=next(iter(GAMES)),
        choices=list(GAMES),
        help=say("sandbox-option-game"),
    )
    parser.add_argument(
        "--no-table", action="store_true", help=say("sandbox-option-no-table")
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help=say("sandbox-option-record")
    )
    parser.add_argument(
        "--language",
        default=host,
        choices=locales(),
        help=say("sandbox-option-language"),
    )
    known, rest = parser.read(given)
    if rest:
        parser.refuse("arguments-unknown", words=" ".join(rest))
    seats = GAMES[known.game].seats
    if known.rivals is None:
        known.rivals = (
            0 if (known.people or 1) > 1 else min(max(USUAL, seats[0]), seats[-1]) - 1
        )
    known.people = known.people or 1
    if known.people + known.rivals not in seats and not known.no_table:
        parser.refuse("sandbox-seats", low=str(seats[0]), high=str(seats[-1]))
    return known


def settings(database: Path, language: str) -> Config:
    """Return the host's settings with another database and language, and without the token: Discord is left alone.

    So are a proxy before it, and other processes: those settings are as if nobody had chosen.
    Rivals answer sooner than among people who wait for each other, and one table may follow on another at once.
    """
    quick = {"rival_seconds": QUICK, "newgame_seconds": 0}
    config = read_config()
    hide_secrets()
    return config.model_copy(
        update={
            **{name: Config.model_fields[name].default for name in OF_DISCORD},
            "database": database,
            "language": language,
            **quick,
        }
    )


async def serve(options: argparse.Namespace, database: Path) -> int:
    """Serve the page until interrupted; return the exit code."""
    _stop_gently()
    words = language(options.language)
    try:
        chosen = settings(database, options.language)
    except InvalidConfig as error:
        return _fail(words.text("host-cant-start", why=error.text), MISUSED)
    try:
        record = options.record and read_record(options.record)
    except NoRecord as error:
        return _fail(words.say(error.text))
    people, clock = record.seats if record else options.people, Clock()
    async with living(
        lambda: Herald(chosen, clock=clock), words, people, clock
    ) as world:
        if chosen.emblems == "drawn":
            await show_emblems(world)
        if record:
            await lay_out(world, record, database)
        elif not options.no_table:
            try:
                sits = Round(
                    options.people, options.rivals, options.level, watched=options.watch
                )
                await open_table(world, options.game, sits)
            except NoTable as error:
                return _fail(words.text("sandbox-no-table", why=error.text))
        runner = web.AppRunner(application(world, options.game), shutdown_timeout=1)
        await runner.setup()
        try:
            return await _listen(runner, options.port, words)
        finally:
            await runner.cleanup()


def _hold_signals() -> None:
    """Let what would end the sandbox wait until it can end gently: else its folder would be left behind."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)


def _stop_gently() -> None:
    """Let each of `STOPS` end what is under way before they end the sandbox.

    asyncio's own Ctrl-C cancels in the midst of whatever runs, which may be simcord at its lists of timers.
    """
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32":
        for each in STOPS:
            asyncio.get_running_loop().add_signal_handler(each, task.cancel)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


async def _listen(runner: web.AppRunner, port: int | None, words: Language) -> int:
    """Serve at the port that was asked for, or else at the usual one, or at a free one where that is taken."""
    first, second = (PORT, 0) if port is None else (port, port)
    if not (await _serves(runner, first) or await _serves(runner, second)):
        return _fail(words.text("sandbox-port-taken", port=str(port)))
    address = f"http://{HOST}:{runner.addresses[0][1]}/"
    player = words.text("sandbox-person", who=PEOPLE[0])
    sys.stdout.write(words.text("sandbox-ready", address=address, player=player) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()
    return OK


async def _serves(runner: web.AppRunner, port: int) -> bool:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError:
        return False
    return True


def _fail(sentence: str, code: int = FAILED) -> int:
    sys.stderr.write(sentence + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
