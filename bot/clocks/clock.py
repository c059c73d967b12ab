"""A table's clocks: what was agreed on in the lobby, what each seat has used, and what is due when.

Theory of operation. A seat's clock runs for one question, named by the move that brought it up (`Match.asked`). It
starts when the seat's person was called, or at once where the person's own move brought the question up, and stops with
the answer. It counts the time since then, but for what stands still: the table's pauses, the person's time away,
weekends where the table keeps them, and whatever time Herald or Discord was down for. What a question takes beyond the
pace is taken from the seat's reserve.

Everybody may see when a seat's time is up, and what is done in secret shows nowhere: a step of which nobody was told
doesn't start the clock anew. It goes on for what that step brought up.

Once a seat's time is up it is *late*, until its person presses something at the table. If a rival is to play for it,
each of its questions then waits a tenth of the pace, the same whatever it holds. When rivals have played among
themselves for three paces, the table *rests* until somebody presses something.

Moments are in seconds since the epoch, lengths in seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.clocks.starting import Starting
from bot.clocks.timeline import Standstill, Stretch

HOUR, DAY = 3600, 86_400
PACES: Mapping[str, int] = {
    "none": 0,
    "hour": HOUR,
    "half-day": 12 * HOUR,
    "day": DAY,
    "three-days": 3 * DAY,
    "week": 7 * DAY,
}
"""How long a decision may take, by the name of the choice; 0: as long as it likes."""
USUAL = "day"
"""The pace of a table for which nobody chooses one."""
RESERVES = 3
"""A seat's reserve, counted in paces."""
LATE_SHARE, LATE_MOST = 10, 2 * HOUR
"""A seat whose person is late waits this part of a pace for each question, and no longer than that."""
PACES_ALONE = 3
"""For how many paces rivals play among themselves before the table rests."""
REMINDED_FROM = DAY
"""The shortest pace at which people are reminded."""
HALF, LAST_SHARE = 2, 10
"""The first reminder comes at half the pace, the second a tenth of pace and reserve before the end: over two hours."""
REMINDERS = 2
AWAY_MOST = 14 * DAY
"""For how long a person may be away at one table, in all."""


NEVER = Standstill()
"""When a clock stands still that nothing stops."""


