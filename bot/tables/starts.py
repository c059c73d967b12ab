"""Starts of games, by a person or when they are due (`bot.clocks.start_condition`), and rematches.

A rematch is a lobby with the options of a finished table, each seat one further, with its rivals and, as they come, its
people. An invitation to it is an incident of the new table (`IncidentKind.INVITED`), so it works for as long as that is
open.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import TableClock
from bot.clocks.user_time_settings import TimeSettings
from bot.policies import is_led_by
from bot.storage.records import (
    NO_TABLE,
    NO_USER,
    Incident,
    IncidentKind,
    Sitter,
    Status,
    TableRecord,
)
from bot.tables.due_times import absence_change
from bot.tables.seat_orders import stand_in_for_rivals
from bot.tables.table import Table
from bot.tables.table_cache import TableCache, changes_record, changes_table
from engine import fairness
from engine.errors import Refused
from engine.frozen import frozen, replace
from engine.game import AnyGame
from engine.match import Match


@frozen
class Starts:
    """Begins the games of lobbies; every change is on the disk before its call returns."""

    cache: TableCache

    @changes_table
    async def start(
        self, table: Table, user: int, rivals: Sequence[Sitter] = ()
    ) -> Table:
        """Begin the match of `table` at once for its opener or a `Moderator`; for other sitters, ask all to begin.

        It begins once the last person agrees. As it begins, `rivals` take the seats that it waits for.
        Raise `Refused` with too few players, `NotSeated`, or `NotOpener` where the opener alone may begin.
        """
        lobby = table.lobby
        starting = lobby.starting
        filled = self._with_rivals(table, lobby, rivals)
        if is_led_by(lobby, user) or starting is None or starting.by_hand:
            table.check_opener(user)
            return await self._begin(table, filled)

        table.seat_of(user)
        self._check_enough(table, filled)
        starting = starting.agree_to_begin(user, self.cache.now())
        people = {sitter.user for sitter in lobby.sitters if sitter.person}
        if people.issubset(starting.agreed):
            return await self._begin(table, filled)

        return await self.cache.store(table, _with_starting(lobby, starting))

    @changes_record
    def object_to_begin(self, table: Table, user: int) -> TableRecord:
        """Object, as `user`, to beginning with fewer players; raise `Refused` if nobody has asked for that."""
        lobby = table.lobby
        starting = lobby.starting
        table.seat_of(user)
        if starting is None or starting.asked is None:
            raise Refused("refused-not-wanted")
        return _with_starting(lobby, starting.object_to_begin(user))

    @changes_record
    def change_condition(
        self, table: Table, user: int, starting: StartCondition
    ) -> TableRecord:
        """Change the start condition of a lobby to `starting`; raise `NotOpener` for others than its opener.

        Agreements and objections end: they were given under another one. Where others have a seat, they read of it.
        """
        lobby = table.lobby_for_opener(user)
        is_shared = any(
            sitter.person and sitter.user != user for sitter in lobby.sitters
        )
        return _with_starting(
            lobby,
            replace(
                starting.interrupt(),
                missed=False,
                changed=is_shared,
            ),
        )

    @changes_table
    async def begin_due(self, table: Table, rivals: Sequence[Sitter] = ()) -> Table:
        """Begin the match of `table` if it is due, with `rivals` on free seats; else return it as it is.

        With too few players the table waits on. It doesn't begin before a message has shown the pledge for its shuffle.
        """
        lobby = table.lobby
        starting = lobby.starting
        if starting is None or starting.due is None or starting.due > self.cache.now():
            return table

        filled = self._with_rivals(table, lobby, rivals)
        if len(filled.sitters) < self.cache.game(table).seats[0]:
            return await self.cache.store(
                table, _with_starting(lobby, starting.miss_chosen_time())
            )

        if lobby.pledged is None or lobby.pledged.message is None:
            return table
        return await self._begin(table, filled)

    async def _begin(self, table: Table, lobby: TableRecord) -> Table:
        self._check_enough(table, lobby)
        start = Match.start(
            self.cache.game(table),
            len(lobby.sitters),
            seed_of(lobby),
            lobby.generation(),
            orders=lobby.orders,
        )
        dealt = replace(start, duplicate=lobby.duplicate)
        match = stand_in_for_rivals(dealt, lobby.sitters)
        now = self.cache.now()
        away = await absence_change(self.cache.storage, lobby.sitters, now)
        return await self.cache.store(table, lobby, match, clock_change=away)

    def _with_rivals(
        self, table: Table, lobby: TableRecord, rivals: Sequence[Sitter]
    ) -> TableRecord:
        """Return `lobby` with `rivals` on the seats it waits for; people may have come since they were named."""
        free = seats_awaited(lobby, self.cache.game(table))
        return replace(lobby, sitters=(*lobby.sitters, *rivals[:free]))

    def _check_enough(self, table: Table, lobby: TableRecord) -> None:
        fewest = self.cache.game(table).seats[0]
        if len(lobby.sitters) < fewest:
            raise Refused("refused-too-few", low=fewest)


def seats_awaited(table: TableRecord, game: AnyGame) -> int:
    """Return how many more players the lobby `table` waits for, by default up to `Game.best`."""
    players = table.starting.players if table.starting else game.best
    return max(0, players - len(table.sitters))


def _with_starting(lobby: TableRecord, starting: StartCondition) -> TableRecord:
    return replace(lobby, clock=replace(lobby.clock or TableClock(), starting=starting))


def rematch_record_alone(
    table: TableRecord, sitter: Sitter, rivals: Sequence[Sitter]
) -> TableRecord:
    """Return a lobby like `table`, each seat one further, with `sitter` and, on all other seats, `rivals`."""
    company = iter(rivals)
    sitters = tuple(
        sitter if each.user == sitter.user else next(company)
        for each in _rotated(table)
    )
    return _like(table, sitter, sitters)


def _rotated(table: TableRecord) -> tuple[Sitter, ...]:
    """Return the sitters of `table`, each one seat further: that of the first seat comes last."""
    return (*table.sitters[1:], *table.sitters[:1])


def is_alike_with_rivals(other: TableRecord, table: TableRecord) -> bool:
    """Tell whether `table` is open, and has the game of `other`, one person, and rivals on all other seats."""
    if table.game != other.game or not table.status.open:
        return False
    free = (each for each in table.sitters if each.user == NO_USER)
    rivals = sum(each.level is not None for each in free)
    return rivals == len(table.sitters) - 1 > 0


def rematch_record(table: TableRecord, sitter: Sitter, at: float) -> TableRecord:
    """Return a lobby like `table`, opened by `sitter` at the moment `at`: rivals sit there at once, people are invited.

    The sitter of the first seat comes last.
    """
    # A person who was erased can't come again.
    guests = [
        replace(
            each,
            word=None,
            level=None if each.person else each.level,
        )
        for each in _rotated(table)
        if each.user != NO_USER or each.level
    ]
    sitters = (sitter, *(each for each in guests if not each.person))
    invited = tuple(
        Incident(
            int(table.id),
            IncidentKind.INVITED,
            seat,
            guest,
            at,
        )
        for seat, guest in enumerate(guests)
    )
    opened = replace(_like(table, sitter, sitters), incidents=invited)
    return replace(opened, sitters=by_invitation(opened, sitters))


def _like(
    table: TableRecord, opener: Sitter, sitters: tuple[Sitter, ...]
) -> TableRecord:
    """Return a lobby with the options of `table`."""
    clock = TableClock((table.clock or TableClock()).terms, opens_secret=True)
    return TableRecord(
        NO_TABLE,
        table.game,
        table.guild,
        table.channel,
        opener.user,
        table.private,
        Status.LOBBY,
        sitters,
        clock=clock,
        **table.options,
    )


def by_invitation(table: TableRecord, sitters: Sequence[Sitter]) -> tuple[Sitter, ...]:
    """Return `sitters` in the order of the invitations to the lobby `table`, and those without one after them."""
    seats = {_identity(each.sitter): each.seat for each in _invitations(table)}
    last = len(seats)
    ordered = sorted(sitters, key=lambda each: seats.get(_identity(each), last))
    return tuple(ordered)


def _invitations(table: TableRecord) -> list[Incident]:
    return [each for each in table.incidents if each.kind is IncidentKind.INVITED]


def _identity(sitter: Sitter) -> tuple[int, str]:
    """Return the user of `sitter`, and the name only of a rival: a person's name may change."""
    return sitter.user, "" if sitter.person else sitter.name


