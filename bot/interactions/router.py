"""Router of clicks and dialogs: finds the handler of a custom_id, and answers errors.

A handler needs the custom_id and the database alone, so every button answers after a restart.

`ROUTES`, with those that each feature adds (`Feature.routes`), maps patterns to handlers. A pattern is a custom_id as
`bot.faces.components.click` writes it, with a parameter of the handler for each of its words.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Self, get_type_hints

import aiohttp
import discord
from discord import app_commands

from bot.faces.components import ParsedCustomId, parse_custom_id
from bot.faces.feature_hooks import FEATURES, Feature, Handler
from bot.host import answer_deadline
from bot.host.answer_deadline import Overdue
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
from engine.errors import Refused
from engine.frozen import frozen

KINDS = frozenset(
    {discord.InteractionType.component, discord.InteractionType.modal_submit}
)
WORD = re.compile(r"\[?:<(\w+)>\]?")


class WrongRoute(TypeError):
    """The words of a pattern aren't the handler's parameters, or one is annotated neither as `int` nor as `str`."""


@frozen
class Route:
    """The `handler` of one kind of click, the `types` of the words in its custom_id, and the `fewest` of them."""

    handler: Handler
    types: tuple[type[int | str], ...]
    fewest: int

    @classmethod
    def of(cls, pattern: str, handler: Handler) -> Self:
        """Return the route of a pattern, such as `look:<table_id>[:<page>]`; raise `WrongRoute` if they don't fit."""
        hints = get_type_hints(handler)
        _, *words = inspect.signature(handler).parameters.values()
        taken = [
            f"[:<{word.name}>]" if word.default is not word.empty else f":<{word.name}>"
            for word in words
        ]

        if "".join(taken) != pattern[len(verb_of(pattern)) :]:
            raise WrongRoute(f"{pattern}: {handler.__name__} takes {''.join(taken)}")
        for word in words:
            if hints.get(word.name) not in {int, str}:
                raise WrongRoute(
                    f"{pattern}: {handler.__name__} takes {word.name} neither as int nor as str"
                )

        required = sum(word.default is word.empty for word in words)
        return cls(handler, tuple(hints[word.name] for word in words), required)

    def arguments(self, click: ParsedCustomId) -> list[int | str]:
        """Return the words of `click` as arguments of the handler; raise `UnknownClick` if they don't fit."""
        if not self.fewest <= len(click.words) <= len(self.types):
            raise UnknownClick
        try:
            return [
                kind(word) for kind, word in zip(self.types, click.words, strict=False)
            ]
        except ValueError:
            raise UnknownClick from None


def verb_of(pattern: str) -> str:
    """Return the first word of `pattern`."""
    return WORD.sub("", pattern)


def routes_by_verb(handlers: Mapping[str, Handler]) -> Mapping[str, Route]:
    """Return the routes of `handlers`, which are by pattern, by verb."""
    return MappingProxyType(
        {
            verb_of(pattern): Route.of(pattern, handler)
            for pattern, handler in handlers.items()
        }
    )


