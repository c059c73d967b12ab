"""Shards: the parts into which Discord divides a large bot's servers, and which of them a process looks after."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

MOST = 1 << 12
"""How many shards there may be: at 2,500 servers each, more than any bot has."""
SPAN = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
TIME_BITS = 22
"""The bits of an id below those that tell when it was made; Discord deals servers to shards by the rest."""


def span(text: str) -> tuple[int, ...]:
    """Return the numbers that a text names, such as "0-1,6"; raise ValueError if it names none, or one twice."""
    found = [SPAN.fullmatch(part.strip()) for part in text.split(",")]
    if not all(found):
        raise ValueError(text)
    bounds = [(int(each[1]), int(each[2] or each[1])) for each in found if each]
    numbers = [number for low, high in bounds for number in range(low, high + 1)]
    if len(set(numbers)) != len(numbers) or not numbers:
        raise ValueError(text)
    return tuple(sorted(numbers))


@dataclass(frozen=True, slots=True)
class Share:
    """Some of `count` shards; a count of 0 stands for all there are, however many Discord asks for."""

    count: int = 0
    ids: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """Tell whether there is no other share."""
        return len(self.ids) == self.count

    @property
    def first(self) -> bool:
        """Tell whether whatever belongs to no server arrives here: DMs, for one."""
        return self.whole or 0 in self.ids

    @property
    def part(self) -> float:
        """Return which part of all servers it is."""
        return 1.0 if self.whole else len(self.ids) / self.count

    def holds(self, guild: int) -> bool:
        """Tell whether a server is among its own."""
        return self.whole or (guild >> TIME_BITS) % self.count in self.ids


WHOLE = Share()


def shares(count: int, processes: int) -> tuple[Share, ...]:
    """Deal the shards to so many processes, as evenly as can be; raise ValueError if somebody would get none."""
    if not 0 < processes <= count:
        raise ValueError(processes)
    bounds = [number * count // processes for number in range(processes + 1)]
    return tuple(Share(count, tuple(range(low, high))) for low, high in pairwise(bounds))


def candidates(count: int, ids: Iterable[int], processes: int) -> tuple[Share, ...]:
    """Return the shares of which a process may take one; raise ValueError where the settings contradict each other."""
    named = tuple(ids)
    if not count:
        if named or processes > 1:
            raise ValueError(count)
        return (WHOLE,)
    if not named:
        return shares(count, processes)
    if processes > 1 or max(named) >= count:
        raise ValueError(named)
    return (Share(count, named),)
