"""What goes to Discord: no more than is allowed, nothing without a claim, by what discord.py doesn't promise."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock, call

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.announce.announce_state import WaitReason, reason_to_wait
from bot.announce.dedupe import OUTCOME_UNKNOWN
from bot.client.herald import Herald
from bot.faces.components import Picture
from bot.host.config import Config
from bot.sending import internals, rate_limiter, rest
from bot.sending.rate_limiter import APART, IdentifyTurns, RateLimiter, confirm_before
from bot.sending.rest import Callback, _parameters
from bot.storage.port import StorageError


def test_what_comes_too_early_waits_for_its_turn() -> None:
    """A few at once after a pause, then one by one: in no second more than are allowed.

    Where no rate was set nothing waits: one process alone obeys what Discord answers. Of a small part there is one at
    once: all processes that share what is allowed may have had a pause.
    """
    free, throttle, small = RateLimiter(), RateLimiter(), RateLimiter()
    assert [free.take_turn(100.0) for _ in range(50)] == [0.0] * 50
    throttle.set_rate(50)
    waits = [throttle.take_turn(100.0) for _ in range(200)]
    assert waits[:8] == pytest.approx([0.0] * 5 + [1 / 45, 2 / 45, 3 / 45])
    assert max(sum(first <= each < first + 1.0 for each in waits) for first in waits) <= 50
    assert throttle.take_turn(200.0) == 0.0
    small.set_rate(2)
    assert [small.take_turn(100.0) for _ in range(2)] == pytest.approx([0.0, 1 / 1.8])


@asynccontextmanager
async def serving(answer: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    """Answer every request to an address, and yield that."""
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@asynccontextmanager
async def listening(trace: aiohttp.TraceConfig) -> AsyncIterator[tuple[Callable[[str], Awaitable[None]], list[str]]]:
    """Yield what sends "METHOD /path" under this trace to a server that takes all, and the list of what has arrived."""
    arrived: list[str] = []

    async def take(request: web.Request) -> web.Response:
        arrived.append(f"{request.method} {request.path}")
        return web.Response()

    async with serving(take) as base, aiohttp.ClientSession(trace_configs=[trace]) as session:

        async def send(line: str) -> None:
            method, path = line.split()
            async with session.request(method, f"{base}{path}"):
                pass

        yield send, arrived


@pytest.mark.slow
async def test_answers_to_interactions_never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord doesn't count them."""
    throttle = RateLimiter()
    throttle.set_rate(1000)
    turn = Mock(wraps=throttle.take_turn)
    monkeypatch.setattr(throttle, "take_turn", turn)
    async with listening(throttle.trace_config()) as (send, _):
        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
            await send(f"POST /api/v10{path}")
        turn.assert_not_called()
        await send("POST /api/v10/channels/1/messages")
        turn.assert_called_once()


@pytest.mark.slow
async def test_only_what_shows_something_needs_a_claim() -> None:
    """Nothing is sent, edited or deleted on a claim that isn't held; answers to presses and questions go on."""
    refuse = AsyncMock(side_effect=StorageError("storage-replaced", path="herald"))
    allowed = ["GET /channels/1/messages", "POST /interactions/1/token/callback", "PATCH /webhooks/1/token/messages/2"]
    kept_back = ["POST /channels/1/messages", "PATCH /channels/1/messages/2", "DELETE /channels/1/messages/2"]
    async with listening(confirm_before(aiohttp.TraceConfig(), refuse)) as (send, arrived):
        for line in allowed:
            await send(line)
        for line in kept_back:
            with pytest.raises(StorageError):
                await send(line)
        assert arrived == allowed


ME = {"id": "1", "username": "herald", "discriminator": "0", "avatar": None}


@pytest.fixture
async def silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Herald]:
    """Return Herald, logged in at a Discord that answers nothing more than who it is."""
    stopped = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        if request.path != "/users/@me":
            await stopped.wait()
        return web.json_response(ME)

    async with serving(answer) as base:
        monkeypatch.setattr(discord.http.Route, "BASE", base)
        bot = Herald(Config(database=tmp_path / "herald.db"))
        await bot.http.static_login("token")
        yield bot
        stopped.set()
        await bot.http.close()


