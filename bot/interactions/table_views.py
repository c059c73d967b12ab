"""Handlers that show a table to one user: the private view, the hand, the whole table, the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial

from bot.faces import fairness, messages, private_view, vacancies
from bot.faces.answer_controls import NOTHING_YET, Answers, Progress
from bot.faces.components import ROW_BUTTONS, Page, unpack_numbers
from bot.faces.feature_hooks import private_answer_buttons
from bot.faces.logbook import HERE, Note, Visit, append_note, headline
from bot.faces.scene_text import Localizer
from bot.interactions.request import Request
from bot.pictures.renderer import OpenView
from bot.rivals.playing import due_turns
from bot.sending.reader_settings import visit_of
from bot.storage.port import StorageError
from bot.storage.records import Status, TableId
from bot.tables import seats
from bot.tables.refusals import NotYours, TableClosed
from bot.tables.table import Table, points_of
from engine.errors import MatchOver, NotSeated, NotYourTurn, Refused, StaleAction
from engine.frozen import replace
from engine.scene import Text, Viewer

logger = logging.getLogger(__name__)

RIVALS_SECONDS = 1.0
"""Seconds that an answer at a private table waits for its rivals: half of the time for an answer."""


async def show_opening(request: Request, table: Table, number: int) -> None:
    """Show the choices behind the opening `number` of the present question, if it has that opening."""
    await _show_if_asked(request, table, Progress(opening=number))


async def show_question(request: Request, table: Table) -> None:
    """Show the question that the user is asked, with its answers; after an absence, show also the news."""
    await _show_if_asked(request, table)


async def _show_if_asked(
    request: Request, table: Table, progress: Progress = NOTHING_YET
) -> None:
    """Show the private view; where the user isn't asked, the refusal, unless there is news or an answer to change."""
    try:
        check_asked(request, table)
    except Refused as refusal:
        in_public = isinstance(refusal, NotYourTurn) and not request.is_private
        if in_public and await _has_more_to_show(request, table):
            await show_own_view(request, table)
        else:
            await show_present_question(request, table, refusal)
    else:
        await show_own_view(request, table, progress=progress)


async def _has_more_to_show(request: Request, table: Table) -> bool:
    """Tell whether a private view without a question has news, or an answer to a joint question."""
    seat = table.seat_of(request.user)
    joint = table.frame(seat).joint
    if joint is not None and seat in joint.answered:
        return True
    return bool((await request.tables.logs.missed_news(table, seat)).lines)


def check_asked(request: Request, table: Table) -> None:
    """Raise `MatchOver`, or `NotYourTurn` with the players that are asked, unless the user is asked now."""
    frame = table.answering_frame(request.user)
    if frame.outcome is not None:
        raise MatchOver
    if frame.mine is None:
        deciding = table.started_match.deciding
        names = tuple(table.people.bold_names[seat] for seat in deciding)
        raise NotYourTurn(players=names, count=len(names))


async def show_present_question(
    request: Request, table: Table, refusal: Refused
) -> None:
    """Show the present question below `refusal`; without one the present view, or in public raise why there is none."""
    try:
        check_asked(request, table)
    except NotSeated:
        await show_without_seat(request, table)
    except (NotYourTurn, MatchOver, TableClosed) as now:
        if not request.is_private:
            raise

        seat = table.seat_of(request.user)
        if isinstance(now, TableClosed):
            frame, localizer = table.frame(seat), request.localizer(table)
            closed = [request.text(now.key, **request.command_names)]
            page = messages.translated_page(table.record, frame, closed, localizer)
            await request.answer(page)
        else:
            # The news of the table would show a DM once more, without what its reader was just told.
            async with request.hold_news(table) as answering:
                await show_own_view(request, table, [request.text("view-outdated")])
                answering.note_question(table.question_number(seat))
    else:
        stale = refusal if isinstance(refusal, NotYours) else StaleAction()
        await show_own_view(request, table, [request.text(stale.key, **stale.facts)])


async def show_without_seat(request: Request, table: Table) -> None:
    """Replace the private view of a seat taken over since; else show what anybody can press, or raise `NotSeated`."""
    localizer = request.localizer(table)
    if request.is_private and seats.seats_seen(table.record, request.user):
        name = messages.title(table.record, localizer)
        await request.answer_text(f"### {name}", localizer.key("handed-over"))
        return
    if table.match is None:
        raise NotSeated

    ways = messages.record_buttons(table.record, localizer)
    free = vacancies.seat_buttons(table.record, localizer)[:ROW_BUTTONS]
    rows = tuple(row for row in (ways, free) if row)
    await request.answer(Page((request.text(NotSeated().key),), rows))


