"""The command line: run the bot (the default), play, verify the database, back it up or restore it, prove a match."""

from __future__ import annotations

import gc
import signal
import sys

if __name__ == "__main__":
    # All that is imported stays: looking through it for garbage, over and over, would take an eighth of the start.
    gc.disable()
    if sys.platform != "win32":
        # What would end Herald in the middle of its imports waits until it can end gently.
        stops = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        signal.pthread_sigmask(signal.SIG_BLOCK, stops)

import argparse
import asyncio
import logging
import runpy
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

from bot.client.commands_and_emoji import upload_emblems_when_ready
from bot.client.herald import Herald
from bot.features.privacy import personal
from bot.features.proof import subcommands
from bot.host import connection_errors, logs
from bot.host.cli import (
    FAILED,
    MISUSED,
    OK,
    STOPS,
    Parser,
    Terminal,
    escape_unprintable,
    open_missing_streams,
    positive,
)
from bot.host.config import (
    ENV_FILE,
    Config,
    InvalidConfig,
    hide_secrets,
    host_language,
    read_config,
    shard_sets,
    unclear_lines,
    unknown_names,
)
from bot.host.errors import HostError
from bot.operations import backup_commands, health
from bot.operations.background_services import run_services
from bot.operations.doctor import warn_of_open_files
from bot.operations.doctor.examination import examine
from bot.sending import internals
from bot.storage import backends
from bot.storage.port import StorageError
from bot.storage.sqlite import files
from bot.storage.store import Store
from bot.tables.tables import Tables
from bot.texts.fluent import Language, language
from engine.games import GAMES
from engine.scene import say

log = logging.getLogger("bot")

RUN = {None, "run"}
"""The commands that run the bot; beside all others one may be running."""
NEW_OBJECTS, YOUNGER = 4_000, 2
"""How many new objects call for the garbage collector, and after how many of its rounds it looks at older ones too.

Python's own measures are 700 and 10. Hardly a click leaves objects that refer to each other in circles;
those of one that was under way in one round lie there until the third.
"""


def _unblock_stop_signals() -> None:
    """Let whatever asks Herald to stop through again, or what has asked meanwhile."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def _stop_gently() -> None:
    """Let SIGTERM, which services and containers send, and SIGHUP end the bot as Ctrl-C does; the first time counts.

    A second one would tear the bot from what it still has to close.
    """
    task, asked = asyncio.current_task(), False

    def stop() -> None:
        nonlocal asked
        if not asked and task:
            asked = task.cancel()

    if sys.platform != "win32":
        for each in STOPS:
            asyncio.get_running_loop().add_signal_handler(each, stop)
    _unblock_stop_signals()


def tune_garbage_collector() -> None:
    """Let the garbage collector leave alone what has been imported by now, for it stays, and come less often.

    By itself it comes several times while a single announcement is made, nearly all of which goes away unaided.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNGER)
    gc.enable()


async def run(config: Config) -> None:
    """Connect to Discord and stay; raise HostError if that can't be."""
    if config.discord_token is None or not config.discord_token.get_secret_value():
        raise InvalidConfig("host-no-token")
    hide_secrets()
    internals.use_api(config.discord_api_url)
    _stop_gently()
    async with Herald(config) as bot, run_services(bot, config):
        try:
            await bot.login(config.discord_token.get_secret_value())
            warn_of_open_files(config)
            # The database is open: a Herald that was started by mistake doesn't take another's file away.
            async with AsyncExitStack() as beside:
                run_beside = beside.enter_async_context
                if path := config.health_file:
                    beats = health.write_heartbeats(path, lambda: bot.is_connected)
                    await run_beside(health.background_task(beats, "health"))
                if config.emblems == "drawn":
                    drawing = upload_emblems_when_ready(bot)
                    await run_beside(health.background_task(drawing, "emblems"))
                await bot.connect()
        except Exception as error:
            told = connection_errors.explain_failure(
                error, config.discord_api_url, introduced=bot.user is not None
            )
            if told is None:
                raise
            raise told from None


def verify(config: Config, terminal: Terminal) -> int:
    """Check the whole database, tell what in it is not as it was written, and return the exit code."""
    code = backup_commands.print_faults(
        backends.verify(config.database, GAMES), config.database, terminal
    )
    if code == OK:
        terminal.tell("host-whole", path=str(config.database))
    return code


def doctor(config: Config, terminal: Terminal) -> int:
    """Check all that Herald needs, tell each finding, and return the exit code; raise InvalidConfig."""
    shard_sets(config)
    return asyncio.run(examine(config, terminal))


CHECKS = {"verify": verify, "health": health.report_health, "doctor": doctor}


