"""What people and servers can choose: the present state in sentences, and a dialog of fields for each occasion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType

from bot.clocks.clock import PACES, Then
from bot.clocks.time_settings import Reminders, TimeSettings, find_zone, parse_quiet, quiet_text
from bot.faces.components import button, click
from bot.faces.fields import Form, Preference, Preferences, Switches, Written
from bot.faces.layout import Page
from bot.storage.records import Customs, Person, Private, Server, TableOptions
from bot.texts.fluent import Language, find_language, locales, private_language, public_language
from engine.scene import say

_SWITCH = MappingProxyType({"on": True, "off": False})
_LANGUAGES: Mapping[str, str] = {each: each for each in locales()}
_HANDS: Mapping[str, Private | None] = {"table": None, **{each.value: each for each in Private}}
_TRIED_ANEW = {"dm_closed": False, "dm_told": False}
"""Whoever chooses where the hand is shown gives closed DMs another chance."""

OWN: Preferences = MappingProxyType(
    {
        "hand": Preference("private", _HANDS, "settings-private", dict.fromkeys(_HANDS, _TRIED_ANEW)),
        "language": Preference("language", {"discord": None, **_LANGUAGES}, "settings-language"),
        "pictures": Preference("pictures", {"server": None, **_SWITCH}, "settings-pictures"),
    }
)
"""What a person can choose (`Person`)."""
BIDS: Preferences = {"bids": Preference("confirms", {"ask": True, "trust": False}, "settings-bids")}
REMINDERS: Preferences = {
    "reminders": Preference("reminders", {each.value: each for each in Reminders}, "settings-reminders")
}
HERE: Preferences = MappingProxyType(
    {
        "language": Preference("language", {"locale": None, **_LANGUAGES}, "server-language"),
        "pictures": Preference("pictures", _SWITCH, "server-pictures"),
    }
)
"""What can be chosen for a server (`Server`)."""
TIME: Preferences = MappingProxyType(
    {
        "pace": Preference("pace", {each: each for each in PACES}, "time-pace"),
        "then": Preference("then", {each.value: each for each in Then}, "time-then"),
    }
)
_OPTIONS = tuple(each.name for each in fields(TableOptions))
CUSTOMS: Preferences = MappingProxyType(
    {**TIME, **{name: Preference(name, _SWITCH, f"customs-{name}") for name in _OPTIONS}}
)
"""What can be chosen for the new tables of a server (`Customs`)."""

PERSONAL: Mapping[str, Form] = MappingProxyType(
    {
        "reading": {Person: OWN},
        "calls": {
            TimeSettings: {
                **REMINDERS,
                "quiet": Written("quiet", "settings-quiet", quiet_text, parse_quiet),
                "zone": Written("zone", "settings-zone", lambda zone: zone or "", find_zone),
                **BIDS,
            }
        },
    }
)
"""The dialogs of a person, each of five fields at most, by their names; "dialog-NAME" is what each is called."""
SHARED: Mapping[str, Form] = MappingProxyType(
    {"here": {Server: HERE}, "tables": {Customs: {**TIME, "options": Switches(_OPTIONS, "customs")}}}
)
"""The dialogs of a server, by their names; "dialog-NAME" is what each is called."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """All that a person has chosen; `more` is what features tell of it."""

    person: Person
    habits: TimeSettings
    more: Sequence[str]


def settings(chosen: Chosen, locale: str, reader: Language, home: Language) -> Page:
    """Return what a person has chosen whose Discord shows `locale`, and a button for each dialog to choose anew."""
    person, habits = chosen.person, chosen.habits
    why = _why("discord", locale, person.language)
    state = [
        *_now(OWN, person, reader, why, private_language(person, locale, home)),
        *_now(REMINDERS, habits, reader),
        _quiet(habits, reader),
        *_now(BIDS, habits, reader),
        *chosen.more,
    ]
    return _page("settings", PERSONAL, state, reader)


def server(
    chosen: Server, customs: Customs, reader: Language, home: Language, names: Mapping[str, str], more: Sequence[str]
) -> Page:
    """Return what is chosen for a server and its tables, and a button for each dialog to do so.

    `names` are the commands as facts, `more` is what features tell.
    """
    why = _why("locale", chosen.locale, chosen.language)
    state = [
        *_now(HERE, chosen, reader, why, public_language(chosen, home)),
        *more,
        reader.text("customs-now"),
        *(f"- {reader.say(each.label(each.named(customs)))}" for each in CUSTOMS.values()),
        reader.text("server-about", **names),
    ]
    return _page("server", SHARED, state, reader)


def _page(verb: str, forms: Mapping[str, Form], state: Sequence[str], reader: Language) -> Page:
    parts = [button(reader.text(f"dialog-{name}"), click(verb, name)) for name in forms]
    return Page((f"### {reader.text(f'{verb}-title')}", "\n".join(state)), (parts,))


def _now(
    offered: Preferences, chosen: object, reader: Language, why: str = "", written: Language | None = None
) -> list[str]:
    """Return what is chosen, in sentences; of the language, `why` it is the `written` one."""
    facts = {"language": say(f"language-{written.locale}")} if written else {}
    values = {what: each.named(chosen) for what, each in offered.items()} | ({"language": why} if written else {})
    return [reader.text(f"{offered[what].key}-{value}-now", **facts) for what, value in values.items()]


def _quiet(habits: TimeSettings, reader: Language) -> str:
    zone = habits.zone or "UTC"
    if habits.quiet is None:
        return reader.text("settings-quiet-none-now", zone=zone)
    return reader.text("settings-quiet-now", hours=quiet_text(habits.quiet), zone=zone)


def _why(shown: str, locale: str | None, chosen: str | None) -> str:
    """Return why a language is written: chosen, shown by Discord, or none that Discord shows is spoken."""
    if find_language(chosen):
        return "chosen"
    return shown if find_language(locale) else "unspoken"
