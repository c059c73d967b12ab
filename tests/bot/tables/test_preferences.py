"""Who reads what: the order in which wishes count, the memory of choices, those written by hand, and new options."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.clocks.table_clock import DAY
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.features.daily.deals import Call, Deal, Entry, State
from bot.host.shards import TIME_BITS, ShardSet
from bot.sending.reader_settings import has_private_pictures, has_public_pictures
from bot.storage import backends, documents, keyed_documents
from bot.storage.port import Change, Statement, StorageError
from bot.storage.records import Delivery, Follow, Person, Private, Server, Status, TableDefaults
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.texts import fluent
from bot.texts.fluent import Language, language, locales
from engine.games import GAMES
from tests.bot.clock import NOON
from tests.bot.clocked import asked, one_turn, passes
from tests.bot.features.daily.test_daily import DAYS, GAME, TODAY, begin, finish
from tests.bot.party import status_of
from tests.bot.server import Evening, Guest, words
from tests.new_game.copies import copied, examine

pytestmark = DAYS

EN, UK = language("en"), language("uk")
ANN, CASTLE = 7, 70


@pytest.mark.parametrize(
    "chosen, shown, home, spoken",
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
    assert fluent.language("de-AT") is fluent.language(fluent.DEFAULT)
    assert fluent.known_language(Person(ANN)) is None

    people = [Person(1, locale="en-GB"), Person(2, language="uk"), Person(3, locale="uk"), Person(4, locale="de")]
    assert fluent.other_languages(people, EN) == (UK,)
    assert fluent.other_languages(people, UK) == (EN,)
    assert fluent.other_languages([*people[:1], *people[3:]], EN) == ()


@pytest.mark.parametrize(
    "personal, shared, table, own",
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
    assert await preferences.change(Server, CASTLE, language=None) == Server(CASTLE)


async def test_changes_of_two_processes_all_count(storage: Store) -> None:
    """Neither has heard of the other's yet, whose notice is under way."""
    one, other = Preferences(storage), Preferences(storage)
    assert await one.user_settings(ANN) == await other.user_settings(ANN)
    await other.change_user_settings(ANN, private=Private.DM)
    changed = await one.change_user_settings(ANN, language="uk")
    assert changed == await storage.choice(Person, ANN) == Person(ANN, Private.DM, language="uk")


