"""The slash commands, each as people type it, also as an old Discord sends it; and /tables with the ways to tables."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.faces.fairness import beginning_text
from bot.faces.own_tables import LISTED
from bot.faces.rulebook import READERS
from bot.interactions.command_texts import command_names
from bot.storage.records import Status, TableId
from bot.texts.fluent import language
from engine.scene import Seat
from tests.bot import party
from tests.bot.clocked import clock_of
from tests.bot.party import FIRST, Party, deciding, ids, offered, status_of
from tests.bot.pictures.test_pictures import files
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import assert_said, assert_tells, said, speaks
from tests.bot.server import Answer, Evening, Guest, Place, buttons, moderator, text, verb, verbs, words
from tests.bot.tongues import Say, tongues

DECK = words("fortheking-row-personal")
TITLE = "For the King (and Me) · table 1"

pytestmark = pytest.mark.seed(2)


def options(answer: Answer) -> list[str]:
    """Return the values of the select in an answer."""
    (menu,) = [part for part in buttons(answer) if "options" in part]
    return [option["value"] for option in menu["options"]]


@pytest.mark.parametrize("moderated", [False, True])
async def test_a_table_is_ended_by_its_opener_who_confirms(
    court: Evening, ann: Guest, bo: Guest, *, moderated: bool
) -> None:
    """/table end asks to confirm, which may be refused; a stranger isn't even asked.

    Then nothing can be played, also in the DM of who was asked, and what was stays to be seen. A moderator, who has no
    seat, is named as Discord names people, without a ping; who is forgotten is named no more.
    """
    ending = moderator(court) if moderated else ann
    by = f"<@{ending.id}>" if moderated else "**Ann**"
    board = await court.seat(ann, bo, private="dm")
    (guest,) = [one for one in (ann, bo) if one.dms]
    (letter,) = guest.dms
    part = buttons(letter)[0]["custom_id"]
    await assert_said("refused-not-opener", bo.command("table end"))
    await assert_said("refused-not-opener", bo.forge("end:1", board))
    asked = await ending.command("table end")
    assert verbs(asked) == ["end", "keep"]
    await ending.press("keep", asked)
    assert said("end-kept", asked.text)
    assert await status_of(court) is Status.PLAYING
    assert verbs(court.board())
    asked = await ending.command("table end")
    await ending.press("end", asked)
    assert (await status_of(court), verbs(asked)) == (Status.ENDED, [])
    assert [message.id for message in court.public() if verbs(message)] == [board.id]
    assert (verbs(board), files(board)) == (["hand", "look", "log", "rules"], ["table.png"])
    assert words("table-ended-by", player=by) in text(board)
    assert "⏸️" not in text(board), "no clock is waited for any more, and nobody has asked for a pause"
    assert words("fortheking-row-board") in text(board)
    farewell = text(court.public()[-1])
    assert "👉" not in farewell
    assert farewell.startswith(words("table-ended-post-by", player=by, table=TITLE))
    for does in ("hand", "look", "log"):
        assert (await bo.press(does, board)).private
    for custom_id in ("play:1", part):
        await assert_said("refused-closed", guest.forge(custom_id, board))
    (letter,) = guest.dms
    assert not verbs(letter)
    assert said("table-ended-by", text(letter))

    assert not court.pings()
    if moderated:
        assert [table.ended_by for table in await court.storage.find(known=ending.id, status=Status)] == [ending.id]
        await court.tables.erase(ending.id, FIRST)
        assert not await court.storage.find(known=ending.id, status=Status)


async def test_the_log_tells_its_owner_alone_what_was_private(court: Evening) -> None:
    """/table log; the cards that a person drew are in no other's log.

    Its pages are turned in place: to the beginning, on, back and to the end, which is shown first to who watches.
    """
    guests, cy = await court.seat_first(2), court.guests[2]
    await Party(guests, 1).skip(45)
    own = {seat: await alone(court, Seat(seat)) for seat in range(2)}
    assert all(own.values())
    watched, *logs = [await whole_log(guest) for guest in (cy, *guests)]
    for seat, mine in enumerate(logs):
        assert all(line in mine for line in own[seat])
        for theirs in (logs[1 - seat], watched):
            assert not any(line in theirs for line in own[seat] - own[1 - seat])

    table = await court.table()
    begins = beginning_text(table.record, table.frame(None), speaks(table), None)
    answer = await cy.command("table log")
    last = answer.text
    assert turning(answer).keys() == {"first", "before"}
    for way, at_the_beginning in (("first", True), ("next", False), ("before", True), ("last", False)):
        assert (await cy.click(answer, turning(answer)[way])).edited
        assert (begins in answer.text, answer.text == last) == (at_the_beginning, way == "last")
        if at_the_beginning:
            assert turning(answer).keys() == {"next", "last"}
    await cy.forge("log:1:999", answer)
    assert answer.text == last


async def whole_log(guest: Guest) -> str:
    """Return all pages of the log that a person can turn to."""
    answer = await guest.command("table log")
    pages = [(await guest.forge(f"log:1:{line}", answer)).text for line in range(1, 199, 5)]
    return "\n".join(pages)


async def alone(court: Evening, seat: Seat) -> set[str]:
    """Return what one seat alone has been told, as sentences."""
    localizer = speaks(await court.table())
    public, heard = [
        {event for line in await court.tables.log(FIRST, viewer) for event in line.events} for viewer in (None, seat)
    ]
    return {localizer.say(event) for event in heard - public}


def turning(message: Place) -> dict[str, str]:
    """Return the ids of the buttons that turn the pages of a log and can be pressed, by their ways."""
    parts = [part["custom_id"] for part in buttons(message) if verb(part) == "log" and not part.get("disabled")]
    return {part.rpartition(":")[2]: part for part in parts}


async def test_hands_and_tables_are_shown_to_whoever_asks(court: Evening) -> None:
    """/hand, in the bot's DMs as well, for its owner alone, once it is dealt; /table show to a stranger without any."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    await assert_said("refused-not-started", ann.command("hand"))
    await ann.press("start", lobby)
    for guest, told in ((ann, DECK), (bo, DECK), (cy, words("refused-no-tables", newgame="/newgame"))):
        for answer in (await guest.command("hand"), await guest.whisper("hand")):
            assert told in answer.private
    for guest in (ann, cy):
        shown = (await guest.command("table show")).private
        assert words("fortheking-row-board") in shown
        assert (DECK in shown) is (guest is ann)


