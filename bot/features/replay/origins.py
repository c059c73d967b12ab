"""Origin of a message: the table and the move that it is about, read from the custom_ids of its components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.faces.components import ParsedCustomId, parse_custom_id
from bot.tables.move_logs import TOKEN_LENGTH, move_of_token
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.errors import Refused

PRESENT = frozenset({"play", "hand", "look"})
"""What can be pressed, with the number of the table, in what stands for its present: in no post that is told."""
MOMENT = 2
"""How many words name a moment of a replay that was shown, after the table: the move, and whose eyes."""


def origin_move(origin: ParsedCustomId, table: Table) -> int:
    """Return the number of the move that `origin` names at its `table`; raise `UnknownClick` if there is none."""
    if origin.verb in PRESENT:
        return table.started_match.seq
    word = origin.words[1]
    return int(word) if origin.verb == "replay" else move_named(table, word)


def move_named(table: Table, mark: str) -> int:
    """Return the number of the move with the token `mark`; raise `UnknownClick` if there is none.

    Plain numbers are refused: the answer could tell how many moves were made in secret.
    """
    if len(mark) < TOKEN_LENGTH:
        raise UnknownClick
    return move_of_token(table, mark)


def origin_of(data: Mapping[str, Any], message: int) -> ParsedCustomId:
    """Return the click that names what a `message` is about, from the `data` of its menu; raise `Refused` without one.

    The first of its words is the number of a table.
    """
    shown = data.get("resolved", {}).get("messages", {}).get(str(message), {})
    origins = [*filter(_is_origin, _clicks(shown.get("components") or ()))]
    if not origins:
        raise Refused("refused-momentless")

    return min(origins, key=lambda click: click.verb in PRESENT)


def _is_origin(click: ParsedCustomId) -> bool:
    table, *words = click.words or ("",)
    if not table.isdecimal():
        return False
    if click.verb == "here":
        return bool(words)
    if click.verb == "replay":
        return len(words) == MOMENT and words[0].isdecimal()

    return click.verb in PRESENT


def _clicks(parts: Any) -> Iterator[ParsedCustomId]:
    """Yield the custom_ids of components as clicks, at any depth."""
    for part in parts:
        click = parse_custom_id(str(part.get("custom_id", "")))
        if click:
            yield click
        yield from _clicks(part.get("components") or ())
