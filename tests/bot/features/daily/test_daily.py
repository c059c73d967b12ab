"""The deal of the day: the same cards for everybody, played once, closed until the day is over, compared afterwards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import DAY, HOUR
from bot.features.alone.playing import NotRewindable, find_decisions
from bot.features.daily import handlers
from bot.features.daily.deals import (
    DEAL_SEATS,
    Claim,
    DailyDeals,
    Deal,
    Entry,
    Habit,
    Shown,
    State,
    can_be_dealt,
    claimant_hash,
)
from bot.features.privacy import personal
from bot.features.takeback import take_back_token
from bot.interactions.command_texts import command_names
from bot.rivals.thinking import repeatable_choice
from bot.storage.port import Change, Statement
from bot.storage.records import NO_TABLE, Status
from bot.tables.refusals import TableClosed
from bot.tables.table import Table, points_of
from bot.texts.fluent import language
from engine.games import GAMES
from engine.proof import prove
from engine.scene import Seat
from tests.bot.clocked import passes
from tests.bot.interactions.test_forgeries import forgeries
from tests.bot.party import answer, offered, status_of
from tests.bot.sentences import assert_tells
from tests.bot.server import Evening, Guest, text, verbs, warden, words
from tests.bot.shuffling import pledged
from tests.bot.tongues import IN_EVERY_LANGUAGE, Say, everybody_reads
from tests.every import FOR_EVERY_LANGUAGE

DAYS = [pytest.mark.clocked(rival_seconds=0.01), pytest.mark.usefixtures("quick_pars", "two_deals")]
"""The marks of evenings with deals of the day."""

pytestmark = DAYS
GAME = "oriflamme"
TODAY = "2026-01-05"
DEALT = [*GAMES]
CHOSEN = {"shown": "named", "shared": "on"}


async def begin(guest: Guest, game: str = GAME, **chosen: str) -> Table:
    """Let a person begin the deal of the day, who stands in the standings as chosen; return their table."""
    asked = await guest.command("daily", game=game)
    if asked.interaction.modal is not None:
        await guest.fill_in(asked, **{**CHOSEN, **chosen})
    return await mine(guest, game)


async def mine(guest: Guest, game: str = GAME) -> Table:
    """Return a person's table of the deal."""
    court = guest.evening
    deal = await deal_of(court, game)
    return await court.table((await court.storage.choice(Entry, deal.date, game, guest.id)).table)


async def deal_of(court: Evening, game: str = GAME) -> Deal:
    """Return the deal of the day."""
    return await DailyDeals(court.bot.services).deal(game)


async def finish(court: Evening, table: Table, *, otherwise: bool = False) -> Table:
    """Let a game be played to its end by knights; the person's first choice may be another than a knight's."""
    seat, first = table.seat_of(table.record.opener), otherwise

    def choose(match: Any) -> tuple[Seat, Sequence[Any]] | None:
        nonlocal first
        if not match.deciding:
            return None
        asked = match.deciding[0]
        likes = repeatable_choice(match, asked).actions
        if first and asked == seat and len(match.legal[seat]) > 1:
            first = False
            return seat, [next(each for each in match.legal[seat] if each != likes[0])]
        return asked, likes

    return await court.tables.play_all(table.id, choose)


async def play(guest: Guest, *, otherwise: bool = False, **chosen: str) -> Table:
    """Let a person begin the deal of the day, and play it to its end as `finish` does."""
    return await finish(guest.evening, await begin(guest, **chosen), otherwise=otherwise)


async def govern(court: Evening) -> None:
    """Let whoever manages the server choose the channel for standings."""
    await warden(court).govern(board=[court.channel])


async def streak(guest: Guest) -> int:
    """Return on how many days in a row a person has played, as the disk has it."""
    return (await guest.evening.storage.choice(Habit, guest.id)).streak


def standings(court: Evening) -> list[Message]:
    """Return the posts that tell standings."""
    return [each for each in court.public() if "today" in verbs(each)]


async def close_day(court: Evening) -> Message:
    """Let a day pass of a server that has a channel for standings; return the only post that tells them then."""
    await govern(court)
    await passes(court, DAY)
    (post,) = standings(court)
    return post


# The deal


@pytest.mark.parametrize("game", DEALT)
async def test_everybody_plays_the_same_deal_against_the_same_rivals(court: Evening, game: str) -> None:
    """Equal choices make equal games, across restarts, and whoever has the seat; only choices differ."""
    ann, bo, cy = court.guests[:3]
    tables = [await begin(ann, game)]
    await court.restart()
    tables += [await begin(guest, game) for guest in (bo, cy)]
    assert len({repr(each.started_match.state) for each in tables}) == 1
    assert {each.seat_of(each.record.opener) for each in tables} == {tables[0].seat_of(ann.id)}
    assert {sum(one.level == "knight" for one in each.record.sitters) for each in tables} == {DEAL_SEATS - 1}

    ends = [await finish(court, table, otherwise=table is tables[2]) for table in tables]

    logs = [[(each.seat, each.action) for each in await court.storage.log(table.id)] for table in tables]
    assert logs[0] == logs[1] != logs[2]
    assert ends[0].started_match.state == ends[1].started_match.state


