"""The private view of a decision: few controls, two presses at most, and whatever else there is behind *More*."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.faces import private_view
from bot.faces.answer_controls import NOTHING_YET, Answers, Progress
from bot.faces.components import Page, button
from bot.faces.logbook import HERE_NOW, Visit
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Frame, OfferReply
from engine.scene import Seat
from tests.bot.faces.gallery import ask_of, sat
from tests.bot.server import verb
from tests.contract.orders import ordered_walk
from tests.contract.walks import AnyMatch, sample, walk
from tests.every import FOR_EVERY_GAME

NAMES = ("Ann", "Bo", "Cy", "Dana", "Eve", "Finn", "Gus", "Hana")


def views(game: AnyGame, progress: Progress = NOTHING_YET, visit: Visit = HERE_NOW) -> Iterator[tuple[Frame, Page]]:
    """Yield every question of whole matches with the fewest and the most seats, as who is asked sees it."""
    for seats in (game.seats[0], game.seats[-1]):
        for match in walk(game, seats, 1)[0]:
            table, localizer = sat(match, NAMES)
            for frame in map(match.frame, match.deciding):
                if frame.mine is not None:
                    yield frame, private_view.private_page(table, frame, (), localizer, progress, visit)


def verbs(page: Page) -> list[str]:
    """Return what can be pressed, in order."""
    return [verb(part) for row in page.rows for part in row]


@pytest.mark.slow
@FOR_EVERY_GAME
def test_more_unfolds_the_rest_in_place(game: AnyGame) -> None:
    """Folded, a question has nothing beside its answers but the way to take a move back and *More*, the last of all.

    Unfolded the answers stay where they are; the rest comes below, and *Less* folds it again.
    """
    back = Visit(ways=[button("Take back", "back:1:5")])
    several = views(game, visit=back), views(game), views(game, Progress(unfolded=True))
    for (_, with_back), (_, folded), (frame, page) in zip(*several, strict=True):
        assert verbs(with_back)[-2:] == ["back", "more"]
        assert not {"look", "log", "about", "ahead", "advice", "note"} & {*verbs(with_back)}
        fold = verbs(folded).index("more")
        assert verbs(page)[:fold] == verbs(folded)[:fold]
        assert verbs(page)[fold] == "less"
        assert {"look", "log", "note"} <= {*verbs(page)[fold:]}
        assert ("ahead" in verbs(page)) == any(
            each.question != frame.mine.question for each in frame.orders if frame.mine
        )
        assert (page.blocks[0], page.words) == (folded.blocks[0], folded.words)
        assert {*folded.tail} <= {*page.tail}


def test_more_tells_the_details_of_a_question() -> None:
    """Below it, in small; folded, a question is its one sentence."""
    told = 0
    for match in (match for game in GAMES.values() for match in ordered_walk(game, game.seats[0], 1)[0][::9]):
        table, localizer = sat(match, NAMES)
        for frame in map(match.frame, match.deciding):
            assert frame.mine is not None
            if details := frame.mine.details:
                for more in (True, False):
                    page = private_view.private_page(table, frame, (), localizer, Progress(unfolded=more))
                    assert (f"-# {localizer.say(details)}" in page.tail) is more
                told += 1
    assert told


MOST = 2
POSITIONS = 40


def answer_verbs(match: AnyMatch, seat: Seat) -> set[str]:
    """Return what kinds of press answer a question."""
    table, localizer = sat(match)
    found = {verb(part) for row in Answers(table.id, ask_of(match, seat), localizer).rows for part in row}
    assert found
    return found


def presses(match: AnyMatch, seat: Seat) -> int:
    """Return how many presses a decision takes at most, to where the others hear of it; going back is none."""
    if "dialog" in answer_verbs(match, seat):
        # The button, and the dialog that it opens.
        return 2
    question = match.game.telling.question(match.state, seat)
    shown = [choice.number for choice in ask_of(match, seat).choices if not choice.option.quiet]
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
    assert 0 < max(counted) <= MOST


def test_another_card_is_one_press_away_and_then_its_place_another() -> None:
    """Oriflamme: what others wait for shows no step of it."""
    match = next(match for match in walk(GAMES["oriflamme"], 3, 1)[0] if ask_of(match, match.deciding[0]).listed)
    seat = match.deciding[0]
    after, moves = match.answer(seat, match.question_id(seat), OfferReply(0))
    assert [told for move in moves for told in move.told_events] == []
    assert after.frame(None) == match.frame(None)
    before, now = ask_of(match, seat), ask_of(after, seat)
    assert now.prompt.key == before.prompt.key == "oriflamme-ask-place"
    assert now.prompt != before.prompt
    assert answer_verbs(after, seat) == {"move", "offer"}
