"""When rivals answer: a fixed time after each question, whatever they think, and again whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.rivals.playing import Rivals, due_turns
from bot.rivals.thinking import Thinkers
from bot.storage.records import NO_TABLE, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.agents.agent import Advice
from engine.games import GAMES
from engine.match import Match
from engine.scene import Seat, say
from tests.bot.server import dealing

SECONDS = 4.0
"""After how many seconds rivals answer here, by a clock that goes on where all of them sleep."""
PATIENCE = 60.0
"""Seconds of the machine's time after which rivals will never come to rest, however busy it is."""
ANN, BO = Sitter(1, "Ann"), Sitter(2, "Bo")
WREN = Sitter(0, "Wren", level="champion")


class SleepingTime:
    """An `asyncio` for `Rivals` whose time stands still, until `pass_on` lets it pass to the end of the next sleep."""

    def __init__(self) -> None:
        """Begin at zero, with nobody asleep."""
        self.now = 0.0
        self.sleeping: list[tuple[float, asyncio.Future[None]]] = []
        self.asleep = set[asyncio.Task[Any] | None]()

    def __getattr__(self, name: str) -> Any:
        """Return everything else as it is."""
        return getattr(asyncio, name)

    def get_running_loop(self) -> SleepingTime:
        """Return the loop by whose time rivals go."""
        return self

    def time(self) -> float:
        """Return the time in seconds."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Sleep until the time has passed on to the end of `seconds`."""
        done = asyncio.get_running_loop().create_future()
        self.sleeping.append((self.now + seconds, done))
        self.asleep.add(asyncio.current_task())
        try:
            await done
        finally:
            self.asleep.discard(asyncio.current_task())
            self.sleeping = [each for each in self.sleeping if each[1] is not done]

    def call_later(self, delay: float, call: Callable[..., object], *words: Any) -> None:
        """Call something once `delay` seconds have passed."""
        done = asyncio.get_running_loop().create_future()
        self.sleeping.append((self.now + delay, done))
        done.add_done_callback(lambda _: call(*words))

    def pass_on(self) -> None:
        """Wake who sleeps for the shortest time, or call what is due first."""
        due = min(self.sleeping, key=itemgetter(0))
        self.sleeping.remove(due)
        self.now = max(self.now, due[0])
        due[1].set_result(None)


@dataclass
class Thinker(Thinkers):
    """Somebody who chooses the first or the last choice after some seconds; some levels fail, or choose nonsense."""

    takes: float = 0.0
    place: int = 0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    failing: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    thought: list[str] = field(default_factory=list)

    async def advice(self, match: Match[Any, Any], seat: Seat, level: str, **_: bool) -> Advice[Any]:
        """Return a choice."""
        await self.sleep(self.takes)
        self.thought.append(level)
        if level in self.failing:
            raise LookupError(str(match.state))
        choice = "nonsense" if level in self.wrong else match.legal[seat][self.place]
        return Advice((choice,), say("agent-whim"))

    def warm_up(self, level: str) -> None:
        """Be ready."""

    def close(self) -> None:
        """Let go of nothing."""


@dataclass
class Watch:
    """Some rivals at the tables of a database, and the time by which they go."""

    tables: Tables
    rivals: Rivals
    time: SleepingTime

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """What rivals do now, or sleep over."""
        return {*self.rivals._looks.values(), *self.rivals._turns.values()}

    async def step(self) -> None:
        """Let time pass if all rivals sleep; else let them go on."""
        if self.time.sleeping and self.tasks <= self.time.asleep:
            self.time.pass_on()
        await asyncio.sleep(0.001)

    async def until(self, done: Callable[[Table], bool], table: TableId) -> Table:
        """Wait until something is so of a table."""
        async with asyncio.timeout(PATIENCE):
            while not done(now := await self.tables.get(table)):
                await self.step()
        return now

    async def moved(self, table: Table) -> None:
        """Wait until somebody has moved at a table."""
        await self.until(lambda now: now.started_match.seq > 0, table.id)


