"""Nothing is shown in a channel that another process may be looking after by now: asked right before each request."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

READING = frozenset({"GET", "HEAD"})
CHANNEL = re.compile(r"/channels/\d+/")
"""The paths by which messages are sent, edited and deleted; answers to presses have another one, and need no claim."""


def confirm_before(trace: aiohttp.TraceConfig, confirm: Callable[[], Awaitable[None]]) -> aiohttp.TraceConfig:
    """Have `confirm` asked before each request that shows something; what it raises keeps the request back.

    It comes after whatever else the trace waits for, so that no wait lies between the question and the request.
    """

    async def begin(_: object, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if request.method not in READING and CHANNEL.search(request.url.path):
            await confirm()

    trace.on_request_start.append(begin)
    return trace
