"""Request: one click, dialog or command, with its user, channel, language and input, and the ways to answer it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

import discord

from bot.announce.click_answer import ClickAnswer
from bot.faces.components import (
    BARE,
    EPHEMERAL,
    LAYOUT,
    SILENT,
    Page,
    Part,
    Parts,
    Picture,
)
from bot.faces.lobby import unnamed_sitters
from bot.faces.scene_text import Localizer
from bot.host import answer_deadline
from bot.interactions.command_texts import command_names
from bot.interactions.services import Services
from bot.pictures.renderer import Edit
from bot.policies import Moderator
from bot.sending import internals, rest
from bot.sending.codes import is_picture_refused, translate_throttling
from bot.sending.reader_settings import has_private_pictures
from bot.sending.rest import Body, Callback
from bot.storage import sql
from bot.storage.port import Damaged, StorageError
from bot.storage.records import Person, Server, Sitter, Status, TableId
from bot.tables.preferences import Preferences
from bot.tables.refusals import NoSuchTable, TableClosed, UnknownClick
from bot.tables.table import Table, points_of
from bot.tables.tables import Tables
from bot.texts.fluent import Language, private_language
from engine.errors import NotSeated, Refused
from engine.frozen import replace
from engine.scene import Value

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]

PERSON_SECONDS = 0.75
"""Seconds that an answer waits for the user's settings: it can do without them."""
LARGEST = (1 << 63) - 1
"""The largest integer that a database takes; only a forged custom_id has a larger one."""


