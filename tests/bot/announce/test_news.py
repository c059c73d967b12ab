"""What is new to whoever comes back: as few words as tell it, and nothing twice."""

from __future__ import annotations

from itertools import chain

import pytest

from bot.faces import messages, private_view
from bot.faces.answer_controls import Progress
from bot.faces.components import ELLIPSIS
from bot.faces.logbook import NEWS_LINES, Visit, news
from bot.faces.messages import look_button
from bot.faces.scene_text import Localizer
from bot.sending.reader_settings import MOST_IN_SHORT, visit_of
from bot.tables.log_entries import LogLine
from bot.tables.move_logs import News
from bot.texts.fluent import language
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.fortheking.actions import Place
from engine.scene import Seat, Text, Who, say
from tests.bot.faces.gallery import sat
from tests.contract.walks import AnyMatch, AnyMove, walk
from tests.engine.games.fortheking.scenarios import P1, lying_open, share_table
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

NAMES = ("Ann", "Bo", "Cy")
KING = GAMES["fortheking"]
ANN, BO, CY = (Who(Seat(seat)) for seat in range(3))
GOLD, OTHER = (say("fortheking-card-gold", value=value) for value in (3, 1))


def since(match: AnyMatch, seat: Seat, moves: tuple[AnyMove, ...]) -> News:
    """Return what a seat was told after its own last move, up to a position."""
    past = [move for move in moves if move.seq <= match.seq]
    own = max((move.seq for move in past if move.seat == seat), default=0)
    told = (
        (move, tuple(told.event for told in move.told_events if told.is_heard_by(seat)))
        for move in past
        if move.seq > own
    )
    return News(tuple(LogLine(move.seq, move.seat, events, None) for move, events in told), 1e9, own > 0)


def read(locale: str, *events: Text, answering: bool = True) -> tuple[Visit, Localizer]:
    """Return what Ann reads of what was told to her, and who says it."""
    localizer = Localizer(language(locale), People((1, 2, 3), NAMES))
    told = News((LogLine(1, Seat(1), events, None),), None)
    return visit_of(told, KING, localizer, Seat(0), answering=answering), localizer


def bid(player: Who, amount: int) -> Text:
    """Return what is told of a bid."""
    return say("fortheking-told-bid", player=player, amount=amount, card=GOLD)


def passing(player: Who) -> Text:
    """Return what is told of a pass."""
    return say("fortheking-told-pass", player=player, card=GOLD)


WON = say("fortheking-told-win", player=CY, card=GOLD, amount=3)
PAID = say("fortheking-told-paid-gold", player=CY, total=3, cards=(GOLD,), card=GOLD)
UP = say("fortheking-told-up", round=4, rounds=18, card=OTHER, player=BO)


@FOR_EVERY_LANGUAGE
def test_an_auction_that_is_over_is_two_lines_of_news(locale: str) -> None:
    """All bids in one, of many the latest, and who paid what; the next card stands in the question.

    Bids on that name it: nobody takes them for bids on the card that was paid. Alone they are those of the question.
    Who only looks reads the card that is up now, and for which card the last bid was.
    """
    auction = bid(BO, 2), bid(CY, 3), passing(BO)
    visit, localizer = read(locale, *auction, WON, PAID, UP)
    bids = " · ".join(localizer.brief(each) for each in auction)
    assert visit.news == [bids, localizer.event(PAID, Seat(0))]
    visit, _ = read(locale, PAID, UP, bid(BO, 1), bid(CY, 2))
    assert visit.news[-2:] == [localizer.brief(bid(BO, 1)), localizer.event(bid(CY, 2), Seat(0))]
    visit, _ = read(locale, bid(BO, 1), bid(CY, 2))
    assert visit.news == [f"{localizer.brief(bid(BO, 1))} · {localizer.brief(bid(CY, 2))}"]
    many = [bid(BO if amount % 2 else CY, amount) for amount in range(1, 10)]
    visit, _ = read(locale, *many)
    assert visit.news == [" · ".join([ELLIPSIS, *map(localizer.brief, many[-MOST_IN_SHORT:])])]

    visit, _ = read(locale, WON, PAID, UP, answering=False)
    assert visit.news == [localizer.event(PAID, Seat(0)), localizer.event(UP, Seat(0))]
    visit, _ = read(locale, bid(BO, 2), bid(CY, 3), answering=False)
    assert visit.news == [localizer.brief(bid(BO, 2)), localizer.event(bid(CY, 3), Seat(0))]


