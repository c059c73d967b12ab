"""Deals of the day: their stored records, the dates of the whole bot, and the `Deal` of each.

A deal is drawn once, by the first process that needs it; its secret is random and follows from no date. After a wall
clock rewind the newest deal goes on. One of a date after tomorrow was drawn by a wrong clock, or the clock is wrong
now: either way it stays as it is, and waits for its date, as `early`; if it was never begun, newer rules draw it anew
instead of calling it off. Stored besides are each `Entry` and `Claim`, a user's `Habit` and a guild's `Board`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, date, datetime
from enum import StrEnum
from hashlib import blake2b
from operator import attrgetter
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import AfterValidator

from bot.clocks.table_clock import DAY
from bot.clocks.timeline import Moment
from bot.interactions.services import Services
from bot.storage.keyed_documents import DocumentKind
from bot.storage.port import LostUpdate
from bot.storage.records import HEX, NO_TABLE, TableId
from bot.storage.store import Store
from bot.tables import table as tables
from bot.texts.fluent import Language
from engine.frozen import frozen, replace
from engine.game import AnyGame, Games


def _real_day(written: str) -> str:
    """Return the date `written` in ISO 8601, of the years from 2000 to 2999; raise `ValueError` for any other text."""
    if date.fromisoformat(written).isoformat() != written or written[0] != "2":
        raise ValueError(written)
    return written


Day = Annotated[str, AfterValidator(_real_day)]


class State(StrEnum):
    """State of a deal: its day runs, is over, or was called off."""

    RUNNING = "running"
    OVER = "over"
    OFF = "off"


class Par(NamedTuple):
    """Result of a rival of `level` with the deal: `points`, and the `lead` over the best of the others."""

    level: str
    points: int
    lead: int


@frozen
class Deal:
    """Deal of a date and game: its `secret`, pledged as soon as it is drawn, and the version of the `rules` it has.

    `date` is in ISO 8601. `due` is when it is checked: at the end of its day, and once it expires. `early`: it was
    drawn by a wrong clock, days before its date, and waits for that.
    """

    __pydantic_config__ = HEX
    date: Day
    game: str
    secret: bytes = field(default=b"", repr=False)
    rules: int = 0
    state: State = State.RUNNING
    pars: tuple[Par, ...] = ()
    due: Moment | None = None
    early: bool = False

    def has(self, record: Entry | Claim) -> bool:
        """Tell whether `record` belongs to this deal."""
        return (record.date, record.game) == (self.date, self.game)


@frozen
class Entry:
    """Participation of `user` in a deal: the `table`, `since` when, and the result; `NO_TABLE` while the table opens.

    `server` is the guild where it began, None for a DM. `points` and `lead` are None until the day is over. `off` is
    set once the deal is called off, to the question that told so at the table; empty before.
    """

    date: Day
    game: str
    user: int
    server: int | None = None
    name: str = ""
    table: TableId = NO_TABLE
    since: float = 0.0
    points: int | None = None
    lead: int | None = None
    off: str | None = None
    due: Moment | None = None


@frozen
class Claim:
    """Proof that a user plays a deal, as a hash keyed with its secret: it outlives the user's erasure on that day.

    `due` is when the claim is deleted, at the end of the deal; None where the user hasn't begun.
    """

    date: Day
    game: str
    who: str
    due: Moment | None = None


T = TypeVar("T", Claim, Entry)


class Shown(StrEnum):
    """Choice of a user for the standings: result and name, the result alone, or neither."""

    NAMED = "named"
    UNNAMED = "unnamed"
    HIDDEN = "hidden"


@frozen
class Habit:
    """Choices of `user` for the standings: `shown` is None before the first one, `shared` opens the games to others.

    `streak` counts the days in a row on which a deal was played to its end, up to the `last` one.
    """

    user: int
    shown: Shown | None = None
    shared: bool = False
    streak: int = 0
    last: str = ""

    @property
    def opens_games(self) -> bool:
        """Tell whether others may look at the games: those of users who are in the standings, if they share them."""
        return self.shared and self.shown in {Shown.NAMED, Shown.UNNAMED}


@frozen
class Board:
    """Channel of `server` for the standings, None for nowhere; those up to the date `posted` are there.

    So are those of the `early` dates, which were posted by a wrong clock.
    """

    server: int
    channel: int | None = None
    posted: str = ""
    due: Moment | None = None
    early: tuple[str, ...] = ()


@frozen
class Call:
    """Ping of `user`, once it is `due`, to the standings of `date` on `server`: the message `post` in `channel`.

    The next standings there replace it, so that a user who was away for long is pinged to the latest alone.
    """

    server: int
    user: int
    date: Day = ""
    channel: int = 0
    post: int = 0
    due: Moment | None = None


KINDS = (
    DocumentKind("daily-deal", Deal, ("date", "game"), due="due"),
    DocumentKind("daily-entry", Entry, ("date", "game", "user"), due="due"),
    DocumentKind("daily-claim", Claim, ("date", "game", "who"), due="due"),
    DocumentKind("daily-habit", Habit, ("user",)),
    DocumentKind("daily-board", Board, ("server",), due="due"),
    DocumentKind("daily-call", Call, ("server", "user"), due="due"),
)


async def settings_lines(
    storage: Store, user: int, _: int | None, language: Language
) -> Sequence[str]:
    """Return the lines about a user's `Habit` in the settings; none before the first choice."""
    habit = await storage.choice(Habit, user)
    if habit.shown is None:
        return ()
    return habit_lines(habit, language)


