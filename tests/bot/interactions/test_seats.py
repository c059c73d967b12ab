"""Seats that rivals take and that change hands: who may play, who has seen which hand, and what is told of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.advice import ask_level
from bot.policies import Moderator
from bot.storage.records import Incident, IncidentKind, Sitter
from bot.storage.store import Store
from bot.tables.limits import Limits
from bot.tables.refusals import (
    AlreadyStarted,
    NotOpener,
    TableClosed,
    TableFull,
    TooManySeats,
)
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import IllegalAction, NotSeated, Refused, StaleAction
from engine.games import GAMES
from engine.match import PicksReply
from engine.scene import Seat
from tests.bot.server import dealing
from tests.bot.storage.samples import ANN, BO, CAT, lobby

WREN, ALDER = Sitter(0, "Wren", level="knight"), Sitter(0, "Alder", level="champion")
NEW = lobby(ANN, game="fortheking")
SEVEN = 7.0


@pytest.fixture
def tables(storage: Store) -> Tables:
    """Return the tables of a database, at a time that stands still."""
    return Tables(storage, GAMES, seeds=dealing(2), clock=lambda: SEVEN)


async def begun(tables: Tables, *others: Sitter, advice: bool = False) -> Table:
    """Return a table that has begun, with Ann and others."""
    table = await tables.open(replace(NEW, sitters=(ANN, *(others or (BO,))), advice=advice))
    return await tables.start(table.record.id, ANN.user)


async def exchanged(tables: Tables, table: Table, sitter: Sitter, seat: int = 0) -> Table:
    """Give a seat to somebody."""
    return await tables.seats.exchange(table.record.id, Seat(seat), sitter)


async def acted(tables: Tables, table: Table) -> Table:
    """Let whoever is asked first do something."""
    seat = table.started_match.deciding[0]
    return (
        await tables.play_for_seat(table.record.id, seat, table.started_match.question_id(seat), anything(table))
    ).table


def anything(table: Table) -> tuple[object, ...]:
    """Return something that whoever is asked first may do."""
    return table.started_match.legal[table.started_match.deciding[0]][:1]


async def told(tables: Tables, table: Table) -> list[str]:
    """Return what stands in the log besides moves, by the keys, with the move that each follows."""
    lines = await tables.log(table.record.id, None)
    return [f"{line.seq} {event.key}" for line in lines for event in line.events if event.key.startswith("incident-")]


async def test_rivals_come_and_go_as_the_opener_wants(tables: Tables) -> None:
    """The next seat; nobody else's to do, but a moderator's; no more than the game has seats, none once it began.

    So is whether advice is allowed.
    """
    table, seats = (await tables.open(NEW)).record.id, tables.seats
    await tables.join(table, BO)
    for call in (seats.add_rival(table, BO.user, WREN), seats.switch_option(table, BO.user, "advice")):
        with pytest.raises(NotOpener):
            await call
    for user in (ANN.user, Moderator(BO.user), ANN.user):
        switched = await seats.switch_option(table, user, "advice")
        assert switched.record.advice is (user == ANN.user)
    await seats.add_rival(table, ANN.user, WREN)
    full = await seats.add_rival(table, Moderator(BO.user), ALDER)
    assert full.record.sitters == (ANN, BO, WREN, ALDER)
    with pytest.raises(NotOpener):
        await seats.remove_rival(table, BO.user, WREN.name)
    left = await seats.remove_rival(table, ANN.user, WREN.name)
    assert left.record.sitters == (ANN, BO, ALDER)
    for nobody in (WREN, BO):
        with pytest.raises(Refused, match="refused-no-rival"):
            await seats.remove_rival(table, ANN.user, nobody.name)
    for each in (WREN, replace(WREN, name="Tansy")):
        await seats.add_rival(table, ANN.user, each)
    for call in (seats.add_rival(table, ANN.user, replace(WREN, name="Linnet")), tables.join(table, CAT)):
        with pytest.raises(TableFull):
            await call
    await tables.start(table, ANN.user)
    for call in (seats.remove_rival(table, ANN.user, ALDER.name), seats.switch_option(table, ANN.user, "advice")):
        with pytest.raises(AlreadyStarted):
            await call


async def test_a_seat_that_changes_hands_keeps_its_question_and_its_word(tables: Tables) -> None:
    """From the next move on; who left can't play any more, by whatever button. A rival adds no word to the shuffle.

    Only a match that goes on has seats to exchange, and who has seen a hand gets no other one; a rival sees none.
    """
    table = await tables.open(replace(NEW, sitters=(ANN, BO, WREN)))
    with pytest.raises(Refused, match="refused-not-started"):
        await exchanged(tables, table, CAT)
    await tables.add_word(table.record.id, ANN.user, b"d" * 32)
    before = await tables.start(table.record.id, ANN.user)
    assert [sitter.word for sitter in before.record.sitters] == [b"d" * 32, None, None]
    assert before.record.created == SEVEN
    seat = before.started_match.deciding[0]
    question = before.started_match.question_id(seat)
    leaving = before.record.sitters[seat]
    after = await exchanged(tables, before, CAT, seat)
    assert after.record.sitters[seat] == replace(CAT, word=leaving.word)
    assert after.started_match.question_id(seat) == question
    other = 0 if seat else 1
    for known, place in ((CAT, other), (after.record.sitters[other], seat)):
        with pytest.raises(Refused, match="refused-witness"):
            await exchanged(tables, after, known, place)
    await exchanged(tables, after, ALDER, other)
    with pytest.raises(NotSeated):
        await tables.play(after.record.id, leaving.user, question, PicksReply((0,)))
    await tables.play(after.record.id, CAT.user, question, PicksReply((0,)))
    await tables.end(after.record.id, Moderator(ANN.user))
    with pytest.raises(TableClosed):
        await exchanged(tables, after, leaving, seat)


async def test_the_log_says_from_which_move_a_seat_is_somebody_elses(tables: Tables) -> None:
    """Behind the move that it followed; a seat that never changed hands is no news.

    Where a rival cares for a person who keeps the seat both are told, and the person is found there all the time.
    """
    table = await acted(tables, await acted(tables, await begun(tables)))
    await exchanged(tables, table, WREN)
    table = await acted(tables, await tables.get(table.record.id))
    after = await exchanged(tables, table, CAT)
    assert after.record.incidents[0] == Incident(0, IncidentKind.SEATED, 0, ANN, SEVEN)
    for sitter, attended in ((replace(CAT, level="knight"), False), (CAT, True)):
        assert (await exchanged(tables, table, sitter)).is_attended(0) is attended
        assert [each.record.id for each in await tables.find(user=CAT.user)] == [table.record.id]
    assert await told(tables, table) == [
        "2 incident-seated",
        "3 incident-seated",
        "3 incident-cared",
        "3 incident-back",
    ]


async def test_a_seat_counts_for_whoever_takes_it(storage: Store) -> None:
    """Limits: who sits at as many tables as may be takes no other seat; a rival is nobody's."""
    tables = Tables(storage, GAMES, limits=Limits(tables_per_person=1))
    await begun(tables, CAT)
    table = await tables.open(replace(NEW, opener=4, sitters=(Sitter(4, "Dee"), BO)))
    await tables.start(table.record.id, 4)
    with pytest.raises(TooManySeats):
        await exchanged(tables, table, CAT)
    await exchanged(tables, table, WREN)


