"""What is pressed about time and seats is answered in the language of who presses, and told in the server's.

Who plays by DM finds there what stands under the table: a pause, votes, free seats, and the way out of the game.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import DAY, HOUR
from bot.clocks.user_time_settings import quiet_text
from bot.storage.records import TableId
from engine.match import PicksReply
from engine.scene import Value
from tests.bot.clock import Clock
from tests.bot.clocked import NIGHT, asked, passes, shown
from tests.bot.interactions.test_lobbies import moderator
from tests.bot.interactions.test_vacancies import play
from tests.bot.party import offered
from tests.bot.server import Evening, Guest, text, verbs
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
    """The reminder speaks the server's language, the answer to its button the reader's; the clock runs on."""
    ann, bo, *_ = court.guests
    await seated(court, ann, bo)
    late = await asked(court)
    other = bo if late is ann else ann
    await passes(court, clock, 0.6 * DAY)
    reminder = court.post()
    assert line(locale, "reminder-first", player="", when="@").strip("🔔 ,") in reminder.content
    assert words(locale, "reminder-alone") in reminder.content
    refused = (await court.press(other, reminder, "hush")).private
    assert line(locale, "refused-not-yours", player="@") in refused
    assert (await court.press(late, reminder, "hush")).private == words(locale, "hush-done")
    called = court.pings()
    await passes(court, clock, 3.2 * DAY)
    assert (court.pings(), (await court.table()).started_match.seq) == (called, 0)


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


@pytest.fixture
async def by_dm(court: Evening) -> Evening:
    """Return that evening, where people play by DM."""
    for guest in court.guests[:4]:
        await court.prefer(guest, hand="dm")
    return court


async def whole(court: Evening, guest: Guest) -> Message:
    """Return the whole table as somebody who sits there looks at it by DM."""
    await shown(court)
    view = (await court.whisper(guest, "hand")).message
    return (await court.press(guest, view, "look")).message


async def letter(court: Evening, guest: Guest) -> Message:
    """Return the DM in which somebody was asked."""
    await shown(court)
    return next(each for each in reversed(court.dms(guest)) if not each.is_ephemeral)


async def answered(court: Evening, guest: Guest) -> None:
    """Let somebody answer in their DM until others are asked."""
    view = await letter(court, guest)
    while offered(view):
        view = (await court.press(guest, view, part=offered(view)[0]["custom_id"])).message


async def played(court: Evening, guest: Guest) -> None:
    """Let somebody play until others are asked."""
    while (seat := (table := await court.table()).seat_of(guest.id)) in table.started_match.deciding:
        await court.bot.tables.play(TableId(1), guest.id, table.started_match.question_id(seat), PicksReply((0,)))


async def test_all_who_sit_there_agree_on_a_pause_and_one_ends_it(by_dm: Evening, clock: Clock, locale: str) -> None:
    """There as by the command, which belongs to the channel; the table says so; the clock goes on where it stood."""
    ann, bo = await by_dm.seat_first(2)
    first = await asked(by_dm)
    other, stranger = bo if first is ann else ann, by_dm.guests[4]
    page = (await by_dm.press(first, (await by_dm.unfold(first, await letter(by_dm, first))).message, "look")).message
    assert (await by_dm.press(first, page, "pause")).private == words(locale, "pause-wanted")
    page = await whole(by_dm, other)
    for place in (page, by_dm.board()):
        assert line(locale, "time-pause-wanted", players="@") in text(place)
        assert "pause" in verbs(place)
    assert (await by_dm.press(stranger, by_dm.board(), "pause")).private == words(locale, "refused-not-seated")
    assert (await by_dm.command(other, "table pause")).private == words(locale, "pause-begun")
    await passes(by_dm, clock, 20 * DAY)
    page = await whole(by_dm, other)
    for place in (page, by_dm.board()):
        assert words(locale, "time-paused") in text(place)
    assert (await by_dm.table()).started_match.seq == 0
    assert (await by_dm.press(other, page, "goon")).private == words(locale, "pause-over")
    assert "pause" in verbs(await whole(by_dm, first))
    assert words(locale, "time-paused") not in text(by_dm.board())
    await passes(by_dm, clock, 4.1 * DAY)
    assert (await by_dm.table()).started_match.seq > 0


async def test_who_is_asked_again_in_quiet_hours_has_a_dm_when_they_end(by_dm: Evening, clock: Clock) -> None:
    """The DM that they have answered says what they did: nothing new comes up in it that nobody was called for."""
    ann, bo = await by_dm.seat_first(2)
    await shown(by_dm)
    late = await asked(by_dm)
    other = bo if late is ann else ann
    await answered(by_dm, late)
    await by_dm.prefer(late, **NIGHT)
    await shown(by_dm)
    before = [each.id for each in by_dm.dms(late)]
    # All that the other plays is announced at once, as where a machine is busy.
    async with by_dm.bot.announcer.hold_news(TableId(1), None):
        await played(by_dm, other)
    await shown(by_dm)
    assert (await asked(by_dm)) is late
    assert [each.id for each in by_dm.dms(late)] == before
    assert not offered(by_dm.dms(late)[-1])
    await passes(by_dm, clock, 8 * HOUR + 60)
    await shown(by_dm)
    (new,) = [each for each in by_dm.dms(late) if each.id not in before]
    assert offered(new)


async def test_all_others_free_the_seat_of_who_is_late(by_dm: Evening, clock: Clock, locale: str) -> None:
    """Each has to press, by DM or in the channel; before that can't be, and nobody votes about the own seat.

    Who has lost it finds nothing of the hand in the DM any more.
    """
    ann, bo, cy = await by_dm.seat_first(3)
    late = await asked(by_dm)
    seat = (await by_dm.table()).seat_of(late.id)
    first, second = (guest for guest in (ann, bo, cy) if guest is not late)
    asking = await letter(by_dm, late)
    for place in (await whole(by_dm, first), by_dm.board()):
        assert "vote" not in verbs(place)
    early = await by_dm.forge(first, by_dm.board(), f"vote:1:{seat}")
    assert early.private == words(locale, "refused-no-vote")
    await passes(by_dm, clock, 4 * DAY + 60)
    page = await whole(by_dm, first)
    assert line(locale, "late-rival", player="@") in text(page)
    noted = (await by_dm.press(first, page, "vote")).private
    assert noted == words(locale, "vote-noted", player=f"**{late.name} 🤖**")
    page = await whole(by_dm, second)
    for place in (page, by_dm.board()):
        assert line(locale, "seat-voted", player="@", players="@") in text(place)
    await play(by_dm, seat)
    await by_dm.press(first, by_dm.board(), "vote")
    assert late.id in (await by_dm.table()).people.users
    done = (await by_dm.press(second, page, "vote")).private
    assert done == words(locale, "vote-done", player=f"**{late.name} 🤖**")
    await shown(by_dm)
    table = await by_dm.table()
    assert late.id not in table.people.users
    assert table.clock is not None
    assert not table.clock.seats[seat].late
    assert words(locale, "handed-over") in text(by_dm.message(asking.channel_id, asking.id))
    for place in (await whole(by_dm, first), by_dm.board()):
        assert line(locale, "seat-free", player="@") in text(place)


async def test_who_leaves_is_asked_beside_the_question_whether_that_is_meant(by_dm: Evening, locale: str) -> None:
    """Whoever stays after all still has the question; who goes sees nothing more of the hand."""
    await by_dm.seat_first(3)
    leaving = await asked(by_dm)
    asking = await letter(by_dm, leaving)
    page = (await by_dm.press(leaving, (await by_dm.unfold(leaving, asking)).message, "look")).message
    sure = await by_dm.press(leaving, page, "leaving")
    assert not sure.edited
    assert words(locale, "leave-confirm", table="@").split("@")[1][-30:] in text(sure.message)
    await by_dm.press(leaving, sure.message, "keep")
    assert leaving.id in (await by_dm.table()).people.users
    assert offered((await by_dm.press(leaving, page, "play")).message)
    unfolded = await by_dm.unfold(leaving, by_dm.message(asking.channel_id, asking.id))
    page = (await by_dm.press(leaving, unfolded.message, "look")).message
    sure = await by_dm.press(leaving, page, "leaving")
    gone = await by_dm.press(leaving, sure.message, "vacate")
    assert line(locale, "leave-done", table="@") in text(gone.message)
    await shown(by_dm)
    assert words(locale, "handed-over") in text(by_dm.message(asking.channel_id, asking.id))
    assert leaving.id not in (await by_dm.table()).people.users


async def test_who_takes_a_seat_with_everybodys_word_plays_on_by_dm(by_dm: Evening, locale: str) -> None:
    """It is asked for in the channel, where the newcomer is; the others agree where they play, once each."""
    ann, bo, cy, dana, *_ = by_dm.guests
    await by_dm.seat(ann, bo, cy)
    leaving = await asked(by_dm)
    seat = (await by_dm.table()).seat_of(leaving.id)
    one, other = (guest for guest in (ann, bo, cy) if guest is not leaving)
    sure = await by_dm.press(leaving, await whole(by_dm, leaving), "leaving")
    await by_dm.press(leaving, sure.message, "vacate")
    await shown(by_dm)
    assert (await by_dm.press(dana, by_dm.board(), "sit")).private == words(locale, "sit-asked")
    page = await whole(by_dm, one)
    assert "sit" not in verbs(page)
    assert (await by_dm.press(one, page, "welcome")).private == words(locale, "welcome-noted")
    page = await whole(by_dm, other)
    for place in (page, by_dm.board()):
        assert line(locale, "seat-asked", player=f"**{dana.name}**", rival="@", players="@") in text(place)
    await by_dm.press(one, by_dm.board(), "welcome")
    assert dana.id not in (await by_dm.table()).people.users
    assert (await by_dm.press(other, page, "welcome")).private == words(locale, "welcome-done")
    mine, table = await letter(by_dm, dana), await by_dm.table()
    assert offered(mine)
    assert table.seat_of(dana.id) == seat
    assert table.clock is not None
    assert table.clock.seats[seat].reserve == 3 * DAY
    for place in (await whole(by_dm, one), by_dm.board()):
        assert not {"sit", "welcome"} & {*verbs(place)}
