"""Toy games with one fault each: the contract has to catch every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game import Told
from engine.rng import Rng
from engine.scene import Fact, Panel, Seat, Viewer, say
from tests.engine.toy import HAND, Toy, ToyAction, ToyState


class PeekingToy(Toy):
    """A broken game: everybody's scene tells what was laid unseen."""

    def _panel(self, state: ToyState, seat: Seat) -> Panel:
        return replace(super()._panel(state, seat), facts=(Fact(say("toy-laid-card"), state.laid[seat]),))


class TattlingToy(Toy):
    """A broken game: everybody is told what was laid unseen."""

    def _laid(self, state: ToyState, seat: Seat, card: int) -> list[Told]:
        return [*super()._laid(state, seat, card), Told(say("toy-tattled", card=card))]


class CheatingToy(Toy):
    """A broken game: what it imagines goes by the cards as they are, not by what the viewer knows of them."""

    def _dealt(self, state: ToyState, viewer: Viewer, unseen: list[int]) -> ToyState:
        imagined = super()._dealt(state, viewer, unseen)
        if viewer is None and not state.shown and state.hands[0][0] % 2:
            imagined.hands.reverse()
        return imagined


class MeddlingToy(Toy):
    """A broken game: its imagination changes the state that it is given."""

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal the unseen cards anew, into the very state."""
        imagined = super().imagine(state, viewer, rng)
        state.hands = imagined.hands
        return imagined


class RepeatingToy(Toy):
    """A broken game: it offers the same action twice."""

    def legal(self, state: ToyState, seat: Seat) -> Sequence[ToyAction]:
        """List every action, the first one once more at the end."""
        legal = list(super().legal(state, seat))
        return [*legal, *legal[:1]]


class SharingToy(Toy):
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


class LosingToy(Toy):
    """A broken game: a dropped card is nowhere any more."""

    def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng) -> Sequence[Told]:
        """Lay, drop or name, and lose what was dropped first."""
        told = super().apply(state, seat, action, rng)
        if len(state.dropped) == HAND // 2:
            state.dropped[0] = 0
        return told
