"""What nobody may learn (F12, F24, F30, C8, C13) and what everybody can see."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.fortheking import names
from engine.games.fortheking.actions import Action, Discard, Pay, Place
from engine.games.fortheking.state import State, census
from engine.rng import Rng
from engine.scene import Seat, Viewer
from engine.telling import Tale, Told, put_into_words
from tests.engine.games.fortheking.table import (
    FULL_BOX,
    GAME,
    P1,
    P2,
    Table,
    auction_table,
    cards_of,
    hand,
    share_table,
    start,
    step,
    with_state,
)

SEATS = pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (3, 5)), 4])


def heard(told: list[Told], viewer: Viewer) -> list[Told]:
    """Return what a viewer was told."""
    return [one for one in told if one.to is None or one.to == viewer]


def says(what: object, card: str) -> bool:
    """Return whether a card is named anywhere inside."""
    return repr(names.name(card)) in repr(what)


def test_kept_favored_and_paid_cards_are_never_told_to_others() -> None:
    """T52, F12, C13: neither message nor frame of P2 or the public names them until the rules reveal them."""
    table = share_table(3, ["military-A", "gold-3", "livestock-A", "livestock-B"])
    told = table.do(P1, Place("keep")) + table.do(P1, Place("favor"))
    for viewer in (P2, None):
        for secret in ("military-A", "gold-3"):
            assert not says(heard(told, viewer), secret)
            assert not says(table.match.frame(viewer), secret)
    assert says(heard(told, P1), "military-A")
    table = auction_table([["military-A", "military-B"], ["livestock-A"], []], ["gold-3", "gold-1"])
    table.auction((P1, 1), (P2, 0))
    told = table.do(P1, Discard("military-A"))
    for viewer in (P2, None):
        assert not says(heard(told, viewer), "military-A")
        assert not says(table.match.frame(viewer), "military-A")


def test_a_favor_card_is_shown_when_it_is_turned_up() -> None:
    """C13: then it is public."""
    assert says(auction_table([["gold-1"], ["gold-2"]], ["military-A"]).match.frame(None), "military-A")


def test_open_gold_is_struck_from_what_was_seen() -> None:
    """C8: gold seen taken and then paid is known no more to be held."""
    table = auction_table([["military-B", "military-C"], ["livestock-A"]], ["gold-3", "military-A", "gold-1"])
    table.auction((P1, 1), (P2, 0))
    table.do(P1, Discard("military-B"))
    assert cards_of(table.scene(P2).panels[P1].rows, "taken") == [names.name("gold-3")]
    table.auction((P2, 0), (P1, 3))
    table.do(P1, Pay(3))
    assert cards_of(table.scene(P2).panels[P1].rows, "taken") == [names.name("military-A")]


def test_after_a_face_down_payment_what_was_seen_is_uncertain() -> None:
    """C8: a card bought before may be among the discards now; the gold just won is surely in the hand."""
    table = auction_table([["gold-1", "military-B"], ["livestock-A"]], ["military-A", "gold-3", "gold-2"])
    table.auction((P1, 1), (P2, 0))
    table.do(P1, Pay(1))
    table.auction((P2, 0), (P1, 1))
    table.do(P1, Discard("military-B"))
    player = table.state.players[P1]
    assert (player.taken, player.earlier) == (["gold-3"], ["military-A"])
    imagined = [GAME.rules.imagine(table.state, P2, Rng(b"e", number)).players[P1] for number in range(40)]
    assert {"military-A" in other.hand for other in imagined} == {True, False}
    assert all("gold-3" in other.hand for other in imagined)
    assert all("military-A" in other.hand + other.discarded for other in imagined)


@pytest.mark.slow
@SEATS
def test_an_imagined_table_can_not_be_told_from_the_real_one(seats: int) -> None:
    """F12: at every step, for one viewer or another: equal frames, no card made or lost, no King in a hand."""
    match, rng = start(seats, 3), Rng(b"i", seats)
    viewers: list[Viewer] = [None, *(Seat(seat) for seat in range(seats))]
    while match.outcome is None:
        match, _ = step(match, rng)
        for viewer in (viewers[match.seq % len(viewers)], viewers[rng.below(len(viewers))]):
            other = GAME.rules.imagine(match.state, viewer, rng)
            assert census(other) == FULL_BOX
            assert with_state(match, other).frame(viewer) == match.frame(viewer)
            assert_possible(match.state, other, viewer)


def assert_possible(state: State, other: State, viewer: Viewer) -> None:
    """Check an imagined state against what the viewer knows without seeing it in a frame."""
    for seat, (real, player) in enumerate(zip(state.players, other.players, strict=True)):
        away = Counter(player.discarded + player.lost)
        assert not any("king" in card for card in (*player.hand, *away))
        assert Counter(player.taken) <= Counter(player.hand) or state.phase == "over"
        assert Counter(player.taken + player.earlier) <= Counter(player.hand) + away
        assert len(player.favored) == len(real.favored)
        assert seat != viewer or player == real
    assert Counter(other.favor + other.revealed_cards) == Counter(card for one in other.players for card in one.favored)


def test_an_imagined_table_does_not_depend_on_the_hidden_cards() -> None:
    """F12: two tables that look the same are imagined alike from the same draws."""
    hands = [["gold-1", "gold-2"], ["military-B", "gold-3"], ["livestock-A"]]
    swapped = [["gold-1", "gold-2"], ["livestock-A", "gold-3"], ["military-B"]]
    tables = [auction_table(own, ["military-A"]) for own in (hands, swapped)]
    imagined = [GAME.rules.imagine(table.state, P1, Rng(b"s", 1)) for table in tables]
    assert [player.hand for player in imagined[0].players] == [player.hand for player in imagined[1].players]
    assert imagined[0].box == imagined[1].box


def test_the_imagined_hands_differ_from_draw_to_draw() -> None:
    """F12: what the viewer doesn't know is really dealt anew."""
    table = auction_table([["gold-1"], ["military-B", "gold-3"]], ["military-A"])
    assert len({tuple(hand(Table(GAME.rules.imagine(table.state, P1, Rng(b"d", n))), P2)) for n in range(10)}) > 1


