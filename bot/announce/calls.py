"""Who is called: everybody who is asked something new, once, and nobody for going on with the own turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.tables.prompts import Prompt
from engine.scene import Seat

Call = tuple[int, int]
"""A seat, and the number of the question that its person was called for (`Prompt`)."""


def anew(asked: Mapping[Seat, int], called: Collection[Call], movers: Mapping[int, Seat | None]) -> tuple[Seat, ...]:
    """Return the seats whose people are to be called now.

    `asked` are the questions that stand, each by its number; `called` are the calls that were made;
    `movers` tells who made each move since the last announcement. A call is per seat and question: who decides at the
    same time as others is not called again for their answers. A question that a person's own move brought up goes on
    with the same turn, whatever others did in the meantime: that person is at it and needs no call. A question that
    somebody else's move brought up, or the beginning, needs one; so does one that is older than the last announcement
    and was not called for then, as after a rest.
    """
    return tuple(
        seat
        for seat, number in asked.items()
        if (seat, number) not in called
        # What the rules ask once a joint question was answered, the last answer has brought up, which is no move.
        and (movers.get(Prompt(number).move) != seat or (seat, Prompt.joint_after(number)) in called)
    )
