"""Router of clicks and dialogs: finds the handler of a custom_id, and answers errors.

A handler needs the custom_id and the database alone, so every button answers after a restart.

`ROUTES`, with those that each feature adds (`Feature.routes`), maps verbs to handlers. A custom_id is a verb and words,
as `bot.faces.components.make_custom_id` writes it: the handler has a parameter for each of the words.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self, get_type_hints

import aiohttp
import discord
from discord import app_commands

from bot.faces.components import parse_custom_id
from bot.faces.feature_hooks import FEATURES, Feature, Handler
from bot.host import answer_deadline
from bot.host.answer_deadline import Overdue
from bot.host.connection_errors import OUTAGES, Throttled
from bot.interactions import (
    clocks,
    lobby,
    message_translations,
    plays,
    preferences,
    reference,
    shuffles,
    table_commands,
    table_views,
    vacancies,
)
from bot.interactions.request import Interaction, Request
from bot.sending.codes import NOT_ALLOWED, SERVERS_FAULT, UNKNOWN_MESSAGE
from bot.storage.port import Damaged, OutcomeUnknown, StorageError
from bot.tables.refusals import Outdated, UnknownClick
from bot.tables.table import Table
from engine.errors import Refused
from engine.frozen import frozen

KINDS = frozenset(
    {discord.InteractionType.component, discord.InteractionType.modal_submit}
)


@frozen
class Route:
    """The `handler` of one kind of click, the `types` of the words in its custom_id, and the `fewest` of them.

    `at_table`: the first word is the number of a table, which the handler gets as `Request.table` returns it.
    """

    handler: Handler
    types: tuple[type[int | str], ...]
    fewest: int
    at_table: bool

    @classmethod
    def of(cls, handler: Handler) -> Self:
        """Return the route to `handler`, by its parameters after the request.

        Raise `TypeError` where one is neither an `int` nor a `str`, nor first of all a `Table`.
        """
        hints = get_type_hints(handler)
        _, *words = inspect.signature(handler).parameters.values()
        types = [hints.get(word.name) for word in words]
        at_table = types[:1] == [Table]
        if at_table:
            types[0] = int

        if not {int, str}.issuperset(types):
            raise TypeError(f"{handler.__name__} takes {words}")
        required = sum(word.default is word.empty for word in words)
        return cls(handler, tuple(filter(None, types)), required, at_table)

    async def call(self, request: Request, words: Sequence[str]) -> None:
        """Call the handler with the `words` of a custom_id; raise `UnknownClick` if they don't fit."""
        given: list[Any] = self.read_words(words)
        if self.at_table:
            given[0] = await request.table(given[0])
        await self.handler(request, *given)

    def read_words(self, words: Sequence[str]) -> list[int | str]:
        """Return `words` by their types; raise `UnknownClick` if they don't fit."""
        if not self.fewest <= len(words) <= len(self.types):
            raise UnknownClick
        try:
            return [kind(word) for kind, word in zip(self.types, words, strict=False)]
        except ValueError:
            raise UnknownClick from None


def routes_by_verb(handlers: Mapping[str, Handler]) -> Mapping[str, Route]:
    """Return the routes to `handlers`, which are by verb."""
    return {verb: Route.of(handler) for verb, handler in handlers.items()}


ROUTES = routes_by_verb(
    {
        "move": plays.play_choice,
        "sure": plays.play_confirmed,
        "offer": plays.play_offer,
        "pick": plays.play_selection,
        "page": plays.turn_page,
        "order": plays.extend_sequence,
        "ordered": plays.play_sequence,
        "dialog": plays.open_number_dialog,
        "number": plays.play_number,
        "ahead": plays.show_order_topic,
        "lasting": plays.open_lasting_dialog,
        "lasted": plays.store_lasting_orders,
        "tables": table_commands.show_tables,
        "next": table_commands.show_next_table,
        "play": table_views.show_question,
        "begin": table_views.show_opening,
        "hand": table_views.show_hand,
        "more": table_views.unfold_view,
        "less": table_views.fold_view,
        "look": table_views.show_table,
        "log": table_views.show_log,
        "rules": reference.show_rules,
        "about": reference.explain_card,
        "help": reference.show_help,
        "which": table_commands.run_on_picked,
        "settings": preferences.open_settings,
        "habits": preferences.open_settings,
        "server": preferences.open_server_settings,
        "threads": preferences.open_server_settings,
        "chosen": preferences.store_choices,
        "board": message_translations.translate_table_message,
        "read": message_translations.translate_post,
        "farewell": message_translations.translate_farewell,
        "restored": message_translations.translate_restore,
        "zoned": lobby.open_in_zone,
        "join": lobby.join_table,
        "rivals": lobby.change_lobby,
        "orders": lobby.switch_orders,
        "word": shuffles.open_word_dialog,
        "added": shuffles.add_word,
        "opened": shuffles.show_secrets,
        "leave": lobby.leave_table,
        "time": clocks.show_time_control,
        "terms": clocks.open_time_dialog,
        "termed": clocks.propose_time_control,
        "starting": clocks.open_starting_dialog,
        "started": clocks.change_start_condition,
        "agree": clocks.agree_to_time_control,
        "pause": clocks.vote_for_pause,
        "wake": clocks.show_awake,
        "goon": clocks.end_pause,
        "leaving": vacancies.confirm_leave,
        "vacate": vacancies.vacate_seat,
        "replace": vacancies.free_seat,
        "vote": vacancies.vote_to_free,
        "sit": vacancies.request_seat,
        "welcome": vacancies.welcome_newcomer,
        "away": clocks.choose_absence,
        "hush": clocks.mute_reminders,
        "start": lobby.start_or_propose,
        "wait": lobby.object_to_start,
        "cancel": table_commands.confirm_cancel,
        "giveup": table_commands.cancel_table,
        "end": table_commands.end_table,
        "keep": table_commands.leave_as_is,
        "clear": table_commands.cancel_lobbies,
    }
)
"""The routes of the core, by verb. Every handler takes the request, then the table or other words of the custom_id."""


