"""Scenarios: how a queue lies, what is chosen, and what comes of it, each in the notation of the rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.events import Told
from engine.games.oriflamme.actions import Place
from engine.games.oriflamme.state import census
from engine.scene import Seat
from tests.contract.walks import AnyMatch, AnyMove
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.table import LETTERS, Given, Table, keys, lay_all, resolving
from tests.engine.games.scenarios import in_words, pick
from tests.engine.ordered import follow, taking_orders

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

    @property
    def table(self) -> Table:
        """Return the table before any choice."""
        return resolving(self.queue, given=self.given)

    def play(self) -> tuple[Table, list[Told], list[list[Place]]]:
        """Return the table after all choices, with what was told and offered."""
        table, told = self.table, list[Told]()
        offers = [table.offered]
        for choice in filter(None, self.choices.split(", ")):
            if choice == "all lay":
                lay_all(table)
            else:
                told += table.do(pick(table.legal, choice))
            offers.append(table.offered)
        return table, told, offers

    def check(self) -> None:
        """Play the scenario; fail where it comes to anything else, or a card is lost."""
        table, told, offers = self.play()
        assert self.result_of(table) == self.result
        assert f" {self.told} " in f" {' '.join(keys(told))} " or not self.told
        assert self.offers in {"", ", ".join(" ".join(map(str, each)) for each in offers if each)}
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


def played(queue: str, choices: str, given: Given = PLAIN) -> Table:
    """Return a queue after some choices; both are written as in a `Scenario`."""
    return Scenario("", queue, choices, "", given=given).play()[0]


class Ahead(Scenario):
    """What orders come to: "B: turn 1-queen = leave" is one, "R: reveal" a move by hand.

    `result` has all moves, then who is asked and since which move, and who is shown to have answered.
    """

    def check(self) -> None:
        """Play the scenario; fail where it comes to anything else."""
        match, moves = follow(taking_orders(self.table.match), self.choices, LETTERS)
        assert ", ".join([*self.story(match, moves), self.result_of(Table(match.state))]) == self.result

    def story(self, match: AnyMatch, moves: Iterable[AnyMove]) -> Iterator[str]:
        """Yield the moves that were made, and who is asked then."""
        yield from (f"{LETTERS[move.seat]} {in_words(move.action)}" for move in moves)
        put = dict(match.orders.put if match.orders else ())
        yield from (f"{LETTERS[seat]} asked since {put.get(seat, 'now')}" for seat in match.deciding)
        joint = match.frame(None).joint
        yield from (f"{LETTERS[seat]} answered" for seat in (joint.answered if joint else ()))
