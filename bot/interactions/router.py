"""The router: one listener for every click and dialog; all it needs is in the custom_id and in the database."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

import discord

from bot.faces.ids import Click, read
from bot.interactions import lobby, plays, preferences, showing, translations
from bot.interactions.services import Interaction, Services
from bot.tables.refusals import UnknownClick

Handler = Callable[..., Awaitable[None]]

HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        "move": plays.move,
        "offer": plays.offer,
        "pick": plays.pick,
        "page": plays.page,
        "dialog": plays.dialog,
        "number": plays.number,
        "play": showing.play,
        "hand": showing.hand,
        "look": showing.look,
        "log": showing.log,
        "rules": showing.rules,
        "about": showing.explain,
        "help": showing.helping,
        "which": showing.which,
        "settings": preferences.settings,
        "server": preferences.server,
        "board": translations.board,
        "read": translations.post,
        "farewell": translations.farewell,
        "join": lobby.join,
        "leave": lobby.leave,
        "start": lobby.start,
        "cancel": lobby.cancel,
        "end": lobby.end,
        "keep": lobby.keep,
    }
)
KINDS = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})


def words(handler: Handler, click: Click) -> list[int | str]:
    """Return the words of a click as its handler takes them; raise UnknownClick if they don't fit."""
    parameters = list(inspect.signature(handler).parameters.values())[2:]
    required = sum(parameter.default is parameter.empty for parameter in parameters)
    if not required <= len(click.words) <= len(parameters):
        raise UnknownClick
    try:
        return [
            word if parameter.annotation == "str" else int(word)
            for word, parameter in zip(click.words, parameters, strict=False)
        ]
    except ValueError:
        raise UnknownClick from None


async def route(services: Services, interaction: Interaction) -> None:
    """Answer a click or a dialog; raise a refusal or an error that the caller answers."""
    data: Mapping[str, Any] = interaction.data or {}
    click = read(str(data.get("custom_id", "")))
    if click is None or click.verb not in HANDLERS:
        raise UnknownClick
    handler = HANDLERS[click.verb]
    await services.greet(interaction)
    await handler(services, interaction, *words(handler, click))
    await preferences.notice(services, interaction)
