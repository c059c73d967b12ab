"""Handlers that only show: the private view, the hand, the table, the log, the rules, a card, the help."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

from bot.faces import cards, fairness, hooks, messages, pages, private_view, rulebook, vacancies
from bot.faces.answers import NOTHING_YET, Answers, Progress
from bot.faces.components import ROW_BUTTONS, Page, Parts, unpacked
from bot.faces.logbook import HERE, Note, Visit, enter, headline
from bot.faces.pages import log_button
from bot.faces.picture.requests import CardsPicture, cards_picture, decision_picture, hand_picture, whole_picture
from bot.faces.words import Speaker
from bot.interactions.request import Request
from bot.interactions.services import OpenView
from bot.rivals.playing import due_turns
from bot.sending.audience import visit_of
from bot.sending.outgoing import Outgoing, paged
from bot.storage.port import StorageError
from bot.storage.records import Status, TableId, TableRecord
from bot.tables import seats
from bot.tables.logs import News
from bot.tables.refusals import NotYours, Sealed, TableClosed, UnknownClick
from bot.tables.table import Table, points_of
from engine.errors import MatchOver, NotSeated, NotYourTurn, Refused, StaleAction
from engine.game import AnyGame
from engine.match import Ask
from engine.sample import sample
from engine.scene import Seat, Text, Viewer

logger = logging.getLogger(__name__)

RIVALS_SECONDS = 1.0
"""Seconds that an answer at a private table waits for its rivals: half of the time for an answer."""
NO_TABLE = 0
"""The table of a list of cards that names none."""


async def show_opening(request: Request, table_id: int, number: int) -> None:
    """Show the choices behind the opening `number` of the present question, if it has that opening."""
    await _show_if_asked(request, table_id, Progress(opening=number))


async def show_question(request: Request, table_id: int) -> None:
    """Show the question that the user is asked, with its answers; after an absence, show also the news."""
    await _show_if_asked(request, table_id)


async def _show_if_asked(request: Request, table_id: int, progress: Progress = NOTHING_YET) -> None:
    """Show the private view; if the user isn't asked, the refusal, or the private view where there is news in it."""
    table = await request.table(table_id)
    try:
        check_asked(request, table)
    except Refused as refusal:
        if isinstance(refusal, NotYourTurn) and not request.is_private and await _has_missed_events(request, table):
            await show_own_view(request, table)
        else:
            await show_present_question(request, table, refusal)
    else:
        await show_own_view(request, table, progress=progress)


def check_asked(request: Request, table: Table) -> None:
    """Raise `MatchOver`, or `NotYourTurn` with the players that are asked, unless the user is asked now."""
    frame = table.asked(request.user)
    if frame.outcome is not None:
        raise MatchOver
    if frame.mine is None:
        raise waiting_for(table)


async def show_present_question(request: Request, table: Table, refusal: Refused) -> None:
    """Answer a click that `refusal` stopped with the question that the user is asked now, below the refusal.

    An outdated private view is replaced by the present one, without answers if nothing is asked; in public the refusal
    of `check_asked` is raised then.
    """
    try:
        check_asked(request, table)
    except NotSeated:
        await show_without_seat(request, table)
    except (NotYourTurn, MatchOver, TableClosed) as now:
        if not request.is_private:
            raise

        if isinstance(now, TableClosed):
            frame, closed = table.frame(table.seat_of(request.user)), request.text(now.key)
            await request.answer(messages.translated(table.record, frame, [closed], request.speaker(table)))
        else:
            # The news of the table would show a DM once more, without what its reader was just told.
            async with request.services.announcer.answering(table.id, request.message) as answering:
                await show_own_view(request, table, [request.text("view-outdated")])
                answering.read(table.number(table.seat_of(request.user)))
    else:
        stale = refusal if isinstance(refusal, NotYours) else StaleAction()
        await show_own_view(request, table, [request.text(stale.key, **stale.facts)])


