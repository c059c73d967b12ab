"""In private one's own cards have their names, always; in public a card that lies face down never has one.

Who is asked at once, and what one has ordered, is said once each; and what a sentence tells somebody to press stands on
a button of the same message.
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.faces import messages, private_view
from bot.faces import story as tale
from bot.faces.answer_controls import Answers
from bot.faces.logbook import Visit
from bot.faces.scene_text import asks, report
from bot.faces.story import Fate, ping_message, settled_text
from bot.faces.turns import turn_lines
from bot.storage.records import Status
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games.oriflamme import names
from engine.scene import Seat
from tests.bot.faces.gallery import Payload, ask_of, contents, payload, sat
from tests.bot.limits import walk as parts_of
from tests.bot.record import written
from tests.contract.walks import AnyMatch, walk
from tests.engine.games.fortheking.scenarios import P1, P2, P3, auction_table
from tests.engine.games.oriflamme.scenarios import LEAVE, B, G, R, placing, resolving
from tests.engine.ordered import answered, ordered, taking_orders
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE


def private(match: AnyMatch, seat: Seat, locale: str = "en") -> str:
    """Return all that is written in a person's own view, buttons and lists included."""
    table, localizer = sat(match, locale)
    return written(payload(private_view.private_page(table, match.frame(seat), localizer)))


def public(match: AnyMatch, locale: str = "en") -> str:
    """Return all that is written in the table message and in the post."""
    table, localizer = sat(match, locale)
    frame = match.frame(None)
    looks = messages.table_message(table, frame, localizer), tale.post(table, frame, localizer)
    return "\n".join(written(payload(look)) for look in looks)


def test_the_question_says_which_card_it_is_and_what_lies_on_it() -> None:
    """To its owner; the others read its number."""
    match = resolving("R:apothecary_1, B:queen^").match
    assert "### Your Apothecary, card 1: leave or reveal?" in private(match, R)
    assert "\nReveal\n" in private(match, R)
    assert "1 you: Apothecary (?) (+1)" in private(match, R)
    assert "whether card 1 stays face down (1 Influence on it)" in public(match)
    assert "Apothecary" not in public(match)


def test_cards_of_one_owner_side_by_side_share_the_name() -> None:
    """Each with its number, so that a button names the same; stacks and Influence stay with their card.

    An empty queue is called so where it stands otherwise, under the phase.
    """
    match = resolving("R:apothecary_1, R:queen^, B:felon^, B:twin^ / B:trap_2, R:trap_0").match
    shared = "1 you: Apothecary (?) (+1), 2 Queen · 3 **Bo**: Felon, 4 ? (+2) \u00d72 · 5 you: Trap (?)"
    assert f"-# **Round 3 of 6 · resolving the queue:** {shared}\n" in private(match, R)
    assert "-# **Round 3 of 6 · placing cards:** the queue is empty" in private(placing().match, R)


@pytest.mark.parametrize("rounds, in_words, kept", [(1, True, 2), (8, True, 1), (8, False, 2)])
def test_news_give_way_to_a_long_queue_in_words(rounds: int, in_words: bool, kept: int) -> None:  # noqa: FBT001
    """Who sees no picture reads the latest of what is new, or of what came of the own move; all is in the log."""
    match = resolving("R:apothecary_1" + ", B:felon_0, G:felon_0" * rounds).match
    table, localizer = sat(match)
    lines, new = ["Bo one.", "Bo two."], Visit(news=["Bo one.", "Bo two."], in_words=in_words)
    for visit in new, Visit(told=lines, in_words=in_words):
        said = written(payload(private_view.private_page(table, match.frame(R), localizer, visit=visit)))
        assert [each for each in lines if each in said] == lines[-kept:]
    crowded = replace(new, added=["Noted."] * 9)
    assert lines[-1] in written(payload(private_view.private_page(table, match.frame(R), localizer, visit=crowded)))


@pytest.mark.parametrize("locale, leave", [("en", "Leave: no Influence"), ("uk", "Лишити: без очок")])
def test_the_last_round_says_that_what_is_left_on_cards_is_lost(locale: str, leave: str) -> None:
    """R58: on the button; in the rounds before, nothing says so."""
    for number in (5, 6):
        seen = private(resolving("R:apothecary_1, B:queen_0", f"round: {number}").match, R, locale)
        assert (leave in seen) == (number == 6)


