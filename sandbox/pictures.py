"""The files that the bot sent, as the page shows them: each at an address of one message and one reader."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image, UnidentifiedImageError
from simcord.backend.models import Channel, Message

from sandbox.world import Person, World

Json = dict[str, Any]
LINK = "attachment://"


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
    return found


def content(world: World, person: Person, room: Channel, message: str, file: str) -> tuple[bytes, str] | None:
    """Return the bytes of a file and their media type; None unless it hangs on a message that the person sees now."""
    hangs = [
        one
        for seen in world.messages(person, room)
        for one in seen.attachments
        if (str(seen.id), str(one["id"])) == (message, file)
    ]
    body = world.env.backend.cdn.get(hangs[0]["url"]) if hangs else None
    return None if body is None else (body, look(hangs[0]["filename"], body).type)
