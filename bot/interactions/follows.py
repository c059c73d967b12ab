"""Following a game: who wants to be called when a table of it opens on a server, and how."""

from __future__ import annotations

from bot.faces import follows
from bot.interactions import preferences
from bot.interactions.request import Request
from bot.storage.records import Follow, Way
from bot.tables.refusals import GuildOnly, UnknownClick

NOT = "none"
"""Chosen by who wants to be called no more."""
WAYS = (*(each.value for each in Way), NOT)


async def follow(request: Request, game: str, way: str) -> None:
    """Keep whether, and how, a person is called when a table of a game opens on this server, and show all of that."""
    server, user, storage = request.interaction.guild_id, request.person.user, request.services.storage
    if server is None:
        raise GuildOnly
    if game not in request.services.games or way not in WAYS:
        raise UnknownClick
    await storage.keep(Follow(server, game, user, None if way == NOT else Way(way)))
    lines = follows.listed(await storage.choices(Follow, user=user), server, request.language)
    await request.tell("\n".join(lines or [request.language.text("follow-nothing")]))
    await preferences.remember(request)
