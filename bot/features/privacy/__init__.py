"""Privacy: what is kept about a person, shown, exported and deleted."""

from bot.faces.hooks import Feature
from bot.features.privacy.commands import decide, slash_commands

PRIVACY = Feature(key="privacy", routes={"privacy:<what>": decide}, commands=slash_commands)
