"""What a person is told when a click or a command did not work: the refusal, or an apology for a bug."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.announce.outgoing import NOBODY
from bot.interactions.services import Interaction, Services
from engine.errors import Refused

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10062, 40060


async def answer(services: Services, interaction: Interaction, error: BaseException) -> None:
    """Answer a refusal with its sentence, and a bug with an apology and a line in the log."""
    if isinstance(error, Refused):
        await _whisper(
            interaction, services.reader(interaction).text(error.key, **services.names(interaction), **error.facts)
        )
    elif _too_late(error):
        log.info("an answer came too late or twice: %s", _subject(interaction))
    else:
        log.error("an interaction failed: %s", _subject(interaction), exc_info=error)
        await _whisper(interaction, services.reader(interaction).text("apology"))


def _too_late(error: BaseException) -> bool:
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and error.code in {UNKNOWN_INTERACTION, ALREADY_ANSWERED}


def _subject(interaction: Interaction) -> str:
    """Return what an interaction was about: the command, or the id of what was clicked; never what was typed."""
    data: Any = interaction.data or {}
    return f"{interaction.type.name} {data.get('custom_id') or data.get('name')}"


async def _whisper(interaction: Interaction, sentence: str) -> None:
    try:
        if interaction.response.is_done():
            await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NOBODY)
        else:
            await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        log.warning("a private answer could not be given: %s", error)
