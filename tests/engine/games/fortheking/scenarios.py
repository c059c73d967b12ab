"""Scenarios: tables laid out with given cards, what is chosen there, and what comes of it, each in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.events import SILENT, Told
from engine.games.fortheking import FOR_THE_KING, cards, names, rules, scoring, share_influence
from engine.games.fortheking.actions import Action, Bid, Pass
from engine.games.fortheking.state import Player, State
from engine.match import Match
from engine.rng import Rng
from engine.scene import Card, Panel, Row, Scene, Seat, Viewer
from tests.contract.walks import AnyMatch, AnyMove
from tests.engine.games.fortheking import possible
from tests.engine.games.scenarios import in_words, pick, spelled
from tests.engine.ordered import follow, taking_orders

GAME = FOR_THE_KING
SEED = bytes(32)
P1, P2, P3, P4, P5 = (Seat(seat) for seat in range(5))
FULL_BOX = Counter(cards.pool(cards.MOST_PLAYERS))
PASS = Pass()
CARDS = {names.name(card): card for card in cards.FACES}

Hands = Sequence[Sequence[str]]


def census(state: State) -> Counter[str]:
    """Count every card wherever it is: always the 108 of the full box, those put away by number among them."""
    count = Counter(cards.pool(cards.MOST_PLAYERS)) - Counter(cards.pool(state.seats))
    for player in state.players:
        for pile in (player.hand, player.discarded, player.lost):
            count.update(pile)
    for pile in (
        state.deck,
        state.box,
        state.middle,
        state.favor,
        state.used,
        state.paid,
        state.unsold,
    ):
        count.update(pile)

    count.update(card for card in (state.drawn, state.up) if card)
    return count


class Table:
    """A match in play, with the moves said seat by seat."""

    def __init__(self, state: State) -> None:
        self.match: Match[State, Action] = Match(GAME, state.seats, SEED, 0, (0,) * state.seats, state)

    @property
    def state(self) -> State:
        """Return the present state."""
        return self.match.state

    @property
    def decider(self) -> Seat | None:
        """Return who must decide now."""
        return next(iter(rules.deciding(self.state)), None)

    def do(self, seat: Seat, *actions: Action) -> list[Told]:
        """Play actions in one answer and return what was told; raise the refusal if they are refused."""
        self.match, moves = self.match.play(seat, actions)
        return [told for move in moves for told in move.told_events]

    def auction(self, *calls: tuple[Seat, int]) -> list[Told]:
        """Play bids, and a pass for each 0; return what was told last."""
        told: list[Told] = []
        for seat, amount in calls:
            told = self.do(seat, Bid(amount) if amount else PASS)
        return told

    def legal(self, seat: Seat) -> list[Action]:
        """Return the legal actions of a seat."""
        return list(GAME.rules.legal(self.state, seat))

    def scene(self, viewer: Viewer) -> Scene:
        """Return what a viewer sees."""
        return GAME.telling.scene(self.state, viewer)


def share_table(seats: int, draws: Sequence[str], board: Sequence[int] = (), hands: Hands = ()) -> Table:
    """Return a table in the first phase: P1 is the Adviser and draws these cards in turn."""
    state = _laid_out(seats, board, hands, draws)
    state.deck = state.box + list(reversed(draws))
    state.box = []
    share_influence.start_turn(state, P1, SILENT)
    rules.play_forced(state, Rng(SEED, 0), SILENT)
    return Table(state)


def auction_table(hands: Hands, favor: Sequence[str], board: Sequence[int] = ()) -> Table:
    """Return a table in the second phase: these favor cards are turned up in this order."""
    seats = len(hands)
    state = _laid_out(seats, board, hands, favor)
    state.turn, state.phase, state.first = cards.turns(seats), "auction", P1
    state.room = dict.fromkeys(state.room, 0)
    state.favor = list(reversed(favor))
    state.players[P1].favored = list(favor)
    rules.play_forced(state, Rng(SEED, 0), SILENT)
    return Table(state)


def _laid_out(seats: int, board: Sequence[int], hands: Hands, shown: Iterable[str]) -> State:
    used = Counter(card for hand in hands for card in hand) + Counter(shown)
    rest = Counter(cards.pool(seats))
    assert used <= rest, used - rest
    players = [Player(hand=sorted(hand, key=cards.order)) for hand in hands] or [Player() for _ in range(seats)]
    values = dict(zip(cards.offices(seats), board or [cards.PRIMARY_START] * 6, strict=False))
    return State(players, P1, P1, P1, P1, [], list((rest - used).elements()), values, share_influence.room(seats))


def keys(told: Iterable[Told]) -> list[str]:
    """Return the keys of what was told, without the prefix."""
    return [one.event.key.removeprefix("fortheking-told-") for one in told]


def cards_of(rows: Iterable[Row], key: str) -> list[str]:
    """Return the cards of one row, none if there is no such row."""
    row = next((row for row in rows if row.title.key == f"fortheking-row-{key}"), None)
    return [CARDS[item.name] for item in row.items if isinstance(item, Card)] if row else []


def lying_open(scene: Scene, key: str) -> Row:
    """Return a row that lies open on the table; fail if there is none."""
    return next(row for row in (*scene.rows, *scene.rest) if row.title.key == f"fortheking-row-{key}")


def fact(panel: Panel | Scene, key: str) -> object:
    """Return one value of a panel or of the table, None if it isn't there."""
    return next((one.value for one in panel.facts if one.label.key == f"fortheking-fact-{key}"), None)


