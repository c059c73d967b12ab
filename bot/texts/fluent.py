"""Fluent bundles per locale: the only place where text keys become sentences.

Language selection: the chosen language first, then Discord's locale, then the host's setting.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from engine.frozen import frozen
from engine.scene import Seat, Text, Value, Who, say

P = ParamSpec("P")
T = TypeVar("T")

Names: TypeAlias = tuple[str, ...]
"""Names of people by seat, or of other things."""

PLAIN = frozenset({int, str})
"""Types of facts that mention nobody."""
MEGABYTE = 1 << 20
OVERHEAD = 1000
"""Bytes of a cache entry besides the result, its arguments included.

Arguments aren't weighed: that would take longer than computing most of the results.
"""


def memory_size(value: Any) -> int:
    """Return the bytes that `value` holds: strings, numbers, images, and tuples and dataclasses of these.

    Shared parts are counted each time; other objects count for themselves alone.
    """
    size = sys.getsizeof(value)
    if isinstance(value, str):
        return size
    if isinstance(value, tuple):
        return size + sum(map(memory_size, value))

    if hasattr(value, "getbands"):
        # An image of Pillow, whose pixels Python doesn't count; those who only speak need not know Pillow.
        return size + int(value.width * value.height * len(value.getbands()))

    if is_dataclass(value):
        inner = (getattr(value, field.name) for field in fields(value))
        return size + sum(map(memory_size, inner))

    return size


def sized_lru_cache(
    most: int, megabytes: float
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that caches the last `most` results, in so many `megabytes`.

    Where the megabytes are full the cache is cleared, and entries still wanted come back with the next calls: so a
    cached result is found at the full speed of `functools.lru_cache`, and only a new one is weighed.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        held = 0

        def weigh_result(*args: Hashable) -> T:
            nonlocal held
            result: T = function(*args)  # type: ignore[call-arg, arg-type]  # whatever it takes
            held += OVERHEAD + memory_size(result)
            if held > megabytes * MEGABYTE:
                held = 0
                kept.cache_clear()
            return result

        kept = lru_cache(most)(weigh_result)
        return kept  # type: ignore[return-value]  # it is called as the function is

    return decorate


log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[1]
DEFAULT = "en"
RECENT = 512
"""How many sentences are cached as they were asked for: a table is shown several times after a move."""
REMEMBERED = 2048
"""How many composed sentences are cached: some two megabytes, for they are short."""
WORDS = 4096
"""How many sentences without facts are cached."""

SMALL = 1000
"""Integers from 0 to below this are formatted by Python: every locale writes them alike, larger ones are grouped."""

FORMS = {"player": "you", "owner": "yours", "neighbour": "by-you"}
"""The forms that a sentence may have besides, for who reads it and is, as a fact of it, its player, its owner, or the
neighbour who does something.
"""

ENTRY = re.compile(r"^(?=-?[a-zA-Z][\w-]*[ \t]*=)", re.MULTILINE)
"""Start of an entry of a Fluent file: a message or a term."""
NAME = re.compile(r"-?[a-zA-Z][\w-]*")
"""What may be the name of an entry inside another."""


class LazyBundle(FluentBundle):
    """A `FluentBundle` that parses an entry when it is first used: a start waits only for the texts it needs."""

    def __init__(self, locale: str, sources: Iterable[str]) -> None:
        """Take the locale, and the contents of its files as `sources`."""
        # Isolation marks around every placeable would show up as boxes in some Discord clients: names bring their own.
        super().__init__([locale], use_isolating=False)
        entries = [entry for source in sources for entry in ENTRY.split(source)[1:]]
        self._unread = {entry.partition("=")[0].strip(): entry for entry in entries}

    def has_message(self, message_id: str) -> bool:
        """Tell whether there is a message `message_id`, parsed or not."""
        return message_id in self._unread or super().has_message(message_id)

    def get_message(self, message_id: str) -> Any:
        """Return the message `message_id`, parsed."""
        self._read(message_id)
        return super().get_message(message_id)

    def _read(self, name: str) -> None:
        """Parse the entry `name` and all that it mentions; a word that only looks like a mention does no harm."""
        entry = self._unread.pop(name, None)
        if entry is not None:
            self.add_resource(FluentResource(entry))
            for mentioned in NAME.findall(entry):
                self._read(mentioned)


@frozen(eq=False)
class Language:
    """A localizer for `locale`, with the default locale behind it for missing texts; one instance each."""

    locale: str
    bundles: tuple[FluentBundle, ...]

    def has_text(self, key: str) -> bool:
        """Tell whether there is a text `key`, or such an attribute (`key.attribute`)."""
        return any(_has_text(bundle, key) for bundle in self.bundles)

    def text(self, key: str, **facts: Value) -> str:
        """Return the sentence of `key` with `facts`, which mention no person by seat."""
        return self.say(say(key, **facts))

    def say(
        self, text: Text, people: Sequence[str] = (), reader: Seat | None = None
    ) -> str:
        """Return `text` as a sentence; `people` are the names by seat, and the `reader` is addressed as "you"."""
        if text.facts:
            return _recent_sentence(self, text, tuple(people), reader)
        return _cached_plain(self, text.key)

    def _compose(
        self, text: Text, people: Sequence[str], reader: Seat | None = None
    ) -> str:
        facts = {name: self._value(value, people, reader) for name, value in text.facts}
        for bundle in self.bundles:
            if _has_text(bundle, text.key):
                key, _, attribute = _key_for_reader(bundle, text, reader).partition(".")
                return _format(bundle, key, attribute, facts)
        log.error("no text for %s in %s", text.key, self.locale)
        return text.key.partition(".")[0]

    def _value(
        self, value: Value, people: Sequence[str], reader: Seat | None
    ) -> str | int:
        match value:
            case Who(seat):
                return people[seat]
            case Text():
                return self.say(value, people, reader)
            case tuple():
                return format_list(
                    [str(self._value(part, people, reader)) for part in value],
                    locale=self.locale,
                )
            case _:
                return value


@lru_cache(RECENT)
def _recent_sentence(
    language: Language, text: Text, people: Names, reader: Seat | None
) -> str:
    # Most of what an answer says was said before, and composing it costs more than anything else of drawing it: at
    # another table where others sit beside those whom it mentions, or to somebody else whom it doesn't mention.
    mentioned = _mentioned_seats(text)
    known = [name if seat in mentioned else "" for seat, name in enumerate(people)]
    return _cached_sentence(
        language,
        text,
        tuple(known) if mentioned else (),
        reader if reader in mentioned else None,
    )


@lru_cache(REMEMBERED)
def _cached_sentence(
    language: Language, text: Text, people: Names, reader: Seat | None
) -> str:
    return language._compose(text, people, reader)  # noqa: SLF001 - the same module, outside the class so that no copy is kept


def _mentioned_seats(text: Text) -> set[Seat]:
    """Return the seats that `text` mentions, at any depth."""
    found: set[Seat] = set()
    left: list[Value] = [text]

    while left:
        value = left.pop()
        if isinstance(value, Text):
            # Most facts are words and numbers, which are told by their type at once.
            left += [fact for _, fact in value.facts if type(fact) not in PLAIN]
        elif isinstance(value, Who):
            found.add(value.seat)
        elif isinstance(value, tuple):
            left += value

    return found


@lru_cache(WORDS)
def _cached_plain(language: Language, key: str) -> str:
    # What mentions nothing is the same for everybody, and found by its key alone.
    return language._compose(Text(key), ())  # noqa: SLF001 - as above


def _key_for_reader(bundle: FluentBundle, text: Text, reader: Seat | None) -> str:
    """Return the key of `text`, or of its form in `FORMS` if it is about the `reader`."""
    if reader is not None:
        for fact, form in FORMS.items():
            key = f"{text.key}.{form}"
            if (fact, Who(reader)) in text.facts and _has_text(bundle, key):
                return key
    return text.key


@lru_cache(WORDS)
def _has_text(bundle: FluentBundle, key: str) -> bool:
    name, _, attribute = key.partition(".")
    return bundle.has_message(name) and (
        not attribute or attribute in bundle.get_message(name).attributes
    )


@lru_cache(WORDS)
def _template(bundle: FluentBundle, key: str, attribute: str) -> str:
    """Return a sentence as a template of `str.format`; empty if it selects between variants.

    Most are such, and Fluent takes several times as long to resolve them.
    """
    parts = []
    pattern = _pattern(bundle, key, attribute)

    for part in getattr(pattern, "elements", [pattern]):
        match part:
            case ast.TextElement():
                parts.append(part.value.replace("{", "{{").replace("}", "}}"))
            case ast.Placeable(expression=ast.VariableReference() as fact):
                parts.append(f"{{{fact.id.name}}}")
            case _:
                return ""

    return "".join(parts)


def _pattern(bundle: FluentBundle, key: str, attribute: str) -> Any:
    message = bundle.get_message(key)
    return message.attributes[attribute] if attribute else message.value


def _format(
    bundle: FluentBundle, key: str, attribute: str, facts: Mapping[str, str | int]
) -> str:
    template = _template(bundle, key, attribute)
    if template and all(
        isinstance(fact, str) or 0 <= fact < SMALL for fact in facts.values()
    ):
        with suppress(KeyError):
            return template.format_map(facts)

    pattern = _pattern(bundle, key, attribute)
    if pattern is None:
        log.error("no text for %s", key)
        return key

    sentence, errors = bundle.format_pattern(pattern, dict(facts))
    for error in errors:
        log.error("text %s: %s", key, error)

    return str(sentence)


@cache
def locales() -> Names:
    """Return the locales that have texts."""
    return tuple(sorted({path.parent.name for path in ROOT.glob("locales/*/*.ftl")}))


def text_files(locale: str) -> list[Path]:
    """Return the Fluent files of `locale`: the core's, and those in the folders of features."""
    return sorted(
        [
            *ROOT.glob(f"locales/{locale}/*.ftl"),
            *ROOT.glob(f"features/*/words/{locale}.ftl"),
        ]
    )


