"""Renderer with a cache: pictures are drawn one at a time, the last ones are cached, and no message needs one.

A caller that doesn't want its picture any more stops waiting, by cancellation or timeout; a picture that no caller
waits for isn't begun.

Pictures of private messages: an answer waits `AT_ONCE` for its picture, unless others wait as well. Later pictures
follow: the text goes out, and the picture is edited in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

import aiohttp
import discord
from cachetools import LRUCache, TTLCache

from bot.faces.components import Page, Picture
from bot.faces.picture.requests import Drawable
from bot.host import answer_deadline
from bot.pictures.process import WorkerProcess
from bot.pictures.wire_format import Drawing, describe_fault

T = TypeVar("T")
log = logging.getLogger(__name__)

KEPT = 64
"""How many pictures are cached; each has at most 100 KB."""
LATE = 1024
"""For how many requests a timeout is remembered."""
PATIENCE = 2.0
"""Seconds after which a message goes out without its picture."""
AT_ONCE = 0.05
"""Seconds for which an answer waits for its picture."""
STARTING = 3.0
"""Seconds more for a picture while the worker starts."""


@dataclass(slots=True)
class Job:
    """A picture to be drawn: its future, how many callers wait, how many of them urgently, whether it is begun."""

    picture: asyncio.Future[Picture | None]
    waiting: int = 0
    urgent: int = 0
    begun: bool = False


class Renderer:
    """Draws one picture at a time; equal requests share a `Job`."""

    def __init__(self, worker: WorkerProcess | None = None) -> None:
        """Draw with `worker`, by default a `WorkerProcess`."""
        self._worker = worker or WorkerProcess()
        self._kept: LRUCache[Drawable, Picture] = LRUCache(KEPT)
        self._jobs: dict[Drawable, Job] = {}
        self._late: LRUCache[Drawable, bool] = LRUCache(LATE)
        self._work: asyncio.Task[None] | None = None

    async def draw(
        self, request: Drawable | None, within: float = PATIENCE
    ) -> Picture | None:
        """Return the picture of `request`; None without a request, on failure, or after `within` seconds."""
        kept = self.find_cached(request)
        if kept or request is None:
            return kept
        job = self._join_job(request)
        job.urgent += 1
        limit = within + STARTING * self._worker.starting

        try:
            async with asyncio.timeout(limit):
                # The shield lets a late picture be finished and kept for the next who wants it.
                return await asyncio.shield(job.picture)
        except TimeoutError:
            log.info(
                "%s took longer than %g s to draw: a message goes out in words first",
                request.label,
                limit,
            )
            self._late[request] = True
            return None
        finally:
            job.urgent -= 1
            self._stop_waiting(request, job)

    def find_cached(self, request: Drawable | None) -> Picture | None:
        """Return the cached picture of `request`; None if it has to be drawn."""
        return None if request is None else self._kept.get(request)

    async def draw_at_once(self, request: Drawable | None) -> Picture | None:
        """Return the picture of `request` if it is cached, or can be drawn within `AT_ONCE`; else None."""
        found = self.find_cached(request)
        # The first picture of all waits for the start of the worker.
        if found or request is None or self._jobs or not self._kept:
            return found

        with suppress(TimeoutError):
            async with asyncio.timeout(AT_ONCE):
                return await self.prepare(request)
        return None

    def prepare(self, request: Drawable) -> asyncio.Future[Picture | None]:
        """Draw `request` after all urgent pictures; return the future picture, None if it can't be drawn.

        Cancelling the future gives the picture up.
        """
        if (kept := self.find_cached(request)) is not None:
            at_once = asyncio.get_running_loop().create_future()
            at_once.set_result(kept)
            return at_once

        job = self._join_job(request)
        prepared = asyncio.shield(job.picture)
        prepared.add_done_callback(lambda _: self._stop_waiting(request, job))

        return prepared

    def pop_late(self, request: Drawable) -> bool:
        """Tell, once, whether a caller timed out waiting for `request`."""
        return bool(self._late) and self._late.pop(request, False)

    def _stop_waiting(self, request: Drawable, job: Job) -> None:
        """Let one caller less wait for `job`: without any it isn't drawn, unless it is begun."""
        job.waiting -= 1
        if not job.waiting and not job.begun:
            self._jobs.pop(request, None)

    def _join_job(self, request: Drawable) -> Job:
        """Return the `Job` of `request`, new or shared, with a caller more; start the drawing task if none runs."""
        loop = asyncio.get_running_loop()
        job = self._jobs.setdefault(request, Job(loop.create_future()))
        job.waiting += 1
        if self._work is None or self._work.done():
            self._work = loop.create_task(self._draw_all(), name="pictures")
        return job

    async def _draw_all(self) -> None:
        """Draw all jobs in the order of their requests, urgent ones first."""
        while self._jobs:
            waited = (each for each in self._jobs.items() if each[1].urgent)
            request, job = next(waited, None) or next(iter(self._jobs.items()))
            job.begun = True
            picture = await self._draw_with_worker(request)
            del self._jobs[request]
            job.picture.set_result(picture)
            if picture is not None:
                self._kept[request] = picture

    async def _draw_with_worker(self, request: Drawable) -> Picture | None:
        """Return the picture; None where the worker rests, or, with an error logged, if it can't be drawn."""
        if self._worker.resting:
            return None

        try:
            drawing = await self._worker.draw(request)
        except Exception as error:  # noqa: BLE001 - those behind it still want theirs
            drawing = Drawing(fault=describe_fault(error))

        if drawing.fault:
            log.error("%s could not be drawn: %s", request.label, drawing.fault)
            return None

        return Picture(request.name, drawing.alt, drawing.data)

    async def close(self) -> None:
        """Stop drawing; all that wait get None."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        for job in self._jobs.values():
            job.picture.set_result(None)
        self._jobs.clear()
        await self._worker.close()


Edit: TypeAlias = Callable[[Page], Awaitable[object]]
"""Makes a message look so, whose picture is drawn already."""
Render: TypeAlias = Callable[[], Awaitable[Page | None]]
"""Returns a message as it is now; None where it can't be shown any more."""