@pytest.mark.quick
async def test_secret_of_the_deal_is_drawn_once_and_pledged(court: Evening, ann: Guest) -> None:
    """Not from the date: each day has one of its own, the same for each process, and the page shows its pledge.

    By other rules it is called off.
    """
    page = await ann.command("daily")
    deals = await court.storage.choices(Deal)
    assert len({each.secret for each in deals}) == len({each.game for each in deals}) == len(DEALT)
    days = DailyDeals(court.bot.services)
    assert [await days.deal(GAME)] == [each for each in deals if each.game == GAME]
    table = await begin(ann)
    assert (await pledged(court, int(table.id))).pledge in page.text
    assert all(each.secret.hex() not in page.text for each in deals)

    court.clock.now += DAY
    following = await days.deal(GAME)
    assert following.secret not in {each.secret for each in deals}
    await court.storage.store_choices(replace(following, rules=0))
    assert (await days.deal(GAME)).state is State.OFF


def test_games_that_are_short_enough_have_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player decides 45 times at most, as the game's record says: For the King takes 50, and has none."""
    monkeypatch.undo()
    rules = GAMES[GAME]
    assert {key for key, game in GAMES.items() if can_be_dealt(game)} == {GAME}
    assert can_be_dealt(replace(rules, decisions=45))
    assert not can_be_dealt(replace(rules, decisions=46))
    assert not can_be_dealt(replace(rules, points=None))


# Played once


async def test_damaged_table_hides_no_other_deal(court: Evening, ann: Guest, errors: pytest.LogCaptureFixture) -> None:
    """The page has the other deals, the results and the streak all the same, and says which one can't be read."""
    storage = court.storage
    table = await begin(ann)
    await storage.store_choices(replace(await storage.choice(Habit, ann.id), streak=3, last=TODAY))
    damaged = f"UPDATE tables SET document = 'x' WHERE id = {table.id}"  # noqa: S608 # from this test
    await storage.database.change(Change(Statement(damaged), {}))
    await court.tables.invalidate_all()
    court.bot.preferences.evict()

    page, name = (await ann.command("daily")).text, words(f"{GAME}-name")

    assert all(words(f"{game}-name") in page for game in DEALT)
    assert words("daily-streak", count=3) in page
    assert words("daily-unreadable", game=name) in page
    assert words("daily-waits", game=name) not in page
    assert f"Table {table.id}" in errors.text


@pytest.mark.quick
@IN_EVERY_LANGUAGE
async def test_deal_that_was_put_away_counts_as_begun(court: Evening, ann: Guest, says: Say) -> None:
    """The page says so, and offers no other one; also once the table is deleted, for nobody had moved there."""
    table = await begin(ann)
    game = says(f"{GAME}-name")
    for gone in (court.tables.end(table.id, ann.id), court.tables.delete(table.id)):
        await gone

        page = (await ann.command("daily")).message

        assert says("daily-ended", game=game) in text(page)
        assert says("daily-waits", game=game) not in text(page)
        assert f"deal:{GAME}" not in str(page.components)


@pytest.mark.quick
async def test_standing_is_asked_for_at_the_first_deal(court: Evening, ann: Guest) -> None:
    """Once, whichever deal it is; the command leads back to it, and `/settings daily` changes the standing."""
    table = await begin(ann)
    again = await ann.command("daily", game=GAME)
    assert {"play", "order", "move", "offer"} & {*verbs(again)}
    assert (await mine(ann)).id == table.id
    other = await ann.command("daily", game=next(each for each in DEALT if each != GAME))
    assert other.interaction.modal is None
    await assert_tells(
        "daily-shown-hidden-now", ann.fill_in(await ann.command("settings daily"), shown="hidden", shared="off")
    )
    assert (await court.storage.choice(Habit, ann.id)).shown is Shown.HIDDEN


@pytest.mark.quick
async def test_two_presses_at_once_open_one_table(court: Evening, ann: Guest) -> None:
    """The other one is asked to try again."""
    storage = court.storage
    deal = await deal_of(court)
    await storage.store_choices(Habit(ann.id, Shown.NAMED))
    reserved = Entry(deal.date, GAME, ann.id, since=court.tables.now(), due=deal.due)
    await storage.store_choices(reserved)
    refused = await ann.command("daily", game=GAME)
    assert words("refused-daily-dealt") in refused.text

    # A process that died when the clock was an hour ahead has reserved nothing either.
    await storage.store_choices(replace(reserved, since=reserved.since + HOUR))
    assert (await begin(ann)).status is Status.PLAYING


