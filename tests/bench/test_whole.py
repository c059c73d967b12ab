"""People press what they are shown, by days and deals, and a tape tells which call belongs to which click."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.daily import Taken, Waits, closed, opened, played
from bench.playback import Playback
from bench.processes import Cpu
from bench.recorder import differences
from bench.rounds import Hall, Load, Round, at_once, bare, herald
from bench.tape import CALLBACK, FOLLOW_UP, MESSAGE, MODAL, ORIGINAL, UPDATE, Call
from bench.whole import ALONE, BARE, DISK, FORMER, HERALD, PICTURES, PLACES, WORDS, figures, hall
from tests.loopback.records import Message, Upload
from tests.loopback.server import Request

LOAD = Load(2, 30)


@asynccontextmanager
async def halls(folder: Path, pictures: str) -> AsyncIterator[tuple[Hall, Hall]]:
    """Run Herald and the bare bot, each in a hall and a folder of its own."""
    for name in ("herald", "bare"):
        (folder / name).mkdir()
    async with hall("bot", folder / "herald", pictures) as ours, hall("bench.bare", folder / "bare") as floor:
        yield ours, floor


@pytest.mark.parametrize("pictures", ["off", "on"])
async def test_the_bare_bot_makes_heralds_calls(tmp_path: Path, pictures: str) -> None:
    """Both games, a click for a click; `bare` raises where a method, a path, a file or the JSON differs."""
    async with halls(tmp_path, pictures) as (ours, floor):
        played, tape = await herald(ours, LOAD, 3)
        again = await bare(floor, LOAD, tape)
    assert played.clicks == again.clicks == LOAD.clicks
    assert LOAD.clicks / 3 < played.moves == again.moves
    assert played.calls == again.calls > played.clicks
    assert played.stalled == 0
    assert played.refused <= played.clicks / 10
    assert len(played.waits) == len(again.waits) == played.clicks
    assert any(call.files for click in tape.measured for call in click.calls) is (pictures == "on")
    assert 0 < played.commits < 2 * played.clicks
    assert again.commits == 0
    [cost] = (each for each in figures({(HERALD, WORDS): [played], (BARE, WORDS): [again]}, LOAD, "") if each.against)
    assert cost.what == "CPU a click, words, 2 in flight, beside a bare bot"
    assert cost.value == pytest.approx(1000 * played.cpu.total / played.clicks)
    assert cost.against == pytest.approx(1000 * again.cpu.total / again.clicks)


async def test_public_press_answered_privately_opens_the_view(tmp_path: Path) -> None:
    """Oriflamme at one table: a card that is left face down, in the post. Its player waits for nothing but the turn."""
    async with hall("bot", tmp_path, "off", settings={"EMBLEMS": "emoji"}) as ours:
        played, _ = await herald(ours, Load(1, 60), 1)
    assert played.refused <= played.clicks / 10
    assert played.moves >= played.clicks * 0.7
    assert played.stalled == 0
    assert played.seconds < played.clicks / 5


async def test_another_call_than_on_the_tape_fails_the_replay(tmp_path: Path) -> None:
    """A floor that does less than Herald would be none."""
    async with halls(tmp_path, "off") as (ours, floor):
        _, tape = await herald(ours, Load(1, 6), 3)
        playback = Playback(floor.discord, tape)
        await playback.load(tmp_path / "bare" / "tape")
        click = next(each for each in tape.measured if each.answer == UPDATE)
        (number,) = (n for n, call in enumerate(click.calls) if call.path == CALLBACK)
        changed = json.loads(click.calls[number].text)
        changed["data"]["content"] = "Something else."
        object.__setattr__(click.calls[number], "text", json.dumps(changed))
        for measured in (False, True):
            await playback.play(at_once, measured=measured)
    assert playback.faults == [f"click {click.number}: POST callback differs in data"]


def _round(seconds: float) -> Round:
    """Return a round of a hundred moves by as many clicks, whose CPU and waits go by the seconds."""
    counts = {"clicks": 100, "moves": 100, "calls": 160, "commits": 120}
    return Round(**counts, waits=[seconds] * 100, cpu=Cpu(seconds, seconds), seconds=1.0)


def test_figures_are_medians_of_the_rounds_held_against_the_other_checkout() -> None:
    """A slow round changes nothing; children count; and each figure of the table has its goal."""
    slow = _round(60.0)
    places = ((WORDS, 0.2), (PICTURES, 0.24), (DISK, 0.3), (ALONE, 0.1))
    played = {(HERALD, place): [_round(each), slow, _round(each)] for place, each in places}
    played |= {(FORMER, place): [slow, _round(0.4), _round(0.4)] for place in PLACES}
    played[BARE, WORDS] = [_round(0.125), _round(0.125), slow]
    found = {each.what: each for each in figures(played, Load(8, 100), "c5456da")}
    ratios = {what: pytest.approx(each.ratio) for what, each in found.items()}
    assert ratios == {
        "CPU a move, words, 8 in flight, beside c5456da": 0.5,
        "CPU a move, pictures, 8 in flight, beside c5456da": 0.6,
        "CPU a click, words, 8 in flight, beside a bare bot": 1.6,
        "p50 of the answer, words, 8 in flight, beside c5456da": 0.5,
        "p99 of the answer, words, 8 in flight, beside c5456da": 0.5,
        "p50 of the answer, words on the disk, 8 in flight, beside c5456da": 0.75,
        "p99 of the answer, words on the disk, 8 in flight, beside c5456da": 0.75,
        "p99 of the answer, pictures, 8 in flight, beside words": 1.2,
        "REST calls a click, pictures, 8 in flight, beside c5456da": 1.0,
        "commits a click, words at one table, beside c5456da": 1.0,
        "commits a click, words, 8 in flight, beside c5456da": 1.0,
    }
    assert found["CPU a move, words, 8 in flight, beside c5456da"].value == pytest.approx(4.0)
    assert {each.what: each.value for each in found.values() if each.reached is False} == {
        "REST calls a click, pictures, 8 in flight, beside c5456da": 1.6,
        "commits a click, words at one table, beside c5456da": 1.2,
    }


@pytest.mark.parametrize(
    "method, path, answer, tells",
    [
        ("POST", CALLBACK, MESSAGE, True),
        ("POST", CALLBACK, UPDATE, True),
        ("POST", CALLBACK, MODAL, False),
        ("PATCH", ORIGINAL, UPDATE, True),
        ("POST", FOLLOW_UP, MESSAGE, True),
        ("POST", "/channels/5/messages", UPDATE, True),
        ("PATCH", "/channels/5/messages/6", UPDATE, True),
        ("DELETE", "/channels/5/messages/6", UPDATE, False),
        ("POST", "/channels/5/threads", UPDATE, False),
        ("POST", "/users/@me/channels", UPDATE, False),
    ],
)
def test_what_counts_as_a_message_sent_or_edited(method: str, path: str, answer: int, tells: bool) -> None:  # noqa: FBT001
    """An answer counts if it shows something, any other call if it is to a message."""
    assert Call(method, path, "{}", (), 0).tells(answer) is tells


@pytest.mark.parametrize(
    "method, text, picture, differs",
    [
        ("POST", '{"a": 1, "b": 2}', b"1", []),
        ("POST", '{"b": 2, "a": 1}', b"1", []),
        ("PATCH", '{"a": 1, "b": 2}', b"1", ["method"]),
        ("POST", '{"a": 1, "b": 2}', b"2", ["files"]),
        ("POST", '{"a": 1, "c": 2}', b"1", ["b", "c"]),
    ],
)
def test_a_replay_is_held_against_the_tape(method: str, text: str, picture: bytes, differs: list[str]) -> None:
    """The order of keys says nothing; everything else does."""
    came = Request(method, "/x", json.loads(text), 0.0, text=text, files={0: Upload("png", picture)})
    assert differences(Call("POST", "/x", '{"a": 1, "b": 2}', (("png", b"1"),), 0), came) == differs


def waits(*seconds: float) -> Waits:
    """Return waits for answers that were asked for a second after each other."""
    return Waits([(float(number), each) for number, each in enumerate(seconds)])


async def test_day_is_played_closed_and_posted(tmp_path: Path) -> None:
    """Whoever has come is through, is counted once, and stands in the post; those in the midst do not."""
    async with opened(tmp_path) as day:
        figures = {each.what: each for each in await played(day, 4, 1.0, flight=2)}
        assert (day.people, day.done) == (4, 4)
        assert len(day.taken.begun.answers) == 4
        assert len(day.taken.paced.answers) + len(day.taken.free.answers) >= 4 * 10
        late = figures.pop("beginnings that were not ready in time")
        assert late.value == day.taken.late
        assert all(0 < each.value < 3000 for each in figures.values())

        counted, posted, *slowest = await closed(day, late=2)
        assert counted.value > 0
        assert posted.value > 0
        assert slowest[1].value >= slowest[0].value
        assert [_named(each) for each in day.board.messages] == [["1", "2", "3", "4"]]


def _named(post: Message) -> list[str]:
    """Return the numbers of those who stand in a post."""
    return sorted({line.partition("Person ")[2][0] for line in post.text.splitlines() if "Person " in line})


def test_answers_of_the_hour_have_the_goal_and_the_first_hundred_the_memory() -> None:
    """Those that came as fast as it goes have none; without a hundred people nothing is said of memory."""
    taken = Taken(waits(*[0.1] * 98, 0.29, 0.29), waits(0.5, 0.5), waits(1.0, 1.0), {100: 100.0}, cpu=1.02)
    p50, p99, fast, begun, _, cpu = taken.records()
    assert (round(p50.value), round(p99.value), p99.reached) == (100, 290, True)
    assert (fast.value, fast.goal, begun.value) == (500.0, None, 1000.0)
    assert cpu.value == 10.0

    taken.sizes[300] = 106.0
    *_, growth = taken.records()
    assert (growth.value, growth.against, growth.reached) == (106.0, 100.0, False)


def test_an_answer_that_waits_when_counting_begins_counts() -> None:
    """One that was asked for before and came within, but none that was over or asked for afterwards."""
    assert waits(0.5, 1.5, 0.2, 0.3).within(1.9, 2.5) == [1.5, 0.2]
