"""What is done to the database: each change is made if its table still is what was read.

As in SQLite, a table is written without being read: the statement asks for its revision and for whatever is sealed of
it but not written. Moves are one statement, which PostgreSQL makes as a transaction of its own: one round trip.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from typing import Any

from asyncpg import ForeignKeyViolationError, UniqueViolationError

from bot.clocks.clock import Clock
from bot.storage import chain, rows
from bot.storage.port import Damaged, LostUpdate
from bot.storage.postgres import clocks, customs, questions
from bot.storage.postgres.connections import Connection
from bot.storage.postgres.epochs import FENCE, Epoch
from bot.storage.postgres.statements import Statement, inserting, keeping, same, updating, written
from bot.storage.records import Announced, Incident, Logged, Person, Server, Status, TableId, TableRecord
from engine.saves import Save

NUMBER = "SELECT nextval(pg_get_serial_sequence('tables', 'id'))"
PLACE = ("game", "guild", "channel", "private", "revision")
"""What isn't changed of a table, besides its number, unless it is led elsewhere."""
MATCH = ("rules", "seat_count", "seed", "seq", "asked", "state")
PEOPLE = ("status", "opener", "since", "expired", "ended_by", "advice", "takes_orders", "people")
SEATED = (*PEOPLE, *MATCH, "seal")
MOVED = ("guild", "channel", "private", "status", "since", "people", "seal")
CARRIED = ("rules", "asked", "state", "seal")
PLAYED = ("seq", "asked", "state", "seal")
FINISHED = (*PLAYED, "status", "opener", "since", "people")
FOLLOWS = (
    "status = 'playing' AND (:was_seq = 0 OR EXISTS (SELECT 1 FROM moves WHERE table_id = :id AND seq = :was_seq))"
)
"""Where the log has lost the last move, no other is put after it."""
CARRY_OVER = Statement(f"""
UPDATE tables SET {", ".join(f"{name} = :{name}" for name in CARRIED)}
WHERE {same((*PLACE, "status", "seat_count", "seed", "seq"))}
""")  # noqa: S608 # names of our own schema
SIT = """
INSERT INTO seats (table_id, seat, "user", name, level) VALUES ($1, $2, $3, $4, $5)
"""
HAPPEN = """
INSERT INTO incidents (table_id, number, after, kind, seat, "user", name, level, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
"""
UNSEAT = Statement("DELETE FROM seats WHERE table_id = :id")
CHECK_IN = Statement("""
INSERT INTO checkpoints SELECT :table_id::bigint, :seq::bigint, :rules::bigint, :asked::text, :state::text, :seal::bytea
WHERE NOT EXISTS (SELECT 1 FROM checkpoints WHERE table_id = :table_id AND rules = :rules)
""")
SHOW = updating((), (*PLACE, "seq"), "status = 'playing'")
STANDS = Statement(f"SELECT 1 FROM tables WHERE {same((*PLACE, 'seq'))} AND status = 'playing' FOR UPDATE")  # noqa: S608 # names of our own schema
ORDER = Statement("""
INSERT INTO orders VALUES (:table_id, :number, :given, :seal) ON CONFLICT (table_id)
DO UPDATE SET number = excluded.number, given = excluded.given, seal = excluded.seal
WHERE orders.number = excluded.number - 1
""")
ORDERED = Statement("SELECT number, seal FROM orders WHERE table_id = :table_id")
SHUFFLE = Statement("SELECT * FROM shuffles WHERE table_id = :id")
STANDING = Statement("SELECT * FROM tables WHERE id = :id")
HELD = Statement("SELECT * FROM tables WHERE id = :id FOR UPDATE")
NOW = "extract(epoch FROM clock_timestamp())"
TURN = Statement(f"""
INSERT INTO notes (key, value) VALUES (:key, ({NOW})::text) ON CONFLICT (key) DO UPDATE SET value = (
    CASE WHEN notes.value::float8 > {NOW} + :longest::float8 THEN {NOW}
    ELSE greatest({NOW}, notes.value::float8 + :seconds::float8) END
)::text
RETURNING value::float8 - {NOW} AS left
""")  # noqa: S608 # as above
LONGEST_LINE = 600.0
"""Seconds within which every turn of a line comes: a later one was taken before PostgreSQL's clock was set back."""

