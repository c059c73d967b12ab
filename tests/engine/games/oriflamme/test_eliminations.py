"""Cutthroat and Apothecary (R25-R31, C3, C9)."""

from __future__ import annotations

from tests.engine.games.oriflamme.scenarios import Given, R, Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario(
        "of a single face-down Queen only her bonus; her tokens are lost (S8, R34)",
        ">B:cutthroat_1, R:queen_2, G:felon_0",
        "reveal",
        "B:cutthroat^, >G:felon_0 | B+2 | R: queen",
    ),
    Scenario(
        "of two Felons each brings 1 (S9)",
        "R:cutthroat^, B:felon^, G:trap_0, G:felon^",
        "",
        "R:cutthroat^, >G:trap_0 | R+2 | B: felon, G: felon",
    ),
    Scenario(
        "two Queens bring two bonuses besides (S10)",
        "R:cutthroat^, B:queen^, G:trap_0, G:queen^",
        "",
        "R:cutthroat^, >G:trap_0 | R+4 | B: queen, G: queen",
    ),
    Scenario(
        "the own Queen counts as a card, but not for the bonus (S11, R26)",
        "R:cutthroat^, R:queen^, G:trap_0, B:queen^",
        "",
        "R:cutthroat^, >G:trap_0 | R+3 | R: queen, B: queen",
    ),
    Scenario(
        "another player's Cutthroat is struck, the acting one is not (R25)",
        "R:cutthroat^, B:cutthroat^, G:trap_0, G:cutthroat^",
        "",
        "R:cutthroat^, >G:trap_0 | R+2 | B: cutthroat, G: cutthroat",
    ),
    Scenario(
        "a covered copy is safe, and a single Queen brings her bonus alone (S13, R17)",
        "R:cutthroat^, B:queen^, G:queen^ / G:trap_0",
        "",
        "R:cutthroat^, >G:queen^ / G:trap_0 | R+1 | B: queen",
    ),
    Scenario(
        "a face-down card of the own family, if it is the only neighbour (S14, R11, C10)",
        "R:cutthroat^, R:felon_2",
        "",
        "R:cutthroat^ | R: felon",
    ),
    Scenario(
        "that it is hit without a question is told (R11, C10)",
        "R:cutthroat_0, R:queen_0",
        "reveal",
        "R:cutthroat^ | R: queen",
        told="reveal-bare forced eliminate",
    ),
    Scenario("the own Trap is a card like any other (C3, R50)", "R:cutthroat^, R:trap_1", "", "R:cutthroat^ | R: trap"),
    Scenario(
        "a face-down copy elsewhere is safe, and tokens are lost (S12, R27)",
        "R:cutthroat^, B:schemer_3, G:schemer_1",
        "",
        "R:cutthroat^, >G:schemer_1 | B: schemer",
    ),
    Scenario(
        "a Trap discards it and steals 3, of 5 what there is (S16, S17, R28, R48)",
        "R:cutthroat^, B:trap_2",
        "",
        "R-3, B+3 | R: cutthroat, B: trap",
        given=Given(has={R: 5}),
    ),
    Scenario(
        "a Trap discards it and steals 3, of 1 what there is (S16, S17, R28, R48)",
        "R:cutthroat^, B:trap_2",
        "",
        "R-1, B+1 | R: cutthroat, B: trap",
        given=Given(has={R: 1}),
    ),
    Scenario(
        "own copies elsewhere are safe, whoever has bribed them (R25)",
        "B:felon^, >R:cutthroat^, B:queen_0, R:felon^[G], G:felon^[R]",
        "target 1",
        "R:cutthroat^, >B:queen_0, G:felon^[R] | R+2 | R: felon, B: felon",
        offers="1 3",
    ),
    Scenario(
        "what the blow uncovers is not struck (R25)",
        "K:felon^[G] / G:felon^, >R:cutthroat^, B:felon^",
        "target 3",
        "K:felon^[G], R:cutthroat^ | R+2 | B: felon, G: felon",
        given=Given(seats=5),
    ),
    Scenario(
        "either of two of a name hits both (R25)",
        "B:felon^, >R:cutthroat^, G:felon^, B:trap_0",
        "target 1",
        "R:cutthroat^, >B:trap_0 | R+2 | B: felon, G: felon",
    ),
    Scenario(
        "gaps before and behind the pointer skip nobody (R25, B1.3)",
        "B:felon^, G:felon^, >R:cutthroat^, G:trap_0, K:felon^, K:trap_0",
        "target 2",
        "R:cutthroat^, >G:trap_0, K:trap_0 | R+3 | B: felon, G: felon, K: felon",
        given=Given(seats=5),
    ),
    Scenario(
        "a Queen is struck along as long as she is Green's (R57)",
        "R:cutthroat^, B:queen^, G:trap_0, G:queen^[R]",
        "",
        "R:cutthroat^, >G:trap_0, G:queen^[R] | R+1 | B: queen",
    ),
    Scenario(
        "only the top of a stack is eliminated (R13, R17)",
        "R:cutthroat^, B:queen_1 / B:felon_2",
        "",
        "R:cutthroat^, >B:queen_1 | B: felon",
    ),
    Scenario(
        "the first card has one neighbour (R12, R16, S15)",
        "R:cutthroat^, B:felon_0, G:queen_0",
        "",
        "R:cutthroat^, >G:queen_0 | B: felon",
    ),
    Scenario(
        "one in the middle has two (R16)",
        "R:felon_0, >R:cutthroat^, G:queen_0",
        "",
        "R:felon_0, >R:cutthroat^, G:queen_0",
        offers="1 3",
    ),
    Scenario("alone in the queue it does nothing (S15)", "R:cutthroat^", "", "R:cutthroat^"),
    Scenario(
        "the Queen under a trapped one acts at once (R51, R18)",
        "R:queen^ / R:cutthroat^, B:trap_0",
        "",
        "R:queen^ | R+1, B+1 | R: cutthroat, B: trap",
    ),
    Scenario(
        "what a Trap discards takes nobody along (R51, R14)",
        "R:twin^, R:prince^, >R:cutthroat^, B:trap_0",
        "target 4",
        "R:twin^, R:prince^ | R-1, B+1 | R: cutthroat, B: trap",
    ),
    Scenario(
        "two Princes that are struck at once take their Twins along (R24b)",
        "R:cutthroat^, B:prince^, G:twin^, R:trap_0, G:prince^, B:twin^",
        "",
        "R:cutthroat^, >R:trap_0 | R+2 | B: prince twin, G: prince twin",
    ),
)
def test_cutthroat_acts_as_ruled(scenario: Scenario) -> None:
    """S8-S17, R11-R14, R16-R18, R24b, R25-R28, R34, R48, R50, R51, R57, C3, C10, B1.3: what is struck."""
    scenario.check()


