"""Impersonation (R35-R42, C8) and Plot (R43-R46, C4-C6)."""

from __future__ import annotations

from tests.engine.games.oriflamme.scenarios import Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario,
    """
token, target, discard, then the Queen below (S40, R18, R38)
    queue: R:queen^ / R:impersonation_1, B:felon_0
    choices: reveal
    result: R:queen^ | R+4 | R: impersonation, B: felon
    told: reveal forced eliminate not-replaced spent gain

a face-down Queen below may be left (S40, R18)
    queue: R:queen_0 / R:impersonation_1, B:felon_0
    choices: reveal
    result: >R:queen_0 | R+2 | R: impersonation, B: felon

the own Felon that was set aside acts ahead of the pointer (S41, R36, R38, R39)
    queue: R:impersonation_0, B:felon^, G:trap_0
    choices: reveal
    result: R:felon^, >G:trap_0 | R+1, G-1 | R: impersonation, B: felon
    told: eliminate replaced-aside spent
    given: R aside: felon queen plot

behind it he waits (S41, R39)
    queue: G:trap_0, B:felon^, >R:impersonation_0
    choices: reveal
    result: G:trap_0, R:felon^ | R+1 | R: impersonation, B: felon
    given: R aside: felon queen plot

a card comes back from the pile (R36)
    queue: B:felon^, >R:impersonation_0
    choices: reveal
    result: R:felon^ | R+1 | B: felon
    told: replaced-pile
    given: R pile: trap felon

the top of a stack is not replaced (S42, R36)
    queue: R:impersonation_0, B:queen_1 / B:felon^
    choices: reveal
    result: >B:queen_1 | R+1 | R: impersonation, B: felon
    told: eliminate spent
    given: R aside: felon queen plot

Blue's Twin goes before Red's Prince comes, who brings no Twin (S44, R22, R38, C1)
    queue: R:impersonation_0, B:prince^, B:twin^
    choices: reveal
    result: R:prince^ | R+2 | R: impersonation, B: prince twin
    told: eliminate partner replaced-aside spent
    given: R aside: prince

a Twin that is set aside replaces none, and why is told (S45, R40)
    queue: R:impersonation_0, B:twin^
    choices: reveal
    result: R+1 | R: impersonation, B: twin
    told: eliminate twin-waits

one on the pile does (S45)
    queue: R:impersonation_0, B:twin^
    choices: reveal
    result: R:twin^ | R+2 | B: twin
    given: R pile: twin

a Trap is no character, and robs (S47, R36, R51)
    queue: R:impersonation_0, B:trap_1
    choices: reveal
    result: R-2, B+3 | R: impersonation, B: trap
    told: reveal-bare forced eliminate trap
    given: R has: 5, R aside: trap

of two neighbours one is hit, and exactly its place is taken (R35, R36)
    queue: G:trap_0, B:felon^, >R:impersonation_0, B:queen^, G:plot_0
    choices: reveal, target 2
    result: G:trap_0, R:felon^, B:queen^, >G:plot_0 | R+1, B+2 | R: impersonation, B: felon
    offers: 2 4
    given: R aside: felon queen plot

a copy in the hand does not count (R36)
    queue: B:felon^, >R:impersonation_0
    choices: reveal
    result: R+1 | R: impersonation, B: felon

nor one in the queue (R36)
    queue: R:felon_0, B:felon^, >R:impersonation_0
    choices: reveal
    result: R:felon_0 | R+1 | R: impersonation, B: felon

an intrigue is not replaced (R36)
    queue: R:impersonation_0, B:plot_1
    choices: reveal
    result: R+1 | R: impersonation, B: plot
    told: eliminate spent
    given: R aside: plot

a face-down character is, without tokens (R37)
    queue: B:felon_2, >R:impersonation_0
    choices: reveal
    result: R:felon^ | R+1 | R: impersonation, B: felon
    given: R aside: felon queen plot

the Queen's bonus comes first (R38, R34)
    queue: B:queen^, >R:impersonation_0
    choices: reveal
    result: R:queen^ | R+2 | R: impersonation, B: queen
    told: eliminate queens replaced-aside
    given: R aside: felon queen plot

the own character comes back from its briber (R41, C8)
    queue: R:felon^[B], >R:impersonation_0
    choices: reveal
    result: R:felon^ | R+1 | R: impersonation
    told: token-back

one that Red has bribed is no opponent's (R42)
    queue: B:felon^[R], >R:impersonation_0
    choices: reveal
    result: R+1 | R: impersonation, B: felon
    given: R aside: felon queen plot

the place is held open while Blue's Twin beside it goes (C8)
    queue: G:trap_0, >R:impersonation_0, B:prince^, B:twin^, G:felon_0
    choices: reveal, target 3
    result: G:trap_0, R:prince^, >G:felon_0 | R+2 | R: impersonation, B: prince twin
    given: R aside: prince

two places before the pointer change, and nobody is skipped (C8, R39, B1.3)
    queue: B:twin^, B:prince^, >R:impersonation_0, G:felon_0
    choices: reveal, target 2
    result: R:prince^, >G:felon_0 | R+1 | R: impersonation, B: prince twin
    given: R aside: prince

under a trapped one the face-down Queen is her owner's choice (R51, R18)
    queue: R:queen_0 / R:impersonation_0, B:trap_0
    choices: reveal
    result: >R:queen_0 | R-2, B+3 | R: impersonation, B: trap
    given: R has: 5

an own card brings a point too; all goes to one pile in its order (R13, R15)
    queue: R:impersonation_0, R:queen_2
    choices: reveal
    result: R+1 | R: queen impersonation

without a target it is discarded, and that is told (R12, S57)
    queue: R:impersonation_1
    choices: reveal
    result: R+1 | R: impersonation
    told: idle spent

a Twin under it stays covered while the Prince goes, and acts then (C7, R24b, R18)
    queue: R:twin^ / R:impersonation_0, R:prince^
    choices: reveal
    result: R:twin^ | R+2 | R: prince impersonation
    told: eliminate spent gain
""",
)
def test_impersonation_acts_as_ruled(scenario: Scenario) -> None:
    """S40-S47, S57, R12, R13, R15, R18, R22, R24b, R34-R42, R51, C1, C7, C8, B1.3: whom it replaces, by which card."""
    scenario.check()


