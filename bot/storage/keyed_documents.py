"""Choices of users and guilds, and Herald's notes about itself: documents by kind and key.

A new field needs a default in its record; a new kind needs a line in `KINDS`, or a feature that stores it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.clocks.user_time_settings import TimeSettings
from bot.storage import documents, sql
from bot.storage.port import About, Change, Notice, Row
from bot.storage.records import (
    Departure,
    Follow,
    Outages,
    Person,
    Remark,
    Server,
    TableDefaults,
    TableRecord,
)
from engine.frozen import frozen


@frozen(slots=False)
class DocumentKind(documents.RecordCodec[Any]):
    """Kind of choice: the name under which records of a type are stored, and the fields that are their `key`.

    They belong to the user and the guild that their record names, as `user` and `server`; `due` is the field that says
    when they are checked. A choice keyed by a table, and by a user who was known there, is deleted with it. `damaged`
    is the value that replaces one that fails its integrity check; None: as if it had never been chosen.
    """

    key: tuple[str, ...]
    due: str | None = None
    damaged: Any = None

    def key_of(self, choice: object) -> tuple[Any, ...]:
        """Return the values of the key of `choice`."""
        return tuple(getattr(choice, name) for name in self.key)

    def read_row(self, row: Row) -> Any:
        """Return the choice of `row`; None if it fails its integrity check, or has another key."""
        key = row["key"]
        choice = self.read(key, row["document"], row["seal"])
        return choice if choice and join_key(*self.key_of(choice)) == key else None

    def search_columns(self, choice: object) -> dict[str, Any]:
        """Return the columns by which `choice` is searched."""
        return {
            "user_id": getattr(choice, "user", None),
            "server": getattr(choice, "server", None),
            "due": self.due and getattr(choice, self.due),
        }


KINDS: dict[type[Any], DocumentKind] = {
    kind.type: kind
    for kind in (
        DocumentKind("person", Person, ("user",)),
        DocumentKind("habits", TimeSettings, ("user",), due="digest"),
        DocumentKind("follow", Follow, ("server", "game", "user")),
        DocumentKind("server", Server, ("id",)),
        DocumentKind("customs", TableDefaults, ("server",)),
        DocumentKind("departure", Departure, ("server",)),
        DocumentKind("outages", Outages, (), damaged=Outages(known=False)),
        DocumentKind("remark", Remark, ("key",)),
    )
}


def join_key(*values: object) -> str:
    """Return the key of a stored choice whose key fields have these `values`."""
    return "/".join(map(str, values))


def forget_table(table: TableRecord) -> list[Change]:
    """Return the changes that delete, with `table`, all that its people wrote about it."""
    people = documents.people_rows(table)
    return [
        sql.UNCHOOSE(kind=kind.name, key=join_key(table.id, row["user_id"]))
        for kind in KINDS.values()
        if "table" in kind.key
        for row in people
    ]


def choice_change(choice: object, was: object | None) -> Change:
    """Return the change that stores `choice`, or deletes it where it has only default values.

    Where `was` is given the change fails if anything else is stored by now.
    """
    kind = KINDS[type(choice)]
    if was is not None:
        return sql.CHOOSE_ANEW(**choice_row(choice), was=choice_row(was)["seal"])
    default = choice == kind.type(*kind.key_of(choice))
    return (sql.UNCHOOSE if default else sql.CHOOSE)(**choice_row(choice))


def choice_row(choice: object) -> dict[str, Any]:
    """Return the row of `choice`, with its seal."""
    kind = KINDS[type(choice)]
    key = join_key(*kind.key_of(choice))
    return {
        "kind": kind.name,
        "key": key,
        **kind.search_columns(choice),
        **kind.write(key, choice),
    }


def change_notices(row: Row) -> Sequence[Notice]:
    """Return the notices by which other processes learn that the choice of `row` was changed."""
    owners = (About.SERVER, row["server"]), (About.PERSON, row["user_id"])
    return [Notice(about, number) for about, number in owners if number is not None][:1]


def is_intact(row: Row) -> bool:
    """Tell whether the row of a choice is intact, and is found by its owner, and in time."""
    for kind in KINDS.values():
        if kind.name == row["kind"]:
            choice = kind.read_row(row)
            searched = choice and kind.search_columns(choice)
            return bool(
                searched
                and is_checked_in_time(searched.pop("due"), row["due"])
                and documents.has_values(row, searched)
            )
    # A newer Herald's.
    return bool(
        documents.document_seal(row["kind"], row["key"], row["document"]) == row["seal"]
    )


def is_checked_in_time(due: float | None, looked_at: documents.Value) -> bool:
    """Tell whether a record `due` at a moment is checked in time by the column `looked_at`.

    Earlier is right, too: the host's clock may have gone back.
    """
    if due is None or looked_at is None:
        return due is looked_at
    return isinstance(looked_at, float) and looked_at <= due
