"""Command line in the host's language: its parser, helps and errors included, and its answers."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from bot.texts.fluent import Language
from engine.frozen import frozen
from engine.scene import Text, Value

OK, FAILED, MISUSED = 0, 1, 2
"""Exit codes: done; failed; a setting or an argument can't be understood."""
STOPS = [signal.SIGINT, signal.SIGTERM]
"""Signals that ask for a gentle end; a terminal that is closed sends SIGHUP, which `nohup` has ignored."""
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
    STOPS.append(signal.SIGHUP)
LARGEST = (1 << 63) - 1
"""Largest number that the database can hold."""
STDERR = 2
"""Highest file descriptor of a standard stream."""


def open_missing_streams() -> None:
    """Open the null device for each closed standard stream; libuv aborts where its own files get their numbers."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        pass
    os.close(number)
    sys.stdout = sys.stdout or os.fdopen(STDERR - 1, "w")
    sys.stderr = sys.stderr or os.fdopen(STDERR, "w")


def escape_unprintable() -> None:
    """Write letters that standard output has no code for as escapes, as standard error does, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _print(sentence: str) -> None:
    try:
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()
    except OSError:
        # Whoever read has gone, as `head` does, or a disk is full: the command goes on unheard.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@frozen
class Terminal:
    """Standard output and error of a command, in the host's `language`; `write` prints a line."""

    language: Language
    write: Callable[[str], None] = _print

    def tell(self, key: str, **facts: Value) -> None:
        """Write the sentence of `key`."""
        self.write(self.language.text(key, **facts))

    def complain(self, text: Text) -> None:
        """Print `text` to standard error: why a command failed."""
        sys.stderr.write(f"{self.language.say(text)}\n")


def positive(word: str) -> int:
    """Return a number from 1 to `LARGEST`; argparse answers the `ValueError` of any other word."""
    if not 1 <= int(word) <= LARGEST:
        raise ValueError(word)
    return int(word)


def read_path(word: str) -> Path:
    """Return a path; argparse answers the `ValueError` of an empty word, which a shell makes of what isn't set."""
    if not word:
        raise ValueError(word)
    return Path(word)


class Parser(argparse.ArgumentParser):
    """An `argparse.ArgumentParser` in the host's language; an error exits with one sentence."""

    def __init__(
        self, language: Language, *, add_help: bool = True, **given: Any
    ) -> None:
        """Take the `language` of its sentences, and the arguments of `ArgumentParser`."""
        shape = partial(_Shape, lead=f"{language.text('arguments-usage')} ")
        super().__init__(
            add_help=False, exit_on_error=False, formatter_class=shape, **given
        )
        self.language = language
        self._positionals.title = language.text("arguments-words")
        self._optionals.title = language.text("arguments-options")
        if add_help:
            self.add_argument(
                "-h", "--help", action="help", help=language.text("arguments-help")
            )

    def commands(self, dest: str) -> Any:
        """Return the subparsers of this line, each in the same language."""
        alike: Any = partial(Parser, self.language)
        return self.add_subparsers(
            dest=dest,
            help=self.language.text("arguments-command"),
            parser_class=alike,
        )

    def read(self, words: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
        """Parse `words`, by default those of this process; return the namespace and the unknown words."""
        try:
            return self.parse_known_args(words)
        except argparse.ArgumentError as error:
            if error.argument_name is None:
                self.refuse("arguments-missing")
            self.refuse("arguments-wrong", argument=error.argument_name)

    def error(self, message: str) -> NoReturn:
        """Exit where argparse names no argument; its own English sentence is dropped."""
        del message
        self.refuse("arguments-missing")

    def refuse(self, key: str, **facts: str) -> NoReturn:
        """Print the usage and the sentence of `key`, and exit with `MISUSED`."""
        self.print_usage(sys.stderr)
        self.exit(MISUSED, f"{self.language.text(key, **facts)}\n")


class _Shape(argparse.HelpFormatter):
    """Help formatter that begins the usage with a word of the language."""

    def __init__(self, *args: Any, lead: str, **given: Any) -> None:
        super().__init__(*args, **given)
        self._lead = lead

    def add_usage(
        self, usage: Any, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        super().add_usage(
            usage, actions, groups, self._lead if prefix is None else prefix
        )
