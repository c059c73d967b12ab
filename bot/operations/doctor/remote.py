"""Checks at Discord: token, intents, gateway, clock, permissions; no bot is connected for them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.host import connection_errors
from bot.host.config import Config
from bot.host.errors import HostError
from bot.interactions.permissions import NAMES, permission_names
from bot.operations.doctor import Finding, failure, fine, warning
from bot.sending import internals
from engine.scene import Value

SECONDS = 10.0
"""Seconds that Discord may take for an answer."""
FULL = 200
"""The most servers on a page of Discord's list."""
OFF, FAR_OFF = 10.0, 300.0
"""Seconds by which the clock may be wrong, and from which on stored times are worth nothing."""
FEW = 10
"""The number of starts left for the day from which on there is a warning."""
PRIVILEGED = discord.ApplicationFlags(
    gateway_presence=True,
    gateway_presence_limited=True,
    gateway_guild_members=True,
    gateway_guild_members_limited=True,
    gateway_message_content=True,
    gateway_message_content_limited=True,
)

Json = Any


class Api:
    """Client of Discord's API without retries; close it by `aclose`."""

    def __init__(self, config: Config) -> None:
        self._base = config.discord_api_url
        self.shards = config.shards
        self._token = (
            config.discord_token.get_secret_value() if config.discord_token else ""
        )
        self._session = aiohttp.ClientSession(
            headers={"User-Agent": internals.user_agent()},
            timeout=aiohttp.ClientTimeout(SECONDS),
        )

    async def aclose(self) -> None:
        """Close the session."""
        await self._session.close()

    async def get(
        self, path: str, *, as_bot: bool = True
    ) -> tuple[Json, Mapping[str, str]]:
        """Return the JSON and the headers at `path`; raise `HostError` if there is none."""
        if as_bot and not self._token:
            raise HostError("host-no-token")

        headers = {"Authorization": f"Bot {self._token}"} if as_bot else {}
        try:
            url = f"{self._base}{path}"
            async with self._session.get(url, headers=headers) as response:
                if not response.ok:
                    raise connection_errors.explain_status(response.status, self._base)
                return await response.json(), response.headers
        except (aiohttp.ClientError, OSError, ValueError) as error:
            known = connection_errors.explain_failure(error, self._base)
            raise known or connection_errors.not_discord(self._base) from None

    async def await_hello(self, address: str) -> None:
        """Connect to the gateway at `address` until its first message; raise `HostError` without one."""
        try:
            url = f"{address}?v=10&encoding=json"
            async with self._session.ws_connect(url) as socket:
                await socket.receive_json(timeout=SECONDS)
        except (aiohttp.ClientError, OSError, TypeError, ValueError) as error:
            known = connection_errors.explain_failure(error, address)
            raise known or connection_errors.not_discord(address) from None


Check = Callable[[Api], AsyncIterator[Finding]]
"""Yields findings; raises `HostError` if Discord can't be reached, `KeyError` or `TypeError` if it isn't Discord."""


async def check_api(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield how many milliseconds the API takes."""
    begun = time.monotonic()
    await discord_api.get("/gateway", as_bot=False)
    yield fine("doctor-api-fine", milliseconds=round(1000 * (time.monotonic() - begun)))


async def check_token(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield whether the token is accepted, and the name of its bot."""
    me, _ = await discord_api.get("/users/@me")
    yield fine("doctor-token-fine", name=_printable(me["username"]))


async def check_intents(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield whether privileged intents are switched on, which Herald doesn't need."""
    application, _ = await discord_api.get("/applications/@me")
    if application["flags"] & PRIVILEGED.value:
        yield warning("doctor-intents-needless")
    else:
        yield fine("doctor-intents-fine")


async def check_gateway(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield whether the gateway answers, and whether starts are left for the day."""
    told, _ = await discord_api.get("/gateway/bot")
    left = int(told["session_start_limit"]["remaining"])
    await discord_api.await_hello(str(told["url"]))
    found = failure if not left else warning if left <= FEW else fine
    yield found("doctor-gateway-starts", starts=left)
    if 0 < discord_api.shards < int(told["shards"]):
        yield warning(
            "doctor-gateway-shards",
            wanted=str(told["shards"]),
            shards=str(discord_api.shards),
        )


async def check_clock(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield how far this machine's clock is from Discord's, which shows whole seconds."""
    before = time.time()
    _, headers = await discord_api.get("/gateway", as_bot=False)
    between = (before + time.time()) / 2
    theirs = parsedate_to_datetime(headers["Date"]).timestamp() + 0.5
    wrong = abs(between - theirs)

    if wrong <= OFF:
        yield fine("doctor-clock-fine")
    else:
        found = failure if wrong > FAR_OFF else warning
        key = "doctor-clock-ahead" if between > theirs else "doctor-clock-behind"
        yield found(key, seconds=round(wrong))


async def check_permissions(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield the servers in which a permission is lacking; single channels may deny more."""
    count = lacking = last = 0
    while True:
        page, _ = await discord_api.get(f"/users/@me/guilds?limit={FULL}&after={last}")
        for server in page:
            count += 1
            if missing := _missing_permissions(
                discord.Permissions(int(server["permissions"]))
            ):
                lacking += 1
                yield warning(
                    "doctor-permissions-lacking",
                    server=_printable(server["name"]),
                    permissions=missing,
                )
        if len(page) < FULL:
            break
        last = max(int(server["id"]) for server in page)

    if not count:
        yield warning("doctor-permissions-nowhere")
    elif not lacking:
        yield fine("doctor-permissions-fine", count=count)


def _missing_permissions(granted: discord.Permissions) -> tuple[Value, ...]:
    if granted.administrator:
        return ()
    return permission_names(name for name in NAMES if not getattr(granted, name))


def _printable(name: str) -> str:
    """Return a name from Discord without control characters, which a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)


CHECKS: Mapping[str, Check] = {
    "doctor-api": check_api,
    "doctor-token": check_token,
    "doctor-intents": check_intents,
    "doctor-gateway": check_gateway,
    "doctor-clock": check_clock,
    "doctor-permissions": check_permissions,
}
"""The checks at Discord by the keys of their names, in the sequence of their lines."""
