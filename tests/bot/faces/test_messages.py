"""Whole messages of whole random games, with people whose names are as bad as can be."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from bot.faces import messages
from bot.faces.limits import ELLIPSIS
from bot.faces.names import People
from bot.faces.words import Speaker, glance
from bot.storage.records import NO_USER
from bot.texts.fluent import language, locales
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Seat, Who, say
from tests.bot.faces.gallery import Payload, faces, lobbies, payload, sat
from tests.bot.limits import TEXT, problems, walk
from tests.contract.walks import sample
from tests.contract.walks import walk as whole_game

EVERY = pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in GAMES.values() for seats in game.seats],
    ids=[f"{game.key}-{seats}" for game in GAMES.values() for seats in game.seats],
)
POSITIONS = 12
EVERY_LANGUAGE = pytest.mark.parametrize("locale", locales())


def words(sent: Payload) -> str:
    """Return all that a message says."""
    parts = [part["content"] for part in walk(sent["components"]) if part["type"] == TEXT]
    return "\n".join([sent.get("content") or "", *parts])


@pytest.mark.slow
@EVERY_LANGUAGE
@EVERY
def test_every_message_of_a_whole_random_game_keeps_discords_limits(game: AnyGame, seats: int, locale: str) -> None:
    """At positions all over the game, to everybody and to each person, with the worst of names."""
    matches, _ = whole_game(game, seats, seats)
    for match in sample(matches, POSITIONS):
        table, speaker = sat(match, locale=locale)
        every = chain(faces(match, table, speaker), lobbies(table, speaker, game.seats))
        found = [(match.seq, problem, one) for one in every for problem in problems(one)]
        assert not found


@pytest.mark.slow
@EVERY_LANGUAGE
@EVERY
def test_nothing_that_is_shown_is_cut_however_long_the_names(game: AnyGame, seats: int, locale: str) -> None:
    """The table message, the private views and the hand show all they have to."""
    matches, _ = whole_game(game, seats, seats)
    for match in sample(matches, POSITIONS):
        table, speaker = sat(match, ["W" * 32] * seats, locale)
        frames = [match.frame(Seat(seat)) for seat in range(seats)]
        private = [messages.private(table, frame, (), speaker) for frame in frames]
        hands = [messages.own_hand(table, frame, speaker) for frame in frames]
        board = messages.table_message(table, match.frame(None), speaker)
        assert not [view for view in (*private, *hands, board) if ELLIPSIS in words(payload(view))]


@EVERY_LANGUAGE
@EVERY
def test_no_rival_is_called_and_nobody_can_press_its_choices(game: AnyGame, seats: int, locale: str) -> None:
    """Where rivals alone are asked a post says what they are doing; a person is called as ever."""
    matches, _ = whole_game(game, seats, seats)
    for match in sample(matches[:-1], POSITIONS):
        table, speaker = sat(match, locale=locale)
        frame = match.frame(None)
        rivals = tuple(replace(sitter, user=NO_USER, level="knight") for sitter in table.sitters)
        called, told = (messages.post(each, frame, (), (), speaker) for each in (table, replace(table, sitters=rivals)))
        assert "👉" in called.content
        assert called.rows
        assert "👉" not in told.content
        assert told.content == "\n".join(speaker.key("ask", waiting=ask.waiting) for ask in frame.asks)
        assert not told.rows


@EVERY_LANGUAGE
def test_no_points_are_no_sum_and_an_empty_draw_deck_stays_empty(locale: str) -> None:
    """The end of For the King reads as one would say it: nothing is counted to 0, and nothing is still to come."""
    say_ = Speaker(language(locale), People((1,), ("Ann",)))
    lost = say_.say(say("fortheking-score-points", player=Who(Seat(0)), points=0, sum="0"))
    assert "0" not in lost
    assert say_.key("fortheking-opened-empty") != say_.key("fortheking-empty")


@EVERY_LANGUAGE
@EVERY
def test_a_title_in_small_ends_in_a_colon_where_more_stands_behind_it(game: AnyGame, seats: int, locale: str) -> None:
    """So that it can't be read as the first of what it names; alone above a list it needs none."""
    matches, _ = whole_game(game, seats, seats)
    for match in sample(matches, POSITIONS):
        _, speaker = sat(match, locale=locale)
        lines = glance(match.frame(match.deciding[0] if match.deciding else None).scene, speaker).split("\n")
        titled = [line.removeprefix("-# ") for line in lines if line.startswith("-# **")]
        assert titled
        assert all(line.endswith("**") or ":** " in line for line in titled)
