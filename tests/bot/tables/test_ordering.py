"""Standing orders at tables: what is kept of them, what they play, who takes what back, and seats that change hands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.habits import by_hand
from bot.policies import Moderator
from bot.storage.records import NO_TABLE, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables import log_entries as log
from bot.tables.log_entries import Entry
from bot.tables.seat_orders import QuestionNumber, question_number
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine import saves
from engine.events import Told
from engine.games import GAMES
from engine.match import AmountReply
from engine.scene import Seat, say
from engine.tutorial import LESSON
from tests.bot.server import dealing
from tests.bot.storage.samples import loaded
from tests.bot.timed import PEOPLE
from tests.engine.games.oriflamme.scenarios import REVEAL, B, G, R, resolving
from tests.engine.ordered import ordered as ordered_by
from tests.engine.ordered import taking_orders

ANN, BO, CY, DANA = PEOPLE
NEW = TableRecord(NO_TABLE, "fortheking", 10, 20, ANN.user, None, Status.LOBBY, (ANN, BO, CY), orders=True)


@pytest.fixture
def tables(storage: Store) -> Tables:
    """Return the tables of a database, as a bot that has just begun finds them; each look at the time is a second."""
    return started_anew(storage)


def started_anew(storage: Store) -> Tables:
    """Return the tables of a database to a bot that has just begun."""
    seconds = iter(range(1, 1_000_000))
    return Tables(storage, GAMES, seeds=dealing(2), clock=lambda: float(next(seconds)))


async def by_rules(tables: Tables, table: Table) -> Table:
    """Let whoever the rules ask first do something plain."""
    seat = next(iter(table.started_match.legal))
    _, moves = by_hand(table.started_match, seat)
    actions = [move.action for move in moves if move.seat == seat and not any(map(ordered, move.events))][:1]
    return (await tables.play_for_seat(table.id, seat, table.started_match.question_id(seat), actions)).table


def ordered(event: object) -> bool:
    """Tell whether an event says that a move was ordered."""
    return str(getattr(event, "key", "")).startswith("ordered-")


async def auction(tables: Tables, *sitters: Sitter) -> Table:
    """Return a table that has come to its first auction, about which everybody is asked at once."""
    opened = await tables.open(replace(NEW, sitters=sitters or NEW.sitters))
    table = await tables.start(opened.id, ANN.user)
    while not table.started_match.is_shut:
        table = await by_rules(tables, table)
    return table


async def limit(tables: Tables, table: TableId, sitter: Sitter, amount: int) -> Table:
    """Let a person say how far to go, in answer to what is asked."""
    now = await tables.get(table)
    question = now.started_match.question_id(now.seat_of(sitter.user))
    return (await tables.play(table, sitter.user, question, AmountReply(amount))).table


@pytest.mark.slow
@pytest.mark.parametrize("level", [None, "knight"])
async def test_payment_is_no_wait_where_nobody_orders(tables: Tables, storage: Store, level: str | None) -> None:
    """It goes with the move that ends the auction, whoever made that; a lesson, which explains it, asks.

    The opener's list of the lobby says so.
    """
    seen = []
    for deal in ("", LESSON):
        sitters = tuple(replace(each, level=level) for each in NEW.sitters)
        opened = await tables.open(replace(NEW, sitters=(ANN, *sitters[1:]), deal=deal))
        assert not (await tables.seats.switch_option(opened.id, ANN.user, "orders")).record.orders
        table = await tables.start(opened.id, ANN.user)
        assert table.started_match.orders is None
        assert table.record.save is not None
        assert table.record.save.orders == ""
        while not table.started_match.state.sales and table.started_match.state.payment is None:
            table = await by_rules(tables, table)
        seen.append((table.started_match.state.payment is None, bool(table.started_match.state.paid)))
        lines = [(Seat(line.seat), line.action) for line in await storage.log(table.id)]
        (*_, (again, _)) = saves.replay(table.started_match.beginning, lines)
        assert again.state == table.started_match.state
    assert seen == [(True, True), (False, False)]


@pytest.mark.slow
async def test_only_an_answer_tells_who_has_seen_what(tables: Tables) -> None:
    """The last person who is waited for gives an order first: by a missing ping everybody would see that."""
    table = await auction(tables)
    number, sitters, (*others, last) = table.id, table.record.sitters, table.started_match.deciding
    for seat in others:
        table = await limit(tables, number, sitters[seat], 0)
    picked = [each.picked for each in table.frame(last).orders if each.lasting]
    ordered = await tables.order_lasting(number, sitters[last].user, [(1,), *picked[1:]])
    assert ordered.table.started_match.is_last_awaited(last)
    assert ordered.table.seen == ()
    table = await limit(tables, number, sitters[last], 0)
    assert table.seen == ((last, table.question_number(last)),)


@pytest.mark.slow
async def test_news_begin_at_the_last_answer_also_where_that_was_an_order(tables: Tables, storage: Store) -> None:
    """Design, The way back: whoever has named a limit has read what was before; a newcomer hasn't.

    The last limit plays the auction in its own commit. Who named it hears of it as news: nothing was pressed for it. A
    table that was ended keeps no orders at all.
    """
    table = asked = await auction(tables)
    number, sitters, (first, *others, last) = table.id, table.record.sitters, table.started_match.deciding
    assert await tables.logs.lines_since_own(table, first)
    await limit(tables, number, sitters[first], 13)
    again = started_anew(storage)
    for each in (tables, again):
        assert not await each.logs.lines_since_own(await each.get(number), first)
    before = table.started_match.seq
    for seat in others:
        asked = await limit(again, number, sitters[seat], 0)
    question = asked.started_match.question_id(last)
    played = await again.play(number, sitters[last].user, question, AmountReply(0))
    table = played.table
    assert (played.events, table.record.revision) == ((), asked.record.revision + 1)
    assert len(table.started_match.state.sales) == 1
    logged = await storage.log(number, before)
    assert len(logged) >= 2
    assert len({line.at for line in logged}) == 1
    news = await again.logs.lines_since_own(table, last)
    assert {line.seq for line in news} >= {line.seq for line in logged}

    for since in (before, 0):
        news = await again.logs.lines_since_own(table, first)
        assert [line.seq for line in news] == [*range(since + 1, table.started_match.seq + 1)]
        table = await again.seats.exchange(number, first, DANA)
    await again.end(number, Moderator(ANN.user))
    ended = await loaded(storage, number)
    assert ended.save is not None
    assert ended.save.orders == ""


async def test_newcomer_was_called_for_nothing_before(tables: Tables) -> None:
    """Nor for what was asked as the game began, or while a rival had the seat that another person had after that.

    What was told at the beginning has the names of those who sat there then.
    """
    rival = Sitter(0, "Rival", level="knight")
    opened = await tables.open(replace(NEW, sitters=(ANN, BO, rival)))
    table = await tables.start(opened.id, ANN.user)
    for seat in (Seat(1), Seat(2)):
        table = await tables.seats.exchange(table.id, seat, (BO, CY)[seat - 1])
    assert [table.had_same_person(seat, 0) for seat in range(3)] == [True] * 3
    table = await tables.seats.leave(table.id, CY.user, "Rival")
    assert not table.had_same_person(2, 0)
    table = await tables.seats.exchange(table.id, Seat(1), DANA)
    assert not table.had_same_person(1, 0)
    assert table.people_at(0).names == opened.people.names


def test_who_is_asked_once_more_in_the_same_phase_is_called_once_more() -> None:
    """By another number: Discord would take a call with that of the first one for the same message."""
    match = taking_orders(resolving("R:cutthroat_0, G:plot_0 / G:felon^, G:queen_0, B:trap_0").match)
    first = [question_number(match, seat) for seat in (B, G)]
    after, moves = ordered_by(match, (G, "turn 2-queen", "leave")).play(R, [REVEAL])
    again = [question_number(after, seat) for seat in (B, G)]
    assert (first, again) == (
        [QuestionNumber.joint_after(0)] * 2,
        [QuestionNumber.joint_after(0), QuestionNumber.joint_after(len(moves))],
    )


MOVES = st.lists(st.tuples(st.integers(0, 1), st.sampled_from([None, 1.0, 2.0]), st.booleans()), max_size=12)


@pytest.mark.slow
@given(MOVES)
def test_what_was_made_by_hand_is_the_same_from_either_end(moves: list[tuple[int, float | None, bool]]) -> None:
    """Orders play several moves at one time; whoever looks back from the last one takes none of them for a person's."""
    told = {False: Told(say("fortheking-told-keep")), True: Told(say("fortheking-told-ordered-pick"))}
    entries = [Entry(seq, Seat(seat), (told[by_order],), at) for seq, (seat, at, by_order) in enumerate(moves, 1)]
    game = GAMES["fortheking"]
    assert [*log.moves_by_hand_reversed(entries, game)] == [*log.moves_by_hand(entries, game)][::-1]
