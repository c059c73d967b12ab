"""What Discord has been shown, and what it is behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage import sql
from bot.storage.records import Consent, ConsentCall, Dm, PingMessage, Published, TableId
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, begin, moved


@pytest.mark.slow
async def test_what_was_announced_comes_back(storage: Store) -> None:
    """Storage: announced round trip, with letters, seats pinged, and calls below the story of either kind."""
    table = await begin(storage, moves=1)
    assert (await storage.load(table.id)) == replace(table, announced=Published())
    letters = (Dm(0, 1, 900, 901), Dm(1, 0, 902, 903))
    news = Published(2, 1, 55, "auction", "digest", 56, 1, ((0, 1), (1, 0)), letters)
    agree = (
        ConsentCall(Consent(0, ANN.user, 77, 1, 1700000005.5), 20, 58),
        ConsentCall(Consent(1, 5, 77, 1, 9.0), 901, 59),
    )
    news = replace(news, summons=(PingMessage(57, ((0, 1), (1, 0))),), consents=agree)
    await storage.announce(table.id, news)
    assert await storage.load(table.id) == replace(table, announced=news)


async def test_announcing_and_moving_undo_nothing_of_each_other(storage: Store) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others.

    To announce makes no revision, and tells nobody.
    """
    table, told = await begin(storage), list[TableId]()
    storage.listen(told.append)
    await storage.announce(table.id, Published(seq=0, message=55))
    assert not told
    after = await storage.save(*moved(table))
    await storage.announce(table.id, Published(seq=1, message=56))
    assert await storage.load(table.id) == replace(after, announced=Published(seq=1, message=56))


async def test_discord_is_behind_what_changed_while_it_was_announced(storage: Store) -> None:
    """Storage: what is announced is the revision that was looked at, not the one that is there."""
    table = await begin(storage)
    await storage.save(*moved(table))
    await storage.announce(table.id, Published(revision=table.revision))
    assert await storage.select(sql.UNSHOWN) == [table.id]
