"""What Docker Compose reads is what its own schema allows: the file, and the service that README adds to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema_rs import validator_for
from ruamel.yaml import YAML

from tests.test_docs import snippet

ROOT = Path(__file__).parents[1]
COMPOSE, SCALE = ((ROOT / name).read_text(encoding="utf-8") for name in ("compose.yaml", "compose.scale.yaml"))
BACKUP = snippet("  backup:\n")


def extended(service: str) -> str:
    """Return the file with one more service, beside the one it has."""
    services, rest = COMPOSE.split("\nvolumes:\n")
    return f"{services}\n{service}\nvolumes:\n{rest}"


@cache
def read(text: str) -> Any:
    """Return what YAML makes of a text; a key that stands there twice is an error."""
    return YAML(typ="safe", pure=True).load(text)


def wrong(text: str) -> list[str]:
    """Return what Compose's schema says against a file."""
    return [error.message for error in validator_for(get_builtin_schema("vendor.compose-spec")).iter_errors(read(text))]


def mounted(services: Iterable[dict[str, Any]]) -> set[str]:
    """Return the volumes that services mount by name; what begins with a dot is a folder of the host."""
    named = {volume.split(":")[0] for service in services for volume in service.get("volumes", ())}
    return {name for name in named if not name.startswith(".")}


@pytest.mark.parametrize(
    "text", [COMPOSE, extended(BACKUP), SCALE], ids=["compose.yaml", "with README's backup", "compose.scale.yaml"]
)
def test_compose_takes_the_files_with_and_without_the_backup(text: str) -> None:
    """By its schema; each volume that a service names is declared."""
    assert wrong(text) == []
    assert mounted(read(text)["services"].values()) == set(read(text)["volumes"])


def test_the_backup_is_a_second_service_and_changes_nothing_of_the_first() -> None:
    """It stands as deep as the other one."""
    both, alone = read(extended(BACKUP))["services"], read(COMPOSE)["services"]
    assert list(both) == ["herald", "backup"]
    assert both["herald"] == alone["herald"]


@pytest.mark.parametrize(
    ("right", "slip"), [("restart:", "restarts:"), ('["sh", ', '[["sh"], '), ("{ DATABASE:", "{ DATABASE: [1], B:")]
)
def test_a_slip_in_the_backup_would_be_seen(right: str, slip: str) -> None:
    """An unknown key, or a value of another kind."""
    assert right in BACKUP
    assert wrong(extended(BACKUP.replace(right, slip)))


@pytest.mark.parametrize(
    ("right", "slip"),
    [("replicas: 2", "replica: 2"), ("order: stop-first", "order: last"), ("retries: 12", "retries: []")],
)
def test_a_slip_in_the_example_of_several_processes_would_be_seen(right: str, slip: str) -> None:
    """As above."""
    assert right in SCALE
    assert wrong(SCALE.replace(right, slip))


def test_the_example_waits_for_what_it_names() -> None:
    """Each service that another depends on is there, and has a health check to be waited for."""
    services = read(SCALE)["services"]
    waits = {name: how for service in services.values() for name, how in service.get("depends_on", {}).items()}
    assert waits == {"database": {"condition": "service_healthy"}}
    assert all("healthcheck" in service for service in services.values())
