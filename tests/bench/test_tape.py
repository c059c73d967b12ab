"""A tape tells which call belongs to which click, what counts as a message, and whether a replay was the same."""

from __future__ import annotations

import json

import pytest

from bench.recorder import differences
from bench.tape import CALLBACK, FOLLOW_UP, MESSAGE, MODAL, ORIGINAL, UPDATE, Call
from tests.loopback.records import Upload
from tests.loopback.server import Request


@pytest.mark.parametrize(
    ("method", "path", "answer", "tells"),
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
    ("method", "text", "picture", "differs"),
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
