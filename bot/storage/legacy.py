"""Rows of earlier forms, up to 14, as those of today: what was sealed column by column becomes sealed documents.

Whatever isn't what was sealed gets a seal that doesn't hold, either: `verify` tells of the same before and after, and
one table that can't be read keeps none of the others from coming along. The log and its checkpoints stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from bot.clocks.habits import Habits
from bot.storage import choices, documents, seals
from bot.storage.documents import ORDERS, PARTS, PEOPLE, POSITION, TABLE
from bot.storage.records import (
    BEAT,
    Announced,
    Consent,
    ConsentCall,
    Customs,
    Departure,
    Dm,
    Follow,
    Generation,
    Incident,
    Kind,
    Outages,
    Person,
    Pledged,
    Private,
    Remark,
    Server,
    Sitter,
    Status,
    Summons,
    TableId,
    TableRecord,
    Way,
)
from engine.saves import Save

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = dict[str, list[dict[str, Any]]]
"""New rows by the part of the database that they belong to."""

SUMMONS = 2
"""How many parts a call to a question had; one to agree with a newcomer had one more."""
UNSEALED = bytes(32)
"""The seal of what isn't what was written."""
ANNOUNCED: TypeAdapter[Announced] = TypeAdapter(Announced)
SEALED = {
    "tables": (
        *("id", "game", "guild", "channel", "private", "status"),
        *("rules", "seat_count", "seed", "seq", "asked", "state", "generations"),
    ),
    "shuffles": ("table_id", "secret", "first_message", "words"),
    "orders": ("table_id", "number", "given"),
    "announcements": (
        *("table_id", "revision", "seq", "message", "phase", "look"),
        *("post", "post_from", "called", "dms", "restored", "summons"),
    ),
    "users": ("user", "private", "dm_closed", "dm_told", "language", "locale", "pictures"),
    "servers": ("server", "language", "locale", "pictures"),
    "follows": ("server", "game", "user", "way"),
}
"""What was sealed of a row, in this order."""
WHOLE = """
SELECT tables.*, announcements.table_id AS shown_of, announcements.revision AS announced_revision,
    announcements.seq AS announced_seq, message, phase, look, post, post_from, called, dms, restored, summons,
    announcements.seal AS announced_seal, shuffles.table_id AS shuffled, secret, first_message, words,
    shuffles.seal AS shuffle_seal, orders.table_id AS orders_of, orders.number AS ordered, given,
    orders.seal AS orders_seal, clocks.clock AS clocks, clocks.seal AS clock_seal, clocks.due AS clock_due,
    (SELECT seal FROM {moves} AS moves WHERE table_id = tables.id AND moves.seq = tables.seq) AS head
FROM {tables} AS tables LEFT JOIN {announcements} AS announcements ON announcements.table_id = tables.id
LEFT JOIN {shuffles} AS shuffles ON shuffles.table_id = tables.id
LEFT JOIN {orders} AS orders ON orders.table_id = tables.id
LEFT JOIN {clocks} AS clocks ON clocks.table_id = tables.id
"""
"""A table with what stood beside it; who sits there, and what happened, have questions of their own."""
READ = ("tables", "announcements", "shuffles", "orders", "clocks", "moves")
"""The parts that WHOLE is asked of, by the names that they have by then."""


def table(row: Row, seats: Sequence[Sequence[Any]], happened: Sequence[Sequence[Any]]) -> Rows:
    """Return the rows of a table, of its row of WHOLE, its seats in their order and what happened there in its order."""
    known = {**row, "seats": seats, "happened": happened}
    try:
        record = _record(known)
        new = documents.row(record)
        people = documents.people(record)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        record, people = None, {user: True for _, user, *_ in seats if isinstance(user, int) and user}
        new = _unreadable(row)
    broken = set(PARTS) if record is None else set(_broken(known))
    new["seal"] = _spoiled(new["seal"], broken)
    return {
        "tables": [new],
        "people": [{"table_id": row["id"], "user_id": user, "seated": int(seated)} for user, seated in people.items()],
        "announcements": list(_announcement(row)),
        "clocks": list(_clock(row)),
    }


