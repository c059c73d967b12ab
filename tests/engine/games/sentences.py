"""The English sentences of a game, and what is shown anywhere inside of what it tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

ENGLISH = Path(__file__).parents[3] / "bot" / "locales" / "en"


def source(game: str) -> str:
    """Return what is written of a game."""
    return (ENGLISH / f"{game}.ftl").read_text(encoding="utf-8")


@cache
def bundle(game: str) -> FluentBundle:
    """Return the texts of a game, and those of every game, whose buttons they name."""
    made = FluentBundle(["en"], use_isolating=False)
    for text in (source(game), source("common")):
        made.add_resource(FluentResource(text))
    return made


def symbols(game: str, emblems: Iterable[str]) -> set[str]:
    """Return what stands for emblems in words."""
    made = bundle(game)
    patterns = [made.get_message(f"emblem-{key}").value for key in emblems]
    return {str(made.format_pattern(pattern)[0]) for pattern in patterns if pattern is not None}


def parts(what: object) -> Iterator[object]:
    """Yield everything that is shown anywhere inside."""
    yield what
    if isinstance(what, (tuple, list)):
        for part in what:
            yield from parts(part)
    elif is_dataclass(what):
        for field in fields(what):
            yield from parts(getattr(what, field.name))
