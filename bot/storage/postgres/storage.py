"""Storage in PostgreSQL: connections of a pool, on which each change is a transaction of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, NoReturn

from bot.clocks.clock import Clock
from bot.host.address import Address
from bot.host.shards import WHOLE, Share
from bot.storage import rows
from bot.storage.notices import MISSED, About, Notice, read
from bot.storage.postgres import changes, migrations, questions, removals
from bot.storage.postgres.claim import TELL, Claim, Replaced
from bot.storage.postgres.connections import LONG, PATIENCE, Connection, Connections, Stands, Work
from bot.storage.postgres.customs import Follows
from bot.storage.postgres.epochs import FIRST, Epoch
from bot.storage.postgres.statements import Statement
from bot.storage.postgres.times import Times
from bot.storage.reading import sound, unchosen
from bot.storage.records import Announced, Logged, Person, Server, Status, TableId, TableRecord, Tally
from engine.saves import Save

log = logging.getLogger(__name__)


class PostgresStorage(Times, Follows):
    """Tables at rest in the PostgreSQL database at `address`; each share of it is one Herald's at a time.

    What is asked for all tables, as those that are behind, is answered for those of the share alone.
    """

    def __init__(self, address: Address, shares: Sequence[Share] = (WHOLE,)) -> None:
        """Take where the database is, and of which shares to take one; nothing is opened yet."""
        self._address = address
        self._connections = Connections(address)
        self._claim = Claim(address, shares, self._heard)
        self._listeners: list[Callable[[TableId], None]] = []
        self._others: list[Callable[[Notice], None]] = []
        self._timers: list[Callable[[float], None]] = []

    async def open(self) -> None:
        """Claim the database and carry it forward; raise StorageError, for the host, if it can't be used."""
        try:
            await self._claim.take()
            await self._connections.open()
            found = await self._connections.run(partial(migrations.migrate, address=self._address), seconds=LONG)
            await self._connections.run(self._claim.begin_epoch, seconds=LONG)
        except BaseException:
            await self.close()
            raise
        if not found:
            log.info("a new, empty database was made at %s", self._address)

    async def close(self) -> None:
        """Finish what waits and let go of the database."""
        await self._connections.close()
        await self._claim.give_back()

    async def vanished(self) -> NoReturn:
        """Wait until others have taken over the database, which may never be; raise Replaced, or what they did."""
        await self._claim.replaced.wait()
        raise self._claim.why or Replaced(self._address)

    async def confirm(self) -> None:
        """Return once it is known that nobody has taken over; raise StorageError otherwise."""
        await self._claim.confirm()

    @property
    def takes_over(self) -> bool:
        """Tell whether the share was another process's before, which may live still."""
        return self._epoch is not None and self._epoch.number != FIRST

    @property
    def share(self) -> Share:
        """Return the share that is looked after here; known once the database is open."""
        return self._claim.share

    def ours(self, table: TableRecord) -> bool:
        """Tell whether a table is looked after here."""
        return self.share.holds(table.guild)

    async def create(self, table: TableRecord) -> TableRecord:
        """Keep a new table and return it with its id."""
        created: TableRecord | None = None

        async def work(connection: Connection) -> None:
            nonlocal created
            if created is None:
                created = replace(table, id=TableId(await connection.fetchval(changes.NUMBER)))
            keep = partial(changes.create, table=created)
            await self._announced(keep, created)(connection)

        async def stands(connection: Connection) -> bool:
            return created is not None and not await removals.gone(connection, created.id)

        await self._change(work, stands)
        if created is None:
            raise AssertionError
        self._tell(created.id)
        return replace(created, ordered=created.ordered + created.ordering)

    async def load(self, table: TableId) -> TableRecord | None:
        """Return a table, or None if there is none of that id; raise StorageError if it is damaged."""
        found = await self._one(questions.ONE, id=table)
        return None if found is None else rows.table_of(found)

    async def find(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        guild: int | None = None,
        suspended: bool = False,
    ) -> Sequence[TableRecord]:
        """Return the live or the suspended tables of a person, a channel, a server, of some of these together, or all.

        Damaged ones are left out.
        """
        asked = {"user": user, "channel": channel, "guild": guild}
        narrow = any(wanted is not None for wanted in asked.values())
        return await self._whole(questions.found(asked, suspended=suspended), PATIENCE if narrow else LONG, **asked)

    async def tally(self, user: int, channel: int, guild: int) -> Tally:
        """Count the live tables of a person, of a channel and of a server."""
        return Tally(*await self._one(questions.TALLY, user=user, channel=channel, guild=guild))

    async def finished(self, channel: int, most: int) -> Sequence[TableRecord]:
        """Return the last tables of a channel whose matches are over, oldest first; damaged ones are left out."""
        return (await self._whole(questions.FINISHED, channel=channel, most=most))[::-1]

    async def rivalled(self) -> Sequence[TableId]:
        """Return the tables that are being played at which a rival has a seat to play."""
        return await self._numbers(questions.RIVALLED, LONG, **self._shards)

    async def behind(self) -> Sequence[TableId]:
        """Return the tables of which Discord hasn't been shown everything."""
        return await self._numbers(questions.UNSHOWN, LONG, **self._shards)

    async def seat(self, table: TableRecord) -> TableRecord:
        """Keep a table's status, opener and sitters; raise LostUpdate if it was changed since it was read."""
        await self._change(partial(changes.seat, table=table), _after(table, "seal", "people"), table)
        self._tell(table.id)
        return table.committed

    async def move(self, table: TableRecord, moved: TableRecord) -> TableRecord:
        """Keep the place and the status of a table; raise LostUpdate if it was changed since it was read."""
        after = _after(replace(moved, revision=table.revision), "seal", "people")
        # The process that has shown it so far has to let go of it, the one of its new place shows it.
        await self._change(partial(changes.move, table=table, moved=moved), after, table, moved)
        self._tell(table.id)
        return replace(moved, revision=table.revision + 1)

    async def record(self, table: TableRecord, moves: Sequence[Logged], *, seated: bool = False) -> TableRecord:
        """Keep a table's match, status and new moves in one transaction; raise LostUpdate if they don't follow on."""
        if moves and table.save:
            made = changes.Moves(table, table.save, moves, seated=seated)
            await self._change(made, made.stand, table)
        else:
            await self._change(partial(changes.begin, table=table), _after(table, "seal", "people"), table)
        self._tell(table.id)
        return table.committed

    async def order(self, table: TableRecord, *, quiet: bool) -> TableRecord:
        """Keep what is ordered at a table; raise LostUpdate if it was changed since it was read."""
        stands = partial(changes.ordered, table=table)
        await self._change(partial(changes.order, table=table, quiet=quiet), stands, table)
        if quiet:
            return replace(table, ordered=table.ordered + 1)
        self._tell(table.id)
        return table.committed

    async def carry_over(self, table: TableRecord, save: Save) -> TableRecord:
        """Keep a match under newer rules of its game, with a checkpoint; raise LostUpdate if the table was changed."""
        carried = replace(table, save=save)
        after = _after(replace(carried, revision=table.revision - 1), "seal")
        await self._change(partial(changes.carry_over, table=table, save=save), after, table)
        return replace(carried, ordered=table.ordered + table.ordering)

    async def count(self, table: TableRecord) -> None:
        """Keep which message counts for the shuffle of a table without a match; nobody is told."""
        await self._change(partial(changes.count, table=table), None, table)

    def listen(self, listener: Callable[[TableId], None]) -> None:
        """Tell a listener of each table whose people, status or match have changed, once that is on the disk."""
        self._listeners.append(listener)

    def time(self, listener: Callable[[float], None]) -> None:
        """Tell a listener of each change how many seconds it took from being asked for until it was on the disk."""
        self._timers.append(listener)

    def hear(self, listener: Callable[[Notice], None]) -> None:
        """Tell a listener what other processes have changed of what is looked after here, or remembered anywhere."""
        self._others.append(listener)

    async def hand_on(self, table: TableRecord) -> None:
        """Tell whoever looks after a table that its change is answered, so that it can be shown."""
        await self._connections.change(self._saying(Notice(About.ANSWERED, table.id, table.guild)))

    def _tell(self, table: TableId) -> None:
        for listener in self._listeners:
            listener(table)

    def _heard(self, told: str | None) -> None:
        notice = MISSED if told is None else read(told)
        if not notice.of_a_table or self.share.holds(notice.guild):
            for listener in self._others:
                listener(notice)

    def _saying(self, *notices: Notice) -> Work[None]:
        """Return what tells the other processes something as soon as its transaction is kept, and only then."""

        async def say(connection: Connection) -> None:
            for notice in notices:
                await connection.execute(TELL, self._claim.channel, str(notice))

        return say

    async def announce(self, table: TableId, announced: Announced, clock: Clock | None = None) -> None:
        """Keep what has been announced of a table, and its clocks if they have changed; raise Replaced as `_fenced`."""
        await self._change(
            self._fenced(partial(changes.announce, table=table, announced=announced, clock=clock, epoch=self._epoch))
        )

    async def stale(self, status: Status, before: float, most: int) -> Sequence[TableId]:
        """Return the tables of a status that was theirs at a time already, longest first."""
        asked = {"status": status.value, "before": before, "most": most}
        return await self._numbers(questions.STALE, LONG, **asked, **self._shards)

    async def unplayed(self, most: int) -> Sequence[TableId]:
        """Return tables that were ended without a move, and were shown so."""
        return await self._numbers(questions.UNPLAYED, LONG, most=most, **self._shards)

    async def delete(self, table: TableRecord) -> None:
        """Delete a table that is over or ended; raise LostUpdate if it isn't, or was changed since it was read."""
        await self._change(partial(removals.delete, table=table), partial(removals.gone, table=table.id))

    async def retire(self, table: TableRecord) -> TableRecord:
        """End a table whose place is gone; raise LostUpdate if it was changed since it was read."""
        retired = replace(table, status=Status.ENDED)
        await self._change(partial(removals.retire, table=table), _after(retired, "seal", "people"))
        announced = replace(table.announced, revision=table.revision + 1, dms=(), consents=())
        return replace(retired, revision=table.revision + 1, announced=announced)

    async def kept(self, user: int) -> Sequence[TableRecord]:
        """Return every table at which a person sits or that the person opened; damaged ones are left out."""
        return await self._whole(questions.KEPT, user=user)

    async def forget(self, user: int, table: TableId) -> None:
        """Take a person out of a table that is over; raise LostUpdate if it isn't."""
        await self._choice(partial(removals.forget, user=user, table=table), Notice(About.PEOPLE, table))

    async def forget_choices(self, user: int) -> None:
        """Delete what a user has chosen."""
        await self._choice(partial(removals.forget_choices, user=user), Notice(About.PERSON, user))

    async def wish(self, user: int, tables: Sequence[TableId], at: float) -> None:
        """Keep that a person wants to be forgotten by tables as soon as they are over."""
        await self._change(partial(removals.wish, user=user, tables=tables, at=at))

    async def wishes(self, user: int | None = None) -> Sequence[tuple[int, TableId]]:
        """Return what a user wished for, or, for no user, all that can be done now."""
        found = await self._all(questions.DUE if user is None else questions.WISHES, user=user, **self._shards)
        return [(row["user"], TableId(row["table_id"])) for row in found]

    async def log(self, table: TableId, after: int = 0) -> Sequence[Logged]:
        """Return the moves of a table after a given one, oldest first."""
        lines = list(rows.log_of(await self._all(questions.LOG, id=table, after=after), after))
        for line in lines:
            if not line.sound:
                log.error("Move %s of table %s is damaged; `python -m bot verify` says more", line.seq, table)
        return lines

    async def person(self, user: int) -> Person:
        """Return what a user has chosen."""
        found = await self._one(questions.PERSON, user=user)
        return Person(user) if found is None else rows.person_of(found) or unchosen(Person(user))

    async def keep_person(self, person: Person) -> None:
        """Keep what a user has chosen."""
        await self._choice(partial(changes.keep_person, person=person), Notice(About.PERSON, person.user))

    async def server(self, server: int) -> Server:
        """Return what is chosen for a server."""
        found = await self._one(questions.SERVER, server=server)
        return Server(server) if found is None else rows.server_of(found) or unchosen(Server(server))

    async def keep_server(self, server: Server) -> None:
        """Keep what is chosen for a server."""
        await self._choice(partial(changes.keep_server, server=server), Notice(About.SERVER, server.id))

    async def forget_servers(self, present: Collection[int], now: float, before: float) -> Sequence[int]:
        """Delete what was chosen for servers that have been gone for long, and return them."""
        gone: list[int] = []

        async def work(connection: Connection) -> None:
            gone.extend(await removals.forget_servers(connection, present, now, before, self.share))

        await self._change(work)
        return gone

    async def homes(self) -> Sequence[int]:
        """Return the servers at which live tables stand."""
        return [row["guild"] for row in await self._all(questions.HOMES, LONG, **self._shards)]

    async def note(self, key: str) -> str | None:
        """Return a remark that Herald keeps about itself."""
        found = await self._one(questions.NOTE, key=key)
        return None if found is None else str(found["value"])

    async def keep_note(self, key: str, value: str) -> None:
        """Keep a remark that Herald keeps about itself."""
        await self._change(partial(changes.keep_note, key=key, value=value))

    async def turn(self, line: int, seconds: float) -> float:
        """Take the next turn in a line of all processes; return how many seconds are left until it comes."""
        return await self._connections.run(partial(changes.turn, line=line, seconds=seconds))

    @property
    def _epoch(self) -> Epoch | None:
        return self._claim.epoch

    def _fenced(self, work: Work[bool]) -> Work[None]:
        """Return a change that tells whether its epoch stands, and raises Replaced where it has passed."""

        async def fenced(connection: Connection) -> None:
            if not await work(connection):
                self._claim.replaced.set()
                raise Replaced(self._address)

        return fenced

    async def _change(self, work: Work[None], stands: Stands | None = None, *tables: TableRecord) -> None:
        """Make a change, and tell whoever looks after these tables if that is another process."""
        asked = perf_counter()
        await self._connections.change(self._announced(work, *tables), stands)
        for timer in self._timers:
            timer(perf_counter() - asked)

    def _announced(self, work: Work[None], *tables: TableRecord) -> Work[None]:
        """Return a change that whoever looks after these tables is told of, if that is another process."""
        elsewhere = [Notice(About.CHANGED, table.id, table.guild) for table in tables if not self.ours(table)]
        return self._told(work, elsewhere) if elsewhere else work

    async def _choice(self, work: Work[None], notice: Notice) -> None:
        """Change what any process may remember."""
        await self._change(work if self.share.whole else self._told(work, [notice]))

    def _told(self, work: Work[None], notices: Sequence[Notice]) -> Work[None]:
        """Return a change that is told to others in its own transaction: notices put commits in a row, so few tell."""
        say = self._saying(*notices)

        async def both(connection: Connection) -> None:
            async with connection.transaction():
                await work(connection)
                await say(connection)

        return both

    @property
    def _shards(self) -> dict[str, Any]:
        """Return the share for what is asked for all tables of it."""
        return questions.shards(self.share)

    async def _one(self, question: Statement, /, **asked: Any) -> Any:
        values = question.values(asked)
        return await self._connections.run(lambda connection: connection.fetchrow(question.text, *values))

    async def _all(self, question: Statement, seconds: float = PATIENCE, /, **asked: Any) -> Sequence[Any]:
        values = question.values(asked)
        found = self._connections.run(lambda connection: connection.fetch(question.text, *values), seconds=seconds)
        return await found

    async def _whole(self, question: Statement, seconds: float = PATIENCE, /, **asked: Any) -> Sequence[TableRecord]:
        return [table for row in await self._all(question, seconds, **asked) if (table := sound(row)) is not None]

    async def _numbers(self, question: Statement, seconds: float, /, **asked: Any) -> Sequence[TableId]:
        return [TableId(row["id"]) for row in await self._all(question, seconds, **asked)]


def _after(table: TableRecord, *seals: str) -> Stands:
    """Return what tells whether a table stands as it was to be written, one revision after it was read."""
    return lambda connection: changes.stands(connection, table, table.revision + 1, *seals)
