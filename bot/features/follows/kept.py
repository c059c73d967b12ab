"""What is kept of who follows a game, as the settings and an export tell it."""

from __future__ import annotations

from datetime import UTC, datetime
from math import inf
from typing import Any

from bot.features.follows.view import listed
from bot.storage import sql
from bot.storage.port import ALL
from bot.storage.records import Follow
from bot.storage.store import Store
from bot.texts.fluent import Language


async def lines(storage: Store, user: int, server: int | None, reader: Language) -> list[str]:
    """Return what a person follows, a line each."""
    return listed(await storage.choices(Follow, user=user), server, reader)


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return which games a person follows where, and to which open tables they are still to be called."""
    followed = await storage.choices(Follow, user=user)
    calls = [each for each in await storage.select(sql.TIDINGS, now=inf, most=ALL) if each.user == user]
    times = [(int(each.table), datetime.fromtimestamp(each.due, UTC)) for each in calls]
    return {
        "follows": [{"server": str(each.server), "game": each.game, "called": each.way} for each in followed],
        "calls to open tables": [{"table": table, "at": at} for table, at in times],
    }
