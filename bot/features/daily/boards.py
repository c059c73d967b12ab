"""Standings of a day in the channel of each `Board`: one message a day without sound, which pings only followers."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

import discord

from bot.announce.crash_dedupe import Origin
from bot.features.daily import view
from bot.features.daily.days import Days, end_of, shift_date
from bot.features.daily.kept import Board, Deal, Entry, Habit, State
from bot.features.daily.moments import Decision, Moment, decisions, moments
from bot.features.daily.results import WEEK, Placed, Week, rank_entries, week
from bot.features.daily.view import Standings
from bot.interactions.services import Services
from bot.sending.codes import SERVERS_FAULT
from bot.sending.outgoing import Outgoing, page_message
from bot.storage.port import Damaged
from bot.storage.records import Follow, Way
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.table import Table

log = logging.getLogger(__name__)

FOLLOWED: Final = "daily"
"""What somebody follows, in the place of a game, who wants to be called when standings are posted."""
COMPARED = 40
"""How many games of a deal are compared at most, to find where choices parted."""
NONCE_BYTES = 10
SUNDAY = 6


class Boards:
    """Sender of the standings of days that are over: one message for each `Board` and day."""

    def __init__(self, services: Services, days: Days) -> None:
        """Store the `services` that it sends and reads with, and the `days` by which dates begin and end."""
        self._services = services
        self._storage, self._days, self._sender = services.storage, days, services.announcer.sender

    async def post(self, board: Board) -> None:
        """Post the standings of each day between `board.posted` and today, then store when the board is due again.

        A refusal for good is logged. Where Discord or the storage fails, the error is raised, and the board stays due.
        """
        today = self._days.today
        deals = [
            each for each in await self._storage.choices(Deal) if board.posted < each.date < today
        ]
        for date in sorted({each.date for each in deals if each.state is State.OVER}):
            await self._post_day(board, date, [each for each in deals if each.date == date])
            await self._services.preferences.change(Board, board.server, posted=date)

        due = end_of(today, self._days.zone)
        await self._services.preferences.change(Board, board.server, due=due)
        self._services.tables.schedule.notify_due(due)

    async def _post_day(self, board: Board, date: str, deals: Sequence[Deal]) -> None:
        sunday = dt.date.fromisoformat(date).weekday() == SUNDAY
        first, kept = shift_date(date, 1 - WEEK) if sunday else date, self._services.preferences
        known = await self._storage.choices(Entry, server=board.server, since=first)
        entries = [each for each in known if each.points is not None and each.date <= date]
        habits = {user: await kept.get(Habit, user) for user in {each.user for each in entries}}
        found = [await self._standings(deal, entries, habits) for deal in deals]
        told = [each for each in found if each.placed]
        if not told or board.channel is None:
            return
        weekly = week(entries, habits, date) if sunday else []

        await self._send(board, date, told, weekly)

    async def _standings(
        self, deal: Deal, entries: Iterable[Entry], habits: dict[int, Habit]
    ) -> Standings:
        """Return the `Standings` of `deal` from the `entries` of a guild, as far as the users' `habits` allow."""
        ranked = rank_entries(
            (each for each in entries if (each.date, each.game) == (deal.date, deal.game)), habits
        )
        shared = {each.entry.table for each in ranked if habits[each.entry.user].opens_games}
        return Standings(deal, tuple(ranked), frozenset(shared), tuple(await self._moments(ranked)))

    async def _moments(self, ranked: Sequence[Placed]) -> list[Moment]:
        played: list[list[Decision]] = []
        for each in ranked[:COMPARED] if len(ranked) > 1 else ():
            table = await self._table(each.entry)
            if table is not None:
                lines = await self._storage.log(table.id)
                seat = table.viewer(each.entry.user)
                if seat is not None:
                    played.append(
                        await asyncio.to_thread(decisions, table.started_match, seat, lines)
                    )

        return moments(played)

    async def _table(self, entry: Entry) -> Table | None:
        try:
            return await self._services.tables.get(entry.table)
        except (NoSuchTable, TableClosed, Damaged):
            return None

    async def _send(
        self, board: Board, date: str, told: Sequence[Standings], weekly: Sequence[Week]
    ) -> None:
        """Post the standings `told`, unless Discord refuses them for good, and send a DM to each follower by DM."""
        public = await self._services.audience.language(board.server)
        called = await self._followers(board.server)
        pings = tuple(user for user, way in called.items() if way is Way.CHANNEL)
        look = replace(page_message(view.standings(date, told, weekly, pings, public)), pings=pings)
        channel = board.channel or 0
        try:
            post = await self._sender.send(
                channel, look, _nonce("d", board, date), self._origin(date)
            )
        except discord.HTTPException as error:
            if error.status >= SERVERS_FAULT:
                raise
            log.info("the standings of %s could not be posted: %s", date, error)
            return
        link = f"https://discord.com/channels/{board.server}/{channel}/{post}"

        for user in (user for user, way in called.items() if way is Way.DM):
            await self._write(board, date, user, public.text("daily-told", date=date, link=link))

    async def _write(self, board: Board, date: str, user: int, told: str) -> None:
        """Send `user` the DM `told` about posted standings; a user that takes no DMs is logged."""
        look = Outgoing(told, loud=True)

        try:
            channel = await self._sender.open_dm(user)
            await self._sender.send(
                channel, look, _nonce("e", board, date, user), self._origin(date)
            )
        except discord.HTTPException as error:
            if error.status >= SERVERS_FAULT:
                raise
            log.info("somebody who follows the deal of the day takes no DMs: %s", error)

    def _origin(self, date: str) -> Origin:
        return Origin(end_of(date, self._days.zone), newest=True)

    async def _followers(self, server: int) -> dict[int, Way]:
        """Return the followers of the standings in `server` that may be pinged now, with the delivery of each."""
        now, called = self._days.now(), dict[int, Way]()
        for each in await self._storage.choices(Follow, server=server):
            if each.game == FOLLOWED and each.way is not None:
                habits = await self._services.audience.time_settings(each.user)
                if habits.pings_allowed_at(now, habits.away_until(now)) is None:
                    called[each.user] = each.way
        return called


def _nonce(kind: str, board: Board, date: str, user: int = 0) -> str:
    """Return the nonce of a message: the letter `kind`, and a hash of its guild, `date` and `user`."""
    return (
        kind
        + blake2b(f"{board.server} {date} {user}".encode(), digest_size=NONCE_BYTES).hexdigest()
    )
