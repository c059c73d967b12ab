"""An open table: who may join, leave, start and cancel it, how it tells when its game begins, and begins it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from discord import ButtonStyle

from bot.clocks.start_condition import GRACE, UNOPPOSED, StartCondition
from bot.clocks.table_clock import PACES
from bot.clocks.user_time_settings import next_time
from bot.faces.picture.alt import describe
from bot.faces.picture.requests import PictureRequest, cards_picture
from bot.pictures.process import WorkerProcess
from bot.pictures.wire_format import Drawing
from bot.storage.records import Person, Private, Server, Status
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.clocked import clock_of, passes
from tests.bot.party import deciding, pinged, status_of
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import Answer, Evening, Guest, Place, buttons, moderator, text, verb, verbs, words
from tests.bot.tongues import IN_EVERY_LANGUAGE, Say
from tests.every import FOR_EVERY_GAME

pytestmark = pytest.mark.clocked


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
    assert await status_of(court) is Status.LOBBY
    await last.press("join", lobby)
    asked = await guests[0].press("cancel", lobby)
    await moderator(court).press("start", lobby)
    for does in ("join", "leave", "start", "cancel", "giveup"):
        guest = {"join": stranger, "leave": last}.get(does, guests[0])
        place = asked.message if does in {"cancel", "giveup"} else lobby
        answer = await guest.forge(f"{does}:1", place)
        assert said("refused-started", answer.text)
        assert "`/table leave`" in answer.text, "the way out there is now"
    assert await seated(court) == [guest.name for guest in (*guests, last)]
    assert await status_of(court) is Status.PLAYING

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
    assert await status_of(court) is Status.ENDED


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
    assert await status_of(court) is Status.LOBBY
    await ann.press("keep", asked)
    assert said("end-kept", asked.text)
    await assert_said("refused-not-opener", bo.forge("giveup:1", lobby))
    assert await status_of(court) is Status.LOBBY
    assert said("cancel-done", (await cancel(moderator(court), lobby)).text)
    assert await status_of(court) is Status.ENDED
    assert not verbs(lobby)
    await assert_said("refused-closed", ann.forge("cancel:1", lobby))


@FOR_EVERY_GAME
async def test_an_open_table_says_how_long_it_takes_who_is_there_and_who_starts_it(
    court: Evening, ann: Guest, game: AnyGame, says: Say
) -> None:
    """In minutes, for as many as it waits for; how many are there of how many; and the name of who has opened it.

    What comes next stands out: Join, until every seat is taken; Start, once enough are there; Cancel never.
    """
    low, high = game.seats[0], game.seats[-1]
    lobby = await court.open(ann, game=game.key)
    for taken, guest in enumerate(court.guests[:high], 1):
        if taken > 1:
            await guest.press("join", lobby)
        shown = court.board_text()
        seats = max(taken, game.best)
        assert says(f"{game.key}-name") in shown
        assert says("lobby-seats", taken=taken, seats=seats, missing=seats - taken) in shown
        assert says("lobby-time", seats=seats, minutes=game.minutes[seats], here="").strip() in shown
        assert says("lobby-full" if taken == high else "lobby-open", player="**Ann**") in shown

        styles = {verb(part): ButtonStyle(part["style"]) for part in buttons(court.board()) if "style" in part}
        full = [part for part in buttons(court.board()) if part.get("disabled")]
        assert (styles["join"] is ButtonStyle.primary) is (taken < high)
        assert [verb(part) for part in full] == ["join"] * (taken == high)
        assert (styles["start"] is ButtonStyle.success) is (taken >= low)
        assert styles["cancel"] is ButtonStyle.secondary
    assert says("refused-full") in (await court.invite("Late").forge("join:1", lobby)).private
    assert len(await seated(court)) == high


@pytest.mark.quick
@FOR_EVERY_GAME
async def test_picture_of_an_open_table_keeps_nobody_waiting(
    court: Evening, ann: Guest, bo: Guest, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stands there in words, can be joined, and the cards of its game follow when they are drawn.

    Each press shows them again in the answer, and no edit follows; none where a server wants none.
    """
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
    await court.bot.preferences.change(Server, court.server.id, pictures=False)
    assert not (await court.open(bo)).attachments


# Beginnings

DAY = 1440
"""In minutes."""


@pytest.mark.parametrize("zone", [{}, {"zone": "Nowhere/Land"}])
async def test_zone_is_asked_for_where_it_is_unknown(court: Evening, ann: Guest, zone: dict[str, Any]) -> None:
    """A dialog goes on with all that was typed; one that names no place either opens nothing.

    A time that can't be meant is refused before: it says what to write instead.
    """
    typed: dict[str, Any] = {"private": "dm", "pace": "week", "rivals": 1, "level": "squire", "orders": False, **zone}
    typed |= {"thread": True, "players": 5, "begins": "20:30", "fill": True}
    await assert_said("refused-time", ann.command("newgame fortheking", **typed | {"begins": "half past"}))
    asked = await ann.command("newgame fortheking", **typed)
    await assert_said("refused-zone", ann.fill_in(asked, zone="Atlantis"))
    assert await court.tables.find(user=ann.id) == []

    await assert_tells("newgame-opened", ann.fill_in(await ann.command("newgame fortheking", **typed), zone="Kyiv"))
    record = await court.table_record()
    assert record.channel != court.channel.id
    assert (record.private, record.orders, record.sitters[1].level) == (Private.DM, False, "squire")
    clocks, moment = await clock_of(court), next_time(20 * 60 + 30, "Europe/Kyiv", court.clock.now)
    assert clocks.terms.pace == PACES["week"]
    assert clocks.starting == StartCondition(5, typed=True, at=moment, fill="squire")


