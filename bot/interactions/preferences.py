"""What people choose for themselves and for their servers: the panels, and everything that keeps a choice."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from bot.faces import preferences
from bot.faces.preferences import PERSONAL, SHARED, Preference
from bot.interactions.plays import values
from bot.interactions.services import ASKING, Interaction, Services
from bot.storage.port import Person, Server, StorageError
from bot.tables.preferences import pictures_for_table
from bot.tables.refusals import NoServer, NotManager, UnknownClick
from bot.texts import languages

log = logging.getLogger(__name__)

ANEW: Mapping[str, Mapping[str, Any]] = {"hand": {"dm_closed": False, "dm_told": False}}
"""What a choice changes besides: whoever chooses where the hand is shown gives closed DMs another chance."""


async def settings(services: Services, interaction: Interaction, what: str = "hand") -> None:
    """Show what a person has chosen; if something was picked in the select of `what`, keep it first."""
    if what not in PERSONAL:
        raise UnknownClick
    picked = values(interaction)
    await choose(services, interaction, {what: picked[0]} if picked else {})


async def choose(services: Services, interaction: Interaction, picked: Mapping[str, str]) -> None:
    """Keep what a person chooses, if anything, and show all that this person has chosen."""
    changes = _changes(PERSONAL, picked)
    for what in picked:
        changes |= ANEW.get(what, {})
    person = await _change_person(services, interaction, **changes) if changes else await _person(services, interaction)
    locale = interaction.locale.value
    await services.show(interaction, preferences.settings(person, locale, services.reader(interaction), services.home))
    await remember(services, interaction)


async def server(services: Services, interaction: Interaction, what: str) -> None:
    """Keep what was picked for a server in the select of `what`."""
    picked = values(interaction)
    if not picked:
        raise UnknownClick
    await choose_for_server(services, interaction, {what: picked[0]})


async def choose_for_server(services: Services, interaction: Interaction, picked: Mapping[str, str]) -> None:
    """Keep what is chosen for a server, if anything, and show all that is; for those who manage it."""
    guild = interaction.guild_id
    if guild is None:
        raise NoServer
    if not interaction.permissions.manage_guild:
        raise NotManager
    changes = _changes(SHARED, picked)
    if interaction.guild_locale is not None:
        changes["locale"] = interaction.guild_locale.value
    chosen = await _change_server(services, guild, **changes)
    view = preferences.server(chosen, services.reader(interaction), services.home, services.names(interaction))
    await services.show(interaction, view)


async def remember(services: Services, interaction: Interaction) -> None:
    """Keep which language Discord shows a person, for what is written to them without being asked."""
    try:
        await _change_person(services, interaction)
    except StorageError as error:
        # The person has been answered, and loses nothing.
        log.warning("which language Discord shows a person could not be kept: %s", error)


async def notice(services: Services, interaction: Interaction) -> None:
    """Keep which language Discord shows a server, for what is written there when nobody asks."""
    if interaction.guild_id is None or interaction.guild_locale is None:
        return
    try:
        await _change_server(services, interaction.guild_id, locale=interaction.guild_locale.value)
    except StorageError as error:
        log.warning("which language Discord shows a server could not be kept: %s", error)


def _changes(offered: Mapping[str, Preference], picked: Mapping[str, str]) -> dict[str, Any]:
    """Return what was picked as changes of a record; raise UnknownClick if it can't be chosen."""
    try:
        return {offered[what].field: offered[what].values[value] for what, value in picked.items()}
    except KeyError:
        raise UnknownClick from None


async def _person(services: Services, interaction: Interaction) -> Person:
    return await services.preferences.person(interaction.user.id)


async def _change_person(services: Services, interaction: Interaction, **choice: Any) -> Person:
    """Keep what a person chooses, by which the answer goes already; show the tables anew at which it is seen."""
    before = await _person(services, interaction)
    after = await services.preferences.change_person(before.user, **choice, locale=interaction.locale.value)
    interaction.extras[ASKING] = after
    if languages.own(before) != languages.own(after):
        for table in await services.storage.find(user=before.user):
            told_in = await services.audience.language(table.guild)
            if languages.read_by(before, told_in) != languages.read_by(after, told_in):
                services.announcer.touch(table.id)
    return after


async def _change_server(services: Services, guild: int, **choice: Any) -> Server:
    """Keep what is chosen for a server, and show its running tables anew if they look different now."""
    before = await services.preferences.server(guild)
    after = await services.preferences.change_server(guild, **choice)
    if _look(services, before) != _look(services, after):
        for table in await services.storage.find(guild=guild):
            services.announcer.touch(table.id)
    return after


def _look(services: Services, chosen: Server) -> tuple[str, bool]:
    return languages.public(chosen, services.home).locale, pictures_for_table(chosen)
