"""Rules and help: the rules of a game as chapters, the page about one kind of card, and the help in private.

A chapter has its text, a sample table, an example, or each card in a line. Below a message stands the select of the
kinds of cards that it shows. The help says what Herald is, with buttons to a page for each kind of reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from bot.faces import feature_hooks
from bot.faces.components import (
    LAYOUT_PARTS,
    OPTIONS,
    ROW_BUTTONS,
    Page,
    Part,
    Parts,
    make_custom_id,
    option,
    select,
    text_button,
)
from bot.faces.picture.requests import (
    PictureRequest,
    box_picture,
    cards_picture,
    sample_picture,
)
from bot.faces.scene_text import SEPARATOR, Lines, Localizer, board, sign, values_in
from bot.texts.fluent import Language
from bot.texts.names import People
from engine.frozen import frozen, replace
from engine.match import Frame
from engine.scene import Card, Group, Place, Row, Text, Value, Who, say

T = TypeVar("T")
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
    rules = text_button(language, "button-rules", "rules", game)
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


def turn_to(
    page: int, leaves: Sequence[T], language: Language, verb: str, *words: int | str
) -> tuple[int, T, Parts]:
    """Return the nearest number to `page` that there is, its leaf, and the buttons to the page before and the next."""
    page = min(max(page, 1), len(leaves))
    turns = [
        text_button(language, key, verb, *words, number)
        for key, number in (("button-before", page - 1), ("button-next", page + 1))
        if 1 <= number <= len(leaves)
    ]
    return page, leaves[page - 1], turns


@frozen
class Sources:
    """The sources of a game's rules: its kinds of cards, a sample table, and the box, if that is shown."""

    game: str
    glossary: Rows
    sample: Frame
    box: Row | None = None


@frozen
class Chapter:
    """A chapter of the rules: its title and text, its `picture`, if any, and the same in `words`."""

    title: str
    text: str
    picture: PictureRequest | None = None
    words: Sequence[str] = ()


def chapter_keys(game: str, language: Language) -> Lines:
    """Return the keys of the numbered chapters of a game's rules, in order."""
    keys: Lines = []
    while language.has_text(key := f"{game}-rules-{len(keys) + 1}"):
        keys.append(key)
    return keys


def all_chapters(sources: Sources, language: Language) -> list[Chapter]:
    """Return the rules of a game: what it is, a sample table, the other chapters, then the cards."""
    first, *others = [
        _chapter(key, language) for key in chapter_keys(sources.game, language)
    ]
    example = f"{sources.game}-rules-example"
    if language.has_text(example):
        others.append(_chapter(example, language))
    cards = [
        Chapter(
            language.say(row.title),
            explain_kinds(row, language),
            cards_picture(row, language),
        )
        for row in sources.glossary
    ]
    # Every kind of card in one line.
    crib = (
        f"**{kind_title(kind, language)}**: {_brief_explanation(kind, language)}"
        for kind in kinds(sources.glossary)
    )

    return [
        first,
        _sample_chapter(sources, language),
        *others,
        *cards,
        Chapter(language.text("rules-crib"), "\n".join(crib)),
        *_box_chapters(sources, language),
    ]


def rules_page(sources: Sources, number: int, language: Language) -> Page:
    """Return the chapter `number` of the rules, counted from 1, with the ways to the others, and its picture."""
    every = all_chapters(sources, language)
    number, chapter, turns = turn_to(number, every, language, "rules", sources.game)
    options = [
        option(each.title, str(count), default=count == number)
        for count, each in enumerate(every, 1)
    ]
    menu = select(
        language.text("rules-pick"),
        make_custom_id("rules", sources.game, number),
        options,
    )
    head = f"### {language.text('rules-title', game=say(f'{sources.game}-name'))}"
    tail = (f"**{chapter.title}**\n{chapter.text}",)
    return Page(
        [head],
        ([menu], turns),
        words=chapter.words,
        tail=tail,
        request=chapter.picture,
    )


