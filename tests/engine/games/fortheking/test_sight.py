"""What everybody can see at any time, also who returns after days, what nobody may learn, and what may be taken back.

F12, F24, C8, C13 and C14.
"""

from __future__ import annotations

from dataclasses import replace

from engine.games.fortheking import cards, names, questions
from engine.games.fortheking.state import Player
from engine.scene import Fact, Seat, Viewer, say
from tests.contract.walks import imagined
from tests.engine.games.fortheking.scenarios import (
    GAME,
    P1,
    P2,
    PLAYERS,
    Scenario,
    Table,
    cards_of,
    marks,
    played,
)
from tests.engine.games.scenarios import in_rows, scenarios, spelled

TWO = "gold-3 gold-3 | gold-3 gold-3"


def seen(table: Table, viewer: Viewer = None) -> list[str]:
    """Return what a viewer sees of a table in words: facts, those of players, their marks, and what lies open."""
    scene = table.scene(viewer)
    facts = [("", fact) for fact in scene.facts]
    facts += [(f"{PLAYERS[panel.seat]} ", fact) for panel in scene.panels for fact in panel.facts]
    found = [f"{who}{spelled(fact.label, GAME.key)[5:]} {spelled(fact.value, GAME.key)}" for who, fact in facts]
    rows = in_rows((*scene.rows, *scene.rest), GAME.key)
    open_cards = [f"{title}: {item}" for title, items in rows.items() for item in items]
    return [*found, " | ".join(" ".join(marks(panel)) for panel in scene.panels), *open_cards]


@scenarios(
    Scenario,
    """
the drawn card counts in the deck no more
    hands: | |
    cards: military-A military-B military-C gold-2
    expected: deck 84, favor 0

nor does one that was placed
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place favor
    expected: deck 83, favor 1

used Kings lie open (F12)
    hands: | |
    cards: king-plus1 military-A military-B military-C gold-2
    choices: place keep, raise military
    expected: kings: card-king effect-plus1

and unsold cards (F12, F22)
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-B
    choices: pass, pass
    expected: unsold: card-government A office-military 1

each one's bid, the highest one and whose it is, who passed and who is first
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3
    cards: military-A
    choices: bid 2, bid 4, pass
    expected: bid 4, bidder P2, P1 own-bid 2, P2 own-bid 4, began | highest | passed

who bids first has still to bid (F25)
    hands: gold-3 gold-3 | gold-3 gold-3 |
    cards: military-A military-B
    expected: first | | empty

who has no cards was passed over and did not pass (F25)
    hands: gold-3 gold-3 | gold-3 gold-3 |
    cards: military-A military-B
    choices: pass
    expected: began passed | | empty

nor is it first in the next auction (F25)
    hands: gold-3 gold-3 | gold-3 gold-3 |
    cards: military-A military-B
    choices: pass, pass
    expected: | first | empty

nor in the first one (F25)
    hands: | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    expected: empty | |

the last auction: the card, who took it and for how much
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-B
    choices: bid 2, pass, pay 3
    expected: last sale 2 card-government A office-military 1 P1

or that nobody did
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-B
    choices: pass, pass
    expected: last sale-none card-government A office-military 1

gold is sold for cards
    hands: military-A military-B |
    cards: gold-3
    choices: bid 1, discard military-A
    expected: last sale-cards 1 card-gold 3 P1

who was out, with which bid and for which card, even after cards went unsold (C8)
    hands: livestock-A |
    cards: military-A military-I
    choices: bid 7
    expected: last-short card-government A office-military 1 short 7 P1

gold laid so far and what is owed (F26, F27)
    hands: gold-1 gold-3 | gold-3
    cards: military-A gold-2
    choices: bid 3, pass, pay 1
    expected: due 2, laid: card-gold 1

of cards paid face down the number only (F26, F27)
    hands: gold-1 gold-3 military-B | gold-3
    cards: military-A gold-2
    choices: bid 3, pass, pay 3, pass, bid 2, discard military-B
    expected: due 1, P1 discarded 1
""",
)
def test_table_can_be_read(scenario: Scenario) -> None:
    """F12, F22, F25-F27, C8: whoever returns sees how it stands, and no mark contradicts another."""
    found = {" ".join(each.split()) for each in seen(scenario.play()[0])}
    assert {*scenario.expected.split(", ")} <= found


