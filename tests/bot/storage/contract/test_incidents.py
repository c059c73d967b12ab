"""Rivals on seats, and what happened at a table besides its moves, are kept like its people."""

from __future__ import annotations

from dataclasses import replace

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage import sql
from bot.storage.records import (
    FORGOTTEN,
    Consent,
    ConsentCall,
    Dm,
    Incident,
    IncidentKind,
    Published,
    Sitter,
    Status,
    TableRecord,
)
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, begin, loaded, lobby

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
    await storage.announce(resting.id, clock=running.rest())
    await storage.announce(cared.id, clock=running)
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id]
    await storage.announce(resting.id, clock=running.rest().note_activity(0, 1.0))
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id, resting.id]


async def test_who_has_left_a_seat_is_still_known_and_can_be_forgotten(storage: Store) -> None:
    """Storage: kept, forget: in whatever happened, and the DM of that time as well."""
    table = await exchanged(storage)
    dms = Dm(0, 1, 9, 90, CAT.user), Dm(1, 1, 8, 80, ANN.user)
    calls = [ConsentCall(Consent(0, user, other, 1, 9.0), 8, 81) for user, other in ((ANN.user, 77), (77, ANN.user))]
    kept = ConsentCall(Consent(0, CAT.user, 77, 1, 9.0), 8, 82)
    await storage.announce(table.id, Published(dms=dms, consents=(*calls, kept)))
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
