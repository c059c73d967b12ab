"""The command line: run the bot (the default), play in the sandbox, verify the database, back it up or restore it."""

from __future__ import annotations

import gc

if __name__ == "__main__":
    # All that is imported stays: looking through it for garbage, over and over, would take an eighth of the start.
    gc.disable()

import argparse
import asyncio
import logging
import runpy
import signal
import sys
from collections.abc import Sequence
from typing import TextIO

import aiohttp
import discord

from bot.client.herald import Herald
from bot.host.cli import FAILED, MISUSED, OK, Parser
from bot.host.config import Config, InvalidConfig, home, read
from bot.host.errors import HostError
from bot.storage import commands as copies
from bot.storage.sqlite import verify as verifying
from bot.texts.fluent import Language, language
from engine.games import GAMES

NEW_OBJECTS = 10_000
"""How many new objects call for the garbage collector; Python's own measure is 700."""


def _logging(level: str) -> None:
    """Write to standard error; the libraries never below INFO, for their details hold the tokens of interactions."""
    discord.utils.setup_logging(level=logging.getLevelName(level), root=True)
    for library in ("discord", "aiohttp", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _stop_gently() -> None:
    """Let SIGTERM, which services and containers send, end the bot as Ctrl-C does."""
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _collect_less() -> None:
    """Let the garbage collector leave alone what has been imported by now, for it stays, and come less often.

    By itself it comes several times while a single announcement is made, nearly all of which goes away unaided.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    gc.enable()


async def run(config: Config) -> None:
    """Connect to Discord and stay; raise HostError if that can't be."""
    if config.discord_token is None or not config.discord_token.get_secret_value():
        raise HostError("host-no-token")
    discord.http.Route.BASE = config.discord_api_url
    _stop_gently()
    async with Herald(config) as bot:
        try:
            await bot.start(config.discord_token.get_secret_value())
        except discord.LoginFailure:
            raise HostError("host-token-refused") from None
        except (aiohttp.ClientConnectionError, OSError) as error:
            raise HostError("host-unreachable", address=config.discord_api_url, why=str(error)) from None


def verify(config: Config, said: Language) -> int:
    """Check the whole database, tell what in it is not as it was written, and return the exit code."""
    code = copies.tell_faults(verifying.verify(config.database, GAMES), config.database, said, _tell)
    if code == OK:
        _tell(said.text("host-whole", path=str(config.database)))
    return code


def arguments(words: Sequence[str], said: Language) -> argparse.Namespace:
    """Read the words of the command line."""
    parser = Parser(said, prog="python -m bot", description=said.text("host-about"))
    commands = parser.commands("command")
    commands.add_parser("run", help=said.text("host-run"))
    commands.add_parser("sandbox", help=said.text("host-sandbox"), add_help=False)
    commands.add_parser("verify", help=said.text("host-verify"))
    copies.declare(commands, said)
    known, rest = parser.read(words)
    if rest and known.command != "sandbox":
        parser.refuse("arguments-unknown", words=" ".join(rest))
    known.rest = rest
    return known


def main(words: Sequence[str]) -> int:
    """Do what the command line says and return the exit code."""
    _collect_less()
    said = language(home())
    known = arguments(words, said)
    if known.command == "sandbox":
        sys.argv = ["sandbox", *known.rest]
        runpy.run_module("sandbox", run_name="__main__")
        return OK
    try:
        return _obey(known, said)
    except InvalidConfig as error:
        _tell(said.text("host-cant-start", why=error.text), sys.stderr)
        return MISUSED
    except HostError as error:
        _tell(said.text("host-has-stopped", why=error.text), sys.stderr)
        return FAILED
    except (KeyboardInterrupt, asyncio.CancelledError):
        return OK


def _obey(known: argparse.Namespace, said: Language) -> int:
    config = read()
    _logging(config.log_level)
    if known.command == "verify":
        return verify(config, said)
    if known.command in copies.NAMES:
        return copies.obey(known, config.database, GAMES, said, _tell)
    asyncio.run(run(config))
    return OK


def _tell(sentence: str, where: TextIO | None = None) -> None:
    """Answer the person at the terminal; what goes to the log is for whoever looks into it later."""
    print(sentence, file=where or sys.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
