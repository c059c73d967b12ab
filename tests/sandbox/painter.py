"""A tiny bot that sends pictures in each way a bot can, to try on the page how they are shown."""

from io import BytesIO
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

NAME = "table.png"
ROWS = (("repaint", "reword", "tear"), ("private", "classic", "letter", "forget"))


def painted(colour: str) -> bytes:
    """Return a picture of one colour, 40 x 20 pixels."""
    kept = BytesIO()
    Image.new("RGB", (40, 20), colour).save(kept, "png")
    return kept.getvalue()


def framed(colour: str) -> discord.File:
    """Return a picture as a file to be sent."""
    return discord.File(BytesIO(painted(colour)), NAME, description=f"all {colour}")


def gallery(words: str, alt: str | None) -> ui.LayoutView:
    """Return a layout of words, the picture if there is an alt text for it, and a button for each deed."""
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(words))
    if alt is not None:
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{NAME}", description=alt)))
    for names in ROWS:
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for name in names:
            row.add_item(ui.Button(label=name, custom_id=name))
        view.add_item(row)
    return view


class Painter(discord.Client):
    """The bot: /paint sends a red picture, and each button under it does another thing."""

    def __init__(self) -> None:
        """Make the command."""
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="paint", description="Show a picture")
        async def _paint(interaction: discord.Interaction[Any]) -> None:
            view = gallery("red", "a red table")
            await interaction.response.send_message(view=view, file=framed("red"))

    async def setup_hook(self) -> None:
        """Tell Discord the command."""
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a button."""
        if interaction.type is not discord.InteractionType.component or interaction.data is None:
            return
        answer = interaction.response
        match interaction.data.get("custom_id"):
            case "repaint":
                await answer.edit_message(view=gallery("blue", "a blue table"), attachments=[framed("blue")])
            case "reword":
                await answer.edit_message(view=gallery("still red", "the same table"))
            case "tear":
                await answer.edit_message(view=gallery("nothing", None), attachments=[])
            case "private":
                await answer.send_message(view=gallery("green", "a green hand"), file=framed("green"), ephemeral=True)
            case "classic":
                await answer.send_message("Look at this:", file=framed("gold"))
            case "letter":
                await interaction.user.send(view=gallery("pink", "a pink letter"), file=framed("pink"))
                await answer.defer()
            case "forget":
                await answer.send_message(view=gallery("none", "a picture that was never sent"))
