"""Lays the files of a new game down: a small game that runs, with a mark wherever something is to be decided.

The skeleton is a whole game named `noname`; its files end in .txt, so that nobody takes them for the project's own.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

SKELETON = Path(__file__).parent / "skeleton"
KEY = re.compile(r"[a-z]{2,12}")
TAKEN = frozenset({"part", "seat", "test", "tests"})
"""Names that would be taken for emblems of every game, or for tests."""

TINCTURE = '{ tint = "#34424F", ink = "ivory", deep = "#34424F" }'
SOUNDS = dict(zip("abcdefghijklmnopqrstuvwxyz", "абцдефґгійклмнопкрстуввхиз", strict=True)) | {"x": "кс"}
"""Latin letters as Ukrainian ones: in every language a command is typed in its own letters."""


class Unfit(Exception):
    """A name that no new game can have; the sentence says why."""


def check(name: str, root: Path) -> None:
    """Raise Unfit with a sentence if a game of that name can't be laid down."""
    if not KEY.fullmatch(name) or keyword.iskeyword(name):
        raise Unfit(f"{name!r} can't be the key of a game: take 2 to 12 small letters from a to z, such as 'nets'.")
    there = [path for path in _places(name, root) if path.exists()]
    if (root / "engine" / "games" / name).exists() or there:
        raise Unfit(f"{name} is there already: nothing was changed. Delete its files first, or take another name.")
    sentences = (root / "bot" / "locales" / "en").glob("*.ftl")
    begun = re.compile(rf"^(?:emblem-)?{name}-", re.MULTILINE)
    used = next((path.name for path in sentences if begun.search(path.read_text("utf-8"))), None)
    if name in TAKEN or used:
        raise Unfit(f"{name} begins keys that mean something else in {used or 'the art'}: take another name.")


def lay(name: str, root: Path) -> list[Path]:
    """Write everything that can be derived for a game; return the files that are new or changed."""
    check(name, root)
    written = [*_files(name, root), *_lines(name, root)]
    for path, text in written:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return [path for path, _ in written]


def _places(name: str, root: Path) -> Iterator[Path]:
    for source in sorted(SKELETON.rglob("*.txt")):
        yield root / str(source.relative_to(SKELETON)).replace("noname", name).removesuffix(".txt")


def _files(name: str, root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of the skeleton, under the name of the game."""
    for source, path in zip(sorted(SKELETON.rglob("*.txt")), _places(name, root), strict=True):
        yield path, _named(source.read_text("utf-8"), name)


def _named(text: str, name: str) -> str:
    sounds = "".join(SOUNDS[letter] for letter in name)
    for old, new in (
        ("noname", name),
        ("NONAME", name.upper()),
        ("Noname", name.title()),
        ("ноунейм", sounds),
        ("Ноунейм", sounds.title()),
    ):
        text = text.replace(old, new)
    return text


def _lines(name: str, root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files that every game has lines in, with those of the new one."""
    for path, add in (
        ("engine/games/__init__.py", _listed),
        ("bot/faces/art/palette.toml", _coloured),
        ("README.md", _told),
    ):
        yield root / path, add((root / path).read_text("utf-8"), name)


def _listed(text: str, name: str) -> str:
    """Return the list of games with another import and another line."""
    imports = re.findall(r"^from engine\.games\..+\n", text, re.MULTILINE)
    new = f"from engine.games.{name} import {name.upper()}\n"
    text = text.replace("".join(imports), "".join(sorted({*imports, new})))
    return text.replace("\n)\n", f"\n    {name.upper()},\n)\n", 1)


def _coloured(text: str, name: str) -> str:
    """Return the palette with colours for the emblems of the game, before those of seats."""
    line = f"# {name.title()}\n{name}-card = {TINCTURE}\n\n"
    return text.replace("# Seats ", f"{line}# Seats ", 1)


def _told(text: str, name: str) -> str:
    """Return the README with the game in its list and with its commands, each behind those of the last game."""
    listed = re.findall(r"^- \*.+ players\n", text, re.MULTILINE)
    text = text.replace(listed[-1], f"{listed[-1]}- *{name.title()}*, for two to four players\n")
    for command, told in (("newgame", "the same for {game}"), ("rules", "the rules of {game}")):
        rows = re.findall(rf"^\| `/{command} .+\n", text, re.MULTILINE)
        row = f"| `/{command} {name}` | {told.format(game=name.title())} |\n"
        text = text.replace(rows[-1], rows[-1] + row)
    return text
