"""What nobody may learn (R9) and what everybody can see."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.events import Told
from engine.games.oriflamme import cards, names, scene
from engine.games.oriflamme.actions import Back, Choose, Lay, PutTwin, Target
from engine.match import Frame
from engine.rng import Rng
from engine.scene import Card, Scene, Text, Tile, Viewer, Who, say
from tests.engine.games.oriflamme.table import (
    GAME,
    LEAVE,
    REVEAL,
    B,
    G,
    Given,
    R,
    cards_of,
    details,
    ended,
    keys,
    marks,
    panel,
    placing,
    resolving,
    tiles,
)


def heard(told: list[Told], viewer: Viewer) -> list[Told]:
    """Return what a viewer was told."""
    return [one for one in told if one.is_heard_by(viewer)]


def says(what: object, card: str) -> bool:
    """Return whether a card is named anywhere inside."""
    return repr(names.name(card)) in repr(what)


def own(scene: Scene) -> dict[str, list[Text]]:
    """Return the names of the cards that only the viewer sees, row by row."""
    return {
        row.title.key.removeprefix("oriflamme-row-"): [item.name for item in row.items if isinstance(item, Card)]
        for row in scene.hand
    }


def test_the_chosen_card_is_nobodys_business() -> None:
    """R6, R9: neither the choice nor the way back can be noticed; only the place is public."""
    table = placing("B:queen^", "R:felon_0")
    before = {viewer: table.match.frame(viewer) for viewer in (B, G, None)}
    assert table.do(Choose("trap")) == []
    for viewer in (B, G, None):
        assert table.match.frame(viewer) == before[viewer]
        assert not says(public(table.match.frame(viewer)), "trap")
    assert cards_of(table.scene(R).hand, "chosen") == [names.name("trap")]
    assert names.name("trap") not in cards_of(table.scene(R).hand, "hand")
    assert says(table.match.frame(R).mine, "felon")
    table.do(Back())
    assert {viewer: table.match.frame(viewer) for viewer in before} == before
    table.do(Choose("trap"))
    told = table.do(Lay("last"))
    for viewer in (B, G, None):
        assert not says(heard(told, viewer), "trap")
        assert not says(public(table.match.frame(viewer)), "trap")
    assert says(heard(told, R), "trap")
    assert keys(heard(told, R)) == ["lay-own"]


def public(frame: Frame) -> object:
    """Return a frame without the viewer's own cards and choices."""
    asks = [ask for ask in frame.asks if ask.seat != frame.viewer]
    return frame.scene.rows, frame.scene.panels, frame.scene.facts, asks, waiting(frame)


def waiting(frame: Frame) -> list[Text]:
    """Return what is said of who is asked."""
    return [ask.waiting for ask in frame.asks]


def test_the_owner_looks_at_hand_face_down_cards_and_set_aside_cards() -> None:
    """R9: with their place in the queue, covered ones too; the others see none of them."""
    table = resolving("B:queen_0", "R:trap_0 / R:felon_2", given=Given(aside={R: "prince plot bribery"}))
    mine = own(table.scene(R))
    assert mine["hidden"] == [
        say("oriflamme-own-below", card=names.name("trap"), number=2),
        say("oriflamme-own-at", card=names.name("felon"), number=2),
    ]
    assert mine["own-aside"] == [names.name(card) for card in ("prince", "plot", "bribery")]
    assert mine["hand"] == [names.name(card) for card in table.state.players[R].hand]
    for viewer, known in ((R, {"trap", "felon"}), (B, {"queen"}), (G, set()), (None, set())):
        seen = repr((table.scene(viewer).rows, table.scene(viewer).panels))
        assert {card for card in cards.SHUFFLED if repr(names.name(card)) in seen} == known
    assert table.scene(None).hand == ()


