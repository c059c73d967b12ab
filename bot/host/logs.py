"""The log: as text or as JSON, to standard error, and what a lost connection has to say in one line."""

from __future__ import annotations

import logging

import discord

from bot.host.connecting import OUTAGES

LIBRARIES = ("discord", "aiohttp", "asyncio")
"""Never below INFO, for their details hold the tokens of interactions."""
CONNECTIONS = ("discord.gateway", "discord.shard")
"""Who tells of the connection to the gateway."""
POOL = "asyncpg"
"""Who tells of the connections to PostgreSQL."""
FIELDS = {"levelname": "level", "name": "logger", "timestamp": "time", "exc_info": "traceback"}


def start(level: str, form: str) -> None:
    """Write what is of a level or above to standard error, in one of config.LOG_FORMATS."""
    handler = logging.StreamHandler()
    handler.addFilter(_in_one_line)
    discord.utils.setup_logging(
        handler=handler, formatter=_json() if form == "json" else discord.utils.MISSING, level=_number(level), root=True
    )
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(max(logging.INFO, _number(level)))


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
