"""/play: a seat at the readiest table of a server that suits, or a new one that one press fills with rivals."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.features.play import Wish, by_readiness
from bot.storage.records import NO_TABLE, NO_USER, Sitter, Status, TableId, TableRecord
from bot.texts.fluent import language
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import assert_said, said
from tests.bot.server import Evening, buttons, verbs
from tests.bot.tongues import tongues

HERE, ELSEWHERE = 20, 21


def lobby(number: int, people: int = 1, *, channel: int = HERE, starting: StartCondition | None = None) -> TableRecord:
    """Return an open table of For the King with so many people, which waits for four unless told otherwise."""
    sitters = tuple(Sitter(user, f"Guest {user}") for user in range(1, people + 1))
    clock = TableClock(TimeControl(DAY), starting=starting or StartCondition(4))
    new = TableRecord(NO_TABLE, "fortheking", 10, channel, 1, None, Status.LOBBY, sitters, clock=clock)
    return replace(new, id=TableId(number))


def test_table_that_waits_for_fewest_people_comes_first() -> None:
    """Of those alike one of this channel, then the oldest; what its opener alone begins may take a while."""
    by_hand = lobby(5, 4, starting=StartCondition(4, by_hand=True))
    tables = [lobby(1), lobby(2, 3, channel=ELSEWHERE), lobby(3, 3), lobby(4, 3), by_hand, lobby(6, 4)]
    assert [table.id for table in by_readiness(tables, HERE)] == [6, 3, 4, 5, 2, 1]


FILLING = lobby(1, starting=StartCondition(4, fill="knight"))
WITH_RIVAL = replace(lobby(1), sitters=(*lobby(1).sitters, Sitter(NO_USER, "Wren", level="squire")))


@pytest.mark.parametrize(
    ("wish", "table", "suits"),
    [
        (Wish(), lobby(1), True),
        (Wish("fortheking", "day", rivals=False), lobby(1), True),
        (Wish("oriflamme"), lobby(1), False),
        (Wish(pace="week"), lobby(1), False),
        *((Wish(rivals=True), table, table != lobby(1)) for table in (lobby(1), FILLING, WITH_RIVAL)),
        *((Wish(rivals=False), table, False) for table in (FILLING, WITH_RIVAL)),
    ],
)
def test_wish_is_compared_with_game_pace_and_company(wish: Wish, table: TableRecord, *, suits: bool) -> None:
    """What isn't said is left open; rivals that sit there or will come are company."""
    assert wish.suits(table) is suits


@EVERY_LANGUAGE
async def test_player_is_seated_at_readiest_table(court: Evening, locale: str) -> None:
    """And told where it is, when it begins, and the pledge; who types it again is led there."""
    ann, bo, cy, dana, *_ = court.guests
    tongues(court, {dana: locale}, server=locale)
    await court.open(ann)
    await court.open(bo, cy)
    answer = await dana.command("play")
    told = language(locale).text
    seat = {"table": "2", "game": told("fortheking-name"), "link": "", "begins": ""}
    assert told("play-seated", **seat).strip(" .:") in answer.private
    assert told("word-offer") in answer.private
    assert f"/{court.channel.id}/" in answer.private
    assert [sitter.user for sitter in (await court.table(2)).record.sitters] == [bo.id, cy.id, dana.id]
    again = await dana.command("play")
    assert told("play-sits", **seat).strip(" .:") in again.private
    assert "fill" not in verbs(again.message)
    assert len((await court.table(1)).record.sitters) == 1


async def test_game_begins_with_rivals_by_one_press(court: Evening) -> None:
    """Where nothing is open /play opens a table; rivals take the seats it still waits for."""
    ann, bo, *_ = court.guests
    opened = await ann.command("play", game="oriflamme")
    assert said("newgame-opened", opened.private)
    await bo.press("join")
    begun = await ann.press("fill", opened.message)
    record = (await court.table()).record
    assert record.status is Status.PLAYING
    assert [sitter.level for sitter in record.sitters] == [None, None, "knight", "knight"]
    assert len({sitter.name for sitter in record.sitters}) == len(record.sitters)
    assert said("newgame-begun", begun.result.followups[0].content)
    assert record.pledged is not None
    assert record.pledged.pledge in begun.result.followups[0].content

    await court.open(ann)
    wished = await bo.command("play", game="fortheking", rivals=True)
    assert said("newgame-begun", wished.private), "a table with people alone doesn't suit"
    record = (await court.table(3)).record
    assert record.status is Status.PLAYING
    assert [sitter.level is None for sitter in record.sitters] == [True, False, False, False]


@pytest.mark.quick
async def test_game_is_asked_for_where_none_is_open(court: Evening) -> None:
    """A button a game; the pace that was chosen stays chosen."""
    ann, *_ = court.guests
    asked = await ann.command("play", pace="week")
    assert said("play-which", asked.private)
    assert [str(each["custom_id"]) for each in buttons(asked.message)] == [
        "open:fortheking:week",
        "open:oriflamme:week",
    ]
    await ann.click(asked.message, "open:oriflamme:week")
    record = (await court.table()).record
    assert (record.game, record.clock.terms.pace if record.clock else 0) == ("oriflamme", 7 * DAY)


@pytest.mark.quick
async def test_table_of_hidden_channel_is_not_told_of(court: Evening) -> None:
    """Who may not read a channel is not seated there, and learns of nothing in it."""
    ann, bo, *_ = court.guests
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
    assert len((await court.table(1)).record.sitters) == 1


@pytest.mark.quick
async def test_full_table_is_passed_over(court: Evening) -> None:
    """The next one that suits is taken."""
    ann, bo, cy, dana, eve, finn, gus, *_ = court.guests
    await court.open(ann, bo, cy, dana, eve, begins="by-hand")
    await court.open(finn)
    await assert_said("play-seated", gus.command("play"))
    assert gus.id in [sitter.user for sitter in (await court.table(2)).record.sitters]


@pytest.mark.quick
async def test_forged_click_is_refused(court: Evening) -> None:
    """Nothing is opened, and only its opener fills a table."""
    ann, bo, *_ = court.guests
    shown = await court.open(ann)
    for custom_id, refusal in (
        ("open:chess:usual", "refused-unknown"),
        ("open:oriflamme:never", "refused-unknown"),
        ("fill:1", "refused-not-opener"),
    ):
        await assert_said(refusal, bo.forge(custom_id, shown))
    assert len((await court.table()).record.sitters) == 1
    assert not await court.tables.find(user=bo.id)
