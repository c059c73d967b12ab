"""Tables as sealed documents, and back: all that is known of one but its log, what Discord was shown, and its clocks.

Theory of operation. A document is text of several lines, one for each part: a seal, the part's name, and JSON. The
row seals all of it again, and that seal alone is asked when a table is read; what a disk has changed is refused. The
seals of the parts say where, and let one part be written anew while the others stay as they were, letter by letter: a
person is taken out of PEOPLE, and neither position nor orders are touched. A field that nobody names here is kept with
TABLE, so that a new one needs nothing but its default.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bot.storage import seals
from bot.storage.port import Damaged
from bot.storage.records import FORGOTTEN, Announced, TableId, TableRecord
from engine.saves import Save

RECORD: TypeAdapter[TableRecord] = TypeAdapter(TableRecord)
SAVE: TypeAdapter[Save] = TypeAdapter(Save)

TABLE, PEOPLE, POSITION, ORDERS = "table", "people", "position", "orders"
PARTS = (TABLE, PEOPLE, POSITION, ORDERS)
IN_PEOPLE = {"opener", "sitters", "incidents", "created", "since", "expired", "ended_by"}
ELSEWHERE = {"id", "version", "revision", "save", "announced", "clock"}
"""What the row says, what has parts of its own, and what has rows of its own."""
IN_ORDERS = {"orders"}
"""What of a save is no position: it may change while the game stands."""

Parts = dict[str, str]


def document(table: TableRecord) -> str:
    """Return a table as it is kept; its id has to be known, for each part is sealed with it."""
    return joined(table.id, _parts(table))


def _parts(table: TableRecord) -> Parts:
    parts = {
        TABLE: RECORD.dump_json(table, exclude=ELSEWHERE | IN_PEOPLE, exclude_defaults=True).decode(),
        PEOPLE: RECORD.dump_json(table, include=IN_PEOPLE, exclude_defaults=True).decode(),
    }
    if table.save is not None:
        parts[POSITION] = SAVE.dump_json(table.save, exclude=IN_ORDERS).decode()
        parts[ORDERS] = SAVE.dump_json(table.save, include=IN_ORDERS).decode()
    return parts


def joined(table: int, parts: Mapping[str, str]) -> str:
    """Return parts as one document, each with its seal."""
    return "\n".join(f"{_seal(table, name, text)} {name} {text}" for name, text in parts.items())


def _seal(table: int, name: str, text: str) -> str:
    return seals.seal(seals.written((table, name, text))).hex()


def lines(written: str) -> Iterator[tuple[str, str, str]]:
    """Yield the seal, the name and the JSON of each part of a document; whatever isn't one is left out."""
    for line in written.split("\n"):
        seal, _, rest = line.partition(" ")
        name, _, text = rest.partition(" ")
        if name in PARTS:
            yield seal, name, text


def broken(table: int, written: str) -> list[str]:
    """Return the names of the parts that are missing, doubled or not what was sealed."""
    found = list(lines(written))
    names = [name for _, name, _ in found]
    whole = {name for seal, name, text in found if seal == _seal(table, name, text) and names.count(name) == 1}
    wanted = PARTS if {POSITION, ORDERS} & set(names) else (TABLE, PEOPLE)
    return [name for name in wanted if name not in whole]


def table_of(row: seals.Row) -> TableRecord:
    """Return the table of a whole row; raise Damaged if it isn't what was sealed.

    What Discord was shown, and clocks, are left out where they are not what was sealed: nobody loses a table by that.
    """
    number = TableId(row["id"])
    if not seals.document_whole(TABLE, number, row):
        raise Damaged(number)
    kept = [f'"id":{number},"version":{row["version"]},"revision":{row["revision"]}', *_inner(row["document"])]
    beside = [f'"{name}":{text}' for name, text in (("announced", announced(row)), ("clock", clock(row))) if text]
    try:
        return RECORD.validate_json(f"{{{','.join(kept + beside)}}}")
    except ValidationError:
        pass
    try:
        return RECORD.validate_json(f"{{{','.join(kept)}}}")
    except ValidationError:
        # It would quote hands.
        raise Damaged(number) from None


