"""What a shuffle is made of: kept with the lobby, whole, and as it was once the match has begun."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage.port import LostUpdate
from bot.storage.records import Status, TableId
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, PLEDGED, begin, lobby

ADDED = replace(BO, word=b"w" * 32)


async def test_a_table_of_an_older_herald_has_none_and_an_open_one_can_be_given_one(storage: Store) -> None:
    """Storage: no secret is no damage."""
    table = await storage.create(replace(lobby(), pledged=None))
    assert (await storage.load(table.id)) == table
    table = await storage.save(replace(table, pledged=PLEDGED))
    assert (await storage.load(table.id)) == table


async def test_the_message_that_counts_is_kept_and_nobody_is_told(storage: Store) -> None:
    """Storage: count, without a revision."""
    table, told = await storage.create(lobby()), list[TableId]()
    storage.listen(told.append)
    counted = replace(table, pledged=replace(PLEDGED, message=55))
    kept = await storage.save(counted, shows=False)
    assert (kept.revision, await storage.load(table.id)) == (table.revision, kept)
    assert not told


async def test_nothing_counts_any_more_once_the_match_has_begun(storage: Store) -> None:
    """Storage: save: what the shuffle was made of is changed by nothing."""
    table = await begin(storage, lobby(ANN, ADDED))
    for gone in (table, replace(table, id=TableId(404))):
        with pytest.raises(LostUpdate):
            await storage.save(replace(gone, pledged=replace(PLEDGED, message=55)), shows=False)
    forged = replace(table, status=Status.ENDED, pledged=replace(PLEDGED, message=7), sitters=(ANN, BO))
    with pytest.raises(LostUpdate):
        await storage.save(forged)
    assert await storage.load(table.id) == table
