"""The rules of a game as chapters: text, a sample table, an example, and each card in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.faces.card_help import Rows, explain_kinds, kind_title, kinds
from bot.faces.components import Page, make_custom_id, option, select
from bot.faces.messages import turn_to
from bot.faces.picture.requests import (
    PictureRequest,
    box_picture,
    cards_picture,
    sample_picture,
)
from bot.faces.scene_text import SEPARATOR, Lines, Localizer, board
from bot.texts.fluent import Language
from bot.texts.names import People
from engine.frozen import frozen, replace
from engine.scene import Card, Group, Row, Text, Value, Who, say

if TYPE_CHECKING:
    from engine.match import Frame


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
