"""The bot is killed during moves and take-backs, at deadlines and while rivals play: nobody loses or gains by it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

from bench.faults.ledger import stories
from bench.memory import helpers
from bench.players import ANSWERING
from bench.processes import PROC
from bench.recorder import is_move, verb
from bot.clocks.table_clock import HOUR
from bot.clocks.timeline import Standstill
from bot.storage.backends import verify
from bot.storage.records import IncidentKind, TableRecord
from engine.games import GAMES
from engine.scene import Seat
from tests.bot.storage.samples import loaded, opened
from tests.contract.walks import midway
from tests.every import slow, soak
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
@pytest.mark.parametrize("game, people", [(game.key, game.seats[0]) for game in GAMES.values()])
async def test_restart_says_nothing_and_old_buttons_answer(tmp_path: Path, game: str, people: int) -> None:
    """When everything was said; and the private views from before it still play.

    What was answered before the kill changes nothing when it is clicked again, nor does any button still shown.
    """
    count = midway(GAMES[game], people, 50) // 2
    async with evening(tmp_path, people, seed=1, game=game) as now:
        for _ in range(3):
            assert await now.party.steps(count)
            await now.silence()
            said = [message.text for message in now.party.channel.messages]
            await now.restart()
            await now.silence()
            assert [message.text for message in now.party.channel.messages] == said
        moves = read_story(now.bot.database).moves
        for event in filter(is_move, now.party.pressed):
            person = next(person for person in now.party.people if person.user is event.user)
            assert (await person.wait(await person.send_again(event))).private
        for message in now.party.channel.messages:
            for button in message.buttons:
                if verb(button) not in ANSWERING:
                    assert (await now.party.people[0].click(message, button["custom_id"])).private
        assert read_story(now.bot.database).moves == moves
        await now.party.play_on()


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
    [slow(1, 12), soak(2, WHOLE)],
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


@pytest.mark.parametrize("private", [slow("here"), soak("dm")])
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


# Deadlines

SECONDS = 30.0
HAND = "My hand"
KILLS = 4
AGO = 5 * HOUR
"""Longer than an hour's pace and its reserve."""


async def kept(bot: Bot, *, ago: float = 0.0) -> TableRecord:
    """Return the table as it is on the disk of a bot that is down, its questions asked so much earlier."""
    async with opened(bot.database) as storage:
        table = await loaded(storage, 1)
        assert table.clock is not None
        if ago:
            seats = (
                each if each.asked is None else replace(each, since=each.since - ago) for each in table.clock.seats
            )
            clock = replace(table.clock, seats=tuple(seats)).with_due(Standstill())
            await storage.store_published(table.id, clock=clock)
            table = replace(table, clock=clock)
        return table


def gone_on(bot: Bot, moves: int) -> bool:
    """Tell whether anybody has moved since."""
    return len(read_story(bot.database).moves) > moves


@pytest.mark.soak
async def test_deadline_is_acted_upon_once_despite_kills(discord: Loopback, bot: Bot) -> None:
    """Before it and in it. A knight plays for who is late, which the log says once, and a press brings them back.

    No move is lost.
    """
    dice = random.Random(7)
    hall, ann = await open_lobby(bot, pace="hour")
    people = [ann, discord.person("Bo")]
    await people[1].click(hall.messages[0], "Join")
    await people[0].click(hall.messages[0], "Start")
    party = Party(discord, hall, people, dice, bot.database)
    await discord.until(lambda: party.calls and told(bot.database), SECONDS)
    for _ in range(KILLS):
        await bot.kill()
        moves = read_story(bot.database).moves
        await kept(bot, ago=AGO)
        await bot.start()
        await asyncio.sleep(dice.uniform(0.0, 0.4))
        await bot.kill()
        assert read_story(bot.database).moves[: len(moves)] == moves
        await bot.start()
        await discord.until(partial(gone_on, bot, len(moves)), SECONDS)
        await discord.until(lambda: told(bot.database), SECONDS)
    await bot.kill()
    table = await kept(bot)
    late = [seat for seat, sitter in enumerate(table.sitters) if sitter.level is not None]
    assert late
    cared = [each for each in table.incidents if each.kind is IncidentKind.SEATED and each.sitter.level is not None]
    assert sorted(each.seat for each in cared) == late
    await bot.start()
    for seat in late:
        person = next(each for each in people if each.id == table.sitters[seat].user)
        await person.click(next(each for each in hall.messages if HAND in str(each.buttons)), HAND)
    await discord.quiet()
    check(party, bot.database)
    await bot.stop()
    assert all(sitter.level is None for sitter in (await kept(bot)).sitters)
    assert list(verify(bot.database, GAMES)) == []


# Rivals

EVERY_SECOND = {"RIVAL_SECONDS": "1"}
ANN = Seat(0)
STOP = 5.0


@asynccontextmanager
async def duel(folder: Path, rivals: int, level: str) -> AsyncIterator[tuple[Bot, Party]]:
    """Start the bot and let Ann begin a game against rivals."""
    async with Loopback() as discord, Bot(discord, folder, EVERY_SECOND) as bot:
        hall = discord.open_channel("hall")
        ann = discord.person("Ann")
        await bot.start()
        await ann.slash(hall, "newgame fortheking", rivals=rivals, level=level, orders=False)
        await discord.until(lambda: stories(bot.database), SECONDS)
        yield bot, Party(discord, hall, [ann], random.Random(3), bot.database)


def is_asked(party: Party, moves: int | None = None) -> bool:
    """Tell whether Ann is asked, or a rival has moved since there were so many `moves`."""
    story = read_story(party.database)
    return ANN in story.now.deciding or (moves is not None and len(story.moves) > moves)


@pytest.mark.soak
async def test_rivals_go_on_however_often_the_bot_is_killed(tmp_path: Path) -> None:
    """At any moment of their turn: before they answer, while they do, and after it."""
    dice = random.Random(5)
    async with duel(tmp_path, 2, "knight") as (bot, party):
        for _ in range(6):
            while is_asked(party):
                await party.discord.until(lambda: party.calls and party.asking(party.people[0]) is not None, SECONDS)
                await party.step()
            moves = read_story(bot.database).moves
            await asyncio.sleep(dice.uniform(0.0, 1.1))
            await bot.kill()
            kept = read_story(bot.database).moves
            assert kept[: len(moves)] == moves
            await bot.start()
            await party.discord.until(partial(is_asked, party, len(kept)), SECONDS)
        await party.discord.until(lambda: is_asked(party), SECONDS)
        await party.discord.quiet()
        check(party, bot.database)
        assert set(party.calls) <= {party.people[0].id}
        await bot.stop()
    assert list(verify(bot.database, GAMES)) == []


@pytest.mark.soak
async def test_a_stop_while_champions_think_takes_less_than_five_seconds_and_leaves_nobody(tmp_path: Path) -> None:
    """Whoever thinks ends with the bot."""
    async with duel(tmp_path, 4, "champion") as (bot, party):
        await party.discord.until(lambda: is_asked(party, 0), SECONDS)
        thinking = helpers(bot.pid)
        began = time.monotonic()
        await bot.stop()
        assert time.monotonic() - began < STOP
        await party.discord.until(lambda: not [each for each in thinking if (PROC / str(each)).exists()], STOP)
