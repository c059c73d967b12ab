"""Private tables: one person against rivals, to practise with rewinds, or to learn a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from discord import app_commands

from bot.faces.components import Parts, Style, button
from bot.faces.fairness import hidden_cards_button
from bot.faces.feature_hooks import Command, Feature
from bot.faces.rivals import LEVEL, LEVELS
from bot.faces.scene_text import Localizer
from bot.features.alone import learning, playing
from bot.features.alone.playing import open_table
from bot.interactions import command_builders
from bot.interactions.lobby import NewTable
from bot.interactions.request import Request
from bot.storage.records import Status, TableRecord
from bot.tables.refusals import Outdated
from bot.texts.fluent import Language
from engine.games import GAMES
from engine.scene import Viewer, say


def buttons(table: TableRecord, localizer: Localizer, *_: object) -> Parts:
    """Return the buttons of a private table in play, besides its question: put away, and rewind if no `duplicate`."""
    if not table.alone or table.status is not Status.PLAYING:
        return []
    found = [button(localizer.text("button-put-away"), "putaway", table.id)]
    if not table.duplicate:
        found.insert(0, button(localizer.text("button-rewind"), "rewind", table.id))

    return found


def look_buttons(table: TableRecord, localizer: Localizer, _: Viewer) -> Parts:
    """Return the buttons of a private table with `Status.OVER`: its hidden cards, and another game."""
    if not table.alone or table.status is not Status.OVER:
        return []
    again = button(
        localizer.text("button-again"), "again", table.id, style=Style.SUCCESS
    )
    return [again, hidden_cards_button(table.id, localizer.language)]


def lobby_buttons(table: TableRecord, localizer: Localizer) -> Parts:
    """Return the button that teaches the game of an open table; none where the game has no `primer`."""
    game = GAMES.get(table.game)
    if game and game.primer:
        return [button(localizer.text("button-learn"), "learn", table.game)]

    return []


def help_buttons(language: Language) -> Parts:
    """Return a button for each game that has a `primer`."""
    return [
        button(
            language.text("button-learn-game", game=say(f"{game.key}-name")),
            "learn",
            game.key,
        )
        for game in GAMES.values()
        if game.primer
    ]


MOST_RIVALS = 4


async def alone(
    request: Request,
    game: str,
    rivals: app_commands.Range[int, 1, MOST_RIVALS] | None = None,
    level: str = LEVEL,
) -> None:
    """Open a private table of `game`."""
    if game not in request.services.games or level not in LEVELS:
        raise Outdated
    await open_table(request, game, NewTable(rivals=rivals or 0, level=level))


def slash_commands(games: Collection[str]) -> Iterator[Command]:
    """Yield the commands `/alone` and `/learn`, for `games` by their keys."""
    offered = {"game": ("{}-name", games)}
    yield command_builders.command(
        "alone",
        alone,
        {**offered, "level": ("level-{}", LEVELS)},
        game="option-alone-game",
        rivals="option-alone-rivals",
        level="option-alone-level",
    )
    yield command_builders.command(
        "learn", learning.learn, offered, game="option-learn-game"
    )


ALONE = Feature(
    key="alone",
    routes={
        "rewind": playing.offer_rewind,
        "rewound": playing.rewind_to,
        "putaway": playing.put_away,
        "again": playing.again,
        "learn": learning.learn,
        "suggested": learning.play_suggestion,
        "why": learning.show_reason,
        "graduate": learning.graduate,
    },
    commands=slash_commands,
    answer_buttons=learning.lesson_buttons,
    explains=learning.lesson_lines,
    private_buttons=buttons,
    look_buttons=look_buttons,
    lobby_buttons=lobby_buttons,
    help_buttons=help_buttons,
    without_server=open_table,
    kinds=(learning.KIND,),
    document=learning.document,
)
"""/alone and /learn: private tables."""
