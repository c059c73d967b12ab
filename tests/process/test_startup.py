"""Whatever keeps the bot from starting or from Discord is one line and an exit code, and its token is never printed."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bench.faults.ledger import locked
from bot.host.cli import FAILED, MISUSED, OK
from tests.every import soak
from tests.loopback.server import Loopback
from tests.process.forking import ROOT
from tests.process.process import HEARD, Bot, last_words, open_lobby

pytestmark = pytest.mark.slow

REACHED = 0.2
"""Seconds after which a command has come as far as the database."""
NOBODY_LISTENS = "http://127.0.0.1:9/api/v10"
OTHER_TOKEN = "another.token.of-nobody"  # noqa: S105 - opens nothing

WATCHED = """
import gc, runpy, sys
from argparse import ArgumentParser

def read(parser, words):
    raise SystemExit(f"enabled: {gc.isenabled()}, frozen: {gc.get_freeze_count() > 0}")

sys.argv[1:] = ["doctor"]
ArgumentParser.parse_known_args = read
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""
"""The bot until it reads its command line, where it says how it goes about its garbage."""


@pytest.mark.parametrize(
    "settings, code, said",
    [
        ({"DISCORD_TOKEN": ""}, MISUSED, "DISCORD_TOKEN is missing"),
        ({"DISCORD_TOKEN": OTHER_TOKEN}, FAILED, "refused the token"),
        ({"DISCORD_TOKEN": f"{OTHER_TOKEN} or so"}, MISUSED, "DISCORD_TOKEN must be"),
        ({"DISCORD_API_URL": NOBODY_LISTENS}, FAILED, f"can't be reached at {NOBODY_LISTENS}"),
        ({"DATABASE": "missing/herald.db"}, FAILED, "The directory of missing/herald.db"),
        ({"DISCORD_TOKEN": "", "LANGUAGE": "uk"}, MISUSED, "Бракує DISCORD_TOKEN"),
        ({"LOG_LEVEL": "LOUD", "LANGUAGE": "uk"}, MISUSED, "LOG_LEVEL має бути"),
        ({"DATABASE": "missing/herald.db", "LANGUAGE": "uk"}, FAILED, "мав би бути missing/herald.db, не існує"),
    ],
)
async def test_a_setting_that_cannot_be_used(bot: Bot, settings: dict[str, str], code: int, said: str) -> None:
    """One clear sentence, in the host's language, without the token."""
    bot.settings |= settings
    await bot.launch()
    line = await last_words(bot, code)
    assert said in line
    assert OTHER_TOKEN not in line


async def test_a_database_that_cannot_be_used(bot: Bot) -> None:
    """It is named and left as it was; tests of the storage try other kinds of it."""
    shopping = b"This is a shopping list, not a database.\n" * 64
    bot.database.write_bytes(shopping)
    await bot.launch()
    assert f"{bot.database} is not a database of Herald" in await last_words(bot)
    assert bot.database.read_bytes() == shopping


async def test_a_second_bot_on_the_same_database(tmp_path: Path, bot: Bot) -> None:
    """The first one goes on, and its health file stays; when it is gone, even by a kill, another may start."""
    bot.settings["HEALTH_FILE"] = health = str(tmp_path / "health")
    await bot.start()
    await bot.discord.until(Path(health).is_file)
    (tmp_path / "second").mkdir()
    settings = {"DATABASE": str(bot.database), "HEALTH_FILE": health}
    async with Bot(bot.discord, tmp_path / "second", settings) as second:
        await second.launch()
        assert "Another Herald is already running" in await last_words(second)
        assert bot.running
        assert Path(health).is_file()  # noqa: ASYNC240 - as long as the first one runs
        await bot.kill()
        await second.start()


STOPS = [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGINT)]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which signals a process lets wait")
@pytest.mark.parametrize("sent", [*(soak(sent) for sent in STOPS), (signal.SIGHUP, *STOPS[3])], ids=str)
async def test_who_is_stopped_before_everything_is_imported_stops_gently(
    discord: Loopback, bot: Bot, sent: tuple[signal.Signals, ...]
) -> None:
    """Exit 0 and not a word: whatever asks for it waits until it can be heard."""
    bot.cold = True
    await bot.launch()
    while not bot.holds(signal.SIGTERM):  # noqa: ASYNC110 - nobody else tells
        await asyncio.sleep(0)
    for each in sent:
        bot.send(each)
    assert (await bot.ended(), bot.log) == (0, "")
    assert not discord.requests


