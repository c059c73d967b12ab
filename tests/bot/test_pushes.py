"""Notifications are counted as Discord sends them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.pushes import Pushes
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
