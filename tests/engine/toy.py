"""A tiny game for the proof of the engine: a trick with hidden cards; and matches of it as tests need them.

Everybody lays a card at the same time, unseen. The highest card wins: its owner drops two cards, unseen, and then names
a price in public, which a throw of chance is added to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import pytest

from engine.errors import Refused
from engine.events import EventSink, Wording
from engine.frozen import frozen
from engine.game import A, Game, Offer, Option, Question, S
from engine.match import Match, Reply
from engine.mutable import Mutable
from engine.rng import Rng
from engine.scene import Card, Fact, Panel, Row, Scene, Seat, Text, Viewer, Who, say

CARDS = range(1, 16)
HAND = 4
PRICES = (1, 2, 3)


@frozen
class Lay:
    """Lay a card of the hand, unseen."""

    card: int
    kind: Literal["lay"] = "lay"


@frozen
class Drop:
    """Drop a card of the hand, unseen."""

    card: int
    kind: Literal["drop"] = "drop"


@frozen
class Name:
    """Name a price."""

    price: int
    kind: Literal["name"] = "name"


ToyAction = Lay | Drop | Name


@dataclass(slots=True)
class ToyState(Mutable):
    """Where a trick stands; a card laid is 0 until it is laid."""

    hands: list[list[int]]
    laid: list[int]
    dropped: list[int] = field(default_factory=list)
    price: int = 0
    chance: int = 0

    @property
    def shown(self) -> bool:
        """Tell whether all have laid, which turns the cards over."""
        return all(self.laid)

    @property
    def winner(self) -> Seat:
        """Return the seat of the highest card laid."""
        return Seat(self.laid.index(max(self.laid)))


def older(document: dict[str, Any]) -> dict[str, Any]:
    """Carry a state of version 1, which had no throw of chance, over to version 2."""
    return {**document, "chance": 0}


def oldest(document: dict[str, Any]) -> dict[str, Any]:
    """Carry a state of version 0, whose laid cards were called "table", over to version 1."""
    return {**{key: value for key, value in document.items() if key != "table"}, "laid": document["table"]}


class ToyRules:
    """The rules of the trick."""

    def setup(self, seats: int, rng: Rng) -> ToyState:
        """Deal the hands."""
        deck = list(CARDS)
        rng.shuffle(deck)
        hands = [sorted(deck[seat * HAND : (seat + 1) * HAND]) for seat in range(seats)]
        return ToyState(hands, [0] * seats)

    def deciding(self, state: ToyState) -> tuple[Seat, ...]:
        """Ask all who have yet to lay, then the winner."""
        if not state.shown:
            return tuple(Seat(seat) for seat, card in enumerate(state.laid) if not card)
        return () if state.price else (state.winner,)

    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
        """List the cards of the hand, or the prices."""
        if seat not in self.deciding(state):
            return ()
        if not state.shown:
            return tuple(Lay(card) for card in state.hands[seat])
        if len(state.dropped) < HAND // 2:
            return tuple(Drop(card) for card in state.hands[seat])
        return tuple(Name(price) for price in PRICES)

    def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng, sink: EventSink) -> None:
        """Lay, drop or name."""
        match action:
            case Lay(card):
                self._lay(state, seat, card, sink)
            case Drop(card):
                state.hands[seat].remove(card)
                state.dropped.append(card)
                sink.all("dropped", who=seat)
                sink.only(seat, "you-dropped", card=card)
            case Name(price):
                state.price, state.chance = price, 1 + rng.below(6)
                sink.all("named", price=price, chance=state.chance)

    def places(self, state: ToyState) -> tuple[int, ...] | None:
        """Put the winner first once the price is named, all others second."""
        if not state.price:
            return None
        return tuple(1 if seat == state.winner else 2 for seat in range(len(state.hands)))

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal all cards anew that the viewer hasn't seen."""
        seen = {card for seat, card in enumerate(state.laid) if state.shown or seat == viewer}
        if viewer is not None:
            seen.update(state.hands[viewer])
        if state.shown and viewer == state.winner:
            seen.update(state.dropped)
        unseen = [card for card in CARDS if card not in seen]
        rng.shuffle(unseen)
        return self._dealt(state, viewer, unseen)

    def _dealt(self, state: ToyState, viewer: Viewer, unseen: list[int]) -> ToyState:
        imagined = state.copy()
        for seat, hand in enumerate(imagined.hands):
            if seat != viewer:
                imagined.hands[seat] = sorted(unseen.pop() for _ in hand)
                if imagined.laid[seat] and not state.shown:
                    imagined.laid[seat] = unseen.pop()
        if state.shown and viewer != state.winner:
            imagined.dropped = [unseen.pop() for _ in state.dropped]
        return imagined

    def _lay(self, state: ToyState, seat: Seat, card: int, sink: EventSink) -> None:
        state.hands[seat].remove(card)
        state.laid[seat] = card
        sink.all("laid", who=seat)
        sink.only(seat, "you-laid", card=card)
        if state.shown:
            sink.unveil()
            sink.all("shown", cards=tuple(state.laid), winner=state.winner)


