"""The trick with orders: all say together which price they would name, and whoever likes drops the lowest cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.game import Game, Option, Question
from engine.orders import Given, JointQuestion, Order, OrderAnswer, Pick, Topic
from engine.scene import Seat, Text, Who, say
from tests.engine.toy import HAND, PRICES, TOY, Drop, Name, ToyAction, ToyState

PRICE = Topic("price", (*PRICES, "ask"), "trick")
LOW = Topic("low", ("off", "low"), lasting=True)
CHEAP = Topic("cheap", ("off", "cheap"), lasting=True)


class ErrandOrdering:
    """What can be ordered in the trick."""

    def joint(self, state: ToyState) -> JointQuestion | None:
        """Ask all for their price before anybody lays a card."""
        if any(state.laid):
            return None
        return JointQuestion("price", {Seat(seat): (PRICE,) for seat in range(len(state.hands))}, sealed=True)

    def topics(self, state: ToyState, seat: Seat) -> tuple[Topic, ...]:
        """Offer the price to who may still win, and what lasts to all."""
        return (PRICE, LOW, CHEAP) if self._may_win(state, seat) else (LOW, CHEAP)

    def stands(self, state: ToyState, seat: Seat, order: Order) -> bool:
        """Keep a price for who may still win."""
        return order.topic != PRICE.name or self._may_win(state, seat)

    def presume(self, _state: ToyState, _seat: Seat, orders: Given) -> tuple[Order, ...]:
        """Take the lowest price for who wants it always."""
        cheap = orders.get("cheap")
        return (Order("price", (1,), "trick"),) if cheap and cheap.picks == ("cheap",) else ()

    def answer(self, state: ToyState, seat: Seat, orders: Given) -> OrderAnswer[ToyAction] | None:
        """Drop the lowest cards, or name the price."""
        if not state.shown:
            return None
        low, price = orders.get("low"), orders.get("price")
        due = HAND // 2 - len(state.dropped)
        if due:
            cards = state.hands[seat][:due]
            return OrderAnswer(tuple(map(Drop, cards)), "low", {}) if low and low.picks == ("low",) else None
        if price is None or price.picks == ("ask",):
            return None
        return OrderAnswer((Name(int(price.picks[0])),), "price", {"price": int(price.picks[0])})

    def _may_win(self, state: ToyState, seat: Seat) -> bool:
        return not state.shown or seat == state.winner


class ErrandTelling:
    """How that is told."""

    def label(self, _state: ToyState, _seat: Seat, topic: Topic) -> Text:
        """Name the topic."""
        return say(f"errand-{topic.name}")

    def question(self, _state: ToyState, seat: Seat, topic: Topic, former: Order | None) -> Question[Any]:
        """Ask, and say what was ordered."""
        prompt = say(f"errand-ask-{topic.name}", former=str(former.picks[0]) if former else "")
        return Question(prompt, say("errand-waits", who=Who(seat)))

    def option(self, _state: ToyState, _seat: Seat, _topic: Topic, pick: Pick) -> Option:
        """Offer a number or a word."""
        return Option(say("errand-pick", pick=pick), amount=pick if isinstance(pick, int) else None)

    def effect(self, _state: ToyState, _seat: Seat, order: Order) -> Text:
        """Say what was ordered."""
        return say(f"errand-does-{order.topic}", picks=tuple(map(str, order.picks)))

    def joint_prompt(self, _state: ToyState) -> Text:
        """Say what all are asked."""
        return say("errand-together")


ERRAND: Game[ToyState, ToyAction] = replace(TOY, ordering=ErrandOrdering(), order_telling=ErrandTelling())
"""The trick, with a sealed question for all, an order for one question and two that last."""