@pytest.mark.parametrize("ended", [True, False])
async def test_table_that_a_stop_left_is_the_only_one(court: Evening, ann: Guest, *, ended: bool) -> None:
    """Herald died before it kept where the table is: the person is led there.

    Once it is put away or played to its end, the deal has been played.
    """
    storage = court.storage
    table = await begin(ann)
    (entry,), (claim,) = await storage.choices(Entry), await storage.choices(Claim)
    lapsed = replace(entry, table=NO_TABLE, since=entry.since - handlers.RESERVED - 1)
    await storage.store_choices(lapsed, replace(claim, due=None))
    assert (await begin(ann)).id == table.id

    await storage.store_choices(lapsed, replace(claim, due=None))
    letters = len(ann.dms)
    if ended:
        await court.tables.end(table.id, ann.id)
        answer = words(TableClosed.key)
    else:
        points = points_of(await finish(court, table), ann.id)
        answer = words("refused-sealed", points=points, tables="/tables")

    told = (await ann.command("daily", game=GAME)).text

    assert told.strip() == answer
    assert len(await storage.find(known=ann.id, status=Status)) == 1
    assert len(ann.dms) == letters
    assert (await storage.choices(Entry))[0].table == table.id
    assert await storage.choices(Claim) == [claim]


async def test_nothing_is_undone_and_nobody_advises(court: Evening, ann: Guest) -> None:
    """No rewind, no take back, no advice, also not by forged clicks."""
    table = await begin(ann)
    view = ann.dms[-1]
    more = await ann.unfold(view)
    assert not {"rewind", "back", "advice"} & {*verbs(view), *verbs(more)}
    assert not table.record.advice
    seat = table.seat_of(ann.id)
    question = table.started_match.question_id(seat)
    advice = f"advice:{table.id}:{seat}:{question}:knight"
    for forged, key in ((f"rewind:{table.id}", NotRewindable.key), (advice, "refused-no-advice")):
        await assert_tells(key, ann.forge(forged, view))
    assert (await mine(ann)).record == table.record
    with pytest.raises(NotRewindable):
        await find_decisions(court.tables, table, ann.id)
    assert await take_back_token(court.tables, table, table.seat_of(ann.id)) is None


async def test_who_is_forgotten_at_noon_plays_no_second_time(court: Evening, ann: Guest) -> None:
    """A keyed hash stays until the day is over, and nothing else: not when they began, either."""
    storage = court.storage
    table = await play(ann)
    await personal.erase_person(court.tables, ann.id)
    court.bot.preferences.evict(user=ann.id)

    assert await storage.choices(Entry) == []
    assert await storage.find(known=ann.id, status=Status) == []
    (claim,) = await storage.choices(Claim)
    deal = await deal_of(court)
    assert claim == Claim(deal.date, GAME, claimant_hash(deal, ann.id), due=deal.due)
    assert str(ann.id) not in repr(claim)
    await assert_tells("refused-daily-played", ann.fill_in(await ann.command("daily", game=GAME), **CHOSEN))
    assert await status_of(court, table.id) is Status.ENDED

    await passes(court, DAY)
    assert await storage.choices(Claim) == []


# Closed until the day is over


@FOR_EVERY_LANGUAGE
async def test_end_is_sealed_until_the_day_is_over(court: Evening, ann: Guest, locale: str) -> None:
    """Nobody learns more than the own points: no picture, log, replay, record, nor what was hidden, by any click."""
    reader = language(locale)
    everybody_reads(court, locale)
    table = await play(ann)
    assert table.status is Status.SEALED
    points = points_of(table, ann.id)
    sealed = reader.text("refused-sealed", points=points, **command_names(locale))
    view = ann.dms[-1]
    number, told = int(table.id), dict[str, str]()
    for custom_id, values in forgeries(number).items():
        answer = await ann.forge(custom_id, view, values=values)
        told[custom_id] = answer.text.strip()
    # This one looks at no table: it leads to another one.
    assert {each for each, read in told.items() if read != sealed} == {f"next:{number}"}
    page = (await ann.command("daily")).text
    assert reader.text("daily-done", game=reader.text(f"{GAME}-name"), points=points) in page
    told = json.loads(await personal.personal_document(court.tables, ann.id, reader))
    assert {*told["tables"][0]} & {"what you were told", "what you hold"} == set()
    (deal,) = told["deals of the day"]["played"]
    assert (deal["begun"][:10], deal["points"]) == (TODAY, None)
    assert f"replay:{number}" not in str([each.components for each in ann.dms])

    await passes(court, DAY)
    assert await status_of(court, table.id) is Status.OVER
    shown_again = await ann.forge(f"look:{number}", view)
    assert sealed not in shown_again.text
    record = await ann.press("record", shown_again)
    (file,) = record.message.attachments
    verdict = prove(court.env.backend.cdn.get(file["url"]) or b"", GAMES)
    assert (verdict.replayed, verdict.proof.pledge in page) == (True, True)
    assert "record" not in verbs(await ann.forge(f"replay:{number}", view))


async def test_view_is_sealed_once_slow_rivals_end(court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last answer waits for no rival that thinks long: its view is edited once they have ended the game."""
    table = await begin(ann)
    monkeypatch.setattr("bot.interactions.table_views.RIVALS_SECONDS", 0.0)
    monkeypatch.setattr("bot.rivals.playing.AT_ONCE", frozenset())
    while offered(view := ann.dms[-1]):
        await answer(ann, view)
        await court.settle()
    table = await court.table(table.id)
    assert table.status is Status.SEALED
    assert text(view).strip() == words("refused-sealed", points=points_of(table, ann.id), tables="/tables")
