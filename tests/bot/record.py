"""What the bot sends: every request, who reads what came of it, and how long the answers took."""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import orjson
import pytest
import simcord
from simcord.backend.models import Interaction, Message
from simcord.http import router

from bot.client.herald import Herald
from engine.match import AnyMatch
from tests.bot.limits import BUTTON, SELECT, walk

Json: TypeAlias = dict[str, Any]


FILE_WORDS = ("filename", "description")
NANO = 1e-9
STRICTLY = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
"""What is like JSON, but would come back as something else, is no JSON."""


def copied(value: Any) -> Any:
    """Return a deep copy: what is plain JSON is copied as that, several times as fast."""
    try:
        return orjson.loads(orjson.dumps(value, option=STRICTLY))
    except TypeError:
        return copy.deepcopy(value)


def written(payload: Json) -> str:
    """Return all the words of a message as it is sent: its text, labels, options, hints, and what its pictures say."""
    words = [str(payload.get("content") or "")]
    words += [str(each.get(name) or "") for each in payload.get("attachments") or () for name in FILE_WORDS]
    for part in walk(payload.get("components") or ()):
        words += [str(part.get(name) or "") for name in ("content", "label", "placeholder")]
        words += [str(option.get("label")) for option in part.get("options", ())]
        words += [str(item.get("description") or "") for item in part.get("items", ())]
    return "\n".join(words)


def _unhindered() -> float:
    """Return a time in seconds that stands still while threads of this process wait for a core."""
    delays = (int(thread.read_text().split()[1]) for thread in Path("/proc/self/task").glob("*/schedstat"))
    return time.perf_counter() - sum(delays) * NANO


@dataclass(frozen=True)
class Sent:
    """One request of the bot: what it was, which message came of it or was edited by it, who reads it, whom it pings.

    `reader` is None where everybody reads it; `matches` are those of the tables at the time, by the tables' numbers.
    """

    method: str
    path: str
    body: Any
    message: int | None
    channel: int | None
    reader: int | None
    pings: tuple[int, ...]
    matches: Mapping[int, AnyMatch | None]

    @cached_property
    def payload(self) -> Json:
        """Return the message, the modal or the answer that was sent; empty if it was something else."""
        body = self.body if isinstance(self.body, dict) else {}
        return dict(body.get("data") or body)

    @cached_property
    def buttons(self) -> list[Json]:
        """Return the buttons and selects of the message that was sent."""
        return [dict(part) for part in walk(self.payload.get("components") or ()) if part["type"] in {BUTTON, SELECT}]


@dataclass(slots=True)
class Record:
    """What the bot sent, in order; a nonce is honoured as Discord does, which simcord leaves out.

    Where answers are timed (`is_timed`), which costs as much as some of them, `seconds` tells of each click and command
    how long its answer took, without the time in which this process waited for a core; `cpu` how much CPU time it took.
    `gone` are the messages that were deleted, by their ids, as they looked last.
    """

    env: simcord.Env
    sent: list[Sent] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    is_timed: bool = False
    repeated: list[str] = field(default_factory=list)
    gone: dict[int, Message] = field(default_factory=dict)
    _asked: dict[int, tuple[float, float]] = field(default_factory=dict)
    _nonces: dict[tuple[str, str], Json] = field(default_factory=dict)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Listen at the door of the backend."""
        dispatch = router.dispatch

        def listening(backend: Any, method: str, path: str, **given: Any) -> Any:
            body = copied(given.get("json"))
            key = (path, str(body.get("nonce"))) if isinstance(body, dict) and body.get("nonce") else None
            if key in self._nonces:
                self.repeated.append(key[1])
                return self._nonces[key]
            if method == "DELETE":
                self._part_with(path)
            answer = dispatch(backend, method, path, **given)
            self._keep(method, path, body, answer)
            if key:
                self._nonces[key] = answer
            return answer

        patch.setattr(router, "dispatch", listening)
        self.env._register_dispatch_observer(self._begin)

    def forget(self) -> None:
        """Forget all nonces, as Discord does after some minutes."""
        self._nonces.clear()

    def _begin(self, interaction: Interaction) -> None:
        if self.is_timed:
            self._asked[interaction.id] = _unhindered(), time.process_time()

    def _keep(self, method: str, path: str, body: Any, answer: Any) -> None:
        if path.endswith("/callback"):
            if begun := self._asked.pop(int(path.split("/")[2]), None):
                self.seconds.append(_unhindered() - begun[0])
                self.cpu.append(time.process_time() - begun[1])
            answer = (answer.get("resource") or {}).get("message")
        cache = self.env.bot.tables.cache if isinstance(self.env.bot, Herald) else None
        tables = {**cache._recent._closed, **cache._recent._open} if cache else {}
        matches = {int(record): table.match for record, table in tables.items()}
        if not isinstance(answer, dict) or "channel_id" not in answer:
            self.sent.append(Sent(method, path, body, None, None, None, (), matches))
            return
        message = self.env.backend.get_message(int(answer["channel_id"]), int(answer["id"]))
        # An edit empties the list of pings, but takes none back.
        pings = tuple(message.ping_user_ids) if method == "POST" else ()
        reader = self._reader(message)
        self.sent.append(Sent(method, path, body, message.id, message.channel_id, reader, pings, matches))

    def _part_with(self, path: str) -> None:
        """Remember a message that is about to be deleted."""
        _, _, channel, _, number, *_ = (*path.split("/"), "", "")
        message = self.env.backend.messages.get(int(channel), {}).get(int(number)) if number else None
        if message is not None:
            self.gone[message.id] = message

    def _reader(self, message: Message) -> int | None:
        if message.is_ephemeral:
            return int((message.interaction_metadata or {})["user"]["id"])
        others = self.env.backend.get_channel(message.channel_id).recipient_ids
        return next((user for user in others if user != self.env.backend.bot_user.id), None)