@scenarios(
    Scenario(
        "what lies beside another own card can be hit; a Queen brings 1 more (S19, R29, R34)",
        "R:apothecary^, B:queen^, R:trap_0, G:schemer_1",
        "target 2",
        "R:apothecary^, >R:trap_0, G:schemer_1 | R+2 | B: queen",
        offers="2 4",
    ),
    Scenario(
        "without another own card nothing happens (S20, R12)",
        "R:apothecary^, B:queen_0",
        "",
        "R:apothecary^, >B:queen_0",
    ),
    Scenario("it may have to eliminate itself (S22)", "R:felon^, >R:apothecary^", "", "R:felon^ | R+1 | R: apothecary"),
    Scenario(
        "itself and an own card are among the targets (R30)",
        "R:felon_0, >R:apothecary^, R:queen_0, B:trap_0",
        "target 2",
        "R:felon_0, >R:queen_0, B:trap_0 | R+1 | R: apothecary",
        offers="2 4",
    ),
    Scenario(
        "a Trap far away hits it, after its point (S23, R31, R48)",
        "R:apothecary^, B:felon_0, R:felon_0, G:trap_0",
        "target 4",
        ">B:felon_0, R:felon_0 | R-2, G+3 | R: apothecary, G: trap",
        offers="2 4",
        given=Given(has={R: 2}),
    ),
    Scenario(
        "who has 0 gains 1 first and loses that (R48)",
        "R:apothecary^, G:felon_0, R:queen_0, B:trap_0",
        "target 4",
        ">G:felon_0, R:queen_0 | B+1 | R: apothecary, B: trap",
        told="eliminate trap",
        given=Given(has={R: 0}),
    ),
    Scenario(
        "of the Apothecary that a Trap discards nobody gets a point (R14)",
        "R:apothecary^, G:felon_0, R:queen_0, B:trap_0",
        "target 4",
        ">G:felon_0, R:queen_0 | R-2, B+3 | R: apothecary, B: trap",
        given=Given(has={R: 9}),
    ),
    Scenario(
        "the own Trap brings 1, and it stays (S24, R50)",
        "R:apothecary^, B:felon_0, R:queen_0, R:trap_0",
        "target 4",
        "R:apothecary^, >B:felon_0, R:queen_0 | R+1 | R: trap",
        offers="2 3 4",
    ),
    Scenario(
        "a card under it is no other card of the family (C9, R17)",
        "R:felon_0 / R:apothecary^, B:queen_0",
        "",
        "R:felon_0 / R:apothecary^, >B:queen_0",
    ),
    Scenario(
        "Blue's bribed Felon is Red's now, Red's own Queen isn't any more (R29, R54)",
        "R:apothecary^, B:trap_0, B:felon^[R], G:plot_0, B:plot_0, R:queen^[G], G:felon_0",
        "",
        ">R:apothecary^, B:trap_0, B:felon^[R], G:plot_0, B:plot_0, R:queen^[G], G:felon_0",
        offers="2 4",
    ),
    Scenario(
        "bribed, it goes to its colour, and what moves up is next (R30, R55, R18)",
        "B:felon_0, >R:apothecary^[B], G:queen^",
        "",
        "B:felon_0, G:queen^ | B+1, G+2 | R: apothecary",
    ),
    Scenario(
        "a Plot that is eliminated loses its tokens (S54, R46)",
        "B:apothecary^, R:trap_0, B:felon_0, R:plot_3",
        "target 4",
        "B:apothecary^, >R:trap_0, B:felon_0 | B+1 | R: plot",
    ),
    Scenario(
        "a foreign Apothecary doesn't spring the own Trap (S62, R49, R50)",
        "R:apothecary^[B], G:felon_0, B:queen_0, B:trap_0",
        "target 4",
        "R:apothecary^[B], >G:felon_0, B:queen_0 | B+1 | B: trap",
    ),
    Scenario(
        "the own former one springs it, and Blue pays (R49, R55)",
        "R:apothecary^[B], G:felon_0, B:felon_0, R:trap_0",
        "target 4",
        ">G:felon_0, B:felon_0 | R+2, B-1 | R: trap apothecary",
        told="eliminate trap token-back",
    ),
    Scenario(
        "the own bribed Queen is an opponent's (S59, R34, R54, R55)",
        "R:apothecary^, R:queen^[B], R:trap_0",
        "",
        "R:apothecary^, >R:trap_0 | R+2 | R: queen",
    ),
    Scenario(
        "Blue gets no bonus for the Queen that Blue has bribed (R34, R57)",
        "B:apothecary^, R:queen^[B], B:felon_0, G:trap_0",
        "target 2",
        "B:apothecary^, >B:felon_0, G:trap_0 | B+1 | R: queen",
    ),
    Scenario(
        "but for the own one that Red has bribed (R34, R57)",
        "B:apothecary^, B:queen^[R], B:felon_0, G:trap_0",
        "target 2",
        "B:apothecary^, >B:felon_0, G:trap_0 | B+2 | B: queen",
    ),
)
def test_apothecary_acts_as_ruled(scenario: Scenario) -> None:
    """S19-S24, S54, S59, S62, R12, R14, R17, R18, R29-R31, R34, R46, R48-R50, R54, R55, R57, C9: what can be hit."""
    scenario.check()
