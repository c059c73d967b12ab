"""`compose.scale.yaml` as far as it can be tried without containers: its very settings and commands, on loopback."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bench.postgres import Cluster, programs
from bot.host.cli import FAILED, OK
from tests.process.forking import ROOT
from tests.process.process import Bot
from tests.process.sharing import SHARDS, Fleet, fleet, held
from tests.process.test_seen import command, figure, figures, free_port
from tests.test_compose import SCALE, read

SERVICES = read(SCALE)["services"]
HERALD = SERVICES["herald"]


def test_the_example_starts_as_many_as_share_the_database() -> None:
    """One less would leave servers without an answer, one more would wait in vain.

    The password stands in no line: it comes from .env, and goes to libpq's own variable.
    """
    own, deploy = HERALD["environment"], HERALD["deploy"]
    assert str(deploy["replicas"]) == own["PROCESSES"]
    assert deploy["update_config"]["order"] == "stop-first"
    assert own["PGPASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert own["PGPASSWORD"] == SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]
    assert own["DATABASE"] == "postgresql://herald@database/herald"


async def told(now: Fleet, bot: Bot) -> str:
    """Return a process's metrics as soon as they tell of its shards and its servers, and of no others."""
    share = held(bot)
    servers = sum(now.discord.world.shard(guild, SHARDS) in share for guild in now.discord.world.guilds)
    async with asyncio.timeout(60):
        while True:
            page = await figures(bot.settings["METRICS_PORT"])
            shown = {number for number in range(SHARDS) if figure(page, f'herald_shard_connected{{shard="{number}"}}')}
            if (shown, figure(page, "herald_servers")) == (share, servers):
                return page
            await asyncio.sleep(0.1)


@pytest.mark.soak
async def test_its_settings_and_health_checks_work_on_loopback(tmp_path: Path, cluster: Cluster) -> None:
    """Two processes take a share each, both are well, and so is the database."""
    address, found = await cluster.fresh(), programs()
    assert found is not None
    _, asked, *words = SERVICES["database"]["healthcheck"]["test"]
    place = ["-h", "127.0.0.1", "-p", str(cluster.port)]
    assert subprocess.run([found / asked, *words, *place], check=False).returncode == 0  # noqa: ASYNC221, S603 # the system's own
    own = HERALD["environment"] | {
        "PGPASSWORD": cluster.password,
        "DATABASE": address.reveal().replace(f":{cluster.password}", ""),
    }
    del own["HEALTH_FILE"]
    async with fleet(tmp_path, address, 2, own) as now:
        for bot in now.bots:
            bot.settings |= {"HEALTH_FILE": str(bot.folder / "health"), "METRICS_PORT": free_port()}
        await now.launch()
        assert sorted(map(held, now.bots), key=min) == [{0, 1}, {2, 3}]
        pages = [await told(now, bot) for bot in now.bots]
        code, examined = await command(now.bots[0], "doctor")
        assert "ok    Shards: All 4 are looked after." in examined
        assert (code, cluster.password in f"{examined}{pages}") == (FAILED if "fail  " in examined else OK, False)
        for bot in now.bots:
            environment = {"HEALTH_FILE": bot.settings["HEALTH_FILE"], "PYTHONPATH": str(ROOT)}
            python = await asyncio.create_subprocess_exec(
                sys.executable,
                *HERALD["healthcheck"]["test"][2:],
                env=environment,
                cwd=bot.folder,
            )
            assert await python.wait() == 0
            assert cluster.password not in bot.log + Path(bot.settings["HEALTH_FILE"]).read_text("utf-8")  # noqa: ASYNC240 - a line
            await bot.stop()
