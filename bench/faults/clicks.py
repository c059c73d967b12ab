"""Hostile and doubled clicks: what no client would send, what isn't one's own, what is out of date, what is sent twice.

People play a few moves, and then only clicks are sent that must not change anything at any table; all that a click
could change is compared before and after. Doubled clicks are the right person's on a question that is asked: any of
them may be taken, but only one.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias

from bench.faults import ledger
from bench.faults.people import Circle, Evening, evening, say
from bench.faults.promises import (
    NONE,
    answered,
    played,
    repeated,
    taken,
    tally,
)
from bench.faults.trials import Trial
from bench.recorder import is_move, verb
from bench.records import Record
from bot.interactions.router import all_routes
from tests.loopback import wire
from tests.loopback.components import BUTTON, SELECT
from tests.loopback.people import ANSWER_SECONDS, Person
from tests.loopback.records import Interaction, Message
from tests.loopback.world import World

AT_ONCE = 20
"""How many clicks are under way at a time."""
BATCH = 400
"""How many hostile clicks come between two looks at what they changed."""
PLAYED = 1.5
"""Seconds that people play between two batches."""
HUGE, SIGNS = "9" * 20, "0123456789abcdefghijklmnopqrstuvwxyz:-_ .\u0660\u0661"
OWN = {"join", "settings"}
VERBS = (*sorted(all_routes().keys() - OWN), "route", "")
"""Words that a forged id begins with; what changes one's own choices is left out: that would be one's right."""
ENDS = ("end", "cancel", "giveup", "keep", "leave", "start")
FINGERS = 2, 5
"""How often an impatient finger presses."""

Sent: TypeAlias = Coroutine[Any, Any, Interaction]


@dataclass(slots=True)
class Hostile:
    """Somebody who sits at no table, everybody who does, and what they may press that isn't theirs.

    `taken` are the clicks that made a move, of the first `looked` ones.
    """

    now: Evening
    stranger: Person
    dice: random.Random
    taken: list[Interaction] = field(default_factory=list)
    looked: int = 0

    def look(self) -> None:
        """Find out which of the clicks since the last look made a move; none may wait for its answer.

        Whoever sends an order again changes it, which is their right.
        """
        events = list(
            islice(self.now.discord.world.interactions.values(), self.looked, None)
        )
        self.looked += len(events)
        moves = played(ledger.stories(self.now.bot.database))
        self.taken += (
            event for event in filter(is_move, events) if answered(event) in moves
        )

    def clicks(self) -> Iterator[Sent]:
        """Yield one click after another, of every kind in turn."""
        kinds: tuple[Callable[[], Sent | None], ...] = (
            self.forged,
            self.foreign,
            self.strange,
            self.old,
            self.wrong,
        )
        while True:
            for kind in kinds:
                if (sent := kind()) is not None:
                    yield sent

    def forged(self) -> Sent:
        """Return a click on an id that nobody ever showed."""
        words = [
            self.dice.choice(VERBS),
            *(self._word() for _ in range(self.dice.randint(0, 6))),
        ]
        number = ":".join(words)[:100]
        return press(
            self.stranger, self._somewhere(), {"custom_id": number, "type": BUTTON}
        )

    def foreign(self) -> Sent | None:
        """Return a click of somebody at another table, on what is asked at this one."""
        here, there = self.dice.sample(self.now.circles, 2)
        return self._stolen(here, self.dice.choice(there.people))

    def strange(self) -> Sent | None:
        """Return a click of somebody who sits nowhere, on anything that is shown, the tables' ends included."""
        here = self.dice.choice(self.now.circles)
        message = self._shown(here)
        ends = [
            {"custom_id": f"{each}:{_table(here)}", "type": BUTTON} for each in ENDS
        ]
        return (
            press(self.stranger, message, self.dice.choice([*ends, *message.buttons]))
            if message
            else None
        )

    def old(self) -> Sent | None:
        """Return once more a click that was taken before."""
        return _again(self.now, self.dice.choice(self.taken)) if self.taken else None

    def wrong(self) -> Sent | None:
        """Return a right person's click with values or numbers that were never offered."""
        here = self.dice.choice(self.now.circles)
        player, node, message = next(asked(here), (None, None, None))
        if player is None or node is None or message is None:
            return None
        *rest, _ = str(node["custom_id"]).split(":")
        if "options" in node:
            values = self.dice.choice([["-1"], [HUGE], ["x"], ["0", "0"] * 20, []])
            return press(
                player,
                message,
                {"custom_id": node["custom_id"], "type": SELECT, "values": values},
            )
        number = self.dice.choice([HUGE, "999", "x", "-1"])
        return press(
            player,
            message,
            {"custom_id": ":".join([*rest, number])[:100], "type": BUTTON},
        )

    def _word(self) -> str:
        tables = [_table(circle) for circle in self.now.circles]
        any_word = "".join(self.dice.choices(SIGNS, k=self.dice.randint(1, 12)))
        return self.dice.choice([*tables, "0", "1", "-1", HUGE, any_word])

    def _stolen(self, here: Circle, thief: Person) -> Sent | None:
        _, node, message = next(asked(here), (None, None, None))
        return (
            press(thief, message, node)
            if message is not None and node is not None
            else None
        )

    def _somewhere(self) -> Message:
        return next(filter(None, map(self._shown, self.now.circles)))

    def _shown(self, here: Circle) -> Message | None:
        return (
            next((m for m in reversed(here.game.channel.messages) if m.buttons), None)
            if here.game
            else None
        )


