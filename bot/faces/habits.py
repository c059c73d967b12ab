"""What a person has chosen about time, in words, and the selects for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.clocks.time_settings import Reminders, TimeSettings
from bot.faces.components import Parts, option, select
from bot.faces.ids import click
from bot.texts.fluent import Language
from engine.scene import Value

UTC = "UTC"
CONFIRMS: Mapping[str, bool] = MappingProxyType({"ask": True, "trust": False})
"""Whether a bid above one's means asks once more, by the name of the choice."""
OFFERED: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {"reminders": MappingProxyType({each.value: each for each in Reminders}), "bids": CONFIRMS}
)
"""What a select offers, by what is chosen there."""


def told(habits: TimeSettings, reader: Language, names: Mapping[str, Value]) -> list[str]:
    """Return what a person has chosen about time, in sentences; `names` are the commands as facts."""
    return [
        reader.text(f"settings-reminders-{habits.reminders.value}-now"),
        _quiet(habits, reader, names),
        reader.text(f"settings-bids-{named(CONFIRMS, habits.confirms)}-now"),
    ]


def _quiet(habits: TimeSettings, reader: Language, names: Mapping[str, Value]) -> str:
    zone = habits.zone or UTC
    if habits.quiet is None:
        return reader.text("settings-quiet-none-now", zone=zone, **names)
    begin, end = map(clock_face, habits.quiet)
    return reader.text("settings-quiet-now", begin=begin, end=end, zone=zone)


def menus(habits: TimeSettings, reader: Language) -> list[Parts]:
    """Return the selects with which a person chooses how to be reminded, and whether a bid asks once more."""
    chosen = {"reminders": habits.reminders.value, "bids": named(CONFIRMS, habits.confirms)}
    return [_menu(what, tuple(OFFERED[what]), now, reader) for what, now in chosen.items()]


def _menu(what: str, values: Sequence[str], now: str, reader: Language) -> Parts:
    options = [option(reader.text(f"settings-{what}-{each}"), each, default=each == now) for each in values]
    return [select(reader.text(f"settings-{what}-pick"), click("habits", what), options, (1, 1))]


def named(offered: Mapping[str, object], kept: object) -> str:
    """Return the name of the choice that is kept."""
    return next(name for name, value in offered.items() if value == kept)


def clock_face(minute: int) -> str:
    """Return a minute of the day as clocks show it: "22:30"."""
    return f"{minute // 60:02}:{minute % 60:02}"
