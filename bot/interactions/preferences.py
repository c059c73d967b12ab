"""What people choose for themselves and for their servers: the panels, and everything that keeps a choice."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from bot.faces import hooks, preferences
from bot.faces.hooks import FEATURES
from bot.faces.pictured import pictures_for_table
from bot.faces.preferences import CUSTOMS, PERSONAL, SHARED, Preferences
from bot.host import deadline
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.storage.port import StorageError
from bot.storage.records import Server
from bot.tables.refusals import GuildOnly, NotManager, UnknownClick
from bot.texts import fluent

log = logging.getLogger(__name__)

ANEW: Mapping[str, Mapping[str, Any]] = {"hand": {"dm_closed": False, "dm_told": False}}
"""What a choice changes besides: whoever chooses where the hand is shown gives closed DMs another chance."""


async def settings(request: Request, what: str = "hand") -> None:
    """Show what a person has chosen; if something was picked in the select of `what`, keep it first."""
    if what not in PERSONAL:
        raise UnknownClick
    picked = request.values
    await choose(request, {what: picked[0]} if picked else {})


async def choose(request: Request, picked: Mapping[str, str]) -> None:
    """Keep what a person chooses, if anything, and show all that this person has chosen."""
    changes = changed(PERSONAL, picked)
    for what in picked:
        changes |= ANEW.get(what, {})
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


async def server(request: Request, what: str) -> None:
    """Keep what was picked for a server in the select of `what`."""
    picked = request.values
    if not picked:
        raise UnknownClick
    await choose_for_server(request, {what: picked[0]})


async def choose_for_server(request: Request, picked: Mapping[str, str]) -> None:
    """Keep what is chosen for a server, if anything, and show all that is; for those who manage it."""
    guild, locale = managed(request), request.interaction.guild_locale
    changes = changed(SHARED, {what: value for what, value in picked.items() if what not in CUSTOMS})
    wanted = changed(CUSTOMS, {what: value for what, value in picked.items() if what in CUSTOMS})
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


def changed(offered: Preferences, picked: Mapping[str, str]) -> dict[str, Any]:
    """Return what was picked as changes of a record; raise UnknownClick if it can't be chosen."""
    try:
        return {offered[what].field: offered[what].values[value] for what, value in picked.items()}
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
