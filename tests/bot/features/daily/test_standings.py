"""Standings of the deal of the day: places, the week, days in a row, where choices parted, who is called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import pytest

from bot.clocks.table_clock import DAY, HOUR
from bot.faces.components import LAYOUT_TEXT
from bot.features.daily import view
from bot.features.daily.closing import PAR_LEVELS, TRIES
from bot.features.daily.deals import DailyDeals, Deal, Entry, Habit, Par, Shown, State, shift_date
from bot.features.daily.rankings import (
    MOST_MOMENTS,
    DivergentMoment,
    Week,
    decisions,
    margin,
    moments,
    rank_entries,
    streak,
    week,
)
from bot.rivals.thinking import Thinkers, ThinkingLost, repeatable_choice
from bot.storage.records import Delivery, Logged, TableId
from bot.texts.fluent import language
from engine.agents.agent import Advice
from engine.games import GAMES
from engine.games.oriflamme.actions import Back
from engine.match import Match
from engine.scene import Seat, say
from tests.bot.announce.test_troubles import deny
from tests.bot.clocked import NIGHT, passes
from tests.bot.features.daily.test_daily import DAYS, TODAY, close_day, govern, play, standings
from tests.bot.features.test_follows import follow
from tests.bot.limits import TEXT, walk
from tests.bot.restless import logged
from tests.bot.server import Evening, Guest, text, warden, words
from tests.bot.tongues import IN_EVERY_LANGUAGE, Say
from tests.contract.walks import AnyMatch, AnyMove
from tests.every import FOR_EVERY_LANGUAGE

pytestmark = DAYS
NAMED = {user: Habit(user, Shown.NAMED) for user in range(1, 9)}


def result(user: int, points: int, ahead: int = 0, date: str = TODAY, game: str = "oriflamme") -> Entry:
    """Return what somebody has reached."""
    return Entry(date, game, user, name=f"Guest {user}", points=points, lead=ahead)


def test_equal_results_share_a_place() -> None:
    """Points count first, then the lead over the best rival.

    Somebody may stand there without a name, or not at all; who never said so doesn't.
    """
    ranked = rank_entries([result(1, 10), result(2, 12, 3), result(3, 12, 3), result(4, 12, 5), result(5, 2)], NAMED)
    assert [(each.place, each.entry.user) for each in ranked] == [(1, 4), (2, 2), (2, 3), (4, 1), (5, 5)]
    assert (margin((7, 3, 9), 0), margin((7, 3, 9), 2)) == (-2, 2)

    habits = NAMED | {2: Habit(2, Shown.UNNAMED), 3: Habit(3, Shown.HIDDEN), 4: Habit(4)}
    ranked = rank_entries([result(user, user) for user in range(1, 5)], habits)
    assert [(each.entry.user, each.name) for each in ranked] == [(2, None), (1, "Guest 1")]


@FOR_EVERY_LANGUAGE
def test_week_counts_whom_one_has_beaten(locale: str) -> None:
    """As bridge clubs do: one for each who stands below, a half for each who is equal, over all deals of seven days.

    A half is written as one, in any language; a week in which nobody met anybody has no table.
    """
    entries = [result(1, 9), result(2, 5), result(3, 5), result(4, 2), result(4, 99, date=shift_date(TODAY, -7))]
    entries += [result(user, user, game="fortheking") for user in (1, 2)]
    assert week(entries, NAMED, TODAY) == [
        Week(1, "Guest 1", 2, 3.0),
        Week(2, "Guest 2", 2, 2.5),
        Week(3, "Guest 3", 1, 1.5),
        Week(4, "Guest 4", 1, 0.0),
    ]

    reader, table = language(locale), week([result(1, 5), result(2, 5), result(3, 9)], NAMED, TODAY)
    assert [(each.place, each.name) for each in table] == [(1, "Guest 3"), (2, "Guest 1"), (2, "Guest 2")]
    assert "2 · **Guest 2**: ½, " in "\n".join(view.standings(TODAY, [], table, reader).blocks)
    alone = week([result(1, 5), result(2, 5, game="fortheking")], NAMED, TODAY)
    assert alone == []
    assert reader.text("daily-week") not in str(view.standings(TODAY, [], alone, reader).blocks)


def test_streak_skips_days_that_were_called_off() -> None:
    """Nobody loses one for what nobody could play."""
    habit, yesterday = Habit(1, Shown.NAMED, streak=3, last=shift_date(TODAY, -2)), shift_date(TODAY, -1)
    for off, days in (({yesterday}, 3), ((), 0)):
        assert streak(habit, TODAY, off) == days


def test_choices_are_compared_where_frames_were_equal() -> None:
    """Whoever went another way before isn't compared; the moment names the question and who chose what."""
    alike, other = (decisions(match, Seat(0), log) for match, log in (_played(), _played(otherwise=True)))
    found = moments([alike, alike, other])
    assert found
    assert sorted(count for _, count in found[0].choices) == [1, 2]
    assert moments([alike, alike]) == []


