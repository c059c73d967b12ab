"""A second tiny game for the proof of the engine: a secret ballot of up to eight, without a deal and without chance.

Everybody ranks three of five dishes at the same time, in secret; whoever has not finished may begin anew. When all have
ranked, a dish gets three points from each first rank, two from a second and one from a third, and everybody gets the
points of the dish that they ranked first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.analysis import rank
from engine.events import EventSink, Wording
from engine.frozen import frozen
from engine.game import Game, Option, Question
from engine.mutable import Mutable
from engine.rng import Rng
from engine.scene import Card, Panel, Row, Scene, Seat, Text, Viewer, Who, say

DISHES = ("soup", "pie", "fish", "cake", "stew")
RANKS = 3


@frozen
class Rank:
    """Rank a dish next."""

    dish: str
    kind: Literal["rank"] = "rank"


@frozen
class Anew:
    """Take back the dishes ranked so far."""

    kind: Literal["anew"] = "anew"


BallotAction = Rank | Anew


@dataclass(slots=True)
class BallotState(Mutable):
    """What everybody has ranked so far, best first."""

    ranked: list[list[str]]

    def ready(self, seat: Seat) -> bool:
        """Tell whether a seat has ranked all that it may."""
        return len(self.ranked[seat]) == RANKS

    @property
    def over(self) -> bool:
        """Tell whether all have ranked, which opens the ballots."""
        return all(len(dishes) == RANKS for dishes in self.ranked)

    def points(self, seat: Seat) -> int:
        """Return what the seat's favourite dish got."""
        favourite = self.ranked[seat][0]
        return sum(RANKS - dishes.index(favourite) for dishes in self.ranked if favourite in dishes)


class BallotRules:
    """The rules of the ballot."""

    def setup(self, seats: int, _rng: Rng) -> BallotState:
        """Hand out empty ballots."""
        return BallotState([[] for _ in range(seats)])

    def deciding(self, state: BallotState) -> tuple[Seat, ...]:
        """Ask all who have yet to rank."""
        return tuple(seat for seat in map(Seat, range(len(state.ranked))) if not state.ready(seat))

    def legal(self, state: BallotState, seat: Seat) -> tuple[BallotAction, ...]:
        """List the dishes that are not ranked, and the way back."""
        if state.ready(seat):
            return ()
        ranked = state.ranked[seat]
        dishes = tuple(Rank(dish) for dish in DISHES if dish not in ranked)
        return (*dishes, Anew()) if ranked else dishes

    def apply(self, state: BallotState, seat: Seat, action: BallotAction, _rng: Rng, sink: EventSink) -> None:
        """Rank a dish, or begin anew."""
        match action:
            case Rank(dish):
                state.ranked[seat].append(dish)
                sink.only(seat, "ranked", dish=dish)
            case Anew():
                state.ranked[seat].clear()
                sink.only(seat, "anew")
        if state.ready(seat):
            sink.others(seat, "ready", who=seat)
        if state.over:
            sink.all("opened", firsts=tuple(dishes[0] for dishes in state.ranked))

    def places(self, state: BallotState) -> tuple[int, ...] | None:
        """Compare the points of the favourites once all have ranked."""
        if not state.over:
            return None
        points = [state.points(Seat(seat)) for seat in range(len(state.ranked))]
        return rank(points)

    def imagine(self, state: BallotState, viewer: Viewer, rng: Rng) -> BallotState:
        """Fill in the others' ballots at random, as far as they are filled in."""
        imagined = state.copy()
        for seat, dishes in enumerate(imagined.ranked):
            if seat != viewer and not state.over:
                drawn = list(DISHES)
                rng.shuffle(drawn)
                dishes[:] = drawn[: len(dishes)]
        return imagined


class BallotTelling:
    """How the ballot is told."""

    glossary: tuple[Row, ...] = ()

    @property
    def wording(self) -> Wording:
        """Say dishes by their names."""
        return {"who": Who, "dish": self._dish, "firsts": lambda dishes: tuple(map(self._dish, dishes))}

    def question(self, state: BallotState, seat: Seat) -> Question[BallotAction]:
        """Ask for the dishes that are still to be ranked, in order."""
        left = RANKS - len(state.ranked[seat])
        return Question(say("ballot-rank", left=left), say("ballot-waits", who=Who(seat)), at_most=left, ordered=True)

    def option(self, _state: BallotState, _seat: Seat, action: BallotAction) -> Option:
        """Name the dish."""
        return Option(self._dish(action.dish) if isinstance(action, Rank) else say("ballot-anew"))

    def scene(self, state: BallotState, viewer: Viewer) -> Scene:
        """Show who is ready, the viewer's own ballot, and at the end everybody's."""
        panels = tuple(self._panel(state, Seat(seat)) for seat in range(len(state.ranked)))
        own = () if viewer is None else (self._ballot(state, viewer),)
        return Scene(say("ballot"), "opened" if state.over else "secret", panels=panels, hand=own)

    def summary(self, state: BallotState) -> tuple[Text, ...]:
        """Say what everybody's favourite got."""
        seats = map(Seat, range(len(state.ranked)))
        return tuple(say("ballot-points", who=Who(seat), points=state.points(seat)) for seat in seats)

    report = summary
    """There is no more to it."""

    def _panel(self, state: BallotState, seat: Seat) -> Panel:
        marks = (say("ballot-ready"),) if state.ready(seat) else ()
        return Panel(seat, marks, (), (self._ballot(state, seat),) if state.over else ())

    def _ballot(self, state: BallotState, seat: Seat) -> Row:
        dishes = tuple(Card(self._dish(dish), "ballot") for dish in state.ranked[seat])
        return Row(say("ballot-yours"), dishes, say("ballot-empty"))

    def _dish(self, dish: str) -> Text:
        return say(f"ballot-dish-{dish}")


BALLOT: Game[BallotState, BallotAction] = Game(
    key="ballot",
    version=1,
    seats=range(2, 9),
    state_type=BallotState,
    action_type=BallotAction,
    rules=BallotRules(),
    telling=BallotTelling(),
)
"""The ballot, for two to eight."""
