"""What is pressed about time and seats is answered in the language of who presses, and told in the server's.

Who plays by DM finds there what stands under the table: a pause, votes, free seats, and the way out of the game.
"""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import DAY, HOUR
from bot.clocks.user_time_settings import quiet_text
from engine.scene import Value
from tests.bot.clocked import NIGHT, asked, clock_of, one_turn, passes, shown
from tests.bot.interactions.test_vacancies import idle, play, sits
from tests.bot.party import FIRST, answer, last_move, offered, seat_of
from tests.bot.server import Evening, Guest, text, verbs
from tests.bot.tongues import IN_EVERY_LANGUAGE, Say

pytestmark = [
    pytest.mark.clocked(rival_seconds=3600.0),
    IN_EVERY_LANGUAGE,
]


def line(says: Say, key: str, **facts: Value) -> str:
    """Return the part of a sentence that stands before what it names, or all of it."""
    return says(key, **facts).partition("@")[0]


async def seated(court: Evening, number: int = 2) -> None:
    """Let people sit down and begin, and everything be shown."""
    await court.seat_first(number)
    await shown(court)


async def test_a_reminder_and_no_more_of_them(court: Evening, says: Say) -> None:
    """The reminder speaks the server's language, the answer to its button the reader's; the clock runs on."""
    await seated(court)
    late = await asked(court)
    other = await idle(court)
    await passes(court, 0.6 * DAY)
    reminder = court.post()
    assert line(says, "reminder-first", player="", when="@").strip("🔔 ,") in reminder.content
    assert says("reminder-alone") in reminder.content
    refused = (await other.press("hush", reminder)).private
    assert line(says, "refused-not-yours", player="@") in refused
    assert (await late.press("hush", reminder)).private == says("hush-done")
    called = court.pings()
    await passes(court, 3.2 * DAY)
    assert (court.pings(), await last_move(court)) == (called, 0)


async def test_quiet_hours_and_a_digest(court: Evening, says: Say) -> None:
    """Both are chosen in one dialog; the digest comes when the quiet hours end, in the reader's language."""
    for guest in court.guests[:2]:
        told = (await guest.prefer(quiet="22:00-7", zone="kyiv", reminders="digest")).private
        assert says("settings-quiet-now", hours=quiet_text((22 * 60, 7 * 60)), zone="Europe/Kyiv") in told
        assert says("settings-reminders-digest-now") in told
    await seated(court)
    late = await asked(court)
    await passes(court, 18 * HOUR)
    [digest] = late.dms
    assert digest.content.startswith(says("digest", count=1))


@pytest.fixture
async def by_dm(court: Evening, says: Say) -> Evening:  # noqa: ARG001 - what all of them read
    """Return that evening, where people play by DM."""
    for guest in court.guests[:4]:
        await guest.prefer(hand="dm")
    return court


async def whole(guest: Guest) -> Message:
    """Return the whole table as somebody who sits there looks at it by DM."""
    await shown(guest.evening)
    return (await guest.press("look", await guest.whisper("hand"))).message


async def told(guest: Guest, said: str) -> Message:
    """Return the whole table by DM, which says something just as the table message does."""
    page = await whole(guest)
    assert all(said in text(place) for place in (page, guest.evening.board()))
    return page


async def letter(guest: Guest) -> Message:
    """Return the DM in which somebody was asked."""
    await shown(guest.evening)
    return next(each for each in reversed(guest.dms) if not each.is_ephemeral)


async def answered(guest: Guest) -> None:
    """Let somebody answer in their DM until others are asked."""
    view = await letter(guest)
    while offered(view):
        view = (await answer(guest, view)).message


async def test_all_who_sit_there_agree_on_a_pause_and_one_ends_it(by_dm: Evening, says: Say) -> None:
    """There as by the command, which belongs to the channel; the table says so once; clocks go on where they stood."""
    await by_dm.seat_first(2)
    first, stranger = await asked(by_dm), by_dm.guests[4]
    other = await idle(by_dm)
    page = (await first.press("look", await first.unfold(await letter(first)))).message
    assert (await first.press("pause", page)).private == says("pause-wanted")
    page = await told(other, line(says, "time-pause-wanted", players="@"))
    assert "pause" in verbs(page)
    assert "pause" in verbs(by_dm.board())
    assert (await stranger.press("pause")).private == says("refused-not-seated")
    assert (await other.command("table pause")).private == says("pause-begun")
    await passes(by_dm, 20 * DAY)
    page = await told(other, says("time-paused"))
    for place in (page, by_dm.board()):
        assert says("time-stands") not in text(place)
    assert await last_move(by_dm) == 0
    assert (await other.press("goon", page)).private == says("pause-over")
    assert "pause" in verbs(await whole(first))
    assert says("time-paused") not in by_dm.board_text()
    await passes(by_dm, 4.1 * DAY)
    assert await last_move(by_dm) > 0


