"""What keeps Herald from Discord, at the start or later, as one sentence for the host."""

from __future__ import annotations

from http import HTTPStatus

import aiohttp
import discord

from bot.host.errors import HostError

NO_API = (aiohttp.ClientError, KeyError, TypeError, ValueError)
"""What comes of an answer that is none of Discord's."""
LOST = (aiohttp.ClientConnectionError, OSError)
"""What comes of no answer at all; TimeoutError is an OSError."""
OUTAGES = (
    *(aiohttp.ClientError, OSError),
    *(discord.HTTPException, discord.RateLimited, discord.ConnectionClosed, discord.GatewayNotFound),
)
"""What a request or a connection fails by without any line of code being to blame."""
DISALLOWED_INTENTS = 4014
CLOSED = {
    4004: "host-token-reset",
    4010: "host-sharding",
    4011: "host-sharding",
    4013: "host-intents",
    DISALLOWED_INTENTS: "host-intents",
}
"""The close codes of the gateway that a host can do something about."""


def explain(error: Exception, address: str, *, introduced: bool = True) -> HostError | None:
    """Return why Herald can't be connected to the API at an address; None for what is no matter of Discord's.

    Before Discord has `introduced` the bot to itself, whatever goes wrong with an answer shows that it is none of its.
    """
    answer = error.__cause__ if isinstance(error, discord.LoginFailure | discord.GatewayNotFound) else error
    if isinstance(answer, discord.HTTPException):
        return answered(answer.status, address)
    if isinstance(error, discord.ConnectionClosed | discord.PrivilegedIntentsRequired):
        return _turned_out(getattr(error, "code", DISALLOWED_INTENTS))
    if isinstance(error, aiohttp.ClientResponseError) and error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return answered(error.status, address)
    if isinstance(error, LOST):
        return HostError("host-unreachable", address=address, why=str(error) or type(error).__name__)
    return no_api(address) if isinstance(error, aiohttp.ClientError if introduced else NO_API) else None


def no_api(address: str) -> HostError:
    """Return that something answers at an address, but isn't Discord."""
    return HostError("host-no-api", address=address)


def _turned_out(code: int) -> HostError:
    key = CLOSED.get(code)
    return HostError("host-turned-out", code=str(code)) if key is None else HostError(key)


def answered(status: int, address: str) -> HostError:
    """Return what an error's status means for whoever asks the API at an address."""
    if status == HTTPStatus.UNAUTHORIZED:
        return HostError("host-token-refused")
    if status == HTTPStatus.NOT_FOUND:
        return no_api(address)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return HostError("host-too-many", address=address)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return HostError("host-discord-fails", address=address, status=str(status))
    return HostError("host-error", address=address, status=str(status))
