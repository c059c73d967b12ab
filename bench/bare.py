"""`python -m bench.bare`: a bare discord.py bot, which makes the calls of a tape for the clicks of that tape.

It is the floor that Herald is held against: the same library and event loop, intents and caches, the same payloads and
files through the same public methods, but no game, no database, no words and no picture: what they need is made ready
before the clock starts, all but the views, which any bot builds anew for each message.

A click brings its number on the tape with it, or names a tape to load; one that does neither is the first of the tape
that TAPE names. As in Herald the answer goes first; then the calls of the interaction and those to the channel, each
kind in its order. DISCORD_TOKEN and DISCORD_API_URL say who it is and where Discord is.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import uvloop
from discord import ui
from discord.components import _component_factory
from yarl import URL

from bench.tape import (
    CALLBACK,
    DEFER,
    DEFER_UPDATE,
    FOLLOW_UP,
    MESSAGE,
    MODAL,
    ORIGINAL,
    UPDATE,
    Call,
    Tape,
)

Interaction = discord.Interaction[Any]
PLACE = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
SILENT = {"flags", "tts", "enforce_nonce"}
"""Keys of a payload that discord.py sets by itself."""
V2 = 1 << 15


class Mentions(discord.AllowedMentions):
    """Exactly the mentions that a payload allows."""

    def __init__(self, allowed: dict[str, Any]) -> None:
        """Take them as JSON."""
        super().__init__()
        self._allowed = allowed

    def to_dict(self) -> Any:
        """Return them as JSON."""
        return self._allowed


def view(components: Sequence[Any], *, layout: bool) -> ui.View | ui.LayoutView:
    """Return components as a view, taken out of discord.py's care as Herald's are."""
    parts = SimpleNamespace(
        components=[_component_factory(part) for part in components]
    )
    kind = ui.LayoutView if layout else ui.View
    made = kind.from_message(cast("discord.Message", parts), timeout=None)
    made.stop()
    return made


class Dialog(ui.Modal):
    """A dialog as a payload has it."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Take it as JSON."""
        super().__init__(title=data["title"], custom_id=data["custom_id"], timeout=None)
        self._components = data["components"]

    def to_components(self) -> list[dict[str, Any]]:
        """Return its fields as JSON."""
        return list(self._components)


@dataclass(slots=True)
class Ready:
    """A call, prepared: its path, the type of an answer, the arguments of discord.py's method, and its files."""

    path: str
    method: str
    kind: int
    arguments: dict[str, Any]
    files: list[tuple[str, bytes, str | None]]
    place: tuple[int, ...] = ()
    components: tuple[Sequence[Any], bool] | None = None

    def filled(self) -> dict[str, Any]:
        """Return the arguments with a new view, and with files that can be sent once."""
        made = dict(self.arguments)
        if self.components is not None:
            parts, layout = self.components
            made["view"] = view(parts, layout=layout)
        if self.files:
            files = [
                discord.File(BytesIO(data), name, description=said)
                for name, data, said in self.files
            ]
            made[self.files_key] = files
        return made

    @property
    def files_key(self) -> str:
        """Return what the method calls its files."""
        return "attachments" if "attachments" in self.arguments else "files"


def prepare(call: Call) -> Ready:
    """Return a call as arguments of discord.py's methods; raise ValueError for a payload with more in it."""
    body = json.loads(call.text or "{}")
    kind = int(body.get("type", 0)) if call.path == CALLBACK else 0
    data = body.get("data") or {} if call.path == CALLBACK else body
    found = PLACE.fullmatch(call.path)
    place = tuple(int(number) for number in found.groups() if number) if found else ()
    if kind == MODAL:
        return Ready(call.path, call.method, kind, {"modal": Dialog(data)}, [])
    edits = call.method == "PATCH" or kind == UPDATE
    parts, layout = data.get("components"), bool(int(data.get("flags") or 0) & V2)
    arguments = _arguments(data, edits=edits)
    return Ready(
        call.path,
        call.method,
        kind,
        arguments,
        _files(call, data),
        place,
        (parts, layout) if parts else None,
    )


