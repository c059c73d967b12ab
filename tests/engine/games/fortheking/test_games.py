"""What of a game rests in the log."""

from __future__ import annotations

from pydantic import TypeAdapter

from engine.games.fortheking.actions import Action, Bid, Discard, Lower, Pass, Pay, Place, Raise, Take

ACTIONS: TypeAdapter[Action] = TypeAdapter(Action)


def test_actions_are_readable_in_the_log() -> None:
    """Each kind is written with its name and read back as itself."""
    actions: list[Action] = [
        Place("keep"),
        Take("military-B"),
        Raise("military"),
        Lower("military"),
        Bid(3),
        Pass(),
        Pay(2),
        Discard("gold-1"),
    ]
    for action in actions:
        assert ACTIONS.validate_json(ACTIONS.dump_json(action)) == action
    assert ACTIONS.dump_python(Bid(3)) == {"amount": 3, "kind": "bid"}
