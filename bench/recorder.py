"""The recorder: writes a tape of what people do on a loopback Discord, and of what the bot calls for it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.tape import (
    CALLBACK,
    FOLLOW_UP,
    MESSAGE,
    ORIGINAL,
    UPDATE,
    Call,
    Click,
    Tape,
)
from bot.texts.fluent import language
from tests.loopback.records import Interaction, Message
from tests.loopback.server import Loopback, Request

TOKENS = (
    (re.compile(r"/interactions/(?P<id>\d+)/[^/]+/callback"), CALLBACK),
    (re.compile(r"/webhooks/\d+/(?P<token>[^/]+)/messages/@original"), ORIGINAL),
    (re.compile(r"/webhooks/\d+/(?P<token>[^/]+)"), FOLLOW_UP),
)
CHANNEL = re.compile(r"/channels/(\d+)(?:/|$)")
DEFAULTS: tuple[tuple[str, object], ...] = (("required", True), ("components", []))
"""Keys of a payload that mean the same where they are left out."""
MOVES = frozenset({"move", "offer", "pick", "number", "sure", "ordered"})
_ANYBODY = "*"
REFUSED = (
    *map(language("en").text, ("refused-stale", "view-outdated", "refused-not-seated")),
    language("en").text("refused-not-yours", player=_ANYBODY).rpartition(_ANYBODY)[2],
)
"""What a view says to a click that comes too late, or from somebody else."""


@dataclass(slots=True)
class Ledger:
    """Says to which click a request belongs, by the interactions and by the last click in each channel."""

    ids: dict[str, Click] = field(default_factory=dict)
    latest: dict[int, Click] = field(default_factory=dict)

    def enter(self, event: Interaction, click: Click) -> None:
        """Note what a person has just done."""
        self.ids[str(event.id)] = self.ids[event.token] = self.latest[
            event.channel.id
        ] = click

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
            click.answer, click.seconds = (
                event.answer_kind,
                event.answered_at - event.sent,
            )
            click.move = is_move(event)
        return self.tape

    def _enter(self, event: Interaction) -> None:
        slot = self.tape.channels.get(event.channel.id)
        if slot is None:
            return
        source = event.source.id if event.source else None
        facts = (
            len(self.tape.clicks),
            slot,
            event.channel.id,
            event.user.id,
            event.kind,
            event.data,
            source,
        )
        click = Click(*facts, self.seen.get(slot, 0), self.measuring)
        self.tape.clicks.append(click)
        self.tape.people[event.user.id] = event.user.name
        self._events.append(event)
        self.ledger.enter(event, click)

    def _watch(self, request: Request) -> None:
        click, path = self.ledger.owner(request)
        if click is None:
            return
        files = tuple(
            (each.name, self._files.setdefault(each.data, each.data))
            for each in request.files.values()
        )
        click.calls.append(
            Call(request.method, path, request.text, files, request.made)
        )
        self.seen[click.slot] = self.seen.get(click.slot, 0) + 1
        self.last = request.at
        if (changed := self.changed.get(click.slot)) is not None:
            changed.set()


def verb(node: Mapping[str, Any]) -> str:
    """Return what a button, select or dialog does: the first word of its custom_id."""
    return str(node.get("custom_id", "")).partition(":")[0]


def is_move(event: Interaction) -> bool:
    """Tell whether an interaction answered a question of the game and was taken: a message shows what came of it.

    That is the one pressed or, where it is public and the answer is not, a private view.
    """
    shown = event.answer_kind == UPDATE or (
        event.answer_kind == MESSAGE and is_view(event.message)
    )
    said = str(event.answer_data)
    return (
        verb(event.data) in MOVES
        and shown
        and not any(refused in said for refused in REFUSED)
    )


def is_view(message: Message | None) -> bool:
    """Tell whether a message is a private view: has more than text, and doesn't only ask about a number once more."""
    nodes = [*message.buttons, *message.selects] if message else []
    return bool(nodes) and all(verb(node) != "sure" for node in nodes)


def differences(call: Call, request: Request) -> list[str]:
    """Return in what a request differs from the call that it should be: the method, the files, or keys of its JSON."""
    files = tuple((each.name, each.data) for each in request.files.values())
    found = [
        name
        for name, same in (
            ("method", request.method == call.method),
            ("files", files == call.files),
        )
        if not same
    ]
    if request.text == call.text:
        return found
    wanted, came = (
        _meant(json.loads(text or "{}")) for text in (call.text, request.text)
    )
    return found + sorted(
        key for key in {*wanted, *came} if wanted.get(key) != came.get(key)
    )


def _meant(value: Any) -> Any:
    """Return JSON as Discord reads it: without what is so by default, and with numbers of things as words."""
    if isinstance(value, list):
        return [_meant(each) for each in value]
    if not isinstance(value, dict):
        return value
    given = {
        key: each
        for key, each in value.items()
        if each not in (False, None) and (key, each) not in DEFAULTS
    }
    return {
        key: str(each) if key == "id" else _meant(each) for key, each in given.items()
    }
