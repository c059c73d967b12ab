"""Shards: Discord's partition of a large bot's guilds, and the set of them in one process."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from engine.frozen import frozen

MOST = 1 << 12
"""The most shards: at 2,500 guilds each, more than any bot has."""
SPAN = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
TIME_BITS = 22
"""Bits of an id below its creation time; Discord assigns guilds to shards by that time."""


def parse_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in `text`, such as "0-1,6"; raise `ValueError` if there are none, or one twice."""
    found = [SPAN.fullmatch(part.strip()) for part in text.split(",")]
    if not all(found):
        raise ValueError(text)

    bounds = [(int(each[1]), int(each[2] or each[1])) for each in found if each]
    numbers = [number for low, high in bounds for number in range(low, high + 1)]
    if len(set(numbers)) != len(numbers) or not numbers:
        raise ValueError(text)

    return tuple(sorted(numbers))


@frozen
class ShardSet:
    """A set of shards, `ids` out of `count`; a `count` of 0 stands for all, however many Discord asks for."""

    count: int = 0
    ids: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Tell whether the set has all shards."""
        return len(self.ids) == self.count

    @property
    def has_first(self) -> bool:
        """Tell whether the first shard is in the set: it gets events without a guild, such as DMs."""
        return self.is_whole or 0 in self.ids

    @property
    def fraction(self) -> float:
        """Return the fraction of all guilds in the set, from 0 to 1."""
        return 1.0 if self.is_whole else len(self.ids) / self.count

    def has_guild(self, guild: int) -> bool:
        """Tell whether `guild` belongs to a shard of the set."""
        return self.is_whole or (guild >> TIME_BITS) % self.count in self.ids


WHOLE = ShardSet()


def deal_shards(count: int, processes: int) -> tuple[ShardSet, ...]:
    """Return `count` shards dealt evenly to `processes`; raise `ValueError` if a process would get none."""
    if not 0 < processes <= count:
        raise ValueError(processes)
    bounds = [number * count // processes for number in range(processes + 1)]
    return tuple(
        ShardSet(count, tuple(range(low, high))) for low, high in pairwise(bounds)
    )


def possible_shard_sets(
    count: int, ids: Iterable[int], processes: int
) -> tuple[ShardSet, ...]:
    """Return the sets of which a process may take one; raise `ValueError` where the settings conflict."""
    named = tuple(ids)
    if not count:
        if named or processes > 1:
            raise ValueError(count)
        return (WHOLE,)

    if not named:
        return deal_shards(count, processes)
    if processes > 1 or max(named) >= count:
        raise ValueError(named)

    return (ShardSet(count, named),)
