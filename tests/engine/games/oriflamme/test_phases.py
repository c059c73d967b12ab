"""Setup and Placement Phase (R1-R9), Resolution Phase (R10-R21), Trap and Bribery (R47-R57), what is told and shown."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.games.oriflamme import cards, names
from engine.scene import Place, Seat, Value, Who, say
from tests.engine.games.oriflamme.scenarios import (
    B,
    G,
    R,
    Scenario,
    Table,
    facts,
    lay_all,
    marks,
    placing,
    resolving,
    start,
)
from tests.engine.games.scenarios import scenarios


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_gets_seven_cards(seats: int) -> None:
    """R1-R3: of ten that are shuffled; three are set aside, the Twin waits, with one Influence. Any seat can begin."""
    state = start(seats).state
    assert len(state.players) == seats
    for player in state.players:
        assert (len(player.hand), len(player.aside), player.twin, player.influence) == (7, 3, True, 1)
        assert sorted(player.hand + player.aside) == sorted(cards.SHUFFLED)
        for pile in (player.hand, player.aside):
            assert pile == sorted(pile, key=cards.order)
    assert len({tuple(player.aside) for player in state.players}) > 1
    assert {start(seats, number).state.first for number in range(30)} == {*range(seats)}


@dataclass(frozen=True)
class Placing(Scenario):
    """What comes of a queue in the Placement Phase, where Red begins."""

    @property
    def table(self) -> Table:
        """Return the table before any choice."""
        return placing(self.queue, self.given)


@scenarios(
    Placing,
    """
Red may lay onto the own card, not onto Blue's, and covers it (S2, R6)
    queue: R:queen_0, B:felon^
    choices: choose trap, lay 1
    result: R:queen_0 / R:trap_0, B:felon^
    offers: first last 1

nobody has to cover a card: the beginning is before all others (S1, R6, C14)
    queue: B:felon^, G:plot_0
    choices: choose trap, lay first
    result: R:trap_0, B:felon^, G:plot_0
    offers: first last

and the end behind them (R6)
    queue: B:felon^, G:plot_0
    choices: choose trap, lay last
    result: B:felon^, G:plot_0, R:trap_0
    offers: first last

the first card lies in the middle, which is told (S1, R6, C10)
    choices: choose queen
    result: R:queen_0
    told: lay-only lay-own

another card can be chosen, and nothing is told (R6)
    queue: B:felon^
    choices: choose queen, back, choose trap, lay last
    result: B:felon^, R:trap_0
    told: lay-last lay-own

a character belongs to its briber, who may cover it (R7, S60)
    queue: R:queen^[B], B:felon^[R]
    choices: choose trap, lay last, choose trap, lay 1
    result: R:queen^[B] / B:trap_0, B:felon^[R], R:trap_0
    offers: first last 2, first last 1

a stack may grow to any height (R8)
    queue: R:queen^ / R:trap_1 / R:felon_0
    choices: choose plot, lay 1
    result: R:queen^ / R:trap_1 / R:felon_0 / R:plot_0
""",
)
def test_cards_are_laid_as_ruled(scenario: Placing) -> None:
    """S1, S2, S60, R6-R8, C10, C14: at the ends, onto the own family, never between cards."""
    scenario.check()


def test_everybody_lays_one_card_in_turn_from_the_first_player() -> None:
    """R6: then the queue is resolved; who has laid is marked."""
    table = placing("G:felon_0")
    for seat in (R, B, G):
        assert table.match.deciding == (seat,)
        table.do("choose trap, lay last")
        if seat == B:
            assert [("mark-laid" in marks(table.scene(None), one)) for one in (R, B, G)] == [True, True, False]
    assert table.queue == ["G:felon_0", "R:trap_0", "B:trap_0", "G:trap_0"]
    assert (table.state.phase, table.match.deciding) == ("resolution", (G,))


def test_the_first_player_tile_passes_to_the_left_after_each_round() -> None:
    """S5, R3, R4, R5, C11: six rounds, the queue keeps its direction, and one card each is left over."""
    table = Table(start(4, 3).state)
    first = table.state.first
    for number in range(cards.ROUNDS):
        assert (table.state.round, table.state.first) == (number + 1, (first + number) % 4)
        assert table.match.deciding == (table.state.first,)
        lay_all(table)
        for index in range(len(table.state.queue)):
            assert table.state.pointer == index
            table.do("leave")
    assert table.state.phase == "over"
    assert table.state.first == Seat((first + cards.ROUNDS) % 4)
    assert [len(player.hand) for player in table.state.players] == [1] * 4
    assert len(table.state.queue) == 24


# The Resolution Phase


@scenarios(
    Scenario,
    """
