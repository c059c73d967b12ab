"""What people have ordered is kept with their match: in the same transaction, in no log, and never lost unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage.port import LostUpdate, Statement
from bot.storage.records import Status, TableId, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, begin, lobby, moved

GIVEN, OTHERS = '{"given": [["a limit"], []]}', '{"given": [[], ["another"]]}'


def ordering(table: TableRecord, given: str) -> TableRecord:
    """Return a running table at which something is ordered."""
    assert table.save is not None
    return replace(table, save=replace(table.save, orders=given))


async def ordered(storage: Store, given: str = GIVEN) -> TableRecord:
    """Keep a table that has begun, at which something is ordered."""
    table = await begin(storage, replace(lobby(), orders=True))
    return await storage.save(ordering(table, given))


async def test_an_order_that_shows_is_news_and_one_that_does_not_is_none(storage: Store) -> None:
    """Storage: only what others can see makes a revision, and tells the listeners."""
    told: list[TableId] = []
    table = await ordered(storage)
    storage.listen(told.append)
    quiet = await storage.save(ordering(table, OTHERS), shows=False)
    assert (quiet.revision, told) == (table.revision, [])
    assert await storage.load(table.id) == quiet
    shown = await storage.save(ordering(quiet, GIVEN))
    assert (shown.revision, told) == (table.revision + 1, [table.id])
    assert await storage.load(table.id) == shown


async def test_an_order_keeps_no_position_to_replay_from(storage: Store) -> None:
    """Storage: save: each would be a copy of the match that stays as long as its log."""
    table = await ordered(storage)
    for given in (OTHERS, GIVEN):
        table = await storage.save(*moved(table))
        table = await storage.save(ordering(table, given), shows=False)
    kept = await storage.database.query(Statement("SELECT seq FROM checkpoints"))
    assert [row["seq"] for row in kept] == [0]


async def test_whoever_orders_what_others_have_changed_is_refused(storage: Store) -> None:
    """Storage: an order after an order, a move after an order, and an order after a move; nothing is kept of it."""
    read = await ordered(storage)
    now = await storage.save(ordering(read, OTHERS), shows=False)
    for shows in (True, False):
        with pytest.raises(LostUpdate):
            await storage.save(ordering(read, ""), shows=shows)
    with pytest.raises(LostUpdate):
        await storage.save(*moved(read))
    with pytest.raises(LostUpdate):
        await storage.save(replace(read, sitters=(CAT, BO)))
    assert await storage.load(now.id) == now
    assert await storage.log(now.id) == []
    played = await storage.save(*moved(now))
    for shows in (True, False):
        with pytest.raises(LostUpdate):
            await storage.save(ordering(now, ""), shows=shows)
    assert await storage.load(now.id) == played


async def test_nothing_is_ordered_at_a_table_that_takes_no_orders(storage: Store) -> None:
    """Storage: save: what is ordered there is not kept."""
    table = await begin(storage, lobby())
    found = await storage.load((await storage.save(ordering(table, GIVEN))).id)
    assert found is not None
    assert found.save is not None
    assert found.save.orders == ""


async def test_people_are_seated_with_the_moves_that_follow_from_it(storage: Store) -> None:
    """Storage: record writes both or neither; without `seated` it leaves people alone."""
    table = await ordered(storage)
    after, moves = moved(table)
    taken = replace(after, sitters=(CAT, BO), opener=CAT.user, since=9.0)
    await storage.save(taken, moves, seated=True)
    found = await storage.load(table.id)
    assert found is not None
    assert (found.sitters, found.opener, found.since, found.save) == ((CAT, BO), CAT.user, 9.0, taken.save)
    with pytest.raises(LostUpdate):
        await storage.save(replace(taken, sitters=(ANN, BO)), moves, seated=True)
    assert await storage.load(table.id) == found


async def test_orders_go_with_their_table_and_end_with_it(storage: Store) -> None:
    """Storage: a table that was ended remembers none, and one that is deleted nothing."""
    table = await storage.save(replace(await ordered(storage), status=Status.ENDED))
    found = await storage.load(table.id)
    assert found is not None
    assert found.save is not None
    assert found.save.orders == ""
    await storage.delete(found)
    assert await storage.load(table.id) is None


async def test_orders_are_carried_over_with_their_match(storage: Store) -> None:
    """Storage: what newer rules leave of them is kept, and can be changed from then on."""
    table = await ordered(storage)
    save = table.save
    assert save is not None
    carried = await storage.save(replace(table, save=replace(save, rules=2, orders=OTHERS)), shows=False)
    assert await storage.load(table.id) == carried
    again = await storage.save(ordering(carried, GIVEN), shows=False)
    assert await storage.load(table.id) == again
