"""What a card does, asked from where a person sees it: told in place of a private view, with the way back to it."""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot.faces.card_help import kinds
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Text
from tests.bot import represented
from tests.bot.party import Party
from tests.bot.record import Json
from tests.bot.sentences import said
from tests.bot.server import HUGE, Answer, Evening, buttons, text, verb, verbs
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
    return await court.guests[0].choose(message, [value], listed(message)["custom_id"])


def does(kind: int, game: AnyGame, locale: str = "en") -> str:
    """Return what a kind of card does, in a language."""
    about = kinds(game.telling.glossary)[kind].about
    assert isinstance(about, Text)
    return language(locale).say(about)


async def begun(court: Evening, game: AnyGame, moves: int, **options: str) -> Party:
    """Seat people and let them play some moves, so that Ann holds cards."""
    guests = court.guests[: game.seats[0]]
    await court.seat(*guests, game=game.key, **options)
    party = Party(court, guests, 7)
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
    """Each listed card is, in the reader's language; one press leads back to what was shown, with all its buttons.

    Another one opens the rules in its place.
    """
    tongues(court, {court.guests[0]: "uk"})
    reader = language("uk")
    await begun(court, game, midway(game, game.seats[0], 14))
    answer = await court.guests[0].command(command)
    title, menu = headline(answer.message), listed(answer.message)
    assert menu["placeholder"] == reader.text(f"{game.key}-about-pick")
    for option in menu["options"]:
        told = await ask(court, answer.message, option["value"])
        assert told.edited
        assert option["label"] in told.text
        assert does(int(option["value"]), game, "uk") in told.text
        assert headline(told.message) != title
        back, *_ = buttons(told.message)
        answer = await court.guests[0].click(told.message, back["custom_id"])
        assert answer.edited
        assert (headline(answer.message), listed(answer.message)) == (title, menu)
    told = await ask(court, answer.message, menu["options"][0]["value"])
    rules = await court.guests[0].press("rules", told.message)
    assert rules.edited
    assert reader.text("rules-title", game=reader.text(f"{game.key}-name")) in rules.text


async def test_a_card_is_explained_in_a_direct_message_too(court: Evening) -> None:
    """The letter leads back to its question, which can still be answered."""
    game = GAMES["oriflamme"]
    await begun(court, game, 0, private="dm")
    guest = next(one for one in court.guests if one.dms)
    (letter,) = guest.dms
    title, letter = headline(letter), (await guest.unfold(letter)).message
    menu = listed(letter)
    told = await guest.choose(letter, [menu["options"][0]["value"]], menu["custom_id"])
    assert told.edited
    assert does(int(menu["options"][0]["value"]), game) in told.text
    await guest.press("play", told.message)
    letter = court.message(letter.channel_id, letter.id)
    assert headline(letter) == title
    assert "pick" in verbs(letter) or "move" in verbs(letter)
    assert listed((await guest.unfold(letter)).message) == menu


@represented.game(by="oriflamme")
async def test_whatever_a_private_view_shows_can_be_asked_about(court: Evening, game: AnyGame) -> None:
    """All through a game: every private view that shows a card has the list, and no public message has one."""
    party = await begun(court, game, 0)
    await party.play(midway(game, game.seats[0], 40))
    for guest in party.guests:
        view = party.views.get(guest.id)
        if view is not None and "more" in verbs(view):
            assert "about" in verbs((await guest.unfold(view)).message)
    assert [sent for sent in court.record.sent if sent.reader is not None and "'about:" in str(sent.payload)]
    for sent in court.record.sent:
        asking = [str(part["custom_id"]) for part in sent.buttons if verb(part) == "about"]
        assert len(asking) <= 1
        assert all(custom_id.startswith(f"about:{game.key}:1") for custom_id in asking)
        assert sent.reader is not None or not asking


async def test_lists_of_earlier_messages_still_answer(court: Evening) -> None:
    """In private, whosever turn it is; the post stays as it is, and who is asked is led on to the question.

    The first of them name no table. What is no card is refused: forged values, and games that nobody knows.
    """
    game = GAMES["fortheking"]
    party = await begun(court, game, 0)
    post, asked = party.post, await party.next()
    before, about = text(post), f"about:{game.key}"
    for guest in (asked, court.guests[-1]):
        for custom_id in (f"{about}:1", about):
            told = await guest.forge(custom_id, post, component_type=3, values=["0"])
            assert not told.edited
            assert does(0, game) in told.private
            assert ("play" in verbs(told.message)) == (guest is asked and custom_id != about)
    assert text(party.post) == before
    for values in ([], ["x"], ["-1"], ["99"], [HUGE], [""], ["²"], ["1.0"]):
        for custom_id in (about, "about:nonsense"):
            told = await asked.forge(custom_id, post, component_type=3, values=values)
            assert said("refused-unknown", told.private), values
