"""Every language says the same of what the source may ask for: the same facts, in its own letters and plurals."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle

import bot.features
import bot.tables.refusals
from bot.faces.rulebook import chapter_keys
from bot.faces.scene_text import board
from bot.texts import fluent
from bot.texts.fluent import DEFAULT, Language, language, locales
from engine import errors
from engine.errors import Refused
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Text, Value
from tests.bot.faces.gallery import alone
from tests.bot.faces.picture.sights import localizer
from tests.bot.texts.catalogue import bold, choices, counts, included, numerals, parsed, patterns, variables, written
from tests.contract.walks import records, sample, viewers, walk
from tests.every import FOR_EVERY_GAME, FOR_EVERY_KEY, FOR_EVERY_LANGUAGE
from tests.test_architecture import read

ROOT = Path(__file__).parents[3]
SPEAKING = ("engine", "bot", "cogs", "sandbox")
PAGES = ("*.js", "*.html")
SHORTEST = 4
"""How many letters there must be of a key that is put together: less of one would fit anything."""
HOLE = "(.+)"
SEVERAL = r"(games|moves|points|steps)\b"
LOGGED = frozenset({"fortheking-told-ordered-reached"})
"""What logs of before may still hold."""
FIELDS = frozenset({"choice", "switches", "written"})
"""What is called with how its keys begin."""


@cache
def nodes(*tops: str) -> tuple[ast.AST, ...]:
    """Return every node of some folders or files but those of docstrings, which name much that nobody asks for."""
    paths = (path for top in tops for path in [*(ROOT / top).rglob("*.py")] or [ROOT / top])
    rest: list[ast.AST] = [read(path).tree for path in paths]
    found: list[ast.AST] = []
    while rest:
        inner = [child for child in ast.iter_child_nodes(rest.pop()) if not _is_docstring(child)]
        found += inner
        rest += inner
    return tuple(found)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def literals(*tops: str) -> frozenset[str]:
    """Return every string of some folders' source, and every name that a page there uses."""
    constants = (node.value for node in nodes(*tops) if isinstance(node, ast.Constant))
    pages = (path.read_text(encoding="utf-8") for top in tops for kind in PAGES for path in (ROOT / top).rglob(kind))
    named = (name for page in pages for name in re.findall(r"[\w-]+", page))
    return frozenset({*(value for value in constants if isinstance(value, str)), *named})


@cache
def words(*tops: str) -> frozenset[str]:
    """Return every word of the source's strings: what can fill a gap in a key."""
    return frozenset(word for literal in literals(*tops) for word in re.split(r"[\W_]+", literal))


@cache
def composed(*tops: str) -> frozenset[re.Pattern[str]]:
    """Return as patterns every f-string that says enough of what it is, and how the keys of fields of dialogs begin.

    Each field composes its own keys (`bot.faces.settings`): what it is given says two words or more, as no name does.
    """
    strings = {shape(node) for node in nodes(*tops) if isinstance(node, ast.JoinedStr)}
    calls = (node for node in nodes(*tops) if isinstance(node, ast.Call))
    fields = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id in FIELDS)
    given = {shape(each) for call in fields for each in (*call.args, *(named.value for named in call.keywords))}
    shapes = {each for each in strings if len(re.sub(r"[\W_]", "", each)) >= SHORTEST}
    return frozenset(map(re.compile, shapes | {f"{each}-{HOLE}" for each in given if "-" in each}))


