"""What a picture is made of: values that say all of it, so that equal ones are drawn once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.faces.words import Speaker
from bot.texts.fluent import Language
from engine.match import Frame
from engine.scene import Panel, Row, Scene, Seat, Text


@dataclass(frozen=True, slots=True)
class Table:
    """A table as everybody sees it: `asks` are who must decide, and what is said of it.

    `places` and `report` are the end's, both empty while the match goes on.
    """

    title: str
    scene: Scene
    asks: tuple[tuple[Seat, Text], ...]
    places: tuple[int, ...]
    report: tuple[Text, ...]
    speaker: Speaker


@dataclass(frozen=True, slots=True)
class Hand:
    """What only one person sees."""

    title: str
    seat: Seat
    heading: Text
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...]
    speaker: Speaker


@dataclass(frozen=True, slots=True)
class Kinds:
    """Kinds of cards, for the rules."""

    row: Row
    language: Language


def table(frame: Frame, title: str, speaker: Speaker) -> Table:
    """Return what everybody may see of a frame, whoever's it is."""
    asks = tuple((ask.seat, ask.waiting) for ask in frame.asks)
    places, report = (frame.outcome.places, frame.outcome.report) if frame.outcome else ((), ())
    return Table(title, replace(frame.scene, hand=()), asks, places, report, _bare(speaker))


def hand(frame: Frame, seat: Seat, title: str, speaker: Speaker) -> Hand:
    """Return what only that seat sees of its frame."""
    scene = frame.scene
    return Hand(title, seat, scene.heading, scene.hand, scene.panels, _bare(speaker))


def _bare(speaker: Speaker) -> Speaker:
    """Return a speaker without what makes no difference to a picture."""
    return Speaker(speaker.language, speaker.people)
