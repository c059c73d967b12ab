"""People who play at a table of the loopback Discord by what their messages offer, as fast as they are answered.

They read a button's id only up to its first word, which says what it does: move, offer, pick and dialog answer a
question of the game, order and ordered put cards in order, sure means a number above one's means, play opens the
private view, join and start belong to the lobby. Whoever was called last looks first, and nobody answers twice in a
place that has not changed since. Several may be asked at once, for limits for instance: they answer one by one.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeVar

from bench.recorder import is_view, verb
from bench.tape import MESSAGE
from tests.loopback.components import Json
from tests.loopback.people import Answer, Person, Unanswered
from tests.loopback.records import Channel, Message

ANSWERING = frozenset({"move", "offer", "pick", "dialog", "order", "ordered"})
PATIENCE, LOOKS, PATIENT_LOOKS = 10.0, 2, 30
"""Seconds without anything to press after which everybody looks anew, and how often before a game is given up."""
TURN = "👉"
"""What a line begins with that says whose turn it is: people who watch need no ping."""
ASKED = re.compile(rf"{TURN} (\*\*.+?\*\*(?:, \*\*.+?\*\*)*)")
"""Who is asked, one or several, by their names."""
LAST_CHOICE = 0.4
"""How often the last choice is taken, which is to pass where one may: it keeps games short."""

T = TypeVar("T")
Turn = Callable[[], Awaitable[bool]]
"""Wait until one may click; False when there is nothing more to click for."""


class Stuck(Exception):
    """A game goes on, but nobody finds anything to press."""


@dataclass(slots=True)
class Player:
    """One person at a table: the private view, and how far each place was read: its edits at the last answer or look.

    `done` is the newest message that stood when the private view had nothing more to ask: only a later ping calls.
    """

    person: Person
    view: Message | None = None
    done: int = 0
    read: dict[int, int] = field(default_factory=dict)

    def offers(self, place: Message) -> list[Json]:
        """Return what may answer a question in a message, nothing if the message is as it was at the last answer."""
        if place.deleted or self.read.get(place.id) == place.edits:
            return []
        return [
            node for node in (*place.buttons, *place.selects) if verb(node) in ANSWERING
        ]

    def places(self, call: Message) -> list[Message]:
        """Return where this person, whom a post has called, can answer now."""
        called = call if call.id > self.done else None
        return [
            place
            for place in (self.view, called)
            if place is not None and self.offers(place)
        ]

    def calls(self, call: Message) -> bool:
        """Tell whether a post that called this person has something new, and a button to see it in private."""
        return (
            call.id > self.done
            and self.read.get(call.id) != call.edits
            and _has(call, "play")
        )

    def note_name(self, post: Message) -> None:
        """Let a post that names this person call them, however old it is, unless it is as they have answered it."""
        if self.read.get(post.id) != post.edits:
            self.done = min(self.done, post.id - 1)

    def open(self, answer: Answer) -> bool:
        """Make a private answer the view; return False if it is none but a text that says no."""
        if not (answer.private and is_view(answer.message)):
            return False
        self.view = answer.message
        return True

    def answered(self, place: Message, call: Message, newest: int) -> None:
        """Note that all that is shown was answered, but for what the place of the answer shows from now on."""
        more = self.offers(place) or _has(place, "play")
        self.read |= {
            seen.id: seen.edits
            for seen in (self.view, call)
            if seen is not None and seen is not place
        }
        if not more:
            self.read[place.id] = place.edits
            self.done = newest if place is self.view else self.done

    async def answer(self, place: Message, dice: random.Random) -> Answer:
        """Choose something of what a place offers; a dialog is filled in with one more than it names first."""
        person = self.person
        node, values = choose(self.offers(place), dice)
        if values:
            return await self._meant(
                await person.select(place, node["custom_id"], values)
            )
        answer = await person.click(place, node["custom_id"])
        if answer.is_modal:
            answer = await person.submit(answer, [one_more(answer)])
        return await self._meant(answer)

    async def _meant(self, answer: Answer) -> Answer:
        """Mean a number above one's means that is asked about once more; what asked becomes the private view."""
        if (
            answer.kind != MESSAGE
            or not answer.private
            or not _has(answer.message, "sure")
        ):
            return answer
        self.view = answer.message
        return await self.person.click(answer.message, _id(answer.message, "sure"))

    def forget(self) -> None:
        """Look at everything anew."""
        self.read.clear()
        self.done = 0


