"""Feature `replay`: a match walked through move by move, in private, with the view of the public or of a seat.

Of a match that runs or was ended early, each user walks through the moves seen so far, and through nothing else. From a
moment of a match that is over, all users that may see it can play on at a private table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import discord
from discord import app_commands

from bot.faces.components import Parts, text_button
from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.features.replay import handlers
from bot.features.replay.hindsight import film_button, turning_points
from bot.interactions.command_texts import localized_name
from bot.interactions.request import Interaction
from bot.storage.records import Status, TableRecord
from bot.storage.store import Store
from bot.texts.fluent import Language
from engine.scene import Viewer


def _buttons(table: TableRecord, localizer: Localizer, *_: object) -> Parts:
    """Return the button that opens the replay, with the film of a private table; none where the match isn't over."""
    if table.status is not Status.OVER:
        return []
    film = film_button(table, localizer) if table.alone else []
    return [text_button(localizer, "button-replay", "replay", table.id), *film]


def _look_buttons(table: TableRecord, localizer: Localizer, viewer: Viewer) -> Parts:
    """Return the button that opens the replay; where the match isn't over, the one for the moves seen so far.

    Whoever looks at the private table of somebody else gets no film of it.
    """
    if table.status in {Status.PLAYING, Status.ENDED}:
        return [text_button(localizer, "button-so-far", "sofar", table.id)]
    buttons = _buttons(table, localizer)
    return buttons[:1] if viewer is None else buttons


def _chapter_buttons(table: TableRecord, mark: str, localizer: Localizer) -> Parts:
    """Return the button that leads to the move with the token `mark`; none where the match was ended early."""
    if table.status not in {Status.PLAYING, Status.OVER}:
        return []
    return [text_button(localizer, "button-from-here", "here", table.id, mark)]


async def _overview_buttons(storage: Store, user: int, language: Language) -> Parts:
    """Return the button that lists the finished matches of `user`; none without any."""
    if await storage.find(user=user, status=[Status.OVER], last=1):
        return [text_button(language, "button-finished", "finished")]
    return []


def _rows(table: TableRecord, localizer: Localizer) -> list[Parts]:
    return [[*_buttons(table, localizer), *film_button(table, localizer)]]


def _message_menus(_: Collection[str]) -> Iterator[app_commands.ContextMenu]:
    """Yield the context menu that leads from a message to the move it is about."""

    async def from_here(interaction: Interaction, message: discord.Message) -> None:
        await handlers.show_origin(
            await interaction.client.request(interaction), message.id
        )

    yield app_commands.ContextMenu(
        name=localized_name("Replay from here", "menu-from-here"), callback=from_here
    )


REPLAY = Feature(
    key="replay",
    routes={
        "replay": handlers.show_moment,
        "sofar": handlers.show_so_far,
        "here": handlers.show_move,
        "showmoment": handlers.post_moment,
        "followwalk": handlers.follow_walk,
        "playon": handlers.offer_practice,
        "playedon": handlers.practise,
        "judged": handlers.judge_choice,
        "analyse": handlers.analyse_match,
        "film": handlers.post_table_film,
        "finished": handlers.list_finished,
        "rewatch": handlers.rewatch,
    },
    commands=_message_menus,
    lines=turning_points,
    rows=_rows,
    private_buttons=_buttons,
    look_buttons=_look_buttons,
    chapter_buttons=_chapter_buttons,
    overview_buttons=_overview_buttons,
)
