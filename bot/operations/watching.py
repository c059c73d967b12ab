"""Services beside a running bot: health file, metrics, returning freed memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.client.herald import Herald
from bot.host.config import Config
from bot.operations import health, malloc_trim


@asynccontextmanager
async def watch_bot(bot: Herald, config: Config) -> AsyncIterator[None]:
    """Run the services that `config` asks for until the block ends; raise `HostError` if one can't start."""
    async with AsyncExitStack() as parts:
        await parts.enter_async_context(malloc_trim.return_freed_memory())
        if config.metrics_port is not None:
            from bot.operations import metrics  # noqa: PLC0415 - only where it is wanted, for the start's sake

            await parts.enter_async_context(metrics.serve_metrics(bot, config.database, config.metrics_port))
        if config.health_file is not None:
            await parts.enter_async_context(health.write_heartbeats(config.health_file, lambda: bot.connected))
        yield