def test_stakes_sum_the_own_cards_of_the_office() -> None:
    """Neither gold nor cards of another office count in what is up for auction."""
    table = played("military-B military-C livestock-A gold-3 | gold-3", "military-A")
    (up, _) = questions.stakes(table.state, P1)
    total = sum(cards.FACES[card].value for card in ("military-B", "military-C"))
    assert Fact(say("fortheking-stake-own"), total) in up.items


def test_what_was_taken_before_a_loss_stays_in_sight() -> None:
    """C8: it is shown as perhaps gone; gold paid openly is taken from what is surely held first."""
    player = Player(hand=["gold-2", "gold-2", "military-B"], taken=["gold-2"], earlier=["gold-2"])
    player.give_face_up("gold-2")
    assert (player.taken, player.earlier) == ([], ["gold-2"])
    table = played(TWO, "military-A")
    table.state.players[P1].earlier = ["gold-3"]
    assert cards_of(table.scene(P2).panels[P1].rows, "earlier") == ["gold-3"]


@scenarios(
    Scenario,
    """
a placement
    hands: | |
    cards: king-plus1 military-A military-B military-C gold-2
    expected: closed

a King's target
    hands: | |
    cards: king-plus1 military-A military-B military-C gold-2
    choices: place keep
    expected: open

a pick
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place keep, place favor
    expected: open

a first bid
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A gold-1
    expected: open

a bid
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A gold-1
    choices: bid 1
    expected: open

a payment in gold
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A gold-1
    choices: bid 1, pass
    expected: closed

a payment in cards
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A gold-1
    choices: bid 1, pass, pay 3, pass, bid 1
    expected: closed
""",
)
def test_questions_are_open_just_where_the_choices_tell_nothing(scenario: Scenario) -> None:
    """F24: picks, a King's targets and bids are asked in public; a placement and both ways to pay are not."""
    (ask,) = scenario.play()[0].match.frame(None).asks
    assert ask.open == (scenario.expected == "open")


def test_the_auctions_are_counted() -> None:
    """F36: each favor card has its number, in the heading and when it is turned up."""
    table, told = Scenario("", TWO, "military-A military-B", "pass, pass").play()
    for facts, number in (
        (played(TWO, "military-A military-B").scene(None).heading.facts, 1),
        (table.scene(None).heading.facts, 2),
        (told[-1].event.facts, 2),
    ):
        assert dict(facts)["round"] == number


@scenarios(
    Scenario,
    """
kept and favored
    hands: | |
    cards: military-A gold-3 livestock-A livestock-B
    choices: place keep, place favor

paid face down
    hands: military-A gold-3 | gold-1 |
    cards: gold-2 military-B
    choices: bid 2, pass, discard military-A, discard gold-3
""",
)
def test_others_learn_no_kept_favored_or_paid_card(scenario: Scenario) -> None:
    """T52, F12, C13: neither message nor frame of P2 or the public names them until the rules reveal them."""
    table, told = scenario.play()
    for secret in ("military-A", "gold-3"):
        name = repr(names.name(secret))
        for viewer in (P2, None):
            assert name not in repr([one for one in told if one.is_heard_by(viewer)])
            assert name not in repr(table.match.frame(viewer))
        assert name in repr(told)


def test_gold_is_struck_from_what_was_seen() -> None:
    """C8: gold seen taken and then paid is known no more to be held."""
    for choices, taken in (("", "gold-3"), (", pass, bid 3, pay 3", "military-A")):
        hands, draws = "military-B military-C | livestock-A", "gold-3 military-A gold-1"
        table = played(hands, draws, f"bid 1, pass, discard military-B{choices}")
        assert cards_of(table.scene(P2).panels[P1].rows, "taken") == [taken]


