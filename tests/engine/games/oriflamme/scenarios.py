"""Scenarios: tables laid out in the notation of the rulings, what is chosen there, and what comes of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.events import SILENT, Told
from engine.games.oriflamme import ORIFLAMME, cards, rules
from engine.games.oriflamme.actions import (
    Action,
    Activate,
    Back,
    Lay,
    Leave,
    Place,
    PutTwin,
    Reveal,
    Target,
)
from engine.games.oriflamme.state import Card, Player, State
from engine.match import Match
from engine.rng import Rng
from engine.scene import Scene, Seat, Value, Viewer
from tests.contract.walks import AnyMatch, AnyMove
from tests.engine.games.oriflamme import possible
from tests.engine.games.scenarios import in_words, pick
from tests.engine.ordered import follow, taking_orders

GAME = ORIFLAMME
SEED = bytes(32)
LETTERS = "RBGYK"
R, B, G, Y, K = (Seat(seat) for seat in range(5))
LEAVE, REVEAL = Leave(), Reveal()
CARD = re.compile(r"(?P<colour>\w):(?P<name>\w+?)(?P<face>\^|_\d+)(\[(?P<briber>\w)\])?")


def census(state: State) -> Counter[tuple[Seat, str]]:
    """Count every card wherever it is: always the 11 of each colour."""
    count = Counter((card.colour, card.name) for card in state.cards)
    for number, player in enumerate(state.players):
        seat = Seat(number)
        count.update((seat, name) for name in (*player.hand, *player.aside, *player.pile))
        count.update([(seat, "twin")] if player.twin else [])
    return count


class Table:
    """A match in play, with the moves said one by one."""

    def __init__(self, state: State) -> None:
        self.match: Match[State, Action] = Match(GAME, state.seats, SEED, 0, (0,) * state.seats, state)

    @property
    def state(self) -> State:
        """Return the present state."""
        return self.match.state

    @property
    def queue(self) -> list[str]:
        """Return the queue in the notation of the rulings."""
        return [" / ".join(map(written, position)) for position in self.state.queue]

    def do(self, choices: str) -> list[Told]:
        """Let whoever must decide choose, one after the other, as in a `Scenario`; return what the last one told."""
        told: list[Told] = []
        for choice in choices.split(", "):
            seat = self.match.deciding[0]
            self.match, (move,) = self.match.play(seat, [pick(self.legal, choice)])
            told = list(move.told_events)
        return told

    @property
    def legal(self) -> list[Action]:
        """Return the legal actions of whoever must decide."""
        return [action for seat in self.match.deciding for action in GAME.rules.legal(self.state, seat)]

    @property
    def offered(self) -> list[Place]:
        """Return the positions and the ends of the queue among which somebody must choose."""
        placed = [action for action in self.legal if isinstance(action, Target | Activate | Lay | PutTwin)]
        return [action.position if isinstance(action, Target | Activate) else action.place for action in placed]

    def scene(self, viewer: Viewer) -> Scene:
        """Return what a viewer sees."""
        return GAME.telling.scene(self.state, viewer)


def written(card: Card) -> str:
    """Return a card in the notation of the rulings."""
    face = "^" if card.revealed else f"_{card.tokens}"
    briber = "" if card.briber is None else f"[{LETTERS[card.briber]}]"
    return f"{LETTERS[card.colour]}:{card.name}{face}{briber}"


def read(text: str, round_: int) -> Card:
    """Return the card that is written."""
    found = CARD.fullmatch(text)
    assert found, text
    face, briber = found["face"], found["briber"]
    tokens = 0 if face == "^" else int(face[1:])
    seat = Seat(LETTERS.index(found["colour"]))
    by = None if briber is None else Seat(LETTERS.index(briber))
    return Card(found["name"], seat, round_, face == "^", tokens, by)


def resolving(queue: str, given: str = "") -> Table:
    """Return a table in the Resolution Phase, with the pointer at the position with ">", else at the first.

    `given` says what isn't as in the third round with three players, who each have 1 Influence and every card in hand
    that isn't named: "seats: 4, round: 6, R has: 5, R aside: prince plot, B pile: twin".
    """
    before, marked, _ = queue.partition(">")
    state = _laid_out(queue, given)
    state.phase, state.pointer, state.laid = "resolution", before.count(", ") if marked else 0, state.seats
    rules.play_forced(state, SILENT)
    return Table(state)


def placing(queue: str = "", given: str = "") -> Table:
    """Return a table in the Placement Phase; Red is to lay a card."""
    return Table(_laid_out(queue, given))


def ended(queue: str = "", given: str = "") -> Table:
    """Return a table at the end."""
    state = _laid_out(queue, given)
    state.phase = "over"
    return Table(state)


def _laid_out(queue: str, given: str) -> State:
    said = dict(part.split(": ") for part in given.split(", ") if part)
    round_ = int(said.get("round", 3))
    stacks = [position.lstrip(">").split(" / ") for position in queue.split(", ") if position]
    laid = [[read(card, round_) for card in stack] for stack in stacks]
    players = [_player(Seat(seat), laid, said) for seat in range(int(said.get("seats", 3)))]
    return State(players, R, round=round_, queue=laid)


def _player(seat: Seat, laid: list[list[Card]], said: Mapping[str, str]) -> Player:
    aside, pile = (said.get(f"{LETTERS[seat]} {where}", "").split() for where in ("aside", "pile"))
    out = {card.name for position in laid for card in position if card.colour == seat} | {*pile}
    hand = [name for name in cards.SHUFFLED if name not in {*aside, *out}]
    ledger = {"start": int(said.get(f"{LETTERS[seat]} has", 1))}
    return Player(hand, aside, pile, twin="twin" not in out, ledger=ledger)


def keys(told: Iterable[Told]) -> list[str]:
    """Return the keys of what was told, without the prefix."""
    return [one.event.key.removeprefix("oriflamme-told-") for one in told]


def facts(told: Iterable[Told], key: str) -> dict[str, Value]:
    """Return the facts of the first event of that key."""
    return dict(next(one.event.facts for one in told if one.event.key == f"oriflamme-told-{key}"))


def marks(scene: Scene, seat: Seat) -> list[str]:
    """Return the marks of a player's panel, without the prefix."""
    return [mark.key.removeprefix("oriflamme-") for mark in scene.panels[seat].marks]


