"""Fluent bundles per locale: the only place where keys become sentences."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from engine.scene import Text, Value, Who, say

log = logging.getLogger(__name__)

DEFAULT = "en"
REMEMBERED = 8192
"""How many sentences are kept as they were said."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language, with the default one behind it for what it lacks."""

    locale: str
    bundles: tuple[FluentBundle, ...]

    def knows(self, key: str) -> bool:
        """Tell whether there is a sentence of that key, or such an attribute of one."""
        return any(_has(bundle, key) for bundle in self.bundles)

    def text(self, key: str, **facts: Value) -> str:
        """Return the sentence of a key that mentions no person by seat."""
        return self.say(say(key, **facts))

    def say(self, text: Text, people: Sequence[str] = ()) -> str:
        """Return a text as a sentence; `people` are the names to be used, by seat."""
        return _said(self, text, tuple(people))

    def _compose(self, text: Text, people: Sequence[str]) -> str:
        key, _, attribute = text.key.partition(".")
        facts = {name: self._value(value, people) for name, value in text.facts}
        for bundle in self.bundles:
            if _has(bundle, text.key):
                return _format(bundle, key, attribute, facts)
        log.error("no text for %s in %s", text.key, self.locale)
        return key

    def _value(self, value: Value, people: Sequence[str]) -> str | int:
        match value:
            case Who(seat):
                return people[seat]
            case Text():
                return self.say(value, people)
            case tuple():
                return format_list([str(self._value(part, people)) for part in value], locale=self.locale)
            case _:
                return value


@lru_cache(REMEMBERED)
def _said(language: Language, text: Text, people: tuple[str, ...]) -> str:
    # Most of what an answer says was said before, and composing it costs more than anything else of drawing it.
    return language._compose(text, people)  # noqa: SLF001 - the same module, outside the class so that no copy is kept


def _has(bundle: FluentBundle, key: str) -> bool:
    name, _, attribute = key.partition(".")
    return bundle.has_message(name) and (not attribute or attribute in bundle.get_message(name).attributes)


def _format(bundle: FluentBundle, key: str, attribute: str, facts: Mapping[str, str | int]) -> str:
    message = bundle.get_message(key)
    pattern = message.attributes[attribute] if attribute else message.value
    if pattern is None:
        log.error("no text for %s", key)
        return key
    sentence, errors = bundle.format_pattern(pattern, dict(facts))
    for error in errors:
        log.error("text %s: %s", key, error)
    return str(sentence)


@cache
def locales() -> tuple[str, ...]:
    """Return the locales that there are texts for."""
    folder = files("bot") / "locales"
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith("_")))


def _sources(locale: str) -> Iterator[str]:
    folder = files("bot") / "locales" / locale
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".ftl"):
            yield entry.read_text(encoding="utf-8")


@cache
def _bundle(locale: str) -> FluentBundle:
    # Isolation marks around every placeable would show up as boxes in some Discord clients: names bring their own.
    bundle = FluentBundle([locale], use_isolating=False)
    for source in _sources(locale):
        bundle.add_resource(FluentResource(source))
    return bundle


@cache
def language(locale: str) -> Language:
    """Return a language by its locale ("uk", "en-GB"); the default one if there are no texts for it."""
    known = [name for name in (locale.partition("-")[0], DEFAULT) if name in locales()]
    ordered = tuple(dict.fromkeys(known))
    return Language(ordered[0], tuple(_bundle(name) for name in ordered))
