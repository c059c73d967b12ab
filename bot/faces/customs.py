"""What a server wants its tables to be like, in words, and the selects for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.clocks.clock import PACES, Then
from bot.faces.components import Parts, option, select
from bot.faces.ids import click
from bot.storage.records import Customs
from bot.texts.fluent import Language

CUSTOMS: Mapping[str, Mapping[str, str | Then | bool]] = MappingProxyType(
    {
        "pace": MappingProxyType({each: each for each in PACES}),
        "then": MappingProxyType({each.value: each for each in Then}),
        "advice": MappingProxyType({"on": True, "off": False}),
        "orders": MappingProxyType({"on": True, "off": False}),
    }
)
"""What can be chosen for the tables of a server: what each value of a select stands for, by the field that keeps it."""


def label(what: str, value: str) -> str:
    """Return the key of what a choice is called."""
    return f"time-{what}-{value}" if what in {"pace", "then"} else f"customs-{what}-{value}"


def chosen(customs: Customs, what: str) -> str:
    """Return the value of a select that stands for what is kept."""
    kept = getattr(customs, what)
    return next((name for name, value in CUSTOMS[what].items() if value == kept), next(iter(CUSTOMS[what])))


def told(customs: Customs, reader: Language) -> list[str]:
    """Return what tables are like that open on a server, unless who opens them wants something else."""
    return [reader.text("customs-now"), *(f"- {reader.text(label(what, chosen(customs, what)))}" for what in CUSTOMS)]


def menus(customs: Customs, reader: Language) -> list[Parts]:
    """Return the selects with which whoever manages a server chooses."""
    return [_menu(customs, what, reader) for what in CUSTOMS]


def _menu(customs: Customs, what: str, reader: Language) -> Parts:
    now = chosen(customs, what)
    options = [option(reader.text(label(what, each)), each, default=each == now) for each in CUSTOMS[what]]
    return [select(reader.text(label(what, "pick")), click("server", what), options, (1, 1))]
