"""Settings of users and servers: their pages and dialogs, and the changes that follow from a choice."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import discord

from bot.clocks.table_clock import PACES, USUAL, TimeControl
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.faces import clocks, feature_hooks, settings
from bot.faces.components import Part, make_custom_id
from bot.faces.dialogs import channel_select
from bot.faces.feature_hooks import FEATURES
from bot.faces.settings import PERSONAL, SHARED, Field, Form
from bot.host import answer_deadline
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.sending.reader_settings import has_public_pictures
from bot.storage.port import StorageError
from bot.storage.records import Person, Server, TableDefaults
from bot.tables.refusals import GuildOnly, UnknownClick
from bot.texts import fluent
from bot.texts.fluent import Language
from engine.errors import Refused
from engine.frozen import replace

log = logging.getLogger(__name__)

Changes: TypeAlias = dict[type[Any], dict[str, Any]]
"""New values of settings, by record type and field."""


async def open_settings(request: Request, what: str = "") -> None:
    """Open the user's dialog `what`; of no word, or one that selects had once, show all settings of the user."""
    if what in PERSONAL:
        await _open_dialog(request, "settings", what)
        return
    request.person = await request.preferences.user_settings(request.user)
    await _show_settings(request)
    await store_user_locale(request)


async def open_server_settings(request: Request, what: str = "") -> None:
    """Open the server's dialog `what`, or show all its settings; raise `Refused` for users who don't manage it."""
    if what in SHARED:
        await _open_dialog(request, "server", what)
    else:
        await _store_for_guild(request, managed_guild(request), {})


async def store_choices(request: Request, verb: str, what: str) -> None:
    """Store the values of a dialog, all of them or none, and show the settings that hold now."""
    form, owner = _dialog_form(request, verb, what)
    changes = settings.read_changes(form, request.fields)
    if verb == "server":
        await _store_for_guild(request, owner, changes)
    else:
        await _store_for_user(request, changes)
        await _show_settings(request)


def _dialog_form(request: Request, verb: str, what: str) -> tuple[Form, int]:
    """Return the fields of the dialog `what`, and the user or server whose records they change."""
    forms = {"settings": PERSONAL, "server": SHARED}.get(verb, {})
    if what not in forms:
        raise UnknownClick
    owner = managed_guild(request) if verb == "server" else request.user
    return ({**forms[what], **feature_hooks.fields(request, what)}, owner)


async def _open_dialog(request: Request, verb: str, what: str) -> None:
    """Open the dialog `what` with the present settings filled in."""
    form, owner = _dialog_form(request, verb, what)
    kept = request.preferences
    stands = {record: await kept.get(record, owner) for record in form}
    goal = make_custom_id("chosen", verb, what)
    title = request.text(f"dialog-{what}")
    dialog = settings.fields_dialog(title, goal, form, stands, request.language)
    await request.open_dialog(dialog)


async def _show_settings(request: Request) -> None:
    """Show all settings of the user."""
    user = request.user
    services = request.services
    reader = request.language
    asked = services.storage, user, request.guild, reader
    lines: list[str] = []
    for each in FEATURES:
        lines += await each.settings_lines(*asked)

    time_settings = await services.preferences.time_settings(user)
    await request.answer(
        settings.user_settings_page(
            request.person,
            time_settings,
            lines,
            request.locale,
            reader,
            services.home,
        )
    )


async def _store_for_user(request: Request, changes: Changes) -> None:
    """Store `changes` of the user's settings, apply them to this answer, and redraw tables whose languages change."""
    services = request.services
    user = request.user
    before = await services.preferences.user_settings(user)
    digest = None
    if TimeSettings in changes:
        digest = await _next_digest(request, changes[TimeSettings])
        changes[TimeSettings]["digest"] = digest

    changes.setdefault(Person, {})["locale"] = request.locale
    await services.preferences.change_together(changes, user)
    request.person = after = await services.preferences.user_settings(user)

    if digest is not None:
        request.tables.schedule.notify_due(digest)
    if fluent.known_language(before) != fluent.known_language(after):
        for table in await services.storage.find(user=user):
            told_in = await services.audience.language(table.guild)
            was_read_in = fluent.known_language(before) or told_in
            if was_read_in != (fluent.known_language(after) or told_in):
                services.announcer.touch(table.id)


