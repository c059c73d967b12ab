"""Discord's calls that show something, with messages as data; the one module that goes by discord.py's inner parts.

discord.py's `HTTPClient` and its webhook adapter keep rate limits, retries, routes and the tokens of interactions. What
they are handed is `MultipartParameters`, which discord.py itself makes of views and embeds. `tests/bot/test_rest.py`
holds the signatures that this goes by.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from io import BytesIO
from typing import Any, TypeAlias

import discord
import orjson
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from bot.faces.attachment import Picture

Interaction: TypeAlias = discord.Interaction[Any]
Body: TypeAlias = Mapping[str, Any]


class Callback(IntEnum):
    """The answers to an interaction, by Discord's numbers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    MODAL = 9


async def create_message(client: discord.Client, channel: int, body: Body, file: Picture | None = None) -> int:
    """Post a message and return its id; raise discord.py's error where Discord refuses it."""
    sent = await client.http.send_message(channel, params=_parameters(body, file))
    return int(sent["id"])


async def edit_message(
    client: discord.Client, channel: int, message: int, body: Body, file: Picture | None = None
) -> None:
    """Edit a message of the bot; raise discord.py's error where Discord refuses it."""
    await client.http.edit_message(channel, message, params=_parameters(body, file))


async def respond(interaction: Interaction, kind: Callback, data: Body | None, file: Picture | None = None) -> int:
    """Answer an interaction, which can be done once; return the id of the message that was sent or edited, or 0.

    Raise `discord.InteractionResponded` if it was answered before.
    """
    response, http = interaction.response, interaction._state.http  # noqa: SLF001
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    made = await async_context.get().create_interaction_response(
        interaction.id,
        interaction.token,
        session=interaction._session,  # noqa: SLF001
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        params=_parameters({"type": kind, **({} if data is None else {"data": data})}, file),
    )
    response._response_type = discord.InteractionResponseType(kind)  # noqa: SLF001
    return int(made["interaction"].get("response_message_id") or 0)


async def edit_response(interaction: Interaction, body: Body, file: Picture | None = None) -> None:
    """Edit the message that an interaction was answered with; raise discord.py's error where Discord refuses it."""
    http, params = interaction._state.http, _parameters(body, file)  # noqa: SLF001
    await async_context.get().edit_original_interaction_response(
        interaction.application_id,
        interaction.token,
        session=interaction._session,  # noqa: SLF001
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        payload=params.payload,
        multipart=params.multipart,
        files=params.files,
    )


async def follow_up(interaction: Interaction, body: Body, file: Picture | None = None) -> None:
    """Send another message after the answer to an interaction; raise discord.py's error where Discord refuses it."""
    http, params = interaction._state.http, _parameters(body, file)  # noqa: SLF001
    await async_context.get().execute_webhook(
        interaction.application_id,
        interaction.token,
        session=interaction._session,  # noqa: SLF001
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        payload=params.payload,
        multipart=params.multipart,
        files=params.files,
        wait=True,
    )


def _parameters(body: Body, file: Picture | None) -> MultipartParameters:
    """Return a body, and the file that it names as number 0, as discord.py sends it."""
    if file is None:
        return MultipartParameters(payload=dict(body), multipart=None, files=None)
    sent = discord.File(BytesIO(file.data), file.name, description=file.alt)
    content = {"value": sent.fp, "filename": file.name, "content_type": "application/octet-stream"}
    form: list[dict[str, Any]] = [
        {"name": "payload_json", "value": orjson.dumps(body).decode()},
        {"name": "files[0]", **content},
    ]
    return MultipartParameters(payload=None, multipart=form, files=[sent])
