"""/settings follow: who wants to be called when a table of a game opens on a server, and how, in one dialog."""

from __future__ import annotations

from bot.faces import hooks
from bot.faces.components import OPTIONS
from bot.features.follows import view
from bot.interactions import preferences
from bot.interactions.request import Request
from bot.storage.records import Follow, Way
from bot.tables.refusals import GuildOnly, UnknownClick


async def follow(request: Request) -> None:
    """Ask which games a person follows on this server."""
    server = _server(request)
    found = await request.services.storage.choices(Follow, user=request.user)
    here = [each for each in found if each.server == server]
    await request.ask(view.dialog(here, hooks.followed(request.services.games), request.language))


async def followed(request: Request) -> None:
    """Keep which games a person follows on this server, and how each of them calls, and show all of that."""
    server, user, storage = _server(request), request.user, request.services.storage
    # Who picks a game in both lists is written to, which bothers nobody else.
    ways = {game: way for way in Way for game in request.fields.get(way, ())}
    # A dialog of an earlier version, which had other fields, would end all that is followed.
    offered = hooks.followed(request.services.games)[:OPTIONS]
    if not {*Way} <= request.fields.keys() or not ways.keys() <= {*offered}:
        raise UnknownClick
    every = [Follow(server, game, user, ways.get(game)) for game in offered]
    await storage.keep(*every)
    lines = view.listed(await storage.choices(Follow, user=user), server, request.language)
    await request.tell("\n".join(lines or [request.text("follow-nothing")]))
    await preferences.remember(request)


def _server(request: Request) -> int:
    if request.guild is None:
        raise GuildOnly
    return request.guild
