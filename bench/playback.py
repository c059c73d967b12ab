"""A tape played again: the same people click the same things in the same order, and a bare bot answers them.

The loopback Discord gives its messages the ids that they had, so that the bare bot may make the calls as they were. A
click is sent when as many calls have come as had come before it on the tape, and what is clicked on is there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.players import Stuck, Turn
from bench.recorder import Ledger, differences
from bench.tape import CALLBACK, FOLLOW_UP, MESSAGE, Call, Click, Tape
from tests.loopback import wire
from tests.loopback.people import Person
from tests.loopback.records import Channel, Interaction, Message, User
from tests.loopback.server import Loopback, Request

PATIENCE = 20.0
"""Seconds after which a call that doesn't come is given up."""
KINDS = ("callback", "own", "public")


@dataclass(slots=True)
class Due:
    """The calls of one click that have not come yet, by the order that they keep among themselves."""

    queues: dict[str, deque[Call]]

    @classmethod
    def of(cls, click: Click) -> Due:
        """Return all calls of a click."""
        due = cls({kind: deque() for kind in KINDS})
        for call in click.calls:
            due.queues[_kind(call.path)].append(call)
        return due

    def take(self, path: str) -> Call | None:
        """Return the call that should come next by such a path, None if there is none."""
        queue = self.queues[_kind(path)]
        return queue.popleft() if queue else None


def _kind(path: str) -> str:
    if path == CALLBACK:
        return "callback"
    return "public" if path.startswith("/") else "own"


@dataclass(slots=True)
class Playback:
    """Plays one tape to the bot on one loopback Discord; `faults` say where its calls weren't those of the tape."""

    discord: Loopback
    tape: Tape
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    last: float = 0.0
    _ledger: Ledger = field(default_factory=Ledger)
    _due: dict[int, Due] = field(default_factory=dict)
    _public: dict[int, deque[Call]] = field(default_factory=dict)
    _seen: dict[int, int] = field(default_factory=dict)
    _changed: dict[int, asyncio.Event] = field(default_factory=dict)
    _sources: dict[int, Message] = field(default_factory=dict)

    async def load(self, path: Path) -> None:
        """Let the bot prepare the tape, and lay out its channels and people."""
        self.tape.save(path)
        stranger = self.discord.person("Stranger")
        event = self.discord.world.begin(
            wire.COMPONENT,
            stranger.user,
            self.discord.open_channel("back-room"),
            {},
            "",
        )
        event.data |= {"custom_id": "tape", "component_type": 2, "tape": str(path)}
        await self.discord.gateway.dispatch(
            "INTERACTION_CREATE", wire.interaction(event, self.discord.world)
        )
        await stranger.wait(event, PATIENCE)
        self._lay_out()
        for number in self.tape.channels:
            shape = wire.channel(self.discord.world.channels[number])
            await self.discord.gateway.dispatch("CHANNEL_CREATE", shape)

    def _lay_out(self) -> None:
        world = self.discord.world
        for number, name in self.tape.people.items():
            world.users.setdefault(number, User(number, name))
        for number, slot in self.tape.channels.items():
            channel = world.add_channel(f"hall-{slot}", id=number)
            calls = [
                call
                for click in self.tape.clicks
                if click.channel == number
                for call in click.calls
            ]
            made = (
                call.made
                for call in calls
                if call.method == "POST" and call.path.startswith("/")
            )
            world.reserved[channel.id, 0] = deque(made)
            self._public[number] = deque(
                call for call in calls if call.path.startswith("/")
            )
            self._changed.setdefault(slot, asyncio.Event())
            self._seen.setdefault(slot, 0)

    async def play(self, turn: Turn, *, measured: bool) -> None:
        """Let everybody do what they did, the measured clicks or those before them, and wait for all that follows."""
        self.discord.watchers.append(self._watch)
        chosen = [click for click in self.tape.clicks if click.measured is measured]
        slots = sorted({click.slot for click in chosen})
        await asyncio.gather(
            *(
                self._play([each for each in chosen if each.slot == slot], turn)
                for slot in slots
            )
        )
        self.discord.watchers.remove(self._watch)

    async def _play(self, clicks: list[Click], turn: Turn) -> None:
        for click in clicks:
            await self._until(click, click.after)
            await turn()
            event = await self._send(click)
            if click.answer is not None:
                await Person(event.user, self.discord.world, self.discord.gateway).wait(
                    event, PATIENCE
                )
                self.seconds += (
                    [event.answered_at - event.sent] if click.measured else []
                )
        if clicks:
            # A call of an earlier click may have come after the last one was made.
            await self._until(clicks[-1], self._calls(clicks[-1]))

    def _calls(self, last: Click) -> int:
        """Return how many calls come of the clicks of a slot, up to this one."""
        return sum(
            len(click.calls)
            for click in self.tape.clicks[: last.number + 1]
            if click.slot == last.slot
        )

    async def _send(self, click: Click) -> Interaction:
        world = self.discord.world
        channel, user = world.channels[click.channel], world.users[click.user]
        event = world.begin(
            click.kind,
            user,
            channel,
            {**click.data, "click": click.number},
            f"click {click.number}",
        )
        event.source = self._source(channel, click.source)
        made = (call.made for call in click.calls if _makes(call, click))
        world.reserved[channel.id, event.id] = deque(made)
        self._ledger.enter(event, click)
        self._due[click.number] = Due.of(click)
        await self.discord.gateway.dispatch(
            "INTERACTION_CREATE", wire.interaction(event, world)
        )
        return event

    def _source(self, channel: Channel, number: int | None) -> Message | None:
        found = (
            message for message in reversed(channel.everything) if message.id == number
        )
        return next(found, None)

    async def _until(self, click: Click, calls: int) -> None:
        """Wait until so many calls of a click's slot have come and what it is done to is there."""
        channel, changed = (
            self.discord.world.channels[click.channel],
            self._changed[click.slot],
        )
        while self._seen[click.slot] < calls or (
            click.source and self._source(channel, click.source) is None
        ):
            changed.clear()
            try:
                await asyncio.wait_for(changed.wait(), PATIENCE)
            except TimeoutError:
                raise Stuck(
                    f"{self._seen[click.slot]} of {calls} calls have come; {self.faults[:5]}"
                ) from None

    def _watch(self, request: Request) -> None:
        click, path = self._ledger.owner(request)
        if click is None:
            return
        public = path.startswith("/")
        queue = self._public[click.channel] if public else None
        call = (
            (queue.popleft() if queue else None)
            if public
            else self._due[click.number].take(path)
        )
        self.faults += self._compared(click, call, request)
        self._seen[click.slot] += 1
        self.last = request.at
        self._changed[click.slot].set()

    def _compared(
        self, click: Click, call: Call | None, request: Request
    ) -> Iterator[str]:
        if call is None:
            yield f"click {click.number}: {request.method} {request.path} is not on the tape"
        elif found := differences(call, request):
            yield f"click {click.number}: {request.method} {call.path} differs in {', '.join(found)}"
        elif request.status >= 400:  # noqa: PLR2004 - HTTP's errors begin there
            yield f"click {click.number}: {request.method} {call.path} was answered with {request.status}"


def _makes(call: Call, click: Click) -> bool:
    """Tell whether a call makes a new message by the token of its interaction."""
    return call.path == FOLLOW_UP or (call.path == CALLBACK and click.answer == MESSAGE)
