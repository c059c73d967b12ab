"""In each reader's language: public messages, the commands that Discord is told, and how sentences name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord
import pytest
from discord.app_commands import TranslationContextLocation, locale_str
from simcord.backend.models import Message

from bot.faces import fairness, messages
from bot.faces.scene_text import Localizer
from bot.faces.turns import turn_lines
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
from bot.storage.records import Server
from bot.tables.move_logs import token_for
from bot.texts.fluent import DEFAULT, language, locales
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import say
from tests.bot import represented
from tests.bot.party import ANSWERING, FIRST, Party, end
from tests.bot.sentences import assert_refused, said, speaks
from tests.bot.server import HUGE, Answer, Evening, Guest, Place, buttons, verb, verbs
from tests.bot.texts.catalogue import patterns, variables, written
from tests.bot.tongues import tongues, words
from tests.contract.walks import midway
from tests.every import FOR_EVERY_KEY
from tests.loopback.components import Json

SKIPPED = 40
"""How many moves are made by chance at most before people press, where they play to the end of a game."""
READING = {"board", "read", "farewell"}

pytestmark = pytest.mark.seed(6)


def reading(message: Place) -> list[str]:
    """Return the ids of the buttons of a message that show it in another language."""
    return [part["custom_id"] for part in buttons(message) if verb(part) in READING]


async def live(court: Evening) -> Message:
    """Return the post that tells the present chapter."""
    return court.message(court.channel.id, (await court.table_record()).announced.post or 0)


async def read(guest: Guest, message: Place) -> Answer:
    """Let a person read a public message in their own language."""
    (part,) = reading(message)
    return await guest.click(message, part)


async def mixed(court: Evening, game: AnyGame = GAMES["fortheking"]) -> Party:
    """Begin a table in an English server of people of whom the second one reads Ukrainian."""
    guests = court.guests[: game.seats[0]]
    tongues(court, {guests[1]: "uk"})
    await court.seat(*guests, game=game.key)
    return Party(guests, 6)


async def story(court: Evening, locale: str, after: int, until: int, reader: Guest) -> str:
    """Return what everybody was told of some moves, in a language, as it reads to one of them alone."""
    table = await court.table()
    seat = table.viewer(reader.id)
    localizer = speaks(table, locale)
    begun = table.started_match.opening if after == 0 else ()
    begins = [fairness.beginning_text(table.record, table.frame(None), localizer)] if after == 0 else []
    begins += [localizer.event(event, seat) for event in begun]
    told = await court.tables.log(FIRST, None, after)
    return "\n".join(
        begins + [localizer.event(event, seat) for line in told if line.seq <= until for event in line.events]
    )


async def test_who_sits_down_and_reads_another_language_is_offered_it(court: Evening) -> None:
    """From the lobby on, in the words of that language; nobody is, once that person has left.

    Where all read the same, English of whatever country or a language that Herald doesn't speak, nothing is offered.
    Who opens a table so is offered it in the first message already.
    """
    ann, bo, cy, dana, *_ = court.guests
    tongues(court, {ann: "en-GB", bo: "uk", dana: "de"})
    lobby = await court.open(ann, dana)
    assert not reading(lobby)
    await bo.press("join", lobby)
    assert reading(lobby) == ["board:1"]
    assert words("uk", "button-read") in str(buttons(lobby))
    shown = await read(bo, lobby)
    assert words("uk", "fortheking-tagline") in shown.private
    assert not verbs(shown)
    assert words("en", "fortheking-tagline") in (await read(cy, lobby)).private
    await bo.press("leave", lobby)
    assert not reading(lobby)

    await bo.command("newgame fortheking")
    sent = [each for each in court.record.sent if each.message == court.board(table=2).id]
    assert sent
    assert all([verb(part) for part in each.buttons].count("board") == 1 for each in sent)


async def test_the_table_is_shown_whole_to_whoever_asks(court: Evening) -> None:
    """With the own hand to who sits there, without any to a stranger; who is asked finds the way to the question."""
    party = await mixed(court)
    _, bo, cy, *_ = court.guests
    tongues(court, {cy: "uk"})
    assert reading(court.board()) == ["board:1"]
    for guest, own in ((bo, True), (cy, False)):
        shown = (await read(guest, court.board())).private
        assert words("uk", "fortheking-row-board") in shown
        assert (words("uk", "fortheking-row-personal") in shown) is own
    while party.called is not bo:
        await party.step()
    assert reading(court.board()) == ["board:1"]
    asking = await read(bo, court.post())
    assert verbs(asking) == ["play", "look"]
    asked = await bo.press("play", asking)
    assert asked.edited
    assert words("uk", "button-more") in str(buttons(asked))


@represented.game(by="oriflamme")
async def test_only_what_is_still_to_do_can_be_read_in_another_language(court: Evening, game: AnyGame) -> None:
    """To the end of a game the button stands under the table and the present post, and under nothing that is over."""
    party = await mixed(court, game)
    await party.skip(midway(game, game.seats[0], SKIPPED))
    while not party.over:
        shown = [message.id for message in court.public() if reading(message)]
        assert shown == [court.board().id, (await live(court)).id]
        await party.step()
    assert [message.id for message in court.public() if reading(message)] == [court.board().id]


async def test_a_post_that_still_asks_is_read_up_to_now(court: Evening) -> None:
    """With whose turn it is, without pings and without anybody's choices."""
    party = await mixed(court)
    while "move" not in verbs(await live(court)):
        await party.step()
    stranger = court.invite("Stan")
    tongues(court, {stranger: "uk"})
    shown = await read(stranger, await live(court))
    table = await court.table()
    frame, localizer = table.frame(None), speaks(table, "uk")
    told = await story(court, "uk", 0, table.started_match.seq, stranger)
    assert shown.private == "\n".join([told, *turn_lines(table.record, frame, frame.asks, localizer)])
    assert not ANSWERING & set(verbs(shown))
    assert not shown.message.ping_user_ids
    assert verbs(shown) == ["look"]


