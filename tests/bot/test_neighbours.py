"""Whether a channel has several tables is asked of the storage once, however many channels there are."""

from __future__ import annotations

import pytest

from bot.storage.store import Store
from bot.tables import neighbours
from bot.tables.neighbours import Neighbours


async def test_a_channel_is_remembered_though_more_were_asked_about_than_are_kept(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest makes room: else a host with many channels would wait for the storage with every answer."""
    monkeypatch.setattr(neighbours, "REMEMBERED", 2)
    known, asked, tally = Neighbours(storage), list[int](), storage.tally

    async def counted(opener: int, channel: int, guild: int) -> object:
        asked.append(channel)
        return await tally(opener, channel, guild)

    monkeypatch.setattr(storage, "tally", counted)
    for channel in (1, 2, 3, 3, 2, 1, 1):
        assert not await known.several(channel)
    assert asked == [1, 2, 3, 1]
