"""Standings of a day in the channel of each `Board`: one message a day without sound, to which followers are called.

A follower gets a `Call`, which is due at once, or at the end of their quiet hours or absence.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import groupby

import discord

from bot.announce.dedupe import DedupeWindow
from bot.faces.components import Page
from bot.features.daily import view
from bot.features.daily.deals import (
    Board,
    Call,
    DailyDeals,
    Deal,
    Entry,
    Habit,
    State,
    shift_date,
)
from bot.features.daily.rankings import (
    WEEK,
    DivergentMoment,
    Placed,
    Week,
    decisions,
    moments,
    rank_entries,
    week,
)
from bot.features.daily.view import Standings
from bot.interactions.services import Services
from bot.sending.codes import is_passing
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import Delivery, Follow
from bot.texts.fluent import known_language
from engine.frozen import replace

log = logging.getLogger(__name__)

FOLLOWED = "daily"
"""Stands for a game where a follower is called to standings."""
COMPARED = 40
"""How many games of a deal are compared at most, to find where choices parted."""
AT_ONCE = {Delivery.CHANNEL: 40, Delivery.DM: 1}
"""How many followers one message pings; Discord takes a hundred in a channel."""
RETRY_AFTER = (60.0, 300.0, 1800.0)
"""Seconds before each new try after a failure; the last one repeats."""
NONCE_BYTES = 10
SUNDAY = 6


class Boards:
    """Sender of the standings of days that are over: one message for each `Board` and day."""

    def __init__(self, services: Services, days: DailyDeals) -> None:
        """Store the `services` that it sends and reads with, and the `days` by which dates begin and end."""
        self._services = services
        self._storage, self._days = services.storage, days
        self._preferences = services.preferences
        self._sender = services.announcer.sender
        self._failures: Counter[int] = Counter()

    async def post(self, boards: Iterable[Board]) -> None:
        """Post the standings of all days that are over to each of `boards`, also where another one fails."""
        for board in boards:
            retry = await self._try(self._post(board), board.server)
            if retry is not None:
                await self._preferences.change(Board, board.server, due=retry)

    async def check_due(self) -> None:
        """Make boards due that wait for the end of a later day than today, since the clock was set back."""
        now = self._days.now()
        end = self._days.end_of(self._days.today)
        for board in await self._storage.choices(Board):
            if board.due is not None and board.due > end:
                # Another process that was faster may have posted there by now.
                with suppress(LostUpdate):
                    await self._storage.store_choices(
                        replace(board, due=now), was=board
                    )

    async def _try(self, work: Awaitable[None], subject: int) -> float | None:
        """Await `work` on a guild or user; return when to retry it where it failed, later each time, else None.

        The first failure is logged. A failure of the storage, which concerns all, is raised.
        """
        try:
            await work
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the others have their standings
            self._failures[subject] += 1
            if self._failures[subject] == 1:
                log.warning("standings, or a call to them, are tried again: %r", error)
            tries = min(self._failures[subject], len(RETRY_AFTER))
            return self._days.now() + RETRY_AFTER[tries - 1]

        del self._failures[subject]
        return None

    async def _post(self, board: Board) -> None:
        """Post the standings of each day between `board.posted` and today, then store when the board is due again.

        A Sunday is looked at for the week even if it had no deal; a day of which a deal still runs isn't.
        A refusal for good is logged; where Discord fails, the error is raised.
        """
        today = self._days.today
        change = self._preferences.change
        deals = await self._storage.choices(Deal)
        over = {each.date for each in deals if each.state is State.OVER}
        runs = {each.date for each in deals if each.state is State.RUNNING}
        dates = {*over, *map(_sunday_of, over)} - runs
        board = await self._note_early(board, dates)
        for date in sorted(dates.difference(board.early)):
            if board.posted < date < today:
                await self._post_day(
                    board, date, [each for each in deals if each.date == date]
                )
                await change(Board, board.server, posted=date)

        due = self._days.end_of(today)
        await change(Board, board.server, due=due)
        self._days.hear(due)

    async def _note_early(self, board: Board, dates: Iterable[str]) -> Board:
        """Return `board`, stored with those of `dates` that it has `early`, if the clock was set back since."""
        today = self._days.today
        if board.posted < today:
            return board

        there = {*board.early, *(each for each in dates if each <= board.posted)}
        early = tuple(sorted(each for each in there if each >= today))
        return await self._preferences.change(
            Board, board.server, posted=shift_date(today, -1), early=early
        )

    async def _post_day(self, board: Board, date: str, deals: Sequence[Deal]) -> None:
        sunday = date == _sunday_of(date)
        first = shift_date(date, 1 - WEEK) if sunday else date
        known = await self._storage.choices(Entry, server=board.server, since=first)
        entries = [each for each in known if each.points is not None]
        users = {each.user for each in entries}
        habits = {user: await self._preferences.get(Habit, user) for user in users}
        found = [await self._standings(deal, entries, habits) for deal in deals]
        told = [each for each in found if each.placed]
        weekly = week(entries, habits, date) if sunday else []

        if board.channel is not None and (told or weekly):
            await self._send(board, date, told, weekly)

    async def _standings(
        self, deal: Deal, entries: Iterable[Entry], habits: dict[int, Habit]
    ) -> Standings:
        """Return the `Standings` of `deal` from the `entries` of a guild, as far as the users' `habits` allow."""
        ranked = rank_entries(filter(deal.has, entries), habits)
        shared = {
            each.entry.table for each in ranked if habits[each.entry.user].opens_games
        }
        return Standings(deal, ranked, shared, await self._moments(ranked))

    async def _moments(self, ranked: Sequence[Placed]) -> list[DivergentMoment]:
        played = []
        for each in ranked[:COMPARED] if len(ranked) > 1 else ():
            for table in await self._services.tables.get_readable([each.entry.table]):
                lines = await self._storage.log(table.id)
                seat = table.viewer(each.entry.user)
                if seat is not None:
                    played.append(
                        await asyncio.to_thread(
                            decisions, table.started_match, seat, lines
                        )
                    )

        return moments(played)

    async def _send(
        self, board: Board, date: str, told: Sequence[Standings], weekly: Sequence[Week]
    ) -> None:
        """Post the standings `told`, unless Discord refuses them for good, and store a `Call` to them for followers."""
        public = await self._services.audience.language(board.server)
        outgoing = view.standings(date, told, weekly, public)
        channel = board.channel or 0
        begun = DedupeWindow(self._days.end_of(date))
        try:
            post = await self._sender.send(
                channel, outgoing, _nonce("d", board.server, date), begun
            )
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info("the standings of %s could not be posted: %s", date, error)
            return

        followers, now = await self._followers(board.server), self._days.now()
        due = {user: end or now for user, (_, end) in followers.items()}
        calls = (
            Call(board.server, user, date, channel, post, at)
            for user, at in due.items()
        )
        await self._storage.store_choices(*calls)
        for at in {*due.values()}:
            self._days.hear(at)

    # Calls

    async def call(self, calls: Iterable[Call]) -> None:
        """Ping followers whose `calls` are due, also where others fail; one whose silence goes on is due at its end."""
        for _, together in groupby(sorted(calls, key=_post_of), _post_of):
            awake = await self._awake(list(together))
            for way, most in AT_ONCE.items():
                for group in discord.utils.as_chunks(awake[way], most):
                    retry = await self._try(self._send_calls(group, way), group[0].user)
                    if retry is not None:
                        await self._storage.store_choices(
                            *(replace(each, due=retry) for each in group)
                        )

    async def _awake(self, calls: Sequence[Call]) -> Mapping[Delivery, list[Call]]:
        """Return those of `calls`, all of one guild, that may be sent now, by their delivery; postpone the others."""
        followers = await self._followers(calls[0].server)
        awake = defaultdict[Delivery, list[Call]](list)
        for each in calls:
            way, end = followers.get(each.user, (None, None))
            if way is None:
                await self._storage.store_choices(_done(each))
            elif end is not None:
                await self._storage.store_choices(replace(each, due=end))
            else:
                awake[way].append(each)

        return awake

    async def _send_calls(self, calls: Sequence[Call], way: Delivery) -> None:
        """Ping the users of `calls` below the post to which they all are, or the only one by DM; delete `calls`.

        The `Follow` of a user that has left the server is removed instead. What Discord refuses for good is logged.
        """
        first, audience = calls[0], self._services.audience
        public = await audience.language(first.server)
        facts = {"date": first.date, "link": _link(first)}
        users = tuple(each.user for each in calls)
        if way is Delivery.CHANNEL:
            players = ", ".join(f"<@{user}>" for user in users)
            told = public.text("daily-called", players=players, **facts)
            outgoing = Page(content=told, pings=users)
        elif await self._sender.is_unknown_member(first.server, first.user):
            await self._storage.store_choices(
                Follow(first.server, FOLLOWED, first.user), _done(first)
            )
            return
        else:
            reader = known_language(await audience.person(first.user)) or public
            outgoing = Page(content=reader.text("daily-told", **facts), loud=True)

        try:
            by_dm = way is Delivery.DM
            await self._sender.send(
                await self._sender.open_dm(first.user) if by_dm else first.channel,
                outgoing,
                _nonce("e", first.server, first.date, first.user),
                DedupeWindow(self._days.end_of(first.date)),
            )
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info(
                "a call to the standings of %s could not be sent: %s", first.date, error
            )

        await self._storage.store_choices(*map(_done, calls))

    async def _followers(self, server: int) -> dict[int, tuple[Delivery, float | None]]:
        """Return the delivery of each follower of the standings in `server`, and the end of their silence, if any.

        That is the end of quiet hours, or of an absence.
        """
        now = self._days.now()
        followers = {}
        for each in await self._storage.choices(Follow, server=server):
            if each.game == FOLLOWED and each.way:
                settings = await self._services.audience.time_settings(each.user)
                end = settings.pings_allowed_at(now, settings.away_until(now))
                followers[each.user] = each.way, end
        return followers


def _sunday_of(date: str) -> str:
    """Return the Sunday that ends the week of `date`."""
    return shift_date(date, SUNDAY - dt.date.fromisoformat(date).weekday())


def _post_of(call: Call) -> tuple[int, int]:
    return call.server, call.post


def _done(call: Call) -> Call:
    """Return the change that deletes `call`."""
    return Call(call.server, call.user)


def _link(call: Call) -> str:
    return f"https://discord.com/channels/{call.server}/{call.channel}/{call.post}"


def _nonce(kind: str, server: int, date: str, user: int = 0) -> str:
    """Return the nonce of a message: the letter `kind`, and a hash of its `server`, `date` and `user`."""
    about = f"{server} {date} {user}".encode()
    return kind + blake2b(about, digest_size=NONCE_BYTES).hexdigest()
