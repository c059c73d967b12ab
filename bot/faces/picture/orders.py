"""What can be ordered: the picture of a table, of a hand, or of cards, drawn when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.faces.picture import alt, requests
from bot.faces.picture.cards import cards
from bot.faces.picture.hand import hand
from bot.faces.picture.paint import FORMAT, paint
from bot.faces.picture.requests import Hand, Kinds, Table
from bot.faces.picture.sheet import Sheet
from bot.faces.picture.table import table
from bot.faces.words import Speaker
from bot.texts.fluent import Language
from engine.match import Frame
from engine.scene import Card, Row


@dataclass(frozen=True)
class Order:
    """A picture that can be drawn: its file's name, which tells nothing, and what it shows; equal ones look alike."""

    name: str
    request: Table | Hand | Kinds

    @cached_property
    def alt(self) -> str:
        """What it shows, in up to 1024 characters."""
        match self.request:
            case Table():
                return alt.table(self.request)
            case Hand():
                return alt.hand(self.request)
            case Kinds():
                return alt.kinds(self.request)

    def sheet(self) -> Sheet:
        """Return the picture before it is painted."""
        match self.request:
            case Table():
                return table(self.request)
            case Hand():
                return hand(self.request)
            case Kinds():
                return cards(self.request)

    def draw(self) -> bytes:
        """Return the image; any thread may ask for it."""
        return paint(self.sheet())


def table_picture(frame: Frame, title: str, speaker: Speaker) -> Order:
    """Order the picture of what everybody may see; once the match is over, of the final scores."""
    return Order(f"table.{FORMAT}", requests.table(frame, title, speaker))


def hand_picture(frame: Frame, title: str, speaker: Speaker) -> Order | None:
    """Order the picture of what only the viewer sees; None where that shows no card."""
    held = any(isinstance(item, Card) for row in frame.scene.hand for item in row.items)
    if frame.viewer is None or not held:
        return None
    return Order(f"hand.{FORMAT}", requests.hand(frame, frame.viewer, title, speaker))


def cards_picture(row: Row, language: Language) -> Order:
    """Order the picture of kinds of cards; of one card alone, large."""
    return Order(f"cards.{FORMAT}", Kinds(row, language))