def habit_lines(habit: Habit, language: Language) -> tuple[str, str]:
    """Return two lines about `habit`: how its user is shown, and whether others may look at the games."""
    shown = language.text(f"daily-shown-{habit.shown}-now")
    shared = "on" if habit.opens_games else "off"
    return shown, language.text(f"daily-shared-{shared}-now")


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return the stored data of `user` for the export; a result is in it once its day is over."""
    habit = await storage.choice(Habit, user)
    entries = await storage.choices(Entry, user=user)
    found = sorted(entries, key=attrgetter("date", "game"))
    calls = await storage.choices(Call, user=user)
    if habit == Habit(user) and not found and not calls:
        return {}

    return {
        "deals of the day": {
            "standings": habit.shown,
            "others may look at your games": habit.shared,
            "days in a row": habit.streak,
            "last day": habit.last,
            "played": [_entry_data(each) for each in found],
            "calls to standings": [
                {
                    "server": str(each.server),
                    "day": each.date,
                    "at": datetime.fromtimestamp(each.due or 0.0, UTC),
                }
                for each in calls
            ],
        }
    }


def _entry_data(entry: Entry) -> dict[str, Any]:
    return {
        "day": entry.date,
        "game": entry.game,
        "server": None if entry.server is None else str(entry.server),
        "table": int(entry.table),
        "name": entry.name,
        "begun": datetime.fromtimestamp(entry.since, UTC),
        "points": entry.points,
        "lead": entry.lead,
    }


KEPT = 35 * DAY
"""Seconds for which deals and results are kept after their day: a week's table looks back, and so do people."""
WHO_BYTES = 16
PURPOSE = b"daily claim"
DEAL_SEATS, MOST_DECISIONS = 4, 45
"""How many play a deal of the day, and how often one of them decides at most."""


def can_be_dealt(game: AnyGame) -> bool:
    """Tell whether there are deals of the day of a game: it has `points`, and one of `DEAL_SEATS` isn't too long."""
    short = game.decisions <= MOST_DECISIONS
    return game.points is not None and short and DEAL_SEATS in game.seats


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
            key: game for key, game in services.games.items() if can_be_dealt(game)
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
        if deal.early and game and not await self.records(Claim, deal):
            return await self._draw(deal)

        return await self._store(replace(deal, state=State.OFF), deal)

    async def records(self, kind: type[T], deal: Deal) -> list[T]:
        """Return the claims, or the entries, of all who have begun `deal`."""
        return [each for each in await self._storage.choices(kind) if deal.has(each)]

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
