"""Private pages that belong to no single table: the help, and the choice between tables.

Also the last lines that fit into a message, with the button to the whole log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.faces import hooks
from bot.faces.components import (
    OPTIONS,
    ROW_BUTTONS,
    Page,
    Part,
    Parts,
    Style,
    button,
    click,
    latest,
    option,
    select,
)
from bot.faces.words import Speaker
from bot.storage.records import TableId, TableRecord
from bot.texts.fluent import Language
from bot.texts.names import plain_name
from engine.scene import say


def fit_lines(
    lines: Sequence[str], longest: int, table: TableId, speaker: Speaker
) -> tuple[str, Parts]:
    """Return the last lines that fit into `longest` characters, with no button if all do.

    Where the first are left out, a line says so, and the button of the log goes with it, which has them all.
    """
    text = "\n".join(lines)
    if len(text) <= longest:
        return text, []
    return (latest(lines, longest, speaker.key("story-cut")), [log_button(table, speaker)])


def log_button(table: TableId, speaker: Speaker) -> Part:
    """Return the button that shows the log in private."""
    return button(speaker.text("button-log"), click("log", table))


READERS = ("begin", "rivals", "play", "days", "host")
"""What there is a page of help for: the first steps, rivals, a turn, a game over days, and whoever hosts."""


def which(verb: str, tables: Sequence[TableRecord], language: Language, *, clears: int = 0) -> Page:
    """Return the question which of `tables` is meant; the newest ones where there are more than `OPTIONS`.

    Where it `clears` several tables that have not begun, a button offers to end these together.
    """
    menu = select(
        language.text("which-pick"),
        click("which", verb),
        [_table(table, language) for table in tables[-OPTIONS:]],
        (1, 1),
    )
    all_ = [button(language.text("button-clear", count=clears), click("clear"), style=Style.DANGER)]

    return Page((language.text("which-title"),), ([menu], all_) if clears > 1 else ([menu],))


def _table(table: TableRecord, language: Language) -> Part:
    people = tuple(plain_name(sitter.name) for sitter in table.sitters)
    game = say(f"{table.game}-name")
    label = language.text("which-table", table=str(table.id), game=game, players=people)

    return option(label, str(table.id))


def help_page(language: Language, names: Mapping[str, str], whom: str = "") -> Page:
    """Return the help for the reader `whom`, one of `READERS`, or about Herald in general, with buttons for the others.

    `names` are the commands as facts, as the reader's Discord has them.
    """
    text = language.text(f"help-{whom}" if whom else "help", **names)
    others = [
        button(language.text(f"button-help-{each}"), click("help", each))
        for each in READERS
        if each != whom
    ]
    rows = tuple(filter(None, (others, hooks.help_buttons(language)[:ROW_BUTTONS])))

    return Page((text,), rows)
