"""A bot that runs is seen from outside: by its health, its metrics, its log, and a doctor who disturbs nobody."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sys
from pathlib import Path

import aiohttp
import pytest

from bench.faults.ledger import locked
from bench.memory import helpers
from bench.processes import PROC
from bot.host.cli import FAILED, OK
from bot.texts.fluent import language
from tests.loopback.server import Loopback
from tests.process.forking import ROOT, obey
from tests.process.process import Bot, last_words, open_lobby

pytestmark = pytest.mark.slow

READ_MARKS = range(100, 120)
"""Where these marks stand: `aReadMark` in "WAL-mode File Format" of SQLite's documentation."""


def free_port() -> str:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


async def command(bot: Bot, *words: str, **settings: str) -> tuple[int, str]:
    """Run another command with a bot's settings, and return the exit code and all that it says."""
    own = {"DISCORD_TOKEN": bot.discord.token, "DISCORD_API_URL": bot.discord.url, "DATABASE": str(bot.database)}
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | own | bot.settings | settings
    return await obey(words, bot.folder, environment)


def contents(folder: Path) -> dict[Path, bytes]:
    """Return what is in the files of the database and its backups, but for where SQLite's readers stand in them."""
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "stderr" not in path.name}
    for path in [path for path in files if path.name.endswith("-shm")]:
        files[path] = files[path][: READ_MARKS.start] + files[path][READ_MARKS.stop :]
    return files


