"""Feature `daily`, the deal of the day: the same cards and rivals for all, played once each and compared afterwards."""

from __future__ import annotations

from bot.faces.hooks import Choices, Feature, PrivateView
from bot.features.daily import handlers, kept
from bot.features.daily.boards import FOLLOWED
from bot.features.daily.closing import Closing
from bot.features.daily.commands import slash_commands

DAILY = Feature(
    key="daily",
    routes={
        "today[:<date>]": handlers.daily,
        "deal:<game>": handlers.deal,
        "appear:<game>": handlers.store_habit,
    },
    commands=slash_commands,
    settings={"daily": handlers.open_habit_dialog},
    private_view=PrivateView(explains=handlers.called_off_lines, of_duplicates=True),
    fields=handlers.board_fields,
    server_lines=handlers.board_lines,
    kinds=kept.KINDS,
    followed=(FOLLOWED,),
    choices=Choices(lines=kept.settings_lines, document=kept.document),
    due=Closing.of,
)
"""/daily: a deal a day for everybody."""
