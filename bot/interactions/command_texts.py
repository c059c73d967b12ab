"""Slash commands, made of the handlers that answer them, with the choices of their options; and their texts.

The texts are names and descriptions for Discord, and names within sentences. Both go by the locale of the reader's own
Discord, for that is where commands are typed; the language chosen with `/settings` changes neither.
"""

from __future__ import annotations

import inspect
import logging
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import (
    TranslationContextLocation,
    TranslationContextTypes,
    locale_str,
)

from bot.clocks.user_time_settings import search_zones
from bot.faces.components import MOST_OFFERED, shorten
from bot.texts.fluent import DEFAULT, Language, find_language, language
from engine.scene import Text, Value, say

Payload: TypeAlias = dict[str, Any]
log = logging.getLogger(__name__)

LONGEST_NAME, LONGEST_TEXT = 32, 100
"""The most characters that Discord takes for a name, and for a description or a choice."""
NAMES = frozenset(
    {
        TranslationContextLocation.command_name,
        TranslationContextLocation.group_name,
        TranslationContextLocation.parameter_name,
    }
)
"""The contexts in which Discord takes only a name that can be typed."""

GROUPS = frozenset({"newgame", "table", "settings", "privacy", "rules"})
"""The commands that only have subcommands."""
COMMANDS = (
    "newgame",
    "play",
    "alone",
    "learn",
    "daily",
    "hand",
    "tables",
    "table-show",
    "table-log",
    "table-record",
    "table-resume",
    "table-pause",
    "table-leave",
    "table-replace",
    "away",
    "table-end",
    "settings-show",
    "settings-reading",
    "settings-calls",
    "settings-follow",
    "settings-server",
    "privacy-show",
    "privacy-export",
    "privacy-delete",
    "rules",
    "help",
)
"""The commands that a sentence may name, by the name of the fact: a command, or one of `GROUPS` with a subcommand."""


def localized_name(name: str, key: str) -> locale_str:
    """Return `name`, which is English, with the text `KEY.name` that translates it."""
    return locale_str(name, text=say(f"{key}.name"))


def localized_game_name(game: str) -> locale_str:
    """Return the key of `game` as a subcommand's name, with the text that translates it."""
    return locale_str(game, text=say(f"{game}-name.command"))


def localized_text(key: str, **facts: Value) -> locale_str:
    """Return the description or choice of `key`, with the text that translates it, also for the host."""
    return locale_str(key, text=say(key, **facts))


async def translated_payload(
    command: Any, tree: app_commands.CommandTree[Any], home: Language
) -> Payload:
    """Return `command` as Discord is told it: names are English, descriptions and choices in the host's language.

    Until then they are keys: a start that uploads nothing parses no text of a command.
    """
    payload: Payload = await command.get_translated_payload(tree, Translator())
    _put_host_texts(payload, home)
    return payload


def _put_host_texts(node: Payload, home: Language) -> None:
    label = "name" if "value" in node else "description"
    texts = node.get(f"{label}_localizations") or {}
    said = {find_language(locale): text for locale, text in texts.items()}
    if said:
        host = node[label] = said.get(home) or said[language(DEFAULT)]
        others = {locale: text for locale, text in texts.items() if text != host}
        node[f"{label}_localizations"] = others

    for part in (*node.get("options", ()), *node.get("choices", ())):
        _put_host_texts(part, home)


def is_command_name(name: str) -> bool:
    r"""Tell whether Discord takes `name` for a command: `^[-_'\p{L}\p{N}]{1,32}$`, in lower case."""
    letters = all(
        sign in "-_'" or unicodedata.category(sign)[0] in "LN" for sign in name
    )
    if not (letters and 1 <= len(name) <= LONGEST_NAME):
        return False
    return name == name.lower()


class Translator(app_commands.Translator):
    """Translates the texts of commands into every language of Herald; discord.py calls it at each sync."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """Return `string` in `locale`; None if it stays as it is or the translation won't do."""
        try:
            # What stands in the menu of a message is never typed.
            is_name = context.location in NAMES and not isinstance(
                context.data,
                app_commands.ContextMenu,
            )
            return translate_text(string, locale.value, is_name=is_name)
        except Exception:
            # One text that fails would keep all commands from being told to Discord.
            log.exception(
                "a command could not be translated into %s: %s",
                locale.value,
                string.message,
            )
            return None