ROUTES = routes_by_verb(
    {
        "move:<table_id>:<seat>:<question>:<number>": plays.play_choice,
        "sure:<table_id>:<seat>:<question>:<number>": plays.play_confirmed,
        "offer:<table_id>:<seat>:<question>[:<number>]": plays.play_offer,
        "pick:<table_id>:<seat>:<question>:<page>": plays.play_selection,
        "page:<table_id>:<seat>:<question>:<number>[:<picked>]": plays.turn_page,
        "order:<table_id>:<seat>:<question>[:<picked>]": plays.extend_sequence,
        "ordered:<table_id>:<seat>:<question>:<picked>": plays.play_sequence,
        "dialog:<table_id>:<seat>:<question>": plays.open_number_dialog,
        "number:<table_id>:<seat>:<question>": plays.play_number,
        "ahead:<table_id>:<seat>[:<question>]": plays.show_order_topic,
        "lasting:<table_id>:<seat>": plays.open_lasting_dialog,
        "lasted:<table_id>:<seat>": plays.store_lasting_orders,
        "tables[:<page>]": table_commands.show_tables,
        "next[:<table_id>]": table_commands.show_next_table,
        "play:<table_id>": table_views.show_question,
        "begin:<table_id>:<number>": table_views.show_opening,
        "hand:<table_id>": table_views.show_hand,
        "more:<table_id>[:<way>][:<argument>]": table_views.unfold_view,
        "less:<table_id>[:<way>][:<argument>]": table_views.fold_view,
        "look:<table_id>[:<page>]": table_views.show_table,
        "log:<table_id>[:<line>][:<way>]": table_views.show_log,
        "rules:<game>[:<chapter>]": reference.show_rules,
        "about:<game>[:<table_id>][:<way>][:<argument>]": reference.explain_card,
        "help[:<whom>]": reference.show_help,
        "which:<verb>": table_commands.run_on_picked,
        "settings[:<what>]": preferences.open_settings,
        "habits[:<what>]": preferences.open_settings,
        "server[:<what>]": preferences.open_server_settings,
        "threads[:<what>]": preferences.open_server_settings,
        "chosen:<verb>:<what>": preferences.store_choices,
        "board:<table_id>": message_translations.translate_table_message,
        "read:<table_id>:<after>[:<until>]": message_translations.translate_post,
        "farewell:<table_id>": message_translations.translate_farewell,
        "restored:<table_id>:<until>": message_translations.translate_restore,
        "zoned:<game>:<minute>:<packed>": lobby.open_in_zone,
        "join:<table_id>": lobby.join_table,
        "rivals:<table_id>": lobby.change_lobby,
        "orders:<table_id>": lobby.switch_orders,
        "word:<table_id>": shuffles.open_word_dialog,
        "added:<table_id>:<salt>": shuffles.add_word,
        "opened:<table_id>[:<page>]": shuffles.show_secrets,
        "leave:<table_id>": lobby.leave_table,
        "time:<table_id>": clocks.show_time_control,
        "terms:<table_id>[:<what>]": clocks.open_time_dialog,
        "termed:<table_id>": clocks.propose_time_control,
        "starting:<table_id>": clocks.open_starting_dialog,
        "started:<table_id>": clocks.change_start_condition,
        "agree:<table_id>": clocks.agree_to_time_control,
        "pause:<table_id>": clocks.vote_for_pause,
        "wake:<table_id>": clocks.show_awake,
        "goon:<table_id>": clocks.end_pause,
        "leaving:<table_id>": vacancies.confirm_leave,
        "vacate:<table_id>": vacancies.vacate_seat,
        "replace:<table_id>:<seat>": vacancies.free_seat,
        "vote:<table_id>:<seat>": vacancies.vote_to_free,
        "sit:<table_id>:<seat>": vacancies.request_seat,
        "welcome:<table_id>:<seat>:<newcomer>": vacancies.welcome_newcomer,
        "away[:<what>]": clocks.choose_absence,
        "hush:<table_id>:<seat>:<question>": clocks.mute_reminders,
        "start:<table_id>": lobby.start_or_propose,
        "wait:<table_id>": lobby.object_to_start,
        "cancel:<table_id>": table_commands.confirm_cancel,
        "giveup:<table_id>": table_commands.cancel_table,
        "end:<table_id>": table_commands.end_table,
        "keep:<table_id>": table_commands.leave_as_is,
        "clear": table_commands.cancel_lobbies,
    }
)
"""The routes of the core, by verb. Every handler takes the request, then the words of the custom_id."""


def all_routes() -> Mapping[str, Route]:
    """Return all routes by verb: `ROUTES` and those of the features that are registered."""
    return {**ROUTES, **_feature_routes(tuple(FEATURES))}


@cache
def _feature_routes(features: tuple[Feature, ...]) -> Mapping[str, Route]:
    return {
        name: route
        for each in features
        for name, route in routes_by_verb(each.routes).items()
    }


async def dispatch(request: Request) -> None:
    """Call the handler of a click or dialog; raise a refusal or an error, for `answer_error`."""
    data: Mapping[str, Any] = request.interaction.data or {}
    click = parse_custom_id(str(data.get("custom_id", "")))
    if click is None:
        raise UnknownClick

    added = _feature_routes(tuple(FEATURES))
    found = added.get(click.verb) or ROUTES.get(click.verb)
    if found is None:
        raise UnknownClick

    await found.handler(request, *found.arguments(click))
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
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | TimeoutError)


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
    except (
        discord.HTTPException,
        discord.RateLimited,
        aiohttp.ClientError,
        OSError,
    ) as error:
        log.warning("a private answer could not be given: %s", error)
    except RuntimeError:
        # A handler that still waited when Herald stopped finds the session closed.
        if not request.interaction.client.is_closed():
            raise
        log.info("an answer came too late: %s", _subject(request.interaction))
