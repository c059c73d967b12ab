"""Names for moves that clients may see: they tell nobody how many moves there were, for some are made in secret.

The number of a move counts secret steps, too, such as cards that were laid down and taken back. Whatever clients see
names moves by a hash that is keyed with the seed of the match, the same for the same move after every start.
"""

from __future__ import annotations

from hashlib import blake2b

from bot.tables.refusals import UnknownClick
from bot.tables.table import AnyMatch

PURPOSE = b"herald mark"
MARK_BYTES = 6
MARK_LENGTH = 2 * MARK_BYTES


def keyed(match: AnyMatch, what: str, size: int = MARK_BYTES) -> str:
    """Return a name for something of a match, of twice as many hexadecimal digits as it has bytes."""
    return blake2b(what.encode(), key=match.seed, person=PURPOSE, digest_size=size).hexdigest()


def mark(match: AnyMatch, move: int) -> str:
    """Return the name of a move, counted from 1; 0 stands for the beginning."""
    return keyed(match, str(move))


def marked(match: AnyMatch, name: str) -> int:
    """Return the number of the move of that name; raise UnknownClick if there is none.

    The first version wrote the numbers themselves into its ids: they are shorter than any name.
    """
    if len(name) < MARK_LENGTH and name.isdecimal():
        return int(name)
    for move in range(match.seq, -1, -1):
        if mark(match, move) == name:
            return move
    raise UnknownClick
