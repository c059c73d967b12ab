"""What a person has chosen about time, in words, and the select for reminders."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clocks.habits import Habits, Reminders
from bot.faces.answers import Parts, option, select
from bot.faces.ids import click
from bot.texts.fluent import Language
from engine.scene import Value

UTC = "UTC"


def told(habits: Habits, reader: Language, names: Mapping[str, Value]) -> list[str]:
    """Return what a person has chosen about time, in sentences; `names` are the commands as facts."""
    lines = [reader.text(f"settings-reminders-{habits.reminders.value}-now")]
    zone = habits.zone or UTC
    if habits.quiet is None:
        return [*lines, reader.text("settings-quiet-none-now", zone=zone, **names)]
    begin, end = map(clock_face, habits.quiet)
    return [*lines, reader.text("settings-quiet-now", begin=begin, end=end, zone=zone)]


def menu(habits: Habits, reader: Language) -> Parts:
    """Return the select with which a person chooses how to be reminded."""
    options = [
        option(reader.text(f"settings-reminders-{each.value}"), each.value, default=each is habits.reminders)
        for each in Reminders
    ]
    return [select(reader.text("settings-reminders-pick"), click("habits", "reminders"), options, (1, 1))]


def clock_face(minute: int) -> str:
    """Return a minute of the day as clocks show it: "22:30"."""
    return f"{minute // 60:02}:{minute % 60:02}"
