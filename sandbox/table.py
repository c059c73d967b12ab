"""A table to begin with, opened as people would open it: a command, and a few buttons."""

from __future__ import annotations

import logging

import simcord

from bot.host.errors import HostError
from sandbox.deeds import walk
from sandbox.world import Person, World

log = logging.getLogger(__name__)


class NoTable(HostError):
    """The table couldn't be opened; the text says at which step."""


async def open_table(world: World, game: str, seats: int) -> None:
    """Let the first person open a table of a game, the next ones join, and the first one start; raise NoTable."""
    join, start = world.words.text("button-join"), world.words.text("button-start")
    opener, *others = list(world.people.values())[:seats]
    async with world.alone():
        lobby = await _opened(world, opener, f"newgame {game}", join)
        for person in others:
            await _press(world, person, lobby, join)
        await _press(world, opener, lobby, start)
        await world.env.settle()


async def _opened(world: World, opener: Person, name: str, join: str) -> simcord.ResponseMessage:
    if name not in opener.member.available_commands(world.channel):
        raise NoTable("sandbox-no-command", command=name)
    await opener.member.slash(world.channel, name)
    posts = [post for room in world.env.backend.messages.values() for post in room.values() if not post.is_ephemeral]
    lobby = next((post for post in posts if any(one.get("label") == join for one in walk(post.components))), None)
    if lobby is None:
        raise NoTable("sandbox-no-post", command=name)
    return simcord.ResponseMessage(world.env, lobby)


async def _press(world: World, person: Person, lobby: simcord.ResponseMessage, label: str) -> None:
    try:
        result = await person.member.click(lobby, label=label)
    except simcord.SetupError as error:
        log.warning("%s", error)
        raise NoTable("sandbox-no-button", person=person.name, button=label) from error
    if not result.acknowledged:
        raise NoTable("sandbox-no-answer", person=person.name, button=label)
    await world.env.settle()
