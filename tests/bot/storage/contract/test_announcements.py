"""What Discord has been shown of a table; rivals on its seats, and what happened there besides its moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage import sql
from bot.storage.records import (
    FORGOTTEN,
    Consent,
    ConsentCall,
    Dm,
    Incident,
    IncidentKind,
    PingMessage,
    Published,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, begin, loaded, lobby, moved


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
    await storage.store_published(table.id, news)
    assert await storage.load(table.id) == replace(table, announced=news)


async def test_announcing_and_moving_undo_nothing_of_each_other(storage: Store) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others.

    To announce makes no revision, and tells nobody.
    """
    table, told = await begin(storage), list[TableId]()
    storage.listen(told.append)
    await storage.store_published(table.id, Published(seq=0, message=55))
    assert not told
    after = await storage.save(*moved(table))
    await storage.store_published(table.id, Published(seq=1, message=56))
    assert await storage.load(table.id) == replace(after, announced=Published(seq=1, message=56))


async def test_discord_is_behind_what_changed_while_it_was_announced(storage: Store) -> None:
    """Storage: what is announced is the revision that was looked at, not the one that is there."""
    table = await begin(storage)
    await storage.save(*moved(table))
    await storage.store_published(table.id, Published(revision=table.revision))
    assert await storage.select(sql.UNSHOWN) == [table.id]


WREN = Sitter(0, "Wren", level="champion")
AWAY = replace(ANN, level="knight")
TAKEN = (Incident(0, IncidentKind.SEATED, 0, ANN, 3.0), Incident(2, IncidentKind.SEATED, 0, CAT, 5.5))
ASKED = Incident(1, IncidentKind.ADVISED, 1, replace(BO, level="champion"), 4.0)


async def exchanged(storage: Store) -> TableRecord:
    """Keep a table of two moves at which Cat has taken Ann's seat."""
    table = await begin(storage, moves=2)
    sitters = (CAT, *table.sitters[1:])
    return await storage.save(replace(table, sitters=sitters, incidents=(ASKED, *TAKEN)))


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


async def test_who_has_left_a_seat_is_still_known_and_can_be_forgotten(storage: Store) -> None:
    """Storage: kept, forget: in whatever happened, and the DM of that time as well."""
    table = await exchanged(storage)
    dms = Dm(0, 1, 9, 90, CAT.user), Dm(1, 1, 8, 80, ANN.user)
    calls = [ConsentCall(Consent(0, user, other, 1, 9.0), 8, 81) for user, other in ((ANN.user, 77), (77, ANN.user))]
    kept = ConsentCall(Consent(0, CAT.user, 77, 1, 9.0), 8, 82)
    await storage.store_published(table.id, Published(dms=dms, consents=(*calls, kept)))
    assert [each.id for each in await storage.find(known=ANN.user, status=Status)] == [table.id]
    await storage.save(replace(table, status=Status.OVER))
    await storage.forget(ANN.user, table.id)
    found = await loaded(storage, table.id)
    assert found.incidents[1].sitter == Sitter(FORGOTTEN, "#1")
    assert found.incidents[2] == TAKEN[1]
    assert found.sitters[0] == CAT
    assert found.announced.dms == (Dm(0, 1, 9, 90, CAT.user),)
    assert found.announced.consents == (kept,)
    assert await storage.find(known=ANN.user, status=Status) == []
