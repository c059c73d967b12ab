"""What the bot does, in figures for Prometheus: for this machine alone, and by no label that tells of anybody."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, make_server

import aiohttp
import discord
from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, ProcessCollector, make_wsgi_app
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.registry import Collector

from bot.host.address import Place
from bot.host.errors import HostError
from bot.host.shards import Share
from bot.rivals.playing import Rivals
from bot.storage.kinds import standing
from bot.storage.port import StorageError
from bot.storage.records import TableId
from bot.storage.standing import Behind
from bot.tables.tables import Tables

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
NAMES = frozenset({HOST, "localhost", "::1"})
PATH = "/metrics"
CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
ANSWER_SECONDS = 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0
"""Discord waits for three."""
COMMIT_SECONDS = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0
UNANSWERED = 10.0
"""Seconds after which an interaction isn't answered any more: Discord has given up on it."""
NO_ANSWER = "none"
"""The status of a request that Discord didn't answer at all."""


class Storage(Protocol):
    """What tells how long its changes take, and whose tables it looks after."""

    @property
    def share(self) -> Share:
        """Return the share of all servers whose tables are looked after here."""
        ...

    def time(self, listener: Callable[[float], None]) -> None:
        """Tell a listener the seconds of each change."""
        ...


class Bot(Protocol):
    """What is measured of a bot."""

    http: discord.http.HTTPClient

    @property
    def storage(self) -> Storage:
        """Return where its tables rest."""
        ...

    @property
    def tables(self) -> Tables:
        """Return its tables."""
        ...

    @property
    def connected(self) -> bool:
        """Tell whether it is connected to the gateway."""
        ...

    @property
    def rivals(self) -> Rivals:
        """Return who plays where no person does."""
        ...

    @property
    def shards(self) -> Mapping[int, discord.ShardInfo]:
        """Return its connections to the gateway, by the numbers of their shards."""
        ...

    @property
    def latency(self) -> float:
        """Return the seconds of a heartbeat; no number if there was none."""
        ...

    @property
    def guilds(self) -> Sequence[discord.Guild]:
        """Return its servers."""
        ...

    def add_listener(self, func: Any, name: str) -> None:
        """Tell somebody of an event."""
        ...


class Requests:
    """Counts the requests to Discord, and times interactions: from their arrival until Discord has the answer."""

    def __init__(self, registry: CollectorRegistry, clock: Callable[[], float] = time.monotonic) -> None:
        """Count in a registry."""
        self._clock = clock
        self._arrived: dict[int, float] = {}
        self._statuses = Counter("herald_rest_requests", "Requests to Discord.", ["status"], registry=registry)
        self._answers = Histogram(
            "herald_answer_seconds",
            "From the arrival of a click or command until Discord has taken its first answer.",
            buckets=ANSWER_SECONDS,
            registry=registry,
        )
        self._unanswered = Counter("herald_unanswered", "Clicks and commands without an answer.", registry=registry)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Note when an interaction has arrived, and give those up that nobody has answered."""
        now = self._clock()
        for number, arrived in list(self._arrived.items()):
            if now - arrived < UNANSWERED:
                break
            self._forget(number)
        self._arrived[interaction.id] = now

    def trace(self, trace: aiohttp.TraceConfig | None = None) -> aiohttp.TraceConfig:
        """Return what tells of each request of a session, besides what it does already."""
        trace = trace or aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._failed)
        return trace

    async def _ended(self, _: object, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        self._statuses.labels(str(request.response.status)).inc()
        number = _answered(request.url.path)
        if number in self._arrived:
            if request.response.ok:
                self._answers.observe(self._clock() - self._arrived.pop(number))
            else:
                self._forget(number)

    async def _failed(self, _: object, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams) -> None:
        del request
        self._statuses.labels(NO_ANSWER).inc()

    def _forget(self, number: int) -> None:
        del self._arrived[number]
        self._unanswered.inc()


def _answered(path: str) -> int:
    """Return the id of the interaction that a request answers; 0 if it is another request."""
    found = CALLBACK.search(path)
    return int(found[1]) if found else 0


class State(Collector):
    """What is read whenever somebody asks: the gateway, the tables that Discord is behind with, and memory."""

    def __init__(self, bot: Bot, database: Place, clock: Callable[[], float] = time.time) -> None:
        """Take the bot and the database, which is read on a connection of its own."""
        self._bot = bot
        self._database = database
        self._clock = clock
        self._seen: dict[TableId, float] = {}

    def describe(self) -> Iterator[Metric]:
        """Name nothing: there may be no database yet when this is registered."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of this moment; those of a database that can't be read are left out."""
        yield _gauge("gateway_connected", "1 if the gateway is connected.", float(self._bot.connected))
        yield _by_shard(self._bot.shards)
        yield _gauge("gateway_latency_seconds", "How long the last heartbeat took.", self._bot.latency)
        yield _gauge("servers", "Servers that the bot is in.", len(self._bot.guilds))
        yield _gauge("helper_memory_bytes", "Resident memory of the processes that help the bot.", _helpers())
        yield _gauge("rivals_asked", "Rivals that are asked and haven't answered yet.", self._bot.rivals.waiting)
        yield from self._tables()

    def _tables(self) -> Iterator[Metric]:
        try:
            stands = standing(self._database, self._bot.storage.share)
        except StorageError as error:
            log.warning("The figures of the database are left out: %s", error)
            return
        behind = [each for each in stands.behind if not self._bot.tables.announcements.shown(each.table)]
        oldest = self._oldest(behind)
        yield _gauge("tables_behind", "Tables of which Discord hasn't been shown everything.", len(behind))
        yield _gauge("behind_oldest_seconds", "How long the oldest of these waits.", oldest)
        if stands.wal_bytes is not None:
            yield _gauge("wal_bytes", "Size of the database's write-ahead log.", stands.wal_bytes)

    def _oldest(self, behind: Sequence[Behind]) -> float:
        """Return the age of what waits longest; what isn't dated counts from when it was first seen here."""
        now = self._clock()
        self._seen = {table.table: self._seen.get(table.table, now) for table in behind}
        since = (self._seen[table.table] if table.since is None else table.since for table in behind)
        return max((now - moment for moment in since), default=0.0)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"herald_{name}", meaning, value)


