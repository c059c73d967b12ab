"""The files that the bot sent, as the page shows them: each at an address of one message and one reader."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image, UnidentifiedImageError
from simcord.backend.models import Message

from sandbox.world import Files, Person, World

Json = dict[str, Any]
LINK = "attachment://"
VIEWS = 2
"""How many views of a person's still give their files: the present one, and the one before."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a file is by its own bytes: its media type, and the pixels of a picture (0: it is none)."""

    type: str
    width: int = 0
    height: int = 0


def look(name: str, body: bytes) -> Look:
    """Return what a file is; its name counts only where it is no picture."""
    try:
        with Image.open(BytesIO(body)) as picture:
            return Look(Image.MIME[picture.format or ""], *picture.size)
    except (UnidentifiedImageError, KeyError):
        return Look(mimetypes.guess_type(name)[0] or "application/octet-stream")


def shown(world: World, person: Person, message: Message) -> dict[str, Json]:
    """Return a message's files as a person's page shows them, by the addresses at which components refer to them."""
    found: dict[str, Json] = {}
    for file in message.attachments:
        seen = look(file["filename"], world.env.backend.cdn.get(file["url"]) or b"")
        made = {
            "url": f"/files/{person.key}/{message.channel_id}/{message.id}/{file['id']}",
            "name": file["filename"],
            "alt": file["description"] or "",
            "picture": bool(seen.width),
            "width": seen.width,
            "height": seen.height,
        }
        found |= {file["url"]: made, f"{LINK}{file['filename']}": made}
        _latest(world, person)[made["url"]] = file["url"], file["filename"]
    return found


def hand_out(world: World, person: Person) -> None:
    """Begin to note what a person is shown anew; what they were shown just before is still to be had.

    A page asks for its pictures when it has its view, and some may have been replaced since. Discord, too, keeps a file
    for a while when its message has another.
    """
    world.handed[person.key] = ({}, *world.handed.get(person.key, ()))[:VIEWS]


def _latest(world: World, person: Person) -> Files:
    return world.handed.setdefault(person.key, ({},))[0]


def content(world: World, person: Person, address: str) -> tuple[bytes, str] | None:
    """Return the bytes of a file and their media type; None unless a person was shown it at this address just now."""
    shown = (
        view[address] for view in world.handed.get(person.key, ()) if address in view
    )
    for place, name in shown:
        body = world.env.backend.cdn.get(place)
        if body is not None:
            return body, look(name, body).type
    return None
