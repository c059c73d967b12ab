"""What is kept of a table comes back as it was, and is found."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl, TimeoutAction
from bot.storage.port import LostUpdate
from bot.storage.records import (
    FORGOTTEN,
    Generation,
    Incident,
    IncidentKind,
    Practice,
    Private,
    Published,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.store import Store
from engine.analysis import Analysis, DecisionChances, TurningPoint
from engine.scene import say
from tests.bot.storage.samples import ANN, BO, CAT, PLEDGED, begin, line, lobby, moved, started

FULL = TableRecord(
    TableId(0),
    "toy",
    5,
    7,
    ANN.user,
    Private.DM,
    Status.LOBBY,
    (replace(ANN, word=b"w" * 32, level="knight"), Sitter(FORGOTTEN, "Wren", level="champion")),
    announced=Published(0, -1, 55, "auction", "digest"),
    created=1795345530.9104514,
    since=1700000000.25,
    expired=7,
    ended_by=CAT.user,
    pledged=replace(PLEDGED, message=55),
    generations=(Generation(0, "0123456789abcdef"),),
    incidents=(
        Incident(0, IncidentKind.SEATED, 0, ANN, 3.0),
        Incident(2, IncidentKind.ADVISED, 1, replace(BO, level="squire"), 0.1),
    ),
    clock=TableClock(
        TimeControl(DAY, TimeoutAction.WAITS, "Europe/Kyiv"),
        proposal=TimeControl(HOUR),
        agreed=(101,),
        due=1795348800.1234567,
    ),
    deal="2026-11-27",
    practice=Practice(TableId(3), 5, anew=True),
    shared=True,
    unnamed=True,
    analysis=Analysis(9, (DecisionChances(4, 1, 40, None, 5),), (TurningPoint(4, say("toy-told")),)),
    film=77,
    advice=True,
    orders=True,
)
"""Differs from a table of which little is known in each field."""
BARE = TableRecord(TableId(0), "other", 0, 0, 0, None, Status.SUSPENDED, ())
COUNTED = {"id", "version", "revision", "head", "save"}


def test_no_field_is_left_out() -> None:
    """What follows is tried with every field but those that the storage counts, and the match's own."""
    alike = {each.name for each in fields(TableRecord) if getattr(FULL, each.name) == getattr(BARE, each.name)}
    assert alike == COUNTED


async def test_a_table_comes_back_as_it_was_kept(storage: Store) -> None:
    """Storage: create, save and load; every table has a number of its own, and says nothing for another."""
    bare, full = await storage.create(BARE), await storage.create(FULL)
    assert bare.id != full.id

    for other, kept in ((FULL, bare), (BARE, full)):
        assert await storage.load(kept.id) == kept
        changed = replace(other, id=kept.id, version=kept.version, revision=kept.revision)
        # What Discord was shown isn't changed by a table, and clocks stay as long as it has no others.
        saved = await storage.save(replace(changed, announced=kept.announced, clock=FULL.clock))
        assert await storage.load(kept.id) == saved


async def test_a_match_is_begun_and_played_with_all_that_is_kept(storage: Store) -> None:
    """Storage: orders go with the moves that leave them, the words of the shuffle with their seats."""
    begun = started(await storage.create(FULL))
    table = await storage.save(_ordering(begun), begins=True)
    assert await storage.load(table.id) == table

    after, moves = moved(table, 2)
    table = await storage.save(_ordering(after), moves)
    assert await storage.load(table.id) == table
    assert await storage.log(table.id) == moves

    opened = await storage.create(_ordering(started(FULL)))
    assert await storage.load(opened.id) == opened


def _ordering(table: TableRecord) -> TableRecord:
    assert table.save is not None
    return replace(table, save=replace(table.save, orders='{"given": 7}'))


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