def test_choices_that_were_thought_over_count_once() -> None:
    """Who chose a card and then *Choose another card* is compared by the card that was laid, not by the detour."""
    straight, over = (decisions(match, Seat(0), log) for match, log in (_played(), _played(over=True)))
    assert (over[0].key, over[0].chosen) == (straight[0].key, straight[0].chosen)
    assert "oriflamme-option-back" not in {each.chosen.key for each in over}


def _played(*, otherwise: bool = False, over: bool = False) -> tuple[AnyMatch, list[Logged]]:
    """Return a match of knights with its log.

    The first seat's first choice may be another one, or be preceded by one that is thought `over`.
    """
    match: AnyMatch = replace(Match.start(GAMES["oriflamme"], 3, bytes(32)), duplicate=True)
    moves = list[AnyMove]()
    while match.deciding:
        seat = match.deciding[0]
        steps: list[Sequence[Any]] = [repeatable_choice(match, seat).actions]
        if (otherwise or over) and seat == 0:
            other = next((each,) for each in match.legal[seat] if each != steps[0][0])
            steps = [other] if otherwise else [other, (Back(),), *steps]
            otherwise = over = False
        for step in steps:
            match, made = match.play(seat, step)
            moves += made
    return match, logged(moves)


@FOR_EVERY_LANGUAGE
def test_largest_standings_fit_a_message(locale: str) -> None:
    """With as many results, pars, moments, games to look at, and lines of a week as there can be; the secrets stay."""
    pars = tuple(Par(level, 100, 10) for level in PAR_LEVELS)
    chosen = tuple((say("fortheking-name"), 10) for _ in range(8))
    parted = tuple(DivergentMoment(move, say("oriflamme-name"), chosen) for move in range(MOST_MOMENTS))
    habits = {user: Habit(user, Shown.NAMED, shared=True) for user in range(1, 60)}
    told, entries = list[view.Standings](), list[Entry]()
    for number, game in enumerate(GAMES):
        deal = Deal(TODAY, game, bytes([number] * 32), 1, State.OVER, pars)
        entries = [replace(result(user, user), name="W" * 32, table=TableId(user + 100 * number)) for user in habits]
        told.append(view.Standings(deal, rank_entries(entries, habits), {each.table for each in entries}, parted))
    page = view.standings(TODAY, told, week(entries, habits, TODAY), language(locale))
    # Discord numbers the lines of a list by itself: of equal places it would make others.
    assert not re.search(r"^\d+\. ", "\n".join(page.blocks), re.MULTILINE)
    blocks = [part["content"] for part in walk(page.components()) if part["type"] == TEXT]
    assert sum(map(len, (*page.blocks, *page.tail))) > LAYOUT_TEXT
    assert sum(map(len, blocks)) <= LAYOUT_TEXT
    assert all(each.deal.secret.hex() in blocks[-1] for each in told)
    assert len(page.rows) <= 5
    lists = [part for row in page.rows for part in row if "options" in part]
    assert len({part["custom_id"] for part in lists}) == len(lists) == 2 * len(GAMES)
    assert [len(part["options"]) for part in lists] == [25] * len(lists)
    assert len({each["value"] for part in lists[:2] for each in part["options"]}) == 50


async def calls_of(guest: Guest) -> list[str]:
    """Return the standings to which somebody was called, in the channel or by DM, oldest first."""
    court = guest.evening
    pinged = [sent.message for sent in court.record.sent if guest.id in sent.pings]
    posts = [each for each in court.public() if each.id in pinged]
    return [text(each) for each in [*posts, *guest.dms] if "🔔" in text(each)]


@pytest.mark.parametrize("way", Delivery)
async def test_follower_is_called_to_the_standings(court: Evening, way: Delivery) -> None:
    """In the channel or by DM, as they want it; nobody else is.

    In quiet hours as they end: once, also after a restart; who follows no more by then isn't called.
    """
    ann, bo, cy, dana, eve = court.guests[:5]
    await govern(court)
    for guest in (bo, cy, dana, eve):
        assert words(f"daily-follow-{way}-now") in await follow(guest, way, "daily")
    for guest in (bo, cy):
        await guest.prefer(**NIGHT)
    await play(ann)

    post = await close_day(court)
    assert "<@" not in text(post)
    assert [len(await calls_of(guest)) for guest in (ann, bo, cy, dana, eve)] == [0, 0, 0, 1, 1]
    called = [user for sent in court.record.sent for user in sent.pings]
    assert sorted(called) == ([dana.id, eve.id] if way is Delivery.CHANNEL else [])
    await follow(cy, way)
    await court.restart()
    for _ in range(2):
        await passes(court, 8 * HOUR)

    (told,) = await calls_of(bo)
    assert TODAY in told
    assert told.endswith(f"/{post.id}")
    assert [len(await calls_of(guest)) for guest in (cy, dana, eve)] == [0, 1, 1]


