"""Sealed documents of tables: all that is known of a table but its log, its `Published` state and its clocks.

Theory of operation. A document is text of two lines, or of four once a match has begun: each is a part, as JSON, and
the row's seal is theirs, one after the other. A table is read only if all of them hold; what a disk changed is refused,
and the seals say where. A part can be written anew while the others stay as they were, letter by letter: a person is
taken out of `PEOPLE`, and neither position nor orders are touched. A field that isn't named here is stored with
`TABLE`, so that a new one needs nothing but its default.

A seal is the SHA-256 of the written values, so that every change by a disk is noticed; each move's continues the last.
Each value is written so that none can be taken for another: NULL as "-", a number as "7,", a text as its length in
characters, ":" and itself in UTF-8, bytes as the text of their hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import repeat
from typing import Any, Generic, TypeAlias, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError

from bot.clocks.table_clock import TableClock
from bot.storage.port import Row
from bot.storage.records import FORGOTTEN, Logged, Published, TableRecord
from engine.frozen import frozen, replace
from engine.saves import Save

T = TypeVar("T")

Value: TypeAlias = int | float | str | bytes | None


START = b""
"""The seal that the first move continues."""
MOVE = ("table_id", "seq", "rules", "seat", "action", "told", "at")
CHECKPOINT = ("table_id", "seq", "rules", "asked", "state")
"""What is sealed of the rows that are added and never changed."""


def encode(values: Iterable[Value]) -> bytes:
    """Return `values` in the encoding that is sealed."""
    texts = []
    for value in values:
        if isinstance(value, str):
            texts.append(f"{len(value)}:{value}")
        elif value is None:
            texts.append("-")
        elif isinstance(value, bytes):
            texts.append(f"{2 * len(value)}:{value.hex()}")
        else:
            texts.append(f"{value},")

    return "".join(texts).encode(errors="surrogateescape")


def seal(values: Iterable[Value], before: bytes = START) -> bytes:
    """Return the seal of `values` that follow those of the seal `before`."""
    return sha256(before + encode(values)).digest()


def row_seal(columns: Iterable[str], row: Row, before: bytes = START) -> bytes:
    """Return the seal of some `columns` of `row`, chained to the seal `before`."""
    return seal((row[column] for column in columns), before)


def is_row_intact(columns: Iterable[str], row: Row, before: bytes = START) -> bool:
    """Tell whether the `columns` of `row` still match its seal, chained to the seal `before`.

    Nothing follows on a seal that is none: one bit of a file says of what kind a value is.
    """
    return isinstance(before, bytes) and bool(
        row["seal"] == row_seal(columns, row, before)
    )


def has_values(row: Row, values: Mapping[str, Value]) -> bool:
    """Tell whether the columns of `row` have these `values`."""
    return values.items() <= dict(row).items()


def document_seal(kind: str, key: Value, document: str) -> bytes:
    """Return the seal of a `document` of a `kind`."""
    return seal((kind, key, document))


@frozen(slots=False)
class RecordCodec(Generic[T]):
    """Codec of the records of a kind: documents, each sealed with its key; fields with default values are left out."""

    name: str
    type: type[T]

    @cached_property
    def form(self) -> TypeAdapter[T]:
        """Return the adapter that writes and reads the JSON."""
        return TypeAdapter(self.type)

    def write(self, key: Value, record: T) -> dict[str, Any]:
        """Return the columns of the document of `record`, and of its seal with `key`."""
        document = self.form.dump_json(record, exclude_defaults=True).decode()
        return {"document": document, "seal": document_seal(self.name, key, document)}

    def read_beside(self, row: Row) -> T | None:
        """Return the record that stands beside a table, of its whole `row`; None as `read` does."""
        return self.read(row["id"], row[self.name], row[f"{self.name}_seal"])

    def read(self, key: Value, document: Any, seal: Any) -> T | None:
        """Return the record of `document`; None if that doesn't match its `seal`, or isn't there."""
        if seal != document_seal(self.name, key, document):
            return None
        try:
            return self.form.validate_json(document)
        except ValidationError:
            return None


RECORD = TypeAdapter(TableRecord)
SAVE = TypeAdapter(Save)
ANNOUNCED = RecordCodec("announced", Published)
CLOCK = RecordCodec("clock", TableClock)

TABLE, PEOPLE, POSITION, ORDERS = "table", "people", "position", "orders"
PARTS = (TABLE, PEOPLE, POSITION, ORDERS)
IN_PEOPLE = {
    "opener",
    "sitters",
    "incidents",
    "created",
    "since",
    "expired",
    "ended_by",
}
NOT_IN_TABLE = IN_PEOPLE | {"id", "version", "revision", "save", "announced", "clock"}
"""What the row says, and what has parts or rows of its own, is left out of TABLE."""
IN_ORDERS = {"orders"}
"""What of a save is no position: it may change while the game stands."""


SEARCHED = (
    "id",
    "version",
    "revision",
    "guild",
    "channel",
    "opener",
    "created",
    "since",
)
"""The fields of a table that are columns as they are."""


def table_row(table: TableRecord) -> dict[str, Any]:
    """Return the whole row of `table` in its `version` and `revision`; each part is sealed with its `id`."""
    parts = [
        RECORD.dump_json(table, exclude=NOT_IN_TABLE, exclude_defaults=True),
        RECORD.dump_json(table, include=IN_PEOPLE, exclude_defaults=True),
    ]
    if table.save is not None:
        parts += [
            SAVE.dump_json(table.save, exclude=IN_ORDERS),
            SAVE.dump_json(table.save, include=IN_ORDERS),
        ]

    seal = b"".join(map(_seal, repeat(table.id), PARTS, parts))

    return {
        **search_columns(table),
        "document": b"\n".join(parts).decode(),
        "seal": seal,
    }


def _seal(table: int, name: str, text: bytes) -> bytes:
    return sha256(b"%d %s %s" % (table, name.encode(), text)).digest()


def _split(row: Row) -> dict[str, tuple[bytes, bytes]]:
    """Return the JSON and the seal of each part of the document of `row`, by name; nothing if these can't be told."""
    written, seal, size = row["document"], row["seal"], sha256().digest_size
    if not isinstance(written, str) or not isinstance(seal, bytes):
        return {}
    texts = written.encode(errors="surrogateescape").split(b"\n")
    seals = [seal[at : at + size] for at in range(0, len(seal), size)]
    if len(texts) not in {2, len(PARTS)} or len(seals) != len(texts):
        return {}
    return dict(zip(PARTS, zip(texts, seals, strict=True)))  # noqa: B905 # two of them, or all


