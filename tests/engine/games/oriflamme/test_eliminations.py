"""Cutthroat and Apothecary (R25-R31, C3, C9)."""

from __future__ import annotations

from tests.engine.games.oriflamme.scenarios import Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario,
    """
of a single face-down Queen only her bonus; her tokens are lost (S8, R34)
    queue: >B:cutthroat_1, R:queen_2, G:felon_0
    choices: reveal
    result: B:cutthroat^, >G:felon_0 | B+2 | R: queen

of two Felons each brings 1 (S9)
    queue: R:cutthroat^, B:felon^, G:trap_0, G:felon^
    result: R:cutthroat^, >G:trap_0 | R+2 | B: felon, G: felon

two Queens bring two bonuses besides (S10)
    queue: R:cutthroat^, B:queen^, G:trap_0, G:queen^
    result: R:cutthroat^, >G:trap_0 | R+4 | B: queen, G: queen

the own Queen counts as a card, but not for the bonus (S11, R26)
    queue: R:cutthroat^, R:queen^, G:trap_0, B:queen^
    result: R:cutthroat^, >G:trap_0 | R+3 | R: queen, B: queen

another player's Cutthroat is struck, the acting one is not (R25)
    queue: R:cutthroat^, B:cutthroat^, G:trap_0, G:cutthroat^
    result: R:cutthroat^, >G:trap_0 | R+2 | B: cutthroat, G: cutthroat

a covered copy is safe, and a single Queen brings her bonus alone (S13, R17)
    queue: R:cutthroat^, B:queen^, G:queen^ / G:trap_0
    result: R:cutthroat^, >G:queen^ / G:trap_0 | R+1 | B: queen

a face-down card of the own family, if it is the only neighbour (S14, R11, C10)
    queue: R:cutthroat^, R:felon_2
    result: R:cutthroat^ | R: felon

that it is hit without a question is told (R11, C10)
    queue: R:cutthroat_0, R:queen_0
    choices: reveal
    result: R:cutthroat^ | R: queen
    told: reveal-bare forced eliminate

the own Trap is a card like any other (C3, R50)
    queue: R:cutthroat^, R:trap_1
    result: R:cutthroat^ | R: trap

a face-down copy elsewhere is safe, and tokens are lost (S12, R27)
    queue: R:cutthroat^, B:schemer_3, G:schemer_1
    result: R:cutthroat^, >G:schemer_1 | B: schemer

a Trap discards it and steals 3, of 5 what there is (S16, S17, R28, R48)
    queue: R:cutthroat^, B:trap_2
    result: R-3, B+3 | R: cutthroat, B: trap
    given: R has: 5

a Trap discards it and steals 3, of 1 what there is (S16, S17, R28, R48)
    queue: R:cutthroat^, B:trap_2
    result: R-1, B+1 | R: cutthroat, B: trap
    given: R has: 1

own copies elsewhere are safe, whoever has bribed them (R25)
    queue: B:felon^, >R:cutthroat^, B:queen_0, R:felon^[G], G:felon^[R]
    choices: target 1
    result: R:cutthroat^, >B:queen_0, G:felon^[R] | R+2 | R: felon, B: felon
    offers: 1 3

what the blow uncovers is not struck (R25)
    queue: K:felon^[G] / G:felon^, >R:cutthroat^, B:felon^
    choices: target 3
    result: K:felon^[G], R:cutthroat^ | R+2 | B: felon, G: felon
    given: seats: 5

either of two of a name hits both (R25)
    queue: B:felon^, >R:cutthroat^, G:felon^, B:trap_0
    choices: target 1
    result: R:cutthroat^, >B:trap_0 | R+2 | B: felon, G: felon

gaps before and behind the pointer skip nobody (R25, B1.3)
    queue: B:felon^, G:felon^, >R:cutthroat^, G:trap_0, K:felon^, K:trap_0
    choices: target 2
    result: R:cutthroat^, >G:trap_0, K:trap_0 | R+3 | B: felon, G: felon, K: felon
    given: seats: 5

a Queen is struck along as long as she is Green's (R57)
    queue: R:cutthroat^, B:queen^, G:trap_0, G:queen^[R]
    result: R:cutthroat^, >G:trap_0, G:queen^[R] | R+1 | B: queen

only the top of a stack is eliminated (R13, R17)
    queue: R:cutthroat^, B:queen_1 / B:felon_2
    result: R:cutthroat^, >B:queen_1 | B: felon

the first card has one neighbour (R12, R16, S15)
    queue: R:cutthroat^, B:felon_0, G:queen_0
    result: R:cutthroat^, >G:queen_0 | B: felon

one in the middle has two (R16)
    queue: R:felon_0, >R:cutthroat^, G:queen_0
    result: R:felon_0, >R:cutthroat^, G:queen_0
    offers: 1 3

alone in the queue it does nothing (S15)
    queue: R:cutthroat^
    result: R:cutthroat^

the Queen under a trapped one acts at once (R51, R18)
    queue: R:queen^ / R:cutthroat^, B:trap_0
    result: R:queen^ | R+1, B+1 | R: cutthroat, B: trap

what a Trap discards takes nobody along (R51, R14)
    queue: R:twin^, R:prince^, >R:cutthroat^, B:trap_0
    choices: target 4
    result: R:twin^, R:prince^ | R-1, B+1 | R: cutthroat, B: trap

two Princes that are struck at once take their Twins along (R24b)
    queue: R:cutthroat^, B:prince^, G:twin^, R:trap_0, G:prince^, B:twin^
    result: R:cutthroat^, >R:trap_0 | R+2 | B: prince twin, G: prince twin
""",
)
def test_cutthroat_acts_as_ruled(scenario: Scenario) -> None:
    """S8-S17, R11-R14, R16-R18, R24b, R25-R28, R34, R48, R50, R51, R57, C3, C10, B1.3: what is struck."""
    scenario.check()


