"""The day of a deal is over: results are counted, tables opened, standings posted, once, whatever goes wrong then."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, cast
from unittest.mock import patch

import pytest

from bot.clocks.table_clock import DAY, HOUR
from bot.faces.lobby import rival_names
from bot.features.daily import handlers
from bot.features.daily.deals import KEPT, Claim, Deal, Entry, Habit, Shown, State, document
from bot.features.privacy import personal
from bot.features.replay.view import OPEN
from bot.storage.port import StorageError
from bot.storage.records import Status, TableId
from bot.storage.store import Store
from bot.tables.refusals import NoSuchTable
from bot.tables.table import Table, points_of
from bot.tables.timekeeper import Timekeeper
from bot.texts.fluent import language, locales
from engine import fairness
from engine.games import GAMES
from tests.bot.clocked import goes_round, passes, shown
from tests.bot.features.alone.test_alone import answer
from tests.bot.features.daily.test_daily import (
    DAYS,
    GAME,
    TODAY,
    begin,
    close_day,
    deal_of,
    finish,
    govern,
    play,
    standings,
    streak,
)
from tests.bot.interactions.test_forgeries import forgeries
from tests.bot.party import status_of
from tests.bot.represented import every_other
from tests.bot.sentences import assert_tells
from tests.bot.server import Evening, Guest, buttons, text, verbs, words
from tests.bot.tongues import Say, tongues

(OTHER,) = {*GAMES} - {GAME}
pytestmark = DAYS


async def test_standings_are_posted_once_and_silently(court: Evening, says: Say) -> None:
    """Places, points, the lead over the best rival, pars, and where choices parted; of who agreed, as they want it."""
    ann, bo, cy, dana = court.guests[:4]
    await play(ann)
    await play(bo, shown="unnamed", otherwise=True)
    await play(cy, shown="hidden")
    await begin(dana)
    before = len(court.public())
    post = await close_day(court)
    assert len(court.public()) == before + 1
    page = text(post)
    assert says("daily-standings", date=TODAY) in page
    assert "Ann" in page
    assert says("daily-somebody") in page
    assert not {"Bo", "Cy", "Dana"} & {*page.replace("*", " ").replace(":", " ").split()}
    assert says("daily-par", level=says("level-knight"), points=0)[:12] in page
    assert "↔" in page
    deal = await court.storage.choice(Deal, TODAY, GAME)
    # The pledge follows from the secret: to tell it again would be two lines more on a phone.
    assert deal.secret.hex() in page
    assert fairness.pledge(deal.secret).hex() not in page
    assert not [user for sent in court.record.sent for user in sent.pings]
    entries = {each.user: each for each in await court.storage.choices(Entry)}
    assert {*entries} == {ann.id, bo.id, cy.id}
    assert all(each.points is not None for each in entries.values())

    await passes(court, HOUR)
    await court.restart()
    await goes_round(court)
    assert len(standings(court)) == 1


async def test_unnamed_game_is_looked_at_without_a_name(court: Evening, ann: Guest, bo: Guest, says: Say) -> None:
    """In no page, picture, alt text or refusal that others can have of it; its own person reads the name."""
    table = await play(ann, shown="unnamed")
    post = await close_day(court)
    before = len(court.record.sent)

    eyes = [f"replay:{table.id}:9:{each}" for each in (OPEN, *range(len(table.record.sitters)))]
    await bo.choose(post, [str(table.id)], f"rewatch:{table.id}")
    for custom_id, values in {**forgeries(int(table.id)), **{each: [] for each in eyes}}.items():
        await bo.forge(custom_id, post, values=values)

    read = "\n".join(repr(each.body) for each in court.record.sent[before:])
    assert says("seat-unnamed") in read
    assert not [each for each in ("Ann", str(ann.id)) if each in read]
    assert "Ann" in repr((await ann.forge(f"replay:{table.id}:9", post)).message)


async def test_unnamed_game_hides_its_persons_language(court: Evening, ann: Guest, bo: Guest) -> None:
    """Rivals have names in the language of whoever looks: of few readers of a language one is soon guessed."""
    own, other = sorted(locales(), reverse=True)[:2]
    tongues(court, {ann: own, bo: other})
    table = await play(ann, shown="unnamed")
    post = await close_day(court)

    for guest, reads in (bo, other), (ann, own):
        look = (await guest.forge(f"replay:{table.id}:9", post)).text
        found = {locale for locale in locales() for name in rival_names(language(locale)) if name in look}
        assert found == {reads}


async def test_game_is_open_to_others_as_its_person_wants_now(court: Evening) -> None:
    """Before the end it is as if it weren't there; then who stands nowhere, or shares nothing, is looked at by nobody.

    A change counts for past games, too, until they and their results are forgotten after five weeks.
    """
    ann, bo, cy = court.guests[:3]
    table, shared = await play(ann, shown="hidden"), await play(bo)
    place = await cy.command("daily")

    async def looks(number: TableId = table.id) -> str:
        return (await cy.forge(f"replay:{number}", place)).text

    async def wants(**chosen: str) -> None:
        await ann.fill_in(await ann.command("settings daily"), **chosen)
        await goes_round(court)

    nothing = words(NoSuchTable.key)
    assert (await looks(), await looks(shared.id)) == (nothing, nothing)
    post = await close_day(court)
    (listed,) = [part for part in buttons(post) if "options" in part]
    assert [each["value"] for each in listed["options"]] == [str(shared.id)]
    look = await cy.choose(post, [str(shared.id)], listed["custom_id"])
    assert words("replay-move", move=0, moves=shared.started_match.seq) in look.text
    await assert_tells("refused-unknown", cy.forge(f"film:{shared.id}", post))
    assert ["film" in verbs(await guest.forge(f"look:{shared.id}", post)) for guest in (bo, cy)] == [True, False]

    assert await looks() == nothing
    await wants(shown="named")
    assert "Ann" in await looks()
    await wants(shown="unnamed")
    assert words("seat-unnamed") in await looks()
    await wants(shared="off")
    assert await looks() == nothing
    await wants(shared="on")
    assert words("seat-unnamed") in await looks()
    await passes(court, KEPT + DAY)
    assert await looks() == nothing
    assert await court.storage.choices(Entry) == []
    assert TODAY not in {each.date for each in await court.storage.choices(Deal)}


@pytest.mark.parametrize("written", every_other(range(9)))
async def test_herald_that_stops_at_midnight_counts_and_posts_once(court: Evening, ann: Guest, written: int) -> None:
    """After whichever write: what was posted and not noted is found, hours later."""
    await govern(court)
    table, keep, left = await play(ann), Store.store_choices, written

    async def kept(storage: Store, *chosen: object, **how: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise StorageError("storage-closed")
        await keep(storage, *chosen, **how)

    with patch.object(Store, "store_choices", kept):
        await passes(court, 12 * HOUR + 1)
    court.clock.now += 3 * HOUR
    await court.restart()
    await goes_round(court)
    await shown(court)

    assert len(standings(court)) == 1
    assert await status_of(court, table.id) is Status.OVER
    assert await streak(ann) == 1


async def test_deal_begun_in_the_second_of_midnight_leaves_nothing(court: Evening, ann: Guest) -> None:
    """The day is closed between the reservation and the claim: the table is an ordinary one, and counts nowhere."""
    deals = handlers._new

    async def deals_late(*given: Any) -> Table:
        table = await deals(*given)
        court.clock.now += DAY
        await goes_round(court)
        return table

    await court.storage.store_choices(Habit(ann.id, Shown.NAMED))
    await begin(court.guests[1])
    with patch.object(handlers, "_new", deals_late):
        await ann.command("daily", game=GAME)
    keeper = court.bot.timekeeper
    assert keeper._next is not None
    assert keeper._next <= court.clock.now
    await goes_round(court)

    assert await court.storage.choices(Claim) == []
    assert await court.storage.choices(Entry) == []
    (number,) = [each.id for each in await court.storage.find(user=ann.id)]
    table = await court.table(number)
    assert (table.status, table.record.deal) == (Status.PLAYING, "")


async def test_clock_set_back_after_midnight_opens_no_closed_day(court: Evening, ann: Guest, bo: Guest) -> None:
    """Its deal is known by now, so that nobody begins it; what was counted and posted stays as it is."""
    await govern(court)
    table = await play(ann)
    await passes(court, 12 * HOUR)
    for deal in await court.storage.choices(Deal):
        if deal.date > TODAY:
            await court.storage.store_choices(Deal(deal.date, deal.game))
    await court.storage.store_choices(Habit(bo.id, Shown.NAMED))
    await passes(court, -HOUR)
    await assert_tells("refused-daily-over", bo.command("daily", game=GAME))
    done = words("daily-done", game=words(f"{GAME}-name"), points=points_of(table, ann.id))
    assert done in (await ann.command("daily")).text
    await passes(court, 2 * HOUR)
    assert len(standings(court)) == 1
    assert await streak(ann) == 1
    assert (await begin(bo)).status is Status.PLAYING


async def test_who_is_forgotten_takes_results_and_streak_along(court: Evening, ann: Guest, bo: Guest) -> None:
    """Neither the week's table nor a page knows them afterwards, and the others' standings go on.

    Nobody is shown their game, under the number of the seat either: not from the post, nor by any other click.
    """
    table, _ = [await play(guest) for guest in (ann, bo)]
    post = await close_day(court)
    eyes = [f"replay:{table.id}:9:{each}" for each in (OPEN, *range(len(table.record.sitters)))]
    assert "Ann" in (await bo.forge(eyes[0], post)).text
    assert (await document(court.storage, ann.id))["deals of the day"]["last day"] == TODAY
    await personal.erase_person(court.tables, ann.id)
    court.bot.preferences.evict(user=ann.id)

    looked = [await bo.choose(post, [str(table.id)], f"rewatch:{table.id}")]
    looked += [await bo.forge(custom_id, post) for custom_id in eyes]
    assert {each.text for each in looked} == {words(NoSuchTable.key)}
    assert [each.user for each in await court.storage.choices(Entry)] == [bo.id]
    assert await court.storage.choice(Habit, ann.id) == Habit(ann.id)
    assert "🔥" not in (await ann.command("daily")).text
    await play(bo)
    await passes(court, DAY)
    assert "Ann" not in text(standings(court)[-1])
    assert await streak(bo) == 2


async def renew(court: Evening) -> None:
    """Restart the bot as a version whose rules of the game are new, and whose states are as they were."""
    old, another = GAMES[GAME], cast("Any", court.another)
    newer = replace(old, version=old.version + 1, migrations={**old.migrations, old.version: dict})
    court.another = partial(another, games={**GAMES, GAME: newer})
    await court.restart()


async def test_rules_renewed_at_noon_are_told_to_who_plays(court: Evening, ann: Guest, says: Say) -> None:
    """By the next private view, once, and to whoever asks for the deal; midnight counts nothing of it.

    Other deals stand. The streak goes on: tomorrow it is one day longer.
    """
    await play(ann)
    await passes(court, DAY)
    table = await begin(ann)
    other = await deal_of(court, OTHER)
    await renew(court)
    storage = court.storage

    told = says("refused-daily-off")
    first = await answer(ann, ann.dms[-1])
    assert told in first.text
    assert told in (await ann.unfold(first)).text
    assert told not in (await answer(ann, ann.dms[-1])).text
    assert told in (await ann.command("daily", game=GAME)).text
    page = (await ann.command("daily")).message
    assert f"deal:{GAME}" not in str(page.components)
    assert "🔥" in text(page)
    assert (await storage.choice(Deal, other.date, GAME)).state is State.OFF
    assert await storage.choice(Deal, other.date, OTHER) == other
    await finish(court, await court.table(table.id))
    await passes(court, DAY)

    assert [each.date for each in await storage.choices(Entry)] == [TODAY]
    await play(ann)
    await passes(court, DAY)
    assert await streak(ann) == 2


@pytest.mark.parametrize("played", [False, True])
async def test_deal_is_counted_if_the_old_rules_made_it(court: Evening, ann: Guest, bo: Guest, *, played: bool) -> None:
    """An update just before midnight: what was played by the old rules counts, unless somebody went on by the new."""
    await govern(court)
    await play(ann)
    table = await begin(bo)
    with patch.object(Timekeeper, "_start_duties", lambda *_: None):
        await renew(court)
        if played:
            await finish(court, await court.table(table.id))
    await passes(court, DAY)

    deal = await court.storage.choice(Deal, TODAY, GAME)
    assert deal.state is (State.OFF if played else State.OVER)
    assert deal.pars == ()
    assert [each.user for each in await court.storage.choices(Entry)] == ([] if played else [ann.id])
    assert len(standings(court)) == (not played)
