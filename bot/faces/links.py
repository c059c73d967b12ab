"""Addresses of messages on Discord."""

from __future__ import annotations

from bot.storage.records import TableRecord


def message_link(table: TableRecord, message: int | None) -> str:
    """Return the address of a message in the channel of a table; of the channel itself where there is none."""
    parts = (table.guild, table.channel, *([message] if message else []))
    return "/".join(("https://discord.com/channels", *map(str, parts)))


def table_link(table: TableRecord) -> str:
    """Return the address of a table's story: of its newest post, else of its lobby."""
    return message_link(table, table.announced.post or table.announced.message)