async def _next_digest(request: Request, times: Mapping[str, Any]) -> float | None:
    """Return when the user's next digest is due with the time settings `times`; None without digests."""
    before = await request.preferences.time_settings(request.user)
    wanted = replace(before, **times)
    if wanted.reminders is not Reminders.DIGEST:
        return None
    return wanted.next_digest(request.tables.now())


async def _store_for_guild(request: Request, guild: int, changes: Changes) -> None:
    """Store `changes` of the server's settings, if any, and show all of them."""
    locale = request.interaction.guild_locale
    if locale is not None:
        changes.setdefault(Server, {})["locale"] = locale.value

    await _change_guild(request.services, guild, changes)
    await feature_hooks.on_server_changes(request, changes)

    kept = request.preferences
    reader = request.language
    server = await kept.guild_settings(guild)
    defaults = await kept.table_defaults(guild)
    terms = clocks.terms_text(default_terms(defaults), reader, brief=True)
    customs = [terms, *settings.option_lines(defaults, reader)]
    more = await feature_hooks.server_lines(request)
    home = request.services.home
    names = request.command_names
    await request.answer(
        settings.guild_settings_page(server, customs, reader, home, names, more)
    )


def default_terms(customs: TableDefaults, pace: str | None = None) -> TimeControl:
    """Return the terms of a new table by the `customs` of its guild, with another `pace` where one is chosen."""
    return TimeControl(PACES.get(pace or customs.pace, PACES[USUAL]), customs.then)


def managed_guild(request: Request) -> int:
    """Return the id of the server that the user manages here; raise `GuildOnly` outside of one, else `Refused`."""
    guild = request.interaction.guild_id
    if guild is None:
        raise GuildOnly
    if not request.interaction.permissions.manage_guild:
        raise Refused("refused-not-manager")
    return guild


async def store_user_locale(request: Request) -> None:
    """Store the user's Discord locale, for messages that are sent unprompted; log failures of the storage."""
    try:
        with answer_deadline.ignore_changes():
            await _store_for_user(request, {})
    except StorageError as error:
        # The user has been answered, and loses nothing.
        log.warning(
            "which language Discord shows a person could not be kept: %s",
            error,
        )


async def store_guild_locale(request: Request) -> None:
    """Store the server's locale if it has changed, for messages that are sent unprompted; log failures."""
    guild = request.guild
    locale = request.interaction.guild_locale
    if guild is None or locale is None:
        return

    try:
        server = await request.preferences.guild_settings(guild)
        if server.locale == locale.value:
            return
        with answer_deadline.ignore_changes():
            await _change_guild(
                request.services,
                guild,
                {Server: {"locale": locale.value}},
            )
    except StorageError as error:
        log.warning(
            "which language Discord shows a server could not be kept: %s",
            error,
        )


async def _change_guild(services: Services, guild: int, changes: Changes) -> None:
    """Store `changes` of a server's settings, and redraw its tables if language or pictures change."""
    before = await services.preferences.guild_settings(guild)
    await services.preferences.change_together(changes, guild)

    after = await services.preferences.guild_settings(guild)
    if _public_look(services, before) != _public_look(services, after):
        for table in await services.storage.find(guild=guild):
            services.announcer.touch(table.id)


def _public_look(services: Services, chosen: Server) -> tuple[str, bool]:
    """Return the settings of a server on which its table messages depend: locale, and whether they have pictures."""
    return (
        (fluent.known_language(chosen) or services.home).locale,
        has_public_pictures(chosen),
    )


def channel_field(
    guild: discord.Guild | None,
    key: str,
    kinds: Mapping[int, type[Any]],
    changes_to: Callable[[int | None], Mapping[str, Any]],
) -> Field:
    """Return the optional field of a guild's settings that picks one of its channels; "KEY-none" stands for none.

    `kinds` are the classes of channels by the numbers that Discord has for them. `changes_to` returns the changes of
    the record for the picked channel, None for none; a channel that the guild hasn't is refused with `UnknownClick`.
    """

    def find(channel: int | None) -> int | None:
        found = guild.get_channel(channel) if guild and channel else None
        return channel if isinstance(found, tuple(kinds.values())) else None

    def component(custom_id: str, chosen: Any, reader: Language) -> Part:
        hint = reader.text(f"{key}-none")
        return channel_select(hint, custom_id, tuple(kinds), find(chosen.channel))

    def changes(values: Sequence[str]) -> Mapping[str, Any]:
        channel = None
        if values and values[0].isdecimal():
            channel = find(int(values[0]))
        if values and channel is None:
            raise UnknownClick
        return changes_to(channel)

    return Field(key, component, changes)