async def show_own_view(
    request: Request,
    table: Table,
    lines: Sequence[str] = (),
    progress: Progress = NOTHING_YET,
) -> None:
    """Show the user's private view of `table`, below the notices for the user and `lines`.

    Notices take the place of what features say there, so that all of it stays on one screen.
    At a private table rivals answer first; where that takes longer than `RIVALS_SECONDS`, the view is edited later.
    """
    alone = table.record.alone
    table = await wait_for_rivals(request, table) if alone else table
    if alone and table.status is not Status.PLAYING:
        # Nothing will be new there.
        request.services.pictures.views.pop((request.user, table.id), None)
    if table.status is Status.SEALED:
        await request.answer(await own_page(request, table))
        return
    if alone and table.status is Status.OVER:
        await show_table(request, await request.table(table.id))
        return

    notices = await _notices(request, table)
    lines = [*notices, *lines]
    page = await own_page(request, table, lines, progress, added=not notices)
    message = await request.answer(page, stays=alone)

    if request.guild is not None or alone:
        # A DM about any other table is kept up to date by the announcer.
        render = partial(_render_view, request, table.id)
        view = OpenView(message, page.without_picture, request.editor, render)
        pictures = request.services.pictures
        pictures.store_view(request.user, table.id, view)
        if alone and due_turns(table):
            render = partial(_render_after_rivals, request, table.id)
            pictures.follow_later(view.edit, message, render)


async def wait_for_rivals(request: Request, table: Table) -> Table:
    """Return the private `table` once its rivals have answered, or after `RIVALS_SECONDS`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(RIVALS_SECONDS):
            await request.services.rivals.finish(table.id)
    return await request.tables.get(table.id)


async def _render_after_rivals(request: Request, table: TableId) -> Page | None:
    await request.services.rivals.finish(table)
    return await _render_view(request, table)


async def _render_view(request: Request, table_id: TableId) -> Page | None:
    """Return the user's private view as it is now; None where the table can't be read or shown."""
    try:
        table = await request.tables.get(table_id)
        if table.record.alone and table.status is Status.OVER:
            return await _whole_table(request, table)
        return await own_page(request, table)
    except (Refused, StorageError) as error:
        logger.info("table %s: a private view stays as it was: %s", table_id, error)
        return None


async def unfold_view(
    request: Request, table: Table, way: str = "", argument: str = ""
) -> None:
    """Unfold the private view in place, with the picks of its custom_ids or about the order that they name."""
    await _show_folded(request, table, way, argument, unfolded=True)


async def fold_view(
    request: Request, table: Table, way: str = "", argument: str = ""
) -> None:
    """Fold the private view in place, and keep its picks."""
    await _show_folded(request, table, way, argument, unfolded=False)


async def _show_folded(
    request: Request, table: Table, way: str, argument: str, *, unfolded: bool
) -> None:
    """Show the private view `unfolded` or folded; the hand, where nothing is played or the user has no seat."""
    if table.viewer(request.user) is None or table.status is not Status.PLAYING:
        await show_hand(request, table)
        return

    progress = read_progress(request, table, way, argument)
    await show_own_view(request, table, progress=replace(progress, unfolded=unfolded))


def read_progress(request: Request, table: Table, way: str, argument: str) -> Progress:
    """Return the progress that the words of a custom_id name; `NOTHING_YET` if they are out of date."""
    ask = table.frame(table.seat_of(request.user)).mine
    if way == "ahead":
        about = table.find_ask(request.user, argument)
        return Progress(about=None if about == ask else about)
    if way == "begin" and argument.isdecimal():
        return Progress(opening=int(argument))

    numbers = unpack_numbers(argument) if way == "order" else ()
    answers = Answers(table.id, ask, request.localizer(table)) if ask else None
    if answers is None or not answers.can_follow(numbers):
        return NOTHING_YET
    return Progress(picked=numbers)


async def own_page(
    request: Request,
    table: Table,
    lines: Sequence[str] = (),
    progress: Progress = NOTHING_YET,
    *,
    added: bool = True,
) -> Page:
    """Return the user's private view of `table`, pictured, below `lines`; if `added`, with lines of features."""
    if table.status is Status.SEALED:
        points, names = points_of(table, request.user), request.command_names
        return Page((request.text("refused-sealed", points=points, **names),))
    seat, localizer = table.seat_of(request.user), request.localizer(table)
    services, tables = request.services, request.tables
    audience, mine = services.audience, table.frame(seat).mine
    ask = progress.about or mine
    said = await audience.private_lines(table, seat, localizer, ask) if added else ()
    visit = Visit(
        away=request.is_away_from(table),
        told=lines,
        more=mine is None and await _is_awaited_elsewhere(request, table),
        added=said,
        ways=await private_answer_buttons(services, table, seat, localizer),
        in_words=not await request.wants_pictures(table.guild),
    )
    news = await tables.logs.news(table, seat)
    table = tables.clocks.with_clocks_after_pings(table)
    return await audience.private_view(table, seat, localizer, news, visit, progress)


@asynccontextmanager
async def update_other_view(request: Request, table: TableId) -> AsyncIterator[None]:
    """Update the user's other private view after the block, which answers a click, unless that opens a newer one."""
    pictures = request.services.pictures
    place = request.message, request.user, table
    stale = pictures.other_view(*place)
    yield
    if stale is not None and pictures.other_view(*place) in (None, stale):
        render = partial(_render_changed, stale)
        pictures.follow_later(stale.edit, stale.message, render)


