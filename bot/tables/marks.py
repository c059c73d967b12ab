"""Names for moves that clients may see: they tell nobody how many moves there were, for some are made in secret.

The number of a move counts secret steps, too, such as cards that were laid down and taken back. Whatever clients see
names moves by a hash that is keyed with the seed of the match, the same for the same move after every start. A move
that is made anew after its table was set back has another name than the one that was lost.
"""

from __future__ import annotations

from hashlib import blake2b

from bot.tables.refusals import UnknownClick
from bot.tables.table import Table

PURPOSE = b"herald mark"
MARK_BYTES = 6
MARK_LENGTH = 2 * MARK_BYTES


def keyed(table: Table, what: str, size: int = MARK_BYTES, move: int | None = None) -> str:
    """Return a name for something of a table, of twice as many hexadecimal digits as it has bytes.

    It belongs to a `move`, or else to the present: it is another one each time that the table was set back.
    """
    key = b"" if table.match is None else table.match.seed
    salt = table.record.generation(move)
    return blake2b(what.encode(), key=key, salt=salt, person=PURPOSE, digest_size=size).hexdigest()


def mark(table: Table, move: int) -> str:
    """Return the name of a move, counted from 1; 0 stands for the beginning."""
    return keyed(table, str(move), move=move)


def marked(table: Table, name: str) -> int:
    """Return the number of the move of that name; raise UnknownClick if there is none.

    The first version wrote the numbers themselves into its ids: they are shorter than any name.
    """
    if len(name) < MARK_LENGTH and name.isdecimal():
        return _counted(table, int(name))
    for move in range(table.started.seq, -1, -1):
        if mark(table, move) == name:
            return move
    raise UnknownClick


def _counted(table: Table, move: int) -> int:
    if table.record.generation(move):
        raise UnknownClick
    return move
