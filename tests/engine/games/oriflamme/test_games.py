"""Whole games of Oriflamme: the books of Influence, by orders, in words, under older rules, and the end (R58-R60)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from engine import saves
from engine.game import Outcome
from engine.games.oriflamme import cards
from engine.games.oriflamme.final_report import highlights
from engine.match import Match
from engine.scene import Seat, Who
from tests.contract.walks import AnyMatch, seed, to_the_end, walk
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.scenarios import (
    GAME,
    B,
    R,
    Scenario,
    Table,
    census,
    ended,
    keys,
    placing,
    resolving,
)
from tests.engine.games.oriflamme.scripted import script
from tests.engine.games.scenarios import in_words, scenarios, spelled
from tests.engine.games.sentences import source
from tests.engine.ordered import by_orders, check_the_same_story

BATCH, BATCHES = 350, 3
SEATS = pytest.mark.parametrize("seats", GAME.seats)


def influence(match: AnyMatch) -> list[int]:
    """Return what everybody has."""
    return [player.influence for player in match.state.players]


def test_influence_moves_only_as_it_is_told() -> None:
    """R13, R32, R47, R48: what is told adds up to what everybody has; what is stolen comes from somebody."""
    for number in range(6):
        positions, moves = walk(GAME, 4, number)
        for before, after, move in zip(positions, positions[1:], moves, strict=False):
            moved = 0
            for one in move.told_events:
                said, (key,) = dict(one.event.facts), keys([one])
                if key in {"gain", "disarm", "eliminate", "eliminate-itself", "queens", "plot-gain"}:
                    moved += int(str(said["points"]))
                elif key == "felon":
                    moved -= int(str(said["points"]))
                elif key == "reveal":
                    moved += int(str(said["tokens"]))
            assert sum(influence(after)) - sum(influence(before)) == moved


def test_course_of_influence_is_kept_by_rounds() -> None:
    """R5, R58: the start, and after each of the six rounds; the end shows it as a chart.

    What older rules didn't keep can't be known, so the chart begins later; one moment is no course.
    """
    *_, end = walk(GAME, 4, 2)[0]
    (chart,) = end.frame(None).scene.charts
    assert chart.ticks == tuple(range(cards.ROUNDS + 1))
    assert [line[0] for line in chart.values] == [cards.START] * 4
    assert [line[-1] for line in chart.values] == influence(end)

    state = end.state.copy()
    for kept, ticks in ((3, [(4, 5, 6)]), (1, [])):
        del state.course[:-kept]
        assert [each.ticks for each in replace(end, state=state).frame(None).scene.charts] == ticks


def test_table_of_rules_1_comes_along() -> None:
    """Design, Saves: without the course and the last choice, which it didn't keep."""
    match = walk(GAME, 3, 4)[0][20]
    save = saves.dump(match)
    state = json.loads(save.state)
    del state["course"]
    loaded = saves.load(replace(save, rules=1, state=json.dumps(state)), {GAME.key: GAME})
    assert loaded.state == replace(match.state, course=[], last=None)


def told(table: Table, key: str) -> dict[str, Any] | None:
    """Return the facts of the highlight of that key; None if there is none."""
    texts = [each.told for each in highlights(table.state)]
    return next((dict(text.facts) for text in texts if text.key == f"oriflamme-highlight-{key}"), None)


def test_lead_change_names_round() -> None:
    """Red was ahead until the sixth round, where Blue took the lead."""
    table = ended(given="R has: 5, B has: 7")
    table.state.course[:] = [(1, 1, 1), *[(5, 1, 1)] * 5, (5, 7, 1)]
    assert told(table, "lead") == {"player": Who(B), "rival": Who(R), "number": 6}
    table.state.course[:] = [(1, 1, 1), *[(1, 5, 1)] * 6]
    assert told(table, "ahead") == {"player": Who(B), "number": 1}


@pytest.mark.parametrize("influence, margin", [(5, None), (6, 1), (7, 2), (8, None)])
def test_close_victory(influence: int, margin: int | None) -> None:
    """R58: by one or two Influence; level in Influence, uncovered cards decide, and the result says so."""
    facts = told(ended("B:felon_0", f"R has: 5, B has: {influence}"), "margin")
    assert facts == (None if margin is None else {"player": Who(B), "rival": Who(R), "margin": margin})


def test_largest_gain_and_loss_leave_out_start() -> None:
    """What everybody begins with is nobody's gain."""
    table = ended(given="R has: 30")
    assert (told(table, "earned"), told(table, "lost")) == (None, None)
    table.state.players[B].ledger.update(schemer=4, plot=6, robbed=-2)
    table.state.players[R].ledger.update(felon=-3)
    earned, lost = told(table, "earned") or {}, told(table, "lost") or {}
    assert (earned["player"], earned["entry"].key) == (Who(B), "oriflamme-from-plot")
    assert (lost["player"], lost["entry"].key) == (Who(R), "oriflamme-from-felon")


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
@SEATS
def test_a_thousand_games_end_at_every_number_of_seats(seats: int, batch: int) -> None:
    """R1, R5: no position asks nobody and isn't over; no game goes on for ever; no card is lost."""
    whole = {(Seat(seat), name): 1 for seat in range(seats) for name in cards.NAMES}
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        positions = [match for match, _ in to_the_end(Match.start(GAME, seats, seed(number)), number)]
        for match in positions:
            possible.check(match.state)
        assert positions[-1].outcome is not None
        assert census(positions[-1].state) == whole


