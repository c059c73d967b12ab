"""Event sinks and events: plain facts, noted while an action is played, and put into words for their readers.

Rules report to an `EventSink`, which keeps the events, and never read it; `SILENT` drops them, for search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from typing_extensions import TypeAliasType

from engine.frozen import frozen
from engine.scene import Seat, Text, Value, Viewer, say

Plain = TypeAliasType("Plain", "int | str | tuple[Plain, ...]")
"""What an event mentions: a number, a key of the game's or a seat, or a list of these."""

Wording: TypeAlias = Mapping[str, Callable[[Any], Value]]
"""For the facts that aren't said as they are, by their names, what is said instead: a seat's person, a card's name."""


@frozen
class Told:
    """An event in words and its audience: the seat `to`, or if that is None everybody `but` one seat."""

    event: Text
    to: Viewer = None
    but: Seat | None = None

    def is_heard_by(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` was told this."""
        return self.to in {None, viewer} and (self.but is None or self.but != viewer)


class Event(NamedTuple):
    """An event as it was noted: its `key`, its `facts`, and its audience, `to` and `but` as in `Told`."""

    key: str
    facts: Mapping[str, Plain]
    to: Viewer = None
    but: Seat | None = None

    def put_into_words(self, game: str, wording: Wording) -> Told:
        """Return the event in the words of a `game`, the facts by its `wording`."""
        facts = {
            name: wording[name](fact) if name in wording else fact
            for name, fact in self.facts.items()
        }
        event = say(f"{game}-told-{self.key}", **facts)
        return Told(event, self.to, self.but)


class EventSink:
    """An event sink: rules report to it while an action is applied, and get nothing back.

    It keeps the `events` of one action, in order, each addressed; it is `unveiled` once anything hidden became known.

    >>> told = EventSink()
    >>> told.others(Seat(0), "draw", player=0)
    >>> told.only(Seat(0), "draw-own", card="gold-2")
    >>> told.unveil()
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.unveiled = False

    def all(self, key: str, /, **facts: Plain) -> None:
        """Tell everybody."""
        self.events.append(Event(key, facts))

    def once(self, key: str, /, **facts: Plain) -> None:
        """Tell everybody, unless the same event was told already while this action was played."""
        event = Event(key, facts)
        if event not in self.events:
            self.events.append(event)

    def others(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell everybody but `seat`, which is told more."""
        self.events.append(Event(key, facts, None, seat))

    def only(self, seat: Seat, key: str, /, **facts: Plain) -> None:
        """Tell `seat` alone."""
        self.events.append(Event(key, facts, seat))

    def unveil(self) -> None:
        """Note that something hidden became known: the action can't be taken back.

        To be called wherever a hidden piece changes its audience, and wherever the course of the match depends on one.
        """
        self.unveiled = True


class _Silence(EventSink):
    """An event sink that drops all events, and what became known."""

    def __init__(self) -> None: ...

    def _drop(self, *_: object, **__: object) -> None: ...

    all = once = others = only = unveil = _drop


SILENT: EventSink = _Silence()