async def _render_changed(view: OpenView) -> Page | None:
    """Return the present message of `view`; None where it shows that already."""
    now = await view.render()
    return None if now is None or now.without_picture == view.page else now


async def _is_awaited_elsewhere(request: Request, table: Table) -> bool:
    """Tell whether another table waits for the user."""
    user, tables = request.user, request.tables
    numbers = await tables.live_tables.tables_of(user) - {table.id}
    others = await tables.get_readable(numbers)
    return any(each.is_waiting_for(user) and not each.record.alone for each in others)


async def _notices(request: Request, table: Table) -> list[str]:
    """Return the user's notices besides the game: trouble with the channel, a restored table, closed DMs."""
    services, localizer = request.services, request.localizer(table)
    trouble = services.announcer.trouble_text(table.id)
    lines = [localizer.say(trouble)] if trouble else []

    announced = table.record.announced
    if table.record.alone and announced.restored:
        lines.append(messages.restored_text((), localizer))
        told = replace(announced, restored=False)
        await request.tables.published_states.store(table.id, told)

    person = await services.preferences.user_settings(request.user)
    if person.dm_closed and not person.dm_told:
        lines.append(localizer.key("trouble-dm", **request.command_names))
        await services.preferences.change_user_settings(person.user, dm_told=True)

    return lines


async def show_hand(request: Request, table: Table) -> None:
    """Show the user's private view without a question: the hand, and what else only this seat knows."""
    seen_by = table.viewer(request.user)
    if seen_by is None:
        await show_without_seat(request, table)
        return

    services, localizer = request.services, request.localizer(table)
    audience, game = services.audience, table.started_match.game
    added = await audience.private_lines(table, seen_by, localizer, None)
    if table.status is Status.SUSPENDED:
        added.append(request.text("refused-suspended", **request.command_names))
    visit = Visit(
        added=added,
        ways=await private_answer_buttons(services, table, seen_by, localizer),
        in_words=not await request.wants_pictures(table.guild),
    )
    missed = await request.tables.logs.missed_news(table, seen_by)
    visit = visit_of(missed, game, localizer, seen_by, visit=visit)
    frame = await audience.private_frame(table, seen_by)
    record = request.tables.clocks.with_clocks_after_pings(table).record

    await request.answer(private_view.hand_page(record, frame, localizer, visit))


async def show_table(request: Request, table: Table, page: int = 1) -> None:
    """Show a page of the whole table; the first with its picture."""
    await request.answer(await _whole_table(request, table, page))


async def _whole_table(request: Request, table: Table, page: int = 1) -> Page:
    frame = table.frame(table.viewer(request.user))
    asked = (await request.tables.logs.with_recent(table)).asked_at(frame.viewer)
    record = request.tables.clocks.with_clocks_after_pings(table).record
    localizer = request.localizer(table)

    shown = messages.whole_table_page(
        record, frame, localizer, page, asked=asked, away=request.is_away_from(table)
    )
    return await request.pictured(shown, table.guild)


async def show_log(
    request: Request,
    table: Table,
    line: int = HERE,
    way: str = "",  # noqa: ARG001 - the way keeps the ids of several buttons apart
) -> None:
    """Show a page of the log as the user may know it, from `line` on, or from the user's last move."""
    localizer, match = request.localizer(table), table.started_match
    seen_by = table.viewer(request.user)
    frame = table.frame(seen_by)
    entries = await request.tables.log(table.id, seen_by)

    new, first = None, localizer.about(table.people_at(0))
    notes = [Note(fairness.beginning_text(table.record, frame, first, None))]
    notes += [_note(table, event, None, first, seen_by) for event in match.opening]

    for each in entries:
        then = localizer.about(table.people_at(each.seq))
        for event in each.events:
            note = _note(table, event, each.at, then, seen_by)
            append_note(notes, note, explains=match.game.is_by_order(event))
        own = seen_by is not None and table.is_own_move(seen_by, each.seq)
        if own and each.seat == seen_by:
            new = len(notes)

    if table.status is Status.OVER:
        proof = fairness.secret_text(table.record, table.finished_match.seed)
        notes.append(Note(localizer.say(proof)))

    page = messages.log_page(table.record, frame, notes, localizer, line, new)
    await request.answer(page)


def _note(
    table: Table, event: Text, at: float | None, localizer: Localizer, reader: Viewer
) -> Note:
    """Return a line of the log; some events are a heading, since a part of the match begins with them."""
    if heading := table.started_match.game.is_heading(event):
        return Note(headline(event, localizer, reader), at, heading)
    return Note(localizer.event(event, reader), at)


async def answer_done(request: Request, table: Table, key: str) -> None:
    """Answer that something was done at `table`: the text `key` with its title."""
    name = messages.title(table.record, request.localizer(table))
    said = request.text(key, table=name)
    await request.answer_text(said)