async def show_without_seat(request: Request, table: Table) -> None:
    """Replace the private view of a seat taken over since; else show what anybody can press, or raise `NotSeated`."""
    speaker = request.speaker(table)
    if not request.is_private or not seats.witnessed(table.record, request.user):
        if table.match is None:
            raise NotSeated

        ways = [messages.look_button(table.id, speaker), log_button(table.id, speaker)]
        free = vacancies.seats(table.record, speaker)[:ROW_BUTTONS]
        rows = tuple(row for row in (ways, free) if row)
        await request.answer(Page((request.text(NotSeated().key),), rows))
        return
    await request.answer(Page((f"### {messages.title(table.record, speaker)}", speaker.key("handed-over"))))


def waiting_for(table: Table) -> NotYourTurn:
    """Return the refusal that names the players who are asked now."""
    deciding = table.match.deciding if table.match else ()
    return NotYourTurn(players=tuple(table.people.bold_names[seat] for seat in deciding), count=len(deciding))


async def show_own_view(
    request: Request, table: Table, told: Sequence[str] = (), progress: Progress = NOTHING_YET
) -> None:
    """Show the user's private view of `table`, below the notices for the user and the lines `told`.

    At a private table rivals answer first; where that takes longer than `RIVALS_SECONDS`, the view is edited later.
    """
    alone = table.record.alone
    table = await wait_for_rivals(request, table) if alone else table

    if alone and table.status is not Status.PLAYING:
        request.services.views.evict(request.user, table.id)
    if table.status is Status.SEALED:
        points = points_of(table, request.user)
        await request.answer(Page((request.text(Sealed.key, points=points),)))
        return
    if alone and table.status is Status.OVER:
        await show_table(request, table.id)
        return
    page = await own_page(request, table, [*await _notices(request, table), *told], progress)
    draw = partial(decision_picture, about=progress.about)
    message = await request.answer(page, picture=await request.picture(table, draw), stays=alone)

    if request.guild is not None or alone:
        # A DM about any other table is kept up to date by the announcer.
        view = request.services.views.store(request.user, table.id, request, message, page)
        if alone and due_turns(table):
            _edit_after_rivals(view, table.id)


async def wait_for_rivals(request: Request, table: Table) -> Table:
    """Return the private `table` once its rivals have answered, or after `RIVALS_SECONDS`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(RIVALS_SECONDS):
            await request.services.rivals.finish(table.id)
    return await request.tables.get(table.id)


def _edit_after_rivals(view: OpenView[Request], table: TableId) -> None:
    """Edit the private view once rivals have answered."""
    request = view.request
    request.services.pictures.follow_later(request.edit, view.message, _look_after_rivals(view, table))


async def _look_after_rivals(view: OpenView[Request], table: TableId) -> Outgoing | None:
    await view.request.services.rivals.finish(table)
    now = await _present_look(view, table)
    return None if now is None else now[1]


async def _present_look(view: OpenView[Request], table_id: TableId) -> tuple[Page, Outgoing] | None:
    """Return the present page of `view` and its message; None where the table can't be read or shown."""
    try:
        table = await view.request.tables.get(table_id)
        if table.status is Status.SEALED:
            return None
        page = await own_page(view.request, table)
        return page, paged(page, await view.request.picture(table, decision_picture))

    except (Refused, StorageError) as error:
        logger.info("table %s: a private view stays as it was: %s", table_id, error)
        return None


async def unfold_view(request: Request, table_id: int, way: str = "", word: str = "") -> None:
    """Unfold the private view in place, with the picks of its custom_ids or about the order that they name."""
    await _show_folded(request, table_id, way, word, unfolded=True)


async def fold_view(request: Request, table_id: int, way: str = "", word: str = "") -> None:
    """Fold the private view in place, and keep its picks."""
    await _show_folded(request, table_id, way, word, unfolded=False)


async def _show_folded(request: Request, table_id: int, way: str, word: str, *, unfolded: bool) -> None:
    """Show the private view `unfolded` or folded; the hand, where nothing is played or the user has no seat."""
    table = await request.table(table_id)
    if table.viewer(request.user) is None or table.status is not Status.PLAYING:
        await show_hand(request, table_id)
        return
    await show_own_view(request, table, progress=replace(read_progress(request, table, way, word), unfolded=unfolded))