@SEATS
@pytest.mark.parametrize("number", [1, 2, *(pytest.param(number, marks=pytest.mark.soak) for number in range(3, 8))])
def test_orders_that_lead_to_the_same_actions_give_the_same_match(seats: int, number: int) -> None:
    """R10-R57: the same log, the same state, the same events for everybody."""
    walked, moves = walk(GAME, seats, number)
    hand = list(zip(walked, moves, strict=False))
    match, played, ordered = by_orders(hand, number, script)
    check_the_same_story(hand, match, played)
    assert ordered


def test_the_game_is_asked_in_the_second_person_and_told_in_the_third() -> None:
    """Public waiting texts never say "you": they are read by everybody."""
    entries = re.findall(r"^(oriflamme-(?:wait|told)-[\w-]+) =(.*(?:\n +(?![ .]).*)*)", source(GAME.key), re.MULTILINE)
    told = {key: text.lower().split() for key, text in entries if not key.endswith("-own")}
    assert len(told) > 40
    assert not [key for key, words in told.items() if "you" in words]


# The end of the game


def result(table: Table) -> Outcome:
    """Return the outcome of a table that has ended."""
    outcome = table.match.outcome
    assert outcome is not None
    return outcome


def test_the_game_ends_after_the_sixth_round() -> None:
    """R5, R59, C11: level in Influence, Red has a card in the queue."""
    table = resolving("R:queen_0", "round: 6")
    told = table.do("leave")
    assert keys(told)[:3] == ["leave", "leave-own", "over"]
    assert [each.event for each in told[3:]][: len(result(table).report)] == list(result(table).report)
    assert (table.match.deciding, result(table).winners) == ((), (R,))


@scenarios(
    Scenario,
    """
nine tokens in the queue are nobody's (S68, R58)
    queue: R:queen_9, B:felon_0
    given: R has: 5, B has: 6, G has: 4
    expected: 2 1 3, won 1 P2 6

two stacks of three against three single cards (S66, R59)
    queue: R:queen_0 / R:trap_0 / R:plot_0, R:felon^ / R:schemer_0 / R:prince_0, B:felon_0, B:queen^, B:trap_0
    given: R has: 12, B has: 12, G has: 11
    expected: 2 1 3, won-tops 3 P2 12

Red's Queen is Blue's second card (R54, R59)
    queue: R:queen^[B], R:felon_0, B:felon_0
    given: R has: 9, B has: 9
    expected: 2 1 3, won-tops 2 P2 9

level in everything (S67, R60)
    queue: R:queen_0, B:felon_0 / B:trap_0
    given: R has: 9, B has: 9
    expected: 1 1 3, won-shared 1 P1 P2 9

Green is second for its card; level players share a place (C12)
    queue: G:queen_0
    given: seats: 4, R has: 9, B has: 4, G has: 4, Y has: 4
    expected: 1 3 2 3, won 0 P1 9
""",
)
def test_influence_then_uncovered_cards_decide(scenario: Scenario) -> None:
    """S66-S68, R54, R58-R60, C12: for the victory and for all places; tokens on cards don't count."""
    outcome = result(ended(scenario.queue, scenario.given))
    places = " ".join(map(str, outcome.places))
    assert f"{places}, {spelled(outcome.report[0], 'oriflamme')}" == scenario.expected


def test_the_report_tells_how_everybody_earned_and_lost() -> None:
    """R58: in order of the places, with every source."""
    table = resolving("B:trap_0, >R:cutthroat^, R:queen_2", "round: 6, R has: 4")
    table.do(f"{in_words(table.legal[0])}, reveal")
    assert [spelled(line, "oriflamme") for line in result(table).report] == [
        "won 1 P1 5",
        "score-lost from-start 4 from-tokens 2 from-queen 2 from-robbed 3 P1 5",
        "score from-start 1 from-stolen 3 P2 4",
        "score from-start 1 P3 1",
    ]


@pytest.mark.parametrize(
    "queue, fault",
    [
        ("R:queen_0 / B:felon_0", "one family"),
        ("R:queen^[B] / R:felon_0", "one family"),
        ("R:plot^", "intrigue"),
        ("R:trap^ / R:felon_0", "intrigue"),
        ("R:queen^[B], G:queen^[B]", "one Bribery token"),
    ],
)
def test_what_rules_rule_out_is_noticed(queue: str, fault: str) -> None:
    """C13, R9, R32: stacks of two families, open intrigues, second or shown tokens, and Influence below 0."""
    with pytest.raises(AssertionError, match=fault):
        possible.check(placing(queue).state)
    state = placing("R:queen^").state
    state.players[R].gain("felon", -2)
    with pytest.raises(AssertionError, match="below 0"):
        possible.check(state)
    state.queue[0][0] = replace(state.queue[0][0], tokens=1)
    with pytest.raises(AssertionError, match="face-down"):
        possible.check(state)


def test_a_second_use_of_a_bribery_token_is_noticed() -> None:
    """C13: the card was used before."""
    table = resolving("R:bribery_0, B:queen^", "R pile: bribery")
    with pytest.raises(AssertionError, match="used once"):
        table.do("reveal")
