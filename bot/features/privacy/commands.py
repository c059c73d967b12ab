"""/privacy: what is kept about a person, shown, handed over as a file, and deleted once that is confirmed."""

from __future__ import annotations

import gzip
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.features.privacy import personal, view
from bot.interactions.command_texts import described, typed
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick
from bot.texts.fluent import Language

Answer: TypeAlias = Callable[[Request], Awaitable[None]]

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
    await request.hand_over(request.language.text("privacy-file"), name, content, about="privacy-title")


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
    group = app_commands.Group(
        name=typed("privacy", "command-privacy-all"), description=described(home, "command-privacy-all")
    )
    for name, answer in VERBS.items():
        group.add_command(_command(name, answer, home))
    yield group


def _command(name: str, answer: Answer, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return a subcommand about what is kept."""

    @app_commands.command(
        name=typed(name, f"command-privacy-{name}"), description=described(home, f"command-privacy-{name}")
    )
    async def about(interaction: discord.Interaction[Any]) -> None:
        await answer(await interaction.client.request(interaction))

    return about
