"""Tables: the only way to change a table. Lock, load, play, save; announcing comes after the answer."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.storage import sql
from bot.storage.port import Damaged
from bot.storage.records import Announced, Follow, Pledged, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables import seating
from bot.tables.again import once_more
from bot.tables.clocking import Clocks
from bot.tables.hours import Change, unchanged
from bot.tables.incidents import woven
from bot.tables.limits import UNLIMITED, Limits, Turnstile
from bot.tables.logs import Logs
from bot.tables.movers import Mover, User
from bot.tables.neighbours import Neighbours
from bot.tables.ordering import answered, begun
from bot.tables.refusals import (
    AlreadySeated,
    AlreadyStarted,
    NoSuchTable,
    TableClosed,
    TableFull,
    TooFew,
)
from bot.tables.rematches import Rematches, arranged
from bot.tables.seats import Seats
from bot.tables.shelf import Shelf
from bot.tables.table import CLOSED, Line, Played, Table, played, seed_of, standing
from bot.tables.takebacks import TakeBacks
from bot.tables.vacancies import Vacancies
from engine import fairness
from engine.errors import Refused, StaleAction
from engine.game import AnyGame
from engine.match import Match, Reply
from engine.scene import Seat, Viewer

NO_TABLE = TableId(0)
SOON = 10.0
"""Seconds after which people are called to a table that was opened: by then it stands there, or was a slip."""
MOST_FINISHED = 25
"""How many of a channel's finished tables can be asked for: as many as a list of Discord's can name."""


def fresh_secret() -> bytes:
    """Return the secret of a shuffle, which nobody can foresee."""
    return secrets.token_bytes(fairness.SECRET_BYTES)


class Tables:
    """All tables, by their numbers; every change is on the disk before its call returns."""

    def __init__(
        self,
        storage: Store,
        games: Mapping[str, AnyGame],
        *,
        seeds: Callable[[], bytes] = fresh_secret,
        clock: Callable[[], float] = time.time,
        limits: Limits = UNLIMITED,
    ) -> None:
        """Take the storage, the games, what draws each secret, the time, and how many tables there may be.

        The time is in seconds since the epoch.
        """
        self._storage = storage
        self._seeds = seeds
        self._turnstile = Turnstile(storage, limits)
        self.shelf = Shelf(storage, games, clock)
        self.seats = Seats(self.shelf, self._turnstile, self._lobby)
        self.clocks = Clocks(self.shelf, self._lobby)
        self.logs = Logs(storage, self.shelf.remembered)
        self.rematches = Rematches(self.shelf, storage, self.open)
        self.vacancies = Vacancies(self.shelf, self._turnstile, self.clocks.back)
        self.takebacks = TakeBacks(self.shelf, self.logs)

    @property
    def neighbours(self) -> Neighbours:
        """Return how many tables stand in each channel."""
        return self.shelf.neighbours

    def ours(self, table: TableRecord) -> bool:
        """Tell whether a table is looked after by this process."""
        return self._storage.ours(table.guild)

    async def hand_on(self, table: TableRecord) -> None:
        """Let the process that looks after a table show what was changed and answered here."""
        await self._storage.hand_on(table)

    async def get(self, table: TableId) -> Table:
        """Return a table; raise NoSuchTable if there is none of that number."""
        return await self.shelf.get(table)

    async def find(self, *, user: int | None = None, channel: int | None = None) -> list[Table]:
        """Return the live tables of a person, a channel, or both together, oldest first."""
        return await self._sound(await self._storage.find(user=user, channel=channel))

    async def some(self, numbers: Iterable[TableId]) -> list[Table]:
        """Return the tables of these numbers that can be read."""
        tables: list[Table] = []
        for number in numbers:
            with suppress(NoSuchTable, TableClosed, Damaged):
                tables.append(await self.get(number))
        return tables

    async def suspended(self, *, user: int | None = None, guild: int | None = None) -> list[Table]:
        """Return the tables of a person or a server that rest because their place is gone, oldest first."""
        return await self._sound(await self._storage.find(user=user, guild=guild, status=[Status.SUSPENDED]))

    async def finished(self, channel: int) -> list[Table]:
        """Return the last tables of a channel whose matches are over, oldest first."""
        return await self._sound(await self._storage.find(channel=channel, status=[Status.OVER], last=MOST_FINISHED))

    async def past(self, user: int, channel: int) -> list[Table]:
        """Return the match of a person that came to its end last in a channel, or early; else all `finished` there."""
        found = await self._storage.find(known=user, channel=channel, status=[Status.OVER, Status.ENDED])
        ended = [table for table in found if table.save is not None]
        last = sorted(ended, key=lambda table: (table.since or 0.0, table.id))[-1:]
        return await self._sound(last) or await self.finished(channel)

    async def _sound(self, found: Sequence[TableRecord]) -> list[Table]:
        return await self.some(table.id for table in found)

    async def check_open(self, table: TableRecord) -> None:
        """Raise a refusal if there may not be another table of this opener, in this channel, in this server."""
        await self._turnstile.check(table)

    async def open(self, table: TableRecord) -> Table:
        """Keep a new table that people can join, with the secret of its shuffle; raise a refusal where it is full."""
        opened = replace(table, created=self.shelf.clock(), pledged=Pledged(self._seeds()))
        async with self._turnstile.opening(table):
            calls = await self._calls(opened, self.shelf.clock() + SOON)
            record = await self._storage.create(self.shelf.dated(opened), calls)
        self.shelf.neighbours.changed(record)
        for due in {*calls.values()}:
            self.shelf.hours.heard(due)
        return self.shelf.keep(Table(record))

    async def _calls(self, table: TableRecord, due: float) -> dict[int, float]:
        """Return who is to be called to a new table: whoever follows its game there, but for the opener."""
        found = await self._storage.choices(Follow, server=table.guild)
        return {each.user: due for each in found if each.game == table.game and each.user != table.opener}

    @once_more
    async def join(self, table_id: TableId, sitter: Sitter) -> Table:
        """Give a person the next seat of a table that has not begun."""
        async with self.shelf.lock(table_id):
            table = await self._lobby(table_id)
            if any(seated.user == sitter.user for seated in table.record.sitters):
                raise AlreadySeated
            if len(table.record.sitters) >= self.shelf.game(table).seats[-1]:
                raise TableFull
            async with self._turnstile.joining(table.record, sitter.user):
                return await self._reseat(table, arranged(table.record, (*table.record.sitters, sitter)))

    @once_more
    async def leave(self, table_id: TableId, user: int) -> Table:
        """Free a person's seat at a table that has not begun; a table that everybody has left is ended."""
        async with self.shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.seat_of(user)
            left = seating.without(table.record, user)
            if left is None:
                return await self.shelf.settle(table, Status.ENDED, user)
            return await self.shelf.store(replace(table, record=left))

    async def exchange(self, table_id: TableId, seat: Seat, sitter: Sitter) -> Table:
        """Put another sitter on a seat of a running match from the next move on (`Seats.exchange`)."""
        return await self.seats.exchange(table_id, seat, sitter)

    async def witnessed(self, table_id: TableId, user: int) -> frozenset[int]:
        """Return the seats whose hands a person has seen in a match (`Seats.witnessed`)."""
        return await self.seats.witnessed(table_id, user)

    @once_more
    async def add_word(self, table_id: TableId, user: int, digest: bytes) -> Table:
        """Keep the digest of the word that a person adds to the shuffle; what was shown once stands."""
        async with self.shelf.lock(table_id):
            table = await self.shelf.load(table_id)
            seat, sitters = table.wordless(user), list(table.record.sitters)
            sitters[seat] = replace(sitters[seat], word=digest)
            return await self._reseat(table, tuple(sitters))

    @once_more
    async def start(self, table_id: TableId, user: int, *, moderator: bool = False) -> Table:
        """Begin the match of a table; the opener's or a moderator's to do."""
        async with self.shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=moderator)
            game = self.shelf.game(table)
            if len(table.record.sitters) < game.seats[0]:
                raise TooFew(low=game.seats[0])
            seed, generation = seed_of(table.record), table.record.generation()
            match = Match.start(game, len(table.record.sitters), seed, generation, orders=table.record.orders)
            absent = await self.clocks.absent(table)
            return await self.shelf.record(table, begun(match, table.record.sitters), (), wind=absent)

    @once_more
    async def cancel(self, table_id: TableId, user: int, *, moderator: bool = False) -> Table:
        """Give up a table that has not begun; the opener's or a moderator's to do."""
        async with self.shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=moderator)
            return await self.shelf.settle(table, Status.ENDED, user)

    @once_more
    async def end(self, table_id: TableId, user: int, *, moderator: bool = False) -> Table:
        """End a table before its time; the opener's or a moderator's to do."""
        async with self.shelf.lock(table_id):
            table = await self.shelf.load(table_id)
            if not table.record.status.open:
                raise TableClosed
            table.opener_only(user, moderator=moderator)
            return await self.shelf.settle(table, Status.ENDED, user)

    @once_more
    async def suspend(self, table: TableId) -> Table:
        """Put a table to rest whose channel is gone; nothing of it is lost. One that has ended only falls silent."""
        async with self.shelf.lock(table):
            found = await self.shelf.load(table)
            if found.record.status is not Status.ENDED:
                return await self.shelf.settle(found, Status.SUSPENDED)
            await self.shelf.announced(table, replace(found.record.announced, revision=found.record.revision))
            return await self.shelf.load(table)

    @once_more
    async def resume(self, table_id: TableId, *, guild: int, channel: int) -> Table:
        """Lead a suspended table back, to be announced anew in a place of its own choice; TableClosed if it wasn't."""
        async with self.shelf.lock(table_id):
            table = await self.shelf.load(table_id)
            if table.record.status is not Status.SUSPENDED:
                raise TableClosed
            restored = table.record.announced.restored
            shown, status = Announced(restored=restored), Status.LOBBY
            if table.match is not None:
                told = max(table.record.announced.seq, 0)
                shown = Announced(seq=table.match.seq, post_from=told, restored=restored)
                status = standing(table.match)
            moved = self.shelf.dated(replace(table.record, guild=guild, channel=channel, status=status))
            return await self.clocks.resumed(await self.shelf.stored(table, moved, announced=shown, left=table.record))

    @once_more
    async def play(self, table_id: TableId, by: Mover, question: str, reply: Reply) -> Played:
        """Play a mover's reply to the question of that name, all of it or nothing; raise a refusal instead."""
        async with self.shelf.lock(table_id):
            table = await self.shelf.load(table_id)
            if table.record.status in CLOSED:
                raise TableClosed
            seat = by.seat(table)
            after, moves = table.started.answer(seat, question, reply)
            if isinstance(by, User):
                table = await self.clocks.present(table, seat)
            after, more = answered(after, seat)
            return played(await self.shelf.record(table, after, (*moves, *more)), seat, len(moves) + len(more))

    @once_more
    async def act(
        self, table_id: TableId, seat: Seat, question: str, actions: Sequence[Any], *, sitter: Sitter | None = None
    ) -> Played:
        """Play actions for a seat without a person at the keyboard, all or none; raise a refusal instead.

        StaleAction is raised if the seat is asked another question, or if it isn't that `sitter` who sits there.
        """
        async with self.shelf.lock(table_id):
            table = (await self.shelf.load(table_id)).going_on
            if table.started.question_id(seat) != question or sitter not in {None, table.record.sitters[seat]}:
                raise StaleAction
            after, moves = table.started.play(seat, actions)
            return played(await self.shelf.record(table, after, moves), seat, len(moves))

    def ahead(self, table: Table, seat: Seat, actions: Sequence[Any]) -> tuple[Table, bool]:
        """Return a table as it would stand after actions of a seat, and whether nobody else would be told of them.

        Nothing is kept.
        """
        after, moves = table.started.play(seat, actions)
        return replace(table, match=after), not any(each.heard(None) for move in moves for each in move.told)

    async def rivalled(self) -> list[TableId]:
        """Return the tables that are being played at which a rival has a seat to play."""
        return list(await self._storage.select(sql.RIVALLED))

    @once_more
    async def expire(self, table_id: TableId, before: float, days: int) -> None:
        """Close a table that has not begun and that nobody has come to or left since then, so many days ago."""
        async with self.shelf.lock(table_id):
            table = await self.shelf.load(table_id)
            if table.record.status is Status.LOBBY and table.unchanged(before):
                await self.shelf.settle(replace(table, record=replace(table.record, expired=days)), Status.ENDED)

    @once_more
    async def retire(self, table_id: TableId, before: float) -> None:
        """Close a table that rests since then, because its place is gone; there is nowhere to tell of it."""
        async with self.shelf.lock(table_id):
            table = await self.shelf.load(table_id)
            if table.record.status is Status.SUSPENDED and table.unchanged(before):
                record = self.shelf.settled(table.record, Status.ENDED)
                shown = replace(record.announced, revision=record.revision + 1, dms=())
                await self.shelf.stored(table, record, announced=shown)

    @once_more
    async def delete(self, table_id: TableId) -> None:
        """Delete a table that is over or was ended, with all that is known of it."""
        async with self.shelf.lock(table_id):
            record = await self._storage.load(table_id)
            self.shelf.drop(table_id)
            if record is not None:
                await self._storage.delete(record)
            self.shelf.forget(table_id)

    async def forget(self, user: int, table_id: TableId) -> None:
        """Put the number of the seat in the place of a person at a table that is over; raise LostUpdate if it isn't."""
        async with self.shelf.lock(table_id):
            self.shelf.drop(table_id)
            await self._storage.forget(user, table_id)
            self.shelf.forget(table_id)

    @once_more
    async def announced(self, table_id: TableId, announced: Announced, wind: Change = unchanged) -> None:
        """Keep what Discord has been shown of a table, and change its clocks besides.

        The first message that has shown the pledge of an open one counts for its shuffle.
        """
        async with self.shelf.lock(table_id):
            await self.shelf.announced(table_id, announced, wind)

    async def write(self) -> None:
        """Write what Discord was shown of any table, all in one batch; raise StorageError where that can't be done."""
        done = await asyncio.gather(*map(self.shelf.write, self.shelf.unwritten), return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException) and not isinstance(error, Refused):
                raise error

    async def log(self, table: TableId, viewer: Viewer, after: int = 0) -> list[Line]:
        """Return what a viewer was told at a table after a move, oldest first, and what happened there besides."""
        known = await self.get(table)
        return woven(await self.logs.told(known, viewer, after), known.record.incidents, after)

    async def proof(self, table_id: TableId) -> str:
        """Return a finished match as a file that proves itself; raise NotOver if anything in it may still be hidden."""
        table = await self.get(table_id)
        return table.proof(await self._storage.log(table_id))

    async def behind(self) -> list[TableId]:
        """Return the tables of which Discord hasn't been shown everything."""
        return [table for table in await self._storage.select(sql.UNSHOWN) if not self.shelf.shown(table)]

    def game(self, table: Table) -> AnyGame:
        """Return the game that is played at a table."""
        return self.shelf.game(table)

    async def _lobby(self, table_id: TableId) -> Table:
        table = await self.shelf.load(table_id)
        if not table.record.status.open:
            raise TableClosed
        if table.record.status is not Status.LOBBY:
            raise AlreadyStarted
        return table if table.record.pledged else self._pledged(table)

    def _pledged(self, table: Table) -> Table:
        """Return an open table of an older Herald with a secret, to be kept with what is changed of it."""
        return replace(table, record=replace(table.record, pledged=Pledged(self._seeds())))

    async def _reseat(self, table: Table, sitters: tuple[Sitter, ...]) -> Table:
        return await self.shelf.store(replace(table, record=replace(table.record, sitters=sitters)))
