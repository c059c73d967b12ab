"""Private views: what a card does is told there, other views of a person follow, lasting orders are one dialog."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.faces.components import MODAL_LABEL, OPTION_TEXT
from bot.faces.rulebook import kinds
from bot.pictures import renderer
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Text
from tests.bot.features.test_takeback import ORIFLAMME
from tests.bot.interactions.test_clicks import bidding
from tests.bot.orderly import always_pass, auction, lasting, looked, ordered, view
from tests.bot.party import Party, answer, deciding, ids, offered, seat_of
from tests.bot.record import Json
from tests.bot.sentences import assert_said, said
from tests.bot.server import HUGE, Answer, Evening, Guest, Place, buttons, message_of, text, verb, verbs
from tests.bot.tongues import Say, tongues
from tests.contract.walks import midway
from tests.every import FOR_EVERY_GAME

pytestmark = pytest.mark.seed(7)


def listed(message: Place) -> Json:
    """Return the select that asks what a card does."""
    (menu,) = [part for part in buttons(message) if verb(part) == "about"]
    return menu


def headline(message: Place) -> str:
    """Return the first line of a message: a picture may have taken the place of others."""
    return text(message_of(message)).partition("\n")[0]


async def ask(court: Evening, message: Place, value: str) -> Answer:
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
    party = Party(guests, 7)
    await party.skip(moves)
    return party


@FOR_EVERY_GAME
@pytest.mark.parametrize("command", ["table show", "hand"])
async def test_a_card_is_explained_in_place_of_what_shows_it(
    court: Evening, ann: Guest, game: AnyGame, command: str
) -> None:
    """Each listed card is, in the reader's language; one press leads back to what was shown, with all its buttons.

    Another one opens the rules in its place.
    """
    tongues(court, {ann: "uk"})
    reader = language("uk")
    await begun(court, game, midway(game, game.seats[0], 14))
    answer = await ann.command(command)
    title, menu = headline(answer), listed(answer)
    assert menu["placeholder"] == reader.text(f"{game.key}-about-pick")
    for option in menu["options"]:
        told = await ask(court, answer, option["value"])
        assert told.edited
        assert option["label"] in told.text
        assert does(int(option["value"]), game, "uk") in told.text
        assert headline(told) != title
        back, *_ = buttons(told)
        answer = await ann.click(told, back["custom_id"])
        assert answer.edited
        assert (headline(answer), listed(answer)) == (title, menu)
    told = await ask(court, answer, menu["options"][0]["value"])
    rules = await ann.press("rules", told)
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
    await guest.press("play", told)
    assert headline(letter) == title
    assert "pick" in verbs(letter) or "move" in verbs(letter)
    assert listed(await guest.unfold(letter)) == menu


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
            told = await guest.forge(custom_id, post, values=["0"])
            assert not told.edited
            assert does(0, game) in told.private
            assert ("play" in verbs(told)) == (guest is asked and custom_id != about)
    assert text(party.post) == before
    for values in ([], ["x"], ["-1"], ["99"], [HUGE], [""], ["²"], ["1.0"]):
        for custom_id in (about, "about:nonsense"):
            told = await asked.forge(custom_id, post, values=values)
            assert said("refused-unknown", told.private), values


async def twice(court: Evening) -> tuple[Guest, Answer, Answer]:
    """Return whoever is asked first at a table of three, with two views that this person has opened."""
    await court.seat_first(3, game=ORIFLAMME)
    (guest,) = await deciding(court)
    return guest, await view(guest), await view(guest)


async def test_the_newest_view_shows_what_was_answered_in_another_one(court: Evening) -> None:
    """So does a move that was taken back there: what can be pressed is the same in both.

    What others answer edits nobody's view: the post tells of it, and an edit would tell nobody, and cost a request.
    """
    guest, older, newest = await twice(court)
    before = ids(newest)
    older = await answer(guest, older)
    assert ids(newest) == ids(older) != before
    back = await guest.press("back", newest)
    assert offered(back)
    assert set(ids(back)) == set(ids(older))
    while await deciding(court) == [guest]:
        newest = await answer(guest, newest)
    shown, (other,) = newest.text, await deciding(court)
    await answer(other, await view(other))
    assert newest.text == shown


@pytest.mark.usefixtures("ahead")
@pytest.mark.parametrize("named, edits", [(1, 0), (2, 1)])
async def test_newest_view_is_edited_where_it_shows_something_else(court: Evening, named: int, edits: int) -> None:
    """A limit that is named once more in another view costs no edit."""
    guest, *_ = await auction(court, court.guests[:3])
    older = await view(guest)
    limits = ids(older, "move")
    await guest.click(older, limits[1])
    newest, before = await view(guest), len(court.record.sent)

    await guest.forge(limits[named], older)

    assert [sent.message for sent in court.record.sent[before:]].count(newest.message.id) == edits


async def test_a_view_whose_token_has_run_out_is_left_alone(court: Evening, errors: pytest.LogCaptureFixture) -> None:
    """Discord would take no edit of it, and nobody is told."""
    errors.set_level(logging.INFO)
    guest, older, newest = await twice(court)
    await court.later(minutes=15)
    before = ids(newest)
    await answer(guest, older)
    assert ids(newest) == before
    assert not [one for one in errors.records if "stays as it was" in one.getMessage()]


async def test_view_before_the_newest_stays_as_it_was(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once somebody who answered below a post opens another view, an update of the one before would tell nobody."""
    _, guest = await bidding(court)
    before = await view(guest)
    monkeypatch.setattr(renderer, "DEBOUNCE", 60.0)

    await answer(guest, court.post())
    while (other := (await deciding(court))[0]) is not guest:
        await answer(other, court.post())
    waiting = edits_to_come()
    await view(guest)

    update = f"picture for {before.message.id}"
    assert update in waiting
    assert update not in edits_to_come()