def _inner(written: str) -> Iterator[str]:
    """Yield the members of the JSON object that a record is, from the parts of its document."""
    parts = {name: text[1:-1] for _, name, text in lines(written)}
    yield from (parts[name] for name in (TABLE, PEOPLE) if parts.get(name))
    if POSITION in parts:
        yield f'"save":{{{parts[POSITION]},{parts[ORDERS]}}}'


def announced(row: seals.Row) -> str | None:
    """Return the document of what Discord was shown, of a whole row; None if it isn't what was sealed."""
    kept = {"document": row["announced"], "seal": row["announced_seal"]}
    return row["announced"] if kept["document"] and seals.document_whole("announced", row["id"], kept) else None


def clock(row: seals.Row) -> str | None:
    """Return the document of the clocks of a whole row; None if there are none, or they are not what was sealed."""
    kept = {"document": row["clock"], "seal": row["clock_seal"]}
    return row["clock"] if kept["document"] and seals.document_whole("clock", row["id"], kept) else None


def columns(table: TableRecord) -> dict[str, Any]:
    """Return what is searched by of a table, by the columns of its row: `verify` compares it with the document."""
    return {
        "status": table.status.value,
        "guild": table.guild,
        "channel": table.channel,
        "opener": table.opener,
        "created": table.created,
        "since": table.since,
        "seq": table.save and table.save.seq,
        "match": match(table),
        "rivals": int(any(sitter.level is not None for sitter in table.sitters)),
    }


def match(table: TableRecord) -> bytes | None:
    """Return what tells a table's match from all others: its place, game, rules, seats and seed; None without one."""
    save, private = table.save, table.private and table.private.value
    if save is None:
        return None
    place = table.game, table.guild, table.channel, private
    return seals.seal(seals.written((*place, save.game, save.rules, save.seats, save.seed)))


def row(table: TableRecord) -> dict[str, Any]:
    """Return the whole row of a table in its version and revision."""
    kept = document(table)
    numbers = {"id": table.id, "version": table.version, "revision": table.revision}
    return {**numbers, **columns(table), "document": kept, "seal": seals.of_document(TABLE, table.id, kept)}


def people(table: TableRecord) -> dict[int, bool]:
    """Return whoever is known at a table, a rival's seat and the forgotten left out, and whether they sit there."""
    seated = {sitter.user for sitter in table.sitters}
    known = seated | {table.opener, table.ended_by or FORGOTTEN, *(each.sitter.user for each in table.incidents)}
    return {user: user in seated for user in sorted(known - {FORGOTTEN})}


def without(table: int, written: str, user: int) -> str:
    """Return a document in which a person is FORGOTTEN, named by the number of the seat; nothing else is changed.

    A part of people that can't be read any more is forgotten whole, and stays damaged.
    """
    return "\n".join(
        f"{seal} {name} {text}" if name != PEOPLE else _forgotten(table, seal, text, user)
        for seal, name, text in lines(written)
    )


def _forgotten(table: int, seal: str, text: str, user: int) -> str:
    try:
        known = json.loads(text)
        sitters = [_anonymous(each, seat, user, "level") for seat, each in enumerate(known["sitters"])]
        happened = [
            {**each, "sitter": _anonymous(each["sitter"], each["seat"], user)} for each in known.get("incidents", ())
        ]
        named = {name: FORGOTTEN for name in ("opener", "ended_by") if known.get(name) == user}
        after = json.dumps({**known, "sitters": sitters, "incidents": happened, **named}, ensure_ascii=False)
    except (AttributeError, LookupError, TypeError, ValueError):
        return f"{seal} {PEOPLE} {{}}"
    return f"{_seal(table, PEOPLE, after) if seal == _seal(table, PEOPLE, text) else seal} {PEOPLE} {after}"


def _anonymous(sitter: dict[str, Any], seat: int, user: int, *lost: str) -> dict[str, Any]:
    if sitter["user"] != user:
        return sitter
    kept = {name: value for name, value in sitter.items() if name not in lost}
    return {**kept, "user": FORGOTTEN, "name": f"#{seat + 1}"}


def shown_without(shown: Announced, seats: set[int], user: int) -> Announced:
    """Return what Discord was shown without the DMs that a person got, on which seat ever."""
    return replace(shown, dms=tuple(dm for dm in shown.dms if dm.seat not in seats and dm.user != user))
