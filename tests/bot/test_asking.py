"""What a card does, asked from where a person sees it: told in place of a private view, with the way back to it."""

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
from tests.bot import represented
from tests.bot.limits import walk
from tests.bot.party import Party
from tests.bot.record import Json
from tests.bot.sentences import said
from tests.bot.server import Answer, Evening, buttons, text, verb, verbs, words
from tests.bot.test_forgeries import HUGE
from tests.bot.tongues import tongues
from tests.contract.walks import midway

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
    await party.skip(moves)
    return party


@pytest.mark.parametrize(
    ("game", "command"),
    [
        pytest.param(game, command, id=f"{game.key}-{command}", marks=() if number == turn % 2 else pytest.mark.soak)
        for turn, game in enumerate(GAMES.values())
        for number, command in enumerate(("table show", "hand"))
    ],
)
async def test_a_card_is_explained_in_place_of_what_shows_it(court: Evening, game: AnyGame, command: str) -> None:
    """Each listed card is; one press leads back to what was shown, with all that can be pressed."""
    await begun(court, game, midway(game, game.seats[0], 14))
    answer = await court.command(court.guests[0], command)
    title, menu = headline(answer.message), listed(answer.message)
    assert menu["placeholder"] == words(f"{game.key}-about-pick")
    for option in menu["options"]:
        told = await ask(court, answer.message, option["value"])
        assert told.edited
        assert option["label"] in text(told.message)
        assert does(int(option["value"]), game) in text(told.message)
        assert headline(told.message) != title
        back, *_ = buttons(told.message)
        answer = await court.press(court.guests[0], told.message, part=back["custom_id"])
        assert answer.edited
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
            told = await ask(court, answer.message, option["value"])
            assert does(int(option["value"]), game, locale) in text(told.message)
            answer = await court.press(court.guests[0], told.message, "hand")


async def test_a_card_is_explained_in_a_direct_message_too(court: Evening) -> None:
    """The letter leads back to its question, which can still be answered."""
    game = GAMES["oriflamme"]
    await begun(court, game, 0, private="dm")
    guest = next(one for one in court.guests if court.dms(one))
    (letter,) = court.dms(guest)
    title, letter = headline(letter), (await court.unfold(guest, letter)).message
    menu = listed(letter)
    told = await court.choose(guest, letter, [menu["options"][0]["value"]], menu["custom_id"])
    assert told.edited
    assert does(int(menu["options"][0]["value"]), game) in text(told.message)
    await court.press(guest, told.message, "play")
    letter = court.message(letter.channel_id, letter.id)
    assert headline(letter) == title
    assert "pick" in verbs(letter) or "move" in verbs(letter)
    assert listed((await court.unfold(guest, letter)).message) == menu


async def test_the_explanation_leads_to_the_rules(court: Evening) -> None:
    """They open in its place."""
    game = GAMES["fortheking"]
    await begun(court, game, 12)
    answer = await court.command(court.guests[0], "hand")
    told = await ask(court, answer.message, listed(answer.message)["options"][0]["value"])
    rules = await court.press(court.guests[0], told.message, "rules")
    assert rules.edited
    assert words("rules-title", game=words(f"{game.key}-name")) in text(rules.message)


@represented.game(by="oriflamme")
async def test_whatever_a_private_view_shows_can_be_asked_about(court: Evening, game: AnyGame) -> None:
    """All through a game: every private view that shows a card has the list, and no public message has one."""
    party = await begun(court, game, 0)
    await party.play(midway(game, game.seats[0], 40))
    for guest in party.guests:
        view = party.views.get(guest.id)
        if view is not None and "more" in verbs(view):
            assert "about" in verbs((await court.unfold(guest, view)).message)
    assert [sent for sent in court.record.sent if sent.reader is not None and "'about:" in str(sent.payload)]
    for sent in court.record.sent:
        ids = [part["custom_id"] for part in walk(sent.payload.get("components") or ()) if "custom_id" in part]
        asking = [custom_id for custom_id in ids if custom_id.startswith("about")]
        assert len(asking) <= 1
        assert all(custom_id.startswith(f"about:{game.key}:1") for custom_id in asking)
        assert sent.reader is not None or not asking


async def test_a_list_below_an_earlier_post_still_answers(court: Evening) -> None:
    """In private, whosever turn it is; the post stays as it is. Who is asked is led on to the question."""
    game = GAMES["fortheking"]
    party = await begun(court, game, 0)
    post, asked = party.post, await party.next()
    before, about = text(post), f"about:{game.key}:1"
    for guest in (asked, court.guests[-1]):
        told = await court.forge(guest, post, about, component_type=3, values=["0"])
        assert not told.edited
        assert told.message.is_ephemeral
        assert does(0, game) in told.private
        assert ("play" in verbs(told.message)) == (guest is asked)
    assert text(party.post) == before


async def test_the_lists_of_earlier_messages_still_answer(court: Evening) -> None:
    """They name no table, and are answered beside what shows them."""
    game = GAMES["oriflamme"]
    await begun(court, game, 0)
    answer = await court.command(court.guests[0], "hand")
    told = await court.forge(court.guests[0], answer.message, "about:oriflamme", component_type=3, values=["0"])
    assert not told.edited
    assert does(0, game) in told.private


async def test_what_is_no_card_is_refused(court: Evening) -> None:
    """Forged values, numbers that are none, and games that nobody knows; politely, and in private."""
    await begun(court, GAMES["fortheking"], 12)
    answer = await court.command(court.guests[0], "hand")
    for values in ([], ["x"], ["-1"], ["99"], [HUGE], [""], ["²"], ["1.0"]):
        for custom_id in ("about:fortheking", "about:nonsense"):
            told = await court.forge(court.guests[0], answer.message, custom_id, component_type=3, values=values)
            assert said("refused-unknown", told.private), values


async def test_a_stranger_may_ask_about_any_card(court: Evening) -> None:
    """What cards do is no secret: the answer is the same for whoever asks."""
    await begun(court, GAMES["oriflamme"], 3)
    stranger, board = court.guests[-1], court.board()
    told = await court.forge(stranger, board, "about:oriflamme", component_type=3, values=["0"])
    assert does(0, GAMES["oriflamme"]) in told.private


@pytest.mark.quick
async def test_the_help_names_the_commands_of_the_readers_discord(court: Evening) -> None:
    """A chosen language changes the words, not the names that have to be typed."""
    ann, *_ = court.guests
    tongues(court, {ann: "uk"})
    await court.bot.preferences.change_user_settings(ann.id, language="en")
    told = (await court.command(ann, "help")).private
    assert said("help", told)
    assert command_names("uk")["newgame"] in told