async def test_private_answer_to_a_post_is_the_newest_view(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card left face down is told in a private message of its own: the view before stays as it was."""
    await court.seat_first(3, game=ORIFLAMME)
    party = Party(court.guests[:3], 3)
    while not offered(court.post()):
        await party.step()
    (guest,) = await deciding(court)
    before = await view(guest)
    monkeypatch.setattr(renderer, "DEBOUNCE", 60.0)

    await answer(guest, court.post())

    assert edits_to_come().isdisjoint({f"picture for {before.message.id}"})


def edits_to_come() -> set[str]:
    """Return the names of the tasks that edit a private view."""
    return {task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("picture for ")}


async def test_a_forged_more_shows_no_seat_to_a_stranger(court: Evening) -> None:
    """Whoever doesn't sit there is told so; a word that fits no view shows the question."""
    await court.seat_first(3, game=ORIFLAMME)
    await assert_said("refused-not-seated", court.guests[5].forge("more:1"))
    (guest,) = await deciding(court)
    for forged in ("more:1:order:zzzz", "more:1:ahead:nonsense"):
        assert "less" in verbs(await guest.forge(forged))


# Lasting orders

AHEAD = pytest.mark.usefixtures("ahead")


async def given(guest: Guest) -> dict[str, tuple[int | str, ...]]:
    """Return what a person has ordered that lasts."""
    lasts = {"never", "gold", "cards", "paying"}
    return {topic: picks for topic, picks in (await ordered(guest)).items() if topic in lasts}


@AHEAD
@pytest.mark.seed(4)
async def test_all_lasting_orders_are_given_by_one_submit(court: Evening) -> None:
    """The own view says then what they will do; nothing is ordered twice, and what is emptied ends.

    With a number that can't be ordered none of the fields counts, and the refusal says which numbers can be.
    """
    guests = court.guests[:3]
    await auction(court, guests)
    guest = guests[0]
    for wrong in ("0", "1000", "-1", "ten"):
        refused = await lasting(guest, never=["1"], cards=wrong)
        assert said("refused-number", refused.text), wrong
    assert await given(guest) == {}

    answer = await lasting(guest, never=["1", "2"], gold="3", paying="1")
    first = await given(guest)
    version = (await court.table_record()).version
    await lasting(guest)
    unchanged = (await court.table_record()).version
    await lasting(guest, never=[], gold="")

    kinds = tuple((await court.match()).state.board)
    assert first == {"never": kinds[:2], "gold": (3,), "paying": ("ask",)}
    assert said("fortheking-does-limit", answer.text)
    assert unchanged == version, "what stands already is not given again"
    assert await given(guest) == {"never": ("off",), "gold": ("off",), "paying": ("ask",)}


@AHEAD
async def test_dialog_shows_what_stands(court: Evening, says: Say) -> None:
    """In the reader's language, each field whole, and above them what the orders will do."""
    guests = court.guests[:3]
    await auction(court, guests)
    guest = guests[0]
    await lasting(guest, gold="3")

    opened = (await guest.press("lasting", await looked(guest))).interaction.modal

    assert opened is not None
    head, *fields = opened["components"]
    assert says("lasting-about") in head["content"]
    assert says("fortheking-does-gold", amount=3) in head["content"]
    assert [field["label"] for field in fields] == [
        says(f"fortheking-order-{topic}") for topic in ("never", "gold", "cards", "paying")
    ]
    assert all(len(field["label"]) <= MODAL_LABEL and len(field["description"]) <= OPTION_TEXT for field in fields)
    assert not any("…" in field["label"] + field["description"] for field in fields)
    assert [field["component"].get("value") for field in fields] == [None, "3", "", None]
    paying = [each["label"] for each in fields[-1]["component"]["options"]]
    assert paying == [says(f"fortheking-option-{pick}") for pick in ("least", "step")]


@AHEAD
async def test_nothing_is_offered_before_there_is_something_to_order(court: Evening) -> None:
    """Before the first auction there is no button; from then on, and where something is ordered, there is."""
    await court.seat_first(2)
    guest = (await deciding(court))[0]
    before = await guest.unfold(await view(guest))
    assert "lasting" not in verbs(before)

    await lasting(guest, gold="3")

    after = await guest.unfold(await view(guest))
    assert "lasting" in verbs(after)


@AHEAD
async def test_late_standing_orders_show_how_it_ended(court: Evening, ann: Guest, bo: Guest, says: Say) -> None:
    """By the button of an old view, and by a dialog that was opened before."""
    await auction(court, [ann, bo])
    shown, seat = await looked(ann), await seat_of(ann)
    for guest in (ann, bo):
        await always_pass(guest)

    assert (await court.match()).outcome is not None
    for click in ("lasting", "lasted"):
        assert says("view-outdated") in (await ann.forge(f"{click}:1:{seat}", shown)).text


@AHEAD
async def test_orders_of_another_seat_are_never_shown(court: Evening, ann: Guest, bo: Guest) -> None:
    """By a forged press, and by a forged dialog."""
    await auction(court, [ann, bo])
    seat = await seat_of(bo)
    await lasting(bo, gold="7")
    shown = await looked(ann)

    opened = await ann.forge(f"lasting:1:{seat}", shown)
    sent = await ann.forge(f"lasted:1:{seat}", shown)

    assert opened.interaction.modal is None
    assert language("en").text("fortheking-does-gold", amount=7) not in sent.text
    assert await given(bo) == {"gold": (7,)}
