"""The private view of a decision: few controls, and whatever else there is behind *More*."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.faces import private_view
from bot.faces.answer_controls import NOTHING_YET, Progress
from bot.faces.components import Page, button, parse_custom_id
from bot.faces.logbook import HERE_NOW, Visit
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Frame
from tests.bot.faces.gallery import sat
from tests.contract.orders import ordered_walk
from tests.contract.walks import walk
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
    clicks = [parse_custom_id(str(part["custom_id"])) for row in page.rows for part in row]
    return [click.verb for click in clicks if click]


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
            pages = [
                private_view.private_page(table, frame, (), localizer, Progress(unfolded=more))
                for more in (True, False)
            ]
            details = f"-# {localizer.say(frame.mine.details)}" if frame.mine.details else None
            assert [details in page.tail for page in pages] == [details is not None, False]
            told += details is not None
    assert told