a card that is left gathers a token, again and again (S3, R10)
    queue: R:queen_0
    choices: leave, all lay, leave, leave, leave, leave, all lay, reveal
    result: R:queen^, >B:prince_1, G:prince_1, R:prince_1, G:queen_0, R:cutthroat_0, B:queen_0 | R+4

an elimination brings 1, tokens are lost and the gap closes (R13)
    queue: R:apothecary^, B:felon_2, R:queen_0, B:schemer_0
    choices: target 2
    result: R:apothecary^, >R:queen_0, B:schemer_0 | R+1 | B: felon

face up, an uncovered card acts at once (R18, S40)
    queue: R:queen^ / R:trap_0
    choices: reveal
    result: R:queen^ | R+3 | R: trap

face down its owner decides (R18, S40)
    queue: R:queen_0 / R:trap_0
    choices: reveal, leave
    result: R:queen_1 | R+1 | R: trap

uncovered ahead it acts in its turn (R19)
    queue: R:cutthroat^, B:queen^ / B:felon_0, G:plot_0
    result: R:cutthroat^, B:queen^, >G:plot_0 | B+2 | B: felon

uncovered behind it waits for the next round (S64, R19)
    queue: B:queen^ / B:felon_0, >R:cutthroat^, G:plot_0
    choices: target 1, leave, all lay
    result: B:queen^, >R:cutthroat^, G:plot_1, B:prince_0, G:prince_0, R:prince_0 | B+2 | B: felon

covered tokens count again (R21)
    queue: R:queen_2 / R:trap_0
    choices: reveal, reveal
    result: R:queen^ | R+5 | R: trap

neighbours are seen after gaps have closed (R16)
    queue: R:cutthroat^, B:plot_0, B:felon_0
    choices: leave, all lay
    result: R:cutthroat^, >B:prince_0, G:prince_0, R:prince_0 | B: plot felon

nothing is skipped where a card before the pointer goes (S6, B1.3)
    queue: G:felon_0, >R:cutthroat^, B:schemer_1, G:queen^
    choices: target 1
    result: R:cutthroat^, >B:schemer_1, G:queen^ | G: felon

nothing is repeated where the next one goes (S7, B1.3)
    queue: G:felon_0, >R:cutthroat^, B:schemer_1, G:queen^, R:trap_0
    choices: target 3
    result: G:felon_0, R:cutthroat^, G:queen^, >R:trap_0 | G+2 | B: schemer
""",
)
def test_pointer_goes_on_as_ruled(scenario: Scenario) -> None:
    """S3, S6, S7, S40, S64, R10, R13, R16, R18, R19, R21, B1.3: what acts at once, what waits."""
    scenario.check()


@scenarios(
    Scenario,
    """
an own Trap that is revealed brings 1; its tokens are lost (R47, R10)
    queue: R:trap_3
    choices: reveal
    result: R+1 | R: trap
    told: reveal-lost disarm

Blue gains the Queen's 2 ahead of the pointer (S55, R52, R54)
    queue: B:bribery_0, R:queen^
    choices: reveal
    result: R:queen^[B] | B+2 | B: bribery
    told: forced bribe spent

behind it only in the next round (S56, R54)
    queue: R:queen^, >B:bribery_0
    choices: reveal, all lay
    result: R:queen^[B], >B:prince_0, G:prince_0, R:prince_0 | B+2 | B: bribery

of any family, alone in its place and face up (S57, R52, R17)
    queue: R:felon^ / R:queen^, G:queen_0, G:schemer^, B:twin^, >B:bribery_0
    choices: reveal
    result: R:felon^ / R:queen^, G:queen_0, G:schemer^, B:twin^, >B:bribery^
    offers: 3 4

else it is discarded (S57)
    queue: B:bribery_0, R:felon_0 / R:queen^, G:queen_0
    choices: reveal
    result: R:felon_0 / R:queen^, >G:queen_0 | R+2 | B: bribery

