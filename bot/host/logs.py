"""Logging to standard error, as text or JSON; repeated host errors are rate limited and counted."""

from __future__ import annotations

import logging
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Timer
from typing import TextIO

import discord

from bot.host.connection_errors import OUTAGES
from bot.host.errors import HostError
from bot.texts.fluent import Language

LIBRARIES = ("discord", "aiohttp", "asyncio", "aiosqlite")
"""Loggers never below `INFO`: their details hold the tokens of interactions, or data of tables."""
CONNECTIONS = ("discord.gateway", "discord.shard")
"""Loggers of the gateway connection."""
POOL = "asyncpg"
"""Logger of the connections to PostgreSQL."""
FIELDS = {
    "levelname": "level",
    "name": "logger",
    "timestamp": "time",
    "exc_info": "traceback",
}
WINDOW = 300.0
"""Seconds in which the same trouble is logged once: one at each click would else fill a disk that is full."""

TROUBLES = 32
"""How many troubles are counted at the same time, each by a waiting thread; more are all logged."""


def set_up_logging(level: str, form: str, language: Language) -> None:
    """Log from `level` up to standard error, in one of `config.LOG_FORMATS`, in the host's `language`."""
    lowest = logging.getLevelNamesMapping()[level]
    handler = DeduplicatingHandler(language)
    handler.addFilter(_drop_traceback)
    discord.utils.setup_logging(
        handler=handler,
        formatter=_json() if form == "json" else discord.utils.MISSING,
        level=lowest,
        root=True,
    )
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(max(logging.INFO, lowest))


@dataclass(slots=True)
class _Repeated:
    """A trouble that was logged: its last line that was only counted, and how many these are."""

    timer: Timer
    last: logging.LogRecord | None = None
    more: int = 0


class DeduplicatingHandler(logging.StreamHandler[TextIO]):
    """Handler for standard error that logs the same trouble of the host once per `WINDOW`, in a sentence.

    Further lines about it are counted, and the last of them is logged with their number.
    """

    def __init__(self, language: Language) -> None:
        """Take the `language` of the host."""
        super().__init__()
        self._language = language
        self._troubles: dict[Hashable, _Repeated] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write `record`, or count it."""
        trouble = localize_errors(record, self._language)
        known = self._troubles.get(trouble)
        if known:
            known.last, known.more = record, known.more + 1
            return

        if trouble is not None and len(self._troubles) < TROUBLES:
            self._start_window(trouble)

        super().emit(record)

    def close(self) -> None:
        """Write the open counts, and close."""
        self.acquire()
        try:
            for known in self._troubles.values():
                known.timer.cancel()
                self._write_count(known)
            self._troubles.clear()
        finally:
            self.release()

        super().close()

    def _start_window(self, trouble: Hashable) -> None:
        timer = Timer(WINDOW, self._end_window, (trouble,))
        timer.daemon = True
        self._troubles[trouble] = _Repeated(timer)
        timer.start()

    def _end_window(self, trouble: Hashable) -> None:
        """Write the count of a trouble; where there was any, it may go on, and a new window starts."""
        self.acquire()
        try:
            known = self._troubles.pop(trouble, None)
            if known and known.last:
                self._write_count(known)
                self._start_window(trouble)
        finally:
            self.release()

    def _write_count(self, known: _Repeated) -> None:
        if known.last:
            last = known.last
            last.msg = f"{last.getMessage()} (and {known.more} more like it)"
            last.args = ()
            super().emit(last)


def localize_errors(record: logging.LogRecord, language: Language) -> Hashable:
    """Replace each `HostError` in `record` with its sentence; return the identity of the trouble.

    It is None for a record without `HostError`.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HostError):
        record.msg, record.args = f"{record.msg}: %s", (*_args(record), error)
        record.exc_info = record.exc_text = None

    args = _args(record)
    troubles = [arg.text for arg in args if isinstance(arg, HostError)]
    if not troubles:
        return None

    record.args = tuple(
        language.say(arg.text) if isinstance(arg, HostError) else arg for arg in args
    )

    return record.name, record.msg, *troubles


def _args(record: logging.LogRecord) -> tuple[object, ...]:
    if not isinstance(record.args, tuple):
        return ()
    return record.args


def _json() -> logging.Formatter:
    """Return a formatter of one JSON object per line: time, level, logger, message, and a traceback if any."""
    from pythonjsonlogger.json import JsonFormatter  # noqa: PLC0415 - only where it is wanted, for the start's sake

    return JsonFormatter(
        "{levelname}{name}{message}", style="{", rename_fields=FIELDS, timestamp=True
    )


def _drop_traceback(record: logging.LogRecord) -> bool:
    """Pass `record`, with the error's name in place of the traceback of a lost connection."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OUTAGES) and record.name.startswith(CONNECTIONS):
        why = f"{type(error).__name__} {error}"
    elif error and record.name.startswith(POOL):
        # Without its own words: PostgreSQL's may quote what is in the database.
        why = type(error).__name__
    else:
        return True

    record.msg, record.args = f"{record.getMessage()}: {why}", ()
    record.exc_info = record.exc_text = None
    return True
