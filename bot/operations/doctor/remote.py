"""What the doctor finds at Discord: token, intents, gateway, clock, permissions; no bot is connected for it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Self

import aiohttp
import discord

from bot.host import connection_errors
from bot.host.config import Config
from bot.host.errors import HostError
from bot.interactions.permissions import NAMES, said
from bot.operations.doctor import Finding, failure, fine, warning
from engine.scene import Value

SECONDS = 10.0
"""How long Discord may take to answer."""
FULL = 200
"""How many servers Discord tells of at a time, at most."""
OFF, FAR_OFF = 10.0, 300.0
"""Seconds by which the clock may differ, and from which on the times that Herald keeps are worth nothing."""
FEW = 10
"""So few starts that are left for the day are worth a word."""
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
    """Discord's API, asked once for each thing and without patience; use it as `async with`."""

    def __init__(self, config: Config) -> None:
        self._base = config.discord_api_url
        self.shards = config.shards
        self._token = config.discord_token.get_secret_value() if config.discord_token else ""
        self._session = aiohttp.ClientSession(
            headers={"User-Agent": discord.http.HTTPClient(discord.utils.MISSING).user_agent},
            timeout=aiohttp.ClientTimeout(SECONDS),
        )

    async def __aenter__(self) -> Self:
        """Return the API."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close what is open."""
        await self._session.close()

    async def get(self, path: str, *, as_bot: bool = True) -> tuple[Json, Mapping[str, str]]:
        """Return what stands at a path, and the headers; raise HostError if it can't be had."""
        if as_bot and not self._token:
            raise HostError("host-no-token")

        headers = {"Authorization": f"Bot {self._token}"} if as_bot else {}
        try:
            async with self._session.get(f"{self._base}{path}", headers=headers) as response:
                if not response.ok:
                    raise connection_errors.explain_status(response.status, self._base)
                return await response.json(), response.headers
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise connection_errors.explain_failure(error, self._base) or connection_errors.not_discord(
                self._base
            ) from None

    async def greeted(self, address: str) -> None:
        """Connect to a gateway until it says hello; raise HostError if it doesn't."""
        try:
            async with self._session.ws_connect(f"{address}?v=10&encoding=json") as socket:
                await socket.receive_json(timeout=SECONDS)
        except (aiohttp.ClientError, OSError, TypeError, ValueError) as error:
            raise connection_errors.explain_failure(error, address) or connection_errors.not_discord(address) from None


Check = Callable[[Api], AsyncIterator[Finding]]
"""Yields what is found; raises HostError if it can't be had, KeyError or TypeError if it isn't Discord's."""


async def api(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield how long the API takes."""
    begun = time.monotonic()
    await discord_api.get("/gateway", as_bot=False)
    yield fine("doctor-api-fine", milliseconds=round(1000 * (time.monotonic() - begun)))


async def token(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield whether the token is accepted, and whose it is."""
    me, _ = await discord_api.get("/users/@me")
    yield fine("doctor-token-fine", name=_shown(me["username"]))


async def intents(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield whether privileged intents are switched on, which Herald doesn't need."""
    application, _ = await discord_api.get("/applications/@me")
    if application["flags"] & PRIVILEGED.value:
        yield warning("doctor-intents-needless")
    else:
        yield fine("doctor-intents-fine")


async def gateway(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield whether the gateway answers, and whether more starts are left for the day."""
    told, _ = await discord_api.get("/gateway/bot")
    left = int(told["session_start_limit"]["remaining"])
    await discord_api.greeted(str(told["url"]))
    found = failure if not left else warning if left <= FEW else fine
    yield found("doctor-gateway-starts", starts=left)
    if 0 < discord_api.shards < int(told["shards"]):
        yield warning("doctor-gateway-shards", wanted=str(told["shards"]), shards=str(discord_api.shards))


async def clock(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield how far this machine's clock is from Discord's, which tells whole seconds."""
    before = time.time()
    _, headers = await discord_api.get("/gateway", as_bot=False)
    between = (before + time.time()) / 2
    difference = between - parsedate_to_datetime(headers["Date"]).timestamp() - 0.5
    found = failure if abs(difference) > FAR_OFF else warning if abs(difference) > OFF else fine

    if found is fine:
        yield fine("doctor-clock-fine")
    else:
        yield found("doctor-clock-ahead" if difference > 0 else "doctor-clock-behind", seconds=round(abs(difference)))


async def permissions(discord_api: Api) -> AsyncIterator[Finding]:
    """Yield the servers in which a permission is lacking; single channels may deny more."""
    count = lacking = last = 0
    while True:
        page, _ = await discord_api.get(f"/users/@me/guilds?limit={FULL}&after={last}")
        for server in page:
            count += 1
            if missing := _missing(discord.Permissions(int(server["permissions"]))):
                lacking += 1
                yield warning("doctor-permissions-lacking", server=_shown(server["name"]), permissions=missing)
        if len(page) < FULL:
            break
        last = max(int(server["id"]) for server in page)

    if not count:
        yield warning("doctor-permissions-nowhere")
    elif not lacking:
        yield fine("doctor-permissions-fine", count=count)


def _missing(granted: discord.Permissions) -> tuple[Value, ...]:
    if granted.administrator:
        return ()
    return said(name for name in NAMES if not getattr(granted, name))


def _shown(name: str) -> str:
    """Return a name from Discord without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)


CHECKS: Mapping[str, Check] = {
    "doctor-api": api,
    "doctor-token": token,
    "doctor-intents": intents,
    "doctor-gateway": gateway,
    "doctor-clock": clock,
    "doctor-permissions": permissions,
}
"""What is asked for, by the key of its name, in the order in which it is told."""
