"""People who play whole games by nothing but what is offered to them, when they have been called."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass, field

import pytest
import simcord
from simcord.backend.models import Message

from bot.faces.answer_controls import amounts
from bot.storage.records import Sitter, Status, TableId
from bot.tables.table import Table
from engine.match import Match
from engine.scene import Seat
from tests.bot.record import Json
from tests.bot.server import Answer, Evening, Guest, Place, about, buttons, message_of, verb, verbs, words
from tests.bot.tastes import liking
from tests.contract.turns import turns
from tests.contract.walks import AnyMatch, AnyMove, to_the_end

ANSWERING = frozenset({"move", "offer", "pick", "dialog", "order", "ordered"})
MOST_STEPS = 3000
LAST = 8
"""How many moves people make themselves at the end of a match that the dice have rushed through."""
FIRST = TableId(1)
ELSEWHERE = "elsewhere"
BLUFF, PRIVACY, TURNING = 0.1, 0.3, 0.3
"""How likely people name a wild number, look at the private view without need, and turn to another page."""


def offered(message: Place) -> list[Json]:
    """Return the buttons and selects of a message that answer a question of the game."""
    return [part for part in buttons(message) if verb(part) in ANSWERING]


def ids(message: Place, does: str = "") -> list[str]:
    """Return the custom_ids of the buttons and selects of a message, or of those that do something."""
    return [str(part["custom_id"]) for part in buttons(message) if verb(part) == does or not does]


def numbered(match: AnyMatch) -> bool:
    """Tell whether somebody is asked for a number of which the game says how it would be covered."""
    return any((ask := match.ask(seat)) and ask.naming for seat in match.deciding)


async def made(
    evening: Evening, coming: Sequence[tuple[AnyMatch, AnyMove]], number: TableId = FIRST, *, heard: bool = True
) -> None:
    """Let moves be made at a table that lead to these matches, all in one, as if people had made them one by one."""
    cache = evening.tables.cache

    async def keep(table: Table) -> Table:
        return await cache.store(table, match=coming[-1][0], moves=[move for _, move in coming])

    with pytest.MonkeyPatch.context() as patch:
        if not heard:
            patch.setattr(evening.storage, "_listeners", [])
        if coming:
            await cache.change(number, keep)


def by_choice(
    match: AnyMatch, choose: Callable[[AnyMatch, Seat], object], until: Callable[[AnyMatch], bool] = lambda _: False
) -> Iterator[tuple[AnyMatch, AnyMove]]:
    """Yield the matches that come about, and the moves to them, where the first who is asked makes a choice."""
    while match.deciding and not until(match):
        seat = next(iter(match.legal))
        match, (move,) = match.play(seat, [choose(match, seat)])
        yield match, move


@dataclass(slots=True)
class Party:
    """Some people at one table, with dice that fall the same way each time.

    `views` are their private messages; `known` tells which DMs are about this table; `used` counts by its verb what was
    pressed to answer, and what of it stood in no private message as `ELSEWHERE`.
    """

    guests: list[Guest]
    lot: InitVar[int | random.Random]
    table: int = 1
    channel: int = 0
    views: dict[int, Message] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    known: dict[int, bool] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    dice: random.Random = field(init=False)
    evening: Evening = field(init=False)

    def __post_init__(self, lot: int | random.Random) -> None:
        """Play in the channel unless another place is named."""
        self.dice = lot if isinstance(lot, random.Random) else random.Random(lot)
        self.evening = self.guests[0].evening
        self.channel = self.channel or self.evening.channel.id

    @property
    def calls(self) -> list[int]:
        """Return the users in the order in which they were called to play, by a ping or by a DM."""
        pings = self.evening.pings(self.channel, self.table)
        dms = [(dm.id, guest.id) for guest in self.guests for dm in self.dms(guest)]
        return [user for _, user in sorted(pings + dms)]

    def dms(self, guest: Guest) -> list[Message]:
        """Return a person's DMs about this table; an answer in a DM that is gone when it is dismissed calls nobody."""
        every = [letter for letter in guest.dms if not letter.is_ephemeral]
        for letter in every:
            if letter.id not in self.known:
                self.known[letter.id] = about(buttons(letter), self.table)
        return [letter for letter in every if self.known[letter.id]]

    @property
    def over(self) -> bool:
        """Tell whether the table says that the game is over."""
        return words("table-over") in self.evening.board_text(self.channel, self.table)

    @property
    def post(self) -> Message:
        """Return the newest post of this table that can be pressed."""
        return self.evening.post(self.channel, self.table)

    @property
    def called(self) -> Guest:
        """Return the person who was called last."""
        last = self.calls[-1]
        return next(guest for guest in self.guests if guest.id == last)

    async def play(self, most: int = MOST_STEPS) -> int:
        """Play to the end, or so many steps; return how many it were."""
        for count in range(most):
            if self.over:
                return count
            await self.step()
        assert most < MOST_STEPS, "the game doesn't end"
        return most

    async def until(self, so: Callable[[], bool]) -> None:
        """Play until something is so."""
        for _ in range(400):
            if so():
                return
            await self.step()
        raise AssertionError("it never came to that")

    async def rush(self, left: int = LAST) -> None:
        """Let all but some last moves be made by chance, as if no message told of them, and then be told together."""
        coming = await self._coming()
        await self._made(coming[: max(0, len(coming) - left)])

    async def skip(self, most: int) -> None:
        """Let so many moves be made by chance, told together."""
        await self._made((await self._coming())[:most])

    async def reach(self, so: Callable[[AnyMatch], bool]) -> None:
        """Let moves be made by chance, told together, until something is so of the match; fail if it never is."""
        coming = await self._coming()
        before = next(count for count, (match, _) in enumerate(coming, 1) if so(match))
        await self._made(coming[:before])

    async def _coming(self) -> list[tuple[AnyMatch, AnyMove]]:
        return list(to_the_end(await self.evening.match(self.table), self.dice.getrandbits(16)))

    async def _made(self, coming: Sequence[tuple[AnyMatch, AnyMove]]) -> None:
        await made(self.evening, coming, TableId(self.table), heard=False)
        announcer = self.evening.bot.announcer
        announcer.touch(TableId(self.table))
        while announcer._tasks:
            await asyncio.wait(announcer._tasks.values())
        self.views.clear()

    async def step(self) -> Answer:
        """Let somebody who was called and must decide answer something, wherever that can be done."""
        guest = await self.next()
        place = self._place(guest) or await self.opened(guest)
        answer = await self.answer(guest, place)
        if answer.message.is_ephemeral:
            self.views[guest.id] = answer.message
        if not answer.edited:
            self.said.append(answer.private)
            if not offered(answer):
                self.views.pop(guest.id, None)
        return answer

    async def next(self) -> Guest:
        """Return somebody who must decide; everybody who must has been called, or reads it in the story."""
        table = await self.evening.table(self.table)
        users = {table.people.users[seat] for seat in table.started_match.deciding}
        asked = [guest for guest in self.guests if guest.id in users]
        assert all(map(self._knows, asked)), "somebody must decide and was neither called nor named in the story"
        return asked[0] if len(asked) == 1 else self.dice.choice(asked)

    def _knows(self, guest: Guest) -> bool:
        """Tell whether a person has been called, or is named where the story says whose turn it is."""
        return guest.id in self.calls or self._asking(guest) is not None

    def _asking(self, guest: Guest) -> Message | None:
        """Return the newest message of this table that says that it is a person's turn."""
        signs = f"👉 **{guest.name}**", f"👉 <@{guest.id}>"
        shown = (one for one in reversed(self.evening.public(self.channel)) if about(buttons(one), self.table))
        return next((one for one in shown if any(sign in one.content for sign in signs)), None)

    def _place(self, guest: Guest) -> Message | None:
        """Return a message in which this person can answer now, if one lies open: a DM, the own view, the post."""
        view, post = self.views.get(guest.id), self._asking(guest) or self.post
        private = [one for one in [*self.dms(guest)[-1:], *([view] if view else [])] if offered(one)]
        if private and self.dice.random() > PRIVACY:
            return private[0]
        if offered(post) and self.dice.random() > PRIVACY:
            return post
        return private[0] if private else None

    async def opened(self, guest: Guest) -> Message:
        """Press Play on the newest post; return the private view."""
        answer = await guest.press("play", self._asking(guest) or self.post)
        assert offered(answer), f"{guest.name} was called, but is offered nothing: {answer.private}"
        return answer.message

    async def answer(self, guest: Guest, place: Place) -> Answer:
        """Use something of what a message offers."""
        turns = [part for part in buttons(place) if verb(part) == "page"]
        if turns and self.dice.random() < TURNING:
            self.used["page"] += 1
            place = await guest.click(place, turns[0]["custom_id"])
        part = self._chosen(offered(place))
        self.used[verb(part)] += 1
        self.used[ELSEWHERE] += not message_of(place).is_ephemeral
        if "options" in part:
            values = [option["value"] for option in part["options"]]
            count = self.dice.randint(part["min_values"], part["max_values"])
            return await guest.choose(place, self.dice.sample(values, count), part["custom_id"])
        answer = await guest.click(place, part["custom_id"])
        answer = await self._fill(guest, answer) if answer.result.modal else answer
        if "sure" not in verbs(answer):
            return answer
        self.used["sure"] += 1
        return await guest.press("sure", answer)

    def _chosen(self, parts: list[Json]) -> Json:
        liked = next((part for part in parts if liking(str(part.get("label")))), None)
        return liked if liked and self.dice.random() < liking(liked["label"]) else self.dice.choice(parts)

    async def _fill(self, guest: Guest, dialog: Answer) -> Answer:
        mine = (await self.evening.table(self.table)).answering_frame(guest.id).mine
        assert mine is not None
        low, high = min(amounts(mine)), max(amounts(mine))
        number = high if self.dice.random() < BLUFF else min(high, low + self.dice.randint(0, 1))
        return await guest.fill_in(dialog, number=str(number))

    async def turns(self, here: int = 0) -> list[int]:
        """Return the users who had to be called so far, by the log; who is called at the same time in their order.

        One who is called `here`, in the channel, comes after those who are called by DM at the same time.
        """
        table = await self.evening.table(self.table)
        begun, users = table.started_match, table.people.users
        lines = await self.evening.storage.log(TableId(self.table))
        log = [(Seat(line.seat), line.action) for line in lines]
        ordered = await self.evening.tables.logs.ordered_moves(table, 0)
        asked = turns(Match.start(begun.game, begun.seats, begun.seed), log, ordered)
        every = [sorted((users[seat] for seat in seats), key=lambda user: (user == here, user)) for seats in asked]
        return [user for called in every for user in called]


