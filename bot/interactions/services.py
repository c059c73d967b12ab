"""The services: the parts of the bot that answers are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.announce.announcer import Announcer
from bot.interactions.open_views import OpenViews
from bot.interactions.pace import Paces
from bot.pictures.follow_ups import Pictures
from bot.rivals.thinking import Thinkers
from bot.sending.audience import Audience
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables
from bot.texts.fluent import Language
from engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that answers are made of; one instance, which lives as long as the bot."""

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
    views: OpenViews[Any]
