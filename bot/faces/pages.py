"""Private pages that belong to no single table: rules, settings, help, and the question which table was meant."""

from __future__ import annotations

from collections.abc import Sequence

from discord import SelectOption, ui

from bot.faces.answers import option, select
from bot.faces.ids import click
from bot.faces.layout import layout
from bot.faces.limits import OPTIONS
from bot.faces.names import plain
from bot.storage.port import Person, Private, Table
from bot.texts import Language
from engine.scene import say

AS_TABLE = "table"
"""The choice to see private views as each table was opened."""


def chapters(game: str, language: Language) -> list[str]:
    """Return the keys of the chapters of a game's rules, in order."""
    keys: list[str] = []
    while language.knows(key := f"{game}-rules-{len(keys) + 1}"):
        keys.append(key)
    return keys


def rules(game: str, number: int, language: Language) -> ui.LayoutView:
    """Return a chapter of the rules, counted from 1, and a select for the others."""
    keys = chapters(game, language)
    number = min(max(number, 1), len(keys))
    key = keys[number - 1]
    options = [
        option(language.text(f"{each}.title"), str(count), default=count == number)
        for count, each in enumerate(keys, 1)
    ]
    menu = select(language.text("rules-pick"), click("rules", game, number), options, (1, 1))
    head = f"### {language.text('rules-title', game=say(f'{game}-name'))}"
    return layout([head, f"**{language.text(f'{key}.title')}**\n{language.text(key)}"], [[menu]])


def settings(person: Person, language: Language) -> ui.LayoutView:
    """Return what a person has chosen, and a select to choose anew."""
    chosen = person.private.value if person.private else AS_TABLE
    options = [
        option(language.text(f"settings-private-{choice}"), choice, default=choice == chosen)
        for choice in (AS_TABLE, *Private)
    ]
    menu = select(language.text("settings-private-pick"), click("settings"), options, (1, 1))
    text = language.text(f"settings-private-{chosen}-now")
    return layout([f"### {language.text('settings-title')}", text], [[menu]])


def which(verb: str, tables: Sequence[Table], language: Language) -> ui.LayoutView:
    """Return the question which table is meant; the newest ones where there are more than a select can hold."""
    menu = select(
        language.text("which-pick"),
        click("which", verb),
        [_table(table, language) for table in tables[-OPTIONS:]],
        (1, 1),
    )
    return layout([language.text("which-title")], [[menu]])


def _table(table: Table, language: Language) -> SelectOption:
    people = tuple(plain(sitter.name) for sitter in table.sitters)
    label = language.text("which-table", table=str(table.id), game=say(f"{table.game}-name"), players=people)
    return option(label, str(table.id))


def help_page(language: Language) -> ui.LayoutView:
    """Return what Herald does and how to begin."""
    return layout([language.text("help")])
