"""Clicks about time: the time control of a lobby, pauses, rests, reminders, and days away."""

from __future__ import annotations

from datetime import date, datetime
from datetime import time as time_of_day
from zoneinfo import ZoneInfo

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import AWAY_MOST, DAY, TableClock
from bot.clocks.user_time_settings import find_zone, next_time, parse_minute
from bot.faces import clocks, leaving
from bot.faces.lobby import LEVEL, options_page
from bot.interactions.request import Request
from bot.interactions.table_views import check_asked, show_own_view
from bot.tables.refusals import NotYours, UnknownClick, UnknownZone
from bot.tables.table import Table
from bot.texts.fluent import language, locales
from engine.errors import Refused, StaleAction
from engine.frozen import replace

ZONE = "Europe/Kyiv"
"""The time zone that a refusal gives as an example."""
BY_HAND = "by-hand"
"""The value of an option's beginning that lets the opener alone begin the game; it can be written in words, too."""


async def open_time_dialog(request: Request, table: Table, what: str = "") -> None:
    """Open the dialog for another time control; with `what`, a value of the list that older versions had, show it."""
    if what:
        await show_time_control(request, table)
        return
    lobby = table.lobby_for_opener(request.user)
    zone = await _time_zone(request)
    await request.open_dialog(clocks.terms_dialog(lobby, request.language, zone))


async def propose_time_control(request: Request, table: Table) -> None:
    """Propose the time control of the dialog, which holds once all players agree, and set where hands are shown."""
    zone = await _time_zone(request)
    before = clocks.proposed_terms(table.record, zone)
    wanted, hands = clocks.read_terms(request.fields, before, zone)

    user = request.user
    tables = request.tables
    if hands not in {None, table.record.private}:
        table = await tables.seats.set_hand_delivery(table.id, user, hands)
    if wanted != before:
        table = await tables.clocks.propose(table.id, user, wanted)

    await show_time_control(request, table)


async def agree_to_time_control(request: Request, table: Table) -> None:
    """Agree with the proposed time control; once all players have, it holds."""
    table = await request.tables.clocks.agree(table.id, request.user)
    await show_time_control(request, table)


async def show_time_control(request: Request, table: Table) -> None:
    """Show the time control of a lobby, which its opener can change; raise as `Table.lobby` does."""
    lobby = table.lobby
    opener = lobby.opener == request.user
    game = request.tables.game(table)
    localizer = request.localizer(table)
    orders = game.ordering is not None
    await request.answer(
        options_page(lobby, game.seats, localizer, orders=orders, opener=opener)
    )


async def mute_reminders(
    request: Request, table: Table, seat: int, question: str
) -> None:
    """Mute the reminders of `question`; raise `NotYours` for another's seat, `StaleAction` once another is asked.

    Where the user isn't asked anything by now, `check_asked` raises.
    """
    own = table.seat_of(request.user)
    if not 0 <= seat < len(table.people.users):
        raise UnknownClick
    if own != seat:
        raise NotYours(player=table.people.bold_names[seat])
    check_asked(request, table)
    if table.started_match.question_id(own) != question:
        raise StaleAction

    await request.tables.clocks.update_clock(
        table.id,
        lambda clock: clock.mute_reminders(own),
        notify=False,
    )
    await request.tell(request.text("hush-done"))


async def vote_for_pause(request: Request, table: Table) -> None:
    """Vote for a pause of the table's clocks, which begins once all players have; raise `Refused` without a pace."""
    if table.clock is None or not table.clock.terms.pace:
        raise Refused("refused-no-clock")
    table = await request.tables.clocks.pause(table.id, request.user)
    clock = table.clock or TableClock()
    key = "pause-wanted"
    if clock.is_paused:
        key = "pause-begun"
    await request.tell(request.text(key))


async def end_pause(request: Request, table: Table) -> None:
    """End the pause of a table."""
    await request.tables.clocks.resume(table.id, request.user)
    await request.tell(request.text("pause-over"))


async def show_awake(request: Request, table: Table) -> None:
    """Show the private view of a table that rested; `Request.table` has ended the rest."""
    await show_own_view(request, table, [request.text("time-awake")])


async def choose_absence(request: Request, what: str = "") -> None:
    """Store that the user is away for the days that were picked, or `back`; show the absence that holds."""
    picked = request.numbers
    if what == "back":
        await _set_away(request, None)
    elif picked:
        await _set_away(request, float(picked[0]))
    else:
        await _show_away(request)


