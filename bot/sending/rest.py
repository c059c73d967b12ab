"""Discord's HTTP calls with messages as data, by internals of discord.py, like `bot.sending.internals` alone.

discord.py's `HTTPClient` and its webhook adapter keep rate limits, retries, routes and the tokens of interactions. Both
take `MultipartParameters`, which discord.py itself makes of views and embeds. `tests/bot/sending/test_rest.py` holds
the signatures that this module relies on.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from io import BytesIO
from typing import Any, TypeAlias

import aiohttp
import discord
import orjson
from discord.http import HTTPClient, MultipartParameters, Route
from discord.webhook.async_ import async_context

from bot.faces.components import Picture
from bot.sending import internals
from engine.frozen import frozen

Interaction: TypeAlias = discord.Interaction[Any]
Body: TypeAlias = Mapping[str, Any]

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


class Callback(IntEnum):
    """Types of answers to an interaction, by Discord's numbers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    MODAL = 9


@frozen
class Webhook:
    """Where the answers to one interaction are sent for 15 minutes; it holds nothing of what was clicked."""

    application: int
    token: str
    session: aiohttp.ClientSession
    http: HTTPClient

    @classmethod
    def of(cls, interaction: Interaction) -> Webhook:
        """Return the webhook of an `interaction`."""
        return cls(
            interaction.application_id,
            interaction.token,
            interaction._session,  # noqa: SLF001
            interaction._state.http,  # noqa: SLF001
        )

    def route(self, method: str, path: str) -> Route:
        """Return the route of a request to this webhook."""
        return Route(
            method, path, webhook_id=self.application, webhook_token=self.token
        )


async def create_message(
    client: discord.Client, channel: int, body: Body, file: Picture | None = None
) -> Body:
    """Post a message in `channel` and return it; raise `discord.HTTPException` where Discord refuses it.

    An earlier one with the same nonce is returned as it is.
    """
    return await client.http.send_message(channel, params=_parameters(body, file))


async def edit_message(
    client: discord.Client,
    channel: int,
    message: int,
    body: Body,
    file: Picture | None = None,
) -> None:
    """Edit a message of the bot; raise `discord.HTTPException` where Discord refuses it."""
    await client.http.edit_message(channel, message, params=_parameters(body, file))


async def respond(
    interaction: Interaction,
    kind: Callback,
    data: Body | None,
    file: Picture | None,
) -> int:
    """Answer an `interaction`, once, and return the id of a new message, else 0.

    Raise `discord.InteractionResponded` if it was answered before. Discord is asked only for ids that Herald can't
    know.
    """
    if internals.is_answered(interaction):
        raise discord.InteractionResponded(interaction)

    place = Route(
        "POST", CALLBACK, webhook_id=interaction.id, webhook_token=interaction.token
    )
    body = {"type": kind, **({} if data is None else {"data": data})}
    asks = {"with_response": "1"} if kind is Callback.MESSAGE else None

    made = await _request_by_token(Webhook.of(interaction), place, body, file, asks)

    internals.mark_answered(interaction)
    if not asks:
        return 0
    return int(made["interaction"].get("response_message_id") or 0)


async def edit_response(webhook: Webhook, body: Body, file: Picture | None) -> None:
    """Edit the answer to the interaction of `webhook`; raise `discord.HTTPException` where Discord refuses it."""
    place = webhook.route("PATCH", f"{WEBHOOK}/messages/@original")
    await _request_by_token(webhook, place, body, file)


async def follow_up(interaction: Interaction, body: Body, file: Picture | None) -> None:
    """Send one more message after the answer to `interaction`; raise `discord.HTTPException` if Discord refuses it."""
    webhook = Webhook.of(interaction)
    await _request_by_token(
        webhook, webhook.route("POST", WEBHOOK), body, file, {"wait": "1"}
    )


async def _request_by_token(
    webhook: Webhook,
    place: Route,
    body: Body,
    file: Picture | None,
    asks: dict[str, str] | None = None,
) -> Any:
    """Send a request that needs only the token of `webhook`, and return Discord's answer."""
    params = _parameters(body, file)
    return await async_context.get().request(
        place,
        session=webhook.session,
        proxy=webhook.http.proxy,
        proxy_auth=webhook.http.proxy_auth,
        payload=params.payload,
        multipart=params.multipart,
        files=params.files,
        params=asks,
    )


def _parameters(body: Body, file: Picture | None) -> MultipartParameters:
    """Return `body`, with `file` as its attachment 0, in the form that discord.py sends."""
    if file is None:
        return MultipartParameters(payload=dict(body), multipart=None, files=None)

    sent = discord.File(BytesIO(file.data), file.name, description=file.alt)
    content = {
        "value": sent.fp,
        "filename": file.name,
        "content_type": "application/octet-stream",
    }

    form: list[dict[str, Any]] = [
        {"name": "payload_json", "value": orjson.dumps(body).decode()},
        {"name": "files[0]", **content},
    ]
    return MultipartParameters(payload=None, multipart=form, files=[sent])