async def test_a_table_that_was_ended_can_be_read_of(court: Evening, ann: Guest, bo: Guest) -> None:
    """The table is shown whole; nothing that is over carries a button for it, but an old farewell still answers.

    So do buttons of an older Herald: they name two moves, and tell what was told between them, and nothing else.
    """
    party = await mixed(court)
    await party.play(12)
    table = await court.table()
    for after, until in ((0, 3), (3, 7), (7, table.started_match.seq)):
        shown = await bo.forge(f"read:1:{token_for(table, after)}:{token_for(table, until)}")
        assert shown.private == await story(court, "uk", after, until, bo)

    await end(ann)
    assert [message.id for message in court.public() if reading(message)] == [court.board().id]
    assert words("uk", "table-ended-by", player="**Ann**") in (await read(bo, court.board())).private
    assert "стіл 1" in (await bo.forge("farewell:1")).private


async def test_a_language_that_is_chosen_later_is_offered_at_once(court: Evening, ann: Guest, bo: Guest) -> None:
    """And no more once it is given up; the server may come round to it, too.

    An old table is edited where it stands for who reads another language, and not at all for who doesn't.
    """
    board = await court.seat(ann, bo)
    assert not reading(board)
    await court.later(hours=2)
    before, sent = [message.id for message in court.public()], len(court.record.sent)
    await bo.prefer(language="en")
    await bo.prefer(pictures="off")
    assert not [one for one in court.record.sent[sent:] if one.path.startswith("/channels/")]
    for locale in ("uk", "en"):
        await bo.prefer(language=locale)
        assert [bool(reading(each)) for each in (board, court.post())] == [locale == "uk"] * 2
        assert [message.id for message in court.public()] == before
    await court.bot.preferences.change(Server, court.server.id, language="uk")
    await bo.prefer(language="discord")
    await ann.prefer(language="uk")
    assert [part["label"] for part in buttons(board) if verb(part) == "board"] == [words("en", "button-read")]