def translate_text(string: locale_str, locale: str, *, is_name: bool) -> str | None:
    """Return the translation of a command's text into `locale`; None where nothing is to change."""
    text = string.extras.get("text")
    reader = find_language(locale)
    if not isinstance(text, Text) or reader is None or not reader.has_text(text.key):
        return None

    said = shorten(reader.say(text), LONGEST_TEXT)

    if is_name and not is_command_name(said):
        log.error(
            "Discord takes no command of the name %r: %s in %s",
            said,
            text.key,
            locale,
        )
        return None

    if said == string.message:
        return None

    return said


@cache
def command_names(locale: str) -> Mapping[str, str]:
    """Return the path of each command in `COMMANDS` as a Discord of `locale` shows it, slash included."""
    reader = find_language(locale) or language(DEFAULT)
    return MappingProxyType({fact: _command_path(fact, reader) for fact in COMMANDS})


def _command_path(fact: str, reader: Language) -> str:
    first, *last = fact.split("-")
    keys = [f"command-{first}-all" if first in GROUPS else f"command-{first}"]
    keys += [f"command-{fact}" for _ in last]
    return "/" + " ".join(_command_name(key, reader) for key in keys)


def _command_name(key: str, reader: Language) -> str:
    said = reader.text(f"{key}.name")
    if is_command_name(said):
        return said
    return language(DEFAULT).text(f"{key}.name")


Answer: TypeAlias = Callable[..., Awaitable[None]]
"""Answers a command: takes the request, then the options by name."""
Offered: TypeAlias = Mapping[str, tuple[str, Iterable[str]]]
"""The values that options offer, by the option's name, each with the key of its label, where {} stands for a value."""
FREE: Offered = MappingProxyType({})
"""Nothing: people write what they like."""
Command: TypeAlias = app_commands.Command[Any, Any, Any]


def command(
    name: str, answer: Answer, offered: Offered = FREE, /, within: str = "", **keys: str
) -> Command:
    """Return a command, or a subcommand of the group `within`, that calls `answer`.

    "command-NAME" or "command-GROUP-NAME" is the key of its description. `keys` has one for each parameter of `answer`
    that is an option: the text describes it, and its `.name` is what people type.
    """
    key = f"command-{within}-{name}" if within else f"command-{name}"
    made = app_commands.command(
        name=localized_name(name, key),
        description=localized_text(key),
    )
    return made(_callback(answer, offered, keys))


def _callback(answer: Answer, offered: Offered, keys: Mapping[str, str]) -> Any:
    """Return what discord.py calls for a command: `answer`, with an interaction in the place of its request."""

    @app_commands.describe(
        **{option: localized_text(key) for option, key in keys.items()}
    )
    @app_commands.rename(
        **{option: localized_name(option, key) for option, key in keys.items()}
    )
    @app_commands.choices(
        **{option: _choices(*each) for option, each in offered.items()}
    )
    async def run(interaction: discord.Interaction[Any], **chosen: object) -> None:
        await answer(await interaction.client.request(interaction), **chosen)

    taken = inspect.signature(answer, eval_str=True).parameters
    # The first one stands for the interaction.
    first = next(iter(taken))
    shown = [taken[option] for option in (first, *keys)]
    callback: Any = run
    callback.__signature__ = inspect.Signature(shown)
    return callback


def _choices(label: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return the choices of an option: as many of `values` as Discord takes."""
    known = [
        app_commands.Choice(
            name=localized_text(label.format(value)),
            value=value,
        )
        for value in values
    ]
    return known[:MOST_OFFERED]


def group(name: str, *, guild_only: bool = False) -> app_commands.Group:
    """Return a command that only has subcommands; "command-NAME-all" is the key of its description."""
    key = f"command-{name}-all"
    return app_commands.Group(
        name=localized_name(name, key),
        description=localized_text(key),
        guild_only=guild_only,
    )


def game_group(
    name: str,
    games: Iterable[str],
    answer: Answer,
    offered: Offered = FREE,
    /,
    **keys: str,
) -> app_commands.Group:
    """Return a command with a subcommand for each of `games`; "command-NAME" is the key of their descriptions."""
    made = group(name)
    for game in games:
        subcommand = app_commands.command(
            name=localized_game_name(game),
            description=localized_text(f"command-{name}", game=say(f"{game}-name")),
        )
        answering = _callback(partial(answer, game=game), offered, keys)
        made.add_command(subcommand(answering))
    return made


async def complete_zone(
    _: discord.Interaction[Any], written: str
) -> list[app_commands.Choice[str]]:
    """Return the time zones that complete `written`: the autocompletion of an option."""
    return [
        app_commands.Choice(name=name, value=name)
        for name in search_zones(written, MOST_OFFERED)
    ]