def read_progress(request: Request, table: Table, way: str, word: str) -> Progress:
    """Return the progress that the words of a custom_id name; `NOTHING_YET` if they are out of date."""
    ask = table.frame(table.seat_of(request.user)).mine
    if way == "ahead":
        about = table.asking(request.user, word)
        return Progress(about=None if about == ask else about)
    if way == "begin" and word.isdecimal():
        return Progress(opening=int(word))

    numbers = unpacked(word) if way == "order" else ()
    goes_on = ask is not None and Answers(table.id, ask, request.speaker(table)).can_follow(numbers)
    return Progress(picked=numbers) if goes_on else NOTHING_YET


async def own_page(request: Request, table: Table, told: Sequence[str] = (), progress: Progress = NOTHING_YET) -> Page:
    """Return the page of the user's private view of `table`, below the lines `told`."""
    seat = table.seat_of(request.user)
    frame = await request.services.audience.private_frame(table, seat)
    since = await request.tables.logs.news(table, seat)
    ask = progress.about or frame.mine
    visit = await _visit(request, table, seat, since, ask, answering=frame.mine is not None)

    away = request.is_away_from(table)
    more = frame.mine is None and await _is_awaited_elsewhere(request, table)
    visit = replace(visit, away=away, more=more)
    return private_view.private(_foreseen_record(request, table), frame, told, request.speaker(table), progress, visit)


@asynccontextmanager
async def update_other_view(request: Request, table_id: int) -> AsyncIterator[None]:
    """Update the user's other private view of the table after the block, which answers a click."""
    services, user = request.services, request.user
    stale = services.views.other_view(request.message, user, table_id)
    yield
    now = None if stale is None else await _present_look(stale, TableId(table_id))
    if stale is not None and now is not None and now[0] != stale.page:
        ticket = services.pictures.call_off(stale.message)
        services.pictures.follow(stale.request.edit, stale.message, ticket, now[1], anew=True)


def _foreseen_record(request: Request, table: Table) -> TableRecord:
    """Return the record of `table` with its clocks as they will run, also where the ping isn't sent yet."""
    return request.tables.clocks.foreseen(table).record


async def _has_missed_events(request: Request, table: Table) -> bool:
    """Tell whether events happened at `table` since the user's last move."""
    return bool((await request.tables.logs.missed(table, table.seat_of(request.user))).lines)


async def _visit(
    request: Request, table: Table, seat: Seat, since: News, ask: Ask | None = None, *, answering: bool = False
) -> Visit:
    """Return the news and additions of a private view of `seat` that shows the question `ask`, to answer it or not."""
    speaker = request.speaker(table)
    ways = await hooks.private_ways(request.services, table, seat, speaker)
    added = await request.services.audience.private_lines(table, seat, speaker, ask)
    visit = visit_of(since, table.started.game, speaker, seat, answering=answering)
    return replace(visit, ways=ways, added=added)


async def _is_awaited_elsewhere(request: Request, table: Table) -> bool:
    """Tell whether another table waits for the user."""
    user, tables = request.user, request.tables
    others = await tables.neighbours.seats(user) - {table.id}
    return any(each.waits_for(user) and not each.record.alone for each in await tables.some(others))


async def _notices(request: Request, table: Table) -> list[str]:
    """Return the user's notices besides the game: trouble with the channel, a restored table, closed DMs."""
    services, speaker = request.services, request.speaker(table)
    trouble = services.announcer.trouble(table.id)
    told = [speaker.say(trouble)] if trouble else []

    announced = table.record.announced
    if table.record.alone and announced.restored:
        told.append(messages.set_back((), speaker))
        await request.tables.announcements.keep(table.id, replace(announced, restored=False))
    person = await services.preferences.person(request.user)
    if person.dm_closed and not person.dm_told:
        told.append(speaker.key("trouble-dm", **request.command_names))
        await services.preferences.change_person(person.user, dm_told=True)

    return told


async def show_hand(request: Request, table_id: int) -> None:
    """Show the user's private view without a question: the hand, and what else only this seat knows."""
    table = await request.table(table_id)
    seen_by = table.viewer(request.user)
    if seen_by is None:
        await show_without_seat(request, table)
        return

    visit = await _visit(request, table, seen_by, await request.tables.logs.missed(table, seen_by))
    frame = await request.services.audience.private_frame(table, seen_by)
    page = private_view.own_hand(_foreseen_record(request, table), frame, request.speaker(table), visit)
    await request.answer(page, picture=await request.picture(table, hand_picture))


