"""All commands but /newgame: /hand, /tables, /table and /away at tables, /settings, /rules and /help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.faces.fields import PERSONAL
from bot.faces.hooks import FEATURES, Handler
from bot.interactions import clocks, preferences, showing, slash, table_commands
from bot.interactions.command_texts import described, subcommand, typed
from bot.texts.fluent import Language
from engine.scene import say

Command = app_commands.Command[Any, Any, Any] | app_commands.Group


async def setup(bot: Herald) -> None:
    """Add the commands, with all their subcommands, to the bot."""
    for command in (*_tables(bot.home), _settings(bot.home), _rules(bot)):
        bot.tree.add_command(command)
    bot.tree.add_command(slash.command("help", showing.helping, bot.home))


def _tables(home: Language) -> Iterator[Command]:
    """Yield what leads to tables, /table with its subcommands, and /away, for clocks that stand still for a holiday."""
    group = slash.group("table", home, guild_only=True)
    for each in table_commands.known():
        obey = partial(table_commands.obey, command=each)
        group.add_command(slash.command(each.name, obey, home, within="table"))

    @app_commands.command(name=typed("away", "command-away"), description=described(home, "command-away"))
    @app_commands.rename(until=typed("until", "option-until"))
    @app_commands.describe(until=described(home, "option-until"))
    async def away(interaction: discord.Interaction[Herald], until: str | None = None) -> None:
        request = await interaction.client.request(interaction)
        await (clocks.away(request) if until is None else clocks.until(request, until))

    yield group
    yield slash.command("hand", table_commands.hand, home)
    yield slash.command("tables", table_commands.tables, home)
    yield away


def _settings(home: Language) -> Command:
    """Return /settings with its subcommands: all that is chosen, each dialog, those of features, and the server's."""
    group = slash.group("settings", home)
    dialogs: dict[str, Handler] = {name: partial(preferences.settings, what=name) for name in PERSONAL}
    added = {name: handler for each in FEATURES for name, handler in each.settings.items()}
    for name, handler in {"show": preferences.settings, **dialogs, **added, "server": preferences.server}.items():
        group.add_command(slash.command(name, handler, home, within="settings"))
    return group


def _rules(bot: Herald) -> Command:
    """Return /rules with a subcommand for every game that Herald knows."""
    group = slash.group("rules", bot.home)
    for game in bot.services.games:
        group.add_command(_rules_of(game, bot.home))
    return group


def _rules_of(game: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that shows the rules of a game."""

    @app_commands.command(name=subcommand(game), description=described(home, "command-rules", game=say(f"{game}-name")))
    async def show(interaction: discord.Interaction[Herald]) -> None:
        await showing.rules(await interaction.client.request(interaction), game)

    return show
