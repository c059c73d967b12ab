"""Whatever keeps the bot from Discord, at the start or later, is one sentence and an exit code; commands can wait."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from tests.loopback.server import Loopback
from tests.process.process import Bot, last_words

pytestmark = pytest.mark.slow

LONG = 3600.0
"""Seconds that nobody waits for."""
MANY = 99
FAILS = "Discord fails at present at"
GATEWAY_SENTENCES = [
    (4004, "Discord doesn't accept the token in DISCORD_TOKEN anymore"),
    (4010, "more connections (shards)"),
    (4011, "more connections (shards)"),
    (4012, "doesn't want it back (code 4012)"),
    (4013, "intents"),
    (4014, "intents"),
]


@asynccontextmanager
async def website(status: int, text: str, kind: str) -> AsyncIterator[str]:
    """Serve the same page at every address of a port, and yield the base of them."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(status=status, text=text, content_type=kind)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("path", "status", "said", "tries"),
    [
        ("/users/@me$", 503, FAILS, 1),
        ("/users/@me$", 403, "answered with the error 403", 1),
        ("/gateway/bot$", 503, FAILS, 1),
        ("/gateway/bot$", 401, "refused the token", 1),
        pytest.param("/users/@me$", 502, FAILS, 5, marks=pytest.mark.soak),
        pytest.param("/gateway/bot$", 502, FAILS, 5, marks=pytest.mark.soak),
    ],
)
async def test_an_error_of_discord_at_the_start(
    discord: Loopback, bot: Bot, path: str, status: int, said: str, tries: int
) -> None:
    """At the login, and where the gateway is asked for; the library tries some again for half a minute."""
    discord.fail("GET", path, status, times=MANY)
    await bot.launch()
    await discord.until(lambda: discord.count("GET", path) == tries, 60)
    assert said in await last_words(bot)
    assert discord.count("GET", path) == tries


@pytest.mark.parametrize(
    ("status", "text", "kind", "said"),
    [
        (200, "<h1>It works!</h1>", "text/html", "is not Discord's API"),
        (200, "[]", "application/json", "is not Discord's API"),
        (200, "{}", "application/json", "is not Discord's API"),
        (200, "It works!", "application/json", "is not Discord's API"),
        (404, "<h1>Not found</h1>", "text/html", "is not Discord's API"),
        (429, "You are being rate limited.", "text/plain", "too many requests"),
        (401, "Who goes there?", "text/plain", "refused the token"),
    ],
)
async def test_an_address_that_is_no_api(bot: Bot, status: int, text: str, kind: str, said: str) -> None:
    """A website, and what stands before Discord and answers for it."""
    async with website(status, text, kind) as address:
        bot.settings["DISCORD_API_URL"] = address
        await bot.launch()
        assert said in await last_words(bot)


@pytest.mark.parametrize(
    ("code", "said", "language"),
    [*((*each, "en") for each in GATEWAY_SENTENCES), (4004, "Herald зупинено: Discord більше не приймає токен", "uk")],
)
async def test_a_gateway_that_does_not_let_the_bot_in(
    discord: Loopback, bot: Bot, code: int, said: str, language: str
) -> None:
    """The close codes after which nobody may try again; in the host's language."""
    bot.settings["LANGUAGE"] = language
    discord.gateway.refusal = code
    await bot.launch()
    assert said in await last_words(bot)


@pytest.mark.parametrize(("code", "said"), GATEWAY_SENTENCES[:1] + GATEWAY_SENTENCES[-1:])
async def test_a_gateway_that_turns_the_bot_out(discord: Loopback, bot: Bot, code: int, said: str) -> None:
    """A token that is reset while the bot runs, and intents that are taken from it."""
    await bot.start()
    discord.gateway.refusal = code
    await discord.gateway.drop(code=code)
    assert said in await last_words(bot)


@pytest.mark.parametrize("running", [True, pytest.param(False, marks=pytest.mark.soak)])
async def test_a_gateway_that_is_away_is_a_line_for_each_try(discord: Loopback, bot: Bot, *, running: bool) -> None:
    """No traceback, and the bot comes back by itself, be it that it ran or that it has just been started."""
    if running:
        await bot.start()
    discord.gateway.away = True
    await (discord.gateway.drop() if running else bot.launch())
    await discord.until(lambda: bot.log, 20)
    discord.gateway.away = False
    await discord.gateway.connected(20)
    lines = bot.log.splitlines()
    assert len(lines) <= 3
    assert all("WSServerHandshakeError" in line for line in lines), lines


@pytest.mark.parametrize(
    ("status", "retry_after"),
    [(400, 0.05), (403, 0.05), (503, 0.05), (429, 0.05), pytest.param(429, LONG, marks=pytest.mark.soak)],
)
async def test_commands_that_discord_does_not_take_stop_nobody(
    discord: Loopback, bot: Bot, status: int, retry_after: float
) -> None:
    """One line, the tables are played, and the next start tells the commands again."""
    hall = discord.open_channel("hall")
    fault = discord.fail("PUT", "/commands$", status, times=MANY, retry_after=retry_after)
    await bot.start()
    lines = [line for line in bot.log.splitlines() if "We are being rate limited" not in line]
    assert len(lines) == 1, bot.log
    assert "did not take the commands" in lines[0]
    assert discord.world.syncs == 0
    fault.times = 0
    await bot.kill()
    await bot.start()
    assert discord.world.syncs == 1
    await discord.person("Ann").slash(hall, "newgame fortheking")
    await discord.until(lambda: hall.messages)
