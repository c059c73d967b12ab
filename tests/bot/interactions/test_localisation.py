"""The commands in each reader's language: what Discord is told, and how sentences name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.app_commands import TranslationContextLocation, locale_str

from bot.interactions.command_texts import (
    COMMANDS,
    Translator,
    command_names,
    is_command_name,
    localized_game_name,
    localized_name,
    localized_text,
    translate_text,
    translated_payload,
)
from bot.texts.fluent import DEFAULT, language, locales
from engine.scene import say
from tests.bot.server import Evening
from tests.bot.texts.catalogue import patterns, variables, written
from tests.bot.tongues import tongues, words
from tests.every import FOR_EVERY_KEY

Json = dict[str, Any]
DESCRIPTION = 100
CYRILLIC = re.compile("[\u0430-\u0491]")
NAME: Any = SimpleNamespace(location=TranslationContextLocation.command_name, data=None)
MENU, MENU_NAME = 3, 32


def nodes(commands: list[Json], above: str = "") -> Iterator[tuple[str, Json]]:
    """Yield every command, subcommand, option and choice, each with its English path."""
    for each in commands:
        path = f"{above} {each['name']}".strip()
        yield path, each
        yield from nodes(each.get("options", []), path)
        yield from nodes(each.get("choices", []), path)


def siblings(commands: list[Json]) -> Iterator[list[Json]]:
    """Yield what stands side by side and must be told apart, choices left out."""
    yield commands
    for _, each in nodes(commands):
        if each.get("options"):
            yield each["options"]


@pytest.mark.quick
async def test_commands_are_told_in_words_discord_takes(court: Evening) -> None:
    """One bad name would keep all commands from Discord; a description has at most 100 characters.

    Each option and choice is said in Ukrainian too, but languages, which are called as they call themselves; Discord
    needs no English besides. What the English texts call a command is what it is called. What stands in the menu of a
    message has up to 32 characters, with spaces and capitals: nobody types it.
    """
    tree = court.bot.tree
    told = [await translated_payload(command, tree, court.bot.home) for command in tree.get_commands()]
    every, own = dict(nodes(told)), {language(locale).text("language-name") for locale in locales()}
    assert len(every) > 40
    for path, node in every.items():
        names, texts = node.get("name_localizations", {}), node.get("description_localizations", {})
        assert names.keys() <= {"uk"}, path
        assert node["name"] in own or CYRILLIC.search(names["uk"]), path
        assert "description" not in node or CYRILLIC.search(texts["uk"]), path
        assert all(len(text) <= DESCRIPTION for text in (node.get("description", ""), *texts.values())), path
    assert {name.removeprefix("/") for name in command_names("en-US").values()} <= every.keys()
    kept = {command["name"]: command for command in court.env.backend.commands[None].values()}
    assert kept["settings"]["name_localizations"]["uk"] == "налаштування"

    commands = [each for each in told if each.get("type") != MENU]
    for each in siblings(commands):
        for locale in ("en-US", "uk"):
            typed = [node.get("name_localizations", {}).get(locale, node["name"]) for node in each]
            assert all(is_command_name(name) for name in typed), typed
            assert len(set(typed)) == len(typed)
    menus = [{"en": each["name"], **each["name_localizations"]} for each in told if each not in commands]
    assert menus
    assert all(set(each) == set(locales()) for each in menus)
    assert all(1 <= len(name) <= MENU_NAME for each in menus for name in each.values())


async def test_a_host_of_another_language_has_it_where_discord_shows_none_that_is_spoken(court: Evening) -> None:
    """Descriptions and choices are the host's, names are English, and whoever reads English is told in English."""
    tree = court.bot.tree
    newgame = next(command for command in tree.get_commands() if command.name == "newgame")
    told = dict(nodes([await translated_payload(newgame, tree, language("uk"))]))
    assert told["newgame"]["description"] == words("uk", "command-newgame-all")
    assert told["newgame"]["description_localizations"].keys() == {"en-US", "en-GB"}
    slow = told["newgame fortheking pace " + words("uk", "time-pace-day")]
    assert slow["name_localizations"] == {each: words("en", "time-pace-day") for each in ("en-US", "en-GB")}

    sentence = localized_text("command-hand")
    assert translate_text(sentence, "uk", is_name=False) == words("uk", "command-hand")
    assert translate_text(sentence, "de", is_name=False) is None
    assert translate_text(localized_name("hand", "command-hand"), "en-GB", is_name=True) is None


