"""One click or command of one person: who asks, where, in which language, what was picked, and the ways to answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.faces import messages
from bot.faces.components import Page, Part, Parts, Picture, classic
from bot.faces.picture.requests import PictureRequest
from bot.faces.words import Speaker
from bot.host import deadline
from bot.interactions.command_texts import command_names
from bot.interactions.services import Services
from bot.sending import rest
from bot.sending.audience import pictures_for
from bot.sending.codes import throttled
from bot.sending.outgoing import BARE, EPHEMERAL, LAYOUT, SILENT, Body, Outgoing, paged
from bot.sending.rest import Callback
from bot.storage.port import StorageError
from bot.storage.records import Person, Server, Sitter, Status, TableId
from bot.tables.refusals import NoSuchTable, Sealed, UnknownClick
from bot.tables.table import Table, points_of
from bot.tables.tables import Tables
from bot.texts import fluent
from bot.texts.fluent import Language
from engine.errors import NotSeated
from engine.match import Frame
from engine.scene import Value

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]

Draw: TypeAlias = Callable[[Frame, str, Speaker], PictureRequest | None]
"""How a picture of a table is asked for: from what a viewer sees, the table's title, and who speaks."""

PERSON_SECONDS = 0.75
"""How long an answer waits for what the person has chosen: it can do without."""
LARGEST = (1 << 63) - 1
"""The largest number that a database can be asked for; only a forged click names a larger one."""


