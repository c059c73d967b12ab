"""/settings: what a person wants everywhere, and what is wanted for everybody of a server."""

from __future__ import annotations

from functools import partial
from inspect import Parameter, Signature, signature
from typing import Any, Final

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.faces.hooks import FEATURES
from bot.faces.preferences import CUSTOMS, PERSONAL, SHARED, TIMES, Preference, own_name
from bot.interactions import preferences, slash
from bot.interactions.command_texts import described, typed
from bot.texts.fluent import Language

TYPED: Final = {"hand": "where", "reminders": "way", "bids": "ask"}
"""What people type for the value of what they choose, where that isn't the name of the subcommand."""


def offered(choice: Preference, home: Language) -> list[app_commands.Choice[str]]:
    """Return what can be chosen; a language is called as it calls itself."""
    names = {value: own_name(value) or described(home, choice.label(value).key) for value in choice.values}
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


def choosing(what: str, option: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand with which a person chooses one thing; `option` is what people type for its value."""

    @app_commands.command(
        name=typed(what, f"command-settings-{what}"), description=described(home, f"command-settings-{what}")
    )
    @app_commands.rename(value=typed(option, f"option-{option}"))
    @app_commands.describe(value=described(home, f"option-{option}"))
    @app_commands.choices(value=offered({**PERSONAL, **TIMES}[what], home))
    async def choose(interaction: discord.Interaction[Herald], value: str) -> None:
        await preferences.choose(await interaction.client.request(interaction), {what: value})

    return choose


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
        await preferences.quiet(await interaction.client.request(interaction), begin, end, zone)

    quiet.autocomplete("zone")(slash.zones)
    return quiet


def serving(home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that shows, and changes, what is chosen for a server: an option for each thing."""
    choices = {**SHARED, **CUSTOMS}

    async def server(interaction: discord.Interaction[Herald], **given: str | None) -> None:
        picked = {what: value for what, value in given.items() if value is not None}
        await preferences.choose_for_server(await interaction.client.request(interaction), picked)

    answer: Any = server
    first, _ = signature(server).parameters.values()
    options = [Parameter(what, Parameter.KEYWORD_ONLY, default=None, annotation=str | None) for what in choices]
    # Discord's library reads which options there are.
    answer.__signature__ = Signature([first, *options])
    made: app_commands.Command[Any, Any, Any] = app_commands.command(
        name=typed("server", "command-settings-server"), description=described(home, "command-settings-server")
    )(answer)
    app_commands.rename(**{what: typed(what, f"option-server-{what}") for what in choices})(made)
    app_commands.describe(**{what: described(home, f"option-server-{what}") for what in choices})(made)
    app_commands.choices(**{what: offered(each, home) for what, each in choices.items()})(made)
    return made


async def setup(bot: Herald) -> None:
    """Add /settings with its subcommands to the bot."""
    group = slash.group("settings", bot.home)
    group.add_command(slash.command("show", partial(preferences.choose, picked={}), bot.home, within="settings"))
    for what in (*PERSONAL, *TIMES):
        group.add_command(choosing(what, TYPED.get(what, what), bot.home))
    group.add_command(hushing(bot.home))
    for command in (command for each in FEATURES for command in each.settings(bot.home, bot.services.games)):
        group.add_command(command)
    group.add_command(serving(bot.home))
    bot.tree.add_command(group)
