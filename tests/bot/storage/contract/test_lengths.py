"""How long the games of a server took."""

from __future__ import annotations

from dataclasses import replace

from bot.storage import sql
from bot.storage.records import Status
from bot.storage.store import Store
from tests.bot.storage.samples import begin, line, lobby


async def test_lengths_of_finished_games_come_newest_first(storage: Store) -> None:
    """When the first move was made; neither of other servers, nor of what runs or was ended early."""
    kept = []
    for guild, status, seconds in ((5, Status.OVER, 9.0), (5, Status.OVER, 7.0), (6, Status.OVER, 5.0)):
        begun = await begin(storage, replace(lobby(), guild=guild), moves=2)
        kept.append(await storage.save(replace(begun, status=status, since=line(1).at + seconds)))
    ended = await begin(storage, moves=2)
    await storage.save(replace(ended, status=Status.ENDED, since=line(1).at + 3.0))
    await begin(storage, moves=2)

    began = line(1).at
    assert await storage.select(sql.BEGAN, guild=5, most=9) == [(kept[1].id, began), (kept[0].id, began)]
    assert await storage.select(sql.BEGAN, guild=5, most=1) == [(kept[1].id, began)]
    assert await storage.find(status=(Status.OVER,), guild=5, last=9) == [kept[0], kept[1]]
