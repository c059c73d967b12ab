"""A command as somebody types it, with its options as `name:value`: what is meant, or what doesn't fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.host.errors import HostError
from bot.texts.fluent import Language

Json = Mapping[str, Any]
Filled = dict[str, str | bool | int | float]
INTEGER, BOOLEAN, NUMBER = 4, 5, 10
NAMED = re.compile(r"(?<!\S)([^\s:\d][^\s:]*):(?!//)\s*")
"""The name of an option, before its value; an address of a page is none, nor the hour of a time."""


class Misfit(HostError):
    """What was typed is no command that can be run; the text says what doesn't fit."""


def read(
    text: str,
    offered: Sequence[Json],
    picks: Mapping[int, Sequence[Json]],
    words: Language,
) -> tuple[str, Filled]:
    """Return the name of the command that was typed and its options by name; raise Misfit.

    `offered` are the commands as `commands` returns them, and `picks` what can be named for each type of option.
    Names and values are known by what the reader is shown and by what they are called everywhere.
    """
    typed = text.removeprefix("/").strip()
    command, rest = _command(typed, offered)
    loose, *parts = NAMED.split(rest)
    options = command["options"]
    if loose.strip():
        raise _unknown(loose.strip(), command)
    filled: Filled = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        option = _option(name, command)
        filled[option["name"]] = _value(value.strip().strip('"'), option, picks, words)
    missing = next(
        (one for one in options if one.get("required") and one["name"] not in filled),
        None,
    )
    if missing:
        raise Misfit(
            "sandbox-typed-missing", command=command["shown"], option=missing["shown"]
        )
    return command["name"], filled


def _command(typed: str, offered: Sequence[Json]) -> tuple[Json, str]:
    """Return the command whose name begins what was typed, the longest of several, and the rest."""
    known = [(name, one) for one in offered for name in (one["shown"], one["name"])]
    fitting = [
        (name, one)
        for name, one in known
        if f"{typed} ".casefold().startswith(f"{name} ".casefold())
    ]
    if not fitting:
        raise Misfit("sandbox-typed-command", command=typed)
    name, command = max(fitting, key=lambda one: len(one[0]))
    return command, typed[len(name) :]


def _option(name: str, command: Json) -> Json:
    for option in command["options"]:
        if name.casefold() in {option["shown"].casefold(), option["name"].casefold()}:
            return dict(option)
    raise _unknown(name, command)


def _unknown(name: str, command: Json) -> Misfit:
    known = ", ".join(f"{one['shown']}:" for one in command["options"])
    if known:
        return Misfit(
            "sandbox-typed-option", command=command["shown"], option=name, options=known
        )
    return Misfit("sandbox-typed-nothing", command=command["shown"], option=name)


def _value(
    typed: str, option: Json, picks: Mapping[int, Sequence[Json]], words: Language
) -> str | bool | float:
    listed = _listed(option, picks, words)
    if listed is None:
        return _number(typed, option) if option["type"] in {INTEGER, NUMBER} else typed
    found = next(
        (
            value
            for label, value in listed
            if _plain(typed) in {_plain(label), _plain(str(value))}
        ),
        None,
    )
    if found is None:
        raise _misfit(typed, option, ", ".join(label for label, _ in listed))
    return found


def _listed(
    option: Json, picks: Mapping[int, Sequence[Json]], words: Language
) -> list[tuple[str, str | bool | float]] | None:
    """Return all that can be chosen for an option, each by its label; None where anything can be typed."""
    if option["choices"]:
        return [(one["name"], one["value"]) for one in option["choices"]]
    if option["type"] == BOOLEAN:
        return [(words.text("sandbox-yes"), True), (words.text("sandbox-no"), False)]
    if option["type"] in picks:
        return [(one["label"], one["value"]) for one in picks[option["type"]]]
    return None


def _number(typed: str, option: Json) -> float:
    low, high = option.get("min_value"), option.get("max_value")
    try:
        number = int(typed) if option["type"] == INTEGER else float(typed)
    except ValueError:
        number = None
    if (
        number is None
        or (low is not None and number < low)
        or (high is not None and number > high)
    ):
        raise _misfit(
            typed,
            option,
            "\N{EN DASH}".join(str(one) for one in (low, high) if one is not None)
            or "0, 1, 2 …",
        )
    return number


def _misfit(typed: str, option: Json, possible: str) -> Misfit:
    return Misfit(
        "sandbox-typed-value", value=typed, option=option["shown"], possible=possible
    )


def _plain(label: str) -> str:
    return label.casefold().lstrip("@#")