def _record(row: Row) -> TableRecord:
    """Return a table as its row says, whether it is what was sealed or not."""
    words = [None if word is None else bytes.fromhex(word) for word in json.loads(row["words"])]
    seated = [Sitter(user, name, word, level) for (_, user, name, level), word in zip(row["seats"], words, strict=True)]
    private = row["private"]
    return TableRecord(
        id=TableId(row["id"]),
        game=row["game"],
        guild=row["guild"],
        channel=row["channel"],
        opener=row["opener"],
        private=Private(private) if private is not None else None,
        status=Status(row["status"]),
        sitters=tuple(seated),
        save=_save(row),
        revision=row["revision"],
        created=row["created"],
        since=row["since"],
        expired=row["expired"],
        ended_by=row["ended_by"],
        pledged=None if row["secret"] is None else Pledged(row["secret"], row["first_message"]),
        generations=tuple(Generation(*each) for each in json.loads(row["generations"])),
        advice=bool(row["advice"]),
        incidents=tuple(
            Incident(after, Kind(kind), seat, Sitter(user, name, level=level), at)
            for _, after, kind, seat, user, name, level, at in row["happened"]
        ),
        orders=bool(row["takes_orders"]),
        head=row["head"] or b"",
    )


def _save(row: Row) -> Save | None:
    if row["seq"] is None:
        return None
    asked, given = tuple(json.loads(row["asked"])), row["given"] or ""
    return Save(row["game"], row["rules"], row["seat_count"], row["seed"], row["seq"], asked, row["state"], given)


def _unreadable(row: Row) -> dict[str, Any]:
    """Return the row of a table of which nothing can be read: it is refused, and the others aren't."""
    numbers = {name: row[name] if isinstance(row[name], int) else 0 for name in ("id", "revision", "guild", "channel")}
    rest = {name: None for name in ("created", "since", "seq", "match")}
    status = row["status"] if row["status"] in set(Status) else Status.ENDED.value
    kept = {"version": 0, "status": status, "opener": 0, "rivals": 0, "document": "{}\n{}", "seal": UNSEALED * 2}
    return {**numbers, **rest, **kept}


def _broken(row: Row) -> Iterator[str]:
    """Yield the parts of a table's document that were made of what isn't what was sealed."""
    if row["seal"] != _seal_of("tables", row):
        yield from (TABLE, POSITION)
    if row["shuffle_seal"] != seals.seal(seals.written((row["shuffled"], *_each(row, SEALED["shuffles"][1:])))):
        yield TABLE
    if row["people"] != _people(row):
        yield PEOPLE
    ordered = (row["orders_of"], row["ordered"], row["given"])
    if row["orders_of"] is not None and row["orders_seal"] != seals.seal(seals.written(ordered)):
        yield ORDERS
    if row["orders_of"] is None and row["seq"] is not None and row["takes_orders"]:
        yield ORDERS
    if row["seq"] is not None and len(row["seats"]) != row["seat_count"]:
        yield PEOPLE


def _each(row: Row, columns: Iterable[str]) -> Iterator[Any]:
    return (row[column] for column in columns)


def _seal_of(part: str, row: Row) -> bytes:
    return seals.seal(seals.written(_each(row, SEALED[part])))


def _spoiled(seal: bytes, broken: set[str]) -> bytes:
    """Return the seal of a document of which some parts don't hold."""
    parts = [seal[at : at + 32] for at in range(0, len(seal), 32)]
    return b"".join(UNSEALED if name in broken else part for name, part in zip(PARTS, parts, strict=False))


def _people(row: Row) -> bytes:
    """Return the seal that who sits at a table, and what happened there, should have.

    It is the one of before version 11 where there are neither levels nor advice nor incidents, and the one of before
    version 12 where nobody can order anything.
    """
    moments = (None if row[name] is None else float(row[name]) for name in ("created", "since"))
    seated = json.dumps([[user, name] for _, user, name, _ in row["seats"]])
    levels = [level for *_, level in row["seats"]]
    happened = [[*columns, float(at)] for _, *columns, at in row["happened"]]
    besides = [levels, int(row["advice"]), happened, *([int(row["takes_orders"])] if row["takes_orders"] else [])]
    later = [json.dumps(besides)] if any(levels) or row["advice"] or happened or row["takes_orders"] else []
    known = row["id"], row["opener"], *moments, row["expired"], row["ended_by"], seated, *later
    return seals.seal(seals.written(known))


def _announcement(row: Row) -> Iterator[dict[str, Any]]:
    if row["shown_of"] is None:
        return
    shown = {**row, "table_id": row["id"], "revision": row["announced_revision"], "seq": row["announced_seq"]}
    try:
        known = _shown(shown) if row["announced_seal"] == _seal_of("announcements", shown) else None
    except (TypeError, ValueError):
        known = None
    document = "{}" if known is None else ANNOUNCED.dump_json(known, exclude_defaults=True).decode()
    seal = UNSEALED if known is None else seals.of_document("announced", row["id"], document)
    revision = row["announced_revision"] if isinstance(row["announced_revision"], int) else -1
    yield {"table_id": row["id"], "revision": revision, "document": document, "seal": seal}


