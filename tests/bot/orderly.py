"""People who come to auctions and other joint questions, and what they order there through what their views offer.

`Orderly` is a match played once more that was played by hand: by orders where they can. People order what leads to the
moves that were made, in the channel and by DM, and answer by hand what they are asked then: each according to a script
that says what a seat orders about a topic.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from simcord.backend.models import Message

from bench.habits import by_hand
from bot.faces.components import pack_numbers
from bot.storage.records import TableId
from engine.match import Ask
from engine.orders import Pick, Topic
from engine.scene import Seat
from tests.bot.party import by_choice, deciding, ids, last_move, made
from tests.bot.record import Json
from tests.bot.server import Answer, Evening, Guest, Place, buttons, text, verb, verbs
from tests.contract.orders import orders_of
from tests.contract.walks import AnyMatch
from tests.engine.ordered import Script, Step

TABLE = TableId(1)
LOOKS = 500
MOST_PAGES = 4


async def told(court: Evening) -> None:
    """Wait until everybody was shown everything."""
    await court.settle()
    for _ in range(LOOKS):
        if not await court.tables.published_states.find_behind():
            return
        await asyncio.sleep(0.01)
        await court.settle()
    raise AssertionError("something isn't shown")


async def auction(court: Evening, guests: list[Guest], **options: str) -> list[Guest]:
    """Let people come to their first auction; return who is asked, in the order of the seats."""
    await court.seat(*guests, **options)
    return await to_auction(court)


async def to_auction(court: Evening, *, aloud: bool = False) -> list[Guest]:
    """Let the cards before an auction be laid; return who must decide then, in the order of the seats."""
    await go_on(court, lambda match: match.is_shut, lambda match, seat: by_hand(match, seat)[1][0].action, aloud=aloud)
    return await deciding(court)


async def go_on(
    court: Evening,
    until: Callable[[AnyMatch], bool],
    choose: Callable[[AnyMatch, Seat], object],
    *,
    aloud: bool = False,
) -> None:
    """Let moves be made without a press until something is so; that is told together, or `aloud` move by move."""
    coming = list(by_choice(await court.match(), choose, until))
    for step in ([each] for each in coming) if aloud else [coming]:
        with court.env._bot_scope():
            await made(court, step)
        await court.settle()
    await told(court)


async def not_at_it(court: Evening, guests: list[Guest]) -> list[Guest]:
    """Return those of the people in the order of the seats who didn't open the auction."""
    opener = (await court.table()).recent[-1].seat
    return [guest for seat, guest in enumerate(guests) if seat != opener]


def seen(court: Evening) -> list[tuple[int, str]]:
    """Return what everybody in the channel sees, message by message."""
    return [(each.id, text(each)) for each in court.public()]


async def ordered(guest: Guest) -> dict[str, tuple[Pick, ...]]:
    """Return what a person has ordered, by topic."""
    table = await guest.evening.table()
    known = orders_of(table.started_match).of(table.seat_of(guest.id))
    return {topic: order.picks for topic, order in known.items()}


async def view(guest: Guest) -> Answer:
    """Let a person press Play on the newest message that has it."""
    shown = next(each for each in reversed(guest.evening.public()) if "play" in verbs(each))
    return await guest.press("play", shown)


async def limited(guest: Guest, limit: int) -> Answer:
    """Let a person name a limit."""
    answer = await view(guest)
    ready = ids(answer, "move")
    return await guest.click(answer, ready[limit])


async def looked(guest: Guest) -> Answer:
    """Let a person press My hand."""
    return await guest.press("hand", next(each for each in reversed(guest.evening.public()) if "hand" in verbs(each)))


async def lasting(guest: Guest, **fields: str | list[str]) -> Answer:
    """Let a person open the dialog with all lasting orders, fill some of its fields in by topic, and send it.

    It is opened by its id: nobody is offered it where there is nothing to order yet.
    """
    match, seat = await guest.evening.match(), (await guest.evening.table()).seat_of(guest.id)
    names = [each.name for each in match.topics(seat) if each.lasting]
    shown = await looked(guest)
    dialog = await guest.forge(f"lasting:{TABLE}:{seat}", shown)
    filled = {str(names.index(topic)): value for topic, value in fields.items()}
    return await guest.fill_in(dialog, **filled)


async def always_pass(guest: Guest) -> None:
    """Let a person always pass on everything."""
    kinds = range(1, len((await guest.evening.match()).state.board) + 3)
    await lasting(guest, never=list(map(str, kinds)))


async def ordering(guest: Guest, topic: str) -> Answer:
    """Let a person open the question about an order, by its topic, below the own hand."""
    table = await guest.evening.table()
    match, seat = table.started_match, table.seat_of(guest.id)
    named = zip(match.topics(seat), match.frame(seat).orders, strict=True)
    return await to_order(guest, next(one.question for each, one in named if each.name == topic))


