"""What users and servers have chosen, and what Herald remarks of itself; a storage that is closed says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.keyed_documents import KINDS
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import (
    Delivery,
    Departure,
    Follow,
    Outages,
    Person,
    Published,
    Remark,
    Server,
    TableId,
)
from bot.storage.sql import PendingPing
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.disk import CHOICES
from tests.bot.storage.samples import ANN, BO, CAT, lobby, next_due, opened

NOW = 1_700_000_000.25


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: type(chosen).__name__)
async def test_choice_is_kept_and_taken_back(storage: Store, chosen: Any) -> None:
    """Storage: choice, store_choices: from the defaults to the defaults, of which no row is kept."""
    kind = type(chosen)
    key = KINDS[kind].key_of(chosen)
    nothing = kind(*key)
    assert await storage.choice(kind, *key) == nothing
    for choice in (chosen, nothing):
        await storage.store_choices(choice)
        assert await storage.choice(kind, *key) == choice
    assert await storage.choices(kind) == []


async def test_choices_are_forgotten_by_user_and_server(storage: Store) -> None:
    """Storage: forget_choices, forget_server: of every kind, and no one else's, nor of another server.

    Nor is such a user called to a table any more.
    """
    table = await storage.create(lobby(ANN), {BO.user: NOW, CAT.user: NOW})
    for server, user in ((5, ANN.user), (6, BO.user), (6, CAT.user)):
        follow = Follow(server, "toy", user, Delivery.DM)
        await storage.store_choices(
            Person(user, language="uk"),
            TimeSettings(user, Reminders.DM),
            follow,
            Server(server, "uk"),
            Departure(server, 9.0),
        )
    await storage.forget_choices(user=BO.user)
    await storage.change(sql.FORGET_SERVER(server=5))
    kinds: Sequence[type[Any]] = (Person, TimeSettings, Follow)
    users = [[each.user for each in await storage.choices(kind)] for kind in kinds]
    assert users == [[ANN.user, CAT.user], [ANN.user, CAT.user], [CAT.user]]
    assert await storage.choices(Server) == [Server(6, "uk")]
    assert await storage.choices(Departure) == [Departure(6, 9.0)]
    assert await storage.select(sql.TIDINGS, now=NOW, most=9) == [PendingPing(table.id, CAT.user, NOW)]


async def test_second_change_of_a_choice_is_lost(storage: Store) -> None:
    """Storage: store_choices: where it says what the choice was."""
    first, second, third = (Outages(((begin, begin + 1.0),)) for begin in (1.0, 3.0, 5.0))
    await storage.store_choices(first)
    await storage.store_choices(second, was=first)
    with pytest.raises(LostUpdate):
        await storage.store_choices(third, was=first)
    assert await storage.choice(Outages) == second


async def test_followers_are_found_by_server_and_user(storage: Store) -> None:
    """Storage: choices: the last choice of each, none that was given up; from a key on, in the order of keys."""
    for user, way in ((BO.user, Delivery.DM), (BO.user, Delivery.CHANNEL), (CAT.user, Delivery.DM), (CAT.user, None)):
        await storage.store_choices(Follow(5, "toy", user, way))
    for user in (CAT.user, 104, 105):
        await storage.store_choices(Follow(6, "toy", user, Delivery.DM))
    assert await storage.choices(Follow, server=5) == [Follow(5, "toy", BO.user, Delivery.CHANNEL)]
    assert await storage.choices(Follow, user=BO.user) == [Follow(5, "toy", BO.user, Delivery.CHANNEL)]
    assert [each.user for each in await storage.choices(Follow, server=6, since="6/toy/104")] == [104, 105]


async def test_followers_are_called_once(storage: Store) -> None:
    """Storage: create, tidings, put_off: with the table, longest due first, and until it is said."""
    table = await storage.create(lobby(ANN), {BO.user: NOW, CAT.user: NOW})
    assert await storage.select(sql.TIDINGS, now=NOW - 1, most=9) == []
    assert await next_due(storage) == NOW
    pings = [PendingPing(table.id, user, NOW) for user in (BO.user, CAT.user)]
    assert await storage.select(sql.TIDINGS, now=NOW, most=9) == pings
    assert await storage.select(sql.TIDINGS, now=NOW, most=1) == pings[:1]
    await storage.change(sql.PUT_OFF(id=table.id, user=CAT.user, due=NOW + 100))
    await storage.change(sql.TOLD(id=table.id, user=BO.user))
    assert await storage.select(sql.TIDINGS, now=NOW, most=9) == []
    assert await next_due(storage) == NOW + 100


async def _check_closed(storage: Store) -> None:
    for asked in (
        storage.load(TableId(1)),
        storage.find(),
        storage.select(sql.UNSHOWN),
        storage.log(TableId(1)),
        storage.choice(Person, 101),
        storage.create(lobby()),
        storage.store_published(TableId(1), Published()),
        storage.store_choices(Remark("key", "value")),
    ):
        with pytest.raises(StorageError, match="closed"):
            await asked


async def test_closed_storage_has_finished_what_waited(adapter: Callable[[], Store]) -> None:
    """Storage: what was asked for before it was closed is kept, and answered; whatever is asked of it then says so.

    So it does before it is opened, also where it was closed then.
    """
    storage = adapter()
    await storage.close()
    await _check_closed(storage)
    await storage.open()
    waiting = [asyncio.create_task(storage.create(lobby(channel=number))) for number in range(5)]
    await asyncio.sleep(0)
    await storage.close()
    await _check_closed(storage)
    created = await asyncio.gather(*waiting)
    async with opened(storage):
        found = await storage.find()
    assert found == sorted(created, key=lambda table: table.id)
    if isinstance(storage.database, SqliteDatabase):
        # Its writer takes what waits in turn, where PostgreSQL promises no order.
        assert found == created
