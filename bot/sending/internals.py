"""Parts of discord.py that its documentation doesn't promise, besides those that send (`bot.sending.rest`).

No other module reaches into discord.py, which `tests/test_architecture.py` holds; signatures are held by
`tests/bot/sending/test_rest.py`.
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from yarl import URL

log = logging.getLogger(__name__)

TIMEOUT = aiohttp.ClientTimeout(total=60.0, sock_connect=20.0, sock_read=20.0)
"""Timeout of a request with the bot's token, in seconds: its answer is waited for from the end of an upload on."""


COMMAND = discord.InteractionType.application_command.value


class ClickedMessage(NamedTuple):
    """What Herald reads of a clicked message."""

    id: int
    flags: discord.MessageFlags


def read_clicks(client: discord.Client, trace: aiohttp.TraceConfig) -> None:
    """Read of a click no more than Herald needs: of its message a `ClickedMessage`, and no view of discord.py's.

    Its answer is sent on the connections of `client`, which is logged in, and only `trace` hears of that: no rate limit
    holds it back.
    """
    state = client._connection  # noqa: SLF001
    parse = state.parsers["INTERACTION_CREATE"]
    session = _session_beside(client, trace)

    def parse_click(data: dict[str, Any]) -> None:
        known = dict(data)
        clicked = known.pop("message", None)
        if clicked is None or data["type"] == COMMAND:
            parse(data)
            return

        click: Any = discord.Interaction(data=known, state=state)  # type: ignore[arg-type] # JSON, as it came
        flags = discord.MessageFlags._from_value(clicked.get("flags", 0))  # noqa: SLF001
        click.message = ClickedMessage(int(clicked["id"]), flags)
        click._session = session or click._session  # noqa: SLF001
        client.dispatch("interaction", click)

    state.parsers["INTERACTION_CREATE"] = parse_click


ANSWERED = "answered"
"""What an interaction that was answered has among its extras."""


def mark_answered(interaction: discord.Interaction[Any]) -> None:
    """Note that `interaction` was answered.

    discord.py's own `response` refers back to it: only the garbage collector would find the two.
    """
    interaction.extras[ANSWERED] = True


def is_answered(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether `interaction` was answered."""
    return ANSWERED in interaction.extras


def _session_beside(
    client: discord.Client, trace: aiohttp.TraceConfig
) -> aiohttp.ClientSession | None:
    """Return another session on the connections of `client`, which ends with them; None where it has none."""
    connector: Any = client.http.connector
    if not connector:
        return None
    # A trace is prepared for each request, also where nobody listens.
    return aiohttp.ClientSession(
        connector=connector,
        connector_owner=False,
        cookie_jar=aiohttp.DummyCookieJar(),
        trace_configs=[trace] if trace.on_request_end else [],
    )


def use_api(address: str) -> None:
    """Send all requests of this process to the API at `address`."""
    Route.BASE = address


async def use_gateway_of_api(client: discord.Client) -> None:
    """Let reconnects use the gateway that the API names; raise `KeyError` or `TypeError` if it isn't Discord's API."""
    _, address, _ = await client.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = URL(address)


def trace_requests(client: discord.Client, trace: aiohttp.TraceConfig) -> None:
    """Let `trace` hear of the requests of `client`; call it before the login."""
    client.http.http_trace = trace


def user_agent() -> str:
    """Return what Discord wants to be told of a library that asks it."""
    return HTTPClient(discord.utils.MISSING).user_agent


async def fetch_member(client: discord.Client, guild: int, user: int) -> None:
    """Ask Discord for a member of a guild; raise `discord.HTTPException` where there is none."""
    await client.http.get_member(guild, user)


async def upload_commands(
    client: discord.Client, application: int, payload: list[dict[str, Any]]
) -> None:
    """Upload the slash commands, as `CommandTree.sync` does, which would put every word into every language anew."""
    await client.http.bulk_upsert_global_commands(application, payload)


def limit_waits(client: discord.Client) -> None:
    """Give up a request of `client` after `TIMEOUT`, with one line in the log; its `TimeoutError` is an `OSError`.

    Each try has that time, without the waits for a rate limit. The gateway and answers to interactions, which have a
    deadline of their own, don't go through `HTTPClient.request`.
    """
    send = client.http.request

    async def request(route: Route, **options: Any) -> Any:
        try:
            return await send(route, timeout=TIMEOUT, **options)
        except TimeoutError:
            log.warning(
                "Discord has not answered in time: %s %s", route.method, route.path
            )
            raise

    client.http.request = request  # type: ignore[method-assign] # there is no other way
