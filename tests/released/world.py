"""A little Discord on paper: all that simcord's backend held, as JSON, so that a later bot finds it again."""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from simcord.backend import Backend
from simcord.backend.models import Channel, Guild, Message, User


@dataclass(frozen=True, slots=True)
class World:
    """Who and what there is: `seconds` have gone by since simcord's epoch, `dms` are the DM channels by user.

    `commands` are the slash commands that were synced, with their scopes.
    """

    seconds: float
    application: int
    bot: int
    users: dict[int, User]
    guilds: dict[int, Guild]
    channels: dict[int, Channel]
    messages: dict[int, dict[int, Message]]
    dms: dict[int, int]
    commands: list[tuple[int | None, list[dict[str, Any]]]]

    @classmethod
    def read(cls, path: Path) -> World:
        """Read what was left in a file."""
        return WORLD.validate_json(lzma.decompress(path.read_bytes()))

    def furnish(self, backend: Backend) -> None:
        """Put everything into a backend to which no bot is connected yet."""
        backend.clock.elapsed = self.seconds
        backend.application_id, backend.bot_user = self.application, self.users[self.bot]
        backend.users, backend.guilds, backend.channels = self.users, self.guilds, self.channels
        backend.messages, backend.dm_channels = self.messages, self.dms
        backend.commands = {
            scope: {(command["name"], command.get("type", 1)): command for command in known}
            for scope, known in self.commands
        }
        taken = [self.application, *self.users, *self.guilds, *self.channels]
        backend._reserved_ids.update(taken, *self.messages.values())


WORLD: TypeAdapter[World] = TypeAdapter(World)
