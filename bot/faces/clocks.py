"""Time in text: the terms of a lobby and the dialog that changes them, deadlines, and overdue seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot import policies
from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import PACES, TableClock, TimeControl, TimeoutAction
from bot.faces import settings
from bot.faces.components import (
    OPTION_TEXT,
    Page,
    Part,
    Parts,
    Style,
    checkbox_option,
    make_custom_id,
    text_button,
)
from bot.faces.dialogs import (
    checkbox_group,
    dialog_field,
    modal,
    radio_group,
    short_input,
)
from bot.faces.logbook import deadline_text, timestamp
from bot.faces.scene_text import Lines, Localizer
from bot.faces.settings import TIME, Form, choice
from bot.storage.records import IncidentKind, Private, Status, TableRecord
from bot.texts.fluent import Language
from engine.frozen import replace
from engine.scene import Seat, Who, say

HANDS = choice("private", {"here": Private.HERE, "dm": Private.DM}, "lobby-hands")
"""Where people see their hands at a table, unless they chose for themselves."""


def _terms_form(zone: str) -> Form:
    """Return the fields of a lobby's terms, for an opener with weekends in `zone`."""
    times = {
        "pace": choice("pace", PACES, "time-pace"),
        "then": TIME["then"],
        "weekends": choice(
            "zone", {"count": None, "rest": zone}, "time-weekends", zone=zone
        ),
        "newcomers": choice(
            "welcome", {"asked": False, "welcome": True}, "time-newcomers"
        ),
    }
    return {TimeControl: times, TableRecord: {"hands": HANDS}}


def terms_text(terms: TimeControl, language: Language, *, brief: bool = False) -> str:
    """Return all `terms` to which a player agrees by sitting down, in a line; if `brief` the part for an open table."""
    newcomers = [language.text("time-welcome")] if terms.welcome and not brief else []
    if not terms.pace:
        return " ".join([language.text("time-none"), *newcomers])
    # One that can't be chosen any more has no name.
    named = (name for name, seconds in PACES.items() if seconds == terms.pace)
    name = next(named, "none")
    facts = {"pace": say(f"pace-{name}"), "reserve": say(f"reserve-{name}")}
    told = [language.text(f"time-{terms.then.value}", **facts)]
    if terms.zone is not None:
        told.append(language.text("time-weekends", zone=terms.zone))
    if not brief:
        told.append(language.text("time-quiet"))

    return " ".join([*told, *newcomers])


def lobby_lines(table: TableRecord, localizer: Localizer) -> Lines:
    """Return the lines of a lobby about time: the terms that hold, and a proposal that isn't agreed on yet."""
    clock = table.clock
    if clock is None:
        return []
    terms = f"-# {terms_text(clock.terms, localizer.language, brief=True)}"
    return [terms, *proposal_lines(table, localizer)]


def proposal_lines(table: TableRecord, localizer: Localizer) -> Lines:
    """Return the line of a lobby about terms that are proposed, and who has to agree; none without a proposal."""
    clock = table.clock
    if clock is None or clock.proposal is None:
        return []
    left = {sitter.user for sitter in table.sitters} - {*clock.agreed}
    proposed = terms_text(clock.proposal, localizer.language)
    players = seats_of_users(table, left)
    return [localizer.key("time-proposed", terms=proposed, players=players)]


def lobby_buttons(table: TableRecord, language: Language) -> Parts:
    """Return the buttons of a lobby about time."""
    if table.clock is None:
        return []
    parts = [text_button(language, "button-time", "time", table.id)]
    if table.clock.proposal is not None:
        parts.append(text_button(language, "button-agree", "agree", table.id))
    return parts


def terms_page(
    table: TableRecord, language: Language, besides: Sequence[str], *, opener: bool
) -> Page:
    """Return the page of a lobby's terms and the lines `besides`, and for its `opener` the button to change them."""
    terms = (table.clock or TableClock()).terms
    about = "\n".join(
        [terms_text(terms, language), *besides, language.text("time-about")]
    )
    change = [
        text_button(language, "button-terms", "terms", table.id),
        text_button(language, "starts-title", "starting", table.id),
    ]
    blocks = (f"### {language.text('time-title')}", about)
    return Page(blocks, (change,) if opener else ())


def terms_dialog(table: TableRecord, language: Language, zone: str) -> Part:
    """Return the dialog in which an opener, with weekends in `zone`, chooses all terms."""
    stands = {TimeControl: proposed_terms(table, zone), TableRecord: table}
    return settings.fields_dialog(
        language.text("time-title"),
        make_custom_id("termed", table.id),
        _terms_form(zone),
        stands,
        language,
    )


def players_awaited(table: TableRecord, seats: range) -> int:
    """Return how many players a lobby waits for: as its start condition says, else all invited, or the fewest."""
    if table.starting:
        return table.starting.players
    invited = sum(each.kind is IncidentKind.INVITED for each in table.incidents)
    return max(invited, seats[0])


