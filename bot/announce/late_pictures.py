"""Pictures that were not drawn when their table was shown: it is shown once more when they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from bot.faces.attachment import Picture
from bot.faces.picture.requests import PictureRequest
from bot.pictures.renderer import Renderer
from bot.storage.records import TableId


class LatePictures:
    """Waits for at most one picture of each table, the newest."""

    def __init__(self, renderer: Renderer, show: Callable[[TableId], None]) -> None:
        """Take who draws, and what shows a table."""
        self._renderer = renderer
        self._show = show
        self._expected: dict[TableId, tuple[PictureRequest, asyncio.Future[Picture | None]]] = {}

    def expect(self, table: TableId, order: PictureRequest | None) -> None:
        """Show a table when this picture is drawn, and for no older one; None: it lacks none."""
        if table in self._expected:
            before, picture = self._expected[table]
            if before == order:
                return
            del self._expected[table]
            picture.cancel()
        if order is not None:
            picture = self._renderer.prepare(order)
            self._expected[table] = order, picture
            picture.add_done_callback(partial(self._drawn, table))

    def missed(self, table: TableId, order: PictureRequest | None) -> None:
        """Show a table, whose picture this is, when it is drawn, if it took too long just now."""
        self.expect(table, order if order is not None and self._renderer.was_late(order) else None)

    def _drawn(self, table: TableId, picture: asyncio.Future[Picture | None]) -> None:
        if picture.cancelled():
            return
        del self._expected[table]
        if picture.result() is not None:
            self._show(table)
