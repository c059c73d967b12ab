"""Two processes on one PostgreSQL order, leave and wait at the same moment; nothing is lost, and nothing done twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from bot.host.address import Address
from bot.host.shards import deal_shards
from bot.storage.port import OutcomeUnknown, StorageError
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.match import AmountReply
from tests.bot.storage.samples import begin, moved, opened, postgres
from tests.bot.tables import test_ordering as ordering

TIMED = "&statement_timeout=200"


@pytest.fixture
async def both(address: Address) -> AsyncIterator[tuple[Tables, Tables]]:
    """Return the tables of two processes, the first of which looks after the test's table."""
    halves = deal_shards(2, 2)
    async with opened(postgres(address, halves)) as here, opened(postgres(address, halves)) as there:
        yield ordering.started_anew(here), ordering.started_anew(there)


@pytest.mark.parametrize("together", [False, True])
async def test_an_order_for_a_seat_that_was_just_left_is_refused_or_ends_with_its_person(
    both: tuple[Tables, Tables], *, together: bool
) -> None:
    """At another process, whose memory still has that person there: no order of theirs plays on for the rival."""
    here, there = both
    asked = await ordering.auction(here)
    number, seat = asked.record.id, asked.seat_of(ordering.BO.user)
    assert seat is not None
    question = (await there.get(number)).started_match.question_id(seat)

    async def order() -> None:
        await there.play(number, ordering.BO.user, question, AmountReply(1))

    leaving = here.seats.leave(number, ordering.BO.user, "Wren")
    if together:
        _, refused = await asyncio.gather(leaving, order(), return_exceptions=True)
    else:
        await leaving
        (refused,) = await asyncio.gather(order(), return_exceptions=True)
    assert isinstance(refused, Refused) or (together and refused is None)
    left = await ordering.started_anew(here.storage).get(number)
    assert left.record.sitters[seat].user != ordering.BO.user
    assert left.started_match.orders is not None
    assert left.started_match.orders.of(seat) == {}


async def test_a_statement_that_takes_too_long_for_its_server_is_known_not_to_be_kept(address: Address) -> None:
    """Storage: `statement_timeout` of a host: it is said at once, and the table goes on as soon as it can."""
    other = await asyncpg.connect(address.reveal())
    async with opened(postgres(Address(f"{address.reveal()}{TIMED}"))) as storage:
        table = await begin(storage)
        async with other.transaction():
            await other.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StorageError) as caught:
                await storage.save(*moved(table))
        assert not isinstance(caught.value, OutcomeUnknown)
        assert await storage.load(table.id) == table
        table = await storage.save(*moved(table))
        assert await storage.load(table.id) == table
        assert len(await storage.log(table.id)) == 1
    await other.close()
