"""Stored data of a person: collected, exported as a document, and erased.

An erasure leaves open lobbies and private tables at once, and takes the person out of tables that are over. Tables that
may go on follow as soon as they are over: until then the other players need a holder of the seat. A number stands on
the seat afterwards, and the log, which knows seats alone, stays whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, field
from datetime import UTC, datetime
from typing import Any

from bot.clocks.user_time_settings import TimeSettings
from bot.faces.feature_hooks import FEATURES
from bot.faces.scene_text import Localizer, hand
from bot.policies import Candidate, candidates
from bot.storage import sql
from bot.storage.port import LostUpdate
from bot.storage.records import (
    NO_USER,
    Incident,
    IncidentKind,
    Person,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.store import Store
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.seats import lobby_without, with_incident
from bot.tables.table import Table
from bot.tables.table_cache import changes_record
from bot.tables.tables import Tables
from bot.texts.fluent import Language
from engine.errors import Refused
from engine.frozen import frozen, replace

OVER = frozenset({Status.OVER, Status.ENDED})


@frozen
class PersonalData:
    """The stored data of a person: settings, tables, and `wishes`, the tables with an erasure that waits.

    `habits` are the time settings, `more` the data of features.
    """

    person: Person
    tables: tuple[TableRecord, ...]
    wishes: frozenset[TableId]
    habits: TimeSettings
    more: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @property
    def anything(self) -> bool:
        """Tell whether anything is stored about the person."""
        held = self.tables or self.wishes or any(self.more.values())
        return bool(held) or self.choices != "privacy-no-choices"

    @property
    def choices(self) -> str:
        """Return the text key for the data besides tables: settings, the locale alone, or none."""
        person, user = self.person, self.person.user
        asked = replace(person, locale=None) != Person(user)
        if asked or self.habits != TimeSettings(user):
            return "privacy-choices"
        return "privacy-no-choices" if person.locale is None else "privacy-locale"

    @property
    def played_alone(self) -> int:
        """Return the number of private tables that go on: an erasure ends them."""
        return sum(map(_is_played_alone, self.tables))

    def count(self, *statuses: Status) -> int:
        """Return the number of `tables` with one of `statuses`."""
        return sum(table.status in statuses for table in self.tables)


async def read_personal_data(storage: Store, user: int) -> PersonalData:
    """Return the stored data of `user`."""
    wishes = await storage.select(sql.WISHES, user=user)
    person = await storage.choice(Person, user)
    habits = await storage.choice(TimeSettings, user)
    tables = await storage.find(known=user, status=Status)
    more = dict[str, Sequence[Any]]()
    for each in FEATURES:
        more |= await each.document(storage, user)
    return PersonalData(
        person, tuple(tables), frozenset(table for _, table in wishes), habits, more
    )


async def erase_person(tables: Tables, user: int) -> dict[str, int]:
    """Erase `user`, from tables that may go on once these are over.

    Return the facts of a sentence about it: how many lobbies were `left`, private tables `ended`, other tables erased
    as they were `over`, and how many are `waiting` to be.
    """
    storage, now = tables.storage, tables.now()
    known = await storage.find(known=user, status=Status)
    left = [table for table in known if await _leave(tables, table, user)]
    ended = sum(map(_is_played_alone, left))
    known = await storage.find(known=user, status=Status)
    over = {table.id for table in known if await _erase_at_table(tables, table, user)}
    waiting = [table.id for table in known if table.id not in over]
    await storage.change(*(sql.WISH(user=user, id=table, at=now) for table in waiting))
    await storage.forget_choices(user)

    return {
        "left": len(left) - ended,
        "ended": ended,
        "over": len(over.difference(table.id for table in left)),
        "waiting": len(waiting),
    }


def _is_played_alone(table: TableRecord) -> bool:
    return table.alone and table.status is Status.PLAYING


async def _leave(tables: Tables, table: TableRecord, user: int) -> bool:
    """Leave a table that has not begun, or end a private one; return whether that was done before its match was over.

    At a running one what `user` has asked for is withdrawn.
    """
    alone = table.alone and table.status in {Status.PLAYING, Status.SEALED}
    # Somebody may start or cancel it just now.
    with suppress(Refused):
        if alone:
            await tables.end(table.id, user)
        elif table.status is Status.LOBBY:
            await _leave_lobby(tables, table.id, user)
        elif _requests(table, user):
            await _withdraw_requests(tables, table.id, user)
        return _is_played_alone(table) or table.status is Status.LOBBY

    return False


@changes_record
def _leave_lobby(_: Tables, table: Table, user: int) -> TableRecord:
    """Free the seat of `user` in a lobby, and withdraw the invitation; with the last person the lobby ends."""
    invited = [each for each in table.lobby.incidents if each.sitter.user != user]
    return lobby_without(replace(table.lobby, incidents=tuple(invited)), user)


@changes_record
def _withdraw_requests(tables: Tables, table: Table, user: int) -> TableRecord:
    """Withdraw what `user` has asked for: free seats."""
    record, now = table.record, tables.now()
    after, kind = table.started_match.seq, IncidentKind.WITHDRAWN
    for each in _requests(record, user):
        record = with_incident(record, after, kind, each.seat, each.sitter, now)
    return record


def _requests(table: TableRecord, user: int) -> list[Candidate]:
    return [each for each in candidates(table) if each.sitter.user == user]


async def _erase_at_table(tables: Tables, table: TableRecord, user: int) -> bool:
    """Erase `user` from `table` if that is over; return whether that was done."""
    if table.status not in OVER:
        return False
    # It may have been resumed just now.
    with suppress(LostUpdate):
        await tables.erase(user, table.id)
        return True
    return False


async def personal_document(tables: Tables, user: int, language: Language) -> bytes:
    """Return the stored data of `user` as JSON; of a game only the knowledge of the person's own seat."""
    found = await read_personal_data(tables.storage, user)
    told = {
        "user": str(user),
        "choices": {
            name: value
            for name, value in (asdict(found.person) | asdict(found.habits)).items()
            if name not in {"user", "digest"}
        },
        **found.more,
        "tables": [
            await _table_data(tables, table, found, language) for table in found.tables
        ],
    }

    return json.dumps(told, ensure_ascii=False, indent=1, default=_iso_time).encode()


