"""What is broken is counted, and what is excused isn't."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

import pytest

from bench.faults.ledger import Move, Story, stories
from bench.faults.people import Evening, Window
from bench.faults.promises import answered, begun, doubled, forgotten, lost, repeated, taken, unanswered
from bench.recorder import REFUSED, is_move
from bot.storage.records import Sitter
from engine.asking import EVERYBODY
from engine.games import GAMES
from engine.match import Match
from engine.orders import Orders
from tests.bench.faults.conftest import Made
from tests.loopback.interactions import MESSAGE, UPDATE
from tests.loopback.people import ANSWER_SECONDS, Person
from tests.loopback.records import Channel, Interaction, Message
from tests.loopback.server import Loopback
from tests.loopback.wire import COMPONENT


@pytest.fixture
def discord() -> Loopback:
    """Return a Discord on which nobody listens."""
    return Loopback()


def clicked(
    discord: Loopback, custom_id: str, answer: int | None = None, ago: float = 60.0, by: Person | None = None
) -> Interaction:
    """Return a click, answered at once or not at all."""
    who, hall = by or discord.person("Ann"), discord.open_channel("hall")
    event = discord.world.begin(COMPONENT, who.user, hall, {"custom_id": custom_id}, "a click")
    event.sent, event.answer_kind = time.monotonic() - ago, answer
    if answer is not None:
        event.answered_at = event.sent + 0.1
        event.answered.set()
    return event


def test_move_is_acknowledged_by_what_came_of_it(discord: Loopback) -> None:
    """A refusal is a message of its own, and a button that only leads to an answer is none.

    An answer that is private, to the press of a public message, opens the private view, unless that says no.
    """
    for verb, answer, moved in (
        ("move", UPDATE, True),
        ("ordered", UPDATE, True),
        ("move", MESSAGE, False),
        ("move", None, False),
        ("page", UPDATE, False),
    ):
        assert is_move(clicked(discord, f"{verb}:3:1:0123456789ab:2", answer)) is moved
    assert answered(clicked(discord, "move:3:1:0123456789ab:2", UPDATE)) == (3, 1, "0123456789ab")

    event = clicked(discord, "move:3:1:0123456789ab:2", MESSAGE)
    shown = {"flags": 64, "content": "You leave it face down."}
    event.message = discord.world.create(event.channel, shown, {}, None, event.user)
    assert not is_move(event)
    for custom_id, moved in {"sure:3:1:0123456789ab:2": False, "back:3:0:a": True}.items():
        event.message.components = [{"type": 1, "components": [{"type": 2, "style": 2, "custom_id": custom_id}]}]
        assert is_move(event) is moved
    for words in REFUSED:
        event.answer_data = {"content": f"**Ann**{words}"}
        assert not is_move(event)


def test_an_acknowledged_move_that_no_log_holds_is_lost(made: Made) -> None:
    """Every answer of the log is there; the log without its last move lacks that one."""
    (story, *_) = (each for each in stories(made.database) if each.moves)
    assert list(lost(story.answered, [story])) == []
    shorter = Story(story.record, story.secrets, story.positions[:-1], story.moves[:-1])
    assert len(list(lost(story.answered, [shorter]))) == 1


def auctioned(made: Made, people: list[Person], upto: int, at: float) -> Story:
    """Return a table whose people have made `upto` moves, all at one time: after five of them three pick cards."""
    match, moves = Match.start(GAMES["fortheking"], len(people), b"s" * 32), list[Move]()
    positions = [match]
    while len(moves) < upto:
        (seat, *_) = match.deciding
        match, (move,) = match.play(seat, (match.legal[seat][-1],))
        moves.append(Move(seat, "", at, move.told_events))
        positions.append(match)
    sitters = tuple(Sitter(person.id, person.name) for person in people)
    record = replace(stories(made.database)[0].record, sitters=sitters, orders=True)
    return Story(record, (), tuple(positions), tuple(moves), Orders.none(len(people)))


def test_choice_for_all_answers_its_persons_own_question(discord: Loopback, made: Made) -> None:
    """By a move of whoever's turn it is, by an order of others; it is lost where that person is asked still."""
    people = [discord.person(name) for name in ("Ann", "Ben", "Cy", "Dan", "Eve")]
    before = auctioned(made, people, 5, 0.0)
    joint = before.now.frame(None).joint
    assert joint is not None
    assert joint.open is not None
    assert len(joint.asked) > len(joint.deciding) == 1
    events = [
        clicked(discord, f"move:{before.record.id}:{EVERYBODY}:{joint.open.question}:0", UPDATE, by=people[seat])
        for seat in joint.asked
    ]
    after = auctioned(made, people, 5 + len(events), begun(events[0]) + 60)
    after = replace(after, moves=(*before.moves, *after.moves[5:]))
    answers = taken(events, [after])
    assert [seat for _, seat, _ in answers] == list(joint.asked)
    assert len(after.answered & {*answers}) == 1
    assert list(lost(answers, [after])) == []
    assert not repeated(answers, [after])
    assert not forgotten(events, [after])
    # Had none been kept, all would be asked still.
    assert len(list(lost(taken(events, [before]), [before]))) == len(forgotten(events, [before])) == len(events)


