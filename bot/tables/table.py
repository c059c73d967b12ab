"""A table in memory, what a move made of it, and what its log tells one viewer."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.clocks.clock import Clock
from bot.storage.records import Kind, Pledged, Sitter, Status, TableId, TableRecord
from bot.tables.chances import with_chances
from bot.tables.entries import Entry, Line, by_hand, by_hand_last_first
from bot.tables.ordering import AnyMatch, Prompt, prompt_of
from bot.tables.refusals import (
    AlreadyShuffled,
    AlreadyStarted,
    NotOpener,
    NotOver,
    NotStarted,
    TableClosed,
    UnknownClick,
    WordGiven,
)
from bot.texts.names import People, covered_name, rival_name, without_rival_mark
from engine import fairness
from engine.errors import MatchOver, NotSeated
from engine.game import AnyGame
from engine.match import Ask, Frame
from engine.scene import Seat, Text, Viewer

CLOSED = frozenset({Status.ENDED, Status.SUSPENDED})
RECENT = 64
"""How many moves of a table's log are kept in memory."""


@dataclass(frozen=True)
class Table:
    """A table in memory, with its match once it has begun; `recent` are the last moves of its log, without a gap.

    If it was `woken`, its match was read from the disk, which doesn't know what may be taken back of what came before.
    """

    record: TableRecord
    match: AnyMatch | None = None
    recent: tuple[Entry, ...] = ()
    woken: bool = False

    @property
    def id(self) -> TableId:
        """Return its number."""
        return self.record.id

    @property
    def status(self) -> Status:
        """Return where it stands in its life."""
        return self.record.status

    @property
    def guild(self) -> int:
        """Return the server that it stands on."""
        return self.record.guild

    @property
    def channel(self) -> int:
        """Return the channel or thread that it stands in."""
        return self.record.channel

    @property
    def clock(self) -> Clock | None:
        """Return its clocks; None where no time counts."""
        return self.record.clock

    @cached_property
    def people(self) -> People:
        """Return who sits, by seat."""
        sitters = self.record.sitters
        return People(tuple(sitter.user for sitter in sitters), tuple(map(_shown, sitters)))

    @property
    def going_on(self) -> Table:
        """Return the table if its match goes on; raise a refusal instead."""
        if self.status in CLOSED:
            raise TableClosed
        if self.started.outcome is not None:
            raise MatchOver
        return self

    @property
    def lobby(self) -> TableRecord:
        """Return the record of a table that has not begun; raise a refusal instead.

        An open table of an older Herald has a secret there, to be kept with what is changed of it.
        """
        record = self.record
        if not record.status.open:
            raise TableClosed
        if record.status is not Status.LOBBY:
            raise AlreadyStarted
        return record if record.pledged else replace(record, pledged=Pledged(fresh_secret()))

    @property
    def orders_begun(self) -> bool:
        """Tell whether the kind of question that orders are about has come up."""
        return self.started.game.orders_begin(self.started.state)

    def lobby_of(self, user: int, *, moderator: bool) -> TableRecord:
        """Return the record of a table that has not begun; raise NotOpener besides (`opener_only`)."""
        lobby = self.lobby
        self.opener_only(user, moderator=moderator)
        return lobby

    def attended(self, seat: int) -> bool:
        """Tell whether a person plays a seat, who is to be called, and not a rival."""
        return self.record.attended(seat)

    def people_at(self, move: int) -> People:
        """Return who sat where when a move was made: what happened is told of whom it happened to."""
        names = list(self.people.names)
        for each in self.record.incidents:
            if each.kind is Kind.SEATED and each.after < max(move, 1):
                names[each.seat] = _shown(each.sitter)
        return self.people if tuple(names) == self.people.names else People(self.people.users, tuple(names))

    def own(self, seat: int, move: int) -> bool:
        """Tell whether who holds a seat now has made its move: not a rival in their place, nor who sat there before."""
        held, sitter = self._held(seat, move), self.record.sitters[seat]
        return held is sitter or (held.user, held.level) == (sitter.user, None)

    def line(self, entry: Entry, viewer: Viewer) -> Line:
        """Return what a viewer was told of a move, but for what somebody else had ordered who held the seat then."""
        line = entry.line(viewer)
        if viewer is None or self._held(viewer, entry.seq).user == self.record.sitters[viewer].user:
            return line
        game = self.started.game
        return replace(line, told=tuple(event for event in line.told if not game.by_order(event)))

    def _held(self, seat: int, move: int) -> Sitter:
        """Return who held a seat when a move was made."""
        taken = (each for each in self.record.incidents if each.kind is Kind.SEATED and each.seat == seat)
        held = [each.sitter for each in taken if each.after < move]
        return held[-1] if held else self.record.sitters[seat]

    def awaited(self, seat: int) -> bool:
        """Tell whether a seat's person is waited for a little, though a rival cares for the seat: their time was up."""
        clock, sitter = self.record.clock, self.record.sitters[seat]
        late = clock is not None and bool(clock.seats) and clock.seats[seat].late
        return late and sitter.person is not None and sitter.level is not None

    @property
    def started(self) -> AnyMatch:
        """Return the match; raise a refusal while the table is waiting for people."""
        if self.match is None:
            raise NotStarted if self.status is Status.LOBBY else TableClosed
        return self.match

    @property
    def over(self) -> AnyMatch:
        """Return the match once nothing in it is secret any more; raise NotOver before, and where it may be resumed."""
        if self.match is None or self.status is not Status.OVER:
            raise NotOver
        return self.match

    def seat_of(self, user: int) -> Seat:
        """Return a person's seat; raise NotSeated if there is none."""
        for seat, sitter in enumerate(self.record.sitters):
            if sitter.user == user:
                return Seat(seat)
        raise NotSeated

    def wordless(self, user: int) -> Seat:
        """Return the seat of a person who may add a word to the shuffle; raise a refusal if that can't be any more."""
        if not self.status.open:
            raise TableClosed
        if self.match is not None:
            raise AlreadyShuffled
        seat = self.seat_of(user)
        if self.record.pledged is None:
            # A word must not be known before the secret is.
            raise UnknownClick
        if self.record.sitters[seat].word is not None:
            raise WordGiven
        return seat

    def viewer(self, user: int) -> Viewer:
        """Return as whom a person looks at the table: from the own seat, or as the public."""
        try:
            return self.seat_of(user)
        except NotSeated:
            return None

    def opener_only(self, user: int, *, moderator: bool) -> None:
        """Raise NotOpener for whoever neither opened the table nor is a moderator."""
        if user != self.record.opener and not moderator:
            raise NotOpener

    def unchanged(self, since: float) -> bool:
        """Tell whether people and status have been the same since a time, in seconds; so they count if nobody knows."""
        return self.record.since is None or self.record.since <= since

    def frame(self, viewer: Viewer) -> Frame:
        """Return what a viewer may see of the match, and of one that is over everybody's chances, where known."""
        match = self.started
        return with_chances(match.frame(viewer), self.record, match)

    def after(self, seq: int) -> tuple[Entry, ...] | None:
        """Return the moves after the one of that number; None if not all of them are in memory."""
        if self.match is None or seq < self.match.seq - len(self.recent):
            return None
        return tuple(entry for entry in self.recent if entry.seq > seq)

    def moved(self, record: TableRecord, match: AnyMatch | None, entries: Sequence[Entry]) -> Table:
        """Return the table after some moves, or none, of which it has all in memory."""
        if not entries:
            return replace(self, record=record, match=match)
        recent = (*self.recent, *entries)[-max(RECENT, len(entries)) :]
        return Table(record, match, recent, self.woken)

    @property
    def forgetful(self) -> bool:
        """Tell whether fewer moves are in memory than would be if Herald hadn't been started since."""
        return self.match is not None and len(self.recent) < min(RECENT, self.match.seq)

    def since(self, seat: Seat) -> tuple[Entry, ...] | None:
        """Return the moves after the last answer that was a seat's `own`, or all; None if some are not in memory.

        An order is an answer; what it has played its person hasn't seen.
        """
        orders, last = self.started.orders, self._last(seat)
        heard = dict(orders.heard).get(seat, 0) if orders else 0
        return self.after(max(heard, last.seq if last else 0))

    def left_alone(self, seat: Seat) -> bool:
        """Tell whether a seat's person has been away since the own last move, or somebody else has had the seat."""
        last, clock = self._last(seat), self.record.clock
        moved, at = (last.seq, last.at or 0.0) if last else (0, 0.0)
        changes = (each for each in self.record.incidents if each.kind is Kind.SEATED and each.seat == seat)
        away = clock.seats[seat].away if clock and clock.seats else ()
        return any(each.after >= moved for each in changes) or any(end is None or end > at for _, end in away)

    def _last(self, seat: Seat) -> Entry | None:
        """Return the last move that was a seat's own and made by hand, of those in memory."""
        made = by_hand_last_first(self.recent, self.started.game)
        return next((each for each in made if each.seat == seat and self.own(seat, each.seq)), None)

    def number(self, seat: Seat) -> Prompt:
        """Return the question that a seat is asked, which tells it from the seat's others."""
        return prompt_of(self.started, seat)

    def asked_at(self, viewer: Viewer = None) -> float | None:
        """Return when a viewer was asked what is asked now, in seconds; of who isn't asked, who was asked first.

        It is the time of the last move up to then that told everybody something: what is done in secret shows nowhere,
        and so does not here. None if nobody is asked, or if that time isn't known.
        """
        deciding = self.started.deciding if self.status is Status.PLAYING else ()
        if not deciding:
            return None
        seats = [viewer] if viewer is not None and viewer in deciding else deciding
        asked = min(self.number(seat).move for seat in seats)
        told = (entry for entry in reversed(self.recent) if entry.seq <= asked and entry.line(None).told)
        last = next(told, None)
        begun = None if self.after(0) is None else self.record.since
        return begun if last is None else last.at

    def waits_for(self, user: int) -> bool:
        """Tell whether the match goes on and waits for a person who sits here."""
        seat = self.viewer(user)
        if seat is None or self.status is not Status.PLAYING:
            return False
        ask = self.started.ask(seat)
        return ask is not None and not ask.presumed

    def asked(self, user: int) -> Frame:
        """Return what a person sees who wants to answer; raise TableClosed where nothing is asked any more."""
        return self.frame(self._answering(user))

    def ask(self, user: int) -> Ask | None:
        """Return what a person is asked, None for nothing; raise TableClosed where nothing is asked any more."""
        seat = self._answering(user)
        return self.started.ask(seat)

    def _answering(self, user: int) -> Seat:
        if self.status in CLOSED:
            raise TableClosed
        return self.seat_of(user)

    def asking(self, user: int, question: str) -> Ask | None:
        """Return the question of that name as a person is asked it, also one about an order; None if there is none."""
        ask = self.ask(user)
        if ask is not None and ask.question == question:
            return ask
        frame = self.asked(user)
        named = question in {each.question for each in frame.orders} or frame.asked_openly(question)
        return self.started.about(self.seat_of(user), question) if named else None


