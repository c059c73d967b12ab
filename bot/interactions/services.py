"""The services: what an answer needs to know, and the ways to give it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.announce.announcer import Announcer
from bot.announce.outgoing import NOBODY
from bot.client.command_texts import command_names
from bot.faces import messages
from bot.faces.layout import Page
from bot.faces.picture.orders import hand_picture
from bot.faces.words import Speaker
from bot.pictures.follow_ups import Pictures, Sight, Ticket
from bot.pictures.renderer import PictureRequest
from bot.storage.port import Person, Server, Storage, StorageError, TableId
from bot.tables.audience import Audience
from bot.tables.preferences import Preferences, pictures_for
from bot.tables.refusals import NoSuchTable, UnknownClick
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import languages
from bot.texts.fluent import Language
from engine.errors import NotSeated
from engine.game import AnyGame
from engine.match import Frame

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]

Draw: TypeAlias = Callable[[Frame, str, Speaker], PictureRequest | None]
"""How a picture of a table is ordered: from what a viewer sees, the table's title, and who speaks."""

ASKING = "asking"
"""Under this name an interaction carries the person who asks, with all that this person has chosen."""

LARGEST = (1 << 63) - 1
"""The largest number that a database can be asked for; only a forged click names a larger one."""


def in_private(interaction: Interaction) -> bool:
    """Tell whether the message that was clicked is seen by this person alone."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


def is_moderator(interaction: Interaction) -> bool:
    """Tell whether the person may tidy up after others here."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that answers are made of."""

    tables: Tables
    storage: Storage
    preferences: Preferences
    audience: Audience
    announcer: Announcer
    pictures: Pictures
    home: Language
    games: dict[str, AnyGame]

    async def greet(self, interaction: Interaction) -> None:
        """Look up what the person who asks has chosen, before anything is answered."""
        try:
            interaction.extras[ASKING] = await self.preferences.person(interaction.user.id)
        except StorageError as error:
            # Whatever was asked for may still be answered, if in the language of the person's Discord.
            log.warning("what a person has chosen could not be read: %s", error)

    def reader(self, interaction: Interaction) -> Language:
        """Return the language of private answers to this person."""
        person = interaction.extras.get(ASKING) or Person(interaction.user.id)
        return languages.private(person, interaction.locale.value, self.home)

    def names(self, interaction: Interaction) -> Mapping[str, str]:
        """Return how this person's Discord shows the commands, as facts for sentences that name one."""
        return command_names(interaction.locale.value)

    def speaker(self, interaction: Interaction, table: Table) -> Speaker:
        """Return who speaks to this person about a table."""
        return Speaker(self.reader(interaction), table.people)

    async def table(self, interaction: Interaction, table_id: int) -> Table:
        """Return the table of a click; raise a refusal if it is none of this server's, or of this person's in a DM."""
        if table_id > LARGEST:
            raise NoSuchTable
        table = await self.tables.get(TableId(table_id))
        seated = any(sitter.user == interaction.user.id for sitter in table.record.sitters)
        if table.record.guild != interaction.guild_id and not seated:
            raise NotSeated if interaction.guild_id is None else UnknownClick
        return table

    async def show(self, interaction: Interaction, view: ui.LayoutView) -> None:
        """Answer with a private view: in place of the private message that was clicked, or as a new one."""
        await self._show(interaction, view)

    async def _show(self, interaction: Interaction, view: ui.LayoutView) -> tuple[int, Ticket]:
        """Return the message that is the answer, and the right to put a picture into it."""
        message = interaction.message
        if message is None or not in_private(interaction):
            return await self._open(interaction, view)
        ticket = self.pictures.call_off(message.id)
        await interaction.response.edit_message(view=view, attachments=[], allowed_mentions=NOBODY)
        return message.id, ticket

    async def open(self, interaction: Interaction, view: ui.LayoutView) -> None:
        """Answer with a new private message."""
        await self._open(interaction, view)

    async def _open(self, interaction: Interaction, view: ui.LayoutView) -> tuple[int, Ticket]:
        answer = await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
        message = answer.message_id or answer.id
        return message, self.pictures.call_off(message)

    async def notes(self, interaction: Interaction, table: Table, speaker: Speaker) -> list[str]:
        """Return what a person must know besides the game: trouble with the channel, or DMs that are closed."""
        trouble = self.announcer.trouble(table.record.id)
        told = [speaker.say(trouble)] if trouble else []
        person = await self.preferences.person(interaction.user.id)
        if person.dm_closed and not person.dm_told:
            told.append(speaker.key("trouble-dm", **self.names(interaction)))
            await self.preferences.change_person(person.user, dm_told=True)
        return told

    async def display(self, interaction: Interaction, sight: Sight) -> None:
        """Answer with a private page as `show` does; its picture follows."""
        message, ticket = await self._show(interaction, sight.page.view)
        self.pictures.follow(interaction, message, ticket, sight)

    async def unfold(self, interaction: Interaction, sight: Sight) -> None:
        """Answer with a new private page; its picture follows."""
        message, ticket = await self._open(interaction, sight.page.view)
        self.pictures.follow(interaction, message, ticket, sight)

    async def wants_pictures(self, interaction: Interaction, guild: int | None) -> bool:
        """Tell whether this person's private views have pictures, where they are about a server or in none."""
        person = interaction.extras.get(ASKING) or Person(interaction.user.id)
        return pictures_for(person, await self.preferences.server(guild) if guild else Server(0))

    async def sight(self, interaction: Interaction, table: Table, page: Page, draw: Draw) -> Sight:
        """Return a page about a table, with the picture that `draw` orders if this person wants pictures."""
        if not await self.wants_pictures(interaction, table.record.guild):
            return Sight(page)
        speaker = self.speaker(interaction, table)
        seen_by = table.viewer(interaction.user.id)
        return Sight(page, lambda: draw(table.frame(seen_by), messages.title(table.record, speaker), speaker))

    async def private(self, interaction: Interaction, table: Table, told: Sequence[str] = (), page: int = 0) -> Sight:
        """Return a person's own view of a table."""
        seat = table.seat_of(interaction.user.id)
        speaker = self.speaker(interaction, table)
        notes = await self.notes(interaction, table, speaker)
        away = interaction.channel_id != table.record.channel
        shown = messages.private(table.record, table.frame(seat), [*notes, *told], speaker, page, away=away)
        return await self.sight(interaction, table, shown, hand_picture)
