"""What Discord has been shown, and what it is behind."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.storage import sql
from bot.storage.port import LostUpdate
from bot.storage.records import Consent, ConsentCall, Dm, PingMessage, Published, Status, TableId, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, Change, begin, lobby, moved, started


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


async def test_announcing_does_not_undo_a_move_nor_a_move_an_announcement(storage: Store) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others."""
    table = await begin(storage)
    await storage.announce(table.id, Published(seq=0, message=55))
    after = await storage.save(*moved(table))
    await storage.announce(table.id, Published(seq=1, message=56))
    assert await storage.load(table.id) == replace(after, announced=Published(seq=1, message=56))


async def test_discord_is_behind_whatever_changed_since_it_was_announced(storage: Store) -> None:
    """Storage: behind, from the lobby to the end: each change of people, status or match counts, once it is kept."""

    async def announced(table: TableRecord) -> TableRecord:
        assert await storage.select(sql.UNSHOWN) == [table.id]
        await storage.announce(table.id, Published(revision=table.revision))
        assert await storage.select(sql.UNSHOWN) == []
        return table

    table = await announced(await storage.create(lobby(ANN)))
    table = await announced(await storage.save(replace(table, sitters=(ANN, BO))))
    table = await announced(await storage.save(started(table), begins=True))
    table = await announced(await storage.save(*moved(table)))
    await announced(await storage.save(replace(table, status=Status.ENDED)))


async def test_discord_is_behind_what_changed_while_it_was_announced(storage: Store) -> None:
    """Storage: what is announced is the revision that was looked at, not the one that is there."""
    table = await begin(storage)
    await storage.save(*moved(table))
    await storage.announce(table.id, Published(revision=table.revision))
    assert await storage.select(sql.UNSHOWN) == [table.id]


async def test_a_suspended_table_has_nowhere_to_be_shown(storage: Store) -> None:
    """Storage: behind, and that it is again once the table goes on."""
    table = await begin(storage)
    await storage.announce(table.id, Published(revision=table.revision))
    table = await storage.save(replace(table, status=Status.SUSPENDED))
    assert await storage.select(sql.UNSHOWN) == []
    await storage.save(replace(table, status=Status.PLAYING))
    assert await storage.select(sql.UNSHOWN) == [table.id]


async def test_what_never_was_can_not_be_announced(storage: Store) -> None:
    """Storage: announce of an unknown number is a lost update."""
    with pytest.raises(LostUpdate):
        await storage.announce(TableId(404), Published())


async def test_an_announcement_is_no_change_of_its_table(storage: Store) -> None:
    """Storage: no revision is made, nobody who listens is told, and the table goes on from what was read before."""
    table, told = await begin(storage), list[TableId]()
    storage.listen(told.append)
    await storage.announce(table.id, Published(revision=table.revision, message=55))
    loaded = await storage.load(table.id)
    assert loaded is not None
    assert loaded.revision == table.revision
    assert not told
    await storage.save(*moved(table))


async def test_who_listens_is_told_of_each_change_once_it_is_kept(storage: Store) -> None:
    """Storage: listen, for lobbies, people, starts, moves and ends; whoever is told finds the change there."""
    told: list[TableId] = []
    seen: list[asyncio.Task[TableRecord | None]] = []
    storage.listen(told.append)
    storage.listen(lambda number: seen.append(asyncio.create_task(storage.load(number))))
    table = await storage.create(lobby(ANN))
    assert await seen[-1] == table
    changes: Sequence[Change] = (
        lambda table: storage.save(replace(table, sitters=(ANN, BO))),
        lambda table: storage.save(started(table), begins=True),
        lambda table: storage.save(*moved(table, 2)),
        lambda table: storage.save(replace(table, status=Status.ENDED)),
    )
    for change in changes:
        table = await change(table)
        assert await seen[-1] == table
    assert told == [table.id] * 5


async def test_who_listens_is_not_told_of_what_was_refused(storage: Store) -> None:
    """Storage: listen."""
    table, told = await begin(storage, moves=1), list[TableId]()
    after, moves = moved(table)
    await storage.save(after, moves)
    storage.listen(told.append)
    with pytest.raises(LostUpdate):
        await storage.save(after, moves)
    with pytest.raises(LostUpdate):
        await storage.save(replace(table, status=Status.ENDED))
    assert not told