@scenarios(
    Scenario,
    """
what lies beside another own card can be hit; a Queen brings 1 more (S19, R29, R34)
    queue: R:apothecary^, B:queen^, R:trap_0, G:schemer_1
    choices: target 2
    result: R:apothecary^, >R:trap_0, G:schemer_1 | R+2 | B: queen
    offers: 2 4

without another own card nothing happens (S20, R12)
    queue: R:apothecary^, B:queen_0
    result: R:apothecary^, >B:queen_0

it may have to eliminate itself (S22)
    queue: R:felon^, >R:apothecary^
    result: R:felon^ | R+1 | R: apothecary

itself and an own card are among the targets (R30)
    queue: R:felon_0, >R:apothecary^, R:queen_0, B:trap_0
    choices: target 2
    result: R:felon_0, >R:queen_0, B:trap_0 | R+1 | R: apothecary
    offers: 2 4

a Trap far away hits it, after its point (S23, R31, R48)
    queue: R:apothecary^, B:felon_0, R:felon_0, G:trap_0
    choices: target 4
    result: >B:felon_0, R:felon_0 | R-2, G+3 | R: apothecary, G: trap
    offers: 2 4
    given: R has: 2

who has 0 gains 1 first and loses that (R48)
    queue: R:apothecary^, G:felon_0, R:queen_0, B:trap_0
    choices: target 4
    result: >G:felon_0, R:queen_0 | B+1 | R: apothecary, B: trap
    told: eliminate trap
    given: R has: 0

of the Apothecary that a Trap discards nobody gets a point (R14)
    queue: R:apothecary^, G:felon_0, R:queen_0, B:trap_0
    choices: target 4
    result: >G:felon_0, R:queen_0 | R-2, B+3 | R: apothecary, B: trap
    given: R has: 9

the own Trap brings 1, and it stays (S24, R50)
    queue: R:apothecary^, B:felon_0, R:queen_0, R:trap_0
    choices: target 4
    result: R:apothecary^, >B:felon_0, R:queen_0 | R+1 | R: trap
    offers: 2 3 4

a card under it is no other card of the family (C9, R17)
    queue: R:felon_0 / R:apothecary^, B:queen_0
    result: R:felon_0 / R:apothecary^, >B:queen_0

Blue's bribed Felon is Red's now, Red's own Queen isn't any more (R29, R54)
    queue: R:apothecary^, B:trap_0, B:felon^[R], G:plot_0, B:plot_0, R:queen^[G], G:felon_0
    result: >R:apothecary^, B:trap_0, B:felon^[R], G:plot_0, B:plot_0, R:queen^[G], G:felon_0
    offers: 2 4

bribed, it goes to its colour, and what moves up is next (R30, R55, R18)
    queue: B:felon_0, >R:apothecary^[B], G:queen^
    result: B:felon_0, G:queen^ | B+1, G+2 | R: apothecary

a Plot that is eliminated loses its tokens (S54, R46)
    queue: B:apothecary^, R:trap_0, B:felon_0, R:plot_3
    choices: target 4
    result: B:apothecary^, >R:trap_0, B:felon_0 | B+1 | R: plot

a foreign Apothecary doesn't spring the own Trap (S62, R49, R50)
    queue: R:apothecary^[B], G:felon_0, B:queen_0, B:trap_0
    choices: target 4
    result: R:apothecary^[B], >G:felon_0, B:queen_0 | B+1 | B: trap

the own former one springs it, and Blue pays (R49, R55)
    queue: R:apothecary^[B], G:felon_0, B:felon_0, R:trap_0
    choices: target 4
    result: >G:felon_0, B:felon_0 | R+2, B-1 | R: trap apothecary
    told: eliminate trap token-back

the own bribed Queen is an opponent's (S59, R34, R54, R55)
    queue: R:apothecary^, R:queen^[B], R:trap_0
    result: R:apothecary^, >R:trap_0 | R+2 | R: queen

Blue gets no bonus for the Queen that Blue has bribed (R34, R57)
    queue: B:apothecary^, R:queen^[B], B:felon_0, G:trap_0
    choices: target 2
    result: B:apothecary^, >B:felon_0, G:trap_0 | B+1 | R: queen

but for the own one that Red has bribed (R34, R57)
    queue: B:apothecary^, B:queen^[R], B:felon_0, G:trap_0
    choices: target 2
    result: B:apothecary^, >B:felon_0, G:trap_0 | B+2 | B: queen
""",
)
def test_apothecary_acts_as_ruled(scenario: Scenario) -> None:
    """S19-S24, S54, S59, S62, R12, R14, R17, R18, R29-R31, R34, R46, R48-R50, R54, R55, R57, C9: what can be hit."""
    scenario.check()
