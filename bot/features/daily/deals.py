"""Dates of the whole bot, and the `Deal` of each: drawn once, by the first process that needs it.

The secret of a deal is random and follows from no date. After a wall clock rewind the newest deal goes on. One of a
date after tomorrow was drawn by a wrong clock, or the clock is wrong now: either way it stays as it is, and waits for
its date, as `early`; if nobody has begun it, newer rules draw it anew instead of calling it off.
"""

from __future__ import annotations

import datetime as dt
from hashlib import blake2b
from operator import attrgetter

from bot.clocks.table_clock import DAY
from bot.features.daily.records import Claim, Deal, State
from bot.interactions.services import Services
from bot.storage.port import LostUpdate
from bot.tables import table as tables
from engine.frozen import replace
from engine.game import AnyGame, Games

KEPT = 35 * DAY
"""Seconds for which deals and results are kept after their day: a week's table looks back, and so do people."""
WHO_BYTES = 16
PURPOSE = b"daily claim"
DEAL_SEATS, MOST_DECISIONS = 4, 45
"""How many play a deal of the day, and how often one of them decides at most."""


def deal_seats(game: AnyGame) -> int | None:
    """Return the number of seats of a game's deal of the day, one of them a person's.

    None if the game has no `points`, or more `decisions` than `MOST_DECISIONS`.
    """
    long = game.decisions > MOST_DECISIONS
    if game.points is None or long or DEAL_SEATS not in game.seats:
        return None
    return DEAL_SEATS


def shift_date(date: str, days: int) -> str:
    """Return the date `days` after `date`, both in ISO 8601."""
    return (dt.date.fromisoformat(date) + dt.timedelta(days=days)).isoformat()


def claimant_hash(deal: Deal, user: int) -> str:
    """Return the keyed hash that stands for `user` in a `Claim`; without the secret of `deal` it leads to no user."""
    return blake2b(
        str(user).encode(), key=deal.secret, person=PURPOSE, digest_size=WHO_BYTES
    ).hexdigest()


class DailyDeals:
    """Repository of the deals of the day, which draws them on demand."""

    def __init__(self, services: Services) -> None:
        """Store the parts of `services`: storage, games that can be dealt alike for all, clock, zone, and schedule."""
        self._storage = services.storage
        self.hear = services.tables.schedule.notify_due
        self.now, self._zone = services.tables.now, services.zone
        self.games: Games = {
            key: game
            for key, game in services.games.items()
            if deal_seats(game) is not None
        }

    @property
    def today(self) -> str:
        """Return the present date in the bot's zone, in ISO 8601."""
        return dt.datetime.fromtimestamp(self.now(), self._zone).date().isoformat()

    def end_of(self, date: str) -> float:
        """Return when `date` ends in the bot's zone, in seconds since the epoch."""
        next_day = dt.date.fromisoformat(shift_date(date, 1))
        return dt.datetime.combine(next_day, dt.time(), self._zone).timestamp()

    async def deal(self, game: str) -> Deal:
        """Return the deal of `game` for today or tomorrow, the newest; drawn now for today if there is none yet."""
        today = self.today
        known = [
            each
            for each in await self._storage.choices(Deal)
            if each.game == game
            and today <= each.date <= (today if each.early else shift_date(today, 1))
        ]
        if not known:
            return await self._draw(Deal(today, game))
        return await self.check_rules(max(known, key=attrgetter("date")))

    async def check_rules(self, deal: Deal) -> Deal:
        """Return `deal`; if it runs and its game is gone or has other rules by now, it is called off and stored.

        An `early` one that nobody has begun is drawn anew by the other rules.
        """
        game = self.games.get(deal.game)
        if deal.state is not State.RUNNING or (game and game.version == deal.rules):
            return deal
        if deal.early and game and not await self.claims(deal):
            return await self._draw(deal)

        return await self._store(replace(deal, state=State.OFF), deal)

    async def claims(self, deal: Deal) -> list[Claim]:
        """Return the claims of all who have begun `deal`."""
        return [each for each in await self._storage.choices(Claim) if deal.has(each)]

    async def mark_early(self, deal: Deal) -> Deal:
        """Return `deal`, stored as `early` if it is of a date after tomorrow."""
        if deal.early or deal.date <= shift_date(self.today, 1):
            return deal
        return await self._store(replace(deal, early=True), deal)

    async def _draw(self, before: Deal) -> Deal:
        """Return the deal of the date and game of `before`, drawn and stored in its place."""
        due = self.end_of(before.date)
        secret, version = tables.fresh_secret(), self.games[before.game].version
        drawn = await self._store(
            replace(before, secret=secret, rules=version, due=due), before
        )
        self.hear(due)

        return drawn

    async def _store(self, deal: Deal, before: Deal) -> Deal:
        """Store `deal` in the place of `before`; return the one of another process that was faster."""
        try:
            await self._storage.store_choices(deal, was=before)
        except LostUpdate:
            return await self._storage.choice(Deal, deal.date, deal.game)
        return deal

    async def called_off_dates(self) -> frozenset[str]:
        """Return the dates on which any deal was called off: who missed one of them may have begun that deal."""
        return frozenset(
            each.date
            for each in await self._storage.choices(Deal)
            if each.state is State.OFF
        )
