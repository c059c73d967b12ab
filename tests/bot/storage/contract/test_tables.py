"""What is kept of a table, and what users and servers have chosen, comes back as it was, and is found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import documents, sql
from bot.storage.keyed_documents import KINDS, DocumentKind
from bot.storage.port import LostUpdate
from bot.storage.records import (
    FORGOTTEN,
    NO_PLACE,
    Delivery,
    Departure,
    Follow,
    Generation,
    Incident,
    IncidentKind,
    Outages,
    Person,
    Practice,
    Private,
    Published,
    Remark,
    Server,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.sql import PendingPing
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from engine.analysis import Analysis, DecisionChances, TurningPoint
from engine.frozen import frozen
from engine.scene import say
from tests.bot.storage.contract.conftest import Adapter
from tests.bot.storage.samples import (
    ANN,
    BO,
    CAT,
    CHOICES,
    PLEDGED,
    alter,
    begin,
    line,
    lobby,
    moved,
    next_due,
    opened,
    play_on,
    refuses,
    resaved,
    started,
)

NAME = "@everyone `'\"; DROP TABLE seats; -- a\x00b👑](http://x)"
FULL = TableRecord(
    TableId(0),
    "toy",
    5,
    7,
    ANN.user,
    Private.DM,
    Status.LOBBY,
    (Sitter(2**63 - 1, NAME, b"w" * 32, level="knight"), Sitter(FORGOTTEN, "", level="champion")),
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
GIVEN = '{"given": 7}'
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
        saved = await alter(storage, changed, announced=kept.announced, clock=FULL.clock)
        assert await storage.load(kept.id) == saved


async def test_a_match_is_begun_and_played_with_all_that_is_kept(storage: Store) -> None:
    """Storage: orders go with the moves that leave them, the words of the shuffle with their seats.

    A table can open with a log behind it, however long, and goes on from there.
    """
    begun = started(await storage.create(FULL))
    table = await storage.save(resaved(begun, orders=GIVEN))
    played, lines = moved(resaved(started(FULL), orders=GIVEN), 600)
    opened = await storage.create(played, lines=lines, base=begun.save)
    for each, log in ((table, []), (opened, lines)):
        assert await storage.load(each.id) == each
        after, moves = moved(each, 2)
        after = await storage.save(resaved(after, orders=GIVEN), moves)
        assert await storage.load(each.id) == after
        assert await storage.log(each.id) == log + moves
        assert await storage.log(each.id, after=len(log) + 1) == moves[1:]


async def test_tables_are_found_by_person_channel_and_server(storage: Store) -> None:
    """Storage: find, oldest first; no person who has left, and nothing that is over, ended or suspended.

    Such a table isn't played, nor counted: lobbies of who opened them, seats of a user, places in a channel and a
    server. Who opened a table without a seat is known there, whatever its status. No seat of a private one counts.
    """
    one = await storage.create(lobby(ANN, BO, channel=7))
    two = await storage.create(lobby(ANN, CAT, channel=8))
    three = await begin(storage, lobby(BO, channel=8))
    four = await storage.create(lobby(CAT, channel=9, guild=6))
    assert await storage.find() == [one, two, three, four]
    assert await storage.find(user=ANN.user) == [one, two]
    assert await storage.find(channel=8) == [two, three]
    assert await storage.find(guild=6) == [four]
    assert await storage.find(user=BO.user, channel=8) == [three]
    assert await storage.find(guild=6, user=CAT.user, channel=9) == [four]
    assert await storage.find(user=CAT.user, channel=7) == await storage.find(guild=6, user=BO.user) == []
    assert await storage.select(sql.TALLY, user=CAT.user, channel=8, guild=5) == [sql.Tally(1, 2, 2, 3)]
    assert await storage.select(sql.TALLY, user=404, channel=404, guild=404) == [sql.Tally(0, 0, 0, 0)]
    left = await alter(storage, one, sitters=(BO,), opener=BO.user)
    assert left == replace(one, sitters=(BO,), opener=BO.user, revision=one.revision + 1, version=1)
    assert await storage.find(user=ANN.user) == [two]
    assert await storage.find(user=BO.user) == [left, three]
    for status in (Status.OVER, Status.ENDED, Status.SUSPENDED):
        three = await alter(storage, three, status=status)
        with pytest.raises(LostUpdate):
            await play_on(storage, three)
        assert await storage.find(channel=8) == [two]
        assert await storage.select(sql.TALLY, user=BO.user, channel=8, guild=5) == [sql.Tally(1, 1, 1, 2)]
        assert await storage.load(three.id) == three
    five = await storage.create(lobby(CAT, opener=BO.user))
    alone = await storage.create(lobby(BO, CAT, guild=NO_PLACE))
    assert await storage.find(known=BO.user, status=Status) == [left, three, five, alone]
    assert await storage.select(sql.TALLY, user=BO.user, channel=8, guild=5) == [sql.Tally(2, 1, 1, 3)]


async def test_finished_tables_are_found_newest_first(storage: Store) -> None:
    """Storage: the last ones of a channel or a server, and when their first moves were made.

    Neither those of others, nor what runs or was ended early.
    """
    over, began = [], line(1).at
    for channel, guild, seconds in ((7, 5, 9.0), (7, 5, 7.0), (8, 5, 8.0), (7, 6, 5.0)):
        begun = await begin(storage, lobby(channel=channel, guild=guild), moves=2)
        over.append(await alter(storage, begun, status=Status.OVER, since=began + seconds))
    ended = await begin(storage, moves=2)
    await alter(storage, ended, status=Status.ENDED, since=began + 3.0)
    await begin(storage, moves=2)
    first, second, elsewhere, other = over
    assert await storage.find(channel=7, status=(Status.OVER,), last=25) == [first, second, other]
    assert await storage.find(channel=7, status=(Status.OVER,), last=2) == [second, other]
    assert await storage.find(channel=9, status=(Status.OVER,), last=25) == []
    assert await storage.find(status=(Status.OVER,), guild=5, last=9) == [first, second, elsewhere]
    newest = [(table.id, began) for table in (elsewhere, second, first)]
    assert await storage.select(sql.BEGAN, guild=5, most=9) == newest
    assert await storage.select(sql.BEGAN, guild=5, most=1) == newest[:1]


async def test_a_table_is_led_to_another_place_once(storage: Store) -> None:
    """Storage: move; who has read it before that moves nothing any more."""
    resting = await alter(storage, await begin(storage, moves=2), status=Status.SUSPENDED)
    there = await storage.save(replace(resting, guild=8, channel=9, status=Status.PLAYING), left=resting.guild)
    for late in (replace(resting, channel=10, status=Status.PLAYING), replace(resting, status=Status.ENDED)):
        with pytest.raises(LostUpdate):
            await storage.save(late, left=resting.guild)
    assert await storage.find(guild=8, channel=9) == [there]


@frozen
class Painter(Person):
    """What a user has chosen, and the favorite color."""

    color: str | None = None


@frozen
class Ruled(TableRecord):
    """A table with a rule of its house."""

    house_rule: str = ""


@frozen
class Rating:
    """How well a user plays a game."""

    user: int
    game: str
    points: float = 0.0


@contextmanager
def later() -> Iterator[None]:
    """Know of all that, as a later Herald does; then the database is an older one's again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(KINDS, Painter, replace(KINDS[Person], type=Painter))
        patch.setitem(KINDS, Rating, DocumentKind("rating", Rating, ("user", "game"), due="points"))
        patch.setattr(documents, "RECORD", TypeAdapter(Ruled))
        patch.setattr("bot.tables.preferences.Person", Painter)
        yield


