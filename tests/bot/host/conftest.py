"""A language of the host's, and the file of a database."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.texts.fluent import Language, language, locales


@pytest.fixture(params=locales())
def said(request: pytest.FixtureRequest) -> Language:
    """Return each language."""
    return language(request.param)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a database, which isn't there yet."""
    return tmp_path / "herald.db"
