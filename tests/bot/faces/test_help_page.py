"""The help, in every language: complete, within Discord's limits, each page reachable from each."""

from __future__ import annotations

import pytest

from bot.faces import help_page
from bot.interactions.command_texts import command_names
from bot.texts.fluent import language
from engine.games import GAMES
from tests.bot.faces.gallery import alone, payload
from tests.bot.faces.test_rulebook import said
from tests.bot.limits import problems, walk
from tests.every import FOR_EVERY_LANGUAGE

SCREEN = 1500
"""How many characters of a written page can be read in one go."""
ITSELF = {"en": "begins by itself a minute after", "uk": "почнеться сама за хвилину після того"}
"""How each language says that a game begins without anybody's press."""


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("whom", ["", *help_page.READERS])
def test_every_page_of_the_help_fits_and_leads_to_the_others(locale: str, whom: str) -> None:
    """Nothing missing in any sentence: a fact that is not given would be logged, which fails a test."""
    sent = payload(help_page.help_page(alone(locale), command_names(locale), whom))
    assert not problems(sent)
    assert len(said(sent)) <= SCREEN
    assert "{" not in said(sent)
    ids = [part["custom_id"] for part in walk(sent["components"]) if "custom_id" in part]
    learned = [f"learn:{game.key}" for game in GAMES.values() if game.primer]
    assert ids == [*(f"help:{each}" for each in help_page.READERS if each != whom), *learned]


@FOR_EVERY_LANGUAGE
def test_the_help_is_short_where_it_begins_and_names_the_commands_as_they_are_typed(locale: str) -> None:
    """Who asks for help for the first time reads three sentences and presses a button."""
    names = command_names(locale)
    first, *others = [
        said(payload(help_page.help_page(alone(locale), names, whom))) for whom in ("", *help_page.READERS)
    ]
    assert len(first) < 400
    assert names["newgame"] in first
    told = "\n".join(others)
    typed = ("newgame", "play", "rules", "hand", "table-end", "settings-show", "settings-reading")
    assert [name for name in (*typed, "settings-calls", "settings-server") if f"`{names[name]}`" not in told] == []


@FOR_EVERY_LANGUAGE
def test_the_help_says_as_the_lobby_does_when_a_game_begins(locale: str) -> None:
    """By itself, a minute after everybody is there, whoever opened the table."""
    reader = language(locale)
    said = reader.text("help-begin", **command_names(locale))
    assert ITSELF[locale] in reader.text("starts-waiting", players=4)
    assert ITSELF[locale] in said
    assert reader.text("button-start") in said


def test_the_help_goes_by_the_readers_own_discord() -> None:
    """Whoever reads English in a Ukrainian Discord types Ukrainian commands."""
    text = said(payload(help_page.help_page(alone("en"), command_names("uk"))))
    assert command_names("uk")["newgame"] in text
    assert command_names("uk")["newgame"] != command_names("en")["newgame"]
