"""A tiny bot that answers in each way a bot can, to try the page on."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

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


def board() -> ui.LayoutView:
    """Return a public message with buttons."""
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for name in ("hand", "letter", "bid", "silence", "closed"):
        row.add_item(ui.Button(label=name, custom_id=name, disabled=name == "closed"))
    box: ui.Container[ui.LayoutView] = ui.Container(ui.TextDisplay("# The board"), row)
    view.add_item(box)
    return view


def hand() -> ui.LayoutView:
    """Return a private message with a menu."""
    view = ui.LayoutView(timeout=None)
    options = [discord.SelectOption(label=card) for card in CARDS]
    view.add_item(ui.TextDisplay("**Your hand**"))
    view.add_item(ui.ActionRow(ui.Select(custom_id="pick", min_values=2, max_values=2, options=options)))
    return view


class Ukrainian(app_commands.Translator):
    """Says some words of the command in Ukrainian."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a word, or None where there is none."""
        known = {"board": "дошка", "guest": "гість", "Lay out the board": "Розкласти дошку"}
        return known.get(string.message) if locale is discord.Locale.ukrainian else None


class Courier(discord.Client):
    """The bot: /board posts the board, and each of its buttons does another thing."""

    def __init__(self) -> None:
        """Make the command."""
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="board", description="Lay out the board")
        async def _board(interaction: discord.Interaction[Any], guest: discord.Member | None = None) -> None:
            await interaction.response.send_message(view=board())
            if guest:
                await interaction.followup.send(f"{guest.mention} is asked")

    async def setup_hook(self) -> None:
        """Tell Discord the command."""
        await self.tree.set_translator(Ukrainian())
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a button or the menu."""
        if interaction.type is not discord.InteractionType.component or interaction.data is None:
            return
        match interaction.data.get("custom_id"):
            case "hand":
                await interaction.response.send_message(view=hand(), ephemeral=True)
            case "pick":
                picked = interaction.data.get("values")
                assert isinstance(picked, list)
                view = ui.LayoutView().add_item(ui.TextDisplay(" and ".join(map(str, picked))))
                await interaction.response.edit_message(view=view)
            case "letter":
                await interaction.user.send(f"a letter, in {interaction.locale}, from {interaction.guild_locale}")
                await interaction.response.defer()
            case "bid":
                await interaction.response.send_modal(Bid())
