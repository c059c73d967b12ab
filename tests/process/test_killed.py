"""The bot is killed during moves and take-backs, or stopped while rivals think: nobody loses or gains by it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest

from bench.faults.ledger import stories
from bench.memory import helpers
from bench.processes import PROC
from engine.scene import Seat
from tests.loopback.people import Person
from tests.loopback.records import Message
from tests.loopback.server import Loopback, Request
from tests.process.playing import Party, check, read_story, told
from tests.process.process import QUICK, Bot, of_kind, open_lobby, striking

WHOLE = 10_000
"""How many questions are more than any game has."""


@dataclass
class Evening:
    """A running bot and a party whose game has begun; `dice` say when and where it is killed."""

    bot: Bot
    party: Party
    dice: random.Random

    async def silence(self) -> None:
        """Wait until the bot has said everything, however long it draws the pictures that go with it."""
        await self.party.discord.until(lambda: told(self.bot.database), 10)
        await self.party.discord.quiet(0.05)

    async def restart(self) -> None:
        """Kill the bot, if it still lives, and start it again."""
        await self.bot.kill()
        await self.bot.start()


@asynccontextmanager
async def evening(  # noqa: PLR0913 - what differs from evening to evening
    folder: Path,
    people: int,
    seed: int,
    private: str | None = None,
    game: str = "fortheking",
    *,
    orders: bool = False,
    constants: Mapping[str, float] = MappingProxyType({}),
) -> AsyncIterator[Evening]:
    """Start the bot, seat people and begin the game; check the finished game afterwards."""
    async with Loopback() as discord, Bot(discord, folder) as bot:
        hall = discord.open_channel("hall")
        players = [discord.person(name) for name in ("Ann", "Bo", "Cy")[:people]]
        party = Party(discord, hall, players, random.Random(seed), bot.database, orders=orders)
        bot.constants = constants
        await bot.start()
        await party.sit_down(game, private)
        yield Evening(bot, party, random.Random(seed))
        await discord.quiet()
        check(party, bot.database)
        await bot.stop()


@pytest.mark.soak
@pytest.mark.parametrize("orders", [False, True])
@pytest.mark.parametrize("private, people", [("here", 3), ("dm", 2)])
async def test_a_game_goes_on_after_being_killed_during_moves(
    tmp_path: Path, private: str, people: int, *, orders: bool
) -> None:
    """The bot dies up to 30 ms after a click, wherever it is by then; by hand, and where people order ahead."""
    async with evening(tmp_path, people, seed=2, private=private, orders=orders) as now:
        for _ in range(4):
            assert await now.party.steps(now.dice.randint(5, 15))
            person = now.party.last_called
            place = now.party.place(person) or await now.party.opened(person)
            if place is not None:
                now.party.look()
                await now.party.begin(person, place)
                await asyncio.sleep(now.dice.uniform(0, 0.03))
            await now.restart()
        await now.party.play_on()


@pytest.mark.parametrize(
    "times, afterwards",
    [pytest.param(1, 12, marks=pytest.mark.slow), pytest.param(2, WHOLE, marks=pytest.mark.soak)],
)
async def test_a_game_goes_on_after_being_killed_between_any_two_requests(
    tmp_path: Path, times: int, afterwards: int
) -> None:
    """The bot dies after an answer, a post or an edit has had its effect, each time before it hears of that."""
    kinds = [("POST", "/callback$"), ("POST", "/messages$"), ("PATCH", "/messages/")]
    async with evening(tmp_path, 2, seed=3) as now:
        for kind in kinds * times:
            assert await now.party.steps(now.dice.randint(2, 8))
            with striking(now.party.discord, now.bot.kill_now, of_kind(*kind)) as struck:
                assert await now.party.play_until(struck)
            await now.restart()
        assert await now.party.steps(afterwards) == (afterwards < WHOLE)


@pytest.mark.soak
async def test_nobody_is_called_twice_who_answers_faster_than_the_bot_tidies_up(tmp_path: Path) -> None:
    """Who was called answers while the edits that follow the call are still under way, and the bot dies then."""
    async with evening(tmp_path, 2, seed=4) as now:
        for _ in range(3):
            await now.silence()
            calls, held = len(now.party.calls), asyncio.Event()

            def hold(request: Request, calls: int = calls, held: asyncio.Event = held) -> Awaitable[object] | None:
                late = request.method == "PATCH" and len(now.party.calls) > calls
                return held.wait() if late else None

            now.party.discord.watchers.append(hold)
            while len(now.party.calls) == calls:
                assert await now.party.step()
            answers = len(now.party.taken())
            while len(now.party.taken()) == answers:
                assert await now.party.step()
            now.party.discord.watchers.remove(hold)
            held.set()
            await now.restart()
        await now.party.play_on()


@pytest.mark.slow
async def test_lost_connection_is_taken_up_at_its_address(discord: Loopback, bot: Bot) -> None:
    """Discord closes the socket and forgets the session: the bot identifies anew where DISCORD_API_URL sent it."""
    await bot.start()
    hall = discord.open_channel("hall")
    for number, forget in enumerate((False, True), 1):
        await discord.gateway.drop(forget=forget)
        await discord.gateway.connected(10)
        assert (discord.gateway.resumes, discord.gateway.identifies) == (1, number)
        assert (await discord.person("Ann").slash(hall, "tables")).text


# Take-backs

KINDS = (("POST", "/callback$"), ("PATCH", "/messages/"), ("POST", "/callback$"))
MOST_STEPS, AFTERWARDS = 200, 8


def taken_back(database: Path) -> int:
    """Return how many lines of the log take something back."""
    return sum('"take_back"' in move.action for move in read_story(database).moves)


def after_take_back(now: Evening, number: int, method: str, path: str) -> Callable[[Request], bool]:
    """Return what tells a request of a kind once the log holds so many take-backs.

    The picture of a private view may still be on its way before, and nothing waits for it.
    """
    fits = of_kind(method, path)
    return lambda request: fits(request) and taken_back(now.bot.database) == number


async def regretting(now: Evening) -> tuple[Person, Message]:
    """Play on until somebody's own view has the button that takes back what it answered; return both."""
    for _ in range(MOST_STEPS):
        before = {view.id: view.edits for person in now.party.people for view in person.ephemerals}
        assert await now.party.step()
        for person in now.party.people:
            for view in [*person.ephemerals, *person.dms]:
                if view.ids("back") and before.get(view.id) != view.edits:
                    return person, view
    raise AssertionError("nobody has anything to take back")


