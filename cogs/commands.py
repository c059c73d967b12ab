"""Slash commands of the core: `/newgame`, `/hand`, `/tables`, `/table`, `/away`, `/settings`, `/rules` and `/help`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.client.herald import Herald
from bot.clocks.table_clock import PACES
from bot.faces.components import OPTION_TEXT
from bot.faces.feature_hooks import FEATURES, Handler
from bot.faces.rivals import LEVEL, LEVELS
from bot.faces.settings import PERSONAL
from bot.interactions import (
    clocks,
    command_builders,
    lobby,
    preferences,
    reference,
    table_commands,
)
from bot.interactions.command_texts import (
    localized_game_name,
    localized_name,
    localized_text,
)
from bot.storage.records import Private
from bot.tables.refusals import Outdated
from engine.scene import say

Subcommand = app_commands.Command[Any, Any, Any]
Command = Subcommand | app_commands.Group


async def setup(bot: Herald) -> None:
    """Add the commands, with all their subcommands, to `bot`."""
    for command in (_of_games("newgame", bot, _newgame), *_tables(), _settings()):
        bot.tree.add_command(command)
    bot.tree.add_command(_of_games("rules", bot, _rules))
    bot.tree.add_command(command_builders.command("help", reference.show_help))


def _tables() -> Iterator[Command]:
    """Yield `/table` with its subcommands, `/hand`, `/tables`, and `/away` for absences."""
    group = command_builders.group("table", guild_only=True)
    for each in table_commands.all_table_commands():
        obey = partial(table_commands.run_command, command=each)
        group.add_command(command_builders.command(each.name, obey, within="table"))

    @app_commands.command(
        name=localized_name("away", "command-away"),
        description=localized_text("command-away"),
    )
    @app_commands.rename(until=localized_name("until", "option-until"))
    @app_commands.describe(until=localized_text("option-until"))
    async def away(
        interaction: discord.Interaction[Herald], until: str | None = None
    ) -> None:
        request = await interaction.client.request(interaction)
        await (
            clocks.choose_absence(request)
            if until is None
            else clocks.set_absence_end(request, until)
        )

    yield group
    yield command_builders.command("hand", table_commands.run_hand_command)
    yield command_builders.command("tables", table_commands.show_tables)
    yield away


def _settings() -> Command:
    """Return `/settings` with its subcommands: the overview, personal dialogs, those of features, and the server's."""
    group = command_builders.group("settings")
    dialogs: dict[str, Handler] = {
        name: partial(preferences.open_settings, what=name) for name in PERSONAL
    }
    added = {
        name: handler for each in FEATURES for name, handler in each.settings.items()
    }
    for name, handler in {
        "show": preferences.open_settings,
        **dialogs,
        **added,
        "server": preferences.open_server_settings,
    }.items():
        group.add_command(command_builders.command(name, handler, within="settings"))

    return group


def _of_games(
    name: str, bot: Herald, subcommand_of: Callable[[str], Subcommand]
) -> Command:
    """Return a command with a subcommand for every game of `bot`."""
    group = command_builders.group(name)
    for game in bot.services.games:
        group.add_command(subcommand_of(game))
    return group


def _rules(game: str) -> Subcommand:
    """Return the subcommand of `/rules` for a game."""

    @app_commands.command(
        name=localized_game_name(game),
        description=localized_text("command-rules", game=say(f"{game}-name")),
    )
    async def show(interaction: discord.Interaction[Herald]) -> None:
        await reference.show_rules(await interaction.client.request(interaction), game)

    return show


OPTIONS = (
    "thread",
    "private",
    "pace",
    "rivals",
    "level",
    "orders",
    "players",
    "begins",
    "zone",
    "fill",
)
MOST_RIVALS = 4
FEWEST, MOST = 2, 5
"""How many players any game takes."""


def _newgame(game: str) -> Subcommand:
    """Return the subcommand of `/newgame` for a game."""

    @app_commands.command(
        name=localized_game_name(game),
        description=localized_text("command-newgame", game=say(f"{game}-name")),
    )
    @app_commands.rename(
        **{name: localized_name(name, f"option-{name}") for name in OPTIONS}
    )
    @app_commands.describe(
        **{name: localized_text(f"option-{name}") for name in OPTIONS}
    )
    @app_commands.choices(
        private=command_builders.choices(Private, "option-private"),
        pace=command_builders.choices(PACES, "time-pace"),
        level=command_builders.choices(LEVELS, "level"),
    )
    async def newgame(  # noqa: PLR0913, PLR0917 - as many as the command has options
        interaction: discord.Interaction[Herald],
        thread: bool = False,  # noqa: FBT001, FBT002 - Discord fills options by name
        private: str | None = None,
        pace: str | None = None,
        rivals: app_commands.Range[int, 0, MOST_RIVALS] = 0,
        level: str = LEVEL,
        orders: bool | None = None,  # noqa: FBT001 - as above
        players: app_commands.Range[int, FEWEST, MOST] | None = None,
        begins: str | None = None,
        zone: str | None = None,
        fill: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        if (
            (private is not None and private not in set(Private))
            or level not in LEVELS
            or pace not in {None, *PACES}
        ):
            raise Outdated
        wanted = Private(private) if private else None
        options = lobby.NewTable(
            rivals, level, orders, players, begins, zone, fill, pace, wanted, thread
        )
        request = await interaction.client.request(interaction)
        await lobby.open_table(request, game, options)

    @newgame.autocomplete("begins")
    async def beginnings(
        interaction: discord.Interaction[Herald], written: str
    ) -> list[app_commands.Choice[str]]:
        key = "option-begins-by-hand"
        name = locale_str(interaction.client.home.text(key), text=say(key))
        offered = [app_commands.Choice(name=name, value=clocks.BY_HAND)]
        typed = written.strip()
        if 0 < len(typed) <= OPTION_TEXT:
            offered.append(app_commands.Choice(name=typed, value=typed))
        return offered

    newgame.autocomplete("zone")(command_builders.complete_zone)
    return newgame
