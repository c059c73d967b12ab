"""Prince and Twin (R22-R24c, C1, C2, C14), Felon, Schemer and Queen (R32-R34)."""

from __future__ import annotations

from tests.engine.games.oriflamme.scenarios import B, G, Given, R, Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario(
        "the Twin at the end brings 1 when the pointer reaches it (S32, R22, R24)",
        "G:felon_0, >R:prince_1, B:queen_0, G:trap_0",
        "reveal, twin last, leave, leave",
        "G:felon_0, R:prince^, B:queen_1, G:trap_1, R:twin^ | R+3",
        told="reveal twin-last gain",
    ),
    Scenario(
        "at the beginning it waits for the next round (S33, R24)",
        "G:felon_0, >R:prince_0, B:queen_0",
        "reveal, twin first, leave, all lay",
        "R:twin^, >G:felon_0, R:prince^, B:queen_1, B:prince_0, G:prince_0, R:queen_0 | R+2",
    ),
    Scenario(
        "it covers own cards but no Prince; a covered one isn't resolved (S34, R23)",
        "R:prince_0, R:trap_1, B:queen_0, G:prince^[R], R:queen^ / R:plot_0",
        "reveal, twin 2",
        "R:prince^, R:trap_1 / R:twin^, >B:queen_0, G:prince^[R], R:queen^ / R:plot_0 | R+2",
        offers="first last 2 5",
    ),
    Scenario(
        "it may cover a character that was bribed (R23, R7)",
        "R:prince_0, B:felon^[R], R:queen^[B]",
        "reveal, twin 2",
        "R:prince^, B:felon^[R] / R:twin^, R:queen^[B] | R+2, B+2",
        offers="first last 2",
    ),
    Scenario(
        "in the first round it has two places (R23, C14)",
        "B:felon_0, >R:prince_0, G:queen_0",
        "reveal, twin last",
        "B:felon_0, R:prince^, >G:queen_0, R:twin^ | R+1",
        offers="first last",
        given=Given(round=1),
    ),
    Scenario("face up, a Prince brings 1 and no Twin (S35, R22)", "R:prince^", "", "R:prince^ | R+1"),
    Scenario("nor after the Twin went (C1)", "R:prince^", "", "R:prince^ | R+1", given=Given(pile={R: "twin"})),
    Scenario(
        "revealed when the Twin was here already, he brings 1 (R23, C1)",
        "R:prince_0",
        "reveal",
        "R:prince^ | R+1",
        given=Given(pile={R: "twin"}),
    ),
    Scenario("a Twin acts like any face-up card (R24)", "R:twin^", "", "R:twin^ | R+1"),
    Scenario(
        "a Prince goes with an eliminated Twin, for 1 in all (S36, R24b, R14)",
        "R:apothecary^, B:twin^, R:trap_0, B:prince^",
        "target 2",
        "R:apothecary^, >R:trap_0 | R+1 | B: twin prince",
        told="eliminate partner",
    ),
    Scenario(
        "one Twin takes both Princes along, each to its colour (R24b, R24c)",
        "R:apothecary^, B:twin^, R:trap_0, B:prince^, G:prince^[B]",
        "target 2",
        "R:apothecary^, >R:trap_0 | R+1 | B: twin prince, G: prince",
    ),
    Scenario(
        "a face-down Prince is turned up and discarded, and his tokens are lost (C2)",
        "R:apothecary^, G:twin^[B], R:trap_0, B:prince_2",
        "target 2",
        "R:apothecary^, >R:trap_0 | R+1 | B: prince, G: twin",
        told="partner-hidden",
    ),
    Scenario(
        "a covered Twin stays (S37)",
        "R:apothecary^, B:prince^, R:trap_0, B:twin^ / B:felon_0",
        "target 2",
        "R:apothecary^, >R:trap_0, B:twin^ / B:felon_0 | R+1 | B: prince",
    ),
    Scenario(
        "the Twin goes along, the other Prince stays (R24b)",
        "R:apothecary^, B:prince^, R:trap_0, B:twin^, G:prince^[B]",
        "target 2",
        "R:apothecary^, >R:trap_0, G:prince^[B] | R+1 | B: prince twin",
    ),
    Scenario(
        "a Prince that was bribed away doesn't follow his old Twin (R24c, R57)",
        "R:apothecary^, B:twin^, R:trap_0, B:prince^[G]",
        "target 2",
        "R:apothecary^, >R:trap_0, B:prince^[G] | R+1 | B: twin",
    ),
    Scenario(
        "bribed by Green he is Green's, and each goes to its colour (R24c, R55)",
        "R:apothecary^, B:prince^[G], R:trap_0, B:twin^, G:twin^",
        "target 2",
        "R:apothecary^, >R:trap_0, B:twin^ | R+1 | B: prince, G: twin",
    ),
    Scenario(
        "the Prince that is discarded takes no Twin along (S39, R14)",
        "R:apothecary^, B:twin^, R:trap_0, B:prince^, G:twin^[B]",
        "target 2",
        "R:apothecary^, >R:trap_0, G:twin^[B] | R+1 | B: twin prince",
    ),
    Scenario(
        "the Twin under the Prince is uncovered by then, and goes too (C2)",
        "R:apothecary^, B:twin^ / B:prince^, R:trap_0, G:queen_0",
        "target 2",
        "R:apothecary^, >R:trap_0, G:queen_0 | R+1 | B: prince twin",
    ),
    Scenario(
        "the set is fixed before: a Prince that is uncovered stays (C2)",
        "R:apothecary^, B:twin^, R:trap_0, G:prince^[B] / B:prince_0",
        "target 2",
        "R:apothecary^, >R:trap_0, G:prince^[B] | R+1 | B: twin prince",
    ),
    Scenario(
        "the own elimination sets it off too, and the Queen is not skipped (R24b, R13)",
        "R:twin^, R:prince^, >R:apothecary^, R:queen^, B:trap_0",
        "target 2",
        "R:apothecary^, R:queen^, >B:trap_0 | R+3 | R: prince twin",
    ),
)
def test_prince_and_twin_act_as_ruled(scenario: Scenario) -> None:
    """S32-S39, R7, R13, R14, R22-R24c, R55, R57, C1, C2, C14: how the Twin comes, and who goes along or stays."""
    scenario.check()


