"""What a bid that can't be paid proves to everybody, and what viewers imagine after it (F12, F28, F30)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from engine import saves
from engine.games.fortheking.hidden_deals import gold
from engine.games.fortheking.state import Player, Proof, State
from engine.rng import Rng
from engine.scene import Viewer
from tests.engine.games.fortheking.scenarios import played
from tests.engine.games.fortheking.table import GAME, P1, P2, P3, start

HANDS = "gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3"
CARDS = "military-A gold-3 military-I"
SHORT = "bid 1, bid 5, pass, pass"
"""P2, with 3 gold in five cards, has bid 5 and could not pay it."""
UNSOLD = f"{SHORT}, pass, pass"
"""Then nobody takes the card."""
AGAIN, WON = f"{UNSOLD}, bid 4, pass, pass", f"{UNSOLD}, bid 1, pass, pass, discard livestock-B"
"""P2 fails again, or wins a gold card."""


def worlds(choices: str, cards: str = CARDS, viewer: Viewer = P1) -> list[Player]:
    """Return P2 as a viewer imagines P2 again and again after some choices."""
    state = played(HANDS, cards, choices).state
    return [GAME.rules.imagine(state, viewer, Rng(b"w", number)).players[P2] for number in range(60)]


def had(player: Player) -> int:
    """Return the gold in the hand and among what left it face down, where none had before."""
    return gold(player.hand) + gold(player.discarded) + gold(player.lost)


@pytest.mark.parametrize(
    ("choices", "cards", "proved"),
    [
        # F28, F30: who had it would have had to pay; the card that was lost counts, and was the first.
        (SHORT, CARDS, (Proof(4, 0, 0),)),
        # F28: five cards hold 15 gold at most, which everybody knows without it.
        ("bid 1, bid 15, pass, pass", CARDS, (Proof(14, 0, 0),)),
        ("bid 1, bid 16, pass, pass", CARDS, ()),
        ("bid 1, bid 99, pass, pass", CARDS, ()),
        # F27: a bid for gold counts cards, whose number everybody knows.
        ("bid 1, bid 9, pass, pass", "gold-3 military-A", ()),
        # F27: nor is what was paid face down before.
        ("pass, bid 1, pass, discard livestock-A, bid 9, pass, pass", "gold-3 military-A", (Proof(8, 1, 0),)),
        # F30: what was lost the first time is no part of the second proof.
        (AGAIN, "military-A military-I", (Proof(4, 0, 0), Proof(3, 0, 1))),
        # F26, F27: 3 gold won for one card given away makes it 7, and 1 paid makes it 6.
        (WON, CARDS, (Proof(7, 0, 0),)),
        (f"{WON}, pass, pass, bid 1, pay 1", CARDS, (Proof(6, 0, 0),)),
    ],
)
def test_an_unpaid_bid_proves_that_there_was_less_gold(choices: str, cards: str, proved: tuple[Proof, ...]) -> None:
    """F26-F28, F30: as far as such a hand could have paid it."""
    assert played(HANDS, cards, choices).state.players[P2].proofs == proved


@pytest.mark.parametrize("viewer", [P1, P3, None])
@pytest.mark.parametrize(("choices", "most"), [(UNSOLD, 4), (WON, 7)])
def test_nobody_imagines_more_gold_than_was_proved(choices: str, most: int, viewer: Viewer) -> None:
    """F12, F27: neither in the hand nor in the card that was lost; less is imagined, too."""
    imagined = {had(player) for player in worlds(choices, viewer=viewer)}
    assert max(imagined) == most
    assert len(imagined) > 2


def test_second_unpaid_bid_bounds_what_is_imagined() -> None:
    """F30: the hand alone, and the hand with what was lost before."""
    assert all(gold(player.hand) <= 3 and had(player) <= 4 for player in worlds(AGAIN, "military-A military-I"))


@pytest.mark.slow
def test_a_payer_is_dealt_without_skew() -> None:
    """F28: of the hands of two that can pay 5, one in so many has two threes, as by counting; it isn't the richest."""
    state = played("gold-3 gold-2 | livestock-A", "military-A", "bid 5, pass").state
    rng, found = Rng(b"skew", 0), Counter[tuple[str, ...]]()
    for _ in range(3000):
        found[tuple(GAME.rules.imagine(state, P2, rng).players[P1].hand)] += 1
    pool = Counter(card for card in state.box + state.players[P1].hand if "gold" in card)
    threes, mixed = pool["gold-3"] * (pool["gold-3"] - 1) / 2, pool["gold-3"] * pool["gold-2"]
    assert set(found) == {("gold-3", "gold-3"), ("gold-2", "gold-3")}
    assert found["gold-3", "gold-3"] / 3000 == pytest.approx(threes / (threes + mixed), abs=0.045)


def test_a_table_of_older_rules_comes_along_and_has_proved_nothing() -> None:
    """Running tables come along: rules 1 kept no proofs; what they were is not made up."""
    match = replace(start(3), state=played(HANDS, CARDS, SHORT).state)
    save = saves.dump(match)
    state = json.loads(save.state)
    for player in state["players"]:
        del player["proofs"]
    loaded = saves.load(replace(save, rules=1, state=json.dumps(state)), {GAME.key: GAME})
    assert isinstance(loaded.state, State)
    assert [player.proofs for player in loaded.state.players] == [(), (), ()]
    assert replace(loaded.state.players[P2], proofs=match.state.players[P2].proofs) == match.state.players[P2]
