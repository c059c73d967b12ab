"""Seats that are left during a game: who frees one, who takes it, who may not, and what everybody sees of it.

Who has to agree with a newcomer is called once, in their own time, and left alone once that is over.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord.backend.models import Message

from bot import policies
from bot.clocks.table_clock import DAY, HOUR
from bot.features.takeback import take_back_token, undo_answer
from bot.storage.records import Private, TableId
from engine.scene import Seat
from tests.bot.announce.healing import losing
from tests.bot.clocked import NIGHT, one_turn, passes, shown
from tests.bot.interactions.test_translations import reading
from tests.bot.party import called, deciding, leave
from tests.bot.record import written
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, moderator, text, verbs
from tests.bot.tongues import tongues, words

pytestmark = pytest.mark.clocked(rival_seconds=3600.0)


async def seat_of(guest: Guest) -> Seat:
    """Return the seat that somebody has."""
    return (await guest.evening.table()).seat_of(guest.id)


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
    await court.tables.play_for_seat(TableId(1), seat, match.question_id(seat), match.legal[seat][:1])


async def idle(court: Evening) -> Guest:
    """Return the first person at the table who isn't asked anything."""
    users, asked = (await court.table()).people.users, await deciding(court)
    return next(guest for guest in court.guests if guest.id in users and guest not in asked)


async def freed(court: Evening) -> tuple[int, Guest, Guest, Guest]:
    """Let one of three people leave their game; return the free seat, that person, and the other two."""
    playing = court.guests[:3]
    await court.seat(*playing)
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
    freed = await mo.click(picking, f"replace:1:{seat}")
    assert said("replace-done", freed.text)
    assert not await sits(ann)
    again = await mo.forge(f"replace:1:{seat}", picking)
    assert said("refused-no-vacancy", again.private)


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
    playing = court.guests[:4]
    await court.seat(*playing)
    (late,) = await deciding(court)
    first, second, third = (guest for guest in playing if guest is not late)
    await passes(court, 4 * DAY + 60)
    for guest in (first, second):
        await press(guest, "vote")
    await leave(third)
    assert said("seat-decided", text(await board(court)))
    await assert_said("vote-done", press(first, "vote"))
    assert not await sits(late)


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
    """The lobby says so before anybody joins, and the answer is the hand with all that has happened."""
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
    assert not {user for _, user in court.pings()} & {guest.id for guest in gone}


@pytest.mark.clocked(rival_seconds=3600.0, tables_per_person=1)
async def test_somebody_with_enough_tables_takes_no_seat(court: Evening) -> None:
    """Neither by asking, nor by having asked in time."""
    dana = court.guests[3]
    seat, _, one, other = await freed(court)
    shown = await board(court)
    await dana.press("sit", shown)
    await press(one, "welcome")
    await court.open(dana, private=Private.HERE.value)
    answer = await other.forge(f"welcome:1:{seat}:{dana.id}", shown)
    assert said("refused-no-candidate", answer.private)
    assert not policies.candidates(await court.table_record())
    await assert_said("refused-many-seats", dana.forge(f"sit:1:{seat}", shown))


def asking(guest: Guest) -> list[Message]:
    """Return the messages in the channel that have called somebody to agree with a newcomer, and can be pressed."""
    return [one for one in guest.evening.public() if f"<@{guest.id}>" in text(one) and verbs(one) == ["welcome"]]


async def asks_for_seat(guest: Guest) -> None:
    """Let somebody ask for the free seat, or think better of it, and wait until that is shown."""
    await guest.press("sit", await board(guest.evening))
    await shown(guest.evening)


async def test_whoever_still_has_to_agree_with_a_newcomer_is_called_once(court: Evening) -> None:
    """By a message of their own, which goes once they have agreed, wherever they do.

    Once nobody asks any more, it says so and stays, for it has pinged, also where an earlier process has sent it.
    """
    dana = court.guests[3]
    seat, _, first, second = await freed(court)
    for restart in (False, True):
        await asks_for_seat(dana)
        (call,) = asking(first)
        if restart:
            await court.restart()
        await asks_for_seat(dana)
        assert said("refused-no-candidate", text(call))
        assert not asking(first)
        # Discord remembers the nonce of a call for some minutes.
        court.record.forget()
    before = len(court.pings())
    await asks_for_seat(dana)
    assert {user for _, user in court.pings()[before:]} == {first.id, second.id}
    (call,) = asking(first)
    await court.restart()
    await shown(court)
    assert len(court.pings()) == before + 2
    await first.press("welcome", call)
    await shown(court)
    assert not asking(first)
    assert asking(second)
    await second.press("welcome", await board(court))
    await shown(court)
    assert await seat_of(dana) == seat
    assert not asking(second)


async def test_newcomer_who_asked_for_two_seats_takes_one(court: Evening) -> None:
    """With the first of them the request for the other one is over: nobody is called for it, nor the newcomer."""
    playing, eve = court.guests[:4], court.guests[4]
    await court.seat(*playing)
    free = []
    for _ in range(2):
        leaving = await idle(court)
        free.append(await seat_of(leaving))
        await leave(leaving)
    for seat in free:
        await eve.click(await board(court), f"sit:1:{seat}")
    for guest in [each for each in playing if await sits(each)]:
        await guest.click(await board(court), f"welcome:1:{free[0]}:{eve.id}")
    await shown(court)
    assert await seat_of(eve) == free[0]
    assert not policies.candidates(await court.table_record())
    assert "welcome" not in verbs(await board(court))
    assert eve.id not in [user for _, user in court.pings()]


