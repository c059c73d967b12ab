"""Somebody's first game: orders ahead are offered once their kind of question has come up, and from then on."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.scene import Seat
from tests.bot.clocked import shown
from tests.bot.orderly import go_on, looked, to_auction, view
from tests.bot.party import Party, deciding
from tests.bot.server import Evening, Guest, verbs
from tests.contract.orders import topics
from tests.contract.walks import AnyMatch, seats_of, walk

pytestmark = [pytest.mark.seed(3), pytest.mark.slow, pytest.mark.usefixtures("ahead")]
ORDERS = {"ahead", "lasting"}
KNOWN = ("fortheking", "oriflamme")


async def offers(guest: Guest) -> bool:
    """Tell whether a person's own view, unfolded, offers an order."""
    shown = await looked(guest)
    if guest in await deciding(guest.evening):
        shown = await guest.unfold(await view(guest))
    return bool(ORDERS & {*verbs(shown)})


def about(match: AnyMatch) -> list[Seat]:
    """Return who can order something about what is at hand."""
    return [seat for seat in seats_of(match) if not all(each.lasting for each in topics(match, seat))]


@pytest.mark.parametrize("played", [False, True])
async def test_a_first_game_offers_no_order_before_its_first_auction(
    court: Evening, request: pytest.FixtureRequest, *, played: bool
) -> None:
    """Though there is something to order about; whoever has played once is offered it from the start."""
    if played:
        request.getfixturevalue("experienced")
    guests = await court.seat_first(3)
    await go_on(court, lambda match: bool(about(match)), lambda match, seat: match.legal[seat][0])
    table = await court.table()
    able = about(table.started_match)
    early = [await offers(guest) for guest in guests if table.seat_of(guest.id) in able]
    bidders = await to_auction(court)

    assert table.started_match.state.phase == "share"
    assert early == [played] * len(able)
    assert all([await offers(guest) for guest in bidders])


async def test_whoever_has_finished_a_game_knows_it(court: Evening) -> None:
    """That game alone, and nobody else; also after a start."""
    court.ahead = False
    ann, bo, cy, *_ = court.guests
    await court.seat(ann, bo)
    before = await court.bot.services.audience._has_played(ann.id, "fortheking")
    await Party([ann, bo], 5).rush(0)
    await shown(court)
    await court.restart()

    audience = court.bot.services.audience
    known = [await audience._has_played(each.id, game) for each in (ann, bo, cy) for game in KNOWN]
    assert not before
    assert known == [True, False, True, False, False, False]


@pytest.mark.parametrize("game", KNOWN)
def test_a_game_says_from_which_question_on(game: str) -> None:
    """Not at the beginning of a match, and once it has come up for good."""
    rules = GAMES[game]
    begun = [rules.orders_begin(match.state) for match in walk(rules, rules.seats[0], 1)[0]]
    assert (begun[0], begun[-1]) == (False, True)
    assert begun == sorted(begun)
