"""Choices that somebody has written by hand, sealed as they should be: they cost nobody but their owner anything."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.clocks.table_clock import DAY
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.features.daily.records import Call, Deal, Entry, State
from bot.storage import backends, documents, keyed_documents
from bot.storage.port import Change, Statement
from bot.storage.records import Status
from bot.storage.sqlite.database import SqliteDatabase
from engine.games import GAMES
from tests.bot.clock import NOON
from tests.bot.clocked import asked, one_turn, passes
from tests.bot.features.daily.test_daily import GAME, TODAY, begin, finish
from tests.bot.server import Evening, words

pytestmark = [pytest.mark.clocked(rival_seconds=0.01), pytest.mark.usefixtures("quick_pars", "two_deals")]
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
    court.bot.preferences.clear()


def faults(court: Evening) -> list[str]:
    """Return of which kinds `verify` finds choices that aren't what was written."""
    assert isinstance(court.storage.database, SqliteDatabase)
    found = backends.verify(court.database, GAMES)
    return [str(dict(each.what.facts)["part"]) for each in found]


async def test_entry_of_another_key_is_damaged(court: Evening) -> None:
    """The day closes once, where it went round for ever: the row stayed due, and another one was written."""
    table = await finish(court, await begin(court.guests[0]))
    (entry,) = await court.storage.choices(Entry)
    await write(court, entry, date="2026-01-01")

    await passes(court, DAY)

    assert faults(court) == ["daily-entry"]
    assert (await court.storage.choice(Deal, TODAY, GAME)).state is State.OVER
    assert (await court.table(table.id)).status is Status.OVER


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


@pytest.mark.parametrize("date", ["", "tomorrow", "2026-02-30", "9999-12-31"])
async def test_impossible_date_holds_up_no_other_day(court: Evening, date: str) -> None:
    """A deal of a day that can't be: the day of all others is closed all the same."""
    await finish(court, await begin(court.guests[0]))
    await write(court, Deal(date, GAME, b"s" * 32, 1, due=NOON))

    await passes(court, DAY)

    assert faults(court) == ["daily-deal"]
    assert (await court.storage.choice(Deal, TODAY, GAME)).state is State.OVER


async def test_call_of_an_impossible_moment_is_damaged(court: Evening) -> None:
    """`/privacy show` says all the rest."""
    ann = court.guests[0]
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
