"""Private tables: one person against rivals, to practise with rewinds, or to learn a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from discord import app_commands

from bot.faces.components import Parts, Style, button
from bot.faces.fairness import hidden_cards_button
from bot.faces.feature_hooks import Command, Feature, PrivateView
from bot.faces.rivals import LEVEL, LEVELS
from bot.faces.scene_text import Localizer
from bot.features.alone import learning, playing
from bot.features.alone.playing import open_table
from bot.interactions import command_builders
from bot.interactions.lobby import NewTable
from bot.interactions.request import Interaction
from bot.storage.records import Status, TableRecord
from bot.tables.refusals import Outdated
from bot.texts.fluent import Language
from engine.games import GAMES
from engine.scene import say


def buttons(table: TableRecord, localizer: Localizer, *_: object) -> Parts:
    """Return the buttons of a private table in play, besides its question: put away, and rewind if no `duplicate`."""
    if not table.alone or table.status is not Status.PLAYING:
        return []
    found = [button(localizer.text("button-put-away"), "putaway", table.id)]
    if not table.duplicate:
        found.insert(0, button(localizer.text("button-rewind"), "rewind", table.id))

    return found


def look_buttons(table: TableRecord, localizer: Localizer) -> Parts:
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


def slash_commands(
    games: Collection[str],
) -> Iterator[Command]:
    """Yield the commands `/alone` and `/learn`, for `games` by their keys."""

    @command_builders.with_options(
        "alone",
        game="option-alone-game",
        rivals="option-rivals",
        level="option-level",
    )
    @app_commands.choices(
        game=command_builders.game_choices(games),
        level=command_builders.choices(LEVELS, "level"),
    )
    async def alone(
        interaction: Interaction,
        game: str,
        rivals: app_commands.Range[int, 1, MOST_RIVALS] | None = None,
        level: str = LEVEL,
    ) -> None:
        if game not in games or level not in LEVELS:
            raise Outdated
        request = await interaction.client.request(interaction)
        await open_table(request, game, NewTable(rivals=rivals or 0, level=level))

    @command_builders.with_options("learn", game="option-learn-game")
    @app_commands.choices(game=command_builders.game_choices(games))
    async def learn(interaction: Interaction, game: str) -> None:
        await learning.learn(await interaction.client.request(interaction), game)

    yield from (alone, learn)


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
    private_view=PrivateView(
        ways=learning.lesson_buttons, explains=learning.lesson_lines, buttons=buttons
    ),
    look_buttons=look_buttons,
    lobby_buttons=lobby_buttons,
    help_buttons=help_buttons,
    without_server=open_table,
    kinds=(learning.KIND,),
    document=learning.document,
)
"""/alone and /learn: private tables."""