@IN_EVERY_LANGUAGE
async def test_own_page_tells_the_streak_and_seven_results(court: Evening, ann: Guest, says: Say) -> None:
    """The newest first, each with the lead over the best rival; of somebody else's nothing."""
    await court.storage.store_choices(Habit(ann.id, Shown.HIDDEN, streak=4, last=shift_date(TODAY, -1)))
    entries = [result(ann.id, 20 + day, day - 5, date=shift_date(TODAY, -day)) for day in range(1, 10)]
    await court.storage.store_choices(*entries, result(court.guests[1].id, 99, date=shift_date(TODAY, -1)))

    page = (await ann.command("daily")).text

    assert says("daily-streak", count=4) in page
    name = says("oriflamme-name")
    found = [page.find(says("daily-result", date=each.date, game=name, points=each.points or 0)) for each in entries]
    assert found[:7] == sorted(found[:7])
    assert [at >= 0 for at in found] == [True] * 7 + [False] * 2
    assert says("daily-behind", count=4) in page
    assert says("daily-level") in page
    assert "99" not in page.partition(says("daily-past"))[2].partition("🔒")[0]


async def duels(court: Evening, *waits: float) -> None:
    """Let two people play the deals of some days, each so long after the one before, and differently."""
    for wait in waits:
        court.clock.now += wait
        for guest in court.guests[:2]:
            await play(guest, otherwise=guest is court.guests[1])
        await passes(court, DAY)


@pytest.mark.parametrize("state", [None, State.OFF, State.RUNNING, State.OVER])
async def test_monday_tells_the_week(court: Evening, state: State | None) -> None:
    """With the standings of Sunday, of all days; on no other day.

    Where nobody played its deal, or it was called off, or never drawn, the week has a post of its own, once.
    """
    await govern(court)
    await duels(court, 0, 4 * DAY)
    storage, sunday, played = court.storage, shift_date(TODAY, 6), state is State.OVER
    if played:
        await duels(court, 0)
    else:
        deal = await storage.choice(Deal, sunday, "oriflamme")
        await storage.store_choices(replace(deal, state=state) if state else Deal(sunday, "oriflamme"))
        await passes(court, DAY)
    await passes(court, DAY)

    *days, monday = map(text, standings(court))
    week = words("daily-week")
    assert len(days) == 2
    assert not any(week in day for day in days)
    assert f"{2 + played} deals" in monday.partition(week)[2]
    assert (words("daily-standings", date=sunday) in monday) is played


def test_days_begin_in_the_zone_of_the_host() -> None:
    """A day of 23 or 25 hours included."""
    kyiv, utc = (DailyDeals(Mock(games={}, zone=ZoneInfo(name))) for name in ("Europe/Kyiv", "UTC"))
    assert kyiv.end_of("2026-03-29") - kyiv.end_of("2026-03-28") == 23 * 3600
    assert utc.end_of("2026-01-05") == 1_767_657_600.0


@pytest.mark.parametrize("fails", [1, 99])
async def test_par_that_cannot_be_found_is_left_out(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, fails: int
) -> None:
    """It is looked for some times; then the day has its standings without it, and with the other one.

    A champion whose process is lost in the middle of a match has no par with a knight's moves in it.
    """
    left, presses = fails, 0

    async def advises(_: Thinkers, match: Match[Any, Any], seat: Seat, __: str) -> Advice[Any]:
        nonlocal left, presses
        presses += 1
        if left > 0 and presses % 3 == 0:
            left -= 1
            raise ThinkingLost
        return repeatable_choice(match, seat)

    await play(ann)
    monkeypatch.setattr("bot.features.daily.closing.PAR_LEVELS", ("knight", "champion"))
    monkeypatch.setattr(Thinkers, "own_advice", advises)
    post = await close_day(court)
    knight, champion = (words(f"level-{level}") for level in ("knight", "champion"))
    assert knight in text(post)
    assert (champion in text(post)) is (fails == 1)
    assert left == (99 - TRIES if fails == 99 else 0)


@pytest.mark.quick
async def test_place_that_refuses_standings_is_told(court: Evening, says: Say) -> None:
    """To those who choose it, and to those who look at the settings once the channel is gone: nothing comes there."""
    dungeon = deny(court, "send_messages")
    await court.settle()
    shown = await warden(court).govern(board=[dungeon])
    facts = {"channel": f"<#{dungeon.id}>", "permissions": (says("permission-send-messages"),)}
    assert says("daily-board-lacking", **facts, count=1) in shown.text
    court.env.backend.delete_channel(dungeon.id)
    await court.settle()
    shown = await warden(court).command("settings server")
    assert says("daily-board-lacking", **facts, count=0) in shown.text
