"""What the bot does, in figures: each is counted once, and no label tells of anybody."""

from __future__ import annotations

from collections.abc import Callable
from errno import EACCES, EADDRINUSE
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import Mock

import aiohttp
import pytest
from aiohttp import web
from prometheus_client import CollectorRegistry

from bot.host.errors import HostError
from bot.host.shards import WHOLE
from bot.operations import metrics
from bot.operations.metrics import UNANSWERED, GaugeCollector, RequestMetrics
from bot.storage.backends import storage_status
from bot.storage.records import Published
from bot.storage.store import Store
from engine.scene import say
from tests.bot.sending.test_rest import serving
from tests.bot.storage.samples import begin, lobby, play_on

CALLBACK = "/api/v10/interactions/{}/aW50ZXJhY3Rpb246MTIz/callback"


class Standstill:
    """A bot that stands still."""

    is_connected = True
    latency = 0.05
    shards: ClassVar = {0: SimpleNamespace(is_closed=lambda: False), 1: SimpleNamespace(is_closed=lambda: True)}
    storage = SimpleNamespace(share=WHOLE)
    guilds: tuple[Any, ...] = (None, None)
    rivals = SimpleNamespace(waiting=3)
    tables = SimpleNamespace(published_states=SimpleNamespace(is_sent=lambda _: False))


def arrived(requests: RequestMetrics, number: int) -> Any:
    """Return what lets an interaction arrive."""
    return requests.on_interaction(SimpleNamespace(id=number))  # type: ignore[arg-type]


async def asked(
    requests: RequestMetrics, status: int, *paths: str, during: Callable[[], object] = lambda: None
) -> None:
    """Send requests, each of which takes as long as `during` says and is answered with this status."""

    async def serve(_: web.Request) -> web.Response:
        during()
        return web.Response(status=status)

    requests.count_requests(trace := aiohttp.TraceConfig())
    async with serving(serve) as base, aiohttp.ClientSession(trace_configs=[trace]) as session:
        for path in paths:
            async with session.post(base + path):
                pass


async def test_requests_and_answers_are_counted_once() -> None:
    """An answer is timed until Discord has it; other requests of the same interaction are no answers.

    What was not answered is counted, be it that Discord refused the answer, or that none was tried; a request that
    nobody answered has no status.
    """
    now, registry = [100.0], CollectorRegistry()
    requests, sample = RequestMetrics(registry, lambda: now[0]), registry.get_sample_value
    await arrived(requests, 123)

    def a_moment() -> None:
        now[0] += 0.2

    await asked(requests, 204, CALLBACK.format(123), "/api/v10/webhooks/9/token", during=a_moment)
    assert sample("herald_answer_seconds_count") == 1
    assert sample("herald_answer_seconds_sum") == pytest.approx(0.2)
    assert sample("herald_rest_requests_total", {"status": "204"}) == 2

    await arrived(requests, 1)
    await arrived(requests, 2)
    await asked(requests, 404, CALLBACK.format(1), CALLBACK.format(1))
    assert sample("herald_unanswered_total") == 1
    now[0] += UNANSWERED
    await arrived(requests, 3)
    assert sample("herald_unanswered_total") == 2
    assert sample("herald_answer_seconds_count") == 1

    requests.count_requests(trace := aiohttp.TraceConfig())
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get("http://127.0.0.1:9/")
    assert sample("herald_rest_requests_total", {"status": "none"}) == 1


async def test_tables_behind_are_counted_with_the_age_of_what_waits_longest(
    storage: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move has its time; what has none counts from when it was first seen."""
    path = tmp_path / "herald.db"
    table = await begin(storage, moves=2)
    for seq, at in ((2, 1700000001.5), (3, 1700000003.5)):
        assert storage_status(path).behind == {table.id: at}
        await storage.store_published(table.id, Published(revision=table.revision, seq=seq))
        assert storage_status(path).behind == {}
        table = await play_on(storage, table)
    await storage.store_published(table.id, Published(revision=table.revision))

    opened = await storage.create(lobby())
    await storage.store_published(opened.id, Published(revision=opened.revision))
    await storage.save(opened)
    assert storage_status(path).behind == {opened.id: None}

    now, registry = [50.0], CollectorRegistry()
    sample = registry.get_sample_value
    registry.register(GaugeCollector(Standstill(), path, lambda: now[0]))  # type: ignore[arg-type]
    assert sample("herald_tables_behind") == 1
    now[0] += 7
    assert sample("herald_behind_oldest_seconds") == 7
    monkeypatch.setattr(Standstill, "tables", SimpleNamespace(published_states=SimpleNamespace(is_sent=lambda _: True)))
    assert sample("herald_tables_behind") == 0, "it was shown, which isn't written yet"
    assert sample("herald_servers") == 2
    assert sample("herald_rivals_asked") == 3
    assert sample("herald_gateway_connected") == 1
    assert [sample("herald_shard_connected", {"shard": number}) for number in ("0", "1")] == [1, 0]


@pytest.mark.parametrize("number, key", [(EADDRINUSE, "host-port-taken"), (EACCES, "host-port")])
async def test_port_that_cannot_be_had_is_no_other_programs(
    monkeypatch: pytest.MonkeyPatch, number: int, key: str
) -> None:
    """One below 1024 belongs to root: nobody should look for a program that has it."""
    monkeypatch.setattr(metrics, "attach", lambda *_: CollectorRegistry())
    monkeypatch.setattr(metrics, "make_server", Mock(side_effect=OSError(number, "Permission denied")))
    with pytest.raises(HostError) as refused:
        await metrics.serve_metrics(Standstill(), Path("herald.db"), 80).__aenter__()  # type: ignore[arg-type]
    assert refused.value.text == say(key, port="80", why="Permission denied")


def test_a_database_that_is_not_there_leaves_its_figures_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """All others are told; the log says why."""
    registry = CollectorRegistry()
    registry.register(GaugeCollector(Standstill(), tmp_path / "herald.db"))  # type: ignore[arg-type]
    assert registry.get_sample_value("herald_gateway_latency_seconds") == 0.05
    assert registry.get_sample_value("herald_tables_behind") is None
    assert "left out" in caplog.text