@dataclass(frozen=True, slots=True)
class Played:
    """A table after a move, and what the mover was told."""

    table: Table
    seat: Seat
    told: tuple[Text, ...]


def played(table: Table, seat: Seat, moves: int) -> Played:
    """Return what was made of a table by its last moves; what orders have played since is news to its mover, too."""
    entries = table.recent[-moves:] if moves else ()
    last = max((entry.seq for entry in by_hand(entries, table.started.game) if entry.seat == seat), default=0)
    told = [event for entry in entries if entry.seq <= last for event in entry.line(seat).told]
    return Played(table, seat, tuple(told))


def _shown(sitter: Sitter) -> str:
    """Return a sitter's name with the mark of rivals; a person can't wear it."""
    if sitter.level is None or sitter.person:
        return covered_name(sitter.name) if sitter.level else without_rival_mark(sitter.name)
    return rival_name(sitter.name)


def chapter_of(told: Sequence[Text], game: AnyGame) -> Sequence[Text]:
    """Return what of a move's events begins a chapter, from the first event on that does; nothing if none does."""
    begins = next((place for place, event in enumerate(told) if game.opens(event)), len(told))
    return told[begins:]


def fresh_secret() -> bytes:
    """Return the secret of a shuffle, which nobody can foresee."""
    return secrets.token_bytes(fairness.SECRET_BYTES)


def seed_of(table: TableRecord) -> bytes:
    """Return the seed that a pledged secret makes with what each seat adds."""
    if table.pledged is None:
        raise LookupError("an open table without a secret")
    words = [sitter.word for sitter in table.sitters]
    return fairness.seed(table.pledged.secret, words, table.pledged.message)


def standing(match: AnyMatch, record: TableRecord) -> Status:
    """Return whether the match of a table is being played or is over, sealed where others play the same deal."""
    if match.outcome is None:
        return Status.PLAYING
    return Status.SEALED if record.duplicate else Status.OVER


def points_of(table: Table, user: int) -> int:
    """Return the points of a person in a match that has ended; raise NotSeated."""
    match = table.started
    points = match.game.points
    return 0 if points is None else points(match.state)[table.seat_of(user)]
