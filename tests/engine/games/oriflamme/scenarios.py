"""Scenarios: how a queue lies, what is chosen, and what comes of it, each in the notation of the rulings."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Told
from engine.games.oriflamme.state import census
from engine.scene import Seat
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.table import LETTERS, Given, Table, keys, lay_all, resolving
from tests.engine.games.scenarios import pick

PLAIN = Given()


@dataclass(frozen=True)
class Scenario:
    """What a queue comes to by some choices.

    `queue` has its positions in their order, ">" before the one at the pointer; else at the first. `choices` are made
    in turn: "reveal, target 2, twin last", and "all lay" for a whole Placement Phase. `result` is the queue, the change
    of Influence and the cards that are new on the piles, as far as there are any of these. `told` is told in a row, and
    `offers` are the positions that can be chosen, question by question.
    """

    claim: str
    queue: str
    choices: str
    result: str
    told: str = ""
    offers: str = ""
    given: Given = PLAIN

    def check(self) -> None:
        """Play the scenario; fail where it comes to anything else, or a card is lost."""
        positions = self.queue.split(", ")
        at = next((number for number, position in enumerate(positions, 1) if position[0] == ">"), 1)
        table = resolving(*(position.lstrip(">") for position in positions), at=at, given=self.given)
        told, offers = list[Told](), [offered(table)]

        for choice in filter(None, self.choices.split(", ")):
            if choice == "all lay":
                lay_all(table)
            else:
                told += table.do(pick(table.legal, choice))
            offers.append(offered(table))

        assert self.result_of(table) == self.result
        assert f" {self.told} " in f" {' '.join(keys(told))} " or not self.told
        assert self.offers in {"", ", ".join(filter(None, offers))}
        possible.check(table.state)
        assert {*census(table.state).values()} == {1}

    def result_of(self, table: Table) -> str:
        """Return what a table has come to, as `result` says it."""
        at = table.state.pointer if table.state.phase == "resolution" else None
        queue = [f">{position}" if number == at else position for number, position in enumerate(table.queue)]
        gains, piles = list[str](), list[str]()
        for seat, player in enumerate(table.state.players):
            if gain := player.influence - player.ledger["start"]:
                gains.append(f"{LETTERS[seat]}{gain:+}")
            if pile := player.pile[len(self.given.pile.get(Seat(seat), "").split()) :]:
                piles.append(f"{LETTERS[seat]}: {' '.join(pile)}")
        return " | ".join(filter(None, [", ".join(queue), ", ".join(gains), ", ".join(piles)]))


def offered(table: Table) -> str:
    """Return the positions and ends of the queue among which somebody has to choose."""
    return " ".join(map(str, table.targets + table.characters + table.places if table.match.deciding else []))