def shape(node: ast.AST) -> str:
    """Return a string as a pattern, with a hole for each part that is filled in; "" of anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(shape(part) or HOLE for part in node.values).replace(HOLE * 2, HOLE)
    return re.escape(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def asked_for(key: str, *tops: str) -> bool:
    """Tell whether the source may ask for a key: as it stands there, by an f-string, or by a field of a dialog."""
    tops = tops or SPEAKING
    # A lesson's key is made of that of the hint to the same kind of question.
    key = key.replace("-lesson-", "-hint-")
    found = (match for each in composed(*tops) if (match := each.fullmatch(key)))
    gaps = ([word for gap in match.groups() for word in gap.split("-")] for match in found)
    return key in LOGGED | literals(*tops) or any(
        all(word.isdecimal() or word in words(*tops) for word in gap) for gap in gaps
    )


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


def test_english_says_no_plural_of_one() -> None:
    """A game, move, point or step of which there is one, whatever else of the sentence is nothing or one."""
    reader, wrong = language(DEFAULT), set[str]()
    for key, pattern in patterns(DEFAULT).items():
        if re.search(SEVERAL, written(pattern)):
            facts = dict.fromkeys(variables(pattern), 1)
            said = [reader.text(key, **(facts | {nothing: 0})) for nothing in facts] + [reader.text(key, **facts)]
            wrong |= {each for each in said if re.search(f"\\b1 {SEVERAL}", each)}
    assert not wrong


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


NAMING = ("bot", "cogs", "engine/agents", "engine/logged_moves.py", "engine/proof.py")
"""What asks for sentences by their whole names, taking back and proofs included: games say no more than an ending."""
SAYING = {"text", "key", "say", "say_"}
"""The names by which the code asks for a sentence."""


def asked() -> Iterator[str]:
    """Yield every key, as a pattern, that the bot, its commands and its rivals ask for by name."""
    for node in nodes(*NAMING):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in SAYING:
                yield shape(node.args[0])
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "") == "key":
                yield shape(node.value)


def refusals(parent: type[Refused] = Refused) -> set[type[Refused]]:
    """Return every refusal of the engine and of the bot."""
    every = {parent}.union(*map(refusals, parent.__subclasses__()))
    rooms = (errors.__name__, bot.tables.refusals.__name__, bot.features.__name__)
    return {refusal for refusal in every if refusal.__module__.startswith(rooms)}


@pytest.mark.slow
def test_every_sentence_that_is_asked_for_by_name_exists() -> None:
    """A key that is put together must fit at least one."""
    wanted = {*asked()} - {""}
    assert len(wanted) > 80
    assert not [key for key in wanted if not any(map(re.compile(key).fullmatch, patterns(DEFAULT)))]


def test_every_refusal_has_its_sentence() -> None:
    """Whatever is turned down is turned down in words."""
    raised = {literal for literal in literals(*SPEAKING) if re.fullmatch("refused(-[a-z]+)*", literal)}
    assert raised == {key for key in patterns(DEFAULT) if key.startswith("refused")}
    assert {refusal.key for refusal in refusals()} <= raised
    assert len({refusal.key for refusal in refusals()}) == len(refusals())


@FOR_EVERY_KEY
def test_every_game_has_its_name_its_line_and_its_rules(game: str) -> None:
    """What the lobby and the commands ask of every game."""
    numbers = chapter_keys(game, language(DEFAULT)) or [f"{game}-rules-1"]
    wanted = {f"{game}-name", f"{game}-name.command", f"{game}-tagline", *numbers, *(f"{key}.title" for key in numbers)}
    lacking = sorted(wanted - patterns(DEFAULT).keys())
    assert not lacking, f"write {lacking} into bot/locales/*/{game}.ftl."


@cache
def every_text(game: str, seats: int) -> frozenset[Text]:
    """Return all that is said in a random game, to anybody."""
    matches, moves = walk(GAMES[game], seats, seats)
    frames = (match.frame(viewer) for match in sample(matches, 30) for viewer in viewers(match))
    parts = (*frames, *(move.told_events for move in moves))
    return frozenset(one for part in parts for one in records(part) if isinstance(one, Text))


@pytest.mark.slow
@FOR_EVERY_KEY
def test_no_word_of_the_code_is_said(game: str) -> None:
    """It would stand in every language as it is; a letter or a sign is no word."""
    facts = {fact for text in every_text(game, GAMES[game].seats[-1]) for fact in text.facts}
    raw = sorted((name, value) for name, value in facts if isinstance(value, str) and re.search("[A-Za-z]{2}", value))
    assert not raw, f"say these facts by a text, those of events by `wording` in engine/games/{game}/telling.py: {raw}"


@pytest.mark.slow
@FOR_EVERY_KEY
def test_no_sentence_of_a_game_is_left_over(game: str) -> None:
    """Neither said in a random game, nor spelt anywhere in the code: it would be translated for nobody."""
    said = {text.key for text in every_text(game, GAMES[game].seats[-1])} | {f"{game}-name", f"{game}-tagline"}
    about, code = re.compile(rf"{game}-(?:about-pick|rules-.+)"), f"engine/games/{game}"
    beginnings = ["", "emblem-", *(f"{game}-{each}" for each in ("", "told-", "told-ordered-", "hint-", "lesson-"))]
    left = [
        key
        for key in patterns(DEFAULT)
        if re.fullmatch(rf"(emblem-)?{game}-[^.]+", key) and key not in said and not about.fullmatch(key)
        if not any(asked_for(key.removeprefix(begins), code) for begins in beginnings)
    ]
    assert not left, f"nobody says {left}: delete them in each bot/locales/*/{game}.ftl, or say them."


@pytest.mark.slow
@FOR_EVERY_GAME
@FOR_EVERY_LANGUAGE
def test_every_sentence_of_random_games_is_complete_in_every_language(game: AnyGame, locale: str) -> None:
    """With no other language behind it; a fact that is missing or can't be said is logged, which fails a test."""
    reader = alone(locale)
    people = [f"P{seat}" for seat in range(game.seats[-1])]
    texts = {text for seats in (game.seats[0], game.seats[-1]) for text in every_text(game.key, seats)}
    assert any(text.key.startswith(f"{game.key}-told-") for text in texts)
    for text in texts:
        said = reader.say(text, people)
        assert reader.has_text(text.key), f"bot/locales/{locale}/{game.key}.ftl lacks {text.key}."
        assert (text.key in said, "{" in said) == (False, False), said


@FOR_EVERY_GAME
def test_a_block_that_is_remembered_is_about_these_people_in_this_language(game: AnyGame) -> None:
    """The same table of others, or for others, is said with their names and in their language."""
    scene = walk(game, game.seats[0], 1)[0][-1].frame(None).scene
    seats = game.seats[0]
    names = [f"P{number}." for number in range(2 * seats)]
    parties = names[:seats], names[seats:]
    speakers = [localizer(seats, locale, party) for party in parties for locale in locales()]
    first = ["\n".join(board(scene, speaks)) for speaks in speakers]
    for speaks, said in zip(speakers, first, strict=True):
        assert said == "\n".join(board(scene, speaks))
        assert tuple(name for name in names if name in said) == speaks.people.names
    assert len(set(first)) == len(speakers), (
        f"two languages show {game.key} in the same words: write {game.key}.ftl in each"
    )
