"""Leaving a running game for good, and freeing the seat of somebody who doesn't come any more: what is asked before."""

from __future__ import annotations

from collections.abc import Iterable

from bot.faces import fairness
from bot.faces.components import Style, button
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
        button(speaker.language.text("button-leave-game"), click("vacate", table.id), style=Style.DANGER),
        button(speaker.language.text("button-keep"), click("keep", table.id)),
    ]
    ends = _ends(table, speaker)
    key = "leave-confirm" if table.save and not ends else "leave-confirm-lobby"
    return Page(("\n".join([speaker.key(key, table=title(table, speaker)), *ends]),), (parts,))


def _ends(table: TableRecord, speaker: Speaker) -> list[str]:
    """Return the warning before the last person of a match goes, which ends it."""
    alone = table.save is not None and sum(sitter.person is not None for sitter in table.sitters) == 1
    return [speaker.key("leave-ends"), *fairness.ending(table, speaker)] if alone else []


def pick_seat(table: TableRecord, seats: Iterable[int], speaker: Speaker) -> Page:
    """Return the question whose seat a moderator frees."""
    parts = [
        button(speaker.people.plain_names[seat], click("replace", table.id, seat), style=Style.DANGER) for seat in seats
    ]
    keep = [button(speaker.language.text("button-keep"), click("keep", table.id))]
    asked = speaker.key("replace-pick", table=title(table, speaker))
    return Page(("\n".join([asked, *_ends(table, speaker)]),), (parts[:MOST], keep))