class Then(StrEnum):
    """What happens when a seat's time is up."""

    RIVAL = "rival"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class Terms:
    """What everybody at a table agrees on: the pace, 0 for none; what happens when time is up; whether weekends count.

    Weekends are those of the `zone` of whoever opened the table; None: they count as other days do.
    Where newcomers are `welcome`, they take a seat that was left without everybody's word.
    """

    pace: int = 0
    then: Then = Then.RIVAL
    zone: str | None = None
    welcome: bool = False

    @property
    def reserve(self) -> int:
        """Return what each seat has besides the pace, for the whole game."""
        return RESERVES * self.pace


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a seat has left, and the question that its clock runs for.

    `asked` names that question, None while there is none; `since` is when its clock started, `until` when its time
    is up, and `remind` when its person is reminded next, as far as is known. `reminded` counts the reminders that were
    sent for it, `hushed` says that its person wants no more of them, and `call` is when somebody is to be called whom
    quiet hours kept from being called; none is sent before `peace`, the end of quiet hours that one has come into.
    `away` are the times for which the person is away, and `back` is when one that goes on ends.
    """

    reserve: float = 0.0
    asked: int | None = None
    since: float = 0.0
    until: float | None = None
    remind: float | None = None
    late: bool = False
    reminded: int = 0
    hushed: bool = False
    call: float | None = None
    peace: float | None = None
    away: tuple[Stretch, ...] = ()
    back: float | None = None

    def starts(self, asked: int, now: float) -> SeatClock:
        """Return the clock as it runs for a question from now on."""
        return replace(self, asked=asked, since=now, reminded=0, hushed=False, peace=None)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a table; `seats` is empty until its game begins.

    `acted` is when a person acted last, or a rival took over a seat from one. `due` is when the table has to be looked
    at, or before that; None if nothing will be due by itself. `proposal` is what was proposed in the lobby instead of
    the terms, and `agreed` are the users who have agreed with it so far,
    or who want a pause once the game has begun. `opens_secret` says that people were told, before they sat down, that
    the secret of the shuffle is posted if the table is ended early. `starting` is what the table waits for before its
    game begins; None: for the opener or a moderator.
    """

    terms: Terms = Terms()
    seats: tuple[SeatClock, ...] = ()
    pauses: tuple[Stretch, ...] = ()
    acted: float = 0.0
    rests: bool = False
    due: float | None = None
    proposal: Terms | None = None
    agreed: tuple[int, ...] = ()
    opens_secret: bool = False
    starting: Starting | None = None

    # What people agree on

    def proposed(self, terms: Terms, user: int) -> Clock:
        """Return the clocks after somebody has proposed other terms, which hold once they are `settled`."""
        return replace(self, proposal=terms, agreed=(user,))

    def consented(self, user: int) -> Clock:
        """Return the clocks after somebody has agreed with what was proposed."""
        return replace(self, agreed=(*self.agreed, user))

    def seated(self, taken: int, people: Collection[int], fewest: int, now: float) -> Clock:
        """Return the clocks as so many seats of a lobby are taken, by these people and by rivals; `fewest` can play."""
        starting = self.starting and self.starting.seated(taken, people, fewest, now)
        return replace(self.settled(people), starting=starting)

    def settled(self, people: Collection[int]) -> Clock:
        """Return the clocks as these people, and nobody else, sit in the lobby: what all want holds."""
        agreed = tuple(user for user in people if user in self.agreed)
        if self.proposal is None or self.proposal == self.terms:
            return replace(self, proposal=None, agreed=())
        if len(agreed) < len(people):
            return replace(self, agreed=agreed)
        return replace(self, terms=self.proposal, proposal=None, agreed=())

    # What makes a clock run and stop

    def begun(self, seats: int, now: float) -> Clock:
        """Return the clocks as a game begins: everybody has the whole reserve, and none runs."""
        whole = (SeatClock(float(self.terms.reserve)),) * seats
        return replace(self, seats=whole, acted=now, proposal=None, agreed=(), starting=None)

    def called(self, calls: Iterable[tuple[int, int]], now: float) -> Clock:
        """Return the clocks after people were called, each a seat with the move that brought its question up."""
        fresh = {seat: asked for seat, asked in calls if seat < len(self.seats) and self.seats[seat].asked != asked}
        return self._with({seat: self.seats[seat].starts(asked, now) for seat, asked in fresh.items()})

    def played(
        self,
        mover: int | None,
        after: Mapping[int, int],
        now: float,
        gone: Standstill,
        *,
        told: bool,
        undone: bool = False,
    ) -> Clock:
        """Return the clocks after a seat's moves; `after` are the questions that stand then, by seat.

        The `mover` is None where nobody moved by hand. `told` says whether everybody was told something of the moves.
        Who is late isn't called, so time runs at once. Where the moves were `undone`, nobody is called anew when they
        come again: a call that waits goes on waiting.
        """
        changed: dict[int, SeatClock] = {}
        for seat, clock in enumerate(self.seats):
            asked = after.get(seat)
            if seat == mover and asked is not None and clock.asked is not None and not told:
                changed[seat] = replace(clock, asked=asked)
            elif clock.asked is not None and clock.asked != asked:
                stopped = self._stopped(seat, now, gone)
                changed[seat] = replace(stopped, call=clock.call) if undone else stopped
            if (seat == mover or clock.late) and asked is not None and changed.get(seat, clock).asked is None:
                changed[seat] = changed.get(seat, clock).starts(asked, now)
        return self._with(changed)

    def forgiven(self, seats: Iterable[int], now: float) -> Clock:
        """Return the clocks as if those of some seats ran only from now on: nobody has waited for them until then."""
        return self._with({seat: replace(self.seats[seat], since=now) for seat in seats})

    def seen(self, seat: int, now: float) -> Clock:
        """Return the clocks after a person has pressed something: nobody else plays for that seat, and nothing rests.

        A question that waited only a little for somebody late has the whole pace again.
        """
        if seat >= len(self.seats):
            return self
        clock = self.seats[seat]
        fresh = replace(clock, late=False, since=now) if clock.late or self.rests else clock
        running = enumerate(self.seats) if self.rests else ()
        others = {number: replace(each, since=now) for number, each in running}
        changed = others if fresh is clock else {**others, seat: fresh}
        return replace(self._with(changed), acted=now, rests=False)

    def overdue(self, seat: int, now: float) -> Clock:
        """Return the clocks as a seat's time is up."""
        clock = self.seats[seat]
        if clock.late:
            return self
        return replace(self._with({seat: replace(clock, late=True, reserve=0.0)}), acted=now)

    def paused(self, now: float) -> Clock:
        """Return the clocks as they stand still from now on."""
        running = all(end is not None for _, end in self.pauses)
        return replace(self, pauses=(*self.pauses, (now, None))) if running else self

    def resumed(self, now: float) -> Clock:
        """Return the clocks as they run on from now on."""
        return replace(self, pauses=tuple((begin, now if end is None else end) for begin, end in self.pauses))

    def rested(self) -> Clock:
        """Return the clocks of a table that rests, where none runs, until somebody presses something."""
        return replace(self, rests=True)

    def set_right(self, now: float) -> Clock:
        """Return the clocks as they would be had the host's clock never shown a time that has not come yet."""
        changed = {seat: replace(clock, since=now) for seat, clock in enumerate(self.seats) if clock.since > now}
        starting = self.starting and self.starting.set_right(now)
        return replace(self._with(changed), acted=min(self.acted, now), starting=starting)

    def goes(self, seat: int, until: float, now: float) -> Clock:
        """Return the clocks as a person goes away until a moment, or as long as that is allowed at one table."""
        if self.seats[seat].back is not None:
            return self.back(seat, now).goes(seat, until, now)
        away = self.seats[seat].away
        end = min(until, now + AWAY_MOST - sum((end or now) - begin for begin, end in away))
        if end <= now:
            return self
        return self._with({seat: replace(self.seats[seat], away=(*away, (now, end)), back=end)})

    def back(self, seat: int, now: float) -> Clock:
        """Return the clocks as a person is back from being away, and is called now for what they missed."""
        clock = self.seats[seat]
        if clock.back is None:
            return self
        away = tuple((begin, min(end or now, now)) for begin, end in clock.away)
        return self._with({seat: replace(clock, away=away, back=None, call=clock.call and now, peace=None)})

    def returned(self, now: float) -> Clock:
        """Return the clocks after everybody has come back who wanted to be back by now."""
        clock = self
        for seat in (seat for seat, each in enumerate(self.seats) if _by(each.back, now)):
            clock = clock.back(seat, now)
        return clock

    @property
    def paused_now(self) -> bool:
        """Tell whether all clocks stand still until somebody lets them run on."""
        return any(end is None for _, end in self.pauses)

    def wanting_pause(self, user: int, people: Collection[int], now: float) -> Clock:
        """Return the clocks after somebody wants a pause: they stand still once all of these people want it."""
        wanted = tuple(each for each in people if each in {*self.agreed, user})
        if len(wanted) < len(people):
            return replace(self, agreed=wanted)
        return replace(self, agreed=()).paused(now)

    def freed(self, seat: int) -> Clock:
        """Return the clocks as somebody else has a seat from now on, with the whole reserve."""
        return self._with({seat: SeatClock(float(self.terms.reserve))} if self.seats else {})

    def reminded(self, seat: int) -> Clock:
        """Return the clocks after somebody was reminded once more of a question."""
        return self._with({seat: replace(self.seats[seat], reminded=self.seats[seat].reminded + 1)})

    def deferred(self, seat: int, until: float) -> Clock:
        """Return the clocks as somebody is left in peace until a moment, and reminded of a question after it."""
        return self._with({seat: replace(self.seats[seat], peace=until)})

    def ringing(self, seat: int, call: float | None) -> Clock:
        """Return the clocks as somebody is called later, when quiet hours end; None: this was done, or isn't needed."""
        return self._with({seat: replace(self.seats[seat], call=call)})

    def hushed(self, seat: int) -> Clock:
        """Return the clocks as somebody wants no reminder more of the present question."""
        return self._with({seat: replace(self.seats[seat], hushed=True)})

    def _stopped(self, seat: int, now: float, gone: Standstill) -> SeatClock:
        clock = self.seats[seat]
        used = self._still(seat, gone).counted(clock.since, now)
        left = clock.reserve if clock.late else max(0.0, clock.reserve - max(0.0, used - self.terms.pace))
        return replace(clock, asked=None, reserve=left, call=None)

    def _with(self, changed: Mapping[int, SeatClock]) -> Clock:
        if not changed:
            return self
        return replace(self, seats=tuple(changed.get(seat, clock) for seat, clock in enumerate(self.seats)))

    # What is due when

    @property
    def runs(self) -> bool:
        """Tell whether time counts at this table at all."""
        return bool(self.terms.pace and self.seats) and not self.rests

    def ends(self, seat: int, gone: Standstill) -> float | None:
        """Return when the time of a seat's question is up; None if it isn't asked, or if nobody knows."""
        clock = self.seats[seat]
        if not self.runs or clock.asked is None:
            return None
        return self._still(seat, gone).reached(clock.since, self._limit(clock))

    def reminder(self, seat: int, gone: Standstill) -> float | None:
        """Return when a seat's person is to be reminded next of its question; None if that won't be."""
        clock, pace = self.seats[seat], self.terms.pace
        if not self.runs or clock.asked is None or clock.late or clock.hushed:
            return None
        if pace < REMINDED_FROM or clock.reminded >= REMINDERS:
            return None
        whole = self._limit(clock)
        last = whole - whole / LAST_SHARE
        due = self._still(seat, gone).reached(clock.since, pace / HALF if clock.reminded == 0 else last)
        return due if due is None or clock.peace is None else max(due, clock.peace)

    def up(self, now: float, gone: Standstill) -> tuple[int, ...]:
        """Return the seats whose time is up and that nobody is late for yet, or for which a rival has to play."""
        return tuple(seat for seat in range(len(self.seats)) if self._acts(seat) and _by(self.ends(seat, gone), now))

    def to_remind(self, now: float, gone: Standstill) -> tuple[int, ...]:
        """Return the seats whose people are to be reminded now."""
        return tuple(seat for seat in range(len(self.seats)) if _by(self.reminder(seat, gone), now))

    def due_reminders(self, now: float) -> tuple[int, ...]:
        """Return the seats to be reminded now, as far as was known when the clocks were `dated` last."""
        return tuple(seat for seat, clock in enumerate(self.seats) if _by(clock.remind, now))

    def to_call(self, now: float) -> tuple[int, ...]:
        """Return the seats whose people are to be called now whom quiet hours kept from being called."""
        return tuple(seat for seat, clock in enumerate(self.seats) if _by(clock.call, now))

    def alone(self, now: float, gone: Standstill) -> bool:
        """Tell whether rivals have played among themselves for so long that the table is to rest."""
        played = gone.also(self.pauses).counted(self.acted, now)
        return played >= PACES_ALONE * self.terms.pace

    def over(self) -> Clock:
        """Return the clocks of a table at which nothing will be due, and of which nobody's wish is kept."""
        return replace(self, due=None, proposal=None, agreed=(), starting=self.starting and self.starting.interrupted())

    def idle(self, now: float, longest: float | None) -> bool:
        """Tell whether nobody has acted for so many seconds; never where that may last for ever."""
        return longest is not None and bool(self.seats) and not self.rests and now >= self.acted + longest

    def dated(self, gone: Standstill, idle: float | None = None) -> Clock:
        """Return the clocks with when something will be due next; a table rests when nobody acts for `idle` seconds."""
        found, due = list(self.seats), [*(self.starting.moments if self.starting else ())]
        if idle is not None and self.seats and not self.rests:
            due.append(self.acted + idle)
        for seat, clock in enumerate(self.seats):
            end, remind = self.ends(seat, gone), self.reminder(seat, gone)
            calls = () if self.rests else (clock.call, clock.back)
            due += (each for each in (end if self._acts(seat) else None, remind, *calls) if each is not None)
            # Most seats of a table aren't asked, and to write them anew would be most of the cost.
            if clock.until != end or clock.remind != remind:
                found[seat] = replace(clock, until=end, remind=remind)
        return replace(self, seats=tuple(found), due=min(due, default=None))

    def _acts(self, seat: int) -> bool:
        """Tell whether anything happens when a seat's time is up."""
        return not self.seats[seat].late or self.terms.then is Then.RIVAL

    def _limit(self, clock: SeatClock) -> float:
        pace = self.terms.pace
        if clock.late and self.terms.then is Then.RIVAL:
            return min(pace / LATE_SHARE, LATE_MOST)
        return pace + clock.reserve

    def _still(self, seat: int, gone: Standstill) -> Standstill:
        clock = self.seats[seat]
        if not (self.pauses or clock.away or gone.stretches or self.terms.zone):
            return NEVER
        return Standstill((*gone.stretches, *self.pauses, *clock.away), self.terms.zone).after(clock.since)


def _by(moment: float | None, now: float) -> bool:
    return moment is not None and moment <= now
