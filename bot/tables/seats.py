"""Seats of tables: rivals in a lobby, and seats that people leave and others take.

A seat that changes hands keeps its cards, its question and its word for the shuffle; its new sitter plays from the next
move on. A person that has held a seat has seen its hand, and so gets no other seat of that match. During a match a seat
is freed by its own person, a moderator, or the votes of all others; a rival plays on it until a person takes it.
"""

from __future__ import annotations

from contextlib import nullcontext

from bot import policies
from bot.storage.records import (
    NO_USER,
    Incident,
    IncidentKind,
    Private,
    Sitter,
    Status,
    TableRecord,
)
from bot.tables.due_times import absence_end
from bot.tables.limits import AdmissionControl
from bot.tables.refusals import (
    TableFull,
    TooManySeats,
)
from bot.tables.seat_orders import change_sitter
from bot.tables.table import Table
from bot.tables.table_cache import TableCache, changes_record, changes_table
from engine.errors import Refused
from engine.frozen import frozen, replace
from engine.scene import Seat

SEEN = frozenset({IncidentKind.SEATED, IncidentKind.ADVISED})
"""Kinds of incidents by which a person sees a hand."""


def lobby_without(table: TableRecord, user: int) -> TableRecord:
    """Return the lobby `table` without `user`, ended where no person stays: rivals alone play nothing."""
    staying = tuple(sitter for sitter in table.sitters if sitter.user != user)
    people = [sitter.user for sitter in staying if sitter.person]
    if not people:
        return replace(table, status=Status.ENDED, ended_by=user)

    opener = people[0] if table.opener == user else table.opener
    return replace(
        table,
        sitters=staying,
        opener=opener,
    )


def seats_seen(table: TableRecord, user: int) -> frozenset[int]:
    """Return the seats whose hands `user` has seen in the match, by holding them or by asking for advice there."""
    if user == NO_USER:
        return frozenset()
    held = {seat for seat, sitter in enumerate(table.sitters) if sitter.user == user}
    own = (each for each in table.incidents if each.sitter.user == user)
    seen = {each.seat for each in own if each.kind in SEEN}
    return frozenset(held | seen)


def with_sitter(
    table: TableRecord, seat: int, sitter: Sitter, at: float
) -> TableRecord:
    """Return `table` with `sitter` on `seat` from the next move on, with the seat's own word; `at` is the moment.

    Raise `Refused` if that person has seen another hand of the match.
    """
    if seats_seen(table, sitter.user) - {seat}:
        raise Refused("refused-witness")

    sitters = list(table.sitters)
    before = sitters[seat]
    sitters[seat] = replace(sitter, word=before.word)

    seated = IncidentKind.SEATED
    if not any(each.kind is seated and each.seat == seat for each in table.incidents):
        table = with_incident(
            table,
            0,
            seated,
            seat,
            before,
            at,
        )
    after = table.save.seq if table.save else 0
    table = with_incident(
        table,
        after,
        seated,
        seat,
        sitter,
        at,
    )
    return replace(table, sitters=tuple(sitters))


def with_incident(
    table: TableRecord,
    after: int,
    kind: IncidentKind,
    seat: int,
    sitter: Sitter,
    at: float,
) -> TableRecord:
    """Return `table` with one more incident, `after` a move; the word of `sitter` belongs to the seat alone."""
    return replace(
        table,
        incidents=(
            *table.incidents,
            Incident(
                after,
                kind,
                seat,
                replace(sitter, word=None),
                at,
            ),
        ),
    )


CARING = "knight"
"""Level of the rival that plays on a free seat, and for a late person."""


