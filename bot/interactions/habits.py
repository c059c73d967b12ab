"""What people choose about time for themselves: how they are reminded, and when nobody calls them."""

from __future__ import annotations

from typing import Any

from bot.clocks.time_settings import Reminders, parse_minute, quiet_hours, zone_names
from bot.faces.habits import CONFIRMS
from bot.interactions import preferences
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick, WrongQuiet


async def habits(request: Request, what: str) -> None:
    """Keep what was picked in the select of `what`, and show all that this person has chosen."""
    picked = request.values
    if what not in CHOOSING or not picked:
        raise UnknownClick
    await CHOOSING[what](request, picked[0])


async def remind(request: Request, way: str) -> None:
    """Keep how a person is reminded."""
    if way not in set(Reminders):
        raise UnknownClick
    await _change(request, reminders=Reminders(way))


async def bids(request: Request, way: str) -> None:
    """Keep whether a bid above a person's means asks once more."""
    if way not in CONFIRMS:
        raise UnknownClick
    await _change(request, confirms=CONFIRMS[way])


CHOOSING = {"reminders": remind, "bids": bids}
"""Who keeps what was picked in a select."""


async def quiet(request: Request, begin: str, end: str, zone: str | None) -> None:
    """Keep in which hours nobody calls a person, where the clocks are those of a zone; the same twice: in none."""
    known = await request.services.preferences.habits(request.person.user)
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
    services, user = request.services, request.person.user
    after = await services.preferences.change_habits(user, **changes)
    digest = after.next_digest(services.tables.now()) if after.reminders is Reminders.DIGEST else None
    await services.preferences.change_habits(user, digest=digest)
    if digest is not None:
        services.tables.schedule.hear(digest)
    await preferences.choose(request, {})
