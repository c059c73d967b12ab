"""What users and servers have chosen, and what Herald remarks of itself."""

from __future__ import annotations

from bot.storage.port import Storage
from bot.storage.records import Person, Private, Server


async def test_a_person_who_chose_nothing_has_the_defaults(storage: Storage) -> None:
    """Storage: person."""
    assert await storage.person(101) == Person(101)


async def test_what_a_person_chose_is_kept_and_changed(storage: Storage) -> None:
    """Storage: keep_person."""
    for person in (
        Person(101, Private.DM),
        Person(101, None, dm_closed=True, dm_told=True),
        Person(102, Private.HERE, language="uk", locale="de", pictures=True),
        Person(102, Private.HERE, locale="en-GB", pictures=False),
    ):
        await storage.keep_person(person)
        assert await storage.person(person.user) == person


async def test_a_server_for_which_nothing_was_chosen_has_the_defaults(storage: Storage) -> None:
    """Storage: server."""
    assert await storage.server(5) == Server(5)


async def test_what_is_chosen_for_a_server_is_kept_and_changed(storage: Storage) -> None:
    """Storage: keep_server."""
    for server in (Server(5, "uk", "de", pictures=False), Server(5, None, "uk", pictures=True), Server(6, locale="de")):
        await storage.keep_server(server)
        assert await storage.server(server.id) == server


async def test_what_was_chosen_for_a_server_is_forgotten_once_that_has_been_gone_for_long(storage: Storage) -> None:
    """Storage: forget_servers: since when is kept; where Herald is, or has been again meanwhile, all stays."""
    for number in (5, 6, 7):
        await storage.keep_server(Server(number, "uk"))
    assert await storage.forget_servers({5}, 100.0, 50.0) == []
    assert await storage.forget_servers({5}, 140.0, 90.0) == []
    assert await storage.forget_servers({5, 6}, 149.0, 99.0) == []
    assert await storage.forget_servers({5}, 150.0, 100.0) == [7]
    assert [await storage.server(number) for number in (5, 6, 7)] == [Server(5, "uk"), Server(6, "uk"), Server(7)]
    assert await storage.forget_servers({5}, 200.0, 149.0) == []
    assert await storage.forget_servers({5}, 200.0, 150.0) == [6]


async def test_a_server_that_chooses_is_there(storage: Storage) -> None:
    """Storage: keep_server: its thirty days begin anew."""
    await storage.keep_server(Server(5, "uk"))
    assert await storage.forget_servers((), 100.0, 50.0) == []
    await storage.keep_server(Server(5, "en"))
    assert await storage.forget_servers((), 200.0, 150.0) == []
    assert await storage.server(5) == Server(5, "en")


async def test_a_note_is_kept_and_changed(storage: Storage) -> None:
    """Storage: note and keep_note."""
    assert await storage.note("commands") is None
    for value in ("one", "two"):
        await storage.keep_note("commands", value)
        assert await storage.note("commands") == value
