"""Translations of public messages: the same content in the reader's language, in private, without its buttons."""

from __future__ import annotations

from bot.faces import fairness, lobby, messages
from bot.faces import story as tale
from bot.faces.scene_text import Localizer
from bot.faces.turns import turn_lines
from bot.interactions import table_views
from bot.interactions.request import Request
from bot.sending.reader_settings import Told, lines_of_moves, lobby_box
from bot.storage.records import Status
from bot.tables.log_entries import chapter_of
from bot.tables.move_logs import move_of_token
from bot.tables.refusals import UnknownClick
from bot.tables.table import CLOSED, Table

OPEN_END = ""
"""The last move of a post that still grows."""


async def translate_table_message(request: Request, table: Table) -> None:
    """Translate the table message: the whole table once the game has begun, else the lobby, or that it was ended."""
    localizer = request.localizer(table)

    if table.status is Status.ENDED and table.match is None:
        await request.answer_text(*messages.closed_page(table.record, localizer).blocks)
    elif table.match is None:
        box = await lobby_box(request.tables, table)
        await request.answer_text(*lobby.lobby_texts(table.record, box, localizer))
    else:
        await table_views.show_table(request, table)


async def translate_post(
    request: Request, table: Table, after: str, until: str = OPEN_END
) -> None:
    """Translate a post: the public events after the move `after` up to `until`, or up to now with the question.

    Moves are named by their tokens. Of the move `after` only the event that begins a chapter is told; an `until` is
    named by posts of an older Herald, which told nothing of that move.
    """
    localizer = request.localizer(table)
    match = table.started_match
    grows = until == OPEN_END
    before = min(move_of_token(table, after), match.seq)
    last = match.seq if grows else move_of_token(table, until)

    moves = range(before + 1, last + 1)
    lines = await _story_lines(request, table, localizer, moves, opens=grows)

    if grows and table.status not in CLOSED:
        frame = table.frame(None)
        lines += turn_lines(table.record, frame, frame.asks, localizer)
    await _answer_translated(request, table, lines)


async def _story_lines(
    request: Request, table: Table, localizer: Localizer, moves: range, *, opens: bool
) -> list[str]:
    """Return the public events of `moves`, line by line; before the first move, how the game began.

    If `opens`, the heading of a chapter that the move before them began comes first.
    """
    match = table.started_match
    begins: list[str] = []
    told: list[Told] = []
    if moves.start == 1:
        moves = range(moves.stop)
        first = localizer.about(table.people_at(0))
        begins = [fairness.beginning_text(table.record, table.frame(None), first)]
        told += ((0, event) for event in match.opening)

    for line in await request.tables.log(table.id, None, max(0, moves.start - 2)):
        if line.seq in moves:
            told += ((line.seq, event) for event in line.events)
        elif opens and line.seq == moves.start - 1:
            heading = chapter_of(line.events, match.game)
            told += ((line.seq, event) for event in heading)

    reader = table.viewer(request.user)
    return begins + lines_of_moves(table, told, localizer, reader)


async def translate_farewell(request: Request, table: Table) -> None:
    """Translate the message of a table that was ended early; raise `UnknownClick` for any other table."""
    if table.status is not Status.ENDED:
        raise UnknownClick
    said = tale.ended_text(table.record, request.localizer(table))
    await _answer_translated(request, table, [said])


async def translate_restore(request: Request, table: Table, until: str) -> None:
    """Translate the message that a table was restored, with its last events up to the move `until`."""
    localizer = request.localizer(table)
    entries = await request.tables.log(table.id, None)

    kept = 0
    if table.match:
        kept = move_of_token(table, until)
    last = [
        localizer.say(event)
        for line in entries
        if line.seq <= kept
        for event in line.events
    ]

    said = messages.restored_text(last, localizer)
    if table.match is None:
        await request.answer_text(said)
    else:
        await _answer_translated(request, table, [said])


async def _answer_translated(request: Request, table: Table, lines: list[str]) -> None:
    """Answer with `lines` as a translated public message of `table`."""
    frame = table.frame(table.viewer(request.user))
    localizer = request.localizer(table)
    page = messages.translated_page(table.record, frame, lines, localizer)
    await request.answer(page)
