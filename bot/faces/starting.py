"""When the game of an open table begins, in a sentence, and what can be pressed about that."""

from __future__ import annotations

from collections.abc import Collection

from bot.clocks.starting import Starting
from bot.faces.components import Parts, button
from bot.faces.ids import click
from bot.faces.logbook import moment
from bot.faces.words import Speaker
from bot.storage.records import TableRecord
from engine.scene import Seat, Value, Who


def tell_beginning(table: TableRecord, fewest: int, speaker: Speaker) -> str:
    """Return when the game of an open table begins, and what that needs; it takes the `fewest` players."""
    starting = table.clock.starting if table.clock else None
    if starting is None or starting.by_hand:
        return speaker.key("starts-by-hand", player=_people(table, {table.opener}))
    missed = [speaker.key("starts-missed")] if starting.missed else []
    return " ".join([*missed, *_asked(table, starting, speaker), *_by_itself(table, starting, fewest, speaker)])


def _asked(table: TableRecord, starting: Starting, speaker: Speaker) -> list[str]:
    """Return who would like to begin with fewer players, and who hasn't said so."""
    if starting.asked is None:
        return []
    agreed = _people(table, starting.agreed)
    if starting.opposed:
        return [speaker.key("starts-opposed", agreed=agreed, opposed=_people(table, starting.opposed))]
    silent = {sitter.user for sitter in table.sitters if sitter.person} - {*starting.agreed}
    return [speaker.key("starts-asked", agreed=agreed, missing=_people(table, silent))]


def _by_itself(table: TableRecord, starting: Starting, fewest: int, speaker: Speaker) -> list[str]:
    """Return when the game begins if nobody presses anything more."""
    if starting.at is not None:
        fills = [speaker.key("starts-fill")] if starting.fill else []
        return [speaker.key("starts-at", time=moment(starting.at, "f"), when=moment(starting.at, "R")), *fills]
    if starting.due is None:
        enough = starting.asked is not None or len(table.sitters) < fewest
        key = "starts-waiting" if enough else "starts-enough"
        return [] if starting.opposed else [speaker.key(key, players=starting.players)]
    key = "starts-full" if starting.full is not None else "starts-unopposed"
    return [speaker.key(key, when=moment(starting.due, "R"))]


def start_buttons(table: TableRecord, speaker: Speaker) -> Parts:
    """Return the button that objects to beginning with fewer players, where somebody asked to."""
    starting = table.clock.starting if table.clock else None
    if starting is None or starting.asked is None:
        return []
    return [button(speaker.language.text("button-not-yet"), click("wait", table.id))]


def _people(table: TableRecord, users: Collection[int]) -> Value:
    return tuple(Who(Seat(seat)) for seat, sitter in enumerate(table.sitters) if sitter.user in users)
