"""What Docker installs: every file known by its hash, nothing missing, and the versions that were tested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.citations import text_of

PIN = re.compile(r"^(?P<need>[a-zA-Z0-9].*?)(?P<hashes>(?: \\\n +--hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)
ADDRESS = re.compile(r"://|index", re.IGNORECASE)


def pinned() -> dict[str, tuple[Requirement, str]]:
    """Return what pins.txt installs by name, with its hashes."""
    found = PIN.finditer(text_of("pins.txt"))
    needs = [(Requirement(pin["need"]), pin["hashes"]) for pin in found]
    return {canonicalize_name(need.name): (need, hashes) for need, hashes in needs}


def constrained() -> dict[str, Requirement]:
    """Return what constraints.txt says by name."""
    lines = text_of("constraints.txt").splitlines()
    needs = [Requirement(line) for line in lines if not line.startswith("#")]
    return {canonicalize_name(need.name): need for need in needs}


def needed(needs: list[Requirement], seen: set[str]) -> Iterator[str]:
    """Yield the names of what is needed here, and of what that needs in turn."""
    for need in needs:
        name = canonicalize_name(need.name)
        if name in seen or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        yield name
        yield from needed([Requirement(line) for line in requires(need.name) or ()], seen)


def test_every_pin_has_its_hashes() -> None:
    """`pip install --require-hashes` refuses what has none; no index is named.

    What is tested is what is installed, on each version of Python.
    """
    pins, constraints = pinned(), constrained()
    assert len(pins) > 20
    assert [name for name, (_, hashes) in pins.items() if not hashes] == []
    assert not ADDRESS.search(text_of("pins.txt"))
    for name, (need, _) in pins.items():
        assert name in constraints, f"{name} is missing in constraints.txt"
        assert need.specifier == constraints[name].specifier, "make pins"
        assert bool(need.marker) == bool(constraints[name].marker)


def test_all_that_the_bot_needs_is_pinned() -> None:
    """Down to the last one; a direct one in the version of pyproject.toml, with which the constraints agree.

    So they do with what is needed to work on it.
    """
    pins, constraints = pinned(), constrained()
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    direct = [Requirement(line) for line in project["dependencies"]]
    assert set(needed(direct, set())) <= set(pins), "make pins"
    for need in direct:
        assert pins[canonicalize_name(need.name)][0].specifier == need.specifier, "make pins"
    extra = [Requirement(line) for each in project["optional-dependencies"].values() for line in each]
    for need in (need for need in (*direct, *extra) if need.name != project["name"]):
        assert str(need.specifier).startswith("=="), need
        assert need.specifier == constraints[canonicalize_name(need.name)].specifier
    assert all(str(need.specifier).startswith("==") for need in constraints.values())
