"""Diagram of the rooms in docs/design.md, drawn from the imports: `python -m tests.rooms` writes it anew."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.test_architecture import ROOT, files, read, rooms

PAGE = ROOT / "docs" / "design.md"
DRAWN = re.compile(r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", re.DOTALL)


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
    lines = "".join(
        f"    {room} --> {each}\n" for room, each in direct(rooms(map(read, files("cogs", "bot", "engine")), "bot"))
    )
    return f"\n```mermaid\nflowchart TD\n{lines}```\n\n"


def main() -> None:
    """Write the diagram into the page."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(DRAWN.sub(lambda _: diagram(), page), "utf-8")


if __name__ == "__main__":
    main()
