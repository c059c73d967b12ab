"""What a card does, asked from where a person sees it: a new private answer, beside a view that stays as it is."""

from __future__ import annotations

import random

import pytest
from simcord.backend.models import Message

from bot.faces.cards import kinds
from bot.interactions.command_texts import command_names
from bot.texts.fluent import language, locales
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Text
from tests.bot.limits import walk
from tests.bot.party import Party
from tests.bot.record import Json
from tests.bot.sentences import said
from tests.bot.server import Answer, Evening, buttons, text, verb, verbs, words
from tests.bot.test_forgeries import HUGE
from tests.bot.tongues import tongues
from tests.contract.walks import midway

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


pytestmark = pytest.mark.seed(7)


def listed(message: Message) -> Json:
    """Return the select that asks what a card does."""
    (menu,) = [part for part in buttons(message) if verb(part) == "about"]
    return menu


def headline(message: Message) -> str:
    """Return the first line of a message: a picture may have taken the place of others."""
    return text(message).partition("\n")[0]


async def ask(court: Evening, message: Message, value: str) -> Answer:
    """Let Ann ask what one of the listed cards does."""
    return await court.choose(court.guests[0], message, [value], listed(message)["custom_id"])


def does(kind: int, game: AnyGame, locale: str = "en") -> str:
    """Return what a kind of card does, in a language."""
    about = kinds(game.telling.glossary)[kind].about
    assert isinstance(about, Text)
    return language(locale).say(about)


async def begun(court: Evening, game: AnyGame, moves: int, **options: str) -> Party:
    """Seat people and let them play some moves, so that Ann holds cards."""
    guests = court.guests[: game.seats[0]]
    await court.seat(*guests, game=game.key, **options)
    party = Party(court, guests, random.Random(7))
    await party.play(moves)
    return party


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("command", ["hand", "table show"])
async def test_a_card_is_explained_in_a_message_of_its_own(court: Evening, game: AnyGame, command: str) -> None:
    """The hand stays where it was, with all that can be pressed; each listed card is explained."""
    await begun(court, game, midway(game, game.seats[0], 14))
    answer = await court.command(court.guests[0], command)
    title, menu = headline(answer.message), listed(answer.message)
    assert menu["placeholder"] == words(f"{game.key}-about-pick")
    for option in menu["options"]:
        told = await ask(court, answer.message, option["value"])
        assert option["label"] in told.private
        assert does(int(option["value"]), game) in told.private
        assert headline(told.message) != title
    assert (headline(answer.message), listed(answer.message)) == (title, menu)


async def test_a_card_is_explained_in_the_language_of_whoever_asks(court: Evening) -> None:
    """Each language has its own words for each kind."""
    game = GAMES["oriflamme"]
    await begun(court, game, 0)
    for locale in locales():
        tongues(court, {court.guests[0]: locale})
        answer = await court.command(court.guests[0], "hand")
        assert listed(answer.message)["placeholder"] == language(locale).text("oriflamme-about-pick")
        for option in listed(answer.message)["options"]:
            assert (
                does(int(option["value"]), game, locale) in (await ask(court, answer.message, option["value"])).private
            )


async def test_a_card_is_explained_in_a_direct_message_too(court: Evening) -> None:
    """The letter with the question stays, and can still be answered."""
    game = GAMES["oriflamme"]
    await begun(court, game, 0, private="dm")
    guest = next(one for one in court.guests if court.dms(one))
    (letter,) = court.dms(guest)
    title, menu = headline(letter), listed(letter)
    told = await court.choose(guest, letter, [menu["options"][0]["value"]], menu["custom_id"])
    assert not told.edited
    assert does(int(menu["options"][0]["value"]), game) in text(told.message)
    letter = court.message(letter.channel_id, letter.id)
    assert (headline(letter), listed(letter)) == (title, menu)
    assert "pick" in verbs(letter) or "move" in verbs(letter)


async def test_the_explanation_leads_to_the_rules(court: Evening) -> None:
    """They open in its place."""
    game = GAMES["fortheking"]
    await begun(court, game, 12)
    answer = await court.command(court.guests[0], "hand")
    told = await ask(court, answer.message, listed(answer.message)["options"][0]["value"])
    rules = await court.press(court.guests[0], told.message, "rules")
    assert rules.edited
    assert words("rules-title", game=words(f"{game.key}-name")) in text(rules.message)


@pytest.mark.slow
@EVERY_GAME
async def test_whatever_a_private_view_shows_can_be_asked_about_and_nothing_in_public_can(
    court: Evening, game: AnyGame
) -> None:
    """All through a game: every private view that shows a card has the list, and no message that others see has one."""
    party = await begun(court, game, midway(game, game.seats[0], 40))
    assert [message for message in party.views.values() if "about" in verbs(message)]
    for sent in court.record.sent:
        ids = [part["custom_id"] for part in walk(sent.payload.get("components") or ()) if "custom_id" in part]
        asking = [custom_id for custom_id in ids if custom_id.startswith("about")]
        assert asking in ([], [f"about:{game.key}"])
        assert sent.reader is not None or not asking
    assert not [message for message in court.public() if "about" in verbs(message)]


@pytest.mark.slow
async def test_what_is_no_card_is_refused(court: Evening) -> None:
    """Forged values, numbers that are none, and games that nobody knows; politely, and in private."""
    await begun(court, GAMES["fortheking"], 12)
    answer = await court.command(court.guests[0], "hand")
    for values in ([], ["x"], ["-1"], ["99"], [HUGE], [""], ["²"], ["1.0"]):
        for custom_id in ("about:fortheking", "about:nonsense"):
            told = await court.forge(court.guests[0], answer.message, custom_id, component_type=3, values=values)
            assert said("refused-unknown", told.private), values


@pytest.mark.slow
async def test_a_stranger_may_ask_about_any_card(court: Evening) -> None:
    """What cards do is no secret: the answer is the same for whoever asks."""
    await begun(court, GAMES["oriflamme"], 3)
    stranger, board = court.guests[-1], court.board()
    told = await court.forge(stranger, board, "about:oriflamme", component_type=3, values=["0"])
    assert does(0, GAMES["oriflamme"]) in told.private


async def test_the_help_names_the_commands_of_the_readers_discord(court: Evening) -> None:
    """A chosen language changes the words, not the names that have to be typed."""
    ann, *_ = court.guests
    tongues(court, {ann: "uk"})
    await court.bot.preferences.change_person(ann.id, language="en")
    told = (await court.command(ann, "help")).private
    assert said("help", told)
    assert command_names("uk")["newgame"] in told
