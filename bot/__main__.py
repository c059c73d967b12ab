"""The command line: run the bot (the default), play in the sandbox, verify or back up the database."""

from __future__ import annotations

import argparse
import asyncio
import logging
import runpy
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import aiohttp
import discord

from bot.client import Herald
from bot.settings import InvalidSettings, Settings, read
from bot.storage import verify as verifying
from bot.storage.port import StorageError
from bot.storage.sqlite import SqliteStorage
from engine.games import GAMES

log = logging.getLogger("herald")

OK, FAILED, MISUSED = 0, 1, 2


class HostError(Exception):
    """Something that only the host can mend; the message is one sentence, without any secret."""


def _logging(level: str) -> None:
    """Write to standard error; the libraries never below INFO, for their details hold the tokens of interactions."""
    discord.utils.setup_logging(level=logging.getLevelName(level), root=True)
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _stop_gently() -> None:
    """Let SIGTERM, which services and containers send, end the bot as Ctrl-C does."""
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


async def run(settings: Settings) -> None:
    """Connect to Discord and stay; raise HostError if that can't be."""
    if settings.discord_token is None or not settings.discord_token.get_secret_value():
        raise HostError("DISCORD_TOKEN is missing: put the bot's token into .env or into the environment.")
    discord.http.Route.BASE = settings.discord_api_url
    _stop_gently()
    async with Herald(settings) as bot:
        try:
            await bot.start(settings.discord_token.get_secret_value())
        except discord.LoginFailure:
            raise HostError("Discord refused the token in DISCORD_TOKEN.") from None
        except (aiohttp.ClientConnectionError, OSError) as error:
            raise HostError(f"Discord can't be reached at {settings.discord_api_url}: {error}") from None


def verify(settings: Settings) -> None:
    """Check the whole database; raise HostError if anything in it is not as it was written."""
    faults = list(verifying.verify(settings.database, GAMES))
    for fault in faults:
        log.error("table %s, after move %s: %s", fault.table, fault.seq, fault.what)
    if faults:
        raise HostError(f"{settings.database} has {len(faults)} faults.")
    log.info("%s is as it was written", settings.database)


async def backup(settings: Settings, target: Path) -> None:
    """Copy the database, also while the bot is running."""
    await SqliteStorage(settings.database).backup(target)


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Read the words of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Herald hosts board games in Discord.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("run", help="connect to Discord (the default)")
    commands.add_parser("sandbox", help="play in a browser on this machine, without Discord", add_help=False)
    commands.add_parser("verify", help="check that the database is as it was written")
    commands.add_parser("backup", help="copy the database").add_argument("target", type=Path)
    known, rest = parser.parse_known_args(words)
    if rest and known.command != "sandbox":
        parser.error(f"unknown words: {' '.join(rest)}")
    known.rest = rest
    return known


def main(words: Sequence[str]) -> int:
    """Do what the command line says and return the exit code."""
    known = arguments(words)
    if known.command == "sandbox":
        sys.argv = ["sandbox", *known.rest]
        runpy.run_module("sandbox", run_name="__main__")
        return OK
    try:
        settings = read()
        _logging(settings.log_level)
        if known.command == "verify":
            verify(settings)
        elif known.command == "backup":
            asyncio.run(backup(settings, known.target))
        else:
            asyncio.run(run(settings))
    except InvalidSettings as error:
        print(f"Herald can't start: {error}", file=sys.stderr)  # noqa: T201 - the log may not be set up yet
        return MISUSED
    except (HostError, StorageError) as error:
        print(f"Herald has stopped: {error}", file=sys.stderr)  # noqa: T201 - the host's one line
        return FAILED
    except (KeyboardInterrupt, asyncio.CancelledError):
        return OK
    return OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
