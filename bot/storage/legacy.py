"""Migration of databases of form 14, the last before this one: their rows become sealed documents.

A row that fails its integrity check gets a seal that doesn't hold, either: `verify` tells of the same before and after,
and one table that can't be read keeps none of the others from coming along. What Discord was shown is left out then, as
if it had never been. The log and its checkpoints are copied as
they are. A file of form 2, the first release, becomes one of form 14 before that: `seal_anew` gives it today's seals,
and `sqlite/form2.sql` the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, TypeAlias

from pydantic import ValidationError

from bot.clocks.user_time_settings import TimeSettings
from bot.storage import documents, keyed_documents
from bot.storage.port import Contents, Statement
from bot.storage.records import (
    BEAT,
    Consent,
    ConsentCall,
    Departure,
    Dm,
    Follow,
    Outages,
    Person,
    Pledged,
    Remark,
    Server,
    Status,
    TableDefaults,
    TableRecord,
)

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by their part: what stood beside the row of a table, or what becomes of it."""

AT_A_TIME = 500
TABLES = Statement("""
SELECT old_tables.*, moves.seal AS head
FROM old_tables LEFT JOIN moves ON moves.table_id = old_tables.id AND moves.seq = old_tables.seq
WHERE old_tables.id > :last ORDER BY old_tables.id LIMIT :most
""")
SEAL_TABLE = Statement("UPDATE old_tables SET seal = :seal WHERE id = :id")
LOG = {"moves": documents.MOVE, "checkpoints": documents.CHECKPOINT}
"""What is sealed of each part of a log."""
COPIED = ("moves", "checkpoints", "wishes", "tidings")
"""What is copied as it is: the columns were in today's order."""
BESIDE = ("seats", "incidents", "shuffles", "orders", "announcements", "clocks")
"""What stood beside a table."""
OF_ONE_TABLE = "WHERE table_id = :id ORDER BY"
OF_A_LINE = "WHERE table_id = :table_id AND seq = :seq AND rules = :rules"
OF_SOME_TABLES = "WHERE table_id BETWEEN :first AND :last ORDER BY 1, 2"
"""By table, and then by the seat, or by the number that came next in the row."""
CHOSEN = {
    "users": Person,
    "servers": Server,
    "habits": TimeSettings,
    "customs": TableDefaults,
    "follows": Follow,
}
"""The parts in which people and servers had chosen something, and what the rows of each have become."""
NOTES = (BEAT, "commands")
"""What Herald had noted of itself, but for what is kept otherwise now."""
SUMMONS = 2
"""How many parts a call to a question had; one to agree with a newcomer had one more."""
SEALED_OF_TABLES = (
    *("id", "game", "guild", "channel", "private", "status"),
    *("rules", "seat_count", "seed", "seq", "asked", "state", "generations"),
)
"""What form 14 had sealed of a table's own row, with its match."""
SEALED_OF_PEOPLE = ("id", "opener", "created", "since", "expired", "ended_by")
"""What it had sealed there with the people."""
UNSEALED_BESIDE = {"due", "digest", "gone", "seal"}
"""What it hadn't of the others, whose columns were sealed in their order."""


async def carry_over(contents: Contents, name_of: Callable[[str], str] = str) -> None:
    """Fill the parts of the present form from those of form 14, whose names begin with `old_` now.

    `name_of` returns a person's name from its stored form.
    """
    for part in COPIED:
        await contents.query(Statement(f"INSERT INTO {part} SELECT * FROM old_{part}"))  # noqa: S608 # names of our own schema
    await _carry_tables(contents, name_of)

    notes = {row["key"]: row["value"] for row in await _rows(contents, "notes")}
    chosen = [*_outages(await _rows(contents, "outages", "ORDER BY begin"), notes)]
    chosen += [_choice(Remark(key, notes[key])) for key in NOTES if key in notes]
    for part in CHOSEN:
        for row in await _rows(contents, part):
            chosen += _choice_rows(part, row)
    await contents.add("choices", chosen)


async def _rows(
    contents: Contents, part: str, which: str = "", **values: int
) -> Sequence[dict[str, Any]]:
    """Return the rows of a part of the earlier form, or some of them."""
    asked = Statement(f"SELECT * FROM old_{part} {which}")  # noqa: S608 # as above
    return [dict(row) for row in await contents.query(asked, **values)]