@frozen(slots=False)
class Seats:
    """Changes the sitters of tables; every change is on the disk before its call returns."""

    cache: TableCache
    _admission: AdmissionControl

    @changes_record
    def add_rival(self, table: Table, user: int, rival: Sitter) -> TableRecord:
        """Give `rival` the next seat of a lobby; raise `NotOpener`, or `TableFull`."""
        lobby = table.lobby_for_opener(user)
        if len(lobby.sitters) >= self.cache.game(table).seats[-1]:
            raise TableFull

        return replace(lobby, sitters=(*lobby.sitters, rival))

    @changes_record
    def remove_rival(self, table: Table, user: int, name: str) -> TableRecord:
        """Free the seat of the rival called `name` in a lobby; raise `NotOpener`, or `Refused` without one."""
        lobby = table.lobby_for_opener(user)
        staying = tuple(
            sitter for sitter in lobby.sitters if sitter.person or sitter.name != name
        )
        if len(staying) == len(lobby.sitters):
            raise Refused("refused-no-rival")
        return replace(lobby, sitters=staying)

    @changes_record
    def switch_option(self, table: Table, user: int, option: str) -> TableRecord:
        """Switch an `option` of a lobby on or off; raise `NotOpener`."""
        lobby = table.lobby_for_opener(user)
        options = lobby.options | {option: not lobby.options[option]}
        return replace(lobby, **options)

    @changes_record
    def set_hand_delivery(
        self, table: Table, user: int, private: Private | None
    ) -> TableRecord:
        """Set how a lobby delivers hands to people without a setting of their own; raise `NotOpener`."""
        return replace(table.lobby_for_opener(user), private=private)

    @changes_table
    async def exchange(self, table: Table, seat: Seat, sitter: Sitter) -> Table:
        """Put `sitter` on `seat` of a running match, with its hand, from the next move on.

        That may be a person, a rival, or the same person with or without a level. Raise `Refused` if the person has
        seen another hand of the match, and `TooManySeats` at the limit of tables. The orders of a person end when
        another person takes the seat, and have precedence while a rival cares for it.
        """
        before = table.running_table.record.sitters[seat]
        record = with_sitter(table.record, seat, sitter, self.cache.now())

        comes = sitter.user not in {NO_USER, before.user}
        async with (
            self._admission.admit_person(record, sitter.user)
            if comes
            else nullcontext()
        ):
            return await self._store_exchange(table, record, seat)

    @changes_table
    async def stand_in(self, table: Table, seat: Seat) -> Table:
        """Count the late `seat` as having answered joint questions, until its person answers again."""
        match = table.running_table.started_match
        after, moves = match.stand_in(seat, present=True)
        if after is match:
            return table
        return await self.cache.store(
            table,
            match=after,
            moves=moves,
        )

    async def _store_exchange(
        self, table: Table, record: TableRecord, seat: Seat
    ) -> Table:
        """Write `record`, in which `seat` has another sitter than in `table`, and end the orders of the one before."""
        before, sitter = table.record.sitters[seat], record.sitters[seat]
        after, moves = change_sitter(table.started_match, seat, before, sitter)
        return await self.cache.store(table, record, after, moves)

    @changes_table
    async def leave(self, table: Table, user: int, rival: str) -> Table:
        """Free the own seat of `user`, which a rival called `rival` plays on; the last person ends the match."""
        seat = table.running_table.seat_of(user)
        return await self._free(
            table,
            table.record,
            seat,
            rival,
            user,
        )

    @changes_table
    async def free_as_moderator(
        self, table: Table, seat: int, user: int, rival: str
    ) -> Table:
        """Free a person's `seat` as a `Moderator` without a seat there; raise `Refused`."""
        check_neutral(table.running_table, user)
        if seat not in policies.seats_of_people(table.record):
            raise Refused("refused-no-vacancy")
        return await self._free(
            table,
            table.record,
            Seat(seat),
            rival,
            user,
        )

    @changes_table
    async def vote_to_free(
        self, table: Table, seat: int, user: int, rival: str
    ) -> tuple[Table, bool]:
        """Vote to free the late `seat`, as `user`; tell whether it is free by now. Raise `Refused`."""
        voter = table.running_table.seat_of(user)
        if seat not in policies.votable_seats(table.record) or voter == seat:
            raise Refused("refused-no-vote")
        person = table.record.sitters[voter]
        record = self._with_incident(table, IncidentKind.VOTED, seat, person)
        if policies.seats_to_vote(record, seat):
            return await self.cache.store(table, record), False
        return await self._free(table, record, Seat(seat), rival, None), True

    @changes_table
    async def ask_for_seat(self, table: Table, seat: int, sitter: Sitter) -> Table:
        """Give `sitter` a free `seat` once everybody has agreed; before, note the candidacy, or withdraw it.

        Raise `TooManySeats`, or `Refused` for a person at the table, a seat that isn't free, and who has seen a hand.
        """
        record = table.running_table.record
        if any(each.user == sitter.user for each in record.sitters):
            raise Refused("refused-already-seated")
        if seat not in policies.vacant_seats(record):
            raise Refused("refused-no-vacancy")
        if seats_seen(record, sitter.user):
            raise Refused("refused-witness")

        known = policies.find_candidate(record, seat, sitter.user)
        if known and known.missing:
            withdrawn = self._with_incident(table, IncidentKind.WITHDRAWN, seat, sitter)
            return await self.cache.store(table, withdrawn)

        async with self._admission.admit_person(record, sitter.user):
            if known is None:
                record = self._with_incident(table, IncidentKind.ASKED, seat, sitter)
            return await self._settle_candidacy(table, record, seat, sitter)

    @changes_table
    async def welcome(self, table: Table, seat: int, newcomer: int, user: int) -> Table:
        """Agree, as `user`, that the user `newcomer` takes a free `seat`; the last consent seats them.

        Raise `Refused` for one that doesn't ask any more, or has too many tables.
        """
        own = table.running_table.seat_of(user)
        known = policies.find_candidate(table.record, seat, newcomer)
        if known is None:
            raise Refused("refused-no-candidate")
        agreed = self._with_incident(table, IncidentKind.WELCOMED, own, known.sitter)

        try:
            async with self._admission.admit_person(table.record, newcomer):
                return await self._settle_candidacy(table, agreed, seat, known.sitter)
        except TooManySeats:
            withdrawn = self._with_incident(
                table, IncidentKind.WITHDRAWN, seat, known.sitter
            )
            await self.cache.store(table, withdrawn)
            raise Refused("refused-no-candidate") from None

    async def _settle_candidacy(
        self, table: Table, record: TableRecord, seat: int, sitter: Sitter
    ) -> Table:
        """Write `record`, in which `sitter` asks for `seat`, or has it if no consent is missing."""
        known = policies.find_candidate(record, seat, sitter.user)
        if known is None or known.missing:
            return await self.cache.store(table, record)

        now, clock = self.cache.now(), record.clock
        clock = clock and clock.with_new_sitter(seat).note_activity(seat, now)
        if clock:
            # A person that is away at other tables is so here, for as long.
            back = await absence_end(self.cache.storage, sitter.user, now)
            clock = clock.set_away(seat, back, now)

        record = with_sitter(record, seat, sitter, now)
        return await self._store_exchange(
            table, replace(record, clock=clock), Seat(seat)
        )

    async def _free(
        self, table: Table, record: TableRecord, seat: Seat, rival: str, by: int | None
    ) -> Table:
        """Write `record` with a rival on `seat` from now on; without any person left the table ends, `by` a user."""
        sitter = Sitter(NO_USER, rival, level=CARING)
        freed = with_sitter(record, seat, sitter, self.cache.now())
        people = [sitter.user for sitter in freed.sitters if sitter.person]
        if not people:
            ended = replace(
                record,
                status=Status.ENDED,
                ended_by=by,
            )
            return await self.cache.store(table, ended)

        is_openers = record.opener == record.sitters[seat].user
        opener = people[0] if is_openers else record.opener
        clock = record.clock and record.clock.with_new_sitter(seat)
        exchanged = replace(
            freed,
            clock=clock,
            opener=opener,
        )
        return await self._store_exchange(table, exchanged, seat)

    def _with_incident(
        self, table: Table, kind: IncidentKind, seat: int, sitter: Sitter
    ) -> TableRecord:
        person, now = replace(sitter, level=None), self.cache.now()
        return with_incident(
            table.record,
            table.started_match.seq,
            kind,
            seat,
            person,
            now,
        )


def check_neutral(table: Table, user: int) -> None:
    """Raise `Refused` unless `user` is a `Moderator` without a seat at `table`."""
    if not isinstance(user, policies.Moderator) or user in table.people.users:
        raise Refused("refused-not-neutral")