def asked(here: Circle) -> Iterator[tuple[Person, dict[str, Any], Message]]:
    """Yield what can be pressed at a table to answer a question: by whom, what, and in which message."""
    if here.game is None:
        return
    for message, player in here.game.calling():
        for place in player.places(message):
            yield from ((player.person, node, place) for node in player.offers(place))


def _table(here: Circle) -> str:
    """Return the number of the table at which people play, as any of its buttons says it."""
    shown = here.game.channel.messages if here.game else []
    ids = (
        str(node["custom_id"]).split(":")
        for message in shown
        for node in message.buttons
    )
    return next(
        (words[1] for words in ids if words[0] in {"play", "move", "offer"}), "1"
    )


async def press(who: Person, message: Message, node: dict[str, Any]) -> Interaction:
    """Press anything, whether or not it was offered to this person, without waiting for the answer."""
    data: dict[str, Any] = {
        "custom_id": node["custom_id"],
        "component_type": node["type"],
        "id": 1,
    }
    if data["component_type"] == SELECT:
        data["values"] = (
            node["values"]
            if "values" in node
            else [each["value"] for each in node["options"][:1]]
        )
    return await _begin(who, message, data)


async def _begin(who: Person, message: Message, data: dict[str, Any]) -> Interaction:
    world: World = who.world
    event = world.begin(
        wire.COMPONENT, who.user, message.channel, data, f"press {data['custom_id']!r}"
    )
    event.source = message
    await who.gateway.dispatch("INTERACTION_CREATE", wire.interaction(event, world))
    return event


async def _again(now: Evening, event: Interaction) -> Interaction:
    who = next(
        each
        for circle in now.circles
        for each in circle.people
        if each.user is event.user
    )
    return await who.send_again(event)


async def waited(events: list[Interaction]) -> None:
    """Wait until all are answered, or nobody waits any more."""
    end = time.monotonic() + ANSWER_SECONDS
    for event in events:
        try:
            await asyncio.wait_for(
                event.answered.wait(), max(end - time.monotonic(), 0.001)
            )
        except TimeoutError:
            continue


async def attacked(now: Evening, hostile: Iterator[Sent], count: int) -> int:
    """Send so many hostile clicks; return 1 if anything has changed by them, else 0."""
    before = ledger.fingerprint(now.bot.database)
    while count > 0:
        batch = list(islice(hostile, min(AT_ONCE, count)))
        count -= len(batch)
        await waited([await each for each in batch])
    return int(ledger.fingerprint(now.bot.database) != before)


async def doubled(now: Evening) -> list[Interaction]:
    """Let somebody at each table press twice or more at once; return the clicks."""
    events = list[Interaction]()
    for circle in now.circles:
        person, node, message = next(asked(circle), (None, None, None))
        if (
            person is None
            or node is None
            or message is None
            or verb(node) not in {"move", "offer", "pick"}
        ):
            continue
        least = {
            "values": [
                each["value"]
                for each in node.get("options", ())[: max(node.get("min_values", 1), 1)]
            ]
        }
        events += [
            await press(person, message, {**node, **least})
            for _ in range(now.dice.randint(*FINGERS))
        ]
    await waited(events)
    return events


async def clicks(trial: Trial) -> list[Record]:
    """Let people play a little, and send what must change nothing, again and again."""
    sent, changed, presses = 0, 0, list[Interaction]()
    async with evening(trial.seed, trial.tables) as now:
        await now.begun()
        somebody = Hostile(now, now.discord.person("Mallory"), now.dice)
        hostile = somebody.clicks()
        while sent + len(presses) < trial.size:
            await asyncio.sleep(PLAYED)
            await now.halt()
            await now.settled()
            await now.left_to_people()
            somebody.look()
            count = min(BATCH, trial.size - sent - len(presses))
            changed += await attacked(now, hostile, count)
            sent += count
            presses += await doubled(now)
            say(
                f"clicks: {sent:,} hostile, {changed} batches with an effect; {len(presses):,} doubled"
            )
            now.play()
        await now.halt()
        await now.settled()
        found = tally(now)
        stories = ledger.stories(now.bot.database)
        answers = taken(presses, stories)
        twice = sum(times - 1 for times in repeated(answers, stories).values())
    what = trial.called("hostile or doubled clicks")
    return [
        Record(f"{what}: batches that had an effect", changed, "batches", goal=NONE),
        Record(
            f"{what}: doubled clicks that were taken twice", twice, "clicks", goal=NONE
        ),
        *found.records(what),
        *trial.noted(found),
    ]
