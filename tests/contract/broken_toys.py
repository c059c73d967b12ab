"""Toy games with one fault each: the contract has to catch every one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import EventSink
from engine.game import Game, Question
from engine.rng import Rng
from engine.scene import Fact, Panel, Scene, Seat, Viewer, say
from tests.engine.ballot import BALLOT, BallotAction, BallotState, BallotTelling
from tests.engine.toy import CARDS, HAND, TOY, Drop, ToyAction, ToyRules, ToyState, ToyTelling

ToyGame = Game[Any, Any]


class ForgetfulTell(EventSink):
    """A way out that doesn't hear that something hidden is shown."""

    def unveil(self) -> None:
        """Forget it."""


class CarelessRules(ToyRules):
    """A broken game: it turns the cards over and doesn't say that somebody learns of something hidden."""

    def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng, sink: EventSink) -> None:
        """Lay, drop or name, and note nothing."""
        tale = ForgetfulTell()
        super().apply(state, seat, action, rng, tale)
        for event in tale.events:
            if event.to is None:
                sink.all(event.key, **event.facts)
            else:
                sink.only(event.to, event.key, **event.facts)


class HintingRules(ToyRules):
    """A broken game: no piece is shown, but what is told of a dropped card depends on what stays in the hand."""

    def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng, sink: EventSink) -> None:
        """Lay, drop or name, and let everybody know whether the hand still is a good one."""
        super().apply(state, seat, action, rng, sink)
        if isinstance(action, Drop) and max(state.hands[seat]) > CARDS[-1] // 2:
            sink.all("hinted", who=seat)


class PeekingTelling(ToyTelling):
    """A broken game: everybody's scene tells what was laid unseen."""

    def _panel(self, state: ToyState, seat: Seat) -> Panel:
        return replace(super()._panel(state, seat), facts=(Fact(say("toy-laid-card"), state.laid[seat]),))


class TattlingRules(ToyRules):
    """A broken game: everybody is told what was laid unseen."""

    def _lay(self, state: ToyState, seat: Seat, card: int, sink: EventSink) -> None:
        super()._lay(state, seat, card, sink)
        sink.all("tattled", card=card)


class ListeningRules(ToyRules):
    """A broken game: it goes by whether somebody listens."""

    def _lay(self, state: ToyState, seat: Seat, card: int, sink: EventSink) -> None:
        super()._lay(state, seat, card, sink)
        state.chance = len(getattr(sink, "events", ()))


class CheatingRules(ToyRules):
    """A broken game: what it imagines goes by the cards as they are, not by what the viewer knows of them."""

    def _dealt(self, state: ToyState, viewer: Viewer, unseen: list[int]) -> ToyState:
        imagined = super()._dealt(state, viewer, unseen)
        if viewer is None and not state.shown and state.hands[0][0] % 2:
            imagined.hands.reverse()
        return imagined


class PartialRules(ToyRules):
    """A broken game: it never imagines that the first seat holds anything else."""

    def _dealt(self, state: ToyState, viewer: Viewer, unseen: list[int]) -> ToyState:
        kept = [] if viewer == 0 else state.hands[0]
        return super()._dealt(state, viewer, [*(card for card in unseen if card not in kept), *kept])


class MeddlingRules(ToyRules):
    """A broken game: its imagination changes the state that it is given."""

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal the unseen cards anew, into the very state."""
        imagined = super().imagine(state, viewer, rng)
        state.hands = imagined.hands
        return imagined


class RepeatingRules(ToyRules):
    """A broken game: it offers the same action twice."""

    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
        """List every action, the first one once more at the end."""
        legal = super().legal(state, seat)
        return (*legal, *legal[:1])


class SharingRules(ToyRules):
    """A broken game: what is played on a copy changes the original, too."""

    def setup(self, seats: int, rng: Rng) -> ToyState:
        """Deal the hands into a state that copies itself badly."""
        state = super().setup(seats, rng)
        return ShallowState(state.hands, state.laid)


@dataclass(slots=True)
class ShallowState(ToyState):
    """A state whose copy shares the cards laid."""

    def copy(self) -> ToyState:
        """Return a state that shares the cards laid with this one."""
        return ShallowState([list(hand) for hand in self.hands], self.laid, list(self.dropped), self.price, self.chance)


class StackedRules(ToyRules):
    """A broken game: it shuffles, and deals the same hands always."""

    def setup(self, seats: int, rng: Rng) -> ToyState:
        """Deal the cards by their numbers."""
        state = super().setup(seats, rng)
        hands = [list(range(1 + seat * HAND, 1 + (seat + 1) * HAND)) for seat in range(seats)]
        return replace(state, hands=hands)


class LosingRules(ToyRules):
    """A broken game: a dropped card is nowhere any more."""

    def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng, sink: EventSink) -> None:
        """Lay, drop or name, and lose what was dropped first."""
        super().apply(state, seat, action, rng, sink)
        if len(state.dropped) == HAND // 2:
            state.dropped[0] = 0


class ChattyTelling(ToyTelling):
    """A broken game: what a seat is asked mentions what only others' moves change."""

    def question(self, state: ToyState, seat: Seat) -> Question[ToyAction]:
        """Ask the last to lay in other words."""
        question = super().question(state, seat)
        last = state.laid.count(0) == 1
        return replace(question, prompt=say("toy-lay-last")) if last else question


class PrivatePhaseTelling(ToyTelling):
    """A broken game: each viewer is in a phase of their own."""

    def _phase(self, state: ToyState, viewer: Viewer) -> str:
        return f"{super()._phase(state, viewer)}-{viewer}"


class EndlessRankingTelling(BallotTelling):
    """A broken game: more may be put in order at once than the buttons of a message can hold."""

    def question(self, state: BallotState, seat: Seat) -> Question[BallotAction]:
        """Ask for a long list."""
        return replace(super().question(state, seat), at_most=26)


class SmudgingTelling(BallotTelling):
    """A broken game: everybody sees how far a secret ballot is filled in."""

    def scene(self, state: BallotState, viewer: Viewer) -> Scene:
        """Show the number of ranks on every ballot."""
        scene = super().scene(state, viewer)
        return replace(scene, facts=tuple(Fact(say("ballot-filled"), len(dishes)) for dishes in state.ranked))


def broken(part: type[ToyRules | ToyTelling | BallotTelling]) -> ToyGame:
    """Return a toy with rules, or a way to be told, that are broken."""
    changes: dict[str, Any] = {"rules" if issubclass(part, ToyRules) else "telling": part()}
    return replace(BALLOT if issubclass(part, BallotTelling) else TOY, key=part.__name__, **changes)


FORGETFUL: ToyGame = replace(TOY, key="forgetful", opened=lambda _: ())
"""A broken game: it forgets what everybody held."""
