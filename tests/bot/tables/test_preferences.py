"""Who reads what: the order in which wishes count, and the memory in front of the storage."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.host.shards import TIME_BITS, ShardSet
from bot.sending.reader_settings import has_private_pictures, has_public_pictures
from bot.storage.port import StorageError
from bot.storage.records import Delivery, Follow, Person, Private, Server, TableDefaults
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.texts import fluent
from bot.texts.fluent import Language, language

EN, UK = language("en"), language("uk")
ANN, CASTLE = 7, 70


@pytest.mark.parametrize(
    ("chosen", "shown", "home", "spoken"),
    [
        ("uk", "en-US", EN, UK),
        (None, "en-GB", UK, EN),
        (None, "de", UK, UK),
        (None, "", UK, UK),
        ("xx", "uk", EN, UK),
        ("xx", "de", EN, EN),
    ],
)
def test_chosen_language_counts_before_discords(
    chosen: str | None, shown: str, home: Language, spoken: Language
) -> None:
    """Else the language is that of home; one that Herald has unlearned counts as none.

    A server's own is the one that Discord showed last.
    """
    assert fluent.private_language(Person(ANN, language=chosen, locale="en-US"), shown, home) == spoken
    assert (fluent.known_language(Server(CASTLE, language=chosen, locale=shown or None)) or home) == spoken


def test_known_languages_are_those_that_were_chosen_or_shown() -> None:
    """For DMs: nobody's Discord shows anything while nobody asks.

    Each once; whoever reads the table's, or one that Herald doesn't speak, adds none.
    """
    assert fluent.known_language(Person(ANN, language="en", locale="uk")) == EN
    assert fluent.known_language(Person(ANN, locale="uk")) == UK
    assert fluent.known_language(Person(ANN, locale="de")) is None
    assert fluent.known_language(Person(ANN)) is None

    people = [Person(1, locale="en-GB"), Person(2, language="uk"), Person(3, locale="uk"), Person(4, locale="de")]
    assert fluent.other_languages(people, EN) == (UK,)
    assert fluent.other_languages(people, UK) == (EN,)
    assert fluent.other_languages([*people[:1], *people[3:]], EN) == ()


@pytest.mark.parametrize(
    ("personal", "shared", "table", "own"),
    [
        (None, None, True, True),
        (None, False, False, False),
        (True, False, False, True),
        (False, None, True, False),
        (False, True, True, False),
    ],
)
def test_pictures_are_shown_unless_somebody_switched_them_off(
    *, personal: bool | None, shared: bool | None, table: bool, own: bool
) -> None:
    """The server decides for what all see; each person for the own views, else the server."""
    person, server = Person(ANN, pictures=personal), Server(CASTLE, pictures=shared)
    assert (has_public_pictures(server), has_private_pictures(person, server)) == (table, own)


async def test_what_was_chosen_is_read_from_the_disk_once(storage: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer costs no query, and a language that Discord shows with every click no commit."""
    preferences, chosen = Preferences(storage), Person(ANN, Private.DM, language="uk")
    await storage.store_choices(chosen)
    for _ in range(2):
        assert await preferences.user_settings(ANN) == chosen
        assert await preferences.guild_settings(CASTLE) == Server(CASTLE)
        monkeypatch.setattr(storage, "choice", None)
        monkeypatch.setattr(storage, "store_choices", None)
    assert await preferences.change_user_settings(ANN, language="uk") == chosen
    assert await preferences.change_guild_settings(CASTLE, language=None) == Server(CASTLE)


async def test_changes_that_come_at_once_all_count(storage: Store) -> None:
    """A DM that is refused while its reader chooses a language undoes no choice; all of it is on the disk."""
    preferences = Preferences(storage)
    changes = ({"dm_closed": True}, {"language": "uk"}, {"locale": "de"}, {"pictures": False})
    await asyncio.gather(*(preferences.change_user_settings(ANN, **change) for change in changes))
    wanted = Person(ANN, dm_closed=True, language="uk", locale="de", pictures=False)
    assert await storage.choice(Person, ANN) == await preferences.user_settings(ANN) == wanted
    await preferences.change_guild_settings(CASTLE, pictures=False)
    assert await storage.choice(Server, CASTLE) == Server(CASTLE, pictures=False)


