"""Advice: at a table with `advice`, a deciding player may ask an AI player for its choice; the question is public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import Parts, button
from bot.faces.feature_hooks import Feature
from bot.faces.lobby import level_title as named
from bot.faces.scene_text import SEPARATOR, Localizer
from bot.interactions.plays import answers_to, present_question_instead
from bot.interactions.request import Request
from bot.storage.records import IncidentKind, TableRecord
from bot.tables.refusals import UnknownClick
from bot.tables.seat_orders import choices_of
from bot.tables.seats import with_incident
from bot.tables.table import Table
from bot.tables.table_cache import changes_record
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.frozen import replace
from engine.match import Ask
from engine.scene import Text

ADVISERS = ("champion", "knight")
"""The levels that give advice."""


@present_question_instead
async def advice(
    request: Request, table: Table, seat: int, question: str, level: str
) -> None:
    """Answer a click on advice: that `level` was asked is public, its choice goes to the asking person alone."""
    services = request.services
    ask = answers_to(request, table, seat, question).ask
    if level not in ADVISERS:
        raise UnknownClick

    table = await ask_level(services.tables, table.id, request.user, level)
    # A level may think for longer than Discord waits.
    await request.defer()
    given = await services.thinkers.advice(table.started_match, ask.seat, level)
    legal = table.started_match.legal[ask.seat]
    offered = [each for each in given.actions if each in legal]
    picked = choices_of(table.started_match, ask, offered)
    chosen = [each.option.label for each in picked]
    sentence = advice_text(level, chosen, given.reason, request.localizer(table))
    await request.tell(sentence)


@changes_record
def ask_level(tables: Tables, table: Table, user: int, level: str) -> TableRecord:
    """Store that `user` asks `level` for advice, once for a question; raise `Refused` where that isn't allowed."""
    seat, match = table.running_table.seat_of(user), table.started_match
    record = table.record
    if not record.advice or seat not in match.deciding:
        raise Refused("refused-no-advice")

    sitter = replace(record.sitters[seat], level=level)
    asked = match.seq, IncidentKind.ADVISED, seat, sitter
    if any(
        (each.after, each.kind, each.seat, each.sitter) == asked
        for each in record.incidents
    ):
        return record
    return with_incident(record, *asked, tables.now())


def buttons(
    table: TableRecord, localizer: Localizer, _: Sequence[str], ask: Ask | None
) -> Parts:
    """Return the advice buttons of the question `ask`; none without one, or where the table doesn't allow `advice`."""
    if ask is None or not table.advice:
        return []

    return [
        button(
            localizer.key("button-advice", level=named(each)),
            "advice",
            table.id,
            ask.seat,
            ask.question,
            each,
            emoji="💡",
        )
        for each in ADVISERS
    ]


def advice_text(
    asked: str, choices: Sequence[Text], reason: Text, localizer: Localizer
) -> str:
    """Return the text of an advice: the `choices` of the level `asked`, and its `reason`, in a sentence each."""
    said = SEPARATOR.join(map(localizer.say, choices))
    if len(choices) > 1:
        return localizer.key(
            "advice-steps", level=named(asked), choices=said, reason=reason
        )
    return localizer.key(
        "advice",
        level=named(asked),
        choice=said,
        reason=reason,
    )


ADVICE = Feature(
    key="advice",
    routes={"advice": advice},
    private_buttons=buttons,
)