def all_routes() -> Mapping[str, Route]:
    """Return all routes by verb: `ROUTES` and those of the features that are registered."""
    return _routes_with(tuple(FEATURES))


@cache
def _routes_with(features: tuple[Feature, ...]) -> Mapping[str, Route]:
    added = {verb: answer for each in features for verb, answer in each.routes.items()}
    return {**ROUTES, **routes_by_verb(added)}


async def dispatch(request: Request) -> None:
    """Call the handler of a click or dialog; raise a refusal or an error, for `answer_error`."""
    data: Mapping[str, Any] = request.interaction.data or {}
    verb, *words = parse_custom_id(str(data.get("custom_id", ""))) or [""]
    found = all_routes().get(verb)
    if found is None:
        raise UnknownClick

    await found.call(request, words)
    await preferences.store_guild_locale(request)


log = logging.getLogger(__name__)

OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""Errors of a command from a Discord client that hasn't heard of the last change of Herald's commands."""
UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10062, 40060


async def answer_error(request: Request, error: Exception) -> None:
    """Answer `error`: a refusal with its text, a failure of storage with an apology, and so any other error.

    Failures are logged, those that aren't Discord's with a trace. An answer that came too late gets none.
    """
    if isinstance(error, OUTDATED):
        error = Outdated()

    if isinstance(error, Refused):
        await _tell(
            request,
            request.text(error.key, **request.command_names, **error.facts),
        )
    elif isinstance(error, StorageError | Overdue):
        log.error("an interaction failed: %s: %s", _subject(request.interaction), error)
        await _tell(request, request.text(_apology_key(error)))
    elif _is_too_late(error) or request.interaction.client.is_closed():
        log.info("an answer came too late or twice: %s", _subject(request.interaction))
    elif _is_discord_fault(error):
        log.warning(
            "an answer was not taken by Discord: %s: %s",
            _subject(request.interaction),
            error,
        )
        await _tell(request, request.text("apology"))
    else:
        log.error(
            "an interaction failed: %s",
            _subject(request.interaction),
            exc_info=error,
        )
        await _tell(request, request.text("apology"))


def _apology_key(error: StorageError | Overdue) -> str:
    """Return the key of the apology for a failing database; it says that nothing was stored only if that is sure."""
    if isinstance(error, Damaged):
        return "apology-damaged"
    changed = (
        error.changed if isinstance(error, Overdue) else answer_deadline.has_changed()
    )
    if changed or isinstance(error, OutcomeUnknown):
        return "apology-unknown"

    return "apology-storage"


def _is_discord_fault(error: BaseException) -> bool:
    """Tell whether `error` is Discord's or the network's, or of a message or a thread that others have closed."""
    if isinstance(error, discord.HTTPException):
        closed = error.code in {UNKNOWN_MESSAGE, *NOT_ALLOWED}
        return closed or error.status >= SERVERS_FAULT
    passing = discord.RateLimited, aiohttp.ClientError, TimeoutError, Throttled
    return isinstance(error, passing)


def _is_too_late(error: BaseException) -> bool:
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and error.code in {
        UNKNOWN_INTERACTION,
        ALREADY_ANSWERED,
    }


def _subject(interaction: Interaction) -> str:
    """Return the command, or the verb and table of a custom_id, for the log; never the choice that was made."""
    data: Any = interaction.data or {}
    verb, *words = str(data.get("custom_id") or data.get("name")).split(":")
    return f"{interaction.type.name} {':'.join([verb, *words[:1]])}"


async def _tell(request: Request, sentence: str) -> None:
    try:
        await request.tell(sentence)
    except OUTAGES as error:
        log.warning("a private answer could not be given: %s", error)
    except RuntimeError:
        # A handler that still waited when Herald stopped finds the session closed.
        if not request.interaction.client.is_closed():
            raise
        log.info("an answer came too late: %s", _subject(request.interaction))
