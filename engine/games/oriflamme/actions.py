"""The actions of a player, as small records that are readable in the log; positions are counted from 1."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.frozen import frozen

Place: TypeAlias = Literal["first", "last"] | int
"""Where a card comes to lie: at the beginning of the queue, at its end, or on the position of that number."""


@frozen
class Choose:
    """A player secretly chooses a `card` from the hand (R6)."""

    card: str
    kind: Literal["choose"] = "choose"


@frozen
class Back:
    """A player wants to choose another card than the one chosen."""

    kind: Literal["back"] = "back"


@frozen
class Lay:
    """A player lays the chosen card face down at a `place` (R6)."""

    place: Place
    kind: Literal["lay"] = "lay"


@frozen
class Leave:
    """A player leaves a card face down and puts a token on it (R10)."""

    kind: Literal["leave"] = "leave"


@frozen
class Reveal:
    """A player reveals a card, which acts at once (R10)."""

    kind: Literal["reveal"] = "reveal"


@frozen
class Target:
    """A player chooses the `position` that the acting card is used on (R25, R29, R35, R52)."""

    position: int
    kind: Literal["target"] = "target"


@frozen
class PutTwin:
    """A player puts the Twin into the queue at a `place`, face up (R23)."""

    place: Place
    kind: Literal["twin"] = "twin"


@frozen
class Activate:
    """A player activates the character at a `position` with the Plot (R43)."""

    position: int
    kind: Literal["activate"] = "activate"


@frozen
class Gain:
    """A player takes a token of the Plot instead of activating again (R43)."""

    kind: Literal["gain"] = "gain"


Action: TypeAlias = Annotated[
    Choose | Back | Lay | Leave | Reveal | Target | PutTwin | Activate | Gain,
    Field(discriminator="kind"),
]
