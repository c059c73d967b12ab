"""What servers want their tables to be like and who follows which game, as rows and back, in either database."""

from __future__ import annotations

import logging

from pydantic import TypeAdapter, ValidationError

from bot.storage import chain
from bot.storage.chain import Row
from bot.storage.records import Customs, Follow, TableId, Tiding, Way

log = logging.getLogger(__name__)

FORM: TypeAdapter[Customs] = TypeAdapter(Customs)
FOLLOW = ("server", "game", "user", "way")
"""What is sealed of who follows a game."""
SOON = 10.0
"""Seconds after which people are called to a table that was opened: by then it stands there, or was a slip."""


def customs(known: Customs) -> tuple[int, str, bytes]:
    """Return what a server wants its tables to be like as a row: the server, the customs, their seal."""
    kept = known.server, FORM.dump_json(known).decode()
    return *kept, chain.seal(chain.written(kept))


def customs_of(server: int, row: Row | None) -> Customs:
    """Return what a server wants its tables to be like; damaged customs count as never chosen, said in the log."""
    if row is None:
        return Customs(server)
    if customs_whole(row):
        try:
            return FORM.validate_json(row["customs"])
        except ValidationError:
            pass
    log.error("What a server chose is damaged, and counts as never chosen; `python -m bot verify` says more")
    return Customs(server)


def customs_whole(row: Row) -> bool:
    """Tell whether what a server wants its tables to be like is what was sealed."""
    return bool(row["seal"] == chain.seal(chain.written((row["server"], row["customs"]))))


def follow(known: Follow) -> tuple[int, str, int, str, bytes]:
    """Return that somebody follows a game on a server as a row."""
    kept = known.server, known.game, known.user, known.way.value
    return *kept, chain.seal(chain.written(kept))


def follow_of(row: Row) -> Follow | None:
    """Return who follows a game on a server, and how; None if that isn't what was written."""
    if not follow_whole(row) or row["way"] not in set(Way):
        return None
    return Follow(row["server"], row["game"], row["user"], Way(row["way"]))


def tiding(row: Row) -> Tiding:
    """Return who is to be called to a table; nobody is called by a way that was damaged, or chosen no more."""
    known = follow_of(row) if row["way"] is not None else None
    return Tiding(TableId(row["table_id"]), row["user"], row["due"], known.way if known else None)


def follow_whole(row: Row) -> bool:
    """Tell whether a row of who follows a game is what was sealed."""
    return bool(row["seal"] == chain.seal(chain.written(row[column] for column in FOLLOW)))
