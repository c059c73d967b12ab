"""What people and servers have chosen, and what Herald notes of itself: documents by kind and key.

A new field needs a default in its record; a new kind needs a line in `KINDS`, or a feature that keeps it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.clocks.time_settings import TimeSettings
from bot.storage import documents
from bot.storage.port import About, Notice
from bot.storage.records import Customs, Departure, Follow, Outages, Person, Remark, Server, TableRecord

log = logging.getLogger(__name__)

C = TypeVar("C")


@dataclass(frozen=True)
class Kind(documents.Documents[Any]):
    """How records of a type are kept: under which name, and which fields are their key.

    They belong to the user and the server that their record names, as `user` and `server`; `due` is the field that
    says when they are looked at. What is keyed by a table, and a user who was known there, is deleted with it.
    `damaged` says what counts where a disk has changed one: as if it had never been chosen, unless something is given.
    """

    key: tuple[str, ...]
    due: str | None = None
    damaged: Any = None

    def searched(self, choice: object) -> dict[str, Any]:
        """Return what a choice is searched by."""
        whose = {"user_id": getattr(choice, "user", None), "server": getattr(choice, "server", None)}
        return {**whose, "due": self.due and getattr(choice, self.due)}


KINDS: dict[type[Any], Kind] = {
    kind.type: kind
    for kind in (
        Kind("person", Person, ("user",)),
        Kind("habits", TimeSettings, ("user",), due="digest"),
        Kind("follow", Follow, ("server", "game", "user")),
        Kind("server", Server, ("id",)),
        Kind("customs", Customs, ("server",)),
        Kind("departure", Departure, ("server",)),
        Kind("outages", Outages, (), damaged=Outages(known=False)),
        Kind("remark", Remark, ("key",)),
    )
}


def key_of(*values: object) -> str:
    """Return the key of a choice."""
    return "/".join(map(str, values))


def of_table(table: TableRecord) -> list[dict[str, str]]:
    """Return the kinds and keys of what is deleted with a table: all that its people wrote about it."""
    users = documents.people(table)
    kinds = [kind.name for kind in KINDS.values() if "table" in kind.key]
    return [{"kind": kind, "key": key_of(table.id, user)} for kind in kinds for user in users]


def is_default(choice: object) -> bool:
    """Tell whether a choice is as if nothing had been chosen."""
    kind = KINDS[type(choice)]
    return bool(choice == kind.type(*(getattr(choice, name) for name in kind.key)))


def row(choice: object) -> dict[str, Any]:
    """Return the row of a choice."""
    kind = KINDS[type(choice)]
    key = key_of(*(getattr(choice, name) for name in kind.key))
    document, seal = kind.write(key, choice)
    return {"kind": kind.name, "key": key, **kind.searched(choice), "document": document, "seal": seal}


def notices(row: documents.Row) -> tuple[Notice, ...]:
    """Return what tells other processes whose choice was changed."""
    if row["server"] is not None:
        return (Notice(About.SERVER, row["server"]),)
    return () if row["user_id"] is None else (Notice(About.PERSON, row["user_id"]),)


def found(type_: type[C], row: documents.Row) -> C | None:
    """Return the choice of a row; None if it isn't what was sealed."""
    choice: C | None = KINDS[type_].read(row["key"], row["document"], row["seal"])
    return choice


def in_place(row: documents.Row) -> bool:
    """Tell whether the row of a choice is what was sealed, and is found by whose it is, and in time."""
    kind = next((kind for kind in KINDS.values() if kind.name == row["kind"]), None)
    if kind is None:
        # A newer Herald's.
        return bool(row["seal"] == documents.of_document(row["kind"], row["key"], row["document"]))
    choice = found(kind.type, row)
    if choice is None:
        return False
    searched = kind.searched(choice)
    return in_time(searched.pop("due"), row["due"]) and documents.says(row, searched)


def in_time(due: float | None, looked_at: float | None) -> bool:
    """Tell whether it is looked at in time what is due; earlier is right, too: the host's clock may have gone back."""
    if due is None or looked_at is None:
        return due is looked_at
    return looked_at <= due


def read(type_: type[C], row: documents.Row) -> C | None:
    """Return the choice of a row, or what counts where it is damaged; None, said in the log, for as if never chosen."""
    choice: C | None = found(type_, row) or KINDS[type_].damaged
    if choice is None:
        log.error("What somebody chose is damaged, and counts as never chosen; `python -m bot verify` says more")
    return choice
