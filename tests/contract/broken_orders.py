"""Games that take orders, with one fault each: the contract has to catch every one of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.game import Game
from engine.orders import Given, JointQuestion, Order, OrderAnswer, Topic
from engine.scene import Seat
from tests.engine.errand import ERRAND, ErrandOrdering, ErrandTelling
from tests.engine.toy import Name, ToyAction, ToyState

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


def broken(part: type[ErrandOrdering | ErrandTelling]) -> Game[Any, Any]:
    """Return the errand with what is broken: its orders, or how they are told."""
    changes: dict[str, Any] = {"ordering" if issubclass(part, ErrandOrdering) else "order_telling": part()}
    return replace(ERRAND, **changes)