@scenarios(
    Scenario,
    """
the first activation is compulsory, then activate 1, gain (S48, R10, R43)
    queue: R:queen^, >R:plot_2
    choices: reveal, activate 1, gain
    result: R:queen^ | R+5 | R: plot
    told: reveal-kept spent forced plot-first
    offers: 1, 1

the first activation is compulsory, then gain, use 1 (S48, R10, R43)
    queue: R:queen^, >R:plot_2
    choices: reveal, gain, activate 1
    result: R:queen^ | R+5 | R: plot
    told: reveal-kept spent forced plot-first
    offers: 1, 1

without a character the tokens are gained (S49, R44)
    queue: R:plot_2, R:felon_0, B:queen^
    choices: reveal
    result: >R:felon_0, B:queen^ | R+2 | R: plot
    told: reveal-kept spent plot-nobody plot-gain

without either nothing happens (R44, R12)
    queue: R:plot_0, R:felon_0
    choices: reveal
    result: >R:felon_0 | R: plot
    told: reveal-bare spent plot-nobody

the Queen under it acts twice (S50, R20, R43, C7)
    queue: R:queen^ / R:plot_0, B:trap_0
    choices: reveal
    result: R:queen^, >B:trap_0 | R+4 | R: plot

a Trap takes the activated Cutthroat; a token may use another character (S51, R45)
    queue: R:queen^, R:cutthroat^, B:trap_0, >R:plot_1
    choices: reveal, activate 2, target 3, activate 1
    result: R:queen^ | R+1, B+1 | R: plot cutthroat, B: trap
    offers: 1 2, 1 3, 1

it brings no Twin (S52, R22)
    queue: R:prince^, >R:plot_0
    choices: reveal
    result: R:prince^ | R+1 | R: plot

only face-up uncovered characters of the family at that moment (R43, R54)
    queue: R:queen^[B], B:felon^[R], R:schemer_0, R:prince^ / R:trap_0, R:twin^, >R:plot_0
    choices: reveal
    result: R:queen^[B], B:felon^[R], R:schemer_0, R:prince^ / R:trap_0, R:twin^ | R: plot
    offers: 2 5

each activation is resolved before the next choice (R43)
    queue: B:felon_0, R:cutthroat^, B:queen_0, >R:plot_1
    choices: reveal, target 3, activate 2
    result: R:cutthroat^ | R+1 | R: plot, B: queen felon
    offers: 1 3, 2

what a character elsewhere leaves waits for the pointer (C4, R19)
    queue: R:queen^ / R:cutthroat^, B:trap_0, >R:plot_0, G:felon_0
    choices: reveal
    result: R:queen^, >G:felon_0 | R-1, B+1 | R: plot cutthroat, B: trap

its neighbours are adjacent at once (C5)
    queue: B:felon_0, >R:plot_0, R:cutthroat^, G:queen_0
    choices: reveal, target 1
    result: R:cutthroat^ | R+1 | R: plot, B: felon, G: queen
    offers: 1 3

what is right of the gap is next, also where that was struck (C5)
    queue: R:cutthroat^, >R:plot_0, G:queen_0, B:felon_0
    choices: reveal
    result: R:cutthroat^, >B:felon_0 | R+1 | R: plot, G: queen

where the Schemer has gone the tokens are gained (C6)
    queue: R:schemer^, B:queen_0 / B:felon_0, >R:plot_2
    choices: reveal
    result: B:queen_0 / B:felon_0 | R+2 | R: plot schemer

its tokens can't be stolen, for they come later (C6)
    queue: R:cutthroat^, B:trap_0, >R:plot_3
    choices: reveal
    result: R+2, B+1 | R: plot cutthroat, B: trap

a face-down card under it is no candidate, and asked about later (R18, R43)
    queue: R:felon_0 / R:plot_1, R:queen^
    choices: reveal, gain, leave
    result: R:felon_1, R:queen^ | R+5 | R: plot
    offers: 2
    given: R has: 3

the Queen acts under both that have left (R18, R45, C7)
    queue: R:queen^ / R:cutthroat^ / R:plot_0, B:trap_0, G:felon_0
    choices: reveal
    result: R:queen^, >G:felon_0 | R-1, B+3 | R: plot cutthroat, B: trap
    given: R has: 5

an activated Apothecary eliminates itself, and nobody is left for the token (R30, R45, C6)
    queue: G:felon_0, R:trap_0, R:apothecary^, >R:plot_1
    choices: reveal, target 3
    result: G:felon_0, R:trap_0 | R+2 | R: plot apothecary
    told: eliminate-itself plot-nobody plot-gain
    offers: 1 3

a bribed Cutthroat springs the Trap of its own colour (R43, R49, R54)
    queue: B:cutthroat^[R], B:trap_0, >R:plot_0, G:felon_0
    choices: reveal
    result: >G:felon_0 | R-3, B+3 | R: plot, B: trap cutthroat
    told: trap token-back
    given: R has: 4
""",
)
def test_plot_acts_as_ruled(scenario: Scenario) -> None:
    """S48-S52, R10, R12, R18-R20, R22, R30, R43-R45, R49, R54, C4-C7: whom it activates, what its tokens do."""
    scenario.check()
