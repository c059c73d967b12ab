"""What the application keeps at Discord: its slash commands, and an emoji for each emblem.

Commands are uploaded where they have changed. Emoji are uploaded once, after the start, named by the hash of their
drawing; of several processes the one with the first shard uploads them, and the others poll until all are there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from typing import TYPE_CHECKING, Any, Protocol

import aiohttp
import discord
from discord import app_commands

from bot.faces import scene_text
from bot.faces.picture.requests import EmblemPicture
from bot.host import connection_errors
from bot.interactions.command_texts import translated_payload
from bot.pictures.renderer import Renderer
from bot.sending import internals
from bot.storage.port import StorageError
from bot.storage.records import Remark

if TYPE_CHECKING:
    from bot.client.herald import Herald

log = logging.getLogger(__name__)

LULL = 20.0
"""Seconds after the connection before anything is uploaded: clicks that waited meanwhile come first."""
LOOKS, AGAIN = 60, 60.0
"""How often a process that doesn't upload polls for them, and the seconds between two polls."""
PATIENCE = 20.0
"""Seconds for the drawing of one emblem: no message waits for it."""
LONGEST_WORD, DIGEST = 20, 10
"""Letters of an emblem's last word, and of its hash, in the name of its emoji: Discord takes 32."""
FORM = "shield, 64"
"""Version of the drawing round an emblem: another form needs other emoji."""
PART, KIND = "part-", ".svg"
COMMANDS_NOTE = "commands"
SYNC_SECONDS = 10.0
"""Seconds that a start waits for Discord to take the commands."""
COMPARE_AFTER = 15.0
"""Seconds after which commands that Discord has are compared: until then others need the CPU, to be answered first."""


class HeraldCommandTree(app_commands.CommandTree["Herald"]):
    """The tree of slash commands; its errors go to `Herald.fail`."""

    async def _call(self, interaction: discord.Interaction[Herald]) -> None:
        """Answer a command by `Herald.answer`: discord.py has no other hook around all of it."""
        await self.client.answer(interaction, super()._call)

    async def on_error(
        self,
        interaction: discord.Interaction[Herald],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer the `error` of a command."""
        await self.client.fail(interaction, error)


async def upload_commands(client: Herald, known: str | None) -> None:
    """Upload the commands of `client` if their digest isn't the `known` one; if Discord refuses, its own stay.

    Putting them into every language takes as long as many clicks: where it has some, that comes after the start.
    """
    application = client.application_id
    payload = list[dict[str, Any]]()
    for command in client.tree.get_commands():
        await asyncio.sleep(0 if payload or known is None else COMPARE_AFTER)
        payload.append(await translated_payload(command, client.tree, client.home))
    written = json.dumps([application, payload], sort_keys=True, default=str)
    digest = hashlib.sha256(written.encode()).hexdigest()

    if application and known != digest:
        try:
            async with asyncio.timeout(SYNC_SECONDS):
                await internals.upload_commands(client, application, payload)
            await client.storage.store_choices(Remark(COMMANDS_NOTE, digest))
        except (*connection_errors.OUTAGES, StorageError) as error:
            words = " ".join(str(error).split()) or type(error).__name__
            log.warning(
                "Discord did not take the commands, which will be told at the next start again: %s",
                error if isinstance(error, StorageError) else words,
            )


class Undrawn(Exception):
    """An emblem could not be drawn; the log says why."""


class Application(Protocol):
    """The application that owns the emoji: the bot's own."""

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        """Return its emoji."""
        ...

    async def create_application_emoji(
        self, *, name: str, image: bytes
    ) -> discord.Emoji:
        """Add an emoji; raise `HTTPException` if Discord doesn't take it."""
        ...


def emblem_names() -> list[str]:
    """Return the names of all emblems with a drawing."""
    from bot.faces.picture.colours import ART  # noqa: PLC0415 - the start waits for no art

    names = (file.name for file in ART.iterdir())
    return sorted(
        name.removesuffix(KIND)
        for name in names
        if name.endswith(KIND) and not name.startswith(PART)
    )


def emoji_name(emblem: str) -> str:
    """Return the emoji name of `emblem`: another drawing, or another colour, gives another name."""
    from bot.faces.picture.colours import glyph, tincture  # noqa: PLC0415 - the start waits for no art

    shades = tincture(emblem)
    looks = "\n".join(
        (
            FORM,
            emblem,
            repr(shades),
            glyph(emblem, shades.ink),
            glyph("part-shield", shades.tint),
        )
    )
    group, _, word = emblem.rpartition("-")
    # The last word is what people read who can't see it; a number alone would say nothing.
    called = f"{group}{word}" if word.isdecimal() else word
    letters = re.sub(r"\W", "", called)[:LONGEST_WORD]
    return f"{letters}_{hashlib.sha256(looks.encode()).hexdigest()[:DIGEST]}"


async def find_emoji(
    application: Application, renderer: Renderer | None
) -> dict[str, str] | None:
    """Return each emblem's emoji as a mention; what `application` lacks is drawn by the `renderer`, and uploaded.

    Without a renderer return None as long as one is missing. Raise `Undrawn`, or Discord's own error, if one fails;
    uploaded emoji stay for the next start.
    """
    known = {
        emoji.name: emoji for emoji in await application.fetch_application_emojis()
    }
    found = {}
    for emblem in emblem_names():
        name = emoji_name(emblem)
        if name not in known:
            if renderer is None:
                return None
            picture = await renderer.draw(EmblemPicture(emblem), PATIENCE)
            if picture is None:
                raise Undrawn(emblem)
            known[name] = await application.create_application_emoji(
                name=name, image=picture.data
            )
        found[emblem] = str(known[name])

    return found


async def upload_emblems_when_ready(bot: Herald) -> None:
    """Upload the emblems of `bot` after its first connection; a process without the first shard polls."""
    await bot.wait_until_ready()
    uploads = bot.storage.share.has_first
    await upload_emblems(bot, bot.pictures.renderer if uploads else None)


async def upload_emblems(
    application: Application,
    renderer: Renderer | None,
    lull: float = LULL,
    again: float = AGAIN,
) -> None:
    """Put the drawn emblems on buttons and lists once Discord has all; until then they have common emoji.

    It begins after the `lull` in seconds. Without a renderer nothing is uploaded, but polled for every `again` seconds.
    On failure the common emoji stay.
    """
    kept = "buttons keep the common emoji, the emblems could not be uploaded: %r"
    why: Exception = TimeoutError()
    await asyncio.sleep(lull)

    try:
        for _ in range(LOOKS):
            found = await find_emoji(application, renderer)
            if found is not None:
                scene_text.set_custom_emoji(found)
                return
            await asyncio.sleep(again)
    except (
        discord.DiscordException,
        aiohttp.ClientError,
        OSError,
        Undrawn,
    ) as error:
        why = error
    except Exception as error:
        log.exception(kept, error)  # noqa: TRY401 - the sentence names it as all others
        return

    log.info(kept, why)
