"""A process sends no more than its part of what Discord allows, nothing without a claim, and waits for nothing long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.announce.announce_state import WaitReason, reason_to_wait
from bot.announce.inflight_dedupe import OUTCOME_UNKNOWN
from bot.client.herald import Herald
from bot.host.config import Config
from bot.sending import internals, rest
from bot.sending.rate_limiter import RateLimiter, confirm_before
from bot.storage.port import StorageError


def test_nothing_waits_where_no_rate_was_set() -> None:
    """One process alone obeys what Discord answers."""
    throttle = RateLimiter()
    assert [throttle.take_turn(100.0) for _ in range(50)] == [0.0] * 50


def test_what_comes_too_early_waits_for_its_turn() -> None:
    """A few at once after a pause, then one by one: in no second more than are allowed.

    Of a small part there is one at once: all processes that share what is allowed may have had a pause.
    """
    throttle = RateLimiter()
    throttle.set_rate(50)
    waits = [throttle.take_turn(100.0) for _ in range(200)]
    assert waits[:8] == pytest.approx([0.0] * 5 + [1 / 45, 2 / 45, 3 / 45])
    assert max(sum(first <= each < first + 1.0 for each in waits) for first in waits) <= 50
    assert throttle.take_turn(200.0) == 0.0
    small = RateLimiter()
    small.set_rate(2)
    assert [small.take_turn(100.0) for _ in range(2)] == pytest.approx([0.0, 1 / 1.8])


@asynccontextmanager
async def serving(answer: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    """Answer every request to an address, and yield that."""
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@asynccontextmanager
async def listening(trace: aiohttp.TraceConfig) -> AsyncIterator[tuple[Callable[[str], Awaitable[None]], list[str]]]:
    """Yield what sends "METHOD /path" under this trace to a server that takes all, and the list of what has arrived."""
    arrived: list[str] = []

    async def take(request: web.Request) -> web.Response:
        arrived.append(f"{request.method} {request.path}")
        return web.Response()

    async with serving(take) as base, aiohttp.ClientSession(trace_configs=[trace]) as session:

        async def send(line: str) -> None:
            method, path = line.split()
            async with session.request(method, f"{base}{path}"):
                pass

        yield send, arrived


@pytest.mark.slow
async def test_answers_to_interactions_never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord doesn't count them."""
    throttle = RateLimiter()
    throttle.set_rate(1000)
    turn = Mock(wraps=throttle.take_turn)
    monkeypatch.setattr(throttle, "take_turn", turn)
    async with listening(throttle.trace_config()) as (send, _):
        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
            await send(f"POST /api/v10{path}")
        turn.assert_not_called()
        await send("POST /api/v10/channels/1/messages")
        turn.assert_called_once()


@pytest.mark.slow
async def test_only_what_shows_something_needs_a_claim() -> None:
    """Nothing is sent, edited or deleted on a claim that isn't held; answers to presses and questions go on."""
    refuse = AsyncMock(side_effect=StorageError("storage-replaced", path="herald"))
    allowed = ["GET /channels/1/messages", "POST /interactions/1/token/callback", "PATCH /webhooks/1/token/messages/2"]
    kept_back = ["POST /channels/1/messages", "PATCH /channels/1/messages/2", "DELETE /channels/1/messages/2"]
    async with listening(confirm_before(aiohttp.TraceConfig(), refuse)) as (send, arrived):
        for line in allowed:
            await send(line)
        for line in kept_back:
            with pytest.raises(StorageError):
                await send(line)
        assert arrived == allowed


ME = {"id": "1", "username": "herald", "discriminator": "0", "avatar": None}


@pytest.fixture
async def silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Herald]:
    """Return Herald, logged in at a Discord that answers nothing more than who it is."""
    stopped = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        if request.path != "/users/@me":
            await stopped.wait()
        return web.json_response(ME)

    async with serving(answer) as base:
        monkeypatch.setattr(discord.http.Route, "BASE", base)
        bot = Herald(Config(database=tmp_path / "herald.db"))
        await bot.http.static_login("token")
        yield bot
        stopped.set()
        await bot.http.close()


@pytest.mark.slow
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
