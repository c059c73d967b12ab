"""Commands `backup`, `restore` and `move` of `python -m bot`: copies of the database."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from bot.host.address import Address, Place, parse_address
from bot.host.cli import FAILED, OK
from bot.storage import backends
from bot.storage.backends import Fault, NotWhole
from bot.storage.port import StorageError
from bot.storage.sqlite import backups
from bot.storage.sqlite.backups import RestoreEffect, TableEffect
from bot.texts.fluent import Language
from engine.game import Games

NAMES = ("backup", "restore", "move")

Tell = Callable[[str], None]


def add_commands(commands: Any, language: Language) -> None:
    """Add the parsers of `NAMES` to `commands`."""
    backing = commands.add_parser("backup", help=language.text("host-backup"))
    backing.add_argument("target", type=Path, help=language.text("host-target"))
    backing.add_argument(
        "--keep",
        type=_parse_count,
        default=backups.KEPT,
        help=language.text("host-keep", count=backups.KEPT),
    )
    putting = commands.add_parser("restore", help=language.text("host-restore"))
    putting.add_argument("file", type=Path, help=language.text("host-restore-file"))
    copying = commands.add_parser("move", help=language.text("host-move"))
    copying.add_argument("target", help=language.text("host-move-target"))
    putting.add_argument(
        "--damaged", action="store_true", help=language.text("host-restore-damaged")
    )


def run_command(
    args: argparse.Namespace, path: Place, games: Games, language: Language, tell: Tell
) -> int:
    """Run the parsed `args` on the database at `path`; return the exit code, or raise `StorageError`."""
    if args.command == "move":
        return asyncio.run(move(path, args.target, games, language, tell))
    if isinstance(path, Address):
        return _refer_to_postgres_tools(args, path, language, tell)
    if args.command == "backup":
        return backup(path, args.target, args.keep, games, language, tell)
    return restore(path, args.file, games, language, tell, damaged=args.damaged)


def _refer_to_postgres_tools(
    args: argparse.Namespace, address: Address, language: Language, tell: Tell
) -> int:
    """Print which programs of PostgreSQL copy and restore a database; return `FAILED`, since nothing was done."""
    if args.command == "backup":
        tell(language.text("host-pg-dump", path=str(address), target=str(args.target)))
    else:
        tell(language.text("host-pg-restore", path=str(address), file=str(args.file)))
    return FAILED


def backup(  # the words of one command
    path: Path, target: Path, keep: int, games: Games, language: Language, tell: Tell
) -> int:
    """Copy the database to the file `target`, or into that folder of dated copies, also while the bot runs."""
    faults: Iterable[Fault] = ()
    if target.is_dir():
        target, faults = backups.backup_into(target, path, games, keep)
    else:
        backups.backup(path, target)
    tell(language.text("host-backed-up", path=str(path), target=str(target)))
    return print_faults(faults, target, language, tell)


def restore(  # the words of one command
    path: Path,
    file: Path,
    games: Games,
    language: Language,
    tell: Tell,
    *,
    damaged: bool,
) -> int:
    """Replace the database with the copy `file`, and print each table that changes or is lost."""
    try:
        done = backups.restore(path, file, games, damaged=damaged)
    except NotWhole as error:
        print_faults(error.faults, file, language, tell)
        raise

    for change in done.changes:
        if change.fate is not RestoreEffect.KEPT:
            tell(language.text("host-restored-table", **_facts(change)))

    kept = Counter(change.fate for change in done.changes)[RestoreEffect.KEPT]
    tell(language.text("host-restored-kept", count=kept))
    tell(language.text("host-restored", path=str(path), file=str(file)))
    if done.aside is not None:
        tell(language.text("host-restored-aside", path=str(done.aside)))

    return OK


async def move(
    path: Place, target: str, games: Games, language: Language, tell: Tell
) -> int:
    """Copy the database to `target`, which must be empty, of the same backend or another."""
    try:
        there = parse_address(target)
    except ValueError:
        raise StorageError(
            "storage-address", example="postgresql://herald@localhost/herald"
        ) from None

    try:
        tables = await backends.copy_database(path, there, games)
    except NotWhole as error:
        print_faults(error.faults, path, language, tell)
        raise

    tell(language.text("host-moved", path=str(path), target=str(there), count=tables))

    return OK


def print_faults(
    faults: Iterable[Fault], path: Place, language: Language, tell: Tell
) -> int:
    """Print the `faults` of a database, and return the exit code."""
    found = list(faults)
    for fault in found:
        tell(
            language.text(
                "host-fault", table=fault.table, move=fault.seq, what=fault.what
            )
        )
    if not found:
        return OK

    tell(language.text("host-faults", path=str(path), count=len(found)))
    return FAILED


def _facts(change: TableEffect) -> dict[str, int | str]:
    return {
        "table": change.table,
        "fate": change.fate.value,
        "move": change.seq,
        "count": change.lost,
    }


def _parse_count(word: str) -> int:
    """Return a number of copies; argparse answers the `ValueError` of a number below 1."""
    if int(word) < 1:
        raise ValueError(word)
    return int(word)
