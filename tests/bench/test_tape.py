"""A tape tells which call belongs to which click, what counts as a message, and whether a replay was the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.bare import prepare
from bench.recorder import Ledger, differences
from bench.tape import CALLBACK, FOLLOW_UP, MESSAGE, MODAL, ORIGINAL, UPDATE, Call, Click, Tape
from tests.loopback.records import Upload
from tests.loopback.server import Loopback, Request


def call(method: str, path: str, text: str = "{}", *, files: tuple[tuple[str, bytes], ...] = ()) -> Call:
    """Return a call that made nothing."""
    return Call(method, path, text, files, 0)


def click(number: int, channel: int) -> Click:
    """Return a click in a channel."""
    return Click(number, 0, channel, 1, 3, {}, None, 0, measured=True)


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


async def test_a_call_belongs_to_its_interaction_or_to_the_last_click_in_its_channel() -> None:
    """A late picture still belongs to the click that ordered it."""
    ledger = Ledger()
    async with Loopback() as discord:
        hall, ann = discord.open_channel("hall"), discord.person("Ann")
        first, second = (discord.world.begin(3, ann.user, hall, {}, "") for _ in range(2))
    early, late = click(0, hall.id), click(1, hall.id)
    ledger.enter(first, early)
    ledger.enter(second, late)
    assert ledger.owner(request("POST", f"/interactions/{first.id}/{first.token}/callback")) == (early, CALLBACK)
    assert ledger.owner(request("PATCH", f"/webhooks/1/{first.token}/messages/@original")) == (early, ORIGINAL)
    assert ledger.owner(request("POST", f"/webhooks/1/{second.token}")) == (late, FOLLOW_UP)
    path = f"/channels/{hall.id}/messages"
    assert ledger.owner(request("POST", path)) == (late, path)
    assert ledger.owner(request("GET", "/gateway/bot"))[0] is None


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


def test_a_tape_survives_its_file(tmp_path: Path) -> None:
    """Files and answers included."""
    played = click(0, 5)
    played.calls.append(call("POST", CALLBACK, files=(("table.png", b"\x89PNG"),)))
    tape = Tape([played], {5: 0}, {1: "Ann"})
    tape.save(tmp_path / "tape")
    assert Tape.load(tmp_path / "tape") == tape


def test_a_payload_with_something_unknown_is_refused() -> None:
    """A floor that leaves something out would be too low."""
    with pytest.raises(ValueError, match="poll"):
        prepare(call("POST", "/channels/5/messages", '{"poll": {}}'))
