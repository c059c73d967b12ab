"""Evenings drawn by Hypothesis: answers, orders, moves taken back, seats that change hands and starts, in any order.

Two processes on one database do what is drawn. After each step a third one, which has just begun, reads how things are
from the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from bot.features.takeback import take_back_token, undo_answer
from bot.storage.records import NO_TABLE, IncidentKind, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.log_entries import events_of
from bot.tables.tables import Tables
from engine.errors import NothingToTakeBack, Refused
from engine.games import GAMES
from engine.match import AnyMatch, Ask, PicksReply
from engine.orders import Order
from engine.rng import Rng
from engine.saves import replay
from engine.scene import Seat
from tests.bot.server import dealing
from tests.contract.walks import choose, seed

TABLE = TableId(1)
PEOPLE = (Sitter(1, "Ann"), Sitter(2, "Bo"), Sitter(3, "Cy"))
RIVAL = Sitter(0, "Wren", level="knight")
SEATS = tuple(map(Seat, range(len(PEOPLE))))
VIEWERS = (None, *SEATS)
LONG = 100
"""How many moves an evening has at most; bids that orders raise one by one are many."""
NUMBERS = st.integers(0, 999)
"""What picks a seat, a question or an answer: each is taken modulo what there is."""
PROCESSES = st.tuples(st.integers(0, 1), st.sampled_from([True, True, False]))
"""Which process does something, and whether it has heard of what the other has done."""
Process: TypeAlias = tuple[int, bool]
Step: TypeAlias = Callable[[Tables], Awaitable[object]]


def own_orders(match: AnyMatch, seat: Seat) -> set[Order]:
    """Return what the person of a seat has ordered that stands, without what lasting orders come to."""
    given = {} if match.orders is None else match.orders.of(seat)
    return {order for order in given.values() if not order.presumed}


@dataclass
class Answered:
    """An answer by hand that may be taken back: whose, how the match stood before it, and who has ordered since."""

    seat: Seat
    was: AnyMatch
    ordered: set[Seat] = field(default_factory=set)


class Evenings(RuleBasedStateMachine):
    """One table of three, and what is known of it besides.

    `undo` are the last answers of one person, as long as nothing but them was played; `led` is where the log has led.
    """

    def __init__(self) -> None:
        """Open a database of its own."""
        super().__init__()
        self.loop = asyncio.Runner()
        self.run = self.loop.run
        self.folder = TemporaryDirectory()
        self.holders = list(PEOPLE)
        self.come = len(PEOPLE)
        self.acted = 0
        self.seconds = iter(range(1, 1_000_000))
        self.led: AnyMatch | None = None
        self.undo: list[Answered] = []
        self.storage = Store(SqliteDatabase(Path(self.folder.name) / "herald.db"))
        self.run(self.storage.open())
        self.processes = [self.fresh(), self.fresh()]

    def teardown(self) -> None:
        """End the evening."""
        self.run(self.storage.close())
        self.loop.close()
        self.folder.cleanup()

    def fresh(self, deal: int = 0) -> Tables:
        """Return the tables of a bot that has just begun; each look at the time is a second, whoever looks."""
        return Tables(self.storage, GAMES, seeds=dealing(deal), clock=lambda: float(next(self.seconds)))

    @initialize(game=st.sampled_from(sorted(GAMES)), rival=st.booleans(), deal=NUMBERS, moves=st.integers(0, 40))
    def begin(self, game: str, deal: int, moves: int, *, rival: bool) -> None:
        """Let a game begin, and so many moves be made by chance, but none by orders."""
        self.holders[2] = RIVAL if rival else self.holders[2]
        self.run(self.seated(game, deal, moves))

    async def seated(self, game: str, deal: int, moves: int) -> None:
        """Let everybody sit down and play."""
        sitters = tuple(self.holders)
        new = TableRecord(NO_TABLE, game, 10, 20, sitters[0].user, None, Status.LOBBY, sitters, orders=True)
        tables, dice = self.processes[0], Rng(seed(deal), 0)

        def by_chance(match: AnyMatch) -> tuple[Seat, Sequence[object]] | None:
            if match.is_shut or match.seq >= moves or not match.deciding:
                return None
            seat = next(iter(match.legal))
            return seat, [choose(match, seat, dice)]

        await self.fresh(deal).open(new)
        await tables.start(TABLE, new.opener)
        await tables.play_all(TABLE, by_chance)
        for seat in SEATS:
            # Nothing of it may be taken back by who sits down now.
            await tables.seats.exchange(TABLE, seat, self.holders[seat])
        await self.look()

    async def look(self) -> None:
        """Read how things are from the disk."""
        self.reader = self.fresh()
        self.table = await self.reader.get(TABLE)

    @property
    def match(self) -> AnyMatch:
        """Return the match as the disk has it."""
        return self.table.started_match

    @property
    def people(self) -> list[Seat]:
        """Return the seats that people play."""
        return [seat for seat in SEATS if not self.holders[seat].level]

    @property
    def rivals(self) -> list[Seat]:
        """Return the seats whose rivals the rules ask."""
        return [] if self.match.is_shut else [seat for seat in self.match.legal if self.holders[seat].level]

    def goes_on(self) -> bool:
        """Tell whether the match isn't over, nor so long that its log alone would take all the time."""
        return bool(self.match.deciding) and self.match.seq < LONG

    # What is done

    @precondition(lambda self: self.goes_on() and not set(self.people).isdisjoint(self.match.deciding))
    @rule(process=PROCESSES, picks=st.lists(NUMBERS, min_size=2, max_size=6))
    def answer(self, process: Process, picks: Sequence[int]) -> None:
        """Let people answer what they are asked, one after another."""
        for pick in picks:
            asked = [each for each in self.people if each in self.match.deciding]
            for who in asked[pick % len(asked) :][:1] if asked else ():
                ask = self.match.ask(who)
                assert ask is not None
                self.reply(process, who, ask, pick)

    @precondition(lambda self: self.goes_on() and any(self.match.frame(seat).orders for seat in self.people))
    @rule(process=PROCESSES, topic=NUMBERS, pick=NUMBERS)
    def order(self, process: Process, topic: int, pick: int) -> None:
        """Let somebody order something ahead."""
        offered = [(seat, each.question) for seat in self.people for each in self.match.frame(seat).orders]
        who, question = offered[topic % len(offered)]
        self.reply(process, who, self.match.order_question(who, question), pick)

    def reply(self, process: Process, seat: Seat, ask: Ask, pick: int) -> None:
        """Give the picks of that number in reply to a question; what is refused has changed nothing."""
        numbers = [choice.number for choice in ask.choices for _ in range(choice.option.times)]
        first = pick % len(numbers)
        picks = PicksReply(tuple((numbers[first:] + numbers[:first])[: max(ask.at_least, 1)]))
        user, before = self.holders[seat].user, self.table
        if self.run(self.do(process, seat, lambda tables: tables.play(TABLE, user, ask.question, picks))):
            after, _ = before.started_match.answer(seat, ask.question, picks)
            assert (self.match.seq, self.match.state) == (after.seq, after.state)
            assert [own_orders(self.match, each) for each in SEATS] == [own_orders(after, each) for each in SEATS]
            unseen = before.started_match.seq == self.match.seq and before.frame(None) == self.table.frame(None)
            assert unseen == (before.record.revision == self.table.record.revision)

    @precondition(lambda self: self.goes_on() and self.rivals)
    @rule(process=PROCESSES, pick=NUMBERS)
    def act(self, process: Process, pick: int) -> None:
        """Let a rival answer."""
        seat = self.rivals[0]
        action, question = self.match.legal[seat][pick % len(self.match.legal[seat])], self.match.question_id(seat)
        self.run(self.do(process, seat, lambda tables: tables.play_for_seat(TABLE, seat, question, [action])))

    @rule(process=PROCESSES)
    def restart(self, process: Process) -> None:
        """Stop one of the bots, and start another in its place."""
        self.processes[process[0]] = self.fresh()

    @precondition(goes_on)
    @rule(process=PROCESSES, seat=st.sampled_from(SEATS), who=st.sampled_from(["care", "leave", "come"]))
    def change(self, process: Process, seat: Seat, who: str) -> None:
        """Let a rival care for somebody's seat, or the person come back; or one of them leave, or somebody new come."""
        held = self.holders[seat]
        self.come += 1
        cared = replace(held, level=None if held.level and held.user else "knight")
        sitters = {"care": cared, "leave": RIVAL, "come": Sitter(self.come, f"Guest {self.come}")}
        if who == "come" or len(self.people) > 1 or (who == "care" and held.level):
            self.sit(process, seat, sitters[who])

    def sit(self, process: Process, seat: Seat, sitter: Sitter) -> None:
        """Give a seat to somebody: what another person had ordered there ends, and is read by nobody else."""
        left, stood, seq = self.holders[seat], own_orders(self.match, seat), self.match.seq
        self.holders[seat] = sitter
        self.undo = [each for each in self.undo if each.seat != seat]
        assert self.run(self.do(process, seat, lambda tables: tables.seats.exchange(TABLE, seat, sitter)))
        if sitter.user == left.user:
            assert seq != self.match.seq or stood <= own_orders(self.match, seat)
        else:
            assert not stood & own_orders(self.match, seat)
            assert not self.run(self.read_of_orders(seat))
            news = self.run(self.reader.logs.lines_since_own(self.table, seat))
            assert [line.seq for line in news if line.seq] == [*range(1, self.match.seq + 1)]

    async def read_of_orders(self, seat: Seat) -> list[str]:
        """Return what a seat reads, in its log and as news, of orders that were given before its person came."""
        taken = [
            each.after for each in self.table.record.incidents if (each.kind, each.seat) == (IncidentKind.SEATED, seat)
        ]
        lines = [*await self.reader.log(TABLE, seat), *await self.reader.logs.lines_since_own(self.table, seat)]
        by_order = self.match.game.is_by_order
        return [event.key for line in lines if line.seq <= taken[-1] for event in line.events if by_order(event)]

    @precondition(lambda self: self.goes_on() and self.people)
    @rule(process=PROCESSES, seat=NUMBERS)
    def take_back(self, process: Process, seat: int) -> None:
        """Let somebody take back what they may: all is as it was, with the orders that had ended."""
        who = self.people[seat % len(self.people)]
        name = self.run(take_back_token(self.reader, self.table, who))
        if name is None:
            return
        assert self.undo
        assert self.undo[-1].seat == who
        answered, user = self.undo[-1], self.holders[who].user
        if not self.run(self.do(process, who, lambda tables: undo_answer(tables, TABLE, user, name), back=True)):
            return
        self.undo.pop()
        assert self.match.state == answered.was.state
        assert answered.ordered or self.match.deciding == answered.was.deciding
        for each in set(SEATS) - answered.ordered:
            assert own_orders(self.match, each) == own_orders(answered.was, each)
        with pytest.raises(NothingToTakeBack):
            self.run(undo_answer(self.reader, TABLE, user, name))

    # What is expected

    async def do(self, process: Process, seat: Seat, what: Step, *, back: bool = False) -> bool:
        """Let a process do something for a seat, and expect what holds after each step; tell whether it was done.

        What has become of it is read from the disk; what is refused has changed nothing.
        """
        before, (number, hears) = self.table, process
        tables = self.processes[number]
        if hears and self.acted != number:
            await tables.invalidate(TABLE)
        try:
            await what(tables)
        except Refused:
            await self.look()
            assert self.table.record == before.record
            return False
        self.acted = number
        await self.look()
        assert self.table.record.revision <= before.record.revision + 1
        self.expect_orders_kept(before.started_match, seat)
        await self.expect_alike(tables, seat)
        await self.expect_log(before.started_match, seat, back=back)
        return True

    def expect_orders_kept(self, was: AnyMatch, seat: Seat) -> None:
        """Expect no order lost without a move, none left to be played, and no rival waited for."""
        others = [each for each in SEATS if each != seat and was.seq == self.match.seq]
        assert all(own_orders(was, each) <= own_orders(self.match, each) for each in others)
        assert self.match.play_orders() == (self.match, ())
        assert self.match.open_joint is None or set(self.match.open_joint.waits) <= set(self.people)

    async def expect_alike(self, tables: Tables, mover: Seat) -> None:
        """Who acted has in memory what lies on the disk; and nobody sees what the one for whom that was has ordered."""
        known = await tables.get(TABLE)
        assert (known.record, known.started_match) == (self.table.record, self.match)
        assert [(each.user, each.level) for each in known.record.sitters] == [
            (each.user, each.level) for each in self.holders
        ]
        for viewer in VIEWERS:
            assert known.frame(viewer) == self.table.frame(viewer)
        for viewer in (None, mover):
            assert await tables.log(TABLE, viewer) == await self.reader.log(TABLE, viewer)
        for seat in SEATS:
            assert await tables.logs.lines_since_own(known, seat) == await self.reader.logs.lines_since_own(
                self.table, seat
            )
            assert await take_back_token(tables, known, seat) == await take_back_token(self.reader, self.table, seat)
        self.expect_secret(mover)

    def expect_secret(self, seat: Seat) -> None:
        """Without what a seat has ordered, but for what several are asked, all others see the same."""
        match = self.match
        if match.orders is None:
            return
        asked = {} if match.open_joint is None else match.open_joint.joint.topics
        topics = {topic.name for topic in asked.get(seat, ())}
        left = {name: order for name, order in match.orders.of(seat).items() if name in topics}
        bare = replace(match, orders=match.orders.with_orders(seat, left))
        others = [each for each in VIEWERS if each != seat]
        assert [bare.frame(each) for each in others] == [match.frame(each) for each in others]

    async def expect_log(self, was: AnyMatch, seat: Seat, *, back: bool) -> None:
        """Expect the log to lead to the match; note what may be taken back until anything else is played."""
        log, read = await self.storage.log(TABLE), await self.reader.log(TABLE, seat)
        assert [line.seq for line in log] == [*range(1, self.match.seq + 1)] == [line.seq for line in read if line.seq]
        led = self.led or self.match.beginning
        for self.led, _ in replay(led, [(Seat(line.seat), line.action) for line in log[led.seq :]]):
            pass
        assert self.led is None or (self.led.state, self.led.seq) == (self.match.state, self.match.seq)
        new = log[was.seq :]
        assert len({line.at for line in new}) <= 1
        by_order = any(self.match.game.is_by_order(told.event) for line in new for told in events_of(line))
        if new and not back:
            same = [each for each in self.undo if each.seat == seat]
            self.undo = [] if by_order or self.holders[seat].level else [*same, Answered(seat, was)]
        elif not back:
            for each in self.undo:
                each.ordered.add(seat)
