"""Games, agents and judgements with one fault each: the contract has to catch every one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from engine.agents.agent import Pick, PickContext
from engine.events import EventSink
from engine.game import A, AnyGame, Question
from engine.orders import Given, JointQuestion, Order, OrderAnswer, Topic
from engine.rng import Rng
from engine.scene import Fact, Panel, Scene, Seat, Viewer, say
from tests.engine.ballot import BALLOT, BallotAction, BallotState, BallotTelling
from tests.engine.errand import ERRAND, ErrandOrdering, ErrandTelling
from tests.engine.toy import CARDS, HAND, TOY, Drop, Name, ToyAction, ToyRules, ToyState, ToyTelling

Part = type[ToyRules | ToyTelling | BallotTelling | ErrandOrdering | ErrandTelling]
PARTS: Mapping[type, tuple[AnyGame, str]] = {
    ToyRules: (TOY, "rules"),
    ToyTelling: (TOY, "telling"),
    BallotTelling: (BALLOT, "telling"),
    ErrandOrdering: (ERRAND, "ordering"),
    ErrandTelling: (ERRAND, "order_telling"),
}
"""The game that a sound part belongs to, and the name of its field."""


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

    def copy(self) -> Self:
        """Return a state that shares the cards laid with this one."""
        return replace(self, hands=[[*hand] for hand in self.hands], dropped=[*self.dropped])


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


# Agents and judgements


class HonestJudgement:
    """A sound judgement of the toy: likes what the rules list last, the highest card."""

    horizon = 4

    def consider(self, _state: ToyState, _seat: Seat, legal: Sequence[ToyAction]) -> Sequence[ToyAction]:
        """Think of everything."""
        return legal

    def score(self, _state: ToyState, _seat: Seat, actions: Sequence[ToyAction]) -> Sequence[float]:
        """Like the later ones."""
        return [float(at) for at, _ in enumerate(actions)]

    def worth(self, state: ToyState, seat: Seat) -> float:
        """Take a high card for a good one."""
        return state.laid[seat] / 15


class PeekingJudgement(HonestJudgement):
    """A broken judgement: what it prefers goes by the others' hands."""

    def score(self, state: ToyState, seat: Seat, actions: Sequence[ToyAction]) -> Sequence[float]:
        """Like the later ones, or the earlier ones if the others hold odd cards."""
        odd = sum(card for other, hand in enumerate(state.hands) if other != seat for card in hand) % 2
        return [float(at) * (1 - 2 * odd) for at, _ in enumerate(actions)]


class ToyPlan(NamedTuple):
    """An action, and how good the toy's rollouts find it."""

    action: ToyAction
    good: float = 0.0


