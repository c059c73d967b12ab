"""The rules and the help, in every language: complete, within Discord's limits, each page reachable from each."""

from __future__ import annotations

import re

import pytest

from bot.faces import pages
from bot.faces.limits import LAYOUT_TEXT, OPTIONS
from bot.interactions.command_texts import command_names
from bot.texts.fluent import locales
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Card
from tests.bot.faces.gallery import Payload, alone, payload
from tests.bot.limits import SELECT, TEXT, problems, walk

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
EVERY_LANGUAGE = pytest.mark.parametrize("locale", locales())
ROOM = 100
"""How many characters a page leaves free for what comes besides its text."""
SCREEN = 1500
"""How many characters of a written page can be read in one go."""


def said(sent: Payload) -> str:
    """Return all that a page says."""
    return "\n".join(part["content"] for part in walk(sent["components"]) if part["type"] == TEXT)


@EVERY_LANGUAGE
@EVERY_GAME
def test_every_chapter_fits_whole_and_is_listed(game: AnyGame, locale: str) -> None:
    """Written chapters first, then one for each row of the kinds of cards; titles that a phone can show."""
    reader = alone(locale)
    book = pages.book(game.key, game.telling.glossary, reader)
    assert len(pages.chapters(game.key, reader)) + len(game.telling.glossary) == len(book) <= OPTIONS
    for number, chapter in enumerate(book, 1):
        page = pages.rules(game.key, game.telling.glossary, number, reader)
        sent = payload(page.view)
        assert not problems(sent)
        assert chapter.text in said(sent)
        assert len(said(sent)) <= LAYOUT_TEXT - ROOM
        assert chapter.shown or len(chapter.text) <= SCREEN
        (menu,) = [part for part in walk(sent["components"]) if part["type"] == SELECT]
        assert [option["label"] for option in menu["options"]] == [each.title for each in book]
        assert [option["value"] for option in menu["options"] if option.get("default")] == [str(number)]
    assert len({chapter.title for chapter in book}) == len(book)


@EVERY_LANGUAGE
@EVERY_GAME
def test_the_last_chapters_tell_every_kind_of_card(game: AnyGame, locale: str) -> None:
    """With its name and what it does, and the row that a picture can show."""
    reader = alone(locale)
    chapters = pages.book(game.key, game.telling.glossary, reader)[len(pages.chapters(game.key, reader)) :]
    assert tuple(chapter.shown for chapter in chapters) == game.telling.glossary
    for row, chapter in zip(game.telling.glossary, chapters, strict=True):
        for kind in row.items:
            assert isinstance(kind, Card)
            assert kind.about
            assert f"**{reader.text(f'emblem-{kind.emblem}')} {reader.say(kind.name)}**" in chapter.text
            assert reader.say(kind.about) in chapter.text


@EVERY_LANGUAGE
@EVERY_GAME
def test_what_a_card_does_is_said_once(game: AnyGame, locale: str) -> None:
    """No written chapter repeats a sentence of the chapters of the cards."""
    reader = alone(locale)
    book = pages.book(game.key, game.telling.glossary, reader)
    told = {line for chapter in book if not chapter.shown for line in re.split(r"(?<=[.;:])\s", chapter.text)}
    cards = {line for chapter in book if chapter.shown for line in re.split(r"(?<=[.;:])\s", chapter.text)}
    assert not told & cards


@EVERY_GAME
@pytest.mark.parametrize(("number", "shown"), [(0, 1), (-7, 1), (99, -1), (10**30, -1)])
def test_a_chapter_that_is_none_is_the_nearest_one(game: AnyGame, number: int, shown: int) -> None:
    """A forged number is no error."""
    reader = alone("en")
    last = len(pages.book(game.key, game.telling.glossary, reader))
    wanted = pages.rules(game.key, game.telling.glossary, shown % (last + 1), reader)
    assert said(payload(pages.rules(game.key, game.telling.glossary, number, reader).view)) == said(
        payload(wanted.view)
    )


@EVERY_LANGUAGE
@pytest.mark.parametrize("whom", ["", *pages.READERS])
def test_every_page_of_the_help_fits_and_leads_to_the_others(locale: str, whom: str) -> None:
    """Nothing missing in any sentence: a fact that is not given would be logged, which fails a test."""
    sent = payload(pages.help_page(alone(locale), command_names(locale), whom))
    assert not problems(sent)
    assert len(said(sent)) <= SCREEN
    assert "{" not in said(sent)
    ids = [part["custom_id"] for part in walk(sent["components"]) if "custom_id" in part]
    assert ids == [f"help:{each}" for each in pages.READERS if each != whom]


@EVERY_LANGUAGE
def test_the_help_is_short_where_it_begins_and_names_the_commands_as_they_are_typed(locale: str) -> None:
    """Who asks for help for the first time reads three sentences and presses a button."""
    names = command_names(locale)
    first, *others = [said(payload(pages.help_page(alone(locale), names, whom))) for whom in ("", *pages.READERS)]
    assert len(first) < 400
    assert names["newgame"] in first
    told = "\n".join(others)
    typed = ("newgame", "rules", "hand", "table-end", "settings-show", "settings-language", "settings-pictures")
    assert [name for name in (*typed, "settings-hand", "settings-server") if f"`{names[name]}`" not in told] == []


def test_the_help_goes_by_the_readers_own_discord() -> None:
    """Whoever reads English in a Ukrainian Discord types Ukrainian commands."""
    text = said(payload(pages.help_page(alone("en"), command_names("uk"))))
    assert command_names("uk")["newgame"] in text
    assert command_names("uk")["newgame"] != command_names("en")["newgame"]