DEBOUNCE = 0.5
"""Seconds between an answer and the drawing of its picture: an answer that is replaced at once needs none."""
REMEMBERED = 1024
"""How many messages may still get a picture."""
WAITING = 256
"""How many messages wait for one at once: each holds what it shows until that is drawn."""


MOST_VIEWS = 128
"""Views in the cache: each takes some ten kilobytes, with what discord.py makes of an interaction."""
TOKEN_SECONDS = 14 * 60.0
"""Seconds for which an answer can be edited by its interaction's token: a minute less than Discord takes it."""


class OpenView(NamedTuple):
    """A private view: its `message`, its `page` in words, how to `edit` it, and to `render` its present one.

    There is none where the table can't be read or shown.
    """

    message: int
    page: Page
    edit: Edit
    render: Render


Ticket: TypeAlias = object
"""The right to edit a picture into a message, valid until the message is shown anew: it is equal to no other."""


class FollowUpPictures:
    """Edits pictures into private messages; showing a message anew cancels the picture that is still to come.

    Where more than `WAITING` messages wait, the one that has waited longest stays in words until it is shown anew: so
    people who press on faster than pictures are drawn cost no more memory, and the newest messages get theirs.

    `views` has the newest private view of each user at each table, so that it can be edited after an answer elsewhere;
    a restart empties it, as it ends the tokens.
    """

    def __init__(self, renderer: Renderer) -> None:
        """Draw with `renderer`."""
        self.renderer = renderer
        self._tickets: LRUCache[int, Ticket] = LRUCache(REMEMBERED)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._waiting: dict[int, None] = {}
        """The messages whose text is shown already, the one that has waited longest first."""
        self.views: TTLCache[tuple[int, int], OpenView] = TTLCache(
            MOST_VIEWS, TOKEN_SECONDS, lambda: asyncio.get_running_loop().time()
        )

    def other_view(self, message: int | None, user: int, table: int) -> OpenView | None:
        """Return the user's newest view of `table` that can still be edited; None if it is `message` itself."""
        view = self.views.get((user, table))
        return None if view is None or view.message == message else view

    def store_view(self, user: int, table: int, view: OpenView) -> None:
        """Store the newest view of a user; the one before is brought up to date no more."""
        if (before := self.other_view(view.message, user, table)) is not None:
            self.call_off(before.message)
        self.views[user, table] = view

    def call_off(self, message: int) -> Ticket:
        """Cancel the picture that is still to come for `message`; return the `Ticket` for its next one."""
        if message in self._tasks:
            self._tasks.pop(message).cancel()
            self._waiting.pop(message, None)
        ticket = self._tickets[message] = object()
        return ticket

    async def with_picture_at_once(self, answer: Page) -> Page:
        """Return `answer`, composed for a click, with its picture if that is cached, or nobody else waits for anything.

        Where the picture comes with its words, no button moves under a thumb when it follows. Lifts the deadline.
        """
        answer_deadline.lift_current()
        if answer_deadline.is_busy():
            picture = self.renderer.find_cached(answer.request)
        else:
            picture = await self.renderer.draw_at_once(answer.request)
        return answer.with_picture(picture)

    def is_valid(self, ticket: Ticket, message: int) -> bool:
        """Tell whether `message` wasn't shown anew since it got `ticket`."""
        return self._tickets.get(message) is ticket

    def follow(self, edit: Edit, message: int, ticket: Ticket, outgoing: Page) -> None:
        """Edit the picture of `outgoing` into `message`, if `ticket` is still valid."""
        if outgoing.request is None or not self.is_valid(ticket, message):
            return
        self._start_task(message, self._edit_in_picture(edit, outgoing, anew=False))

        self._waiting[message] = None
        if len(self._waiting) > WAITING:
            self.call_off(next(iter(self._waiting)))

    def follow_later(self, edit: Edit, message: int, outgoing: Page | Render) -> None:
        """Show `message` anew in a moment as `outgoing`, unless it is shown before; where that is None it stays."""
        self.call_off(message)
        self._start_task(message, self._edit_in_picture(edit, outgoing, anew=True))

    def _start_task(self, message: int, edit: Coroutine[Any, Any, None]) -> None:
        task = self._tasks[message] = asyncio.create_task(
            edit, name=f"picture for {message}"
        )
        task.add_done_callback(lambda done: self._forget_task(message, done))

    def _forget_task(self, message: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]
            self._waiting.pop(message, None)

    async def _edit_in_picture(
        self,
        edit: Edit,
        outgoing: Page | Render,
        *,
        anew: bool,
    ) -> None:
        try:
            await asyncio.sleep(DEBOUNCE)
            await answer_deadline.stand_back()
            found = outgoing if isinstance(outgoing, Page) else await outgoing()
            if found is None:
                return
            picture = None
            if found.request:
                picture = await self.renderer.prepare(found.request)
            if picture is not None or anew:
                await edit(found.with_picture(picture))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("a private message stays as it was: %r", error)
        except Exception:
            log.exception("a private message stays as it was")

    async def close(self) -> None:
        """Cancel all pictures that are still to come, and close the renderer."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.renderer.close()
