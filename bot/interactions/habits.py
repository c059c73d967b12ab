"""What people choose about time for themselves: how they are reminded, and when nobody calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.clocks.time_settings import Reminders, parse_minute, quiet_hours, zone_names
from bot.faces.preferences import TIMES
from bot.interactions import preferences
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick, WrongQuiet


async def habits(request: Request, what: str) -> None:
    """Keep what was picked in the select of `what`, and show all that this person has chosen."""
    picked = request.values
    if not picked:
        raise UnknownClick
    await choose(request, {what: picked[0]})


async def choose(request: Request, picked: Mapping[str, str]) -> None:
    """Keep what a person chooses of `TIMES`, and show all that this person has chosen."""
    await _change(request, **preferences.changed(TIMES, picked))


async def quiet(request: Request, begin: str, end: str, zone: str | None) -> None:
    """Keep in which hours nobody calls a person, where the clocks are those of a zone; the same twice: in none."""
    known = await request.services.preferences.habits(request.user)
    try:
        hours = quiet_hours(parse_minute(begin), parse_minute(end))
    except ValueError:
        raise WrongQuiet from None
    place = zone or known.zone
    if place is not None and place not in zone_names():
        raise WrongQuiet
    await _change(request, quiet=hours, zone=place)


async def _change(request: Request, **changes: Any) -> None:
    """Keep choices, and when a digest is due from now on."""
    services, user = request.services, request.user
    after = await services.preferences.change_habits(user, **changes)
    digest = after.next_digest(services.tables.now()) if after.reminders is Reminders.DIGEST else None
    await services.preferences.change_habits(user, digest=digest)
    if digest is not None:
        services.tables.schedule.hear(digest)
    await preferences.choose(request, {})
