"""Close of a day: results are counted, tables unsealed, pars computed, and the standings posted.

Theory of operation. Entries, deals and boards say when they are `due`, and belong to no guild, so that one process does
all of it, in this order: a result is stored, then its table is unsealed, then the entry is due again when it expires;
the deal is over once no entry of its day is due; then each board is posted to, calls to its followers are stored, and
its `posted`. Each step is idempotent, so that a crash between any two is made up for by doing them again; a message
that was sent but not stored is found by the buttons below it (`bot.announce.dedupe`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from math import inf

from bot.features.daily.boards import Boards
from bot.features.daily.deals import (
    DEAL_SEATS,
    KEPT,
    Board,
    Call,
    Claim,
    DailyDeals,
    Deal,
    Entry,
    Habit,
    Par,
    Shown,
    State,
)
from bot.features.daily.rankings import margin, streak
from bot.interactions.services import Services
from bot.rivals.thinking import Thinkers, repeatable_choice
from bot.storage.port import Damaged
from bot.storage.records import NO_PLACE, NO_TABLE, NO_USER, Status, TableRecord
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.table import Table
from bot.tables.tables import table_after
from engine import fairness
from engine.frozen import replace
from engine.game import AnyGame
from engine.match import Match
from engine.scene import Seat

log = logging.getLogger(__name__)

MOST = 100
"""How many entries are looked at together."""


class Closing:
    """Task that closes the days that are over, run whenever an entry, deal, claim or board is due."""

    def __init__(self, services: Services) -> None:
        """Store the `services` that it works with."""
        self._services = services
        self._storage, self._tables = services.storage, services.tables
        self._kept = services.preferences
        self._days = DailyDeals(services)
        self._boards = Boards(services, self._days)
        self._closed = inf

    async def close(self, now: float) -> None:
        """Call off deals of other rules, then close all entries, deals, claims and boards that are due at `now`."""
        await self._call_off(now)
        choices = self._storage.choices
        while entries := await choices(Entry, due=now, most=MOST):
            for entry in entries:
                await self._close_entry(entry, now)
        for deal in await choices(Deal, due=now):
            await self._close_deal(deal, now)
        # Those of deals that are over, also when somebody began in that very second.
        await self._forget(await choices(Claim, due=now))

        if now < self._closed:
            # The clock was set back, perhaps while Herald was down.
            await self._boards.check_due()
        self._closed = now
        await self._boards.post(await choices(Board, due=now))
        await self._boards.call(await choices(Call, due=now))

    # Entries

    async def _close_entry(self, entry: Entry, now: float) -> None:
        """Store the result of `entry`, if any, and open its table; delete it without one, or `KEPT` seconds later."""
        kept = self._days.end_of(entry.date) + KEPT
        table = await self._table(entry)
        if table and table.viewer(entry.user) is not None:
            entry = await self._count_result(entry, table)
            await self._open(entry, table, expires=kept <= now)

        if entry.points is None or kept <= now:
            await self._storage.store_choices(Entry(entry.date, entry.game, entry.user))
            return
        await self._count_streak(entry)

        await self._storage.store_choices(replace(entry, due=kept))

    async def _table(self, entry: Entry) -> Table | None:
        if entry.table == NO_TABLE:
            return None
        try:
            return await self._tables.get(entry.table)
        except (NoSuchTable, TableClosed, Damaged) as error:
            why = type(error).__name__
            log.info("a table of the deal of %s can't be read: %s", entry.date, why)
            return None

    async def _open(self, entry: Entry, table: Table, *, expires: bool) -> None:
        """Unseal `table`; others may look at it as its person wants now, until the entry `expires`."""
        habit = await self._kept.get(Habit, entry.user)
        shared = habit.opens_games and entry.points is not None and not expires
        await self._tables.unseal(
            table.id, shared=shared, unnamed=habit.shown is Shown.UNNAMED
        )

    async def _count_result(self, entry: Entry, table: Table) -> Entry:
        """Return `entry` with the result of `table`, stored; unchanged where the match isn't over."""
        game, seat = table.started_match.game, table.viewer(entry.user)
        if table.status is not Status.SEALED or game.points is None or seat is None:
            return entry
        points = game.points(table.started_match.state)
        counted = replace(entry, points=points[seat], lead=margin(points, seat))
        await self._storage.store_choices(counted)
        return counted

    async def _count_streak(self, entry: Entry) -> None:
        """Count the day of `entry` in the `streak` of its user, once."""
        habit = await self._kept.get(Habit, entry.user)
        if habit.last < entry.date:
            off = await self._days.called_off_dates()
            days = streak(habit, entry.date, off) + 1
            await self._kept.change(Habit, entry.user, streak=days, last=entry.date)

    # Deals

    async def _close_deal(self, deal: Deal, now: float) -> None:
        """Close `deal`, with its pars if it was played; delete it once `KEPT` seconds are over."""
        kept = self._days.end_of(deal.date) + KEPT
        if kept <= now:
            await self._storage.store_choices(Deal(deal.date, deal.game))
            return

        claims = await self._days.records(Claim, deal)
        await self._unseal_rest(deal)
        game, closed = self._days.games.get(deal.game), replace(deal, due=kept)
        if deal.state is State.RUNNING:
            closed = replace(closed, state=State.OVER)
            if claims and game and game.version == deal.rules:
                found = await find_pars(deal, game, self._services.thinkers)
                closed = replace(closed, pars=found)
        await self._storage.store_choices(closed)

        if claims and game:
            # Who played yesterday finds a pledge as the day begins.
            await self._days.deal(deal.game)

    async def _forget(self, claims: Iterable[Claim]) -> None:
        await self._storage.store_choices(
            *(Claim(each.date, each.game, each.who) for each in claims)
        )

    async def _unseal_rest(self, deal: Deal) -> None:
        """Unseal the tables of `deal` without an `Entry`: it was erased with its user, or its row is damaged."""
        sealed = await self._storage.find(status=[Status.SEALED])
        for record in sealed:
            if (record.deal, record.game) == (deal.date, deal.game):
                await self._tables.unseal(record.id, shared=False)

    async def _call_off(self, now: float) -> None:
        """Call off deals whose game has other rules by now: entries are void, claims deleted, and no streak ends."""
        for each in await self._storage.choices(Deal):
            called_off = deal = await self._days.mark_early(each)
            runs = deal.due is not None and now < deal.due
            if runs or await self._was_played_by_new_rules(deal):
                called_off = await self._days.check_rules(deal)

            if called_off.state is State.OFF and (
                claims := await self._days.records(Claim, deal)
            ):
                for entry in await self._days.records(Entry, deal):
                    await self._void_entry(entry)
                await self._forget(claims)

    async def _was_played_by_new_rules(self, deal: Deal) -> bool:
        """Tell whether `deal` runs and has a move by other rules: an update came shortly before the end of its day."""
        game = self._days.games.get(deal.game)
        if (
            deal.state is not State.RUNNING
            or game is None
            or game.version == deal.rules
        ):
            return False
        for entry in await self._days.records(Entry, deal):
            lines = await self._storage.log(entry.table)
            if any(line.rules != deal.rules for line in lines):
                return True
        return False

    async def _void_entry(self, entry: Entry) -> None:
        """Take the result of `entry`, and let its table go on as an ordinary one; it is deleted when the day ends."""
        table = await self._table(entry)
        if table and table.record.deal == entry.date:
            await self._tables.unseal(table.id, shared=False)
        await self._storage.store_choices(
            replace(
                entry,
                points=None,
                lead=None,
                off=entry.off or "",
                due=self._days.end_of(entry.date),
            )
        )