async def _carry_tables(contents: Contents, name_of: Callable[[str], str]) -> None:
    """Carry over each table with the rows that stood beside it, `AT_A_TIME` of them at a time."""
    last = 0

    while found := [
        dict(row) for row in await contents.query(TABLES, last=last, most=AT_A_TIME)
    ]:
        first, last = found[0]["id"], found[-1]["id"]
        beside = {row["id"]: {part: list[Row]() for part in BESIDE} for row in found}
        for part in BESIDE:
            for each in await _rows(
                contents, part, OF_SOME_TABLES, first=first, last=last
            ):
                named = {"name": name_of(each["name"])} if "name" in each else {}
                beside[each["table_id"]][part].append({**each, **named})
        new = [table(row, beside[row["id"]]) for row in found]
        for part in new[0]:
            await contents.add(part, [row for each in new for row in each[part]])


# Form 2, in which all that was known of a table stood in its row, under one seal


async def seal_anew(contents: Contents) -> None:
    """Seal the tables of form 2, and their logs, as form 14 had it.

    A damaged table is left without a seal, a damaged line with the one that it had.
    """
    for (table,) in await contents.query(Statement("SELECT id FROM old_tables")):
        (row,) = await _rows(contents, "tables", "WHERE id = :id", id=table)
        seats = await _rows(contents, "seats", f"{OF_ONE_TABLE} seat", id=table)
        row["sitters"] = [[each["seat"], each["user"], each["name"]] for each in seats]
        sealed = documents.row_seal(SEALED_OF_TABLES, {**row, "generations": "[]"})
        await contents.query(
            SEAL_TABLE, id=table, seal=sealed if was_whole(row) else b""
        )
        for part, columns in LOG.items():
            await _seal_log_anew(contents, part, columns, table)


async def _seal_log_anew(
    contents: Contents, part: str, columns: Sequence[str], table: int
) -> None:
    """Walk both chains at once: a move follows on its predecessor's former seal, and on its present one."""
    seal_line = Statement(f"UPDATE old_{part} SET seal = :seal {OF_A_LINE}")  # noqa: S608 # as above
    was = now = documents.START
    for line in await _rows(contents, part, f"{OF_ONE_TABLE} seq", id=table):
        seal = (
            documents.row_seal(columns, line, now)
            if was_whole(line, was)
            else line["seal"]
        )
        if part == "moves":
            was, now = line["seal"], seal
        await contents.query(seal_line, **{**line, "seal": seal})


def was_whole(row: Row, before: bytes = b"") -> bool:
    """Tell whether a `row` of form 2 matches its seal: a hash of all columns that hold a value, as JSON."""
    known = {
        column: value
        for column, value in row.items()
        if value is not None and column != "seal"
    }
    try:
        written = json.dumps(
            known, sort_keys=True, separators=(",", ":"), default=bytes.hex
        )
    except TypeError:
        return False
    sealed = before + written.encode(errors="surrogateescape")
    return bool(row["seal"] == blake2b(sealed, digest_size=32).digest())


# Tables


def table(row: Row, beside: Rows) -> Rows:
    """Return the rows of a table of form 14."""
    sound = _sound(row, beside)
    try:
        record = _record(row, beside)
        new = documents.table_row(record)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # A stand-in is refused by its number as well.
        record = TableRecord(row["id"], "", 0, 0, 0, None, Status.PLAYING, ())
        sound = False
        new = documents.table_row(record)

    return {
        "tables": [_with_seal(new, whole=sound)],
        "people": documents.people_rows(record),
        "announcements": [
            _announcement(each) for each in beside["announcements"] if _whole(each)
        ],
        "clocks": [_clock(each) for each in beside["clocks"]],
    }


def _record(row: Row, beside: Rows) -> TableRecord:
    """Return the table of `row`, whether it is intact or not."""
    shuffle = beside["shuffles"][0]
    save = {name: row[name] for name in ("game", "rules", "seed", "seq", "state")}
    save |= {
        "seats": row["seat_count"],
        "asked": json.loads(row["asked"] or "[]"),
        "orders": beside["orders"][0]["given"] if beside["orders"] else "",
    }
    words = [word and bytes.fromhex(word) for word in json.loads(shuffle["words"])]
    seated = zip(beside["seats"], words, strict=True)
    known = {
        **row,
        "sitters": [{**each, "word": word} for each, word in seated],
        "incidents": [{**each, "sitter": each} for each in beside["incidents"]],
        "save": None if row["seq"] is None else save,
        "pledged": shuffle["secret"]
        and Pledged(shuffle["secret"], shuffle["first_message"]),
        "generations": json.loads(row["generations"]),
        "orders": row["takes_orders"],
        "head": row["head"] or b"",
    }

    return documents.RECORD.validate_python(known)