def _sources(locale: str) -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for path in text_files(locale))


@cache
def _bundle(locale: str) -> LazyBundle:
    return LazyBundle(locale, _sources(locale))


@cache
def language(locale: str) -> Language:
    """Return the `Language` of `locale` ("uk", "en-GB"); the default one if it has no texts."""
    name = locale.partition("-")[0]
    known = name if name in locales() else DEFAULT
    if known != locale:
        return language(known)
    return Language(locale, tuple(map(_bundle, dict.fromkeys((locale, DEFAULT)))))


class LocaleSource(Protocol):
    """A user or guild that reads: the chosen `language`, and the `locale` that Discord reported last."""

    @property
    def language(self) -> str | None:
        """The locale of the chosen language, None without a choice."""
        ...

    @property
    def locale(self) -> str | None:
        """The locale that Discord reported, None before the first."""
        ...


def find_language(locale: str | None) -> Language | None:
    """Return the language of `locale` ("uk", "en-GB"); None if it has no texts."""
    return (
        language(locale) if locale and locale.partition("-")[0] in locales() else None
    )


def private_language(person: LocaleSource, locale: str, home: Language) -> Language:
    """Return the language of a private answer to `person`; `locale` is that of their Discord now."""
    return find_language(person.language) or find_language(locale) or home


def known_language(person: LocaleSource) -> Language | None:
    """Return the language that a person or a guild reads: the chosen one, else by the last `locale`, else None."""
    return find_language(person.language) or find_language(person.locale)


def other_languages(
    people: Iterable[LocaleSource], told_in: Language
) -> tuple[Language, ...]:
    """Return the languages that `people` read other than `told_in`, sorted by locale."""
    read = {known_language(person) or told_in for person in people} - {told_in}
    return tuple(sorted(read, key=attrgetter("locale")))