def test_own_targets_are_called_by_their_names() -> None:
    """Face up or face down; the others' cards as everybody sees them, and so in public."""
    table = resolving("B:queen_0, R:cutthroat^, R:trap_0")
    table.do("leave")
    match = table.match
    localizer = sat(match)[1]
    own, (shown,) = ask_of(match, R), match.frame(None).asks
    for ask, trap in ((own, "your Trap"), (shown, "Ann's")):
        labels = [localizer.label(one.option.label) for one in ask.choices]
        assert labels == ["1: Bo's, face down", f"3: {trap}, face down"]
    assert [one.number for one in own.choices] == [one.number for one in shown.choices]
    assert own.question == shown.question


def test_the_places_for_a_card_stand_in_one_view_with_the_other_cards() -> None:
    """One press lays it; another one takes another card, and the view is the same with that one."""
    match: AnyMatch = placing("R:queen_0, B:trap_0").match
    _, *hand = match.state.players[R].hand
    chosen, _ = match.play(R, [match.legal[R][0]])
    table, localizer = sat(match)
    places, (listed,) = Answers(table.id, ask_of(chosen, R), localizer).rows
    assert [part["label"] for part in places] == ["At the beginning", "At the end", "On 1: your Queen, face down"]
    assert [option["label"] for option in listed["options"]] == [localizer.label(names.name(card)) for card in hand]


def test_nobody_reads_of_themselves_in_the_third_person() -> None:
    """In the whole table, too: what is asked, as it is asked, and whose card is whose, also under another one."""
    match = resolving("R:apothecary_1, R:queen^, B:felon^, R:trap_2 / R:felon_0").match
    table, localizer = sat(match)
    mine, theirs = (written(payload(messages.whole_table_page(table, match.frame(seat), localizer))) for seat in (R, B))
    for told in ("👉 It is your turn. Your Apothecary, card 1: leave or reveal?", "2. your Queen", "3. Bo"):
        assert told in mine
    assert "It is your turn" not in theirs
    assert "3. your Felon" in theirs
    assert "2. Ann" in theirs
    assert "your Trap, face down (round" in mine
    assert "Trap" not in public(match)
    assert "your Trap" not in theirs


HANDS = [["gold-1", "gold-2"], ["gold-2", "gold-1"], ["gold-3"]]
AUCTION = taking_orders(auction_table(HANDS, ["military-A"]).match)
ONE = resolving("R:felon_1, B:queen_0, G:trap_0").match
QUEUE = taking_orders(ONE)
"""A queue in which Red is asked by the rules, and the others ahead."""


@FOR_EVERY_LANGUAGE
def test_whom_the_rules_ask_stands_in_one_line(locale: str) -> None:
    """R10: not once more among those who have still to answer; when all of these have, nobody is left there.

    Who wants to be asked then isn't said to have answered while asked: a check would say the contrary.
    """
    orders = (B, "turn 1-queen", "leave"), (G, "turn 2-trap", "ask")
    waiting = language(locale).text("together-ahead", players="").strip()
    for given in range(3):
        match = ordered(QUEUE, *orders[:given])
        _, localizer = sat(match, locale)
        said = asks(match.frame(None), localizer)
        assert [localizer.name(R) in line for line in said.split("\n")].count(True) == 1
        assert (waiting in said) is (given < len(orders))
    match, _ = ordered(QUEUE, (B, "turn 1-queen", "ask"), (G, "turn 2-trap", "leave")).play(R, [LEAVE])
    assert match.deciding == (B,)
    assert B in answered(match)
    _, localizer = sat(match, locale)
    first, *others = asks(match.frame(None), localizer).split("\n")
    assert localizer.name(B) in first
    assert localizer.name(B) not in "".join(others)


@FOR_EVERY_LANGUAGE
def test_who_alone_is_left_is_called_by_name_and_not_as_everybody(locale: str) -> None:
    """Several are called by what all of them are asked, the last one by what that one is deciding."""
    match = AUCTION
    for seats in ((P1, P2, P3), (P2, P3), (P3,)):
        table, localizer = sat(match, locale)
        frame = match.frame(None)
        text = "\n".join(turn_lines(table, frame, frame.asks, localizer))
        waited = [ask for ask in frame.asks if ask.ahead]
        assert [ask.seat for ask in waited] == [*seats]
        assert frame.joint is not None
        assert (localizer.say(frame.joint.text) in text) is (len(seats) > 1)
        assert (localizer.say(waited[0].waiting) in text) is (len(seats) == 1)
        match = ordered(match, (seats[0], "limit", 0))


