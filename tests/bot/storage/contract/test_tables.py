"""What is kept of a table comes back as it was, and is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage.port import LostUpdate
from bot.storage.records import Sitter, Status, TableId
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, begin, line, lobby


async def test_a_table_comes_back_as_it_was_kept(storage: Store) -> None:
    """Storage: create and load; every table has a number of its own."""
    first, second = await storage.create(lobby()), await storage.create(lobby(channel=8))
    assert first.id != second.id
    assert await storage.load(first.id) == first
    assert await storage.load(second.id) == second


async def test_a_table_that_never_was_is_none(storage: Store) -> None:
    """Storage: load of an unknown number."""
    assert await storage.load(TableId(404)) is None


@pytest.mark.parametrize("name", ["@everyone", "`'\"; DROP TABLE seats; --", "a\x00b", "👑" * 32, "](http://x)", ""])
async def test_a_name_of_any_letters_comes_back(storage: Store, name: str) -> None:
    """Storage: names are bound, and read through SQLite's JSON without loss."""
    table = await storage.create(lobby(Sitter(2**63 - 1, name)))
    await storage.save(replace(table, sitters=(*table.sitters, BO)))
    loaded = await storage.load(table.id)
    assert loaded is not None
    assert loaded.sitters == (Sitter(2**63 - 1, name), BO)


async def test_a_match_comes_back_with_its_log(storage: Store) -> None:
    """Storage: position and log are kept together."""
    table = await begin(storage, moves=3)
    assert await storage.load(table.id) == table
    assert await storage.log(table.id) == [line(1), line(2), line(3)]
    assert await storage.log(table.id, after=2) == [line(3)]


async def test_tables_are_found_by_person_by_channel_and_by_both(storage: Store) -> None:
    """Storage: find, oldest first."""
    one = await storage.create(lobby(ANN, BO, channel=7))
    two = await storage.create(lobby(ANN, CAT, channel=8))
    three = await begin(storage, lobby(BO, channel=8))
    assert await storage.find() == [one, two, three]
    assert await storage.find(user=ANN.user) == [one, two]
    assert await storage.find(channel=8) == [two, three]
    assert await storage.find(user=BO.user, channel=8) == [three]
    assert await storage.find(user=CAT.user, channel=7) == []


async def test_tables_are_found_by_server(storage: Store) -> None:
    """Storage: find, alone and together with the rest."""
    here, there = await storage.create(lobby(ANN)), await storage.create(replace(lobby(ANN, BO), guild=6))
    assert await storage.find(guild=here.guild) == [here]
    assert await storage.find(guild=6) == [there]
    assert await storage.find(guild=6, user=BO.user, channel=there.channel) == [there]
    assert await storage.find(guild=6, user=CAT.user) == []


@pytest.mark.parametrize("status", [Status.OVER, Status.ENDED, Status.SUSPENDED])
async def test_only_live_tables_are_found(storage: Store, status: Status) -> None:
    """Storage: find leaves out what is over, ended or suspended; load still knows it."""
    table = await storage.save(replace(await begin(storage), status=status))
    assert await storage.find() == []
    assert await storage.load(table.id) == table


async def test_who_leaves_the_lobby_is_no_longer_found_there(storage: Store) -> None:
    """Storage: seat replaces sitters, status and opener."""
    table = await storage.create(lobby(ANN, BO))
    left = await storage.save(replace(table, sitters=(BO,), opener=BO.user))
    assert await storage.find(user=ANN.user) == []
    assert await storage.find(user=BO.user) == [left]
    assert left == replace(table, sitters=(BO,), opener=BO.user, revision=table.revision + 1, version=1)


async def test_a_table_knows_when_it_was_created(storage: Store) -> None:
    """Storage: created, in seconds; nothing changes it."""
    table = await begin(storage, replace(lobby(), created=1700000000.25), moves=1)
    loaded = await storage.load(table.id)
    assert loaded is not None
    assert loaded.created == 1700000000.25


async def test_a_table_is_led_to_another_place_once(storage: Store) -> None:
    """Storage: move; who has read it before that moves nothing any more."""
    table = await begin(storage, moves=2)
    resting = await storage.save(replace(table, status=Status.SUSPENDED))
    moved = await storage.save(replace(resting, guild=8, channel=9, status=Status.PLAYING), left=resting)
    assert (moved.guild, moved.channel, moved.status) == (8, 9, Status.PLAYING)
    assert await storage.load(table.id) == moved
    with pytest.raises(LostUpdate):
        await storage.save(replace(resting, channel=10, status=Status.PLAYING), left=resting)
    with pytest.raises(LostUpdate):
        await storage.save(replace(resting, status=Status.ENDED))
    assert await storage.load(table.id) == moved
