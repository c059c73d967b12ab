"""The services: the parts of the bot that answers are made of.

The private view that each person opened last at each table, to be shown anew once they have answered elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from cachetools import TTLCache

from bot.announce.announcer import Announcer
from bot.faces.components import Page
from bot.interactions.pace import Paces
from bot.pictures.renderer import Pictures
from bot.rivals.analysing import Analyst
from bot.rivals.playing import Rivals
from bot.rivals.thinking import Thinkers
from bot.sending.audience import Audience
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables
from bot.texts.fluent import Language
from engine.game import AnyGame

R = TypeVar("R")

REMEMBERED: Final = 256
TOKEN_SECONDS: Final = 14 * 60.0
"""For so long an answer can be edited by the token of its interaction: a minute less than Discord takes it."""


class OpenView(NamedTuple, Generic[R]):
    """A private message, the request that it answers, and what it shows."""

    request: R
    message: int
    page: Page


class OpenViews(Generic[R]):
    """Remembers the newest private view of each person at each table; a restart forgets them, as it does tokens."""

    def __init__(self) -> None:
        self._newest: TTLCache[tuple[int, int], OpenView[R]] = TTLCache(REMEMBERED, TOKEN_SECONDS, _now)

    def opened(self, user: int, table: int, request: R, message: int, page: Page) -> OpenView[R]:
        """Take note of the view that has just answered a request, and return it."""
        view = self._newest[user, table] = OpenView(request, message, page)
        return view

    def besides(self, message: int | None, user: int, table: int) -> OpenView[R] | None:
        """Return a person's newest view at a table that can still be edited, unless it is this very message."""
        view = self._newest.get((user, table))
        return None if view is None or view.message == message else view


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that answers are made of; one instance, which lives as long as the bot.

    In the time zone `zone` the days of the whole bot begin.
    """

    tables: Tables
    storage: Store
    preferences: Preferences
    audience: Audience
    announcer: Announcer
    pictures: Pictures
    paces: Paces
    home: Language
    games: Mapping[str, AnyGame]
    thinkers: Thinkers
    rivals: Rivals
    analyst: Analyst
    views: OpenViews[Any]
    zone: ZoneInfo
