"""`python -m bot prove`: a file is checked and replayed without Discord or a database."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot.host.cli import FAILED, MISUSED, OK
from bot.texts.fluent import Language
from engine import fairness, proof
from engine.games import GAMES
from engine.scene import say


def declare(commands: Any, said: Language) -> None:
    """Tell the command line what can be proved."""
    proofs = commands.add_parser("prove", help=said.text("host-prove"))
    proofs.add_argument("file", type=Path, help=said.text("host-proof"))
    proofs.add_argument("--word", nargs=2, metavar=("SALT", "WORD"), help=said.text("host-word"))


def prove(known: argparse.Namespace, said: Language, tell: Callable[..., None]) -> int:
    """Replay a proof; tell what it proves, and return the exit code.

    Where somebody's salt, in hexadecimal, and word are given the exit code is FAILED if no seat has added it.
    """
    path = str(known.file)
    try:
        found = proof.prove(known.file.read_bytes(), GAMES)
    except OSError as error:
        tell(said.text("host-proof-missing", path=path, why=error.strerror or type(error).__name__), sys.stderr)
        return FAILED
    except proof.Unproved as error:
        tell(said.text("host-unproved", path=path, why=error.text))
        return FAILED
    if not found.replayed:
        tell(said.text("host-unproved", path=path, why=say("proof-older")))
        return FAILED
    tell("\n".join([said.text("host-proved", path=path), *map(said.say, found.told)]))
    return _prove_word(found, known.word, said, tell) if known.word else OK


def _prove_word(found: proof.Verdict, words: Sequence[str], said: Language, tell: Callable[..., None]) -> int:
    """Tell whether somebody's word is among those that made the seed, and return the exit code."""
    salt, word = words
    try:
        digest = fairness.word(bytes.fromhex(salt), word)
        there = found.has_word(bytes.fromhex(salt), word)
    except ValueError:
        tell(said.text("host-word-salt"), sys.stderr)
        return MISUSED
    tell(said.text("host-word-there" if there else "host-word-missing", digest=digest.hex()))
    return OK if there else FAILED
