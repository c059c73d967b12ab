"""The actions of a player, as small records that are readable in the log."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from engine.frozen import frozen

Zone = Literal["keep", "middle", "favor"]
ZONES: tuple[Zone, ...] = get_args(Zone)


@frozen
class Place:
    """The Adviser places the drawn card in a `zone` (F5)."""

    zone: Zone
    kind: Literal["place"] = "place"


@frozen
class Take:
    """An opponent picks a `card` from the middle (F8)."""

    card: str
    kind: Literal["take"] = "take"


@frozen
class Raise:
    """A King raises the primary duty of an `office` by one (F14)."""

    office: str
    kind: Literal["raise"] = "raise"


@frozen
class Lower:
    """A King lowers the primary duty of an `office` by one (F14)."""

    office: str
    kind: Literal["lower"] = "lower"


@frozen
class Bid:
    """A player names a number, `amount` from 1 to 99 (F21, C3)."""

    amount: int
    kind: Literal["bid"] = "bid"


@frozen
class Pass:
    """A player leaves the bidding for this card (F21)."""

    kind: Literal["pass"] = "pass"


@frozen
class Pay:
    """A winner pays one gold card of the value `gold` face up (F26)."""

    gold: int
    kind: Literal["pay"] = "pay"


@frozen
class Discard:
    """A winner of gold pays one `card` of any type face down (F27)."""

    card: str
    kind: Literal["discard"] = "discard"


Change: TypeAlias = Raise | Lower
Action: TypeAlias = Annotated[
    Place | Take | Raise | Lower | Bid | Pass | Pay | Discard,
    Field(discriminator="kind"),
]
