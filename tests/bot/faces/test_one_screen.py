"""The moment of deciding lies on one phone screen: what is new, the picture, the question, the answers and *More*."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from itertools import count, repeat
from statistics import median
from unittest.mock import AsyncMock

import pytest

from bot.announce.story import Story
from bot.clocks.table_clock import PACES, SeatClock, TableClock, TimeControl
from bot.faces import messages, private_view
from bot.faces.answer_controls import NOTHING_YET, Progress
from bot.faces.components import Page, button
from bot.faces.picture.requests import table_picture
from bot.faces.scene_text import Localizer
from bot.features.notes import note_line
from bot.sending.reader_settings import visit_of
from bot.storage.records import Published, TableId, TableRecord
from bot.tables.log_entries import LogLine
from bot.tables.table import Table
from bot.texts.fluent import locales
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.oriflamme.actions import Back, Lay, Leave
from engine.games.oriflamme.cards import ROUNDS
from engine.match import AmountReply, Match, PicksReply
from engine.rng import Rng
from engine.scene import Seat
from tests.bot.announce.test_news import since
from tests.bot.faces.gallery import ask_of, sat
from tests.bot.faces.picture.sights import TABLES
from tests.bot.faces.screen import EDITED, HEAD, POST_HEAD, Screen, post_heights, words
from tests.contract.orders import ordered_walk
from tests.contract.walks import AnyMatch, AnyMove, Walk, choose, sample, seed, walk
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

NAMES = ("Ann", "Bo", "Cyprian", "Dana", "Olena Kovalenko")

HIGHEST = 760
"""How high all of it may be: a phone of 860 less Discord's own bars."""
MEDIAN_CONTROLS, MOST_CONTROLS = 6, 9
LONGEST_QUESTION = 20

NOTE = "Bo has at least three gold, Dana has none, and Ann wants the Queen"
"""What somebody has noted for themselves at the table: more than is shown."""

POSITIONS, FEW = 60, 15


@dataclass(frozen=True)
class Decision:
    """What somebody is asked, and how that lies on the screen with its picture and in words alone."""

    question: str
    pictured: Screen
    in_words: Screen
    may_take_back: bool


def walked(
    match: AnyMatch, rngs: Iterator[Rng], answer: Callable[[AnyMatch, Rng], tuple[AnyMatch, Sequence[AnyMove]]]
) -> Walk:
    """Return a match in which people answer like that, from here to its end."""
    positions, moves = [match], list[AnyMove]()
    while match.deciding:
        match, made = answer(match, next(rngs))
        positions.append(match)
        moves += made
    return tuple(positions), tuple(moves)


@cache
def asked_walk(game: AnyGame, seats: int, number: int) -> Walk:
    """Return a match of people who answer what they are asked, order nothing else, and bid what they hold at most."""
    rngs = map(partial(Rng, seed(number + 3_000_000)), count())
    return walked(Match.start(game, seats, seed(number), orders=True), rngs, _answered)


def _answered(match: AnyMatch, rng: Rng) -> tuple[AnyMatch, Sequence[AnyMove]]:
    seat = rng.choice(match.deciding)
    ask = ask_of(match, seat)
    if ask.naming:
        return match.answer(seat, ask.question, AmountReply(rng.choice([amount for amount, _ in ask.naming.ready])))
    if ask.ahead:
        return match.answer(seat, ask.question, PicksReply((rng.choice(ask.choices).number,)))
    return match.play(seat, [choose(match, seat, rng)])


def _patiently(match: AnyMatch, rng: Rng, stacks: int) -> tuple[AnyMatch, Sequence[AnyMove]]:
    """Leave every card of Oriflamme face down until the last round, in which some are revealed.

    People lay at the ends of the queue, but `stacks` times of ten wherever they may.
    """
    seat = rng.choice(match.deciding)
    ask = ask_of(match, seat)
    if ask.ahead:
        return match.answer(seat, ask.question, PicksReply((ask.choices[-1].number,)))

    legal = [action for action in match.legal[seat] if not isinstance(action, Back)]
    ends = [action for action in legal if isinstance(action, Lay) and isinstance(action.place, str)]
    left = [action for action in legal if isinstance(action, Leave)]
    patient = (ends if rng.below(10) >= stacks else []) or left
    bold = match.state.round == ROUNDS and bool(left) and not rng.below(3)

    return match.play(seat, [rng.choice(legal if bold or not patient else patient)])