async def test_command_for_several_tables_asks_which(court: Evening) -> None:
    """Among the tables of a person in the bot's DMs, else among those of its channel; of one there is no choice."""
    ann, bo, cy, *_ = court.guests
    await court.seat(ann, bo)
    garden = court.server.create_text_channel("the-garden")
    await court.settle()
    for guest in (cy, bo):
        await court.seat(ann, guest, channel=garden)
    asked = await ann.whisper("hand")
    assert options(asked) == ["1", "2", "3"]
    shown = await ann.choose(asked, ["2"])
    for answer, number in ((shown, 2), (await cy.command("hand", garden), 2), (await ann.command("hand"), 1)):
        assert DECK in answer.text
        assert f"table {number}" in answer.text
    for command, does in (("show", words("fortheking-row-board")), ("log", "SHA-256"), ("end", "?")):
        asked = await ann.command(f"table {command}", garden)
        assert said("which-title", asked.private)
        assert options(asked) == ["2", "3"]
        shown = await ann.choose(asked, ["3"])
        assert shown.edited
        assert "table 3" in shown.text
        assert does in shown.text


async def test_command_offers_no_table_that_it_refuses(court: Evening) -> None:
    """Of four tables of a channel, one of them open, each is for some to pause, to end, or to free a seat at.

    Who can do so at one alone isn't asked which.
    """
    ann, bo, cy, *_ = court.guests
    mo = moderator(court)
    for guests in ((ann, bo), (bo, ann), (bo, mo)):
        await court.seat(*guests)
    await court.open(bo, ann)
    for guest, name, numbers in ((ann, "pause", "12"), (bo, "end", "234"), (mo, "end", "1234"), (mo, "replace", "12")):
        assert options(await guest.command(f"table {name}")) == [*numbers]
    assert "end" in verbs(await ann.command("table end"))
    await assert_said("pause-wanted", mo.command("table pause"))
    assert (await clock_of(court, 3)).agreed == (mo.id,)
    for name, key in (("end", "not-opener"), ("replace", "not-neutral"), ("pause", "no-tables")):
        await assert_said(f"refused-{key}", cy.command(f"table {name}"))


