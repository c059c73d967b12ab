"""How a running bot is seen from outside: by its health file and its metrics, as far as the settings ask for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.client.herald import Herald
from bot.host.config import Config
from bot.operations import health


@asynccontextmanager
async def watched(bot: Herald, config: Config) -> AsyncIterator[None]:
    """Let a bot that isn't connected yet be seen until the block ends; raise HostError if that can't be."""
    async with AsyncExitStack() as parts:
        if config.metrics_port is not None:
            from bot.operations import metrics  # noqa: PLC0415 - only where it is wanted, for the start's sake

            await parts.enter_async_context(metrics.serving(bot, config.database, config.metrics_port))
        if config.health_file is not None:
            await parts.enter_async_context(health.beating(config.health_file, lambda: bot.connected))
        yield
