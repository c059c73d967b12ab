"""The bare bot makes every kind of call that a tape can hold, exactly as the tape has it, and refuses any other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.bare import prepare
from bench.playback import Playback
from bench.processes import Bot
from bench.rounds import at_once
from bench.tape import CALLBACK, FOLLOW_UP, MESSAGE, MODAL, ORIGINAL, UPDATE, Call, Click, Tape
from tests.loopback.server import Loopback

NOBODY: dict[str, Any] = {"parse": []}
HALL, ANN = 10**18, 2 * 10**18
POST, OWN = 3 * 10**18, 4 * 10**18
PNG = ("table.png", b"\x89PNG")
FILE = {"id": 0, "filename": "table.png", "description": "The table"}
BUTTON = {"type": 2, "style": 1, "label": "Play", "custom_id": "play:1", "disabled": False}
ROW = {"type": 1, "components": [BUTTON]}
WORDS = {"type": 10, "content": "A table"}
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://table.png"}, "spoiler": False, "description": "Alt"}]}
FIELD = {
    "type": 4,
    "style": 1,
    "label": None,
    "custom_id": "number",
    "required": True,
    "min_length": 1,
    "max_length": 4,
}
DIALOG = {
    "custom_id": "number:1",
    "title": "A bid",
    "components": [{"type": 18, "label": "3 to 9", "component": FIELD}],
}


def call(method: str, path: str, body: dict[str, Any], made: int = 0, *, drawn: bool = False) -> Call:
    """Return a call, with a picture if it is drawn."""
    return Call(method, path, json.dumps(body), (PNG,) if drawn else (), made)


def answer(kind: int, data: dict[str, Any], made: int = 0) -> Call:
    """Return an answer to an interaction."""
    return call("POST", CALLBACK, {"type": kind, "data": data}, made)


def click(number: int, answered: int, *calls: Call, source: int | None = None, after: int = 0) -> Click:
    """Return a click of Ann's in the hall."""
    data = {"custom_id": "play:1", "component_type": 2}
    made = Click(number, 0, HALL, ANN, 3, data, source, after, measured=True)
    made.calls.extend(calls)
    made.answer = answered
    return made


TOLD = {
    "content": "Hear!",
    "components": [],
    "nonce": "b1",
    "enforce_nonce": True,
    "tts": False,
    "allowed_mentions": NOBODY,
}
BOARD = {"type": 17, "accent_color": 9198119, "spoiler": False, "components": [WORDS, GALLERY, ROW]}
PRIVATE = {"tts": False, "content": "Your hand", "flags": 64, "components": [ROW], "allowed_mentions": NOBODY}
TAPE = Tape(
    [
        click(
            0,
            MESSAGE,
            answer(MESSAGE, PRIVATE, OWN),
            call(
                "POST",
                f"/channels/{HALL}/messages",
                TOLD,
                POST,
            ),
        ),
        click(
            1,
            UPDATE,
            answer(UPDATE, {"tts": False, "content": "Done", "components": [], "allowed_mentions": NOBODY}),
            call(
                "PATCH",
                ORIGINAL,
                {"tts": False, "content": None, "attachments": [FILE], "allowed_mentions": NOBODY},
                drawn=True,
            ),
            call("POST", FOLLOW_UP, {"tts": False, "content": "More", "flags": 64}, OWN + 1),
            call(
                "PATCH",
                f"/channels/{HALL}/messages/{POST}",
                {"tts": False, "attachments": [FILE], "components": [ROW]},
                drawn=True,
            ),
            source=OWN,
            after=2,
        ),
        click(2, MODAL, answer(MODAL, DIALOG), source=OWN, after=6),
    ],
    {HALL: 0},
    {ANN: "Ann"},
)


async def test_every_kind_of_call_is_made_as_it_is_on_the_tape(tmp_path: Path) -> None:
    """Answers, dialogs, pictures that follow, follow-ups, posts and edits."""
    async with Loopback() as discord, Bot("bench.bare", discord, tmp_path) as bot:
        await bot.start()
        playback = Playback(discord, TAPE)
        await playback.load(tmp_path / "tape")
        await playback.play(at_once, measured=True)
        assert playback.faults == []
        assert len(playback.seconds) == 3
        hall = discord.world.channels[HALL]
        assert [(each.id, each.content) for each in hall.everything] == [
            (OWN, ""),
            (POST, "Hear!"),
            (OWN + 1, "More"),
        ]
        assert hall.everything[1].files == dict([PNG])


def test_a_layout_is_prepared_as_its_payload_says() -> None:
    """Frames, texts, galleries and rows come out of discord.py as they went in."""
    body = {"flags": 1 << 15, "components": [BOARD], "attachments": [FILE]}
    ready = prepare(call("PATCH", f"/channels/{HALL}/messages/{POST}", body, drawn=True))
    assert ready.place == (HALL, POST)
    assert ready.filled()["view"].to_components() == [BOARD]
    assert [(each.filename, each.description) for each in ready.filled()["attachments"]] == [("table.png", "The table")]


def test_a_payload_with_something_unknown_is_refused() -> None:
    """A floor that leaves something out would be too low."""
    with pytest.raises(ValueError, match="poll"):
        prepare(call("POST", f"/channels/{HALL}/messages", {"poll": {}}))