async def to_order(guest: Guest, question: str) -> Answer:
    """Let a person open the question about an order, by its button or its option in the list below the own hand."""
    answer = await looked(guest)
    part = next(one for one in buttons(answer) if verb(one) == "ahead" and question in str(one))
    if "options" in part:
        return await guest.choose(answer, [question], part["custom_id"])
    return await guest.click(answer, part["custom_id"])


@dataclass(slots=True)
class Orderly:
    """A table at which a match is played once more; `used` counts what was pressed, `given` what was ordered."""

    court: Evening
    guests: Sequence[Guest]
    hand: Sequence[Step]
    scripts: Mapping[Seat, Script]
    dice: random.Random
    by_dm: frozenset[int] = frozenset()
    used: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)

    async def match(self) -> AnyMatch:
        """Return the match as it stands."""
        return await self.court.match()

    async def skip(self, most: int) -> None:
        """Let about so many moves be made as they were by hand, without a press, up to where somebody else moves."""
        match, coming = await self.match(), list[Step]()
        for (_, move), (_, following) in pairwise(self.hand):
            if len(coming) >= most and following.seat != move.seat:
                break
            match, _ = match.play_without_orders(move.seat, [move.action])
            coming.append((match, move))
        with self.court.env._bot_scope():
            await made(self.court, coming)
        await told(self.court)

    async def play(self) -> AnyMatch:
        """Play to the end, and return that."""
        for _ in range(3 * len(self.hand)):
            match = await self.match()
            if not match.deciding:
                return match
            await self._prepare(self.dice.choice(match.deciding))
        raise AssertionError("the game doesn't end")

    async def _prepare(self, seat: Seat) -> None:
        """Let everybody order for what is to come, then let a seat answer what it is asked, if that made no move."""
        for each in map(Seat, range(len(self.guests))):
            await self._lasting(each)
        began = match = await self.match()
        ahead = Seat(self.dice.randrange(match.seats))
        if coming := [topic for topic in match.topics(ahead) if not topic.lasting]:
            await self._order(ahead, self.dice.choice(coming))
            await self._lasting(ahead)
        match = await self.match()
        if match.seq == began.seq and seat in match.deciding:
            await (self._by_hand(seat) if seat in match.legal and not match.is_shut else self._asked(seat))

    async def _lasting(self, seat: Seat) -> None:
        """Bring the lasting orders of a seat up to date, and what they have answered already, before others answer."""
        match = await self.match()
        known = {} if match.orders is None else match.orders.of(seat)
        for topic in match.topics(seat):
            if topic.lasting or (topic.name in known and known[topic.name].presumed):
                await self._order(seat, topic)

    async def _asked(self, seat: Seat) -> None:
        """Answer what several are asked together."""
        topic = (await self.match()).unanswered_topics(seat)[0]
        assert await self._order(seat, topic, anew=True), "who is asked together with others orders something"

    async def _order(self, seat: Seat, topic: Topic, *, anew: bool = False) -> bool:
        """Order what the script says about a topic, if that is another order; tell whether there was any to give."""
        match = await self.match()
        picks = self.scripts[seat](match, seat, topic, self.hand[match.seq :])
        if picks is None or match.orders is None:
            return False
        former = match.orders.of(seat).get(topic.name)
        if not anew and former is not None and (former.picks, former.given) == (picks, topic.given):
            return True
        if not anew and former is None and picks == topic.picks[:1] and topic.lasting:
            return True
        await self._press_order(match, seat, topic, picks)
        return True

    async def _press_order(self, match: AnyMatch, seat: Seat, topic: Topic, picks: tuple[Pick, ...]) -> None:
        frame = match.frame(seat)
        named = zip(frame.orders, match.topics(seat), strict=True)
        question = next(one.question for one, each in named if each == topic)
        self.given[topic.name.partition(" ")[0]] += 1
        if topic.lasting:
            await self._last(seat, topic, picks)
            return
        if frame.mine is not None and frame.mine.question == question:
            place, ask = await self._view(seat), frame.mine
        else:
            place = (await to_order(self.guests[seat], question)).message
            ask = match.order_question(seat, question)
        numbers = tuple(topic.choices.index(pick) for pick in picks)
        answer = await self._answer(seat, place, ask, numbers)
        after = await self.match()
        if after.seq == match.seq:
            kept = orders_of(after).of(seat).get(topic.name)
            assert kept is not None, answer.text
            assert kept.picks == picks

    async def _last(self, seat: Seat, topic: Topic, picks: tuple[Pick, ...]) -> None:
        """Give a lasting order in the dialog, and expect it to be kept."""
        before = await self.match()
        several, number = topic.at_most > 1, isinstance(topic.picks[-1], int)
        numbers = [str(topic.choices.index(pick)) for pick in picks if pick != topic.picks[0] or not several]
        value: str | list[str] = numbers if several else numbers[0]
        if number:
            value = "" if picks == topic.picks[:1] else str(picks[0])
        self.used["dialog"] += 1
        await lasting(self.guests[seat], **{topic.name: value})
        await told(self.court)
        after = await self.match()
        if after.seq == before.seq:
            assert set(orders_of(after).of(seat)[topic.name].picks) == set(picks)

    async def _by_hand(self, seat: Seat) -> None:
        """Answer what the rules ask as it was answered by hand."""
        match = await self.match()
        ask = match.frame(seat).mine
        assert ask is not None
        moves = [move for _, move in self.hand[match.seq :]]
        count = ask.at_least
        assert {move.seat for move in moves[:count]} == {seat}
        numbers = tuple(match.legal[seat].index(move.action) for move in moves[:count])
        self.given["by hand"] += 1
        await self._answer(seat, await self._view(seat), ask, numbers)
        assert await last_move(self.court) > match.seq

    # What is pressed

    async def _view(self, seat: Seat) -> Message:
        """Return the view in which a person can answer: the last DM, or what *Play* shows."""
        guest = self.guests[seat]
        await told(self.court)
        asked = (await self.match()).frame(seat).mine
        letters = guest.dms if guest.id in self.by_dm else []
        # Who ordered elsewhere what a DM asks finds the old question there until it is pressed.
        if letters and asked and any(f":{asked.question}:" in str(part) for part in buttons(letters[-1])):
            self.used["dm"] += 1
            return letters[-1]
        return (await view(guest)).message

    async def _answer(self, seat: Seat, view: Place, ask: Ask, numbers: tuple[int, ...]) -> Answer:
        """Answer a question by the numbers of choices, with whatever leads to that in a view."""
        guest = self.guests[seat]
        if ask.ordered and ask.at_most > 1:
            answer = await self._in_order(guest, view, numbers)
        elif ask.at_most > 1 or not self._part(view, "move", numbers[0]):
            answer = await self._listed_or_named(guest, view, ask, numbers)
        else:
            answer = await self._press(guest, view, self._part(view, "move", numbers[0]))
        if "sure" in verbs(answer):
            self.used["sure"] += 1
            answer = await guest.press("sure", answer)
        await told(self.court)
        return answer

    def _part(self, view: Place, does: str, word: int | str) -> Json:
        """Return the button that does something and ends in a word; an empty one if there is none."""
        every = (part for part in buttons(view) if verb(part) == does)
        return next((part for part in every if part["custom_id"].rpartition(":")[2] == str(word)), {})

    async def _press(self, guest: Guest, view: Place, part: Json) -> Answer:
        self.used[verb(part)] += 1
        return await guest.click(view, part["custom_id"])

    async def _listed_or_named(self, guest: Guest, view: Place, ask: Ask, numbers: tuple[int, ...]) -> Answer:
        """Pick in a list, press one of what can be picked together, or name a number in the dialog."""
        amount = next(choice.option.amount for choice in ask.choices if choice.number == numbers[0])
        if amount is not None:
            dialog = await self._press(guest, view, next(one for one in buttons(view) if verb(one) == "dialog"))
            return await guest.fill_in(dialog, number=str(amount))
        values = list(self._copies(numbers))
        self.used["pick"] += 1
        part = await self._paged(guest, view, values[0])
        return await guest.choose(view, values, part["custom_id"])

    def _copies(self, numbers: Sequence[int]) -> Iterator[str]:
        """Yield the values of choices in a list, each copy of one by its own."""
        met = Counter[int]()
        for number in numbers:
            yield f"{number}.{met[number]}"
            met[number] += 1

    async def _paged(self, guest: Guest, view: Place, value: str) -> Json:
        """Return the list that has a value, on whichever page it stands."""
        for _ in range(MOST_PAGES):
            for part in buttons(view):
                if value in [one["value"] for one in part.get("options", ())] and verb(part) in {"pick", "order"}:
                    return part
            view = (await guest.press("page", view)).message
        raise AssertionError(f"nowhere offered: {value}")

    async def _in_order(self, guest: Guest, view: Place, numbers: tuple[int, ...]) -> Answer:
        """Pick one after another, then play that."""
        for count, number in enumerate(numbers, 1):
            part = self._part(view, "order", pack_numbers(numbers[:count]))
            if part:
                view = (await self._press(guest, view, part)).message
            else:
                listed = await self._paged(guest, view, f"{number}.0")
                self.used["order"] += 1
                view = (await guest.choose(view, [f"{number}.0"], str(listed["custom_id"]))).message
        return await self._press(guest, view, self._part(view, "ordered", pack_numbers(numbers)))
