"""What one person sees in one place, as data for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcord.backend import serializers
from simcord.backend.models import Channel, Interaction, Message

from sandbox.commands import shown_names
from sandbox.markdown import Names, html
from sandbox.pictures import hand_out, shown
from sandbox.world import THREADS, Person, World

Json = dict[str, Any]
Files = Mapping[str, Json]

LATEST = 600
TEXT, MEDIA = 10, (11, 12, 13)
LOADING, LAYOUT = 1 << 7, 1 << 15
PICKS = {5: ("users",), 6: ("roles",), 7: ("users", "roles"), 8: ("channels",)}


def view(world: World, person: Person, room: Channel) -> Json:
    """Return everything the page shows to a person in a place, and take it for read."""
    seen = world.messages(person, room)
    new = [one.id for one in seen if one.id > world.read.get((person.key, room.id), 0)]
    if new:
        world.read[person.key, room.id] = new[-1]
        world.touch()
    names = _names(world, person, room)
    hand_out(world, person)
    return {
        "version": world.version,
        "ahead": world.clock.ahead,
        "me": person.key,
        "here": str(room.id),
        "people": [_person(world, one) for one in world.people.values()],
        "places": [_place(world, person, one) for one in world.places(person)],
        "messages": [_message(world, person, one, names) for one in seen[-LATEST:]],
        "new": [str(one) for one in new],
    }


def asked_first(world: World) -> str:
    """Return the key of the person to begin as: whoever is pinged, or the first one."""
    return str(
        max(
            (_person(world, one) for one in world.people.values()),
            key=lambda one: bool(one["pings"]),
        )["key"]
    )


def _names(world: World, person: Person, room: Channel) -> Names:
    backend = world.env.backend
    users = {user.id: user.global_name or user.name for user in backend.users.values()}
    rooms = {room.id: room.name or "" for room in backend.channels.values()}
    roles = {role.id: role.name for role in world.guild.roles.values()}
    return Names(users, rooms, roles, shown_names(world, person, room))


def _person(world: World, person: Person) -> Json:
    pings = sum(_pings(world, person, room) for room in world.places(person))
    reads = world.words.text("sandbox-reads", language=person.language)
    foreign = reads if person.language != world.words.locale else ""
    return {
        "key": person.key,
        "name": person.name,
        "id": str(person.id),
        "pings": pings,
        "reads": foreign,
    }


def _place(world: World, person: Person, room: Channel) -> Json:
    kind = (
        "dm"
        if room.guild_id is None
        else "thread"
        if room.type in THREADS
        else "channel"
    )
    unread = bool(_unread(world, person, room))
    return {
        "id": str(room.id),
        "name": room.name or world.env.backend.bot_user.name,
        "kind": kind,
        "unread": unread,
        "pings": _pings(world, person, room),
    }


def _unread(world: World, person: Person, room: Channel) -> list[Message]:
    last = world.read.get((person.key, room.id), 0)
    return [
        one
        for one in world.messages(person, room)
        if one.id > last and one.author_id != person.id
    ]


def _pings(world: World, person: Person, room: Channel) -> int:
    """Count the unread messages that Discord would put a red number on."""
    return sum(
        room.guild_id is None or person.id in one.ping_user_ids
        for one in _unread(world, person, room)
    )


def _message(world: World, person: Person, message: Message, names: Names) -> Json:
    raw: Json = dict(serializers.message_payload(world.env.backend, message))
    author, files = raw["author"], shown(world, person, message)
    return {
        "id": str(message.id),
        "author": {
            "id": author["id"],
            "name": author["global_name"],
            "bot": author["bot"],
        },
        "at": message.timestamp,
        "edited": message.edited_timestamp is not None,
        "html": html(message.content, names),
        "embeds": [_embed(embed, names, files) for embed in raw["embeds"]],
        "parts": [part(one, names, files) for one in raw["components"]],
        "files": _loose(message, files),
        "private": message.is_ephemeral,
        "thinking": bool(message.flags & LOADING),
        "pinged": person.id in message.mention_user_ids,
        "used": _used(world, message, names),
        "reply": _reply(raw.get("referenced_message")),
    }


def _loose(message: Message, files: Files) -> list[Json]:
    """Return the files that stand below a message: those of a layout only where it puts them, nor those in embeds."""
    if message.flags & LAYOUT:
        return []
    inside = [files.get(_picture(embed)) for embed in message.embeds]
    return [
        files[file["url"]]
        for file in message.attachments
        if files[file["url"]] not in inside
    ]


def _used(world: World, message: Message, names: Names) -> str | None:
    """Return the line that says who called the message with which command."""
    source = message.interaction_metadata or {}
    if not source.get("name"):
        return None
    command = names.commands.get(source["name"], source["name"])
    return world.words.text(
        "sandbox-used", who=source["user"]["global_name"], command=command
    )


def _reply(message: Json | None) -> Json | None:
    return message and {
        "who": message["author"]["global_name"],
        "text": message["content"][:80],
    }


def _picture(embed: Json) -> str:
    return str((embed.get("image") or {}).get("url"))


def _embed(embed: Json, names: Names, files: Files) -> Json:
    fields = [
        {
            "name": html(one["name"], names),
            "html": html(one["value"], names),
            "inline": one.get("inline", False),
        }
        for one in embed.get("fields", ())
    ]
    return {
        "colour": embed.get("color"),
        "title": html(embed.get("title", ""), names),
        "html": html(embed.get("description", ""), names),
        "fields": fields,
        "footer": embed.get("footer", {}).get("text", ""),
        "picture": files.get(_picture(embed)),
    }


def part(component: Json, names: Names, files: Files) -> Json:
    """Return a component with its words as HTML and its files as the page shows them, all the way down."""
    made = dict(component)
    if component["type"] == TEXT:
        made["html"] = html(component["content"], names)
    if component["type"] in MEDIA:
        made["files"] = [
            _media(one, files) for one in component.get("items", (component,))
        ]
    for key in ("component", "accessory"):
        if component.get(key):
            made[key] = part(component[key], names, files)
    if "components" in component:
        made["components"] = [
            part(one, names, files) for one in component["components"]
        ]
    return made


def _media(item: Json, files: Files) -> Json | None:
    """Return a file of the message with the alt text of its place; None for a picture of another site."""
    media = item.get("media") or item.get("file") or {}
    file = files.get(media.get("url", ""))
    return file and {**file, "alt": item.get("description") or file["alt"]}


def dialog(
    world: World, person: Person, room: Channel, interaction: Interaction
) -> Json:
    """Return a dialog that the bot answered a person with."""
    modal, names = interaction.modal or {}, _names(world, person, room)
    parts = [part(one, names, {}) for one in modal["components"]]
    return {"id": str(interaction.id), "title": modal["title"], "parts": parts}


def entities(world: World, kinds: Sequence[str]) -> list[Json]:
    """Return what can be picked where Discord offers people, roles or channels."""
    return [one for kind in kinds for one in _entities(world)[kind]]


def _entities(world: World) -> dict[str, list[Json]]:
    return {
        "users": [
            {"label": person.name, "value": str(person.id)}
            for person in world.people.values()
        ],
        "roles": [
            {"label": f"@{name}", "value": str(role.id)}
            for name, role in world.guild.roles.items()
        ],
        "channels": [
            {"label": f"#{name}", "value": str(room.id)}
            for name, room in world.guild.channels.items()
        ],
    }
