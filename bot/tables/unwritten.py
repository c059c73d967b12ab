"""State of a table that Discord was sent before the database has it, and the message that counts for its shuffle."""

from __future__ import annotations

from dataclasses import replace

from bot.storage.records import Published, TableRecord
from bot.tables.schedule import ClockChange
from engine.frozen import frozen


@frozen
class Unwritten:
    """State of a table that Discord was sent and the database lacks: it still `knows` what was `announced` before.

    `clock_change` changes the table's clocks when it is written. It is `urgent` if it had to be written at once and
    wasn't.
    """

    knows: Published
    announced: Published
    clock_change: ClockChange
    urgent: bool


def with_pledge_message(table: TableRecord, before: Published, announced: Published) -> TableRecord:
    """Return `table` with the message of `announced` as the one that shows its pledge.

    It counts only if it was posted after the secret was drawn: one that was there `before` shows nothing of it.
    """
    pledged, message = table.pledged, announced.message
    if table.save is not None or pledged is None or pledged.message is not None or message in {None, before.message}:
        return table
    return replace(table, pledged=replace(pledged, message=message))