def marks(panel: Panel) -> list[str]:
    """Return the marks of a panel, without the prefix."""
    return [mark.key.removeprefix("fortheking-mark-") for mark in panel.marks]


def start(seats: int, number: int = 0) -> Match[State, Action]:
    """Return a shuffled match, one for each number."""
    return Match.start(GAME, seats, bytes([number]) * 32)


def step(match: Match[State, Action], rng: Rng) -> tuple[Match[State, Action], list[Told]]:
    """Play one random action that bids little, so that hands last; return the next match with what was told."""
    seat = match.deciding[0]
    legal = match.legal[seat]
    if isinstance(legal[-1], Pass):
        legal = (*legal[:2], legal[-1], legal[-1])
    match, (move,) = match.play(seat, [rng.choice(legal)])
    return match, list(move.told_events)


PLAYERS = ("P1", "P2", "P3", "P4", "P5")


@dataclass(frozen=True)
class Scenario:
    """What a table comes to by some choices.

    `hands` are those of P1, P2 ..., with " | " between them; the favor `cards` are turned up in their order. Where no
    hand holds any, it is the first phase, and P1 draws them. `choices` are made in turn: "bid 2, pass, pay 3". `result`
    says what is asked of whom, what lies where, and whose hand has become what, as far as anything has changed. `told`
    is told in a row, with its audience: "lost-own@P2" to that seat, "favor!P1" to all but that one. `offers` is what
    can be chosen in the end. `board` has a digit for each office. `expected` is whatever else a test is about.
    """

    claim: str = ""
    hands: str = ""
    cards: str = ""
    choices: str = ""
    result: str = ""
    told: str = ""
    offers: str = ""
    board: str = "333333"
    expected: str = ""

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


def played(hands: str, cards: str = "", choices: str = "", board: str = "333333") -> Table:
    """Return a table after some choices; all are written as in a `Scenario`."""
    return Scenario("", hands, cards, choices, board=board).play()[0]


RICH, LAST = "gold-1 gold-1 gold-2 gold-2 gold-3", "gold-2 gold-2 gold-3 livestock-A"


@dataclass(frozen=True)
class Ahead(Scenario):
    """What orders come to: "P1: limit = 3" is one, "P1: bid 2" a move by hand.

    `result` has all moves, then who is asked, is shown to have answered, and has answered without that being shown.
    """

    hands: str = f"{RICH} | {RICH} | {LAST}"

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
        table = played(self.hands, board=self.board)
        duties, outcome = scoring.awarded_duties(table.state), table.match.outcome
        assert outcome is not None
        taken = " ".join(f"{duty.office} P{duty.standing.seat + 1} {duty.value}" for duty in duties)
        counts = [*scoring.points(table.state)], [*outcome.places]
        keys = " ".join(line.key.removeprefix("fortheking-score-") for line in outcome.report)

        assert f"{taken} | {counts[0]} {counts[1]} | {spelled(outcome.report[0], GAME.key)}".strip() == self.result
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
    for kind, named in kinds.items():
        yield " ".join([kind, *(named if len(named) < 9 else (named[0], "to", named[-1]))]).strip()
