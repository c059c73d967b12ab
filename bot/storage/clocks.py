"""The clocks of tables, when Herald was down, and people's choices about time, as rows and back, for any database."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter, ValidationError

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.clocks.timeline import Stretch
from bot.storage import chain
from bot.storage.chain import Row
from bot.storage.records import TableId

log = logging.getLogger(__name__)

FORM: TypeAdapter[Clock] = TypeAdapter(Clock)
HABITS: TypeAdapter[Habits] = TypeAdapter(Habits)
OUTAGES_SEAL = "outages"
"""The note that seals when Herald was down: all of it together, so that a row that is lost is missed."""
OUTAGES = f"""
SELECT begin, until, value AS seal
FROM (SELECT 1) AS one LEFT JOIN outages ON TRUE LEFT JOIN notes ON key = '{OUTAGES_SEAL}' ORDER BY begin
"""  # noqa: S608 # a constant of our own
"""When Herald was down, in one statement with its seal: nobody writes between the two. Without any, a row is empty."""


def clock(table: TableId, known: Clock) -> tuple[int, str, bytes, float | None]:
    """Return how the clocks of a table stand as a row: the table, the clocks, their seal, and when they are due.

    What is as in a clock that never ran is left out, which is most of it.
    """
    kept = table, FORM.dump_json(known, exclude_defaults=True).decode()
    return *kept, chain.seal(chain.written(kept)), known.due


def clock_of(row: Row) -> Clock | None:
    """Return the clocks of a whole row, None if it has none; damaged ones count for none, said in the log.

    Whoever has lost them loses no table: it waits for everybody.
    """
    if row["clocks"] is None:
        return None
    if whole(row):
        try:
            return FORM.validate_json(row["clocks"])
        except ValidationError:
            pass
    log.error("The clocks of table %s are damaged, and stand still; `python -m bot verify` says more", row["id"])
    return None


def whole(row: Row) -> bool:
    """Tell whether the clocks of a whole row are what was sealed, if there are any."""
    return row["clocks"] is None or row["clock_seal"] == chain.seal(chain.written((row["id"], row["clocks"])))


def timely(row: Row) -> bool:
    """Tell whether a table with sound clocks is looked at no later than they say."""
    return row["clocks"] is None or _due(FORM.validate_json(row["clocks"]).due, row["clock_due"])


def habits(known: Habits) -> tuple[int, str, bytes, float | None]:
    """Return what a person has chosen about time as a row: the user, the choices, their seal, and the next digest."""
    kept = known.user, HABITS.dump_json(known).decode()
    return *kept, chain.seal(chain.written(kept)), known.digest


def habits_of(user: int, row: Row | None) -> Habits:
    """Return what a person has chosen about time; damaged choices count as never made, said in the log."""
    if row is None:
        return Habits(user)
    if habits_whole(row):
        try:
            return HABITS.validate_json(row["habits"])
        except ValidationError:
            pass
    log.error("What somebody chose is damaged, and counts as never chosen; `python -m bot verify` says more")
    return Habits(user)


def habits_whole(row: Row) -> bool:
    """Tell whether what a person has chosen about time is what was sealed."""
    return bool(row["seal"] == chain.seal(chain.written((row["user"], row["habits"]))))


def habits_sound(row: Row) -> bool:
    """Tell whether what a person has chosen is what was sealed, and the digest comes no later than it says."""
    return habits_whole(row) and _due(HABITS.validate_json(row["habits"]).digest, row["digest"])


def outages_of(found: Sequence[Row]) -> Sequence[Stretch] | None:
    """Return when Herald was down, oldest first, from the rows of OUTAGES; None if that isn't what was sealed.

    What older Heralds have kept has no seal, and is taken as it is.
    """
    return _stretches(found) if found[0]["seal"] in {None, outages_seal(found)} else None


def outages_seal(found: Iterable[Row]) -> str:
    """Return the seal of the rows of OUTAGES, as it is noted."""
    return chain.seal(chain.written(moment for stretch in _stretches(found) for moment in stretch)).hex()


def _stretches(found: Iterable[Row]) -> Sequence[Stretch]:
    return [(row["begin"], row["until"]) for row in found if row["begin"] is not None]


def _due(known: float | None, looked_at: float | None) -> bool:
    """Tell whether it is looked at in time what is due; earlier is right, too: the host's clock may have gone back."""
    if known is None or looked_at is None:
        return known is looked_at
    return looked_at <= known
