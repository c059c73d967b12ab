"""Diagram of the rooms in docs/design.md, drawn from the imports: `python -m tests.rooms` writes it anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tests.test_architecture import ROOT, files, read

PAGE = ROOT / "docs" / "design.md"
DRAWN = re.compile(r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", re.DOTALL)
HOUSES = "cogs", "bot", "engine"
SPLIT = "bot"
"""The house whose rooms are drawn one by one."""


def room_of(name: str) -> str:
    """Return the room in which the module `name` stands: a package right inside `SPLIT`, or a whole house."""
    house, _, rest = name.partition(".")
    return rest.partition(".")[0] if house == SPLIT and rest else house


def arrows(paths: list[Path]) -> dict[str, set[str]]:
    """Return the rooms that each room imports; the module that starts the program is no room."""
    needs: dict[str, set[str]] = {}
    for module in map(read, paths):
        room = room_of(module.name)
        if room == "__main__":
            continue
        found = {room_of(name) for name in module.reaches if name.partition(".")[0] in HOUSES}
        needs.setdefault(room, set()).update(found - {room, SPLIT})
    return needs


def reachable(needs: Mapping[str, set[str]], room: str) -> set[str]:
    """Return all rooms that `room` imports, over others or not; `needs` has no circle."""
    return needs[room].union(*(reachable(needs, each) for each in needs[room]))


def direct(needs: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """Return the arrows that no others imply (the transitive reduction)."""
    return [
        (room, each)
        for room in sorted(needs)
        for each in sorted(needs[room])
        if not any(each in reachable(needs, other) for other in needs[room] - {each})
    ]


def diagram() -> str:
    """Return the rooms as a Mermaid flowchart."""
    lines = "".join(f"    {room} --> {each}\n" for room, each in direct(arrows(files(*HOUSES))))
    return f"\n```mermaid\nflowchart TD\n{lines}```\n\n"


def main() -> None:
    """Write the diagram into the page."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(DRAWN.sub(lambda _: diagram(), page), "utf-8")


if __name__ == "__main__":
    main()