def test_several_other_languages_share_a_button() -> None:
    """Each says it in its own words; whoever presses gets the own one."""
    localizer = Localizer(language("en"), People((), ()), (language("en"), language("uk")))
    (button,) = messages.translation_row(localizer, "read", 1, 2, 3)
    assert button["label"] == "In English / Українською"
    assert button["custom_id"] == "read:1:2:3"


async def test_what_is_forged_tells_nothing_but_what_all_were_told(court: Evening) -> None:
    """Other ranges are other pieces of the same story; other tables and servers are out of reach."""
    party = await mixed(court)
    await party.play(12)
    stranger = court.guests[-1]
    whole = await story(court, "en", 0, 999, stranger)
    some = token_for(await court.table(), 4)
    for forged in ("0", "0:999", "0:99999999999", "5:5", "9:2", "99999999999", "3", some, f"0:{some}", f"{some}:6"):
        shown = (await stranger.forge(f"read:1:{forged}")).private
        lines = [line for line in shown.split("\n") if not line.startswith(("👉", "-# "))]
        assert set(lines) <= {*whole.split("\n"), words("en", "log-empty")}, forged
    wrong = (
        f"read:1:{HUGE} read:1:0:{HUGE} read:1:{'0' * 12} read:1 read:x:0 read:1:x board board:x farewell read:1:2:3:4"
    )
    await assert_refused("refused-unknown", stranger, *wrong.split())
    await assert_refused("refused-no-table", stranger, "read:9:0", f"board:{HUGE}", "farewell:0")
    pledged = (await court.table_record()).pledged
    assert pledged is not None
    farewell = (await stranger.forge("farewell:1")).private
    assert pledged.secret.hex() not in farewell
    assert said("refused-unknown", farewell)


# Commands

CYRILLIC = re.compile("[\u0430-\u0491]")
NAME: Any = SimpleNamespace(location=TranslationContextLocation.command_name, data=None)
DESCRIPTION, MENU, MENU_NAME = 100, 3, 32


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


def test_discord_takes_letters_digits_and_dashes_in_lower_case() -> None:
    r"""Notes: ^[-_'\p{L}\p{N}]{1,32}$."""
    taken = "новий-стіл", "table_1", "п'ять", "ґ" * 32
    refused = "ґ" * 33, "", "Новий", "новий стіл", "table\u2013two", "нови\u0306", "/hand"
    assert [name for name in (*taken, *refused) if is_command_name(name)] == [*taken]


async def test_a_name_that_discord_would_not_take_is_left_out(errors: pytest.LogCaptureFixture) -> None:
    """The English one stays, the other commands are told nevertheless, and the host learns of it.

    So is a translation that fails: one error would make the whole sync fail.
    """
    sentence = locale_str("hand", text=say("command-hand"))
    assert await Translator().translate(sentence, discord.Locale.ukrainian, NAME) is None
    assert "Discord takes no command" in errors.records[-1].getMessage()
    assert await Translator().translate(locale_str("hand"), discord.Locale.ukrainian, NAME) is None

    with patch("bot.interactions.command_texts.translate_text", side_effect=RuntimeError):
        assert await Translator().translate(locale_str("hand"), discord.Locale.ukrainian, NAME) is None
    assert "could not be translated" in errors.records[-1].getMessage()


@pytest.mark.quick
async def test_the_reader_is_told_the_names_that_their_discord_shows(court: Evening, ann: Guest, bo: Guest) -> None:
    """A Ukrainian who chose English types in Ukrainian still; an American who chose Ukrainian in English.

    So does everybody whose Discord shows a language that Herald doesn't speak.
    """
    assert (command_names("uk")["table-show"], command_names("xx")["table-show"]) == ("/стіл показати", "/table show")
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
