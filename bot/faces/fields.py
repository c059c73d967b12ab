"""Fields of a dialog in which things are chosen together: each with what stands, and what was filled in as changes.

A form says which record each field changes, so that all that one dialog changes can be kept as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from bot.clocks.clock import Then
from bot.clocks.time_settings import Reminders
from bot.faces.components import (
    OPTION_TEXT,
    Part,
    checkbox_group,
    checkbox_option,
    labelled,
    modal,
    radio_group,
    short_input,
)
from bot.storage.records import Private
from bot.tables.refusals import UnknownClick, WrongQuiet
from bot.texts.fluent import Language, language, locales
from engine.scene import Text, Value, say

Kept: TypeAlias = Private | Reminders | Then | str | int | None


class Field(Protocol):
    """A field of a dialog, which stands for one or several fields of a record."""

    def part(self, custom_id: str, chosen: Any, reader: Language, **facts: Value) -> Part:
        """Return the field with what is `chosen`; in its words `facts` may stand."""
        ...

    def changes(self, values: Sequence[str]) -> Mapping[str, Any]:
        """Return what was filled in, as fields of the record; raise a refusal for what can't be."""
        ...


Form: TypeAlias = Mapping[type[Any], Mapping[str, Field]]
"""The fields of a dialog by their custom_ids, for each record that they change."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing to choose: which field keeps it, what each value stands for, and how its keys begin.

    These are "KEY-pick" for the question, "KEY-VALUE" for what can be chosen, and "KEY-VALUE-now" for what is.
    `besides` is what a value changes in further fields.
    """

    field: str
    values: Mapping[str, Kept]
    key: str
    besides: Mapping[str, Mapping[str, Any]] | None = None

    def label(self, value: str) -> Text:
        """Return what a value is called."""
        return say(f"{self.key}-{value}")

    def named(self, chosen: object) -> str:
        """Return the value that stands for what is chosen; the first one if none does any more."""
        kept = getattr(chosen, self.field)
        return next((name for name, value in self.values.items() if value == kept), next(iter(self.values)))

    def part(self, custom_id: str, chosen: object, reader: Language, **facts: Value) -> Part:
        """Return a list of which one is ticked."""
        now = self.named(chosen)
        names = {value: own_name(value) or reader.text(f"{self.key}-{value}", **facts) for value in self.values}
        options = [checkbox_option(name, value, default=value == now) for value, name in names.items()]
        return labelled(reader.text(f"{self.key}-pick"), radio_group(custom_id, options))

    def changes(self, values: Sequence[str]) -> Mapping[str, Any]:
        """Return the one value that is ticked."""
        if len(values) != 1 or values[0] not in self.values:
            raise UnknownClick
        return {self.field: self.values[values[0]], **(self.besides or {}).get(values[0], {})}


@dataclass(frozen=True, slots=True)
class Switches:
    """Several things that are on or off: the names of the fields, which also end their keys, "KEY-NAME-on"."""

    names: Sequence[str]
    key: str

    def part(self, custom_id: str, chosen: object, reader: Language, **facts: Value) -> Part:
        """Return a list of which those that are on are ticked."""
        options = [
            checkbox_option(reader.text(f"{self.key}-{name}-on", **facts), name, default=getattr(chosen, name))
            for name in self.names
        ]
        return labelled(reader.text(f"{self.key}-pick"), checkbox_group(custom_id, options))

    def changes(self, values: Sequence[str]) -> Mapping[str, Any]:
        """Return which are on."""
        if not {*values} <= {*self.names}:
            raise UnknownClick
        return {name: name in values for name in self.names}


@dataclass(frozen=True, slots=True)
class Written:
    """What is written in a line: how it is shown there, and read; "KEY-about" says what it looks like."""

    field: str
    key: str
    show: Callable[[Any], str]
    read: Callable[[str], Any]

    def part(self, custom_id: str, chosen: object, reader: Language, **facts: Value) -> Part:
        """Return a line with what is written."""
        line = short_input(custom_id, OPTION_TEXT, self.show(getattr(chosen, self.field)))
        return labelled(reader.text(f"{self.key}-pick", **facts), line, reader.text(f"{self.key}-about"))

    def changes(self, values: Sequence[str]) -> Mapping[str, Any]:
        """Return what was written."""
        try:
            return {self.field: self.read("".join(values))}
        except ValueError:
            raise WrongQuiet from None


Preferences: TypeAlias = Mapping[str, Preference]


def own_name(value: str) -> str | None:
    """Return what a language calls itself; None for any other value."""
    return language(value).text("language-name") if value in locales() else None


def dialog(title: str, custom_id: str, form: Form, stands: Mapping[Any, Any], reader: Language, **facts: Value) -> Part:
    """Return a dialog with what `stands` in each record."""
    parts = [
        each.part(name, stands[record], reader, **facts)
        for record, offered in form.items()
        for name, each in offered.items()
    ]
    return modal(title, custom_id, parts)


def read(form: Form, filled: Mapping[str, Sequence[str]]) -> dict[type[Any], dict[str, Any]]:
    """Return what was filled in, as changes of each record; what an earlier dialog didn't ask for stays as it is."""
    found: dict[type[Any], dict[str, Any]] = {}
    for record, offered in form.items():
        asked = [each.changes(filled[name]) for name, each in offered.items() if name in filled]
        found[record] = {name: value for changes in asked for name, value in changes.items()}
    return found
