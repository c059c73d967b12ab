"""The commands that a person can type in a place, as their own Discord shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simcord.backend.models import Channel

from sandbox.locales import locale
from sandbox.world import Person, World

Json = dict[str, Any]
GROUPS = (1, 2)
TYPED = 1
"""The kind of commands that are typed; what stands in the menu of a message isn't."""


def commands(world: World, person: Person, room: Channel) -> list[Json]:
    """Return the commands; `name` is what the bot knows, `shown` what the person reads."""
    roots = world.env.backend.visible_commands(user_id=person.id, channel_id=room.id)
    reads = locale(person.language)
    typed = (root for root in roots if root.get("type", TYPED) == TYPED)
    return [leaf for root in typed for leaf in _leaves(root, reads, "", "")]


def shown_names(world: World, person: Person, room: Channel) -> dict[str, str]:
    """Return what a person reads for the name of each command, and of each group of commands."""
    names = [
        (one["name"].split(), one["shown"].split())
        for one in commands(world, person, room)
    ]
    return {
        " ".join(name[:depth]): " ".join(shown[:depth])
        for name, shown in names
        for depth in range(1, len(name) + 1)
    }


def _leaves(
    node: Mapping[str, Any], reads: str, name: str, shown: str
) -> Iterator[Json]:
    name, shown = (
        f"{name} {node['name']}".strip(),
        f"{shown} {_local(node, 'name', reads)}".strip(),
    )
    options = node.get("options") or []
    below = [one for one in options if one["type"] in GROUPS]
    for one in below:
        yield from _leaves(one, reads, name, shown)
    if not below:
        described = _local(node, "description", reads)
        yield {
            "name": name,
            "shown": shown,
            "description": described,
            "options": [_option(one, reads) for one in options],
        }


def _option(option: Mapping[str, Any], reads: str) -> Json:
    choices = [
        {**one, "name": _local(one, "name", reads)}
        for one in option.get("choices") or []
    ]
    shown = {
        "shown": _local(option, "name", reads),
        "description": _local(option, "description", reads),
    }
    return {**option, **shown, "choices": choices}


def _local(node: Mapping[str, Any], what: str, reads: str) -> str:
    return str((node.get(f"{what}_localizations") or {}).get(reads) or node[what])