@pytest.mark.parametrize("written, offered", [("20:30", ["20:30"]), (" ", []), ("1" * 101, [])])
async def test_what_is_typed_is_offered_where_discord_takes_it(
    court: Evening, ann: Guest, written: str, offered: list[str]
) -> None:
    """It refuses all choices for one without a letter, or with more than a hundred, and so no list comes at all."""
    place = court.channel, "newgame fortheking", "begins"
    choices = await ann.member.autocomplete(*place, written)
    assert [each["value"] for each in choices][1:] == offered


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("by_hand", [False, True])
async def test_rivals_take_empty_seats_as_opener_begins(court: Evening, says: Say, *, by_hand: bool) -> None:
    """As however else it begins; the table says so beforehand, for as long as a seat is empty.

    By hand in words, as the autocompletion names it, for Discord also sends what was typed: the opener alone begins.
    """
    ann, bo, cy, dana, *_ = court.guests
    options: dict[str, Any] = {"begins": f" {says('option-begins-by-hand').upper()} "} if by_hand else {}
    await court.open(ann, bo, cy, players=4, fill=True, level="squire", **options)
    assert (says("starts-by-hand", player="**Ann**") in court.board_text()) is by_hand
    if by_hand:
        assert says("refused-not-opener") in (await bo.press("start")).private
    assert says("starts-fill") in court.board_text()
    await dana.press("join")
    assert says("starts-fill") not in court.board_text()
    await dana.press("leave")
    await ann.press("start")
    assert [each.level for each in (await court.table_record()).sitters] == [None, None, None, "squire"]


async def test_one_person_may_begin_a_table_that_rivals_fill(court: Evening, ann: Guest) -> None:
    """Rivals make enough; the button stands out from the start.

    With enough of them in the command it begins at once, and no seat it would wait for stays empty.
    """
    lobby = await court.open(ann, game="oriflamme", fill=True)
    assert said("starts-enough", text(lobby))
    (start,) = (part for part in buttons(lobby) if verb(part) == "start")
    assert start["style"] == ButtonStyle.success.value
    await ann.press("start", lobby)
    await ann.command("newgame fortheking", rivals=1, level="squire", fill=True)
    for number, (game, level) in enumerate((("oriflamme", "knight"), ("fortheking", "squire")), 1):
        record = await court.table_record(number)
        assert record.status is Status.PLAYING
        assert [each.level for each in record.sitters] == [None, *[level] * (GAMES[game].best - 1)]


async def test_time_that_comes_with_too_few_is_told(court: Evening, ann: Guest, bo: Guest, says: Say) -> None:
    """The table says so, and begins a minute after those it waits for are here."""
    await court.open(ann, begins="20:00", zone="Europe/Kyiv", players=2)
    await passes(court, DAY * 60)
    assert f"{says('starts-missed')} {says('starts-waiting', players=2)}" in court.board_text()
    await bo.press("join")
    assert says("starts-full", when=f"<t:{int(court.clock.now + GRACE)}:R>") in court.board_text()
    await passes(court, GRACE + 1)
    assert await status_of(court) is Status.PLAYING


async def test_early_beginning_that_nobody_opposes(court: Evening, ann: Guest, bo: Guest, says: Say) -> None:
    """The table says who has asked, whose word is missing, and that it begins without it an hour later."""
    await bo.press("start", await court.open(ann, bo))
    when = f"<t:{int(court.clock.now + UNOPPOSED)}:R>"
    asked = says("starts-asked", agreed="**Bo**", missing="**Ann**")
    assert f"{asked} {says('starts-unopposed', when=when)}" in court.board_text()
    await passes(court, UNOPPOSED + 1)
    assert await status_of(court) is Status.PLAYING


@pytest.mark.parametrize("fill, players", [(True, 4), (False, 2)])
async def test_time_while_herald_is_down_begins_late(
    court: Evening, ann: Guest, bo: Guest, *, fill: bool, players: int
) -> None:
    """A table of two that waits for four begins at the next start, with rivals or with free seats, once."""
    await court.open(ann, bo, begins="20:00", zone="Europe/Kyiv", players=4, fill=fill)
    court.clock.now += DAY * 60 * 2

    await court.restart()
    await passes(court, 1)

    record = await court.table_record()
    assert (record.status, len(record.sitters)) == (Status.PLAYING, players)
    assert pinged(court) == [guest.id for guest in await deciding(court)]


