"""Commands as they are sent by a Discord that hasn't heard of the last change of Herald's commands."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import simcord
from simcord.interactions import base_payload

from tests.bot.server import Answer, Evening, Guest, words

COMMAND = 2
SUBCOMMAND, STRING = 1, 3


def sub(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """Return a subcommand with its options as Discord sends them."""
    return {"name": name, "type": SUBCOMMAND, "options": list(options)}


async def typed(court: Evening, guest: Guest, command: str, *options: dict[str, Any]) -> Answer:
    """Send a command that today's client would not."""
    backend = court.env.backend
    data = {"id": "1", "name": command, "type": 1, "options": list(options)}
    record, payload = base_payload(
        backend, type=COMMAND, channel_id=court.channel.id, guild_id=court.server.id, user_id=guest.id, data=data
    )
    court.env._notify_dispatch_observers(record)
    backend.emit("INTERACTION_CREATE", payload)
    await court.settle()
    return Answer(court, simcord.InteractionResult(court.env, record))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("poker", ()),
        ("newgame", (sub("poker"),)),
        ("settings", (sub("hand"),)),
        ("newgame", (sub("fortheking", {"name": "private", "type": STRING, "value": "fax"}),)),
    ],
    ids=["no such command", "no such subcommand", "an option is missing", "a choice that is no more"],
)
async def test_an_outdated_client_is_told_to_reload(
    court: Evening, caplog: pytest.LogCaptureFixture, command: str, options: tuple[dict[str, Any], ...]
) -> None:
    """One private sentence; no apology, nothing in the host's log, and no table."""
    answer = await typed(court, court.guests[0], command, *options)
    assert answer.private == words("refused-outdated")
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert not await court.tables.find()