def decisions(
    walk: Walk, locale: str, way: str = "", *, orders: bool = False, most: int = POSITIONS
) -> Iterator[Decision]:
    """Yield what is asked in some positions, and with `orders` however it is begun, and about which of them."""
    positions, moves = walk
    for match in sample(positions, most):
        for seat in match.deciding:
            looks = [NOTHING_YET]
            if orders:
                ahead = match.frame(seat).orders
                looks += [Progress(opening=number) for number in range(len(ask_of(match, seat).openings))]
                looks += [Progress(about=match.order_question(seat, each.question)) for each in ahead]
            yield from (decision(match, locale, seat, moves, progress, way) for progress in looks)


def decision(
    match: AnyMatch, locale: str, seat: Seat, moves: tuple[AnyMove, ...], progress: Progress, way: str
) -> Decision:
    """Return how a question lies on the screen of who may take a move back, with a note of its reader.

    They come to it by a "dm", for the first time with its "hint", by a press that brings a notice, or as ever.
    """
    table, localizer = seated(match, locale)
    frame = match.frame(seat)
    visit = visit_of(since(match, seat, moves), match.game, localizer, seat, answering=True)
    ways = [button(localizer.language.text("button-take-back"), "back:7:5")]
    visit = replace(visit, ways=ways, added=(note_line(NOTE, localizer),), away=way == "dm")
    ask = progress.about or ask_of(match, seat)
    if way == "hint" and ask.hint is not None:
        visit = replace(visit, added=(f"💡 {localizer.say(ask.hint)}",), ways=())
    if "-" in way:
        named = {"settings-show": "/settings show", "player": f"**{NAMES[-1]}**"}
        visit = replace(visit, told=[localizer.key(way, **named)], added=() if "trouble" in way else visit.added)
    page = private_view.private_page(table, frame, localizer, progress, visit)
    may_take_back = any(past.seat == seat for past in match.pasts)
    return Decision(localizer.say(ask.prompt), Screen(page, page.request), Screen(page, None), may_take_back)


def seated(match: AnyMatch, locale: str) -> tuple[TableRecord, Localizer]:
    """Return a table at which each has a day for a move, and who speaks there."""
    table, localizer = sat(match, locale, NAMES)
    clock = TableClock(TimeControl(PACES["day"]), tuple(SeatClock(asked=0, until=1e9) for _ in table.sitters))
    return replace(table, id=TableId(7), clock=clock), localizer


def posts(walk: Walk, locale: str) -> Iterator[Page]:
    """Yield the post that asks in each position, of the chapter that it tells, far below the table message."""
    positions, moves = walk
    told = [
        LogLine(move.seq, move.seat, tuple(told.event for told in move.told_events if told.is_heard_by(None)), None)
        for move in moves
    ]
    for match in positions:
        past = [line for line in told if line.seq <= match.seq]
        begun = [line.seq for line in past if any(map(match.game.is_chapter, line.events))]
        if not begun or not match.deciding:
            continue
        table, localizer = seated(match, locale)
        told_now = Published(match.seq, match.seq, message=1, post=1 << 62, post_from=begun[-1])
        lines = tuple(line for line in past if line.seq >= begun[-1])
        picture = table_picture(match.frame(None), messages.title(table, localizer), localizer)
        now = datetime.fromtimestamp(0, UTC)
        shown = Page(request=picture)
        yield Story(Table(table, match), told_now, lines, localizer, now, AsyncMock(), pictured=shown).growing_post()


def table_message(match: AnyMatch, locale: str) -> Screen:
    """Return how the table message lies on the screen; its head is that of a post."""
    table, localizer = seated(match, locale)
    frame = match.frame(None)
    page = messages.table_message(table, frame, localizer, 0.0)
    return Screen(page, page.request)


def assert_fits(*screens: Screen) -> None:
    """Check that each of these lies on one screen."""
    for screen in screens:
        assert screen.height <= HIGHEST, ([*screen.said], screen.heights)