def damaged_parts(row: Row) -> list[str]:
    """Return the names of the parts of the document of `row` that are missing or fail their integrity check."""
    parts = _split(row)
    wrong = [
        name
        for name, (text, seal) in parts.items()
        if seal != _seal(row["id"], name, text)
    ]
    return wrong if parts else [TABLE]


def read_table(row: Row) -> TableRecord | None:
    """Return the table of a whole `row`; None if it fails its integrity check.

    `announced` and `clock` are left out where they fail theirs: no table is lost by that.
    """
    if damaged_parts(row):
        return None
    table_part, people, *match = (part[1:-1] for part in row["document"].split("\n"))
    numbers = (
        f'"id":{row["id"]},"version":{row["version"]},"revision":{row["revision"]}'
    )
    save = [f'"save":{{{",".join(match)}}}'] if match else []
    try:
        table = RECORD.validate_json(
            f"{{{','.join((numbers, table_part, people, *save))}}}"
        )
    except ValidationError:
        return None

    return replace(
        table,
        announced=ANNOUNCED.read_beside(row) or Published(),
        clock=CLOCK.read_beside(row),
    )


def announcement_row(table: int, published: Published) -> dict[str, Any]:
    """Return the row of the state `published` that Discord was sent of `table`."""
    return {
        "table_id": table,
        "revision": published.revision,
        **ANNOUNCED.write(table, published),
    }


def search_columns(table: TableRecord) -> dict[str, Any]:
    """Return the columns by which `table` is searched: `verify` compares them with the document.

    `match` tells a table's match from all others and never changes.
    """
    save = table.save
    match = save and f"{save.game} {save.seats} {save.seed.hex()} {_shuffle(table)}"

    return {
        **{name: getattr(table, name) for name in SEARCHED},
        "status": table.status.value,
        "rivals": int(any(sitter.level for sitter in table.sitters)),
        "match": match,
        "seq": save and save.seq,
    }


def _shuffle(table: TableRecord) -> str:
    """Return a digest of the inputs of a match's shuffle."""
    if table.pledged is None:
        return ""
    words = [sitter.word or b"" for sitter in table.sitters]
    return sha256(
        b"%b %d %b"
        % (table.pledged.secret, table.pledged.message or 0, b" ".join(words))
    ).hexdigest()


def clock_row(table: int, known: TableClock) -> dict[str, Any]:
    """Return the row of the clocks of `table`; most is as in one that never ran."""
    return {"table_id": table, "due": known.due, **CLOCK.write(table, known)}


