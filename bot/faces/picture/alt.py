"""What a picture shows, in plain words for those who can't see it: as many whole sentences as an alt text may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import category

from bot.faces.limits import ALT_TEXT
from bot.faces.names import People
from bot.faces.picture.requests import Hand, Kinds, Table
from bot.faces.words import Speaker
from engine.scene import Card, Fact, Panel, Row, Text, Tile, Value, Who, say

STANDS_FOR = 0xE000
"""The first of the private characters that stand for people until everything else is plain."""


def table(request: Table) -> str:
    """Return whose turn it is, what is up, the board and the players, in this order; at the end first who won."""
    teller, scene = _Teller(request.speaker), request.scene
    return cut(
        [
            *(teller.say(line) for line in request.report[:1]),
            *(teller.say(waiting) for _, waiting in request.asks),
            f"{request.title}: {teller.say(scene.heading)}",
            *map(teller.fact, scene.facts),
            *(sentence for row in scene.rows for sentence in teller.row(row)),
            *(sentence for panel in scene.panels for sentence in teller.panel(panel)),
            *map(teller.say, request.report[1:]),
        ]
    )


def hand(request: Hand) -> str:
    """Return what a person holds."""
    teller = _Teller(request.speaker)
    return cut([request.title, *(sentence for row in request.rows for sentence in teller.row(row))])


def kinds(request: Kinds) -> str:
    """Return the names of the cards, and what each does."""
    teller = _Teller(Speaker(request.language, People((), ())))
    cards = [item for item in request.row.items if isinstance(item, Card)]
    return cut([*teller.row(request.row), *(teller.say(card.about) for card in cards if card.about)])


def cut(sentences: Iterable[str]) -> str:
    """Return as many of the first sentences as fit."""
    text = ""
    for sentence in filter(None, map(_sentence, sentences)):
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT_TEXT:
            break
        text = longer
    return text


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".?!" else f"{text}."


def _plain(text: str) -> str:
    """Return a text without markdown and without the symbols that a screen reader would spell out."""
    kept = (character for character in text if character not in "*`\ufe0f" and category(character) != "So")
    return " ".join("".join(kept).split())


class _Teller:
    """Says the parts of a scene in plain words."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._people = [chr(STANDS_FOR + seat) for seat, _ in enumerate(speaker.people.names)]
        self._names = dict(enumerate(speaker.people.plain, STANDS_FOR))

    def say(self, text: Text) -> str:
        return _plain(self._speaker.language.say(text, self._people)).translate(self._names)

    def fact(self, fact: Fact) -> str:
        noted: Value = say("fact-noted", value=fact.value, note=fact.note) if fact.note else fact.value
        told = say("fact", label=fact.label, value=noted)
        return self.say(told if fact.seat is None else say("fact-held", fact=told, player=Who(fact.seat)))

    def row(self, row: Row) -> Iterator[str]:
        tiles = [item for item in row.items if isinstance(item, Tile)]
        others = [*self._cards(row), *(self.fact(item) for item in row.items if isinstance(item, Fact))]
        said = "; ".join(others) if row.items else self.say(row.empty)
        yield f"{self.say(row.title)}: {said}" if said else self.say(row.title)
        yield from map(self._tile, tiles)

    def _cards(self, row: Row) -> Iterator[str]:
        for card, count in Counter(item for item in row.items if isinstance(item, Card)).items():
            yield self.say(card.name) if count == 1 else self.say(say("card-times", card=card.name, count=count))

    def _tile(self, tile: Tile) -> str:
        facts = "; ".join(map(self.fact, tile.facts))
        return f"{self.say(tile.name)}: {facts}" if facts else self.say(tile.name)

    def panel(self, panel: Panel) -> Iterator[str]:
        said = [self.say(mark) for mark in panel.marks] + [self.fact(fact) for fact in panel.facts]
        yield f"{self._speaker.people.plain[panel.seat]}: {'; '.join(said)}"
