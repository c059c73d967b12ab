"""The commands, imported and put into every language once for each process of the tests.

discord.py imports each file of commands anew for each bot, and asks for every text in every locale it knows, thousands
of times at each start: a fifth of a short test. The same commands, asked for through the same translator, come out the
same.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest
from discord import app_commands
from discord.ext import commands

from tests.bot.copies import copied

Payload: TypeAlias = dict[str, Any]
Asked: TypeAlias = Callable[[Any, Any, app_commands.Translator], Awaitable[Payload]]

KINDS: tuple[type[Any], ...] = app_commands.Command, app_commands.Group, app_commands.ContextMenu

_known: dict[tuple[str, Any], Payload] = {}


def _once(asked: Asked) -> Asked:
    async def payload(command: Any, tree: Any, translator: app_commands.Translator) -> Payload:
        key = json.dumps(command.to_dict(tree), sort_keys=True), type(translator).translate
        if key not in _known:
            _known[key] = await asked(command, tree, translator)
        same: Payload = copied(_known[key])
        return same

    return payload


async def _load(bot: commands.AutoShardedBot, name: str) -> None:
    await importlib.import_module(name).setup(bot)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let discord.py import each file of commands and ask for each command once."""
    patch.setattr(commands.AutoShardedBot, "load_extension", _load)
    for kind in KINDS:
        patch.setattr(kind, "get_translated_payload", _once(kind.get_translated_payload))
