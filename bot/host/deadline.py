"""The deadline of an answer: one budget of time, made when a click or a command arrives, which all its waits share.

Discord takes an answer for three seconds. What can end a wait by itself asks `seconds_left`; everything else, a table's
lock for instance, is cancelled a moment later. Nothing is cancelled any more once the answer has begun (`meet`).

Whoever changes something for an answer says `note_change` as soon as that may have been kept: where the deadline passes
after that, nobody may say that nothing was.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from weakref import WeakKeyDictionary

BUDGET = 2.0
"""Seconds for everything that an answer needs."""
GRACE = 0.1
"""Seconds after which what didn't end by itself is cancelled."""
UNLIMITED = float("inf")


class Deadline:
    """The end of one answer's budget, by the event loop's clock; `changed` tells whether something may be kept."""

    def __init__(self, end: float) -> None:
        self._end = end
        self.timeout = asyncio.timeout_at(end + GRACE)
        self.changed = False

    @property
    def seconds_left(self) -> float:
        """Return how much is left of the budget; a deadline that is met leaves any time."""
        return UNLIMITED if self._end == UNLIMITED else self._end - asyncio.get_running_loop().time()

    def meet(self) -> None:
        """Lift the deadline: the answer begins."""
        self._end = UNLIMITED
        if not self.timeout.expired():
            self.timeout.reschedule(None)


class Overdue(Exception):
    """The deadline has passed without an answer; `changed` tells whether something may have been kept by then."""

    def __init__(self, *, changed: bool) -> None:
        super().__init__()
        self.changed = changed


_deadlines: WeakKeyDictionary[asyncio.Task[Any], Deadline] = WeakKeyDictionary()


@asynccontextmanager
async def answering(seconds: float = BUDGET) -> AsyncIterator[None]:
    """Give the current task so much time until its answer begins; raise Overdue when that has passed."""
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("a deadline belongs to a task")
    deadline = _deadlines[task] = Deadline(asyncio.get_running_loop().time() + seconds)
    try:
        async with deadline.timeout:
            yield
    except TimeoutError:
        if not deadline.timeout.expired():
            raise
        raise Overdue(changed=deadline.changed) from None
    finally:
        del _deadlines[task]


def _current() -> Deadline | None:
    """Return the deadline of the current task alone: what it has begun goes on after its answer."""
    task = asyncio.current_task()
    return None if task is None else _deadlines.get(task)


def seconds_left() -> float:
    """Return how many seconds the current task may still wait; infinity where nobody waits for its answer."""
    deadline = _current()
    return UNLIMITED if deadline is None else deadline.seconds_left


def meet() -> None:
    """Lift the deadline of the current task, if it has one: its answer begins."""
    if (deadline := _current()) is not None:
        deadline.meet()


def note_change() -> None:
    """Note, for the deadline of the current task, that something may have been kept."""
    if (deadline := _current()) is not None:
        deadline.changed = True


@contextmanager
def besides() -> Iterator[None]:
    """Let what is kept meanwhile tell nothing of what was asked for, such as the language of somebody's Discord."""
    deadline = _current()
    before = deadline is not None and deadline.changed
    try:
        yield
    finally:
        if deadline is not None:
            deadline.changed = before


def changed() -> bool:
    """Tell whether something may have been kept for the answer of the current task."""
    deadline = _current()
    return deadline is not None and deadline.changed
