"""A table in memory: its record with its match, the checks before a change, and the part of its log that is known."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property

from bot.clocks.table_clock import TableClock
from bot.policies import is_led_by
from bot.storage.records import (
    NO_USER,
    Incident,
    IncidentKind,
    Pledged,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.tables.chances_chart import with_chances
from bot.tables.log_entries import (
    Entry,
    LogLine,
    moves_by_hand,
    moves_by_hand_reversed,
    name_with_mark,
)
from bot.tables.refusals import (
    AlreadyStarted,
    NotOpener,
    NotOver,
    TableClosed,
    UnknownClick,
)
from bot.tables.seat_orders import QuestionNumber, SeatQuestion, question_number
from bot.texts.names import People
from engine import fairness
from engine.errors import MatchOver, NotSeated, Refused
from engine.frozen import frozen, replace
from engine.match import AnyMatch, Ask, Frame
from engine.scene import Seat, Text, Viewer

CLOSED = frozenset({Status.ENDED, Status.SUSPENDED})
RECENT = 64
"""How many moves of a table's log stay in memory."""


@frozen(slots=False)
class Table:
    """A table in memory: a value, which a change replaces by another one (`TableCache.change`).

    `record` is the table as it is stored, and `match` is None in a lobby. `recent` are the last moves of its log,
    without a gap. If it was `woken`, its match was read from the disk, which doesn't know which of the moves before may
    be taken back. `seen` is the question shown to the person whose answer closed a joint one; no disk knows it.
    """

    record: TableRecord
    match: AnyMatch | None = None
    recent: tuple[Entry, ...] = ()
    woken: bool = False
    seen: tuple[SeatQuestion, ...] = ()

    @property
    def id(self) -> TableId:
        """Return the number of the table."""
        return self.record.id

    @property
    def status(self) -> Status:
        """Return the `Status` of the table: lobby, playing, over ..."""
        return self.record.status

    @property
    def guild(self) -> int:
        """Return the guild of the table."""
        return self.record.guild

    @property
    def channel(self) -> int:
        """Return the channel or thread of the table."""
        return self.record.channel

    @property
    def clock(self) -> TableClock | None:
        """Return the clocks of the table; None where no time counts."""
        return self.record.clock

    @cached_property
    def people(self) -> People:
        """Return the users and names of the sitters, by seat."""
        sitters = self.record.sitters
        users = tuple(sitter.user for sitter in sitters)
        return People(users, tuple(map(name_with_mark, sitters)))

    @property
    def running_table(self) -> Table:
        """Return the table itself if its match goes on; else raise `TableClosed`, `Refused`, or `MatchOver`."""
        if self.status in CLOSED:
            raise self.refusal
        if self.started_match.outcome:
            raise MatchOver
        return self

    @property
    def refusal(self) -> TableClosed:
        """Return why nobody can act at a closed table: it was ended, or waits to be resumed."""
        rests = self.status is Status.SUSPENDED
        return TableClosed("refused-suspended" if rests else "")

    @property
    def lobby(self) -> TableRecord:
        """Return the record of a table that has not begun; else raise `TableClosed`, or `AlreadyStarted`.

        A lobby of an older Herald gets a fresh secret, which is stored with the next change.
        """
        record = self.record
        if not record.status.open:
            raise self.refusal
        if record.status is not Status.LOBBY:
            raise AlreadyStarted
        if record.pledged:
            return record

        return replace(record, pledged=Pledged(fresh_secret()))

    def lobby_for_opener(self, user: int) -> TableRecord:
        """Return `lobby` for its opener or a `Moderator`; raise `NotOpener` for any other `user`."""
        lobby = self.lobby
        self.check_opener(user)
        return lobby

    def is_attended(self, seat: int) -> bool:
        """Tell whether a person plays `seat`, to be pinged when it is asked, and not a rival."""
        return self.record.is_attended(seat)

    def people_at(self, move: int) -> People:
        """Return the sitters at the time of `move`: events are told with the names of their time."""
        if self._seatings:
            present = self.record.sitters
            sitters = tuple(self.sitter_at(seat, move) for seat in range(len(present)))
            if sitters != present:
                return replace(self.people, names=tuple(map(name_with_mark, sitters)))
        return self.people

    def is_own_move(self, seat: int, move: int) -> bool:
        """Tell whether the present sitter of `seat` made `move`: no rival in their place, nor an earlier sitter."""
        held = self.sitter_at(seat, move)
        sitter = self.record.sitters[seat]
        return held is sitter or (held.user, held.level) == (sitter.user, None)

    def had_same_person(self, seat: int, move: int) -> bool:
        """Tell whether no other person than the present one of `seat` had it at `move`; False where none has it."""
        user = self.record.sitters[seat].user
        held = self.sitter_at(seat, move)
        return user != NO_USER and held.user in {user, NO_USER}

    def line(self, entry: Entry, viewer: Viewer) -> LogLine:
        """Return `entry` as `viewer` may know it, without the orders of an earlier sitter of that seat."""
        line = entry.line(viewer)
        sitters = self.record.sitters
        if (
            viewer is None
            or self.sitter_at(viewer, entry.seq).user == sitters[viewer].user
        ):
            return line
        game = self.started_match.game
        events = tuple(event for event in line.events if not game.is_by_order(event))
        return replace(line, events=events)

    def sitter_at(self, seat: int, move: int) -> Sitter:
        """Return the sitter of `seat` at the time of `move`; the first incident has that of move 0, before others."""
        held = self.record.sitters[seat]
        for place, each in enumerate(self._seatings.get(seat, ())):
            if place == 0 or each.after < move:
                held = each.sitter
        return held

    @cached_property
    def _seatings(self) -> dict[int, list[Incident]]:
        """Return who took each seat, and when, in their order."""
        seatings: dict[int, list[Incident]] = {}
        for each in self.record.incidents:
            if each.kind is IncidentKind.SEATED:
                seatings.setdefault(each.seat, []).append(each)
        return seatings

    def is_waited_for(self, seat: int) -> bool:
        """Tell whether a late person of `seat` is still waited for a little, though a rival cares for the seat."""
        sitter = self.record.sitters[seat]
        late = self.clock is not None and self.clock.is_late(seat)
        return late and sitter.person is not None and sitter.level is not None

    @property
    def started_match(self) -> AnyMatch:
        """Return the match; raise `Refused` in a lobby, and `TableClosed` where a lobby was ended."""
        if self.match is None:
            if self.status is Status.LOBBY:
                raise Refused("refused-not-started")
            raise self.refusal
        return self.match

    @property
    def finished_match(self) -> AnyMatch:
        """Return the match once none of it is secret any more; raise `NotOver` before, and where it may be resumed."""
        if self.match is None or self.status is not Status.OVER:
            raise NotOver
        return self.match

    def seat_of(self, user: int) -> Seat:
        """Return the seat of `user`; raise `NotSeated` if there is none."""
        for seat, sitter in enumerate(self.record.sitters):
            if sitter.user == user:
                return Seat(seat)
        raise NotSeated

    def seat_without_word(self, user: int) -> Seat:
        """Return the seat of `user`, which may add a word; raise `NotSeated`, or `Refused` where it may not."""
        if not self.status.open:
            raise self.refusal
        if self.match:
            raise Refused("refused-shuffled")

        seat = self.seat_of(user)
        if self.record.pledged is None:
            # A word must not be known before the secret is.
            raise UnknownClick
        if self.record.sitters[seat].word:
            raise Refused("refused-word-given")
        return seat

    def viewer(self, user: int) -> Viewer:
        """Return the viewer that `user` is: the own seat, or None for the public."""
        try:
            return self.seat_of(user)
        except NotSeated:
            return None

    def check_opener(self, user: int) -> None:
        """Raise `NotOpener` unless `user` opened the table or is a `Moderator`."""
        if not is_led_by(self.record, user):
            raise NotOpener

    def is_unchanged_since(self, since: float) -> bool:
        """Tell whether sitters and status are the same `since` a moment in seconds, or their last change is unknown."""
        return self.record.since is None or self.record.since <= since

    def frame(self, viewer: Viewer) -> Frame:
        """Return the frame of the match for `viewer`, with the chart of chances once it is over and analysed."""
        match = self.started_match
        frame = match.frame(viewer)
        return (
            with_chances(frame, self.record, match) if self.record.analysis else frame
        )

    def entries_after(self, seq: int) -> tuple[Entry, ...] | None:
        """Return the moves after the move `seq`; None if not all of them are in memory."""
        if self.match is None or seq < self.match.seq - len(self.recent):
            return None
        return tuple(entry for entry in self.recent if entry.seq > seq)

    def with_moves(
        self, record: TableRecord, match: AnyMatch | None, entries: Sequence[Entry]
    ) -> Table:
        """Return a copy with this `record` and `match`, after the moves of `entries`, all of which stay in memory."""
        before, recent = self.record, self.recent
        if entries:
            recent = (*recent, *entries)[-max(RECENT, len(entries)) :]
        stays = (record.sitters, record.status) == (before.sitters, before.status)
        return Table(record, match, recent, self.woken, self.seen if stays else ())

    def entries_since_own(self, seat: Seat) -> tuple[Entry, ...] | None:
        """Return the moves after the last own answer of `seat` (`is_own_move`), or all; None if not all are in memory.

        An order is an answer; its person hasn't seen the moves that it played.
        """
        orders = self.started_match.orders
        last = self._last_own_move(seat)
        heard = dict(orders.heard).get(seat, 0) if orders else 0
        return self.entries_after(max(heard, last.seq if last else 0))

    def has_been_away(self, seat: Seat) -> bool:
        """Tell whether the person of `seat` was away since the own last move, or another sitter had the seat."""
        last = self._last_own_move(seat)
        clock = self.clock
        moved, at = (last.seq, last.at or 0.0) if last else (0, 0.0)
        if any(
            each.after >= moved and each.kind is IncidentKind.SEATED
            for each in self.record.incidents
            if each.seat == seat
        ):
            return True
        away = clock.seats[seat].away if clock and clock.seats else ()
        return any(end is None or end > at for _, end in away)

    def _last_own_move(self, seat: Seat) -> Entry | None:
        """Return the last own move of `seat` that was made by hand, of those in memory."""
        for each in moves_by_hand_reversed(self.recent, self.started_match.game):
            if each.seat == seat and self.is_own_move(seat, each.seq):
                return each
        return None

    def question_number(self, seat: Seat) -> QuestionNumber:
        """Return the number of the question that `seat` is asked, which tells it from the seat's others."""
        return question_number(self.started_match, seat)

    def asked_at(self, viewer: Viewer = None) -> float | None:
        """Return when the present question came up, in seconds since the epoch: that of `viewer`, else the oldest one.

        It is the time of the last move up to then with a public event: steps in secret show nowhere, and so not here.
        None if no seat is asked, or if that time isn't known.
        """
        deciding = self.started_match.deciding if self.status is Status.PLAYING else ()
        if not deciding:
            return None

        seats = [viewer] if viewer is not None and viewer in deciding else deciding
        asked = min(self.question_number(seat).move for seat in seats)

        for entry in reversed(self.recent):
            if entry.seq <= asked and entry.line(None).events:
                return entry.at
        if self.entries_after(0) is None:
            return None
        return self.record.since

    @property
    def keeps_waiting(self) -> bool:
        """Tell whether anybody may wait for others here: the table isn't private, paused or at rest."""
        still = self.clock is not None and (self.clock.is_paused or self.clock.rests)
        return not (self.record.alone or still)

    def is_waiting_for(self, user: int) -> bool:
        """Tell whether the match goes on and waits for an answer of `user`."""
        seat = self.viewer(user)
        if seat is None or self.status is not Status.PLAYING:
            return False
        ask = self.started_match.ask(seat)
        return ask is not None and not ask.presumed

    def answering_frame(self, user: int) -> Frame:
        """Return the frame in which `user` answers; raise as `answering_seat` does."""
        return self.frame(self.answering_seat(user))

    def ask(self, user: int) -> Ask | None:
        """Return the question that `user` is asked, None without one; raise `NotSeated`, or `TableClosed`."""
        return self.started_match.ask(self.answering_seat(user))

    def answering_seat(self, user: int) -> Seat:
        """Return the seat of `user`; raise `NotSeated`, or `TableClosed` where no question is open."""
        if self.status in CLOSED:
            raise self.refusal
        return self.seat_of(user)

    def find_ask(self, user: int, question: str) -> Ask | None:
        """Return the question of that name as `user` is asked it, also one about an order; None if there is none."""
        ask = self.ask(user)
        if ask and ask.question == question:
            return ask
        frame = self.answering_frame(user)
        ordered = {each.question for each in frame.orders}
        if question not in ordered and not frame.has_public_choices(question):
            return None
        return self.started_match.order_question(self.seat_of(user), question)


@frozen
class MoveResult:
    """A `table` after an answer of `seat`, and the `events` of the answer for that seat."""

    table: Table
    seat: Seat
    events: tuple[Text, ...]


def move_result(table: Table, seat: Seat, moves: int) -> MoveResult:
    """Return the result of the last `moves` of `table` for `seat`, to which moves that orders played are news."""
    entries = table.recent[-moves:] if moves else ()
    made = moves_by_hand(entries, table.started_match.game)
    last = max((entry.seq for entry in made if entry.seat == seat), default=0)
    told = tuple(
        event
        for entry in entries
        if entry.seq <= last
        for event in entry.line(seat).events
    )
    return MoveResult(table, seat, told)


def fresh_secret() -> bytes:
    """Return a random secret for a shuffle."""
    return secrets.token_bytes(fairness.SECRET_BYTES)


def points_of(table: Table, user: int) -> int:
    """Return the points of `user` in a match that has ended; raise `NotSeated`."""
    match = table.started_match
    points = match.game.points
    return points(match.state)[table.seat_of(user)] if points else 0
