"""An open table: who may join, leave, start and cancel it."""

from __future__ import annotations

import asyncio

import pytest
from discord import ButtonStyle

from bot.faces.picture.alt import describe
from bot.faces.picture.requests import PictureRequest, cards_picture
from bot.pictures.process import WorkerProcess
from bot.pictures.wire_format import Drawing
from bot.storage.records import Person, Status
from bot.texts.fluent import language
from engine.game import AnyGame
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, Place, buttons, moderator, text, verb, verbs, words
from tests.every import FOR_EVERY_GAME


async def seated(court: Evening) -> list[str]:
    """Return who sits at table 1."""
    return [sitter.name for sitter in (await court.table_record()).sitters]


@FOR_EVERY_GAME
async def test_start_needs_enough_people_and_closes_the_lobby(court: Evening, game: AnyGame) -> None:
    """With one less than the game needs it is refused kindly; with one more it starts, also by a moderator.

    An old lobby on somebody's screen still sends its buttons, as does an old question: nobody joins or leaves by them.
    Who did not sit down is not remembered: looking, asking and being refused leave nothing behind.
    """
    (*guests, last), stranger = court.guests[: game.seats[0]], court.guests[-1]
    lobby = await court.open(*guests, game=game.key)
    refused = (await guests[0].press("start", lobby)).private
    assert refused == words("refused-too-few", low=game.seats[0])
    assert (await court.table()).status is Status.LOBBY
    await last.press("join", lobby)
    asked = await guests[0].press("cancel", lobby)
    await moderator(court).press("start", lobby)
    for does in ("join", "leave", "start", "cancel", "giveup"):
        guest = {"join": stranger, "leave": last}.get(does, guests[0])
        place = asked.message if does in {"cancel", "giveup"} else lobby
        assert said("refused-started", (await guest.forge(f"{does}:1", place)).text)
    assert await seated(court) == [guest.name for guest in (*guests, last)]
    assert (await court.table()).status is Status.PLAYING

    for press in ("look", "log"):
        await stranger.press(press, lobby)
    await stranger.command("help")
    known = [await court.storage.choice(Person, guest.id) for guest in (last, stranger)]
    assert known == [Person(last.id, locale="en-US"), Person(stranger.id)]


async def test_people_leave_and_the_next_one_opens_in_their_place(court: Evening) -> None:
    """When the opener leaves, the next person becomes the opener; a table that everybody has left is closed."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo, cy)
    for guest in (ann, bo):
        await assert_said("refused-already-seated", guest.press("join", lobby))
    await ann.press("leave", lobby)
    assert "Ann" not in court.board_text()
    assert words("lobby-open", player="**Bo**") in court.board_text()
    assert await seated(court) == ["Bo", "Cy"]
    assert (await court.table_record()).opener == bo.id
    for does in ("leave", "start"):
        await assert_said("refused-not-seated", ann.press(does, lobby))
    for guest in (bo, cy):
        await guest.press("leave", lobby)
    assert not verbs(lobby)
    assert words("table-canceled-by", player="**Cy**") in text(lobby)
    assert not court.pings()
    assert (await court.table()).status is Status.ENDED


async def cancel(guest: Guest, lobby: Place) -> Answer:
    """Let somebody cancel an open table, and confirm it."""
    asked = await guest.press("cancel", lobby)
    return await guest.press("giveup", asked)


async def test_cancel_asks_first(court: Evening) -> None:
    """In private, naming who sits there; who keeps the table has changed nothing.

    Only who may is asked: a moderator as well, for somebody has to tidy up.
    """
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    for guest in (bo, cy):
        await assert_said("refused-not-opener", guest.press("cancel", lobby))
    asked = await ann.press("cancel", lobby)
    assert said("cancel-confirm", asked.private)
    assert "**Ann** and **Bo**" in asked.private
    assert (await court.table()).status is Status.LOBBY
    await ann.press("keep", asked)
    assert said("end-kept", asked.text)
    await assert_said("refused-not-opener", bo.forge("giveup:1", lobby))
    assert (await court.table()).status is Status.LOBBY
    assert said("cancel-done", (await cancel(moderator(court), lobby)).text)
    assert (await court.table()).status is Status.ENDED
    assert not verbs(lobby)
    await assert_said("refused-closed", ann.forge("cancel:1", lobby))


@FOR_EVERY_GAME
@EVERY_LANGUAGE
async def test_an_open_table_says_how_long_it_takes_who_is_there_and_who_starts_it(
    court: Evening, game: AnyGame, locale: str
) -> None:
    """In minutes, for as many as it waits for; how many are there of how many; and the name of who has opened it.

    What comes next stands out: Join, until every seat is taken; Start, once enough are there; Cancel never.
    """
    await court.bot.preferences.change_guild_settings(court.server.id, language=locale)
    said_, low, high = language(locale).text, game.seats[0], game.seats[-1]
    lobby = await court.open(court.guests[0], game=game.key)
    for taken, guest in enumerate(court.guests[:high], 1):
        if taken > 1:
            await guest.press("join", lobby)
        shown = court.board_text()
        seats = max(taken, game.best)
        assert said_(f"{game.key}-name") in shown
        assert said_("lobby-seats", taken=taken, seats=seats, missing=seats - taken) in shown
        assert said_("lobby-time", seats=seats, minutes=game.minutes[seats], here="").strip() in shown
        assert said_("lobby-full" if taken == high else "lobby-open", player="**Ann**") in shown

        styles = {verb(part): ButtonStyle(part["style"]) for part in buttons(court.board()) if "style" in part}
        full = [part for part in buttons(court.board()) if part.get("disabled")]
        assert (styles["join"] is ButtonStyle.primary) is (taken < high)
        assert [verb(part) for part in full] == ["join"] * (taken == high)
        assert (styles["start"] is ButtonStyle.success) is (taken >= low)
        assert styles["cancel"] is ButtonStyle.secondary
    assert words("refused-full") in (await court.invite("Late").forge("join:1", lobby)).private
    assert len(await seated(court)) == high


@pytest.mark.quick
@FOR_EVERY_GAME
async def test_picture_of_an_open_table_keeps_nobody_waiting(
    court: Evening, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stands there in words, can be joined, and the cards of its game follow when they are drawn.

    Each press shows them again in the answer, and no edit follows; none where a server wants none.
    """
    ann, bo, *_ = court.guests
    drawing = asyncio.Event()

    async def slow(_: WorkerProcess, request: PictureRequest) -> Drawing:
        await court.env.external_wait(drawing.wait(), reason="a slow picture")
        return Drawing(describe(request), request.name.encode())

    monkeypatch.setattr(WorkerProcess, "draw", slow)
    lobby = await court.open(ann, bo, game=game.key)
    assert "**Bo**" in text(lobby)
    assert not lobby.attachments
    drawing.set()
    await court.settle()
    before = len(court.record.sent)
    for does in ("", "leave", "join"):
        if does:
            await bo.press(does, lobby)
        assert [file["filename"] for file in lobby.attachments] == ["cards.png"]
        assert describe(cards_picture(game.telling.glossary[0], language("en"))) in text(lobby)
        assert ("**Bo**" in text(lobby)) is (does != "leave")
    assert not [sent for sent in court.record.sent[before:] if sent.method == "PATCH" and sent.message == lobby.id]
    await court.bot.preferences.change_guild_settings(court.server.id, pictures=False)
    assert not (await court.open(bo)).attachments
