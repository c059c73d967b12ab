"""Group commit: changes that are made together, for each transaction waits for the disk.

Theory of operation. Changes that wait while groups are on their way are the next group, and each change is answered
once its group is made. A group that can't be made is made change by change, so that each fails alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from bot.host import answer_deadline

C = TypeVar("C")


class GroupCommit(Generic[C]):
    """Group commit: gathers changes while others are being made, up to `turns` groups at a time."""

    def __init__(
        self,
        make: Callable[[Sequence[C]], Awaitable[None]],
        turns: int = 1,
        of_all: Callable[[BaseException], bool] = lambda _: False,
    ) -> None:
        """Take `make`, which makes a group, and how many `turns` run at once.

        `of_all` tells whether every change of a group would meet an error, so that none is made alone.
        """
        self._make = make
        self._turns = turns
        self._of_all = of_all
        self._lines: dict[str, dict[asyncio.Future[None], C]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def join(self, change: C, line: str = "") -> None:
        """Make `change` with all that wait in the same `line`; return once it is made, or raise its error."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(line, {})[answer] = change
        if sum(not task.done() for task in self._running) < self._turns:
            running = asyncio.create_task(self._run(), name="write to the database")
            self._running.add(running)
            # Also one that is cancelled before it has begun: nobody would write any more, and a close wait for ever.
            running.add_done_callback(self._running.discard)
        try:
            await answer
        except asyncio.CancelledError:
            if answer not in self._lines.get(line, {}):
                # It is being made, and nobody waits to hear what comes of it.
                answer_deadline.note_change()
            raise

        answer_deadline.note_change()

    async def finish(self) -> None:
        """Return once nothing is on its way any more."""
        while self._running:
            await asyncio.wait(self._running)

    async def _run(self) -> None:
        """Make groups as long as a change waits whose caller still does; an answered caller may join the next."""
        while self._lines:
            await self._make_next()

    async def _make_next(self) -> None:
        line = self._lines.pop(next(iter(self._lines)))
        group = {answer: change for answer, change in line.items() if not answer.done()}

        if group:
            try:
                errors = await self._errors([*group.values()])
            except asyncio.CancelledError:
                for answer in group:
                    answer.cancel()
                raise
            for answer, error in zip(group, errors, strict=True):
                if not answer.done():
                    answer.set_exception(error) if error else answer.set_result(None)
            await asyncio.sleep(0)

    async def _errors(self, group: Sequence[C]) -> Sequence[BaseException | None]:
        """Make `group`, or change by change if that fails; return the error of each, None for success."""
        try:
            await self._make(group)
        except Exception as error:  # noqa: BLE001 # it is handed on to the one who asked for the change
            if len(group) == 1 or self._of_all(error):
                return [error] * len(group)
            return [each for change in group for each in await self._errors([change])]
        return [None] * len(group)