@pytest.mark.slow
async def test_request_without_an_answer_is_given_up(
    silent: Herald, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its table tries again at once, after looking for what it may have posted; the log has one line."""
    monkeypatch.setattr(internals, "TIMEOUT", aiohttp.ClientTimeout(sock_read=0.05))
    with pytest.raises(TimeoutError) as failed:
        await rest.create_message(silent, 1, {"content": "Your turn."})
    assert reason_to_wait(failed.value, member=True) is WaitReason.CIRCUIT
    assert isinstance(failed.value, OUTCOME_UNKNOWN)
    assert caplog.messages == ["Discord has not answered in time: POST /channels/{channel_id}/messages"]


def test_timeout_of_requests_is_shorter_than_an_outage() -> None:
    """The five minutes of aiohttp would keep a table silent for as long."""
    limits = internals.TIMEOUT
    assert limits.sock_connect == limits.sock_read == 20
    assert limits.total == 60


SIGNATURES = [
    (HTTPClient.send_message, {"self", "channel_id", "params"}),
    (HTTPClient.edit_message, {"self", "channel_id", "message_id", "params"}),
    (
        AsyncWebhookAdapter.request,
        {"route", "session", "proxy", "proxy_auth", "params", *MultipartParameters._fields},
    ),
    (HTTPClient.get_member, {"guild_id", "member_id"}),
    (HTTPClient.get_bot_gateway, {"self"}),
    (HTTPClient.bulk_upsert_global_commands, {"application_id", "payload"}),
]


LIMITS = discord.SessionStartLimits(total=1, remaining=1, reset_after=0, max_concurrency=4)


def turns(take: AsyncMock, limits: AsyncMock) -> IdentifyTurns:
    """Return the turns of shards, by a database that gives them so, at a Discord that has such limits."""
    return IdentifyTurns(SimpleNamespace(database=SimpleNamespace(take_turn=take)), limits)  # type: ignore[arg-type] # the turns alone are asked for


@pytest.mark.parametrize("method, names", SIGNATURES, ids=[each.__name__ for each, _ in SIGNATURES])
def test_discord_py_still_takes_what_it_is_handed(method: object, names: set[str]) -> None:
    """Whoever updates discord.py reads here first what else must change."""
    assert callable(method)
    assert names <= inspect.signature(method).parameters.keys()


def test_what_answers_are_made_of_is_there() -> None:
    """JSON is read and written with orjson, which nobody imports by name; without this, nothing would miss it."""
    assert discord.utils.HAS_ORJSON
    assert MultipartParameters._fields == ("payload", "multipart", "files")
    assert {"_state", "_session", "extras"} <= set(discord.Interaction.__slots__)
    assert [discord.InteractionResponseType(kind).value for kind in Callback] == [4, 5, 6, 7, 9]


def test_a_file_goes_beside_its_message_as_discord_py_sends_it() -> None:
    """The body names it; a try that is made again sends it whole."""
    params = _parameters({"content": "Ada"}, Picture("hand.png", "Your hand", b"\x01"))
    assert params.multipart is not None
    named, sent = params.multipart
    assert (named["name"], named["value"]) == ("payload_json", '{"content":"Ada"}')
    assert (sent["name"], sent["filename"], sent["value"].read()) == ("files[0]", "hand.png", b"\x01")
    assert params.files is not None
    params.files[0].reset(seek=1)
    assert sent["value"].read() == b"\x01"


async def test_clicked_message_is_its_id_and_flags() -> None:
    """Of a click, discord.py builds no message and looks for no view; the event itself stays as Discord sent it.

    Its parsers are looked up when an event comes, so that one that was put there is the one that is called. The answer
    goes on the connections that there are, and is traced only where somebody listens.
    """
    client, seen = discord.Client(intents=discord.Intents.none()), Mock()
    client.http.connector = aiohttp.TCPConnector()
    client._connection.parsers["INTERACTION_CREATE"] = seen.parse
    client.dispatch = seen.dispatch  # type: ignore[method-assign] # nobody listens here
    internals.read_clicks(client, aiohttp.TraceConfig())
    who = {"user": ME, "id": "5", "application_id": "1", "token": "x", "version": 1, "attachment_size_limit": 1}
    message = {"id": "7", "flags": 64, "components": [{"type": 1}], "embeds": [{}]}
    event = {"type": 3, "data": {"custom_id": "help"}, "message": message, **who}
    client._connection.parsers["INTERACTION_CREATE"](event)
    beside = [{"type": 2}, {"type": 5, "message": None}]
    for other in beside:
        client._connection.parsers["INTERACTION_CREATE"](other)
    dispatched, *parsed = seen.mock_calls
    assert parsed == [call.parse(other) for other in beside]
    assert (dispatched.args[0], event["message"]) == ("interaction", message)
    click = dispatched.args[1]
    assert (click.message.id, click.message.flags.ephemeral, click.data) == (7, True, {"custom_id": "help"})
    assert (click._session.connector, click._session.trace_configs) == (client.http.connector, [])
    listened = aiohttp.TraceConfig()
    listened.on_request_end.append(AsyncMock())
    internals.read_clicks(client, listened)
    client._connection.parsers["INTERACTION_CREATE"](event)
    assert seen.dispatch.call_args.args[1]._session.trace_configs == [listened]
    await client.http.connector.close()
    assert "parsers" in inspect.getsource(discord.gateway.DiscordWebSocket.from_client)
    assert "_discord_parsers[event]" in inspect.getsource(discord.gateway.DiscordWebSocket.received_message)


async def test_internals_are_what_discord_py_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The API's address, the gateway's, the trace of requests and the name of the library."""
    client = discord.Client(intents=discord.Intents.none())
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(client.http, "get_bot_gateway", AsyncMock(return_value=(1, "ws://127.0.0.1:9", None)))
    trace = aiohttp.TraceConfig()

    internals.use_api("http://127.0.0.1:9/api/v10")
    await internals.use_gateway_of_api(client)
    internals.trace_requests(client, trace)

    assert Route("GET", "/users/@me").url == "http://127.0.0.1:9/api/v10/users/@me"
    assert "self.DEFAULT_GATEWAY" in inspect.getsource(DiscordWebSocket) or "cls.DEFAULT_GATEWAY" in inspect.getsource(
        DiscordWebSocket
    )
    assert "self.http_trace" in inspect.getsource(HTTPClient.static_login)
    assert client.http.http_trace is trace
    assert internals.user_agent().startswith("DiscordBot (")


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the seconds that were waited; they take no time."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(rate_limiter, "asyncio", SimpleNamespace(sleep=sleep))
    return found


async def test_a_shard_waits_for_its_turn_in_the_line_that_discord_gave_it(waited: list[float]) -> None:
    """As long as Discord doesn't say how many it has there is one: the slowest answer is never wrong.

    Then it is asked again, and once it has said so no more.
    """
    take, limits = AsyncMock(return_value=2.0), AsyncMock(side_effect=[discord.GatewayNotFound, LIMITS])
    mine = turns(take, limits)
    for shard in (3, 3, 4, 6):
        await mine.wait(shard)
    assert take.await_args_list == [call(line, APART) for line in (0, 3, 0, 2)]
    assert waited == [2.0] * 4
    assert limits.await_count == 2


async def test_without_the_database_a_shard_waits_as_behind_another(
    waited: list[float], errors: pytest.LogCaptureFixture
) -> None:
    """Herald comes back, though nobody can say whose turn it is; the host reads why it took longer."""
    lost = AsyncMock(side_effect=StorageError("storage-closed"))
    await turns(lost, AsyncMock(return_value=LIMITS)).wait(0)
    assert waited == [APART]
    (line,) = errors.messages
    assert line.endswith("The database is closed.")