@dataclass(slots=True, frozen=True)
class Deed:
    """What can be done next: a player, the post that called, where to answer; None: open the private view."""

    player: Player
    call: Message
    place: Message | None


@dataclass(slots=True)
class Game:
    """One game in a channel of its own; whoever hears the bot sets `changed` when it has sent something.

    People who are `patient` press once more where Discord has told them that an interaction failed, which is counted as
    `unanswered`; others raise that.
    """

    channel: Channel
    people: list[Person]
    dice: random.Random
    changed: asyncio.Event
    patient: bool = False
    refused: int = 0
    stalled: int = 0
    unanswered: int = 0
    _players: dict[int, Player] = field(init=False)

    def __post_init__(self) -> None:
        """Seat the people."""
        self._players = {person.id: Player(person) for person in self.people}

    async def open(
        self, game: str, rivals: Sequence[str] = (), *, orders: bool = False
    ) -> None:
        """Open a table, take the seats beside rivals of these levels, start, and wait for the first question.

        The moves are those that people make one by one, unless they can give `orders`.
        """
        opener, *others = self.people
        lobby = await self._insist(
            partial(opener.slash, self.channel, f"newgame {game}", orders=orders),
            "join",
        )
        for person in others:
            join = partial(person.click, lobby, _id(lobby, "join"))
            joined = await self._answered(join)
            # Who was told that it wasn't kept tries once more; who has a seat may add a word to the shuffle.
            if self.patient and (joined is None or not joined.message.buttons):
                await self._answered(join)
        for level in rivals:
            menu = next(
                node["custom_id"] for node in lobby.selects if verb(node) == "rivals"
            )
            await self._answered(partial(opener.select, lobby, menu, [level]))
        await self._insist(partial(self._start, lobby), "play")
        await self._until(self._next)

    async def _start(self, lobby: Message) -> None:
        if _has(lobby, "start"):
            await self.people[0].click(lobby, _id(lobby, "start"))

    async def play(self, turn: Turn) -> bool:
        """Play on; return True when the game is over, False when there is no further turn."""
        while isinstance(deed := await self._until(self._next_or_end), Deed):
            if not await turn():
                return False
            # Whoever took a moment to click may find that it has changed.
            if (
                deed.player.offers(deed.place)
                if deed.place
                else _has(deed.call, "play")
            ):
                await self._answered(partial(self._do, deed))
        return True

    @property
    def over(self) -> bool:
        """Whether nobody can play here any more."""
        return self._showing("play") is None

    async def end(self) -> None:
        """Let the opener end the game before its time."""
        opener, *_ = self.people
        asked = await self._answered(partial(opener.slash, self.channel, "table end"))
        # What was not answered in time may have ended the game already.
        if asked is not None and _has(asked.message, "end"):
            await self._answered(
                partial(opener.click, asked.message, _id(asked.message, "end"))
            )

    async def _answered(self, do: Callable[[], Awaitable[T]]) -> T | None:
        """Return what comes of something that people do; None where it failed, and they are to look anew."""
        try:
            return await do()
        except Unanswered:
            if not self.patient:
                raise
            self.unanswered += 1
            self.anew()
            return None

    async def _insist(
        self, do: Callable[[], Awaitable[object]], wanted: str
    ) -> Message:
        """Do something until the newest message with a button of a kind is there, and return it."""
        await self._answered(do)
        for _ in range(PATIENT_LOOKS if self.patient else 0):
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    return await self._until(lambda: self._showing(wanted))
            await self._answered(do)
        return await self._until(lambda: self._showing(wanted))

    def anew(self) -> None:
        """Let everybody look at everything anew."""
        for player in self._players.values():
            player.forget()

    def _next_or_end(self) -> Deed | Literal["over"] | None:
        return self._next() or ("over" if self.over else None)

    def _next(self) -> Deed | None:
        """Return what somebody can do, None if everybody must wait."""
        for call, player in self.calling():
            if places := player.places(call):
                return Deed(player, call, self.dice.choice(places))
            if player.calls(call):
                return Deed(player, call, None)
        return None

    def calling(self) -> Iterator[tuple[Message, Player]]:
        """Yield who is named by the newest post that says whose turn it is, then the newest that called each person.

        A later post that pings nobody goes on with the turn of who was called last.
        """
        if (asking := self._asking()) is not None:
            names = ", ".join(ASKED.findall(asking.content)).split(", ")
            named = (
                each
                for each in self._players.values()
                if f"**{each.person.name}**" in names
            )
            for each in named:
                each.note_name(asking)
                yield asking, each
        missing, later = dict(self._players), None
        for message in self._public():
            if (
                not message.pinged
                and later is None
                and message.content
                and _has(message, "play")
            ):
                later = message
            for user in sorted(message.pinged & missing.keys()):
                player = missing.pop(user)
                last = (
                    len(missing) == len(self._players) - 1 and message.id > player.done
                )
                yield (later if last and later is not None else message), player
            if not missing:
                return

    def _asking(self) -> Message | None:
        """Return the newest post that says whose turn it is."""
        return next(
            (
                each
                for each in self._public()
                if TURN in each.content and _has(each, "play")
            ),
            None,
        )

    def _public(self) -> Iterator[Message]:
        """Yield what everybody in the channel sees, newest first."""
        return (
            each
            for each in reversed(self.channel.everything)
            if not each.deleted and each.only_for is None
        )

    def _showing(self, wanted: str) -> Message | None:
        """Return the newest public message with a button of this kind."""
        return next(
            (message for message in self._public() if _has(message, wanted)), None
        )

    async def _do(self, deed: Deed) -> None:
        if deed.place is None:
            await self._look(deed)
            return
        player, place, edits = deed.player, deed.place, deed.place.edits
        answer = await player.answer(place, self.dice)
        if answer.kind == MESSAGE:
            if not player.open(answer):
                self.refused += 1
                player.read[place.id] = edits
                return
            place = answer.message
        player.answered(place, deed.call, self.channel.everything[-1].id)

    async def _look(self, deed: Deed) -> None:
        """Open the private view."""
        deed.player.read[deed.call.id] = deed.call.edits
        answer = await deed.player.person.click(deed.call, _id(deed.call, "play"))
        self.refused += not deed.player.open(answer)

    async def _until(self, look: Callable[[], T | None]) -> T:
        """Return what is looked for as soon as it is there, after a while with fresh eyes; raise Stuck at last."""
        stalled = 0
        while (found := look()) is None:
            self.changed.clear()
            try:
                # Before Python 3.12, `wait_for` forgets that it was cancelled if what it waits for comes just then.
                async with asyncio.timeout(PATIENCE):
                    await self.changed.wait()
            except TimeoutError:
                stalled += 1
                self._stall(stalled)
        return found

    def _stall(self, times: int) -> None:
        if times > (PATIENT_LOOKS if self.patient else LOOKS):
            shown = [message.text[-200:] for message in self.channel.messages[-3:]]
            raise Stuck(
                f"nothing to press in {self.channel.name}; it ends with {shown}"
            )
        self.stalled += 1
        self.anew()


def choose(nodes: Sequence[Json], dice: random.Random) -> tuple[Json, list[str]]:
    """Choose one of some buttons and selects, with values of a select; the last choice is taken more often."""
    node = nodes[-1] if dice.random() < LAST_CHOICE else dice.choice(nodes)
    if "options" not in node:
        return node, []
    many = dice.randint(max(node.get("min_values", 1), 1), node.get("max_values", 1))
    return node, dice.sample([option["value"] for option in node["options"]], many)


def one_more(dialog: Answer) -> str:
    """Return one more than the number that a dialog names first."""
    highest, *_ = map(int, re.findall(r"\d+", dialog.payload["components"][0]["label"]))
    return str(highest + 1)


def _has(message: Message, wanted: str) -> bool:
    return any(verb(node) == wanted for node in message.buttons)


def _id(message: Message, wanted: str) -> str:
    return next(
        str(node["custom_id"]) for node in message.buttons if verb(node) == wanted
    )
