"""What the released version left behind, read from its files: the tables, its logs, its database and its Discord."""

from __future__ import annotations

import json
import lzma
import pickle
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
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


HERE = Path(__file__).parent
RELEASED = "e058418"

Logs = dict[str, dict[str, dict[str, list[str]]]]
"""The lines of a log by table, language and viewer: a seat, or "all" for everybody."""


class Asked(BaseModel):
    """A seat that was asked: the kind of the question, and what could be pressed, with the values of each select."""

    model_config = ConfigDict(frozen=True)

    seat: int
    kind: str
    open: bool
    answers: dict[str, list[str]]


class Dialog(BaseModel):
    """A dialog that lay open: whose, over which message, and its custom_id."""

    model_config = ConfigDict(frozen=True)

    user: int
    channel: int
    message: int
    id: str


class Left(BaseModel):
    """A table: what it was left for, where it is, who sits, how many moves were made and announced, and who was asked.

    `place` are the server and the channel; `moves` is None where no game had begun.
    """

    model_config = ConfigDict(frozen=True)

    table: int
    left: str
    game: str
    status: str
    place: tuple[int, int]
    users: list[int]
    names: list[str]
    moves: int | None
    announced: int
    asked: list[Asked]
    dialogs: list[Dialog]

    @property
    def asking(self) -> int:
        """Return the user who was asked."""
        (asked,) = self.asked
        return self.users[asked.seat]

    @property
    def untold(self) -> bool:
        """Tell whether something of it had not been announced when the bot died."""
        return "not announced" in self.left


@cache
def tables() -> tuple[Left, ...]:
    """Return every table, by number."""
    known: list[dict[str, Any]] = json.loads((HERE / f"{RELEASED}.json").read_text("utf-8"))
    return tuple(Left(**each) for each in known)


def games() -> list[str]:
    """Return the games that the released version knew: those that are new leave nothing behind."""
    return sorted({table.game for table in tables()})


def playing() -> list[Left]:
    """Return the tables at which somebody is asked."""
    return [table for table in tables() if table.asked]


def logs() -> Logs:
    """Return the logs as that version showed them."""
    read: Logs = json.loads(lzma.decompress((HERE / f"{RELEASED}.logs.json.xz").read_bytes()))
    return read


@cache
def _database() -> bytes:
    return lzma.decompress((HERE / f"{RELEASED}.db.xz").read_bytes())


def database(target: Path) -> Path:
    """Lay the database down at a path and return that."""
    target.write_bytes(_database())
    return target


@cache
def _world() -> bytes:
    return pickle.dumps(World.read(HERE / f"{RELEASED}.world.json.xz"), pickle.HIGHEST_PROTOCOL)


def world() -> World:
    """Return the Discord around it, fresh each time; to check each message anew would take a second."""
    known: World = pickle.loads(_world())  # noqa: S301 - written by this process
    return known
