"""Tables as rows and back: which column holds what, and reading rows that are still what was sealed.

A whole row is a table's, with its `sitters` as a list in JSON of seat, user and name, with what has been announced of
it (`announced_revision`, `announced_seq` and `announced_seal`), with what its shuffle is made of (`shuffled`, the
table's number there, and `shuffle_seal`) and with what is ordered (`orders_of`, the table's number there, and
`orders_seal`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from typing import Any

from bot.storage import chain, clocks
from bot.storage.chain import Row
from bot.storage.port import Damaged
from bot.storage.records import (
    Announced,
    Consent,
    ConsentCall,
    Dm,
    Generation,
    Incident,
    Kind,
    Logged,
    Person,
    Pledged,
    Private,
    Server,
    Sitter,
    Status,
    Summons,
    TableId,
    TableRecord,
)
from engine.saves import Save

SUMMONS = len(fields(Summons))
"""How many parts a call to a question has in a row."""


def seal(table: TableRecord, columns: tuple[chain.Value, ...]) -> bytes:
    """Return the seal of a table, of whose columns these are changed by what people do."""
    return chain.seal(chain.written((*columns, json.dumps(table.generations))))


def sealed(table: TableRecord) -> tuple[chain.Value, ...]:
    """Return what is sealed of a table, in the order of chain.COLUMNS, but for its generations, which are last."""
    place = table.id, table.game, table.guild, table.channel, table.private and table.private.value, table.status.value
    return (*place, *position(table.save))


def columns(table: TableRecord) -> dict[str, chain.Value]:
    """Return everything that stands in the row of a table, by its columns; who sits there has rows of their own."""
    times = {"created": table.created, "since": table.since, "expired": table.expired}
    besides = {"opener": table.opener, "ended_by": table.ended_by, "advice": int(table.advice)}
    return {**played(table), **times, **besides, "takes_orders": int(table.orders), "people": people(table)}


def played(table: TableRecord) -> dict[str, chain.Value]:
    """Return what a move may change in the row of a table that goes on, and what it rests on, by its columns."""
    kept, generations = sealed(table), json.dumps(table.generations)
    row = dict(zip(chain.COLUMNS["tables"], (*kept, generations), strict=True))
    return {**row, "revision": table.revision, "seal": chain.seal(chain.written((*kept, generations)))}


def position(save: Save | None) -> tuple[chain.Value, ...]:
    """Return the columns of a table that hold its match at rest: rules, seat_count, seed, seq, asked and state."""
    if save is None:
        return (None,) * 6
    return save.rules, save.seats, save.seed, save.seq, _numbers(save.asked), save.state


def _numbers(numbers: Iterable[int]) -> str:
    """Return numbers as JSON; a tenth of what `json` would make of every move's cost goes with it."""
    return f"[{', '.join(map(str, numbers))}]"


def people(table: TableRecord) -> bytes:
    """Return the seal of who sits at a table and who opened it, with its times."""
    known = table.id, table.opener, table.created, table.since, table.expired, table.ended_by
    seated = [[sitter.user, sitter.name, sitter.level] for sitter in table.sitters]
    happened = [incident(each) for each in table.incidents]
    return _people(known, seated, advice=table.advice, incidents=happened, orders=table.orders)


def people_of(row: Row) -> bytes:
    """Return the seal that the people of a whole row should have; raise Damaged if they can't be read."""
    known = (row[name] for name in ("id", "opener", "created", "since", "expired", "ended_by"))
    try:
        # Before version 11 a seat had no level, and nothing else happened at a table.
        seated = [[user, name, *level] for _, user, name, *level in sorted(json.loads(row["sitters"]), key=_number_of)]
        later = set(row.keys())
        incidents = _numbered(row) if "incidents" in later else []
        advice, orders = (name in later and row[name] for name in ("advice", "takes_orders"))
        return _people(tuple(known), seated, advice=advice, incidents=incidents, orders=orders)
    except (TypeError, ValueError):
        raise Damaged(row["id"]) from None


def people_whole(row: Row) -> bool:
    """Tell whether the people of a whole row, and its times, are what was sealed."""
    try:
        return bool(row["people"] == people_of(row))
    except Damaged:
        return False


def _people(
    known: tuple[Any, ...],
    seated: Sequence[Sequence[Any]],
    *,
    advice: Any,
    incidents: Sequence[Sequence[Any]],
    orders: Any,
) -> bytes:
    """Return a seal that is the one of before version 11 where there are neither levels nor advice nor incidents.

    Where nobody can order anything it is the one of before version 12.
    """
    number, opener, created, since, *rest = known
    created, since = (None if time is None else float(time) for time in (created, since))
    written = json.dumps([each[:2] for each in seated])
    levels = [level[0] if level else None for _, _, *level in seated]
    besides = [levels, int(advice), incidents, *([int(orders)] if orders else [])]
    later = [json.dumps(besides)] if any(levels) or advice or incidents or orders else []
    return chain.seal(chain.written((number, opener, created, since, *rest, written, *later)))


