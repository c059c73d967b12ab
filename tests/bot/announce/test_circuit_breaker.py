"""One failed request silences nobody, and in an outage one table in half a minute tries for all."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.announce import announce_state, circuit_breaker
from bot.storage.records import TableId
from tests.bot.announce.healing import at_tables, begun, behind, called_once_a_turn, failing, heals, losing, move
from tests.bot.server import Evening

pytestmark = [pytest.mark.seed(5), pytest.mark.usefixtures("rarely_swept")]

TABLES = 5


async def test_outage_takes_one_request_in_half_a_minute(
    court: Evening, asked: list[str], errors: pytest.LogCaptureFixture
) -> None:
    """It tries for all, and whatever gets through wakes the others; news that come meanwhile ask nothing themselves.

    In the log it is two lines: one when it begins, one when it is over.
    """
    parties = await at_tables(court, TABLES)
    with failing(court, 503):
        await move(court, *parties)
        asked.clear()
        for number in range(1, TABLES + 1):
            court.bot.announcer.touch(TableId(number))
            await court.settle()
        assert not asked
        await court.later(minutes=10)
        assert 19 <= len(asked) <= 21
        assert len({path.split("/")[2] for path in asked}) == TABLES
        assert len(await behind(court)) == TABLES
    assert await heals(court, seconds=31)
    lines = [one for one in errors.records if one.name.startswith("bot.announce")]
    assert [(one.name, one.levelno, one.exc_info) for one in lines] == [
        (circuit_breaker.__name__, logging.WARNING, None)
    ] * 2
    assert "takes nothing" in lines[0].getMessage()
    assert f"{TABLES - 1} tables have waited" in lines[1].getMessage()


@pytest.mark.parametrize(
    "status, code", [(400, 0), (500, 0), (503, 0), (401, 0), (403, 40333), (403, 0), (429, 0)], ids=str
)
async def test_whatever_keeps_discord_from_taking_requests_heals(court: Evening, status: int, code: int) -> None:
    """H2: after longer than the six minutes and ten seconds after which a table was given up.

    Where it may be the table's own fault, after hours.
    """
    party, own = await begun(court), status == 400
    with failing(court, status, code):
        await move(court, party)
        assert not await heals(court, minutes=300 if own else 8)
    assert await heals(court, minutes=6 if own else 1)
    assert await called_once_a_turn(party)


async def test_a_table_that_is_refused_for_a_reason_of_its_own_ends_an_outage(court: Evening) -> None:
    """Discord answers again; the others need not wait for that table."""
    one, other = await at_tables(court, 2)
    with failing(court, 503):
        await move(court, one, other)
    with failing(court, 400, at=[one]):
        await court.later(seconds=61)
        assert await behind(court) == [1]
    assert await heals(court, minutes=2)


# One failed request


def refusal(status: int, told: Any = None, **headers: str) -> discord.HTTPException:
    """Return what discord.py raises where Discord answers with these headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response: Any = SimpleNamespace(status=status, reason="Refused", headers=named)
    return (discord.DiscordServerError if status >= 500 else discord.HTTPException)(response, told)


