"""Commands `backup`, `restore` and `move` of `python -m bot`: copies of the database."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.host.address import Address, Place, parse_address
from bot.host.cli import FAILED, OK, Terminal, positive, read_path
from bot.storage import backends
from bot.storage.backends import Fault, NotWhole
from bot.storage.port import StorageError
from bot.storage.sqlite import backups
from bot.storage.sqlite.backups import RestoreEffect
from bot.storage.sqlite.files import explain_errors
from bot.texts.fluent import Language
from engine.games import GAMES

NAMES = ("backup", "restore", "move")


def add_commands(commands: Any, language: Language) -> None:
    """Add the parsers of `NAMES` to `commands`."""
    said = language.text
    backing = commands.add_parser("backup", help=said("host-backup"))
    backing.add_argument("target", type=read_path, help=said("host-target"))
    backing.add_argument(
        "--keep",
        type=positive,
        default=backups.KEPT,
        help=said("host-keep", count=backups.KEPT),
    )
    putting = commands.add_parser("restore", help=said("host-restore"))
    putting.add_argument("file", type=read_path, help=said("host-restore-file"))
    commands.add_parser("move", help=said("host-move")).add_argument(
        "target", help=said("host-move-target")
    )
    putting.add_argument(
        "--damaged", action="store_true", help=said("host-restore-damaged")
    )


def run_command(args: argparse.Namespace, path: Place, terminal: Terminal) -> int:
    """Run the parsed `args` on the database at `path`; return the exit code, or raise `StorageError`."""
    try:
        if args.command == "move":
            return asyncio.run(move(path, args.target, terminal))
        if isinstance(path, Address):
            return _refer_to_postgres_tools(args, path, terminal)
        if args.command == "backup":
            return backup(path, args.target, args.keep, terminal)
        return restore(path, args.file, terminal, damaged=args.damaged)
    except NotWhole as error:
        source = args.file if args.command == "restore" else path
        print_faults(error.faults, source, terminal)
        raise


def _refer_to_postgres_tools(
    args: argparse.Namespace, address: Address, terminal: Terminal
) -> int:
    """Print which programs of PostgreSQL copy and restore a database; return `FAILED`, since nothing was done."""
    path = str(address)
    if args.command == "backup":
        terminal.tell("host-pg-dump", path=path, target=str(args.target))
    else:
        terminal.tell("host-pg-restore", path=path, file=str(args.file))
    return FAILED


def backup(path: Path, target: Path, keep: int, terminal: Terminal) -> int:
    """Copy the database to the file `target`, or into that folder of dated copies, also while the bot runs."""
    faults: Sequence[Fault] = ()
    if target.is_dir():
        try:
            target, faults = backups.backup_into(target, path, GAMES, keep)
        except StorageError as error:
            if error.text.key != "storage-older":
                raise
            # Nobody should start Herald on the copy.
            copy = dict(error.text.facts)["path"]
            raise StorageError("storage-copy-older", copy) from error
    else:
        backups.backup(path, target)
    terminal.tell("host-backed-up", path=str(path), target=str(target))
    return print_faults(faults, target, terminal)


def restore(path: Path, file: Path, terminal: Terminal, *, damaged: bool) -> int:
    """Replace the database with the copy `file`, and print each table that changes or is lost."""
    with explain_errors(file):
        if file.is_file():
            file.open("rb").close()
    effects, aside = backups.restore(path, file, GAMES, damaged=damaged)
    changed = [each for each in effects if each.fate is not RestoreEffect.KEPT]
    for each in changed:
        terminal.tell(
            "host-restored-table",
            table=each.table,
            fate=each.fate.value,
            move=each.seq,
            count=each.lost,
        )

    terminal.tell("host-restored-kept", count=len(effects) - len(changed))
    terminal.tell("host-restored", path=str(path), file=str(file))
    if aside:
        terminal.tell("host-restored-aside", path=str(aside))

    return OK


async def move(path: Place, target: str, terminal: Terminal) -> int:
    """Copy the database to `target`, which must be empty, of the same backend or another."""
    try:
        there = parse_address(target)
    except ValueError:
        raise StorageError(
            "storage-address", example="postgresql://herald@localhost/herald"
        ) from None

    if there == path:
        raise StorageError("storage-copy-itself", there)
    tables = await backends.copy_database(path, there, GAMES)
    terminal.tell("host-moved", path=str(path), target=str(there), count=tables)

    return OK


def print_faults(faults: Sequence[Fault], path: Place, terminal: Terminal) -> int:
    """Print the `faults` of a database, and return the exit code."""
    for fault in faults:
        terminal.tell("host-fault", table=fault.table, move=fault.seq, what=fault.what)
    if not faults:
        return OK

    terminal.tell("host-faults", path=str(path), count=len(faults))
    return FAILED