def incident(known: Incident) -> tuple[Any, ...]:
    """Return the columns of an incident, but for its table and its number."""
    who = known.sitter
    # In JSON SQLite keeps 15 digits of a number, which is milliseconds of a time.
    return known.after, known.kind.value, known.seat, who.user, who.name, who.level, round(float(known.at), 3)


def _numbered(row: Row) -> list[Any]:
    """Return the columns of a table's incidents; raise ValueError if one is missing between the others."""
    found = sorted(json.loads(row["incidents"]), key=_number_of)
    if [number for number, *_ in found] != list(range(len(found))):
        raise ValueError
    return [[*columns, float(at)] for _, *columns, at in found]


def _number_of(entry: Sequence[Any]) -> Any:
    return entry[0]


def shown(table: TableId, announced: Announced) -> tuple[chain.Value, ...]:
    """Return what Discord has been shown of a table, as a sealed row."""
    called, dms = json.dumps(announced.called), json.dumps([astuple(dm) for dm in announced.dms])
    message, post = (announced.message, announced.phase, announced.look), (announced.post, announced.post_from)
    # One column for both: a call to agree has a part more than one to a question.
    summons = json.dumps([*map(astuple, announced.summons), *map(astuple, announced.consents)])
    sent = (announced.revision, announced.seq, *message, *post)
    kept = (table, *sent, called, dms, int(announced.restored), summons)
    return (*kept, chain.seal(chain.written(kept)))


def without_person(dms: str, summons: str, seats: Collection[int], user: int) -> tuple[str, str]:
    """Return the DMs to others than a person, on which seat ever, and the messages that don't name that person.

    What can't be read holds none.
    """
    try:
        letters = [dm for dm in json.loads(dms) if dm[0] not in seats and dm[4:] != [user]]
        below = [each for each in json.loads(summons) if len(each) == SUMMONS or user not in Consent(*each[0])[1:3]]
        return json.dumps(letters), json.dumps(below)
    except (TypeError, ValueError, LookupError):
        return "[]", "[]"


def checkpoint(table: TableId, save: Save) -> tuple[chain.Value, ...]:
    """Return a position from which the log can be replayed, as a sealed row."""
    kept = table, save.seq, save.rules, _numbers(save.asked), save.state
    return (*kept, chain.seal(chain.written(kept)))


def shuffle(table: TableRecord) -> tuple[chain.Value, ...]:
    """Return what the shuffle of a table is made of, as a sealed row."""
    secret, message = (None, None) if table.pledged is None else (table.pledged.secret, table.pledged.message)
    words = json.dumps([None if sitter.word is None else sitter.word.hex() for sitter in table.sitters])
    kept = table.id, secret, message, words
    return (*kept, chain.seal(chain.written(kept)))


def ordered(table: TableRecord) -> tuple[chain.Value, ...]:
    """Return what is ordered at a table as a sealed row, one change later; nothing where it was ended."""
    given = "" if table.save is None or table.status is Status.ENDED else table.save.orders
    kept = table.id, table.ordered + 1, given
    return (*kept, chain.seal(chain.written(kept)))


def move(table: TableId, line: Logged) -> tuple[chain.Value, ...]:
    """Return a line of a table's log as a row, but for its seal."""
    return table, line.seq, line.rules, line.seat, line.action, line.told, float(line.at)


def log_of(found: Iterable[Row], after: int) -> Iterator[Logged]:
    """Yield the lines of the rows of a log, each with whether it is what was written after the one before it.

    Where lines are missing at the end, the last one stands there as damaged.
    """
    before, last, stands = chain.START, 0, 0
    for row in found:
        stands = row["stands"] or 0
        if row["seq"] is None:
            continue
        if row["seq"] > after:
            sound = row["seq"] == last + 1 and chain.whole("moves", row, before)
            yield Logged(row["seq"], row["rules"], row["seat"], row["action"], row["told"], row["at"], sound)
        before, last = row["seal"], row["seq"]
    if stands > max(last, after):
        yield Logged(stands, 0, 0, "{}", "[]", 0.0, sound=False)


def save_of(row: Row) -> Save | None:
    """Return the match at rest of a row, or None if it hasn't begun."""
    if row["seq"] is None:
        return None
    asked = tuple(json.loads(row["asked"]))
    given = row["given"] or ""
    return Save(row["game"], row["rules"], row["seat_count"], row["seed"], row["seq"], asked, row["state"], given)