def test_what_was_seen_is_uncertain_after_payment() -> None:
    """C8: a card bought before may be among those paid face down; the gold just won is surely in the hand."""
    choices = "bid 1, pass, pay 1, pass, bid 1, discard military-B"
    table = played("gold-1 military-B | livestock-A", "military-A gold-3 gold-2", choices)
    player, held = table.state.players[P1], set[bool]()
    assert (player.taken, player.earlier) == (["gold-3"], ["military-A"])
    for number in range(40):
        other = imagined(table.match, P2, number).state.players[P1]
        assert "gold-3" in other.hand
        assert ("military-A" in other.hand) != ("military-A" in other.discarded)
        held.add("military-A" in other.hand)
    assert held == {True, False}


# What may be taken back

BOTH = "military-A military-I"


def takers(table: Table) -> list[Seat]:
    """Return the seat that may take its last answer back, if there is one."""
    return [past.seat for past in table.match.pasts[-1:]]


@scenarios(
    Scenario,
    """
as long as the bidding goes on (F21)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3
    cards: military-A military-I
    choices: bid 30
    expected: P1

and nobody for another (F21)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3
    cards: military-A military-I
    choices: bid 30, pass
    expected: P2

what ends an auction shows who can pay (F28)
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-I
    choices: bid 2, pass

or leaves a card to chance (F30)
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-I
    choices: bid 40, pass

everybody sees how many cards a hand has (F28)
    hands: gold-3 gold-3 military-B | gold-3
    cards: gold-1 military-I
    choices: bid 2, pass
    expected: P2

also where one of several was discarded (F28)
    hands: gold-3 gold-3 military-B | gold-3
    cards: gold-1 military-I
    choices: bid 2, pass, discard military-B
    expected: P1

but not the card that is turned up next (F28)
    hands: gold-3 gold-3 | gold-3
    cards: gold-1 military-I
    choices: bid 2, pass, discard gold-3, discard gold-3

the next card is drawn at once (C5, F5)
    hands: | |
    cards: military-A military-B military-C military-D
    choices: place keep

and so for who takes the last but one from the middle (C5, F5)
    hands: | |
    cards: military-A military-B military-C military-D
    choices: place keep, place middle, place middle, take military-C

with four, the first of three picks (F8)
    hands: | | |
    cards: military-A military-B military-C military-D gold-1
    choices: place keep, place middle, place middle, place middle, take military-D
    expected: P2

a raise (C6, F17)
    hands: | |
    cards: king-shift1 military-A military-B military-C military-D
    choices: place keep, raise military
    expected: P1

but not the lowering after it, for the next card is drawn (C6, F17)
    hands: | |
    cards: king-shift1 military-A military-B military-C military-D
    choices: place keep, raise military, lower diplomacy
""",
)
def test_what_shows_nothing_can_be_taken_back(scenario: Scenario) -> None:
    """C14, C5, C6, F5, F8, F17, F21, F28, F30: by who played it, which leads to the same question."""
    table, _ = scenario.play()
    assert " ".join(PLAYERS[seat] for seat in takers(table)) == scenario.expected
    for seat in takers(table):
        before, _ = replace(scenario, choices=scenario.choices.rpartition(", ")[0]).play()
        assert table.match.take_back(seat)[0].state == before.state


def test_gold_that_is_shown_stands_unless_everybody_knew_of_it() -> None:
    """C14, F26: two cards for a bid of 4, of which the first was taken from the middle."""
    table = played(TWO, BOTH, "bid 4, pass")
    known = Table(table.state.copy())
    known.state.players[P1].taken = ["gold-3"]
    for each in (table, known):
        each.do(P1, each.legal(P1)[0])
    assert (takers(table), takers(known)) == ([], [P1])