async def set_absence_end(request: Request, written: str) -> None:
    """Store that the user is away until the day `written`, such as 2026-08-15, in the user's zone; raise `Refused`."""
    now = request.tables.now()
    zone = ZoneInfo(await _time_zone(request))
    middle = datetime.fromtimestamp(now + AWAY_MOST / 2, zone)
    wrong = Refused("refused-day", example=middle.date().isoformat())

    try:
        day = date.fromisoformat(written.strip())
    except ValueError:
        raise wrong from None

    end = datetime.combine(day, time_of_day(), zone).timestamp()
    if not now < end <= now + AWAY_MOST:
        raise wrong
    await _set_away(request, (end - now) / DAY)


async def _set_away(request: Request, days: float | None) -> None:
    """Store an absence of `days` from now on, or its end if None, for all tables and for new ones."""
    now = request.tables.now()
    if days is not None and not 0 < days * DAY <= AWAY_MOST:
        raise UnknownClick

    user = request.user
    back = None
    if days is not None:
        back = now + days * DAY
    # First for tables that begin meanwhile: a stop in between leaves the user away at too many rather than too few.
    await request.preferences.change_time_settings(user, away=back)
    await request.tables.clocks.set_absence(user, back)

    await _show_away(request)


async def _show_away(request: Request) -> None:
    """Show the user's absence, and its end at each table."""
    user = request.user
    absences = []
    for table in await request.tables.find(user=user):
        clock = table.clock
        if clock is None or not clock.seats:
            continue
        back = clock.seats[table.seat_of(user)].back
        if back is not None:
            absences.append((table.record, back, request.localizer(table)))

    settings = await request.preferences.time_settings(user)
    until = settings.away_until(request.tables.now())
    page = leaving.absences_page(
        absences,
        until,
        request.language,
    )
    await request.answer(page)


async def open_starting_dialog(request: Request, table: Table) -> None:
    """Open the dialog for another start condition of a lobby."""
    lobby = table.lobby_for_opener(request.user)
    settings = await request.preferences.time_settings(request.user)
    seats = request.tables.game(table).seats
    dialog = clocks.starting_dialog(lobby, seats, request.language, settings.zone)
    await request.open_dialog(dialog)


async def change_start_condition(request: Request, table: Table) -> None:
    """Change the start condition of a lobby to that of the dialog; one that is as before changes nothing."""
    lobby = table.lobby_for_opener(request.user)
    seats = request.tables.game(table).seats
    awaited = clocks.players_awaited(lobby, seats)
    before = lobby.starting or StartCondition(awaited, by_hand=True)

    typed = {name: "".join(values) for name, values in request.fields.items()}
    number = typed.get("players", str(awaited))
    players = next((each for each in seats if str(each) == number), None)
    if players is None:
        raise UnknownClick
    at, by_hand = await read_beginning(
        request,
        typed.get("begins", ""),
        typed.get("zone", ""),
    )
    fill = None
    if typed.get("fill"):
        fill = before.fill or LEVEL
    is_typed = before.typed or players != awaited
    wanted = replace(
        before,
        players=players,
        typed=is_typed,
        at=at,
        by_hand=by_hand,
        fill=fill,
    )

    if wanted != before:
        table = await request.tables.starts.change_condition(
            table.id,
            request.user,
            wanted,
        )
    await show_time_control(request, table)


async def read_beginning(
    request: Request, written: str, zone: str
) -> tuple[float | None, bool]:
    """Return the next moment of the time of day `written`, and whether that says that the opener begins.

    The time is one in `zone`, else where the user lives; None for nothing written. Raise `Refused`, or `UnknownZone`.
    """
    words = written.strip().casefold()
    by_hand = {
        language(each).text("option-begins-by-hand").casefold() for each in locales()
    }
    if words in {BY_HAND, *by_hand}:
        return None, True
    if not words:
        return None, False

    try:
        minute = parse_minute(words)
    except ValueError:
        raise Refused("refused-time") from None
    place = await _known_zone(request, zone)
    return next_time(minute, place, request.tables.now()), False


async def _known_zone(request: Request, written: str) -> str:
    """Return the time zone `written`, which is stored as the user's, else the one that is; or raise `UnknownZone`."""
    settings = await request.preferences.time_settings(request.user)
    known = settings.zone
    try:
        place = find_zone(written) or known
    except ValueError:
        place = None
    if place is None:
        raise UnknownZone(example=ZONE)

    if place != known:
        await request.preferences.change_time_settings(
            request.user,
            zone=place,
        )
    return place


async def _time_zone(request: Request) -> str:
    """Return the user's time zone, UTC if none was chosen."""
    settings = await request.preferences.time_settings(request.user)
    return settings.zone or "UTC"
