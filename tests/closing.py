"""uvloop's event loop, which closes the connections that a test left open, and then says so."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any
from weakref import WeakSet

import uvloop


class Loop(uvloop.Loop):
    """A loop that raises ResourceWarning when it is closed, if anything was open still.

    Where uvloop itself comes upon such a thing it warns while it closes it. Raised there, as pytest raises warnings,
    that leaves it open, and uvloop waits for it for ever.
    """

    def __init__(self) -> None:
        """Know of no connection yet."""
        super().__init__()
        self._made: WeakSet[Any] = WeakSet()

    async def create_connection(self, *args: Any, **options: Any) -> Any:
        """Connect, as usual, and remember the connection."""
        made = await super().create_connection(*args, **options)
        self._made.add(made[0])
        return made

    def close(self) -> None:
        """Abort each connection that is open, which tells its owner, and close the loop."""
        if self.is_closed():
            return
        left = [transport for transport in self._made if not transport.is_closing()]
        told = [repr(transport) for transport in left]
        for transport in left:
            transport.abort()
        self.run_until_complete(asyncio.sleep(0))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ResourceWarning)
            super().close()
        told += [str(each.message) for each in caught]
        if told:
            raise ResourceWarning(f"a test left open: {', '.join(told)}")
