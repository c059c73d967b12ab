"""Positions of whole random games, and the pictures that are ordered of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pytest

from bot.faces.picture.layout import Block
from bot.faces.picture.rendering import sheet_of
from bot.faces.picture.requests import PictureRequest, decision_picture, hand_picture, table_picture
from bot.faces.picture.text import PictureLocalizer, make_voice
from bot.faces.scene_text import Localizer
from bot.texts.fluent import language
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Frame
from engine.scene import Seat
from tests.bot import represented
from tests.contract.walks import AnyMatch, sample, walk

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hana")
TITLE = "Game · table 7"
TABLES = [(game, seats) for game in GAMES.values() for seats in game.seats]
EVERY_TABLE = pytest.mark.parametrize("game, seats", represented.seats())
"""The mark of a test that looks at each game with each number of seats; by the game's name it is found.

Between the fewest and the most there is nothing that neither has: those are left to the soak.
"""
POSITIONS = 9


@dataclass(frozen=True)
class Sight:
    """A frame, who speaks of it, and the picture that is ordered of it."""

    frame: Frame
    localizer: Localizer
    order: PictureRequest

    @property
    def voice(self) -> PictureLocalizer:
        """Return what the picture says."""
        return make_voice(self.localizer, self.frame.scene.panels)

    @property
    def sheet(self) -> Block:
        """Return the picture before it is painted."""
        return drawn(self.order)


@cache
def drawn(order: PictureRequest) -> Block:
    """Return a picture before it is painted."""
    return sheet_of(order)


def texts(sheet: Block) -> list[str]:
    """Return all that a picture says."""
    return [label.text for _, _, label in sheet.labels]


def localizer(seats: int, locale: str = "en", names: Sequence[str] = NAMES) -> Localizer:
    """Return who speaks at a table of people with these names."""
    return Localizer(language(locale), People(tuple(range(seats)), tuple(names[:seats])))


def positions(game: AnyGame, seats: int, most: int = POSITIONS) -> list[AnyMatch]:
    """Return positions of a random match, spread evenly, the first and the last among them."""
    return sample(walk(game, seats, seats)[0], most)


def tables(game: AnyGame, seats: int, most: int = POSITIONS) -> Iterator[Sight]:
    """Yield the table as everybody sees it, position by position, in every language by turns."""
    for place, match in enumerate(positions(game, seats, most)):
        speaks = localizer(seats, ("en", "uk")[place % 2])
        frame = match.frame(None)
        yield Sight(frame, speaks, table_picture(frame, TITLE, speaks))


def hands(game: AnyGame, seats: int, most: int = POSITIONS) -> Iterator[Sight]:
    """Yield the hand of whoever is asked first, and of the last seat, wherever there is one, and what is decided."""
    for place, match in enumerate(positions(game, seats, most)):
        speaks = localizer(seats, ("uk", "en")[place % 2])
        for seat in {Seat(seats - 1), *match.deciding[:1]}:
            frame = match.frame(seat)
            for order in dict.fromkeys(draw(frame, TITLE, speaks) for draw in (hand_picture, decision_picture)):
                if order:
                    yield Sight(frame, speaks, order)
