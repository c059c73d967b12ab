"""The desk: what an answer needs to know, and the ways to give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.faces import messages
from bot.faces.words import Speaker
from bot.herald.announcer import Announcer
from bot.herald.wire import NOBODY
from bot.live import Live
from bot.refusals import NoSuchTable, UnknownClick
from bot.storage.port import Private, Storage, TableId
from bot.tables import Tables
from bot.texts import Language, language, locales
from engine.errors import NotSeated
from engine.game import AnyGame

Interaction: TypeAlias = discord.Interaction[Any]

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
class Desk:
    """Everything that answers are made of."""

    tables: Tables
    storage: Storage
    announcer: Announcer
    home: Language
    games: dict[str, AnyGame]

    def reader(self, interaction: Interaction) -> Language:
        """Return the language of private answers: the person's own if there are texts for it."""
        locale = str(interaction.locale)
        return language(locale) if locale.partition("-")[0] in locales() else self.home

    def speaker(self, interaction: Interaction, live: Live) -> Speaker:
        """Return who speaks to this person about a table."""
        return Speaker(self.reader(interaction), live.people)

    async def table(self, interaction: Interaction, table: int) -> Live:
        """Return the table of a click; raise a refusal if it is none of this server's, or of this person's in a DM."""
        if table > LARGEST:
            raise NoSuchTable
        live = await self.tables.get(TableId(table))
        seated = any(sitter.user == interaction.user.id for sitter in live.table.sitters)
        if live.table.guild != interaction.guild_id and not seated:
            raise NotSeated if interaction.guild_id is None else UnknownClick
        return live

    async def show(self, interaction: Interaction, view: ui.LayoutView) -> None:
        """Answer with a private view: in place of the private message that was clicked, or as a new one."""
        if in_private(interaction):
            await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)
        else:
            await self.open(interaction, view)

    async def open(self, interaction: Interaction, view: ui.LayoutView) -> None:
        """Answer with a new private message."""
        await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)

    async def whisper(self, interaction: Interaction, sentence: str) -> None:
        """Answer with a private sentence."""
        await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=NOBODY)

    async def notes(self, interaction: Interaction, live: Live, speaker: Speaker) -> list[str]:
        """Return what a person must know besides the game: trouble with the channel, or DMs that are closed."""
        trouble = self.announcer.troubles.get(live.table.id)
        told = [speaker.say(trouble)] if trouble else []
        person = await self.storage.person(interaction.user.id)
        if person.dm_closed and not person.dm_told:
            told.append(speaker.key("trouble-dm"))
            await self.storage.keep_person(replace(person, dm_told=True))
        return told

    async def private(
        self, interaction: Interaction, live: Live, told: Sequence[str] = (), page: int = 0
    ) -> ui.LayoutView:
        """Return a person's own view of a table."""
        seat = live.seat_of(interaction.user.id)
        speaker = self.speaker(interaction, live)
        notes = await self.notes(interaction, live, speaker)
        away = interaction.channel_id != live.table.channel
        return messages.private(live.table, live.frame(seat), [*notes, *told], speaker, page, away=away)

    async def set_private(self, user: int, private: Private | None) -> None:
        """Keep where a person wants the private views; choosing DMs gives closed ones another chance."""
        person = await self.storage.person(user)
        await self.storage.keep_person(replace(person, private=private, dm_closed=False, dm_told=False))
