"""Tables: queries for them, and everything that people and rivals do at one. Lock, load, play, save; announce later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from bot.clocks.user_time_settings import TimeSettings
from bot.storage.port import Damaged
from bot.storage.records import (
    Follow,
    Logged,
    Pledged,
    Published,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.store import Store
from bot.tables import seat_orders, seats
from bot.tables.clock_changes import Clocks, PublishedStates
from bot.tables.due_times import status_of
from bot.tables.limits import UNLIMITED, AdmissionControl, GameLengths, Limits
from bot.tables.log_entries import LogLine, with_incidents
from bot.tables.move_logs import MoveLogs
from bot.tables.refusals import (
    NoSuchTable,
    NothingRests,
    TableClosed,
    TableFull,
)
from bot.tables.seats import Seats
from bot.tables.starts import Starts, by_invitation, missing_guests, silent_guests
from bot.tables.table import MoveResult, Table, fresh_secret, move_result
from bot.tables.table_cache import TableCache, changes_record, changes_table
from engine import saves
from engine.analysis import Analysis
from engine.errors import Refused, StaleAction
from engine.frozen import replace
from engine.game import Games
from engine.match import AnyMatch, Move, Reply
from engine.scene import Seat, Viewer

SOON = 10.0
"""Seconds after which followers are pinged to a table that was opened: by then it stands there, or was a slip."""
MOST_FINISHED = 25
"""How many of a channel's finished tables a query returns: as many as a select menu of Discord can list."""


