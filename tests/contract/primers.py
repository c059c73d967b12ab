"""What a primer promises: along a knight's suggestions every kind of question comes up, in few answers."""

from __future__ import annotations

from typing import Any

from bot.rivals.thinking import repeatable_choice
from bot.texts.fluent import language, locales
from engine import fairness
from engine.game import AnyGame
from engine.match import Match
from engine.scene import Text, say
from engine.tutorial import Tutorial
from tests.contract.walks import AnyMatch

MOST_ANSWERS = 25
MOST_WORDS = 40
ORDER = "order"
"""The hint of orders, which nobody gives where a game is learned."""


def check_a_primer_teaches_everything(game: AnyGame) -> None:
    """Every kind of question has a lesson, all of them appear, in at most 25 answers; a lesson has at most 40 words."""
    kinds = {*game.hints.values()} - {ORDER}
    for lesson in lessons(game):
        for locale in locales():
            words = language(locale).say(lesson).split()
            assert len(words) <= MOST_WORDS, f"say {lesson.key} in {locale} in at most {MOST_WORDS} words"
    met = asked_along(begun(game))
    assert {*met} == kinds, f"no lesson appears for {sorted(kinds - {*met})}: choose another `number` or `skipped`"
    assert len(met) <= MOST_ANSWERS, f"a lesson takes {len(met)} answers, more than {MOST_ANSWERS}"


def lessons(game: AnyGame) -> list[Text]:
    """Return the lessons of a game."""
    return [say(f"{game.key}-lesson-{kind}") for kind in sorted({*game.hints.values()} - {ORDER})]


def begun(game: AnyGame) -> AnyMatch:
    """Return the match of a game's primer before its first move."""
    primer = primer_of(game)
    return Match.start(game, primer.seats, fairness.seed(primer.secret, [None] * primer.seats, None))


def primer_of(game: AnyGame) -> Tutorial[Any]:
    """Return the primer of a game, which has to have one."""
    assert game.primer is not None, "give the game a `primer`, by which beginners learn it"
    return game.primer


def asked_along(match: AnyMatch) -> list[str]:
    """Return the kinds of questions that a learner answers as is suggested, until the lesson is over."""
    primer, asked = primer_of(match.game), list[str]()
    while not primer.over(match.state):
        assert match.deciding, "let a lesson be over before the game is"
        # Rivals answer before the learner is shown the question.
        rivals = [each for each in match.deciding if each != primer.seat]
        seat = match.deciding[0] if match.seq < primer.skipped or not rivals else rivals[0]
        ask = match.ask(seat)
        if seat == primer.seat and match.seq >= primer.skipped and ask is not None and ask.hint is not None:
            asked.append(ask.hint.key.removeprefix(f"{match.game.key}-hint-"))
        match, _ = match.play(seat, repeatable_choice(match, seat).actions)
    return asked
