"""What is pressed about time and seats is answered in the language of who presses, and told in the server's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, HOUR
from bot.clocks.user_time_settings import quiet_text
from engine.scene import Value
from tests.bot.clock import Clock
from tests.bot.clocked import asked, passes, shown
from tests.bot.server import Evening, Guest, text
from tests.bot.test_lobbies import moderator
from tests.bot.tongues import tongues, words

pytestmark = [
    pytest.mark.clocked(rival_seconds=3600.0),
    pytest.mark.parametrize("locale", ["en", "uk"]),
]

DISCORD = {"en": "en-US", "uk": "uk"}


@pytest.fixture
async def court(court: Evening, locale: str) -> Evening:
    """Return an evening whose time a test moves, of people who all read one language."""
    tongues(court, dict.fromkeys(court.guests, DISCORD[locale]), DISCORD[locale])
    return court


def line(locale: str, key: str, **facts: Value) -> str:
    """Return the part of a sentence that stands before what it names, or all of it."""
    return words(locale, key, **facts).partition("@")[0]


async def seated(court: Evening, *guests: Guest) -> None:
    """Let people sit down and begin, and everything be shown."""
    await court.seat(*guests)
    await shown(court)


async def test_being_away_and_back(court: Evening, locale: str) -> None:
    """By select and button; the table says it in the server's language."""
    ann, bo, *_ = court.guests
    await seated(court, ann, bo)
    panel = (await court.command(ann, "away")).message
    assert words(locale, "away-nowhere") in text(panel)
    panel = (await court.choose(ann, panel, ["2"], "away:pick")).message
    assert words(locale, "button-back") in str(panel.components)
    await shown(court)
    assert words(locale, "time-away", player="@", when="@").split("@")[1].strip(" *") in text(court.board())
    back = await court.press(ann, panel, part="away:back")
    assert words(locale, "away-nowhere") in text(back.message)


async def test_weekends_that_stand_still(court: Evening, locale: str) -> None:
    """Chosen under the table by who opened it, and said there."""
    ann, *_ = court.guests
    chosen = await court.agree_on(ann, await court.open(ann), weekends="rest")
    await shown(court)
    for place in (chosen.message, court.board()):
        assert words(locale, "time-weekends", zone="UTC") in text(place)


async def test_a_reminder_and_no_more_of_them(court: Evening, clock: Clock, locale: str) -> None:
    """The reminder speaks the server's language, the answer to its button the reader's."""
    ann, bo, *_ = court.guests
    await seated(court, ann, bo)
    late = await asked(court)
    await passes(court, clock, 0.6 * DAY)
    reminder = court.post()
    assert line(locale, "reminder-first", player="", when="@").strip("🔔 ,") in reminder.content
    assert words(locale, "reminder-alone") in reminder.content
    assert (await court.press(late, reminder, "hush")).private == words(locale, "hush-done")


async def test_quiet_hours_and_a_digest(court: Evening, clock: Clock, locale: str) -> None:
    """Both are chosen in one dialog; the digest comes when the quiet hours end, in the reader's language."""
    ann, bo, *_ = court.guests
    for guest in (ann, bo):
        told = (await court.prefer(guest, quiet="22:00-7", zone="kyiv", reminders="digest")).private
        assert words(locale, "settings-quiet-now", hours=quiet_text((22 * 60, 7 * 60)), zone="Europe/Kyiv") in told
        assert words(locale, "settings-reminders-digest-now") in told
    await seated(court, ann, bo)
    late = await asked(court)
    await passes(court, clock, 18 * HOUR)
    [digest] = court.dms(late)
    assert digest.content.startswith(words(locale, "digest", count=1))


async def test_a_seat_that_a_moderator_frees(court: Evening, locale: str) -> None:
    """The moderator picks whose it is, and is told that it is free."""
    ann, bo, *_ = court.guests
    mo = replace(moderator(court), name="Mo")
    tongues(court, {mo: DISCORD[locale]}, DISCORD[locale])
    await seated(court, ann, bo)
    picking = (await court.command(mo, "table replace")).message
    assert words(locale, "replace-pick", table="@").split("@")[1][:30] in text(picking)
    freed = await court.press(mo, picking, "replace")
    assert line(locale, "replace-done", player="@").strip("* ") in text(freed.message)
