"""The commands in every language, put into them once for each process of the tests.

discord.py asks for every text in every locale it knows, thousands of times at each start of a bot: a fifth of a short
test. The same commands, asked for through the same translator, come out the same.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest
from discord import app_commands

Payload: TypeAlias = dict[str, Any]
Asked: TypeAlias = Callable[[Any, Any, app_commands.Translator], Awaitable[Payload]]

KINDS: tuple[type[Any], ...] = app_commands.Command, app_commands.Group, app_commands.ContextMenu

_known: dict[tuple[str, Any], Payload] = {}


def _once(asked: Asked) -> Asked:
    async def payload(command: Any, tree: Any, translator: app_commands.Translator) -> Payload:
        key = json.dumps(command.to_dict(tree), sort_keys=True), type(translator).translate
        if key not in _known:
            _known[key] = await asked(command, tree, translator)
        return copy.deepcopy(_known[key])

    return payload


def install(patch: pytest.MonkeyPatch) -> None:
    """Let discord.py ask for each command once."""
    for kind in KINDS:
        patch.setattr(kind, "get_translated_payload", _once(kind.get_translated_payload))