LIMIT = {"message": "limited", "code": 0, "retry_after": 3.0, "global": False}
FAULTS = {
    "a connection that was closed just when it was used again": aiohttp.ServerDisconnectedError(),
    "a 503, which discord.py doesn't try again": refusal(503, "unavailable"),
    "a 429 of one route that discord.py has given up on": refusal(
        429, LIMIT, X_RateLimit_Scope="shared", Retry_After="3.0", Via="1.1 google"
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_one_failed_request_silences_nobody(
    court: Evening, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    """The other table is told within a second, and that one within five; after a 429 as soon as it is allowed.

    It opens no circuit: the host reads nothing of it.
    """
    one, other = await at_tables(court, 2)
    with losing(r"\w+", f"/channels/{one.channel}/.*", fault, 1, taken=False) as failed:
        await move(court, one, other)
        await court.later(seconds=1)
        assert len(failed) == 1
        assert 2 not in await behind(court)
        assert await heals(court, seconds=3)
    assert len(one.calls) == len(set(one.calls))
    assert "Discord takes nothing" not in caplog.text


async def test_a_table_that_alone_was_not_taken_for_long_is_told_within_half_a_minute(court: Evening) -> None:
    """In a storm a few requests of others get through; so it waits as if something were wrong with itself."""
    one, other = await at_tables(court, 2)
    with failing(court, 503, at=[one]):
        await move(court, one)
        for _ in range(3):
            await court.later(minutes=2)
            await move(court, other)
        assert await behind(court) == [1]
    assert await heals(court, seconds=announce_state.TRANSIENT_AFTER + 1)


def test_a_limit_of_one_route_is_told_from_one_of_the_whole_bot() -> None:
    """What discord.py has given up on was waited for already; without proxy and scope, the edge limits an address."""

    def delay(**headers: str) -> float | None:
        return announce_state.route_delay(refusal(429, **headers))

    assert delay(Via="1.1 google") == 0
    assert delay(Via="1.1 google", X_RateLimit_Scope="shared", Retry_After="3") == 0
    assert delay(X_RateLimit_Scope="user", Retry_After="3") == 3
    assert delay(Via="1.1 google", X_RateLimit_Scope="global", Retry_After="3") is None
    assert delay(Via="1.1 google", X_RateLimit_Global="true", Retry_After="3") is None
    assert delay(Retry_After="3") is None


@pytest.mark.parametrize("status, gateway, ends", [(503, False, True), (429, False, False), (503, True, True)])
async def test_an_answer_that_gets_through_ends_an_outage_but_no_limit_of_the_whole_bot(
    court: Evening, status: int, *, gateway: bool, ends: bool
) -> None:
    """An answer carries a token of its own: it shows a way to Discord, and says nothing about a global limit.

    The gateway, to which the connection is back, is a sign that Discord is there again, too.
    """
    party = await begun(court)
    with failing(court, status):
        await move(court, party)
        assert not await heals(court, seconds=12)
    if gateway:
        court.bot.dispatch("resumed")
    else:
        await court.guests[0].command("settings show")
    await court.later(seconds=0 if gateway else 1)
    assert bool(await behind(court)) is not ends
    assert await heals(court, seconds=31)


async def test_clicks_in_a_storm_do_not_make_it_a_storm_of_requests(court: Evening, asked: list[str]) -> None:
    """Where answers get through and nothing else does, a probe every five seconds is enough."""
    parties = await at_tables(court, 2)
    with failing(court, 503):
        await move(court, *parties)
        asked.clear()
        for _ in range(30):
            await court.guests[0].command("settings show")
            await court.later(seconds=1)
        assert len(asked) <= 8
    assert await heals(court, seconds=31)


# Channels that fail for long beside others that don't


def without_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer to a click be a sign of Discord: news come from rivals, and from clocks."""
    monkeypatch.setattr(circuit_breaker.CircuitBreaker, "note_answer", lambda _: None)


@pytest.mark.parametrize("answered", [True, False])
async def test_healthy_tables_show_beside_channels_that_fail_for_long(
    court: Evening, asked: list[str], monkeypatch: pytest.MonkeyPatch, *, answered: bool
) -> None:
    """As when a guild's part of Discord fails; each of those backs off by itself, however many others are told."""
    if not answered:
        without_answers(monkeypatch)
    *broken, one, other = await at_tables(court, 5)
    with failing(court, 503, at=broken):
        await move(court, *broken)
        for quiet in (0, 2, 45, 90, 7, 20, 40):
            await court.later(seconds=quiet)
            await move(court, one, other)
            await court.later(seconds=4)
            assert await behind(court) == [1, 2, 3]

        asked.clear()
        for _ in range(20):
            await move(court, one)
            await court.later(seconds=6)
            assert await behind(court) == [1, 2, 3]
        assert all(sum(f"/{party.channel}/" in each for each in asked) <= 5 for party in broken)
    assert await heals(court, seconds=announce_state.TRANSIENT_AFTER + 1)


async def test_a_healthy_table_beside_many_that_begin_to_fail_shows_soon(court: Evening) -> None:
    """The channels of a guild fail from one moment on; as none of its tables has failed yet, each looks healthy."""
    *broken, healthy = await at_tables(court, 7)
    with failing(court, 503, at=broken):
        await move(court, *broken, healthy)
        await court.later(seconds=circuit_breaker.PROBE_EVERY)
        assert 7 not in await behind(court)


async def test_news_in_a_storm_make_it_no_storm_of_requests(
    court: Evening, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that hasn't failed yet probes in the place of another one, but for the first few."""
    without_answers(monkeypatch)
    parties = await at_tables(court, 8)
    with failing(court, 503):
        await move(court, *parties[:2])
        asked.clear()
        begun = court.env.now()
        for party in parties[2:]:
            await move(court, party)
            await court.later(seconds=100)
        spent = (court.env.now() - begun).total_seconds()
        assert len(asked) <= spent / 30 + 5
    assert await heals(court, seconds=31)


async def test_a_storm_of_tables_that_failed_before_is_noticed(
    court: Evening, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few requests got through in between, so each of them had been taken for failing by itself."""
    without_answers(monkeypatch)
    *broken, other = await at_tables(court, 5)
    with failing(court, 503, at=broken):
        await move(court, *broken)
        await move(court, other)
        await court.later(seconds=10)
        assert 5 not in await behind(court)
        await court.later(minutes=1)
        asked.clear()
        await court.later(minutes=10)
        assert len(asked) <= 21