@FOR_EVERY_LANGUAGE
def test_what_an_order_will_do_is_said_once_and_names_its_card_once(locale: str) -> None:
    """Not as its label and once more in its sentence; two lasting ones that are over read differently."""
    match = ordered(QUEUE, (B, "turn 1-queen", "reveal"))
    _, localizer = sat(match, locale)
    (given,) = [each for each in match.frame(B).orders if each.does]
    assert given.does is not None
    does, card = localizer.say(given.does), language(locale).text("oriflamme-card-queen")
    assert private(match, B, locale).count(does) == 1
    (line,) = [line for line in private_view.orders_text(match.frame(B), localizer).split("\n") if does in line]
    assert line.count(card) == 1
    lasting = ordered(AUCTION, (P1, "gold", "off"), (P1, "cards", "off"), (P1, "never", "off"))
    said = private_view.orders_text(lasting.frame(P1), sat(lasting, locale)[1]).split("\n")
    assert len(said) == len(set(said)) == 4


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("match, seat", [(AUCTION, P2), (QUEUE, G)])
def test_a_question_about_an_order_is_one_heading(match: AnyMatch, seat: Seat, locale: str) -> None:
    """How it will be done is behind *More*."""
    headings = [line for line in private(match, seat, locale).split("\n") if line.startswith("### ")]
    assert [line.count("?") for line in headings if "?" in line] == [1]


def test_a_button_that_leads_to_another_question_ends_in_dots() -> None:
    """Nobody takes *Always pass on* for a pass."""
    match = ordered(AUCTION, (P1, "limit", 0))
    table, localizer = sat(match)
    (row,) = private_view.order_rows(table, match.frame(P1), None, localizer)
    assert all(str(part["label"]).endswith("…") for part in row)
    assert match.deciding == (P2, P3)


SITUATIONS = {"secret": placing().match, "open": ONE, "several": AUCTION, "both": QUEUE}
"""Positions in which one is asked, in secret or in the open, or several at once, or both."""


def ways(sent: Payload, locale: str) -> tuple[set[str], set[str]]:
    """Return which of the two ways in a message tells somebody to press, and which it has."""
    labels = {part.get("label") for part in parts_of(sent["components"])}
    said = {language(locale).text(key) for key in ("button-play", "button-play-private")}
    return {text for text in said if f"**{text}**" in written(sent)}, said & labels


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("match", SITUATIONS.values(), ids=SITUATIONS)
def test_a_post_names_the_way_in_that_it_has(match: AnyMatch, locale: str) -> None:
    """The growing post, the call below it, and what somebody who is asked has of it in another language."""
    table, localizer = sat(match, locale)
    everybody, asked = match.frame(None), match.frame(match.deciding[0])
    lines = turn_lines(table, everybody, everybody.asks, localizer)
    for look in (
        tale.post(table, everybody, localizer),
        ping_message(table, everybody, everybody.asks, (), localizer),
        messages.translated_page(table, asked, lines, localizer),
    ):
        named, there = ways(payload(look), locale)
        assert named == there
        assert len(named) == 1


@FOR_EVERY_LANGUAGE
def test_what_stays_of_a_call_promises_no_story_that_has_ended(locale: str) -> None:
    """Of a match that is over, and of one that was ended early, which has no end to read."""
    table, localizer = sat(placing().match, locale)
    said = {
        status: {settled_text(replace(table, status=status), "#", localizer, fate) for fate in get_args(Fate)}
        for status in (Status.PLAYING, Status.OVER, Status.ENDED)
    }
    assert len(said[Status.PLAYING]) == len(get_args(Fate))
    assert said[Status.OVER] == {language(locale).text("summons-over", link="#")}
    assert said[Status.ENDED] == {language(locale).text("summons-ended", link="#")}


@FOR_EVERY_GAME
def test_own_view_names_the_winner_at_the_end(game: AnyGame) -> None:
    """Once, as what the game turned on, however much is new."""
    match = walk(game, game.seats[0], 1)[0][-1]
    table, localizer = sat(match)
    frame = match.frame(Seat(0))
    assert frame.outcome
    won, *points = report(frame, localizer)
    turned = [localizer.say(each) for each in frame.outcome.highlights]
    visit = Visit(news=[won, *points, *turned])
    told = "\n".join(contents(payload(private_view.private_page(table, frame, localizer, visit=visit))))
    assert [told.count(each) for each in (won, *turned)] == [1] * (1 + len(turned))