def test_the_queue_is_shown_in_order_with_all_that_is_public() -> None:
    """R9: number, family, face, tokens, stack, bribe, and the arrow at the pointer."""
    table = resolving("G:felon_2", "R:queen^[B]", "B:schemer^ / B:plot_1 / B:trap_3", at=1)
    first, second, third = tiles(table.scene(None))
    assert first.name == say(
        "oriflamme-position-now", number=1, player=Who(G), family=names.family(G), card=say("oriflamme-face-down")
    )
    assert (first.emblem, details(first)) == ("oriflamme-family-green", {"tokens": 2, "round": 3})
    assert second.name == say(
        "oriflamme-position", number=2, player=Who(B), family=names.family(B), card=names.name("queen")
    )
    assert details(second) == {"bribed": names.family(R)}
    short = [tile for tile in scene.short_queue(table.match.state, G).items if isinstance(tile, Tile)]
    assert [dict(tile.name.facts)["number"] for tile in short] == [1, 2, 3]
    hidden = say("oriflamme-under-hidden", card=say("oriflamme-face-down"), round=3, tokens=1)
    assert details(third) == {"tokens": 3, "round": 3, "stack": 3, "under": (hidden, names.name("schemer"))}


def test_a_covered_card_that_was_seen_stays_known() -> None:
    """R9, R56: with the token of its briber."""
    table = placing("R:queen^[B] / B:trap_0")
    under = details(tiles(table.scene(G))[0])["under"]
    assert under == (say("oriflamme-under-bribed", card=names.name("queen"), family=names.family(R)),)


def test_a_family_that_bribed_its_own_card_took_it_from_nobody() -> None:
    """R52, R9: uncovered and covered."""
    own_token = say("oriflamme-bribed-own")
    open_, covered = tiles(placing("R:queen^[R]", "B:felon^[B] / B:trap_0").scene(None))
    assert details(open_) == {"bribed": own_token}
    assert details(covered)["under"] == (say("oriflamme-under-bribed", card=names.name("felon"), family=own_token),)


def test_the_panels_show_influence_counts_twin_pile_and_the_first_player() -> None:
    """R9, R15, B1.2: each family with its colour and letter."""
    table = placing("B:queen_0", given=Given(has={R: 7}, aside={B: "plot trap"}, pile={B: "twin felon"}))
    scene = table.scene(None)
    assert panel(scene, R) == {"influence": 7, "hand": 10, "aside": 0}
    assert panel(scene, B) == {"influence": 1, "hand": 6, "aside": 2}
    assert cards_of(scene.panels[B].rows, "pile") == [names.name("twin"), names.name("felon")]
    assert (marks(scene, R), marks(scene, B)) == (["badge-red", "mark-first"], ["badge-blue", "mark-twin"])


def test_how_many_lie_aside_is_told_once_it_differs() -> None:
    """R36: three of each colour do at first; an Impersonation may take one away."""
    three = dict.fromkeys((R, B, G), "plot trap bribery")
    assert all("aside" not in panel(placing(given=Given(aside=three)).scene(None), seat) for seat in three)
    scene = placing(given=Given(aside={**three, B: "plot trap"})).scene(None)
    assert [panel(scene, seat)["aside"] for seat in three] == [3, 2, 3]


def test_no_open_question_names_a_hidden_card() -> None:
    """R9, R10, R23: revealing is asked in private, leaving names no card; targets tell numbers and families only."""
    table = resolving("R:prince_1", "R:trap_0", "B:felon_0")
    frame = table.match.frame(None)
    assert [choice.option.label.key for choice in frame.asks[0].choices] == ["oriflamme-option-leave"]
    assert not any(says(frame, card) for card in cards.SHUFFLED)
    table.do(REVEAL)
    frame = table.match.frame(None)
    assert [choice.option.label for choice in frame.asks[0].choices] == [
        say("oriflamme-option-first"),
        say("oriflamme-option-last"),
        say("oriflamme-option-on-hidden", number=2, player=Who(R)),
    ]
    table.do(PutTwin("first"))
    assert not says(table.match.frame(None), "trap")


def test_the_place_is_asked_with_the_own_hidden_cards_named() -> None:
    """R6, R9: in private."""
    table = placing("R:felon_0", "B:queen_0", "R:prince^")
    table.do(Choose("trap"))
    mine = table.match.frame(R).mine
    assert mine is not None
    labels = [one.option.label for one in mine.choices]
    assert say("oriflamme-option-on-own", number=1, card=names.name("felon")) in labels
    assert table.match.frame(B).asks[0].choices == ()


