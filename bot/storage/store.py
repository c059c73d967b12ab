"""Store: tables and choices at rest, in either database, sealed when written and checked when read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, NoReturn, TypeVar

from bot.clocks.table_clock import TableClock
from bot.host.shards import ShardSet
from bot.storage import documents, keyed_documents, sql
from bot.storage.port import (
    ALL,
    LIVE,
    About,
    Change,
    Damaged,
    Database,
    LostUpdate,
    Notice,
    Query,
    Row,
)
from bot.storage.records import Logged, Published, Status, TableId, TableRecord
from engine.frozen import replace
from engine.saves import Save

C = TypeVar("C")
T = TypeVar("T")

TRIES = 20
"""How often a new table asks for a number that another process may have taken meanwhile."""

log = logging.getLogger(__name__)


class Store:
    """Store of tables in an open `Database`.

    A listener given to `listen` is called with each table whose people, status or match have changed, once that is on
    disk; one given to `time` with the seconds that each change took from its call until then.
    """

    def __init__(self, database: Database) -> None:
        """Take the `database`; it is opened and closed with the store."""
        self.database = database
        self.open = database.open
        self._listeners: list[Callable[[TableId], None]] = []
        self._timers: list[Callable[[float], None]] = []
        self.listen, self.time = self._listeners.append, self._timers.append
        self._creating = asyncio.Lock()

    async def close(self) -> None:
        """Finish the work that waits and let go of the database."""
        async with self._creating:
            await self.database.close()

    async def change(self, *changes: Change, tell: Sequence[Notice] = ()) -> None:
        """Make `changes` of `sql` in one transaction, as `Database.change` does."""
        asked = perf_counter()
        await self.database.change(*changes, tell=tell)
        for timer in self._timers if changes else ():
            timer(perf_counter() - asked)

    # Tables

    async def notify_answered(self, table: TableRecord, *shown: Notice) -> None:
        """Notify the process that looks after `table` that its change here is answered, and what is `shown`."""
        await self.change(tell=[*shown, Notice(About.ANSWERED, table.id, table.guild)])

    async def create(
        self,
        table: TableRecord,
        calls: Mapping[int, float] = {},
        *,
        lines: Sequence[Logged] = (),
        base: Save | None = None,
    ) -> TableRecord:
        """Store a new table, with the pings (`calls`) of users and when they are due, and return it with its id.

        Where its match has moves behind it these are the `lines` of its log, which lead to it from its `base`.
        """
        # One at a time, and so no two ask for the same number, but for those of other processes.
        async with self._creating:
            for _ in range(TRIES):
                ((last,),) = await self.database.query(sql.LAST)
                created = replace(table, id=last + 1)
                head, added = documents.chain_lines(created, lines)
                created = replace(created, head=head)
                changes = [
                    sql.INSERT(**documents.table_row(created)),
                    sql.NUMBER(id=created.id),
                    _announcement_change(created.id, created.announced),
                    *_changes_beside(replace(created, save=base or table.save)),
                    *(sql.APPEND(**row) for row in added),
                    *(
                        sql.CALL(id=created.id, user=user, due=due)
                        for user, due in calls.items()
                    ),
                ]
                with suppress(LostUpdate):
                    await self.change(
                        *changes,
                        tell=[Notice(About.CHANGED, created.id, created.guild)],
                    )
                    self._tell(created.id)
                    return created
        raise LostUpdate

    async def load(self, table: TableId) -> TableRecord | None:
        """Return a table, or None if there is none of that id; raise `Damaged` if it fails its integrity check."""
        for row in await self.database.query(sql.ONE, id=table):
            if found := _intact_table(row):
                return found
            raise Damaged(table)
        return None

    async def find(
        self,
        *,
        status: Iterable[Status] = LIVE,
        last: int = 0,
        **asked: int,
    ) -> Sequence[TableRecord]:
        """Return tables of some `status` that fulfil the criteria (`sql.ASKED`), oldest first, without damaged ones.

        Only the `last` ones are, where their number is given.
        """
        question = sql.find(tuple(status), tuple(asked), last=bool(last))
        found = await self.database.query(question, **asked, most=last or ALL)
        tables = [table for row in found if (table := _intact_table(row))]
        return tables[::-1] if last else tables

    async def select(self, question: Query[T], **asked: Any) -> Sequence[T]:
        """Return the answer to a query of `sql`."""
        return [
            question.read(*row) for row in await self.database.query(question, **asked)
        ]

    async def save(
        self,
        table: TableRecord,
        lines: Sequence[Logged] = (),
        *,
        seated: bool = False,
        shows: bool = True,
        published: Published | None = None,
        left: int | None = None,
    ) -> TableRecord:
        """Store `table` and its new moves in one transaction, and return it in its new version.

        With `shows`, a revision is made, listeners are called with it, and the table's clocks are stored. A match that
        begins, or stands under other rules, can be replayed from there. Moves after which others are `seated` say so.
        `published` is stored with it; where that is this very revision, no listener is called. `left` is the guild
        that it has left, if any. Raise `LostUpdate` if the table has changed since it was read, or if the match
        and the moves don't follow on the stored ones.
        """
        since = table.save.seq - len(lines) if table.save else 0
        if not documents.lead_to_position(table, lines, since):
            await self._refuse(table)
        after, changes = _next_version(
            _without_dead_orders(table), lines, since, seated=seated, shows=shows
        )
        if published:
            after = replace(after, announced=published)
            changes.append(_announcement_change(table.id, published))
        told = {table.guild, left or table.guild} if shows else ()
        tell = [Notice(About.CHANGED, table.id, guild) for guild in told]
        try:
            await self.change(*changes, tell=tell)
        except LostUpdate:
            await self._refuse(table)
        if shows and (published is None or published.revision != after.revision):
            self._tell(table.id)

        return after

    async def store_published(
        self,
        table: TableId,
        published: Published | None = None,
        clock: TableClock | None = None,
        version: int = -1,
    ) -> None:
        """Store the `Published` state of `table`, its clocks, or both.

        No listener is called. Raise `LostUpdate` if there is no such table, or if the clocks are those of another
        `version` of it, which another process may have made.
        """
        changes = [_announcement_change(table, published)] if published else []
        if clock:
            changes.append(
                sql.FENCED_CLOCK(**documents.clock_row(table, clock), version=version)
            )
        tell = () if published else (Notice(About.PEOPLE, table),)
        await self.change(*changes, tell=tell)

    async def delete(self, table: TableRecord) -> None:
        """Delete a table that is over or ended, with all that is known of it; its number is never given again.

        Raise `LostUpdate` if it has changed since it was read, or may still go on.
        """
        parts = [
            each(id=table.id, version=table.version)
            for each in (sql.DELETE, *sql.DELETE_PARTS)
        ]
        await self.change(*parts, *keyed_documents.forget_table(table))

    async def log(self, table: TableId, after: int = 0) -> Sequence[Logged]:
        """Return the moves of `table` after a given one, oldest first."""
        lines = list(
            documents.read_log(
                await self.database.query(sql.LOG, id=table, after=after), after
            )
        )
        for line in lines:
            if not line.sound:
                log.error(
                    "Move %s of table %s is damaged; `python -m bot verify` says more",
                    line.seq,
                    table,
                )
        return lines

    # People

    async def forget(self, user: int, table: TableId) -> None:
        """Put `FORGOTTEN` and the number of the seat in the place of a person's id and name at a table that is over.

        Position and log stay as they were written, and no listener is called. Raise `LostUpdate` if the table isn't
        over.
        """
        found = await self.database.query(sql.ONE, id=table)
        if not found:
            raise LostUpdate
        left, shown = documents.without_user(found[0], user)
        values = {"id": table, "user": user, "version": found[0]["version"], **left}

        await self.change(
            *(part(**values) for part in (sql.FORGET, sql.LEAVE, sql.GRANTED)),
            _announcement_change(table, shown),
            tell=[Notice(About.PEOPLE, table)],
        )

    async def choice(self, type_: type[C], *key: object) -> C:
        """Return a choice by the `type_` of its record and its key; with default values where none is stored."""
        kind = keyed_documents.KINDS[type_]
        for row in await self.database.query(
            sql.CHOICE, kind=kind.name, key=keyed_documents.join_key(*key)
        ):
            found: C | None = kind.read_row(row) or kind.damaged
            if found:
                return found
            log.error(
                "What somebody chose is damaged, and counts as never chosen; `python -m bot verify` says more"
            )
        return type_(*key)

    async def choices(
        self, type_: type[C], *, most: int = ALL, **asked: float | str
    ) -> Sequence[C]:
        """Return all choices of a `type_` that fulfil the criteria (`sql.CHOSEN`); damaged ones are left out.

        Those that are due belong to no server: one process alone gets them.
        """
        kind = keyed_documents.KINDS[type_]
        found = await self.database.query(
            sql.find_choices(tuple(asked)), kind=kind.name, **asked, most=most
        )
        return [choice for row in found if (choice := kind.read_row(row))]

    async def store_choices(self, *chosen: object, was: object | None = None) -> None:
        """Store `choices`, all of them or nothing; one with only default values is deleted.

        Raise `LostUpdate` if the only one has changed from `was`, where that is given.
        """
        changes = [keyed_documents.choice_change(each, was) for each in chosen]
        notices = [
            notice
            for change in changes
            for notice in keyed_documents.change_notices(change.values)
        ]
        await self.change(*changes, tell=[*dict.fromkeys(notices)])

    async def forget_choices(self, user: int) -> None:
        """Delete the choices of `user`."""
        await self.change(
            sql.FORGET_CHOICES(user=user),
            sql.UNCALL(user=user),
            tell=[Notice(About.PERSON, user)],
        )

    # What a running bot asks besides

    @property
    def share(self) -> ShardSet:
        """Return the share of all servers whose tables are looked after here; known once the database is open."""
        return self.database.share

    # What is told

    def _tell(self, table: TableId) -> None:
        for listener in self._listeners:
            listener(table)

    async def _refuse(self, table: TableRecord) -> NoReturn:
        """Raise the error of a refused change: `Damaged`, or `LostUpdate` where others have changed the table."""
        for row in await self.database.query(sql.ONE, id=table.id):
            stands = documents.read_table(row)
            searched = stands and documents.search_columns(stands)
            intact = searched and documents.has_values(row, searched)
            if row["version"] == table.version and row["seq"]:
                # It stands as it was read: then the last of its log does, too.
                last = await self.database.query(sql.LOG, id=table.id, after=row["seq"])
                intact = intact and [line["seal"] for line in last] == [table.head]
            if not intact:
                raise Damaged(table.id)
        raise LostUpdate


def _intact_table(row: Row) -> TableRecord | None:
    """Return the table of a whole `row`; None if it fails its integrity check. Damage is logged for the host."""
    table = documents.read_table(row)
    if table is None:
        log.error("Table %s is damaged; `python -m bot verify` says where", row["id"])
    elif row["clock"] is not None and table.clock is None:
        log.error(
            "The clocks of table %s are damaged, and stand still; `python -m bot verify` says more",
            table.id,
        )
    return table


def _without_dead_orders(table: TableRecord) -> TableRecord:
    """Return a table without orders where it isn't played any more."""
    stand = table.orders and table.status is not Status.ENDED
    if stand or table.save is None or not table.save.orders:
        return table
    return replace(table, save=replace(table.save, orders=""))


