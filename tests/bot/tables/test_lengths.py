"""How long games take on a server: known by its own, once there are enough like the one at hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl
from bot.storage.records import NO_USER, Sitter, Status, TableRecord
from bot.storage.store import Store
from bot.tables.limits import ENOUGH, GameLengths
from tests.bot.clock import Clock as Watch
from tests.bot.storage.samples import ANN, BO, CAT, begin, line, lobby

BEGAN = line(1).at
WREN = Sitter(NO_USER, "Wren", level="knight")
OPEN = replace(lobby(ANN), clock=TableClock(TimeControl(DAY)))
"""A table that waits for somebody."""


def of_two(*others: Sitter, **different: Any) -> TableRecord:
    """Return an open table of two at a pace of a day."""
    table = lobby(ANN, *(others or (BO,)))
    return replace(table, **{"clock": TableClock(TimeControl(DAY)), **different})


async def played(storage: Store, table: TableRecord, *days: float, status: Status = Status.OVER) -> None:
    """Keep games like a table's that took so many days from their first move on."""
    for each in days:
        begun = await begin(storage, table, moves=1)
        await storage.save(replace(begun, status=status, since=BEGAN + each * DAY))


async def test_ten_games_tell_how_long_one_takes(storage: Store) -> None:
    """Their median, from the first move on; nine tell nothing, nor does one that was ended early or still runs.

    A seat that a rival cares for is a person's: whoever was late, or will be back, was waited for.
    """
    await played(storage, of_two(replace(BO, level="knight")), *range(1, ENOUGH))
    await played(storage, of_two(), 30, status=Status.ENDED)
    await begin(storage, of_two(), moves=1)
    assert await GameLengths(storage, Watch()).usual_seconds(OPEN, 2) is None
    await played(storage, of_two(), 30)
    assert await GameLengths(storage, Watch()).usual_seconds(OPEN, 2) == 5.5 * DAY
    assert await GameLengths(storage, Watch()).usual_seconds(replace(OPEN, game="another"), 2) is None


@pytest.mark.parametrize(
    "other",
    [
        of_two(guild=6),
        of_two(orders=True),
        of_two(clock=TableClock(TimeControl(HOUR))),
        of_two(BO, CAT),
        of_two(WREN),
    ],
    ids=["server", "orders", "pace", "players", "rival"],
)
async def test_only_games_alike_count(storage: Store, other: TableRecord) -> None:
    """On the same server, at the same pace, of as many people and rivals, ordered ahead or not."""
    await played(storage, of_two(), *range(1, ENOUGH))
    await played(storage, other, 30)
    assert await GameLengths(storage, Watch()).usual_seconds(OPEN, 2) is None


async def test_what_is_known_is_read_anew_after_an_hour(storage: Store, clock: Watch) -> None:
    """Each look at an open table asks."""
    lengths = GameLengths(storage, clock)
    assert await lengths.usual_seconds(OPEN, 2) is None
    await played(storage, of_two(), *range(1, ENOUGH + 1))
    assert await lengths.usual_seconds(OPEN, 2) is None
    clock.now += HOUR
    assert await lengths.usual_seconds(OPEN, 2) == 5.5 * DAY


async def test_lobbies_shown_at_once_share_one_read(storage: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many lobbies of a server are shown together after a start: its last games are read once for all of them."""
    await played(storage, of_two(), *range(ENOUGH))
    lengths, reads, find = GameLengths(storage, Watch()), list[Any](), storage.find

    async def counted(**asked: Any) -> Any:
        reads.append(asked)
        return await find(**asked)

    monkeypatch.setattr(storage, "find", counted)
    usual = await asyncio.gather(*(lengths.usual_seconds(OPEN, 2) for _ in range(5)))
    assert set(usual) == {4.5 * DAY}
    assert len(reads) == 1