def _chapter(key: str, language: Language) -> Chapter:
    return Chapter(language.text(f"{key}.title"), language.text(key))


def _brief_explanation(kind: Card, language: Language) -> str:
    """Return the explanation of `kind` in a line: the short text of the game, or the first sentence of the whole."""
    about = kind.about or Text("")
    short = Text(f"{about.key}.brief", about.facts)
    if language.has_text(short.key):
        return language.say(short)
    first, stop, _ = language.say(about).partition(". ")
    return first + stop.rstrip()


def _sample_chapter(sources: Sources, language: Language) -> Chapter:
    """Return a table with its parts named, each by the number that stands at it in the picture."""
    seats = len(sources.sample.scene.panels)
    names = tuple(language.text("rules-sample-people").split(", ")[:seats])
    localizer = Localizer(language, People((), names))
    parts = list(_sample_parts(sources.sample, language))
    title = language.text("table-title", game=say(f"{sources.game}-name"), table="1")
    lines = [language.text("rules-sample")]
    for number, (part, meaning) in enumerate(parts, 1):
        named = language.say(part, localizer.people.escaped_names)
        lines.append(
            language.text("rules-part", number=number, part=named, meaning=meaning)
        )
    lines.append(language.text("rules-sample-below"))
    named_parts = tuple(part for part, _ in parts)
    picture = sample_picture(sources.sample, title, localizer, named_parts)

    return Chapter(
        language.text("rules-sample.title"),
        "\n".join(lines),
        picture,
        board(sources.sample.scene, localizer),
    )


def _sample_parts(frame: Frame, language: Language) -> Iterator[tuple[Text, Value]]:
    """Yield the parts of a table from above, each by its text there, and its meaning."""
    scene = frame.scene
    yield scene.heading, say("rules-part-phase")
    if frame.asks:
        yield (
            say("picture-turn", player=tuple(Who(ask.seat) for ask in frame.asks)),
            say("rules-part-asked"),
        )
    for row in scene.rows:
        meaning = f"{row.title.key}.part"
        if row.items and language.has_text(meaning):
            yield row.title, Text(meaning)

    for panel in scene.panels[:1]:
        yield say("value", value=Who(panel.seat)), say("rules-part-players")


def _box_chapters(sources: Sources, language: Language) -> Iterator[Chapter]:
    """Yield the chapter with the number of each card, where the game has a text for it."""
    key = f"{sources.game}-rules-box"
    box = sources.box
    if box and language.has_text(key):
        words = "\n".join(_group_line(group, language) for group in box.groups)
        picture = box_picture(box, language)
        yield replace(_chapter(key, language), picture=picture, words=[words])


def _group_line(group: Group, language: Language) -> str:
    """Return the cards of `group` in a line, with their total."""
    held = [
        language.text("card-times", card=card.name, count=count)
        if count > 1
        else language.say(card.name)
        for card, count in Counter(group.cards).items()
    ]
    if group.total:
        total = language.text("fact", label=group.total.label, value=group.total.value)
        held.append(total)

    parts = SEPARATOR.join(held)
    return f"{language.text(f'emblem-{group.emblem}')} **{language.say(group.name)}**: {parts}"


READERS = ("begin", "rivals", "play", "days", "host")
"""The pages of help: the first steps, rivals, a turn, a game over days, and how to host."""


def help_page(language: Language, names: Mapping[str, str], whom: str = "") -> Page:
    """Return the help for the reader `whom`, one of `READERS`, or about Herald in general, with buttons for the others.

    `names` are the commands as facts, as the reader's Discord has them.
    """
    text = language.text(f"help-{whom}" if whom else "help", **names)
    others = [
        text_button(language, f"button-help-{each}", "help", each)
        for each in READERS
        if each != whom
    ]
    return Page([text], (others, feature_hooks.help_buttons(language)[:ROW_BUTTONS]))
