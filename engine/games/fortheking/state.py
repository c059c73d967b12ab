"""The state of a match: a plain dataclass, changed in place."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from typing import Literal

from engine.frozen import frozen, replace
from engine.games.fortheking import cards
from engine.games.fortheking.cards import Step
from engine.mutable import Mutable
from engine.scene import Seat

Phase = Literal["share", "auction", "over"]


@frozen
class Crown:
    """A King being resolved: its `seat`, the `steps` still to do, and the offices that it changed (F13-F17)."""

    seat: Seat
    card: str
    steps: tuple[Step, ...]
    touched: tuple[str, ...] = ()


@frozen
class Payment:
    """A payment by `seat`: the gold `due`, or the cards if gold was won, and the gold `laid` so far."""

    seat: Seat
    due: int
    laid: tuple[int, ...] = ()


@frozen
class Default:
    """A `bid` of `seat` that could not be paid (F30)."""

    seat: Seat
    bid: int


@frozen
class Sale:
    """The end of an auction: the `card`, the winner's `seat` (None: unsold) and `bid`, and the `defaults` before."""

    card: str
    seat: Seat | None = None
    bid: int = 0
    defaults: tuple[Default, ...] = ()


@frozen
class Proof:
    """The knowledge that an unpaid bid has brought (F28, F30): how little gold its bidder can have had.

    `most` bounds the gold in the hand together with that among the cards that have left it face down since then, in
    either pile; it goes up and down with gold that is taken or paid for all to see. `discarded` and `lost` count the
    cards that had left before.
    """

    most: int
    discarded: int
    lost: int


@dataclass(slots=True)
class Player(Mutable):
    """The cards of one seat, and its part in the present auction.

    `hand` is the personal deck first; `favored` are all cards ever put in the favor deck; `discarded` and `lost` left
    face down. `taken` are cards that everybody knows to be in the hand; `earlier` were taken before the last face-down
    loss, so they are in the hand or among those that left face down. `proofs` are the public bounds on the gold.
    """

    hand: list[str] = field(default_factory=list)
    favored: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)
    bid: int = 0
    passed: bool = False
    out: bool = False
    proofs: tuple[Proof, ...] = ()

    @property
    def is_bidding(self) -> bool:
        """Tell whether this player is still in the present auction."""
        return not (self.passed or self.out)

    @property
    def pieces(self) -> list[int]:
        """Return the values of the gold cards in the hand, ascending."""
        return [cards.GOLD[card] for card in self.hand if cards.GOLD[card]]

    @property
    def gold(self) -> int:
        """Return the total value of the gold cards in the hand."""
        return sum([cards.GOLD[card] for card in self.hand])

    def gain(self, card: str, *, openly: bool) -> None:
        """Add `card` to the hand; `openly` if everybody saw it."""
        insort(self.hand, card, key=cards.order)
        if openly:
            self.taken.append(card)
            self._weigh(cards.GOLD[card])

    def give_face_up(self, card: str) -> None:
        """Give `card` from the hand face up; the cards that others know to be there are one less."""
        self.hand.remove(card)
        self._weigh(-cards.GOLD[card])
        for known in (self.taken, self.earlier):
            if card in known:
                known.remove(card)
                return

    def prove_less(self, bid: int) -> None:
        """Note that this player has less gold than `bid`, unless no such hand could have as much."""
        if bid <= max(cards.GOLD_VALUES) * len(self.hand):
            proof = Proof(bid - 1, len(self.discarded), len(self.lost))
            self.proofs = (*self.proofs, proof)

    def _weigh(self, gold: int) -> None:
        """Note `gold` that everybody saw come or go."""
        if gold and self.proofs:
            self.proofs = tuple(
                replace(proof, most=proof.most + gold) for proof in self.proofs
            )

    def give_face_down(self, card: str, pile: list[str]) -> None:
        """Give `card` from the hand face down to `pile`; its seen cards are no longer surely there."""
        self.hand.remove(card)
        insort(pile, card, key=cards.order)
        self.earlier += self.taken
        self.taken.clear()


@dataclass(slots=True)
class State(Mutable):
    """Everything on and under the table; `deck` and `favor` are drawn from the end, `box` holds the random removals.

    `room` says how many cards each zone still takes this turn (F6); `board` holds the primary values; `used` are the
    resolved Kings; `first` bids first, `bidding` is to bid; `up` is the card being auctioned; `paid` is the gold paid
    face up so far; `defaults` are those of the present auction. `course` is the points that all hands would have scored
    before the first auction and after each.
    """

    players: list[Player]
    adviser: Seat
    picker: Seat
    first: Seat
    bidding: Seat
    deck: list[str]
    box: list[str]
    board: dict[str, int]
    room: dict[str, int]
    phase: Phase = "share"
    turn: int = 0
    drawn: str | None = None
    middle: list[str] = field(default_factory=list)
    favor: list[str] = field(default_factory=list)
    crown: Crown | None = None
    used: list[str] = field(default_factory=list)
    up: str | None = None
    payment: Payment | None = None
    paid: list[str] = field(default_factory=list)
    sales: list[Sale] = field(default_factory=list)
    defaults: list[Default] = field(default_factory=list)
    course: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @property
    def bid(self) -> int:
        """Return the highest bid of the present auction, 0 before the first."""
        return max([player.bid for player in self.players])

    @property
    def bidder(self) -> Seat | None:
        """Return the seat with the highest bid, None before the first."""
        bids = [player.bid for player in self.players]
        highest = max(bids)
        if not highest:
            return None
        return Seat(bids.index(highest))

    @property
    def revealed_cards(self) -> list[str]:
        """Return every card that came out of the favor deck, in order."""
        return [sale.card for sale in self.sales] + ([self.up] if self.up else [])

    @property
    def unsold(self) -> list[str]:
        """Return the favor cards that went unsold, in order (F22)."""
        return [sale.card for sale in self.sales if sale.seat is None]

    @property
    def sells_gold(self) -> bool:
        """Tell whether gold is up for auction, so that bids count cards (F27)."""
        return self.up is not None and cards.GOLD[self.up] > 0

    def has_begun_auctions(self) -> bool:
        """Tell whether the auctions have begun."""
        return self.phase != "share"

    def means(self, seat: Seat) -> int:
        """Return the means of `seat` to pay: cards for gold, else gold (F26, F27)."""
        player = self.players[seat]
        return len(player.hand) if self.sells_gold else player.gold

    def left_neighbour(self, seat: Seat) -> Seat:
        """Return the left neighbour of `seat`: the next one clockwise."""
        return Seat((seat + 1) % len(self.players))
