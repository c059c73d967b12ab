"""What a person can do in the page, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Annotated, Any, Literal

import simcord
from pydantic import BaseModel, Field
from simcord.backend.models import Channel, Interaction

from sandbox.commands import commands
from sandbox.typed import read
from sandbox.view import PICKS, Json, dialog, entities
from sandbox.world import Person, World

Handle = simcord.MemberActor | simcord.RoleHandle | simcord.ChannelHandle
USER, CHANNEL, ROLE, MENTIONABLE = 6, 7, 8, 9
ENTITY_SELECTS = (5, 6, 7, 8)
NAMES = {USER: 5, CHANNEL: 8, ROLE: 6, MENTIONABLE: 7}
"""The menu from which the value of an option could be picked, by the option's type."""


class Deed(BaseModel):
    """Something a person does in a place; the page sends ids as strings."""

    person: str
    place: int


class Click(Deed):
    """A button pressed."""

    kind: Literal["click"]
    message: int
    part: str


class Pick(Deed):
    """Options chosen in a menu."""

    kind: Literal["pick"]
    message: int
    part: str
    values: list[str]


class Submit(Deed):
    """A dialog filled in: its values by custom_id."""

    kind: Literal["submit"]
    dialog: int
    values: dict[str, str | bool | list[str]]


class Command(Deed):
    """A slash command with its options by name."""

    kind: Literal["command"]
    name: str
    options: dict[str, str | bool | int | float]


class Typed(Deed):
    """A slash command with its options, as it was typed."""

    kind: Literal["typed"]
    text: Annotated[str, Field(min_length=2, max_length=2000)]


class Say(Deed):
    """A message written."""

    kind: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class Dismiss(Deed):
    """A private answer put away."""

    kind: Literal["dismiss"]
    message: int


class Gone(simcord.SetupError):
    """The button or menu isn't there any more: its message has changed, or was taken away."""


class AnyDeed(BaseModel):
    """One deed of any kind."""

    deed: Annotated[
        Click | Pick | Submit | Command | Typed | Say | Dismiss,
        Field(discriminator="kind"),
    ]


class Suggest(Deed):
    """An option of a command being typed."""

    name: str
    option: str
    text: str
    options: dict[str, str | bool | int | float] = {}


async def perform(world: World, deed: Deed, person: Person, room: Channel) -> Json:
    """Let a person do a deed; raise simcord's SetupError or BackendError if Discord wouldn't allow it, or Misfit.

    The result holds a `dialog` that opened, and whether the bot `failed` to answer.
    """
    if isinstance(deed, Dismiss):
        world.dismissed.add((person.key, deed.message))
        world.touch()
        return {}
    if isinstance(deed, Typed):
        picks = {kind: entities(world, PICKS[menu]) for kind, menu in NAMES.items()}
        name, options = read(
            deed.text, commands(world, person, room), picks, world.words
        )
        deed = Command(
            kind="command",
            person=deed.person,
            place=deed.place,
            name=name,
            options=options,
        )
    try:
        interaction = await world.act(
            _verb(deed, world, world.actor(person, room), room)
        )
    except (simcord.SetupError, simcord.BackendError) as error:
        if isinstance(deed, Click | Pick) and not _is_there(world, room, deed):
            raise Gone from error
        raise
    if interaction is None:
        return {}
    opened = dialog(world, person, room, interaction) if interaction.modal else None
    return {"dialog": opened, "failed": not interaction.responded}


@singledispatch
def _verb(deed: Deed, world: World, actor: Any, room: Channel) -> Any:
    raise TypeError(f"{deed!r} {world!r} {actor!r} {room!r}")


@_verb.register
def _(deed: Click, world: World, actor: Any, room: Channel) -> Any:
    return actor.click(_message(world, room, deed.message), custom_id=deed.part)


@_verb.register
def _(deed: Pick, world: World, actor: Any, room: Channel) -> Any:
    message = _message(world, room, deed.message)
    menu = next(
        (one for one in walk(message.components) if one.get("custom_id") == deed.part),
        {},
    )
    return actor.select(message, _picked(world, menu, deed.values), custom_id=deed.part)


