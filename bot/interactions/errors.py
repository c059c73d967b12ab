"""What a person is told when a click or a command did not work: the refusal, or an apology for a bug."""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.host import deadline
from bot.host.deadline import Overdue
from bot.interactions.request import Interaction, Request
from bot.sending.codes import SERVERS_FAULT
from bot.storage.port import Damaged, OutcomeUnknown, StorageError
from bot.tables.refusals import Outdated
from engine.errors import Refused

log = logging.getLogger(__name__)

OUTDATED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""What becomes of a command as a Discord sends it that hasn't heard of the last change of Herald's commands."""
LATE = "its answer was not ready in time"
UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10062, 40060


async def answer(request: Request, error: Exception) -> None:
    """Answer a refusal with its sentence, a failing disk with another and a line in the log, else with an apology."""
    if isinstance(error, OUTDATED):
        error = Outdated()
    if isinstance(error, Refused):
        await _tell(request, request.text(error.key, **request.names, **error.facts))
    elif isinstance(error, StorageError | Overdue):
        why = LATE if isinstance(error, Overdue) else error
        log.error("an interaction failed: %s: %s", _subject(request.interaction), why)
        await _tell(request, request.text(_apology(error)))
    elif _too_late(error) or request.interaction.client.is_closed():
        log.info("an answer came too late or twice: %s", _subject(request.interaction))
    elif _discords(error):
        log.warning("an answer was not taken by Discord: %s: %s", _subject(request.interaction), error)
        await _tell(request, request.text("apology"))
    else:
        log.error("an interaction failed: %s", _subject(request.interaction), exc_info=error)
        await _tell(request, request.text("apology"))


def _apology(error: StorageError | Overdue) -> str:
    """Return the key of what is said of a database that fails: never that nothing was kept where nobody knows."""
    if isinstance(error, Damaged):
        return "apology-damaged"
    changed = error.changed if isinstance(error, Overdue) else deadline.has_changed()
    return "apology-unknown" if changed or isinstance(error, OutcomeUnknown) else "apology-storage"


def _discords(error: BaseException) -> bool:
    """Tell whether an answer failed without any line of code being to blame."""
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVERS_FAULT
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | TimeoutError)


def _too_late(error: BaseException) -> bool:
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and error.code in {UNKNOWN_INTERACTION, ALREADY_ANSWERED}


def _subject(interaction: Interaction) -> str:
    """Return what an interaction was about: the command, or what was clicked at which table; never what was chosen."""
    data: Any = interaction.data or {}
    verb, *words = str(data.get("custom_id") or data.get("name")).split(":")
    return f"{interaction.type.name} {':'.join([verb, *words[:1]])}"


async def _tell(request: Request, sentence: str) -> None:
    try:
        await request.tell(sentence)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        log.warning("a private answer could not be given: %s", error)
    except RuntimeError:
        # Whoever waited for too long when Herald stopped finds its session closed.
        if not request.interaction.client.is_closed():
            raise
        log.info("an answer came too late: %s", _subject(request.interaction))
