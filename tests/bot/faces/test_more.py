"""The private view of a decision: few controls, and whatever else there is behind *More*."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import pytest

from bot.faces import private_view
from bot.faces.answers import NOTHING_YET, Progress
from bot.faces.components import button, read
from bot.faces.layout import Page
from bot.faces.logbook import HERE_NOW, Visit
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Frame
from tests.bot.faces.gallery import sat
from tests.contract.walks import walk

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
NAMES = ("Ann", "Bo", "Cy", "Dana", "Eve", "Finn", "Gus", "Hana")
MEDIAN, MOST = 6, 9
"""How many controls a decision has with *More* folded: in the median, and at most."""
NEWS = 5
"""How many lines of what is new are shown at most, with their title."""


def views(game: AnyGame, progress: Progress = NOTHING_YET, visit: Visit = HERE_NOW) -> Iterator[tuple[Frame, Page]]:
    """Yield every question of whole matches with the fewest and the most seats, as who is asked sees it."""
    for seats in (game.seats[0], game.seats[-1]):
        for match in walk(game, seats, 1)[0]:
            table, speaker = sat(match, NAMES)
            for frame in map(match.frame, match.deciding):
                if frame.mine is not None:
                    yield frame, private_view.private(table, frame, (), speaker, progress, visit)


def verbs(page: Page) -> list[str]:
    """Return what can be pressed, in order."""
    clicks = [read(str(part["custom_id"])) for row in page.rows for part in row]
    return [click.verb for click in clicks if click]


@pytest.mark.slow
@EVERY_GAME
def test_every_question_has_few_controls(game: AnyGame) -> None:
    """Also where a move may be taken back; *More* is the last of them, and there are no others beside the answers."""
    usual = [len(verbs(page)) for _, page in views(game)]
    assert median(usual) <= MEDIAN
    for frame, page in views(game, visit=Visit(ways=[button("Take back", "back:1:5")])):
        assert len(verbs(page)) <= MOST, frame.mine
        assert verbs(page)[-2:] == ["back", "more"]
        assert not {"look", "log", "about", "ahead", "advice", "note"} & {*verbs(page)}


@pytest.mark.slow
@EVERY_GAME
def test_more_unfolds_the_rest_in_place(game: AnyGame) -> None:
    """The answers stay where they are; what was behind it comes below, and *Less* folds it again."""
    for (_, folded), (frame, page) in zip(views(game), views(game, Progress(unfolded=True)), strict=True):
        fold = verbs(folded).index("more")
        assert verbs(page)[:fold] == verbs(folded)[:fold]
        assert verbs(page)[fold] == "less"
        assert {"look", "log", "note"} <= {*verbs(page)[fold:]}
        assert ("ahead" in verbs(page)) == any(
            each.question != frame.mine.question for each in frame.orders if frame.mine
        )
        assert (page.blocks, page.words, page.tail) == (folded.blocks, folded.words, folded.tail)


@pytest.mark.slow
@EVERY_GAME
def test_what_is_new_takes_five_lines_at_most(game: AnyGame) -> None:
    """However much has happened, the question is not far below it."""
    for _, page in views(game, visit=Visit(news=["Something has happened."] * 40)):
        (told,) = [block for block in page.blocks if "Something has happened." in block]
        assert told.count("\n") + 1 <= NEWS
