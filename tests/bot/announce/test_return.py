"""Coming back: whoever was away, was played for or has a new seat reads what they missed, whether asked or not."""

from __future__ import annotations

import pytest

from bot.clocks.table_clock import DAY, HOUR
from tests.bot.clocked import asked, away, one_turn, passes, shown
from tests.bot.party import leave
from tests.bot.server import Evening, Guest, text, verbs
from tests.bot.tongues import everybody_reads, words
from tests.every import FOR_EVERY_LANGUAGE

pytestmark = pytest.mark.clocked(rival_seconds=3600.0)


async def seated(court: Evening, locale: str, people: int = 2, **options: str) -> list[Guest]:
    """Let some people who all read a language, as everybody does, sit down and begin; return them."""
    everybody_reads(court, locale)
    return await court.seat_first(people, **options)


async def played_for(guest: Guest) -> None:
    """Let somebody's time run out, and a rival play for them until others are asked."""
    court = guest.evening
    await passes(court, 4 * DAY + 60)
    while await asked(court) is guest:
        await passes(court, 2 * HOUR + 60)


def recap(locale: str, seen: str) -> bool:
    """Tell whether somebody reads what they have missed: since the own last move, or all who never made one by hand."""
    return any(words(locale, key) in seen for key in ("since-title", "since-begun"))


@FOR_EVERY_LANGUAGE
async def test_who_comes_back_from_a_rivals_care_and_is_not_asked_reads_what_happened(
    court: Evening, locale: str
) -> None:
    """Until the own next move: then they are back, and the hand is the hand; so it is for who was there."""
    await seated(court, locale)
    late = await asked(court)
    await played_for(late)
    for button in ("hand", "play"):
        assert recap(locale, (await late.press(button)).private)
    there = await asked(court)
    assert there is not late
    assert not recap(locale, (await there.press("hand")).private)
    while await asked(court) is not late:
        await one_turn(await asked(court))
    await one_turn(late)
    assert not recap(locale, (await late.press("hand")).private)


@FOR_EVERY_LANGUAGE
async def test_who_comes_back_from_away_and_is_not_asked_reads_what_happened(court: Evening, locale: str) -> None:
    """For as long as they have not moved since; nobody else is shown it with the hand."""
    await seated(court, locale, 3)
    gone = await asked(court)
    await one_turn(gone)
    panel = await away(gone, 3)
    await passes(court, HOUR)
    other = await asked(court)
    await one_turn(other)
    await gone.click(panel, "away:back")
    for button in ("hand", "play"):
        if button == "hand" or await asked(court) is not gone:
            assert recap(locale, (await gone.press(button)).private)
    assert not recap(locale, (await other.press("hand")).private)


@FOR_EVERY_LANGUAGE
async def test_who_has_a_seat_that_was_anothers_reads_what_happened_there(court: Evening, locale: str) -> None:
    """From the beginning up to the own first move, also where it was the others' last word that gave it to them."""
    guests, dana = await seated(court, locale, 3), court.guests[3]
    await one_turn(await asked(court))
    await leave(guests[1])
    await shown(court)
    await dana.press("sit")
    for guest in (guests[0], guests[2]):
        await shown(court)
        await guest.press("welcome")
    assert dana.id in (await court.table()).people.users
    assert recap(locale, (await dana.press("hand")).private)
    for own in (False, True):
        while (await asked(court) is dana) is own:
            await one_turn(await asked(court))
    await one_turn(await asked(court))
    assert not recap(locale, (await dana.press("hand")).private)


@FOR_EVERY_LANGUAGE
async def test_who_plays_by_dm_and_was_played_for_reads_what_happened_there(court: Evening, locale: str) -> None:
    """In the DM that calls them again, and in what a press in the old one shows while they aren't asked."""
    await seated(court, locale, private="dm")
    late = await asked(court)
    await played_for(late)
    letter = late.dms[0]
    back = await late.press("log" if "log" in verbs(letter) else "look", letter)
    shown_there = await late.press("hand", back)
    assert recap(locale, shown_there.text)
    while await asked(court) is not late:
        await one_turn(await asked(court))
    await shown(court)
    assert recap(locale, text(late.dms[-1]))


@FOR_EVERY_LANGUAGE
async def test_the_button_that_wakes_a_table_shows_what_happened_and_the_question(court: Evening, locale: str) -> None:
    """Everybody was gone; whoever is back first goes on from there."""
    ann, _ = await seated(court, locale, pace="hour")
    for _ in range(40):
        await passes(court, 2 * HOUR)
        if "wake" in verbs(court.board()):
            break
    back = (await ann.press("wake")).private
    assert words(locale, "time-awake") in back
    assert "\n> " in back, "one line of it: the answers leave no room for more"
    await shown(court)
    assert "wake" not in verbs(court.board())