class HonestRollout:
    """A sound rollout of the toy, in which every action is as good."""

    imagine = staticmethod(TOY.rules.imagine)
    score = staticmethod(HonestJudgement().score)

    def speedup(self, _state: ToyState) -> int:
        """Return how many rollouts may take the place of a playout."""
        return 5

    def plans(self, _state: ToyState, _seat: Seat, actions: Sequence[ToyAction]) -> list[ToyPlan]:
        """Plan each action."""
        return [*map(ToyPlan, actions)]

    def outcomes(
        self, _world: ToyState, _seat: Seat, tried: Sequence[ToyPlan], _rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Return what was planned."""
        return [(plan.good, plan.good) for plan in tried]


class PeekingRollout(HonestRollout):
    """A broken rollout: what it plans goes by the others' hands."""

    def plans(self, state: ToyState, seat: Seat, actions: Sequence[ToyAction]) -> list[ToyPlan]:
        """Plan each action the better the higher the others' cards are."""
        others = sum(card for other, hand in enumerate(state.hands) if other != seat for card in hand)
        return [ToyPlan(action, others / 100) for action in actions]


class SpoilingRollout(HonestRollout):
    """A broken rollout: it plays in the world that it gets."""

    def outcomes(
        self, world: ToyState, seat: Seat, tried: Sequence[ToyPlan], rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Lay a card."""
        world.laid[seat] = max(CARDS)
        return super().outcomes(world, seat, tried, rng)


class ForesightRules(ToyRules):
    """A broken game: what it imagines begins with the hands as they are."""

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal anew, and pass the real hands of the others round."""
        imagined = super().imagine(state, viewer, rng)
        others = [seat for seat in range(len(state.hands)) if seat != viewer]
        for seat, other in zip(others, reversed(others), strict=True):
            imagined.hands[seat] = state.hands[other].copy()
        return imagined


class LoanRules(ToyRules):
    """A broken game: what it imagines shares a list with what is."""

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal anew, and lend the cards that were laid."""
        imagined = super().imagine(state, viewer, rng)
        if state.shown:
            imagined.laid = state.laid
        return imagined


class Peeker:
    """A broken agent, where it gets hold of the real cards: it plays by the first card of the next hand."""

    def pick(self, spot: PickContext[A]) -> Pick[A]:
        """Return an action by a card of somebody else's, as the twin has it."""
        other = spot.twin.hands[(spot.seat + 1) % len(spot.twin.hands)]
        return Pick(spot.legal[sum(other) % len(spot.legal)], say("peeked"))


# Games that take orders

DEAR = 3


class TattlingOrdering(ErrandOrdering):
    """A broken game: who orders the highest price still counts as asked, which everybody sees."""

    def stands(self, state: ToyState, seat: Seat, order: Order) -> bool:
        """Forget high prices until all have laid."""
        dear = order.topic == "price" and order.picks == (DEAR,) and not state.shown
        return super().stands(state, seat, order) and not dear


class ImmortalOrdering(ErrandOrdering):
    """A broken game: what was ordered for one question stands for ever."""

    def stands(self, _state: ToyState, _seat: Seat, _order: Order) -> bool:
        """Keep everything."""
        return True


class RecklessOrdering(ErrandOrdering):
    """A broken game: an order names a price that can't be named."""

    def answer(self, state: ToyState, seat: Seat, orders: Given) -> OrderAnswer[ToyAction] | None:
        """Name twice the price."""
        carried = super().answer(state, seat, orders)
        if carried is None or not isinstance(carried.actions[0], Name):
            return carried
        return replace(carried, actions=(Name(2 * carried.actions[0].price),))


class EmptyOrdering(ErrandOrdering):
    """A broken game: an order answers nothing and calls that an answer."""

    def answer(self, state: ToyState, seat: Seat, orders: Given) -> OrderAnswer[ToyAction] | None:
        """Return no actions."""
        carried = super().answer(state, seat, orders)
        return None if carried is None else replace(carried, actions=())


class ObligingOrdering(ErrandOrdering):
    """A broken game: who holds an odd card drops without being asked."""

    def answer(self, state: ToyState, seat: Seat, orders: Given) -> OrderAnswer[ToyAction] | None:
        """Answer by the hand alone."""
        odd = any(card % 2 for card in state.hands[seat])
        return super().answer(state, seat, {"low": Order("low", ("low",))} if odd else orders)


class PeekingOrdering(ErrandOrdering):
    """A broken game: what can be ordered goes by the others' hands."""

    def topics(self, state: ToyState, seat: Seat) -> tuple[Topic, ...]:
        """Offer less where the others hold odd cards."""
        odd = sum(card for other, hand in enumerate(state.hands) if other != seat for card in hand) % 2
        return super().topics(state, seat)[odd:]


class BiasedOrdering(ErrandOrdering):
    """A broken game: who is asked together goes by what is hidden."""

    def joint(self, state: ToyState) -> JointQuestion | None:
        """Ask only who holds an odd sum."""
        joint = super().joint(state)
        if joint is None:
            return None
        return replace(joint, topics={seat: one for seat, one in joint.topics.items() if sum(state.hands[seat]) % 2})


class MumblingTelling(ErrandTelling):
    """A broken game: all picks are called the same."""

    def option(self, state: ToyState, seat: Seat, topic: Topic, _pick: Any) -> Any:
        """Offer the first one."""
        return super().option(state, seat, topic, topic.picks[0])


def broken(part: Part) -> AnyGame:
    """Return a toy of which one part is broken."""
    game, name = next(PARTS[each] for each in part.__mro__ if each in PARTS)
    changes: dict[str, Any] = {name: part()}
    return replace(game, key=part.__name__, **changes)


def _toy(**changes: Any) -> AnyGame:
    return replace(TOY, **changes)


JUDGED = _toy(key="judged", judgement=HonestJudgement())
PEEKING_JUDGEMENT = _toy(judgement=PeekingJudgement())
PEEKING_ROLLOUT = _toy(judgement=HonestJudgement(), rollout=PeekingRollout())
SPOILING_ROLLOUT = _toy(judgement=HonestJudgement(), rollout=SpoilingRollout())
FORESIGHT = _toy(rules=ForesightRules())
LOAN = _toy(rules=LoanRules())
FORGETFUL = _toy(key="forgetful", opened=lambda _: ())
"""A broken game: it forgets what everybody held."""
