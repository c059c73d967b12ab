"""What a game costs in requests and in writes: counted over whole games of quick players, and of slow ones."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.storage.records import Server
from engine.games import GAMES
from tests.bot.party import ELSEWHERE, Party
from tests.bot.represented import represented
from tests.bot.server import Evening
from tests.every import FOR_EVERY_KEY

CALLS_A_CLICK, TOLD_A_MOVE, WRITES_A_MOVE, STANDING_A_MOVE = 2.0, 3.0, 2.0, 0.2
SLOW_TOLD_A_MOVE, TOLD_A_PHASE = 2, 2
"""Besides the answers, the calls and the private views, where nobody waits and nothing can share an edit.

The story and the table message follow each move; where a phase begins, the table is posted anew, and the old message
points to it.
"""
MINUTE = 60.0
PEOPLE = 4

pytestmark = pytest.mark.seed(7)


async def counted(court: Evening, game: str, **chosen: Any) -> Counter[str]:
    """Play a whole game, of four if so many can play, and count what it cost: few pings and writes; few posts stay."""
    await court.bot.preferences.change(Server, court.server.id, **chosen)
    guests = court.guests[: min(GAMES[game].seats, key=lambda seats: abs(seats - PEOPLE))]
    await court.seat(*guests, game=game)
    party = Party(guests, 4)
    keep, costs = AsyncMock(wraps=court.storage.store_published), Counter[str]()
    sent, clicks = len(court.record.sent), len(court.env.backend.interactions)
    with patch.object(court.storage, "store_published", keep):
        costs["moves"] = await party.play()
    costs["clicks"] = len(court.env.backend.interactions) - clicks
    costs["calls"] = len(court.record.sent) - sent
    # What was sent or edited, answers to clicks among them.
    heard = [one for one in court.record.sent[sent:] if one.method in {"POST", "PATCH"} and one.message is not None]
    costs.update(
        told=len(heard),
        pings=sum(bool(each.pings) for each in heard),
        answers=sum(each.path.endswith("/callback") for each in heard),
        views=sum(each.path.endswith("/@original") for each in heard),
        elsewhere=party.used[ELSEWHERE],
        standing=len(court.public()),
        writes=keep.await_count,
        phases=len({each.args[1].phase for each in keep.await_args_list}),
        turns=len(await party.turns()),
    )
    assert costs["pings"] <= costs["turns"], costs
    assert costs["standing"] <= STANDING_A_MOVE * costs["moves"], costs
    assert costs["writes"] <= WRITES_A_MOVE * costs["moves"], costs
    return costs


@pytest.mark.parametrize("game", represented(GAMES, by="oriflamme"))
@patch("bot.announce.announce_state.DEBOUNCE", MINUTE)
async def test_quick_players_cost_few_requests(court: Evening, game: str) -> None:
    """Their answers, a post for each call, and the end of each post that no answer has ended."""
    costs = await counted(court, game, pictures=False)
    assert costs["calls"] <= CALLS_A_CLICK * costs["clicks"], costs
    assert costs["told"] <= TOLD_A_MOVE * costs["moves"], costs


@pytest.mark.soak
@FOR_EVERY_KEY
async def test_slow_players_cost_no_more_than_what_they_see(court: Evening, game: str) -> None:
    """Each move is shown at once, in the story and at the table, and each who is asked then is called: no word more.

    Each click is answered once. Who answers below a post may have a private view open, which asks the same: one edit
    for each such answer shows in it what is asked now, which answers given in the view itself show at no further cost.
    """
    costs = await counted(court, game, pictures=False)
    following = SLOW_TOLD_A_MOVE * costs["moves"] + TOLD_A_PHASE * costs["phases"]
    assert costs["answers"] <= costs["clicks"], costs
    assert costs["views"] <= costs["elsewhere"], costs
    assert costs["told"] - costs["pings"] - costs["answers"] - costs["views"] <= following, costs
