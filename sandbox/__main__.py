"""`python -m sandbox`: run the bot in a browser on this machine, with a table ready to be played."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web

from bot.client import Herald
from bot.settings import InvalidSettings, Settings, read
from bot.texts import language
from engine.games import GAMES
from sandbox.server import HOST, application
from sandbox.table import NoTable, open_table
from sandbox.world import PEOPLE, living

PORT = 8000


def main() -> int:
    """Run the command line; return the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with TemporaryDirectory(prefix="herald-") as folder, suppress(KeyboardInterrupt):
        return asyncio.run(serve(arguments(), Path(folder) / "herald.db"))
    return 0


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Read the options."""
    say = language("en").text
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=say("sandbox-about"))
    parser.add_argument("--port", type=int, help=say("sandbox-option-port"))
    parser.add_argument(
        "--people", type=int, default=3, choices=range(2, len(PEOPLE) + 1), help=say("sandbox-option-people")
    )
    parser.add_argument("--game", default=next(iter(GAMES)), choices=list(GAMES), help=say("sandbox-option-game"))
    parser.add_argument("--no-table", action="store_true", help=say("sandbox-option-no-table"))
    return parser.parse_args(given)


def settings(database: Path) -> Settings:
    """Return the host's settings, but with another database, and without the token: nothing connects to Discord."""
    return read().model_copy(update={"database": database, "discord_token": None})


async def serve(options: argparse.Namespace, database: Path) -> int:
    """Serve the page until interrupted; return the exit code."""
    try:
        chosen = settings(database)
    except InvalidSettings as error:
        return _fail(str(error))
    async with living(lambda: Herald(chosen)) as world:
        if not options.no_table:
            try:
                await open_table(world, options.game, options.people)
            except NoTable as error:
                return _fail(language("en").text("sandbox-no-table", why=str(error)))
        runner = web.AppRunner(application(world), shutdown_timeout=1)
        await runner.setup()
        try:
            return await _listen(runner, options.port)
        finally:
            await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int | None) -> int:
    """Serve at the port that was asked for, or else at the usual one, or at a free one where that is taken."""
    first, second = (PORT, 0) if port is None else (port, port)
    if not (await _serves(runner, first) or await _serves(runner, second)):
        return _fail(language("en").text("sandbox-port-taken", port=str(port)))
    address = f"http://{HOST}:{runner.addresses[0][1]}/"
    sys.stdout.write(language("en").text("sandbox-ready", address=address) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()
    return 0


async def _serves(runner: web.AppRunner, port: int) -> bool:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError:
        return False
    return True


def _fail(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
