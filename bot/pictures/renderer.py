"""Pictures are drawn one after another, and the last ones kept; nobody waits long for one, and none is a must.

Whoever doesn't want a picture any more - because something newer takes its place, say - stops waiting for it: be it
cancelled or out of patience, a picture that nobody waits for is not begun.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TypeVar

from cachetools import LRUCache

from bot.faces.attachment import Picture
from bot.faces.picture.requests import Drawable
from bot.pictures.drawing import Drawing, fault
from bot.pictures.process import Worker, WorkerLost, WorkerProcess

T = TypeVar("T")
log = logging.getLogger(__name__)

KEPT = 64
"""How many pictures are kept; each has at most 100 KB."""
LATE = 1024
"""Of how many pictures it is remembered that somebody did without."""
PATIENCE = 2.0
"""Seconds after which a message goes out without its picture."""
STARTING = 3.0
"""Seconds more that the first picture may take."""


class Key:
    """A request that is looked up: its hash, which takes as long as it is deep, is taken once."""

    __slots__ = "_hash", "request"

    def __init__(self, request: Drawable) -> None:
        self.request = request
        self._hash = hash(request)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._hash == other._hash and self.request == other.request


@dataclass(slots=True)
class Job:
    """A picture that is to be drawn: what comes of it, how many want it, how many of them wait, whether it is begun."""

    picture: asyncio.Future[Picture | None]
    waiting: int = 0
    urgent: int = 0
    begun: bool = False


class Renderer:
    """Draws one picture after another; equal requests share one."""

    def __init__(self, worker: Worker | None = None) -> None:
        """Take who draws: a process of its own, unless told otherwise."""
        self._worker = worker or WorkerProcess()
        self._kept: LRUCache[Key, Picture] = LRUCache(KEPT)
        self._jobs: dict[Key, Job] = {}
        self._late: LRUCache[Key, bool] = LRUCache(LATE)
        self._work: asyncio.Task[None] | None = None

    async def draw(self, request: Drawable | None, within: float = PATIENCE) -> Picture | None:
        """Return the picture of a request; None if there is no request, it can't be drawn, or it takes too long."""
        if request is None:
            return None
        key = Key(request)
        if (kept := self._kept.get(key)) is not None:
            return kept
        return None if self._worker.resting else await self._waited(key, within)

    def known(self, request: Drawable | None) -> Picture | None:
        """Return a picture that is kept; None if it has to be drawn."""
        return None if request is None else self._kept.get(Key(request))

    def prepare(self, request: Drawable) -> asyncio.Future[Picture | None]:
        """Draw a picture, after all those that somebody waits for; return what comes of it, None if nothing does.

        Whoever cancels that doesn't want the picture any more.
        """
        if (kept := self.known(request)) is not None or self._worker.resting:
            at_once: asyncio.Future[Picture | None] = asyncio.get_running_loop().create_future()
            at_once.set_result(kept)
            return at_once
        key = Key(request)
        job = self._job(key)
        job.waiting += 1
        prepared = asyncio.shield(job.picture)
        prepared.add_done_callback(lambda _: self._leave(key, job))
        return prepared

    def was_late(self, request: Drawable) -> bool:
        """Tell once, to whoever asks first, whether somebody did without a picture because it took too long."""
        return bool(self._late) and self._late.pop(Key(request), False)

    async def _waited(self, key: Key, within: float) -> Picture | None:
        job = self._job(key)
        job.waiting += 1
        job.urgent += 1
        limit = within + STARTING * self._worker.starting
        try:
            async with asyncio.timeout(limit):
                # The shield lets a late picture be finished and kept for the next who wants it.
                return await asyncio.shield(job.picture)
        except TimeoutError:
            log.info("%s took longer than %g s to draw: a message goes out in words first", key.request.label, limit)
            self._late[key] = True
            return None
        finally:
            job.urgent -= 1
            self._leave(key, job)

    def _leave(self, key: Key, job: Job) -> None:
        """Let one less wait for a picture: if it was the last one, it isn't drawn unless it is begun."""
        job.waiting -= 1
        if not job.waiting and not job.begun:
            self._jobs.pop(key, None)

    def _job(self, key: Key) -> Job:
        """Return the job of a request, which equal ones share, and see to it that somebody works."""
        loop = asyncio.get_running_loop()
        job = self._jobs.setdefault(key, Job(loop.create_future()))
        if self._work is None or self._work.done():
            self._work = loop.create_task(self._draw_all(), name="pictures")
        return job

    async def _draw_all(self) -> None:
        """Draw whatever is wanted, in the order in which it was, first what somebody waits for."""
        while self._jobs:
            waited = (each for each in self._jobs.items() if each[1].urgent)
            key, job = next(waited, None) or next(iter(self._jobs.items()))
            job.begun = True
            picture = await self._drawn(key.request)
            del self._jobs[key]
            job.picture.set_result(picture)
            if picture is not None:
                self._kept[key] = picture

    async def _drawn(self, request: Drawable) -> Picture | None:
        """Return a picture; None, with a line in the log, if it can't be drawn."""
        try:
            drawing = await self._worker.draw(request)
        except WorkerLost as lost:
            drawing = Drawing(fault=str(lost))
        except Exception as error:  # noqa: BLE001 - those behind it still want theirs
            drawing = Drawing(fault=fault(error))
        if drawing.fault:
            log.error("%s could not be drawn: %s", request.label, drawing.fault)
            return None
        return Picture(request.name, drawing.alt, drawing.data)

    async def close(self) -> None:
        """Stop drawing; whoever waits does without."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        for job in self._jobs.values():
            job.picture.set_result(None)
        self._jobs.clear()
        await self._worker.close()
