"""What is broken is counted, what is excused isn't, and whatever gets out is seen: a seed, a state, a hand."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bench.faults.ledger import Move, Story, stories
from bench.faults.people import Evening, Window
from bench.faults.promises import answered, begun, doubled, forgotten, lost, repeated, taken, unanswered
from bench.faults.secrets import Writing, found, people, spelled, strings
from bench.recorder import REFUSED, is_move
from bot.faces import messages
from bot.faces import story as tale
from bot.faces.components import Page
from bot.faces.logbook import latest_news, timestamp
from bot.faces.scene_text import SEPARATOR, Localizer, hand
from bot.storage.records import Sitter, Status
from bot.texts.fluent import language
from engine import saves
from engine.asking import EVERYBODY
from engine.games import GAMES
from engine.match import AnyMatch, Match
from engine.orders import Orders
from engine.scene import Card, Seat
from tests.bench.faults.conftest import Made
from tests.bot.faces.gallery import sat
from tests.bot.party import by_choice
from tests.loopback.people import ANSWER_SECONDS, Person
from tests.loopback.records import Channel, Interaction, Message
from tests.loopback.rest import MESSAGE, UPDATE
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


# Secrets

NOW = 1e9


@pytest.fixture
def story(made: Made) -> Story:
    """Return a table at which moves were made and somebody holds something."""
    return next(each for each in stories(made.database) if each.positions[-1].frame(Seat(0)).scene.hand)


def localizer(story: Story) -> Localizer:
    """Return who speaks at a table."""
    return Localizer(language("en"), people(story.record.sitters))


def posted(story: Story, *texts: str) -> list[Writing]:
    """Return what everybody reads in the table's channel."""
    return [Writing(NOW, story.record.channel, texts)]


def test_a_seed_is_seen_however_it_is_written(story: Story) -> None:
    """In a message that one person alone reads, and in the log."""
    assert len(spelled(story.secrets[0])) >= 3
    for form in (form for secret in story.secrets for form in spelled(secret)):
        assert found([Writing(NOW, 0, (f"id:{form}",))], [story], "")
        assert found([], [story], f"WARNING {form}")


def test_what_is_over_has_no_secrets_but_had_them_before(story: Story) -> None:
    """The seed may be told after the last move, never earlier."""
    over = replace(story, record=replace(story.record, status=Status.OVER))
    (form, *_) = spelled(story.secrets[0])
    assert found([Writing(over.ended + 1, story.record.channel, (form,))], [over], "") == []
    assert found([Writing(over.ended - 1, story.record.channel, (form,))], [over], "")


def test_a_piece_of_a_state_in_the_log_is_seen(story: Story) -> None:
    """Wherever it is cut."""
    state = saves.dump(story.positions[-1]).state
    assert found([], [story], f"could not decode {state[30:80]}")
    assert found([], [story], "table 3 could not be announced and is tried again") == []


def test_a_hand_that_everybody_reads_is_seen(story: Story) -> None:
    """A line of the private view in a post: the cards of each seat by their names."""
    for seat in range(len(story.record.sitters)):
        lines = hand(story.positions[-1].frame(Seat(seat)).scene, localizer(story))
        assert found(posted(story, "\n".join(lines)), [story], "")


def test_what_everybody_may_read_is_no_leak(story: Story) -> None:
    """The table as it stands, whoever has answered, the post, and every line of the log that everybody was told."""
    said = localizer(story)
    log = [said.say(each.event) for move in story.moves for each in move.told if each.is_heard_by(None)]
    for frame in story.frames(len(story.moves)):
        board = strings(messages.table_message(story.record, frame, said).components())
        post = tale.post(story.record, frame, said, (), (said.people.users[0],))
        assert found(posted(story, *board, str(post.content), *log), [story], "") == []


def test_call_to_one_of_several_bidders_is_public(story: Story) -> None:
    """Whoever has just moved, or was called before, isn't named with them; a hand may hold the same card."""
    bidding, calls = asking(story, lambda match: match.is_shut)

    assert len(calls) == 3
    assert found(posted(bidding, *(str(call.content) for call in calls)), [bidding], "") == []
    vain = str(calls[0].content).replace("secret", "vain")
    assert found(posted(bidding, vain), [bidding], ""), "the card is in no hand"


def test_call_to_choose_ahead_offers_public_cards(story: Story) -> None:
    """Its buttons name cards in the middle; whoever laid them there held them three moves ago at the most."""
    ahead, calls = asking(story, asks_others_too, seats=4)

    offered = [text for call in calls for text in strings(call.components())]
    assert found(posted(ahead, *offered), [ahead], "") == []
    seen = [text for text in offered if found(posted(ahead, f"{text}!"), [ahead], "")]
    assert seen, "nobody held a card that is offered"


def asks_others_too(match: AnyMatch) -> bool:
    """Tell whether the rules ask somebody, and others choose ahead meanwhile."""
    return match.open_joint is not None and not match.legal.keys() & set(match.open_joint.waits)


def asking(story: Story, until: Callable[[AnyMatch], bool], seats: int = 3) -> tuple[Story, list[Page]]:
    """Return a table of For the King with orders, played until something holds, and a call to each who is asked."""
    start = Match.start(GAMES["fortheking"], seats, bytes(32), orders=True)
    steps = list(by_choice(start, lambda match, seat: match.legal[seat][-1], until))
    match = steps[-1][0]
    record, _ = sat(match, names=("Ann", "Bo", "Cy", "Di")[:seats])
    moves = tuple(Move(made.seat, made.action, 0.0, made.told_events) for _, made in steps)
    positions = (start, *(each for each, _ in steps))
    asked = replace(story, record=record, positions=positions, moves=moves, orders=Orders.none(seats))
    frame, said = match.frame(None), localizer(asked)
    return asked, [tale.ping_message(record, frame, [ask], (), said) for ask in frame.asks]


def test_line_cut_or_with_time_left_is_public(story: Story, made: Made) -> None:
    """A post that asks begins with the sign that more was told; a line of a hand is seen behind it, too.

    A small line about a question ends with until when there is time.
    """
    for each, line in filter(None, map(told_of_hands, stories(made.database))):
        cut = latest_news(["It begins.", line], 1)
        assert cut != [line]
        until = localizer(each).key("time-until-brief", when=timestamp(NOW, "R"))
        assert found(posted(each, *cut, SEPARATOR.join([line, until])), [each], "") == []
    private = "\n".join(hand(story.positions[-1].frame(Seat(0)).scene, localizer(story)))
    assert found(posted(story, *latest_news(["It begins.", private], 1)), [story], "")


def test_what_is_told_too_early_is_seen(made: Made) -> None:
    """A sentence that names a card, before the move that told it."""
    seen = [early for story in stories(made.database) if (early := told_of_hands(story))]
    assert seen
    for story, line in seen:
        assert found([Writing(-1.0, story.record.channel, (line,))], [story], "")


def told_of_hands(story: Story) -> tuple[Story, str] | None:
    """Return the last line of a log that names a card of a first hand, with its table; None if none does."""
    said = localizer(story)
    names = {
        said.say(item.name)
        for seat in range(len(story.record.sitters))
        for row in story.positions[0].frame(Seat(seat)).scene.hand
        for item in row.items
        if isinstance(item, Card)
    }
    lines = [said.say(each.event) for move in story.moves for each in move.told if each.is_heard_by(None)]
    early = [line for line in lines if any(name in line for name in names)]
    return (story, early[-1]) if early else None
