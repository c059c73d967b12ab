"""How much has to be pressed: once one's private view is open, a decision takes two presses at most."""

from __future__ import annotations

import pytest

from bot.faces.answer_controls import Answers
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import OfferReply
from engine.scene import Seat
from tests.bot.faces.gallery import sat
from tests.contract.walks import AnyMatch, sample, walk
from tests.every import FOR_EVERY_GAME

MOST = 2
POSITIONS = 40


def verbs(match: AnyMatch, seat: Seat) -> set[str]:
    """Return what kinds of press answer a question."""
    mine = match.frame(seat).mine
    assert mine is not None
    table, localizer = sat(match)
    parts = [part for row in Answers(table.id, mine, localizer).rows for part in row]
    assert parts
    return {str(part["custom_id"]).partition(":")[0] for part in parts}


def presses(match: AnyMatch, seat: Seat) -> int:
    """Return how many presses a decision takes at most, to where the others hear of it; going back is none."""
    known = verbs(match, seat)
    if "dialog" in known:
        # The button, and the dialog that it opens.
        return 2
    question = match.game.telling.question(match.state, seat)
    shown = [choice.number for choice in match.frame(seat).mine.choices if not choice.option.quiet]  # type: ignore[union-attr]
    if question.open or question.at_most > 1:
        return 1
    return 1 + max(_more(match, seat, number) for number in shown)


def _more(match: AnyMatch, seat: Seat, number: int) -> int:
    after, (move,) = match.play(seat, [match.legal[seat][number]])
    goes_on = seat in after.deciding and not [told for told in move.told_events if told.to is None]
    return presses(after, seat) if goes_on else 0


@pytest.mark.slow
@FOR_EVERY_GAME
def test_a_decision_takes_two_presses_at_most(game: AnyGame) -> None:
    """A list and a button, or a button and a dialog; several cards are picked in one list."""
    counted = {
        presses(match, seat)
        for seats in (game.seats[0], game.seats[-1])
        for match in sample(walk(game, seats, 5)[0], POSITIONS)
        for seat in match.deciding
        if not match.game.telling.question(match.state, seat).ordered
    }
    assert counted
    assert max(counted) <= MOST


def test_another_card_is_one_press_away_and_then_its_place_another() -> None:
    """Oriflamme: what others wait for shows no step of it."""
    match = next(match for match in walk(GAMES["oriflamme"], 3, 1)[0] if _listed(match))
    seat = match.deciding[0]
    after, moves = match.answer(seat, match.question_id(seat), OfferReply(0))
    assert [told for move in moves for told in move.told_events] == []
    assert after.frame(None) == match.frame(None)
    before, now = match.frame(seat).mine, after.frame(seat).mine
    assert before is not None
    assert now is not None
    assert now.prompt.key == before.prompt.key == "oriflamme-ask-place"
    assert now.prompt != before.prompt
    assert verbs(after, seat) == {"move", "offer"}


def _listed(match: AnyMatch) -> bool:
    mine = match.frame(match.deciding[0]).mine
    return mine is not None and mine.listed is not None
