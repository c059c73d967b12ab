"""Prince and Twin (R22-R24c, C1, C2, C14), Felon, Schemer and Queen (R32-R34)."""

from __future__ import annotations

from tests.engine.games.oriflamme.scenarios import Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario,
    """
the Twin at the end brings 1 when the pointer reaches it (S32, R22, R24)
    queue: G:felon_0, >R:prince_1, B:queen_0, G:trap_0
    choices: reveal, twin last, leave, leave
    result: G:felon_0, R:prince^, B:queen_1, G:trap_1, R:twin^ | R+3
    told: reveal twin-last gain

at the beginning it waits for the next round (S33, R24)
    queue: G:felon_0, >R:prince_0, B:queen_0
    choices: reveal, twin first, leave, all lay
    result: R:twin^, >G:felon_0, R:prince^, B:queen_1, B:prince_0, G:prince_0, R:queen_0 | R+2

it covers own cards but no Prince; a covered one isn't resolved (S34, R23)
    queue: R:prince_0, R:trap_1, B:queen_0, G:prince^[R], R:queen^ / R:plot_0
    choices: reveal, twin 2
    result: R:prince^, R:trap_1 / R:twin^, >B:queen_0, G:prince^[R], R:queen^ / R:plot_0 | R+2
    offers: first last 2 5

it may cover a character that was bribed (R23, R7)
    queue: R:prince_0, B:felon^[R], R:queen^[B]
    choices: reveal, twin 2
    result: R:prince^, B:felon^[R] / R:twin^, R:queen^[B] | R+2, B+2
    offers: first last 2

in the first round it has two places (R23, C14)
    queue: B:felon_0, >R:prince_0, G:queen_0
    choices: reveal, twin last
    result: B:felon_0, R:prince^, >G:queen_0, R:twin^ | R+1
    offers: first last
    given: round: 1

face up, a Prince brings 1 and no Twin (S35, R22)
    queue: R:prince^
    result: R:prince^ | R+1

nor after the Twin went (C1)
    queue: R:prince^
    result: R:prince^ | R+1
    given: R pile: twin

revealed when the Twin was here already, he brings 1 (R23, C1)
    queue: R:prince_0
    choices: reveal
    result: R:prince^ | R+1
    given: R pile: twin

a Twin acts like any face-up card (R24)
    queue: R:twin^
    result: R:twin^ | R+1

a Prince goes with an eliminated Twin, for 1 in all (S36, R24b, R14)
    queue: R:apothecary^, B:twin^, R:trap_0, B:prince^
    choices: target 2
    result: R:apothecary^, >R:trap_0 | R+1 | B: twin prince
    told: eliminate partner

one Twin takes both Princes along, each to its colour (R24b, R24c)
    queue: R:apothecary^, B:twin^, R:trap_0, B:prince^, G:prince^[B]
    choices: target 2
    result: R:apothecary^, >R:trap_0 | R+1 | B: twin prince, G: prince

a face-down Prince is turned up and discarded, and his tokens are lost (C2)
    queue: R:apothecary^, G:twin^[B], R:trap_0, B:prince_2
    choices: target 2
    result: R:apothecary^, >R:trap_0 | R+1 | B: prince, G: twin
    told: partner-hidden

a covered Twin stays (S37)
    queue: R:apothecary^, B:prince^, R:trap_0, B:twin^ / B:felon_0
    choices: target 2
    result: R:apothecary^, >R:trap_0, B:twin^ / B:felon_0 | R+1 | B: prince

the Twin goes along, the other Prince stays (R24b)
    queue: R:apothecary^, B:prince^, R:trap_0, B:twin^, G:prince^[B]
    choices: target 2
    result: R:apothecary^, >R:trap_0, G:prince^[B] | R+1 | B: prince twin

a Prince that was bribed away doesn't follow his old Twin (R24c, R57)
    queue: R:apothecary^, B:twin^, R:trap_0, B:prince^[G]
    choices: target 2
    result: R:apothecary^, >R:trap_0, B:prince^[G] | R+1 | B: twin

bribed by Green he is Green's, and each goes to its colour (R24c, R55)
    queue: R:apothecary^, B:prince^[G], R:trap_0, B:twin^, G:twin^
    choices: target 2
    result: R:apothecary^, >R:trap_0, B:twin^ | R+1 | B: prince, G: twin

the Prince that is discarded takes no Twin along (S39, R14)
    queue: R:apothecary^, B:twin^, R:trap_0, B:prince^, G:twin^[B]
    choices: target 2
    result: R:apothecary^, >R:trap_0, G:twin^[B] | R+1 | B: twin prince

the Twin under the Prince is uncovered by then, and goes too (C2)
    queue: R:apothecary^, B:twin^ / B:prince^, R:trap_0, G:queen_0
    choices: target 2
    result: R:apothecary^, >R:trap_0, G:queen_0 | R+1 | B: prince twin

the set is fixed before: a Prince that is uncovered stays (C2)
    queue: R:apothecary^, B:twin^, R:trap_0, G:prince^[B] / B:prince_0
    choices: target 2
    result: R:apothecary^, >R:trap_0, G:prince^[B] | R+1 | B: twin prince

the own elimination sets it off too, and the Queen is not skipped (R24b, R13)
    queue: R:twin^, R:prince^, >R:apothecary^, R:queen^, B:trap_0
    choices: target 2
    result: R:apothecary^, R:queen^, >B:trap_0 | R+3 | R: prince twin
""",
)
def test_prince_and_twin_act_as_ruled(scenario: Scenario) -> None:
    """S32-S39, R7, R13, R14, R22-R24c, R55, R57, C1, C2, C14: how the Twin comes, and who goes along or stays."""
    scenario.check()