@FOR_EVERY_LANGUAGE
def test_bids_by_order_are_mine_and_say_at_the_end_why_they_stopped(locale: str) -> None:
    """In the line of bids the reader is "you", and of all that was ordered in it the last stands below."""
    going, reached = say("fortheking-told-ordered-bid", amount=2), say("fortheking-told-ordered-reached", amount=2)
    visit, localizer = read(locale, bid(BO, 1), bid(ANN, 2), going, bid(CY, 3), passing(ANN), reached, WON, PAID)
    first, why = visit.news[0].split("\n")
    assert why == localizer.event(reached, Seat(0))
    assert "Ann" not in first
    assert first.count(" · ") == 3


@FOR_EVERY_LANGUAGE
def test_no_bids_are_shown_without_what_came_of_them(locale: str) -> None:
    """Where room is short, bids in which the reader had a part go before what names the card."""
    auction = bid(BO, 1), bid(CY, 3), passing(ANN), WON, PAID
    visit, localizer = read(locale, *auction, *auction, *auction, answering=False)
    shown = [line for line in news(visit, 900, localizer).split("\n") if line.startswith("> ") and "📌" not in line]
    short = [place for place, line in enumerate(shown) if " · " in line]
    assert short
    assert all(shown[place + 1] == f"> {localizer.event(PAID, Seat(0))}" for place in short)


@FOR_EVERY_LANGUAGE
def test_news_never_begin_with_why_a_move_was_made_that_is_cut_off(locale: str) -> None:
    """That a limit is reached tells nothing without the card: it stays below the pass that it explains."""
    earlier, reached = [say("fortheking-told-unsold", card=GOLD)] * NEWS_LINES, "fortheking-told-ordered-reached"
    visit, localizer = read(locale, *earlier, passing(ANN), say(reached, amount=2))
    shown = news(visit, 900, localizer).split("\n")
    why = next(place for place, line in enumerate(shown) if "📌" in line)
    assert shown[why - 1] == f"> {localizer.event(passing(ANN), Seat(0))}"


@FOR_EVERY_LANGUAGE
def test_what_happened_to_the_reader_is_found_below_what_explains_a_move(locale: str) -> None:
    """The lines about the reader are counted as they are shown."""
    why = say("fortheking-told-ordered-paying")
    own = say("fortheking-told-take", player=ANN, card=GOLD)
    visit, localizer = read(locale, say("fortheking-told-unsold", card=GOLD), why, own, PAID)
    assert [visit.news[place] for place in visit.own] == [localizer.event(own, Seat(0))]
    assert localizer.event(own, Seat(0)) in news(visit, 900, localizer)


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_the_card_that_a_question_names_is_not_named_above_it(locale: str) -> None:
    """In words an auction says what is known of the card, and not that it is up."""
    matches, _ = walk(KING, 3, 1)
    seen = 0
    for match in matches:
        for frame in map(match.frame, match.deciding):
            if match.state.up is None or frame.mine is None:
                continue
            table, localizer = sat(match, locale)
            text = "\n".join(private_view.private_page(table, frame, localizer).words)
            assert localizer.key("fortheking-row-up") not in text
            assert (localizer.key("fortheking-stake-means") in text) is match.state.sells_gold, "gold shows in the hand"
            seen += 1
    assert seen


@FOR_EVERY_LANGUAGE
def test_middle_card_named_like_the_drawn_one(locale: str) -> None:
    """F6: the question is about the drawn Gold 2; *More* leads to the other one, which lies open and may be taken."""
    table = share_table(3, ["gold-2", "gold-2"])
    table.do(P1, Place("middle"))
    record, localizer = sat(table.match, locale)
    frame, middle = table.match.frame(P1), lying_open(table.scene(P1), "middle")
    assert frame.mine is not None

    more = private_view.private_page(record, frame, localizer, progress=Progress(unfolded=True))
    whole = messages.whole_table_page(record, frame, localizer)

    drawn = localizer.say(say("fortheking-card-gold", value=2))
    assert more.tail == (f"### {localizer.say(frame.mine.prompt)}",)
    assert drawn in more.tail[0]
    assert look_button(record, localizer) in chain.from_iterable(more.rows)
    assert f"**{localizer.say(middle.title)}**\n🪙 {drawn}\n" in "\n".join(whole.tail)


@FOR_EVERY_GAME
def test_what_needs_no_reading_afterwards_is_something_that_is_told(game: AnyGame) -> None:
    """Design, Game.passing: none of its keys is misspelt."""
    assert [key for key in game.passing if not language("en").has_text(f"{game.key}-told-{key}")] == []
