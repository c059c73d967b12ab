"""The steps of the Dockerfile, taken one by one: what is installed by its hash starts, is looked after, and stops."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest

from bot.host.cli import FAILED, OK
from engine.games import GAMES
from tests.citations import text_of
from tests.docker import lines
from tests.engine.records import by_chance
from tests.engine.test_proof import SHUFFLE
from tests.loopback.server import Loopback
from tests.process.image import Image, python, steps_of
from tests.test_compose import COMPOSE, read

LINES = dict(lines())
PATIENCE = 30.0
GRACE = 5.0
"""Seconds within which a bot that nobody plays with has to stop."""


def test_the_image_holds_what_it_needs_and_nothing_else() -> None:
    """No token, no table; what is copied is let in, and what is let in is copied."""
    copied = {rest.split()[0] for rest in steps_of("COPY")}
    assert copied == set(re.findall("^!(.+)$", text_of(".dockerignore"), re.MULTILINE))
    assert set(steps_of("USER")) == {"herald"}
    (install,) = [rest for rest in steps_of("RUN") if "pip install" in rest]
    assert "--require-hashes -r pins.txt" in install


def test_compose_leaves_the_bot_its_files_and_time() -> None:
    """A copy of .env.example sets the health file to nothing, and compose.yaml wins over that.

    The tables are in the volume; the container is given more time to stop than Herald needs.
    """
    (placed,), (volume,) = steps_of("ENV"), steps_of("VOLUME")
    settings = dict(pair.split("=", 1) for pair in placed.split())
    service = read(COMPOSE)["services"]["herald"]
    assert service["environment"] == {name: settings[name] for name in ("DATABASE", "HEALTH_FILE")}
    assert settings["DATABASE"].startswith(f"{volume}/")
    assert int(service["stop_grace_period"].rstrip("s")) > GRACE


@pytest.mark.soak
@pytest.mark.parametrize("version", ["3.11", "3.13"])
async def test_what_the_image_installs_starts_is_looked_after_and_stops(tmp_path: Path, version: str) -> None:
    """By pip with --require-hashes into a clean environment; nobody can write to the code; another user if possible.

    Each of README's lines for Docker does what it should there.
    """
    found = python(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    async with Loopback() as discord:
        hall = discord.open_channel("hall")
        image = Image(tmp_path, found, {"DISCORD_TOKEN": discord.token, "DISCORD_API_URL": discord.url})
        await asyncio.to_thread(image.build)
        (tmp_path / "tmp").mkdir(mode=0o777)
        user = image.give_away()
        # uvloop's processes know no users.
        bot = subprocess.Popen(  # noqa: ASYNC220, S603 - our own command
            image.start, cwd=image.folder, env=image.settings, user=user, stderr=subprocess.PIPE
        )
        try:
            await discord.gateway.connected(PATIENCE)
            ann = discord.person("Ann")
            await ann.slash(hall, "newgame fortheking")
            await discord.until(lambda: hall.messages)
            assert await until_well(image, user) == "Herald is well.\n"
            for name in ("doctor", "health", "verify", "backup"):
                code, said = await asyncio.to_thread(image.obey, LINES[name], user)
                assert code == OK, said
            stopped = time.monotonic()
            bot.terminate()
            _, log = await asyncio.to_thread(bot.communicate, timeout=PATIENCE)
        finally:
            bot.kill()
    assert bot.returncode == OK, log
    assert time.monotonic() - stopped < GRACE
    assert b"Traceback" not in log
    assert b"WARNING" not in log
    assert (await asyncio.to_thread(image.run, image.check, user)).returncode == FAILED
    assert {path.stat().st_mode & 0o777 for path in image.folder.iterdir()} == {0o600}
    (backup,) = image.inside("/backups").glob("*.db")
    image.inside("/proof").write_text(json.dumps(by_chance(GAMES["fortheking"], 2, SHUFFLE)), "utf-8")
    words = {"FILE": backup.name, "USER": str(ann.id), "TARGET": "/data/moved.db"}
    for name in ("prove", "restore", "forget", "move"):
        code, said = await asyncio.to_thread(partial(image.obey, LINES[name], user, **words))
        assert code == OK, said


async def until_well(image: Image, user: int | None) -> str:
    """Wait until HEALTHCHECK finds the bot well, and return what it says."""
    async with asyncio.timeout(PATIENCE):
        while (done := await asyncio.to_thread(image.run, image.check, user)).returncode != OK:  # noqa: ASYNC110
            await asyncio.sleep(1)
    return done.stdout
