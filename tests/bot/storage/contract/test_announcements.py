"""What Discord has been shown of a table; rivals on its seats, and what happened there besides its moves."""

from __future__ import annotations

from dataclasses import replace

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage import sql
from bot.storage.records import (
    Consent,
    ConsentCall,
    Dm,
    PingMessage,
    Published,
    Sitter,
    Status,
    TableId,
)
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, begin, lobby, moved

NEWS = Published(
    1,
    1,
    55,
    "auction",
    "digest",
    56,
    1,
    ((0, 1), (1, 0)),
    (Dm(0, 1, 900, 901), Dm(1, 0, 902, 903)),
    summons=(PingMessage(57, ((0, 1), (1, 0))),),
    consents=(
        ConsentCall(Consent(0, ANN.user, 77, 1, 1700000005.5), 20, 58),
        ConsentCall(Consent(1, 5, 77, 1, 9.0), 901, 59),
    ),
)


async def test_announcing_and_moving_undo_nothing_of_each_other(storage: Store) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others; all of it comes back.

    To announce makes no revision, and tells nobody. What is announced is the revision that was looked at, not the one
    that is there.
    """
    table, told = await begin(storage), list[TableId]()
    storage.listen(told.append)
    await storage.store_published(table.id, Published(message=55))
    assert not told
    after = await storage.save(*moved(table))
    for news, behind in ((NEWS, [table.id]), (replace(NEWS, revision=after.revision), [])):
        await storage.store_published(table.id, news)
        assert await storage.load(table.id) == replace(after, announced=news)
        assert await storage.select(sql.UNSHOWN) == behind


WREN = Sitter(0, "Wren", level="champion")
AWAY = replace(ANN, level="knight")


async def test_the_tables_with_rivals_are_those_that_are_played(storage: Store) -> None:
    """Storage: rivalled: a rival on any seat, a person's as well; no lobby, nothing that is over or rests."""
    await storage.create(lobby(ANN, WREN))
    await begin(storage)
    own, cared = await begin(storage, lobby(ANN, WREN)), await begin(storage, lobby(AWAY, BO))
    over = await begin(storage, lobby(ANN, WREN))
    await storage.save(replace(over, status=Status.OVER))
    resting, running = await begin(storage, lobby(ANN, WREN)), TableClock(TimeControl(DAY)).begin_game(2, 0.0)
    await storage.store_published(resting.id, clock=running.rest())
    await storage.store_published(cared.id, clock=running)
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id]
    await storage.store_published(resting.id, clock=running.rest().note_activity(0, 1.0))
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id, resting.id]
