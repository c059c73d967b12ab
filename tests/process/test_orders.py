"""An auction that five people settle by limits, given in any order, with the bot killed after each of them.

Its price is paid at once, so that the last limit opens the next auction.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.habits import by_hand
from bot.storage.backends import verify
from bot.storage.records import NO_TABLE, Private, Server, Sitter, Status, TableId, TableRecord
from bot.storage.records import Person as Choices
from bot.tables.tables import Tables
from engine.games import GAMES
from engine.match import Match
from tests.bot.server import dealing
from tests.bot.storage.samples import opened, sqlite
from tests.every import FOR_EVERY_LANGUAGE
from tests.loopback.people import Person
from tests.loopback.records import Channel, Message
from tests.loopback.server import Loopback
from tests.process.playing import check_posted_once, told, verb
from tests.process.process import Bot

TABLE = TableId(1)
SECONDS = 20.0
LIMITS = (2, 0, 3, 1, 0)
"""How far the seats go, in their order: the third one wins for as much as the first one's limit, or one more."""


async def until_an_auction(
    database: Path, hall: Channel, server: Server, people: Sequence[Person], dm: set[int]
) -> int:
    """Keep a table whose match has come to its first auction, and return the user whose move brought that up.

    Discord hasn't been shown anything of it.
    """
    async with opened(sqlite(database)) as storage:
        await storage.store_choices(server)
        for person in people:
            await storage.store_choices(Choices(person.id, Private.DM if person.id in dm else None))
        tables = Tables(storage, GAMES, seeds=dealing(3))
        sitters = tuple(Sitter(person.id, person.name) for person in people)
        new = TableRecord(
            NO_TABLE, "fortheking", server.id, hall.id, people[0].id, None, Status.LOBBY, sitters, orders=True
        )
        table = await tables.start((await tables.open(new)).record.id, people[0].id)
        while not table.started_match.is_shut:
            seat = next(iter(table.started_match.legal))
            _, moves = by_hand(table.started_match, seat)
            actions = [move.action for move in moves if move.seat == seat]
            table = (await tables.play_for_seat(TABLE, seat, table.started_match.question_id(seat), actions)).table
        return table.people.users[table.recent[-1].seat]


async def match(database: Path) -> Match[Any, Any]:
    """Return the match as the database has it."""
    async with opened(sqlite(database)) as storage:
        return (await Tables(storage, GAMES).get(TABLE)).started_match


async def answer(person: Person, hall: Channel, limit: int) -> None:
    """Let a person name a limit in the own DM, or behind the newest button that leads to the question."""
    view: Message | None = person.dms[-1] if person.dms else None
    if view is None:
        post = next(each for each in reversed(hall.messages) if any(verb(node) == "play" for node in each.buttons))
        found = next(node["custom_id"] for node in post.buttons if verb(node) == "play")
        view = (await person.click(post, custom_id=found)).message
    ready = [node["custom_id"] for node in view.buttons if verb(node) == "move"]
    await person.click(view, custom_id=ready[limit])


def called(discord: Loopback, people: Sequence[Person]) -> Counter[int]:
    """Return how often each user was called, by a ping or by a DM."""
    pings = Counter(user for post in discord.world.posts for user in post.pinged)
    return pings + Counter(person.id for person in people for _ in person.dms)


@pytest.mark.soak
@FOR_EVERY_LANGUAGE
async def test_five_limits_settle_an_auction_however_often_the_bot_is_killed(tmp_path: Path, locale: str) -> None:
    """By button and by DM, in any order; nothing is asked twice, nobody pinged twice, one post tells it."""
    dice = random.Random(locale)
    async with Loopback() as discord, Bot(discord, tmp_path) as bot:
        hall = discord.open_channel("hall")
        people = [discord.person(name) for name in ("Ann", "Bo", "Cy", "Dana", "Eve")]
        by_dm = {people[1].id, people[3].id}
        mover = await until_an_auction(bot.database, hall, Server(discord.world.guild_id, locale), people, by_dm)
        seats = [person.id for person in people]
        after = await match(bot.database)
        asked = [seats[seat] for seat in after.deciding]
        assert len(asked) >= 3
        await bot.start()
        left = list(asked)
        while left:
            await discord.until(lambda: told(bot.database), SECONDS)
            await discord.quiet()
            assert called(discord, people) == Counter(user for user in asked if user != mover)
            user = left.pop(dice.randrange(len(left)))
            person = people[seats.index(user)]
            await answer(person, hall, LIMITS[seats.index(user)])
            await asyncio.sleep(dice.uniform(0.0, 0.02))
            await bot.kill()
            after = await match(bot.database)
            assert len(after.state.sales) == (not left)
            assert not left or {seats[seat] for seat in after.deciding} == set(left)
            await bot.start()
        await discord.until(lambda: told(bot.database), SECONDS)
        await discord.quiet()
        (sale,) = after.state.sales
        assert (sale.seat, after.state.payment, after.state.paid) == (2, None, ["gold-3"])
        # The last answer is no move, and orders made those that followed: the next question calls everybody.
        again = [seats[seat] for seat in after.deciding]
        assert called(discord, people) == Counter([*(user for user in asked if user != mover), *again])
        (story,) = (message.content for message in hall.messages if "1 **" in message.content)
        assert all(person.name in story for person in people)
        await bot.stop()
        assert list(verify(bot.database, GAMES)) == []
        check_posted_once(discord)
