"""The page's server: files, what a person sees, and what they do; for this machine alone."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import Awaitable, Callable
from importlib.resources import files

import simcord
from aiohttp import web
from pydantic import ValidationError
from simcord.backend.models import Channel

from engine.games import GAMES
from engine.scene import Text, say
from sandbox.commands import commands
from sandbox.deeds import AnyDeed, Gone, Suggest, perform, suggest
from sandbox.pictures import content
from sandbox.table import NoTable, Round, open_table
from sandbox.typed import Misfit
from sandbox.view import PICKS, Json, asked_first, entities, view
from sandbox.world import Dead, Person, TooBusy, World, until

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
WORLD = web.AppKey("world", World)
PLAYED = web.AppKey("game", str)
STATIC = files("sandbox") / "static"
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

ALL = 3
"""How many sit at a table that is played for everybody, if its game takes no more."""

# The page asks again when nothing happened for this long, in seconds.
LONG = 20.0

PAGE_TEXTS = (
    "answer-failed", "app", "asked", "cancel", "channels", "close", "command-run", "composer", "connection-lost",
    "dismiss", "dms", "done", "edited", "enlarge", "everybody", "everybody-ready", "general-error", "hint",
    "hint-close", "jump", "learn", "morning", "morning-came", "no", "nothing", "people", "pick", "private",
    "restart", "restarted", "restarting", "send", "submit", "thinking", "today", "yes", "you-are",
)  # fmt: skip

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(world: World, game: str) -> web.Application:
    """Return the whole server of a world; `game` is the one that can be played for everybody by one press."""
    app = web.Application(middlewares=[_local, _told])
    app[WORLD] = world
    app[PLAYED] = game
    app.add_routes(
        [
            web.get("/", _index),
            web.get("/static/{name}", _static),
            web.get("/texts", _texts),
            web.get("/view", _view),
            web.get("/commands", _commands),
            web.get("/files/{person}/{place}/{message}/{file}", _file),
            web.get(r"/emoji/{id:\d{1,20}}", _emoji),
            web.post("/do", _do),
            web.post("/suggest", _suggest),
            web.post("/restart", _restart),
            web.post("/morning", _morning),
            web.post("/everybody", _everybody),
        ]
    )
    return app


@web.middleware
async def _local(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let only this page in: other sites in the same browser can neither read here nor press anything."""
    named = request.host.rpartition(":")[0] in {HOST, "localhost"}
    own = (
        request.headers.get("Origin", f"http://{request.host}")
        == f"http://{request.host}"
    )
    if not (named and own):
        raise web.HTTPForbidden
    response = await handler(request)
    response.headers.update(
        {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    )
    return response


@web.middleware
async def _told(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn what Discord wouldn't allow into a sentence for the page."""
    try:
        return await handler(request)
    except ValidationError:
        raise web.HTTPBadRequest from None
    except Gone:
        return _refused(request, say("sandbox-gone"))
    except (simcord.SetupError, simcord.BackendError) as error:
        log.warning("this Discord refused something: %s", error)
        return _refused(request, say("sandbox-not-allowed"))
    except NoTable as error:
        return _refused(request, say("sandbox-no-table", why=error.text))
    except (Misfit, TooBusy) as error:
        return _refused(request, error.text)
    except Dead:
        log.exception("the bot couldn't be started again")
        return _refused(request, say("sandbox-dead"))


def _refused(request: web.Request, why: Text) -> web.Response:
    return web.json_response({"refused": request.app[WORLD].words.say(why)}, status=409)


def _person(world: World, key: str) -> Person:
    found = world.people.get(key)
    if found is None:
        raise web.HTTPNotFound
    return found


def _asked(request: web.Request) -> tuple[World, Person, Channel]:
    world = request.app[WORLD]
    key = request.query.get("person") or asked_first(world)
    person = _person(world, key)
    return world, person, world.room(person, request.query.get("place", ""))


async def _index(request: web.Request) -> web.Response:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    return web.Response(
        text=page.replace("{language}", request.app[WORLD].words.locale),
        content_type="text/html",
    )


async def _static(request: web.Request) -> web.Response:
    names = {entry.name: entry for entry in STATIC.iterdir()}
    entry = names.get(request.match_info["name"])
    if entry is None:
        raise web.HTTPNotFound
    kind = mimetypes.guess_type(entry.name)[0]
    return web.Response(
        text=entry.read_text(encoding="utf-8"),
        content_type=kind or "application/octet-stream",
    )


async def _texts(request: web.Request) -> web.Response:
    words = request.app[WORLD].words
    player = next(iter(request.app[WORLD].people.values())).name
    texts: Json = {
        key: words.text(f"sandbox-{key}", player=player) for key in PAGE_TEXTS
    }
    picks = {kind: entities(request.app[WORLD], kinds) for kind, kinds in PICKS.items()}
    return web.json_response(
        {"texts": texts, "picks": picks, "game": request.app[PLAYED]}
    )


async def _view(request: web.Request) -> web.Response:
    """Answer with what a person sees, as soon as it differs from the version the page has."""
    world, person, _ = _asked(request)
    await until(lambda: str(world.version) != request.query.get("after"), LONG)
    return web.json_response(
        view(world, person, world.room(person, request.query.get("place", "")))
    )


async def _commands(request: web.Request) -> web.Response:
    return web.json_response(commands(*_asked(request)))


async def _file(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    found = content(world, _person(world, request.match_info["person"]), request.path)
    if found is None:
        raise web.HTTPNotFound
    return web.Response(body=found[0], content_type=found[1])


async def _emoji(request: web.Request) -> web.Response:
    image = request.app[WORLD].emoji.get(int(request.match_info["id"]))
    if image is None:
        raise web.HTTPNotFound
    return web.Response(body=image, content_type="image/png")


async def _body(request: web.Request) -> object:
    """Return the JSON that was sent; what is none, or nested deeper than Python reads, is a bad request."""
    try:
        return await request.json()
    except (ValueError, LookupError, RecursionError):
        raise web.HTTPBadRequest from None


async def _do(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    deed = AnyDeed.model_validate({"deed": await _body(request)}).deed
    person = _person(world, deed.person)
    return web.json_response(
        await perform(world, deed, person, world.room(person, deed.place))
    )


async def _suggest(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    ask = Suggest.model_validate(await _body(request))
    person = _person(world, ask.person)
    return web.json_response(
        await suggest(world, ask, person, world.room(person, ask.place))
    )


async def _restart(request: web.Request) -> web.Response:
    await request.app[WORLD].restart()
    return web.json_response({})


async def _morning(request: web.Request) -> web.Response:
    await request.app[WORLD].sleep()
    return web.json_response({})


async def _everybody(request: web.Request) -> web.Response:
    """Open one more table, at which people sit alone, to be played for all of them."""
    game = request.app[PLAYED]
    await open_table(request.app[WORLD], game, Round(max(GAMES[game].seats[0], ALL)))
    return web.json_response({})
