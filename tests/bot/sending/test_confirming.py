"""What is shown in a channel is confirmed right before it is sent; all else passes."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web

from bot.sending.rate_limiter import confirm_before
from bot.storage.port import StorageError


@pytest.mark.slow
async def test_only_what_shows_something_needs_a_claim() -> None:
    """Nothing is sent, edited or deleted on a claim that isn't held; answers to presses and questions go on."""
    arrived: list[str] = []

    async def take(request: web.Request) -> web.Response:
        arrived.append(f"{request.method} {request.path}")
        return web.Response()

    async def refuse() -> None:
        raise StorageError("storage-replaced", path="herald")

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", take)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    allowed = ["GET /channels/1/messages", "POST /interactions/1/token/callback", "PATCH /webhooks/1/token/messages/2"]
    kept_back = ["POST /channels/1/messages", "PATCH /channels/1/messages/2", "DELETE /channels/1/messages/2"]
    async with aiohttp.ClientSession(trace_configs=[confirm_before(aiohttp.TraceConfig(), refuse)]) as session:
        for line in (*allowed, *kept_back):
            method, path = line.split()
            try:
                async with session.request(method, f"http://127.0.0.1:{runner.addresses[0][1]}{path}"):
                    assert line in allowed
            except StorageError:
                assert line in kept_back
    await runner.cleanup()
    assert arrived == allowed