def _sound(row: Row, beside: Rows) -> bool:
    """Tell whether all parts of a table's document are there, and are intact.

    Where its people have no seal of their own, in form 2, the table's own was theirs, too.
    """
    begun, ordered = row["seq"] is not None, beside["orders"]
    there = beside["shuffles"] and (ordered or not begun or not row["takes_orders"])
    seated = not begun or len(beside["seats"]) == row["seat_count"]
    whole = row["seal"] == documents.row_seal(SEALED_OF_TABLES, row) and all(
        map(_whole, (*beside["shuffles"], *ordered))
    )
    return bool(
        there and seated and whole and row["people"] in {None, _people(row, beside)}
    )


def _whole(row: Row) -> bool:
    """Tell whether a row beside a table, or of a choice, is intact, if it was sealed."""
    sealed = [column for column in row if column not in UNSEALED_BESIDE]
    return "seal" not in row or bool(row["seal"] == documents.row_seal(sealed, row))


def _people(row: Row, beside: Rows) -> bytes:
    """Return the seal that the sitters and incidents of a table should have.

    It is the one of before version 11 where there are neither levels nor advice nor incidents, and the one of before
    version 12 where no orders are allowed.
    """
    seated = json.dumps([[each["user"], each["name"]] for each in beside["seats"]])
    levels = [each["level"] for each in beside["seats"]]
    columns = ("after", "kind", "seat", "user", "name", "level", "at")
    happened = [[each[name] for name in columns] for each in beside["incidents"]]
    ordering = [row["takes_orders"]] if row["takes_orders"] else []
    besides = json.dumps([levels, row["advice"], happened, *ordering])
    later = [besides] * bool(any(levels) or row["advice"] or happened or ordering)
    known = [row[name] for name in SEALED_OF_PEOPLE]

    return documents.seal((*known, seated, *later))


def _announcement(row: Row) -> Row:
    """Return the row of the `Published` state of a table."""
    below = json.loads(row["summons"])
    known = {
        **row,
        "called": json.loads(row["called"]),
        "dms": [Dm(*dm) for dm in json.loads(row["dms"])],
        "summons": [
            {"message": each[0], "called": each[1]}
            for each in below
            if len(each) == SUMMONS
        ],
        "consents": [
            ConsentCall(Consent(*each[0]), *each[1:])
            for each in below
            if len(each) != SUMMONS
        ],
    }

    return documents.announcement_row(
        row["table_id"], documents.ANNOUNCED.form.validate_python(known)
    )


def _clock(row: Row) -> Row:
    seal = documents.document_seal("clock", row["table_id"], row["clock"])
    return _with_seal({**row, "seal": seal}, whole=_whole(row))


def _with_seal(row: Row, *, whole: bool) -> Row:
    """Return `row` with its seal, or with one that doesn't hold where its contents failed their integrity check."""
    return row if whole else {**row, "seal": bytes(len(row["seal"]))}


# What people and servers have chosen


def _choice_rows(part: str, row: Row) -> Iterator[Row]:
    """Yield the choices of a user or guild, by today's kinds."""
    kind = keyed_documents.KINDS[CHOSEN[part]]
    fields = {**row, "id": row.get("server")}
    whole = _whole(row)
    try:
        # TimeSettings and customs were documents before.
        written = whole and row.get(part)
        known = (
            kind.form.validate_json(written)
            if written
            else kind.form.validate_python(fields)
        )
    except ValidationError:
        whole, known = False, kind.type(*(fields[name] for name in kind.key))
    yield _choice(known, whole=whole)
    if row.get("gone") is not None:
        yield _choice(Departure(row["server"], row["gone"]))


def _outages(found: Sequence[Row], notes: Mapping[str, str]) -> Iterator[Row]:
    """Yield the downtime of Herald, if there ever was any; `notes` are its notes about itself."""
    stretches = tuple((row["begin"], row["until"]) for row in found)
    seal = documents.seal(chain.from_iterable(stretches)).hex()
    if stretches or "outages" in notes:
        yield _choice(Outages(stretches), whole=notes.get("outages", seal) == seal)


def _choice(known: object, *, whole: bool = True) -> Row:
    return _with_seal(keyed_documents.choice_row(known), whole=whole)
