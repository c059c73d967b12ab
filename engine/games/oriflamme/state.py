"""The state of a match: a plain dataclass, changed in place (B1.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.frozen import frozen
from engine.games.oriflamme import cards
from engine.games.oriflamme.actions import Action
from engine.mutable import Mutable
from engine.scene import Seat

Phase = Literal["placement", "resolution", "over"]
Stage = Literal["fresh", "working", "gone"]
"""How far the card at the pointer is: not yet taken up, acting and still on top, or acting and gone from there."""


@frozen
class Card:
    """A card in the queue: its `colour`, the `round` it was laid in, and the `briber`, if any.

    It never changes: copies of a state share their cards, and a card that is turned over is another one.
    """

    name: str
    colour: Seat
    round: int
    revealed: bool = False
    tokens: int = 0
    briber: Seat | None = None

    def with_name(self, name: str) -> Card:
        """Return a copy with another face."""
        return Card(
            name, self.colour, self.round, self.revealed, self.tokens, self.briber
        )

    @property
    def family(self) -> Seat:
        """Return the seat to whose family the card belongs now (R54)."""
        if self.briber is None:
            return self.colour
        return self.briber

    @property
    def is_character(self) -> bool:
        """Tell whether this is a character, not an intrigue."""
        return self.name in cards.CHARACTERS


Position: TypeAlias = list[Card]
"""A stack of cards, bottom to top; most hold one card."""


@dataclass(slots=True)
class Player(Mutable):
    """The cards of one colour outside the queue, and the player's Influence as a ledger of where it came from.

    `aside` was set aside face down, `pile` left the queue face up; `twin` is whether the Twin is still set aside.
    `absent` are characters that are known not to be among the set-aside cards, since an Impersonation lacked them.
    """

    hand: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    twin: bool = True
    ledger: dict[str, int] = field(default_factory=lambda: {"start": cards.START})

    @property
    def influence(self) -> int:
        """Return the player's Influence points."""
        return sum(self.ledger.values())

    def gain(self, source: str, points: int) -> None:
        """Add `points` of Influence from a `source`."""
        self.ledger[source] = self.ledger.get(source, 0) + points

    def lose(self, source: str, points: int) -> int:
        """Take `points` of Influence away, never below 0, and return how many those were (R32, R48)."""
        lost = min(points, self.influence)
        self.gain(source, -lost)
        return lost


@frozen
class Plot:
    """A Plot at work: its `seat`, its `tokens`, and whether its first activation is still `due` (R43)."""

    seat: Seat
    tokens: int
    due: bool = True


@frozen
class Aim:
    """An uncovered card that a decision was about: its family then, its colour, and its name.

    The name is empty where the card stays face down.
    """

    family: Seat
    colour: Seat
    name: str


@frozen
class Decision:
    """The last public decision, and its `seat`.

    Positions shift as the queue closes up, so it keeps the names: of the `card` that acted or was revealed, empty if
    there is none, and of the card that it was about, its `aim`. `alone` says that the card was about itself.
    """

    seat: Seat
    action: Action
    card: str = ""
    aim: Aim | None = None
    alone: bool = False


@dataclass(slots=True)
class State(Mutable):
    """Everything on the table.

    The `queue` is in resolution order. `laid` counts the cards laid this round; `chosen` is the card that waits for its
    place, still in the hand. `acting` is the index of a card that waits for its target or, a Prince, for its Twin.
    `course` is the Influence of all seats at the start and after each round.
    """

    players: list[Player]
    first: Seat
    phase: Phase = "placement"
    round: int = 1
    laid: int = 0
    chosen: str | None = None
    queue: list[Position] = field(default_factory=list)
    pointer: int = 0
    stage: Stage = "fresh"
    acting: int | None = None
    plot: Plot | None = None
    last: Decision | None = None
    course: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @property
    def influence(self) -> list[int]:
        """Return each seat's Influence points (R58)."""
        return [player.influence for player in self.players]

    @property
    def rounds_left(self) -> int:
        """Return the number of rounds still to come."""
        return cards.ROUNDS - self.round

    @property
    def tops(self) -> list[tuple[int, Card]]:
        """Return each uncovered card with the index of its position."""
        return [
            (index, position[-1])
            for index, position in enumerate(self.queue)
            if position
        ]

    def top(self, index: int) -> Card:
        """Return the uncovered card of the position `index`."""
        return self.queue[index][-1]

    def beside(self, index: int) -> list[int]:
        """Return the indexes of the positions adjacent to `index`, left before right (R16)."""
        return [
            other for other in (index - 1, index + 1) if 0 <= other < len(self.queue)
        ]

    def shown_characters(self, family: Seat) -> list[int]:
        """Return the indexes of the uncovered characters of `family` that lie face up (R43, C6)."""
        return [
            index
            for index, card in self.tops
            if card.family == family and card.revealed and card.is_character
        ]

    @property
    def laying_seat(self) -> Seat:
        """Return the seat whose turn it is to lay a card."""
        return Seat((self.first + self.laid) % self.seats)

    @property
    def cards(self) -> list[Card]:
        """Return every card in the queue, covered ones too."""
        return [card for position in self.queue for card in position]

    def has_begun_resolving(self) -> bool:
        """Tell whether a queue has been resolved, or is now."""
        return self.phase != "placement" or self.round > 1

    def hidden(self, seat: Seat) -> list[str]:
        """Return the cards of `seat` that only it knows: in hand, set aside and face down in the queue."""
        player = self.players[seat]
        names = [*player.hand, *player.aside]
        names += [
            card.name
            for card in self.cards
            if card.colour == seat and not card.revealed
        ]
        return sorted(names, key=cards.order)

    def absentees(self, seat: Seat) -> list[str]:
        """Return the still hidden cards of `seat` that can't be among its set-aside ones (R36)."""
        absent = self.players[seat].absent
        if not absent:
            return []
        return [name for name in self.hidden(seat) if name in absent]
