"""What may be taken back has told nobody anything: the imagined worlds of every viewer are the test of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine import logged_moves
from engine.errors import Refused
from engine.match import Frame, Match
from engine.rng import Rng
from engine.saves import replay
from engine.scene import Seat, Text, Viewer
from tests.contract.walks import AnyMatch, AnyMove, choose, heard, imagined, line, seats_of, seed, tried, viewers

WORLDS = 3
MOST_MOVES = 5000
REWINDS, FOLLOWED = 6, 25
"""How often a match is rewound, and how many moves are played again each time."""


def check_what_is_taken_back_was_never_there(match: AnyMatch) -> None:
    """After a take-back every viewer sees what was seen before; whoever is asked again is asked under another name."""
    for seat, after, _ in takeable(match):
        back, (move,) = after.take_back(seat)
        assert back.state == match.state, "a take-back leads to the state before"
        assert back.seq == after.seq + 1 == move.seq, "a take-back is a move of its own: no draw is made twice"
        for viewer in viewers(match):
            assert unnamed(back.frame(viewer)) == unnamed(match.frame(viewer)), f"seat {viewer} sees a take-back"
        for asked in {seat, *(each for each in match.deciding if match.legal[each] != after.legal.get(each))}:
            assert back.question_id(asked) != match.question_id(asked), "no old button fits a question asked again"


def check_what_can_be_taken_back_told_nothing(match: AnyMatch) -> None:
    """Whatever a viewer held for possible before a move that may be taken back, that viewer still does after it.

    Who moved sees the same in all worlds; whoever didn't sees in each what some move of that seat would have shown.
    """
    for seat, after, move in takeable(match):
        for viewer in viewers(match):
            for number in range(WORLDS):
                world = imagined(match, viewer, number)
                assert seen(after, move, viewer) in _possible(world, seat, move, viewer), (
                    f"seat {viewer} learned of something hidden by {move.action}: call `sink.unveil()` where a hidden"
                    " piece changes who may see it, or where what happens depends on one"
                )


def takeable(match: AnyMatch) -> list[tuple[Seat, AnyMatch, AnyMove]]:
    """Return some moves that the engine would let their owners take back, each with the match after it."""
    return [each for each in tried(match, 7) if each[1].pasts]


def seen(match: AnyMatch, move: AnyMove, viewer: Viewer) -> tuple[Frame, Counter[Text]]:
    """Return what a viewer sees after a move, and was told of it."""
    return unnamed(match.frame(viewer)), Counter(heard(move, viewer))


def _possible(world: AnyMatch, seat: Seat, move: AnyMove, viewer: Viewer) -> Iterator[tuple[Frame, Counter[Text]]]:
    """Yield what a viewer could see in a world: of the same move first, then, if it is another's, of any other."""
    actions = [move.action] if move.action in world.legal[seat] else []
    if viewer != seat:
        actions += [action for action in world.legal[seat] if action != move.action]
    for action in actions:
        after, (other,) = world.play(seat, [action])
        yield seen(after, other, viewer)


def unnamed(frame: Frame) -> Frame:
    """Return a frame without the names of its questions."""
    return replace(frame, asks=tuple(replace(ask, question="") for ask in frame.asks))


def fickle(start: AnyMatch, number: int) -> Iterator[tuple[AnyMatch, AnyMove]]:
    """Play a whole match at random in which the first move that may be taken back is, and then about every third."""
    match, always = start, True
    for count in range(MOST_MOVES):
        if not match.deciding:
            return
        rng = Rng(seed(number), count)
        mover = match.pasts[-1].seat if match.pasts else None
        if mover is not None and (always or not rng.below(3)):
            match, (move,) = match.take_back(mover)
            always = False
        else:
            seat = rng.choice(match.deciding)
            match, (move,) = match.play(seat, [choose(match, seat, rng)])
        yield match, move
    raise AssertionError(f"{match.game.key} goes on after {MOST_MOVES} moves")


def check_a_log_with_take_backs_replays(start: Match[Any, Any], number: int) -> int:
    """From the seed and the lines of the log, take-backs among them, every position comes again; return how many."""
    played = list(fickle(start, number))
    log = [line(move) for _, move in played]
    for (match, move), (again, same) in zip(played, replay(start, log), strict=True):
        assert (again, again.pasts, same.told_events) == (match, match.pasts, move.told_events), (
            "replayed, a take-back differs"
        )
    return sum("take_back" in document for _, document in log)


def check_only_who_moved_last_takes_back(match: AnyMatch) -> None:
    """Nobody else takes a move back, and nobody one that somebody has answered."""
    for seat, after, _ in takeable(match):
        _refuses(after, [other for other in seats_of(match) if other != seat])
        for other in after.deciding:
            if other != seat:
                _refuses(after.play(other, after.legal[other][:1])[0], [seat])


def _refuses(match: AnyMatch, seats: list[Seat]) -> None:
    for seat in seats:
        try:
            match.take_back(seat)
        except Refused:
            continue
        raise AssertionError(f"seat {seat} takes back what isn't its own last move")


def check_a_rewound_match_plays_the_same_again(start: Match[Any, Any], number: int) -> None:
    """From any moment, the same actions lead to the same states, whatever was drawn since; so does its log."""
    played = [(start, None), *fickle(start, number)]
    rng, lines = Rng(seed(number), 0), [line(move) for _, move in played if move]
    match = played[-2][0]
    for _ in range(REWINDS):
        place = rng.below(len(played) - 1)
        match, (back,) = match.rewind(Seat(0), played[place][0])
        lines = [*lines[: match.seq - 1], line(back)]
        for before, move in played[place + 1 : place + 1 + FOLLOWED]:
            if move is None or logged_moves.read_detour(line(move)[1]):
                break
            match, (again,) = match.play(move.seat, [move.action])
            lines.append(line(again))
            assert (match.state, match.legal) == (before.state, before.legal), "rewound, a match draws something else"
            assert again.told_events == move.told_events, "rewound, a move tells something else"
    *_, (last, _) = replay(start, lines)
    assert (last, last.rewound) == (match, match.rewound), "replayed, a match that was rewound differs"