def table_of(row: Row) -> TableRecord:
    """Return the table of a whole row; raise Damaged if it isn't what was sealed, or if a seat is missing."""
    if not chain.whole("tables", row) or not all(whole(row) for whole in (shuffle_whole, orders_whole, people_whole)):
        raise Damaged(row["id"])
    return TableRecord(
        id=TableId(row["id"]),
        game=row["game"],
        guild=row["guild"],
        channel=row["channel"],
        opener=row["opener"],
        private=private_of(row["private"]),
        status=Status(row["status"]),
        sitters=_sitters(row),
        save=save_of(row),
        announced=announced_of(row) or Announced(),
        revision=row["revision"],
        created=row["created"],
        since=_number(row["since"]),
        expired=_number(row["expired"]),
        ended_by=_number(row["ended_by"]),
        generations=tuple(Generation(*each) for each in json.loads(row["generations"])),
        clock=clocks.clock_of(row),
        pledged=None if row["secret"] is None else Pledged(row["secret"], row["first_message"]),
        advice=bool(row["advice"]),
        incidents=tuple(
            Incident(after, Kind(kind), seat, Sitter(user, name, level=level), at)
            for after, kind, seat, user, name, level, at in _numbered(row)
        ),
        orders=bool(row["takes_orders"]),
        ordered=row["ordered"] or 0,
    )


def _number(value: Any) -> Any:
    """Return a number that isn't sealed, or None if something else stands there by now."""
    return value if isinstance(value, int | float) else None


def shuffle_whole(row: Row) -> bool:
    """Tell whether what a shuffle is made of is there and is what was sealed, for a row of a whole table."""
    kept = {column: row[column] for column in ("secret", "first_message", "words")}
    return chain.whole("shuffles", {**kept, "table_id": row["shuffled"], "seal": row["shuffle_seal"]})


def orders_whole(row: Row) -> bool:
    """Tell whether what is ordered is what was sealed, for a row of a whole table, and there if it has to be."""
    if row["orders_of"] is None:
        return row["seq"] is None or not row["takes_orders"]
    kept = {"table_id": row["orders_of"], "number": row["ordered"], "given": row["given"], "seal": row["orders_seal"]}
    return chain.whole("orders", kept)


def _sitters(row: Row) -> tuple[Sitter, ...]:
    seated = sorted(json.loads(row["sitters"]), key=_number_of)
    if not every_seat_taken(row["seat_count"], [seat for seat, *_ in seated]):
        raise Damaged(row["id"])
    words = _words(row, len(seated))
    return tuple(Sitter(user, name, word, level) for (_, user, name, level), word in zip(seated, words, strict=True))


def _words(row: Row, seats: int) -> list[bytes | None]:
    """Return the digest of each seat's word; raise Damaged if there isn't an entry for each seat."""
    words = [None if digest is None else bytes.fromhex(digest) for digest in json.loads(row["words"])]
    if len(words) != seats:
        raise Damaged(row["id"])
    return words


def every_seat_taken(seat_count: int | None, seats: Sequence[int]) -> bool:
    """Tell whether the seats are those of a match, or of a lobby if nobody knows yet how many it will have."""
    return list(seats) == list(range(len(seats) if seat_count is None else seat_count))


def announced_of(row: Row) -> Announced | None:
    """Return what Discord has been shown of the table of a whole row, or None if that isn't what was written.

    Whoever has lost it loses no table, but is shown everything anew.
    """
    kept = {"table_id": row["id"], "revision": row["announced_revision"], "seq": row["announced_seq"]}
    kept |= {name: row[name] for name in chain.COLUMNS["announcements"] if name not in kept}
    if row["announced_seal"] != chain.sealed("announcements", kept):
        return None
    try:
        below = json.loads(row["summons"])
        return Announced(
            revision=row["announced_revision"],
            seq=row["announced_seq"],
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
    except (TypeError, ValueError):
        return None


def _pairs(found: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return seats with the moves that brought their questions up, out of JSON."""
    return tuple((seat, asked) for seat, asked in found)


def private_of(value: str | None) -> Private | None:
    """Return where private views go, or None if that isn't chosen, or can't be read any more."""
    return Private(value) if value in set(Private) else None


def person_of(row: Row) -> Person | None:
    """Return what a user has chosen; None if that isn't what was written."""
    if not chain.whole("users", row):
        return None
    return Person(
        user=row["user"],
        private=private_of(row["private"]),
        dm_closed=bool(row["dm_closed"]),
        dm_told=bool(row["dm_told"]),
        language=row["language"],
        locale=row["locale"],
        pictures=choice_of(row["pictures"]),
    )


def server_of(row: Row) -> Server | None:
    """Return what is chosen for a server; None if that isn't what was written."""
    if not chain.whole("servers", row):
        return None
    return Server(row["server"], row["language"], row["locale"], choice_of(row["pictures"]))


def choice_of(value: int | None) -> bool | None:
    """Return yes or no, or None if neither is chosen."""
    return None if value is None else bool(value)