def test_a_click_without_an_answer_counts_outside_of_faults_alone(discord: Loopback) -> None:
    """And only once nobody waits for it any more."""
    now = Evening.__new__(Evening)
    now.windows = []
    event = clicked(discord, "play:1")
    assert unanswered(event, now)
    assert not unanswered(clicked(discord, "play:1", UPDATE), now)
    assert not unanswered(clicked(discord, "play:1", ago=ANSWER_SECONDS / 2), now)
    now.windows = [Window(event.sent - 9, event.sent - 1)]
    assert unanswered(event, now)
    now.windows = [Window(event.sent + 1, event.sent + 2)]
    assert not unanswered(event, now)


def post(hall: Channel, bot: Loopback, words: str, nonce: str, *pinged: int) -> Message:
    """Return a post as it was first made."""
    message = Message(bot.world.snowflake(), hall, bot.world.bot, 0, 0.0, words, nonce=nonce, first_text=words)
    message.pinged = set(pinged)
    return message


def test_a_post_that_is_made_twice_is_counted_once_for_each_way(discord: Loopback) -> None:
    """By its nonce, and by its words where they follow on themselves."""
    hall = discord.open_channel("hall")
    posts = [post(hall, discord, words, nonce, 7) for words, nonce in (("Ann?", "a"), ("Ben?", "b"), ("Ann?", "c"))]
    assert list(doubled(posts, [])) == []
    assert len(list(doubled([*posts, post(hall, discord, "Cy?", "c", 7)], []))) == 1
    assert len(list(doubled([*posts, post(hall, discord, "Ann?", "d", 7)], []))) == 1


def test_posts_are_counted_by_turns(discord: Loopback, made: Made) -> None:
    """The same words after a move are another turn, and no second post of the first one.

    As many pings as the log has turns are right; one more is counted.
    """
    story = next(each for each in stories(made.database) if each.moves)
    hall = Channel(story.record.channel, 0, "hall")
    user, times = next(iter(story.calls.items()))
    posts = [post(hall, discord, "Ann?", nonce, user) for nonce in ("a", "b")]
    posts[1].id += 2000 << 22
    moved = replace(story, moves=(replace(story.moves[0], at=begun(posts[0]) + 1),), positions=story.positions[:2])
    assert not [line for line in doubled(posts, [moved]) if "same words" in line]
    assert [line for line in doubled(posts, [story]) if "same words" in line]
    posts = [post(hall, discord, f"turn {number}", f"n{number}", user) for number in range(times + 1)]
    assert list(doubled(posts[:-1], [story])) == []
    assert len(list(doubled(posts, [story]))) == 1
    assert story.calls == Counter(replace(story).calls)