def people_rows(table: TableRecord) -> list[dict[str, Any]]:
    """Return the rows of the users known at `table`, without rivals' own seats and `FORGOTTEN`."""
    seated = {sitter.user for sitter in table.sitters}
    known = seated | {
        table.opener,
        table.ended_by or FORGOTTEN,
        *(each.sitter.user for each in table.incidents),
    }
    return [
        {"table_id": table.id, "user_id": user, "seated": int(user in seated)}
        for user in sorted(known - {FORGOTTEN})
    ]


def without_user(row: Row, user: int) -> tuple[dict[str, Any], Published]:
    """Return the changes of a table's `row` by which `user` becomes `FORGOTTEN`, and the `Published` state without.

    The number of the seat stands there. `PEOPLE` that fail their integrity check are forgotten whole, and stay damaged;
    of a `Published` that can't be read stays nothing.
    """
    parts = _split(row) or dict.fromkeys((TABLE, PEOPLE), (b"{}", b""))
    text, seal = parts[PEOPLE]
    after, seats = b"{}", set[int]()
    if seal == _seal(row["id"], PEOPLE, text):
        after, seats = _people_without(text, user)
        seal = _seal(row["id"], PEOPLE, after)

    parts[PEOPLE] = after, seal
    texts, sealed = zip(*parts.values(), strict=True)
    written = b"\n".join(texts).decode(errors="surrogateescape")
    shown = _published_without(row, user, seats)

    return {"document": written, "seal": b"".join(sealed)}, shown


def _people_without(text: bytes, user: int) -> tuple[bytes, set[int]]:
    """Return `PEOPLE` without `user`, and the seats that were theirs; fields of a newer Herald stay, too."""
    known = orjson.loads(text)
    sitters, incidents = known["sitters"], known.get("incidents", ())
    seats = {seat for seat, sitter in enumerate(sitters) if sitter["user"] == user}
    for seat in seats:
        sitters[seat].pop("level", None)
    for seat, sitter in (
        *enumerate(sitters),
        *((each["seat"], each["sitter"]) for each in incidents),
    ):
        if sitter["user"] == user:
            sitter |= {"user": FORGOTTEN, "name": f"#{seat + 1}"}
    known |= {
        name: FORGOTTEN for name in ("opener", "ended_by") if known.get(name) == user
    }

    return orjson.dumps(known), seats


def _published_without(row: Row, user: int, seats: set[int]) -> Published:
    shown = ANNOUNCED.read_beside(row) or Published(row["announced_revision"] or -1)
    dms = tuple(dm for dm in shown.dms if dm.user != user and dm.seat not in seats)
    consents = tuple(
        each
        for each in shown.consents
        if user not in {each.consent.user, each.consent.newcomer}
    )
    return replace(shown, dms=dms, consents=consents)


# The log of a table: lines that are added and never changed, each sealed with the one before it

IN_LOG = MOVE[1:]
"""The columns of a line of a log, and the fields of `Logged`."""


def chain_lines(
    table: TableRecord, lines: Sequence[Logged]
) -> tuple[bytes, list[dict[str, Any]]]:
    """Return the `head` of `table` after new `lines`, and these as rows, each of which continues the seal before."""
    head, rows = table.head, list[dict[str, Any]]()
    for line in lines:
        at = float(line.at)
        # As `encode` has it, which takes twice as long: this is on the way of every move.
        numbers = f"{table.id},{line.seq},{line.rules},{line.seat},"
        written = f"{numbers}{len(line.action)}:{line.action}{len(line.told)}:{line.told}{at},"
        head = sha256(head + written.encode(errors="surrogateescape")).digest()
        columns = {name: getattr(line, name) for name in IN_LOG}
        rows.append({**columns, "table_id": table.id, "at": at, "seal": head})

    return head, rows


def lead_to_position(table: TableRecord, lines: Sequence[Logged], since: int) -> bool:
    """Tell whether `lines` are, by their own numbers, those that lead from a move to where a match stands."""
    save = table.save
    if save is None:
        return not lines
    wanted = [(seq, save.rules) for seq in range(since + 1, save.seq + 1)]
    found = [(line.seq, line.rules) for line in lines]
    return found == wanted and save.game == table.game


def read_log(found: Iterable[Row], after: int) -> Iterator[Logged]:
    """Yield the moves after one, of rows that begin with their predecessor; damaged or missing ones aren't `sound`."""
    before, last, stands = START, 0, 0
    for row in found:
        stands = row["stands"] or 0
        if row["seq"] is None:
            continue
        if row["seq"] > after:
            sound = row["seq"] == last + 1 and is_row_intact(MOVE, row, before)
            yield Logged(**{name: row[name] for name in IN_LOG}, sound=sound)
        before, last = row["seal"], row["seq"]

    if stands > max(last, after):
        yield Logged(stands, 0, 0, "{}", "[]", 0.0, sound=False)
