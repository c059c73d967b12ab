"""What is kept of the deals of the day: the deals, who plays them with what result, and who wants to see that where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from bot.storage.choices import Kind
from bot.storage.records import HEX, NO_TABLE, TableId
from bot.storage.store import Store
from bot.texts.fluent import Language


class State(StrEnum):
    """Where a deal stands: its day runs, is over, or was called off."""

    RUNNING = "running"
    OVER = "over"
    OFF = "off"


class Par(NamedTuple):
    """What a rival of a level reached with the deal: points, and the lead over the best of the others."""

    level: str
    points: int
    lead: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day and game: its secret, drawn and pledged in the morning, and the rules it is played by.

    `date` is in ISO 8601. It is looked at when it is `due`: at the end of its day, and once it is kept no longer.
    """

    __pydantic_config__ = HEX
    date: str
    game: str
    secret: bytes = field(default=b"", repr=False)
    rules: int = 0
    state: State = State.RUNNING
    pars: tuple[Par, ...] = ()
    due: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """That a user plays a deal, at which table, since when, and what came of it; NO_TABLE: it is just being opened.

    `server` is where that began, None for a DM. Until the day is over nobody knows `points` and `lead`.
    """

    date: str
    game: str
    user: int
    server: int | None = None
    name: str = ""
    table: TableId = NO_TABLE
    since: float = 0.0
    points: int | None = None
    lead: int | None = None
    due: float | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """That somebody plays a deal, as a hash keyed with its secret: all that stays of who is forgotten on that day.

    It is `due` to be forgotten itself when the deal is over.
    """

    date: str
    game: str
    who: str
    since: float = 0.0
    due: float | None = None


class Shown(StrEnum):
    """How somebody stands in the standings."""

    NAMED = "named"
    UNNAMED = "unnamed"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Habit:
    """How a user stands in the standings, None before they were asked, and whether others may look at their games.

    `streak` is on how many days in a row they have played a deal to its end, up to the `last` one.
    """

    user: int
    shown: Shown | None = None
    shared: bool = False
    streak: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """In which channel a server wants the standings, None for nowhere; those up to the day `posted` are there."""

    server: int
    channel: int | None = None
    posted: str = ""
    due: float | None = None


KINDS = (
    Kind("daily-deal", Deal, ("date", "game"), due="due"),
    Kind("daily-entry", Entry, ("date", "game", "user"), due="due"),
    Kind("daily-claim", Claim, ("date", "game", "who"), due="due"),
    Kind("daily-habit", Habit, ("user",)),
    Kind("daily-board", Board, ("server",), due="due"),
)


async def settings_lines(storage: Store, user: int, _: int | None, reader: Language) -> Sequence[str]:
    """Return how a person stands in the standings."""
    habit = await storage.choice(Habit, user)
    if habit.shown is None:
        return ()
    return told(habit, reader)


def told(habit: Habit, reader: Language) -> tuple[str, str]:
    """Return how somebody stands in the standings, and whether others may look at their games."""
    shared = "on" if habit.shared else "off"
    return reader.text(f"daily-shown-{habit.shown}-now"), reader.text(f"daily-shared-{shared}-now")


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return what is kept of the deals that a person plays; a result is told once its day is over."""
    habit = await storage.choice(Habit, user)
    found = sorted(await storage.choices(Entry, user=user), key=lambda each: (each.date, each.game))
    if habit == Habit(user) and not found:
        return {}
    return {
        "deals of the day": {
            "standings": habit.shown,
            "others may look at your games": habit.shared,
            "days in a row": habit.streak,
            "played": [_entry(each) for each in found],
        }
    }


def _entry(entry: Entry) -> dict[str, Any]:
    server = None if entry.server is None else str(entry.server)
    where = {"server": server, "table": int(entry.table), "name": entry.name}
    return {"day": entry.date, "game": entry.game, **where, "points": entry.points, "lead": entry.lead}
