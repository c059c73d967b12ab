"""`python -m sandbox.needs`: the requirements of the sandbox, a line each; runs before anything is installed."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
FOR_HOSTS = frozenset({"asyncpg", "prometheus-client", "python-json-logger", "uvloop"})
"""What only a host's settings call for: another database, metrics, a log in JSON, the event loop of the running bot."""


def requirements() -> list[str]:
    """Return the requirements of the bot and of the sandbox, without those in `FOR_HOSTS`."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    every: list[str] = [
        *project["dependencies"],
        *project["optional-dependencies"]["sandbox"],
    ]

    return [each for each in every if re.split("[=;]", each)[0] not in FOR_HOSTS]


if __name__ == "__main__":
    sys.stdout.write("\n".join(requirements()) + "\n")