def _iso_time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


async def _table_data(
    tables: Tables, table: TableRecord, found: PersonalData, language: Language
) -> dict[str, Any]:
    """Return the stored data about a person at `table`; ids are texts, since JSON numbers may lose digits."""
    user = found.person.user
    seats = [seat for seat, sitter in enumerate(table.sitters) if sitter.user == user]
    dms = [
        {"channel": str(dm.channel), "message": str(dm.message)}
        for dm in table.announced.dms
        if dm.user == user or (dm.user == NO_USER and dm.seat in seats)
    ]
    told: dict[str, Any] = {
        "table": int(table.id),
        "game": table.game,
        "server": None if table.alone else str(table.guild),
        "channel": None if table.alone else str(table.channel),
        "status": table.status.value,
        "opened": _time(table.created),
        "opened by you": table.opener == user,
        "ended by you": table.ended_by == user,
        "seats": [_seat_data(seat + 1, table.sitters[seat]) for seat in seats],
        "your clocks": [_clock_data(table, seat) for seat in seats],
        "you agree with what is proposed": table.clock is not None
        and user in table.clock.agreed,
        "when the game begins": _start_opinion(table, user),
        "what happened to you": [
            _incident_data(each) for each in table.incidents if each.sitter.user == user
        ],
        "direct messages": dms,
        "forgets you when it is over": table.id in found.wishes,
    }
    with suppress(NoSuchTable, TableClosed):
        now = await tables.get(table.id)
        told["your moves"] = await _own_moves(tables, now, user)
        if seats and now.match and table.status is not Status.SEALED:
            told |= await _game_data(tables, now, user, language)

    return told


async def _own_moves(tables: Tables, table: Table, user: int) -> list[dict[str, Any]]:
    """Return the moves of `user`, also on a seat that was left; damaged ones are left out.

    No number counts the moves of others: some are secret.
    """
    made = [
        (line, table.sitter_at(line.seat, line.seq))
        for line in await tables.storage.log(table.id)
        if line.sound
    ]
    return [
        {"at": _time(line.at), "action": json.loads(line.action)}
        for line, held in made
        if (held.user, held.level) == (user, None)
    ]


def _start_opinion(table: TableRecord, user: int) -> str | None:
    """Return the opinion of `user` on the start of an open table; None without one that still counts."""
    starting = table.starting
    if starting and user in starting.agreed:
        return "you would like to begin now"
    if starting and user in starting.opposed:
        return "you would rather wait"
    return None


def _seat_data(number: int, sitter: Sitter) -> dict[str, Any]:
    """Return the data of a seat; of a word for the shuffle only its digest is stored."""
    return {
        "seat": number,
        "name": sitter.name,
        "digest of your word": sitter.word.hex() if sitter.word else None,
    }


def _incident_data(incident: Incident) -> dict[str, Any]:
    """Return a table event of the person; its move number is left out, since it counts the moves of others."""
    who = incident.sitter

    return {
        "at": _time(incident.at),
        "what": incident.kind.value,
        "seat": incident.seat + 1,
        "name": who.name,
        "level": who.level,
    }


def _clock_data(table: TableRecord, seat: int) -> dict[str, Any] | None:
    """Return the remaining time of `seat`, and its absences; None for a table without clocks."""
    if table.clock is None or not table.clock.seats:
        return None
    own = table.clock.seats[seat]
    away = [{"from": _time(begin), "to": _time(end)} for begin, end in own.away]

    return {
        "seconds left besides the pace": own.reserve,
        "late": own.late,
        "away": away,
        "reminders of the present question": own.reminded,
        "no more reminders of it": own.hushed,
        "called when quiet hours end": _time(own.call or own.consent),
    }


async def _game_data(
    tables: Tables, table: Table, user: int, language: Language
) -> dict[str, Any]:
    """Return the events, holdings and orders of the seat of `user`."""
    seat = table.seat_of(user)
    localizer = Localizer(language, table.people)

    return {
        "what you were told": [
            localizer.event(event, seat)
            for line in await tables.log(table.id, seat)
            for event in line.events
        ],
        "what you hold": hand(table.frame(seat).scene, localizer),
        "what you have ordered": [
            asdict(order) for order in table.started_match.orders.given[seat]
        ]
        if table.started_match.orders
        else [],
    }


def _time(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