async def test_newcomer_is_called_for_a_move_made_again(court: Evening) -> None:
    """It was taken back, and who had been called for it left meanwhile: that call was none for the newcomer."""
    playing, eve = court.guests[:3], court.guests[4]
    await court.seat(*playing, game="oriflamme")
    (mover,) = await deciding(court)
    await one_turn(mover)
    await shown(court)
    (gone,), table = await deciding(court), await court.table()
    seat, name = await seat_of(gone), await take_back_token(court.tables, table, table.seat_of(mover.id))
    await undo_answer(court.tables, table.id, mover.id, name or "")
    await leave(gone)
    await eve.click(await board(court), f"sit:1:{seat}")
    for guest in playing:
        if guest is not gone:
            await guest.click(await board(court), f"welcome:1:{seat}:{eve.id}")
    await shown(court)
    await one_turn(mover)
    await shown(court)
    assert await deciding(court) == [eve]
    assert called(eve) == 1


async def test_quiet_hours_and_dms_hold_for_who_has_to_agree_too(court: Evening) -> None:
    """Called when the quiet hours end, and in private whoever plays so."""
    dana = court.guests[3]
    _, _, quiet, letters = await freed(court)
    await quiet.prefer(**NIGHT)
    await letters.prefer(hand="dm")
    await asks_for_seat(dana)
    assert not asking(quiet)
    assert not asking(letters)
    (letter,) = (one for one in letters.dms if "welcome" in verbs(one))
    await letters.press("welcome", letter)
    await passes(court, 8 * HOUR + 60)
    await shown(court)
    assert len(asking(quiet)) == 1


async def test_consent_in_quiet_hours_repeats_no_ping(court: Evening) -> None:
    """Who was called for their move before the hours began is called once they end, to agree alone."""
    dana = court.guests[3]
    await freed(court)
    (asked,) = await deciding(court)
    await shown(court)
    calls = called(asked)
    await asked.prefer(**NIGHT)
    await asks_for_seat(dana)
    for hours in (7, 1, 1):
        await passes(court, hours * HOUR + 60)
    assert called(asked) == calls + 1
    assert len(asking(asked)) == 1


async def test_erased_newcomer_asks_for_no_seat(court: Evening) -> None:
    """Whoever asks for a free seat and has all about them deleted gets none later, and is called for nothing."""
    dana = court.guests[3]
    _, _, first, _ = await freed(court)
    await asks_for_seat(dana)
    (call,) = asking(first)
    await dana.press("privacy", await dana.command("privacy delete"))
    await shown(court)
    assert not policies.candidates(await court.table_record())
    assert said("refused-no-candidate", text(call))


@pytest.mark.parametrize("agreed", [True, False])
async def test_who_was_late_meanwhile_is_not_called_again_to_agree(court: Evening, *, agreed: bool) -> None:
    """A rival had their seat for a while: who has agreed did so for good, and the call of who has not stands."""
    dana = court.guests[3]
    seat, _, *playing = await freed(court)
    await asks_for_seat(dana)
    late = next(guest for guest in await deciding(court) if guest in playing)
    welcome = f"welcome:1:{seat}:{dana.id}"

    def calls() -> int:
        return len([sent for sent in court.record.sent if late.id in sent.pings and welcome in str(sent.payload)])

    if agreed:
        await late.click(await board(court), welcome)
        await shown(court)
    assert calls() == 1
    await passes(court, 4 * DAY + 60)
    await shown(court)
    assert policies.is_late(await court.table_record(), await seat_of(late))
    court.record.forget()
    await late.press("hand", await board(court))
    await shown(court)
    assert (await court.table()).is_attended(await seat_of(late))
    assert calls() == 1
    assert bool(asking(late)) is not agreed


@pytest.mark.parametrize(("asks", "code"), [(True, 50007), (False, 10003)])
async def test_a_dm_about_a_consent_stops_no_table(court: Evening, *, asks: bool, code: int) -> None:
    """Discord takes no change of it any more: the seat is given, or the request withdrawn, and the game goes on."""
    dana = court.guests[3]
    seat, _, first, letters = await freed(court)
    await letters.prefer(hand="dm")
    await asks_for_seat(dana)
    place = court.env.backend.get_dm_channel(letters.id).id
    court.env.inject_error("*", f"/channels/{place}/messages/*", status=403, code=code, times=None)
    if asks:
        await first.press("welcome", await board(court))
        await letters.press("welcome", await board(court))
    else:
        await dana.press("sit", await board(court))
    await shown(court)
    assert not await court.tables.published_states.find_behind()
    assert not asking(first)
    assert ((await seat_of(dana)) == seat) if asks else not await sits(dana)


async def test_who_agrees_is_told_of_no_fault_where_a_connection_breaks(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their call is deleted besides, and Discord takes that: it was counted, and the answer was given."""
    _, _, first, _ = await freed(court)
    await asks_for_seat(court.guests[3])
    (call,) = asking(first)
    with losing(monkeypatch, "DELETE", rf"/channels/\d+/messages/{call.id}") as lost:
        await first.press("welcome", call)
    assert lost
    assert not any(said("apology", written(sent.payload)) for sent in court.record.sent)
