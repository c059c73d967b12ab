"""Locales as Discord names them, and each person's own in what they send: simcord knows only en-US."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

REGIONS = {"en": "en-US"}


def locale(language: str) -> str:
    """Return a language as Discord names it."""
    return REGIONS.get(language, language)


def hear_locales(
    locales: Mapping[str, str], server: str
) -> Callable[[str, Mapping[str, Any]], None]:
    """Return a listener that gives each interaction the locale of its user and that of the `server`."""

    def hear(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, MutableMapping):
            user = payload.get("user") or payload["member"]["user"]
            payload["locale"] = locales.get(user["id"], server)
            if "guild_id" in payload:
                payload["guild_locale"] = server

    return hear
