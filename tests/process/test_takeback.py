"""The bot is killed while a move is taken back: it is taken back once, nobody is called twice, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.people import Person
from tests.loopback.records import Message
from tests.process.playing import read_story
from tests.process.process import QUICK, of_kind, striking
from tests.process.test_killed import Evening, evening

KINDS = (("POST", "/callback$"), ("PATCH", "/messages/"), ("POST", "/callback$"))
MOST_STEPS, AFTERWARDS = 200, 8


def taken_back(database: Path) -> int:
    """Return how many lines of the log take something back."""
    return sum('"take_back"' in move.action for move in read_story(database).moves)


async def regretting(now: Evening) -> tuple[Person, Message]:
    """Play on until somebody's own view has the button that takes back what it answered; return both."""
    for _ in range(MOST_STEPS):
        before = {view.id: view.edits for person in now.party.people for view in person.ephemerals}
        assert await now.party.step()
        for person in now.party.people:
            for view in [*person.ephemerals, *person.dms]:
                if view.ids("back") and before.get(view.id) != view.edits:
                    return person, view
    raise AssertionError("nobody has anything to take back")


@pytest.mark.parametrize(
    "private", [pytest.param("here", marks=pytest.mark.slow), pytest.param("dm", marks=pytest.mark.soak)]
)
async def test_a_move_is_taken_back_once_however_the_bot_dies(tmp_path: Path, private: str) -> None:
    """After the answer or an edit has had its effect, and before it hears of that; the old button is refused then."""
    async with evening(tmp_path, 3, seed=7, game="oriflamme", private=private, constants=QUICK) as now:
        for number, (method, path) in enumerate(KINDS, 1):
            person, view = await regretting(now)
            await now.silence()
            (old,), calls = view.ids("back"), len(now.party.calls)
            with striking(now.party.discord, now.bot.kill_now, of_kind(method, path)):
                await person.begin_click(view, old)
                await now.bot.ended(20)
            assert taken_back(now.bot.database) == number
            await now.restart()
            await now.silence()
            assert len(now.party.calls) == calls, "who took it back is at it"
            if view.ids("back") == [old]:
                again = await person.click(view, old)
                assert again.private or again.message in person.dms
            assert taken_back(now.bot.database) == number
        assert await now.party.steps(AFTERWARDS)
