"""Slash commands of the core: `/newgame`, `/hand`, `/tables`, `/table`, `/away`, `/settings`, `/rules` and `/help`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.client.herald import Herald
from bot.clocks.table_clock import PACES
from bot.faces.components import OPTION_TEXT
from bot.faces.feature_hooks import FEATURES, Command, Handler
from bot.faces.lobby import LEVEL, LEVELS
from bot.faces.settings import PERSONAL
from bot.interactions import (
    clocks,
    command_texts,
    lobby,
    preferences,
    reference,
    table_commands,
)
from bot.interactions.request import Request
from bot.storage.records import Private
from bot.tables.refusals import Outdated
from engine.scene import say


async def setup(bot: Herald) -> None:
    """Add the commands, with all subcommands, to `bot`."""
    games = bot.services.games

    for command in (
        _newgame(games),
        *_tables(),
        _settings(),
        command_texts.game_group("rules", games, reference.show_rules),
        command_texts.command("help", reference.show_help),
    ):
        bot.tree.add_command(command)


def _tables() -> Iterator[Command]:
    """Yield `/table` with its subcommands, `/hand`, `/tables`, and `/away` for absences."""
    group = command_texts.group("table", guild_only=True)
    for each in table_commands.all_table_commands():
        obey = partial(table_commands.run_command, command=each)
        group.add_command(command_texts.command(each.name, obey, within="table"))

    yield group
    yield command_texts.command("hand", table_commands.run_hand_command)
    yield command_texts.command("tables", table_commands.show_tables)
    yield command_texts.command("away", _away, until="option-until")


async def _away(request: Request, until: str | None = None) -> None:
    await (
        clocks.choose_absence(request)
        if until is None
        else clocks.set_absence_end(request, until)
    )


def _settings() -> Command:
    """Return `/settings` with its subcommands: the overview, personal dialogs, those of features, and the server's."""
    group = command_texts.group("settings")
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
        group.add_command(command_texts.command(name, handler, within="settings"))

    return group


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


async def _open(  # noqa: PLR0913, PLR0917 - as many as the command has options
    request: Request,
    game: str,
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
    """Open a table of `game` with these options; raise `Outdated` for an unknown choice."""
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
    await lobby.open_table(request, game, options)


def _newgame(games: Iterable[str]) -> app_commands.Group:
    """Return `/newgame` with a subcommand for each of `games`."""
    group = command_texts.game_group(
        "newgame",
        games,
        _open,
        {
            "private": ("option-private-{}", Private),
            "pace": ("time-pace-{}", PACES),
            "level": ("level-{}", LEVELS),
        },
        **{name: f"option-{name}" for name in OPTIONS},
    )

    for each in group.walk_commands():
        if isinstance(each, app_commands.Command):
            each.autocomplete("begins")(_beginnings)
            each.autocomplete("zone")(command_texts.complete_zone)

    return group


async def _beginnings(
    interaction: discord.Interaction[Any], written: str
) -> list[app_commands.Choice[str]]:
    """Return the values of the option `begins`: by hand, and the time that was `written`."""
    key = "option-begins-by-hand"
    name = locale_str(interaction.client.home.text(key), text=say(key))
    offered = [app_commands.Choice(name=name, value=clocks.BY_HAND)]

    typed = written.strip()
    if 0 < len(typed) <= OPTION_TEXT:
        offered.append(app_commands.Choice(name=typed, value=typed))
    return offered
