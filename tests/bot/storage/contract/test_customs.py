"""What servers want their tables to be like is kept, and whoever follows a game is found when a table of it opens."""

from __future__ import annotations

from dataclasses import replace

from bot.clocks.table_clock import TimeoutAction
from bot.storage import sql
from bot.storage.records import Delivery, Follow, Status, TableDefaults
from bot.storage.sql import PendingPing
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, lobby, next_due

NOW = 1_700_000_000.25


async def test_customs_are_kept_changed_and_forgotten_with_their_server(storage: Store) -> None:
    """Storage: customs, keep_customs, forget_servers."""
    assert await storage.choice(TableDefaults, 10) == TableDefaults(10)
    for customs in (TableDefaults(10, "week", TimeoutAction.WAITS, advice=True), TableDefaults(10, "none")):
        await storage.store_choices(customs)
        assert await storage.choice(TableDefaults, 10) == customs


async def test_whoever_follows_a_game_is_found_on_its_server(storage: Store) -> None:
    """Storage: choices: the last choice of each, and none that was given up."""
    game, guild = lobby().game, lobby().guild
    for user, way in ((BO.user, Delivery.DM), (BO.user, Delivery.CHANNEL), (CAT.user, Delivery.DM), (CAT.user, None)):
        await storage.store_choices(Follow(guild, game, user, way))
    await storage.store_choices(Follow(guild + 1, game, CAT.user, Delivery.DM))
    assert await storage.choices(Follow, server=guild) == [Follow(guild, game, BO.user, Delivery.CHANNEL)]
    assert await storage.choices(Follow, user=BO.user) == [Follow(guild, game, BO.user, Delivery.CHANNEL)]


async def test_whoever_is_to_be_called_to_a_table_is_so_once(storage: Store) -> None:
    """Storage: create, tidings, put_off: with the table, longest due first, and until it is said."""
    table = await storage.create(lobby(ANN), {BO.user: NOW, CAT.user: NOW})
    assert await storage.select(sql.TIDINGS, now=NOW - 1, most=9) == []
    assert await next_due(storage) == NOW
    assert await storage.select(sql.TIDINGS, now=NOW, most=9) == [
        PendingPing(table.id, user, NOW) for user in (BO.user, CAT.user)
    ]
    assert await storage.select(sql.TIDINGS, now=NOW, most=1) == [PendingPing(table.id, BO.user, NOW)]
    await storage.change(sql.PUT_OFF(id=table.id, user=CAT.user, due=NOW + 100))
    await storage.change(sql.TOLD(id=table.id, user=BO.user))
    assert await storage.select(sql.TIDINGS, now=NOW, most=9) == []
    assert await next_due(storage) == NOW + 100


async def test_who_is_forgotten_follows_nothing_and_a_deleted_table_calls_nobody(storage: Store) -> None:
    """Storage: forget_choices, delete."""
    for sitter in (BO, CAT):
        await storage.store_choices(Follow(5, "toy", sitter.user, Delivery.DM))
    table = await storage.create(lobby(ANN), {BO.user: NOW, CAT.user: NOW})
    await storage.forget_choices(user=BO.user)
    assert await storage.choices(Follow, user=BO.user) == []
    assert [each.user for each in await storage.select(sql.TIDINGS, now=NOW, most=9)] == [CAT.user]
    await storage.delete(await storage.save(replace(table, status=Status.ENDED)))
    assert await next_due(storage) is None
