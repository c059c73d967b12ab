"""Take-back: a person undoes the last answer, until another player has acted, where the question stood."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import Parts, text_button
from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.interactions.table_views import show_own_view, update_other_view
from bot.storage.records import IncidentKind, Logged, Status
from bot.tables.log_entries import entry_of, is_of_rules, moves_by_hand, replay_lines
from bot.tables.move_logs import token_for
from bot.tables.table import MoveResult, Table, move_result
from bot.tables.table_cache import changes_table
from bot.tables.tables import Tables
from engine.errors import MatchOver, NothingToTakeBack, Refused
from engine.frozen import replace
from engine.match import AnyMatch
from engine.saves import replay_to_end
from engine.scene import Seat


async def take_back_token(tables: Tables, table: Table, seat: Seat) -> str | None:
    """Return the token of the last move if `seat` may take it back, else None; no token fits twice."""
    if table.status is not Status.PLAYING:
        return None
    table = await _with_pasts(tables, table, seat)
    if _since(table, seat) is None:
        return None
    return token_for(table, table.started_match.seq)


@changes_table
async def undo_answer(tables: Tables, table: Table, user: int, name: str) -> MoveResult:
    """Undo the last answer of `user`; raise `NothingToTakeBack` if its token isn't `name`, or the answer stands."""
    seat = table.running_table.seat_of(user)
    table = await _with_pasts(tables, table, seat)
    since = _since(table, seat)
    match = table.started_match
    if since is None or token_for(table, match.seq) != name:
        raise NothingToTakeBack

    before = await _move_before_answer(tables, table, seat, since)
    after, moves = match.take_back(seat, before)
    kept = await tables.cache.store(
        table,
        match=after,
        moves=moves,
    )
    return move_result(kept, seat, len(moves))


async def _move_before_answer(
    tables: Tables, table: Table, seat: Seat, since: int
) -> int:
    """Return the move before the last answer of `seat`: moves that were played together are taken back together.

    A log that was replayed step by step knows an answer of several moves by their common time.
    """
    recent = (await tables.logs.with_recent(table)).recent
    own = [
        entry.seq - 1
        for entry in recent
        if entry.seq > since and (entry.seat, entry.at) == (seat, recent[-1].at)
    ]
    pasts = table.started_match.pasts
    steps = {past.seq for past in pasts if past.seat == seat}
    return min(steps.intersection(own), default=pasts[-1].seq)


async def _with_pasts(tables: Tables, table: Table, seat: Seat) -> Table:
    """Return `table` with its `pasts`, replayed from the log if the table was loaded from the disk (`woken`)."""
    if not table.woken:
        return table
    if (await tables.logs.with_recent(table)).recent[-1].seat != seat:
        return table
    match = _replay_pasts(table, await tables.storage.log(table.id))
    return tables.cache.complete(
        table, lambda known: replace(known, match=match, woken=False)
    )


def _since(table: Table, seat: Seat) -> int | None:
    """Return the move after which the present holder of `seat` may take back; None if there is nothing to take back."""
    pasts = [past for past in table.started_match.pasts if past.seat == seat]
    taken = (
        each.after
        for each in table.record.incidents
        if each.kind is IncidentKind.SEATED and each.seat == seat
    )
    held = max(taken, default=0)
    if (
        table.record.duplicate
        or not pasts
        or pasts[-1].seq < held
        or not table.is_attended(seat)
    ):
        return None

    return held


def _replay_pasts(table: Table, log: Sequence[Logged]) -> AnyMatch:
    """Return the match with its `pasts`, replayed from `log`; unchanged where the log leads elsewhere.

    It does where older rules made moves, or a line is damaged.
    """
    match = table.started_match
    if not is_of_rules(log, match.game):
        return match
    try:
        end = replay_to_end(match.beginning, replay_lines(log))
    except (Refused, ValueError):
        return match

    # A replay takes a move that an order played for one by hand.
    entries = [entry_of(line) for line in log]
    made = {entry.seq for entry in moves_by_hand(entries, match.game)}
    last = max({entry.seq for entry in entries} - made, default=0)

    known = end.pasts if end.state == match.state else ()
    pasts = tuple(past for past in known if past.seq >= last)
    return replace(match, pasts=pasts)


async def take_back_button(
    services: Services, table: Table, seat: Seat, localizer: Localizer
) -> Parts:
    """Return the button that takes back the last answer of `seat`; none where there is nothing to take back."""
    undo = await take_back_token(services.tables, table, seat)
    if not undo:
        return []

    return [text_button(localizer, "button-take-back", "back", table.id, undo)]


async def take_back(request: Request, table: Table, move: str) -> None:
    """Answer a click on take back, for the token `move`; where that can't be, the private view says so."""
    async with (
        update_other_view(request, table.id),
        request.hold_news(table) as answering,
    ):
        try:
            played = await undo_answer(request.tables, table.id, request.user, move)
        except (NothingToTakeBack, MatchOver):
            now = await request.table(table.id)
            await show_own_view(request, now, [request.text(NothingToTakeBack.key)])
            return

        localizer = request.localizer(played.table)
        await show_own_view(
            request,
            played.table,
            [localizer.event(event, played.seat) for event in played.events],
        )
        answering.note_question(played.table.question_number(played.seat))


TAKE_BACK = Feature(
    key="takeback",
    routes={"back": take_back},
    answer_buttons=take_back_button,
)
