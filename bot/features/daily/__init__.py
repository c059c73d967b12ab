"""Feature `daily`, the deal of the day: the same cards and rivals for all, played once each and compared afterwards."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.faces.feature_hooks import Command, Feature
from bot.features.daily import deals, handlers
from bot.features.daily.boards import FOLLOWED
from bot.features.daily.closing import Closing
from bot.features.daily.deals import can_be_dealt
from bot.interactions import command_texts
from engine.games import GAMES


def slash_commands(games: Collection[str]) -> Iterator[Command]:
    """Yield the command `/daily`, with a choice of those `games` that can be dealt alike for all."""
    offered = [each for each in games if each in GAMES and can_be_dealt(GAMES[each])]
    yield command_texts.command(
        "daily",
        handlers.obey,
        {"game": ("{}-name", offered)},
        game="option-daily-game",
    )


DAILY = Feature(
    key="daily",
    routes={
        "today": handlers.daily,
        "deal": handlers.deal,
        "appear": handlers.store_habit,
    },
    commands=slash_commands,
    settings={"daily": handlers.open_habit_dialog},
    explains=handlers.called_off_lines,
    explains_only_duplicates=True,
    fields=handlers.board_fields,
    server_lines=handlers.board_lines,
    kinds=deals.KINDS,
    followed=(FOLLOWED,),
    settings_lines=deals.settings_lines,
    document=deals.document,
    due=lambda services: Closing(services).close,
)
"""/daily: a deal a day for everybody."""
