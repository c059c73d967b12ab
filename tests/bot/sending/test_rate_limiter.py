"""A process sends no more than its part of the requests that Discord allows."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web

from bot.sending.rate_limiter import RateLimiter


def test_nothing_waits_where_no_rate_was_set() -> None:
    """One process alone obeys what Discord answers."""
    throttle = RateLimiter()
    assert [throttle.take_turn(100.0) for _ in range(50)] == [0.0] * 50


def test_what_comes_too_early_waits_for_its_turn() -> None:
    """A few at once after a pause, then one by one: in no second more than are allowed."""
    throttle = RateLimiter()
    throttle.set_rate(50)
    waits = [throttle.take_turn(100.0) for _ in range(200)]
    assert waits[:8] == pytest.approx([0.0] * 5 + [1 / 45, 2 / 45, 3 / 45])
    assert max(sum(first <= each < first + 1.0 for each in waits) for first in waits) <= 50
    assert throttle.take_turn(200.0) == 0.0


def test_a_small_part_has_one_request_at_once() -> None:
    """Of several processes that share what is allowed, all may have had a pause."""
    throttle = RateLimiter()
    throttle.set_rate(2)
    assert [throttle.take_turn(100.0) for _ in range(2)] == pytest.approx([0.0, 1 / 1.8])


async def _fine(_: web.Request) -> web.Response:
    return web.Response()


@pytest.mark.slow
async def test_answers_to_interactions_never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord doesn't count them."""
    throttle, turns = RateLimiter(), list[float]()
    throttle.set_rate(1000)
    wait = throttle.take_turn

    def turn(now: float) -> float:
        turns.append(now)
        return wait(now)

    monkeypatch.setattr(throttle, "take_turn", turn)
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", _fine)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    async with aiohttp.ClientSession(trace_configs=[throttle.trace_config()]) as session:
        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
            await session.post(base + path)
        assert turns == []
        await session.post(base + "/channels/1/messages")
        assert len(turns) == 1
    await runner.cleanup()
