"""Following a game: to be called when a table of it opens on a server."""

from bot.faces.hooks import Choices, Feature
from bot.features.follows import kept
from bot.features.follows.calling import Calls
from bot.features.follows.commands import follow, followed

FOLLOWS = Feature(
    key="follows",
    routes={"followed": followed},
    settings={"follow": follow},
    choices=Choices(lines=kept.lines, document=kept.document),
    due=Calls.of,
)