@_verb.register
def _(deed: Submit, world: World, actor: Any, room: Channel) -> Any:
    del room
    shown = _interaction(world, deed.dialog)
    controls = {
        one["custom_id"]: one
        for one in walk((shown.modal or {})["components"])
        if "custom_id" in one
    }
    values = {
        name: _filled(world, controls.get(name, {}), value)
        for name, value in deed.values.items()
    }
    return actor.submit_modal(simcord.InteractionResult(world.env, shown), values)


@_verb.register
def _(deed: Command, world: World, actor: Any, room: Channel) -> Any:
    place = (world.handle(room),) if room.guild_id else ()
    return actor.slash(
        *place, deed.name, **_options(world, room, deed.name, deed.options)
    )


@_verb.register
def _(deed: Say, world: World, actor: Any, room: Channel) -> Any:
    return (
        actor.send(world.handle(room), deed.text)
        if room.guild_id
        else actor.send_dm(deed.text)
    )


async def suggest(
    world: World, ask: Suggest, person: Person, room: Channel
) -> list[Json]:
    """Return what the bot suggests for an option being typed."""
    place = (world.handle(room),) if room.guild_id else ()
    filled = {name: value for name, value in ask.options.items() if name != ask.option}
    actor: Any = world.actor(person, room)
    interaction = await world.act(
        actor.autocomplete(*place, ask.name, ask.option, ask.text, **filled)
    )
    return list(interaction.autocomplete_choices or ()) if interaction else []


def _message(world: World, room: Channel, message: int) -> simcord.ResponseMessage:
    return simcord.ResponseMessage(
        world.env, world.env.backend.get_message(room.id, message)
    )


def _is_there(world: World, room: Channel, deed: Click | Pick) -> bool:
    message = world.env.backend.messages.get(room.id, {}).get(deed.message)
    if message is None:
        return False
    return any(
        one.get("custom_id") == deed.part and not one.get("disabled")
        for one in walk(message.components)
    )


def _interaction(world: World, number: int) -> Interaction:
    found = world.env.backend.interactions.get(number)
    if found is None or found.modal is None:
        raise simcord.SetupError("There is no such dialog")
    return found


def walk(components: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return components and all that are inside them."""
    found: list[Mapping[str, Any]] = []
    for one in components:
        below = [one[key] for key in ("component", "accessory") if one.get(key)]
        found += [one, *walk([*one.get("components", ()), *below])]
    return found


def _picked(world: World, menu: Mapping[str, Any], values: Sequence[str]) -> list[Any]:
    return (
        [_entity(world, value) for value in values]
        if menu.get("type") in ENTITY_SELECTS
        else list(values)
    )


def _filled(
    world: World,
    control: Mapping[str, Any],
    value: str | bool | list[str],  # noqa: FBT001  a tick
) -> Any:
    return _picked(world, control, value) if isinstance(value, list) else value


def _options(
    world: World, room: Channel, name: str, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a command's options as the library wants them: people, roles and channels as its handles."""
    root, *path = name.split()
    command = world.env.backend.find_command(root, room.guild_id) or {}
    for step in path:
        command = next(
            (one for one in command.get("options") or () if one["name"] == step), {}
        )
    kinds = {one["name"]: one["type"] for one in command.get("options") or ()}
    named = (USER, CHANNEL, ROLE, MENTIONABLE)
    return {
        key: _entity(world, str(value)) if kinds.get(key) in named else value
        for key, value in given.items()
    }


def _entity(world: World, number: str) -> Handle:
    handles: list[Handle] = [person.member for person in world.people.values()]
    handles += [*world.guild.roles.values(), *world.guild.channels.values()]
    found = next((one for one in handles if str(one.id) == number), None)
    if found is None:
        raise simcord.SetupError("There is nobody and nothing of that id here")
    return found