LAST = "coalesce((SELECT seal FROM moves WHERE table_id = :id AND seq = :was_seq), ''::bytea)"
ONE = f"""
INSERT INTO moves SELECT id, :move::bigint, :rules::bigint, :seat::bigint, :action::text, :told::text, :at::float8,
    sha256({LAST} || :written::bytea)
FROM played
"""  # noqa: S608 # names of our own schema
SEVERAL = f"""
, line AS (
    SELECT * FROM unnest(:move::bigint[], :seat::bigint[], :action::text[], :told::text[], :at::float8[],
        :written::bytea[]) WITH ORDINALITY AS line (seq, seat, action, told, at, written, number)
), chained AS (
    SELECT 0::bigint AS number, {LAST} AS seal
    UNION ALL
    SELECT line.number, sha256(chained.seal || line.written) FROM chained JOIN line ON line.number = chained.number + 1
)
INSERT INTO moves SELECT played.id, line.seq, :rules::bigint, line.seat, line.action, line.told, line.at, chained.seal
FROM played, line JOIN chained USING (number)
"""  # noqa: S608 # as above
"""A chain is a recursion, which one move alone is spared: it takes a fifth of what PostgreSQL spends on a move."""
ANNOUNCED = (*chain.COLUMNS["announcements"], "seal")
LINE = ("move", "rules", "seat", "action", "told", "at", "written")


@cache
def _playing(columns: tuple[str, ...], *, several: bool, clocked: bool) -> Statement:
    """Return what makes moves: the table goes on, with its clocks, and each move's seal continues its predecessor's."""
    changed = ", ".join(f"{name} = :{name}" for name in columns)
    unchanged = same((*PLACE, "rules", "seat_count", "seed", "seq"))
    return Statement(f"""
WITH RECURSIVE played AS (
    UPDATE tables SET {changed}, revision = revision + 1 WHERE {unchanged} AND {FOLLOWS} RETURNING id
){f", {clocks.TICKING}" if clocked else ""} {SEVERAL if several else ONE}""")  # noqa: S608 # names of our own schema


async def create(connection: Connection, table: TableRecord) -> None:
    """Insert a table that has its number; raise LostUpdate if there is one of that number."""
    row = rows.columns(table)
    try:
        async with connection.transaction():
            await _do(connection, inserting("tables", tuple(row)), row)
            await announce(connection, table.id, table.announced)
            await _sit(connection, table)
            await _shuffle(connection, table)
            await _order(connection, table)
            if table.save is not None:
                await _check_in(connection, table.id, table.save)
            await clocks.keep(connection, table.id, table.clock)
            await customs.call(connection, table)
    except UniqueViolationError:
        raise LostUpdate from None


async def seat(connection: Connection, table: TableRecord) -> None:
    """Keep status, opener and sitters; raise LostUpdate if the table has been changed since it was read."""
    async with connection.transaction():
        await _keep(connection, updating(SEATED, (*PLACE, "seq")), table, table)
        await _sit(connection, table)
        await _order(connection, table)
        await clocks.keep(connection, table.id, table.clock)
        if table.save is None:
            await _shuffle(connection, table)


async def order(connection: Connection, table: TableRecord, *, quiet: bool) -> None:
    """Keep what is ordered at a table, of which all else stands; raise LostUpdate if it isn't what was read."""
    values = _was(rows.columns(table))
    async with connection.transaction():
        found = await _one(connection, STANDS, values) if quiet else await _do(connection, SHOW, values)
        if not found:
            raise await _refusal(connection, table.id)
        await _order(connection, table)
        if not quiet:
            await clocks.keep(connection, table.id, table.clock)


async def ordered(connection: Connection, table: TableRecord) -> bool:
    """Tell whether what is ordered at a table is what was to be written."""
    row = _ordered(table)
    found = await _one(connection, ORDERED, row)
    return found is not None and (found["number"], found["seal"]) == (row["number"], row["seal"])


async def begin(connection: Connection, table: TableRecord) -> None:
    """Begin the match of a table, which seats everybody in their final order."""
    save = table.save
    async with connection.transaction():
        if save is None or save.game != table.game or save.seq > 0:
            raise await _refusal(connection, table.id)
        await _keep(connection, updating(SEATED, PLACE, "seq IS NULL AND status = 'lobby'"), table, table)
        await _sit(connection, table)
        await _shuffle(connection, table)
        await _order(connection, table)
        await _check_in(connection, table.id, save)
        await clocks.keep(connection, table.id, table.clock)


async def count(connection: Connection, table: TableRecord) -> None:
    """Keep which message counts for the shuffle of a table; raise LostUpdate if it isn't there, or is being played."""
    async with connection.transaction():
        found = await _one(connection, HELD, {"id": table.id})
        if found is None or found["seq"] is not None:
            raise LostUpdate
        await _shuffle(connection, table)


