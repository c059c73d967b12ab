"""What goes on beside a running bot: health file and metrics, if the settings ask for them; its memory is kept low."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.client.herald import Herald
from bot.host.config import Config
from bot.operations import health, memory


@asynccontextmanager
async def watched(bot: Herald, config: Config) -> AsyncIterator[None]:
    """Look after a bot that isn't connected yet until the block ends; raise HostError if it can't be seen as wanted."""
    async with AsyncExitStack() as parts:
        await parts.enter_async_context(memory.given_back())
        if config.metrics_port is not None:
            from bot.operations import metrics  # noqa: PLC0415 - only where it is wanted, for the start's sake

            await parts.enter_async_context(metrics.serving(bot, config.database, config.metrics_port))
        if config.health_file is not None:
            await parts.enter_async_context(health.beating(config.health_file, lambda: bot.connected))
        yield