@scenarios(
    Scenario,
    """
two cards beside a Felon cost 2 (S26, R32)
    queue: G:trap_0, >B:felon^, G:cutthroat_0
    result: G:trap_0, B:felon^, >G:cutthroat_0 | G-2
    given: G has: 5

but nobody falls below 0, which is told as it is (R32)
    queue: G:trap_0, >B:felon_0, G:cutthroat_0
    choices: reveal
    result: G:trap_0, B:felon^, >G:cutthroat_0 | G-1
    told: reveal-bare felon

he costs his own family too, and what is lost is nobody's (S27, R32)
    queue: B:prince^, >B:felon^, R:trap_0
    result: B:prince^, B:felon^, >R:trap_0 | R-1, B-1

a stack beside him is one card (S28, R17)
    queue: B:felon^, R:queen_0 / R:trap_0 / R:plot_0
    result: B:felon^, >R:queen_0 / R:trap_0 / R:plot_0 | R-1
    given: R has: 5

a lone one costs nothing (R12, R16)
    queue: B:felon_0
    choices: reveal
    result: B:felon^
    told: reveal-bare idle

face up he acts without a choice (S4, R11)
    queue: B:felon^, R:queen_0
    result: B:felon^, >R:queen_0 | R-1

a bribed neighbour costs the briber (S63, R32, R54)
    queue: G:felon^, R:queen^[B], G:trap_0
    result: G:felon^, R:queen^[B], >G:trap_0 | B+1
    given: B has: 4

a Schemer beside a stack takes her tokens and goes (S29, R33)
    queue: R:queen_0 / R:trap_0, >B:schemer_2
    choices: reveal
    result: R:queen_0 / R:trap_0 | B+2 | B: schemer

one that is farther off doesn't matter (S30)
    queue: R:queen_0 / R:trap_0, G:felon_0, >B:schemer^
    result: R:queen_0 / R:trap_0, G:felon_0, B:schemer^ | B+2

nor one that is gone in time (S31)
    queue: G:cutthroat^, R:queen_0 / R:felon_0, B:schemer^
    choices: leave
    result: G:cutthroat^, R:queen_1, B:schemer^ | B+2 | R: felon

nor what lies under her (R33)
    queue: B:felon_0 / B:schemer^, R:queen_0
    result: B:felon_0 / B:schemer^, >R:queen_0 | B+2

an own stack scares her, and that she goes is no elimination (R33, R14)
    queue: B:queen_0 / B:trap_0, >B:schemer^
    result: B:queen_0 / B:trap_0 | B: schemer

to the left, whatever is to the right (R33)
    queue: B:queen_0 / B:trap_0, >R:schemer^, G:felon_0
    result: B:queen_0 / B:trap_0, >G:felon_0 | R: schemer

to the right, whatever is to the left (R33)
    queue: G:felon_0, >R:schemer^, R:queen_0 / R:trap_0
    result: G:felon_0, >R:queen_0 / R:trap_0 | R: schemer

a lone one gains 2 (R16, R33)
    queue: R:schemer^
    result: R:schemer^ | R+2

under one that goes the next card is resolved (R18, R33)
    queue: B:queen^ / B:schemer^, R:queen_0 / R:felon_0
    result: B:queen^, >R:queen_0 / R:felon_0 | B+2 | B: schemer

bribed, she goes to the pile of her colour (R55, R33)
    queue: R:schemer^[B], G:queen_0 / G:trap_0, B:felon_0
    result: >G:queen_0 / G:trap_0, B:felon_0 | R: schemer

a Queen brings 2 (R34, B1.2)
    queue: R:queen^
    result: R:queen^ | R+2
""",
)
def test_felon_schemer_and_queen_act_as_ruled(scenario: Scenario) -> None:
    """S4, S26-S31, S63, R11, R12, R14, R16-R18, R32-R34, R54, R55, B1.2: what lies beside them counts."""
    scenario.check()