@asynccontextmanager
async def _stored(config: Config) -> AsyncIterator[Store]:
    """Open the database until the block ends; raise HostError where there is none, or if a bot is running."""
    if isinstance(config.database, Path) and not config.database.is_file():
        raise StorageError("storage-missing", config.database)
    storage = backends.make_store(config.database)
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


async def record(config: Config, args: argparse.Namespace, terminal: Terminal) -> int:
    """Write the record of a finished table, and return the exit code; raise HostError if a bot is running."""
    async with _stored(config) as storage:
        return await subcommands.record(args, Tables(storage, GAMES), terminal)


async def forget(config: Config, user: int, terminal: Terminal) -> int:
    """Remove a person as `/privacy delete` does, and return the exit code; raise HostError if a bot is running."""
    async with _stored(config) as storage:
        if not (await personal.read_personal_data(storage, user)).anything:
            terminal.tell("host-nobody", user=str(user))
            return FAILED
        done = await personal.erase_person(Tables(storage, GAMES), user)
    terminal.tell("host-forgotten", **done)
    place = config.database
    if isinstance(place, Path) and (beside := files.files_put_aside(place)):
        terminal.tell(
            "host-forgotten-beside",
            files=" ".join(str(file) for file in beside),
            days=files.ASIDE_DAYS,
        )
    return OK


def arguments(words: Sequence[str], reader: Language) -> argparse.Namespace:
    """Read the words of the command line."""
    parser = Parser(reader, prog="python -m bot", description=reader.text("host-about"))
    commands = parser.commands("command")
    said = reader.text
    commands.add_parser("run", help=said("host-run"))
    commands.add_parser("sandbox", help=said("host-sandbox"), add_help=False)
    commands.add_parser("verify", help=said("host-verify"))
    backup_commands.add_commands(commands, reader)
    commands.add_parser("doctor", help=said("host-doctor"))
    commands.add_parser("health", help=said("host-health"))
    commands.add_parser("forget", help=said("host-forget")).add_argument(
        "user", type=positive, help=said("host-user")
    )
    subcommands.declare(commands, reader)
    args, rest = parser.read(words)
    if rest and args.command != "sandbox":
        parser.refuse("arguments-unknown", words=" ".join(rest))
    args.rest = rest
    return args


def main(words: Sequence[str]) -> int:
    """Do what the command line says and return the exit code."""
    tune_garbage_collector()
    open_missing_streams()
    escape_unprintable()
    reader = language(host_language())
    # What explains each command takes its time to put into words, and somebody may have clicked already.
    args = arguments(words, reader) if words else argparse.Namespace(command=None)
    if args.command == "sandbox":
        if not find_spec("sandbox"):
            # As in Docker's image.
            sys.exit(reader.text("sandbox-not-installed"))
        sys.argv = ["sandbox", *args.rest]
        runpy.run_module("sandbox", run_name="__main__")
        return OK
    terminal = Terminal(reader)
    try:
        return _run_command(args, terminal)
    except InvalidConfig as error:
        terminal.complain(say("host-cant-start", why=error.text))
        return MISUSED
    except HostError as error:
        stopped = say("host-has-stopped", why=error.text)
        terminal.complain(stopped if args.command in RUN else error.text)
        return FAILED
    except OSError as error:
        if args.command in RUN or not error.filename:
            raise
        terminal.complain(files.explain(error, Path(error.filename)).text)
        return FAILED
    except (KeyboardInterrupt, asyncio.CancelledError):
        return OK if args.command in RUN else FAILED


def _run_command(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.command not in RUN:
        _unblock_stop_signals()
    if args.command == "prove":
        return subcommands.prove(args, terminal)
    config = read_config()
    logs.set_up_logging(config.log_level, config.log_format, terminal.language)
    for key, found in (
        ("settings-unclear", unclear_lines()),
        ("settings-unknown", unknown_names()),
    ):
        if found:
            names = ", ".join(map(str, found))
            log.warning("%s", HostError(key, path=str(ENV_FILE), names=names))
    if args.command in backup_commands.NAMES:
        return backup_commands.run_command(args, config.database, terminal)
    if args.command in CHECKS:
        return CHECKS[args.command](config, terminal)
    if args.command == "forget":
        return asyncio.run(forget(config, args.user, terminal))
    if args.command == "record":
        return asyncio.run(record(config, args, terminal))
    with asyncio.Runner(loop_factory=_event_loop) as runner:
        runner.run(run(config))
    return OK


def _event_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop for the bot: uvloop's, which spares a tenth of what a move costs, but isn't for Windows."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop  # noqa: PLC0415 - nothing but the running bot needs it

    return uvloop.new_event_loop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