@pytest.mark.parametrize(
    "path, sent",
    [
        *(("/users/@me", STOPS[2]), ("/commands", STOPS[3]), ("connected", STOPS[2])),
        pytest.param("connected", (signal.SIGHUP,), marks=HEARD),
    ],
)
async def test_who_is_stopped_while_it_connects_leaves_nothing_open(
    discord: Loopback, bot: Bot, path: str, sent: tuple[signal.Signals, ...]
) -> None:
    """Exit 0 and not a word, though two ask for it at once; the next start finds the database free and whole.

    So ends the terminal that is closed.
    """
    if path == "connected":
        await bot.start()
    else:
        await bot.launch()
        await discord.until(lambda: any(path in request.path for request in discord.requests), 20)
    for each in sent:
        bot.send(each)
    assert (await bot.ended(), bot.log) == (0, "")
    await bot.start()


@pytest.mark.parametrize("forget", [False, True], ids=["resumes", "introduces itself"])
async def test_who_is_stopped_while_the_gateway_is_lost_and_silent_stops_at_once(
    discord: Loopback, bot: Bot, *, forget: bool
) -> None:
    """SIGTERM in Discord's bad hours: discord.py lets a shard that connects anew swallow the first cancellation."""
    await bot.start()
    discord.gateway.silent = True
    await discord.gateway.drop(forget=forget)
    await discord.until(lambda: discord.gateway.waiting, 20)
    bot.send(signal.SIGTERM)
    assert (await bot.ended(5.0), bot.log) == (0, "")


async def test_who_is_stopped_while_another_program_holds_the_database_stops_in_time(
    discord: Loopback, bot: Bot
) -> None:
    """H4: who has just clicked reads that it wasn't kept, what would take longer is left; no traceback, exit 0."""
    hall, ann = await open_lobby(bot)
    with locked(bot.database):
        typed = await ann.begin_slash(hall, "newgame oriflamme")
        await discord.person("Bo").begin_slash(hall, "newgame oriflamme")
        await asyncio.sleep(REACHED)
        bot.send(signal.SIGTERM)
        assert await bot.ended(5.0) == 0
    assert (await ann.wait(typed)).private
    assert "Traceback" not in bot.log, bot.log
    await bot.start()


async def test_the_most_talkative_log_does_not_tell_the_token(discord: Loopback, bot: Bot) -> None:
    """Nor do the tokens of interactions stand in it."""
    bot.settings |= {"LOG_LEVEL": "DEBUG"}
    hall, ann = await open_lobby(bot)
    await ann.click(hall.messages[0], "Join")
    await bot.stop()
    assert "connected" in bot.log
    assert discord.token not in bot.log
    assert not [token for token in discord.world.tokens if token in bot.log]


@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
async def test_closed_standard_streams_change_no_exit_code(bot: Bot, closed: str) -> None:
    """As of what a script or an old service manager starts: libuv aborts where its own files get those numbers."""

    async def begin(words: str) -> Process:
        shell = f"exec {sys.executable} -m bot {words} {closed}"
        return await asyncio.create_subprocess_shell(
            shell, cwd=bot.folder, env=bot.environment, stdout=PIPE, stderr=PIPE
        )

    running = await begin("")
    await bot.discord.gateway.connected(20)
    running.terminate()
    assert (await running.communicate(), running.returncode) == ((b"", b""), OK)

    verifying = await begin("verify")
    assert (await verifying.communicate())[1] == b""
    assert verifying.returncode == OK


async def test_garbage_is_collected_as_soon_as_everything_is_imported(tmp_path: Path) -> None:
    """The collector rests while modules are loaded, and would leave a bot that never wakes it to grow for ever."""
    environment = {"PYTHONPATH": str(ROOT)}
    words = sys.executable, "-c", WATCHED
    bot = await asyncio.create_subprocess_exec(*words, cwd=tmp_path, env=environment, stderr=PIPE)
    _, said = await bot.communicate()
    assert said.decode().strip() == "enabled: True, frozen: True"


# Discord

LONG = 3600.0
"""Seconds that nobody waits for."""
MANY = 99
FAILS = "Discord fails at present at"
GATEWAY_SENTENCES = [
    (4004, "Discord doesn't accept the token in DISCORD_TOKEN anymore"),
    (4010, "more connections (shards)"),
    (4011, "more connections (shards)"),
    (4012, "doesn't want it back (code 4012)"),
    (4013, "intents"),
    (4014, "intents"),
]