PAR_LEVELS = ("knight", "champion")
QUICK_LEVEL = "knight"
TRIES, SECONDS = 3, 300.0
"""How often a par is looked for, and for how long each time: standings do without one that isn't found."""


async def find_pars(deal: Deal, game: AnyGame, thinkers: Thinkers) -> tuple[Par, ...]:
    """Return the `Par` of each of `PAR_LEVELS` with `deal`, against knights.

    A level that fails `TRIES` times is left out. It gives way to the event loop after each choice, so that no
    answer waits.
    """
    found = [await _try_par(deal, game, level, thinkers) for level in PAR_LEVELS]
    return tuple(each for each in found if each)


async def _try_par(
    deal: Deal, game: AnyGame, level: str, thinkers: Thinkers
) -> Par | None:
    for _ in range(TRIES):
        try:
            async with asyncio.timeout(SECONDS):
                return await _par(deal, game, level, thinkers)
        except Exception as error:  # noqa: BLE001 - whatever it is, the day has results without it
            log.warning(
                "what a %s reaches with the deal of %s is not known: %r",
                level,
                deal.date,
                error,
            )
    return None


async def _par(deal: Deal, game: AnyGame, level: str, thinkers: Thinkers) -> Par:
    own = Seat(deal.secret[0] % DEAL_SEATS)
    table = deal_table(deal, game, DEAL_SEATS)
    while (match := table.started_match).deciding:
        seat = match.deciding[0]
        if seat == own and level != QUICK_LEVEL:
            # A choice that a knight made instead would be in nobody's own result.
            actions = (await thinkers.own_advice(match, seat, level)).actions
        else:
            actions = repeatable_choice(match, seat).actions
            # A knight takes less than a millisecond; whoever presses something meanwhile comes in between.
            await asyncio.sleep(0)
        table, _ = table_after(table, seat, actions)
    points = game.points(match.state) if game.points else (0,) * DEAL_SEATS

    return Par(level, points[own], margin(points, own))


def deal_table(deal: Deal, game: AnyGame, seats: int) -> Table:
    """Return the beginning of the match that all users play, at a table with `seats` that isn't stored."""
    record = TableRecord(
        NO_TABLE,
        deal.game,
        NO_PLACE,
        NO_PLACE,
        NO_USER,
        None,
        Status.PLAYING,
        (),
        deal=deal.date,
    )
    seed = fairness.seed(deal.secret, (None,) * seats, None)
    return Table(record, replace(Match.start(game, seats, seed), duplicate=True))
