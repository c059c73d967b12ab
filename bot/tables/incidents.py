"""What happened at a table besides its moves, in words: each stands in the log behind the move that it followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.storage.records import Incident, Kind, Sitter
from bot.tables.entries import Line
from bot.texts.names import NAMELESS, bold_name, rival_name, without_rival_mark
from engine.scene import Text, say

BEGINNING = 0
"""The number of the line that stands for no move, but for the beginning."""
TOLD = frozenset({Kind.SEATED, Kind.ADVISED})
"""What stands in the log."""


def woven(lines: Sequence[Line], incidents: Sequence[Incident], after: int) -> list[Line]:
    """Return the lines of the moves after one, with what happened besides; before the first move in one of its own."""
    told = _told(incidents)
    begun = [Line(BEGINNING, None, told[BEGINNING], None)] if after == BEGINNING and BEGINNING in told else []
    besides = (replace(line, told=(*line.told, *told[line.seq])) if line.seq in told else line for line in lines)
    return [*begun, *besides]


def _told(incidents: Sequence[Incident]) -> dict[int, tuple[Text, ...]]:
    """Return what happened after each move; who held a seat from the beginning is no news."""
    told: dict[int, tuple[Text, ...]] = {}
    held: dict[int, Sitter] = {}
    for each in incidents:
        if each.kind not in TOLD:
            continue
        before = held.get(each.seat)
        if each.kind is Kind.SEATED:
            held[each.seat] = each.sitter
        if each.kind is Kind.ADVISED or before is not None:
            told[each.after] = (*told.get(each.after, ()), _text(each, before))
    return told


def _text(incident: Incident, before: Sitter | None) -> Text:
    sitter, number = incident.sitter, incident.seat + 1
    if incident.kind is Kind.ADVISED:
        return say("incident-advised", player=bold_name(sitter.name), level=say(f"level-{sitter.level}"))
    if before is not None and before.person == sitter.person and sitter.person:
        key = "incident-back" if sitter.level is None else "incident-cared"
        return say(key, player=bold_name(sitter.name), level=_level(sitter))
    was = NAMELESS if before is None else shown(before)
    return say("incident-seated", player=bold_name(shown(sitter)), was=bold_name(was), number=number)


def shown(sitter: Sitter) -> str:
    """Return a sitter's name with the mark of rivals."""
    return rival_name(sitter.name) if sitter.level and not sitter.person else without_rival_mark(sitter.name)


def _level(sitter: Sitter) -> Text | str:
    return say(f"level-{sitter.level}") if sitter.level else ""
