"""`python -m bot record` writes the record of a finished table; `prove` checks and replays one without a database."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bot.features.proof import file_name, record_of
from bot.host.cli import FAILED, MISUSED, OK, Terminal, positive, read_path
from bot.host.errors import system_reason
from bot.tables.tables import Tables
from bot.texts.fluent import Language
from engine import fairness, proof
from engine.errors import Refused
from engine.games import GAMES
from engine.scene import say


def declare(commands: Any, language: Language) -> None:
    """Add the subcommands `record` and `prove` to the command line."""
    said = language.text
    records = commands.add_parser("record", help=said("host-record"))
    records.add_argument("table", type=positive, help=said("host-record-table"))
    records.add_argument(
        "--into", type=read_path, metavar="FILE", help=said("host-record-into")
    )
    for wanted in ("names", "times"):
        records.add_argument(
            f"--{wanted}", action="store_true", help=said(f"host-record-{wanted}")
        )

    proofs = commands.add_parser("prove", help=said("host-prove"))
    proofs.add_argument("file", type=read_path, help=said("host-proof"))
    proofs.add_argument(
        "--word", nargs=2, metavar=("SALT", "WORD"), help=said("host-word")
    )


def prove(args: argparse.Namespace, terminal: Terminal) -> int:
    """Replay a proof; report at the `terminal` the facts that it proves, and return the exit code.

    With `--word`, a salt in hexadecimal and a word, the exit code is `FAILED` if no seat has added that word.
    """
    path = str(args.file)
    if args.word and not _is_salt(args.word[0]):
        terminal.complain(say("host-word-salt"))
        return MISUSED
    try:
        with args.file.open("rb") as file:
            found = proof.prove(file.read(proof.LARGEST + 1), GAMES)
    except OSError as error:
        terminal.complain(
            say("host-proof-missing", path=path, why=system_reason(error))
        )
        return FAILED
    except proof.Unproved as error:
        terminal.tell("host-unproved", path=path, why=error.text)
        return FAILED
    if not found.replayed:
        terminal.tell("host-unproved", path=path, why=say("proof-older"))
        return FAILED
    terminal.tell("host-proved", path=path)
    for each in found.sentences:
        terminal.write(terminal.language.say(each))

    if not args.word:
        return OK
    salt, word = bytes.fromhex(args.word[0]), args.word[1]
    there = found.has_word(salt, word)
    key = "host-word-there" if there else "host-word-missing"
    terminal.tell(key, digest=fairness.word_digest(salt, word).hex())

    return OK if there else FAILED


async def record(args: argparse.Namespace, tables: Tables, terminal: Terminal) -> int:
    """Write the record of a finished table into a new file, and return the exit code.

    It is `FAILED` if the table refuses, or the file exists or can't be written.
    """
    try:
        table = await tables.get(args.table)
        written = await record_of(
            table, tables.storage, names=args.names, times=args.times
        )
    except Refused as error:
        terminal.complain(error.text)
        return FAILED

    path: Path = args.into or Path(file_name(args.table))
    try:
        _write_new(path, written)
    except OSError as error:
        terminal.complain(
            say("host-record-unwritten", path=str(path), why=system_reason(error))
        )
        return FAILED
    terminal.tell("host-recorded", path=str(path), table=args.table)

    return OK


def _write_new(path: Path, written: str) -> None:
    """Write a new file, and leave none where that fails, as on a full disk."""
    with path.open("x", encoding="utf-8") as file:
        try:
            file.write(written)
            file.flush()
        except OSError:
            path.unlink()
            raise


def _is_salt(word: str) -> bool:
    """Tell whether `word` is hexadecimal."""
    try:
        bytes.fromhex(word)
    except ValueError:
        return False
    return True
