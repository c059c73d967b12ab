"""People press what they are shown, and the bare bot makes exactly the calls that Herald made for it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.playback import Playback
from bench.processes import Cpu
from bench.rounds import Hall, Load, Round, at_once, bare, herald
from bench.tape import CALLBACK, UPDATE
from bench.whole import ALONE, BARE, DISK, FORMER, HERALD, PICTURES, PLACES, WORDS, figures, hall

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
