"""Private tables at play: open, rewind to an earlier decision, put away, play again.

A rewind is a line of the log, behind all that it undoes (`engine.logged_moves`). Draws after it repeat those before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice

from bot.faces import messages
from bot.faces.components import OPTIONS, Page, make_custom_id, option, select
from bot.faces.messages import back_buttons, title
from bot.faces.scene_text import Localizer
from bot.interactions.lobby import NewTable
from bot.interactions.private_tables import open_private_table, show_first
from bot.interactions.request import Request
from bot.interactions.table_views import show_own_view
from bot.storage.records import NO_TABLE, Logged, Status, TableId, TableRecord
from bot.tables.log_entries import entry_of, is_of_rules, replay_lines
from bot.tables.move_logs import move_of_token, token_for
from bot.tables.refusals import NotOver, UnknownClick
from bot.tables.table import MoveResult, Table, move_result
from bot.tables.table_cache import changes_table
from bot.tables.tables import Tables
from engine import logged_moves
from engine.errors import Refused
from engine.logged_moves import PlayOn
from engine.match import AnyMatch, Frame
from engine.saves import replay_to_end
from engine.scene import Seat, Text


class NotRewindable(Refused):
    """Refusal: others play at the table, older rules made its moves, or it has no such decision."""

    key = "refused-rewind"


async def find_decisions(tables: Tables, table: Table, user: int) -> dict[str, Text]:
    """Return the decisions to which `user` can rewind, oldest first; raise `NotRewindable` where none can be.

    Each is the first event of an answer, by the token of the move before it.
    """
    seat = _rewinding_seat(table, user)
    answers = _answers(table, seat, await tables.storage.log(table.id))
    return {token_for(table, first - 1): told for first, told in answers}


@changes_table
async def rewind_table(
    tables: Tables, table: Table, user: int, name: str
) -> MoveResult:
    """Rewind to the decision after the move `name`; raise `NotRewindable`, or `UnknownClick` for no such name."""
    seat, move = _rewinding_seat(table, user), move_of_token(table, name)
    log = await tables.storage.log(table.id)
    before = await asyncio.to_thread(_match_after, table.started_match, log, move)
    undone = [logged_moves.read_detour(line.action) for line in log[move:]]
    if seat not in before.deciding or any(isinstance(each, PlayOn) for each in undone):
        raise NotRewindable

    after, moves = table.started_match.rewind(seat, before)
    kept = await tables.cache.store(table, match=after, moves=moves)
    return move_result(kept, seat, len(moves))


def _rewinding_seat(table: Table, user: int) -> Seat:
    seat = table.running_table.seat_of(user)
    if not table.record.alone or table.record.duplicate:
        raise NotRewindable
    return seat


def _answers(table: Table, seat: Seat, log: Sequence[Logged]) -> list[tuple[int, Text]]:
    """Return each answer of `seat` that still counts: the number of its first move, and its first event.

    Steps without events belong to the answer that follows. Moves before a practice are no answers.
    """
    found: list[tuple[int, Text]] = []
    begun, before = 0, None
    for line in log:
        entry, back = entry_of(line), logged_moves.read_detour(line.action)
        if back:
            first = 0 if isinstance(back, PlayOn) else back.to
            found, begun, before = [each for each in found if each[0] <= first], 0, None
            continue
        if entry.seat != seat:
            begun = 0
        elif (entry.seat, entry.at) != before:
            begun = begun or entry.seq
            is_by_order = table.started_match.game.is_by_order
            told = [each for each in entry.line(seat).events if not is_by_order(each)]
            if told:
                found.append((begun, told[0]))
                begun = 0
        before = entry.seat, entry.at

    return found


def _match_after(end: AnyMatch, log: Sequence[Logged], move: int) -> AnyMatch:
    """Return the match `end` as it was after `move`; raise `NotRewindable` where its `log` doesn't replay to there."""
    if not is_of_rules(log, end.game):
        raise NotRewindable
    try:
        return replay_to_end(end.beginning, replay_lines(log[:move]))
    except (Refused, ValueError):
        raise NotRewindable from None


def rewinding_page(
    table: TableRecord,
    frame: Frame,
    decisions: dict[str, Text],
    localizer: Localizer,
) -> Page:
    """Return the page that lists the last `OPTIONS` of `decisions`, the newest first."""
    way = back_buttons(table, frame, localizer)
    head = f"### {title(table, localizer)}"
    if not decisions:
        return Page((head, localizer.key("rewind-none")), (way,))
    say, names = localizer.language.say, localizer.people.plain_names
    options = [
        option(say(told, names, frame.viewer), name)
        for name, told in islice(reversed(decisions.items()), OPTIONS)
    ]
    chooser = select(
        localizer.text("rewind-pick"), make_custom_id("rewound", table.id), options
    )

    return Page((head, localizer.key("rewind-about")), ([chooser], way))


async def offer_rewind(request: Request, table: Table) -> None:
    """Answer a click on rewind: show the decisions to which this person can return."""
    decisions = await find_decisions(request.tables, table, request.user)
    frame = table.frame(table.seat_of(request.user))
    await request.answer(
        rewinding_page(table.record, frame, decisions, request.localizer(table))
    )


async def rewind_to(request: Request, table: Table) -> None:
    """Answer the pick of a decision: rewind to it, and show its question."""
    if not request.values:
        raise UnknownClick
    picked = request.values[0]
    played = await rewind_table(request.tables, table.id, request.user, picked)
    localizer = request.localizer(played.table)
    await show_own_view(
        request,
        played.table,
        [localizer.event(event, played.seat) for event in played.events],
    )


async def put_away(request: Request, table: Table) -> None:
    """Answer a click on put away: ask for a confirmation, since that is final."""
    _check_private(table)
    await request.answer(messages.confirm_end(table.record, request.localizer(table)))


async def again(request: Request, table: Table) -> None:
    """Open a private table with the rivals and options of one that is over; raise `NotOver` while it goes on."""
    _check_private(table)
    if table.status is not Status.OVER:
        raise NotOver

    levels = [sitter.level for sitter in table.record.sitters if sitter.level]
    options = NewTable(
        rivals=len(levels),
        level=levels[0],
        orders=table.record.orders,
    )
    await open_table(request, table.record.game, options)


def _check_private(table: Table) -> None:
    """Raise `UnknownClick` unless `table` is a private one."""
    if not table.record.alone:
        raise UnknownClick


async def open_table(
    request: Request, game: str, options: NewTable, *, instead_of: TableId = NO_TABLE
) -> None:
    """Open a private table of `game`, and show its first question; raise as `open_private_table` does."""
    table = await open_private_table(request, game, options, instead_of=instead_of)
    await show_first(request, table, "alone-begun")