@pytest.mark.parametrize("status", [Status.OVER, Status.ENDED])
async def test_log_and_table_are_shown_after_the_end(court: Evening, status: Status) -> None:
    """Of the match that ended last where one had a seat, also beside a new lobby; another table is none's log."""
    ann, bo, cy, *_ = court.guests
    for command in ("table show", "table log", "table end", "hand"):
        await assert_said("refused-no-tables", ann.command(command))
    await assert_said("proof-none-over", ann.command("table record"))
    for guests in ((ann, bo), (ann, bo), (bo, cy)):
        await court.seat(*guests)
    for number in (2, 1, 3):
        table = await court.table(number)
        await court.tables.cache.store(table, replace(table.record, status=status))
    for command, does in (("log", "SHA-256"), ("show", words("fortheking-row-board"))):
        for guest, number in ((ann, 1), (bo, 3)):
            shown = (await guest.command(f"table {command}")).private
            assert f"table {number}" in shown
            assert does in shown
    for command, refused in (("log", "refused-no-tables"), ("record", "proof-none-over")):
        watching = await court.guests[-1].command(f"table {command}")
        if status is Status.OVER:
            assert options(watching) == ["1", "2", "3"]
        else:
            assert said(refused, watching.private)
    assert await court.tables.find_finished(FIRST) == []
    await court.open(ann, bo)
    for command in ("log", "show"):
        assert "table 1" in (await ann.command(f"table {command}")).private


@pytest.mark.quick
@EVERY_LANGUAGE
async def test_the_help_has_a_page_for_each_of_its_readers(court: Evening, ann: Guest, locale: str) -> None:
    """Each leads to the others, in the same message, in the language of the reader; in the bot's DMs there are some."""
    await assert_tells("help", ann.whisper("help"))
    tongues(court, {ann: locale})
    answer = await ann.command("help")
    for whom in (*READERS, *reversed(READERS[:-1])):
        shown = await ann.click(answer, f"help:{whom}")
        assert shown.edited
        assert shown.text == language(locale).text(f"help-{whom}", **command_names(locale))


