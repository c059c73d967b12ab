"""The emblems as emoji of Herald's application: uploaded once, after the start, by name and digest of their drawing.

Of several processes the one with the first shard uploads them; the others look now and then whether all are there.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from contextlib import suppress
from typing import Protocol

import aiohttp
import discord
from discord.ext import commands

from bot.faces import emblems
from bot.faces.picture.requests import EmblemPicture
from bot.pictures.renderer import Renderer

log = logging.getLogger(__name__)

LULL = 20.0
"""Seconds after the connection before anything is uploaded: what people have pressed meanwhile comes first."""
LOOKS, AGAIN = 60, 60.0
"""How often whoever doesn't upload them looks for them, and the seconds between two looks."""
PATIENCE = 20.0
"""Seconds that the drawing of one may take: nobody waits for it."""
LONGEST_WORD, DIGEST = 20, 10
"""Letters of the last word of an emblem, and of its digest, in the name of its emoji: Discord takes 32."""
FORM = "shield, 64"
"""Stands for what is drawn round an emblem: another form needs other emoji."""
PART, KIND = "part-", ".svg"


class Undrawn(Exception):
    """An emblem could not be drawn; the log says why."""


class Application(Protocol):
    """What keeps the emoji: the bot's own application."""

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        """Return the emoji that it has."""
        ...

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        """Add one; raise an HTTPException if Discord doesn't take it."""
        ...


def drawings() -> list[str]:
    """Return every emblem that there is a drawing of."""
    from bot.faces.picture.colours import ART  # noqa: PLC0415 - the start waits for no art

    names = (file.name for file in ART.iterdir())
    return sorted(name.removesuffix(KIND) for name in names if name.endswith(KIND) and not name.startswith(PART))


def named(emblem: str) -> str:
    """Return the name of an emblem's emoji: another drawing, or another colour, gives another name."""
    from bot.faces.picture.colours import glyph, tincture  # noqa: PLC0415 - the start waits for no art

    shades = tincture(emblem)
    looks = "\n".join((FORM, emblem, repr(shades), glyph(emblem, shades.ink), glyph("part-shield", shades.tint)))
    group, _, word = emblem.rpartition("-")
    # The last word is what people read who can't see it; a number alone would say nothing.
    called = f"{group}{word}" if word.isdecimal() else word
    letters = re.sub(r"\W", "", called)[:LONGEST_WORD]
    return f"{letters}_{hashlib.sha256(looks.encode()).hexdigest()[:DIGEST]}"


async def uploaded(application: Application, renderer: Renderer) -> dict[str, str]:
    """Return every emblem's emoji as it is mentioned; those that the application lacks are drawn and added.

    Raise Undrawn, or Discord's own error, where one can't be had; what was added stays for the next start.
    """
    known = await _known(application)
    found = {}
    for emblem in drawings():
        name = named(emblem)
        found[emblem] = str(known.get(name) or await _added(application, renderer, name, emblem))
    return found


async def complete(application: Application) -> dict[str, str] | None:
    """Return every emblem's emoji as it is mentioned; None as long as one is lacking."""
    known = await _known(application)
    names = {emblem: named(emblem) for emblem in drawings()}
    return {emblem: str(known[name]) for emblem, name in names.items()} if known.keys() >= set(names.values()) else None


async def _known(application: Application) -> dict[str, discord.Emoji]:
    return {emoji.name: emoji for emoji in await application.fetch_application_emojis()}


async def _added(application: Application, renderer: Renderer, name: str, emblem: str) -> discord.Emoji:
    picture = await renderer.draw(EmblemPicture(emblem), PATIENCE)
    if picture is None:
        raise Undrawn(emblem)
    return await application.create_application_emoji(name=name, image=picture.data)


class Emblems(commands.Cog):
    """Gives buttons and lists the drawn emblems once Discord has all of them; until then they have common emoji."""

    def __init__(
        self,
        application: Application,
        renderer: Renderer,
        lull: float = LULL,
        *,
        uploads: bool = True,
        again: float = AGAIN,
    ) -> None:
        """Take whose emoji they are, who draws, how long to wait for a lull, and whether this process uploads them.

        If not, they are looked for `again` after so many seconds.
        """
        self._application = application
        self._renderer = renderer
        self._lull = lull
        self._uploads = uploads
        self._again = again
        self._task: asyncio.Task[None] | None = None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin when Discord is there for the first time; it may come again."""
        self._task = self._task or asyncio.create_task(self.upload(), name="emblems")

    async def upload(self) -> None:
        """Upload what is missing, and show the drawn signs from then on; else stay with the common ones."""
        await asyncio.sleep(self._lull)
        try:
            emblems.learn(await self._emoji())
        except (discord.DiscordException, aiohttp.ClientError, OSError, Undrawn) as error:
            log.info("buttons keep the common emoji, the emblems could not be uploaded: %r", error)
        except Exception:
            log.exception("buttons keep the common emoji, the emblems could not be uploaded")

    async def _emoji(self) -> dict[str, str]:
        if self._uploads:
            return await uploaded(self._application, self._renderer)
        for _ in range(LOOKS):
            if (found := await complete(self._application)) is not None:
                return found
            await asyncio.sleep(self._again)
        raise TimeoutError

    async def cog_unload(self) -> None:
        """Stop what is under way; what was uploaded stays."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        emblems.learn({})
