"""Rows of the forms 2 and 14, the released ones before this, as those of today: sealed documents.

Whatever isn't what was sealed gets a seal that doesn't hold, either: `verify` tells of the same before and after, and
one table that can't be read keeps none of the others from coming along. The log and its checkpoints stay as they are,
but for those of form 2, whose seals were others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

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
OLD = {part: f"old_{part}" for part in ("tables", "announcements", "shuffles", "orders", "clocks")} | {"moves": "moves"}
"""What the parts that WHOLE is asked of are called by then."""


def table(row: Row, seats: Sequence[Sequence[Any]], happened: Sequence[Sequence[Any]]) -> Rows:
    """Return the rows of a table, of its row of WHOLE, its seats and what happened there, both in their order."""
    known = {**row, "seats": seats, "happened": happened}
    return {
        **_table(known, set(_broken(known))),
        "announcements": list(_announcement(row)),
        "clocks": list(_clock(row)),
    }


def released(row: Row, seats: Sequence[Sequence[Any]], head: bytes | None, since: float) -> Rows:
    """Return the rows of a table of form 2, whose row sealed all of it, and what Discord had been shown, at once.

    `head` is the seal of its last move as it is now, `since` when its people or its status changed last.
    """
    sealed = {**row, "sitters": [list(each) for each in seats]}
    words = json.dumps([None] * len(seats))
    none = dict.fromkeys(("created", "expired", "ended_by", "secret", "first_message", "given"))
    flags = {"revision": 0, "advice": 0, "takes_orders": 0, "generations": "[]"}
    later = {**none, **flags, "since": since, "words": words, "head": head, "happened": ()}
    known = {**row, **later, "seats": [(*each, None) for each in seats]}
    rows = _table(known, set() if was_whole(sealed) else set(PARTS))
    return {**rows, "announcements": [_announced(row["id"], _told(row))]}


def was_whole(row: Row, before: bytes = b"") -> bool:
    """Tell whether a row of form 2 is what was sealed: a hash of all columns that hold something, as JSON."""
    known = {column: value for column, value in row.items() if value is not None and column != "seal"}
    try:
        written = json.dumps(known, sort_keys=True, separators=(",", ":"), default=bytes.hex)
    except TypeError:
        return False
    return bool(row["seal"] == blake2b(before + written.encode(errors="surrogateescape"), digest_size=32).digest())


def chained(moves: Iterable[Row]) -> Iterator[tuple[int, bytes]]:
    """Yield the number of each move of form 2 and its seal of today; what wasn't sound keeps the seal that it had.

    Both chains are walked at once: a move follows on what was its predecessor's seal, and on what that is now.
    """
    was = now = b""
    for move in moves:
        sound = was_whole(move, was)
        was, now = move["seal"], seals.of_row(seals.MOVE, move, now) if sound else move["seal"]
        yield move["seq"], now


def _told(row: Row) -> Announced | None:
    """Return what Discord had been shown of a table of form 2; None where that can't be read.

    A post had called people, but for which question wasn't kept: it was asked when the post was announced, or before.
    """
    status, seq = row["status"], row["announced_seq"]
    shown = {
        "lobby": row["message"] is not None,
        "ended": row["phase"] == "ended",
        "suspended": True,
    }.get(status, seq == row["seq"])
    try:
        asked = json.loads(row["asked"] or "[]")
        called = ((seat, min(seq, asked[seat])) for seat in json.loads(row["post_for"]) if 0 <= seat < len(asked))
        dms = tuple(Dm(*dm) for dm in json.loads(row["letters"]))
        return Announced(
            0 if shown else -1, seq, row["message"], _phase(row), "", row["post"], row["post_from"], tuple(called), dms
        )
    except (TypeError, ValueError, LookupError):
        return None


def _phase(row: Row) -> str:
    """Return the phase in which a table was announced, which was the key of a heading, as the scene has it.

    Oriflamme's phases are its rounds: a table that was announced in a resolution, and is in a placement now, has begun
    the next round since.
    """
    phase = str(row["phase"]).removeprefix("fortheking-phase-")
    if phase == "oriflamme-phase-over":
        return "over"
    if phase in {"oriflamme-phase-placement", "oriflamme-phase-resolution"}:
        state = json.loads(row["state"])
        return f"round-{state['round'] - (phase.endswith('resolution') and state['phase'] == 'placement')}"
    return phase


def _table(known: Row, broken: set[str]) -> Rows:
    try:
        record = _record(known)
        new = documents.row(record)
        people = documents.people(record)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        broken, people = set(PARTS), {user: True for _, user, *_ in known["seats"] if isinstance(user, int) and user}
        new = _unreadable(known)
    new["seal"] = _spoiled(new["seal"], broken)
    seated = [{"table_id": known["id"], "user_id": user, "seated": int(sits)} for user, sits in people.items()]
    return {"tables": [new], "people": seated}


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
    rest = dict.fromkeys(("created", "since", "seq", "match"))
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
    yield _announced(row["id"], known)


def _announced(table: int, known: Announced | None) -> dict[str, Any]:
    document = "{}" if known is None else documents.ANNOUNCED.dump_json(known, exclude_defaults=True).decode()
    seal = UNSEALED if known is None else seals.of_document("announced", table, document)
    return {"table_id": table, "revision": -1 if known is None else known.revision, "document": document, "seal": seal}


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
    """Yield what a user has chosen; form 2 had no seal for it."""
    private = None if row["private"] is None else Private(row["private"])
    told, chosen = (bool(row["dm_closed"]), bool(row["dm_told"])), (row["language"], row["locale"])
    known = Person(row["user"], private, *told, *chosen, _truth(row["pictures"]))
    yield _choice(known, whole="seal" not in row or row["seal"] == _seal_of("users", row))


def _server(row: Row) -> Iterator[dict[str, Any]]:
    """Yield what is chosen for a server, and since when Herald isn't there any more."""
    known = Server(row["server"], row["language"], row["locale"], _truth(row["pictures"]))
    yield _choice(known, whole="seal" not in row or row["seal"] == _seal_of("servers", row))
    if row.get("gone") is not None:
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