def starting_dialog(
    table: TableRecord, seats: range, language: Language, zone: str | None
) -> Part:
    """Return the dialog in which an opener chooses the start condition; times of day are in `zone`.

    Where the opener's zone isn't known, the dialog asks for it. A game for one number of players leaves no choice.
    """
    starting = table.starting
    awaited = players_awaited(table, seats)
    numbers = [
        checkbox_option(
            str(each),
            str(each),
            default=each == awaited,
        )
        for each in seats
    ]
    text = language.text
    is_filled = bool(starting and starting.fill)
    fill = [checkbox_option(text("starts-fill-on"), "fill", default=is_filled)]
    written = _written_beginning(starting, language, zone)
    begins = short_input("begins", OPTION_TEXT, written)
    parts = [
        dialog_field(
            text("starts-players-pick"),
            radio_group("players", numbers),
        ),
        dialog_field(
            text("starts-begins-pick"),
            begins,
            text("starts-begins-about"),
        ),
        dialog_field(
            text("starts-fill-pick"),
            checkbox_group("fill", fill),
        ),
    ]
    if zone is None:
        known = "UTC" if starting and starting.at is not None else ""
        parts.append(_zone_field(short_input("zone", OPTION_TEXT, known), language))

    offered = parts if len(seats) > 1 else parts[1:]
    return modal(text("starts-title"), make_custom_id("started", table.id), offered)


def zone_dialog(custom_id: str, language: Language) -> Part:
    """Return the dialog that asks in which time zone the user typed a time of day."""
    line = {**short_input("zone", OPTION_TEXT), "required": True}
    return modal(
        language.text("starts-title"),
        custom_id,
        [_zone_field(line, language)],
    )


def _zone_field(line: Part, language: Language) -> Part:
    about = language.text("starts-zone-about")
    return dialog_field(language.text("starts-zone-pick"), line, about)


def _written_beginning(
    starting: StartCondition | None, language: Language, zone: str | None
) -> str:
    """Return the beginning as it is typed: a time of day in `zone`, that the opener says so, or nothing."""
    if starting is None or starting.by_hand:
        return language.text("option-begins-by-hand")
    if starting.at is None:
        return ""
    return datetime.fromtimestamp(starting.at, ZoneInfo(zone or "UTC")).strftime(
        "%H:%M"
    )


def proposed_terms(table: TableRecord, zone: str) -> TimeControl:
    """Return the terms that an opener has proposed last; weekends are those of `zone`."""
    clock = table.clock or TableClock()
    terms = clock.proposal or clock.terms
    if terms.zone is None:
        return terms
    return replace(terms, zone=zone)


def read_terms(
    filled: Mapping[str, Sequence[str]], terms: TimeControl, zone: str
) -> tuple[TimeControl, Private | None]:
    """Return `terms` with the changes of `filled`, and where hands are shown; None for as before."""
    changes = settings.read_changes(_terms_form(zone), filled)
    return (
        replace(terms, **changes[TimeControl]),
        changes[TableRecord].get("private"),
    )


def deadline_lines(
    table: TableRecord, seats: Iterable[int], localizer: Localizer
) -> Lines:
    """Return the deadlines of `seats`, each by name; in one line where it is the same for all."""
    timed = {
        seat: time for seat in seats if (time := deadline_text(table, seat, localizer))
    }
    alike = {deadline_text(table, seat, localizer, brief=True) for seat in timed}
    return list(alike if len(alike) == 1 else timed.values())


def time_lines(table: TableRecord, localizer: Localizer) -> Lines:
    """Return the lines of a table about time: deadlines, late and absent seats, pauses; empty where no time counts."""
    clock = table.clock
    if clock is None or table.status is not Status.PLAYING:
        return []
    if clock.rests:
        return [localizer.key("time-rests")]
    lines = []
    if clock.is_paused and clock.terms.pace:
        lines = [localizer.key("time-paused")]
    if wanted := seats_of_users(table, clock.agreed):
        present = {Who(Seat(seat)) for seat in policies.present_seats(table)}
        missing = present.difference(wanted)
        key = "time-pause-wanted" if missing else "time-pause-decided"
        lines.append(localizer.key(key, players=wanted))
    seats = range(len(clock.seats))
    timed = [time for seat in seats if (time := deadline_text(table, seat, localizer))]
    timed = deadline_lines(table, seats, localizer) if len(timed) > 1 else timed
    # The line about a pause says already that clocks stand still.
    said = localizer.key("time-stands") if clock.is_paused else None
    lines += [line for line in timed if line != said]

    waits = clock.terms.then is TimeoutAction.WAITS
    for seat, each in enumerate(clock.seats):
        if each.back is not None and (waits or not each.late):
            stands = clock.terms.pace and not each.late
            key = "time-away" if stands else "time-away-at-leisure"
            player = Who(Seat(seat))
            when = timestamp(each.back)
            lines.append(localizer.key(key, player=player, when=when))

    return [f"-# {line}" for line in lines if line]


def seats_of_users(table: TableRecord, users: Collection[int]) -> tuple[Who, ...]:
    """Return the seats of `users` at a table."""
    sitters = enumerate(table.sitters)
    return tuple(Who(Seat(seat)) for seat, sitter in sitters if sitter.user in users)


def table_buttons(
    table: TableRecord, language: Language, *, pauses: bool = False
) -> Parts:
    """Return the row about time under a running table: the way out of a pause, or into one that is wanted already.

    With `pauses` there is a way into one that isn't wanted yet, which is a command in the channel.
    """
    clock = table.clock
    if clock is None or table.status is not Status.PLAYING:
        return []
    if clock.rests:
        style = Style.PRIMARY
        return [text_button(language, "button-wake", "wake", table.id, style=style)]
    if not clock.terms.pace:
        return []
    if clock.is_paused:
        return [text_button(language, "button-go-on", "goon", table.id)]

    if pauses or clock.agreed:
        return [text_button(language, "button-pause", "pause", table.id)]
    return []
