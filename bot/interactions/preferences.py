"""What people choose for themselves and for their servers: the panels, and everything that keeps a choice."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from itertools import chain
from typing import Any

from bot.clocks.time_settings import Reminders, parse_minute, quiet_hours, zone_names
from bot.faces import hooks, preferences
from bot.faces.hooks import FEATURES
from bot.faces.pictured import pictures_for_table
from bot.faces.preferences import CUSTOMS, PERSONAL, SHARED, TIMES, Preferences
from bot.host import deadline
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.storage.port import StorageError
from bot.storage.records import Server
from bot.tables.refusals import GuildOnly, NotManager, UnknownClick, WrongQuiet
from bot.texts import fluent

log = logging.getLogger(__name__)

ANEW: Mapping[str, Mapping[str, Any]] = {"hand": {"dm_closed": False, "dm_told": False}}
"""What a choice changes besides: whoever chooses where the hand is shown gives closed DMs another chance."""


async def settings(request: Request, what: str = "hand") -> None:
    """Show what a person has chosen; if something was picked in the select of `what`, keep it first."""
    if what not in {*PERSONAL, *TIMES}:
        raise UnknownClick
    picked = request.values
    await choose(request, {what: picked[0]} if picked else {})


async def choose(request: Request, picked: Mapping[str, str]) -> None:
    """Keep what a person chooses, if anything, and show all that this person has chosen."""
    changes, times = _changes(picked, PERSONAL, TIMES)
    for what in picked:
        changes |= ANEW.get(what, {})
    if times:
        await _change_times(request, **times)
    if changes:
        await _change_person(request, **changes)
    else:
        request.person = await request.services.preferences.person(request.user)
    user, services, server = request.user, request.services, request.guild
    keeping = [each.choices for each in FEATURES if each.choices]
    told = [await each.lines(services.storage, user, server, request.language) for each in keeping]
    habits = await services.preferences.habits(user)
    chosen = preferences.Chosen(request.person, habits, [line for lines in told for line in lines])
    await request.answer(preferences.settings(chosen, request.locale, request.language, services.home, request.names))
    await remember(request)


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
    await _change_times(request, quiet=hours, zone=place)
    await choose(request, {})


async def server(request: Request, what: str) -> None:
    """Keep what was picked for a server in the select of `what`."""
    picked = request.values
    if not picked:
        raise UnknownClick
    await choose_for_server(request, {what: picked[0]})


async def choose_for_server(request: Request, picked: Mapping[str, str]) -> None:
    """Keep what is chosen for a server, if anything, and show all that is; for those who manage it."""
    guild, locale = managed(request), request.interaction.guild_locale
    changes, wanted = _changes(picked, SHARED, CUSTOMS)
    if locale is not None:
        changes["locale"] = locale.value
    chosen = await _change_server(request.services, guild, **changes)
    customs = await request.services.preferences.change_customs(guild, **wanted)
    more = await hooks.server_settings(request)
    page = preferences.server(chosen, customs, request.language, request.services.home, request.names, more)
    await request.answer(page)


def managed(request: Request) -> int:
    """Return the server that a person manages, where they ask; raise `GuildOnly` or `NotManager`."""
    guild = request.interaction.guild_id
    if guild is None:
        raise GuildOnly
    if not request.interaction.permissions.manage_guild:
        raise NotManager
    return guild


async def remember(request: Request) -> None:
    """Keep which language Discord shows a person, for what is written to them without being asked."""
    try:
        with deadline.ignore_changes():
            await _change_person(request)
    except StorageError as error:
        # The person has been answered, and loses nothing.
        log.warning("which language Discord shows a person could not be kept: %s", error)


async def notice(request: Request) -> None:
    """Keep which language Discord shows a server, for what is written there when nobody asks."""
    guild, locale = request.guild, request.interaction.guild_locale
    if guild is None or locale is None:
        return
    try:
        if (await request.services.preferences.server(guild)).locale == locale.value:
            return
        with deadline.ignore_changes():
            await _change_server(request.services, guild, locale=locale.value)
    except StorageError as error:
        log.warning("which language Discord shows a server could not be kept: %s", error)


def _changes(picked: Mapping[str, str], *offered: Preferences) -> list[dict[str, Any]]:
    """Return what was picked as changes of the record of each kind that is offered; raise UnknownClick for all else."""
    if not picked.keys() <= {*chain.from_iterable(offered)}:
        raise UnknownClick
    try:
        return [
            {kind[what].field: kind[what].values[value] for what, value in picked.items() if what in kind}
            for kind in offered
        ]
    except KeyError:
        raise UnknownClick from None


async def _change_person(request: Request, **choice: Any) -> None:
    """Keep what a person chooses, by which the answer goes already; show the tables anew at which it is seen."""
    services, user = request.services, request.user
    before = await services.preferences.person(user)
    request.person = after = await services.preferences.change_person(user, **choice, locale=request.locale)
    if fluent.known_language(before) != fluent.known_language(after):
        for table in await services.storage.find(user=user):
            told_in = await services.audience.language(table.guild)
            if fluent.reading_language(before, told_in) != fluent.reading_language(after, told_in):
                services.announcer.touch(table.id)


async def _change_times(request: Request, **changes: Any) -> None:
    """Keep choices about time, and when a digest is due from now on."""
    kept, user = request.services.preferences, request.user
    after = await kept.change_habits(user, **changes)
    digest = after.next_digest(request.tables.now()) if after.reminders is Reminders.DIGEST else None
    await kept.change_habits(user, digest=digest)
    if digest is not None:
        request.tables.schedule.hear(digest)


async def _change_server(services: Services, guild: int, **choice: Any) -> Server:
    """Keep what is chosen for a server, and show its running tables anew if they look different now."""
    before = await services.preferences.server(guild)
    after = await services.preferences.change_server(guild, **choice)
    if _look(services, before) != _look(services, after):
        for table in await services.storage.find(guild=guild):
            services.announcer.touch(table.id)
    return after


def _look(services: Services, chosen: Server) -> tuple[str, bool]:
    return fluent.public_language(chosen, services.home).locale, pictures_for_table(chosen)
