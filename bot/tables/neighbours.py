"""Which channels have several tables, so that each says which it is: known without asking the storage every time."""

from __future__ import annotations

from bot.storage.store import Store

NOBODY, NO_SERVER = -1, 0
REMEMBERED = 4096
"""How many channels are remembered."""


class Neighbours:
    """Remembers of channels whether several tables are open or being played there, until some table comes or goes."""

    def __init__(self, storage: Store) -> None:
        """Take where tables are counted."""
        self._storage = storage
        self._several: dict[int, bool] = {}
        self._changes = 0

    def changed(self, *channels: int) -> None:
        """Forget what is known of some channels: a table has come or gone."""
        for channel in channels:
            self._several.pop(channel, None)
        self._changes += 1

    def clear(self) -> None:
        """Forget all that is known: another process has changed something."""
        self._several.clear()
        self._changes += 1

    async def several(self, channel: int) -> bool:
        """Tell whether several tables are open or being played in a channel."""
        if channel not in self._several:
            changes = self._changes
            found = (await self._storage.tally(NOBODY, channel, NO_SERVER)).channel > 1
            if changes != self._changes:
                return found
            self._several[channel] = found
            while len(self._several) > REMEMBERED:
                del self._several[next(iter(self._several))]
            return found
        return self._several[channel]
