"""The routes of an interaction's token: the one answer, the original message and the follow-ups."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.bot.limits import problems
from tests.loopback import wire
from tests.loopback.components import EPHEMERAL, Json
from tests.loopback.records import LOADING, ApiError, Interaction, Message, Uploads
from tests.loopback.rest import Call, Reply, Route
from tests.loopback.world import World, refuse

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL = 4, 5, 6, 7, 9
TOKEN_SECONDS = 900.0


class Answers:
    """Takes answers to interactions; late, second and unknown ones are refused as Discord does."""

    def __init__(self, world: World) -> None:
        """Serve this world."""
        self._world = world

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
        self._take(event, int(call.json["type"]), call.json.get("data") or {}, call.files)
        event.answered_at = call.at
        event.answered.set()
        return wire.callback(event, self._world) if call.query.get("with_response") else None

    def _take(self, event: Interaction, kind: int, data: Json, files: Uploads) -> None:
        if kind in {MESSAGE, DEFER}:
            flags = int(data.get("flags") or 0)
            shown = flags & EPHEMERAL | LOADING if kind == DEFER else flags
            event.message = self._reply(event, {**data, "flags": shown}, files)
        elif kind in {UPDATE, DEFER_UPDATE} and event.source is not None:
            self._update(event, kind, data, files)
        elif kind == MODAL and event.kind != wire.MODAL_SUBMIT:
            refuse(problems(data))
        else:
            raise ApiError(400, 50035, f"Invalid Form Body: type {kind} does not answer this interaction")
        event.answer_kind, event.answer_data = kind, data

    def _reply(self, event: Interaction, body: Json, files: Uploads) -> Message:
        only_for = event.user if int(body.get("flags") or 0) & EPHEMERAL else None
        return self._world.create(event.channel, body, files, event, only_for)

    def _update(self, event: Interaction, kind: int, data: Json, files: Uploads) -> None:
        if event.source is None or event.source.deleted:
            raise ApiError(404, 10008, "Unknown Message")
        event.message = event.source
        if kind == UPDATE:
            self._world.edit(event.source, data, files)

    def _answered(self, call: Call) -> Interaction:
        event = self._world.tokens.get(call.ids["token"])
        if event is None or int(call.ids["app"]) != self._world.bot.id:
            raise ApiError(404, 10015, "Unknown Webhook")
        if time.monotonic() - event.sent > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if event.answer_kind is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        return event

    def _follow_up(self, call: Call) -> Reply:
        event = self._answered(call)
        if event.loading and event.message is not None:
            return wire.message(self._world.edit(event.message, call.json, call.files), self._world)
        event.followups.append(self._reply(event, call.json, call.files))
        return wire.message(event.followups[-1], self._world)

    def _edit(self, call: Call) -> Reply:
        found = self._answered(call).message
        if found is None or found.deleted:
            raise ApiError(404, 10008, "Unknown Message")
        return wire.message(self._world.edit(found, call.json, call.files), self._world)
