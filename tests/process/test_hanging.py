"""A database that hangs or is gone leaves nobody without an answer, and nobody is told what isn't known to be so."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest

from bench.postgres import Cluster
from bot.host.address import Place
from bot.texts.fluent import language
from tests.loopback.people import Answer, Person
from tests.loopback.records import Message
from tests.loopback.server import Loopback
from tests.process.looking import behind, query
from tests.process.playing import Party, verb
from tests.process.process import QUICK, Bot, open_lobby
from tests.process.stalling import Hanging, Line, held, locked, stopped

ANSWERED_MS = 2500.0
BACK_SECONDS = 15.0
CLICKS = 3
UNKNOWN, UNKEPT = map(language("en").text, ("apology-unknown", "apology-storage"))
WAYS = ("stopped", "locked", "stalled")


def count(place: Place) -> int:
    """Return how many moves are kept."""
    return int(query(place, "SELECT count(*) FROM moves")[0][0][0])


async def press(person: Person, message: Message, word: str) -> Answer:
    """Press the first button of a message that does something."""
    node = next(each for each in message.buttons if verb(each) == word)
    return await person.click(message, custom_id=node["custom_id"])


async def check_answers(
    discord: Loopback, bot: Bot, place: Place, hanging: Hanging, line: Line | None = None
) -> set[str]:
    """Click while a database hangs, and until it comes back; return what those read who have moved meanwhile.

    On a line to the database the others click once a move is on its way: they would take its connection else.
    """
    hall = discord.open_channel("hall")
    people = [discord.person(name) for name in ("Ann", "Bo")]
    await bot.start()
    party = Party(discord, hall, people, random.Random(6), place)
    await party.sit_down("fortheking")
    for _ in range(4):
        await party.step()
    await discord.until(lambda: not behind(place), BACK_SECONDS)
    before, person = count(place), party.next
    view = party.place(person) or await party.opened(person)
    assert view is not None
    post = next(each for each in reversed(hall.messages) if any(verb(node) == "play" for node in each.buttons))
    # A quiet write that hangs holds the table's lock: then no move begins, and all are known not to be kept.
    await discord.until(lambda: not behind(place), BACK_SECONDS)
    async with hanging():
        asked = line.asked if line else 0
        begun = [await party.begin(person, view) for _ in range(CLICKS)]
        await discord.until(lambda: line is None or line.asked > asked, BACK_SECONDS)
        looks = asyncio.gather(
            *(press(each, post, "play") for each in people),
            *(each.slash(hall, "hand") for each in people),
        )
        moves = [await person.wait(each) for each in begun]
        answers = [*moves, *await looks]
    assert max(each.ms for each in answers) < ANSWERED_MS
    told = {each.text for each in moves}
    if told == {UNKEPT}:
        assert count(place) == before
    async with asyncio.timeout(BACK_SECONDS):
        while count(place) == before:
            await person.wait(await party.begin(person, view))
    await bot.stop()
    return told


@pytest.mark.parametrize("way", WAYS)
async def test_every_click_is_answered_in_time_whatever_hangs(tmp_path: Path, cluster: Cluster, way: str) -> None:
    """Moves, hands and commands; nobody knows what became of the move that was sent, and the others weren't kept."""
    address, line = await cluster.fresh(), Line(cluster.port)
    async with line.open(), Loopback() as discord:
        through = address.reveal().replace(f":{cluster.port}/", f":{line.port}/")
        hangs: dict[str, Hanging] = {
            "stopped": partial(stopped, cluster),
            "locked": partial(locked, address),
            "stalled": line.stalled,
        }
        async with Bot(discord, tmp_path, {"DATABASE": through}, constants=QUICK) as bot:
            assert UNKNOWN in await check_answers(discord, bot, address, hangs[way], line) <= {UNKNOWN, UNKEPT}


@pytest.mark.slow
async def test_every_click_is_answered_in_time_though_another_program_holds_the_file(tmp_path: Path) -> None:
    """Of what can't begin it is known that it wasn't kept."""
    async with Loopback() as discord, Bot(discord, tmp_path, constants=QUICK) as bot:
        assert await check_answers(discord, bot, bot.database, partial(held, bot.database)) == {UNKEPT}


@pytest.mark.slow
async def test_bot_whose_database_is_removed_ends_at_once(discord: Loopback, bot: Bot) -> None:
    """Nothing is acknowledged that can't be kept, and the next click ends it, with a sentence."""
    hall, _ = await open_lobby(bot)
    for file in bot.files:
        file.unlink()
    answer = await discord.person("Bo").click(hall.messages[0], "Join")
    assert "nothing of this was kept" in answer.text
    assert await bot.ended() == 1
    (line,) = [line for line in bot.log.splitlines() if line.startswith("Herald has stopped")]
    assert "was removed, replaced or emptied" in line
    assert "Traceback" not in bot.log, bot.log
    assert not bot.files