@asynccontextmanager
async def watching(storage: Store, thinker: Thinkers) -> AsyncIterator[Watch]:
    """Let rivals play who think like somebody."""
    time = SleepingTime()
    if isinstance(thinker, Thinker):
        thinker.sleep = time.sleep
    tables = Tables(storage, GAMES, seeds=dealing(2), clock=time.time)
    watch = Watch(tables, Rivals(tables, thinker, SECONDS), time)
    storage.listen(watch.rivals.touch)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.rivals.playing.asyncio", time)
        yield watch
        await watch.rivals.close()


async def begun(tables: Tables, *sitters: Sitter, game: str = "fortheking") -> Table:
    """Return a table of some people and rivals that has just begun."""
    table = await tables.open(TableRecord(NO_TABLE, game, 10, 20, ANN.user, None, Status.LOBBY, sitters))
    return await tables.start(table.id, ANN.user)


async def asked(watch: Watch) -> Table:
    """Return a table at which a rival is asked first."""
    while not due_turns(table := await begun(watch.tables, ANN, WREN)):
        pass
    return table


async def first_answer(storage: Store, thinker: Thinkers) -> float:
    """Return after how many seconds the first rival that is asked has answered."""
    async with watching(storage, thinker) as watch:
        table = await asked(watch)
        began = watch.time.now
        await watch.moved(table)
        return watch.time.now - began


@pytest.mark.parametrize("takes, rounds", [(0.0, 1), (SECONDS / 3, 1), (SECONDS * 2 / 3, 1), (SECONDS * 1.2, 2)])
@pytest.mark.parametrize("place", [0, -1])
async def test_a_rival_answers_after_a_fixed_time_whatever_it_thinks(
    storage: Store, takes: float, rounds: int, place: int
) -> None:
    """Nobody reads from a delay how hard a choice was, or what it was.

    Who thinks for longer answers when the time has passed again: how much longer it took shows nowhere.
    """
    assert await first_answer(storage, Thinker(takes=takes, place=place)) == SECONDS * rounds


@pytest.mark.parametrize("game, people, moves", [("fortheking", 2, 16), ("oriflamme", 3, 9)])
async def test_what_is_forced_takes_as_long_as_a_choice(storage: Store, game: str, people: int, moves: int) -> None:
    """Each question of a game between squires, with one choice or with many.

    Steps in secret take no time of their own: in Oriflamme a card is picked, then its place; together they are played
    as quickly as one of them.
    """
    async with watching(storage, Thinkers()) as watch:
        squires = [Sitter(user, f"Person {user}", level="squire") for user in range(1, people + 1)]
        table = (await begun(watch.tables, *squires, game=game)).id
        await watch.until(lambda now: now.started_match.seq >= moves, table)
        told = {line.seq for line in await watch.tables.log(table, None) if line.events}
    log = await storage.log(table)
    waits = [(after.at - before.at, before.seq in told) for before, after in pairwise(log)]
    assert {spoken for _, spoken in waits} == ({True, False} if game == "oriflamme" else {True})
    assert all(took == (SECONDS if spoken else 0.0) for took, spoken in waits)


@pytest.mark.parametrize(
    "how, told",
    [
        ("failing", "champion can't decide (LookupError)"),
        ("wrong", "a rival can't play, which is tried again: IllegalAction"),
    ],
)
async def test_a_level_that_fails_is_answered_for_by_a_knight_and_no_hand_is_logged(
    storage: Store, errors: pytest.LogCaptureFixture, how: str, told: str
) -> None:
    """And by a squire where the knight fails, too, or chooses what can't be done: no table falls silent.

    The host hears of it.
    """
    thinker = Thinker(**{how: ("champion", "knight")})  # type: ignore[arg-type] # both fields are of one type
    await first_answer(storage, thinker)
    assert thinker.thought[:3] == ["champion", "knight", "squire"]
    assert told in errors.text
    assert "State(" not in errors.text
    assert not any(record.exc_info for record in errors.records)


