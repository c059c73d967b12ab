"""The gateway: one websocket for each connection of the bot, sessions that resume, zlib-stream when asked for."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from tests.loopback import wire
from tests.loopback.components import Json
from tests.loopback.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
AUTHENTICATION_FAILED = 4004
HEARTBEAT_MS = 41250
HEARTBEAT_TRIP = 0.02
IDENTIFY_SECONDS = 5.0


@dataclass(slots=True, eq=False)
class Session:
    """What one IDENTIFY began: every event it was sent, and the socket it has now."""

    name: str
    line: Line | None
    shard: list[int]
    events: list[Json] = field(default_factory=list)

    def add(self, event: str, data: Json) -> Json:
        """Keep an event, and return its packet."""
        self.events.append({"op": DISPATCH, "t": event, "s": len(self.events) + 1, "d": data})
        return self.events[-1]


class Line:
    """One open websocket; sends JSON, compressed as the client's address asked."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        """Zstandard falls back to plain text frames, which discord.py takes as well."""
        self.socket = socket
        self._zlib = zlib.compressobj() if compress == "zlib-stream" else None

    async def send(self, packet: Json) -> None:
        """Send one packet; a socket that has just died is not an error."""
        text = json.dumps(packet)
        try:
            if self._zlib is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:
            return


class Gateway:
    """All sessions of the bot.

    `refusal` is the close code that whoever identifies is turned away with, if any; while `away`, nobody gets so far.
    While it is `silent`, it takes connections, which it notes in `changed`, and says nothing, not even HELLO.
    It counts the shards that are too `hasty`, and turns them away: of those in a line, one is taken in five seconds.
    """

    def __init__(self, world: World) -> None:
        """Nobody is connected."""
        self._world = world
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.hasty = 0
        self._introduced: dict[int, float] = {}
        self.resumes = 0
        self.refusal = 0
        self.away = False
        self.silent = False
        self.waiting = 0
        self.changed = asyncio.Event()

    @property
    def live(self) -> list[Session]:
        """The sessions that have an open socket now."""
        return [session for session in self.sessions.values() if session.line is not None]

    @property
    def shards(self) -> set[int]:
        """The shards that have an open socket now."""
        return {session.shard[0] for session in self.live}

    async def connected(self, seconds: float) -> None:
        """Wait until every shard has a live session; TimeoutError after so many seconds."""
        await self._until(lambda: len(self.shards) >= self._world.shards, seconds)

    async def left(self, seconds: float) -> None:
        """Wait until no session is live; TimeoutError after so many seconds."""
        await self._until(lambda: not self.live, seconds)

    async def _until(self, true: Callable[[], bool], seconds: float) -> None:
        async with asyncio.timeout(seconds):
            while not true():
                self.changed.clear()
                await self.changed.wait()

    def hears(self, session: Session, guild: int) -> bool:
        """Tell whether a session is of the shard that hears of a server, or of what belongs to none, 0."""
        number, shards = session.shard
        return self._world.shard(guild, shards) == number

    async def dispatch(self, event: str, data: Json) -> None:
        """Send an event to the sessions of its shard; one whose socket is gone gets it when it resumes."""
        guild = int(data.get("guild_id") or 0)
        for session in [each for each in self.sessions.values() if self.hears(each, guild)]:
            packet = session.add(event, data)
            if session.line is not None:
                await session.line.send(packet)

    async def drop(self, *, forget: bool = False, code: int = WSCloseCode.SERVICE_RESTART) -> None:
        """Close every socket as Discord does now and then; `forget` the sessions too, so that none can be resumed."""
        lines = [session.line for session in self.live if session.line is not None]
        if forget:
            self.sessions.clear()
        for line in lines:
            await line.socket.close(code=code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to the end of its socket."""
        if self.away:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        line = Line(socket, request.query.get("compress"))
        if self.silent:
            self.waiting += 1
            self.changed.set()
            await socket.receive()
            return socket
        await line.send(_packet(HELLO, {"heartbeat_interval": HEARTBEAT_MS}))
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._receive(line, json.loads(frame.data))
        finally:
            self._hang_up(line)
        return socket

    def _hang_up(self, line: Line) -> None:
        for session in self.live:
            if session.line is line:
                session.line = None
        self.changed.set()

    async def _receive(self, line: Line, packet: dict[str, Any]) -> None:
        if packet["op"] == HEARTBEAT:
            # Sooner than over any wire, discord.py's own thread would take the answer for that to the beat before.
            await asyncio.sleep(HEARTBEAT_TRIP)
            await line.send(_packet(ACK))
        elif packet["op"] == IDENTIFY:
            await self._identify(line, packet["d"])
        elif packet["op"] == RESUME:
            await self._resume(line, packet["d"])

    async def _identify(self, line: Line, data: Json) -> None:
        if self.refusal or data["token"] != self._world.token:
            await line.socket.close(code=self.refusal or AUTHENTICATION_FAILED)
            return
        if self._hasty(data):
            self.hasty += 1
            await line.send(_packet(INVALID, data=False))
            return
        self.identifies += 1
        session = Session(f"session{self.identifies}", line, data.get("shard") or [0, 1])
        guilds = [guild for guild in self._world.guilds if self.hears(session, guild)]
        greeting = wire.ready(self._world, session.name, session.shard, guilds, self.url)
        servers = [("GUILD_CREATE", wire.server(self._world, guild)) for guild in guilds]
        for event, body in (("READY", greeting), *servers):
            await line.send(session.add(event, body))
        self.sessions[session.name] = session
        self.changed.set()

    def _hasty(self, data: Json) -> bool:
        """Tell whether a shard introduces itself sooner after the last one of its line than Discord allows."""
        number, shards = data.get("shard") or [0, 1]
        row, now = number % self._world.concurrency, monotonic()
        last, self._introduced[row] = self._introduced.get(row, -IDENTIFY_SECONDS), now
        return shards > 1 and now - last < IDENTIFY_SECONDS

    async def _resume(self, line: Line, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._world.token:
            await line.send(_packet(INVALID, data=False))
            return
        self.resumes += 1
        sent = int(data["seq"] or 0)
        while sent < len(session.events):
            await line.send(session.events[sent])
            sent += 1
        session.line = line
        await line.send(session.add("RESUMED", {}))
        self.changed.set()


def _packet(op: int, data: object = None) -> Json:
    return {"op": op, "s": None, "t": None, "d": data}
