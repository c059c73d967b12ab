"""A request that Discord never answers is given up, as one whose connection was dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.announce.announce_state import WaitReason, reason_to_wait
from bot.announce.inflight_dedupe import OUTCOME_UNKNOWN
from bot.client.herald import Herald
from bot.host.config import Config
from bot.sending import internals, rest

pytestmark = pytest.mark.slow
ME = {"id": "1", "username": "herald", "discriminator": "0", "avatar": None}


@pytest.fixture
async def silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Herald]:
    """Return Herald, logged in at a Discord that answers nothing more than who it is."""
    stopped = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        if request.path != "/users/@me":
            await stopped.wait()
        return web.json_response(ME)

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    bot = Herald(Config(database=tmp_path / "herald.db"))
    await bot.http.static_login("token")
    yield bot
    stopped.set()
    await bot.http.close()
    await runner.cleanup()


async def test_request_without_an_answer_is_given_up(
    silent: Herald, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its table tries again at once, after looking for what it may have posted; the log has one line."""
    monkeypatch.setattr(internals, "TIMEOUT", aiohttp.ClientTimeout(sock_read=0.05))
    with pytest.raises(TimeoutError) as failed:
        await rest.create_message(silent, 1, {"content": "Your turn."})
    assert reason_to_wait(failed.value, member=True) is WaitReason.CIRCUIT
    assert isinstance(failed.value, OUTCOME_UNKNOWN)
    assert caplog.messages == ["Discord has not answered in time: POST /channels/{channel_id}/messages"]


def test_timeout_of_requests_is_shorter_than_an_outage() -> None:
    """The five minutes of aiohttp would keep a table silent for as long."""
    limits = internals.TIMEOUT
    assert limits.sock_connect == limits.sock_read == 20
    assert limits.total == 60
