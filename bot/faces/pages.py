"""Private pages that belong to no single table: rules, help, and the question which table was meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import ButtonStyle, SelectOption

from bot.faces.answers import button, option, select
from bot.faces.cards import Rows, explained
from bot.faces.ids import click
from bot.faces.layout import Page
from bot.faces.limits import OPTIONS
from bot.faces.names import plain
from bot.storage.port import TableRecord
from bot.texts.fluent import Language
from engine.scene import Row, say

READERS = ("begin", "play", "host")
"""Whom there is a page of help for: who wants to play, who plays, who hosts."""


def chapters(game: str, language: Language) -> list[str]:
    """Return the keys of the written chapters of a game's rules, in order."""
    keys: list[str] = []
    while language.knows(key := f"{game}-rules-{len(keys) + 1}"):
        keys.append(key)
    return keys


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules, and the kinds of cards that it tells of, if it does."""

    title: str
    text: str
    shown: Row | None = None


def book(game: str, glossary: Rows, language: Language) -> list[Chapter]:
    """Return the rules of a game: the written chapters, then one for each row of kinds of cards."""
    written = [Chapter(language.text(f"{key}.title"), language.text(key)) for key in chapters(game, language)]
    return [*written, *(Chapter(language.say(row.title), explained(row, language), row) for row in glossary)]


def rules(game: str, glossary: Rows, number: int, language: Language) -> Page:
    """Return a chapter of the rules, counted from 1, and a select for the others."""
    every = book(game, glossary, language)
    number = min(max(number, 1), len(every))
    chapter = every[number - 1]
    options = [option(each.title, str(count), default=count == number) for count, each in enumerate(every, 1)]
    menu = select(language.text("rules-pick"), click("rules", game, number), options, (1, 1))
    head = f"### {language.text('rules-title', game=say(f'{game}-name'))}"
    return Page((head,), ([menu],), chapter.shown, tail=(f"**{chapter.title}**\n{chapter.text}",))


def which(verb: str, tables: Sequence[TableRecord], language: Language, *, clears: int = 0) -> Page:
    """Return the question which table is meant; the newest ones where there are more than a select can hold.

    Where it `clears` several tables that have not begun, a button offers to end these together.
    """
    menu = select(
        language.text("which-pick"),
        click("which", verb),
        [_table(table, language) for table in tables[-OPTIONS:]],
        (1, 1),
    )
    all_ = [button(language.text("button-clear", count=clears), click("clear"), style=ButtonStyle.danger)]
    return Page((language.text("which-title"),), ([menu], all_) if clears > 1 else ([menu],))


def _table(table: TableRecord, language: Language) -> SelectOption:
    people = tuple(plain(sitter.name) for sitter in table.sitters)
    label = language.text("which-table", table=str(table.id), game=say(f"{table.game}-name"), players=people)
    return option(label, str(table.id))


def help_page(language: Language, names: Mapping[str, str], whom: str = "") -> Page:
    """Return the help for one of the readers, or what Herald is, with buttons for the other pages.

    `names` are the commands as facts, as the reader's Discord has them.
    """
    text = language.text(f"help-{whom}" if whom else "help", **names)
    others = [button(language.text(f"button-help-{each}"), click("help", each)) for each in READERS if each != whom]
    return Page((text,), (others,))
