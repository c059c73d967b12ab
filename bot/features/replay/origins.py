"""Origin of a message: the table and the move that it is about, read from the custom_ids of its components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.faces.components import parse_custom_id
from bot.tables.move_logs import TOKEN_LENGTH, move_of_token
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.errors import Refused

PRESENT = frozenset({"play", "hand", "look"})
"""What can be pressed, with the number of the table, in what stands for its present: in no post that is told."""
MOMENT = 2
"""How many words name a moment of a replay that was shown, after the table: the move, and whose eyes."""


def origin_move(origin: Sequence[str], table: Table) -> int:
    """Return the number of the move that `origin` names at its `table`; raise `UnknownClick` if there is none."""
    verb, _, *words = origin
    if verb in PRESENT:
        return table.started_match.seq
    return int(words[0]) if verb == "replay" else move_named(table, words[0])


def move_named(table: Table, mark: str) -> int:
    """Return the number of the move with the token `mark`; raise `UnknownClick` if there is none.

    Plain numbers are refused: the answer could tell how many moves were made in secret.
    """
    if len(mark) < TOKEN_LENGTH:
        raise UnknownClick
    return move_of_token(table, mark)


def origin_of(data: Mapping[str, Any], message: int) -> list[str]:
    """Return the custom_id that names what a `message` is about, from the `data` of its menu, or raise `Refused`.

    Behind its verb stands the number of a table.
    """
    shown = data.get("resolved", {}).get("messages", {}).get(str(message), {})
    origins = [*filter(_is_origin, _clicks(shown.get("components") or ()))]
    if not origins:
        raise Refused("refused-momentless")

    return min(origins, key=lambda click: click[0] in PRESENT)


def _is_origin(click: Sequence[str]) -> bool:
    verb, table, *words = *click, ""
    if not table.isdecimal():
        return False
    if verb == "here":
        return len(words) > 1
    if verb == "replay":
        return len(words) == MOMENT + 1 and words[0].isdecimal()

    return verb in PRESENT


def _clicks(parts: Any) -> Iterator[list[str]]:
    """Yield the custom_ids of components, at any depth."""
    for part in parts:
        if click := parse_custom_id(str(part.get("custom_id", ""))):
            yield click
        yield from _clicks(part.get("components") or ())
