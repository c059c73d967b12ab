"""Settings of users and guilds: the present state in sentences, and a dialog of fields for each occasion.

A `Field` shows the present value, and returns its input as changes of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.clocks.table_clock import PACES, TimeoutAction
from bot.clocks.user_time_settings import (
    Reminders,
    TimeSettings,
    find_zone,
    parse_quiet,
    quiet_text,
)
from bot.faces.components import (
    OPTION_TEXT,
    Page,
    Part,
    checkbox_option,
    text_button,
)
from bot.faces.dialogs import (
    checkbox_group,
    dialog_field,
    modal,
    radio_group,
    short_input,
)
from bot.storage.records import Person, Private, Server, TableDefaults, TableOptions
from bot.tables.refusals import UnknownClick, WrongQuiet
from bot.texts.fluent import (
    Language,
    find_language,
    known_language,
    language,
    locales,
    private_language,
)
from engine.frozen import frozen
from engine.scene import Value, say

Changes: TypeAlias = Mapping[str, Any]
"""New values of fields of a record, by their names."""


@frozen
class Field:
    """A field of a dialog, which stands for one or several fields of a record; its texts begin with `key`.

    "KEY-pick" is its label, and "KEY-about" describes it, where there is such a text. `component` makes the part in
    which the value in a record stands, by its custom_id, the record and the reader. `changes` returns what was put
    there as changes of the record, or raises a refusal. `value_in` names the value in a record, where there is a choice
    of values.
    """

    key: str
    component: Callable[[str, Any, Language], Part]
    changes: Callable[[Sequence[str]], Changes]
    value_in: Callable[[Any], str] = lambda _: ""


Form: TypeAlias = Mapping[type[Any], Mapping[str, Field]]
"""The fields of a dialog by their custom_ids, for each record that they change."""
Fields: TypeAlias = Mapping[str, Field]


def choice(
    field: str,
    values: Mapping[str, object],
    key: str,
    besides: Mapping[str, Changes] = MappingProxyType({}),
    **facts: Value,
) -> Field:
    """Return the field for one setting with a choice of `values` by name; `field` holds it in the record.

    "KEY-VALUE" names each choice, with these `facts`, and "KEY-VALUE-now" says the present one. `besides` are changes
    of further fields, by value.
    """

    def value_in(chosen: object) -> str:
        # The first one, where that value isn't offered any more.
        kept = getattr(chosen, field)
        found = (name for name, value in values.items() if value == kept)
        return next(found, next(iter(values)))

    def component(custom_id: str, chosen: object, reader: Language) -> Part:
        now = value_in(chosen)
        options = []
        for value in values:
            # Each language is named in itself.
            name = (
                language(value).text("language-name")
                if value in locales()
                else reader.text(f"{key}-{value}", **facts)
            )
            options.append(checkbox_option(name, value, default=value == now))
        return radio_group(custom_id, options)

    def changes(picked: Sequence[str]) -> Changes:
        if len(picked) != 1 or picked[0] not in values:
            raise UnknownClick
        return {field: values[picked[0]], **besides.get(picked[0], {})}

    return Field(key, component, changes, value_in)


def switches(names: Sequence[str], key: str) -> Field:
    """Return the field for several settings that are on or off, by their `names`, which also end their keys, "-on"."""

    def component(custom_id: str, chosen: object, reader: Language) -> Part:
        options = []
        for name in names:
            label = reader.text(f"{key}-{name}-on")
            options.append(checkbox_option(label, name, default=getattr(chosen, name)))
        return checkbox_group(custom_id, options)

    def changes(picked: Sequence[str]) -> Changes:
        if not {*picked} <= {*names}:
            raise UnknownClick
        return {name: name in picked for name in names}

    return Field(key, component, changes)


def written(
    field: str, key: str, show: Callable[[Any], str], read: Callable[[str], Any]
) -> Field:
    """Return the field for a setting that is typed in a line: `show` writes its value, `read` parses it.

    Where `read` raises a `ValueError` the input is refused with `WrongQuiet`.
    """

    def component(custom_id: str, chosen: object, _: Language) -> Part:
        return short_input(custom_id, OPTION_TEXT, show(getattr(chosen, field)))

    def changes(values: Sequence[str]) -> Changes:
        try:
            return {field: read("".join(values))}
        except ValueError:
            raise WrongQuiet from None

    return Field(key, component, changes)


def fields_dialog(
    title: str,
    custom_id: str,
    form: Form,
    stands: Mapping[Any, Any],
    reader: Language,
) -> Part:
    """Return a dialog with the values that `stands` holds for each record."""
    parts = []
    for record, offered in form.items():
        for name, each in offered.items():
            about = f"{each.key}-about"
            parts.append(
                dialog_field(
                    reader.text(f"{each.key}-pick"),
                    each.component(name, stands[record], reader),
                    reader.text(about) if reader.has_text(about) else "",
                )
            )
    return modal(title, custom_id, parts)


def read_changes(
    form: Form, filled: Mapping[str, Sequence[str]]
) -> dict[type[Any], dict[str, Any]]:
    """Return the input as changes of each record; a field that an earlier dialog didn't have stays as it is."""
    found: dict[type[Any], dict[str, Any]] = {}
    for record, offered in form.items():
        asked = [
            each.changes(filled[name])
            for name, each in offered.items()
            if name in filled
        ]
        found[record] = {
            name: value for changes in asked for name, value in changes.items()
        }
    return found


