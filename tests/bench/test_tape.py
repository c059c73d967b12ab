"""A tape tells which call belongs to which click, what counts as a message, and whether a replay was the same."""

from __future__ import annotations

import json

import pytest

from bench.recorder import differences
from bench.tape import CALLBACK, FOLLOW_UP, MESSAGE, MODAL, ORIGINAL, UPDATE, Call
from tests.loopback.records import Upload
from tests.loopback.server import Request


def call(method: str, path: str, text: str = "{}", *, files: tuple[tuple[str, bytes], ...] = ()) -> Call:
    """Return a call that made nothing."""
    return Call(method, path, text, files, 0)


def request(method: str, path: str, text: str = "{}", **files: bytes) -> Request:
    """Return a request as the loopback Discord notes it."""
    uploads = {number: Upload(name, data) for number, (name, data) in enumerate(files.items())}
    return Request(method, path, json.loads(text), 0.0, text=text, files=uploads)


@pytest.mark.parametrize(
    ("made", "answer", "tells"),
    [
        (call("POST", CALLBACK), MESSAGE, True),
        (call("POST", CALLBACK), UPDATE, True),
        (call("POST", CALLBACK), MODAL, False),
        (call("PATCH", ORIGINAL), UPDATE, True),
        (call("POST", FOLLOW_UP), MESSAGE, True),
        (call("POST", "/channels/5/messages"), UPDATE, True),
        (call("PATCH", "/channels/5/messages/6"), UPDATE, True),
        (call("DELETE", "/channels/5/messages/6"), UPDATE, False),
        (call("POST", "/channels/5/threads"), UPDATE, False),
        (call("POST", "/users/@me/channels"), UPDATE, False),
    ],
)
def test_what_counts_as_a_message_sent_or_edited(made: Call, answer: int, tells: bool) -> None:  # noqa: FBT001
    """An answer counts if it shows something, any other call if it is to a message."""
    assert made.tells(answer) is tells


@pytest.mark.parametrize(
    ("came", "differs"),
    [
        (request("POST", "/x", '{"a": 1, "b": 2}', png=b"1"), []),
        (request("POST", "/x", '{"b": 2, "a": 1}', png=b"1"), []),
        (request("PATCH", "/x", '{"a": 1, "b": 2}', png=b"1"), ["method"]),
        (request("POST", "/x", '{"a": 1, "b": 2}', png=b"2"), ["files"]),
        (request("POST", "/x", '{"a": 1, "c": 2}', png=b"1"), ["b", "c"]),
    ],
)
def test_a_replay_is_held_against_the_tape(came: Request, differs: list[str]) -> None:
    """The order of keys says nothing; everything else does."""
    assert differences(call("POST", "/x", '{"a": 1, "b": 2}', files=(("png", b"1"),)), came) == differs