@dataclass(slots=True)
class Request:
    """What one person asks by one click or command; it lives from then until the answer is given.

    `person` is who asks, with all that this person has chosen. Whoever changes a choice puts the new record here, and
    the answer goes by it.
    """

    services: Services
    interaction: Interaction
    person: Person

    @classmethod
    async def of(cls, services: Services, interaction: Interaction) -> Request:
        """Return the request of an interaction; where choices can't be read, of somebody who has chosen nothing."""
        try:
            async with asyncio.timeout(PERSON_SECONDS):
                person = await services.preferences.person(interaction.user.id)
        except (StorageError, TimeoutError) as error:
            # Whatever was asked for may still be answered, if in the language of the person's Discord.
            log.warning("what a person has chosen could not be read: %s", str(error) or "too slow")
            person = Person(interaction.user.id)
        if interaction.guild_id is not None:
            services.announcer.sender.seen(interaction.guild_id, interaction.user.id)
        return cls(services, interaction, person)

    @classmethod
    def at_once(cls, services: Services, interaction: Interaction) -> Request:
        """Return the request of an interaction without waiting: of somebody who has chosen what is in memory."""
        return cls(services, interaction, services.preferences.known(interaction.user.id))

    # Who asks, and where

    @property
    def user(self) -> int:
        """Return the id of the person."""
        return self.person.user

    @property
    def guild(self) -> int | None:
        """Return the server where it was asked; None in a DM."""
        return self.interaction.guild_id

    @property
    def channel(self) -> int | None:
        """Return the channel where it was asked."""
        return self.interaction.channel_id

    @property
    def sitter(self) -> Sitter:
        """Return the person as one who takes a seat."""
        return Sitter(self.user, self.interaction.user.display_name)

    @property
    def moderator(self) -> bool:
        """Tell whether the person may tidy up after others here."""
        return self.guild is not None and self.interaction.permissions.manage_messages

    @property
    def locale(self) -> str:
        """Return the language that the person's Discord shows."""
        return self.interaction.locale.value

    @property
    def language(self) -> Language:
        """Return the language of private answers to this person."""
        return fluent.private_language(self.person, self.locale, self.services.home)

    @property
    def names(self) -> Mapping[str, str]:
        """Return how this person's Discord shows the commands, as facts for sentences that name one."""
        return command_names(self.locale)

    @property
    def message(self) -> int | None:
        """Return the message in which something was clicked; None for a command."""
        return self.interaction.message.id if self.interaction.message else None

    @property
    def private(self) -> bool:
        """Tell whether a message was clicked that is seen by this person alone."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or self.guild is None)

    @property
    def paged(self) -> bool:
        """Tell whether a message was clicked that is laid out as a page, which another page can take the place of."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2

    # What was picked or written

    @property
    def values(self) -> Sequence[str]:
        """Return what was picked in a select, in no order that Discord promises."""
        data: Mapping[str, Any] = self.interaction.data or {}
        return [str(value) for value in data.get("values", ())]

    @property
    def numbers(self) -> Sequence[int]:
        """Return what was picked in a select of numbers; what is none is left out."""
        return [int(value) for value in self.values if value.isdecimal()]

    @property
    def written(self) -> str:
        """Return what was written into a dialog."""
        return "".join(_written(self.interaction.data or {})).strip()

    @property
    def fields(self) -> Mapping[str, Sequence[str]]:
        """Return what was written or chosen in each field of a dialog, by its custom_id."""
        return dict(_fields(self.interaction.data or {}))

    # What it is about

    async def table(self, table_id: int) -> Table:
        """Return the table of a click; raise a refusal if it is none of this server's, or of this person's in a DM.

        Of somebody else's private table nobody learns that it is there, unless it is shared. Raise Sealed where the end
        of a match is not told yet.
        """
        if table_id > LARGEST:
            raise NoSuchTable
        table = await self.tables.get(TableId(table_id))
        seated = any(sitter.user == self.user for sitter in table.record.sitters)
        if table.record.alone and not (seated or table.record.shared):
            raise NoSuchTable
        if table.status is Status.SEALED:
            raise Sealed(points=points_of(table, self.user))
        if table.record.shared:
            return table
        if table.guild != self.interaction.guild_id and not seated:
            raise NotSeated if self.guild is None else UnknownClick
        self.services.announcer.mended(table=table.id)
        return await self.tables.clocks.pressed(table, self.user) if seated else table

    @property
    def tables(self) -> Tables:
        """Return the tables, at which the person acts."""
        return self.services.tables

    def text(self, key: str, **facts: Value) -> str:
        """Return a sentence in the language of private answers."""
        return self.language.text(key, **facts)

    def away_from(self, table: Table) -> bool:
        """Tell whether it is asked elsewhere than in the channel of a table; a private one has none."""
        return not table.record.alone and self.channel != table.channel

    def speaker(self, table: Table) -> Speaker:
        """Return who speaks to this person about a table."""
        return Speaker(self.language, table.people)

    async def wants_pictures(self, guild: int | None) -> bool:
        """Tell whether this person's private answers have pictures, where they are about a server or in none."""
        return pictures_for(self.person, await self.services.preferences.server(guild) if guild else Server(0))

    async def picture(self, table: Table, draw: Draw) -> PictureRequest | None:
        """Return the picture of a table as this person sees it; None if this person wants no pictures."""
        if not await self.wants_pictures(table.guild):
            return None
        speaker = self.speaker(table)
        return draw(table.frame(table.viewer(self.user)), messages.title(table.record, speaker), speaker)

    # The ways to answer

    async def _respond(self, kind: Callback, data: Body | None, file: Picture | None = None) -> int:
        """Answer Discord, whose deadline is met with that; return the message that shows it."""
        deadline.lift()
        return await rest.respond(self.interaction, kind, data, file) or self.interaction.id

    async def answer(
        self, page: Page, *, anew: bool = False, picture: PictureRequest | None = None, stays: bool = False
    ) -> int:
        """Show this person a page: in place of the private message that was clicked, unless anew, or as a new one.

        A picture that is still to be drawn follows the words. In a DM a message that `stays` is there as long as the
        DM; any other one Discord forgets. Return the id of the message.
        """
        pictures, look = self.services.pictures, paged(page, picture)
        shown = look.drawn(pictures.renderer.find_cached(picture))
        if self.message is None or anew or not self.private:
            lasting = stays and self.guild is None
            message = await self._show(Callback.MESSAGE, shown, LAYOUT | (SILENT if lasting else EPHEMERAL))
            ticket = pictures.call_off(message)
        else:
            message = self.message
            ticket = pictures.call_off(message)
            await self._show(Callback.UPDATE, shown)
        if shown.picture is None:
            pictures.follow(self.edit, message, ticket, look)
        return message

    async def post(self, page: Page, picture: PictureRequest | None = None) -> int:
        """Answer with a page that everybody in the channel reads and that calls nobody; return the id of the message.

        A picture that is still to be drawn follows the words.
        """
        pictures, look = self.services.pictures, paged(page, picture)
        shown = look.drawn(pictures.renderer.find_cached(picture))
        message = await self._show(Callback.MESSAGE, shown, LAYOUT | SILENT)
        ticket = pictures.call_off(message)
        if shown.picture is None:
            pictures.follow(self.edit, message, ticket, look)
        return message

    async def _show(self, kind: Callback, look: Outgoing, flags: int = LAYOUT | EPHEMERAL) -> int:
        """Answer with a page, in words where its picture is refused; return the message that shows it."""
        body = look.changes if kind is Callback.UPDATE else {**look.parts, "flags": flags}
        try:
            return await self._respond(kind, body, look.picture)
        except discord.HTTPException as error:
            if not look.refused(error):
                raise
        return await self._show(kind, look.bare, flags)

    async def edit(self, look: Outgoing) -> None:
        """Make the answer that was given look so; raise `Throttled` where Discord is asked too often."""
        with throttled():
            await rest.edit_response(self.interaction, look.changes, look.picture)

    async def redraw(self, look: Outgoing | None) -> None:
        """Make the public message that was clicked look so; None leaves it what it says, and nothing to press."""
        await self._respond(Callback.UPDATE, look.changes if look else BARE, look.picture if look else None)

    async def ask(self, dialog: Part) -> None:
        """Open a dialog."""
        await self._respond(Callback.MODAL, dialog)

    async def tell(self, sentence: str, rows: Sequence[Parts] = (), file: Picture | None = None) -> None:
        """Say something to this person in a message of its own, also after an answer, with rows of parts below."""
        body = {**Outgoing(sentence, classic(rows), picture=file).parts, "flags": EPHEMERAL}
        if self.interaction.response.is_done():
            await rest.follow_up(self.interaction, body, file)
        else:
            await self._respond(Callback.MESSAGE, body, file)

    async def defer(self) -> None:
        """Ask Discord for more than three seconds; `tell` gives the answer."""
        command = self.interaction.type is discord.InteractionType.application_command
        kind = Callback.DEFERRED_MESSAGE if command else Callback.DEFERRED_UPDATE
        await self._respond(kind, {"flags": EPHEMERAL} if command else None)


def read_requests(client: discord.Client) -> None:
    """Have a client read no more of interactions than a request needs."""
    rest.leave_clicked_unread(client)


def _written(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield what stands in the fields of a dialog, at any depth."""
    if "value" in part:
        yield str(part["value"])
    for inner in part.get("components", ()):
        yield from _written(inner)
    if isinstance(part.get("component"), Mapping):
        yield from _written(part["component"])


def _fields(part: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the fields of a dialog with their values, at any depth."""
    values = part.get("values", [part["value"]] if part.get("value") is not None else ())
    if "type" in part and "custom_id" in part:
        yield str(part["custom_id"]), [str(each) for each in values]
    for inner in (*part.get("components", ()), *filter(None, [part.get("component")])):
        yield from _fields(inner)
