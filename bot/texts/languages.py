"""Language selection: the chosen language first, then Discord's locale, then the host's setting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.texts.fluent import Language, language, locales


class Reader(Protocol):
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
    return language(locale) if locale and locale.partition("-")[0] in locales() else None


def private_language(person: Reader, locale: str, home: Language) -> Language:
    """Return the language of a private answer to `person`; `locale` is that of their Discord now."""
    return find_language(person.language) or find_language(locale) or home


def public_language(server: Reader, home: Language) -> Language:
    """Return the language of everything that the whole guild reads."""
    return find_language(server.language) or find_language(server.locale) or home


def known_language(person: Reader) -> Language | None:
    """Return the language that `person` reads: the chosen one, else by the last `locale`, else None."""
    return find_language(person.language) or find_language(person.locale)


def reading_language(person: Reader, told_in: Language) -> Language:
    """Return the language in which `person` reads, as in a DM, of a table told in `told_in`."""
    return known_language(person) or told_in


def other_languages(people: Iterable[Reader], told_in: Language) -> tuple[Language, ...]:
    """Return the languages that `people` read other than `told_in`, sorted by locale."""
    read = {reads.locale: reads for reads in (reading_language(person, told_in) for person in people)}
    return tuple(read[locale] for locale in sorted(read) if locale != told_in.locale)