def rematched_table(table: TableRecord) -> int | None:
    """Return the number of the table that the lobby `table` is the rematch of; None for any other."""
    return next((each.after for each in _invitations(table)), None)


def missing_guests(table: TableRecord) -> tuple[int, ...]:
    """Return the users who are invited to the lobby `table` and don't sit there yet."""
    here = {sitter.user for sitter in table.sitters}
    invited = [each.sitter.user for each in _invitations(table)]
    return tuple(user for user in invited if user != NO_USER and user not in here)


async def silent_guests(
    time_settings: Callable[[int], Awaitable[TimeSettings]], table: TableRecord
) -> dict[int, float]:
    """Return the users who were invited to `table` in their quiet hours or while away, and when these end.

    `time_settings` returns what a user has set. Both the message of `table` and the pings of later ask for this, so it
    counts what was so at the moment of the invitation.
    """
    missing = missing_guests(table)
    ends = {}
    for each in _invitations(table):
        settings = await time_settings(each.sitter.user)
        end = settings.pings_allowed_at(each.at, settings.away_until(each.at))
        if end is not None and each.sitter.user in missing:
            ends[each.sitter.user] = end

    return ends


def seed_of(table: TableRecord) -> bytes:
    """Return the seed made of the pledged secret of `table` and the words of its seats; raise `LookupError` without."""
    if table.pledged is None:
        raise LookupError("an open table without a secret")
    words = [sitter.word for sitter in table.sitters]
    return fairness.seed(table.pledged.secret, words, table.pledged.message)
