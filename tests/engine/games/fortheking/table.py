"""Tables laid out for a scenario: given hands, board and draws, every other card out of the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.events import SILENT, Told
from engine.games.fortheking import FOR_THE_KING, cards, names, rules, share_influence
from engine.games.fortheking.actions import Action, Bid, Pass
from engine.games.fortheking.state import Player, State
from engine.match import Match
from engine.rng import Rng
from engine.scene import Card, Panel, Row, Scene, Seat, Viewer

GAME = FOR_THE_KING
SEED = bytes(32)
P1, P2, P3, P4, P5 = (Seat(seat) for seat in range(5))
FULL_BOX = Counter(cards.pool(cards.MOST_PLAYERS))
PASS = Pass()
CARDS = {names.name(card): card for card in cards.FACES}

Hands = Sequence[Sequence[str]]


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


def auction_table(hands: Hands, favor: Sequence[str], first: Seat = P1, board: Sequence[int] = ()) -> Table:
    """Return a table in the second phase: these favor cards are turned up in this order."""
    seats = len(hands)
    state = _laid_out(seats, board, hands, favor)
    state.turn, state.phase, state.first = cards.turns(seats), "auction", first
    state.room = dict.fromkeys(state.room, 0)
    state.favor = list(reversed(favor))
    state.players[P1].favored = list(favor)
    rules.play_forced(state, Rng(SEED, 0), SILENT)
    return Table(state)


def final_table(hands: Hands, board: Sequence[int] = ()) -> Table:
    """Return a table after the last favor card."""
    return auction_table(hands, (), board=board)


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
