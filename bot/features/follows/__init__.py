"""Follows: a person is pinged when a table of a followed game opens on a server."""

from __future__ import annotations

from datetime import UTC, datetime
from math import inf
from typing import Any

from bot.faces import feature_hooks
from bot.faces.components import OPTIONS
from bot.faces.feature_hooks import Feature
from bot.features.follows import follower_pings
from bot.features.follows.follower_pings import FollowerPings, follow_lines
from bot.interactions import preferences
from bot.interactions.request import Request
from bot.storage import sql
from bot.storage.port import ALL
from bot.storage.records import Delivery, Follow
from bot.storage.store import Store
from bot.tables.refusals import GuildOnly, UnknownClick
from bot.texts.fluent import Language


async def lines(
    storage: Store, user: int, server: int | None, language: Language
) -> list[str]:
    """Return the `Follow`s of `user`, a line each."""
    return follow_lines(await storage.choices(Follow, user=user), server, language)


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return the `Follow`s of `user`, and the pings still due to them, as values for JSON."""
    followed = await storage.choices(Follow, user=user)
    calls = await storage.select(
        sql.TIDINGS,
        now=inf,
        most=ALL,
    )

    return {
        "follows": [
            {"server": str(each.server), "game": each.game, "called": each.way}
            for each in followed
        ],
        "calls to open tables": [
            {"table": int(each.table), "at": datetime.fromtimestamp(each.due, UTC)}
            for each in calls
            if each.user == user
        ],
    }


async def follow(request: Request) -> None:
    """Open the dialog of the games that this person follows on this server."""
    server = _server(request)
    found = await request.services.storage.choices(Follow, user=request.user)
    here = [each for each in found if each.server == server]
    dialog = follower_pings.dialog(
        here, feature_hooks.topics_to_follow(request.services.games), request.language
    )
    await request.open_dialog(dialog)


async def store_follows(request: Request) -> None:
    """Answer the dialog: store a `Follow` for each game on offer, and show all of them."""
    server = _server(request)
    user = request.user
    storage = request.services.storage
    # Who picks a game in both lists is written to, which bothers nobody else.
    ways = {game: way for way in Delivery for game in request.fields.get(way, ())}
    # A dialog of an earlier version, which had other fields, would end all that is followed.
    offered = feature_hooks.topics_to_follow(request.services.games)[:OPTIONS]
    if not {*Delivery} <= request.fields.keys() or not ways.keys() <= {*offered}:
        raise UnknownClick

    await storage.store_choices(
        *(Follow(server, game, user, ways.get(game)) for game in offered)
    )
    told = await lines(storage, user, server, request.language)
    await request.tell("\n".join(told or [request.text("follow-nothing")]))
    await preferences.store_user_locale(request)


def _server(request: Request) -> int:
    if request.guild is None:
        raise GuildOnly
    return request.guild


FOLLOWS = Feature(
    key="follows",
    routes={"followed": store_follows},
    settings={"follow": follow},
    settings_lines=lines,
    document=document,
    due=lambda services: FollowerPings(services).call,
)