async def asked(port: str, path: str, host: str) -> tuple[int, str]:
    """Return the status and the page with which something is answered at a port."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}", headers={"Host": host}) as response,
    ):
        return response.status, await response.text()


async def figures(port: str) -> str:
    """Return the metrics at a port."""
    status, page = await asked(port, "/metrics", "localhost")
    assert status == 200
    return page


def figure(page: str, name: str) -> float:
    """Return one figure of a page of metrics; nothing counted is nothing."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def test_health_is_an_exit_code(tmp_path: Path, bot: Bot) -> None:
    """Of a bot that runs, and one that was stopped; where that is wanted, each line of its log is an object of JSON."""
    health = tmp_path / "health"
    bot.settings |= {"HEALTH_FILE": str(health), "LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}
    assert (await command(bot, "health"))[0] == FAILED
    await bot.start()
    await bot.discord.until(health.is_file, 60)
    assert await command(bot, "health") == (OK, "Herald is well.\n")
    assert await command(bot, "health", LANGUAGE="uk") == (OK, language("uk").text("health-fine") + "\n")
    await bot.discord.until(lambda: "connected as" in bot.log, 60)
    await bot.stop()
    assert (await command(bot, "health"))[0] == FAILED
    entries = [json.loads(line) for line in bot.log.splitlines()]
    assert {"time", "level", "logger", "message"} == set.union(*(set(entry) for entry in entries))
    assert any("connected as" in entry["message"] for entry in entries)


async def test_metrics_tell_what_the_bot_does_and_nothing_of_anybody(discord: Loopback, bot: Bot) -> None:
    """Answers, commits, requests, tables behind, the gateway, memory; at this machine alone."""
    port = bot.settings["METRICS_PORT"] = free_port()
    hall, ann = await open_lobby(bot)
    # The picture of the lobby follows; a later one would wake what is tried below.
    await discord.until(lambda: hall.messages[0].attachments, 30)
    await discord.quiet()
    own = f"127.0.0.1:{port}"
    others = (("/", own), ("/metrics/x", own), ("/metrics", "rebound.example"))
    assert [(await asked(port, path, host))[0] for path, host in others] == [404, 404, 421]
    page = await figures(port)
    exact = {"answer_seconds_count": 1, "gateway_connected": 1, "servers": 1, "unanswered_total": 0}
    exact |= {"tables_behind": 0, "behind_oldest_seconds": 0}
    assert {name: figure(page, f"herald_{name}") for name in exact} == exact
    assert 0 < figure(page, "herald_answer_seconds_sum") < 3
    assert figure(page, "herald_commit_seconds_count") >= 2
    assert figure(page, 'herald_rest_requests_total{status="200"}') >= 4
    assert figure(page, "herald_gateway_latency_seconds") > 0
    assert figure(page, "process_resident_memory_bytes") > 10**7

    await discord.person("Bo").click(hall.messages[0], "Join")
    fault = discord.fail("POST", "/channels/[0-9]+/messages$", 403, 50013)
    await ann.click(hall.messages[0], "Start")
    await discord.until(lambda: not fault.times, 10)
    await discord.quiet()
    ids = [str(number) for number in (ann.id, hall.id, hall.messages[0].id, discord.world.guild_id)]
    page = await figures(port)
    assert figure(page, "herald_tables_behind") == figure(page, 'herald_rest_requests_total{status="403"}') == 1
    assert not [word for word in [*ids, "Ann", "Bo", "hall", discord.token, *discord.world.tokens] if word in page]
    assert set(re.findall(r'(\w+)="', page)) <= {"le", "status", "shard"}
    await bot.stop()


async def test_a_port_that_is_taken_is_one_sentence(bot: Bot) -> None:
    """The bot doesn't start without what its host counts on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = bot.settings["METRICS_PORT"] = str(taken.getsockname()[1])
        await bot.launch()
        assert f": The port {port} in METRICS_PORT is taken by another program." in await last_words(bot)


async def test_what_the_host_must_mend_is_told_once_in_the_hosts_language_and_counted(
    discord: Loopback, bot: Bot
) -> None:
    """However often people press meanwhile; where Herald stops, the count is told at the latest."""
    bot.settings |= {"LANGUAGE": "uk"}
    hall, _ = await open_lobby(bot)
    with locked(bot.database):
        for name in ("Bo", "Cy", "Di"):
            await discord.person(name).click(hall.messages[0], "Join")
    await bot.stop()
    failed = [line for line in bot.log.splitlines() if "an interaction failed" in line]
    assert len(failed) == 2
    held = language("uk").text("storage-busy", path=str(bot.database))
    assert all(f"component join:1: {held}" in line for line in failed)
    assert "(and 2 more like it)" in failed[1]
    assert "storage-" not in bot.log


async def test_the_start_warns_of_open_files_and_misspelled_settings(tmp_path: Path, bot: Bot) -> None:
    """In a line each; a bot that has made all of its files itself has nothing to warn of."""
    await bot.start()
    await bot.stop()
    assert bot.log == ""
    bot.database.chmod(0o644)
    (tmp_path / ".env").write_text("DATABSE=x.db\nTABLES_PER_SERVER: 5\n", "utf-8")
    await bot.start()
    await bot.stop()
    unclear, misspelled, line = sorted(bot.log.splitlines(), key=lambda line: "chmod" in line)
    assert unclear.endswith("; each should be `NAME=VALUE`. Their numbers: 2.")
    assert misspelled.endswith(".env has names that are no settings of Herald, so they are ignored: DATABSE.")
    assert "WARNING" in line
    assert f"chmod 600 .env {bot.database} " in f"{line} "


async def test_the_doctor_looks_at_all_of_it_while_the_bot_runs(tmp_path: Path, discord: Loopback, bot: Bot) -> None:
    """One line each; nothing is written, nobody is disconnected."""
    backups = tmp_path / "backups"
    backups.mkdir()
    await open_lobby(bot)
    await discord.quiet()
    assert (await command(bot, "backup", str(backups / "today.db")))[0] == OK
    # Whatever is written while the bot stands still is the doctor's.
    bot.send(signal.SIGSTOP)
    before = contents(tmp_path)
    code, said = await command(bot, "doctor", BACKUPS=str(backups))
    assert contents(tmp_path) == before
    bot.send(signal.SIGCONT)
    assert [line.split()[0] for line in said.splitlines()] == ["ok"] * 14, said
    assert code == OK
    assert discord.token not in said
    assert discord.gateway.identifies == 1
    assert bot.running


async def test_the_doctor_says_that_discord_wants_more_shards(discord: Loopback, bot: Bot) -> None:
    """Nothing is asked where a host leaves that to Discord."""
    discord.world.shards = 4
    said = [(await command(bot, "doctor", **own))[1] for own in ({"SHARDS": "2"}, {"SHARDS": "4"}, {})]
    wanted = "warn  Gateway: Discord wants 4 shards, and SHARDS is 2."
    assert [wanted in each for each in said] == [True, False, False]


async def test_the_doctor_names_what_is_wrong_at_discord(discord: Loopback, bot: Bot) -> None:
    """The token, permissions, privileged intents, the gateway; each in a line of its own."""
    discord.world.bot.permissions = 1 << 10
    discord.fail("GET", "/gateway/bot$", 503, times=99)
    code, said = await command(bot, "doctor")
    assert code == FAILED
    lines = dict(line.split(": ", 1) for line in said.splitlines())
    assert "Loopback doesn't give Herald Send Messages, " in lines["warn  Permissions"]
    assert "Discord fails at present" in lines["fail  Gateway"]
    assert lines["ok    Token"] == "Discord accepts it; it is herald's."
    discord.world.bot.permissions = 1 << 3
    code, said = await command(bot, "doctor", DISCORD_TOKEN="another.token.of-nobody")  # noqa: S106 - opens nothing
    assert code == FAILED
    assert "fail  Token: Discord refused the token" in said
    assert "ok    API: " in said
    assert len(re.findall("^fail ", said, re.MULTILINE)) == 4
    assert said.count("Discord refused the token") == 1
    assert said.count("Not checked; see Token above.") == 3
    assert "another.token" not in said


async def test_a_discord_that_is_away_is_told_of_once(discord: Loopback, bot: Bot) -> None:
    """DISCORD_API_URL is right where what it leads to answers 503; else six checks fail for one reason."""
    discord.gateway.away = True
    _, said = await command(bot, "doctor")
    assert "fail  Gateway: Discord fails at present" in said
    assert "DISCORD_API_URL" not in said
    _, said = await command(bot, "doctor", DISCORD_API_URL="http://127.0.0.1:9/api/v10")
    assert said.count("Discord can't be reached") == 1
    assert said.count("Not checked; see API above.") == 5


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
async def test_helpers_inherit_no_secret(discord: Loopback, bot: Bot) -> None:
    """Neither who draws, nor who thinks, nor what multiprocessing starts beside it."""
    bot.settings |= {"PGPASSWORD": "sesame", "DATABASE": str(bot.database)}
    await open_lobby(bot, rivals=1, level="champion")
    await discord.until(lambda: len(helpers(bot.pid)) >= 3, 30)
    begun = [PROC / str(number) for number in helpers(bot.pid)]
    assert any("bot.pictures.worker" in (each / "cmdline").read_text() for each in begun)
    for environment in ((each / "environ").read_text() for each in begun):
        assert "PATH=" in environment
        for secret in (discord.token, "sesame", "DATABASE="):
            assert secret not in environment
