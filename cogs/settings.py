"""/settings: what a person wants everywhere, and what is wanted for everybody of a server."""

from __future__ import annotations

from functools import partial

from bot.client.herald import Herald
from bot.faces.fields import PERSONAL
from bot.faces.hooks import FEATURES, Handler
from bot.interactions import preferences, slash


async def setup(bot: Herald) -> None:
    """Add /settings with its subcommands to the bot: all that is chosen, each dialog, and those of features."""
    group = slash.group("settings", bot.home)
    dialogs: dict[str, Handler] = {name: partial(preferences.settings, what=name) for name in PERSONAL}
    added = {name: handler for each in FEATURES for name, handler in each.settings.items()}
    for name, handler in {"show": preferences.settings, **dialogs, **added, "server": preferences.server}.items():
        group.add_command(slash.command(name, handler, bot.home, within="settings"))
    bot.tree.add_command(group)
