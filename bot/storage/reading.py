"""Rows that aren't what was written: one of them must not stop the others, and the host hears of each."""

from __future__ import annotations

import logging
from typing import TypeVar

from bot.storage import rows
from bot.storage.chain import Row
from bot.storage.port import Damaged
from bot.storage.records import Person, Server, TableRecord

C = TypeVar("C", Person, Server)

log = logging.getLogger(__name__)


def sound(row: Row) -> TableRecord | None:
    """Return the table of a whole row, or None, said in the log, if it is damaged."""
    try:
        return rows.table_of(row)
    except Damaged:
        log.error("Table %s is damaged; `python -m bot verify` says where", row["id"])  # noqa: TRY400 # one line for the host
        return None


def unchosen(default: C) -> C:
    """Return what counts where a choice is damaged, and say so in the log."""
    log.error("What somebody chose is damaged, and counts as never chosen; `python -m bot verify` says more")
    return default
