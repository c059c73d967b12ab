"""A table to begin with, opened as people would open it: a command, and a few buttons."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

import simcord
from simcord.backend.models import Message

from bot.faces.components import make_custom_id
from bot.faces.lobby import LEVELS
from bot.host.errors import HostError
from bot.tables.tables import Tables
from engine.frozen import replace
from engine.scene import Seat
from sandbox.deeds import walk
from sandbox.world import READY, Person, World

GENTLEST = LEVELS[0]
RIVALS = make_custom_id("rivals", "")
"""How the custom_id of the lobby's list of rivals begins."""

log = logging.getLogger(__name__)


class NoTable(HostError):
    """The table couldn't be opened; the text says at which step."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who sits at a table: so many people and rivals of a level; if it is watched, rivals play for the people, too."""

    people: int
    rivals: int = 0
    level: str = GENTLEST
    watched: bool = False


async def open_table(world: World, game: str, sits: Round) -> None:
    """Let the first person open a table of a game, others join, rivals come, and the first one start; raise NoTable."""
    join = world.words.text("button-join")
    opener, *others = list(world.people.values())[: sits.people]
    async with world.alone():
        known = set(world.env.backend.messages.get(world.channel.id, {}))
        lobby = await _opened(world, opener, f"newgame {game}", join)
        for person in others:
            await _press(world, person, lobby, join)
        for _ in range(sits.rivals):
            await _pick(world, opener, lobby, sits.level)
        _put_away(world, (opener, *others), known)
        if not sits.rivals:
            await _press(world, opener, lobby, world.words.text("button-start"))
            return
    await _start(world, opener, lobby)
    if sits.watched:
        await _hand_over(world, sits)


def _put_away(world: World, people: Sequence[Person], known: Container[int]) -> None:
    """Put away what each was told alone of the lobby, besides what is `known`: once they play it is out of date."""
    room = world.env.backend.get_channel(world.channel.id)
    for person in people:
        told = (
            one
            for one in world.messages(person, room)
            if one.is_ephemeral and one.id not in known
        )
        world.dismissed.update((person.key, one.id) for one in told)


async def _start(world: World, opener: Person, lobby: simcord.ResponseMessage) -> None:
    """Let the first person start; from then on rivals play, and nobody waits until the bot has nothing to do."""
    label = world.words.text("button-start")
    interaction = await world.act(opener.member.click(lobby, label=label), READY)
    if interaction is None or not interaction.responded:
        raise NoTable("sandbox-no-answer", person=opener.name, button=label)


async def _hand_over(world: World, sits: Round) -> None:
    """Let rivals play for the people at the table that was just opened, until they are back."""
    tables: Tables = vars(world.env.bot)["tables"]
    table = (await tables.find(guild=world.guild.id))[-1]
    for seat, sitter in enumerate(table.record.sitters):
        if sitter.level is None:
            await tables.seats.exchange(
                table.record.id, Seat(seat), replace(sitter, level=sits.level)
            )


async def _pick(
    world: World, person: Person, lobby: simcord.ResponseMessage, level: str
) -> None:
    """Let a person bring a rival of a level by the list of the lobby."""
    listed = next(
        (
            one
            for one in walk(lobby.components)
            if str(one.get("custom_id")).startswith(RIVALS)
        ),
        None,
    )
    name = world.words.text("rivals-pick")
    if listed is None:
        raise NoTable("sandbox-no-button", person=person.name, button=name)
    done = await world.done(
        person.member.select(lobby, [level], custom_id=listed["custom_id"])
    )
    if not done.responded:
        raise NoTable("sandbox-no-answer", person=person.name, button=name)


async def _opened(
    world: World, opener: Person, name: str, join: str
) -> simcord.ResponseMessage:
    if name not in opener.member.available_commands(world.channel):
        raise NoTable("sandbox-no-command", command=name)
    known = {part for part, _ in _lobbies(world, join)}
    told = simcord.InteractionResult(
        world.env, await world.done(opener.member.slash(world.channel, name))
    )
    lobby = next(
        (post for part, post in _lobbies(world, join) if part not in known), None
    )
    if lobby is None and (said := _said(told)):
        raise NoTable("sandbox-no-lobby", command=name, said=said)
    if lobby is None:
        raise NoTable("sandbox-no-post", command=name)
    return simcord.ResponseMessage(world.env, lobby)


def _said(told: simcord.InteractionResult) -> str:
    """Return the words of an answer, without the point at their end."""
    answer = told.response
    texts = (
        [
            answer.content,
            *(str(part.get("content", "")) for part in walk(answer.components)),
        ]
        if answer
        else []
    )
    return " ".join(filter(None, texts)).rstrip(".")


def _lobbies(world: World, join: str) -> Iterator[tuple[str, Message]]:
    """Yield each button by which somebody can join a table, by its custom_id, and the post that it is on."""
    for room in world.env.backend.messages.values():
        for post in (one for one in room.values() if not one.is_ephemeral):
            yield from (
                (part["custom_id"], post)
                for part in walk(post.components)
                if part.get("label") == join
            )


async def _press(
    world: World, person: Person, lobby: simcord.ResponseMessage, label: str
) -> None:
    try:
        done = await world.done(person.member.click(lobby, label=label))
    except simcord.SetupError as error:
        log.warning("%s", error)
        raise NoTable("sandbox-no-button", person=person.name, button=label) from error
    if not done.responded:
        raise NoTable("sandbox-no-answer", person=person.name, button=label)