def _arguments(data: dict[str, Any], *, edits: bool) -> dict[str, Any]:
    flags = int(data.get("flags") or 0)
    if (
        unknown := set(data)
        - SILENT
        - {
            "content",
            "components",
            "attachments",
            "allowed_mentions",
            "nonce",
            "embeds",
        }
    ):
        raise ValueError(f"a payload with {sorted(unknown)}")
    made: dict[str, Any] = {
        key: data[key] for key in ("content", "nonce") if key in data
    }
    if "attachments" in data:
        made["attachments" if edits else "files"] = []
    if edits and data.get("components") == []:
        made["view"] = None
    if "allowed_mentions" in data:
        made["allowed_mentions"] = Mentions(data["allowed_mentions"])
    if flags & discord.MessageFlags.ephemeral.flag:
        made["ephemeral"] = True
    if flags & discord.MessageFlags.suppress_notifications.flag:
        made["silent"] = True
    return made


def _files(call: Call, data: dict[str, Any]) -> list[tuple[str, bytes, str | None]]:
    said = {
        str(item["id"]): item.get("description")
        for item in data.get("attachments") or []
    }
    return [
        (name, content, said.get(str(number)))
        for number, (name, content) in enumerate(call.files)
    ]


@dataclass(slots=True)
class Steps:
    """What one click asks for: the answer, the calls of its interaction, the calls to its channel."""

    channel: int
    answer: Ready | None = None
    own: list[Ready] = field(default_factory=list)
    public: list[Ready] = field(default_factory=list)


def steps(tape: Tape) -> list[Steps]:
    """Return a tape as what each of its clicks asks for."""
    made = []
    for click in tape.clicks:
        asked = Steps(click.channel)
        for call in click.calls:
            if call.path == CALLBACK:
                asked.answer = prepare(call)
            else:
                (asked.own if call.of_interaction else asked.public).append(
                    prepare(call)
                )
        made.append(asked)
    return made


class Bare(discord.AutoShardedClient):
    """Nothing but one listener."""

    def __init__(self) -> None:
        """Take the intents and caches of Herald."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self._steps: list[Steps] = []
        self._chains: dict[int, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Make a connection that begins anew go to the same place, and load the tape that there is."""
        if "TAPE" in os.environ:
            self._load(Path(os.environ["TAPE"]))
        _, address, _ = await self.http.get_bot_gateway()
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(address)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a click as the tape says, and let its other calls follow."""
        data = cast("dict[str, Any]", interaction.data)
        if "tape" in data:
            self._load(Path(data["tape"]))
            await interaction.response.send_message("Ready.")
            return
        asked = self._steps[int(data.get("click", 0))]
        if asked.answer is not None:
            await _answer(interaction, asked.answer)
        if asked.own:
            self._go(_own(interaction, asked.own))
        if asked.public:
            before = self._chains.get(asked.channel)
            self._chains[asked.channel] = self._go(self._public(before, asked.public))

    def _load(self, path: Path) -> None:
        """Prepare a tape, and keep what is prepared out of the way of the garbage collector."""
        self._chains.clear()
        gc.unfreeze()
        self._steps = steps(Tape.load(path))
        gc.collect()
        gc.freeze()

    def _go(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _public(
        self, before: asyncio.Task[None] | None, calls: list[Ready]
    ) -> None:
        if before is not None:
            await before
        for call in calls:
            channel = self.get_partial_messageable(call.place[0])
            if call.method == "POST":
                await channel.send(**call.filled())
            elif call.method == "PATCH":
                await channel.get_partial_message(call.place[1]).edit(**call.filled())
            elif call.method == "DELETE":
                await channel.get_partial_message(call.place[1]).delete()
            else:
                raise ValueError(
                    f"{call.method} {call.path} is no call that the bare bot can make"
                )


async def _own(interaction: Interaction, calls: list[Ready]) -> None:
    for call in calls:
        if call.path == ORIGINAL and call.method == "PATCH":
            await interaction.edit_original_response(**call.filled())
        elif call.path == FOLLOW_UP:
            await interaction.followup.send(**call.filled(), wait=True)
        else:
            raise ValueError(
                f"{call.method} {call.path} is no call that the bare bot can make"
            )


async def _answer(interaction: Interaction, call: Ready) -> None:
    response = interaction.response
    if call.kind == MODAL:
        await response.send_modal(call.arguments["modal"])
        return
    ways: dict[int, Callable[..., Awaitable[Any]]] = {
        MESSAGE: response.send_message,
        UPDATE: response.edit_message,
        DEFER: response.defer,
        DEFER_UPDATE: response.defer,
    }
    await ways[call.kind](**call.filled())


async def run() -> None:
    """Connect and stay."""
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    async with Bare() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    discord.utils.setup_logging(level=logging.WARNING)
    uvloop.run(run())
