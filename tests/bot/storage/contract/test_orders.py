"""What people have ordered is kept with their match: in the same transaction, in no log, and never lost unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage.port import LostUpdate
from bot.storage.records import Status, TableId, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, GIVEN, OTHERS, begin, loaded, lobby, moved, resaved


async def ordered(storage: Store) -> TableRecord:
    """Keep a table that has begun, at which something is ordered."""
    table = await begin(storage, replace(lobby(), orders=True))
    return await storage.save(resaved(table, orders=GIVEN))


async def test_an_order_that_shows_is_news_and_one_that_does_not_is_none(storage: Store) -> None:
    """Storage: only what others can see makes a revision, and tells the listeners."""
    told: list[TableId] = []
    table = await ordered(storage)
    storage.listen(told.append)
    quiet = await storage.save(resaved(table, orders=OTHERS), shows=False)
    assert (quiet.revision, told) == (table.revision, [])
    assert await storage.load(table.id) == quiet
    shown = await storage.save(resaved(quiet, orders=GIVEN))
    assert (shown.revision, told) == (table.revision + 1, [table.id])
    assert await storage.load(table.id) == shown


async def test_whoever_orders_what_others_have_changed_is_refused(storage: Store) -> None:
    """Storage: an order after an order, a move after an order, and an order after a move; nothing is kept of it."""
    read = await ordered(storage)
    now = await storage.save(resaved(read, orders=OTHERS), shows=False)
    orders = [storage.save(resaved(read, orders=""), shows=shows) for shows in (True, False)]
    for late in (*orders, storage.save(*moved(read)), storage.save(replace(read, sitters=(CAT, BO)))):
        with pytest.raises(LostUpdate):
            await late
    assert await storage.load(now.id) == now
    assert await storage.log(now.id) == []
    played = await storage.save(*moved(now))
    for shows in (True, False):
        with pytest.raises(LostUpdate):
            await storage.save(resaved(now, orders=""), shows=shows)
    assert await storage.load(now.id) == played


async def test_nothing_is_ordered_at_a_table_that_takes_no_orders(storage: Store) -> None:
    """Storage: save: what is ordered there is not kept."""
    table = await storage.save(resaved(await begin(storage), orders=GIVEN))
    assert await storage.load(table.id) == resaved(table, orders="")


async def test_people_are_seated_with_the_moves_that_follow_from_it(storage: Store) -> None:
    """Storage: record writes both or neither; without `seated` it leaves people alone."""
    table = await ordered(storage)
    after, moves = moved(table)
    taken = replace(after, sitters=(CAT, BO), opener=CAT.user, since=9.0)
    await storage.save(taken, moves, seated=True)
    found = await loaded(storage, table.id)
    assert (found.sitters, found.opener, found.since, found.save) == ((CAT, BO), CAT.user, 9.0, taken.save)
    with pytest.raises(LostUpdate):
        await storage.save(replace(taken, sitters=(ANN, BO)), moves, seated=True)
    assert await storage.load(table.id) == found


async def test_orders_end_with_their_table(storage: Store) -> None:
    """Storage: a table that was ended remembers none."""
    table = await storage.save(replace(await ordered(storage), status=Status.ENDED))
    assert await storage.load(table.id) == resaved(table, orders="")
