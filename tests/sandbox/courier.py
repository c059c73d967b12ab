"""A tiny bot that answers, and sends pictures, in each way a bot can, to try the page on."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

CARDS = ("crown", "sword", "scroll")


class Bid(ui.Modal, title="Your bid"):
    """A dialog with a field and a menu."""

    amount: ui.TextInput[Bid] = ui.TextInput(label="How much?", custom_id="amount", max_length=3)
    card: ui.Label[Bid] = ui.Label(
        text="Which card?",
        component=ui.Select(custom_id="card", options=[discord.SelectOption(label=card) for card in CARDS]),
    )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Answer with what was filled in."""
        menu = self.card.component
        assert isinstance(menu, ui.Select)
        await interaction.response.send_message(f"{self.amount.value} for the {menu.values[0]}", ephemeral=True)


NAME = "table.png"
ROWS = (("repaint", "reword", "tear"), ("private", "classic", "picture", "forget"))


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
        view.add_item(buttons(*names))
    return view


def buttons(*names: str) -> ui.ActionRow[ui.LayoutView]:
    """Return a row of buttons, of which one called "closed" can't be pressed."""
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for name in names:
        row.add_item(ui.Button(label=name, custom_id=name, disabled=name == "closed"))
    return row


def board() -> ui.LayoutView:
    """Return a public message with buttons."""
    row = buttons("hand", "letter", "bid", "closed")
    return ui.LayoutView(timeout=None).add_item(ui.Container(ui.TextDisplay("# The board"), row))


def hand() -> ui.LayoutView:
    """Return a private message with a menu."""
    options = [discord.SelectOption(label=card) for card in CARDS]
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay("**Your hand**"))
    return view.add_item(ui.ActionRow(ui.Select(custom_id="pick", min_values=2, max_values=2, options=options)))


class Ukrainian(app_commands.Translator):
    """Says some words of the command in Ukrainian."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a word, or None where there is none."""
        known = {"board": "дошка", "guest": "гість", "Lay out the board": "Розкласти дошку"}
        return known.get(string.message) if locale is discord.Locale.ukrainian else None


class Courier(discord.Client):
    """The bot: /board posts the board, /paint a picture, and each button under them does another thing."""

    def __init__(self) -> None:
        """Make the commands."""
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="board", description="Lay out the board")
        async def _board(interaction: discord.Interaction[Any], guest: discord.Member | None = None) -> None:
            await interaction.response.send_message(view=board())
            if guest:
                await interaction.followup.send(f"{guest.mention} is asked")

        @self.tree.command(name="paint", description="Show a picture")
        async def _paint(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(view=gallery("red", "a red table"), file=framed("red"))

    async def setup_hook(self) -> None:
        """Tell Discord the commands."""
        await self.tree.set_translator(Ukrainian())
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a button or the menu."""
        if interaction.type is not discord.InteractionType.component or interaction.data is None:
            return
        answer = interaction.response
        match interaction.data.get("custom_id"):
            case "hand":
                await answer.send_message(view=hand(), ephemeral=True)
            case "pick":
                picked = interaction.data.get("values")
                assert isinstance(picked, list)
                view = ui.LayoutView().add_item(ui.TextDisplay(" and ".join(map(str, picked))))
                await answer.edit_message(view=view)
            case "letter":
                await interaction.user.send(f"a letter, in {interaction.locale}, from {interaction.guild_locale}")
                await answer.defer()
            case "bid":
                await answer.send_modal(Bid())
            case name:
                await self._paint(interaction, name)

    async def _paint(self, interaction: discord.Interaction[Any], name: object) -> None:
        answer = interaction.response
        match name:
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
            case "picture":
                await interaction.user.send(view=gallery("pink", "a pink letter"), file=framed("pink"))
                await answer.defer()
            case "forget":
                await answer.send_message(view=gallery("none", "a picture that was never sent"))
