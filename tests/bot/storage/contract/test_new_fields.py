"""A later Herald knows more of a person and of a table, and another kind of choice; only records change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from bot.storage import documents
from bot.storage.keyed_documents import KINDS, DocumentKind
from bot.storage.records import Delivery, Follow, Person, TableRecord
from bot.tables.preferences import Preferences
from engine.frozen import frozen
from tests.bot.storage.contract.conftest import Adapter
from tests.bot.storage.samples import BO, begin, lobby, moved, opened


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


async def test_a_person_has_a_favorite_color_and_a_new_kind_of_choice(adapter: Adapter) -> None:
    """Storage: whoever chose something before has chosen no color; an older Herald reads all that it knows."""
    person, follow = Person(101, language="uk"), Follow(5, "toy", 101, Delivery.DM)
    painter, ratings = Painter(101, language="uk", color="teal"), [Rating(101, "go", 7.0), Rating(102, "chess", 9.0)]
    async with opened(adapter()) as storage:
        await storage.store_choices(person, follow)
    with later():
        async with opened(adapter()) as storage:
            assert await storage.choice(Painter, 101) == Painter(101, language="uk")
            assert await Preferences(storage).change_user_settings(101, color="teal") == painter
            await Preferences(storage).change_user_settings(102, color="red")
            await storage.store_choices(*ratings)
        async with opened(adapter()) as storage:
            assert await storage.choice(Painter, 101) == painter
            assert asdict(await Preferences(storage).user_settings(102))["color"] == "red"
            assert await storage.choice(Rating, 101, "go") == ratings[0]
            assert await storage.choices(Rating, due=8.0) == ratings[:1]
            await storage.forget_choices(user=102)
            assert await storage.choice(Painter, 102) == Painter(102)
            assert await storage.choices(Rating) == ratings[:1]
    async with opened(adapter()) as storage:
        assert await storage.choice(Person, 101) == person
        assert await storage.choices(Follow, user=101) == [follow]


async def test_a_table_has_a_rule_of_its_house(adapter: Adapter) -> None:
    """Storage: those that were kept before have none, and are played on with one; an older Herald reads the rest."""
    async with opened(adapter()) as storage:
        waiting, playing = await storage.create(lobby()), await begin(storage, moves=2)
    with later():
        async with opened(adapter()) as storage:
            found = await storage.find(known=BO.user)
            assert [plain(table) for table in found] == [waiting, playing]
            assert found == [Ruled(**known(table)) for table in (waiting, playing)]
            ruled = await storage.save(*moved(replace(found[1], house_rule="no duke")))
            fresh = await storage.create(Ruled(**known(lobby()), house_rule="twice"))
        async with opened(adapter()) as storage:
            assert [await storage.load(table.id) for table in (ruled, fresh)] == [ruled, fresh]
            ruled = await storage.save(*moved(ruled))
    async with opened(adapter()) as storage:
        assert await storage.load(ruled.id) == plain(ruled)
        assert len(await storage.log(ruled.id)) == len(await storage.find()) + 1 == 4


def known(table: TableRecord) -> dict[str, Any]:
    """Return the fields of a table that every Herald knows."""
    return {field.name: getattr(table, field.name) for field in fields(TableRecord)}


def plain(table: TableRecord) -> TableRecord:
    """Return what an older Herald knows of a table."""
    return TableRecord(**known(table))