@FOR_EVERY_KEY
def test_every_game_has_a_name_to_type(game: str) -> None:
    """The attribute .command of its name; English keeps the key."""
    assert language(DEFAULT).text(f"{game}-name.command") == game, f"bot/locales/en/{game}.ftl: .command is {game}"
    assert translate_text(localized_game_name(game), "uk", is_name=True), (
        f"bot/locales/uk/{game}.ftl: .command is a Ukrainian word"
    )
    assert translate_text(localized_game_name("chess"), "uk", is_name=True) is None


def test_long_translation_is_cut_to_discords_limit() -> None:
    """Of a choice that holds a name, for instance: Discord would take none of the commands."""
    text = say("refused-not-yours", player="Olena " * DESCRIPTION)
    said = translate_text(locale_str("long", text=text), "uk", is_name=False)
    assert said is not None
    assert len(said) == DESCRIPTION


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("новий-стіл", True),
        ("table_1", True),
        ("п'ять", True),
        ("ґ" * 32, True),
        ("ґ" * 33, False),
        ("", False),
        ("Новий", False),
        ("новий стіл", False),
        ("table\u2013two", False),
        ("нови\u0306", False),
        ("/hand", False),
    ],
)
def test_discord_takes_letters_digits_and_dashes_in_lower_case(name: str, *, fits: bool) -> None:
    r"""Notes: ^[-_'\p{L}\p{N}]{1,32}$."""
    assert is_command_name(name) == fits


async def test_a_name_that_discord_would_not_take_is_left_out(
    errors: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The English one stays, the other commands are told nevertheless, and the host learns of it.

    So is a translation that fails: one error would make the whole sync fail.
    """
    sentence = locale_str("hand", text=say("command-hand"))
    assert await Translator().translate(sentence, discord.Locale.ukrainian, NAME) is None
    assert "Discord takes no command" in errors.records[-1].getMessage()
    assert await Translator().translate(locale_str("hand"), discord.Locale.ukrainian, NAME) is None

    def fails(*_: object, **__: object) -> str:
        raise RuntimeError

    monkeypatch.setattr("bot.interactions.command_texts.translate_text", fails)
    assert await Translator().translate(locale_str("hand"), discord.Locale.ukrainian, NAME) is None
    assert "could not be translated" in errors.records[-1].getMessage()


@pytest.mark.quick
async def test_the_reader_is_told_the_names_that_their_discord_shows(court: Evening) -> None:
    """A Ukrainian who chose English types in Ukrainian still; an American who chose Ukrainian in English.

    So does everybody whose Discord shows a language that Herald doesn't speak.
    """
    assert (command_names("uk")["table-show"], command_names("xx")["table-show"]) == ("/стіл показати", "/table show")
    ann, bo, *_ = court.guests
    tongues(court, {bo: "uk"})
    ukrainian = command_names("uk")["newgame"]
    for guest, chosen, shown in ((ann, "uk", "/newgame"), (bo, "en", ukrainian)):
        await guest.prefer(language=chosen)
        refused = (await guest.command("hand")).private
        assert refused == words(chosen, "refused-no-tables", newgame=shown)
        assert shown in (await guest.command("help")).text


@pytest.mark.slow
def test_no_sentence_names_a_command_by_itself() -> None:
    """It would name the English one to everybody; what a sentence asks for, every reader is told."""
    slashes = re.compile(r"(?<![\w.:/])/[a-z]{3,}")
    for locale in locales():
        for key, pattern in patterns(locale).items():
            if not key.startswith(("sandbox", "host", "storage", "arguments", "setting-")):
                assert not slashes.search(written(pattern)), (locale, key)
    asked = {fact for pattern in patterns(DEFAULT).values() for fact in variables(pattern)}
    assert asked & set(COMMANDS)
