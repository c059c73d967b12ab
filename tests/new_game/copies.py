"""Copies of the project to try something out in: nothing that is laid down there comes back."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT = shutil.ignore_patterns(
    *(".git", ".venv", ".env", ".*_cache", ".hypothesis"),
    *("build", "*.egg-info", "*.pyc.*", "*.db", "*.db-*"),
)
"""What tools and hosts leave behind. What is compiled comes along: its sources keep their times, so it counts there."""


def copied(place: Path) -> Path:
    """Copy the project to a place that doesn't exist yet."""
    shutil.copytree(ROOT, place, ignore=LEFT)
    return place


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module in a copy, as `python -m` does; everything of the project is imported from there."""
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    env.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, check=False)  # noqa: S603 - ours


def examine(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a copy, in one process, with the tests that take long too."""
    return run(copy, "pytest", "-n", "0", "-m", "", "-q", "-p", "no:cacheprovider", *words)
