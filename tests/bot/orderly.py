"""People who come to auctions and other joint questions, and what they order there through what their views offer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bench.habits import by_hand
from bot.storage.records import TableId
from engine.orders import Pick
from engine.scene import Seat
from tests.bot.party import by_choice, deciding, ids, made
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs
from tests.contract.orders import orders_of
from tests.contract.walks import AnyMatch

TABLE = TableId(1)
LOOKS = 500


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
    """Let a person open the question about an order, by its topic: its button, or its option in the list below."""
    table = await guest.evening.table()
    match, seat = table.started_match, table.seat_of(guest.id)
    named = zip(match.topics(seat), match.frame(seat).orders, strict=True)
    question = next(one.question for each, one in named if each.name == topic)
    answer = await looked(guest)
    part = next(one for one in buttons(answer) if verb(one) == "ahead" and question in str(one))
    if "options" in part:
        return await guest.choose(answer, [question], part["custom_id"])
    return await guest.click(answer, part["custom_id"])
