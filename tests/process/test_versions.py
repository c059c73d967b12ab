"""An update, share by share: two versions of Herald on one database, and what a migration says of that."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.faults.ledger import query
from bench.postgres import Cluster
from bot.host.cli import FAILED
from bot.storage.postgres import migrations
from tests.process.forking import ROOT
from tests.process.process import Bot
from tests.process.sharing import SHARDS, Fleet, fleet, held

STEP = "-- Who comes from before goes on beside it.\nALTER TABLE tables ADD COLUMN novelty TEXT;\n"
RAISED = "UPDATE herald SET beside = {};\n"


def newer(folder: Path, *, alone: bool) -> Path:
    """Return a Herald with one more step of the database's form, after which older ones may go on, or not."""
    for part in ("engine", "bot", "cogs"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    number = migrations.newest_version() + 1
    step = STEP + (RAISED.format(number) if alone else "")
    module = folder / "bot" / "storage" / "postgres" / "migrations.py"
    known, last = module.read_text("utf-8"), '.postgres_dialect().schema("postgres")}'
    assert last in known
    module.write_text(known.replace(last, f"{last[:-1]}, {number}: {step!r}}}"), "utf-8")
    return folder


async def update(now: Fleet, bot: Bot, version: Path) -> None:
    """Stop a process, and start its successor."""
    share = held(bot)
    await bot.stop()
    bot.cold, bot.settings["PYTHONPATH"] = True, str(version)
    await now.launch(bot)
    assert held(bot) == share


@pytest.mark.soak
@pytest.mark.parametrize("first", [0, SHARDS - 1])
async def test_a_new_version_takes_over_share_by_share(tmp_path: Path, cluster: Cluster, first: int) -> None:
    """Scale, Updates: a table is played by the old one and the new one, in turns, and by the new one to its end."""
    version = newer(tmp_path / "newer", alone=False)
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        await now.launch()
        party = await now.seat(8)
        order = sorted(now.bots, key=lambda bot: first not in held(bot))
        for bot in order:
            assert await party.steps(12)
            await update(now, bot, version)
        await now.finish(party)
        assert query(now.address, "SELECT version FROM herald") == [[(migrations.newest_version() + 1,)]]


@pytest.mark.soak
async def test_a_version_that_the_old_one_cannot_go_on_beside_waits_until_that_has_stopped(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Scale, Updates: it says so and ends, nothing is changed and the old one plays on; later it is the other way."""
    version = newer(tmp_path / "newer", alone=True)
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        await now.launch()
        party = await now.seat(8)
        owner, other = now.of(SHARDS - 1), now.of(0)
        await other.stop()
        old = dict(other.settings)
        other.cold, other.settings["PYTHONPATH"] = True, str(version)
        await other.launch()
        assert await other.ended() == FAILED
        assert "stop all of them, then start the new ones" in other.log
        assert query(now.address, "SELECT version FROM herald") == [[(migrations.newest_version(),)]]
        other.settings = dict(old)
        await now.launch(other)
        assert await party.steps(12)
        for bot in now.bots:
            await bot.stop()
            bot.cold, bot.settings["PYTHONPATH"] = True, str(version)
        await now.launch()
        assert await party.steps(12)
        await owner.stop()
        owner.settings = dict(old)
        await owner.launch()
        assert await owner.ended() == FAILED
        assert "was written by a newer Herald" in owner.log
        owner.settings["PYTHONPATH"] = str(version)
        await now.launch(owner)
        await now.finish(party)