def _next_version(
    table: TableRecord,
    lines: Sequence[Logged],
    since: int,
    *,
    seated: bool,
    shows: bool,
) -> tuple[TableRecord, list[Change]]:
    """Return a table in its next version, and the changes that store it; the first finds whether it was changed."""
    head, added = documents.chain_lines(table, lines)
    after = replace(
        table, version=table.version + 1, revision=table.revision + shows, head=head
    )
    searched = seated or not lines or table.status is not Status.PLAYING
    statement = sql.KEEP if not lines else sql.PLAY_AND_KEEP if searched else sql.PLAY
    was = {"version": table.version, "head": table.head, "was": since}

    return after, [
        statement(**documents.table_row(after) | was),
        *(sql.APPEND(**row) for row in added),
        *_changes_beside(
            after, seated=searched and shows, ticks=shows, based=not lines
        ),
    ]


def _changes_beside(
    table: TableRecord, *, seated: bool = True, ticks: bool = True, based: bool = True
) -> Iterator[Change]:
    """Yield the changes beside a table's row: its known people, its clocks, and from where its log can be replayed.

    That is the first position under the rules of a match.
    """
    if seated:
        yield sql.EMPTY(id=table.id)
        yield from (sql.SIT(**row) for row in documents.people_rows(table))
    if ticks and table.clock is not None:
        yield sql.CLOCK(**documents.clock_row(table.id, table.clock))

    if based and (save := table.save) is not None:
        asked = f"[{', '.join(map(str, save.asked))}]"
        row = {
            "table_id": table.id,
            "seq": save.seq,
            "rules": save.rules,
            "asked": asked,
            "state": save.state,
        }
        yield sql.CHECKPOINT(**row, seal=documents.row_seal(documents.CHECKPOINT, row))


def _announcement_change(table: TableId, published: Published) -> Change:
    return sql.ANNOUNCE(**documents.announcement_row(table, published))
