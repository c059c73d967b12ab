"""Prometheus metrics of the bot, on this machine alone, with no label that tells of a person."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, make_server

import aiohttp
import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Metric,
    ProcessCollector,
    make_wsgi_app,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.registry import Collector

from bot.host.address import Place
from bot.host.errors import HostError, system_reason
from bot.storage.backends import storage_status
from bot.storage.port import StorageError
from bot.storage.records import TableId

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from bot.client.herald import Herald

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
NAMES = frozenset({HOST, "localhost", "::1"})
PATH = "/metrics"
CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
ANSWER_SECONDS = 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0
"""Discord waits for three."""
COMMIT_SECONDS = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0
UNANSWERED = 10.0
"""Seconds after which an interaction counts as unanswered: Discord has given up on it."""
NO_ANSWER = "none"
"""Status label of a request that Discord didn't answer at all."""


class RequestMetrics:
    """Counts requests to Discord, and times interactions from their arrival until Discord has the answer."""

    def __init__(
        self, registry: CollectorRegistry, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Register the metrics in `registry`."""
        self._clock = clock
        self._arrived: dict[int, float] = {}
        self._statuses = Counter(
            "herald_rest_requests",
            "Requests to Discord.",
            ["status"],
            registry=registry,
        )
        self._answers = Histogram(
            "herald_answer_seconds",
            "From the arrival of a click or command until Discord has taken its first answer.",
            buckets=ANSWER_SECONDS,
            registry=registry,
        )
        self._unanswered = Counter(
            "herald_unanswered",
            "Clicks and commands without an answer.",
            registry=registry,
        )

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Note when `interaction` arrived, and count those older than `UNANSWERED` as unanswered."""
        now = self._clock()
        for number, arrived in list(self._arrived.items()):
            if now - arrived < UNANSWERED:
                break
            self._give_up(number)
        self._arrived[interaction.id] = now

    def count_requests(self, trace: aiohttp.TraceConfig) -> None:
        """Count each request of the session of `trace`."""
        trace.on_request_end.append(self._count_response)
        trace.on_request_exception.append(self._count_failure)

    async def _count_response(
        self, _: object, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self._statuses.labels(str(request.response.status)).inc()
        answered = CALLBACK.search(request.url.path)
        number = int(answered[1]) if answered else 0
        if number in self._arrived:
            if request.response.ok:
                self._answers.observe(self._clock() - self._arrived.pop(number))
            else:
                self._give_up(number)

    async def _count_failure(self, *_: object) -> None:
        self._statuses.labels(NO_ANSWER).inc()

    def _give_up(self, number: int) -> None:
        del self._arrived[number]
        self._unanswered.inc()


@dataclass(eq=False)
class GaugeCollector(Collector):
    """Gauges that are read at each scrape: gateway, tables that Discord is behind with, memory.

    It reads `_database` on a connection of its own.
    """

    _bot: Herald
    _database: Place
    _clock: Callable[[], float] = time.time
    _seen: dict[TableId, float] = field(default_factory=dict)

    def describe(self) -> Iterator[Metric]:
        """Yield nothing: when this is registered there may be no database yet."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """Yield the present metrics; those of a database that can't be read are left out."""
        yield _gauge(
            "gateway_connected",
            "1 if the gateway is connected.",
            float(self._bot.is_connected),
        )
        yield _shards_gauge(self._bot.shards)
        yield _gauge(
            "gateway_latency_seconds",
            "How long the last heartbeat took.",
            self._bot.latency,
        )
        yield _gauge("servers", "Servers that the bot is in.", len(self._bot.guilds))
        yield _gauge(
            "helper_memory_bytes",
            "Resident memory of the processes that help the bot.",
            _children_memory(),
        )
        yield _gauge(
            "rivals_asked",
            "Rivals that are asked and haven't answered yet.",
            self._bot.rivals.waiting,
        )
        yield from self._database_gauges()

    def _database_gauges(self) -> Iterator[Metric]:
        try:
            stands = storage_status(self._database, self._bot.storage.share)
        except StorageError as error:
            log.warning("The figures of the database are left out: %s", error)
            return

        shown = self._bot.tables.published_states.is_sent
        behind = {
            table: since for table, since in stands.behind.items() if not shown(table)
        }
        oldest = self._oldest_age(behind)
        yield _gauge(
            "tables_behind",
            "Tables of which Discord hasn't been shown everything.",
            len(behind),
        )
        yield _gauge(
            "behind_oldest_seconds", "How long the oldest of these waits.", oldest
        )
        if stands.wal_bytes is not None:
            yield _gauge(
                "wal_bytes", "Size of the database's write-ahead log.", stands.wal_bytes
            )

    def _oldest_age(self, behind: Mapping[TableId, float | None]) -> float:
        """Return the seconds that the oldest of `behind` waits; where that isn't known, from its first sight on."""
        now = self._clock()
        self._seen = {table: self._seen.get(table, now) for table in behind}
        since = (
            self._seen[table] if began is None else began
            for table, began in behind.items()
        )
        return max((now - moment for moment in since), default=0.0)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"herald_{name}", meaning, value)


def _shards_gauge(shards: Mapping[int, discord.ShardInfo]) -> Metric:
    """Return the gauge of the shards of this process: 1 for each that is connected."""
    found = GaugeMetricFamily(
        "herald_shard_connected", "1 if the shard is connected.", labels=["shard"]
    )
    for number, shard in shards.items():
        found.add_metric([str(number)], float(not shard.is_closed()))
    return found


def _children_memory() -> float:
    """Return the resident bytes of this process's children; 0 where `/proc` doesn't tell."""
    try:
        children = [
            child
            for task in Path("/proc/self/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        pages = [
            int(Path(f"/proc/{child}/statm").read_text(encoding="ascii").split()[1])
            for child in children
        ]
    except OSError:
        return 0.0

    return float(sum(pages) * os.sysconf("SC_PAGE_SIZE"))


def attach(bot: Herald, database: Place) -> CollectorRegistry:
    """Register the metrics of `bot`, which isn't connected yet, and return their registry."""
    registry = CollectorRegistry()
    requests = RequestMetrics(registry)
    commits = Histogram(
        "herald_commit_seconds",
        "From a change's being asked for until it is on the disk.",
        buckets=COMMIT_SECONDS,
        registry=registry,
    )
    bot.add_listener(requests.on_interaction, "on_interaction")
    requests.count_requests(bot.trace)
    requests.count_requests(bot.answer_trace)
    bot.storage.time(commits.observe)
    registry.register(GaugeCollector(bot, database))
    ProcessCollector(registry=registry)

    return registry


class _Quiet(WSGIRequestHandler):
    """Request handler without access log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the standard library
        """Say nothing."""


def _application(registry: CollectorRegistry) -> WSGIApplication:
    """Return the WSGI application of `PATH`; it answers only hosts in `NAMES`.

    Else a page in the host's browser could read the metrics by DNS rebinding.
    """
    figures = make_wsgi_app(registry)

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if urlsplit(f"//{host}").hostname not in NAMES:
            status = HTTPStatus.MISDIRECTED_REQUEST
        elif environ.get("PATH_INFO") != PATH:
            status = HTTPStatus.NOT_FOUND
        else:
            return cast("Iterable[bytes]", figures(environ, start))

        start(f"{status} {status.phrase}", [("Content-Type", "text/plain")])

        return [b""]

    return answer


@asynccontextmanager
async def serve_metrics(bot: Herald, database: Place, port: int) -> AsyncIterator[None]:
    """Serve the metrics of `bot` on `port` of this machine until the block ends; raise `HostError` if that fails."""
    shown = _application(attach(bot, database))
    try:
        server = make_server(HOST, port, shown, ThreadingWSGIServer, _Quiet)
    except OSError as error:
        key = "host-port-taken" if error.errno == errno.EADDRINUSE else "host-port"
        raise HostError(key, port=str(port), why=system_reason(error)) from error

    thread = Thread(target=server.serve_forever, daemon=True, name="metrics")
    thread.start()

    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()
