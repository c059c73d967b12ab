"""Private notes: written in a dialog, shown to their person alone, exported, and gone with the person or the table."""

from __future__ import annotations

import json
from dataclasses import replace
from unittest.mock import patch

import pytest

from bot.faces.scene_text import Localizer
from bot.features import notes
from bot.features.notes import PrivateNote
from bot.storage.records import Status, TableId
from bot.texts.fluent import language
from bot.texts.names import People
from tests.bot.clocked import asked
from tests.bot.features.test_privacy import begun, deleted, exported
from tests.bot.party import FIRST, seat_of, take_seat
from tests.bot.server import Answer, Evening, Guest, text, verbs, words
from tests.bot.storage.samples import full

pytestmark = [pytest.mark.slow, pytest.mark.seed(2)]
NOTE = "Bo holds the *gold*, @everyone.\nKeep the abbey for the end."
SHOWN = "Bo holds the"


async def dialog(guest: Guest) -> Answer:
    """Let somebody open the dialog of the own note."""
    return await guest.press("note", await guest.press("hand"))


async def written(guest: Guest, note: str = NOTE) -> str:
    """Let somebody write a note; return the view that shows it."""
    return (await guest.fill_in(await dialog(guest), note=note)).text


@pytest.mark.usefixtures("says")
async def test_a_note_is_kept_in_a_dialog_and_begins_above_the_question(court: Evening, ann: Guest, bo: Guest) -> None:
    """Its first line in the private view, all of it in the dialog; emptied it is gone."""
    await court.seat(ann, bo)
    shown = await written(ann)
    assert SHOWN in shown
    assert "abbey" not in shown
    assert "@everyone" not in shown
    assert "*gold*" not in shown.replace("\\*", "")
    mover = await asked(court)
    assert (SHOWN in (await mover.press("play")).text) == (mover == ann)
    assert (await dialog(ann)).stands == {"note": NOTE}
    assert await court.storage.choice(PrivateNote, 1, ann.id) == PrivateNote(FIRST, ann.id, NOTE)
    assert SHOWN not in await written(ann, "")
    assert await court.storage.choices(PrivateNote, user=ann.id) == []


async def test_nobody_else_ever_reads_a_note(court: Evening) -> None:
    """Neither at the table nor in public, nor who takes the seat, nor in anybody's export; a restart keeps it.

    Where the database fails its person reads all else.
    """
    ann, bo, cy, *_ = court.guests
    await begun(court)
    await written(ann)
    await court.restart()
    with patch.object(court.bot.preferences, "get", full):
        shown = await ann.press("hand")
    assert (SHOWN in shown.text, "note" in verbs(shown)) == (False, True)
    assert SHOWN in (await ann.press("hand")).text
    assert not [message for message in court.public() if SHOWN in text(message)]
    assert SHOWN not in (await bo.press("hand")).text
    await take_seat(cy, await seat_of(ann))
    assert SHOWN not in (await cy.press("hand")).text
    assert (await dialog(cy)).stands == {"note": ""}
    others = [sent for sent in court.record.sent if sent.reader != ann.id]
    assert not [sent.reader for sent in others if SHOWN in json.dumps(sent.payload)]
    for stranger in (bo, cy):
        assert (await exported(stranger))["notes"] == []
    assert SHOWN not in "\n".join(line.told for line in await court.storage.log(FIRST))


async def test_who_doesnt_sit_there_writes_no_note(court: Evening) -> None:
    """Nor does anybody before the game has begun: what is written then would outlive its table."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    for guest in (ann, cy):
        await guest.forge("note:1", lobby)
    await ann.press("start", lobby)
    await cy.forge("note:1")
    await cy.forge("noted:1")
    assert await court.storage.choices(PrivateNote) == []


async def test_a_note_is_exported_and_forgotten_with_its_person(court: Evening) -> None:
    """/privacy counts it, hands it over whole, and deletes it, at a table that goes on as well.

    It goes with its table, also that of who has left the seat since; a note on another table stays.
    """
    ann, bo, cy, *_ = court.guests
    await begun(court)
    await written(ann)
    await written(bo, "Mine.")
    assert words("privacy-notes", count=1) in (await ann.command("privacy show")).private
    assert (await exported(ann))["notes"] == [{"table": 1, "note": NOTE}]
    await deleted(ann)
    storage = court.storage
    assert [each.user for each in await storage.choices(PrivateNote)] == [bo.id]
    await storage.store_choices(PrivateNote(TableId(2), cy.id, "Another table."))
    await take_seat(cy, await seat_of(bo))
    over = await storage.save(replace(await court.table_record(), status=Status.ENDED))
    await storage.delete(over)
    assert [each.table for each in await storage.choices(PrivateNote)] == [2]


def test_the_line_of_a_note_is_short_and_harmless() -> None:
    """It says that there is more; nothing in it pings, formats or hides."""
    localizer = Localizer(language("en"), People((), ()))
    assert notes.note_line("One\nTwo", localizer) == "-# 📝 One …"
    assert notes.note_line("One", localizer) == "-# 📝 One"
    assert len(notes.note_line("x" * 999, localizer)) <= len("-# 📝 ") + notes.LINE
    assert notes.note_line("# **a** <@1>\u202e", localizer) == "-# 📝 \\# \\*\\*a\\*\\* \\<@\u200b1\\>"
