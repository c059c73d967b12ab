"""Notifications are counted as Discord sends them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.pushes import Pushes, miscalls
from tests.bot.record import Sent

HALL, LETTERS, ANN = 7, 8, 3
POST, ANSWER, FOLLOW_UP = f"/channels/{HALL}/messages", "/interactions/1/token/callback", "/webhooks/1/token"


def request(path: str, body: dict[str, Any], *pings: int, method: str = "POST", reader: int | None = None) -> Sent:
    """Return a request that a message came of."""
    return Sent(method, path, body, 9, LETTERS if reader else HALL, reader, pings, {})


@pytest.mark.parametrize(
    ("sent", "own", "every"),
    [
        pytest.param(request(POST, {"content": "Told"}), 0, 1, id="a post that calls nobody"),
        pytest.param(request(POST, {"content": "Told", "flags": 1 << 15}, ANN), 1, 1, id="a post that calls"),
        pytest.param(request(POST, {"content": "Told", "flags": 1 << 12 | 1 << 15}), 0, 0, id="a silent post"),
        pytest.param(request(POST, {"flags": 1 << 12}, ANN), 0, 0, id="a mention that is silent"),
        pytest.param(request(f"{POST}/9", {}, method="PATCH"), 0, 0, id="an edit"),
        pytest.param(request(f"/channels/{LETTERS}/messages", {}, reader=ANN), 1, 0, id="a DM"),
        pytest.param(request(ANSWER, {"type": 4, "data": {}}), 0, 1, id="an answer that all see"),
        pytest.param(request(ANSWER, {"type": 4, "data": {"flags": 64}}, reader=ANN), 0, 0, id="a private answer"),
        pytest.param(request(ANSWER, {"type": 7, "data": {}}), 0, 0, id="an answer that edits"),
        pytest.param(request(ANSWER, {"type": 7, "data": {}}, reader=ANN), 0, 0, id="an answer that edits a DM"),
        pytest.param(request(FOLLOW_UP, {"content": "Told"}), 0, 1, id="a follow-up that all see"),
        pytest.param(request(FOLLOW_UP, {"flags": 64}, reader=ANN), 0, 0, id="a private follow-up"),
    ],
)
def test_who_is_notified_of_a_request(sent: Sent, own: int, every: int) -> None:
    """Ann of what mentions her or is for her alone; whoever wants all messages of each new one that isn't silent."""
    pushes = Pushes()
    pushes.count(sent)
    assert (pushes.own[ANN], pushes.every[HALL]) == (own, every)
    assert pushes.calling[HALL] == (own if sent.reader is None else 0)
    assert pushes.messages[HALL] == max(every, bool(sent.payload.get("flags", 0) & 1 << 12))


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        pytest.param(request(POST, {"content": "Told"}), True, id="a loud post that calls nobody"),
        pytest.param(request(POST, {"content": "Told", "flags": 1 << 12}), False, id="a silent post"),
        pytest.param(request(POST, {"content": "<@3>", "flags": 1 << 12}, ANN), True, id="a silent call"),
        pytest.param(request(POST, {"content": "<@3>"}, ANN), False, id="a call"),
        pytest.param(request(POST, {"content": "<@3>"}), False, id="a call of somebody whom nothing notifies"),
        pytest.param(request(POST, {"content": "<@3>", "flags": 1 << 12}), False, id="somebody named, silent"),
        pytest.param(request(f"/channels/{LETTERS}/messages", {"flags": 1 << 12}, reader=ANN), True, id="a silent DM"),
        pytest.param(request(f"{POST}/9", {}, method="PATCH"), False, id="an edit"),
    ],
)
def test_a_message_that_notifies_others_than_it_calls_is_found(sent: Sent, wrong: bool) -> None:  # noqa: FBT001 - the table's
    """At the end of every evening."""
    assert miscalls(sent) is wrong
