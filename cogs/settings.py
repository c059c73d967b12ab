"""/settings: what a person wants everywhere, and what is wanted for everybody of a server."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.clocks.time_settings import Reminders, search_zones
from bot.faces.customs import CUSTOMS, label
from bot.faces.habits import CONFIRMS
from bot.faces.hooks import FEATURES
from bot.faces.limits import MOST_OFFERED
from bot.faces.preferences import PERSONAL, SHARED, Preference, own_name
from bot.interactions import habits, preferences, slash
from bot.interactions.command_texts import described, typed
from bot.texts.fluent import Language


def offered(choice: Preference, home: Language) -> list[app_commands.Choice[str]]:
    """Return what can be chosen; a language is called as it calls itself."""
    names = {value: own_name(value) or described(home, choice.labels[value]) for value in choice.values}
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


def wanted(what: str, home: Language) -> list[app_commands.Choice[str]]:
    """Return what can be chosen for the tables of a server."""
    return [app_commands.Choice(name=described(home, label(what, each)), value=each) for each in CUSTOMS[what]]


def choosing(what: str, option: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand with which a person chooses one thing; `option` is what people type for its value."""

    @app_commands.command(
        name=typed(what, f"command-settings-{what}"), description=described(home, f"command-settings-{what}")
    )
    @app_commands.rename(value=typed(option, f"option-{option}"))
    @app_commands.describe(value=described(home, f"option-{option}"))
    @app_commands.choices(value=offered(PERSONAL[what], home))
    async def choose(interaction: discord.Interaction[Herald], value: str) -> None:
        await preferences.choose(await interaction.client.request(interaction), {what: value})

    return choose


def picking(what: str, option: str, values: Iterable[str], home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand with which a person picks one of a few ways; `option` is what people type for it."""
    ways = [app_commands.Choice(name=described(home, f"settings-{what}-{each}"), value=each) for each in values]

    @app_commands.command(
        name=typed(what, f"command-settings-{what}"), description=described(home, f"command-settings-{what}")
    )
    @app_commands.rename(value=typed(option, f"option-{option}"))
    @app_commands.describe(value=described(home, f"option-{option}"))
    @app_commands.choices(value=ways)
    async def pick(interaction: discord.Interaction[Herald], value: str) -> None:
        await habits.CHOOSING[what](await interaction.client.request(interaction), value)

    return pick


def hushing(home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand with which a person chooses when nobody calls them."""

    @app_commands.command(
        name=typed("quiet", "command-settings-quiet"), description=described(home, "command-settings-quiet")
    )
    @app_commands.rename(
        begin=typed("from", "option-begin"), end=typed("to", "option-end"), zone=typed("zone", "option-zone")
    )
    @app_commands.describe(
        begin=described(home, "option-begin"), end=described(home, "option-end"), zone=described(home, "option-zone")
    )
    async def quiet(interaction: discord.Interaction[Herald], begin: str, end: str, zone: str | None = None) -> None:
        await habits.quiet(await interaction.client.request(interaction), begin, end, zone)

    @quiet.autocomplete("zone")
    async def places(_: discord.Interaction[Herald], written: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in search_zones(written, MOST_OFFERED)]

    return quiet


def serving(home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that shows, and changes, what is chosen for a server."""

    @app_commands.command(
        name=typed("server", "command-settings-server"), description=described(home, "command-settings-server")
    )
    @app_commands.rename(**{what: typed(what, f"option-server-{what}") for what in (*SHARED, *CUSTOMS)})
    @app_commands.describe(**{what: described(home, f"option-server-{what}") for what in (*SHARED, *CUSTOMS)})
    @app_commands.choices(
        **{what: offered(SHARED[what], home) for what in SHARED}, **{what: wanted(what, home) for what in CUSTOMS}
    )
    async def server(  # noqa: PLR0913, PLR0917 - Discord fills options by name
        interaction: discord.Interaction[Herald],
        language: str | None = None,
        pictures: str | None = None,
        pace: str | None = None,
        then: str | None = None,
        advice: str | None = None,
        orders: str | None = None,
    ) -> None:
        given = {"language": language, "pictures": pictures, "pace": pace, "then": then}
        given |= {"advice": advice, "orders": orders}
        picked = {what: value for what, value in given.items() if value is not None}
        await preferences.choose_for_server(await interaction.client.request(interaction), picked)

    return server


async def setup(bot: Herald) -> None:
    """Add /settings with its subcommands to the bot."""
    group = slash.group("settings", bot.home)
    group.add_command(slash.command("show", partial(preferences.choose, picked={}), bot.home, within="settings"))
    group.add_command(choosing("language", "language", bot.home))
    group.add_command(choosing("pictures", "pictures", bot.home))
    group.add_command(choosing("hand", "where", bot.home))
    group.add_command(picking("reminders", "way", Reminders, bot.home))
    group.add_command(hushing(bot.home))
    group.add_command(picking("bids", "ask", CONFIRMS, bot.home))
    for command in (command for each in FEATURES for command in each.settings(bot.home, bot.services.games)):
        group.add_command(command)
    group.add_command(serving(bot.home))
    bot.tree.add_command(group)