_SWITCH = {"on": True, "off": False}
_LANGUAGES = {each: each for each in locales()}
_HANDS = {"table": None, **{each.value: each for each in Private}}
_TRIED_ANEW = {"dm_closed": False, "dm_told": False}
"""A choice of where the hand is shown gives closed DMs another chance."""

OWN: Fields = {
    "hand": choice(
        "private", _HANDS, "settings-private", dict.fromkeys(_HANDS, _TRIED_ANEW)
    ),
    "language": choice(
        "language", {"discord": None, **_LANGUAGES}, "settings-language"
    ),
    "pictures": choice("pictures", {"server": None, **_SWITCH}, "settings-pictures"),
}
"""What a person can choose (`Person`)."""
BIDS: Fields = {
    "bids": choice("confirms", {"ask": True, "trust": False}, "settings-bids")
}
REMINDERS: Fields = {
    "reminders": choice(
        "reminders", {each.value: each for each in Reminders}, "settings-reminders"
    )
}
HERE: Fields = {
    "language": choice("language", {"locale": None, **_LANGUAGES}, "server-language"),
    "pictures": choice("pictures", _SWITCH, "server-pictures"),
}
"""What can be chosen for a server (`Server`)."""
TIME: Fields = {
    "pace": choice("pace", {each: each for each in PACES}, "time-pace"),
    "then": choice("then", {each.value: each for each in TimeoutAction}, "time-then"),
}
_OPTIONS = tuple(each.name for each in fields(TableOptions))

PERSONAL: Mapping[str, Form] = {
    "reading": {Person: OWN},
    "calls": {
        TimeSettings: {
            **REMINDERS,
            "quiet": written("quiet", "settings-quiet", quiet_text, parse_quiet),
            "zone": written(
                "zone", "settings-zone", lambda zone: zone or "", find_zone
            ),
            **BIDS,
        }
    },
}
"""The dialogs of a person, each of five fields at most, by their names; "dialog-NAME" is what each is called."""
SHARED: Mapping[str, Form] = {
    "here": {Server: HERE},
    "tables": {TableDefaults: {**TIME, "options": switches(_OPTIONS, "customs")}},
}
"""The dialogs of a server, by their names; "dialog-NAME" is what each is called."""


def user_settings_page(
    person: Person,
    settings: TimeSettings,
    more: Sequence[str],
    locale: str,
    reader: Language,
    home: Language,
) -> Page:
    """Return the settings of a user, with Discord in `locale`, and a button for each dialog that changes them.

    `more` are the lines of features.
    """
    zone = settings.zone or "UTC"
    quiet = reader.text("settings-quiet-none-now", zone=zone)
    if settings.quiet is not None:
        hours = quiet_text(settings.quiet)
        quiet = reader.text("settings-quiet-now", hours=hours, zone=zone)
    why = _language_reason("discord", locale, person.language)
    state = [
        *_present_sentences(
            OWN,
            person,
            reader,
            why,
            private_language(person, locale, home),
        ),
        *_present_sentences(REMINDERS, settings, reader),
        quiet,
        *_present_sentences(BIDS, settings, reader),
        *more,
    ]

    return _page("settings", PERSONAL, state, reader)


def guild_settings_page(
    chosen: Server,
    customs: Sequence[str],
    reader: Language,
    home: Language,
    names: Mapping[str, str],
    more: Sequence[str],
) -> Page:
    """Return the settings of a guild and its tables, and a button for each dialog that changes them.

    `customs` are lines on its new tables, `names` are the commands as facts, `more` are the lines of features.
    """
    why = _language_reason("locale", chosen.locale, chosen.language)
    written = known_language(chosen) or home
    state = [
        *_present_sentences(HERE, chosen, reader, why, written),
        *more,
        reader.text("customs-now"),
        *(f"- {each}" for each in customs),
        reader.text("server-about", **names),
    ]

    return _page("server", SHARED, state, reader)


def option_lines(options: TableOptions, reader: Language) -> list[str]:
    """Return a line for each of the `options` of a server's new tables."""
    return [
        reader.text(f"customs-{name}-{'on' if is_on else 'off'}")
        for name, is_on in options.options.items()
    ]


def _page(
    verb: str, forms: Mapping[str, Form], state: Sequence[str], reader: Language
) -> Page:
    parts = [text_button(reader, f"dialog-{name}", verb, name) for name in forms]
    blocks = (f"### {reader.text(f'{verb}-title')}", "\n".join(state))
    return Page(blocks, (parts,))


def _present_sentences(
    offered: Fields,
    chosen: object,
    reader: Language,
    why: str = "",
    written: Language | None = None,
) -> list[str]:
    """Return the present values, in sentences; of the language, `why` it is the `written` one."""
    facts = {}
    values = {what: each.value_in(chosen) for what, each in offered.items()}
    if written:
        facts["language"] = say(f"language-{written.locale}")
        values["language"] = why
    return [
        reader.text(f"{offered[what].key}-{value}-now", **facts)
        for what, value in values.items()
    ]


def _language_reason(shown: str, locale: str | None, chosen: str | None) -> str:
    """Return the reason why a language is written: chosen, shown by Discord, or none that Discord shows is spoken."""
    if find_language(chosen):
        return "chosen"
    if find_language(locale):
        return shown
    return "unspoken"
