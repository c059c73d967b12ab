"""What Docker Compose reads is what its own schema allows: the file, and the service that README adds to it.

And README's lines for Docker are such as Compose, the image and Herald understand.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema_rs import validator_for
from ruamel.yaml import YAML

from bot import __main__ as command_line
from bot.texts.fluent import DEFAULT, language
from tests.citations import text_of
from tests.docker import README, lines
from tests.test_docs import snippet

COMPOSE, SCALE = (text_of(name) for name in ("compose.yaml", "compose.scale.yaml"))
OVERRIDE = snippet("services:\n  herald:\n")
"""What README adds, in a file of its own that Compose reads as well."""


@cache
def read(text: str) -> Any:
    """Return what YAML makes of a text; a key that stands there twice is an error."""
    return YAML(typ="safe", pure=True).load(text)


SERVICES = read(SCALE)["services"]
"""What several processes are, each in a container of its own."""


def wrong(text: str) -> list[str]:
    """Return what Compose's schema says against a file."""
    return [error.message for error in validator_for(get_builtin_schema("vendor.compose-spec")).iter_errors(read(text))]


def mounted(services: Iterable[dict[str, Any]]) -> set[str]:
    """Return the volumes that services mount by name; what begins with a dot is a folder of the host."""
    named = {volume.split(":")[0] for service in services for volume in service.get("volumes", ())}
    return {name for name in named if not name.startswith(".")}


@pytest.mark.parametrize(
    "text, volumes",
    [(COMPOSE, COMPOSE), (OVERRIDE, COMPOSE), (SCALE, SCALE)],
    ids=["compose.yaml", "README's compose.override.yaml", "compose.scale.yaml"],
)
def test_compose_takes_the_files_with_and_without_the_backup(text: str, volumes: str) -> None:
    """By its schema, which would see a slip; each volume that a service names is declared."""
    assert wrong(text) == []
    assert wrong(text.replace("services:", "service:"))
    assert mounted(read(text)["services"].values()) == set(read(volumes)["volumes"])


def test_backup_looks_where_the_tables_are() -> None:
    """And doctor where the backup writes: nothing but that is changed of the bot.

    Where it could only read, README's line for `backup` could, too. The backup inherits the image's HEALTHCHECK, but is
    no bot; and a shell that is the first process of a container heeds no signal.
    """
    changed, backup = (read(OVERRIDE)["services"][name] for name in ("herald", "backup"))
    bot = read(COMPOSE)["services"]["herald"]
    assert changed == {"environment": {"BACKUPS": "/backups"}, "volumes": ["./backups:/backups"]}
    assert backup["environment"] == {"DATABASE": bot["environment"]["DATABASE"]}
    assert backup["volumes"] == [*bot["volumes"], *changed["volumes"]]
    assert len(bot["volumes"]) == 1
    assert backup["healthcheck"] == {"disable": True}
    assert {name: backup[name] for name in ("init", "restart")} == {name: bot[name] for name in ("init", "restart")}


def test_a_backup_that_fails_ends_none_of_those_to_come(tmp_path: Path) -> None:
    """The service goes on as long as it can sleep."""
    shell, option, loop = read(OVERRIDE)["services"]["backup"]["command"]
    for name, text in (("python", "echo $* >>said; exit 1"), ("sleep", "test $(wc -l <said) -lt 3")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        program.chmod(0o700)
    said = tmp_path / "said"
    said.touch()
    own = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run([shell, option, loop], cwd=tmp_path, env=own, timeout=20, check=False)  # noqa: S603 - README's own
    lines_said = said.read_text("utf-8").splitlines()
    assert len(lines_said) == 3
    for line in lines_said:
        asked = command_line.arguments(line.removeprefix("-m bot ").split(), language(DEFAULT))
        assert (asked.command, str(asked.target), asked.keep) == ("backup", "/backups", 14)


def test_the_example_waits_for_what_it_names() -> None:
    """Each service that another depends on is there, and has a health check to be waited for.

    The database's asks by TCP: the server that makes the database listens to nobody but its own container.
    """
    waits = {name: how for service in SERVICES.values() for name, how in service.get("depends_on", {}).items()}
    assert waits == {"database": {"condition": "service_healthy"}}
    assert all("healthcheck" in service for service in SERVICES.values())
    assert "--host=127.0.0.1" in SERVICES["database"]["healthcheck"]["test"]


def test_the_example_starts_as_many_as_share_the_database() -> None:
    """One less would leave servers without an answer, one more would wait in vain.

    The password stands in no line: it comes from .env, and goes to libpq's own variable.
    """
    herald = SERVICES["herald"]
    own, deploy = herald["environment"], herald["deploy"]
    assert str(deploy["replicas"]) == own["PROCESSES"]
    assert deploy["update_config"]["order"] == "stop-first"
    assert own["PGPASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert own["PGPASSWORD"] == SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]
    assert own["DATABASE"] == "postgresql://herald@database/herald"


LINES = dict(lines())
VARIABLES = {"FILE": "herald.db", "TABLE": "7", "USER": "5"}
"""What somebody may write in the place of a word in capitals."""


def test_every_line_for_hosts_has_one_for_docker() -> None:
    """Under its own name."""
    assert set(LINES) == set(re.findall(r"^\| `python -m bot ([a-z]+)", README, re.MULTILINE))


@pytest.mark.parametrize("name", LINES)
def test_line_for_docker_is_understood(name: str) -> None:
    """It asks for the bot to be stopped where it must be; what looks at the running bot is run beside it.

    The rest runs in a container of its own: each path in it is one of the host, which is mounted where nothing of the
    container's own is in the way.
    """
    line, services = LINES[name], read(COMPOSE)["services"]
    words = [VARIABLES.get(word, word) for word in line.words]
    assert line.service in services
    assert words[:3] == ["python", "-m", "bot"]
    assert command_line.arguments(words[3:], language(DEFAULT)).command == name
    assert line.stopped is (name in {"forget", "move", "record", "restore"})
    assert line.verb == ("exec" if name in {"doctor", "health", "verify"} else "run")
    own = {volume.split(":")[1] for volume in services["herald"]["volumes"]} | set(services["herald"]["tmpfs"])
    assert own.isdisjoint(line.mounts)
    for path in (PurePosixPath(word) for word in line.words if word.startswith("/")):
        assert any(path.is_relative_to(mount) for mount in line.mounts)


def test_the_folder_of_the_backups_belongs_to_the_user_of_the_image() -> None:
    """For nobody else may write there; README's service says so, too."""
    (user,) = re.findall(r"useradd --system --uid (\d+) herald", text_of("Dockerfile"))
    assert f"`sudo install --directory --owner {user} backups`" in README
    assert f"./backups belongs to user {user}" in OVERRIDE
    assert {host for line in LINES.values() for host in line.mounts.values()} <= {"$PWD/backups", "$PWD/FILE"}
