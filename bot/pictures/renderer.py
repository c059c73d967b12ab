"""Pictures are drawn in a worker and the last ones kept; nobody waits long for one, and none is a must."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from bot.faces.attachment import Picture

log = logging.getLogger(__name__)

KEPT = 64
"""How many pictures are kept; each has at most 100 KB."""
PATIENCE = 2.0
"""Seconds after which a message goes out without its picture."""


class PictureRequest(Hashable, Protocol):
    """What is to be drawn; equal orders are equal pictures."""

    @property
    def name(self) -> str:
        """The name of the file."""
        ...

    @property
    def alt(self) -> str:
        """What the picture shows, in words."""
        ...

    def draw(self) -> bytes:
        """Return the file; this runs in the worker's thread."""
        ...


@dataclass(slots=True)
class Drawing:
    """A picture that is being drawn: the worker's part, ours, and how many wait for it."""

    work: Future[Picture]
    picture: asyncio.Future[Picture]
    waiting: int = 0


class Renderer:
    """Draws one picture after another."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="renderer")
        self._kept: OrderedDict[PictureRequest, Picture] = OrderedDict()
        self._drawing: dict[PictureRequest, Drawing] = {}

    async def draw(self, order: PictureRequest | None, within: float = PATIENCE) -> Picture | None:
        """Return the picture of an order; None if there is no order, it can't be drawn, or it takes too long."""
        if order is None:
            return None
        if order in self._kept:
            self._kept.move_to_end(order)
            return self._kept[order]
        drawing = self._begun(order)
        drawing.waiting += 1
        try:
            # The shield lets a late picture be finished and kept for the next who wants it.
            return await asyncio.wait_for(asyncio.shield(drawing.picture), within)
        except TimeoutError:
            log.warning("%s took longer than %s s to draw", order.name, within)
        except Exception:
            log.exception("%s could not be drawn", order.name)
        finally:
            drawing.waiting -= 1
            if not drawing.waiting:
                # What nobody waits for any more and isn't begun would only hold up the others.
                drawing.work.cancel()
        return None

    def _begun(self, order: PictureRequest) -> Drawing:
        """Return a picture that is being drawn; equal orders share it."""
        if order not in self._drawing:
            work = self._worker.submit(_drawn, order)
            self._drawing[order] = Drawing(work, asyncio.wrap_future(work))
            self._drawing[order].picture.add_done_callback(lambda done: self._finished(order, done))
        return self._drawing[order]

    def _finished(self, order: PictureRequest, done: asyncio.Future[Picture]) -> None:
        del self._drawing[order]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[order] = done.result()
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def close(self) -> None:
        """Stop drawing; what waits is not drawn any more."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def _drawn(order: PictureRequest) -> Picture:
    return Picture(order.name, order.alt, order.draw())