async def starting_dialog(guest: Guest) -> Answer:
    """Let somebody open the dialog of the beginning under the options of the lobby."""
    page = await guest.press("time")
    return await guest.press("starting", page)


async def begin_otherwise(guest: Guest, **fields: Any) -> None:
    """Let somebody fill fields of that dialog in."""
    await guest.fill_in(await starting_dialog(guest), **fields)


async def test_options_tell_the_beginning(court: Evening, ann: Guest, bo: Guest, says: Say) -> None:
    """Who is awaited of how many, when it begins, what becomes of empty seats; only the opener can change it."""
    lobby = await court.open(ann, bo, players=4)
    page = await bo.press("time", lobby)
    for key, facts in (("awaited", {"seats": 4, "low": 2, "high": 5}), ("enough", {"players": 4}), ("free", {})):
        assert says(f"starts-{key}", **facts) in page.private
    assert "starting" not in verbs(page)
    assert says("refused-not-opener") in (await bo.forge("starting:1", lobby)).private
    dialog, held = await starting_dialog(ann), {"players": "4", "begins": "", "fill": [], "zone": ""}
    assert dialog.stands == held

    by_hand = says("option-begins-by-hand")
    page = await ann.fill_in(dialog, begins=by_hand.title(), fill=["fill"])

    assert page.edited
    for line in (says("starts-by-hand", player="**Ann**"), says("starts-fill")):
        assert line in page.text
    assert says("starts-changed", player="**Ann**") in court.board_text()
    starting = (await court.table_record()).starting
    assert starting == StartCondition(4, typed=True, by_hand=True, fill="knight", changed=True)
    assert (await starting_dialog(ann)).stands == held | {"begins": by_hand, "fill": ["fill"]}
    await begin_otherwise(ann, players="4", begins=by_hand, fill=[])
    assert says("starts-free") in (await bo.press("time")).private
    for guest in court.guests[2:5]:
        await guest.press("join")
    assert says("starts-free") not in (await bo.press("time")).private, "no seat is free"


async def test_changed_beginning_is_one_change(court: Evening) -> None:
    """Who has asked to begin, or objects, did so under another one; a table that holds all it waits for begins soon.

    A dialog that was opened before is refused kindly then.
    """
    ann, bo, cy, *_ = court.guests
    await court.open(ann, bo, cy)
    late = await starting_dialog(ann)
    await bo.press("start")
    await cy.press("wait")
    assert said("starts-opposed", court.board_text())
    await begin_otherwise(ann, players="3")
    told = [said(f"starts-{key}", court.board_text()) for key in ("changed", "full", "asked", "opposed")]
    assert told == [True, True, False, False]
    starting = (await court.table_record()).starting
    assert starting == StartCondition(3, typed=True, full=court.clock.now, changed=True)
    await passes(court, GRACE + 1)
    assert await status_of(court) is Status.PLAYING
    await assert_said("refused-started", ann.fill_in(late, players="3"))


async def test_beginning_sent_as_it_stands_changes_nothing(court: Evening, ann: Guest, bo: Guest) -> None:
    """Also a time; alone, an opener needs to tell nobody of a change."""
    await court.open(ann, begins="20:00", zone="Europe/Kyiv")
    before = (await court.table_record()).starting
    dialog = await starting_dialog(ann)
    assert dialog.stands == {"players": "4", "begins": "20:00", "fill": []}
    await ann.fill_in(dialog)
    assert (await court.table_record()).starting == before
    await begin_otherwise(ann, begins="")
    assert (await court.table_record()).starting == StartCondition(4)
    assert not said("starts-changed", court.board_text())
    await bo.press("join")
    await begin_otherwise(ann, begins="21:30")
    assert said("starts-at", court.board_text())


@pytest.mark.parametrize(
    "does, fields, refusal",
    [
        ("started:1", {"begins": "half past"}, "refused-time"),
        ("started:1", {"begins": "20:00"}, "refused-zone"),
        ("started:1", {"begins": "20:00", "zone": "Nowhere"}, "refused-zone"),
        ("started:1", {"players": "9"}, "refused-unknown"),
        ("started:1", {"players": "x"}, "refused-unknown"),
        ("zoned:fortheking:1200:00", {"zone": "Kyiv"}, "refused-unknown"),
        ("zoned:fortheking:1200:zzzzzzzzzzzzzzzz", {"zone": "Kyiv"}, "refused-unknown"),
        ("zoned:chess:1200:00", {"zone": "Kyiv"}, "refused-unknown"),
    ],
)
async def test_beginning_that_can_not_be_chosen(
    court: Evening, ann: Guest, does: str, fields: dict[str, Any], refusal: str
) -> None:
    """It says what to write instead, and nothing has changed; a dialog that no Herald opened opens nothing."""
    await court.open(ann)
    before = await court.table()
    stands = {"players": "4", "begins": "", "fill": list[str](), "zone": ""} if does == "started:1" else {}
    await assert_said(refusal, ann.forge(does, fields={**stands, **fields}))
    assert [table.record for table in await court.tables.find(user=ann.id)] == [before.record]
