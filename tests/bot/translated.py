"""The commands, made and put into every language once for each process of the tests.

discord.py imports each file of commands anew for each bot, which makes them all, and asks for every text in every
locale it knows, thousands of times at each start: a third of a short test. The same commands, asked for through the
same translator, come out the same.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

import pytest
from discord import app_commands
from discord.ext import commands

from bot.client.herald import Herald
from bot.faces.feature_hooks import FEATURES
from tests.bot.record import copied

Payload: TypeAlias = dict[str, Any]
Command: TypeAlias = app_commands.Command[Any, Any, Any] | app_commands.Group | app_commands.ContextMenu
Asked: TypeAlias = Callable[[Any, Any, app_commands.Translator], Awaitable[Payload]]

KINDS: tuple[type[Any], ...] = app_commands.Command, app_commands.Group, app_commands.ContextMenu

_known: dict[tuple[Any, Any], Payload] = {}
_made: dict[tuple[str, tuple[str, ...]], Sequence[Command]] = {}
"""The commands of a file, by its name and the games."""
_kept: set[Command] = set()
"""All of these, which are known again without a look at what they are made of."""
_usual = [*map(id, FEATURES)]
"""The features that there are: with others the commands are made anew."""


def _once(asked: Asked) -> Asked:
    async def payload(command: Any, tree: Any, translator: app_commands.Translator) -> Payload:
        same_command = command if command in _kept else json.dumps(command.to_dict(tree), sort_keys=True)
        key = same_command, type(translator).translate
        if key not in _known:
            _known[key] = await asked(command, tree, translator)
        same: Payload = copied(_known[key])
        return same

    return payload


async def _load(bot: Herald, name: str) -> None:
    key, usual = (name, tuple(bot.services.games)), [*map(id, FEATURES)] == _usual
    if usual and key in _made:
        for command in _made[key]:
            bot.tree.add_command(command)
        return

    await importlib.import_module(name).setup(bot)
    if usual:
        _made[key] = bot.tree.get_commands()
        _kept.update(_made[key])


def install(patch: pytest.MonkeyPatch) -> None:
    """Let discord.py import each file of commands and ask for each command once."""
    patch.setattr(commands.AutoShardedBot, "load_extension", _load)
    for kind in KINDS:
        patch.setattr(kind, "get_translated_payload", _once(kind.get_translated_payload))
