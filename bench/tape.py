"""The tape: what people did at some tables, click by click, and every call to Discord that the bot made for it.

A call belongs to the interaction in its path; one to a channel, to the last click at the table that plays there.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.loopback.interactions import MESSAGE, UPDATE
from tests.loopback.records import Interaction
from tests.loopback.server import Loopback, Request

CALLBACK, ORIGINAL, FOLLOW_UP = "callback", "original", "follow-up"
TOKENS = (
    (re.compile(r"/interactions/(?P<id>\d+)/[^/]+/callback"), CALLBACK),
    (re.compile(r"/webhooks/\d+/(?P<token>[^/]+)/messages/@original"), ORIGINAL),
    (re.compile(r"/webhooks/\d+/(?P<token>[^/]+)"), FOLLOW_UP),
)
MOVES = frozenset({"move", "offer", "pick", "number"})
CHANNEL = re.compile(r"/channels/(\d+)(?:/|$)")
MESSAGES = re.compile(r"/channels/\d+/messages(?:/\d+)?")


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its path, or what it does to its own interaction, its JSON and files, and the id of what it made."""

    method: str
    path: str
    text: str
    files: tuple[tuple[str, bytes], ...]
    made: int

    @property
    def of_interaction(self) -> bool:
        """Tell whether it goes by the token of an interaction, not by the bot's."""
        return not self.path.startswith("/")

    def tells(self, answer: int | None) -> bool:
        """Tell whether it sends or edits a message; `answer` is the type of the click's answer."""
        if self.path == CALLBACK:
            return answer in {MESSAGE, UPDATE}
        return self.method in {"POST", "PATCH"} and (self.of_interaction or bool(MESSAGES.fullmatch(self.path)))


@dataclass(slots=True)
class Click:
    """Something a person did: who, where, on which message, and the calls that came of it, in their order.

    `slot` numbers tables that are played one after another by the same people; `after` is how many calls of the slot
    had come before. `measured` clicks are those after the opening of the tables. `answer` is the answer's type.
    """

    number: int
    slot: int
    channel: int
    user: int
    kind: int
    data: dict[str, Any]
    source: int | None
    after: int
    measured: bool
    calls: list[Call] = field(default_factory=list)
    answer: int | None = None
    seconds: float = 0.0
    move: bool = False


@dataclass(slots=True)
class Tape:
    """Everything done in one round; `channels` are the channels of each slot, `people` the names of the users."""

    clicks: list[Click] = field(default_factory=list)
    channels: dict[int, int] = field(default_factory=dict)
    people: dict[int, str] = field(default_factory=dict)

    @property
    def measured(self) -> list[Click]:
        """Return what counts."""
        return [click for click in self.clicks if click.measured]

    def save(self, path: Path) -> None:
        """Write it to a file, for the process that plays it again."""
        path.write_bytes(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))

    @classmethod
    def load(cls, path: Path) -> Tape:
        """Return the tape of a file that `save` wrote."""
        tape: Tape = pickle.loads(path.read_bytes())  # noqa: S301 - the benchmark's own file of a moment ago
        return tape


@dataclass(slots=True)
class Ledger:
    """Says to which click a request belongs, by the interactions and by the last click in each channel."""

    ids: dict[str, Click] = field(default_factory=dict)
    latest: dict[int, Click] = field(default_factory=dict)

    def enter(self, event: Interaction, click: Click) -> None:
        """Note what a person has just done."""
        self.ids[str(event.id)] = self.ids[event.token] = self.latest[event.channel.id] = click

    def owner(self, request: Request) -> tuple[Click | None, str]:
        """Return the click that a request belongs to, None if to none, and the call's path on a tape."""
        for form, path in TOKENS:
            if (found := form.fullmatch(request.path)) is not None:
                return self.ids.get(next(iter(found.groupdict().values()))), path
        place = CHANNEL.match(request.path)
        return (self.latest.get(int(place[1])) if place else None), request.path


class Recorder:
    """Writes a tape of one loopback Discord from `begin` on, until `end`."""

    def __init__(self, discord: Loopback) -> None:
        """Begin with nothing."""
        self.tape = Tape()
        self.ledger = Ledger()
        self.seen: dict[int, int] = {}
        self.changed: dict[int, asyncio.Event] = {}
        self.measuring = False
        self.last = 0.0
        self._discord = discord
        self._events: list[Interaction] = []
        self._files: dict[bytes, bytes] = {}

    def begin(self) -> None:
        """Look at every interaction and every request from now on."""
        self._discord.world.watchers.append(self._enter)
        self._discord.watchers.append(self._watch)

    def end(self) -> Tape:
        """Look no more; return the tape with all answers."""
        self._discord.world.watchers.remove(self._enter)
        self._discord.watchers.remove(self._watch)
        for event, click in zip(self._events, self.tape.clicks, strict=True):
            click.answer, click.seconds = event.answer_kind, event.answered_at - event.sent
            click.move = is_move(event)
        return self.tape

    def _enter(self, event: Interaction) -> None:
        slot = self.tape.channels.get(event.channel.id)
        if slot is None:
            return
        source = event.source.id if event.source else None
        facts = len(self.tape.clicks), slot, event.channel.id, event.user.id, event.kind, event.data, source
        click = Click(*facts, self.seen.get(slot, 0), self.measuring)
        self.tape.clicks.append(click)
        self.tape.people[event.user.id] = event.user.name
        self._events.append(event)
        self.ledger.enter(event, click)

    def _watch(self, request: Request) -> None:
        click, path = self.ledger.owner(request)
        if click is None:
            return
        files = tuple((each.name, self._files.setdefault(each.data, each.data)) for each in request.files.values())
        click.calls.append(Call(request.method, path, request.text, files, request.made))
        self.seen[click.slot] = self.seen.get(click.slot, 0) + 1
        self.last = request.at
        if (changed := self.changed.get(click.slot)) is not None:
            changed.set()


def verb(node: Mapping[str, Any]) -> str:
    """Return what a button, select or dialog does: the first word of its custom_id."""
    return str(node.get("custom_id", "")).partition(":")[0]


def is_move(event: Interaction) -> bool:
    """Tell whether an interaction answered a question of the game and was taken: its message shows what came of it."""
    return verb(event.data) in MOVES and event.answer_kind == UPDATE


def differences(call: Call, request: Request) -> list[str]:
    """Return in what a request differs from the call that it should be: the method, the files, or keys of its JSON."""
    files = tuple((each.name, each.data) for each in request.files.values())
    found = [
        name for name, same in (("method", request.method == call.method), ("files", files == call.files)) if not same
    ]
    if request.text == call.text:
        return found
    wanted, came = json.loads(call.text or "{}"), json.loads(request.text or "{}")
    return found + sorted(key for key in {*wanted, *came} if wanted.get(key) != came.get(key))