class ToyTelling:
    """How the trick is told."""

    glossary: tuple[Row, ...] = ()
    wording: Wording = MappingProxyType({"who": Who, "winner": Who})

    def question(self, state: ToyState, _seat: Seat) -> Question[ToyAction]:
        """Ask for a card to lay, for cards to drop, or for a price."""
        if not state.shown:
            return Question(say("toy-lay"), say("toy-waits-lay"))
        if len(state.dropped) < HAND // 2:
            return self._drop(state)
        return Question(say("toy-name"), say("toy-waits-name"), open=True)

    def option(self, _state: ToyState, _seat: Seat, action: ToyAction) -> Option:
        """Name the card, or the price."""
        if isinstance(action, Name):
            return Option(say("toy-price", price=action.price), amount=action.price)
        return Option(say("toy-card", card=action.card))

    def scene(self, state: ToyState, viewer: Viewer) -> Scene:
        """Show who has laid, what was turned over, and the viewer's own cards."""
        panels = tuple(self._panel(state, Seat(seat)) for seat in range(len(state.hands)))
        facts = (
            Fact(say("toy-price-named"), state.price),
            Fact(say("toy-chance"), state.chance),
            Fact(say("toy-dropped-cards"), len(state.dropped)),
        )
        own = () if viewer is None else self._own(state, viewer)
        return Scene(say("toy"), self._phase(state, viewer), facts, panels=panels, hand=own)

    def summary(self, state: ToyState) -> tuple[Text, ...]:
        """Say who has won."""
        return (say("toy-over", who=Who(state.winner), worth=state.price + state.chance),)

    def report(self, state: ToyState) -> tuple[Text, ...]:
        """Say who has won, and by which card."""
        return (*self.summary(state), say("toy-by", card=max(state.laid)))

    def _phase(self, state: ToyState, _viewer: Viewer) -> str:
        return "shown" if state.shown else "trick"

    def _drop(self, state: ToyState) -> Question[ToyAction]:
        due = HAND // 2 - len(state.dropped)
        low = state.hands[state.winner][:due]
        offer: Offer[ToyAction] = Offer(say("toy-lowest"), tuple(Drop(card) for card in low))
        return Question(say("toy-drop"), say("toy-waits-drop"), at_least=due, at_most=due, offers=(offer,))

    def _panel(self, state: ToyState, seat: Seat) -> Panel:
        laid = state.laid[seat]
        facts = (Fact(say("toy-hand"), len(state.hands[seat])), Fact(say("toy-laid-card"), laid if state.shown else 0))
        return Panel(seat, (say("toy-has-laid"),) if laid else (), facts)

    def _own(self, state: ToyState, viewer: Seat) -> tuple[Row, ...]:
        rows = [self._row("toy-yours", state.hands[viewer])]
        if state.laid[viewer]:
            rows.append(self._row("toy-your-laid", [state.laid[viewer]]))
        if state.shown and viewer == state.winner:
            rows.append(self._row("toy-your-dropped", state.dropped))
        return tuple(rows)

    def _row(self, title: str, cards: Sequence[int]) -> Row:
        return Row(say(title), tuple(Card(say("toy-card", card=card), "toy") for card in cards), say("toy-none"))


TOY: Game[ToyState, ToyAction] = Game(
    key="toy",
    version=2,
    seats=range(2, 4),
    state_type=ToyState,
    action_type=ToyAction,
    rules=ToyRules(),
    telling=ToyTelling(),
    migrations=MappingProxyType({0: oldest, 1: older}),
)
"""The trick, for two or three, with the chain of migrations from version 0 over 1 to 2."""


SEED = bytes(range(32))
ToyMatch = Match[ToyState, ToyAction]


def started(seats: int = 2) -> ToyMatch:
    """Return a toy match before its first move."""
    return Match.start(TOY, seats, SEED)


def after(match: ToyMatch, seat: int, *actions: ToyAction) -> ToyMatch:
    """Return the match after a seat has played."""
    return match.play(Seat(seat), actions)[0]


def laid(match: ToyMatch, *seats: int) -> ToyMatch:
    """Return the match after these seats have laid their lowest cards."""
    for seat in seats:
        match = after(match, seat, Lay(match.state.hands[seat][0]))
    return match


def dropping(seats: int = 2) -> tuple[ToyMatch, Seat]:
    """Return a match whose winner must drop two cards, and the winner."""
    match = laid(started(seats), *range(seats))
    return match, match.state.winner


def ended() -> ToyMatch:
    """Return a match that is over."""
    match, winner = dropping()
    match = after(match, winner, *(Drop(card) for card in match.state.hands[winner][:2]))
    return after(match, winner, Name(2))


def answered(match: Match[S, A], seat: int, reply: Reply) -> Match[S, A]:
    """Return the match after a seat has answered the question that stands."""
    return match.answer(Seat(seat), match.question_id(Seat(seat)), reply)[0]


def refuses_answer(match: ToyMatch, seat: int, question: str, reply: Reply, kind: type[Refused]) -> None:
    """Check that an answer is turned down as expected; tests/contract checks that the match is what it was."""
    with pytest.raises(kind) as refusal:
        match.answer(Seat(seat), question, reply)
    assert refusal.type is kind
