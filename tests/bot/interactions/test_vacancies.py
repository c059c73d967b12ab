"""Seats that are left during a game: who frees one, who takes it, who may not, and what everybody sees of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord.backend.models import Message

from bot import policies
from bot.clocks.table_clock import DAY
from bot.storage.records import Private
from engine.scene import Seat
from tests.bot.clocked import passes, shown
from tests.bot.interactions.test_translations import reading
from tests.bot.party import FIRST, deciding, leave, pinged, seat_of
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import Answer, Evening, Guest, moderator, text, verbs
from tests.bot.tongues import tongues, words

pytestmark = pytest.mark.clocked(rival_seconds=3600.0)


async def board(court: Evening) -> Message:
    """Return the table message once everything is shown."""
    await shown(court)
    return court.board()


async def sits(guest: Guest) -> bool:
    """Tell whether somebody has a seat."""
    return guest.id in (await guest.evening.table()).people.users


async def press(guest: Guest, does: str) -> Answer:
    """Let somebody press a button of the table message, once everything is shown."""
    return await guest.press(does, await board(guest.evening))


async def forge(guest: Guest, custom_id: str) -> str:
    """Let somebody press on the table message what no client would; return the answer."""
    return (await guest.forge(custom_id, await board(guest.evening))).private


async def play(court: Evening, seat: Seat) -> None:
    """Let a seat do something."""
    match = await court.match()
    await court.tables.play_for_seat(FIRST, seat, match.question_id(seat), match.legal[seat][:1])


async def idle(court: Evening) -> Guest:
    """Return the first person at the table who isn't asked anything."""
    users, asked = (await court.table()).people.users, await deciding(court)
    return next(guest for guest in court.guests if guest.id in users and guest not in asked)


async def freed(court: Evening) -> tuple[int, Guest, Guest, Guest]:
    """Let one of three people leave their game; return the free seat, that person, and the other two."""
    playing = await court.seat_first(3)
    leaving = await idle(court)
    seat = await seat_of(leaving)
    await leave(leaving)
    one, other = (guest for guest in playing if guest is not leaving)
    return seat, leaving, one, other


async def test_who_leaves_is_played_for_at_once_and_sees_nothing_more(court: Evening) -> None:
    """The others see that a seat is free, and whoever opened hands that on."""
    await court.seat_first(2)
    gone, (stays,) = await idle(court), await deciding(court)
    hand = await press(gone, "hand")
    await leave(gone)
    table = await court.table()
    assert not await sits(gone)
    assert table.record.opener == stays.id
    assert len(policies.vacant_seats(table.record)) == 1
    assert said("seat-free", text(await board(court)))
    for pressed in ("hand:1", "play:1"):
        answer = await gone.forge(pressed, hand)
        assert answer.edited
        assert said("handed-over", answer.text)
        assert not verbs(answer)
    stranger = await court.guests[-1].press("hand", await board(court))
    assert said("refused-not-seated", stranger.private)
    assert verbs(stranger) == ["look", "log", "sit"]
    await assert_said("refused-witness", press(gone, "sit"))


async def test_lobby_is_left_by_the_command(court: Evening) -> None:
    """As by its button."""
    ann, bo = court.guests[:2]
    await court.open(ann, bo)
    await leave(bo)
    assert [sitter.user for sitter in (await court.table_record()).sitters] == [ann.id]


async def test_a_moderator_who_does_not_play_frees_a_seat_and_nobody_else(court: Evening) -> None:
    """One who plays there would decide about a rival."""
    ann, bo, cy, *_ = court.guests
    mo, mia = moderator(court), replace(moderator(court), name="Mia")
    await court.seat(ann, bo, mia)
    for guest in (ann, cy, mia):
        await assert_said("refused-not-neutral", guest.command("table replace"))
    seat = await seat_of(ann)
    picking = await mo.command("table replace")
    await assert_said("refused-not-neutral", bo.forge(f"replace:1:{seat}", picking))
    await assert_tells("replace-done", mo.click(picking, f"replace:1:{seat}"))
    assert not await sits(ann)
    await assert_said("refused-no-vacancy", mo.forge(f"replace:1:{seat}", picking))


async def test_at_two_seats_nobody_decides_alone(court: Evening) -> None:
    """Whoever is left would decide about the only other one."""
    await court.seat_first(2)
    (seat,), other = (await court.match()).deciding, await idle(court)
    await passes(court, 4 * DAY + 60)
    assert "vote" not in verbs(await board(court))
    assert said("refused-no-vote", await forge(other, f"vote:1:{seat}"))


async def test_who_comes_back_has_no_vote_against_them_any_more(court: Evening) -> None:
    """A press is enough, and later everybody would have to want it anew."""
    await court.seat_first(3)
    (seat,), (late,), first = (await court.match()).deciding, await deciding(court), await idle(court)
    await passes(court, 4 * DAY + 60)
    await press(first, "vote")
    await press(late, "hand")
    table = await court.table()
    assert table.is_attended(seat)
    assert policies.voters(table.record, seat) == ()
    assert "vote" not in verbs(await board(court))