class Tables:
    """All tables by their numbers; every change is on the disk before its call returns.

    It lives as long as the process. A change runs under its table's lock, checks first and then writes; it raises a
    refusal (`bot/tables/refusals.py`), and nothing has changed, or `StorageError`. Parts of it are attributes: `seats`,
    `clocks`, `starts`, `published_states`, `logs`, `lengths`.
    """

    def __init__(
        self,
        storage: Store,
        games: Games,
        *,
        seeds: Callable[[], bytes] = fresh_secret,
        clock: Callable[[], float] = time.time,
        limits: Limits = UNLIMITED,
    ) -> None:
        """Store tables in `storage`, as many as `limits` allow; `games` are found by name.

        `seeds` draws the secret of each shuffle, `clock` returns seconds since the epoch.
        """
        self.storage = storage
        self._seeds = seeds
        self._admission = AdmissionControl(storage, limits)
        self.cache = cache = TableCache(storage, games, clock)

        self.now, self.game = clock, cache.game
        self.live_tables, self.schedule = cache.live_tables, cache.schedule
        self.get, self.peek = cache.get, cache.peek
        self.delete, self.erase = cache.delete, cache.erase
        self.invalidate, self.invalidate_all = cache.invalidate, cache.invalidate_all
        self.wait_for_pledge = cache.wait_for_pledge
        self.check_open = self._admission.check

        self.published_states = PublishedStates(cache)
        self.clocks = Clocks(cache)
        self.seats = Seats(cache, self._admission)
        self.starts = Starts(cache)
        self.start = self.starts.start
        self.logs = MoveLogs(cache)
        self.lengths = GameLengths(storage, clock)

    def is_ours(self, table: TableRecord) -> bool:
        """Tell whether the guild of `table` belongs to this process."""
        return self.storage.share.has_guild(table.guild)

    async def find(self, **asked: Any) -> list[Table]:
        """Return the live tables that match all of `asked`, oldest first."""
        found = await self.storage.find(**asked)
        return await self.get_readable(table.id for table in found)

    async def get_readable(self, numbers: Iterable[TableId]) -> list[Table]:
        """Return the tables of these `numbers` that can be read."""
        tables = []
        for number in numbers:
            with suppress(NoSuchTable, TableClosed, Damaged):
                tables.append(await self.get(number))
        return tables

    async def find_suspended(self, **asked: int) -> list[Table]:
        """Return the tables that rest because their channel is gone, and match all of `asked`, oldest first."""
        return await self.find(**asked, status=[Status.SUSPENDED])

    async def find_finished(self, channel: int) -> list[Table]:
        """Return the last `MOST_FINISHED` tables of `channel` whose matches are over, oldest first."""
        return await self.find(
            channel=channel, status=[Status.OVER], last=MOST_FINISHED
        )

    async def find_last_finished(self, user: int, channel: int) -> list[Table]:
        """Return the last match of `user` in `channel` that is over or was ended; else all `find_finished` there."""
        ends = [Status.OVER, Status.ENDED]
        found = await self.storage.find(known=user, channel=channel, status=ends)
        ended = [(each.since or 0.0, each.id) for each in found if each.save]
        past = await self.get_readable(number for _, number in sorted(ended)[-1:])
        return past or await self.find_finished(channel)

    async def open(self, table: TableRecord) -> Table:
        """Write a new lobby `table`, with the secret of its shuffle; raise a refusal at one of the `Limits`.

        Followers of its game are pinged `SOON` after, and guests who may not be pinged now when they may.
        """
        async with self._admission.admit_table(table):
            due = self.now() + SOON
            found = await self.storage.choices(Follow, server=table.guild)
            followers = {each.user for each in found if each.game == table.game}
            followers -= {table.opener, *missing_guests(table)}
            calls = dict.fromkeys(followers, due)
            settings = partial(self.storage.choice, TimeSettings)
            calls |= await silent_guests(settings, table)
            pledged = Pledged(self._seeds())
            return await self.cache.create(replace(table, pledged=pledged), calls)

    async def open_alone(
        self, table: TableRecord, secret: bytes | None = None
    ) -> Table:
        """Write a new private `table`, and begin its game, with this `secret` of its shuffle or a fresh one.

        Raise `Refused` at the limit of private tables, or `WrongSeats`.
        """
        async with self._admission.admit_private_table(table):
            pledged = Pledged(secret or self._seeds())
            opened = await self.cache.create(replace(table, pledged=pledged), {})
            return await self.start(opened.id, table.opener)

    async def open_practice(
        self, table: TableRecord, match: AnyMatch, lines: Sequence[Logged]
    ) -> Table:
        """Write a new private `table` at which `match` goes on, with the `lines` of the log that led to it.

        Raise `Refused` at the limit of private tables.
        """
        base = saves.dump(match.beginning)
        match = replace(match, generation=b"")
        match = seat_orders.stand_in_for_rivals(match, table.sitters)
        table = replace(table, status=status_of(match, table), save=saves.dump(match))
        async with self._admission.admit_private_table(table):
            return await self.cache.create(table, {}, match, lines=lines, base=base)

    @changes_table
    async def join(self, table: Table, sitter: Sitter) -> Table:
        """Give the person `sitter` the next seat of a lobby; raise `Refused`, `TableFull` or `TooManySeats`."""
        lobby = table.lobby
        if any(seated.user == sitter.user for seated in lobby.sitters):
            raise Refused("refused-already-seated")
        if len(lobby.sitters) >= self.game(table).seats[-1]:
            raise TableFull

        async with self._admission.admit_person(lobby, sitter.user):
            sitters = by_invitation(lobby, (*lobby.sitters, sitter))
            return await self.cache.store(table, replace(lobby, sitters=sitters))

    @changes_record
    def leave(self, table: Table, user: int) -> TableRecord:
        """Free the seat of `user` in a lobby; with the last person the lobby ends. Raise `NotSeated`."""
        lobby = table.lobby
        table.seat_of(user)
        return seats.lobby_without(lobby, user)

    @changes_record
    def add_word(self, table: Table, user: int, digest: bytes) -> TableRecord:
        """Store the `digest` of the word that `user` adds to the shuffle; raise as `Table.seat_without_word` does."""
        seat = table.seat_without_word(user)
        sitters = list(table.record.sitters)
        sitters[seat] = replace(sitters[seat], word=digest)
        starting = table.record.starting
        extended = starting and starting.extend_grace(self.now())
        clock = table.clock and replace(table.clock, starting=extended)

        return replace(table.record, sitters=tuple(sitters), clock=clock)

    @changes_record
    def cancel(self, table: Table, user: int) -> TableRecord:
        """End a lobby, as its opener or a `Moderator`; raise `NotOpener` for others."""
        lobby = table.lobby_for_opener(user)
        return replace(lobby, status=Status.ENDED, ended_by=user)

    @changes_record
    def end(self, table: Table, user: int) -> TableRecord:
        """End a table before its match is over, as its opener or a `Moderator`; raise `NotOpener` for others."""
        if not table.status.open and table.status is not Status.SEALED:
            raise table.refusal
        table.check_opener(user)
        return replace(table.record, status=Status.ENDED, ended_by=user)

    @changes_table
    async def suspend(self, table: Table, channel: int | None = None) -> Table:
        """Put a table to rest whose `channel` is gone; nothing of it is lost. One that has ended is only marked sent.

        Raise `NothingRests` for a private table, which has no channel, and for one that was moved to another.
        """
        record = table.record
        if record.alone or channel not in {None, record.channel}:
            raise NothingRests
        if record.status is Status.ENDED:
            announced = replace(record.announced, revision=record.revision)
            return await self.published_states.store_locked(table, announced)
        rests = record.status is Status.SUSPENDED
        clock = record.clock and record.clock.pause(self.now(), besides=not rests)
        resting = replace(record, status=Status.SUSPENDED, ended_by=None, clock=clock)
        return await self.cache.store(table, resting)

    @changes_table
    async def resume(self, table: Table, *, guild: int, channel: int) -> Table:
        """Resume a suspended table in `channel` of `guild`, where it is announced anew; else raise `TableClosed`.

        A pause from before goes on. Raise `NothingRests` for a private table: there its moves would be public.
        """
        before, match = table.record, table.match
        if before.alone:
            raise NothingRests
        if before.status is not Status.SUSPENDED:
            raise TableClosed

        shown = Published(restored=before.announced.restored)
        status = Status.LOBBY
        if match:
            post_from = max(before.announced.seq, 0)
            shown = replace(shown, seq=match.seq, post_from=post_from)
            status = status_of(match, before)

        clock = before.clock and before.clock.resume_last(self.now())
        moved = replace(
            before, guild=guild, channel=channel, status=status, clock=clock
        )
        return await self.cache.store(table, moved, published=shown)

    @changes_table
    async def play(
        self, table: Table, user: int, question: str, reply: Reply
    ) -> MoveResult:
        """Play the `reply` of `user` to the question of that name, all of it, or raise a refusal."""
        seat = table.answering_seat(user)
        after, moves = table.started_match.answer(seat, question, reply)
        return await self._write_answer(table, seat, after, moves)

    @changes_table
    async def order_lasting(
        self, table: Table, user: int, picked: Sequence[tuple[int, ...]]
    ) -> MoveResult:
        """Give the lasting orders of `user` as `picked`, all of them, or raise a refusal (`with_lasting_orders`)."""
        seat, match = table.answering_seat(user), table.started_match
        stays = bool(table.clock and table.clock.is_time_up(seat, self.now()))
        after, moves = seat_orders.with_lasting_orders(
            match, seat, picked, settled=stays
        )
        if after is match:
            return move_result(table, seat, 0)
        return await self._write_answer(table, seat, after, moves)

    async def _write_answer(
        self, table: Table, seat: Seat, match: AnyMatch, moves: Sequence[Move[Any]]
    ) -> MoveResult:
        """Write `match` after the answer or orders of a person on `seat`, with the moves that orders play then."""
        before = table.started_match
        table = await self.clocks.note_activity(table, seat)
        match, moves = seat_orders.play_pending(table.record, match, moves)
        after, more = seat_orders.end_stand_in(match, seat)
        kept = await self.cache.store(table, match=after, moves=(*moves, *more))
        if seen := seat_orders.question_shown(before, after, seat):
            kept = self.cache.remember(replace(kept, seen=(seen,)))
        return move_result(kept, seat, len(moves) + len(more))

    @changes_table
    async def play_for_seat(
        self,
        table: Table,
        seat: Seat,
        question: str,
        actions: Sequence[Any],
        *,
        sitter: Sitter | None = None,
    ) -> MoveResult:
        """Play `actions` for `seat` without a person at the keyboard, all of them, or raise a refusal.

        Raise `StaleAction` if the seat is asked another question, or if it isn't that `sitter` who sits there.
        """
        asked = table.running_table.started_match.question_id(seat)
        if asked != question or sitter not in {None, table.record.sitters[seat]}:
            raise StaleAction
        after, moves = table_after(table, seat, actions)
        kept = await self.cache.store(table, match=after.started_match, moves=moves)
        return move_result(kept, seat, len(moves))

    @changes_table
    async def play_all(
        self,
        table: Table,
        choose: Callable[[AnyMatch], tuple[Seat, Sequence[Any]] | None],
    ) -> Table:
        """Play the seats and actions that `choose` returns until it returns None, all in one change."""
        match = table.running_table.started_match
        made = list[Move[Any]]()
        while chosen := choose(match):
            match, more = seat_orders.play_pending(table.record, *match.play(*chosen))
            made += more
        return await self.cache.store(table, match=match, moves=made) if made else table

    @changes_record
    def close_idle(self, table: Table, before: float, days: int) -> TableRecord:
        """Close a lobby or a private table whose people are the same since `before`, which was `days` ago."""
        if table.status.open and table.is_unchanged_since(before):
            return replace(table.record, status=Status.ENDED, expired=days)
        return table.record

    @changes_record
    def unseal(
        self, table: Table, *, shared: bool, unnamed: bool = False
    ) -> TableRecord:
        """Open a sealed table of a deal whose day is over; one that goes on becomes an ordinary private one.

        `shared` lets everybody look at it if its match is over, `unnamed` without its person's name.
        """
        record = table.record
        status = Status.OVER if record.status is Status.SEALED else record.status
        ended = shared and status is Status.OVER
        opened = replace(record, status=status, deal="", shared=ended, unnamed=unnamed)
        return record if opened == record else opened

    @changes_record
    def store_analysis(self, table: Table, analysis: Analysis) -> TableRecord:
        """Store the `analysis` of a finished match; raise `NotOver`."""
        table.finished_match  # noqa: B018 - a match that goes on again, or is sealed, must not be looked into
        return replace(table.record, analysis=analysis)

    @changes_record
    def store_film(self, table: Table, message: int) -> TableRecord:
        """Store the `message` that has the film of a finished match; raise `NotOver`."""
        table.finished_match  # noqa: B018 - there is no film of a match that goes on, or is sealed
        return replace(table.record, film=message)

    @changes_table
    async def close_resting(self, table: Table, before: float) -> None:
        """Close a table that rests since `before` because its channel is gone; there is nowhere to tell of it."""
        record = table.record
        if record.status is Status.SUSPENDED and table.is_unchanged_since(before):
            shown = replace(record.announced, revision=record.revision + 1, dms=())
            await self.cache.store(
                table, replace(record, status=Status.ENDED), published=shown
            )

    async def log(
        self, table: TableId, viewer: Viewer, after: int = 0
    ) -> list[LogLine]:
        """Return the moves after `after` as `viewer` may know them, oldest first, with incidents of the table."""
        known = await self.get(table)
        lines = await self.logs.lines(known, viewer, after)
        return with_incidents(lines, known.record.incidents, after)


def table_after(
    table: Table, seat: Seat, actions: Sequence[Any]
) -> tuple[Table, Sequence[Move[Any]]]:
    """Return `table` as it would stand after `actions` of `seat`, and the moves; nothing is written."""
    after, moves = seat_orders.play_pending(
        table.record, *table.started_match.play(seat, actions)
    )
    return replace(table, match=after), moves
