"""Play: /play seats a person at the readiest open table of a server, or opens one."""

from bot.faces.hooks import Feature
from bot.features.play.commands import slash_commands
from bot.features.play.handlers import fill_seats, open_game

PLAY = Feature(
    key="play",
    routes={"fill:<table_id>": fill_seats, "open:<game>:<pace>": open_game},
    commands=slash_commands,
)