async def move(connection: Connection, table: TableRecord, moved: TableRecord) -> None:
    """Keep place and status; raise LostUpdate if the table has been changed since it was read."""
    await _keep(connection, updating(MOVED, (*PLACE, "status", "seq")), moved, table)


class Moves:
    """Moves and the position that they lead to; what can be done without the database is done when they are made."""

    def __init__(self, table: TableRecord, save: Save, moves: Sequence[Logged], *, seated: bool) -> None:
        """Take the table after the moves, and whether others are seated there."""
        playing, since = table.status is Status.PLAYING and not seated, save.seq - len(moves)
        self._seated = seated
        row = rows.played(table) if playing else rows.columns(table)
        lines = [rows.move(table.id, move) for move in moves]
        self._table, self._count = table, len(moves)
        ticking = {} if table.clock is None else clocks.values(table.id, table.clock)
        columns = PLAYED if playing else FINISHED
        self._statement = _playing(columns, several=len(moves) > 1, clocked=bool(ticking))
        in_order = [move.seq for move in moves] == list(range(since + 1, save.seq + 1))
        self._sound = in_order and save.game == table.game and all(move.rules == save.rules for move in moves)
        listed = [list(each) for each in zip(*((*line[1:], chain.written(line)) for line in lines), strict=True)]
        each = dict(zip(LINE, listed if len(moves) > 1 else [only for (only,) in listed], strict=True))
        self._values = self._statement.values({**_was({**row, "seq": since}), **each, **row, **ticking})

    @property
    def statement(self) -> tuple[str, Sequence[Any]]:
        """Return what PostgreSQL is told, and the values."""
        return self._statement.text, self._values

    async def __call__(self, connection: Connection) -> None:
        """Write the table and append its moves to those that led to where it stood; raise LostUpdate if it can't be."""
        if not self._table.ordering and not self._seated:
            await self._play(connection)
            return
        async with connection.transaction():
            await self._play(connection)
            await _order(connection, self._table)
            if self._seated:
                await _sit(connection, self._table)

    async def _play(self, connection: Connection) -> None:
        try:
            done = written(await connection.execute(self._statement.text, *self._values)) if self._sound else 0
        except UniqueViolationError:
            raise LostUpdate from None
        if done != self._count:
            raise await _refusal(connection, self._table.id)

    async def stand(self, connection: Connection) -> bool:
        """Tell whether the table stands after these very moves."""
        return await stands(connection, self._table, self._table.revision + 1, "seal")


async def carry_over(connection: Connection, table: TableRecord, save: Save) -> None:
    """Keep a match under newer rules, with a checkpoint; raise LostUpdate if the table was changed."""
    async with connection.transaction():
        carried = replace(table, save=save)
        await _keep(connection, CARRY_OVER, carried, carried)
        await _order(connection, carried)
        await _check_in(connection, table.id, save)


@cache
def _announcing(*, clocked: bool, fenced: bool) -> Statement:
    """Return what keeps what has been announced, with the table's clocks in the same statement."""
    fence = f" WHERE {FENCE}" if fenced else ""
    keeps = f"{keeping('announcements', 'table_id', ANNOUNCED).named}{fence}"
    return Statement(f"WITH ticking AS ({clocks.KEPT}{fence}) {keeps}" if clocked else keeps)


async def announce(
    connection: Connection,
    table: TableId,
    announced: Announced,
    clock: Clock | None = None,
    epoch: Epoch | None = None,
) -> bool:
    """Keep what has been announced of a table, and its clocks; raise LostUpdate if there is no such table.

    Tell whether the `epoch` stands, if one is given: nothing is kept otherwise.
    """
    ticking = {} if clock is None else clocks.values(table, clock)
    row = dict(zip(ANNOUNCED, rows.shown(table, announced), strict=True))
    statement = _announcing(clocked=bool(ticking), fenced=epoch is not None)
    try:
        return await _do(connection, statement, {**row, **ticking, **(epoch.values if epoch else {})}) > 0
    except ForeignKeyViolationError:
        raise LostUpdate from None


async def keep_person(connection: Connection, person: Person) -> None:
    """Keep what a user has chosen."""
    kept = {**asdict(person), "private": person.private and person.private.value}
    await _keep_choice(connection, "users", kept, {})


async def keep_server(connection: Connection, server: Server) -> None:
    """Keep what is chosen for a server, which is there."""
    await _keep_choice(connection, "servers", {**asdict(server), "server": server.id}, {"gone": None})


