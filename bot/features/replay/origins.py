"""Origin of a message: the table and the move that it is about, read from the custom_ids of its components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.faces.components import ParsedCustomId, parse_custom_id
from bot.tables.move_logs import TOKEN_LENGTH, move_of_token
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.errors import Refused
from engine.frozen import frozen

PRESENT = frozenset({"play", "hand", "look"})
"""What can be pressed, with the number of the table, in what stands for its present: in no post that is told."""


NAMED = frozenset({"here", "replay"})
"""What can be pressed, with the number of the table and a move."""
MOMENT = 2
"""How many words name a moment of a replay that was shown, after the table: the move, and whose eyes."""


@frozen
class Origin:
    """Table and move that a message is about; the move by its token `mark`, by its `number`, else the present one."""

    table: int
    mark: str = ""
    number: int | None = None

    def move(self, table: Table) -> int:
        """Return the number of the move in `table`; raise `UnknownClick` if the `mark` fits none."""
        if self.number is not None:
            return self.number
        if self.mark:
            return move_named(table, self.mark)
        return table.started_match.seq


def move_named(table: Table, mark: str) -> int:
    """Return the number of the move with the token `mark`; raise `UnknownClick` if there is none.

    Plain numbers are refused: the answer could tell how many moves were made in secret.
    """
    if len(mark) < TOKEN_LENGTH:
        raise UnknownClick
    return move_of_token(table, mark)


def origin_of(data: Mapping[str, Any], message: int) -> Origin:
    """Return the origin of a `message` whose menu was used, from the interaction's `data`; raise `Refused`."""
    shown = data.get("resolved", {}).get("messages", {}).get(str(message), {})
    clicks = [*_clicks(shown.get("components") or ())]
    clicks.sort(key=lambda click: click.verb not in NAMED)
    origins = [origin for click in clicks if (origin := _origin(click))]
    if not origins:
        raise Refused("refused-momentless")

    return origins[0]


def _origin(click: ParsedCustomId) -> Origin | None:
    table, *words = click.words or ("",)
    if not table.isdecimal():
        return None
    if click.verb == "here" and words:
        return Origin(int(table), mark=words[0])
    if click.verb == "replay" and len(words) == MOMENT and words[0].isdecimal():
        return Origin(int(table), number=int(words[0]))

    return Origin(int(table)) if click.verb in PRESENT else None


def _clicks(parts: Any) -> Iterator[ParsedCustomId]:
    """Yield the custom_ids of components as clicks, at any depth."""
    for part in parts:
        click = parse_custom_id(str(part.get("custom_id", "")))
        if click:
            yield click
        yield from _clicks(part.get("components") or ())
