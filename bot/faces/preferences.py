"""What people and servers can choose, as private panels: the present state in sentences, a select for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from bot.clocks.time_settings import TimeSettings
from bot.faces import customs as tables
from bot.faces.components import Parts, option, select
from bot.faces.habits import menus, told
from bot.faces.ids import click
from bot.faces.layout import Page
from bot.faces.pictured import pictures_for_table
from bot.storage.records import Customs, Person, Private, Server
from bot.texts.fluent import Language, language, locales
from bot.texts.languages import find_language, private_language, public_language
from engine.scene import Text, say

Value: TypeAlias = Private | str | bool | None
Values: TypeAlias = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing to choose: which field keeps it, what each value of a select stands for, and the keys of their labels.

    `ask` is the key of the question.
    """

    field: str
    values: Values
    labels: dict[str, str]
    ask: str

    def label(self, value: str, reader: Language) -> str:
        """Return what a value of the select is called; a language is called as it calls itself."""
        return own_name(value) or reader.text(self.labels[value])

    def named(self, kept: Value) -> str:
        """Return the value of the select that stands for what is kept; the first one if none does any more."""
        return next((name for name, value in self.values.items() if value == kept), next(iter(self.values)))

    def menu(self, custom_id: str, kept: Value, reader: Language) -> Parts:
        """Return a row with the select."""
        now = self.named(kept)
        options = [option(self.label(value, reader), value, default=value == now) for value in self.values]
        return [select(reader.text(self.ask), custom_id, options, (1, 1))]


def own_name(value: str) -> str | None:
    """Return what a language calls itself; None for any other value of a select."""
    return language(value).text("language-name") if value in locales() else None


_HANDS: Values = {"table": None, **{each.value: each for each in Private}}
_PICTURES: Values = {"on": True, "off": False}
_LANGUAGES: Values = {each: each for each in locales()}

HAND = Preference("private", _HANDS, {value: f"settings-private-{value}" for value in _HANDS}, "settings-private-pick")
LANGUAGE = Preference(
    "language",
    {"discord": None, **_LANGUAGES},
    {"discord": "settings-language-discord"},
    "settings-language-pick",
)
PICTURES = Preference(
    "pictures",
    {"server": None, **_PICTURES},
    {value: f"settings-pictures-{value}" for value in ("server", *_PICTURES)},
    "settings-pictures-pick",
)
SERVER_LANGUAGE = Preference(
    "language",
    {"locale": None, **_LANGUAGES},
    {"locale": "server-language-locale"},
    "server-language-pick",
)
SERVER_PICTURES = Preference(
    "pictures", _PICTURES, {value: f"server-pictures-{value}" for value in _PICTURES}, "server-pictures-pick"
)

PERSONAL: Mapping[str, Preference] = MappingProxyType({"hand": HAND, "language": LANGUAGE, "pictures": PICTURES})
"""What a person can choose."""
SHARED: Mapping[str, Preference] = MappingProxyType({"language": SERVER_LANGUAGE, "pictures": SERVER_PICTURES})
"""What can be chosen for a server."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """All that a person has chosen; `more` is what features tell of it."""

    person: Person
    habits: TimeSettings
    more: Sequence[str]


def settings(chosen: Chosen, locale: str, reader: Language, home: Language, names: Mapping[str, str]) -> Page:
    """Return what a person has chosen whose Discord shows `locale`, and a select to choose each anew.

    `names` are the commands as facts.
    """
    person, habits = chosen.person, chosen.habits
    written = private_language(person, locale, home)
    state = [
        reader.text(f"settings-private-{HAND.named(person.private)}-now"),
        reader.text(f"settings-language-{_why('discord', locale, person.language)}-now", language=_within(written)),
        reader.text(f"settings-pictures-{PICTURES.named(person.pictures)}-now"),
        *told(habits, reader, names),
        *chosen.more,
    ]
    rows = (
        HAND.menu(click("settings", "hand"), person.private, reader),
        LANGUAGE.menu(click("settings", "language"), person.language, reader),
        PICTURES.menu(click("settings", "pictures"), person.pictures, reader),
        *menus(habits, reader),
    )
    return Page((f"### {reader.text('settings-title')}", "\n".join(state)), rows)


def server(chosen: Server, customs: Customs, reader: Language, home: Language, names: Mapping[str, str]) -> Page:
    """Return what is chosen for a server and its tables, and selects to do so; `names` are the commands as facts."""
    pictures, written = pictures_for_table(chosen), public_language(chosen, home)
    state = [
        reader.text(f"server-language-{_why('locale', chosen.locale, chosen.language)}-now", language=_within(written)),
        reader.text(f"server-pictures-{SERVER_PICTURES.named(pictures)}-now"),
        *tables.told(customs, reader),
        reader.text("server-about", **names),
    ]
    rows = (
        SERVER_LANGUAGE.menu(click("server", "language"), chosen.language, reader),
        SERVER_PICTURES.menu(click("server", "pictures"), pictures, reader),
        *tables.menus(customs, reader),
    )
    return Page((f"### {reader.text('server-title')}", "\n".join(state)), rows)


def _within(written: Language) -> Text:
    """Return a language as a sentence names it in which it is written."""
    return say(f"language-{written.locale}")


def _why(shown: str, locale: str | None, chosen: str | None) -> str:
    """Return why a language is written: chosen, shown by Discord, or none that Discord shows is spoken."""
    if find_language(chosen):
        return "chosen"
    return shown if find_language(locale) else "unspoken"
