"""A database that hangs or is gone leaves nobody without an answer, and nobody is told what isn't known to be so."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import pytest

from bench.postgres import Cluster
from bot.host.address import Place
from bot.texts.fluent import language
from tests.loopback.server import Loopback
from tests.process.playing import Party, read_story, told
from tests.process.process import QUICK, Bot, open_lobby
from tests.process.stalling import Hanging, Line, held, locked, stopped

ANSWERED_MS = 2500.0
BACK_SECONDS = 15.0
CLICKS = 3
UNKNOWN, UNKEPT = map(language("en").text, ("apology-unknown", "apology-storage"))


async def check_answers(bot: Bot, place: Place, hanging: Hanging, line: Line | None = None) -> set[str]:
    """Click while a database hangs, and until it comes back; return what those read who have moved meanwhile.

    On a line to the database the others click once a move is on its way: they would take its connection else.
    """
    discord = bot.discord
    hall = discord.open_channel("hall")
    people = [discord.person(name) for name in ("Ann", "Bo")]
    bot.constants = QUICK
    await bot.start()
    party = Party(discord, hall, people, random.Random(6), place)
    await party.sit_down("fortheking")
    assert await party.steps(4)
    await discord.until(lambda: told(place), BACK_SECONDS)
    before, person = len(read_story(place).moves), party.next
    view = party.place(person) or await party.opened(person)
    assert view is not None
    post = [each for each in hall.messages if each.ids("play")][-1]
    # A quiet write that hangs holds the table's lock: then no move begins, and all are known not to be kept.
    await discord.until(lambda: told(place), BACK_SECONDS)
    async with hanging():
        if line is None:
            # Once a write has found a file locked, those after it wait so briefly that what became of them is known.
            await discord.person("Cy").slash(hall, "newgame oriflamme")
            await discord.until(lambda: "used by another program" in bot.log, BACK_SECONDS)
        asked = line.asked if line else 0
        begun = [await party.begin(person, view) for _ in range(CLICKS)]
        await discord.until(lambda: line is None or line.asked > asked, BACK_SECONDS)
        looks = asyncio.gather(
            *(each.click(post, post.ids("play")[0]) for each in people),
            *(each.slash(hall, "hand") for each in people),
        )
        moves = [await person.wait(each) for each in begun]
        answers = [*moves, *await looks]
    assert max(each.ms for each in answers) < ANSWERED_MS
    said = {each.text for each in moves}
    if said == {UNKEPT}:
        assert len(read_story(place).moves) == before
    async with asyncio.timeout(BACK_SECONDS):
        while len(read_story(place).moves) == before:
            await person.wait(await party.begin(person, view))
    await bot.stop()
    return said


@pytest.mark.parametrize("way", ["stopped", "locked", "stalled"])
async def test_every_click_is_answered_in_time_whatever_hangs(bot: Bot, cluster: Cluster, way: str) -> None:
    """Moves, hands and commands; nobody knows what became of the move that was sent, and the others weren't kept."""
    address, line = await cluster.fresh(), Line(cluster.port)
    hangs: dict[str, Hanging] = {
        "stopped": partial(stopped, cluster),
        "locked": partial(locked, address),
        "stalled": line.stalled,
    }
    async with line.open():
        bot.settings["DATABASE"] = address.reveal().replace(f":{cluster.port}/", f":{line.port}/")
        assert UNKNOWN in await check_answers(bot, address, hangs[way], line) <= {UNKNOWN, UNKEPT}
        await bot.kill()


@pytest.mark.slow
async def test_every_click_is_answered_in_time_though_another_program_holds_the_file(bot: Bot) -> None:
    """Of what can't begin it is known that it wasn't kept."""
    assert await check_answers(bot, bot.database, partial(held, bot.database)) == {UNKEPT}


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
