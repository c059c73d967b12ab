"""The tape: what people did at some tables, click by click, and every call to Discord that the bot made for it.

A call belongs to the interaction in its path; one to a channel, to the last click at the table that plays there.
Nothing is imported here that a bare bot could do without.
"""

from __future__ import annotations

import pickle
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CALLBACK, ORIGINAL, FOLLOW_UP = "callback", "original", "follow-up"
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL = 4, 5, 6, 7, 9
"""Discord's types of answers."""
MESSAGES = re.compile(r"/channels/\d+/messages(?:/\d+)?")


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its path, or what it does to its own interaction, its JSON and files, and the id of what it made."""

    method: str
    path: str
    text: str
    files: tuple[tuple[str, bytes], ...]
    made: int

    @property
    def of_interaction(self) -> bool:
        """Tell whether it goes by the token of an interaction, not by the bot's."""
        return not self.path.startswith("/")

    def tells(self, answer: int | None) -> bool:
        """Tell whether it sends or edits a message; `answer` is the type of the click's answer."""
        if self.path == CALLBACK:
            return answer in {MESSAGE, UPDATE}
        return self.method in {"POST", "PATCH"} and (
            self.of_interaction or bool(MESSAGES.fullmatch(self.path))
        )


@dataclass(slots=True)
class Click:
    """Something a person did: who, where, on which message, and the calls that came of it, in their order.

    `slot` numbers tables that are played one after another by the same people; `after` is how many calls of the slot
    had come before. `measured` clicks are those after the opening of the tables. `answer` is the answer's type.
    """

    number: int
    slot: int
    channel: int
    user: int
    kind: int
    data: dict[str, Any]
    source: int | None
    after: int
    measured: bool
    calls: list[Call] = field(default_factory=list)
    answer: int | None = None
    seconds: float = 0.0
    move: bool = False


@dataclass(slots=True)
class Tape:
    """Everything done in one round; `channels` are the channels of each slot, `people` the names of the users."""

    clicks: list[Click] = field(default_factory=list)
    channels: dict[int, int] = field(default_factory=dict)
    people: dict[int, str] = field(default_factory=dict)

    @property
    def measured(self) -> list[Click]:
        """Return what counts."""
        return [click for click in self.clicks if click.measured]

    def save(self, path: Path) -> None:
        """Write it to a file, for the process that plays it again."""
        path.write_bytes(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))

    @classmethod
    def load(cls, path: Path) -> Tape:
        """Return the tape of a file that `save` wrote."""
        tape: Tape = pickle.loads(path.read_bytes())  # noqa: S301 - the benchmark's own file of a moment ago
        return tape
