"""Deadline of an answer: one time budget for a click or a command, shared by all its waits.

Discord takes an answer for three seconds. Waits with a timeout of their own ask `seconds_left`; any other, such as a
table's lock, is cancelled `GRACE` later. Nothing is cancelled any more once the answer has begun (`lift_current`).

Whatever else is composed stands back for a moment while answers are prepared (`stand_back`): a person waits for an
answer, and nobody for the moment of a post.

Code that changes something for an answer calls `note_change` as soon as that may have been stored: where the deadline
passes after that, the user isn't told that nothing was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

BUDGET = 2.0
"""Seconds for everything that an answer needs."""
GRACE = 0.1
"""Seconds after which a wait without a timeout of its own is cancelled."""
STAND_BACK = 0.1
"""Seconds for which other work waits at most while answers are prepared."""
UNLIMITED = float("inf")


class Deadline:
    """Deadline of an answer: the `end` of its budget, by the event loop's clock, infinity once that is lifted.

    `changed` tells whether a change may be stored.
    """

    def __init__(self, end: float) -> None:
        self.end = end
        self.timeout = asyncio.timeout_at(end + GRACE)
        self.changed = False


class Overdue(Exception):
    """The deadline passed without an answer; `changed` tells whether a change may have been stored."""

    def __init__(self, *, changed: bool) -> None:
        super().__init__("its answer was not ready in time")
        self.changed = changed


_deadlines: dict[asyncio.Task[Any], Deadline] = {}
_unanswered: set[Deadline] = set()
_standing_back: set[asyncio.Future[None]] = set()


@asynccontextmanager
async def limit_answer(seconds: float = BUDGET) -> AsyncIterator[None]:
    """Give the current task `seconds` until its answer begins; raise `Overdue` after them."""
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("a deadline belongs to a task")

    deadline = _deadlines[task] = Deadline(asyncio.get_running_loop().time() + seconds)
    _unanswered.add(deadline)
    try:
        async with deadline.timeout:
            yield
    except TimeoutError:
        if not deadline.timeout.expired():
            raise
        raise Overdue(changed=deadline.changed) from None
    finally:
        del _deadlines[task]
        _note_answered(deadline)


def _note_answered(deadline: Deadline) -> None:
    """Let go on what stands back, if that was the last answer that hadn't begun."""
    _unanswered.discard(deadline)
    if not _unanswered:
        for waiting in _standing_back:
            waiting.cancel()


def is_busy() -> bool:
    """Tell whether an answer is prepared that hasn't begun."""
    return bool(_unanswered)


async def stand_back() -> None:
    """Return once every answer that is prepared has begun, after `STAND_BACK` seconds at the latest."""
    if is_busy():
        answered = asyncio.get_running_loop().create_future()
        _standing_back.add(answered)
        try:
            await asyncio.wait({answered}, timeout=STAND_BACK)
        finally:
            _standing_back.discard(answered)


def _current_deadline() -> Deadline:
    """Return the deadline of the current task alone, lifted where there is none: tasks that it started outlive it."""
    task = asyncio.current_task()
    return (task and _deadlines.get(task)) or Deadline(UNLIMITED)


def seconds_left() -> float:
    """Return the seconds that the current task may still wait; infinity without a deadline."""
    return _current_deadline().end - asyncio.get_running_loop().time()


def lift_current() -> None:
    """Lift the deadline of the current task, if it has one: its answer begins."""
    deadline = _current_deadline()
    if deadline.end < UNLIMITED:
        deadline.end = UNLIMITED
        if not deadline.timeout.expired():
            deadline.timeout.reschedule(None)
        _note_answered(deadline)


def note_change() -> None:
    """Note, for the deadline of the current task, that a change may have been stored."""
    _current_deadline().changed = True


@contextmanager
def ignore_changes() -> Iterator[None]:
    """Ignore changes in this block that the user didn't ask for, such as storing their locale."""
    deadline = _current_deadline()
    before = deadline.changed
    try:
        yield
    finally:
        deadline.changed = before


def has_changed() -> bool:
    """Tell whether a change may have been stored for the answer of the current task."""
    return _current_deadline().changed


log = logging.getLogger(__name__)

CANCELLED_AGAIN = 0.1
"""Seconds after which a task that swallowed its cancellation is cancelled once more."""


async def close_all(
    end: float, *parts: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    """Close `parts` side by side, and leave those behind that aren't closed at `end`, by the loop's clock.

    Errors are raised when all have had their time: one as it is, several as an `ExceptionGroup`.
    """
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(part(), name=part.__qualname__) for part in parts]
    done, late = await asyncio.wait(tasks, timeout=max(end - loop.time(), 0))
    for task in late:
        log.warning("%s took too long to stop, and was left behind", task.get_name())
        task.cancel()

    errors = [
        error
        for task in tasks
        if task in done and isinstance(error := task.exception(), Exception)
    ]
    if len(errors) > 1:
        raise ExceptionGroup("several parts failed to stop", errors)

    for error in errors:
        raise error


async def cancel_within(seconds: float, *tasks: asyncio.Task[Any] | None) -> None:
    """Cancel `tasks`, and leave those behind that aren't done in `seconds`; None stands for one that never began."""
    begun = [task for task in tasks if task]
    for task in begun:
        task.cancel()
    if begun:
        await asyncio.wait(begun, timeout=seconds)


async def cancel_until_done(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel `tasks` until they are done: in discord.py, a reconnecting shard swallows a cancellation.

    None stands for a task that never began.
    """
    begun = [task for task in tasks if task]
    while waiting := [task for task in begun if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCELLED_AGAIN)
    await asyncio.gather(*begun, return_exceptions=True)