def test_an_imagined_payer_can_pay() -> None:
    """F28: being asked to pay is proof of the gold, even for the last gold there is."""
    own = ["gold-3"] * 9 + ["military-B", "military-C"]
    table = auction_table([own, ["livestock-A"]], ["military-A"])
    table.auction((P1, 27), (P2, 0))
    for number in range(20):
        other = GAME.rules.imagine(table.state, P2, Rng(b"p", number))
        assert other.players[P1].gold >= 27
        assert GAME.rules.legal(other, P1)


def test_own_favor_cards_stay_in_the_imagined_favor_deck() -> None:
    """F12: the Adviser knows what was put there; the others don't."""
    table = share_table(3, ["military-A", "military-B", "livestock-A", "livestock-B"])
    table.do(P1, Place("favor"))
    assert all(GAME.rules.imagine(table.state, P1, Rng(b"f", n)).favor == ["military-A"] for n in range(10))
    assert any(GAME.rules.imagine(table.state, P2, Rng(b"f", n)).favor != ["military-A"] for n in range(10))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_a_frame_tells_everything_that_was_told(seats: int) -> None:
    """F12: where the same action on two tables that look alike leads to equal frames, equal events were told."""
    match, rng = start(seats, 5), Rng(b"c", seats)
    compared = 0
    while match.outcome is None:
        seat, seq = match.deciding[0], match.seq + 1
        legal = GAME.rules.legal(match.state, seat)
        for viewer in (None, *(Seat(one) for one in range(seats))):
            other = GAME.rules.imagine(match.state, viewer, rng)
            compared += same_story((match.state.copy(), other), viewer, legal[rng.below(len(legal))], seq)
        match, _ = step(match, rng)
    assert compared > 100


def same_story(states: tuple[State, State], viewer: Viewer, action: Action, seq: int) -> bool:
    """Play one action on both; return whether the viewer can't tell them apart, and check what was told then."""
    (seat,) = GAME.rules.deciding(states[0])
    if action not in GAME.rules.legal(states[1], seat):
        return False
    told = [heard(said(state, seat, action, seq), viewer) for state in states]
    seen = [(GAME.telling.scene(state, viewer), GAME.rules.places(state), asked(state, viewer)) for state in states]
    assert seen[0] != seen[1] or told[0] == told[1]
    return seen[0] == seen[1]


def said(state: State, seat: Seat, action: Action, seq: int) -> list[Told]:
    """Play an action on a state and return what was told."""
    tale = Tale()
    GAME.rules.apply(state, seat, action, Rng(b"x", seq), tale)
    return list(put_into_words(tale.events, GAME.key, GAME.telling.wording))


def asked(state: State, viewer: Viewer) -> list[object]:
    """Return what a viewer reads of the questions."""
    questions = [(seat, GAME.telling.question(state, seat)) for seat in GAME.rules.deciding(state)]
    return [(seat, one if one.open or seat == viewer else one.waiting) for seat, one in questions]
