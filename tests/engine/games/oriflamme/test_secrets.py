"""What nobody may learn (R9), what everybody can see, what was decided last, and what can't be taken back (C15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from bot.texts.fluent import language
from engine.asking import Choice
from engine.games.oriflamme import ORIFLAMME, scene
from engine.games.oriflamme.actions import Lay, Leave, Target
from engine.rng import Rng
from engine.scene import Row, Seat, Text, Tile
from tests.contract.walks import imagined, walk
from tests.engine.games.oriflamme.scenarios import (
    GAME,
    B,
    G,
    R,
    Scenario,
    Table,
    ended,
    marks,
    placing,
    played,
    resolving,
)
from tests.engine.games.scenarios import in_rows, scenarios, spelled


def shown(rows: Iterable[Row]) -> dict[str, list[str]]:
    """Return rows in words."""
    return in_rows(rows, GAME.key)


def labels(choices: Iterable[Choice]) -> list[str]:
    """Return the labels of choices in words."""
    return [spelled(choice.option.label, GAME.key) for choice in choices]


def panel(table: Table, seat: Seat) -> list[str]:
    """Return the values of a player's panel in words, as everybody sees them."""
    facts = table.scene(None).panels[seat].facts
    return [f"{spelled(fact.label, GAME.key)} {fact.value}" for fact in facts]


def test_the_owner_looks_at_hand_face_down_cards_and_set_aside_cards() -> None:
    """R6, R9: with their place in the queue, covered ones too; a card that is chosen lies apart from the hand."""
    table = resolving("B:queen_0, R:trap_0 / R:felon_2", "R aside: prince plot bribery")
    own = shown(table.scene(R).hand)
    assert own["hidden"] == ["own-below card-trap 2", "own-at card-felon 2"]
    assert own["own-aside"] == ["card-prince", "card-plot", "card-bribery"]
    assert own["hand"] == [f"card-{card}" for card in table.state.players[R].hand]
    assert shown(table.scene(R).rows)["queue"][1].startswith("position-own card-felon 2 | tokens 2")
    assert table.scene(None).hand == ()

    table = placing("R:felon_0, B:queen_0, R:prince^")
    table.do("choose trap")
    own = shown(table.scene(R).hand)
    assert (own["chosen"], "card-trap" in own["hand"]) == (["card-trap"], False)
    frame = table.match.frame(R)
    assert frame.mine is not None
    assert labels(frame.mine.choices)[2:4] == ["option-on-own card-felon 1", "option-on-yours card-prince 3"]
    assert table.match.frame(B).asks[0].choices == ()


def test_the_queue_is_shown_in_order_with_all_that_is_public() -> None:
    """R9: number, family, face, tokens, stack, bribe, and the arrow at the pointer."""
    table = resolving("G:felon_2, R:queen^[B], B:schemer^ / B:plot_1 / B:trap_3")
    queue = shown(table.scene(None).rows)["queue"]
    assert queue[:2] == [
        "position-now face-down family-green 1 P3 | tokens 2 | round 3",
        "position card-queen family-blue 2 P2 | bribed family-red",
    ]
    under = "under under-hidden face-down 3 1 card-schemer"
    assert queue[2] == f"position face-down family-blue 3 P2 | tokens 3 | round 3 | stack 3 | {under}"
    short = [tile for tile in scene.short_queue(table.match.state, G).items if isinstance(tile, Tile)]
    assert [dict(tile.name.facts)["number"] for tile in short] == [1, 2, 3]


def test_a_covered_card_that_was_seen_stays_known() -> None:
    """R9, R52, R56: with the token of its briber; a family that bribed its own card took it from nobody."""
    table = placing("R:queen^[R], B:felon^[B] / B:trap_0, R:queen^[B] / B:trap_0")
    assert shown(table.scene(G).rows)["queue"] == [
        "position card-queen family-red 1 P1 | bribed bribed-own",
        "position face-down family-blue 2 P2 | round 3 | stack 2 | under under-bribed card-felon bribed-own",
        "position face-down family-blue 3 P2 | round 3 | stack 2 | under under-bribed card-queen family-red",
    ]


