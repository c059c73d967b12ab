"""What stands under a table in its channel, for whoever sits there and reads it elsewhere, as in a DM."""

from __future__ import annotations

from bot.faces import clocks, vacancies
from bot.faces.components import Parts, button, click
from bot.faces.words import Speaker
from bot.storage.records import Status, TableRecord
from engine.scene import Seat


def standing(table: TableRecord, speaker: Speaker) -> list[str]:
    """Return who has time until when, who is late or away, which seats are free, and what others want."""
    return [*clocks.standing(table, speaker), *vacancies.standing(table, speaker)]


def rows(table: TableRecord, seat: Seat, speaker: Speaker) -> list[Parts]:
    """Return what somebody with a seat can press about time and seats, what commands in the channel do besides."""
    if table.status is not Status.PLAYING:
        return []
    timed = [part for row in clocks.table_buttons(table, speaker.language, pauses=True) for part in row]
    leave = button(speaker.text("button-leave-game"), click("leaving", table.id))
    return [[*timed, leave], *vacancies.rows(table, speaker, own=seat)]