@pytest.mark.quick
async def test_the_readme_lists_every_command_and_no_other(court: Evening, ann: Guest) -> None:
    """By their English names, in its table of commands.

    Those about a channel's tables are offered in servers only: in the bot's DMs one plays alone and finds one's tables.
    """
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `/([a-z ]+)` \|", readme, re.MULTILINE)
    known = [one.qualified_name for one in court.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    assert sorted(listed) == sorted(known)
    offered = ann.member.user.available_commands()
    assert {"hand", "tables", "alone", "newgame oriflamme"} <= set(offered)
    assert not [name for name in offered if name.startswith("table ") or name == "table"]


COMMAND = 2
SUBCOMMAND, STRING = 1, 3


def sub(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """Return a subcommand with its options as Discord sends them."""
    return {"name": name, "type": SUBCOMMAND, "options": list(options)}


@pytest.mark.quick
@pytest.mark.parametrize(
    "command, options",
    [
        ("poker", []),
        ("newgame", [sub("poker")]),
        ("settings", [sub("hand")]),
        ("newgame", [sub("fortheking", {"name": "private", "type": STRING, "value": "fax"})]),
    ],
    ids=["no such command", "no such subcommand", "an option is missing", "a choice that is no more"],
)
async def test_an_outdated_client_is_told_to_reload(
    court: Evening, ann: Guest, caplog: pytest.LogCaptureFixture, command: str, options: list[dict[str, Any]]
) -> None:
    """One private sentence; no apology, nothing in the host's log, and no table."""
    page = await ann.command("help")
    answer = await ann.forge("", page, kind=COMMAND, id="1", name=command, type=1, options=options)
    assert answer.private == words("refused-outdated")
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert not await court.tables.find()


# /tables


def lines(shown: str) -> list[str]:
    """Return the lines that name a table: each links to it."""
    return [line for line in shown.split("\n") if line.startswith("[")]


@EVERY_LANGUAGE
async def test_who_sits_nowhere_is_told_how_to_begin(court: Evening, ann: Guest, locale: str) -> None:
    """With others, alone, learning a game, or with the deal of the day; in the own language."""
    guest, names = ann, command_names(locale)
    tongues(court, {guest: locale})
    listed = await guest.command("tables")
    assert language(locale).text("tables-title") in listed.private
    assert not [name for name in ("newgame", "alone", "learn", "daily") if f"`{names[name]}`" not in listed.private]
    assert not buttons(listed)


async def test_tables_on_every_server_are_listed_with_whose_turn_it_is_and_links(court: Evening, says: Say) -> None:
    """Those that wait for the reader first, each with the way there and since when; a lobby, too."""
    guests = court.guests[:3]
    for _ in range(2):
        await court.seat(*guests, game="oriflamme")
    (guest,) = await deciding(court, 2)
    other = next(one for one in guests if one is not guest)
    await court.open(guest, other, game="oriflamme")
    waiting = [number for number in (1, 2) if await deciding(court, number) == [guest]]
    listed = await guest.command("tables")
    shown = lines(listed.private)
    assert len(shown) == 3
    yours = [line for line in shown if says("tables-yours", table="").strip(": ") in line]
    assert yours == shown[: len(waiting)]
    record = await court.table_record(2)
    assert f"/{record.guild}/{record.channel}/{record.announced.post}" in "\n".join(yours)
    assert all(re.search(r"<t:\d+:R>", line) for line in yours)
    private = await guest.whisper("tables")
    assert lines(private.private) == shown, "the same in the conversation with Herald"
    beside = ids(listed)
    assert len(beside) == len(shown)
    assert beside[: len(yours)] == [f"play:{number}" for number in waiting]
    lobby = await guest.click(listed, "board:3")
    assert f"**{other.name}**" in lobby.text


async def test_the_next_table_that_waits_is_one_press_away(court: Evening) -> None:
    """After an answer, in place of the view; where nothing waits any more that is said.

    The list leads there in its place: to the question where one is waited for, to one's own hand where another is.
    """
    guests = court.guests[:3]
    for _ in range(3):
        await court.seat(*guests, game="oriflamme")
    (guest,) = await deciding(court)
    mine = [number for number in (1, 2, 3) if await deciding(court, number) == [guest]]
    other = next(one for one in guests if one is not guest)
    hand, asking = [
        await one.click(await one.command("tables"), part)
        for one, part in ((other, "hand:1"), (guest, f"play:{mine[0]}"))
    ]
    assert [(each.edited, bool(offered(each))) for each in (hand, asking)] == [(True, False), (True, True)]
    view = asking.message
    for number in mine:
        assert f":{number}:" in offered(view)[0]["custom_id"]
        view = (await party.answer(guest, view)).message
        if number != mine[-1]:
            view = (await guest.press("next", view)).message
    assert "next" not in verbs(view), "no other table waits for the reader, though there are others"
    await assert_tells("refused-nothing-waits", guest.forge("next:1", view))


async def test_tables_at_rest_are_listed_and_old_ones_are_not(court: Evening) -> None:
    """What is over has nothing to answer; what has lost its place waits for /table resume."""
    guests = await court.seat_first(3, game="oriflamme")
    await court.seat(*guests, game="oriflamme")
    await court.tables.end(FIRST, guests[0].id)
    await court.tables.suspend(TableId(2))
    page = (await guests[0].command("tables")).private
    assert [("table 2" in line, "paused" in line) for line in lines(page)] == [(True, True)]
    assert "goes on where you type `/table resume`" in page


async def test_many_tables_stand_on_several_pages(court: Evening, ann: Guest) -> None:
    """As many as a message can hold, and buttons that turn."""
    guest = ann
    for _ in range(30):
        await court.open(guest, game="oriflamme")
    first = await guest.command("tables")
    assert len(lines(first.text)) == LISTED
    assert verbs(first) == [*["board"] * LISTED, "tables"]
    second = await guest.press("tables", first)
    assert len(lines(second.text)) == LISTED
    assert verbs(second)[LISTED:] == ["tables", "tables"], "there and back"
