"""Alt texts: a picture in plain sentences for screen readers, as many whole ones as Discord allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, singledispatch
from unicodedata import category

from bot.faces.components import ALT_TEXT
from bot.faces.picture.requests import (
    YOUR_TURN,
    BoxPicture,
    CardsPicture,
    Drawable,
    FilmPicture,
    HandPicture,
    PictureRequest,
    TablePicture,
)
from bot.faces.scene_text import Localizer
from engine.frozen import replace
from engine.scene import Fact, Panel, Place, Row, Text, Tile, Who, say

REMEMBERED = 2048
STANDS_FOR = 0xE000
"""The first of the private characters that stand for people until everything else is plain."""


def _teller(request: PictureRequest) -> _Teller:
    spoken = request.localizer
    return _Teller(spoken.language, spoken.people)


@singledispatch
def describe(_request: Drawable) -> str:
    """Return the alt text of a picture, at most 1024 characters; "" for an emblem, whose emoji has its name."""
    return ""


@describe.register
def _table(request: TablePicture) -> str:
    """Return the turn, the open lot, the players, the board and the rest; at the end the winner and the scores first.

    Where that is too long, the figures of the players stay, and the details of places go first.
    """
    teller = _teller(request)
    scene = request.scene
    over = bool(request.places)
    asks = [teller.sentence(waiting or YOUR_TURN) for _, waiting in request.asks]
    if request.answered:
        players = tuple(map(Who, request.answered))
        asks.append(teller.sentence(say("picture-answered", players=players)))
    report = list(map(teller.sentence, request.report))
    ranked = list(scene.panels)
    if over:
        ranked.sort(key=lambda panel: request.places[panel.seat])
    title = Sentence(f"{request.title}: {teller.say(scene.heading)}")
    panels = list(map(teller.panel, ranked))
    facts = [Sentence(teller.fact(fact)) for fact in scene.facts]
    rows = [part for row in scene.rows for part in teller.row(row)]
    more = (row for row in (*_known_rows(scene.panels), *scene.rest) if row.items)
    rest = [*report[1:], *(part for row in more for part in teller.row(row))]
    first = [*report[:1], *asks, title]
    order = [*first, *panels, *facts] if over else [*first, *facts, *panels]
    wishes = (
        (first, 0),
        (panels, 0),
        (facts, 0),
        (panels, 1),
        (rows, 0),
        (rows, 1),
        (panels, 2),
        (rows, 2),
        (rest, 2),
    )

    return shorten([*order, *rows, *rest], wishes, ALT_TEXT)


@describe.register
def _hand(request: HandPicture) -> str:
    """Return the cards of a hand."""
    return cut([request.title, *_teller(request).rows(request.rows)])


@describe.register
def _film(request: FilmPicture) -> str:
    """Return the story of a film, one event on a line."""
    teller = _teller(request)
    return cut([request.title, *map(teller.say, request.story)])


@describe.register
def _kinds(request: CardsPicture) -> str:
    """Return the names of the cards, several under their title; their effects are in the message around the picture."""
    teller = _teller(request)
    names = [teller.say(card.name) for card in request.row.cards]
    if len(names) != 1:
        names = [f"{teller.say(request.row.title)}: {'; '.join(names)}"]
    return cut(names)


@describe.register
def _box(request: BoxPicture) -> str:
    """Return the cards of each group with their counts and totals."""
    teller = _teller(request)
    row = request.row
    groups = (Row(group.name, group.cards, row.empty, (group,)) for group in row.groups)
    return cut([teller.say(row.title), *teller.rows(groups)])


def cut(sentences: Iterable[str]) -> str:
    """Return as many of the first sentences as fit into an alt text."""
    parts = list(map(Sentence, sentences))
    return shorten(parts, ((parts, 0),), ALT_TEXT)


@lru_cache(REMEMBERED)
def _plain(text: str) -> str:
    """Return `text` without markdown and without symbols that a screen reader would spell out."""
    kept = (sign for sign in text if sign not in "*`\ufe0f" and category(sign) != "So")
    return " ".join("".join(kept).split()).replace("( ", "(")


class _Teller(Localizer):
    """Localizer of alt texts: the parts of a scene in plain words."""

    def say(self, text: Text) -> str:
        names = dict(enumerate(self.people.plain_names, STANDS_FOR))
        return _plain(self.language.say(text, [*map(chr, names)])).translate(names)

    def sentence(self, text: Text) -> Sentence:
        return Sentence(self.say(text))

    def facts(self, facts: Iterable[Fact]) -> str:
        return "; ".join(map(self.fact, facts))

    def rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the rows in their fullest form."""
        for row in rows:
            yield from (part.forms[-1] for part in self.row(row))

    def row(self, row: Row) -> Iterator[Sentence]:
        others = [*self._cards(row), *map(self.fact, row.only(Fact))]
        said = "; ".join(others) if row.items else self.say(row.empty)
        yield _labelled(self.say(row.title), said)
        yield from self._totals(row)

        yield from map(self._tile, row.only(Tile))

    def _totals(self, row: Row) -> Iterator[Sentence]:
        """Yield the totals of a row's groups under their common name."""
        totals = [(group.name, group.total) for group in row.groups if group.total]
        for label in dict.fromkeys(total.label for _, total in totals):
            alike = ((name, total) for name, total in totals if total.label == label)
            sums = self.facts(replace(total, label=name) for name, total in alike)
            yield _labelled(self.say(label), sums)

    def _cards(self, row: Row) -> Iterator[str]:
        for card, count in Counter(row.cards).items():
            name = self.say(card.name)
            yield name if count == 1 else self.key("card-times", card=name, count=count)

    def _tile(self, tile: Tile) -> Sentence:
        """Describe a tile in two lengths, by its signs and by its facts; a place in three, the first its name."""
        numbers = (fact for fact in tile.facts if isinstance(fact.value, int))
        shorter = [self.value(tile.brief)]
        if isinstance(tile, Place):
            shorter = ["", self.facts(numbers)]
        return _labelled(self.say(tile.name), *shorter, self.facts(tile.facts))

    def panel(self, panel: Panel) -> Sentence:
        """Describe a player in three lengths: the first figure; the marks with it; all figures."""
        name = self.people.plain_names[panel.seat]
        facts = list(map(self.fact, panel.facts))
        marks = list(map(self.say, panel.marks))
        forms = facts[:1], [*marks, *facts[:1]], [*marks, *facts]
        return _labelled(name, *map("; ".join, forms))


