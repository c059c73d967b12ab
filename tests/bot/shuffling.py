"""What tests of the fair shuffle do: secrets and digests as they are kept, and words that people add."""

from __future__ import annotations

import re
from pathlib import Path

from simcord.backend.models import Message

from tests.bot.server import Answer, Evening, Guest

HEX = re.compile(r"\b[0-9a-f]{64}\b")
WORD = "a rook in the rain"


async def secret(court: Evening, table: int = 1) -> bytes:
    """Return the secret of a table."""
    pledged = (await court.table(table)).record.pledged
    assert pledged is not None
    return pledged.secret


def private(court: Evening) -> Message:
    """Return the newest message that only one person sees."""
    return next(message for message in reversed(court.messages()) if message.is_ephemeral)


async def dialog(court: Evening, guest: Guest, place: Message) -> Answer:
    """Press the button for a word."""
    answer = await court.press(guest, place, "word")
    assert answer.result.modal
    return answer


async def add(court: Evening, guest: Guest, place: Message, word: str = WORD) -> Answer:
    """Open the dialog and send a word."""
    opened = await dialog(court, guest, place)
    return Answer(court, await guest.member.submit_modal(opened.result, {"word": word}))


async def joins(court: Evening, guest: Guest, lobby: Message) -> Message:
    """Take a seat, and return the private answer."""
    await court.press(guest, lobby, "join")
    return private(court)


def find(court: Evening, message: int) -> Message:
    """Return a public message as it stands now."""
    return next(one for one in court.public() if one.id == message)


async def digests(court: Evening, table: int = 1) -> list[bytes | None]:
    """Return what is kept of each seat's word."""
    return [sitter.word for sitter in (await court.table(table)).record.sitters]


def files(court: Evening) -> list[Path]:
    """Return the files of the database."""
    return sorted(court.database.parent.glob(f"{court.database.name}*"))
