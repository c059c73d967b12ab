"""Whole messages of whole random games, with people whose names are as bad as can be."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import pytest

from bot.clocks.table_clock import PACES, SeatClock, TableClock, TimeControl
from bot.faces import messages, private_view
from bot.faces import story as tale
from bot.faces.components import ELLIPSIS, make_custom_id
from bot.faces.scene_text import brief_row, stakes
from bot.storage.records import NO_USER, TableRecord
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES
from engine.scene import Seat, say
from tests.bot import represented
from tests.bot.faces.gallery import Payload, ask_of, contents, faces, lobbies, payload, sat, shown
from tests.bot.limits import problems
from tests.contract.orders import ordered_walk
from tests.contract.walks import sample
from tests.contract.walks import walk as whole_game
from tests.engine.ballot import BALLOT
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

EVERY = pytest.mark.parametrize(("game", "seats"), represented.seats())
POSITIONS = 12
NAMES = "Ann", "Bo", "Cy", "Dana", "Eve"
HOURGLASSES = re.compile(r"⏳.*\n[^\n]*⏳")


def words(sent: Payload) -> str:
    """Return all that a message says."""
    return "\n".join(contents(sent))


@pytest.mark.slow
@represented.EVERY_LANGUAGE
@EVERY
def test_every_message_keeps_discords_limits(game: AnyGame, seats: int, locale: str) -> None:
    """At positions all over a random game, to everybody and to each person, with the worst of names.

    So where people order ahead: each question about an order, with answers begun, and all that stands.
    """
    for walked in (whole_game(game, seats, seats)[0], ordered_walk(game, seats, seats)[0]):
        for match in sample(walked, POSITIONS):
            table, localizer = sat(match, locale=locale)
            every = chain(faces(match, table, localizer), lobbies(table, localizer, game.seats))
            assert not [(match.seq, problem, one) for one in every for problem in problems(one)]


@pytest.mark.slow
@represented.EVERY_LANGUAGE
@EVERY
def test_nothing_that_is_shown_is_cut_however_long_the_names(game: AnyGame, seats: int, locale: str) -> None:
    """The table message, the private views and the hand show all they have to."""
    for match in sample(whole_game(game, seats, seats)[0], POSITIONS):
        table, localizer = sat(match, ["W" * 32] * seats, locale)
        views = [messages.table_message(table, match.frame(None), localizer)]
        for frame in map(match.frame, map(Seat, range(seats))):
            views.append(private_view.private_page(table, frame, (), localizer))
            views.append(private_view.hand_page(table, frame, localizer))
        assert not [view for view in views if ELLIPSIS in words(payload(view))]


@FOR_EVERY_LANGUAGE
@EVERY
def test_no_rival_is_called_and_nobody_can_press_its_choices(game: AnyGame, seats: int, locale: str) -> None:
    """Where rivals alone are asked a post says what they are doing; a person is called as ever."""
    matches, _ = whole_game(game, seats, seats)
    for match in sample(matches[:-1], POSITIONS):
        table, localizer = sat(match, locale=locale)
        frame = match.frame(None)
        called, told = (tale.post(each, frame, (), (), localizer) for each in (table, attended_by_none(table)))
        assert "👉" in called.content
        assert called.rows
        waiting = "\n".join(localizer.say(ask.waiting) for ask in frame.asks)
        assert (told.content, told.rows) == (f"⏳ {waiting}", [])


@FOR_EVERY_LANGUAGE
def test_a_post_without_room_for_all_says_so_and_leads_to_the_log(locale: str) -> None:
    """As it grows, also while rivals alone are asked, and as it stays; one with room for all does neither."""
    match = whole_game(next(iter(GAMES.values())), 3, 3)[0][0]
    table, localizer = sat(match, locale=locale)
    frame, cut = match.frame(None), localizer.key("story-cut")
    for lines, wanted in (([f"line {number} " + "x" * 80 for number in range(40)], True), (["a line"], False)):
        posts = [tale.post(each, frame, lines, (), localizer) for each in (table, attended_by_none(table))]
        for sent in (*posts, tale.quiet_post(table, lines, localizer, after="0")):
            assert sent.content.startswith(cut) is wanted
            assert (make_custom_id("log", table.id) in str(payload(sent))) is wanted
            assert lines[-1] in sent.content
            assert not problems(payload(sent))


@pytest.mark.slow
@represented.EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_no_two_lines_with_an_hourglass_stand_below_each_other(game: AnyGame, locale: str) -> None:
    """Whether one is waited for or several, people or rivals, by the clock or at leisure, with orders or without."""
    seats = game.seats[1]
    for match in sample(ordered_walk(game, seats, 1)[0], POSITIONS):
        calm, localizer = sat(match, NAMES, locale)
        for table in (calm, timed(calm), attended_by_none(timed(calm))):
            for viewer in (None, Seat(0)):
                every = map(words, shown(table, match.frame(viewer), localizer))
                assert not [one for one in every if HOURGLASSES.search(one)]


def test_one_hourglass_stands_for_all_who_are_waited_for(errors: pytest.LogCaptureFixture) -> None:
    """A game in which all decide at once, and that has no words: a line for each, one sign."""
    match = Match.start(BALLOT, 4, bytes(SEED_BYTES))
    calm, localizer = sat(match, NAMES)
    for said in (
        messages.waiting_text(match.frame(None), localizer),
        tale.post(attended_by_none(calm), match.frame(None), (), (), localizer).content,
    ):
        assert said.startswith("⏳")
        assert said.count("⏳") == 1
        assert said.count("\n") == 3
    assert errors.records


def timed(table: TableRecord) -> TableRecord:
    """Return a table at which all have some time, each until another moment."""
    seats = tuple(SeatClock(asked=0, until=1e9 + 60 * seat) for seat in range(len(table.sitters)))
    return replace(table, clock=TableClock(TimeControl(pace=PACES["day"]), seats, agreed=(table.sitters[0].user,)))


def attended_by_none(table: TableRecord) -> TableRecord:
    """Return a table where rivals sit."""
    return replace(table, sitters=tuple(replace(sitter, user=NO_USER, level="knight") for sitter in table.sitters))


@FOR_EVERY_LANGUAGE
@EVERY
def test_title_in_small_ends_in_a_colon(game: AnyGame, seats: int, locale: str) -> None:
    """Where more stands behind it, so that it can't be read as the first of what it names.

    The queue's promises no number that its lines don't have: they show Influence and height, not the round.
    """
    for match in sample(whole_game(game, seats, seats)[0], POSITIONS):
        _, localizer = sat(match, locale=locale)
        scene = match.frame(match.deciding[0] if match.deciding else None).scene
        assert all(":** " in brief_row(each, localizer) for each in scene.rows)
        if game.key == "oriflamme":
            assert f"**{localizer.say(scene.rows[0].title)}:**" in brief_row(scene.rows[0], localizer)


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("seats", [2, 3])
def test_a_private_question_says_what_the_numbers_of_the_offices_are(seats: int, locale: str) -> None:
    """Nobody has to guess what "3/1" is; with two players each office has one duty."""
    matches, _ = whole_game(GAMES["fortheking"], seats, seats)
    _, localizer = sat(matches[0], locale=locale)
    board = matches[0].frame(None).scene.rows[-1].title
    asked = ((ask_of(match, seat), match.frame(seat).scene) for match in matches for seat in match.deciding)
    said = next(stakes(ask, scene, localizer) for ask, scene in asked if ask.stakes[0].title == board)
    kinds = ["duty"] if seats < 3 else ["primary", "second"]
    assert f"({' / '.join(localizer.say(say(f'fortheking-fact-{kind}')) for kind in kinds)})" in said
