"""Rate limits of one user: clicks and opened tables; and how long people wait for an answer."""

from __future__ import annotations

from statistics import median

import pytest

from bot.interactions import services
from bot.interactions.services import TokenBucket
from engine.games import GAMES
from tests.bot.clock import Clock
from tests.bot.interactions.test_lobbies import cancel, seated
from tests.bot.party import Party
from tests.bot.sentences import assert_said, said
from tests.bot.server import GAME, Evening, words

MOST_CPU, MOST_SECONDS = 0.02, 1.5
"""Seconds: of CPU for the median answer, which takes 5 ms; besides waits for a core, for all but one in a hundred."""


def test_as_much_as_is_allowed_may_come_at_once_and_then_evenly(clock: Clock) -> None:
    """Six in a minute: six at once, the seventh ten seconds later, and after a quiet minute six at once again.

    Who clicks without end slows nobody else down. What came to nothing is given back, to nobody else.
    """
    clicks = TokenBucket(6, 60, clock)
    assert [clicks.take(1) for _ in range(8)] == [0] * 6 + [10, 10]
    clicks.give_back(2)
    assert [clicks.take(user) for user in (1, 2)] == [10, 0]
    clicks.give_back(1)
    assert [clicks.take(1) for _ in range(2)] == [0, 10]
    clock.now += 9
    assert clicks.take(1) == 1
    clock.now += 1
    assert [clicks.take(1) for _ in range(2)] == [0, 10]
    clock.now += 60
    assert [clicks.take(1) for _ in range(7)] == [0] * 6 + [10]


@pytest.mark.parametrize(("times", "seconds", "kept"), [(6, 60, 50), (0, 60, 0), (1, 0, 0)])
def test_bucket_remembers_the_last_users_alone(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, times: int, seconds: float, kept: int
) -> None:
    """However many people click. 0 stands for no limit: as many and as fast as people like, and nothing is kept."""
    monkeypatch.setattr(services, "MOST_USERS", 50)
    clicks = TokenBucket(times, seconds, clock)
    assert not any(clicks.take(user) for user in range(1000))
    assert len(clicks._full) == kept
    assert kept or not any(clicks.take(1) for _ in range(1000))


@pytest.mark.settings(clicks_per_minute=5)
async def test_who_clicks_without_end_is_told_in_private_and_changes_nothing(court: Evening) -> None:
    """A click too many, or a command, is answered with one sentence; others go on, and so does the person later."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    answers = [await ann.press("rules", lobby) for _ in range(5)]
    assert said("refused-too-fast", answers[-1].private)
    assert not any(said("refused-too-fast", answer.private) for answer in answers[:4])
    await assert_said("refused-too-fast", ann.press("leave", lobby))
    await assert_said("refused-too-fast", ann.command("help"))
    assert (await bo.press("join", lobby)).edited
    assert await seated(court) == ["Ann", "Bo"]


@pytest.mark.settings(newgame_seconds=10, lobbies_per_person=1)
async def test_a_table_is_opened_every_ten_seconds(court: Evening) -> None:
    """/newgame: the second one at once is refused with the seconds that are left; somebody else's isn't.

    Who was told of one reason isn't told of another the next time.
    """
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    refused = await ann.command("newgame oriflamme")
    assert refused.private == words("refused-too-soon", seconds=10)
    await assert_said("newgame-opened", bo.command("newgame oriflamme"))
    assert len(await court.tables.find()) == 2

    court.bot.services.rate_limits.tables.give_back(ann.id)
    for _ in range(2):
        await assert_said("refused-many-lobbies", ann.command("newgame fortheking"))
    await cancel(ann, lobby)
    await assert_said("newgame-opened", ann.command("newgame fortheking"))


@pytest.mark.seed(2)
@pytest.mark.settings(clicks_per_minute=120)
@pytest.mark.parametrize(("people", "most"), [(2, 100), (GAMES[GAME].seats[-1], 60)])
async def test_answers_come_well_within_discords_three_seconds(court: Evening, people: int, most: int) -> None:
    """From the click to the moment at which the answer is on its way, at a full table and between two in a hurry.

    They answer at once and never stop to think, and meet no limit: the default is generous.
    """
    guests = await court.seat_first(people)
    court.record.is_timed = True
    party = Party(guests, 2)
    await party.play(most)
    seconds = sorted(court.record.seconds)
    assert len(seconds) > most
    assert median(court.record.cpu) < MOST_CPU
    assert seconds[len(seconds) * 99 // 100] < MOST_SECONDS
    assert not [line for line in party.said if said("refused-too-fast", line)]
