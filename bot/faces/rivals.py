"""Rivals in a lobby: their names, and the select that adds and removes them, and switches options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from bot.faces.components import Controls, Part, make_custom_id, option, select
from bot.faces.scene_text import Localizer
from bot.storage.records import NO_USER, Sitter, TableOptions, TableRecord
from bot.texts.fluent import Language
from bot.texts.names import plain_name
from engine.frozen import replace
from engine.scene import Text, say

LEVELS = ("squire", "knight", "champion")
"""Weakest first."""
LEVEL = "knight"
"""How well rivals play if nobody says."""
AWAY = "away."
"""How the values of the list begin that send somebody away."""
SWITCHES = tuple(each.name for each in fields(TableOptions) if each.name != "orders")
"""The options of tables that the list switches; that of orders has a list of its own, where a game knows them."""


def rival_names(language: Language) -> tuple[str, ...]:
    """Return the names of rivals in a language."""
    return tuple(name.strip() for name in language.text("rival-names").split(","))


def free_name(language: Language, taken: Sequence[str], first: int) -> str:
    """Return a name that isn't in `taken`, beginning with the one of number `first`."""
    every = rival_names(language)
    first %= len(every)
    turned = [*every[first:], *every[:first]]
    return next((name for name in turned if name not in taken), turned[0])


def new_rivals(
    language: Language, seated: Sequence[str], levels: Sequence[str], first: int
) -> list[Sitter]:
    """Return rivals of `levels` that join the people `seated`, each by a name that is free there (`free_name`)."""
    taken = [*seated]
    for _ in levels:
        taken.append(free_name(language, taken, first))
    named = zip(taken[len(seated) :], levels, strict=True)
    return [Sitter(NO_USER, name, level=level) for name, level in named]


def unnamed_sitters(sitters: Sequence[Sitter], reader: Language) -> tuple[Sitter, ...]:
    """Return the `sitters` of a private table without its person's name.

    Rivals have names in the language of the `reader`: their own ones tell which language the person reads.
    """
    names, somebody = iter(rival_names(reader)), reader.text("seat-unnamed")
    return tuple(
        replace(each, name=somebody if each.person else next(names)) for each in sitters
    )


def level_title(name: str) -> Text:
    """Return the title of the level `name`."""
    return say(f"level-{name}")


def option_menus(
    table: TableRecord, localizer: Localizer, *, full: bool, orders: bool
) -> Controls:
    """Return the select that adds rivals to a table that isn't `full`, removes them, and switches options.

    Where there can be `orders`, another one, for its opener, switches these.
    """
    say_ = localizer.text
    each_level = () if full else LEVELS
    come = [
        option(
            say_("rival-add", level=level_title(each)),
            each,
            does=say_(f"rival-add-{each}"),
        )
        for each in each_level
    ]
    away = [
        option(
            say_(
                "rival-remove",
                player=plain_name(each.name),
                level=level_title(each.level),
            ),
            f"{AWAY}{each.name}",
        )
        for each in table.sitters
        if each.level is not None
    ]
    options = [*come, *away, *(_switch(table, each, localizer) for each in SWITCHES)]
    menus = [[select(say_("rivals-pick"), make_custom_id("rivals", table.id), options)]]
    if orders:
        allow = [_switch(table, "orders", localizer)]
        goal = make_custom_id("orders", table.id)
        menus.append([select(say_("orders-pick"), goal, allow)])

    return menus


def _switch(table: TableRecord, what: str, localizer: Localizer) -> Part:
    """Return the option of a select that switches the option `what` of a table on or off."""
    key = f"{what}-forbid" if table.options[what] else f"{what}-allow"
    return option(localizer.text(key), what, does=localizer.text(f"{key}-about"))