async def test_who_is_asked_again_in_quiet_hours_has_a_dm_when_they_end(by_dm: Evening) -> None:
    """The DM that they have answered says what they did: nothing new comes up in it that nobody was called for."""
    await seated(by_dm)
    late = await asked(by_dm)
    other = await idle(by_dm)
    await answered(late)
    await late.prefer(**NIGHT)
    await shown(by_dm)
    before = [each.id for each in late.dms]
    # All that the other plays is announced at once, as where a machine is busy.
    async with by_dm.bot.announcer.hold_news(FIRST, None):
        await one_turn(other)
    await shown(by_dm)
    assert (await asked(by_dm)) is late
    assert [each.id for each in late.dms] == before
    assert not offered(late.dms[-1])
    await passes(by_dm, 8 * HOUR + 60)
    await shown(by_dm)
    (new,) = [each for each in late.dms if each.id not in before]
    assert offered(new)


async def test_all_others_free_the_seat_of_who_is_late(by_dm: Evening, says: Say) -> None:
    """Each has to press, by DM or in the channel; before that can't be, and nobody votes about the own seat.

    Who has lost it finds nothing of the hand in the DM any more.
    """
    playing = await by_dm.seat_first(3)
    late = await asked(by_dm)
    seat = await seat_of(late)
    first, second = (guest for guest in playing if guest is not late)
    asking = await letter(late)
    for place in (await whole(first), by_dm.board()):
        assert "vote" not in verbs(place)
    early = await first.forge(f"vote:1:{seat}")
    assert early.private == says("refused-no-vote")
    await passes(by_dm, 4 * DAY + 60)
    page = await whole(first)
    assert line(says, "late-rival", player="@") in text(page)
    noted = (await first.press("vote", page)).private
    assert noted == says("vote-noted", player=f"**{late.name} 🤖**")
    page = await told(second, line(says, "seat-voted", player="@", players="@"))
    await play(by_dm, seat)
    await first.press("vote")
    assert await sits(late)
    done = (await second.press("vote", page)).private
    assert done == says("vote-done", player=f"**{late.name} 🤖**")
    await shown(by_dm)
    assert not await sits(late)
    assert not (await clock_of(by_dm)).seats[seat].late
    assert says("handed-over") in text(asking)
    await told(first, line(says, "seat-free", player="@"))


async def test_left_seat_is_taken_with_everybodys_word(by_dm: Evening, says: Say) -> None:
    """Who leaves is asked beside the question whether that is meant, and still has it if not; else the hand is gone.

    The seat is asked for in the channel, where the newcomer is; the others agree where they play, once each.
    """
    playing, dana = await by_dm.seat_first(3), by_dm.guests[3]
    leaving = await asked(by_dm)
    seat = await seat_of(leaving)
    one, other = (guest for guest in playing if guest is not leaving)
    asking = await letter(leaving)
    for does in ("keep", "vacate"):
        whole_table = await leaving.press("look", await leaving.unfold(asking))
        sure = await leaving.press("leaving", whole_table)
        assert not sure.edited
        assert says("leave-confirm", table="@").split("@")[1][-30:] in sure.text
        gone = await leaving.press(does, sure)
        assert await sits(leaving) is (does == "keep")
        assert (line(says, "leave-done", table="@") in gone.text) is (does == "vacate")
        if does == "keep":
            assert offered(await leaving.press("play", whole_table))
    await shown(by_dm)
    assert says("handed-over") in text(asking)

    assert (await dana.press("sit")).private == says("sit-asked")
    page = await whole(one)
    assert "sit" not in verbs(page)
    assert (await one.press("welcome", page)).private == says("welcome-noted")
    page = await told(other, line(says, "seat-asked", player=f"**{dana.name}**", rival="@", players="@"))
    await one.press("welcome")
    assert not await sits(dana)
    assert (await other.press("welcome", page)).private == says("welcome-done")
    assert offered(await letter(dana))
    assert await seat_of(dana) == seat
    assert (await clock_of(by_dm)).seats[seat].reserve == 3 * DAY
    for place in (await whole(one), by_dm.board()):
        assert not {"sit", "welcome"} & {*verbs(place)}