async def _keep_choice(connection: Connection, part: str, kept: Mapping[str, Any], besides: Mapping[str, Any]) -> None:
    columns = chain.COLUMNS[part]
    # Truth is sealed, and therefore kept, as 0 and 1.
    row = {name: int(kept[name]) if isinstance(kept[name], bool) else kept[name] for name in columns}
    whole = {**row, "seal": chain.sealed(part, row), **besides}
    await _do(connection, keeping(part, columns[0], tuple(whole)), whole)


async def keep_note(connection: Connection, key: str, value: str) -> None:
    """Keep a remark."""
    await _do(connection, keeping("notes", "key", ("key", "value")), {"key": key, "value": value})


async def turn(connection: Connection, line: int, seconds: float) -> float:
    """Take the next turn in a line; return how many seconds are left until it comes."""
    found = await _one(connection, TURN, {"key": f"turn {line}", "seconds": seconds, "longest": LONGEST_LINE})
    return max(0.0, float(found["left"]))


async def stands(connection: Connection, table: TableRecord, revision: int, *seals: str) -> bool:
    """Tell whether a table is of a revision, and sealed as it was to be written."""
    found, row = await _one(connection, STANDING, {"id": table.id}), rows.columns(table)
    return found is not None and found["revision"] == revision and all(found[seal] == row[seal] for seal in seals)


def _was(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was read of a table, for the names of `same`."""
    return {"id": row["id"], **{f"was_{name}": value for name, value in row.items()}}


async def _do(connection: Connection, statement: Statement, values: Mapping[str, Any]) -> int:
    """Return how many rows were written."""
    return written(await connection.execute(statement.text, *statement.values(values)))


async def _one(connection: Connection, statement: Statement, values: Mapping[str, Any]) -> Any:
    return await connection.fetchrow(statement.text, *statement.values(values))


async def _keep(connection: Connection, statement: Statement, table: TableRecord, read: TableRecord) -> None:
    """Write a table in its next revision, sealed; raise LostUpdate if it isn't what was read any more."""
    if not await _do(connection, statement, {**rows.columns(table), **_was(rows.columns(read))}):
        raise await _refusal(connection, table.id)


async def _refusal(connection: Connection, table: TableId) -> LostUpdate | Damaged:
    """Return why a change isn't made: the table was changed by others, or by what damages databases."""
    found = await _one(connection, questions.ONE, {"id": table})
    return LostUpdate() if found is None or chain.whole("tables", found) else Damaged(table)


async def _sit(connection: Connection, table: TableRecord) -> None:
    await _do(connection, UNSEAT, {"id": table.id})
    seated = [(table.id, number, who.user, named(who.name), who.level) for number, who in enumerate(table.sitters)]
    await connection.executemany(SIT, seated)
    if table.incidents:
        await connection.executemany(HAPPEN, [_happened(table.id, *each) for each in enumerate(table.incidents)])


def _happened(table: TableId, number: int, happened: Incident) -> tuple[Any, ...]:
    after, kind, seat, user, name, *rest = rows.incident(happened)
    return table, number, after, kind, seat, user, named(name), *rest


def named(name: str) -> str:
    """Return a name as it is kept here: PostgreSQL's texts hold no U+0000, which JSON writes with other letters."""
    return json.dumps(name)


async def _shuffle(connection: Connection, table: TableRecord) -> None:
    """Keep what a shuffle is made of; what a disk has damaged is neither overwritten nor sealed anew."""
    found = await _one(connection, SHUFFLE, {"id": table.id})
    if found is not None and not chain.whole("shuffles", found):
        raise Damaged(table.id)
    columns = (*chain.COLUMNS["shuffles"], "seal")
    row = dict(zip(columns, rows.shuffle(table), strict=True))
    await _do(connection, keeping("shuffles", "table_id", columns), row)


async def _order(connection: Connection, table: TableRecord) -> None:
    """Keep what is ordered at a table that takes orders; raise LostUpdate if it isn't what was read any more."""
    if table.ordering and not await _do(connection, ORDER, _ordered(table)):
        raise LostUpdate


def _ordered(table: TableRecord) -> dict[str, Any]:
    return dict(zip((*chain.COLUMNS["orders"], "seal"), rows.ordered(table), strict=True))


async def _check_in(connection: Connection, table: TableId, save: Save) -> None:
    """Keep the first position of a match, and of each version of its rules, to replay the log from."""
    names = (*chain.COLUMNS["checkpoints"], "seal")
    await _do(connection, CHECK_IN, dict(zip(names, rows.checkpoint(table, save), strict=True)))