@dataclass(slots=True)
class Request:
    """One interaction with Discord; it lives from the click or command until the answer is given.

    `person` holds the settings of the user; a handler that changes them puts the new record here. Every handler takes a
    request first, and answers by it alone:

        async def show_help(request: Request) -> None:
            await request.answer(help_page(request.language, request.command_names))
    """

    services: Services
    interaction: Interaction
    person: Person

    @classmethod
    async def of(cls, services: Services, interaction: Interaction) -> Request:
        """Return the request of `interaction`; without settings where they can't be read in `PERSON_SECONDS`."""
        try:
            async with asyncio.timeout(PERSON_SECONDS):
                person = await services.preferences.user_settings(interaction.user.id)
        except (StorageError, TimeoutError) as error:
            # The answer can still be given, if in the language of the user's Discord.
            reason = error if isinstance(error, StorageError) else "too slow"
            log.warning("what a person has chosen could not be read: %s", reason)
            person = Person(interaction.user.id)

        if interaction.guild_id is not None:
            services.announcer.sender.note_member(interaction.guild_id, person.user)
        return cls(services, interaction, person)

    @classmethod
    def from_memory(cls, services: Services, interaction: Interaction) -> Request:
        """Return the request of `interaction` without waiting: with the settings that are in memory."""
        person = services.preferences.peek_user(interaction.user.id)
        return cls(services, interaction, person)

    # User and place

    @property
    def user(self) -> int:
        """Return the user's id."""
        return self.person.user

    @property
    def guild(self) -> int | None:
        """Return the id of the server where the interaction took place; None in a DM."""
        return self.interaction.guild_id

    @property
    def channel(self) -> int | None:
        """Return the id of the channel where the interaction took place."""
        return self.interaction.channel_id

    @property
    def sitter(self) -> Sitter:
        """Return the user as a `Sitter` who can take a seat."""
        return Sitter(self.user, self.interaction.user.display_name)

    @property
    def is_moderator(self) -> bool:
        """Tell whether the user may end tables and free seats of others here (`manage_messages`)."""
        return self.guild is not None and self.interaction.permissions.manage_messages

    @property
    def actor(self) -> int:
        """Return the user's id, as a `Moderator` if the user is one here: for what a table's opener may do."""
        return Moderator(self.user) if self.is_moderator else self.user

    @property
    def locale(self) -> str:
        """Return the locale that the user's Discord shows."""
        return self.interaction.locale.value

    @property
    def language(self) -> Language:
        """Return the language of private answers to the user."""
        return private_language(self.person, self.locale, self.services.home)

    @property
    def command_names(self) -> Mapping[str, str]:
        """Return the commands' names in the user's locale, as facts for sentences that name one."""
        return command_names(self.locale)

    @property
    def message(self) -> int | None:
        """Return the id of the message that was clicked; None for a command, and for a dialog that one has opened."""
        message = self.interaction.message
        return None if message is None else message.id

    @property
    def is_private(self) -> bool:
        """Tell whether the message that was clicked is seen by the user alone."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or self.guild is None)

    @property
    def is_paged(self) -> bool:
        """Tell whether the message that was clicked is laid out by components, which another page can replace."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2

    # Input and subject

    @property
    def values(self) -> Sequence[str]:
        """Return the values picked in a select, in no order that Discord promises."""
        data: Any = self.interaction.data or {}
        return [str(value) for value in data.get("values", ())]

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers picked in a select, without values that are none."""
        return [int(value) for value in self.values if value.isdecimal()]

    @property
    def dialog_text(self) -> str:
        """Return the text that was written into a dialog."""
        written = chain.from_iterable(self.fields.values())
        return "".join(written).strip()

    @property
    def fields(self) -> Mapping[str, Sequence[str]]:
        """Return the values of each field of a dialog, by its custom_id."""
        return dict(_dialog_fields(self.interaction.data or {}))

    def hold_news(self, table: Table) -> AbstractAsyncContextManager[ClickAnswer]:
        """Hold back the news of `table` while this click is answered, as `Announcer.hold_news` does."""
        return self.services.announcer.hold_news(table.id, self.message)

    async def table(self, table_id: int) -> Table:
        """Return the table of a click; every handler gets it here, which checks that the user may see it.

        Another's private table that is shared comes without its person's name where that is `unnamed`. Raise
        `NoSuchTable` for one that isn't, or whose person was forgotten, so that nothing tells that it exists;
        `Refused` where the end of a match isn't told yet; `UnknownClick` for a table of another server, `NotSeated` for
        one in a DM.
        """
        if table_id > LARGEST:
            raise NoSuchTable
        table = await self._get_table(TableId(table_id))

        users = table.people.users
        seated = self.user in users
        # Where the person was forgotten, nobody is left who agrees.
        shared = table.record.shared and any(users)
        if table.record.alone and not (seated or shared):
            raise NoSuchTable
        if table.status is Status.SEALED:
            raise Refused("refused-sealed", points=points_of(table, self.user))

        if table.record.shared:
            hides = table.record.unnamed and not seated
            return _without_name(table, self.language) if hides else table
        if table.guild != self.interaction.guild_id and not seated:
            raise NotSeated if self.guild is None else UnknownClick

        self.services.announcer.retry(table=table.id)
        return (
            await self.tables.clocks.note_press(table, self.user) if seated else table
        )

    async def _get_table(self, table: TableId) -> Table:
        """Return `table`; where it is unreadable raise why, `NoSuchTable` where it is another's private one."""
        try:
            return await self.tables.get(table)
        except (TableClosed, Damaged):
            hidden = sql.PRIVATE_OF_OTHERS
            if await self.tables.storage.select(hidden, id=table, user=self.user):
                raise NoSuchTable from None
            raise

    @property
    def tables(self) -> Tables:
        """Return the `Tables` at which the user acts."""
        return self.services.tables

    @property
    def preferences(self) -> Preferences:
        """Return the stored settings of users and guilds."""
        return self.services.preferences

    def text(self, key: str, **facts: Value) -> str:
        """Return the sentence of `key` in the language of private answers."""
        return self.language.text(key, **facts)

    def is_away_from(self, table: Table) -> bool:
        """Tell whether the interaction took place outside of the channel of `table`; a private one has none."""
        return not table.record.alone and self.channel != table.channel

    def localizer(self, table: Table) -> Localizer:
        """Return the `Localizer` that words private answers about `table`."""
        return Localizer(self.language, table.people)

    async def wants_pictures(self, guild: int | None) -> bool:
        """Tell whether the user's private answers have pictures in `guild`, or outside of servers if None."""
        server = await self.preferences.guild_settings(guild) if guild else Server(0)
        return has_private_pictures(self.person, server)

    async def pictured(self, page: Page, guild: int | None) -> Page:
        """Return `page`, in words where the user wants no pictures in `guild`."""
        if page.request is None or await self.wants_pictures(guild):
            return page
        return page.without_picture

    # Answers

    async def _respond(
        self, kind: Callback, data: Body | None, file: Picture | None = None
    ) -> int:
        """Send the first response, which meets the deadline; return the id of the message that shows it."""
        answer_deadline.lift_current()
        interaction = self.interaction
        return await rest.respond(interaction, kind, data, file) or interaction.id

    async def answer(
        self, page: Page, *, anew: bool = False, stays: bool = False
    ) -> int:
        """Show the user `page` in place of the private message that was clicked, or as a new message if `anew`.

        A picture that is still to be drawn follows the words. In a DM a message that `stays` is there as long as the
        DM; Discord forgets any other one. Return the id of the message; raise `discord.HTTPException` if it refuses.
        """
        # A message with content and a file can't be turned into a page.
        replaces = self.is_private and self.is_paged and not anew
        replaced = self.message if replaces else None
        flags = LAYOUT | (SILENT if stays and self.guild is None else EPHEMERAL)
        return await self._show_page(page, flags, replaced)

    async def answer_text(self, *blocks: str) -> None:
        """Show the user `blocks` of text alone, as `answer` shows a page."""
        await self.answer(Page(blocks))

    async def post(self, page: Page) -> int:
        """Answer with `page` in public, without a ping; return the id of the message.

        A picture that is still to be drawn follows the words. Raise `Refused` where the user may not write.
        """
        allowed = self.interaction.permissions
        writes = allowed.send_messages
        if isinstance(self.interaction.channel, discord.Thread):
            writes = allowed.send_messages_in_threads
        if not writes:
            raise Refused("refused-read-only")

        return await self._show_page(page, LAYOUT | SILENT, None)

    async def _show_page(self, page: Page, flags: int, replaced: int | None) -> int:
        """Show `page` in place of the message `replaced`, or as a new one with `flags`; return its id."""
        pictures = self.services.pictures
        if replaced is None:
            shown = await pictures.with_picture_at_once(page)
            message = await self._show(Callback.MESSAGE, shown, flags)
            ticket = pictures.call_off(message)
        else:
            message, ticket = replaced, pictures.call_off(replaced)
            shown = await pictures.with_picture_at_once(page)
            if not pictures.is_valid(ticket, message):
                # A later click has shown the message anew meanwhile.
                await self._respond(Callback.DEFERRED_UPDATE, None)
                return message
            await self._show(Callback.UPDATE, shown, flags)

        if shown.picture is None:
            pictures.follow(self.editor, message, ticket, page)
        return message

    async def _show(self, kind: Callback, outgoing: Page, flags: int) -> int:
        """Respond with `outgoing`, in words where its picture is refused; return the id of the message."""
        updates = kind is Callback.UPDATE
        body = outgoing.edit_body if updates else {**outgoing.body, "flags": flags}
        try:
            return await self._respond(kind, body, outgoing.picture)
        except discord.HTTPException as error:
            if not is_picture_refused(outgoing, error):
                raise
        return await self._show(kind, outgoing.without_picture, flags)

    @property
    def editor(self) -> Edit:
        """What edits the answer that was given; it may wait for a picture, so it keeps nothing of the request."""
        return partial(_edit_answer, rest.Webhook.of(self.interaction))

    async def redraw(self, outgoing: Page | None) -> None:
        """Show `outgoing` in the public message that was clicked, and note that; None only takes components away."""
        body = BARE if outgoing is None else outgoing.edit_body
        file = None if outgoing is None else outgoing.picture
        await self._respond(Callback.UPDATE, body, file)
        if self.message is not None:
            self.services.announcer.sender.note_shown(self.message, outgoing)

    async def open_dialog(self, dialog: Part) -> None:
        """Open `dialog`, a modal."""
        await self._respond(Callback.MODAL, dialog)

    async def tell(
        self, sentence: str, rows: Sequence[Parts] = (), file: Picture | None = None
    ) -> None:
        """Send the user `sentence` in a private message of its own, also after an answer, with `rows` below it."""
        body = {
            **Page(content=sentence, rows=rows, picture=file).body,
            "flags": EPHEMERAL,
        }
        if internals.is_answered(self.interaction):
            await rest.follow_up(self.interaction, body, file)
        else:
            await self._respond(Callback.MESSAGE, body, file)

    async def defer(self) -> None:
        """Defer the response beyond Discord's three seconds; `tell` answers then."""
        if self.message is None:
            await self._respond(Callback.DEFERRED_MESSAGE, {"flags": EPHEMERAL})
        else:
            await self._respond(Callback.DEFERRED_UPDATE, None)


def _without_name(table: Table, reader: Language) -> Table:
    """Return the private `table` without its person's name, for readers without a seat."""
    sitters = unnamed_sitters(table.record.sitters, reader)
    return replace(table, record=replace(table.record, sitters=sitters))


async def _edit_answer(webhook: rest.Webhook, outgoing: Page) -> None:
    """Make an answer show `outgoing`; raise `Throttled` at Discord's rate limit."""
    with translate_throttling():
        await rest.edit_response(webhook, outgoing.edit_body, outgoing.picture)


def _dialog_fields(part: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the custom_id and the values of each field in a part of a dialog, at any depth."""
    written = [part["value"]] if part.get("value") is not None else ()
    values = part.get("values", written)
    if "type" in part and "custom_id" in part:
        yield str(part["custom_id"]), [str(each) for each in values]
    for inner in (*part.get("components", ()), *filter(None, [part.get("component")])):
        yield from _dialog_fields(inner)
