"""/privacy: what is kept about a person, shown, handed over as a file, and deleted once that is confirmed."""

from __future__ import annotations

import gzip
import time
from collections.abc import Collection, Iterator
from typing import Final

from discord import app_commands

from bot.faces.components import Picture
from bot.features.privacy import personal, view
from bot.interactions import slash
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick
from bot.texts.fluent import Language

NAME: Final = "herald-privacy.json"
LARGEST: Final = 4 * 1024 * 1024
"""Bytes from which on the file is compressed: Discord takes no more than ten million from a bot."""


async def show(request: Request) -> None:
    """Show what is kept about a person."""
    kept = await personal.kept(request.services.storage, request.person.user)
    await request.answer(view.kept(kept, request.language, request.names))


async def export(request: Request) -> None:
    """Hand a person all that is kept as a file, which nobody else sees."""
    services = request.services
    await request.defer()
    content = await personal.document(services.tables, services.storage, request.person.user, request.language)
    name = NAME
    if len(content) > LARGEST:
        name, content = f"{NAME}.gz", gzip.compress(content)
    said = request.language.text
    await request.tell(said("privacy-file"), file=Picture(name, said("privacy-title"), content))


async def ask(request: Request) -> None:
    """Ask whether a person really wants to be forgotten, and tell what that does."""
    kept = await personal.kept(request.services.storage, request.person.user)
    await request.answer(view.confirm(kept, request.language))


async def decide(request: Request, what: str) -> None:
    """Forget a person who has confirmed it, or leave everything as it is."""
    if what not in view.ANSWERS:
        raise UnknownClick
    if what == view.KEEP:
        await request.answer(view.left_alone(request.language))
        return
    services, user = request.services, request.person.user
    language = request.language
    forgotten = await personal.forget(services.tables, services.storage, user, time.time())
    services.preferences.drop_person(user)
    await request.answer(view.done(forgotten, language))


VERBS: Final = {"show": show, "export": export, "delete": ask}


def slash_commands(home: Language, _: Collection[str]) -> Iterator[app_commands.Group]:
    """Yield /privacy with its subcommands."""
    group = slash.group("privacy", home)
    for name, answer in VERBS.items():
        group.add_command(slash.command(name, answer, home, within="privacy"))
    yield group