async def show_table(request: Request, table_id: int, page: int = 1) -> None:
    """Show a page of the whole table; the first with its picture."""
    table = await request.table(table_id)
    frame = table.frame(table.viewer(request.user))
    asked = (await request.tables.logs.recalled(table)).asked_at(frame.viewer)
    away = request.is_away_from(table)
    shown = messages.look(_foreseen_record(request, table), frame, request.speaker(table), page, asked=asked, away=away)
    await request.answer(shown, picture=await request.picture(table, whole_picture) if page == 1 else None)


async def show_log(request: Request, table_id: int, line: int = HERE, way: str = "") -> None:  # noqa: ARG001 - the way keeps the ids of several buttons apart
    """Show a page of the log as the user may know it, from `line` on, or from the user's last move."""
    table = await request.table(table_id)
    speaker = request.speaker(table)
    seen_by = table.viewer(request.user)
    frame = table.frame(seen_by)
    told = await request.tables.log(table.id, seen_by)

    notes, new = [Note(messages.opening(table.record, frame, speaker))], None
    notes += [_log_note(table, event, None, speaker, seen_by) for event in table.started.opening]

    for each in told:
        then = speaker.about(table.people_at(each.seq))
        for event in each.told:
            enter(notes, _log_note(table, event, each.at, then, seen_by), explains=table.started.game.by_order(event))
        if seen_by is not None and each.seat == seen_by and table.own(seen_by, each.seq):
            new = len(notes)
    if table.status is Status.OVER:
        notes.append(Note(speaker.say(fairness.told(table.record, table.over.seed))))

    await request.answer(messages.log(table.record, frame, notes, speaker, line, new))


def _log_note(table: Table, event: Text, at: float | None, speaker: Speaker, reader: Viewer) -> Note:
    """Return a line of the log; some events are a heading, since a part of the match begins with them."""
    heading = table.started.game.heads(event)
    return Note(headline(event, speaker, reader) if heading else speaker.told(event, reader), at, heading)


async def show_rules(request: Request, game: str, chapter: int = 1) -> None:
    """Show a chapter of the rules of `game`."""
    games = request.services.games
    if game not in games:
        raise UnknownClick
    number, *_ = [*request.numbers, chapter]
    page, picture = rulebook.rules(rule_sources(games[game]), number, request.language)
    wanted = picture is not None and await request.wants_pictures(request.guild)
    await request.answer(page, picture=picture if wanted else None)


def rule_sources(game: AnyGame) -> rulebook.Sources:
    """Return the parts of `game` from which its rules are told."""
    return rulebook.Sources(game.key, game.telling.glossary, sample(game), game.box)


async def _cards_picture(request: Request, page: Page) -> CardsPicture | None:
    """Return the picture of the cards that `page` explains; None without cards, or without wish for pictures."""
    if page.shown is None or not await request.wants_pictures(request.guild):
        return None
    return cards_picture(page.shown, request.language)


async def explain_card(request: Request, game: str, table_id: int = NO_TABLE, way: str = "", word: str = "") -> None:
    """Explain the kind of card that was picked: in place of the private view that `way` leads back to, else beside."""
    games, picked = request.services.games, request.numbers
    if game not in games or not picked:
        raise UnknownClick

    ways = await _ways_back(request, table_id, way, word)
    page = cards.explanation(game, games[game].telling.glossary, picked[0], request.language, ways)
    if page is None:
        raise UnknownClick
    await request.answer(page, anew=not way, picture=await _cards_picture(request, page))


async def _ways_back(request: Request, table_id: int, way: str, word: str) -> Parts:
    """Return the buttons that lead back to the view where the card was picked; from a public list, to the question."""
    if table_id == NO_TABLE:
        return []
    table = await request.table(table_id)
    frame = table.frame(table.viewer(request.user))
    speaker = request.speaker(table)
    if way:
        return messages.ways_back(table.record, frame, way, word, speaker)
    return messages.back(table.record, frame, speaker, "button-play-private") if frame.mine else []


async def show_help(request: Request, whom: str = "") -> None:
    """Show the help, or its page for the readers `whom`, one of `pages.READERS`."""
    if whom and whom not in pages.READERS:
        raise UnknownClick
    await request.answer(pages.help_page(request.language, request.command_names, whom))
