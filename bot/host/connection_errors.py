"""Connection errors of Discord, each explained to the host in one sentence."""

from __future__ import annotations

from http import HTTPStatus

import aiohttp
import discord

from bot.host.errors import HostError

NO_API = (aiohttp.ClientError, KeyError, TypeError, ValueError)
"""Errors of a response that isn't Discord's."""
LOST = (aiohttp.ClientConnectionError, OSError)
"""Errors without any response; `TimeoutError` is an `OSError`."""


class Throttled(discord.DiscordException):
    """A 429 that doesn't say how long to wait."""

    def __str__(self) -> str:
        return "Discord asks for fewer requests"


OUTAGES = (
    aiohttp.ClientError,
    OSError,
    discord.HTTPException,
    discord.RateLimited,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    Throttled,
)
"""Errors of a request or a connection that are no bug."""
DISALLOWED_INTENTS = 4014
CLOSED = {
    4004: "host-token-reset",
    4010: "host-sharding",
    4011: "host-sharding",
    4013: "host-intents",
    DISALLOWED_INTENTS: "host-intents",
}
"""Close codes of the gateway that a host can fix."""


def explain_failure(
    error: Exception, address: str, *, introduced: bool = True
) -> HostError | None:
    """Return the `HostError` for `error` of the API at `address`; None if it isn't about the connection.

    Before the bot is `introduced` to Discord, any malformed response shows that `address` isn't Discord's.
    """
    answer: BaseException | None = error
    if isinstance(error, discord.LoginFailure | discord.GatewayNotFound):
        answer = error.__cause__
    if isinstance(answer, discord.HTTPException):
        return explain_status(answer.status, address)
    if isinstance(error, discord.ConnectionClosed | discord.PrivilegedIntentsRequired):
        code = getattr(error, "code", DISALLOWED_INTENTS)
        key = CLOSED.get(code)
        return HostError(key) if key else HostError("host-turned-out", code=str(code))
    if (
        isinstance(error, aiohttp.ClientResponseError)
        and error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    ):
        return explain_status(error.status, address)
    if isinstance(error, LOST):
        return HostError(
            "host-unreachable", address=address, why=str(error) or type(error).__name__
        )

    return (
        not_discord(address)
        if isinstance(error, aiohttp.ClientError if introduced else NO_API)
        else None
    )


def not_discord(address: str) -> HostError:
    """Return the error that `address` answers, but isn't Discord's API."""
    return HostError("host-no-api", address=address)


def explain_status(status: int, address: str) -> HostError:
    """Return the `HostError` for the HTTP `status` of the API at `address`."""
    if status == HTTPStatus.UNAUTHORIZED:
        return HostError("host-token-refused")
    if status == HTTPStatus.NOT_FOUND:
        return not_discord(address)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return HostError("host-too-many", address=address)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return HostError("host-discord-fails", address=address, status=str(status))

    return HostError("host-error", address=address, status=str(status))