def assert_public_fits(shown: Iterable[Page], matches: Iterable[AnyMatch], locale: str) -> None:
    """Check that each of these posts, and the table message of each match, lies on one screen."""
    for post in shown:
        assert sum(post_heights(post)) <= HIGHEST, (post.content, post_heights(post))
    for board in (table_message(match, locale) for match in matches):
        assert board.height - HEAD + POST_HEAD + EDITED <= HIGHEST, (board.page.blocks, board.heights)


@pytest.mark.slow
@pytest.mark.parametrize("play", [ordered_walk, walk])
@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("game, seats", [pytest.param(*each, id=f"{each[0].key}-{each[1]}p") for each in TABLES])
def test_every_post_that_asks_fits_one_screen(
    game: AnyGame, seats: int, locale: str, play: Callable[[AnyGame, int, int], Walk]
) -> None:
    """What is new, the picture, whose turn it is, and the answers, at a table of any size; the table message, too.

    People order at random, or each is asked in turn, and some bid what they can't pay.
    """
    positions, _ = played = play(game, seats, 1)
    shown = [*posts(played, locale)]
    assert all(post.request for post in shown)

    assert_public_fits(shown, sample(positions[:-1], POSITIONS), locale)


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_every_decision_fits_one_screen(game: AnyGame, locale: str, number: int) -> None:
    """With its picture and in words alone, by the measured heights of Discord's parts, whatever has happened before.

    A question is one short sentence: what else there is to know is told where the view is unfolded. Few controls, in
    the median with *Take back* counted where it stands; at most as if it stood everywhere.
    """
    walks = [asked_walk(game, seats, number) for seats in (game.seats[0], game.seats[-1])]
    asked = [each for walk in walks for each in decisions(walk, locale)]
    for each in (*asked, *decisions(ordered_walk(game, game.seats[-1], 1), locale, orders=True)):
        assert_fits(each.pictured, each.in_words)
        assert each.pictured.controls <= MOST_CONTROLS, each.question
        assert words(each.question) <= LONGEST_QUESTION, each.question
        assert each.question[-1] == "?"
        assert not {".", "?", "!", "\n"} & {*each.question[:-1]}, each.question

    assert {each.may_take_back for each in asked} == {True, False}
    assert median(each.pictured.controls - (not each.may_take_back) for each in asked) <= MEDIAN_CONTROLS


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
@pytest.mark.parametrize(
    "way", ["dm", "hint", "refused-stale", "refused-not-yours", "trouble-permission", "trouble-dm"]
)
def test_decision_fits_whichever_way_one_comes_to_it(game: AnyGame, locale: str, way: str) -> None:
    """By DM the head names the game and its channel; a notice is told before what is new, as to an outdated press.

    The first question of each kind has its hint, however it is begun.
    """
    positions, moves = asked_walk(game, game.seats[-1], 4)
    asked = ((ask_of(match, match.deciding[0]), match) for match in reversed(positions[:-1]))
    first = {(ask.hint, len(ask.openings)): match for ask, match in asked}
    assert len(first) > 2

    walk = (tuple(first.values()) if way == "hint" else positions), moves
    for each in decisions(walk, locale, way, orders=way == "hint"):
        assert_fits(each.pictured, each.in_words)


@pytest.mark.slow
@pytest.mark.parametrize(
    "locale, stacks, longest, most",
    [
        ("en", 2, 24, FEW),
        ("uk", 0, 30, FEW),
        *(
            pytest.param(locale, stacks, longest, POSITIONS, marks=pytest.mark.soak)
            for locale in locales()
            for stacks, longest in ((2, 24), (0, 30))
        ),
    ],
)
def test_longest_queue_fits_one_screen(locale: str, stacks: int, longest: int, most: int) -> None:
    """Five seats in the last round of Oriflamme, with as many places as there can be, or with stacks in every line."""
    start = Match.start(GAMES["oriflamme"], 5, seed(1), orders=True)
    every, moves = walked(start, repeat(Rng(seed(1), stacks)), partial(_patiently, stacks=stacks))
    positions = tuple(match for match in every if match.deciding and match.state.round == ROUNDS)
    assert max(len(match.state.queue) for match in positions) >= longest

    walk = positions, moves
    assert_public_fits(posts(walk, locale), sample(positions, most), locale)
    for each in decisions(walk, locale, orders=True, most=most):
        assert_fits(each.pictured, each.in_words)
        assert each.pictured.controls <= MOST_CONTROLS, each.question