async def test_vote_that_waits_for_nobody_says_so(court: Evening) -> None:
    """Whose word was missing has left the game: one more press of a voter frees the seat."""
    playing = await court.seat_first(4)
    (late,) = await deciding(court)
    first, second, third = (guest for guest in playing if guest is not late)
    await passes(court, 4 * DAY + 60)
    for guest in (first, second):
        await press(guest, "vote")
    await leave(third)
    assert said("seat-decided", text(await board(court)))
    await assert_said("vote-done", press(first, "vote"))
    assert not await sits(late)


async def test_pause_that_waits_for_nobody_says_so(court: Evening) -> None:
    """Whose word was missing has left the game: one more press of anybody there begins it."""
    first, second, third = await court.seat_first(3)
    for guest in (first, second):
        await guest.command("table pause")
    assert said("time-pause-wanted", text(await board(court)))
    await leave(third)
    assert said("time-pause-decided", text(await board(court)))
    await assert_said("pause-begun", press(first, "pause"))


async def test_nobody_who_has_seen_a_hand_takes_a_seat(court: Evening) -> None:
    """Neither who plays, nor who has left, nor one who asked for it before; nor is another seat free.

    Who asks for one may think better of it: nobody can agree with what is not asked any more.
    """
    dana = court.guests[3]
    seat, gone, one, _ = await freed(court)
    await assert_said("refused-already-seated", press(one, "sit"))
    await assert_said("refused-witness", press(gone, "sit"))
    taken = await seat_of(one)
    assert said("refused-no-vacancy", await forge(dana, f"sit:1:{taken}"))
    assert said("refused-not-seated", await forge(dana, f"welcome:1:{seat}:{dana.id}"))
    for key in ("sit-asked", "sit-withdrawn"):
        await assert_said(key, press(dana, "sit"))
    assert "welcome" not in verbs(await board(court))
    assert said("refused-no-candidate", await forge(one, f"welcome:1:{seat}:{dana.id}"))


async def test_where_the_table_was_opened_so_a_newcomer_sits_down_at_once(court: Evening) -> None:
    """The lobby says so before anybody joins, and the answer is the hand with all that has happened.

    The game began with who left: so it is told in the log, in the post, and in the translation of that.
    """
    ann, bo, cy, *_ = court.guests
    await ann.agree_on(await court.open(ann), newcomers="welcome")
    assert "can be taken at once" in (await press(bo, "time")).text
    await press(bo, "join")
    await press(ann, "start")
    gone = await idle(court)
    seat = await seat_of(gone)
    await leave(gone)
    tongues(court, {cy: "uk"})
    answer = await press(cy, "sit")
    assert await seat_of(cy) == seat
    assert words("uk", "sit-done") in answer.private
    assert reading(await board(court)) == ["board:1"]
    post = court.post()
    translated = await cy.click(post, *reading(post))
    for told in ((await ann.command("table log")).text, text(post), translated.text):
        (begins,) = (line for line in told.split("\n") if "🎲" in line)
        assert (f"**{gone.name}**" in begins, f"**{cy.name}**" in begins) == (True, False)
        assert f"**{cy.name}**" in told.partition("🪑")[2]


async def test_who_has_left_the_server_is_found_out_when_they_would_be_called(court: Evening) -> None:
    """Nobody tells Herald, so it asks Discord of whom it has not seen for hours: they have left the game, too."""
    playing = await court.seat_first(3)
    (mover,) = await deciding(court)
    gone = [guest for guest in playing if guest is not mover]
    for guest in gone:
        del court.env.backend.guilds[court.server.id].members[guest.id]
    court.bot.announcer.sender._members.clear()
    for _ in range(30):
        if not all([await sits(guest) for guest in gone]):
            break
        await play(court, (await court.match()).deciding[0])
        await court.settle()
    assert policies.vacant_seats(await court.table_record())
    assert await sits(mover)
    assert not {*pinged(court)} & {guest.id for guest in gone}


@pytest.mark.clocked(rival_seconds=3600.0, tables_per_person=1)
async def test_somebody_with_enough_tables_takes_no_seat(court: Evening) -> None:
    """Neither by asking, nor by having asked in time."""
    dana = court.guests[3]
    seat, _, one, other = await freed(court)
    shown = await board(court)
    await dana.press("sit", shown)
    await press(one, "welcome")
    await court.open(dana, private=Private.HERE.value)
    await assert_said("refused-no-candidate", other.forge(f"welcome:1:{seat}:{dana.id}", shown))
    assert not policies.candidates(await court.table_record())
    await assert_said("refused-many-seats", dana.forge(f"sit:1:{seat}", shown))
