"""The REST routes a bot calls with its token: itself, commands, channels, threads, messages, DMs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.loopback import wire
from tests.loopback.components import Json
from tests.loopback.gateway import Gateway
from tests.loopback.records import (
    FORUM,
    MANAGE_CHANNELS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    SEND,
    ApiError,
    Channel,
    Message,
    Uploads,
)
from tests.loopback.world import World

FORUM_TAGS, TAG_LETTERS, POST_TAGS = 20, 20, 5
"""How many tags a forum may have, how long their names may be, and how many a post may have."""
Reply = Json | list[Json] | None


@dataclass(slots=True)
class Call:
    """One request: the ids in its path, its JSON, its uploaded files, its query, and when it had been received."""

    method: str
    path: str
    ids: dict[str, str]
    body: Json | list[Json]
    files: Uploads
    query: dict[str, str] = field(default_factory=dict)
    at: float = field(default_factory=time.monotonic)

    @property
    def json(self) -> Json:
        """The body as an object, or error 50109."""
        if not isinstance(self.body, dict):
            raise ApiError(400, 50109, "The request body contains invalid JSON.")
        return self.body


Handler = Callable[[Call], Reply]
Route = tuple[str, str, Handler]


class Rest:
    """The routes and what they do to the world; `news` are the gateway events they cause."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        """Serve this world."""
        self._world = world
        self._gateway = gateway
        self.news: list[tuple[str, Json]] = []

    def routes(self) -> Iterator[Route]:
        """Yield method, path and handler of every route."""
        yield "GET", "/gateway", self._gateway_address
        yield "GET", "/gateway/bot", self._gateway_for_bots
        yield "GET", "/users/@me", lambda _: wire.user(self._world.bot)
        yield "GET", "/users/@me/guilds", self._memberships
        for path in ("/oauth2/applications/@me", "/applications/@me"):
            yield "GET", path, lambda _: wire.application(self._world)
        yield "GET", "/applications/{app}/commands", lambda _: list(self._world.commands)
        yield "PUT", "/applications/{app}/commands", self._sync
        yield "GET", "/applications/{app}/emojis", lambda _: {"items": list(self._world.emojis)}
        yield "POST", "/applications/{app}/emojis", self._emoji
        yield "GET", "/guilds/{guild}", self._server
        yield "GET", "/guilds/{guild}/members/{user}", self._member
        yield "GET", "/channels/{channel}", lambda call: wire.channel(self._channel(call), self._world)
        yield "PATCH", "/channels/{channel}", self._change_channel
        yield "GET", "/channels/{channel}/messages", self._history
        yield "POST", "/channels/{channel}/messages", self._post
        yield "PATCH", "/channels/{channel}/messages/{message}", self._edit
        yield "DELETE", "/channels/{channel}/messages/{message}", self._delete
        yield "POST", "/channels/{channel}/threads", self._thread
        yield "POST", "/users/@me/channels", self._dm

    def _shown(self, message: Message) -> Json:
        return wire.message(message, self._world)

    def _channel(self, call: Call) -> Channel:
        return self._world.channel(int(call.ids["channel"]))

    def _message(self, call: Call) -> Message:
        return self._world.message(self._channel(call), int(call.ids["message"]))

    def _gateway_address(self, _: Call) -> Reply:
        return {"url": self._gateway.url}

    def _gateway_for_bots(self, _: Call) -> Reply:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self._world.concurrency}
        return {"url": self._gateway.url, "shards": self._world.shards, "session_start_limit": limit}

    def _memberships(self, _: Call) -> Reply:
        return [wire.membership(self._world, guild) for guild in self._world.guilds]

    def _server(self, call: Call) -> Reply:
        if int(call.ids["guild"]) not in self._world.guilds:
            raise ApiError(404, 10004, "Unknown Guild")
        return wire.server(self._world, int(call.ids["guild"]))

    def _member(self, call: Call) -> Reply:
        number = int(call.ids["user"])
        if number not in self._world.users:
            raise ApiError(404, 10007, "Unknown Member")
        return wire.member(self._world.users[number])

    def _emoji(self, call: Call) -> Reply:
        flags = {"require_colons": True, "managed": False, "animated": False, "available": True}
        emoji: Json = {"id": str(self._world.snowflake()), "name": call.json["name"], "roles": [], **flags}
        self._world.emojis.append(emoji)
        return emoji

    def _sync(self, call: Call) -> Reply:
        commands = call.body if isinstance(call.body, list) else []
        known = {command["name"]: command["id"] for command in self._world.commands}
        extra = {"application_id": str(self._world.bot.id), "version": "1"}
        self._world.commands = [
            {"type": 1, **command, **extra, "id": known.get(command["name"]) or str(self._world.snowflake())}
            for command in commands
        ]
        self._world.syncs += 1
        return list(self._world.commands)

    def _history(self, call: Call) -> Reply:
        found = [message for message in self._channel(call).messages if _in_window(message, call.query)]
        if "after" not in call.query:
            found.reverse()
        return [self._shown(message) for message in found[: int(call.query.get("limit", 50))]]

    def _post(self, call: Call) -> Reply:
        return self._shown(self._world.post(self._channel(call), call.json, call.files))

    def _edit(self, call: Call) -> Reply:
        message = self._message(call)
        if message.author is not self._world.bot:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        return self._shown(self._world.edit(message, call.json, call.files))

    def _delete(self, call: Call) -> Reply:
        self._message(call).deleted = True
        return None

    def _thread(self, call: Call) -> Reply:
        parent = self._channel(call)
        if parent.kind == FORUM:
            return self._open_post(call, parent)
        return self._open_thread(call, parent, int(call.json.get("type") or PRIVATE_THREAD))

    def _open_post(self, call: Call, forum: Channel) -> Reply:
        """Open a post of a forum, whose first message has its id; its news comes with its tags."""
        if not forum.permissions & SEND:
            raise ApiError(403, 50013, "Missing Permissions")
        post = self._begin_thread(call, forum, PUBLIC_THREAD)
        post.applied = self._tags(call, post)
        self._world.reserved[post.id, 0] = deque([post.id])
        first = self._world.create(post, call.json["message"], call.files)
        return {**self._tell_of(post), "message": self._shown(first)}

    def _tags(self, call: Call, post: Channel) -> list[str]:
        """Return which tags of its forum a post is to have, or error 50035: there are five at most."""
        known = {tag["id"] for tag in post.parent.tags} if post.parent else set()
        wanted = [str(tag) for tag in call.json.get("applied_tags", post.applied)]
        if len(wanted) > POST_TAGS or not {*wanted} <= known:
            raise ApiError(400, 50035, "Invalid Form Body: applied_tags")
        return wanted

    def _open_thread(self, call: Call, parent: Channel, kind: int) -> Reply:
        if not parent.permissions & (1 << 35 if kind == PUBLIC_THREAD else 1 << 36):
            raise ApiError(403, 50013, "Missing Permissions")
        if not 1 <= len(str(call.json.get("name") or "")) <= 100:
            raise ApiError(400, 50035, "Invalid Form Body: the thread's name")
        return self._tell_of(self._begin_thread(call, parent, kind))

    def _begin_thread(self, call: Call, parent: Channel, kind: int) -> Channel:
        thread = self._world.add_channel(str(call.json["name"]), kind, parent)
        thread.auto_archive = int(call.json.get("auto_archive_duration") or thread.auto_archive)
        return thread

    def _tell_of(self, thread: Channel) -> Json:
        shape = wire.channel(thread, self._world)
        self.news.append(("THREAD_CREATE", {**shape, "newly_created": True}))
        return shape

    def _change_channel(self, call: Call) -> Reply:
        place = self._channel(call)
        if not place.is_thread and not place.permissions & MANAGE_CHANNELS:
            raise ApiError(403, 50013, "Missing Permissions")
        return self._change_thread(call, place) if place.is_thread else self._change_tags(call, place)

    def _change_tags(self, call: Call, forum: Channel) -> Reply:
        """Give a forum other tags; a new one has no id yet."""
        tags = call.json.get("available_tags", forum.tags)
        if len(tags) > FORUM_TAGS or not all(1 <= len(tag["name"]) <= TAG_LETTERS for tag in tags):
            raise ApiError(400, 50035, "Invalid Form Body: available_tags")
        unsigned = {"moderated": False, "emoji_id": None, "emoji_name": None}
        forum.tags = [{**unsigned, **tag, "id": str(tag.get("id") or self._world.snowflake())} for tag in tags]
        shape = wire.channel(forum, self._world)
        self.news.append(("CHANNEL_UPDATE", shape))
        return shape

    def _change_thread(self, call: Call, thread: Channel) -> Reply:
        thread.applied = self._tags(call, thread)
        thread.name = str(call.json.get("name", thread.name))
        thread.archived = bool(call.json.get("archived", thread.archived))
        thread.locked = bool(call.json.get("locked", thread.locked))
        thread.auto_archive = int(call.json.get("auto_archive_duration", thread.auto_archive))
        shape = wire.channel(thread, self._world)
        self.news.append(("THREAD_UPDATE", shape))
        return shape

    def _dm(self, call: Call) -> Reply:
        number = int(call.json["recipient_id"])
        if number not in self._world.users or self._world.users[number].bot:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
        return wire.channel(self._world.dm(self._world.users[number]), self._world)


def _in_window(message: Message, query: dict[str, str]) -> bool:
    return int(query.get("after", 0)) < message.id < int(query.get("before", 1 << 63))