def _by_shard(shards: Mapping[int, discord.ShardInfo]) -> Metric:
    """Return which shards this process looks after, and whether each is connected."""
    found = GaugeMetricFamily("herald_shard_connected", "1 if the shard is connected.", labels=["shard"])
    for number, shard in shards.items():
        found.add_metric([str(number)], float(not shard.is_closed()))
    return found


def _helpers() -> float:
    """Return the resident memory of this process's children in bytes; 0 where the system doesn't tell."""
    try:
        children = [
            child for task in Path("/proc/self/task").iterdir() for child in (task / "children").read_text().split()
        ]
        pages = [int(Path(f"/proc/{child}/statm").read_text(encoding="ascii").split()[1]) for child in children]
    except OSError:
        return 0.0
    return float(sum(pages) * os.sysconf("SC_PAGE_SIZE"))


def attach(bot: Bot, database: Place) -> CollectorRegistry:
    """Begin to measure a bot that isn't connected yet, and return where its figures are."""
    registry = CollectorRegistry()
    requests = Requests(registry)
    commits = Histogram(
        "herald_commit_seconds",
        "From a change's being asked for until it is on the disk.",
        buckets=COMMIT_SECONDS,
        registry=registry,
    )
    bot.add_listener(requests.on_interaction, "on_interaction")
    bot.http.http_trace = requests.trace(bot.http.http_trace)
    bot.storage.time(commits.observe)
    registry.register(State(bot, database))
    ProcessCollector(registry=registry)
    return registry


class _Quiet(WSGIRequestHandler):
    """Answers without a line of the log for each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the standard library
        """Say nothing."""


def _application(registry: CollectorRegistry) -> WSGIApplication:
    """Return what shows the figures at `/metrics`, to whoever asks this machine by a name of its own.

    A page in the host's browser that had its name lead here would else read them.
    """
    figures = make_wsgi_app(registry)

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if urlsplit(f"//{environ.get('HTTP_HOST', '')}").hostname not in NAMES:
            status = HTTPStatus.MISDIRECTED_REQUEST
        elif environ.get("PATH_INFO") != PATH:
            status = HTTPStatus.NOT_FOUND
        else:
            return cast("Iterable[bytes]", figures(environ, start))
        start(f"{status} {status.phrase}", [("Content-Type", "text/plain")])
        return [b""]

    return answer


@asynccontextmanager
async def serving(bot: Bot, database: Place, port: int) -> AsyncIterator[None]:
    """Show the figures of a bot at a port of this machine until the block ends; raise HostError if it is taken."""
    shown = _application(attach(bot, database))
    try:
        server = make_server(HOST, port, shown, ThreadingWSGIServer, _Quiet)
    except OSError as error:
        raise HostError("host-port-taken", port=str(port)) from error
    thread = Thread(target=server.serve_forever, daemon=True, name="metrics")
    thread.start()
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()
