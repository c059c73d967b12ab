"""Keys become sentences, in each reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.texts import fluent
from bot.texts.fluent import Language, language, text_files
from engine.scene import Seat, Who, say
from tests.bot.catalogue import UNREAD, messages, parsed, patterns, unread
from tests.bot.represented import EVERY_LANGUAGE
from tests.every import FOR_EVERY_LANGUAGE

SOURCE = """
hello = Hello, { $player }!
count = { $count ->
    [one] one card
   *[other] { $count } cards
}
inside = Take { $card }.
card = the { $value }
all = { $players } play.
chapter = The words
    .title = A title
"""


@pytest.fixture
def words() -> Language:
    """Return a language of a few sentences."""
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(SOURCE))
    return Language("en", (bundle,))


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_every_line_of_every_language_can_be_read(locale: str) -> None:
    """Fluent drops in silence what it can't read: a line that begins with a star, for one."""
    found = [line for path in text_files(locale) for line in unread(path)]
    assert not found, "\n".join([UNREAD, *found])


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("a = one\n    two\n    **three**\n    .title = A\n", "3: Expected an entry start"),
        ("a =\n    **one** two\n", '1: Expected message "a" to have a value or attributes'),
        ("a = one\nb two\n", '2: Expected token: "="'),
    ],
    ids=["a star later on", "a star at first", "no sign between"],
)
def test_what_can_not_be_read_is_told_with_its_place(source: str, told: str, tmp_path: Path) -> None:
    """By the file and the line; what is around it is well."""
    (tmp_path / "game.ftl").write_text(f"{source}well = well\n", encoding="utf-8")
    assert unread(tmp_path / "game.ftl") == [f"{tmp_path.name}/game.ftl:{told}"]


@FOR_EVERY_LANGUAGE
def test_no_key_is_said_twice(locale: str) -> None:
    """The first one would win, and nobody would see why."""
    keys = [entry.id.name for entry in messages(locale)]
    assert not {key for key in keys if keys.count(key) > 1}


@pytest.mark.slow
@pytest.mark.parametrize("backwards", [True, pytest.param(False, marks=pytest.mark.soak)])
@EVERY_LANGUAGE
def test_a_language_that_is_read_entry_by_entry_says_what_it_says_when_read_whole(
    locale: str, *, backwards: bool
) -> None:
    """Every sentence and every attribute is found, with all that it mentions, whichever is asked for first."""
    whole = FluentBundle([locale], use_isolating=False)
    for source in parsed(locale):
        whole.add_resource(source)
    entries = messages(locale)
    keys = [entry.id.name for entry in entries]
    keys += [f"{entry.id.name}.{attribute.id.name}" for entry in entries for attribute in entry.attributes]
    order = keys[::-1] if backwards else keys
    facts = dict.fromkeys(re.findall(r"\$([\w-]+)", "".join(fluent._sources(locale))), 3)
    read_whole = Language(locale, (whole,))
    lazy = Language(locale, (fluent.LazyBundle(locale, fluent._sources(locale)),))
    assert all(lazy.has_text(key) for key in order)
    assert [lazy.text(key, **facts) for key in order] == [read_whole.text(key, **facts) for key in order]


@pytest.mark.slow
@EVERY_LANGUAGE
def test_a_sentence_that_chooses_nothing_says_what_fluent_makes_of_it(locale: str) -> None:
    """Every one of them, whatever it mentions."""
    bundle, found = fluent._bundle(locale), 0
    names = re.findall(r"\$([\w-]+)", "".join(fluent._sources(locale)))
    for key in patterns(locale):
        name, _, attribute = key.partition(".")
        pattern = fluent._pattern(bundle, name, attribute)
        if "{" not in fluent._template(bundle, name, attribute):
            continue
        for fact in (999, 1000, "{words} }{ %s"):
            facts = dict.fromkeys(names, fact)
            said, errors = bundle.format_pattern(pattern, facts)
            assert (fluent._format(bundle, name, attribute, facts), errors) == (said, [])
        found += 1
    assert found > len(patterns(locale)) / 4


def test_a_missing_key_is_logged_and_stands_for_itself(words: Language, errors: pytest.LogCaptureFixture) -> None:
    """Nobody gets an empty answer; the host sees which sentence is missing."""
    assert words.text("nonsense") == "nonsense"
    assert "nonsense" in errors.records[-1].getMessage()
    assert words.text("chapter.nonsense") == "chapter"
    assert "chapter.nonsense" in errors.records[-1].getMessage()


def test_a_missing_fact_is_logged(words: Language, errors: pytest.LogCaptureFixture) -> None:
    """The rest of the sentence is said."""
    assert words.text("hello").startswith("Hello, ")
    assert "hello" in errors.records[-1].getMessage()


def test_people_are_named_by_their_seats(words: Language) -> None:
    """A text knows seats only."""
    assert words.say(say("hello", player=Who(Seat(1))), ["Ann", "Bo"]) == "Hello, Bo!"


