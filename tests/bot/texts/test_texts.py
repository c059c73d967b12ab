"""Keys become sentences, in each reader's language; functions remember them in so much memory at most."""

from __future__ import annotations

import sys
import tracemalloc
from importlib import import_module
from inspect import getclosurevars, isfunction
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from PIL import Image

from bot.faces.picture.colours import Colour
from bot.faces.picture.rasterizer import Shape
from bot.faces.scene_text import SHORT, Localizer, brief_row
from bot.texts.fluent import MEGABYTE, OVERHEAD, Language, language, memory_size, sized_lru_cache, text_files
from bot.texts.names import TABLES, People, _style_names
from engine.scene import Row, Seat, Who, say
from tests.bot.texts.catalogue import UNREAD, messages, unread
from tests.every import FOR_EVERY_LANGUAGE

SOURCE = """
hello = Hello, { $player }!
inside = Take { $card }.
card = the { $value }
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
    "source, told",
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


def test_what_is_missing_is_logged(words: Language, errors: pytest.LogCaptureFixture) -> None:
    """Nobody gets an empty answer, and the rest of a sentence is said; the host sees which key or fact is missing."""
    for key, said in (("nonsense", "nonsense"), ("chapter.nonsense", "chapter"), ("hello", "Hello, ")):
        assert words.text(key).startswith(said)
        assert key in errors.records[-1].getMessage()


def test_a_sentence_is_composed_once_for_whom_it_mentions(words: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Composing is what costs most of drawing an answer, and who isn't mentioned makes no other sentence.

    Cards are called alike wherever they are played; so are rivals, at many tables, each with another person.
    """
    hello, card = say("inside", card=say("hello", player=Who(Seat(1)))), say("inside", card=say("card", value=7))
    said = "Take Hello, Wren!.", "Take the 7."
    assert (words.say(hello, ["Ann", "Wren"], Seat(0)), words.say(card, ["Ann", "Bo"], Seat(1))) == said
    monkeypatch.setattr(Language, "_compose", None)
    for viewer in (Seat(0), None):
        assert words.say(hello, ("Bo", "Wren"), viewer) == said[0]
    assert words.say(card, ["Cy", "Dana"], Seat(0)) == said[1]
    for people, viewer in ((["Bo", "Finch"], Seat(0)), (["Ann", "Wren"], Seat(1))):
        with pytest.raises(TypeError):
            words.say(hello, people, viewer)


def test_what_a_language_lacks_is_the_default_ones(words: Language) -> None:
    """An attribute as a whole sentence: nobody is answered with a key; what is remembered is said in this language."""
    other = FluentBundle(["uk"], use_isolating=False)
    other.add_resource(FluentResource("chapter = Слова\nhello = Вітаю, { $player }."))
    both = Language("uk", (other, *words.bundles))
    assert (both.text("chapter"), both.text("chapter.title")) == ("Слова", "A title")
    assert both.has_text("chapter.title")
    assert not both.has_text("chapter.nonsense")
    hello = say("hello", player=Who(Seat(0)))
    assert [each.say(hello, ["Ann"]) for each in (words, both)] == ["Hello, Ann!", "Вітаю, Ann."]


LIMITED = 10
"""How many functions remember within so many megabytes."""
TOGETHER = 54
"""Megabytes that all of them may have together."""


def test_a_value_weighs_with_all_that_it_holds() -> None:
    """Texts, tuples and dataclasses, at any depth.

    Which Python doesn't count by itself: one byte for each band. A language, with all its sentences, is there once.
    """
    text = "x" * 1000
    assert memory_size(text) == sys.getsizeof(text)
    assert memory_size((text, text)) == sys.getsizeof((1, 2)) + 2 * memory_size(text)
    assert memory_size(Row(say(text), (), say("key", player=Who(Seat(1)), name=text))) > 2 * memory_size(text)

    assert memory_size(Image.new("L", (100, 50))) >= 5000
    assert memory_size((Image.new("RGB", (100, 50)),)) >= 15_000
    assert memory_size(Shape(0, 0, Image.new("L", (100, 50)), Colour("#000000"))) >= 5000

    assert memory_size(language("en")) < 1000


def test_all_that_is_remembered_while_pictures_are_drawn_takes_little_together() -> None:
    """A host pays for what all of it may hold, for each is full some time: the process that draws has 100 megabytes."""
    import_module("bot.pictures.worker")
    allowed = {
        id(value): getclosurevars(value.__wrapped__).nonlocals["megabytes"]
        for module in list(sys.modules.values())
        if module.__name__.startswith("bot.")
        for value in vars(module).values()
        if isfunction(getattr(value, "__wrapped__", None))
        and "megabytes" in getclosurevars(value.__wrapped__).nonlocals
    }
    assert len(allowed) >= LIMITED
    assert sum(allowed.values()) <= TOGETHER


def test_many_tables_leave_few_short_blocks() -> None:
    """Each shows its own people, cards and positions: what is kept of them once they are over is of no use."""
    for number in range(500):
        people = People((), (f"Person {number}",))
        assert people.bold_names == (f"**Person {number}**",)
        brief_row(
            Row(say("fact", label="Row", value=number), (), say("oriflamme-none")), Localizer(language("en"), people)
        )
    assert brief_row.cache_info().currsize <= SHORT  # type: ignore[attr-defined]  # the cache behind the function
    assert _style_names.cache_info().currsize <= TABLES  # type: ignore[attr-defined]  # as above


@pytest.mark.parametrize("size", [10, 1000, 100_000])
def test_what_is_remembered_stays_within_its_megabytes(size: int) -> None:
    """However large each is, and however many there were."""

    @sized_lru_cache(1_000_000, 1)
    def text(number: int) -> str:
        return f"{number}".ljust(size)

    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(4 * MEGABYTE // (size + OVERHEAD)):
            text(number)
            held, _ = tracemalloc.get_traced_memory()
            assert held - before < 1.3 * MEGABYTE
    finally:
        tracemalloc.stop()
