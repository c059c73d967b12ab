"""What discord.py is asked for that its documentation doesn't promise (`bot.sending.rest`), and turns of shards.

Shards of several processes introduce themselves one after the other, as Discord wants it.
"""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, call

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.faces.components import Picture
from bot.sending import internals, rate_limiter
from bot.sending.rate_limiter import APART, IdentifyTurns
from bot.sending.rest import Callback, _parameters
from bot.storage.port import StorageError

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


@pytest.mark.parametrize(("method", "names"), SIGNATURES, ids=[each.__name__ for each, _ in SIGNATURES])
def test_discord_py_still_takes_what_it_is_handed(method: object, names: set[str]) -> None:
    """Whoever updates discord.py reads here first what else must change."""
    assert callable(method)
    assert names <= inspect.signature(method).parameters.keys()


def test_an_answer_that_was_given_is_known_to_discord_py() -> None:
    """Commands that fail after their answer are told so by `is_done`; JSON is read and written with orjson.

    Nobody imports that by name: without this, nothing would say that it is missing.
    """
    assert discord.utils.HAS_ORJSON
    assert MultipartParameters._fields == ("payload", "multipart", "files")
    assert "_response_type" in discord.InteractionResponse.__slots__
    assert {"_state", "_session"} <= set(discord.Interaction.__slots__)
    assert "_response_type" in inspect.getsource(discord.InteractionResponse.is_done)
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


def test_what_stands_in_a_clicked_message_is_not_built() -> None:
    """Of a click, discord.py reads the message's id and flags; the event itself stays as Discord sent it."""
    client = discord.Client(intents=discord.Intents.none())
    seen: list[dict[str, Any]] = []
    client._connection.parsers["INTERACTION_CREATE"] = seen.append
    internals.skip_clicked_contents(client)
    event = {"type": 3, "message": {"id": "7", "flags": 64, "components": [{"type": 1}], "embeds": [{}]}}
    client._connection.parsers["INTERACTION_CREATE"](event)
    client._connection.parsers["INTERACTION_CREATE"]({"type": 2})
    assert seen == [{"type": 3, "message": {"id": "7", "flags": 64, **internals.SKIPPED}}, {"type": 2}]
    assert event["message"] == {"id": "7", "flags": 64, "components": [{"type": 1}], "embeds": [{}]}
    assert {"id", "flags"}.isdisjoint(internals.SKIPPED)


def test_discord_py_parses_clicks_by_the_name_of_the_event() -> None:
    """Its parsers are looked up when an event comes, so that one that was put there is the one that is called."""
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
    internals.trace_requests(client, lambda _: trace)

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


@pytest.mark.slow
async def test_a_shard_waits_for_its_turn_in_the_line_that_discord_gave_it(waited: list[float]) -> None:
    """Discord is asked for its lines once."""
    take, limits = AsyncMock(return_value=2.0), AsyncMock(return_value=LIMITS)
    mine = turns(take, limits)
    for shard in (1, 4, 6):
        await mine.wait(shard)
    assert take.await_args_list == [call(1, APART), call(0, APART), call(2, APART)]
    assert waited == [2.0] * 3
    limits.assert_awaited_once()


async def test_as_long_as_discord_does_not_say_how_many_lines_it_has_there_is_one(waited: list[float]) -> None:
    """The slowest answer is never wrong; Discord is asked again."""
    take = AsyncMock(return_value=2.0)
    mine = turns(take, AsyncMock(side_effect=[discord.GatewayNotFound, LIMITS]))
    for _ in range(2):
        await mine.wait(3)
    assert take.await_args_list == [call(0, APART), call(3, APART)]
    assert waited


async def test_without_the_database_a_shard_waits_as_behind_another(
    waited: list[float], errors: pytest.LogCaptureFixture
) -> None:
    """Herald comes back, though nobody can say whose turn it is; the host reads why it took longer."""
    lost = AsyncMock(side_effect=StorageError("storage-closed"))
    await turns(lost, AsyncMock(return_value=LIMITS)).wait(0)
    assert waited == [APART]
    (line,) = errors.messages
    assert line.endswith("The database is closed.")
