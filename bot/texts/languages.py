"""Which language somebody is spoken to in: the chosen one first, then what Discord shows, then the host's setting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.texts.fluent import Language, language, locales


class Reader(Protocol):
    """Whoever reads, a person or a server: the language that was chosen, and the locale that Discord showed last."""

    @property
    def language(self) -> str | None:
        """The chosen one's locale, if any is."""
        ...

    @property
    def locale(self) -> str | None:
        """The locale, if any was seen."""
        ...


def spoken(locale: str | None) -> Language | None:
    """Return the language of a locale ("uk", "en-GB"); None if Herald doesn't speak it."""
    return language(locale) if locale and locale.partition("-")[0] in locales() else None


def private(person: Reader, locale: str, home: Language) -> Language:
    """Return the language of a private answer to a person whose Discord shows `locale` now."""
    return spoken(person.language) or spoken(locale) or home


def public(server: Reader, home: Language) -> Language:
    """Return the language of everything that the whole server reads."""
    return spoken(server.language) or spoken(server.locale) or home


def own(person: Reader) -> Language | None:
    """Return the language that a person is known to read: the one chosen, else the one Discord showed last."""
    return spoken(person.language) or spoken(person.locale)


def read_by(person: Reader, told_in: Language) -> Language:
    """Return the language in which a person reads of a table that is told in another one, as for a DM."""
    return own(person) or told_in


def others(people: Iterable[Reader], told_in: Language) -> tuple[Language, ...]:
    """Return the languages that some people read instead of the one that is told in, in the order of their names."""
    read = {reads.locale: reads for reads in (read_by(person, told_in) for person in people)}
    return tuple(read[locale] for locale in sorted(read) if locale != told_in.locale)
