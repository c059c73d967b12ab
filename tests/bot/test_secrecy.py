"""The inspector of secrets sees what it is there for."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from engine.game import AnyGame
from engine.scene import Row, Seat
from tests.bot import tastes
from tests.bot.party import Party
from tests.bot.record import Sent, written
from tests.bot.secrecy import inspector
from tests.bot.server import Evening, words
from tests.contract.walks import sample
from tests.every import FOR_EVERY_GAME

STEPS, HALF, MANY = 8, 60, 3


@FOR_EVERY_GAME
@pytest.mark.seed(1)
async def test_what_a_person_sees_alone_is_a_fault_anywhere_else(court: Evening, game: AnyGame) -> None:
    """A private view shown to everybody, to the neighbour, or a single sentence of it in a post."""
    own = tastes.own(game.key)
    if own is None:
        pytest.skip(f"in {game.key} nobody holds anything")
    guests = court.guests[: game.seats[0]]
    await court.seat(*guests, game=game.key)
    await Party(court, guests, random.Random(1)).play(STEPS)
    sent, reads = court.record.sent, await inspector(court)
    assert not list(reads.faults(sent))
    neighbour = {guest.id: other.id for guest, other in zip(guests, guests[1:] + guests[:1], strict=True)}
    users = (await court.table()).people.users
    views = [one for one in sent if one.reader and own in written(one.payload)]
    seats = {guest.id: users.index(guest.id) for guest in guests}
    private = [
        one for one in views if one.reader and hand(one, seats[one.reader]) != hand(one, seats[neighbour[one.reader]])
    ]
    assert private, f"nobody sees in `hand`, under {own!r}, what the neighbour doesn't: `own` of the game's test data"
    for one in private:
        assert list(reads.faults([replace(one, reader=None)]))
        assert list(reads.faults([replace(one, reader=neighbour[one.reader or 0])]))
    posted = next(one for one in sent if one.reader is None and one.payload.get("content"))
    for alone in reads.alone(Seat(0))[:1]:
        leak = {**posted.payload, "content": f"{posted.payload['content']}\n{alone}"}
        assert list(reads.faults([*sent, replace(posted, body=leak, matches=sent[-1].matches)]))


def hand(sent: Sent, seat: int) -> tuple[Row, ...]:
    """Return what a seat alone saw when a message was sent."""
    match = sent.matches[1]
    return match.frame(Seat(seat)).scene.hand if match else ()


@pytest.mark.seed(1)
@pytest.mark.parametrize("many", [MANY, pytest.param(0, marks=pytest.mark.soak, id="all")])
async def test_a_face_down_card_that_is_named_is_a_fault_whatever_name_it_is_given(court: Evening, many: int) -> None:
    """All families have the same cards, so a name that everybody has heard is still a secret elsewhere."""
    guests = await court.seat_first(3, game="oriflamme")
    await Party(court, guests, random.Random(1)).play(HALF)
    reads, hidden = await inspector(court), words("oriflamme-face-down")
    boards = [one for one in court.record.sent if one.reader is None and hidden in written(one.payload)]
    assert len(boards) > 6
    for board in sample(boards, many or len(boards)):
        named = json.loads(json.dumps(board.body).replace(hidden, words("oriflamme-card-trap")))
        assert list(reads.faults([*court.record.sent, replace(board, body=named, matches=boards[-1].matches)]))
