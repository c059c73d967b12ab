"""Story of a table in its channel: renders the post of each chapter and the ping messages below it.

Theory of operation. A game says which of its events begin a *chapter* (`Game.chapters`): an auction, one Adviser's
turn, the resolution of a card. One post tells one chapter, and where a chapter begins follows from the log alone, so
that it is the same after every start. Where a game names no such events, each phase of the scene is a chapter.

A post tells from the move `Announced.post_from` on: of that move the events from the chapter's beginning, and all that
follows; of the moves before, nothing. One move may end a chapter and begin the next: its events are divided between two
posts. A chapter that begins and ends between two announcements, as when orders play one after another, has no post of
its own: it stands in the next one, above the chapter that goes on, and never in the post before, which is read no more.

Each new question is pinged for once, and none that goes on with the seat's own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from itertools import chain, groupby
from typing import Any, TypeVar

import discord

from bot.announce.orphans import Origin, origin
from bot.announce.sender import follows
from bot.faces import messages
from bot.faces import story as tale
from bot.faces.logbook import latest_news, message_link
from bot.faces.messages import Post
from bot.faces.picture.requests import PictureRequest
from bot.faces.story import Fate
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing
from bot.storage.records import Announced, Summons, TableRecord
from bot.tables.entries import Line
from bot.tables.logs import mark
from bot.tables.ordering import AnyMatch, Prompt
from bot.tables.table import Table, chapter_of
from engine import takeback
from engine.scene import Seat, Text

LOBBY = "lobby"
"""The phase before the game, as older Heralds have stored it."""
Call = tuple[int, int]
"""A seat and the number of its question (`Prompt`): an open one, or one that it was pinged for."""


def anew(asked: Mapping[Seat, int], called: Collection[Call], movers: Mapping[int, Seat | None]) -> tuple[Seat, ...]:
    """Return the seats to ping now.

    `asked` are the open questions, each by its number; `called` are the pings that were sent; `movers` has the seat of
    each move since the last announcement. A ping is per seat and question: a seat that decides at the same time as
    others isn't pinged again for their answers. A question that the seat's own move brought up goes on with the same
    turn, even if others have moved meanwhile: it needs no ping. A question that another seat's move brought up, or the
    beginning, needs one; so does one that is older than the last announcement and wasn't pinged for then, as after a
    rest.
    """
    return tuple(
        seat
        for seat, number in asked.items()
        if (seat, number) not in called
        # What the rules ask once a joint question was answered, the last answer has brought up, which is no move.
        and (movers.get(Prompt(number).move) != seat or (seat, Prompt.joint_after(number)) in called)
    )


T = TypeVar("T")

NOWHERE = ""
"""The phase of a table message that is still to be posted."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """The picture of a post: its request, `order`, and what it `shows` in words; `keeps`: the post keeps its own."""

    order: PictureRequest | None = None
    shows: str = ""
    keeps: bool = False


@dataclass(frozen=True)
class Story:
    """A table with the events since its present post began: renders its posts and ping messages; made for each step.

    `lines` are the log since then, and `now` is Discord's time. `shared`: other tables are played in the same channel,
    so that each ping message names its own. `ordered` are the moves that orders have played: their seats were absent.
    `spared` seats are not to be pinged now, `recalled` ones are, though they were before. `memo` caches composed parts;
    it is shared by stories that are made of one another, for the same table and the same lines.
    """

    table: Table
    announced: Announced
    lines: tuple[Line, ...]
    speaker: Speaker
    now: datetime = field(compare=False)
    shared: bool = False
    pictured: Pictured = Pictured()
    ordered: frozenset[int] = frozenset()
    spared: frozenset[Seat] = frozenset()
    recalled: tuple[Seat, ...] = ()
    memo: dict[tuple[object, ...], Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def record(self) -> TableRecord:
        """Return the table's record."""
        return self.table.record

    @property
    def match(self) -> AnyMatch:
        """Return the table's match."""
        return self.table.started

    # Who is asked, and who is to be called

    @cached_property
    def asked(self) -> tuple[Call, ...]:
        """Return the open questions."""
        return tuple((seat, self.table.number(seat)) for seat in self.match.deciding)

    @cached_property
    def calls(self) -> tuple[Seat, ...]:
        """Return the seats that are to be pinged now."""
        asked = {Seat(seat): number for seat, number in self.asked}
        made = (line for line in self.lines if line.seq > self.announced.seq and line.seq not in self.ordered)
        movers = {line.seq: line.seat for line in made}
        due = anew(asked, self.announced.called, movers)

        spared = self.withdrawn | self.spared
        people = (seat for seat in due if self.table.attended(seat) and seat not in spared)

        # A call that was sent and noted, before the clocks were, isn't made once more.
        noted = {call for summons in self.announced.summons for call in summons.called}
        again = (seat for seat in self.recalled if (int(seat), asked[seat]) not in noted)

        return tuple(dict.fromkeys([*people, *again]))

    @cached_property
    def withdrawn(self) -> frozenset[Seat]:
        """Return the seats pinged for a question that was taken back, if no other seat has acted since.

        When it comes again they aren't pinged again: their ping message is edited.
        """
        called = (call for call in self.announced.called if not self.joint(call) or not self.acted(call))
        return frozenset(Seat(call[0]) for call in called if self._withdrawn(call))

    def _withdrawn(self, call: Call) -> bool:
        """Tell whether the move that brought a question up was taken back, and no other seat has moved since."""
        since = [line for line in self.lines if line.seq >= Prompt(call[1]).move]
        movers = {line.seat for line in since}
        return len(movers) == 1 and call[0] not in movers and any(takeback.is_told(line.told) for line in since)

    def joint(self, call: Call) -> bool:
        """Tell whether a ping was for the joint question that is open, as it was put first or once more."""
        match = self.match
        return (
            match.posed is not None and match.orders is not None and call[1] <= Prompt.joint_after(match.orders.since)
        )

    def interrupted(self, call: Call) -> bool:
        """Tell whether a ping was for a joint question that a move interrupts: taken back, it is the same again."""
        match = self.match
        if match.posed is not None or match.orders is None:
            return False
        return call in {(seat, Prompt.joint_after(put)) for seat, put in match.orders.put}

    def acted(self, call: Call) -> bool:
        """Tell whether a seat has answered, or moved, since the question that it was pinged for."""
        if self.joint(call):
            return call not in self.asked
        seat, asked = call
        return any(line.seat == seat and line.seq > Prompt(asked).move for line in self.lines)

    def at_it(self, summons: Summons) -> tuple[Seat, ...]:
        """Return the seats of a ping message that still have their question, or go on with it in the same chapter."""
        if self.turned or not self.table.status.open:
            return ()
        called = {seat: asked for seat, asked in summons.called if Prompt(asked).move >= self.announced.post_from}
        same = ((seat, now) for seat, now in self.asked if seat in called)

        return tuple(
            Seat(seat)
            for seat, now in same
            if self._alone(seat, called[seat], now) or self._withdrawn((seat, called[seat]))
        )

    def waiting(self, summons: Summons) -> bool:
        """Tell whether a question of a ping message was taken back and may be asked again."""
        return not self.turned and any(map(self._withdrawn, summons.called))

    def _alone(self, seat: int, since: int, until: int) -> bool:
        """Tell whether `until` is the question `since`, or all moves between the two are the seat's own."""
        if since == until or Prompt(min(since, until)).joint:
            return since == until
        return all(line.seat == seat for line in self.lines if since < line.seq <= until)

    # Where a new message begins

    def below(self, *moves: int) -> Origin | None:
        """Return the origin of a message below the story that follows from `moves`."""
        first = min(moves)
        made = next((line.at or 0.0 for line in self.lines if line.seq == first), 0.0)
        return origin(self.record, made, first, self.last, newest=bool(self.recalled))

    @property
    def last(self) -> int:
        """Return the newest message of the story, or below it, that is known; 0 if there is none."""
        known = (self.announced.post, *(each.message for each in self.announced.summons))
        return max(filter(None, known), default=0)

    # The chapters

    def _once(self, make: Callable[[], T], *what: object) -> T:
        """Return the part `what` of the chapter, made by `make` once for all stories that share `memo`."""
        key = (*what, self.announced.post_from, self.announced.seq)
        if key not in self.memo:
            self.memo[key] = make()
        made: T = self.memo[key]
        return made

    @property
    def turn(self) -> int | None:
        """Return the index in `_events` at which the first chapter begins that wasn't told; None if none does.

        Events up to `Announced.seq` stand in the post, even if they began a chapter.
        """
        return self._once(self._turn, "turn")

    def _turn(self) -> int | None:
        game, known = self.match.game, max(self.announced.post_from, self.announced.seq)
        later = (place for place, (move, event) in enumerate(self._events) if move > known and game.opens(event))
        return next(later, None)

    @property
    def turned(self) -> bool:
        """Tell whether another chapter has begun than the one that the post tells."""
        phase = self.table.frame(None).scene.phase
        return self.turn is not None or self.announced.phase not in {phase, LOBBY, NOWHERE}

    @property
    def urgent(self) -> bool:
        """Tell whether the story can't be debounced: a chapter begins, a seat is to be pinged, or the match is over."""
        return self.turned or bool(self.calls) or not self.match.deciding

    @property
    def held(self) -> bool:
        """Tell whether only rivals are asked, between two people: their moves are told when a person is asked again.

        The beginning is told at once; so is everything where no person plays.
        """
        asked, seats = self.match.deciding, range(self.match.seats)
        begun, people = self.announced.post is not None, any(map(self.table.attended, seats))

        slow = any(self.table.attended(seat) or self.table.awaited(seat) for seat in asked)
        return begun and people and bool(asked) and not slow

    @property
    def next(self) -> Story:
        """Return the story from the first chapter on that wasn't told."""
        start = self.match.seq if self.turn is None else self._events[self.turn][0]
        return replace(self.whole, announced=replace(self.whole.announced, post_from=start))

    @property
    def whole(self) -> Story:
        """Return the story as one post tells it, with every chapter that has begun since."""
        return replace(self, announced=replace(self.announced, seq=self.match.seq))

    @property
    def _events(self) -> tuple[tuple[int, Text], ...]:
        """Return the public events since the post began, each with its move; 0 before the first one."""
        return self._once(self._told_since, "events")

    def _told_since(self) -> tuple[tuple[int, Text], ...]:
        start, match = self.announced.post_from, self.match
        first = [line for line in self.lines if line.seq == start]
        begun = [event for line in first for event in (chapter_of(line.told, match.game) if start else line.told)]
        later = [(line.seq, event) for line in self.lines if line.seq > start for event in line.told]
        opening = () if start else match.opening
        return (*((start, event) for event in (*opening, *begun)), *later)

    @property
    def told(self) -> list[str]:
        """Return the lines of the post's chapter."""
        return self._once(self._chapter, "told")

    def _chapter(self) -> list[str]:
        opening = [tale.beginning(self.record, self.table.frame(None), self.speaker)] if self._first else []
        sat = groupby(self._events[: self.turn], key=lambda each: self.table.people_at(each[0]))
        told = (tale.told([event for _, event in run], self.speaker.about(people)) for people, run in sat)
        return [*opening, *chain.from_iterable(told)]

    @property
    def silent(self) -> bool:
        """Tell whether there is nothing to tell and nothing to ask, as after a story that was told elsewhere."""
        return not self._first and not self._events and not self.match.deciding

    @property
    def _first(self) -> bool:
        return self.announced.post_from == 0

    # The messages

    def grown(self) -> Outgoing:
        """Return the post with all events since, and the open questions."""
        return self._asking((), self._below(self.announced.post))

    def finished(self) -> Outgoing:
        """Return the post with its whole chapter, without questions."""
        return outgoing(self._ending)

    def begun(self, pings: Sequence[int]) -> Outgoing:
        """Return a new post of this chapter."""
        if self.match.deciding:
            return self._asking(pings, self._below(None))
        return outgoing(self._ending, self._below(None))

    @property
    def _ending(self) -> Post:
        """Return a chapter to its end, as a `Post`."""
        after = mark(self.table, self.announced.post_from)
        return messages.story(self.record, self.told, self.speaker, after=after)

    def summons(self, seats: Sequence[Seat], pings: Sequence[int] = ()) -> Outgoing:
        """Return a ping message below the story, with the questions of `seats`; it mentions `pings`."""
        frame = self.table.frame(None)
        asks = [ask for ask in frame.asks if ask.seat in seats]
        return self.quietly(self.headed(tale.summons(self.record, frame, asks, pings, self.speaker)))

    def settled(self, fate: Fate) -> Outgoing:
        """Return the one line that is left of a ping message without questions."""
        return outgoing(tale.settled(self.record, self.link, self.speaker, fate))

    def fate(self, summons: Summons) -> Fate:
        """Return the outcome of the question of a ping message."""
        if all(map(self.acted, summons.called)):
            return "answered"
        # Of several who were called, some still have their question where the story goes on.
        going = self.table.status.open and any(call in self.asked for call in summons.called)
        return "moved" if going else "gone"

    @property
    def link(self) -> str:
        """Return the address of the post that tells the story now."""
        return message_link(self.record, self.announced.post)

    def quietly(self, post: Post, pictured: Pictured = Pictured()) -> Outgoing:
        """Return the message of `post`, without a mention of seats that lasting orders have answered (`presumed`).

        It is as loud as with them, for every reader sees whether a message was sent silently.
        """
        users = self.table.people.users
        answered = {users[seat] for seat in self.match.presumed}
        pings = tuple(user for user in post.pings if user not in answered)
        return replace(outgoing(replace(post, pings=pings), pictured), loud=bool(post.pings))

    def _asking(self, pings: Sequence[int], pictured: Pictured) -> Outgoing:
        post = self._once(partial(self._post, pings), "post", tuple(pings))
        return self.quietly(self.headed(post) if self.table.frame(None).asks else post, pictured)

    def _post(self, pings: Sequence[int]) -> Post:
        after = mark(self.table, self.announced.post_from)
        frame, first = self.table.frame(None), int(self._first)
        # Whoever is asked scrolls past little; how the game began, with what was pledged, stands from the start.
        told = [*self.told[:first], *latest_news(self.told[first:])]
        return messages.post(self.record, frame, told, pings, self.speaker, after=after)

    def headed(self, post: Post) -> Post:
        """Return `post` with the name of its table, where several are played in the channel."""
        return tale.headed(post, self.record, self.speaker) if self.shared else post

    def _below(self, post: int | None) -> Pictured:
        """Return the picture, unless `post`, None for a new one, stands right below a table message with it."""
        board = self.announced.message
        first = self._first if post else self.announced.post is None
        sent = discord.utils.snowflake_time(post) if post else self.now
        return Pictured() if first or board is None or follows(sent, board) else self.pictured


def outgoing(post: Post, pictured: Pictured = Pictured()) -> Outgoing:
    """Return the message of `post`, with its picture."""
    shown = pictured.order, pictured.shows
    return Outgoing(post.content, post.components(), post.pings, *shown, keeps=pictured.keeps)
