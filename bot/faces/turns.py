"""The lines of posts about turns: pings, questions, and joint questions in one line for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.faces import clocks, logbook
from bot.faces.scene_text import (
    SEPARATOR,
    Localizer,
    answers_given,
    public_joint_ask,
    waiting,
)
from bot.storage.records import TableRecord
from engine.match import Ask, Frame
from engine.scene import Seat


def way_in(asked: Iterable[Ask]) -> str:
    """Return the key of the button that leads to the private view: beside open choices it says more."""
    if any(ask.open for ask in asked):
        return "button-play-private"
    return "button-play"


def turn_lines(
    table: TableRecord,
    frame: Frame,
    asked: Sequence[Ask],
    localizer: Localizer,
    pinged: Sequence[int] = (),
) -> list[str]:
    """Return the lines about the questions in `asked`; a joint question is one line for all of its seats.

    A rival isn't pinged: a line names its task.
    """
    alone = [ask for ask in asked if not ask.ahead]
    by_hand = (ask for ask in asked if table.sitters[ask.seat].user)
    way = localizer.text(way_in(by_hand))
    people = [ask for ask in alone if table.is_attended(ask.seat)]
    rivals = [ask for ask in alone if ask not in people]
    said = [_turn_line(ask, pinged, way, localizer) for ask in people]
    said += waiting(rivals, localizer)
    lines = []
    for ask, line in zip([*people, *rivals], said, strict=True):
        until = logbook.deadline_text(table, ask.seat, localizer, brief=True)
        lines.append(with_small(line, [until]))

    if frame.joint is None or not any(ask.ahead for ask in asked):
        return lines
    ahead = [ask for ask in asked if ask.ahead]
    players = ", ".join(_mention_or_name(ask.seat, pinged, localizer) for ask in ahead)
    openly = "-open" if public_joint_ask(frame, asked) else ""
    if sum(ask.ahead for ask in frame.asks) == 1:
        turn = localizer.key(
            f"together-alone{openly}",
            player=players,
            waiting=ahead[0].waiting,
            button=way,
        )
    else:
        turn = localizer.key(
            f"together-turn{openly}",
            players=players,
            text=frame.joint.text,
            button=way,
        )

    # The call names those who haven't answered, and a time that stands above it is theirs, too.
    above = "\n".join(lines)
    ends = clocks.deadline_lines(table, [ask.seat for ask in ahead], localizer)
    times = [time for time in ends if time not in above]
    alike, each_own = (times, []) if len(times) == 1 else ([], times)
    called = with_small(turn, [*answers_given(frame, localizer), *alike])

    return [*lines, called, *(f"-# {time}" for time in each_own)]


def _turn_line(ask: Ask, pinged: Sequence[int], way: str, localizer: Localizer) -> str:
    """Return the line about `ask`; the person's mention stands for the name if this post pings."""
    player = _mention_or_name(ask.seat, pinged, localizer)
    if ask.open:
        return localizer.key("turn", player=player, prompt=ask.prompt)
    return localizer.key("turn-play", player=player, waiting=ask.waiting, button=way)


def with_small(line: str, texts: Sequence[str]) -> str:
    """Return `line` with `texts` in the small line that it ends with, or in one below it; empty ones are left out."""
    *above, last = line.split("\n")
    if not last.startswith("-# "):
        above, last = [line], "-# "
    joined = SEPARATOR.join(filter(None, [last.removeprefix("-# "), *texts]))
    return "\n".join([*above, f"-# {joined}"] if joined else above)


def _mention_or_name(seat: Seat, pinged: Sequence[int], localizer: Localizer) -> str:
    user = localizer.people.users[seat]
    if user in pinged:
        return f"<@{user}>"
    return localizer.name(seat)
