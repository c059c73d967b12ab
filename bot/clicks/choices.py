"""What people choose for themselves and for their servers: the panels, and everything that keeps a choice."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from bot import languages
from bot.clicks.desk import ASKING, Desk, Interaction
from bot.clicks.plays import values
from bot.faces import choices
from bot.faces.choices import PERSONAL, SHARED, Choice
from bot.preferences import pictures_for_table
from bot.refusals import NoServer, NotManager, UnknownClick
from bot.storage.port import Person, Server, StorageError

log = logging.getLogger(__name__)

ANEW: Mapping[str, Mapping[str, Any]] = {"hand": {"dm_closed": False, "dm_told": False}}
"""What a choice changes besides: whoever chooses where the hand is shown gives closed DMs another chance."""


async def settings(desk: Desk, interaction: Interaction, what: str = "hand") -> None:
    """Show what a person has chosen; if something was picked in the select of `what`, keep it first."""
    if what not in PERSONAL:
        raise UnknownClick
    picked = values(interaction)
    await choose(desk, interaction, {what: picked[0]} if picked else {})


async def choose(desk: Desk, interaction: Interaction, picked: Mapping[str, str]) -> None:
    """Keep what a person chooses, if anything, and show all that this person has chosen."""
    changes = _changes(PERSONAL, picked)
    for what in picked:
        changes |= ANEW.get(what, {})
    person = await _change_person(desk, interaction, **changes) if changes else await _person(desk, interaction)
    locale = interaction.locale.value
    await desk.show(interaction, choices.settings(person, locale, desk.reader(interaction), desk.home))
    await remember(desk, interaction)


async def server(desk: Desk, interaction: Interaction, what: str) -> None:
    """Keep what was picked for a server in the select of `what`."""
    picked = values(interaction)
    if not picked:
        raise UnknownClick
    await choose_for_server(desk, interaction, {what: picked[0]})


async def choose_for_server(desk: Desk, interaction: Interaction, picked: Mapping[str, str]) -> None:
    """Keep what is chosen for a server, if anything, and show all that is; for those who manage it."""
    guild = interaction.guild_id
    if guild is None:
        raise NoServer
    if not interaction.permissions.manage_guild:
        raise NotManager
    changes = _changes(SHARED, picked)
    if interaction.guild_locale is not None:
        changes["locale"] = interaction.guild_locale.value
    chosen = await _change_server(desk, guild, **changes)
    view = choices.server(chosen, desk.reader(interaction), desk.home, desk.names(interaction))
    await desk.show(interaction, view)


async def remember(desk: Desk, interaction: Interaction) -> None:
    """Keep which language Discord shows a person, for what is written to them without being asked."""
    try:
        await _change_person(desk, interaction)
    except StorageError as error:
        # The person has been answered, and loses nothing.
        log.warning("which language Discord shows a person could not be kept: %s", error)


async def notice(desk: Desk, interaction: Interaction) -> None:
    """Keep which language Discord shows a server, for what is written there when nobody asks."""
    if interaction.guild_id is None or interaction.guild_locale is None:
        return
    try:
        await _change_server(desk, interaction.guild_id, locale=interaction.guild_locale.value)
    except StorageError as error:
        log.warning("which language Discord shows a server could not be kept: %s", error)


def _changes(offered: Mapping[str, Choice], picked: Mapping[str, str]) -> dict[str, Any]:
    """Return what was picked as changes of a record; raise UnknownClick if it can't be chosen."""
    try:
        return {offered[what].field: offered[what].values[value] for what, value in picked.items()}
    except KeyError:
        raise UnknownClick from None


async def _person(desk: Desk, interaction: Interaction) -> Person:
    return await desk.preferences.person(interaction.user.id)


async def _change_person(desk: Desk, interaction: Interaction, **choice: Any) -> Person:
    """Keep what a person chooses, by which the answer goes already; show the tables anew at which it is seen."""
    before = await _person(desk, interaction)
    after = await desk.preferences.change_person(before.user, **choice, locale=interaction.locale.value)
    interaction.extras[ASKING] = after
    if languages.own(before) != languages.own(after):
        for table in await desk.storage.find(user=before.user):
            told_in = await desk.announcer.language(table.guild)
            if languages.read_by(before, told_in) != languages.read_by(after, told_in):
                desk.announcer.touch(table.id)
    return after


async def _change_server(desk: Desk, guild: int, **choice: Any) -> Server:
    """Keep what is chosen for a server, and show its running tables anew if they look different now."""
    before = await desk.preferences.server(guild)
    after = await desk.preferences.change_server(guild, **choice)
    if _look(desk, before) != _look(desk, after):
        for table in await desk.storage.find(guild=guild):
            desk.announcer.touch(table.id)
    return after


def _look(desk: Desk, chosen: Server) -> tuple[str, bool]:
    return languages.public(chosen, desk.home).locale, pictures_for_table(chosen)
