"""Leaving a running game for good, and freeing the seat of somebody who doesn't come any more: what is asked before."""

from __future__ import annotations

from collections.abc import Iterable

from discord import ButtonStyle

from bot.faces.answers import button
from bot.faces.ids import click
from bot.faces.layout import Page
from bot.faces.messages import title
from bot.faces.words import Speaker
from bot.storage.records import TableRecord

MOST = 5
"""How many seats a row of buttons can name."""


def confirm_leave(table: TableRecord, speaker: Speaker) -> Page:
    """Return the question whether somebody really gives up the own seat."""
    parts = [
        button(speaker.language.text("button-leave-game"), click("vacate", table.id), style=ButtonStyle.danger),
        button(speaker.language.text("button-keep"), click("keep", table.id)),
    ]
    key = "leave-confirm" if table.save else "leave-confirm-lobby"
    return Page((speaker.key(key, table=title(table, speaker)),), (parts,))


def pick_seat(table: TableRecord, seats: Iterable[int], speaker: Speaker) -> Page:
    """Return the question whose seat a moderator frees."""
    parts = [
        button(speaker.people.plain[seat], click("replace", table.id, seat), style=ButtonStyle.danger) for seat in seats
    ]
    keep = [button(speaker.language.text("button-keep"), click("keep", table.id))]
    return Page((speaker.key("replace-pick", table=title(table, speaker)),), (parts[:MOST], keep))