def _shown(row: Row) -> Announced:
    below = json.loads(row["summons"])
    return Announced(
        revision=row["revision"],
        seq=row["seq"],
        message=row["message"],
        phase=row["phase"],
        look=row["look"],
        post=row["post"],
        post_from=row["post_from"],
        called=_pairs(json.loads(row["called"])),
        dms=tuple(Dm(*dm) for dm in json.loads(row["dms"])),
        restored=bool(row["restored"]),
        summons=tuple(Summons(each[0], _pairs(each[1])) for each in below if len(each) == SUMMONS),
        consents=tuple(ConsentCall(Consent(*each[0]), *each[1:]) for each in below if len(each) != SUMMONS),
    )


def _pairs(found: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, asked) for seat, asked in found)


def _clock(row: Row) -> Iterator[dict[str, Any]]:
    if row["clocks"] is None:
        return
    whole = row["clock_seal"] == seals.seal(seals.written((row["id"], row["clocks"])))
    seal = seals.of_document("clock", row["id"], row["clocks"]) if whole else UNSEALED
    yield {"table_id": row["id"], "clock": row["clocks"], "seal": seal, "due": row["clock_due"]}


# What people and servers have chosen


def _person(row: Row) -> Iterator[dict[str, Any]]:
    """Yield what a user has chosen."""
    private = None if row["private"] is None else Private(row["private"])
    told = {"dm_closed": bool(row["dm_closed"]), "dm_told": bool(row["dm_told"]), "pictures": _truth(row["pictures"])}
    known = Person(row["user"], private, language=row["language"], locale=row["locale"], **told)
    yield _choice(known, whole=row["seal"] == _seal_of("users", row))


def _server(row: Row) -> Iterator[dict[str, Any]]:
    """Yield what is chosen for a server, and since when Herald isn't there any more."""
    known = Server(row["server"], row["language"], row["locale"], _truth(row["pictures"]))
    yield _choice(known, whole=row["seal"] == _seal_of("servers", row))
    if row["gone"] is not None:
        yield _choice(Departure(row["server"], row["gone"]), whole=True)


def _habits(row: Row) -> Iterator[dict[str, Any]]:
    """Yield what a person has chosen about time."""
    whole = row["seal"] == seals.seal(seals.written((row["user"], row["habits"])))
    known = choices.KINDS[Habits].form.validate_json(row["habits"]) if whole else Habits(row["user"])
    yield {**_choice(known, whole=whole), "due": row["digest"]}


def _customs(row: Row) -> Iterator[dict[str, Any]]:
    """Yield what a server wants its tables to be like."""
    whole = row["seal"] == seals.seal(seals.written((row["server"], row["customs"])))
    known = choices.KINDS[Customs].form.validate_json(row["customs"]) if whole else Customs(row["server"])
    yield _choice(known, whole=whole)


def _follow(row: Row) -> Iterator[dict[str, Any]]:
    """Yield that somebody follows a game on a server."""
    whole = row["seal"] == _seal_of("follows", row) and row["way"] in set(Way)
    known = Follow(row["server"], row["game"], row["user"], Way(row["way"]) if whole else None)
    yield _choice(known, whole=whole)


def outages(found: Sequence[Row], notes: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield when Herald was down, if it ever was; `notes` are what it had noted of itself."""
    stretches = tuple((row["begin"], row["until"]) for row in found)
    seal = seals.seal(seals.written(moment for stretch in stretches for moment in stretch)).hex()
    if stretches or "outages" in notes:
        yield _choice(Outages(stretches), whole=notes.get("outages", seal) == seal)


def remarks(notes: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield what Herald had noted of itself, but for what is kept otherwise now."""
    for key, value in notes.items():
        if key in {BEAT, "commands"}:
            yield _choice(Remark(key, value), whole=True)


def _choice(known: object, *, whole: bool) -> dict[str, Any]:
    row = choices.row(known)
    return row if whole else {**row, "seal": UNSEALED}


def _truth(value: int | None) -> bool | None:
    return None if value is None else bool(value)


CHOICES: Mapping[str, Callable[[Row], Iterator[dict[str, Any]]]] = {
    "users": _person,
    "servers": _server,
    "habits": _habits,
    "customs": _customs,
    "follows": _follow,
}
"""What reads the rows of each part in which people and servers had chosen something."""
