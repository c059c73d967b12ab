"""What a picture says: the texts of a scene in one language, as far as the fonts can show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.faces.picture.type import ELLIPSIS, drawable, readable
from bot.faces.words import Speaker
from bot.texts.fluent import Language
from bot.texts.names import DRAWN_RIVAL, END_ISOLATE, ISOLATE, RIVAL
from engine.scene import Panel, Seat, Text, Value, say

REMEMBERED = 2048


@dataclass(frozen=True, slots=True)
class Voice:
    """Says texts in one language; by seat, the names of people as they can be drawn, and their emblems."""

    language: Language
    names: tuple[str, ...] = ()
    emblems: tuple[str, ...] = ()

    def say(self, text: Text) -> str:
        """Return a text as it is drawn."""
        return _said(self.language, self.names, text)

    def value(self, value: Value) -> str:
        """Return a value as it is drawn; nothing for an empty one."""
        return "" if value == "" else self.say(say("value", value=value))

    def key(self, key: str, **facts: Value) -> str:
        """Return the sentence of a key as it is drawn."""
        return self.say(say(key, **facts))

    def letter(self, emblem: str) -> str:
        """Return the letter of an emblem; nothing for one that has none."""
        key = f"emblem-{emblem}.letter"
        return self.key(key) if self.language.knows(key) else ""

    def emblem(self, seat: Seat) -> str:
        """Return the emblem of a player: the own one, or that of the seat."""
        return self.emblems[seat] or f"seat-{seat + 1}"


@lru_cache(REMEMBERED)
def _said(language: Language, names: tuple[str, ...], text: Text) -> str:
    return drawable(language.say(text, names))


def _name(seat: int, name: str, language: Language) -> str:
    shown = drawable(name.strip(ISOLATE + END_ISOLATE).replace(RIVAL, DRAWN_RIVAL), ELLIPSIS)
    return shown if readable(shown) else drawable(language.text("picture-seat", number=seat + 1))


def voice(speaker: Speaker, panels: Sequence[Panel] = ()) -> Voice:
    """Return what a picture says where this speaker would, about the people of these panels."""
    names = tuple(_name(seat, name, speaker.language) for seat, name in enumerate(speaker.people.plain))
    emblems = {panel.seat: panel.emblem for panel in panels}
    return Voice(speaker.language, names, tuple(emblems.get(Seat(seat), "") for seat in range(len(names))))
