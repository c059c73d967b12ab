"""Help on cards: the select under a message of the kinds of cards that it shows, and the page about one kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from bot.faces.components import (
    LAYOUT_PARTS,
    OPTIONS,
    Page,
    Part,
    Parts,
    button,
    make_custom_id,
    option,
    select,
)
from bot.faces.picture.requests import cards_picture
from bot.faces.scene_text import sign, values_in
from bot.texts.fluent import Language
from engine.frozen import replace
from engine.match import Frame
from engine.scene import Card, Place, Row, Text, Value

Rows = Sequence[Row]

GLOSSARIES = 64
"""Of how many glossaries is kept where each kind stands; a game has one."""

PLACES = 256
"""Of how many questions and rows is kept which kinds are there."""
BESIDES = 2
"""How many components a view has besides its texts and rows: the frame around them, and perhaps a picture."""


def kinds(glossary: Rows) -> list[Card]:
    """Return the kinds of cards in `glossary`; each is known by its place in this list."""
    return [card for row in glossary for card in row.cards]


def kind_title(kind: Card, language: Language) -> str:
    """Return the name of a kind with its symbol."""
    return f"{language.text(f'emblem-{kind.emblem}')} {language.say(kind.name)}"


def explain_kinds(row: Row, language: Language) -> str:
    """Return the explanations of all kinds in `row`, one paragraph for each."""
    return "\n\n".join(
        f"**{kind_title(kind, language)}**\n{_does(kind, language)}"
        for kind in row.cards
    )


def _does(kind: Card, language: Language) -> str:
    return language.say(kind.about) if kind.about else ""


def explanation(
    game: str,
    glossary: Rows,
    number: int,
    language: Language,
    ways: Sequence[Part] = (),
) -> Page | None:
    """Return the page that explains the kind `number`; None if there is none of that number.

    Its picture is of the row of the glossary in which the kind stands, with this kind alone. `ways` are buttons that
    come before the one to the rules.
    """
    every = [(row, kind) for row in glossary for kind in row.cards]
    if number >= len(every):
        return None

    row, kind = every[number]
    rules = button(language.text("button-rules"), "rules", game)
    blocks = f"### {kind_title(kind, language)}", _does(kind, language)
    request = cards_picture(replace(row, items=(kind,)), language)
    return Page(blocks, ([*ways, rules],), request=request)


def add_kinds_select(
    page: Page,
    game: str,
    frame: Frame,
    shown: Rows,
    language: Language,
    *way: int | str,
) -> Page:
    """Return `page` with the `kinds_select` of these arguments below it, unless it has no room for that."""
    rows = [*page.rows, kinds_select(game, frame, shown, language, *way)]
    texts = sum(map(bool, (*page.blocks, *page.words, *page.tail)))
    used = BESIDES + texts + sum(1 + len(row) for row in rows if row)
    return replace(page, rows=rows) if used <= LAYOUT_PARTS else page


def kinds_select(
    game: str, frame: Frame, shown: Rows, language: Language, *way: int | str
) -> Parts:
    """Return the select of the kinds in the question and the rows `shown`, in that order; empty if there are none.

    It says which cards its reader sees: it must stand where the rows stand, and nowhere else. `way` are the words of an
    id that lead back from the answer to the view: the table, and the kind of view.
    """
    every = _index_kinds(frame.glossary)[0]
    asked = frame.asks if frame.viewer is None else filter(None, [frame.mine])
    places = (*(ask.prompt for ask in asked), *shown)
    found = (_find_kinds(frame.glossary, place) for place in places)
    met = dict.fromkeys(chain(*found))
    options = []
    for number in [*met][:OPTIONS]:
        kind = every[number]
        emoji = sign(kind.emblem, language)
        options.append(option(language.say(kind.name), str(number), emoji=emoji))
    if not options:
        return []
    hint = language.text(f"{game}-about-pick")
    return [select(hint, make_custom_id("about", game, *way), options)]


@lru_cache(GLOSSARIES)
def _index_kinds(
    glossary: tuple[Row, ...],
) -> tuple[list[Card], Mapping[Value, int], Mapping[Text | None, int]]:
    """Return the kinds of cards of a glossary, and their numbers by name and by explanation."""
    every = kinds(glossary)
    named: dict[Value, int] = {kind.name: number for number, kind in enumerate(every)}
    return (
        every,
        named,
        {kind.about: number for number, kind in enumerate(every) if kind.about},
    )


@lru_cache(PLACES)
def _find_kinds(glossary: tuple[Row, ...], place: Text | Row) -> tuple[int, ...]:
    """Return the numbers of the kinds in `place`: by name in a `Text`, by explanation in a `Row`."""
    _, named, doing = _index_kinds(glossary)
    if isinstance(place, Text):
        return tuple(
            named[text] for text in (place, *values_in(place)) if text in named
        )
    # Cards of a kind mostly share one text; to look at each text once costs far less than to compare long ones.
    texts = (card.about for card in _cards(place))
    different = {id(about): about for about in texts}.values()
    return tuple(doing[about] for about in different if about in doing)


def _cards(row: Row) -> Iterator[Card]:
    for item in row.items:
        if isinstance(item, Card):
            yield item
        elif isinstance(item, Place):
            yield from filter(None, (item.top, *item.under))
