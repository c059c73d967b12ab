"""A match that is played on from a position: with the cards and draws of then, or what a seat couldn't know anew."""

from __future__ import annotations

import pytest

from engine import saves
from engine.events import Told
from engine.game import AnyGame
from engine.games import GAMES
from engine.logged_moves import PlayOn
from engine.saves import DEALS, play_on, replay
from engine.scene import Seat, Who, say
from tests.contract.takebacks import unnamed
from tests.contract.walks import AnyMatch, imagined, line, sample, seats_of, walk
from tests.every import FOR_EVERY_GAME

FEW, WORLDS, FOLLOWED = 12, 3, 25
DEAL = DEALS[7]


def positions(game: AnyGame) -> list[AnyMatch]:
    """Return some positions of a match before its end."""
    return sample(walk(game, game.seats[0], 1)[0][:-1], FEW)


@FOR_EVERY_GAME
def test_played_on_as_it_was_draws_the_same_again(game: AnyGame) -> None:
    """The same actions lead to the same states and tell the same; a question has another name than before."""
    matches, moves = walk(game, game.seats[0], 1)
    for match in positions(game):
        after, (made,) = play_on(match, Seat(0))
        assert (after.state, after.seq, made.action) == (match.state, match.seq + 1, PlayOn(0))
        assert made.told_events == (Told(say("told-play-on", player=Who(Seat(0)))),)
        assert not {*map(after.question_id, after.deciding)} & {*map(match.question_id, match.deciding)}
        for move in moves[match.seq : match.seq + FOLLOWED]:
            after, (again,) = after.play(move.seat, [move.action])
            assert (after.state, again.told_events) == (matches[move.seq].state, move.told_events)


@FOR_EVERY_GAME
def test_cards_dealt_anew_are_those_a_seat_could_not_know(game: AnyGame) -> None:
    """It sees what it saw; from all that it can't tell apart the very same deal comes, and other draws than then."""
    changed = False
    for match in positions(game):
        for seat in seats_of(match):
            after, (made,) = play_on(match, seat, DEAL)
            assert made.told_events == (Told(say("told-play-on-anew", player=Who(seat))),)
            assert unnamed(after.frame(seat)) == unnamed(match.frame(seat))
            for number in range(WORLDS):
                world = imagined(match, seat, number)
                assert play_on(world, seat, DEAL)[0].state == after.state
            changed = changed or after.state != match.state
            assert after.seq - after.rewound == match.seq - match.rewound + DEAL
    assert changed


@FOR_EVERY_GAME
@pytest.mark.parametrize("deal", [0, DEAL])
def test_a_match_that_is_played_on_rests_and_replays(game: AnyGame, deal: int) -> None:
    """From its beginning, with all that was played before; and it can be rewound to where it was played on."""
    (start, *_), moves = walk(game, game.seats[0], 1)
    for match in positions(game):
        after, (made,) = play_on(match, Seat(1), deal)
        beyond, more = after.play(seat := after.deciding[0], after.legal[seat][:1])
        back, (rewound,) = beyond.rewind(Seat(1), after)
        lines = map(line, (*moves[: match.seq], made, *more, rewound))
        *_, (again, _), (last, _) = replay(start, lines)
        assert (again, last) == (beyond, back)
        assert saves.load(saves.dump(beyond), GAMES) == beyond
        assert back.play(seat, back.legal[seat][:1])[0].state == beyond.state


@FOR_EVERY_GAME
def test_orders_can_be_given_where_a_match_is_played_on(game: AnyGame) -> None:
    """What people had ordered before is in no position; where the game takes orders, anybody can give some again."""
    match = positions(game)[2]
    after, _ = play_on(match, Seat(0), orders=True)
    assert (after.orders is None) == (game.ordering is None)
    assert play_on(match, Seat(0))[0].orders is None
