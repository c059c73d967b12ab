"""What is promised under every fault, counted from what people did, what Discord got, and what the database holds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.faults import ledger, secrets
from bench.faults.ledger import Question, Story
from bench.faults.people import Evening
from bench.recorder import is_move
from bench.records import Record
from engine.asking import EVERYBODY
from tests.loopback.people import ANSWER_SECONDS
from tests.loopback.records import Interaction, Message
from tests.loopback.world import DISCORD_EPOCH_MS

SHOWN = 200
"""How much of a post is told that was made twice."""
NONE, SECONDS = "at most 0", "at most 60"


@dataclass(slots=True)
class Tally:
    """What was counted; the lists say what went wrong, in a line each."""

    clicks: int = 0
    moves: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)

    def records(self, what: str) -> list[Record]:
        """Return the promises that hold under every fault."""
        return [
            Record(f"{what}: moves acknowledged", self.moves, "moves"),
            Record(
                f"{what}: acknowledged moves lost", len(self.lost), "moves", goal=NONE
            ),
            Record(
                f"{what}: questions answered twice",
                len(self.twice),
                "questions",
                goal=NONE,
            ),
            Record(
                f"{what}: posts or pings doubled", len(self.doubled), "posts", goal=NONE
            ),
            Record(f"{what}: clicks made", self.clicks, "clicks"),
            Record(
                f"{what}: clicks unanswered outside the fault",
                len(self.unanswered),
                "clicks",
                goal=NONE,
            ),
            Record(f"{what}: secrets out", len(self.secrets), "secrets", goal=NONE),
        ]

    @property
    def broken(self) -> Iterator[str]:
        """Yield what went wrong, in a line each."""
        for name in ("lost", "twice", "doubled", "unanswered", "secrets"):
            yield from (f"{name}: {each}" for each in getattr(self, name))


def tally(now: Evening) -> Tally:
    """Count everything of an evening; nobody may be playing."""
    stories = ledger.stories(now.bot.database)
    events = list(now.discord.world.interactions.values())
    answers = taken(events, stories)
    log = now.bot.stderr.read_text(errors="replace")
    return Tally(
        len(events),
        len(answers),
        list(lost(answers, stories)),
        [
            f"{question}, {times} times"
            for question, times in repeated(answers, stories).items()
        ],
        list(doubled(now.discord.world.posts, stories)),
        [
            f"{event.what} in {event.channel.name}, {lateness(event)}"
            for event in events
            if unanswered(event, now)
        ],
        secrets.found(now.listener.heard, stories, log),
    )


def answered(event: Interaction) -> Question:
    """Return which question a click answered, as the button says it."""
    _, table, seat, name, *_ = str(event.data["custom_id"]).split(":")
    return int(table), int(seat), name


def taken(events: Iterable[Interaction], stories: Iterable[Story]) -> list[Question]:
    """Return the questions that acknowledged clicks answered, each the clicking person's own."""
    tables: dict[int, Story] = {story.record.id: story for story in stories}
    found = []
    for event in filter(is_move, events):
        table, seat, name = question = answered(event)
        if seat == EVERYBODY and table in tables:
            question = tables[table].own_question(event.user.id, name, begun(event))
        found.append(question)
    return found


def lost(answers: Iterable[Question], stories: Sequence[Story]) -> Iterator[str]:
    """Yield the questions whose answers were acknowledged, and are in no log and no order.

    Orders don't outlast what they are about: one counts as lost where its person is asked for it still.
    """
    kept = played(stories)
    missing = [question for question in answers if question not in kept]
    tables = {table for table, *_ in missing}
    of = [story for story in stories if story.record.id in tables]
    ordered = frozenset[Question]().union(
        *(story.about_orders - story.asked for story in of)
    )
    yield from (f"{question}" for question in missing if question not in ordered)


def forgotten(events: Iterable[Interaction], stories: Sequence[Story]) -> list[str]:
    """Return the questions that are asked though an answer to them was acknowledged."""
    asked = frozenset[Question]().union(*(story.asked for story in stories))
    return [f"{each}" for each in taken(events, stories) if each in asked]


def repeated(
    answers: Iterable[Question], stories: Iterable[Story]
) -> Mapping[Question, int]:
    """Return how often questions were answered by a move, where that is more than once; an order may be changed."""
    kept = played(stories)
    counted = Counter(question for question in answers if question in kept)
    return {question: times for question, times in counted.items() if times > 1}


def played(stories: Iterable[Story]) -> frozenset[Question]:
    """Return the questions that were answered by a move."""
    return frozenset[Question]().union(*(story.answered for story in stories))


def doubled(posts: Sequence[Message], stories: Iterable[Story]) -> Iterator[str]:
    """Yield what was posted twice: by its nonce, by the same words with no move in between, or a ping too many."""
    made = list(stories)
    told = {story.record.channel: story for story in made}
    nonces = Counter((post.channel.id, post.nonce) for post in posts if post.nonce)
    yield from (f"{times} posts of one nonce" for times in nonces.values() if times > 1)
    before: dict[int, Message] = {}
    for post in posts:
        last, story = before.get(post.channel.id), told.get(post.channel.id)
        same = last is not None and post.pinged and last.first_text == post.first_text
        if (
            last
            and same
            and (
                story is None
                or story.standing(begun(last)) == story.standing(begun(post))
            )
        ):
            yield f"the same words twice in {post.channel.name}: {post.first_text[-SHOWN:]!r}"
        before[post.channel.id] = post
    for story in made:
        pings = Counter(
            user
            for post in posts
            if post.channel.id == story.record.channel
            for user in post.pinged
        )
        for user, times in (pings - story.calls).items():
            yield f"{times} calls too many at table {story.record.id} for {user}"


def begun(event: Message | Interaction) -> float:
    """Return when a message was posted or a click made, in seconds since the epoch, as its id tells."""
    return ((event.id >> 22) + DISCORD_EPOCH_MS) / 1000


def unanswered(event: Interaction, now: Evening) -> bool:
    """Tell whether a click got no answer in time though no fault lasted meanwhile."""
    late = event.sent + ANSWER_SECONDS
    if late > time.monotonic() or (
        event.answered.is_set() and event.answered_at <= late
    ):
        return False
    return not any(
        window.begin <= late and event.sent <= window.end for window in now.windows
    )


def lateness(event: Interaction) -> str:
    """Return whether a click was answered too late or not at all."""
    return (
        f"after {event.answered_at - event.sent:.1f} s"
        if event.answered.is_set()
        else "never"
    )


def told(what: str, seconds: Sequence[float]) -> list[Record]:
    """Return how long it took, after the ends of faults, until Discord was shown everything."""
    return [
        Record(
            f"{what}: seconds until everything was announced, at most",
            max(seconds),
            "s",
            goal=SECONDS,
        )
    ]