def start(seats: int, number: int = 0) -> Match[State, Action]:
    """Return a shuffled match, one for each number."""
    return Match.start(GAME, seats, bytes([number]) * 32)


def step(match: Match[State, Action], rng: Rng) -> tuple[Match[State, Action], list[Told]]:
    """Play one random action, seldom a way back, and return the next match with what was told."""
    seat = match.deciding[0]
    legal = [action for action in match.legal[seat] if not isinstance(action, Back) or not rng.below(8)]
    match, (move,) = match.play(seat, [rng.choice(legal)])
    return match, list(move.told_events)


def lay_all(table: Table) -> None:
    """Let everybody lay the first card of the hand at the end, up to the first decision of the Resolution Phase."""
    while table.state.phase == "placement":
        table.do(in_words(table.legal[0]))
        if table.state.chosen is not None:
            table.do("lay last")


@dataclass(frozen=True)
class Scenario:
    """What a queue comes to by some choices.

    `queue` has its positions in their order, ">" before the one at the pointer; else at the first. `choices` are made
    in turn: "reveal, target 2, twin last", and "all lay" for a whole Placement Phase. `result` is the queue, the change
    of Influence and the cards that are new on the piles, as far as there are any of these. `told` is told in a row, and
    `offers` are the positions that can be chosen, question by question. `given` is as for `resolving`.
    `expected` is whatever else a test is about.
    """

    claim: str = ""
    queue: str = ""
    choices: str = ""
    result: str = ""
    told: str = ""
    offers: str = ""
    given: str = ""
    expected: str = ""

    @property
    def table(self) -> Table:
        """Return the table before any choice."""
        return resolving(self.queue, self.given)

    def play(self) -> tuple[Table, list[Told], list[list[Place]]]:
        """Return the table after all choices, with what was told and offered."""
        table, told = self.table, list[Told]()
        offers = [table.offered]
        for choice in filter(None, self.choices.split(", ")):
            if choice == "all lay":
                lay_all(table)
            else:
                told += table.do(choice)
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
        before = _laid_out(self.queue, self.given)
        for seat, player in enumerate(table.state.players):
            if gain := player.influence - player.ledger["start"]:
                gains.append(f"{LETTERS[seat]}{gain:+}")
            if pile := player.pile[len(before.players[seat].pile) :]:
                piles.append(f"{LETTERS[seat]}: {' '.join(pile)}")
        return " | ".join(filter(None, [", ".join(queue), ", ".join(gains), ", ".join(piles)]))


def played(queue: str, choices: str, given: str = "") -> Table:
    """Return a queue after some choices; all are written as in a `Scenario`."""
    return Scenario(queue=queue, choices=choices, given=given).play()[0]


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