def _known_rows(panels: Iterable[Panel]) -> Iterator[Row]:
    """Yield the publicly known cards of the players, under their names."""
    for panel in panels:
        for row in panel.rows:
            titled = say("known", player=Who(panel.seat), title=row.title)
            yield replace(row, title=titled)


def _labelled(name: str, *forms: str) -> Sentence:
    """Return the sentence whose `forms` are said of `name`; an empty one is the name alone."""
    return Sentence(*(f"{name}: {said}" if said else name for said in forms))


def sentence(text: str) -> str:
    """Return `text` with a full stop, unless it is empty or ends like a sentence."""
    return text if not text or text[-1] in ".?!" else f"{text}."


class Sentence:
    """One sentence in several lengths, the briefest first; `shorten` leaves out those that find no room."""

    def __init__(self, *forms: str) -> None:
        """Take the forms, each without its full stop."""
        self.forms = tuple(map(sentence, forms))
        self.said = ""

    def form(self, level: int) -> str:
        """Return the form of `level`, or the fullest one where there are fewer."""
        return self.forms[min(level, len(self.forms) - 1)]

    def growth(self, level: int) -> int:
        """Return by how many characters the text grows in the form of `level`, with the space behind it."""
        return _length(self.form(level)) - _length(self.said)


def shorten(
    order: Sequence[Sentence],
    wishes: Iterable[tuple[Sequence[Sentence], int]],
    longest: int,
) -> str:
    """Return the sentences in their order, each as full as `longest` characters allow.

    `wishes` are pairs of sentences and their level, most important first. Of the briefest forms as many are taken as
    fit, and none behind one that doesn't; of fuller forms those that take least room.
    """
    room = longest + 1
    for parts, level in wishes:
        for part in (
            sorted(parts, key=lambda each: each.growth(level)) if level else parts
        ):
            if part.growth(level) > room:
                break
            room -= part.growth(level)
            part.said = part.form(level)

    return " ".join(part.said for part in order if part.said)


def _length(text: str) -> int:
    return len(text) + 1 if text else 0
