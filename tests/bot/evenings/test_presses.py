"""How many presses a decision takes people who come back for each question, and how many words they read there.

By then no private answer is left. Some of them see pictures, the others read text only; all read public posts. Where
an answer begins below a post and ends in private, the words of both count.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from statistics import median
from typing import Any

import pytest
from simcord.backend.models import Message

from bench.habits import drawn, wanted
from bot.tables.table import Table
from bot.texts.fluent import locales
from engine.asking import EVERYBODY
from engine.match import Ask
from engine.scene import Seat
from tests.bot.faces.screen import words
from tests.bot.limits import BUTTON, walk
from tests.bot.orderly import told
from tests.bot.orderly import view as press_play
from tests.bot.party import last_move
from tests.bot.record import Json
from tests.bot.server import Evening, Guest, buttons, verb, verbs
from tests.bot.tongues import everybody_reads

pytestmark = [pytest.mark.usefixtures("ahead", "experienced"), pytest.mark.seed(3)]

FEW_VISITS, MOST_VISITS = 35, 1000
"""How often somebody comes back at most: some way into a game, and to its end."""
BEGINNING = 0.75
"""How likely somebody begins below the post what can begin there."""
LIST, DIALOG = 2, 2
"""What an answer in a list costs, which is opened first, and one that is written into a dialog and sent."""
HALF, HALF_IN_WORDS, MOST = 55, 70, 80
"""How many words stand on the screen, those of buttons counted: in half of the decisions, beside pictures and
without; and in nine of ten.
"""
MOST_PRESSES = {"fortheking": 1.4, "oriflamme": 1.3}
EVERY = pytest.mark.parametrize(
    "game, locale, visits",
    [
        *zip(MOST_PRESSES, ("en", "uk"), (FEW_VISITS, FEW_VISITS), strict=True),
        *(pytest.param(*each, MOST_VISITS, marks=pytest.mark.soak) for each in product(MOST_PRESSES, locales())),
    ],
)


@dataclass(slots=True)
class Visitors:
    """People who answer what they are asked, in the order of their seats, each press counted.

    Whoever is asked comes, answers as long as there is something to answer, and goes. They press right below a post
    what everybody is offered there, but look at their hand before they bid.
    """

    court: Evening
    guests: list[Guest]
    dice: random.Random
    decisions: int = 0
    presses: int = 0
    words: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))

    async def play(self, visits: int) -> None:
        """Play to the end, or so many visits."""
        for _ in range(visits):
            deciding = (await self.court.match()).deciding
            if not deciding:
                return
            await self._visit(self.dice.choice(deciding))
        assert visits < MOST_VISITS, "the game doesn't end"

    async def _visit(self, seat: Seat) -> None:
        view: Message | None = None
        while True:
            table = await self.court.table()
            ask = table.frame(seat).mine
            if ask is None:
                return
            if view is None and ask.openings and self.dice.random() < BEGINNING:
                await self._begun(table, seat)
                continue
            number = choice(table, seat, ask)
            looks = bool(ask.naming) and bool(number)
            part, place = found(view, ask, number), view
            if not part and not looks:
                part, place = self._below(table, ask, number)
            if not part:
                self.presses += 1
                place = view = (await press_play(self.guests[seat])).message
                part = found(view, ask, number)
            assert place is not None
            self.decisions += 1
            answered = await self._answer(seat, place, part, ask, number)
            view = answered if answered.is_ephemeral else None
            await told(self.court)

    async def _begun(self, table: Table, seat: Seat) -> None:
        """Begin below the post and finish in private; what that plays counts as so many decisions."""
        guest = self.guests[seat]
        post = next(each for each in reversed(self.court.public()) if "begin" in verbs(each))
        self._read(guest, post)
        begin = self.dice.choice([part for part in buttons(post) if verb(part) == "begin"])
        view = (await guest.click(post, begin["custom_id"])).message
        offer = self.dice.choice([part for part in buttons(view) if verb(part) == "offer"])
        self._read(guest, view)
        if "options" in offer:
            await guest.choose(view, [self.dice.choice(offer["options"])["value"]], offer["custom_id"])
        else:
            await guest.click(view, offer["custom_id"])
        await told(self.court)
        self.presses += 1 + (LIST if "options" in offer else 1)
        self.decisions += await last_move(self.court) - table.started_match.seq

    def _below(self, table: Table, ask: Ask, number: int) -> tuple[Json, Message | None]:
        """Return what answers a question right below a post, and that post; nothing where it is asked in private."""
        together = table.frame(None).joint
        opened = together.open if together else None
        for post in reversed(self.court.public()):
            part = found(post, ask, number)
            if not part and opened and (ask.ahead or ask.seat in together.deciding):  # type: ignore[union-attr]
                part = found(post, opened, number)
            if part:
                return part, post
        return {}, None

    async def _answer(self, seat: Seat, place: Message, part: Json, ask: Ask, number: int) -> Message:
        guest, goal = self.guests[seat], str(part["custom_id"])
        self._read(guest, place)
        if "options" in part:
            values = [each["value"] for each in part["options"] if each["value"] != f"{number}.0"]
            chosen = [f"{number}.0", *values[: max(1, part["min_values"]) - 1]]
            self.presses += LIST + len(chosen) - 1
            return (await guest.choose(place, chosen, goal)).message
        self.presses += DIALOG if verb(part) == "dialog" else 1
        answer = await guest.click(place, goal)
        if verb(part) == "dialog":
            amount = next(each.option.amount for each in ask.choices if each.number == number)
            answer = await guest.fill_in(answer, number=str(amount))
        if verb(part) == "order":
            self.presses += 1
            answer = await guest.press("ordered", answer)
        return answer.message

    def _read(self, guest: Guest, message: Message) -> None:
        """Count the words of what a decision, or one half of it, is made by."""
        self.words[guest.id].append(sum(map(words, said(message))))


def said(message: Message) -> Iterator[str]:
    """Yield what is written in a message: its texts, buttons and hints of lists, and not what an unopened list has."""
    yield message.content
    for part in walk(message.components):
        keys = ("content", "placeholder", *(["label"] if part.get("type") == BUTTON else []))
        yield from (str(part[key]) for key in keys if part.get(key))


def choice(table: Table, seat: Seat, ask: Ask) -> int:
    """Return the number of what somebody chooses: by chance, and in every other auction a bid that the view offers."""
    match = table.started_match
    dice = drawn(match, seat, match.seq, ask.question)
    if ask.naming:
        bids = [amount for amount, _ in ask.naming.ready if 0 < amount < ask.naming.covered]
        amount = dice.choice([0, *bids[:1], 0, *bids[1:]][: 2 + len(bids)])
        return next(each.number for each in ask.choices if each.option.amount == amount)
    if not ask.ahead:
        return dice.choice([each.number for each in ask.choices if not each.option.quiet])
    topic = match.unanswered_topics(seat)[0]
    return topic.choices.index(wanted(match, seat, topic)[0])


def found(message: Message | None, ask: Ask, number: int) -> Json:
    """Return what gives a choice of a question in a message: its button, a list, the dialog; nothing else."""
    seat = f":{ask.seat}:{ask.question}"
    parts = [part for part in (buttons(message) if message else ()) if seat in str(part["custom_id"])]
    ways: list[Any] = [part for part in parts if str(part["custom_id"]).endswith(f"{seat}:{number}")]
    ways += [part for part in parts if verb(part) == "order" and str(part["custom_id"]).endswith(f":{number:02}")]
    ways += [part for part in parts if f"{number}.0" in [each["value"] for each in part.get("options", ())]]
    ways += [part for part in parts if verb(part) == "dialog" and ask.seat != EVERYBODY]
    return next((part for part in ways if verb(part) != "page"), {})


@EVERY
async def test_decision_takes_few_presses_and_words(court: Evening, game: str, locale: str, visits: int) -> None:
    """In a game of two people who see pictures and two who don't, *Play* counted, and a list as two presses.

    They order ahead, and nothing is sent twice.
    """
    guests = court.guests[:4]
    everybody_reads(court, locale)
    pictured, in_words = guests[:2], guests[2:]
    for guest in in_words:
        await guest.prefer(pictures="off")
    await court.seat(*guests, game=game)
    visitors = Visitors(court, guests, random.Random(3))

    await visitors.play(visits)

    beside, alone = (sorted(n for each in some for n in visitors.words[each.id]) for some in (pictured, in_words))
    assert visitors.presses <= MOST_PRESSES[game] * visitors.decisions
    assert median(beside) <= HALF
    assert median(alone) <= HALF_IN_WORDS
    for some in (beside, alone):
        assert some[9 * len(some) // 10] <= MOST
    assert not court.record.repeated
