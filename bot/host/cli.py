"""A reader of command lines that speaks the host's language, in its helps and complaints as well."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

from bot.texts.fluent import Language

OK, FAILED, MISUSED = 0, 1, 2
"""The exit codes: done; it can't be done; a setting or a word of the command line can't be understood."""


class Parser(argparse.ArgumentParser):
    """argparse without a word of its own; what can't be understood ends the program with one sentence."""

    def __init__(self, said: Language, *, add_help: bool = True, **given: Any) -> None:
        """Take the language, and what argparse takes."""
        shape = partial(_Shape, lead=f"{said.text('arguments-usage')} ")
        super().__init__(add_help=False, exit_on_error=False, formatter_class=shape, **given)
        self.said = said
        self._positionals.title = said.text("arguments-words")
        self._optionals.title = said.text("arguments-options")
        if add_help:
            self.add_argument("-h", "--help", action="help", help=said.text("arguments-help"))

    def commands(self, dest: str) -> Any:
        """Return what takes the commands of this line, each of which is a parser in the same language."""
        return self.add_subparsers(dest=dest, help=self.said.text("arguments-command"), parser_class=self._alike)

    @property
    def _alike(self) -> Any:
        return partial(Parser, self.said)

    def read(self, words: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
        """Return what the words say, those of this process if none are given, and which were not understood."""
        try:
            return self.parse_known_args(words)
        except argparse.ArgumentError as error:
            if error.argument_name is None:
                self.refuse("arguments-missing")
            self.refuse("arguments-wrong", argument=error.argument_name)

    def error(self, message: str) -> NoReturn:
        """End the program where argparse names no argument; its own English sentence is dropped."""
        del message
        self.refuse("arguments-missing")

    def refuse(self, key: str, **facts: str) -> NoReturn:
        """End the program with how it is used and one sentence."""
        self.print_usage(sys.stderr)
        self.exit(MISUSED, f"{self.said.text(key, **facts)}\n")


class _Shape(argparse.HelpFormatter):
    """Begins the line of usage with a word of the language."""

    def __init__(self, *args: Any, lead: str, **given: Any) -> None:
        super().__init__(*args, **given)
        self._lead = lead

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, self._lead if prefix is None else prefix)