async def test_what_is_done_for_a_seat_answers_its_present_question_or_nothing(tables: Tables) -> None:
    """Act: another question, another sitter, or what isn't legal changes nothing."""
    table = await begun(tables, WREN)
    number, seat, some = table.record.id, table.started_match.deciding[0], anything(table)
    question, sitter = table.started_match.question_id(seat), table.record.sitters[seat]
    with pytest.raises(IllegalAction):
        await tables.play_for_seat(number, seat, question, ())
    for wrong, who in (("0" * 12, sitter), ("", sitter), (question, CAT)):
        with pytest.raises(StaleAction):
            await tables.play_for_seat(number, seat, wrong, some, sitter=who)
    played = await tables.play_for_seat(number, seat, question, some, sitter=sitter)
    assert played.table.started_match.seq == 1
    with pytest.raises(StaleAction):
        await tables.play_for_seat(number, seat, question, some, sitter=sitter)


async def test_advice_is_had_where_it_is_allowed_by_who_is_asked(tables: Tables) -> None:
    """All are told that it was asked for, before the first move as well, once for each level and question.

    Whoever presses again and again pushes nothing out of the story.
    """
    table, without = await begun(tables, advice=True), await begun(tables)
    seat = table.started_match.deciding[0]
    asked, other = table.record.sitters[seat], table.record.sitters[1 - seat]
    for number, user in ((table.record.id, other.user), (without.record.id, asked.user)):
        with pytest.raises(Refused, match="refused-no-advice"):
            await ask_level(tables, number, user, "knight")
    for level, lines in ("champion", 1), ("champion", 1), ("knight", 2), ("champion", 2):
        await ask_level(tables, table.record.id, asked.user, level)
        assert await told(tables, table) == ["0 incident-advised"] * lines
    table = await acted(tables, table)
    again = table.record.sitters[table.started_match.deciding[0]]
    await ask_level(tables, table.record.id, again.user, "knight")
    assert await told(tables, table) == [*["0 incident-advised"] * 2, "1 incident-advised"]