def test_the_panels_show_influence_counts_twin_pile_and_the_first_player() -> None:
    """R9, R15, R36, B1.2: how many lie aside only where that differs, for an Impersonation may take one away."""
    table = placing("B:queen_0", "R has: 7, B aside: plot trap, B pile: twin felon")
    seen = table.scene(None)
    assert panel(table, R) == ["fact-influence 7", "fact-hand 10", "fact-aside 0"]
    assert panel(table, B) == ["fact-influence 1", "fact-hand 6", "fact-aside 2"]
    assert shown(seen.panels[B].rows) == {"pile": ["card-twin", "card-felon"]}
    assert (marks(seen, R), marks(seen, B)) == (["badge-red", "mark-first"], ["badge-blue", "mark-twin"])

    three = placing(given="R aside: plot trap bribery, B aside: plot trap bribery, G aside: plot trap bribery")
    assert panel(three, B) == ["fact-influence 1", "fact-hand 7"]


def test_the_end_shows_all() -> None:
    """R5: the card left over, the set-aside cards and the face-down cards, not before."""
    given = "R aside: prince plot bribery, R pile: queen cutthroat apothecary schemer impersonation"
    table = ended("R:felon_3", given)
    seen = table.scene(None)
    rows = shown(seen.panels[R].rows)
    assert (rows["left"], rows["aside"]) == (["card-trap"], ["card-prince", "card-plot", "card-bribery"])
    assert shown(seen.rows)["queue"] == ["position card-felon family-red 1 P1 | tokens 3 | round 3"]
    assert seen.hand == table.scene(R).hand == ()
    assert "mark-first" not in marks(seen, R)


def test_a_card_that_could_not_replace_is_known_not_to_be_set_aside() -> None:
    """R36: everybody knows now that Red's Felon is in the hand or in the queue."""
    table = resolving("B:felon^, >R:impersonation_0, R:trap_0", "R aside: prince queen plot")
    table.do("reveal, target 1")
    assert shown(table.scene(G).panels[R].rows)["absent"] == ["card-felon"]
    assert all("felon" not in imagined(table.match, G, n).state.players[R].aside for n in range(40))
    table.state.players[R].hand.remove("felon")
    table.state.players[R].pile.append("felon")
    assert "absent" not in shown(table.scene(G).panels[R].rows)


def test_chosen_card_is_dealt_anew_for_others() -> None:
    """R6, R9: from the hand; its owner knows it."""
    table = placing("B:trap_0, R:queen^")
    table.do("choose felon")
    others = [imagined(table.match, G, number).state for number in range(40)]
    assert len({other.chosen for other in others}) > 3
    assert all(other.chosen in other.players[R].hand for other in others)
    assert {imagined(table.match, R, number).state.chosen for number in range(9)} == {"felon"}


@pytest.mark.slow
def test_every_deal_of_a_colours_hidden_cards_is_as_likely_as_the_others() -> None:
    """R9, R36: with a card that can't be set aside, each set of three is set aside as often as every other."""
    table = resolving("R:felon_0, B:queen^", "R aside: prince plot bribery, R pile: queen apothecary schemer")
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


# What may be taken back


def test_a_card_that_was_laid_can_be_taken_back() -> None:
    """C15, R6: the next one may have laid none yet."""
    table = placing("R:queen_0")
    table.do("choose felon, lay last")
    before, _ = table.match.take_back(R)
    assert (before.state.chosen, len(before.state.queue)) == ("felon", 1)


@scenarios(
    Scenario,
    """
the next face-down card is asked about, not shown (R10)
    queue: R:queen_0, B:felon_0
    choices: leave

what was revealed everybody has seen (R10)
    queue: R:queen_0, B:felon_0
    choices: reveal
    expected: stands

also a Trap (R10)
    queue: R:trap_0, B:felon_0
    choices: reveal
    expected: stands

and a Plot (R10)
    queue: R:plot_0, B:felon_0
    choices: reveal
    expected: stands

a face-down card is turned over when it goes (R13)
    queue: G:felon_0, >R:cutthroat^, B:queen_0
    choices: target 3
    expected: stands

a face-up one was known (R13)
    queue: G:felon_0, >R:cutthroat^, B:queen^
    choices: target 3

whether the card of that name was set aside was Red's secret (R36)
    queue: B:felon^, >R:impersonation_0, G:felon^
    given: R aside: felon queen plot
    choices: reveal, target 1
    expected: stands

also where it was not (R36)
    queue: B:felon^, >R:impersonation_0, G:felon^
    choices: reveal, target 1
    expected: stands

the pile lies face up (R36)
    queue: B:felon^, >R:impersonation_0, G:felon_0
    given: R pile: felon
    choices: reveal, target 1
""",
)
def test_what_showed_a_card_stands(scenario: Scenario) -> None:
    """C15, R10, R13, R36: whether it was turned over, looked for or found."""
    pasts = scenario.play()[0].match.pasts
    assert [past.seat for past in pasts[-1:]] == ([] if scenario.expected else [R])


