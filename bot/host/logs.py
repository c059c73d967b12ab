"""The log: as text or as JSON, to standard error; what the host must mend is told in a sentence, once, and counted."""

from __future__ import annotations

import logging
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Timer
from typing import TextIO

import discord

from bot.host.connecting import OUTAGES
from bot.host.errors import HostError
from bot.texts.fluent import Language

LIBRARIES = ("discord", "aiohttp", "asyncio", "aiosqlite")
"""Never below INFO, for their details hold the tokens of interactions, or what is written of tables."""
CONNECTIONS = ("discord.gateway", "discord.shard")
"""Who tells of the connection to the gateway."""
POOL = "asyncpg"
"""Who tells of the connections to PostgreSQL."""
FIELDS = {"levelname": "level", "name": "logger", "timestamp": "time", "exc_info": "traceback"}
WINDOW = 300.0
"""Seconds in which the same trouble is told once: whatever fails at each click would else fill a disk that is full."""

TROUBLES = 32
"""How many troubles are counted at the same time, each by a thread that waits; more of them are all told."""


def start(level: str, form: str, language: Language) -> None:
    """Write what is of a level or above to standard error, in one of config.LOG_FORMATS, to a host of that language."""
    handler = Sparing(language)
    handler.addFilter(_in_one_line)
    discord.utils.setup_logging(
        handler=handler, formatter=_json() if form == "json" else discord.utils.MISSING, level=_number(level), root=True
    )
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(max(logging.INFO, _number(level)))


@dataclass(slots=True)
class _Repeated:
    """A trouble that was told: the last line about it that was only counted, and how many these are."""

    timer: Timer
    last: logging.LogRecord | None = None
    more: int = 0


class Sparing(logging.StreamHandler[TextIO]):
    """Standard error, to which the same trouble of the host's is told once a while, in a sentence.

    The lines about it that come meanwhile are counted, and the last of them is told with how many they were.
    """

    def __init__(self, language: Language) -> None:
        """Take the language of the host."""
        super().__init__()
        self._language = language
        self._troubles: dict[Hashable, _Repeated] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or count it."""
        trouble = said(record, self._language)
        known = self._troubles.get(trouble)
        if known is not None:
            known.last, known.more = record, known.more + 1
            return
        if trouble is not None and len(self._troubles) < TROUBLES:
            self._watch(trouble)
        super().emit(record)

    def close(self) -> None:
        """Tell what was counted until now."""
        self.acquire()
        try:
            for known in self._troubles.values():
                known.timer.cancel()
                self._count(known)
            self._troubles.clear()
        finally:
            self.release()
        super().close()

    def _watch(self, trouble: Hashable) -> None:
        timer = Timer(WINDOW, self._over, (trouble,))
        timer.daemon = True
        self._troubles[trouble] = _Repeated(timer)
        timer.start()

    def _over(self, trouble: Hashable) -> None:
        """Tell how often there was the same trouble meanwhile; where there was, it may go on, and is watched anew."""
        self.acquire()
        try:
            known = self._troubles.pop(trouble, None)
            if known is not None and known.last is not None:
                self._count(known)
                self._watch(trouble)
        finally:
            self.release()

    def _count(self, known: _Repeated) -> None:
        if known.last is not None:
            known.last.msg, known.last.args = f"{known.last.getMessage()} (and {known.more} more like it)", ()
            super().emit(known.last)


def said(record: logging.LogRecord, language: Language) -> Hashable:
    """Put the host's sentences for the host's errors into a line; return what all lines about the same have in common.

    It is None where there are none of them in it.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HostError):
        record.msg, record.args = f"{record.msg}: %s", (*_args(record), error)
        record.exc_info = record.exc_text = None
    args = _args(record)
    troubles = [arg.text for arg in args if isinstance(arg, HostError)]
    if not troubles:
        return None
    record.args = tuple(language.say(arg.text) if isinstance(arg, HostError) else arg for arg in args)
    return record.name, record.msg, *troubles


def _args(record: logging.LogRecord) -> tuple[object, ...]:
    return record.args if isinstance(record.args, tuple) else ()


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level]


def _json() -> logging.Formatter:
    """Return what makes each entry one object in one line: time, level, logger, message, and a traceback if any."""
    from pythonjsonlogger.json import JsonFormatter  # noqa: PLC0415 - only where it is wanted, for the start's sake

    return JsonFormatter("{levelname}{name}{message}", style="{", rename_fields=FIELDS, timestamp=True)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Let a line pass, with the name of what lost the connection in place of a traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OUTAGES) and record.name.startswith(CONNECTIONS):
        record.msg, record.args = f"{record.getMessage()}: {type(error).__name__} {error}", ()
        record.exc_info = record.exc_text = None
    elif error is not None and record.name.startswith(POOL):
        # Without its own words: PostgreSQL's may quote what is in the database.
        record.msg, record.args = f"{record.getMessage()}: {type(error).__name__}", ()
        record.exc_info = record.exc_text = None
    return True