@pytest.mark.parametrize(
    "private", [pytest.param("here", marks=pytest.mark.slow), pytest.param("dm", marks=pytest.mark.soak)]
)
async def test_a_move_is_taken_back_once_however_the_bot_dies(tmp_path: Path, private: str) -> None:
    """After the answer or an edit has had its effect, and before it hears of that; the old button is refused then."""
    async with evening(tmp_path, 3, seed=7, game="oriflamme", private=private, constants=QUICK) as now:
        for number, (method, path) in enumerate(KINDS, 1):
            person, view = await regretting(now)
            await now.silence()
            (old,), calls = view.ids("back"), len(now.party.calls)
            with striking(now.party.discord, now.bot.kill_now, after_take_back(now, number, method, path)):
                await person.begin_click(view, old)
                await now.bot.ended(20)
            assert taken_back(now.bot.database) == number
            await now.restart()
            await now.silence()
            assert len(now.party.calls) == calls, "who took it back is at it"
            if view.ids("back") == [old]:
                again = await person.click(view, old)
                assert again.private or again.message in person.dms
            assert taken_back(now.bot.database) == number
        assert await now.party.steps(AFTERWARDS)


# Rivals

SECONDS, STOP = 30.0, 5.0
ANN = Seat(0)


@pytest.mark.soak
async def test_a_stop_while_champions_think_takes_less_than_five_seconds_and_leaves_nobody(
    discord: Loopback, bot: Bot
) -> None:
    """Whoever thinks ends with the bot."""
    bot.settings["RIVAL_SECONDS"] = "1"
    await open_lobby(bot, rivals=4, level="champion", orders=False)
    await discord.until(lambda: any(each.moves or ANN in each.now.deciding for each in stories(bot.database)), SECONDS)
    thinking = helpers(bot.pid)
    began = time.monotonic()
    await bot.stop()
    assert time.monotonic() - began < STOP
    await discord.until(lambda: not [each for each in thinking if (PROC / str(each)).exists()], STOP)
