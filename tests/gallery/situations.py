"""What the gallery is made of: named pictures of matches; each game's file under tests/games says of which ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.faces.picture.requests import CardsPicture, PictureRequest, decision_picture, hand_picture, table_picture
from bot.faces.rulebook import all_chapters
from bot.interactions.reference import rule_sources
from bot.texts.fluent import language
from bot.texts.names import rival_name, stand_in_name
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import AnyMatch, Match
from engine.rng import Rng
from engine.scene import Seat, Viewer, say
from tests.bot.faces.picture.sights import localizer
from tests.contract import walks

FRIENDS = ("Ann", "Bo", "Cyprian", "Dana", "Olena Kovalenko", "Fay", "Gus", "Їжак")
WIDE = (
    *("W" * 32, "Ж" * 32, "Anna-Katrina von der Wolkenburg", "李小龍的朋友們都在這裡玩桌遊", "مريم وأصدقاؤها"),
    *("M" * 32, "Щ" * 32, "Maximiliane-Theodor of the Hills"),
)
COMPANY = ("Ann", "Bo", rival_name("Robin"), stand_in_name("Dana"))
"""Two people, a rival, and a person whose seat a rival plays meanwhile."""

ALL = ("en", "uk")
WHOLE = 10_000
"""More moves than any match has."""

Step = Callable[[Any, Rng], tuple[Any, Any]]
"""Plays one action by chance; returns the next match with what was done or told."""


@dataclass(frozen=True)
class Situation:
    """A picture of the gallery: its name, and the order that draws it."""

    name: str
    order: PictureRequest


def title(match: AnyMatch, locale: str) -> str:
    """Return the title of the table that the gallery is about."""
    return language(locale).text("table-title", game=say(f"{match.game.key}-name"), table="7")


def seen(
    name: str, match: AnyMatch, viewer: Viewer = None, names: Sequence[str] = FRIENDS, locales: Sequence[str] = ("en",)
) -> Iterator[Situation]:
    """Yield the table, or the hand of whoever looks, in these languages."""
    for locale in locales:
        make = table_picture if viewer is None else hand_picture
        order = make(match.frame(viewer), title(match, locale), localizer(match.seats, locale, names))
        if order is not None:
            yield Situation(f"{match.game.key}-{name}-{locale}", order)


def decided(name: str, match: AnyMatch, viewer: Seat, names: Sequence[str] = FRIENDS) -> Iterator[Situation]:
    """Yield what somebody who is asked decides about, in every language."""
    for locale in ALL:
        order = decision_picture(match.frame(viewer), title(match, locale), localizer(match.seats, locale, names))
        if order is not None:
            yield Situation(f"{match.game.key}-decision-{name}-{locale}", order)


def far(game: str, seats: int, moves: int, number: int = 0, step: Step = walks.step) -> AnyMatch:
    """Return a random match after that many moves, or at its end."""
    match: AnyMatch = Match.start(GAMES[game], seats, bytes([number]) * 32)
    rng = Rng(bytes([number]), 0)
    for _ in range(moves):
        if match.outcome is not None:
            break
        match, _ = step(match, rng)
    return match


def kinds() -> Iterator[Situation]:
    """Yield what the rules of every game show, in every language: the kinds of cards, a sample table, all cards."""
    for game in GAMES.values():
        for locale in ALL:
            yield from _rules(game, locale)


def _rules(game: AnyGame, locale: str) -> Iterator[Situation]:
    for chapter in all_chapters(rule_sources(game), language(locale)):
        if picture := chapter.picture:
            row = Path(picture.name).stem
            if type(picture) is CardsPicture:
                row = picture.row.title.key.removeprefix(f"{game.key}-glossary-")
            yield Situation(f"{game.key}-{row}-{locale}", picture)
