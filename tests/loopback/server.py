"""The loopback Discord itself: an HTTP server on 127.0.0.1, its record of requests, and errors to order."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import BodyPartReader, web

from tests.loopback import wire
from tests.loopback.components import Json
from tests.loopback.gateway import Gateway
from tests.loopback.people import Person
from tests.loopback.records import (
    MEMBER_PERMISSIONS,
    ApiError,
    Channel,
    Message,
    Upload,
    Uploads,
    User,
)
from tests.loopback.rest import Answers, Call, Handler, Reply, Rest
from tests.loopback.world import World

TOKEN = "loopback.token.not-a-secret"  # noqa: S105 - opens only this server
API = "/api/v10"
OPEN = {"/gateway"}
"""The routes that ask for no token, besides those of interactions, whose token stands in the path."""
DROPPED = 0
"""Stands for the status of a request whose connection was closed instead of an answer."""
FILE = re.compile(r"files\[(\d+)\]")


@dataclass(slots=True)
class Request:
    """One request of the bot as it came, and the status it was answered with (0: not yet).

    `body` is what `text`, its JSON, says; the world may write into it. `at` is when all of it had been received, `made`
    the id of what the answer tells of: a message or channel made or changed, 0 if none.
    """

    method: str
    path: str
    body: Any
    at: float
    status: int = 0
    error: int = 0
    text: str = ""
    files: Uploads = field(default_factory=dict)
    made: int = 0


@dataclass(slots=True)
class Fault:
    """An error ordered for the next requests that match: instead of their effect, or after it (`lost`).

    The status 0 stands for a connection that is closed instead of an answer.
    """

    method: str
    path: str
    status: int
    code: int
    times: int
    retry_after: float
    lost: bool = False


@dataclass(slots=True, eq=False)
class Loopback:
    """A Discord with one server; use as `async with Loopback() as discord`, give `discord.url` to the bot.

    `discord.person("Ann")` clicks, `discord.open_channel("hall")` is where, `await discord.until(...)` waits for what
    the bot sends by itself. `discord.watchers` are called with each Request after its effect and before its answer
    leaves, which is the place to kill a process. Leaving the block fails when the bot asked for a route unknown here.
    """

    token: str = TOKEN
    world: World = field(init=False)
    gateway: Gateway = field(init=False)
    port: int = 0
    requests: list[Request] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    watchers: list[Callable[[Request], Awaitable[object] | None]] = field(default_factory=list)
    _runner: web.AppRunner = field(init=False)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Build the world; nothing listens yet."""
        self.world = World(self.token)
        self.gateway = Gateway(self.world)

    @property
    def url(self) -> str:
        """The base of the REST API, as DISCORD_API_URL wants it."""
        return f"http://127.0.0.1:{self.port}{API}"

    async def __aenter__(self) -> Self:
        """Listen on a free port, or on `port` when it was given."""
        app = web.Application(client_max_size=64 * 2**20)
        for method, path, handler in Rest(self.world, self.gateway).routes():
            app.router.add_route(method, API + path, self._serving(handler, guarded=path not in OPEN))
        for method, path, handler in Answers(self.world).routes():
            app.router.add_route(method, API + path, self._serving(handler, guarded=False))
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Stop listening; complain about unknown routes unless something failed already."""
        await self._runner.cleanup()
        if kind is None:
            assert not self.unknown, f"the bot asked for routes that the loopback Discord lacks: {self.unknown}"

    def person(self, name: str, permissions: int = MEMBER_PERMISSIONS) -> Person:
        """Add a new member of the server."""
        return Person(self.world.add_user(name, permissions), self.world, self.gateway)

    def open_channel(self, name: str, guild: int = 0) -> Channel:
        """Open a new text channel, best before the bot connects: it is told of none afterwards."""
        return self.world.add_channel(name, guild=guild)

    async def close_channel(self, channel: Channel) -> None:
        """Delete a channel and tell the bot."""
        shape = wire.channel(channel)
        del self.world.channels[channel.id]
        await self.gateway.dispatch("CHANNEL_DELETE", shape)

    def pings(self, user: User | Person) -> list[Message]:
        """Every public message or DM whose posting notified this person, deleted ones included, oldest first."""
        return [message for message in self.world.posts if user.id in message.pinged]

    def fail(  # noqa: PLR0913 - what an error is made of
        self,
        method: str,
        path: str,
        status: int,
        code: int = 0,
        *,
        times: int = 1,
        retry_after: float = 0.05,
        lost: bool = False,
    ) -> Fault:
        """Order an error for the next requests whose path matches; `lost` keeps the effect and loses the answer."""
        self.faults.append(Fault(method, path, status, code, times, retry_after, lost))
        return self.faults[-1]

    @property
    def errors(self) -> list[int]:
        """Discord's error codes that the bot has been answered with, oldest first."""
        return [request.error for request in self.requests if request.error]

    def count(self, method: str, path: str) -> int:
        """How many requests of this method had a path that matches the pattern."""
        return sum(request.method == method and bool(re.search(path, request.path)) for request in self.requests)

    async def until(self, true: Callable[[], object], seconds: float = 3.0) -> None:
        """Wait until the condition holds, looking again after each request and now and then; else TimeoutError."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                message = f"waited {seconds} s in vain; the last requests: {self.requests[-5:]}"
                raise TimeoutError(message)
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), 0.05)

    async def quiet(self, seconds: float = 0.15, at_most: float = 5.0) -> None:
        """Wait until no request has come for so long; TimeoutError when the bot never falls silent."""
        async with asyncio.timeout(at_most):
            before = -1
            while before != len(self.requests):
                before = len(self.requests)
                await asyncio.sleep(seconds)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.unknown.append(f"{request.method} {request.path}")
        return _refused(404, 0, "404: Not Found")

    def _serving(self, handler: Handler, *, guarded: bool) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            text, files = await _read(request)
            path, at = request.path.removeprefix(API), time.monotonic()
            body = json.loads(text) if text else {}
            record = Request(request.method, path, body, at, text=text, files=files)
            self.requests.append(record)
            call = Call(request.method, path, dict(request.match_info), body, files, dict(request.query), at)
            authorized = not guarded or request.headers.get("Authorization") == f"Bot {self.token}"
            response = self._answer(handler, call, record) if authorized else _refused(401, 0, "401: Unauthorized")
            if response is None:
                assert request.transport is not None
                request.transport.close()
                return web.Response()
            record.status = response.status
            self._changed.set()
            for watcher in list(self.watchers):
                if (waiting := watcher(record)) is not None:
                    await waiting
            return response

        return serve

    def _answer(self, handler: Handler, call: Call, record: Request) -> web.Response | None:
        fault = self._fault(call)
        if fault is not None and not fault.lost:
            return _faulty(fault)
        try:
            reply = handler(call)
        except ApiError as error:
            record.error = error.code
            return _refused(error.status, error.code, error.message)
        record.made = _made(reply)
        if fault is not None:
            return _faulty(fault)
        return web.Response(status=204) if reply is None else _json(reply)

    def _fault(self, call: Call) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method == call.method and re.search(fault.path, call.path):
                fault.times -= 1
                return fault
        return None


async def _read(request: web.Request) -> tuple[str, Uploads]:
    """Return the JSON and the files of a request."""
    if not request.content_type.startswith("multipart/"):
        return await request.text(), {}
    text = ""
    files: Uploads = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            text = await part.text()
        elif (numbered := FILE.fullmatch(part.name or "")) is not None:
            files[int(numbered[1])] = Upload(part.filename or "", bytes(await part.read()))
    return text, files


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Discord names no charset, and discord.py parses only what is exactly application/json."""
    return web.Response(
        body=json.dumps(value).encode(), content_type="application/json", status=status, headers=headers
    )


def _made(reply: Reply) -> int:
    if not isinstance(reply, dict):
        return 0
    return int(reply.get("resource", {}).get("message", reply).get("id", 0))


def _refused(status: int, code: int, message: str) -> web.Response:
    return _json({"message": message, "code": code}, status=status)


def _faulty(fault: Fault) -> web.Response | None:
    if fault.status == DROPPED:
        return None
    body: Json = {"message": "An error that was ordered", "code": fault.code}
    if fault.status == web.HTTPTooManyRequests.status_code:
        body |= {"retry_after": fault.retry_after, "global": False}
    return _json(body, status=fault.status, headers={"Via": "1.1 loopback"})
