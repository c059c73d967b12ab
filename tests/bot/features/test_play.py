"""/play: a seat at the readiest table of a server that suits, or a new one that one press fills with rivals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.features.play import Wish, by_readiness
from bot.storage.records import NO_USER, Sitter, Status, TableId, TableRecord
from bot.texts.fluent import language
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import assert_said, said
from tests.bot.server import Evening, Guest, buttons, verbs
from tests.bot.tongues import tongues

HERE, ELSEWHERE = 20, 21


def lobby(number: int, people: int = 1, channel: int = HERE, **starting: Any) -> TableRecord:
    """Return an open table of For the King with so many people, which waits for four, and begins as told."""
    sitters = tuple(Sitter(user, f"Guest {user}") for user in range(1, people + 1))
    clock = TableClock(TimeControl(DAY), starting=StartCondition(4, **starting))
    return TableRecord(TableId(number), "fortheking", 10, channel, 1, None, Status.LOBBY, sitters, clock=clock)


def test_table_that_waits_for_fewest_people_comes_first() -> None:
    """Of those alike one of this channel, then the oldest; what its opener alone begins may take a while."""
    tables = [lobby(1), lobby(2, 3, ELSEWHERE), lobby(3, 3), lobby(4, 3), lobby(5, 4, by_hand=True), lobby(6, 4)]
    assert [table.id for table in by_readiness(tables, HERE)] == [6, 3, 4, 5, 2, 1]


def test_wish_is_compared_with_game_pace_and_company() -> None:
    """What isn't said is left open; rivals that sit there or will come are company."""
    with_rival = replace(lobby(3), sitters=(Sitter(1, "Ann"), Sitter(NO_USER, "Wren", level="squire")))
    tables = lobby(1), lobby(2, fill="knight"), with_rival
    suiting = {
        Wish(): [1, 2, 3],
        Wish("fortheking", "day", rivals=False): [1],
        Wish("oriflamme"): [],
        Wish(pace="week"): [],
        Wish(rivals=True): [2, 3],
    }
    assert {wish: [table.id for table in tables if wish.suits(table)] for wish in suiting} == suiting


@EVERY_LANGUAGE
async def test_player_is_seated_at_readiest_table(court: Evening, locale: str) -> None:
    """And told where it is, when it begins, and the pledge; who types it again is led there. A full one is passed over.

    A table that its opener begins waits for less than any other one.
    """
    ann, bo, cy, dana, *others = court.guests
    tongues(court, {dana: locale}, server=locale)
    await court.open(ann)
    await court.open(bo, cy)
    await court.open(ann, *others, begins="by-hand")
    answer = await dana.command("play")
    told = language(locale).text
    seat = {"table": "2", "game": told("fortheking-name"), "link": "", "begins": ""}
    assert told("play-seated", **seat).strip(" .:") in answer.private
    assert told("word-offer") in answer.private
    assert f"/{court.channel.id}/" in answer.private
    assert [sitter.user for sitter in (await court.table_record(2)).sitters] == [bo.id, cy.id, dana.id]
    again = await dana.command("play")
    assert told("play-sits", **seat).strip(" .:") in again.private
    assert "fill" not in verbs(again)
    assert len((await court.table_record(1)).sitters) == 1


async def test_game_begins_with_rivals_by_one_press(court: Evening, ann: Guest, bo: Guest) -> None:
    """Where nothing is open /play opens a table; rivals take the seats it still waits for."""
    opened = await ann.command("play", game="oriflamme")
    assert said("newgame-opened", opened.private)
    await bo.press("join")
    begun = await ann.press("fill", opened)
    record = await court.table_record()
    assert record.status is Status.PLAYING
    assert [sitter.level for sitter in record.sitters] == [None, None, "knight", "knight"]
    assert len({sitter.name for sitter in record.sitters}) == len(record.sitters)
    assert said("newgame-begun", begun.result.followups[0].content)
    assert record.pledged is not None
    assert record.pledged.pledge in begun.result.followups[0].content

    await court.open(ann)
    wished = await bo.command("play", game="fortheking", rivals=True)
    assert said("newgame-begun", wished.private), "a table with people alone doesn't suit"
    record = await court.table_record(3)
    assert record.status is Status.PLAYING
    assert [sitter.level is None for sitter in record.sitters] == [True, False, False, False]


@pytest.mark.quick
async def test_game_is_asked_for_where_none_is_open(court: Evening, ann: Guest, bo: Guest) -> None:
    """A button a game; the pace that was chosen stays chosen.

    A forged click opens nothing, and only its opener fills a table.
    """
    asked = await ann.command("play", pace="week")
    assert said("play-which", asked.private)
    assert [str(each["custom_id"]) for each in buttons(asked)] == [
        "open:fortheking:week",
        "open:oriflamme:week",
    ]
    await ann.click(asked, "open:oriflamme:week")
    record = await court.table_record()
    assert (record.game, record.clock.terms.pace if record.clock else 0) == ("oriflamme", 7 * DAY)

    for custom_id in ("open:chess:usual", "open:oriflamme:never"):
        await assert_said("refused-unknown", bo.forge(custom_id))
    await assert_said("refused-not-opener", bo.forge("fill:1"))
    assert len((await court.table_record()).sitters) == 1
    assert not await court.tables.find(user=bo.id)


@pytest.mark.quick
async def test_table_of_hidden_channel_is_not_told_of(court: Evening, ann: Guest, bo: Guest) -> None:
    """Who may not read a channel is not seated there, and learns of nothing in it."""
    nobody = discord.PermissionOverwrite(view_channel=False)
    assert court.bot.user is not None
    hidden = court.server.create_text_channel(
        "council",
        overwrites={
            court.server.default_role: nobody,
            ann.member: discord.PermissionOverwrite(view_channel=True, send_messages=True),
            court.bot.user: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        },
    )
    await court.open(ann, channel=hidden)
    await assert_said("newgame-opened", bo.command("play", game="fortheking"))
    assert len((await court.table_record(1)).sitters) == 1
