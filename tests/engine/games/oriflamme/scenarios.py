"""Scenarios: how a queue lies, what is chosen, and what comes of it, each in the notation of the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pytest

from engine.events import Told
from engine.games.oriflamme.actions import Action, Activate, PutTwin, Target
from engine.games.oriflamme.state import census
from engine.scene import Seat
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.table import GAIN, LEAVE, LETTERS, REVEAL, Given, Table, keys, lay_all, resolving

PLAIN = Given()
WORDS: Mapping[str, Action] = {"leave": LEAVE, "reveal": REVEAL, "gain": GAIN}
NUMBERED = {"target": Target, "use": Activate}
ENDS: Mapping[str, Literal["first", "last"]] = {"first": "first", "last": "last"}


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
                told += table.do(meant(choice))
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
            gain = player.influence - player.ledger["start"]
            gains += [f"{LETTERS[seat]}{gain:+}"] if gain else []
            pile = player.pile[len(self.given.pile.get(Seat(seat), "").split()) :]
            piles += [f"{LETTERS[seat]}: {' '.join(pile)}"] if pile else []
        return " | ".join(filter(None, [", ".join(queue), ", ".join(gains), ", ".join(piles)]))


def meant(choice: str) -> Action:
    """Return the action that a word says, with the position or the end of the queue behind it."""
    word, _, place = choice.partition(" ")
    if word == "twin":
        return PutTwin(ENDS[place] if place in ENDS else int(place))
    return NUMBERED[word](int(place)) if place else WORDS[word]


def offered(table: Table) -> str:
    """Return the positions and ends of the queue among which somebody has to choose."""
    return " ".join(map(str, table.targets + table.characters + table.places if table.match.deciding else []))


def scenarios(*given: Scenario) -> pytest.MarkDecorator:
    """Return the cases of a test that checks a `scenario`, named after what they claim."""
    return pytest.mark.parametrize("scenario", given, ids=[each.claim for each in given])
