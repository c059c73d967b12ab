"""The REST routes: of a bot's token, and of an interaction's: its one answer, the original message and follow-ups."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.bot.limits import problems
from tests.loopback import wire
from tests.loopback.components import EPHEMERAL, Json
from tests.loopback.gateway import Gateway
from tests.loopback.records import LOADING, ApiError, Channel, Interaction, Message, Uploads
from tests.loopback.world import World, refuse

Reply = Json | list[Json] | None


@dataclass(slots=True)
class Call:
    """One request: the ids in its path, its JSON, its uploaded files, its query, and when it had been received."""

    method: str
    path: str
    ids: dict[str, str]
    body: Any
    files: Uploads
    query: dict[str, str]
    at: float


Handler = Callable[[Call], Reply]
Route = tuple[str, str, Handler]


@dataclass
class Rest:
    """The routes and what they do to the world."""

    _world: World
    _gateway: Gateway

    def routes(self) -> Iterator[Route]:
        """Yield method, path and handler of every route."""
        yield "GET", "/gateway", lambda _: {"url": self._gateway.url}
        yield "GET", "/gateway/bot", self._gateway_for_bots
        yield "GET", "/users/@me", lambda _: wire.user(self._world.bot)
        yield "GET", "/users/@me/guilds", lambda _: wire.memberships(self._world)
        for path in ("/oauth2/applications/@me", "/applications/@me"):
            yield "GET", path, lambda _: wire.application(self._world)
        yield "GET", "/applications/{app}/commands", lambda _: list(self._world.commands)
        yield "PUT", "/applications/{app}/commands", self._sync
        yield "GET", "/applications/{app}/emojis", lambda _: {"items": list(self._world.emojis)}
        yield "POST", "/applications/{app}/emojis", self._emoji
        yield "GET", "/guilds/{guild}/members/{user}", self._member
        yield "GET", "/channels/{channel}", lambda call: wire.channel(self._channel(call))
        yield "GET", "/channels/{channel}/messages", self._history
        yield "POST", "/channels/{channel}/messages", self._post
        yield "PATCH", "/channels/{channel}/messages/{message}", self._edit
        yield "DELETE", "/channels/{channel}/messages/{message}", self._delete
        yield "POST", "/users/@me/channels", self._dm

    def _channel(self, call: Call) -> Channel:
        return self._world.channel(int(call.ids["channel"]))

    def _message(self, call: Call) -> Message:
        return self._world.message(self._channel(call), int(call.ids["message"]))

    def _gateway_for_bots(self, _: Call) -> Reply:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self._world.concurrency}
        return {"url": self._gateway.url, "shards": self._world.shards, "session_start_limit": limit}

    def _member(self, call: Call) -> Reply:
        number = int(call.ids["user"])
        if number not in self._world.users:
            raise ApiError(404, 10007, "Unknown Member")
        return wire.member(self._world.users[number])

    def _emoji(self, call: Call) -> Reply:
        emoji: Json = {"id": str(self._world.snowflake()), "name": call.body["name"]}
        self._world.emojis.append(emoji)
        return emoji

    def _sync(self, call: Call) -> Reply:
        known = {command["name"]: command["id"] for command in self._world.commands}
        extra = {"application_id": str(self._world.bot.id), "version": "1"}
        self._world.commands = [
            {"type": 1, **command, **extra, "id": known.get(command["name"]) or str(self._world.snowflake())}
            for command in call.body
        ]
        self._world.syncs += 1
        return list(self._world.commands)

    def _history(self, call: Call) -> Reply:
        found = [message for message in self._channel(call).messages if _in_window(message, call.query)]
        if "after" not in call.query:
            found.reverse()
        return [wire.message(message, self._world) for message in found[: int(call.query.get("limit", 50))]]

    def _post(self, call: Call) -> Reply:
        return wire.message(self._world.post(self._channel(call), call.body, call.files), self._world)

    def _edit(self, call: Call) -> Reply:
        message = self._message(call)
        if message.author is not self._world.bot:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        return wire.message(self._world.edit(message, call.body, call.files), self._world)

    def _delete(self, call: Call) -> Reply:
        self._message(call).deleted = True
        return None

    def _dm(self, call: Call) -> Reply:
        return wire.channel(self._world.dm(self._world.users[int(call.body["recipient_id"])]))


def _in_window(message: Message, query: dict[str, str]) -> bool:
    return int(query.get("after", 0)) < message.id < int(query.get("before", 1 << 63))


MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL = 4, 5, 6, 7, 9


@dataclass
class Answers:
    """Takes answers to interactions; late, second and unknown ones are refused as Discord does."""

    _world: World

    def routes(self) -> Iterator[Route]:
        """Yield method, path and handler of every route; none of them needs the bot's token."""
        yield "POST", "/interactions/{interaction}/{token}/callback", self._callback
        hook = "/webhooks/{app}/{token}"
        yield "POST", hook, self._follow_up
        yield "PATCH", f"{hook}/messages/@original", self._edit

    def _callback(self, call: Call) -> Reply:
        event = self._world.interactions.get(int(call.ids["interaction"]))
        if event is None or event.token != call.ids["token"]:
            raise ApiError(404, 10062, "Unknown interaction")
        if event.answer_kind is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if time.monotonic() - event.sent > self._world.answer_within:
            raise ApiError(404, 10062, "Unknown interaction")
        self._take(event, int(call.body["type"]), call.body.get("data") or {}, call.files)
        event.answered_at = call.at
        event.answered.set()
        return wire.callback(event, self._world) if call.query.get("with_response") else None

    def _take(self, event: Interaction, kind: int, data: Json, files: Uploads) -> None:
        if kind in {MESSAGE, DEFER}:
            flags = int(data.get("flags") or 0)
            shown = flags & EPHEMERAL | LOADING if kind == DEFER else flags
            event.message = self._reply(event, {**data, "flags": shown}, files)
        elif kind in {UPDATE, DEFER_UPDATE} and event.source is not None:
            if event.source.deleted:
                raise ApiError(404, 10008, "Unknown Message")
            event.message = event.source
            if kind == UPDATE:
                self._world.edit(event.source, data, files)
        elif kind == MODAL and event.kind != wire.MODAL_SUBMIT:
            refuse(problems(data))
        else:
            raise ApiError(400, 50035, f"Invalid Form Body: type {kind} does not answer this interaction")
        event.answer_kind, event.answer_data = kind, data

    def _reply(self, event: Interaction, body: Json, files: Uploads) -> Message:
        only_for = event.user if int(body.get("flags") or 0) & EPHEMERAL else None
        return self._world.create(event.channel, body, files, event, only_for)

    def _answered(self, call: Call) -> Interaction:
        event = self._world.tokens.get(call.ids["token"])
        if event is None or event.answer_kind is None or int(call.ids["app"]) != self._world.bot.id:
            raise ApiError(404, 10015, "Unknown Webhook")
        return event

    def _follow_up(self, call: Call) -> Reply:
        event = self._answered(call)
        # What follows "thinking..." takes its place.
        if event.message is not None and event.message.flags & LOADING:
            return wire.message(self._world.edit(event.message, call.body, call.files), self._world)
        event.followups.append(self._reply(event, call.body, call.files))
        return wire.message(event.followups[-1], self._world)

    def _edit(self, call: Call) -> Reply:
        found = self._answered(call).message
        if found is None or found.deleted:
            raise ApiError(404, 10008, "Unknown Message")
        return wire.message(self._world.edit(found, call.body, call.files), self._world)
