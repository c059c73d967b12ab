"""Who is asked at once, and what one has ordered: each of it is said once."""

from __future__ import annotations

import pytest

from bot.faces import private_view
from bot.faces.scene_text import asks
from bot.faces.turns import turn_lines
from bot.texts.fluent import language
from engine.match import PicksReply
from engine.scene import Seat
from tests.bot.faces.gallery import sat
from tests.bot.faces.test_own_cards import PEOPLE, private
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.table import P1, P2, P3, auction_table
from tests.engine.games.oriflamme.table import LEAVE, B, G, R, resolving
from tests.engine.ordered import answered, ordered, taking_orders
from tests.every import FOR_EVERY_LANGUAGE

HANDS = [["gold-1", "gold-2"], ["gold-2", "gold-1"], ["gold-3"]]
AUCTION = taking_orders(auction_table(HANDS, ["military-A"]).match)


def queue() -> AnyMatch:
    """Return a queue in which Red is asked by the rules, and the others ahead."""
    return taking_orders(resolving("R:felon_1", "B:queen_0", "G:trap_0").match)


@FOR_EVERY_LANGUAGE
def test_whom_the_rules_ask_stands_in_one_line(locale: str) -> None:
    """R10: not once more among those who have still to answer; when all of these have, nobody is left there."""
    match = queue()
    waiting = language(locale).text("together-ahead", players="").strip()
    for order in (None, (B, "turn 1-queen", "leave"), (G, "turn 2-trap", "ask")):
        match = ordered(match, order) if order else match
        _, localizer = sat(match, PEOPLE, locale)
        frame = match.frame(None)
        lines = asks(frame, localizer).split("\n")
        assert [localizer.name(R) in line for line in lines].count(True) == 1
        assert any(waiting in line for line in lines) is any(ask.ahead for ask in frame.asks)


@FOR_EVERY_LANGUAGE
def test_who_wants_to_be_asked_then_is_not_said_to_have_answered_while_asked(locale: str) -> None:
    """R10: one line says that we wait for Blue; a check beside it would say the contrary."""
    match = ordered(queue(), (B, "turn 1-queen", "ask"), (G, "turn 2-trap", "leave"))
    match, _ = match.play(R, [LEAVE])
    assert match.deciding == (B,)
    assert B in answered(match)
    _, localizer = sat(match, PEOPLE, locale)
    lines = asks(match.frame(None), localizer).split("\n")
    assert [line for line in lines if localizer.name(B) in line] == lines[:1]


@FOR_EVERY_LANGUAGE
def test_who_alone_is_left_is_called_by_name_and_not_as_everybody(locale: str) -> None:
    """Several are called by what all of them are asked, the last one by what that one is deciding."""
    match = AUCTION
    while waited := [ask for ask in match.frame(None).asks if ask.ahead]:
        table, localizer = sat(match, PEOPLE, locale)
        frame = match.frame(None)
        text = "\n".join(turn_lines(table, frame, frame.asks, (), localizer))
        together = frame.joint
        assert together is not None
        assert (localizer.say(together.text) in text) is (len(waited) > 1)
        assert (localizer.say(waited[0].waiting) in text) is (len(waited) == 1)
        if len(waited) == 1:
            return
        seat = waited[0].seat
        match, _ = match.answer(seat, match.question_id(seat), PicksReply((match.frame(seat).mine.choices[0].number,)))  # type: ignore[union-attr]
    raise AssertionError("nobody was left alone")


@FOR_EVERY_LANGUAGE
def test_what_an_order_will_do_is_said_once_and_names_its_card_once(locale: str) -> None:
    """Not as its label and once more in its sentence."""
    match = ordered(queue(), (B, "turn 1-queen", "reveal"))
    _, localizer = sat(match, PEOPLE, locale)
    (given,) = [each for each in match.frame(B).orders if each.does]
    assert given.does is not None
    does, card = localizer.say(given.does), language(locale).text("oriflamme-card-queen")
    assert private(match, B, locale).count(does) == 1
    (line,) = [line for line in private_view.orders_text(match.frame(B), localizer).split("\n") if does in line]
    assert line.count(card) == 1


@FOR_EVERY_LANGUAGE
def test_every_lasting_order_says_of_what_it_speaks(locale: str) -> None:
    """Two of them that are over read differently."""
    match = ordered(AUCTION, (P1, "gold", "off"), (P1, "cards", "off"), (P1, "never", "off"))
    _, localizer = sat(match, PEOPLE, locale)
    said = private_view.orders_text(match.frame(P1), localizer).split("\n")
    assert len(said) == len(set(said)) == 4


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize(("match", "seat"), [(AUCTION, P2), (queue(), G)])
def test_a_question_about_an_order_is_one_heading(match: AnyMatch, seat: Seat, locale: str) -> None:
    """How it will be done is behind *More*."""
    lines = private(match, seat, locale).split("\n")
    (place,) = [place for place, line in enumerate(lines) if line.startswith("### ") and "?" in line]
    assert lines[place].count("?") == 1


def test_a_button_that_leads_to_another_question_ends_in_dots() -> None:
    """Nobody takes *Always pass on* for a pass."""
    match = ordered(AUCTION, (P1, "limit", 0))
    table, localizer = sat(match, PEOPLE)
    (row,) = private_view.order_rows(table, match.frame(P1), None, localizer)
    assert all(str(part["label"]).endswith("…") for part in row)
    assert match.deciding == (P2, P3)
