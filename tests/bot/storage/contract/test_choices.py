"""What users and servers have chosen, and what Herald remarks of itself."""

from __future__ import annotations

import pytest

from bot.storage import sql
from bot.storage.port import LostUpdate
from bot.storage.records import Delivery, Departure, Follow, Outages, Person, Private, Remark, Server
from bot.storage.store import Store


async def test_a_person_who_chose_nothing_has_the_defaults(storage: Store) -> None:
    """Storage: person."""
    assert await storage.choice(Person, 101) == Person(101)


async def test_what_a_person_chose_is_kept_and_changed(storage: Store) -> None:
    """Storage: keep_person."""
    for person in (
        Person(101, Private.DM),
        Person(101, None, dm_closed=True, dm_told=True),
        Person(102, Private.HERE, language="uk", locale="de", pictures=True),
        Person(102, Private.HERE, locale="en-GB", pictures=False),
    ):
        await storage.store_choices(person)
        assert await storage.choice(Person, person.user) == person


async def test_a_server_for_which_nothing_was_chosen_has_the_defaults(storage: Store) -> None:
    """Storage: server."""
    assert await storage.choice(Server, 5) == Server(5)


async def test_what_is_chosen_for_a_server_is_kept_and_changed(storage: Store) -> None:
    """Storage: keep_server."""
    for server in (Server(5, "uk", "de", pictures=False), Server(5, None, "uk", pictures=True), Server(6, locale="de")):
        await storage.store_choices(server)
        assert await storage.choice(Server, server.id) == server


async def test_what_was_chosen_for_a_server_is_forgotten_together(storage: Store) -> None:
    """Storage: forget_server: whatever is kept of that server, and of no other one."""
    for number in (5, 6):
        for choice in (Server(number, "uk"), Departure(number, 9.0), Follow(number, "toy", 101, Delivery.DM)):
            await storage.store_choices(choice)
    await storage.change(sql.FORGET_SERVER(server=5))
    assert [each.server for each in await storage.choices(Follow, user=101)] == [6]
    assert await storage.choices(Departure) == [Departure(6, 9.0)]
    assert [await storage.choice(Server, number) for number in (5, 6)] == [Server(5), Server(6, "uk")]


async def test_of_two_who_change_a_choice_the_second_is_lost(storage: Store) -> None:
    """Storage: keep: where it says what the choice was."""
    first, second, third = (Outages(((begin, begin + 1.0),)) for begin in (1.0, 3.0, 5.0))
    await storage.store_choices(first)
    await storage.store_choices(second, was=first)
    with pytest.raises(LostUpdate):
        await storage.store_choices(third, was=first)
    assert await storage.choice(Outages) == second


async def test_what_is_as_if_never_chosen_is_not_kept(storage: Store) -> None:
    """Storage: keep."""
    await storage.store_choices(Server(5, "uk"))
    await storage.store_choices(Server(5))
    assert await storage.choices(Server) == []


async def test_a_note_is_kept_and_changed(storage: Store) -> None:
    """Storage: note and keep_note."""
    assert (await storage.choice(Remark, "commands")).value is None
    for value in ("one", "two"):
        await storage.store_choices(Remark("commands", value))
        assert (await storage.choice(Remark, "commands")).value == value


async def test_choices_are_asked_for_from_a_key_on(storage: Store) -> None:
    """Those of a server whose keys come no earlier, in their order."""
    for server, user in ((5, 101), (6, 102), (6, 103), (6, 104)):
        await storage.store_choices(Follow(server, "toy", user, Delivery.DM))
    found = await storage.choices(Follow, server=6, since="6/toy/103")
    assert [each.user for each in found] == [103, 104]
