"""Story of a table in its channel: renders the post of each chapter and the ping messages below it.

Theory of operation. A game says which of its events begin a *chapter* (`Game.chapters`): an auction, one Adviser's
turn, the resolution of a card. One post tells one chapter, and where a chapter begins follows from the log alone, so
that it is the same after every start. Where a game names no such events, each phase of the scene is a chapter.

A post tells from the move `Published.post_from` on: of that move the events from the chapter's beginning, and all that
follows; of the moves before, nothing. One move may end a chapter and begin the next: its events are divided between two
posts. A chapter that begins and ends between two announcements, as when orders play one after another, has no post of
its own: it stands in the next one, above the chapter that goes on, and never in the post before, which is read no more.

Each new question is pinged for once, and none that goes on with the seat's own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord

from bot.announce.dedupe import DedupeWindow, origin
from bot.announce.sender import is_sent_right_after
from bot.clocks.table_clock import TableClock
from bot.faces import story as tale
from bot.faces.components import Page
from bot.faces.fairness import beginning_text
from bot.faces.logbook import message_link
from bot.faces.scene_text import Localizer
from bot.faces.story import Fate
from bot.sending.reader_settings import Told, lines_of_moves
from bot.storage.records import Published, TableRecord
from bot.tables.clock_changes import PublishedStates
from bot.tables.due_times import ClockChange, no_change
from bot.tables.log_entries import LogLine, chapter_of, present_movers
from bot.tables.move_logs import token_for
from bot.tables.seat_orders import QuestionNumber, SeatQuestion, new_pings
from bot.tables.table import Table
from engine import logged_moves
from engine.frozen import replace
from engine.match import AnyMatch
from engine.scene import Seat, Text

LOBBY = "lobby"
"""The phase before the game, as older Heralds have stored it."""

P = ParamSpec("P")
T = TypeVar("T")


def memoize(
    make: Callable[Concatenate[Story, P], T],
) -> Callable[Concatenate[Story, P], T]:
    """Decorate what composes a part of the chapter: once for all stories that share `Story.memo`."""

    @wraps(make)
    def part(story: Story, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (make, *args, story.announced.post_from, story.announced.seq)
        if key not in story.memo:
            story.memo[key] = make(story, *args, **kwargs)
        made: T = story.memo[key]
        return made

    return part


@dataclass
class Story:
    """A table that is announced: the events since its present post began, and what Discord has been shown of it.

    It renders the posts and ping messages. What was sent is noted in `announced`, and what follows from it for the
    clocks in `clock_change`; both are stored by `states`. An open table has no `lines`: these are the log since its
    post began. `now` is Discord's time, `at` is Herald's own. `shared`: other tables are played in the same channel,
    so that each ping message names its own. `ordered` are the moves that orders have played since the last
    announcement. `spared` seats are not to be pinged now, `recalled` ones are, though they were before. `memo` caches
    composed parts; it is shared by stories that are made of one another, for the same table and the same lines.
    """

    table: Table
    announced: Published
    lines: tuple[LogLine, ...]
    localizer: Localizer
    now: datetime = field(compare=False)
    states: PublishedStates = field(compare=False)
    at: float = field(default=0.0, compare=False)
    shared: bool = False
    pictured: Page | None = None
    ordered: frozenset[int] = frozenset()
    spared: frozenset[Seat] = frozenset()
    recalled: tuple[Seat, ...] = ()
    clock_change: ClockChange = field(default=no_change, compare=False)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def note_published(self, **shown: Any) -> None:
        """Note what Discord has been shown, by the fields of `Published`."""
        self.announced = replace(self.announced, **shown)

    def change_clock(
        self, change: Callable[..., TableClock], seat: Seat, *given: float | None
    ) -> None:
        """Note a further `change` of the clock of `seat`, which takes `given`."""
        before = self.clock_change
        self.clock_change = lambda clock: change(before(clock), seat, *given)

    def note_called(self, users: Collection[int]) -> list[Seat]:
        """Note that a message found has called `users`; return their `spared` seats, which aren't pinged later."""
        people = self.table.people
        seats = [seat for seat in self.spared if people.users[seat] in users]
        for seat in seats:
            self.change_clock(TableClock.with_ping_at, seat, None)
        return seats

    async def store(self) -> None:
        """Store what Discord has been shown, and change the clocks by `clock_change`, in one transaction."""
        change, self.clock_change = self.clock_change, no_change
        await self._store(change)

    async def store_new_messages(self) -> None:
        """Store the ids of new messages at once, so that a bot that dies right after it sends nothing twice."""
        if self.announced.messages - self.record.announced.messages:
            await self._store(no_change)

    async def _store(self, change: ClockChange) -> None:
        table = self.table
        await self.states.store(table.id, self.announced, change, table.channel)

    @property
    def record(self) -> TableRecord:
        """Return the table's record."""
        return self.table.record

    @property
    def match(self) -> AnyMatch:
        """Return the table's match."""
        return self.table.started_match

    @cached_property
    def questions(self) -> tuple[SeatQuestion, ...]:
        """Return the open questions."""
        return tuple(
            (seat, self.table.question_number(seat)) for seat in self.match.deciding
        )

    def questions_of(self, seats: Sequence[Seat]) -> tuple[SeatQuestion, ...]:
        """Return the open questions of `seats`."""
        return tuple(each for each in self.questions if each[0] in seats)

    @cached_property
    def seats_to_ping(self) -> tuple[Seat, ...]:
        """Return the seats that are to be pinged now."""
        asked = {Seat(seat): number for seat, number in self.questions}
        new = (line for line in self.lines if line.seq > self.announced.seq)
        movers = present_movers(new, self.ordered)
        called = (*self.announced.called, *self.table.seen)
        due = new_pings(asked, called, movers, joint_open=self.match.awaits_joint)
        spared = self.withdrawn | self.spared
        people = [
            seat for seat in due if self.table.is_attended(seat) and seat not in spared
        ]
        seats = {*people, *self.recalled}
        return tuple(seat for seat in asked if seat in seats)

    def sparing(
        self, seats: Collection[Seat], recalled: tuple[Seat, ...] = ()
    ) -> Story:
        """Return the story without pings of more `seats`, and with those of `recalled`: itself where both are empty."""
        if not (seats or recalled):
            return self
        spared = self.spared.union(seats)
        return replace(self, spared=spared, recalled=(*self.recalled, *recalled))

    @cached_property
    def withdrawn(self) -> frozenset[Seat]:
        """Return the seats pinged for a question that was taken back, if no other seat has acted since.

        When it comes again they aren't pinged again: their ping message is edited. Those `recalled` have none.
        """
        return frozenset(
            Seat(ping[0])
            for ping in filter(self.is_withdrawn, self.announced.called)
            if not (self.is_joint(ping) and self.has_acted(ping))
        ).difference(self.recalled)

    def is_withdrawn(self, ping: SeatQuestion) -> bool:
        """Tell whether the move that brought a question up was taken back, and no other seat moved or left since."""
        seat, number = ping
        move = QuestionNumber(number).move
        since = [line for line in self.lines if line.seq >= move]
        movers = {line.seat for line in since}
        taken_back = any(logged_moves.is_take_back(line.events) for line in since)
        alone = len(movers) == 1 and seat not in movers
        return alone and taken_back and self.table.had_same_person(seat, move)

    def is_joint(self, ping: SeatQuestion) -> bool:
        """Tell whether a ping was for the joint question that is open, as it was put first or once more."""
        orders = self.match.orders
        if self.match.open_joint is None or orders is None:
            return False
        return ping[1] <= QuestionNumber.joint_after(orders.since)

    def has_acted(self, ping: SeatQuestion) -> bool:
        """Tell whether a seat has answered, or moved, since the question that it was pinged for."""
        if self.is_joint(ping):
            return ping not in self.questions
        seat = ping[0]
        move = QuestionNumber(ping[1]).move
        return any(line.seat == seat and line.seq > move for line in self.lines)

    def origin_below(self, *moves: int) -> DedupeWindow | None:
        """Return the origin of a message below the story that follows from `moves`."""
        first = min(moves)
        made = next((line.at for line in self.lines if line.seq == first), None)
        return origin(self.record, made or 0.0, first, self.last_message)

    @property
    def last_message(self) -> int:
        """Return the newest message of the story, or below it, that is known; 0 if there is none."""
        pings = [each.message for each in self.announced.summons]
        return max([self.announced.post or 0, *pings])

    @property
    @memoize
    def chapter_start(self) -> int | None:
        """Return the index in `_events` at which the first chapter begins that wasn't told; None if none does.

        Events up to `Published.seq` stand in the post, even if they began a chapter.
        """
        game = self.match.game
        known = max(self.announced.post_from, self.announced.seq)
        for place, (move, event) in enumerate(self._events):
            if move > known and game.is_chapter(event):
                return place
        return None

    @property
    def has_new_chapter(self) -> bool:
        """Tell whether another chapter has begun than the one that the post tells."""
        # The phase of a table message that is still to be posted is empty.
        known = {self.table.frame(None).scene.phase, LOBBY, ""}
        return self.chapter_start is not None or self.announced.phase not in known

    @property
    def is_urgent(self) -> bool:
        """Tell whether the story can't be debounced: a chapter begins, a seat is to be pinged, or the match is over."""
        return (
            not self.match.deciding or self.has_new_chapter or bool(self.seats_to_ping)
        )

    @property
    def is_held_back(self) -> bool:
        """Tell whether only rivals are asked, between two people: their moves are told when a person is asked again.

        The beginning is told at once; so is everything where no person plays.
        """
        table = self.table
        asked = self.match.deciding
        if self.announced.post is None or not asked:
            return False
        people = any(map(table.is_attended, range(self.match.seats)))
        return people and not any(
            table.is_attended(seat) or table.is_waited_for(seat) for seat in asked
        )

    @property
    def next_chapter(self) -> Story:
        """Return the story from the first chapter on that wasn't told."""
        place = self.chapter_start
        start = self.match.seq if place is None else self._events[place][0]
        announced = replace(self.announced, seq=self.match.seq, post_from=start)
        return replace(self, announced=announced)

    @property
    def with_all_chapters(self) -> Story:
        """Return the story as one post tells it, with every chapter that has begun since."""
        return replace(self, announced=replace(self.announced, seq=self.match.seq))

    @property
    @memoize
    def _events(self) -> tuple[Told, ...]:
        """Return the public events since the post began, each with its move; 0 before the first one."""
        start = self.announced.post_from
        match = self.match
        first: list[Text] = [] if start else [*match.opening]
        for line in self.lines:
            if line.seq == start:
                first += chapter_of(line.events, match.game) if start else line.events

        later = [line for line in self.lines if line.seq > start]
        events = [(line.seq, event) for line in later for event in line.events]
        return (*((start, event) for event in first), *events)

    @property
    @memoize
    def chapter(self) -> list[str]:
        """Return the lines of the post's chapter."""
        lines: list[str] = []
        if self._is_first:
            first = self.localizer.about(self.table.people_at(0))
            lines.append(beginning_text(self.record, self.table.frame(None), first))

        outcome = self.match.outcome
        # What the match turned on stands in the newest message, with the winner and the way to another game.
        below = outcome.highlights if outcome else ()
        told = self._events[: self.chapter_start]
        events = [each for each in told if each[1] not in below]
        return lines + lines_of_moves(self.table, events, self.localizer)

    @property
    def is_silent(self) -> bool:
        """Tell whether there is nothing to tell and nothing to ask, as after a story that was told elsewhere."""
        return not self._is_first and not self._events and not self.match.deciding

    @property
    def _is_first(self) -> bool:
        return self.announced.post_from == 0

    def growing_post(self) -> Page:
        """Return the post with all events since, and the open questions."""
        return self._asking_post((), self.announced.post)

    def finished_post(self) -> Page:
        """Return the post with its whole chapter, without questions."""
        after = token_for(self.table, self.announced.post_from)
        return tale.quiet_post(self.record, self.chapter, self.localizer, after=after)

    def new_post(self, pings: Sequence[int]) -> Page:
        """Return a new post of this chapter."""
        if self.match.deciding:
            return self._asking_post(pings, None)
        return self._with_picture(self.finished_post(), None)

    def ping_message(self, seats: Sequence[Seat], pings: Sequence[int] = ()) -> Page:
        """Return a ping message below the story, with the questions of `seats`; it mentions `pings`."""
        frame = self.table.frame(None)
        asks = [ask for ask in frame.asks if ask.seat in seats]
        post = tale.ping_message(self.record, frame, asks, pings, self.localizer)
        return self.without_needless_pings(self.with_title(post))

    def settled_message(self, fate: Fate) -> Page:
        """Return the one line that is left of a ping message without questions."""
        line = tale.settled_text(self.record, self.link, self.localizer, fate)
        return Page(content=line)

    @property
    def link(self) -> str:
        """Return the address of the post that tells the story now."""
        return message_link(self.record, self.announced.post)

    def without_needless_pings(self, post: Page) -> Page:
        """Return `post` without a mention of `presumed_seats`, which lasting orders have answered.

        It is as loud as with them, for every reader sees whether a message was sent silently.
        """
        users = self.table.people.users
        answered = {users[seat] for seat in self.match.presumed_seats}
        pings = tuple(user for user in post.pings if user not in answered)
        return replace(post, pings=pings, loud=bool(post.pings))

    def _asking_post(self, pings: Sequence[int], below: int | None) -> Page:
        post = self._compose_post(tuple(pings))
        if self.table.frame(None).asks:
            post = self.with_title(post)
        return self.without_needless_pings(self._with_picture(post, below))

    @memoize
    def _compose_post(self, pings: tuple[int, ...]) -> Page:
        after = token_for(self.table, self.announced.post_from)
        frame = self.table.frame(None)
        first = int(self._is_first)
        # How the game began, with the pledge, stands from the start.
        lines = self.chapter[:first]
        news = self.chapter[first:]
        return tale.post(
            self.record, frame, self.localizer, lines, pings, after=after, news=news
        )

    def with_title(self, post: Page) -> Page:
        """Return `post` with the name of its table, where several are played in the channel."""
        if not self.shared:
            return post
        return tale.with_table_name(post, self.record, self.localizer)

    def _with_picture(self, post: Page, old: int | None) -> Page:
        """Return `post` with the table's picture, unless `old`, None for a new post, stands right below that."""
        board = self.announced.message
        first = self._is_first if old else self.announced.post is None
        sent = discord.utils.snowflake_time(old) if old else self.now
        if (
            first
            or board is None
            or self.pictured is None
            or is_sent_right_after(sent, board)
        ):
            return post
        return replace(
            self.pictured, content=post.content, rows=post.rows, pings=post.pings
        )
