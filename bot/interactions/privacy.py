"""/privacy: what is kept about a person, shown, handed over as a file, and deleted once that is confirmed."""

from __future__ import annotations

import gzip
import time
from typing import Final

from bot.faces import privacy
from bot.interactions import personal
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick

NAME: Final = "herald-privacy.json"
LARGEST: Final = 4 * 1024 * 1024
"""Bytes from which on the file is compressed: Discord takes no more than ten million from a bot."""


async def show(request: Request) -> None:
    """Show what is kept about a person."""
    kept = await personal.kept(request.services.storage, request.person.user)
    await request.answer(privacy.kept(kept, request.language, request.names))


async def export(request: Request) -> None:
    """Hand a person all that is kept as a file, which nobody else sees."""
    services = request.services
    await request.defer()
    content = await personal.document(services.tables, services.storage, request.person.user, request.language)
    name = NAME
    if len(content) > LARGEST:
        name, content = f"{NAME}.gz", gzip.compress(content)
    await request.hand_over(request.language.text("privacy-file"), name, content, about="privacy-title")


async def ask(request: Request) -> None:
    """Ask whether a person really wants to be forgotten, and tell what that does."""
    kept = await personal.kept(request.services.storage, request.person.user)
    await request.answer(privacy.confirm(kept, request.language))


async def decide(request: Request, what: str) -> None:
    """Forget a person who has confirmed it, or leave everything as it is."""
    if what not in privacy.ANSWERS:
        raise UnknownClick
    if what == privacy.KEEP:
        await request.answer(privacy.left_alone(request.language))
        return
    services, user = request.services, request.person.user
    language = request.language
    forgotten = await personal.forget(services.tables, services.storage, user, time.time())
    services.preferences.drop_person(user)
    await request.answer(privacy.done(forgotten, language))
