"""docs/add-a-game.md as what it tells one to do: files to write, lines to replace, a placeholder to delete."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.citations import text_of

PAGE = text_of("docs/add-a-game.md")
BLOCK = r"\n\n```\w+\n(.*?)^```$"
FILE = re.compile(rf"^\*\*`([^`]+)`\*\*{BLOCK}", re.MULTILINE | re.DOTALL)
LINES = re.compile(
    rf"^In \*\*`([^`]+)`\*\*, in place of the line that begins with `([^`]+)`:{BLOCK}", re.MULTILINE | re.DOTALL
)
TYPED = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DELETED = re.compile(r"^Delete the placeholder, `([^`]+)`", re.MULTILINE)


def files() -> Mapping[str, str]:
    """Return every file that the page shows whole, by its place."""
    return dict(FILE.findall(PAGE))


def replaced() -> list[tuple[str, str, str]]:
    """Return the lines that the page replaces: in which file, how the old one begins, and the new ones."""
    return LINES.findall(PAGE)


def typed() -> Iterator[str]:
    """Yield the lines that are typed, in order."""
    for block in TYPED.findall(PAGE):
        yield from block.splitlines()


def follow(copy: Path) -> None:
    """Do what the page says, once the skeleton is laid down: write, replace and delete."""
    for place, text in files().items():
        (copy / place).parent.mkdir(parents=True, exist_ok=True)
        (copy / place).write_text(text, "utf-8")
    for place, start, lines in replaced():
        text = (copy / place).read_text("utf-8")
        found = re.findall(rf"^{re.escape(start)}.*\n", text, re.MULTILINE)
        if len(found) != 1:
            raise LookupError(f"{len(found)} lines of {place} begin with {start}")
        (copy / place).write_text(text.replace(found[0], lines), "utf-8")
    for place in DELETED.findall(PAGE):
        (copy / place).unlink()
