"""What every game has to show once a match is over: all that was hidden."""

from __future__ import annotations

from tests.contract.walks import AnyMatch, Walk, imagined, viewers

WORLDS = 3
"""How many other worlds each viewer imagines."""


def check_the_end_is_opened(walked: Walk) -> None:
    """Nothing stays hidden: worlds that a viewer can't tell apart at the end are told apart once everything is opened.

    Before the end nothing is opened.
    """
    *positions, end = walked[0]
    assert not any(position.revealed_parts for position in positions)
    for viewer in viewers(end):
        for number in range(WORLDS):
            other = imagined(end, viewer, number)
            if other.state != end.state:
                assert _all_shown(other) != _all_shown(end), (
                    "At the end something is hidden that `opened` doesn't show."
                )


def _all_shown(match: AnyMatch) -> object:
    """Return all that everybody can be shown of a match that is over."""
    return match.frame(None).scene, match.revealed_parts
