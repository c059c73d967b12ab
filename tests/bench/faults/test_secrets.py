"""Whatever gets out is seen: a seed, a piece of a state, what a hand holds; and what everybody may read is no leak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench.faults.ledger import Move, Story, stories
from bench.faults.secrets import Writing, found, people, spelled, strings
from bot.faces import messages
from bot.faces import story as tale
from bot.faces.logbook import latest_news, timestamp
from bot.faces.scene_text import SEPARATOR, Localizer, hand
from bot.storage.records import Status
from bot.texts.fluent import language
from engine import saves
from engine.games import GAMES
from engine.match import AnyMatch, Match
from engine.orders import Orders
from engine.scene import Card, Seat
from tests.bench.faults.conftest import Made
from tests.bot.faces.gallery import sat
from tests.bot.party import by_choice

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
        post = tale.post(story.record, frame, (), (said.people.users[0],), said)
        assert found(posted(story, *board, post.content, *log), [story], "") == []


def test_call_to_one_of_several_bidders_is_public(story: Story) -> None:
    """Whoever has just moved, or was called before, isn't named with them; a hand may hold the same card."""
    bidding, calls = asking(story, lambda match: match.is_shut)

    assert len(calls) == 3
    assert found(posted(bidding, *(call.content for call in calls)), [bidding], "") == []
    vain = calls[0].content.replace("secret", "vain")
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


def asking(story: Story, until: Callable[[AnyMatch], bool], seats: int = 3) -> tuple[Story, list[tale.Post]]:
    """Return a table of For the King with orders, played until something holds, and a call to each who is asked."""
    start = Match.start(GAMES["fortheking"], seats, bytes(32), orders=True)
    steps = list(by_choice(start, lambda match, seat: match.legal[seat][-1], until))
    match = steps[-1][0]
    record, _ = sat(match, ("Ann", "Bo", "Cy", "Di")[:seats], "en")
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