async def deciding(court: Evening, number: int = 1) -> list[Guest]:
    """Return who must decide at a table, in the order of the seats."""
    table = await court.table(number)
    match = table.started_match
    users = [table.people.users[seat] for seat in sorted({*match.deciding} - {*match.presumed_seats})]
    return [guest for user in users for guest in court.guests if guest.id == user]


async def last_move(court: Evening, number: int = 1) -> int:
    """Return the number of the last move at a table."""
    return (await court.match(number)).seq


async def status_of(court: Evening, number: int = 1) -> Status:
    """Return how a table stands."""
    return (await court.table(number)).status


async def seat_of(guest: Guest, number: int = 1) -> Seat:
    """Return the seat that somebody has at a table."""
    return (await guest.evening.table(number)).seat_of(guest.id)


async def take_seat(guest: Guest, seat: Seat, level: str | None = None) -> None:
    """Let somebody have a seat of table 1, whoever sits there."""
    await guest.evening.tables.seats.exchange(FIRST, seat, Sitter(guest.id, guest.name, level=level))


async def answer(guest: Guest, place: Place) -> Answer:
    """Press the first answer that a message offers."""
    return await guest.click(place, offered(place)[0]["custom_id"])


async def end(guest: Guest) -> None:
    """Let somebody end the table of the channel, and confirm it."""
    await guest.press("end", await guest.command("table end"))


async def leave(guest: Guest) -> None:
    """Let somebody leave the game for good, and confirm it."""
    await guest.press("vacate", await guest.command("table leave"))


async def garden(court: Evening) -> simcord.ChannelHandle:
    """Return another channel of the server."""
    made = court.server.create_text_channel("the-garden")
    await court.settle()
    return made


def place_of(guest: Guest) -> int:
    """Return where a person's DMs are."""
    return guest.evening.env.backend.get_dm_channel(guest.id).id


def public_ids(court: Evening) -> list[int]:
    """Return the numbers of the messages that everybody in the channel can see, oldest first."""
    return [message.id for message in court.public()]


def pinged(court: Evening) -> list[int]:
    """Return who was pinged in the channel, in order."""
    return [user for _, user in court.pings()]


def called(guest: Guest) -> int:
    """Return how often a person was pinged in the channel."""
    return pinged(guest.evening).count(guest.id)