def test_the_last_choice_is_shown() -> None:
    """R9: who returns after two days sees it."""
    table = resolving("R:felon_0", "B:queen_0")
    table.do(LEAVE)
    last = next(fact.value for fact in table.scene(None).facts if fact.label.key == "oriflamme-fact-last")
    assert last == say("oriflamme-last-leave", player=Who(R))


def test_the_end_shows_all() -> None:
    """R5: the card left over, the set-aside cards and the face-down cards, not before."""
    given = Given(aside={R: "prince plot bribery"}, pile={R: "queen cutthroat apothecary schemer impersonation"})
    table = ended("R:felon_3", given=given)
    scene = table.scene(None)
    assert cards_of(scene.panels[R].rows, "left") == [names.name("trap")]
    assert cards_of(scene.panels[R].rows, "aside") == [names.name(card) for card in ("prince", "plot", "bribery")]
    assert tiles(scene)[0].name == say(
        "oriflamme-position", number=1, player=Who(R), family=names.family(R), card=names.name("felon")
    )
    assert scene.hand == table.scene(R).hand == ()
    assert "mark-first" not in marks(scene, R)


def test_a_card_that_could_not_replace_is_known_not_to_be_set_aside() -> None:
    """R36: everybody knows now that Red's Felon is in the hand or in the queue."""
    table = resolving("B:felon^", "R:impersonation_0", "R:trap_0", at=2, given=Given(aside={R: "prince queen plot"}))
    table.do(REVEAL, Target(1))
    assert cards_of(table.scene(G).panels[R].rows, "absent") == [names.name("felon")]
    assert all("felon" not in GAME.rules.imagine(table.state, G, Rng(b"a", n)).players[R].aside for n in range(40))
    table.state.players[R].hand.remove("felon")
    table.state.players[R].pile.append("felon")
    assert cards_of(table.scene(G).panels[R].rows, "absent") == []


def test_hidden_cards_are_dealt_anew_in_hand_queue_and_aside() -> None:
    """R9: and so is the card that waits for its place."""
    table = placing("B:trap_0", "R:queen^", given=Given(aside={B: "prince queen plot", R: "prince plot trap"}))
    table.do(Choose("felon"))
    imagined = [GAME.rules.imagine(table.state, G, Rng(b"d", number)) for number in range(40)]
    assert len({other.queue[0][0].name for other in imagined}) > 3
    assert len({tuple(other.players[B].aside) for other in imagined}) > 3
    assert len({other.chosen for other in imagined}) > 3
    assert all(other.chosen in other.players[R].hand for other in imagined)
    assert {other.chosen for other in (GAME.rules.imagine(table.state, R, Rng(b"d", n)) for n in range(9))} == {"felon"}


@pytest.mark.slow
def test_every_deal_of_a_colours_hidden_cards_is_as_likely_as_the_others() -> None:
    """R9, R36: with a card that can't be set aside, each set of three is set aside as often as every other."""
    given = Given(aside={R: "prince plot bribery"}, pile={R: "queen apothecary schemer"})
    table = resolving("R:felon_0", "B:queen^", given=given)
    table.state.players[R].absent = ["felon"]
    rng, aside, down = Rng(b"even", 0), Counter[tuple[str, ...]](), Counter[str]()
    for _ in range(4000):
        other = GAME.rules.imagine(table.state, G, rng)
        aside[tuple(other.players[R].aside)] += 1
        down[other.queue[0][0].name] += 1
    hidden = table.state.hidden(R)
    free = len(hidden) - 1
    sets = free * (free - 1) * (free - 2) / 6
    assert len(aside) == sets
    assert all(abs(count - 4000 / sets) < 5 * (4000 / sets) ** 0.5 for count in aside.values())
    # What is not set aside lies in the hand or in the queue: the card that can't be set aside more often.
    beside = len(hidden) - 3
    for name in hidden:
        chance = (1 if name == "felon" else (free - 3) / free) / beside
        assert abs(down[name] - 4000 * chance) < 5 * (4000 * chance) ** 0.5
