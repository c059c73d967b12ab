"""The English sentences of a game."""

from __future__ import annotations

from pathlib import Path

ENGLISH = Path(__file__).parents[3] / "bot" / "locales" / "en"


def source(game: str) -> str:
    """Return what is written of a game."""
    return (ENGLISH / f"{game}.ftl").read_text("utf-8")
