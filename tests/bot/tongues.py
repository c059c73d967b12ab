"""Whose Discord shows which language: simcord gives every interaction en-US."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, TypeAlias

import pytest

from bot.texts.fluent import language, locales
from engine.scene import Value
from tests.bot.server import Evening, Guest

Say: TypeAlias = Callable[..., str]
"""What makes a sentence of its key and its facts."""
IN_EVERY_LANGUAGE = pytest.mark.parametrize("says", locales(), indirect=True)
"""Every language as the one that everybody reads on an evening, which `says` speaks."""


def tongues(court: Evening, people: Mapping[Guest, str], server: str = "en-US", others: str = "") -> None:
    """Let the Discord of some people, of `others`, and of every server show other languages from now on."""
    locales = {str(guest.id): locale for guest, locale in people.items()}

    def hear(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, MutableMapping):
            user = payload.get("user") or payload["member"]["user"]
            payload["locale"] = locales.get(user["id"], others or payload["locale"])
            if "guild_locale" in payload:
                payload["guild_locale"] = server

    # The bot was the last listener so far, and must be the last one to hear.
    court.env.backend.subscribers.insert(-1, hear)


def everybody_reads(court: Evening, locale: str) -> None:
    """Let the Discord of all people and servers show one language from now on."""
    tongues(court, {}, server=locale, others=locale)


def words(locale: str, key: str, **facts: Value) -> str:
    """Return a sentence of Herald's in a language."""
    return language(locale).text(key, **facts)