async def test_whatever_goes_wrong_is_tried_again(
    storage: Store, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """A disk that fails twice costs two tries, and the host reads of it once."""
    async with watching(storage, Thinker()) as watch:
        act, failures = watch.tables.play_for_seat, [OSError("disk"), OSError("disk")]

        async def failing(*words: Any, **more: Any) -> Any:
            if failures:
                raise failures.pop()
            return await act(*words, **more)

        monkeypatch.setattr(watch.tables, "play_for_seat", failing)
        await watch.moved(await asked(watch))
    told = [record for record in errors.records if "a rival can't play" in record.getMessage()]
    assert len(told) == 1


async def test_a_rival_that_is_overtaken_plays_nothing(storage: Store) -> None:
    """A person takes the seat while it thinks: the same question is the person's own."""
    async with watching(storage, Thinker(takes=SECONDS / 2)) as watch:
        table = await asked(watch)
        await watch.until(lambda _: bool(watch.time.asleep), table.id)
        await watch.tables.seats.exchange(table.id, due_turns(table)[0].seat, BO)
        async with asyncio.timeout(PATIENCE):
            while watch.tasks:
                await watch.step()
        assert (await watch.tables.get(table.id)).started_match.seq == 0


async def test_nobody_is_asked_where_no_person_has_a_seat(storage: Store) -> None:
    """And none in a lobby, nor at a table that was ended."""
    async with watching(storage, Thinker()) as watch:
        lobby = await watch.tables.open(TableRecord(NO_TABLE, "fortheking", 10, 20, 1, None, Status.LOBBY, (ANN, WREN)))
        assert due_turns(lobby) == []
        table = await begun(watch.tables, ANN, WREN)
        alone = await watch.tables.seats.exchange(table.id, Seat(0), Sitter(0, "Alder", level="squire"))
        assert due_turns(alone) == []
        back = await watch.tables.seats.exchange(table.id, Seat(0), ANN)
        assert len(due_turns(back)) == sum(not back.is_attended(seat) for seat in back.started_match.deciding)
        assert due_turns(await watch.tables.end(table.id, ANN.user)) == []


async def test_after_a_start_rivals_at_many_tables_answer_one_by_one(storage: Store) -> None:
    """Spread over the time in which one answers: nobody who clicks meanwhile waits for all of them.

    The stop leaves each question, and nothing is played twice.
    """
    async with watching(storage, Thinker()) as watch:
        tables = [await begun(watch.tables, replace(ANN, level="squire"), WREN) for _ in range(5)]
        await watch.step()
        assert watch.tasks
        await watch.rivals.close()
        assert all(task.done() for task in watch.tasks)
        assert [(await watch.tables.get(table.id)).started_match.seq for table in tables] == [0] * 5
    async with watching(storage, Thinker()) as again:
        await again.rivals.catch_up()
        for table in tables:
            await again.moved(table)
    answers = [(await storage.log(table.id))[0].at for table in tables]
    assert [after - before for before, after in pairwise(sorted(answers))] == [pytest.approx(SECONDS / 5)] * 4


async def test_what_thinks_gets_a_view_and_never_a_match(storage: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No state, seed or log leaves for another process: the view is an imagined twin."""
    thinks = AsyncMock(side_effect=LookupError)
    monkeypatch.setattr(Thinkers, "_think_in_process", thinks)
    async with watching(storage, Thinkers()) as watch:
        table = await asked(watch)
        before = table.started_match
        with pytest.raises(LookupError):
            await Thinkers().advice(before, before.deciding[0], "champion")
    game, level, view, seed = thinks.await_args_list[0].args
    assert (game, level) == ("fortheking", "champion")
    assert view.twin is not before.state
    assert seed != before.seed
    assert before.seed not in repr(view).encode()