def test_a_text_may_mention_a_text(words: Language) -> None:
    """A card inside a sentence."""
    assert words.text("inside", card=say("card", value=3)) == "Take the 3."


def test_lists_read_as_the_language_writes_them(words: Language) -> None:
    """One, two, three."""
    people = ["Ann", "Bo", "Cy"]
    for count, listed in ((1, "Ann play."), (2, "Ann and Bo play."), (3, "Ann, Bo, and Cy play.")):
        players = tuple(Who(Seat(seat)) for seat in range(count))
        assert words.say(say("all", players=players), people) == listed


def test_numbers_choose_their_plural(words: Language) -> None:
    """One card, two cards."""
    assert words.text("count", count=1) == "one card"
    assert words.text("count", count=2) == "2 cards"


def test_a_sentence_has_attributes(words: Language) -> None:
    """A chapter has its title beside it."""
    assert words.text("chapter.title") == "A title"
    assert words.has_text("chapter")
    assert not words.has_text("chapters")


def test_an_unknown_language_is_the_default_one() -> None:
    """A person whose language Herald lacks reads English; regions don't matter."""
    assert language("xx").text("button-play") == language("en").text("button-play")
    assert language("en-GB").locale == "en"
    assert language("xx-YY").locale == "en"


def test_an_attribute_that_a_language_lacks_is_the_default_ones(words: Language) -> None:
    """As with whole sentences: nobody is answered with a key."""
    other = FluentBundle(["uk"], use_isolating=False)
    other.add_resource(FluentResource("chapter = Слова"))
    both = Language("uk", (other, *words.bundles))
    assert (both.text("chapter"), both.text("chapter.title")) == ("Слова", "A title")
    assert both.has_text("chapter.title")
    assert not both.has_text("chapter.nonsense")


def test_a_sentence_that_was_said_is_not_composed_again(words: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Composing is what costs most of drawing an answer."""
    said = words.say(say("hello", player=Who(Seat(0))), ["Ann", "Bo"])
    monkeypatch.setattr(Language, "_compose", None)
    assert words.say(say("hello", player=Who(Seat(0))), ("Ann", "Bo")) == said


def test_a_sentence_that_is_remembered_is_about_these_people_in_this_language(words: Language) -> None:
    """The same text with other names, other facts or in another language is another sentence."""
    other = FluentBundle(["uk"], use_isolating=False)
    other.add_resource(FluentResource("hello = Вітаю, { $player }."))
    both = Language("uk", (other, *words.bundles))
    text = say("hello", player=Who(Seat(0)))
    assert words.say(text, ["Ann"]) == "Hello, Ann!"
    assert words.say(text, ["Bo"]) == "Hello, Bo!"
    assert both.say(text, ["Ann"]) == "Вітаю, Ann."
    assert words.text("count", count=3) == "3 cards"
    assert words.text("count", count=4) == "4 cards"


def test_a_sentence_about_nobody_is_composed_once_for_all_tables(
    words: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards are called alike wherever they are played, and whoever reads of them."""
    card = say("inside", card=say("card", value=7))
    first = words.say(card, ["Ann", "Bo"], Seat(1))
    monkeypatch.setattr(Language, "_compose", None)
    assert words.say(card, ["Cy", "Dana"], Seat(0)) == first == "Take the 7."


def test_a_sentence_is_composed_anew_only_for_whom_it_mentions(
    words: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever else is at the table reads it as everybody does, also where the mention is inside another text."""
    hello = say("inside", card=say("hello", player=Who(Seat(0))))
    first = words.say(hello, ["Ann", "Bo"])
    monkeypatch.setattr(Language, "_compose", None)
    assert words.say(hello, ["Ann", "Bo"], Seat(1)) == first == "Take Hello, Ann!."
    with pytest.raises(TypeError):
        words.say(hello, ["Ann", "Bo"], Seat(0))


def test_a_sentence_is_composed_once_for_its_people(words: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rivals are called alike at many tables, each with another person: who isn't mentioned makes no other sentence."""
    hello = say("hello", player=Who(Seat(1)))
    first = words.say(hello, ["Ann", "Wren"], Seat(0))
    monkeypatch.setattr(Language, "_compose", None)
    assert words.say(hello, ["Bo", "Wren"], Seat(0)) == first == "Hello, Wren!"
    with pytest.raises(TypeError):
        words.say(hello, ["Bo", "Finch"], Seat(0))


def test_only_so_many_sentences_are_remembered(words: Language) -> None:
    """A bot that runs for months must not grow: long sentences fill the megabytes long before there are many."""
    before = fluent._cached_sentence.cache_info()  # type: ignore[attr-defined]  # the cache behind the function
    assert before.maxsize == fluent.REMEMBERED
    for number in range(2500):
        words.say(say("hello", player=Who(Seat(0))), [f"{number}" + "x" * 900])
    held = fluent._cached_sentence.cache_info().currsize * 2 * 900  # type: ignore[attr-defined]  # as above
    assert held < fluent.MEGABYTES * (1 << 20)
