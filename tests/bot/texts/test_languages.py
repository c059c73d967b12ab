"""Every language says the same: the same sentences about the same facts, in its own letters and its own plurals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest
from fluent.runtime import FluentBundle

from bot.texts import fluent
from bot.texts.fluent import DEFAULT, Language
from engine.scene import Value
from tests.bot.texts.catalogue import bold, choices, counts, included, numerals, parsed, patterns, variables, written
from tests.bot.texts.mentions import asked_for
from tests.every import FOR_EVERY_LANGUAGE

BRACES = "{words} }{ %s"
SAMPLES: tuple[Value, ...] = (0, 1, 2, 5, 21, 999, 1000, "x", BRACES)
SCRIPTS = {"en": "LATIN", "uk": "CYRILLIC"}
ANYWHERE = {
    *("Herald", "Discord", "Biblios", "SHA", "SQLite", "PostgreSQL", "API", "JSON", "README", "HEALTHCHECK", "BACKUPS"),
    *("Bot", "Intents", "SHARDS", "PROCESSES"),
    *("Board", "Game", "Stats"),
}
"""Names that are written alike in every language."""
SETTINGS = r"[A-Z]+(?:_[A-Z]+)+"
TERMS = r"\((?:privileged )?(?:intents|shards)\)"
TYPED = re.compile(rf"`[^`]*`|--[a-z]+|Ctrl[-+][A-Z]|/privacy [a-z]+|chmod \d+|{SETTINGS}|{TERMS}|\.env|https?://")
"""What is typed as it stands, in every language, and what Discord calls what a host has to look for."""


def foreign(locale: str, key: str) -> Iterator[str]:
    """Yield the words of a sentence that are not in the letters of its language."""
    for word in re.findall(r"[^\W\d_]+", TYPED.sub(" ", written(patterns(locale)[key]))):
        scripts = {unicodedata.name(letter).partition(" ")[0] for letter in word}
        if scripts - {SCRIPTS[locale], "MODIFIER"} and word not in ANYWHERE:
            yield word


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_every_language_has_the_same_sentences(locale: str) -> None:
    """Titles of chapters and names of commands among them; else somebody would read English in between.

    They mention the same facts: a sentence that leaves one out tells less, and one that asks for another tells nothing.
    """
    said, default = ({key: variables(each) for key, each in patterns(one).items()} for one in (locale, DEFAULT))
    assert said == default


@FOR_EVERY_LANGUAGE
def test_every_language_shows_the_same_emblems(locale: str) -> None:
    """People of one table see the same symbols."""
    emblems = [key for key in patterns(DEFAULT) if re.fullmatch(r"emblem-[\w-]+", key)]
    assert len(emblems) > 20
    assert not [key for key in emblems if written(patterns(locale)[key]) != written(patterns(DEFAULT)[key])]


@FOR_EVERY_LANGUAGE
def test_every_choice_by_a_number_has_all_plurals(locale: str) -> None:
    """One, few, many and other in Ukrainian; or single numbers and all the rest."""
    assert not {
        key for key, pattern in patterns(locale).items() if not all(counts(keys, locale) for keys in choices(pattern))
    }


def test_ukrainian_words_have_their_own_apostrophe() -> None:
    """The typewriter's stands in programs alone."""
    assert not {key for key, pattern in patterns("uk").items() if "'" in TYPED.sub(" ", written(pattern))}


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_every_language_is_written_in_its_own_letters(locale: str) -> None:
    """An English word left over, or a Latin letter that only looks like a Cyrillic one."""
    assert not {key: found for key in patterns(locale) if (found := list(foreign(locale, key)))}


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_a_sentence_that_names_a_button_includes_its_label(locale: str) -> None:
    """So that a button can be called something else, and no sentence sends people to look for it under its old name."""
    labels = {written(pattern) for key, pattern in patterns(locale).items() if key.startswith("button-")}
    assert not [key for key, pattern in patterns(locale).items() if bold(pattern) & labels]
    said = {key: included(pattern) for key, pattern in patterns(locale).items()}
    assert sum(map(bool, said.values())) > 20
    assert said == {key: included(pattern) for key, pattern in patterns(DEFAULT).items()}


@pytest.mark.slow
@pytest.mark.parametrize("backwards", [True, pytest.param(False, marks=pytest.mark.soak)])
@FOR_EVERY_LANGUAGE
def test_every_sentence_is_said_as_fluent_says_it(locale: str, *, backwards: bool) -> None:
    """Whatever the numbers are, and whether a fact is a number or a name; whichever sentence is asked for first.

    A language is read entry by entry, with all that each mentions; what chooses nothing is said without Fluent.
    """
    whole = FluentBundle([locale], use_isolating=False)
    for source in parsed(locale):
        whole.add_resource(source)
    lazy = fluent.LazyBundle(locale, fluent._sources(locale))
    reader, brief = Language(locale, (lazy,)), 0
    for key, pattern in sorted(patterns(locale).items(), reverse=backwards):
        name, _, attribute = key.partition(".")
        assert reader.has_text(key)
        for value in SAMPLES:
            facts = dict.fromkeys(variables(pattern), value) | dict.fromkeys(numerals(pattern), 7)
            said, errors = whole.format_pattern(fluent._pattern(whole, name, attribute), facts)
            assert (reader.text(key, **facts), errors) == (said, [])
            assert "{" not in str(said) or value == BRACES
        brief += "{" in fluent._template(lazy, name, attribute)
    assert brief > len(patterns(locale)) / 4


@pytest.mark.slow
def test_no_sentence_is_left_over() -> None:
    """What nobody asks for, nobody translates rightly."""
    assert not [key for key in patterns(DEFAULT) if "." not in key and not asked_for(key)]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["button-nonsense", "fortheking-told-nonsense", "sandbox-nonsense", "queen-bid"])
def test_a_sentence_that_nobody_asks_for_is_noticed(key: str) -> None:
    """Though keys are put together of parts, an invented one fits none; nor do two words that are parts of others."""
    assert not asked_for(key)
    assert not asked_for(key, "engine/games/fortheking")