async def test_a_change_that_failed_forgets_none_that_came_after_it(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two equal choices the second is kept where the first was not: nobody is told so because of another's try.

    What is read in between must not stand in memory for what comes onto the disk thereafter.
    """
    keep, tries, held = storage.store_choices, [], asyncio.Event()

    async def first_fails(person: Person) -> None:
        tries.append(person)
        if len(tries) == 1:
            await asyncio.sleep(0.01)
            raise StorageError("storage-full", path="herald.db")
        await held.wait()
        await keep(person)

    monkeypatch.setattr(storage, "store_choices", first_fails)
    preferences = Preferences(storage)
    first, second = [asyncio.create_task(preferences.change_user_settings(ANN, language="uk")) for _ in range(2)]
    with pytest.raises(StorageError):
        await first
    await preferences.user_settings(ANN)
    held.set()
    kept = await second
    assert (
        kept == await preferences.user_settings(ANN) == await storage.choice(Person, ANN) == Person(ANN, language="uk")
    )


async def test_only_so_many_are_kept_in_memory(storage: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are read again."""
    monkeypatch.setattr("bot.tables.preferences.REMEMBERED", 3)
    preferences = Preferences(storage)
    for user in range(6):
        await preferences.change_user_settings(user, locale="uk")
    for user in (5, 0):
        assert len(preferences._known) == 3
        assert (await preferences.user_settings(user)).locale == "uk"
    assert len(preferences._known) == 3


async def test_what_was_chosen_for_a_server_is_forgotten_once_herald_has_been_gone_for_long(storage: Store) -> None:
    """Since when is kept; where Herald is, or has been again meanwhile, or somebody has chosen anew, all stays."""
    preferences = Preferences(storage)
    for server in (5, 6, 7, 8):
        await preferences.change_guild_settings(server, language="uk")
    await preferences.change(TableDefaults, 7, pace="week")
    await storage.store_choices(Follow(7, "oriflamme", ANN, Delivery.DM))
    assert await preferences.erase_absent_guilds({5}, 100.0, 50.0) == 0
    assert await Preferences(storage).erase_absent_guilds({5}, 140.0, 90.0) == 0
    await preferences.change_guild_settings(8, language="en")
    assert await preferences.erase_absent_guilds({5, 6}, 149.0, 99.0) == 0
    assert await preferences.erase_absent_guilds({5}, 150.0, 100.0) == 1
    kept = [(await preferences.guild_settings(server)).language for server in (5, 6, 7, 8)]
    assert kept == ["uk", "uk", None, "en"]
    assert (await storage.choice(TableDefaults, 7), await storage.choices(Follow)) == (TableDefaults(7), [])
    assert await preferences.erase_absent_guilds({5, 8}, 200.0, 149.0) == 0
    assert await preferences.erase_absent_guilds({5, 8}, 200.0, 150.0) == 1


async def test_a_process_forgets_no_server_of_another_ones_share(tmp_path: Path) -> None:
    """Where it is, only the other one knows."""
    storage = Store(SqliteDatabase(tmp_path / "shared.db", share=ShardSet(2, (0,))))
    await storage.open()
    own, theirs = 2 << TIME_BITS, 1 << TIME_BITS
    for server in (own, theirs):
        await storage.store_choices(Server(server, "uk"))
    await Preferences(storage).erase_absent_guilds((), 100.0, 50.0)
    assert await Preferences(storage).erase_absent_guilds((), 200.0, 150.0) == 1
    assert await storage.choices(Server) == [Server(theirs, "uk")]
    await storage.close()