@scenarios(
    Scenario(
        "two cards beside a Felon cost 2 (S26, R32)",
        "G:trap_0, >B:felon^, G:cutthroat_0",
        "",
        "G:trap_0, B:felon^, >G:cutthroat_0 | G-2",
        given=Given(has={G: 5}),
    ),
    Scenario(
        "but nobody falls below 0, which is told as it is (R32)",
        "G:trap_0, >B:felon_0, G:cutthroat_0",
        "reveal",
        "G:trap_0, B:felon^, >G:cutthroat_0 | G-1",
        told="reveal-bare felon",
    ),
    Scenario(
        "he costs his own family too, and what is lost is nobody's (S27, R32)",
        "B:prince^, >B:felon^, R:trap_0",
        "",
        "B:prince^, B:felon^, >R:trap_0 | R-1, B-1",
    ),
    Scenario(
        "a stack beside him is one card (S28, R17)",
        "B:felon^, R:queen_0 / R:trap_0 / R:plot_0",
        "",
        "B:felon^, >R:queen_0 / R:trap_0 / R:plot_0 | R-1",
        given=Given(has={R: 5}),
    ),
    Scenario("a lone one costs nothing (R12, R16)", "B:felon_0", "reveal", "B:felon^", told="reveal-bare idle"),
    Scenario("face up he acts without a choice (S4, R11)", "B:felon^, R:queen_0", "", "B:felon^, >R:queen_0 | R-1"),
    Scenario(
        "a bribed neighbour costs the briber (S63, R32, R54)",
        "G:felon^, R:queen^[B], G:trap_0",
        "",
        "G:felon^, R:queen^[B], >G:trap_0 | B+1",
        given=Given(has={B: 4}),
    ),
    Scenario(
        "a Schemer beside a stack takes her tokens and goes (S29, R33)",
        "R:queen_0 / R:trap_0, >B:schemer_2",
        "reveal",
        "R:queen_0 / R:trap_0 | B+2 | B: schemer",
    ),
    Scenario(
        "one that is farther off doesn't matter (S30)",
        "R:queen_0 / R:trap_0, G:felon_0, >B:schemer^",
        "",
        "R:queen_0 / R:trap_0, G:felon_0, B:schemer^ | B+2",
    ),
    Scenario(
        "nor one that is gone in time (S31)",
        "G:cutthroat^, R:queen_0 / R:felon_0, B:schemer^",
        "leave",
        "G:cutthroat^, R:queen_1, B:schemer^ | B+2 | R: felon",
    ),
    Scenario(
        "nor what lies under her (R33)",
        "B:felon_0 / B:schemer^, R:queen_0",
        "",
        "B:felon_0 / B:schemer^, >R:queen_0 | B+2",
    ),
    Scenario(
        "an own stack scares her, and that she goes is no elimination (R33, R14)",
        "B:queen_0 / B:trap_0, >B:schemer^",
        "",
        "B:queen_0 / B:trap_0 | B: schemer",
    ),
    Scenario(
        "to the left, whatever is to the right (R33)",
        "B:queen_0 / B:trap_0, >R:schemer^, G:felon_0",
        "",
        "B:queen_0 / B:trap_0, >G:felon_0 | R: schemer",
    ),
    Scenario(
        "to the right, whatever is to the left (R33)",
        "G:felon_0, >R:schemer^, R:queen_0 / R:trap_0",
        "",
        "G:felon_0, >R:queen_0 / R:trap_0 | R: schemer",
    ),
    Scenario("a lone one gains 2 (R16, R33)", "R:schemer^", "", "R:schemer^ | R+2"),
    Scenario(
        "under one that goes the next card is resolved (R18, R33)",
        "B:queen^ / B:schemer^, R:queen_0 / R:felon_0",
        "",
        "B:queen^, >R:queen_0 / R:felon_0 | B+2 | B: schemer",
    ),
    Scenario(
        "bribed, she goes to the pile of her colour (R55, R33)",
        "R:schemer^[B], G:queen_0 / G:trap_0, B:felon_0",
        "",
        ">G:queen_0 / G:trap_0, B:felon_0 | R: schemer",
    ),
    Scenario("a Queen brings 2 (R34, B1.2)", "R:queen^", "", "R:queen^ | R+2"),
)
def test_felon_schemer_and_queen_act_as_ruled(scenario: Scenario) -> None:
    """S4, S26-S31, S63, R11, R12, R14, R16-R18, R32-R34, R54, R55, B1.2: what lies beside them counts."""
    scenario.check()