async def test_later_form_adds_fields_and_kinds(adapter: Adapter) -> None:
    """Storage: a person has a favorite color, a table a rule of its house, and there is one kind of choice more.

    What was kept before has none, and tables are played on with one; an older Herald reads all that it knows.
    """
    person, follow = Person(101, language="uk"), Follow(5, "toy", 101, Delivery.DM)
    painter, ratings = Painter(101, language="uk", color="teal"), [Rating(101, "go", 7.0), Rating(102, "chess", 9.0)]
    async with opened(adapter()) as storage:
        await storage.store_choices(person, follow)
        waiting, playing = await storage.create(lobby()), await begin(storage, moves=2)
    with later():
        async with opened(adapter()) as storage:
            assert await storage.choice(Painter, 101) == Painter(101, language="uk")
            assert await Preferences(storage).change_user_settings(101, color="teal") == painter
            await storage.store_choices(Painter(102, color="red"), *ratings)
            assert await storage.choice(Painter, 102) == Painter(102, color="red")
            assert await storage.choice(Rating, 101, "go") == ratings[0]
            assert await storage.choices(Rating, due=8.0) == ratings[:1]
            await storage.forget_choices(user=102)
            assert await storage.choice(Painter, 102) == Painter(102)
            assert await storage.choices(Rating) == ratings[:1]

            found = await storage.find(known=BO.user)
            assert found == [Ruled(**known(table)) for table in (waiting, playing)]
            ruled = await play_on(storage, replace(found[1], house_rule="no duke"))
            fresh = await storage.create(Ruled(**known(lobby()), house_rule="twice"))
            assert await storage.find() == [found[0], ruled, fresh]
            ruled = await play_on(storage, ruled)
    async with opened(adapter()) as storage:
        assert await storage.choice(Person, 101) == person
        assert await storage.choices(Follow, user=101) == [follow]
        assert await storage.find() == [TableRecord(**known(table)) for table in (waiting, ruled, fresh)]
        assert len(await storage.log(ruled.id)) == 4


def known(table: TableRecord) -> dict[str, Any]:
    """Return the fields of a table that every Herald knows."""
    return {field.name: getattr(table, field.name) for field in fields(TableRecord)}


# Choices

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
        with refuses("closed"):
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
