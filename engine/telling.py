"""What is told while an action is played: noted in plain facts, and put into words only for who reads it.

Rules tell by a `Tell` and never read what was told. A `Tale` notes it; `SILENT` lets it go by, for search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from typing_extensions import TypeAliasType

from engine.scene import Seat, Text, Value, Viewer, say

Plain = TypeAliasType("Plain", "int | str | tuple[Plain, ...]")
"""What an event mentions: a number, a key of the game's or a seat, or a list of these."""

Wording: TypeAlias = Mapping[str, Callable[[Any], Value]]
"""For the facts that aren't said as they are, by their names, what is said instead: a seat's person, a card's name."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event in words, and to whom it was told: a seat, or None for everybody `but` a seat that was told more."""

    event: Text
    to: Viewer = None
    but: Seat | None = None

    def heard(self, viewer: Viewer) -> bool:
        """Tell whether a viewer was told this."""
        return self.to in {None, viewer} and (self.but is None or self.but != viewer)


class Event(NamedTuple):
    """An event as it was noted: its key, its facts, and to whom it was told, as in `Told`."""

    key: str
    facts: Mapping[str, Plain]
    to: Viewer = None
    but: Seat | None = None

    def worded(self, game: str, wording: Wording) -> Told:
        """Return the event in the words of a game."""
        facts = {name: wording[name](fact) if name in wording else fact for name, fact in self.facts.items()}
        return Told(say(f"{game}-told-{self.key}", **facts), self.to, self.but)


class Tell(Protocol):
    """The way out for what happens while an action is played; the rules get nothing back."""

    def all(self, key: str, /, **facts: Plain) -> None:
        """Tell everybody."""
        ...

    def once(self, key: str, /, **facts: Plain) -> None:
        """Tell everybody, unless that was told already while this action was played."""
        ...

    def others(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell everybody but a seat, which is told more."""
        ...

    def only(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell one seat in private."""
        ...

    def unveil(self) -> None:
        """Note that somebody learns of something hidden: what is being played can't be taken back.

        To be called wherever a hidden piece changes who may see it, and wherever what happens depends on one.
        """
        ...


class Tale:
    """The events of one action, in order, each addressed, and whether anything hidden was `unveiled` by it."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.unveiled = False

    def all(self, key: str, /, **facts: Plain) -> None:
        """Tell everybody."""
        self.events.append(Event(key, facts))

    def once(self, key: str, /, **facts: Plain) -> None:
        """Tell everybody, unless that was told already while this action was played."""
        event = Event(key, facts)
        if event not in self.events:
            self.events.append(event)

    def others(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell everybody but a seat, which is told more."""
        self.events.append(Event(key, facts, None, seat))

    def only(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell one seat in private."""
        self.events.append(Event(key, facts, seat))

    def unveil(self) -> None:
        """Note that somebody learns of something hidden."""
        self.unveiled = True


class _Silence:
    """Nobody listens."""

    def all(self, key: str, /, **facts: Plain) -> None:
        """Tell nobody."""

    def once(self, key: str, /, **facts: Plain) -> None:
        """Tell nobody."""

    def others(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell nobody."""

    def only(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell nobody."""

    def unveil(self) -> None:
        """Nobody learns of anything."""


SILENT: Tell = _Silence()


def worded(events: Iterable[Event], game: str, wording: Wording) -> tuple[Told, ...]:
    """Return events in the words of a game."""
    return tuple(event.worded(game, wording) for event in events)