async def test_choice_that_changed_while_read_is_read_anew(storage: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for a change that changes nothing, as of the language that Discord shows with every click."""
    one, other, read = Preferences(storage), Preferences(storage), storage.choice

    async def overtaken(*key: Any) -> Any:
        found = await read(*key)
        monkeypatch.undo()
        await other.change_user_settings(ANN, language="uk")
        one.evict(user=ANN)
        return found

    monkeypatch.setattr(storage, "choice", overtaken)
    await one.change_user_settings(ANN, locale=None)
    assert await one.user_settings(ANN) == Person(ANN, language="uk")


async def test_changes_that_come_at_once_all_count(storage: Store) -> None:
    """A DM that is refused while its reader chooses a language undoes no choice; all of it is on the disk."""
    preferences = Preferences(storage)
    changes = ({"dm_closed": True}, {"language": "uk"}, {"locale": "de"}, {"pictures": False})
    await asyncio.gather(*(preferences.change_user_settings(ANN, **change) for change in changes))
    wanted = Person(ANN, dm_closed=True, language="uk", locale="de", pictures=False)
    assert await storage.choice(Person, ANN) == await preferences.user_settings(ANN) == wanted
    await preferences.change(Server, CASTLE, pictures=False)
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
            await keep(Person(ANN, locale="de"))
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
    wanted = Person(ANN, language="uk", locale="de")
    assert await second == await preferences.user_settings(ANN) == await storage.choice(Person, ANN) == wanted


@patch("bot.tables.preferences.REMEMBERED", 3)
async def test_only_so_many_are_kept_in_memory(storage: Store) -> None:
    """The others are read again."""
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
        await preferences.change(Server, server, language="uk")
    await preferences.change(TableDefaults, 7, pace="week")
    await storage.store_choices(Follow(7, "oriflamme", ANN, Delivery.DM))
    assert await preferences.erase_absent_guilds({5}, 100.0, 50.0) == 0
    assert await Preferences(storage).erase_absent_guilds({5}, 140.0, 90.0) == 0
    await preferences.change(Server, 8, language="en")
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


# Choices written by hand

CHANGE = Statement("UPDATE choices SET document = :document, seal = :seal WHERE kind = :kind AND key = :key")
FAR = 1e18
PATIENCE = 30.0
"""Seconds in which the busiest machine goes round once."""


async def write(court: Evening, choice: object, **fields: Any) -> None:
    """Store a choice, change fields of its document by hand with a seal that fits, and forget what was remembered."""
    await court.storage.store_choices(choice)
    row = keyed_documents.choice_row(choice)
    document = json.dumps({**json.loads(row["document"]), **fields})
    seal = documents.document_seal(row["kind"], row["key"], document)
    await court.storage.database.change(Change(CHANGE, {**row, "document": document, "seal": seal}))
    court.bot.preferences.evict()


def faults(court: Evening) -> list[str]:
    """Return of which kinds `verify` finds choices that aren't what was written."""
    assert isinstance(court.storage.database, SqliteDatabase)
    found = backends.verify(court.database, GAMES)
    return [str(dict(each.what.facts)["part"]) for each in found]


@pytest.mark.parametrize("fields", [{"zone": "Mars/Base"}, {"quiet": [-5, 9999]}, {"away": FAR}, {"digest": FAR}])
async def test_impossible_times_count_as_never_chosen(
    court: Evening, fields: dict[str, Any], errors: pytest.LogCaptureFixture
) -> None:
    """Everybody at that person's table is called, and what is due is done; the log says in a line where to look."""
    ann, _ = await court.seat_first(2)
    wanted = TimeSettings(ann.id, Reminders.DIGEST, "Europe/Kyiv", (60, 120), NOON + 60, away=NOON + 60)
    await write(court, wanted, **fields)

    for guest in (await asked(court),) * 2:
        await one_turn(guest)
        await passes(court, 3600)

    assert faults(court) == ["habits"]
    assert await court.bot.preferences.time_settings(ann.id) == TimeSettings(ann.id)
    assert {each.getMessage().partition(";")[0] for each in errors.records if each.levelno >= logging.ERROR} == {
        "What somebody chose is damaged, and counts as never chosen"
    }


@pytest.mark.parametrize("date", ["", "tomorrow", "2026-02-30", "9999-12-31", None])
async def test_damaged_day_holds_up_no_other_day(court: Evening, ann: Guest, date: str | None) -> None:
    """A deal of a day that can't be, or a result of another key, for which it would go round for ever.

    The day of all others is closed all the same, once.
    """
    table = await finish(court, await begin(ann))
    (entry,) = await court.storage.choices(Entry)
    if date is None:
        await write(court, entry, date="2026-01-01")
    else:
        await write(court, Deal(date, GAME, b"s" * 32, 1, due=NOON))

    await passes(court, DAY)

    assert faults(court) == ["daily-entry" if date is None else "daily-deal"]
    assert (await court.storage.choice(Deal, TODAY, GAME)).state is State.OVER
    assert await status_of(court, table.id) is Status.OVER


async def test_call_of_an_impossible_moment_is_damaged(court: Evening, ann: Guest) -> None:
    """`/privacy show` says all the rest."""
    await write(court, Call(court.server.id, ann.id, TODAY, 5, 6, due=NOON), due=FAR)

    shown = await ann.command("privacy show")

    assert words("privacy-title") in shown.private
    assert faults(court) == ["daily-call"]


async def test_table_of_an_impossible_moment_is_damaged(court: Evening, errors: pytest.LogCaptureFixture) -> None:
    """Its people read all that is kept about them but this one table."""
    ann, _ = await court.seat_first(2)
    row = documents.table_row(replace(await court.table_record(), created=FAR))
    changed = Statement("UPDATE tables SET document = :document, seal = :seal, created = :created WHERE id = :id")
    await court.storage.database.change(Change(changed, row))

    exported = await ann.command("privacy export")

    assert exported.message.attachments
    assert "Table 1 is damaged" in errors.text
    assert [str(each.what.key) for each in backends.verify(court.database, GAMES)] == ["fault-table"]


@pytest.mark.parametrize("wanted", [Reminders.DIGEST, Reminders.CHANNEL])
async def test_digest_asked_for_too_early_waits(court: Evening, wanted: Reminders) -> None:
    """A column that no seal covers says when a row is looked at; it is put right, and nobody is written to for it."""
    ann, _ = await court.seat_first(2)
    settings = TimeSettings(ann.id, wanted, "Europe/Kyiv")
    due = settings.next_digest(NOON) if wanted is Reminders.DIGEST else None
    await court.storage.store_choices(replace(settings, digest=due))
    early = Statement("UPDATE choices SET due = :due WHERE kind = 'habits'")
    await court.storage.database.change(Change(early, {"due": NOON + 1}))

    await asyncio.wait_for(passes(court, 60), PATIENCE)

    assert ann.dms == []
    assert faults(court) == []
    assert await court.storage.choices(TimeSettings, due=court.clock.now) == []


# New options

RECORDS: Mapping[str, str] = {
    "    advice: bool = False\n": "    house: bool = False\n",
    "    dm_closed: bool = False\n": "    color: str | None = None\n",
}
"""The line that each record gets, in front of one that it has."""
FACE: Mapping[str, str] = {
    '    "pictures": choice("pictures", {"server"': (
        '    "color": choice("color", {"none": None, "red": "red", "teal": "teal"}, "settings-color"),\n'
    )
}
WORDS = """
customs-house-on = {mark} The duke may be played
customs-house-off = {mark} No duke is played
house-allow = {mark} With the duke
house-allow-about = {mark} he may be played
house-forbid = {mark} Without the duke
house-forbid-about = {mark} nobody plays him
lobby-house = {mark} The duke may be played here.
allowed-house = {mark} the duke
settings-color-pick = {mark} Which color do you like best?
settings-color-none = {mark} No color
settings-color-red = {mark} Red
settings-color-teal = {mark} Teal
settings-color-none-now = {mark} You like no color.
settings-color-red-now = {mark} You like red.
settings-color-teal-now = {mark} You like teal.
"""


def write_before(path: Path, lines: Mapping[str, str]) -> None:
    """Write lines in front of others, each of which stands in a file once."""
    source = path.read_text(encoding="utf-8")
    for place, line in lines.items():
        assert source.count(place) == 1
        source = source.replace(place, line + place)
    path.write_text(source, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.soak
def test_new_option_needs_a_record_and_words(tmp_path: Path) -> None:
    """No statement, no migration, no command, no handler: `house_rule` plays what comes of it."""
    copy = copied(tmp_path / "later")
    write_before(copy / "bot/storage/records.py", RECORDS)
    write_before(copy / "bot/faces/settings.py", FACE)
    for locale in locales():
        words = WORDS.format(mark=locale.upper())
        with (copy / f"bot/locales/{locale}/settings.ftl").open("a", encoding="utf-8") as file:
            file.write(words)

    done = examine(copy, "tests/bot/house_rule.py")

    assert done.returncode == 0, done.stdout
