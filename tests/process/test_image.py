"""The steps of the Dockerfile, taken without Docker: what is installed by its hash starts, is looked after, stops."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import pytest

from bot.host.cli import FAILED, OK
from engine.games import GAMES
from tests.citations import ROOT, text_of
from tests.docker import Line, lines
from tests.engine.records import by_chance
from tests.engine.test_proof import SHUFFLE
from tests.loopback.server import Loopback
from tests.test_compose import COMPOSE, read

FOREIGN = ("apt-get", "useradd")
"""What begins a step that changes a whole system, which a folder is not."""


def steps() -> Sequence[tuple[str, str]]:
    """Return the lines of the Dockerfile, each whole: COPY, RUN, ENV ..., and what follows."""
    text = re.sub(r"\\\n\s*", " ", text_of("Dockerfile"))
    return re.findall(r"^([A-Z]+) (.+)$", text, re.MULTILINE)


def steps_of(verb: str) -> list[str]:
    """Return what follows a verb in each line of the Dockerfile that begins with it."""
    return [rest for known, rest in steps() if known == verb]


def python(version: str) -> str | None:
    """Return a Python of this version that can make environments, None if there is none here."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin"))
    for name in (folder / f"python{version}" for folder in folders):
        if not name.is_file():
            continue
        asked = [str(name), "-c", "import sys, ensurepip; print('%d.%d' % sys.version_info[:2], sys.executable)"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - found on the path
        if done.returncode == 0 and done.stdout.startswith(f"{version} "):
            return done.stdout.split(" ", 1)[1].strip()
    return None


@dataclass
class Image:
    """What the Dockerfile makes, below `root`; the paths that it names are looked for there."""

    root: Path
    python: str
    settings: dict[str, str]

    @cached_property
    def environment(self) -> Path:
        """Return the environment into which is installed."""
        return self.root / "environment"

    def build(self) -> None:
        """Take the steps one by one; what would change the whole system is left out."""
        self._run([self.python, "-m", "venv", str(self.environment)], self.root)
        here = self.root
        for verb, rest in steps():
            if verb == "WORKDIR":
                here = self.inside(rest)
                here.mkdir(parents=True, exist_ok=True)
            if verb == "COPY":
                source, target = rest.split()
                self._copy(source, here / target)
            if verb == "RUN" and not rest.startswith(FOREIGN):
                self._run(self.command(shlex.split(rest)), here)
            if verb == "ENV":
                self.settings |= dict(self._placed(one) for one in rest.split())
        self.folder.chmod(0o700)

    @property
    def folder(self) -> Path:
        """Return the folder in which the bot runs, and keeps its tables."""
        return self.inside(steps_of("WORKDIR")[-1])

    @property
    def check(self) -> list[str]:
        """Return the command of HEALTHCHECK."""
        return self.command(self._words("HEALTHCHECK"))

    @property
    def start(self) -> list[str]:
        """Return the command that is run."""
        return self.command(self._words("CMD"))

    def inside(self, path: str) -> Path:
        """Return where a path of the image is."""
        return self.root / path.lstrip("/")

    def command(self, words: Sequence[str]) -> list[str]:
        """Return a command as it is run here: with the Python of the environment."""
        return [str(self.environment / "bin" / words[0]), *words[1:]]

    def obey(self, line: Line, **words: str) -> tuple[int, str]:
        """Run a line of README as in the image; return its exit code and what it says.

        `words` stand for those in capitals. A folder of the host that it mounts is made if it isn't there.
        """
        for mount in map(self.inside, line.mounts):
            if not mount.exists():
                mount.mkdir(mode=0o700)
        written = [re.sub(r"[A-Z]+", lambda word: words.get(word[0], word[0]), word) for word in line.words]
        placed = [str(self.inside(word)) if word.startswith("/") else word for word in written]
        done = self.run(self.command(placed))
        return done.returncode, done.stdout + done.stderr

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder and with the settings of the image."""
        return subprocess.run(  # noqa: S603 - our own command
            command, cwd=self.folder, env=self.settings, capture_output=True, text=True, check=False
        )

    def seal(self) -> None:
        """Let nobody without privileges write to the code."""
        code = self.inside("/opt")
        for path in [code, *code.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)

    def _placed(self, pair: str) -> tuple[str, str]:
        name, value = pair.split("=", 1)
        return name, str(self.inside(value)) if value.startswith("/") else value

    def _words(self, verb: str) -> list[str]:
        (rest,) = steps_of(verb)
        words: list[str] = json.loads(rest[rest.index("[") :])
        return words

    def _copy(self, source: str, target: Path) -> None:
        origin = ROOT / source
        if origin.is_dir():
            shutil.copytree(origin, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(origin, target)

    def _run(self, command: Sequence[str], folder: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True, check=False)  # noqa: S603 - ours
        assert done.returncode == 0, done.stderr


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
    """By pip with --require-hashes into a clean environment; nobody can write to the code.

    Each of README's lines for Docker does what it should there.
    """
    found = python(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    async with Loopback() as discord:
        hall = discord.open_channel("hall")
        image = Image(tmp_path, found, {"DISCORD_TOKEN": discord.token, "DISCORD_API_URL": discord.url})
        await asyncio.to_thread(image.build)
        (tmp_path / "tmp").mkdir()
        image.seal()
        bot = subprocess.Popen(  # noqa: ASYNC220, S603 - our own command
            image.start, cwd=image.folder, env=image.settings, stderr=subprocess.PIPE
        )
        try:
            await discord.gateway.connected(PATIENCE)
            ann = discord.person("Ann")
            await ann.slash(hall, "newgame fortheking")
            await discord.until(lambda: hall.messages)
            assert await until_well(image) == "Herald is well.\n"
            for name in ("doctor", "health", "verify", "backup"):
                code, said = await asyncio.to_thread(image.obey, LINES[name])
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
    assert (await asyncio.to_thread(image.run, image.check)).returncode == FAILED
    assert {path.stat().st_mode & 0o777 for path in image.folder.iterdir()} == {0o600}
    (backup,) = image.inside("/backups").glob("*.db")
    image.inside("/proof").write_text(json.dumps(by_chance(GAMES["fortheking"], 2, SHUFFLE)), "utf-8")
    words = {"FILE": backup.name, "USER": str(ann.id), "TARGET": "/data/moved.db"}
    for name in ("prove", "restore", "forget", "move"):
        code, said = await asyncio.to_thread(partial(image.obey, LINES[name], **words))
        assert code == OK, said


async def until_well(image: Image) -> str:
    """Wait until HEALTHCHECK finds the bot well, and return what it says."""
    async with asyncio.timeout(PATIENCE):
        while (done := await asyncio.to_thread(image.run, image.check)).returncode != OK:  # noqa: ASYNC110
            await asyncio.sleep(1)
    return done.stdout