# What was decided last

PEOPLE = ("Ann", "Bo", "Cy", "Dana", "Eve")


def last(table: Table) -> str:
    """Return the last choice as everybody reads it."""
    return language("en").say(_last(table), PEOPLE)


def _last(table: Table) -> Text:
    (value,) = [fact.value for fact in table.scene(None).facts if fact.label.key == "oriflamme-fact-last"]
    assert isinstance(value, Text)
    return value


@scenarios(
    Scenario,
    """
the queue closes up behind it, and the number that was picked is another card's (C8)
    queue: B:queen_0, >R:cutthroat_0, G:trap_0
    choices: reveal, target 1
    expected: Ann's Cutthroat eliminated Bo's Queen

said as one would say it (R29)
    queue: B:queen^, R:felon^, >R:apothecary_0
    choices: reveal, target 3
    expected: Ann's Apothecary eliminated itself

whose it was is said, not where it lies (R52)
    queue: B:queen^, >R:bribery_0, G:felon^
    choices: reveal, target 1
    expected: Ann's Bribery won over Bo's Queen

of two Queens of one family, the own one (R43, R54)
    queue: R:queen^, B:queen^[R], >R:plot_1
    choices: reveal, activate 1
    expected: Ann used the Plot on the Queen

is told apart from the other (R43, R54)
    queue: R:queen^, B:queen^[R], >R:plot_1
    choices: reveal, activate 2
    expected: Ann used the Plot on the Queen, a card of Blue (B)

what was revealed (R10)
    queue: R:prince_0, R:queen^, B:trap_0
    choices: reveal
    expected: Ann revealed the Prince

what the Twin covers (R23)
    queue: R:prince_0, R:queen^, B:trap_0
    choices: reveal, twin 2
    expected: Ann put the Twin on the Queen

a face-down card has no name where it is covered (R23)
    queue: R:prince_0, R:trap_0, B:trap_0
    choices: reveal, twin 2
    expected: Ann put the Twin on a face-down card

nor where it is left (R10)
    queue: R:prince_0, B:trap_0
    choices: leave
    expected: Ann left a card face down
""",
)
def test_last_choice_names_cards(scenario: Scenario) -> None:
    """R9, R10, R23, R29, R43, R52, R54, C8: by their names and families, and only what everybody knows."""
    assert last(scenario.play()[0]) == scenario.expected


@pytest.mark.parametrize(
    "place, said", [(1, "Ann laid a card on the Queen"), (2, "Ann laid a card on a face-down one")]
)
def test_a_card_that_is_covered_is_named_if_everybody_knows_it(place: int, said: str) -> None:
    """R6, R9: and only then."""
    table = placing("R:queen^, R:felon_0")
    table.do(f"choose trap, lay {place}")
    assert last(table) == said


@pytest.mark.parametrize("seats", ORIFLAMME.seats)
def test_no_last_choice_has_a_number_or_a_name_that_is_hidden(seats: int) -> None:
    """In whole games: positions are never mentioned, and a card that lies face down has no name there."""
    kinds = set()
    for match in walk(ORIFLAMME, seats, 4)[0]:
        table = Table(match.state)
        decision = match.state.last
        if decision is None:
            continue
        said = _last(table)
        assert "number" not in dict(said.facts)
        kinds.add(type(decision.action))
        if isinstance(decision.action, Lay) and isinstance(decision.action.place, int):
            assert decision.aim is not None
    assert {Lay, Leave, Target} <= kinds


def test_question_numbers_the_card_that_acts() -> None:
    """For its owner and for those who wait alike; the queue is counted from 1."""
    table = played("B:felon^, >R:cutthroat_0, G:prince^", "reveal")
    question = ORIFLAMME.telling.question(table.state, table.match.deciding[0])
    assert dict(question.prompt.facts)["number"] == dict(question.waiting.facts)["number"] == 2
