"""Clicks about the fair shuffle: adding a word to it, and its secret once the match is over."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from bot.faces import fairness as faces
from bot.faces import messages
from bot.faces.components import Part, text_button
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine import fairness
from engine.errors import Refused

SALT = re.compile(f"[0-9a-f]{{{2 * fairness.SALT_BYTES}}}")
"""A salt as hex digits, as a custom_id has it."""


async def open_word_dialog(request: Request, table: Table) -> None:
    """Open the dialog for a word. Its salt is fixed and shown beforehand, so that no user chooses it."""
    table.seat_without_word(request.user)
    salt = secrets.token_hex(fairness.SALT_BYTES)
    await request.open_dialog(faces.word_dialog(table.id, salt, request.language))


async def offer_word(
    request: Request, table: Table, text: str, more: Sequence[Part] = ()
) -> None:
    """Tell the user `text`, the pledge of the shuffle, and that a word may be added to it.

    `more` are buttons beside the one for the word.
    """
    pledge = faces.pledge_to_keep(table.record, request.localizer(table))
    lines = [text, request.text("word-offer"), *pledge]
    button = text_button(request.language, "button-word", "word", table.id)
    await request.tell("\n".join(lines), [[*more, button]])


async def add_word(request: Request, table: Table, salt: str) -> None:
    """Store the digest of the word in the dialog with `salt`, and tell the user how it is made; raise `Refused`."""
    said = request.dialog_text
    if not SALT.fullmatch(salt):
        raise UnknownClick
    if not said.isprintable() or not 1 <= len(said) <= faces.WORD:
        raise Refused("refused-word", most=faces.WORD)

    salted = bytes.fromhex(salt)
    digest = fairness.word_digest(salted, said)
    kept = await request.tables.add_word(table.id, request.user, digest)
    pledge = ""
    if kept.record.pledged:
        pledge = kept.record.pledged.pledge

    sentence = request.text("word-added", digest=digest.hex(), salt=salt, pledge=pledge)
    await request.tell(sentence)


async def show_secrets(request: Request, table: Table, page: int = 1) -> None:
    """Show the secrets of a match that is over, to any user; raise `NotOver` before."""
    match = table.finished_match
    localizer = request.localizer(table)
    shown = messages.hidden_cards_page(
        table.record,
        match.revealed_parts,
        match.seed,
        page,
        localizer,
        table.viewer(request.user),
    )
    await request.answer(shown)