@asynccontextmanager
async def website(status: int, text: str, kind: str) -> AsyncIterator[str]:
    """Serve the same page at every address of a port, and yield the base of them."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(status=status, text=text, content_type=kind)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    "path, status, said, tries",
    [
        ("/users/@me$", 503, FAILS, 1),
        ("/users/@me$", 403, "answered with the error 403", 1),
        ("/gateway/bot$", 503, FAILS, 1),
        ("/gateway/bot$", 401, "refused the token", 1),
        soak("/users/@me$", 502, FAILS, 5),
        soak("/gateway/bot$", 502, FAILS, 5),
    ],
)
async def test_an_error_of_discord_at_the_start(
    discord: Loopback, bot: Bot, path: str, status: int, said: str, tries: int
) -> None:
    """At the login, and where the gateway is asked for; the library tries some again for half a minute."""
    discord.fail("GET", path, status, times=MANY)
    await bot.launch()
    await discord.until(lambda: discord.count("GET", path) == tries, 60)
    assert said in await last_words(bot)
    assert discord.count("GET", path) == tries


@pytest.mark.parametrize(
    "status, text, kind, said",
    [
        (200, "<h1>It works!</h1>", "text/html", "is not Discord's API"),
        (200, "[]", "application/json", "is not Discord's API"),
        (200, "{}", "application/json", "is not Discord's API"),
        (200, "It works!", "application/json", "is not Discord's API"),
        (404, "<h1>Not found</h1>", "text/html", "is not Discord's API"),
        (429, "You are being rate limited.", "text/plain", "too many requests"),
        (401, "Who goes there?", "text/plain", "refused the token"),
    ],
)
async def test_an_address_that_is_no_api(bot: Bot, status: int, text: str, kind: str, said: str) -> None:
    """A website, and what stands before Discord and answers for it."""
    async with website(status, text, kind) as address:
        bot.settings["DISCORD_API_URL"] = address
        await bot.launch()
        assert said in await last_words(bot)


@pytest.mark.parametrize(
    "code, said, language",
    [*((*each, "en") for each in GATEWAY_SENTENCES), (4004, "Herald зупинено: Discord більше не приймає токен", "uk")],
)
async def test_a_gateway_that_does_not_let_the_bot_in(
    discord: Loopback, bot: Bot, code: int, said: str, language: str
) -> None:
    """The close codes after which nobody may try again; in the host's language."""
    bot.settings["LANGUAGE"] = language
    discord.gateway.refusal = code
    await bot.launch()
    assert said in await last_words(bot)


@pytest.mark.parametrize("code, said", GATEWAY_SENTENCES[:1] + GATEWAY_SENTENCES[-1:])
async def test_a_gateway_that_turns_the_bot_out(discord: Loopback, bot: Bot, code: int, said: str) -> None:
    """A token that is reset while the bot runs, and intents that are taken from it."""
    await bot.start()
    discord.gateway.refusal = code
    await discord.gateway.drop(code=code)
    assert said in await last_words(bot)


@pytest.mark.parametrize("running", [True, pytest.param(False, marks=pytest.mark.soak)])
async def test_a_gateway_that_is_away_is_a_line_for_each_try(discord: Loopback, bot: Bot, *, running: bool) -> None:
    """No traceback, and the bot comes back by itself, be it that it ran or that it has just been started."""
    if running:
        await bot.start()
    discord.gateway.away = True
    await (discord.gateway.drop() if running else bot.launch())
    await discord.until(lambda: bot.log, 20)
    discord.gateway.away = False
    await discord.gateway.connected(20)
    lines = bot.log.splitlines()
    assert len(lines) <= 3
    assert all("WSServerHandshakeError" in line for line in lines), lines


@pytest.mark.parametrize(
    "status, retry_after",
    [(400, 0.05), (403, 0.05), (503, 0.05), (429, 0.05), soak(429, LONG)],
)
async def test_commands_that_discord_does_not_take_stop_nobody(
    discord: Loopback, bot: Bot, status: int, retry_after: float
) -> None:
    """One line, the tables are played, and the next start tells the commands again."""
    hall = discord.open_channel("hall")
    fault = discord.fail("PUT", "/commands$", status, times=MANY, retry_after=retry_after)
    await bot.start()
    lines = [line for line in bot.log.splitlines() if "We are being rate limited" not in line]
    assert len(lines) == 1, bot.log
    assert "did not take the commands" in lines[0]
    assert discord.world.syncs == 0
    fault.times = 0
    await bot.kill()
    await bot.start()
    assert discord.world.syncs == 1
    await discord.person("Ann").slash(hall, "newgame fortheking")
    await discord.until(lambda: hall.messages)
