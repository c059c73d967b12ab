"""/tables: where somebody sits on every server, whose turn it is there; and the way to each table."""

from __future__ import annotations

import re

import pytest

from bot.faces.own_tables import LISTED
from bot.interactions.command_texts import command_names
from bot.storage.records import TableId
from bot.texts.fluent import language
from tests.bot.party import answer, deciding, ids, offered
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Evening, buttons, verbs, words
from tests.bot.tongues import tongues

pytestmark = pytest.mark.seed(3)


def lines(shown: str) -> list[str]:
    """Return the lines that name a table: each links to it."""
    return [line for line in shown.split("\n") if line.startswith("[")]


@EVERY_LANGUAGE
async def test_who_sits_nowhere_is_told_how_to_begin(court: Evening, locale: str) -> None:
    """With others, alone, learning a game, or with the deal of the day; in the own language."""
    guest, names = court.guests[0], command_names(locale)
    tongues(court, {guest: locale})
    listed = await guest.command("tables")
    assert language(locale).text("tables-title") in listed.private
    assert not [name for name in ("newgame", "alone", "learn", "daily") if f"`{names[name]}`" not in listed.private]
    assert not buttons(listed)


@EVERY_LANGUAGE
async def test_tables_on_every_server_are_listed_with_whose_turn_it_is_and_links(court: Evening, locale: str) -> None:
    """Those that wait for the reader first, each with the way there and since when; a lobby, too."""
    guests = court.guests[:3]
    tongues(court, dict.fromkeys(guests, locale))
    for _ in range(2):
        await court.seat(*guests, game="oriflamme")
    (guest,) = await deciding(court, 2)
    other = next(one for one in guests if one is not guest)
    await court.open(guest, other, game="oriflamme")
    waiting = [number for number in (1, 2) if await deciding(court, number) == [guest]]
    listed = await guest.command("tables")
    shown = lines(listed.private)
    said = language(locale)
    assert len(shown) == 3
    yours = [line for line in shown if said.text("tables-yours", table="").strip(": ") in line]
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
        view = (await answer(guest, view)).message
        if number != mine[-1]:
            view = (await guest.press("next", view)).message
    assert "next" not in verbs(view), "no other table waits for the reader, though there are others"
    refused = await guest.forge("next:1", view)
    assert words("refused-nothing-waits") in refused.text


async def test_tables_at_rest_are_listed_and_old_ones_are_not(court: Evening) -> None:
    """What is over has nothing to answer; what has lost its place waits for /table resume."""
    guests = await court.seat_first(3, game="oriflamme")
    await court.seat(*guests, game="oriflamme")
    await court.tables.end(TableId(1), guests[0].id)
    await court.tables.suspend(TableId(2))
    shown = lines((await guests[0].command("tables")).private)
    assert [("table 2" in line, "paused" in line) for line in shown] == [(True, True)]


async def test_many_tables_stand_on_several_pages(court: Evening) -> None:
    """As many as a message can hold, and buttons that turn."""
    guest = court.guests[0]
    for _ in range(30):
        await court.open(guest, game="oriflamme")
    first = await guest.command("tables")
    assert len(lines(first.text)) == LISTED
    assert verbs(first) == [*["board"] * LISTED, "tables"]
    second = await guest.press("tables", first)
    assert len(lines(second.text)) == LISTED
    assert verbs(second)[LISTED:] == ["tables", "tables"], "there and back"
