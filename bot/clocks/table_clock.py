"""Clock rules of a table: time control, the clock of each seat, and due times.

Theory of operation. A seat's clock runs for one question, named by the move that brought it up (`Match.asked`). It
starts with the seat's ping, or at once where the person's own move brought the question up, and stops with the answer.
It counts the time since then, but for standstills: the table's pauses, the person's time away, weekends where the table
keeps them, and the downtime of Herald or Discord. Time that a question takes beyond the `pace` is taken from the seat's
`reserve`.

Everybody may see when a seat's time is up, and steps in secret show nowhere: a step of which no other seat was told
doesn't restart the clock. It goes on for the question that the step brought up.

Once a seat's time is up it is `late`, until its person presses something at the table. If a rival plays for it, each of
its questions then waits a tenth of the `pace`, the same whatever it holds. When rivals have played among themselves for
`PACES_ALONE` paces, the table *rests* until a person presses something.

Moments are in seconds since the epoch, lengths in seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bot.clocks.start_condition import StartCondition
from bot.clocks.timeline import (
    DAY,
    HOUR,
    PACES,
    USUAL,
    SeatClock,
    Standstill,
    Stretch,
    TimeControl,
    TimeoutAction,
)
from engine.frozen import frozen, replace

# Whoever reckons with the clocks of a table takes all of it from here.
__all__ = [
    "AWAY_MOST",
    "DAY",
    "HOUR",
    "PACES",
    "USUAL",
    "SeatClock",
    "TableClock",
    "TimeControl",
    "TimeoutAction",
]

PACES_ALONE = 3
"""For how many paces rivals play among themselves before the table rests."""
AWAY_MOST = 14 * DAY
"""For how long a person may be away at one table, in all."""


@frozen
class TableClock:
    """The clocks of a table; `seats` is empty until its game begins.

    `acted` is when a person acted last, or a rival took over a seat. `due` is when `bot/tables/timekeeper.py` has to
    check the table, or earlier; None if nothing falls due. `proposal` is a time control that was proposed instead of
    `terms`, and `agreed` are the users in favour of it, or, once the game has begun, of a pause. `opens_secret` says
    that the players were told beforehand that the shuffle's secret is posted if the table ends early. `starting` is the
    start condition of the lobby; None: its opener or a moderator begins.
    """

    terms: TimeControl = TimeControl()
    seats: tuple[SeatClock, ...] = ()
    pauses: tuple[Stretch, ...] = ()
    acted: float = 0.0
    rests: bool = False
    due: float | None = None
    proposal: TimeControl | None = None
    agreed: tuple[int, ...] = ()
    opens_secret: bool = False
    starting: StartCondition | None = None

    def propose(self, terms: TimeControl, user: int) -> TableClock:
        """Return a copy with `terms` proposed by `user`; they hold once `settle_proposal` finds all agreed."""
        return replace(self, proposal=terms, agreed=(user,))

    def agree(self, user: int) -> TableClock:
        """Return a copy in which `user` agrees with the `proposal`."""
        return replace(self, agreed=(*self.agreed, user))

    def with_sitters(
        self, taken: int, people: Collection[int], fewest: int, now: float
    ) -> TableClock:
        """Return a copy for a lobby with `taken` seats, of which `people` hold some; `fewest` is the game's minimum."""
        starting = self.starting and self.starting.with_sitters(
            taken, people, fewest, now
        )
        return replace(self.settle_proposal(people), starting=starting)

    def settle_proposal(self, people: Collection[int]) -> TableClock:
        """Return a copy for a lobby of exactly `people`: a `proposal` that all of them agree with replaces `terms`."""
        agreed = tuple(user for user in people if user in self.agreed)
        if self.proposal is None or self.proposal == self.terms:
            return replace(self, proposal=None, agreed=())
        if len(agreed) < len(people):
            return replace(self, agreed=agreed)
        return replace(self, terms=self.proposal, proposal=None, agreed=())

    def begin_game(self, seats: int, now: float) -> TableClock:
        """Return a copy as a game of `seats` begins: each `SeatClock` has the whole `reserve`, and none runs."""
        return replace(
            self,
            seats=(SeatClock(float(self.terms.reserve)),) * seats,
            acted=now,
            proposal=None,
            agreed=(),
            starting=None,
        )

    def start_clocks(self, calls: Iterable[tuple[int, int]], now: float) -> TableClock:
        """Return a copy after pings: `calls` are seats with the move that brought their question up."""
        return self._with_clocks(
            {
                seat: self.seats[seat].start(asked, now)
                for seat, asked in calls
                if seat < len(self.seats) and self.seats[seat].asked != asked
            }
        )

    def after_moves(
        self,
        mover: int | None,
        after: Mapping[int, int],
        now: float,
        downtime: Standstill,
        *,
        told: bool,
        undone: bool = False,
    ) -> TableClock:
        """Return a copy after moves of `mover` (None: played by time alone); `after` are the open questions by seat.

        `told`: everybody was told something of the moves. A `late` seat isn't pinged, so its time runs at once. Where
        the moves were `undone`, no ping is repeated when the questions come again: a `call` that waits stays.
        """
        seats = []
        for seat, clock in enumerate(self.seats):
            asked = after.get(seat)
            next_clock = clock
            if seat == mover and None not in {asked, clock.asked} and not told:
                next_clock = replace(clock, asked=asked)
            elif clock.asked is not None and clock.asked != asked:
                still = clock.standstill(self.terms, self.pauses, downtime)
                used = still.count_running_seconds(clock.since, now)
                call = clock.call if undone else None
                next_clock = replace(clock.stop(used, self.terms.pace), call=call)

            starts = seat == mover or clock.late
            if starts and asked is not None and next_clock.asked is None:
                next_clock = next_clock.start(asked, now)
            seats.append(next_clock)

        return replace(self, seats=tuple(seats))

    def restart_clocks(self, seats: Iterable[int], now: float) -> TableClock:
        """Return a copy in which the clocks of `seats` run only from `now` on."""
        return self._with_clocks(
            {seat: replace(self.seats[seat], since=now) for seat in seats}
        )

    def note_activity(self, seat: int, now: float) -> TableClock:
        """Return a copy after a person pressed something for `seat`: it isn't `late` and has the whole pace again."""
        changed = {}
        if self.rests:
            changed = {
                number: replace(each, since=now)
                for number, each in enumerate(self.seats)
            }
        if self.rests or self.seats[seat].late:
            changed[seat] = replace(self.seats[seat], late=False, since=now)

        active = self._with_clocks(changed)
        return replace(active, acted=now, rests=False)

    def mark_late(self, seat: int, now: float) -> TableClock:
        """Return a copy in which `seat` is `late`, without a `reserve`."""
        if self.seats[seat].late:
            return self
        return replace(self._with_changes(seat, late=True, reserve=0.0), acted=now)

    def pause(self, now: float, *, besides: bool = False) -> TableClock:
        """Return a copy in which all clocks stand still from `now` on, also `besides` a pause that is open."""
        if self.is_paused and not besides:
            return self
        return replace(self, pauses=(*self.pauses, (now, None)))

    def resume(self, now: float) -> TableClock:
        """Return a copy in which all clocks run on from `now` on."""
        pauses = tuple((begin, end or now) for begin, end in self.pauses)
        return replace(self, pauses=pauses)

    def resume_last(self, now: float) -> TableClock:
        """Return a copy in which the last pause ends: one that was open before goes on, else all clocks run on."""
        starting = self.starting
        if starting is not None:
            starting = starting.after_suspension(now)

        present = replace(self, starting=starting)
        before = replace(present, pauses=self.pauses[:-1])
        return before if before.is_paused else present.resume(now)

    def rest(self) -> TableClock:
        """Return a copy that `rests`: no clock runs until a person presses something."""
        return replace(self, rests=True)

    def after_wall_clock_rewind(self, now: float) -> TableClock:
        """Return a copy without moments after `now`: the host's clock had been ahead."""
        ahead = [seat for seat, clock in enumerate(self.seats) if clock.since > now]
        released = {seat: self.seats[seat].release_pings(now) for seat in ahead}
        corrected = self._with_clocks(released).restart_clocks(ahead, now)
        starting = self.starting and self.starting.after_wall_clock_rewind(now)
        return replace(
            corrected,
            acted=min(self.acted, now),
            starting=starting,
        )

    def set_away(self, seat: int, until: float | None, now: float) -> TableClock:
        """Return a copy in which the person on `seat` is away `until` a moment, None: back, and what waited is due.

        Nobody is away for more than `AWAY_MOST` seconds in all.
        """
        clock = self.seats[seat]
        if clock.back is not None:
            clock = clock.end_away(now)
        if until is not None:
            spent = sum((end or now) - begin for begin, end in clock.away)
            back = min(until, now + AWAY_MOST - spent)
            if back > now:
                clock = replace(clock, away=(*clock.away, (now, back)), back=back)
        return self._with_clocks({seat: clock})

    def end_due_absences(self, now: float) -> TableClock:
        """Return a copy without the absences that end (`back`) by `now`."""
        clock = self
        for seat in _due_seats((each.back for each in self.seats), now):
            clock = clock.set_away(seat, None, now)
        return clock

    @property
    def is_paused(self) -> bool:
        """Tell whether a pause is open: all clocks stand still until `resume`."""
        return any(end is None for _, end in self.pauses)

    def vote_for_pause(
        self, user: int, people: Collection[int], now: float
    ) -> TableClock:
        """Return a copy with the vote of `user`, unless it `is_paused`, as it is once all of `people` have voted."""
        if self.is_paused:
            return self
        wanted = tuple(each for each in people if each in {*self.agreed, user})
        if len(wanted) < len(people):
            return replace(self, agreed=wanted)
        return replace(self, agreed=()).pause(now)

    def with_new_sitter(self, seat: int) -> TableClock:
        """Return a copy in which `seat` has a fresh `SeatClock` with the whole `reserve`."""
        changed = {seat: SeatClock(float(self.terms.reserve))} if self.seats else {}
        return self._with_clocks(changed)

    def count_reminder(self, seat: int) -> TableClock:
        """Return a copy with one more reminder counted for `seat`."""
        return self._with_changes(seat, reminded=self.seats[seat].reminded + 1)

    def postpone_reminder(self, seat: int, until: float) -> TableClock:
        """Return a copy in which no reminder goes to `seat` before `until`."""
        return self._with_changes(seat, peace=until)

    def with_ping_at(self, seat: int, call: float | None) -> TableClock:
        """Return a copy in which a ping of `seat` is due at `call`; None: it was sent, or isn't needed."""
        return self._with_changes(seat, call=call)

    def with_consent_at(self, seat: int, consent: float | None) -> TableClock:
        """Return a copy in which a ping of `seat` for a consent is due then; None: it was sent, or isn't needed."""
        return self._with_changes(seat, consent=consent)

    def mute_reminders(self, seat: int) -> TableClock:
        """Return a copy without further reminders for the present question of `seat`."""
        return self._with_changes(seat, hushed=True)

    def _with_changes(self, seat: int, **changes: Any) -> TableClock:
        return self._with_clocks({seat: replace(self.seats[seat], **changes)})

    def _with_clocks(self, changed: Mapping[int, SeatClock]) -> TableClock:
        if not changed:
            return self
        seats = tuple(changed.get(*each) for each in enumerate(self.seats))
        return replace(self, seats=seats)

    @property
    def is_running(self) -> bool:
        """Tell whether time counts at this table at all: it has a `pace`, a game, and doesn't rest."""
        return bool(self.terms.pace and self.seats) and not self.rests

    def expired_seats(self, now: float) -> tuple[int, ...]:
        """Return the seats out of time by `now` that are not `late` yet, or that a rival plays."""
        expired = _due_seats((clock.until for clock in self.seats), now)
        return tuple(filter(self._acts_on_timeout, expired))

    def due_reminders(self, now: float) -> tuple[int, ...]:
        """Return the seats with a reminder due by `now`."""
        return _due_seats((clock.remind for clock in self.seats), now)

    def is_late(self, seat: int) -> bool:
        """Tell whether the time of `seat` was up, without a press for it since."""
        return bool(self.seats) and self.seats[seat].late

    def is_time_up(self, seat: int, now: float) -> bool:
        """Tell whether the time that `seat` is shown for its question is over by `now`."""
        return seat in _due_seats((clock.until for clock in self.seats), now)

    def seats_to_ping(self, now: float) -> tuple[int, ...]:
        """Return the seats with a `call` or `consent` due by `now`: pings that quiet hours held back."""
        return _due_seats((clock.held_until for clock in self.seats), now)

    def is_left_to_rivals(self, now: float, downtime: Standstill) -> bool:
        """Tell whether rivals have played among themselves for `PACES_ALONE` paces, so that the table rests."""
        still = downtime.with_stretches(self.pauses)
        played = still.count_running_seconds(self.acted, now)
        return played >= PACES_ALONE * self.terms.pace

    def close(self) -> TableClock:
        """Return a copy for a closed table: nothing is `due`, no `proposal` or vote stays."""
        return replace(
            self,
            due=None,
            proposal=None,
            agreed=(),
            starting=self.starting and self.starting.interrupt(),
        )

    def is_idle(self, now: float, longest: float | None) -> bool:
        """Tell whether no person has acted for `longest` seconds; never if that is None."""
        if longest is None or not self.seats or self.rests:
            return False
        return now >= self.acted + longest

    def with_due(self, downtime: Standstill, idle: float | None = None) -> TableClock:
        """Return a copy with `due`, `until` and `remind` computed; `idle` seconds let it rest.

        All questions of what is due by a moment are answered by these, as every change of a table notes them.
        """
        found = list(self.seats)
        due: list[float] = []
        if self.starting:
            due += self.starting.begin_times
        if idle is not None and self.seats and not self.rests:
            due.append(self.acted + idle)

        for seat, clock in enumerate(self.seats):
            end, remind = None, None
            if self.is_running:
                end, remind = clock.next_moments(self.terms, self.pauses, downtime)
            moments = [end if self._acts_on_timeout(seat) else None, remind]
            if not self.rests:
                moments += [clock.held_until, clock.back]
            due += [each for each in moments if each is not None]
            # Most seats of a table aren't asked, and to write them anew would be most of the cost.
            if clock.until != end or clock.remind != remind:
                found[seat] = replace(clock, until=end, remind=remind)

        return replace(self, seats=tuple(found), due=min(due, default=None))

    def _acts_on_timeout(self, seat: int) -> bool:
        """Tell whether anything happens when the time of `seat` is up."""
        return not self.seats[seat].late or self.terms.then is TimeoutAction.RIVAL


def _due_seats(moments: Iterable[float | None], now: float) -> tuple[int, ...]:
    """Return the seats, in whose order `moments` are, with one that has come by `now`."""
    pairs = enumerate(moments)
    return tuple(seat for seat, due in pairs if due is not None and due <= now)