and that is told (R12, S57)
    queue: R:bribery_1
    choices: reveal
    result: R+1 | R: bribery
    told: idle spent

a token that lay there goes back (S58, R53)
    queue: R:queen^[B], >G:bribery_0
    choices: reveal
    result: R:queen^[G] | G: bribery
    told: bribe token-back

the own character can be won back (R52, R53)
    queue: R:queen^[B], >R:bribery_0
    choices: reveal
    result: R:queen^[R] | R: bribery
    told: bribe token-back

the own one must be bribed if it is the only one (R52)
    queue: B:queen^, >B:bribery_0
    choices: reveal
    result: B:queen^[B] | B: bribery
    told: bribe-own

a covered card keeps its token, and acts for Blue (R56, R18)
    queue: R:queen^[B] / B:trap_0
    choices: reveal
    result: R:queen^[B] | B+3 | B: trap

the own Queen under it is no target, and acts once it is gone (C7)
    queue: R:queen^ / R:bribery_0
    choices: reveal
    result: R:queen^ | R+2 | R: bribery
    told: reveal-bare idle spent

also where others lie in the queue (C7)
    queue: R:queen^ / R:bribery_0, B:felon^ / B:trap_0
    choices: reveal
    result: R:queen^, >B:felon^ / B:trap_0 | R+2 | R: bribery
""",
)
def test_trap_and_bribery_act_as_ruled(scenario: Scenario) -> None:
    """S55-S58, R10, R12, R17, R18, R47, R52-R54, R56, C7: whose a card is, and for how long."""
    scenario.check()


def test_who_leaves_a_card_face_down_reads_which_one_it_was() -> None:
    """R10: its owner alone; everybody else reads its number."""
    told = resolving("R:queen_0").do("leave")
    assert "card" not in facts(told, "leave")
    assert facts(told, "leave-own")["card"] == names.name("queen")
    assert [(one.to, one.but) for one in told[:2]] == [(None, R), (R, None)]


def test_events_name_victims_tokens_and_owners() -> None:
    """R10, R13, R24, R48, R55: a face-down card with what lay on it, what a Trap steals, which number a card has."""
    hidden: dict[str, Value] = {"player": Who(B), "card": names.name("felon"), "number": 2, "tokens": 2}
    told = resolving("R:apothecary^, B:felon_2, R:queen_0, B:schemer_0").do("target 2")
    assert facts(told, "eliminate")["victims"] == (say("oriflamme-victim-hidden", **hidden),)

    told = resolving("R:apothecary^[B], R:felon_0, B:queen_0, R:trap_0", "B has: 0").do("target 4")
    assert (facts(told, "trap")["points"], facts(told, "token-back")["player"]) == (1, Who(B))
    assert facts(resolving("R:queen_2").do("reveal"), "reveal")["tokens"] == 2

    table = resolving("G:felon_0, >R:prince_0, B:queen_0")
    told = table.do("reveal, twin last")
    assert [facts(told, key)["number"] for key in ("twin-last", "gain")] == [4, 2]


def test_a_plot_at_work_is_shown_with_its_tokens() -> None:
    """C6, R9: they belong to nobody yet."""
    table = resolving("R:queen^, >R:plot_2, G:trap_0")
    table.do("reveal")
    shown = {fact.label.key: fact.value for fact in table.scene(None).facts}
    assert dict(getattr(shown["oriflamme-fact-plot"], "facts", ()))["tokens"] == 2
    assert table.state.players[R].influence == 3
    table.do("gain, gain")
    assert "oriflamme-fact-plot" not in {fact.label.key for fact in table.scene(None).facts}


def arrows(table: Table) -> list[int]:
    """Return the positions, counted from 1, whose card is shown as acting."""
    places = [item for item in table.scene(None).rows[0].items if isinstance(item, Place)]
    return [number for number, place in enumerate(places, 1) if place.now]


def test_the_arrow_is_on_the_card_that_acts_and_on_none_while_the_plot_does() -> None:
    """R43, R45: the Plot has left the queue when it acts; a character it activates acts while it seeks its target."""
    table = resolving("R:apothecary^, B:queen^, R:queen^, >R:plot_0, G:felon_0")
    assert arrows(table) == [4]
    table.do("reveal")
    assert arrows(table) == []
    table.do("activate 1")
    assert arrows(table) == [1]
    table.do("target 2")
    assert arrows(table) == [3]
