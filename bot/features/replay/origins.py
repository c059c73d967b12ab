"""Of which moment a message of Herald's tells, by what can be pressed in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.faces.components import Click, read
from bot.tables.logs import TOKEN_LENGTH, move_for
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.errors import Refused

PRESENT = frozenset({"play", "hand", "look"})
"""What can be pressed, with the number of the table, in what stands for its present: in no post that is told."""


NAMED = frozenset({"here", "replay"})
"""What can be pressed, with the number of the table and a move."""
MOMENT = 2
"""How many words name a moment of a replay that was shown, after the table: the move, and whose eyes."""


class Momentless(Refused):
    """A message doesn't say of which moment it tells: it is older than that, tells of no table, or isn't Herald's."""

    key = "refused-momentless"


@dataclass(frozen=True, slots=True)
class Origin:
    """The table that a message is about, and the move from which it tells: by its name, its number, or the present."""

    table: int
    mark: str = ""
    number: int | None = None

    def move(self, table: Table) -> int:
        """Return the number of the move; raise UnknownClick if there is none of that name."""
        if self.number is not None:
            return self.number
        return named(table, self.mark) if self.mark else table.started_match.seq


def named(table: Table, mark: str) -> int:
    """Return the number of the move of that name; raise UnknownClick if there is none.

    Numbers themselves name nothing here: what they lead to could tell how many moves were made in secret.
    """
    if len(mark) < TOKEN_LENGTH:
        raise UnknownClick
    return move_for(table, mark)


def origin_of(data: Mapping[str, Any], message: int) -> Origin:
    """Return the origin of a message whose menu was used, by what Discord says of it; raise Momentless if none."""
    shown = data.get("resolved", {}).get("messages", {}).get(str(message), {})
    clicks = [*_clicks(shown.get("components") or ())]
    origins = (_origin(click) for first in (True, False) for click in clicks if first == (click.verb in NAMED))
    origin = next((each for each in origins if each is not None), None)
    if origin is None:
        raise Momentless
    return origin


def _origin(click: Click) -> Origin | None:
    table, *words = click.words or ("",)
    if not table.isdecimal():
        return None
    if click.verb == "here" and words:
        return Origin(int(table), mark=words[0])
    if click.verb == "replay" and len(words) == MOMENT and words[0].isdecimal():
        return Origin(int(table), number=int(words[0]))
    return Origin(int(table)) if click.verb in PRESENT else None


def _clicks(parts: Any) -> Iterator[Click]:
    """Yield what can be pressed, at any depth."""
    for part in parts:
        click = read(str(part.get("custom_id", "")))
        if click is not None:
            yield click
        yield from _clicks(part.get("components") or ())
