"""Scenarios: what is held, drawn and turned up, what is chosen, and what comes of it, each in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.events import Told
from engine.games.fortheking import scoring
from engine.games.fortheking.state import census
from tests.contract.walks import AnyMatch, AnyMove
from tests.engine.games.fortheking import possible
from tests.engine.games.fortheking.table import FULL_BOX, GAME, Table, auction_table, keys, share_table
from tests.engine.games.scenarios import in_words, pick, spelled
from tests.engine.ordered import follow, taking_orders

PLAYERS = ("P1", "P2", "P3", "P4", "P5")


@dataclass(frozen=True)
class Scenario:
    """What a table comes to by some choices.

    `hands` are those of P1, P2 ..., with " | " between them; the favor `cards` are turned up in their order. Where no
    hand holds any, it is the first phase, and P1 draws them. `choices` are made in turn: "bid 2, pass, pay 3". `result`
    says what is asked of whom, what lies where, and whose hand has become what, as far as anything has changed. `told`
    is told in a row, with its audience: "lost-own@P2" to that seat, "favor!P1" to all but that one. `offers` is what
    can be chosen in the end. `board` has a digit for each office.
    """

    claim: str
    hands: str
    cards: str
    choices: str
    result: str
    told: str = ""
    offers: str = ""
    board: str = "333333"

    @property
    def held(self) -> list[list[str]]:
        """Return the hands, seat by seat."""
        return [hand.split() for hand in self.hands.split("|")]

    @property
    def table(self) -> Table:
        """Return the table before any choice."""
        drawn, board = self.cards.split(), [*map(int, self.board)]
        if any(self.held):
            return auction_table(self.held, drawn, board=board)
        return share_table(len(self.held), drawn, board)

    def play(self) -> tuple[Table, list[Told]]:
        """Return the table after all choices, with what was told."""
        table, told = self.table, list[Told]()
        for choice in filter(None, self.choices.split(", ")):
            assert table.decider is not None
            told += table.do(table.decider, pick(table.legal(table.decider), choice))
        return table, told

    def check(self) -> None:
        """Play the scenario; fail where it comes to anything else, or a card is lost."""
        table, told = self.play()
        assert ", ".join(self.outcome(table)) == self.result
        assert f" {self.told} " in f" {' '.join(map(heard, told))} " or not self.told
        assert self.offers in {"", ", ".join(offers(table))}
        possible.check(table.state)
        assert census(table.state) == FULL_BOX

    def outcome(self, table: Table) -> Iterator[str]:
        """Yield what has come of a table, as `result` says it."""
        state = table.state
        if table.decider is None:
            yield "over"
        else:
            prompt = GAME.telling.question(state, table.decider).prompt
            yield f"P{table.decider + 1} {prompt.key.removeprefix('fortheking-ask-')}"
        if state.payment:
            yield f"due {state.payment.due}"
        if state.first and state.phase == "auction":
            yield f"P{state.first + 1} first"
        shown = {"drawn": [state.drawn or ""], "up": [state.up or ""], "middle": state.middle, "used": state.used}
        shown |= {"paid": state.paid, "unsold": state.unsold, "favor": state.favor if state.drawn else []}
        yield from (f"{name} {' '.join(cards)}" for name, cards in shown.items() if any(cards))

        for number, (player, held) in enumerate(zip(state.players, self.held, strict=True), 1):
            if sorted(player.hand) != sorted(held):
                yield f"P{number} has {' '.join(player.hand) or 'nothing'}"
            if player.out:
                yield f"P{number} out"
            gone = {"lost": player.lost, "gave": player.discarded}
            yield from (f"P{number} {how} {len(pile)}" for how, pile in gone.items() if pile)
        board = "".join(map(str, state.board.values()))
        if not self.board.startswith(board):
            yield f"board {board}"


def played(hands: str, cards: str, choices: str, board: str = "333333") -> Table:
    """Return a table after some choices; all are written as in a `Scenario`."""
    return Scenario("", hands, cards, choices, "", board=board).play()[0]


class Ahead(Scenario):
    """What orders come to: "P1: limit = 3" is one, "P1: bid 2" a move by hand.

    `result` has all moves, then who is asked, is shown to have answered, and has answered without that being shown.
    """

    def check(self) -> None:
        """Play the scenario; fail where it comes to anything else."""
        match, moves = follow(taking_orders(self.table.match), self.choices, PLAYERS)
        told = " ".join(heard(each) for move in moves for each in move.told_events)
        assert ", ".join(self.story(match, moves)) == self.result
        assert f" {self.told} " in f" {told} " or not self.told

    def story(self, match: AnyMatch, moves: Iterable[AnyMove]) -> Iterator[str]:
        """Yield what has come of a match, as `result` says it."""
        yield from (f"{PLAYERS[move.seat]} {in_words(move.action)}" for move in moves)
        joint = match.frame(None).joint
        answered = joint.answered if joint else ()
        seats = {"asked": match.deciding, "answered": answered, "presumed": match.presumed_seats}
        yield from (f"{how} {' '.join(PLAYERS[seat] for seat in each)}" for how, each in seats.items() if each)
        yield from self.outcome(Table(match.state))


@dataclass(frozen=True)
class Ending:
    """What hands come to at the end: `hands` and `board` as in a `Scenario`.

    `result` has the duties that are taken, the points, the places and the first line of the report. `report` has keys
    of its lines in a row.
    """

    claim: str
    hands: str
    result: str
    report: str = ""
    board: str = "333333"

    def check(self) -> None:
        """Count the hands; fail where they come to anything else."""
        table = Scenario("", self.hands, "", "", "", board=self.board).table
        duties, outcome = scoring.awarded_duties(table.state), table.match.outcome
        assert outcome is not None
        taken = " ".join(f"{duty.office} P{duty.standing.seat + 1} {duty.value}" for duty in duties)
        counts = [*scoring.points(table.state)], [*outcome.places]
        keys = " ".join(line.key.removeprefix("fortheking-score-") for line in outcome.report)

        assert f"{taken} | {counts[0]} {counts[1]} | {spelled(outcome.report[0], GAME.key)}" == self.result
        assert f" {self.report} " in f" {keys} " or not self.report


def heard(told: Told) -> str:
    """Return the key of what was told, with its audience if that isn't everybody."""
    audience = "" if told.to is None else f"@P{told.to + 1}"
    return keys([told])[0] + audience + ("" if told.but is None else f"!P{told.but + 1}")


def offers(table: Table) -> Iterator[str]:
    """Yield each kind of action that can be chosen, with what it can name; of many only the first and the last."""
    kinds: dict[str, list[str]] = {}
    for action in table.legal(table.decider) if table.decider is not None else ():
        kind, _, name = in_words(action).partition(" ")
        kinds.setdefault(kind, []).append(name)
    for kind, names in kinds.items():
        yield " ".join([kind, *(names if len(names) < 9 else (names[0], "to", names[-1]))]).strip()
