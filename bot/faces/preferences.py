"""What people and servers can choose, as private panels: the present state in sentences, a select for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TypeAlias

from bot.clocks.clock import PACES, Then
from bot.clocks.time_settings import Reminders, TimeSettings
from bot.faces.components import Parts, click, option, select
from bot.faces.layout import Page
from bot.storage.records import Customs, Person, Private, Server, TableOptions
from bot.texts.fluent import Language, find_language, language, locales, private_language, public_language
from engine.scene import Text, Value, say

Kept: TypeAlias = Private | Reminders | Then | str | int | None


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing to choose: which field keeps it, what each value of a select stands for, and how its keys begin.

    These are "KEY-pick" for the question, "KEY-VALUE" for what can be chosen, and "KEY-VALUE-now" for what is.
    """

    field: str
    values: Mapping[str, Kept]
    key: str

    def label(self, value: str) -> Text:
        """Return what a value of the select is called."""
        return say(f"{self.key}-{value}")

    def named(self, chosen: object) -> str:
        """Return the value of the select that stands for what is chosen; the first one if none does any more."""
        kept = getattr(chosen, self.field)
        return next((name for name, value in self.values.items() if value == kept), next(iter(self.values)))

    def menu(self, custom_id: str, chosen: object, reader: Language, **facts: Value) -> Parts:
        """Return a row with the select, in whose words `facts` may stand."""
        now = self.named(chosen)
        options = [
            option(own_name(value) or reader.text(f"{self.key}-{value}", **facts), value, default=value == now)
            for value in self.values
        ]
        return [select(reader.text(f"{self.key}-pick"), custom_id, options, (1, 1))]


Preferences: TypeAlias = Mapping[str, Preference]


def own_name(value: str) -> str | None:
    """Return what a language calls itself; None for any other value of a select."""
    return language(value).text("language-name") if value in locales() else None


_SWITCH = MappingProxyType({"on": True, "off": False})
_LANGUAGES: Mapping[str, str] = {each: each for each in locales()}

PERSONAL: Preferences = MappingProxyType(
    {
        "hand": Preference("private", {"table": None, **{each.value: each for each in Private}}, "settings-private"),
        "language": Preference("language", {"discord": None, **_LANGUAGES}, "settings-language"),
        "pictures": Preference("pictures", {"server": None, **_SWITCH}, "settings-pictures"),
    }
)
"""What a person can choose (`Person`)."""
TIMES: Preferences = MappingProxyType(
    {
        "reminders": Preference("reminders", {each.value: each for each in Reminders}, "settings-reminders"),
        "bids": Preference("confirms", {"ask": True, "trust": False}, "settings-bids"),
    }
)
"""What a person can choose with a select besides (`TimeSettings`)."""
SHARED: Preferences = MappingProxyType(
    {
        "language": Preference("language", {"locale": None, **_LANGUAGES}, "server-language"),
        "pictures": Preference("pictures", _SWITCH, "server-pictures"),
    }
)
"""What can be chosen for a server (`Server`)."""
CUSTOMS: Preferences = MappingProxyType(
    {
        "pace": Preference("pace", {each: each for each in PACES}, "time-pace"),
        "then": Preference("then", {each.value: each for each in Then}, "time-then"),
        **{each.name: Preference(each.name, _SWITCH, f"customs-{each.name}") for each in fields(TableOptions)},
    }
)
"""What can be chosen for the new tables of a server (`Customs`)."""


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
    why = _why("discord", locale, person.language)
    reminders, bids = _now(TIMES, habits, reader).values()
    state = [
        *_now(PERSONAL, person, reader, why, private_language(person, locale, home)).values(),
        *(reminders, _quiet(habits, reader, names), bids),
        *chosen.more,
    ]
    rows = (*_menus("settings", PERSONAL, person, reader), *_menus("habits", TIMES, habits, reader))
    return Page((f"### {reader.text('settings-title')}", "\n".join(state)), rows)


def server(
    chosen: Server,
    customs: Customs,
    reader: Language,
    home: Language,
    names: Mapping[str, str],
    more: tuple[Sequence[str], Sequence[Parts]] = ((), ()),
) -> Page:
    """Return what is chosen for a server and its tables, and selects to do so; `names` are the commands as facts.

    `more` is what features add: lines and rows.
    """
    lines, added = more
    why = _why("locale", chosen.locale, chosen.language)
    state = [
        *_now(SHARED, chosen, reader, why, public_language(chosen, home)).values(),
        *lines,
        reader.text("customs-now"),
        *(f"- {reader.say(each.label(each.named(customs)))}" for each in CUSTOMS.values()),
        reader.text("server-about", **names),
    ]
    rows = (*_menus("server", SHARED, chosen, reader), *added, *_menus("server", CUSTOMS, customs, reader))
    return Page((f"### {reader.text('server-title')}", "\n".join(state)), rows)


def _now(
    offered: Preferences, chosen: object, reader: Language, why: str = "", written: Language | None = None
) -> dict[str, str]:
    """Return what is chosen, in sentences; of the language, `why` it is the `written` one."""
    facts = {"language": say(f"language-{written.locale}")} if written else {}
    values = {what: each.named(chosen) for what, each in offered.items()} | ({"language": why} if written else {})
    return {what: reader.text(f"{offered[what].key}-{value}-now", **facts) for what, value in values.items()}


def _menus(verb: str, offered: Preferences, chosen: object, reader: Language) -> list[Parts]:
    return [each.menu(click(verb, what), chosen, reader) for what, each in offered.items()]


def _quiet(habits: TimeSettings, reader: Language, names: Mapping[str, Value]) -> str:
    zone = habits.zone or "UTC"
    if habits.quiet is None:
        return reader.text("settings-quiet-none-now", zone=zone, **names)
    begin, end = (f"{minute // 60:02}:{minute % 60:02}" for minute in habits.quiet)
    return reader.text("settings-quiet-now", begin=begin, end=end, zone=zone)


def _why(shown: str, locale: str | None, chosen: str | None) -> str:
    """Return why a language is written: chosen, shown by Discord, or none that Discord shows is spoken."""
    if find_language(chosen):
        return "chosen"
    return shown if find_language(locale) else "unspoken"
