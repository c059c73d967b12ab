"""What tests of announcing have in common."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.http import router


@pytest.fixture
def rarely_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no sweep help, so that each way of healing has to do without it."""
    monkeypatch.setattr("bot.announce.announcer.SWEEP", 12 * 3600.0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the requests about channels, as they come, whether Discord takes them or not."""
    begun: list[str] = []
    dispatch = router.dispatch

    def listening(backend: Any, method: str, path: str, **given: Any) -> Any:
        if path.startswith("/channels/"):
            begun.append(f"{method} {path}")
        return dispatch(backend, method, path, **given)

    monkeypatch.setattr(router, "dispatch", listening)
    return begun
