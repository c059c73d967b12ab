"""The days of the whole bot, and the deal of each: drawn once, whichever process is asked first.

The secret of a deal is random and follows from no date. Where the clock was set back, the newest deal goes on.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from zoneinfo import ZoneInfo

from bot.clocks.clock import DAY
from bot.features.daily.kept import Deal, State
from bot.interactions.services import Services
from bot.storage.port import LostUpdate
from bot.tables import table as tables
from engine.duplicate import deal_seats
from engine.game import AnyGame

KEPT = 35 * DAY
"""Seconds for which deals and results are kept after their day: a week's table looks back, and so do people."""
WHO_BYTES = 16
PURPOSE = b"daily claim"


def date_of(moment: float, zone: ZoneInfo) -> str:
    """Return the day of a moment, in ISO 8601."""
    return dt.datetime.fromtimestamp(moment, zone).date().isoformat()


def end_of(date: str, zone: ZoneInfo) -> float:
    """Return when a day ends, in seconds since the epoch."""
    return dt.datetime.combine(dt.date.fromisoformat(shifted(date, 1)), dt.time(), zone).timestamp()


def shifted(date: str, days: int) -> str:
    """Return the day so many days after another one."""
    return (dt.date.fromisoformat(date) + dt.timedelta(days=days)).isoformat()


def who(deal: Deal, user: int) -> str:
    """Return what stands for a user in a claim on a deal; without its secret nobody finds out for whom."""
    return blake2b(str(user).encode(), key=deal.secret, person=PURPOSE, digest_size=WHO_BYTES).hexdigest()


def _date(deal: Deal) -> str:
    return deal.date


class Days:
    """Draws and finds the deals of the day."""

    def __init__(self, services: Services) -> None:
        """Take the storage, the games, the time, the zone in which days begin, and who hears what is due when."""
        self._storage = services.storage
        self.hear = services.tables.schedule.notify_due
        self.now, self.zone = services.tables.now, services.zone
        self.games: Mapping[str, AnyGame] = {
            key: game for key, game in services.games.items() if deal_seats(game) is not None
        }

    @property
    def today(self) -> str:
        """Return what day it is."""
        return date_of(self.now(), self.zone)

    async def deal(self, game: str) -> Deal:
        """Return the deal of today, drawn now if nobody has asked for it yet."""
        today = self.today
        known = [each for each in await self._storage.choices(Deal) if each.game == game and each.date >= today]
        return await self.checked(max(known, key=_date)) if known else await self._draw(today, game)

    async def checked(self, deal: Deal) -> Deal:
        """Return a deal whose day runs; called off if its game has other rules by now, or is there no more."""
        game = self.games.get(deal.game)
        if deal.state is not State.RUNNING or (game is not None and game.version == deal.rules):
            return deal
        off = replace(deal, state=State.OFF)
        try:
            await self._storage.keep(off, was=deal)
        except LostUpdate:
            return await self._storage.choice(Deal, deal.date, deal.game)
        return off

    async def _draw(self, today: str, game: str) -> Deal:
        none, due = Deal(today, game), end_of(today, self.zone)
        drawn = Deal(today, game, tables.fresh_secret(), self.games[game].version, due=due)
        try:
            await self._storage.keep(drawn, was=none)
        except LostUpdate:
            # Another process was asked at the same time.
            return await self._storage.choice(Deal, today, game)
        self.hear(due)
        return drawn

    async def called_off(self) -> frozenset[str]:
        """Return the days on which all deals were called off."""
        deals = await self._storage.choices(Deal)
        stood = {each.date for each in deals if each.state is not State.OFF}
        return frozenset({each.date for each in deals} - stood)
