"""Examples in docstrings of the engine."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import engine

ROOT: Final = Path(engine.__file__).parent
MODULES: Final = sorted(
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
    for path in ROOT.rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)
"""The modules with an example."""


@pytest.mark.parametrize("name", MODULES)
def test_example_comes_to_its_result(name: str) -> None:
    """Each example runs as it stands in its module, and comes to the result that stands below it."""
    module = import_module(name)

    result = doctest.testmod(module)

    assert result.attempted > 0
    assert result.failed == 0
