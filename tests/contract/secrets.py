"""What every game has to keep to about who knows what, and that nothing is lost.

Every check of knowledge goes by what a game imagines. A pile that `imagine` forgets could lie in anybody's scene, and
they would all be content; a champion would look at it. So pieces change their places here, whatever the rules say:
where a viewer sees no difference and is told one later, they are hidden.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from pydantic import ValidationError

from engine import saves
from engine.errors import Refused
from engine.match import Frame
from engine.scene import Text, Viewer
from tests.contract.censuses import Census
from tests.contract.takebacks import unnamed
from tests.contract.walks import (
    AnyMatch,
    AnyMove,
    Walk,
    fingerprint,
    heard,
    imagined,
    reloaded,
    sample,
    to_the_end,
    tried,
    viewers,
)

Path: TypeAlias = tuple[str | int, ...]
Place: TypeAlias = tuple[Path, int]

FEW_WORLDS, MANY_WORLDS = 6, 60
"""How many worlds are imagined, and how many before what lies the same in all is no chance."""

OTHERS = 3
"""How many other worlds each viewer imagines at the end."""

AHEAD = 40
"""How many moves later a difference is looked for."""


def check_what_is_hidden_is_dealt_anew(match: AnyMatch, census: Census) -> None:
    """Secrets: what a viewer can't see and is told of later lies otherwise in some of the worlds that it imagines."""
    table = Table(reloaded(match), census)
    for viewer in viewers(match):
        kept = _kept(match, viewer, range(FEW_WORLDS), table.piles)
        hidden = [pile for pile in kept if table.hides(pile, viewer)]
        left = _kept(match, viewer, range(FEW_WORLDS, MANY_WORLDS), hidden) if hidden else []
        assert not left, (
            f"seat {viewer} can't see what lies in {', '.join(map(_named, left))}, and it matters later: let `imagine` "
            "deal it anew, or show it in the scene; what follows from what is seen, `possible` of the census can say"
        )


def check_every_pile_is_open_at_the_end(match: AnyMatch, census: Census) -> None:
    """Proof: of a match that is over each pile lies open, or is opened; none has to be guessed from the others."""
    table = Table(reloaded(match), census)
    left = [pile for pile in table.piles if not table.shows(pile)]
    assert not left, f"once the match is over nobody sees {', '.join(map(_named, left))}: show it in `opened`"


def check_the_end_is_opened(walked: Walk) -> None:
    """Nothing stays hidden: worlds that a viewer can't tell apart at the end are told apart once everything is opened.

    Before the end nothing is opened.
    """
    *positions, end = walked[0]
    assert not any(each.revealed_parts for each in positions), "before the end nothing is opened"
    opened = end.frame(None).scene, end.revealed_parts
    for viewer in viewers(end):
        for number in range(OTHERS):
            other = imagined(end, viewer, number)
            if other.state != end.state:
                shown = other.frame(None).scene, other.revealed_parts
                assert shown != opened, "At the end something is hidden that `opened` doesn't show."


def _kept(match: AnyMatch, viewer: Viewer, worlds: Iterable[int], piles: Iterable[Path]) -> list[Path]:
    """Return the piles that are as they are in all of the worlds that a viewer imagines."""
    real, others = _plain(match), [_plain(imagined(match, viewer, number)) for number in worlds]
    return [pile for pile in piles if all(_at(world, pile) == _at(real, pile) for world in others)]


@dataclass(frozen=True)
class Table:
    """A position, and what the census of its game makes of it when pieces change their places."""

    match: AnyMatch
    census: Census

    @cached_property
    def save(self) -> saves.Save:
        """Return the position at rest."""
        return saves.dump(self.match)

    @cached_property
    def plain(self) -> Any:
        """Return the state as plain data."""
        return json.loads(self.save.state)

    @cached_property
    def piles(self) -> tuple[Path, ...]:
        """Return where lists of numbers or names are."""
        return tuple(_piles(self.plain))

    def hides(self, pile: Path, viewer: Viewer) -> bool:
        """Tell whether a viewer can't see the pieces of a pile, and what comes depends on them or on their order."""
        if pile not in self._lacks_of:
            # Trying each pair takes long, and every viewer asks for the same.
            self._lacks_of[pile] = self._lacking(self._pairs(pile))
        lacking = self._lacks_of[pile]
        if lacking is None or not self._looks_the_same(lacking, viewer):
            return False
        return any(self._matters(self._changed(*pair, both=True), viewer) for pair in self._pairs(pile))

    @cached_property
    def _lacks_of(self) -> dict[Path, AnyMatch | None]:
        """Return the match that lacks a piece, by the pile that it was taken from, as far as that was tried."""
        return {}

    def _pairs(self, pile: Path) -> Iterator[tuple[Place, Place]]:
        """Yield each place of a pile with each of those where another piece lies."""
        places = ((pile, at) for at in range(len(_at(self.plain, pile))))
        return ((here, there) for here in places for there in self._others(*here))

    def shows(self, pile: Path) -> bool:
        """Tell whether everybody sees the pieces of a pile, or it is opened."""
        lacking = self._lacking(((pile, 0), there) for there in self._others(pile, 0))
        return (
            lacking is None
            or lacking.revealed_parts != self.match.revealed_parts
            or not self._looks_the_same(lacking, None)
        )

    def _lacking(self, pairs: Iterable[tuple[Place, Place]]) -> AnyMatch | None:
        """Return the match with one piece in place of another, which is missing then; None if none of them counts."""
        changed = (self._changed(here, there) for here, there in pairs)
        return next((each for each in changed if each is not None and self._lacks(each)), None)

    def _lacks(self, changed: AnyMatch) -> bool:
        try:
            return bool(self.census.count(changed.state) != self.census.count(self.match.state))
        except Exception:  # noqa: BLE001 - no census need bear what no game brings about
            return False

    def _others(self, pile: Path, at: int) -> Iterator[Place]:
        """Yield where other pieces lie than that of a pile: in each pile the last one, if there is any."""
        piece = _at(self.plain, pile)[at]
        for path in self.piles:
            places = [at for at, each in enumerate(_at(self.plain, path)) if (type(each), each) != (type(piece), piece)]
            yield from ((path, at) for at in places[-1:])

    def _changed(self, here: Place, there: Place, *, both: bool = False) -> AnyMatch | None:
        """Return the match with one piece at a place where another is, too, or both in each other's; None if not so."""
        plain = json.loads(self.save.state)
        (one, at), (other, place) = ((_at(plain, path), number) for path, number in (here, there))
        one[at], other[place] = other[place], one[at] if both else other[place]
        try:
            return saves.load(replace(self.save, state=json.dumps(plain)), {self.save.game: self.match.game})
        except (ValidationError, saves.Unreadable):
            return None

    def _is_whole(self, changed: AnyMatch) -> bool:
        """Tell whether every piece is there once, and nothing is as the rules rule out."""
        try:
            self.census.possible(changed.state)
            return bool(self.census.count(changed.state) == self.census.count(self.match.state))
        except Exception:  # noqa: BLE001 - nor what it calls possible
            return False

    def _looks_the_same(self, changed: AnyMatch, viewer: Viewer) -> bool:
        try:
            return changed.frame(viewer) == self.match.frame(viewer)
        except Exception:  # noqa: BLE001 - nor need a scene
            return False

    def _matters(self, changed: AnyMatch | None, viewer: Viewer) -> bool:
        """Tell whether all pieces are there, and the same moves bring something else for a viewer who sees the same."""
        if changed is None or not self._is_whole(changed) or not self._looks_the_same(changed, viewer):
            return False
        try:
            for following, move in islice(to_the_end(self.match, self.match.seq), AHEAD):
                changed, (same,) = changed.play(move.seat, [move.action])
                if (heard(move, viewer), following.frame(viewer)) != (heard(same, viewer), changed.frame(viewer)):
                    return True
        except Refused:
            return True
        except Exception:  # noqa: BLE001 - nor the rules
            return False
        return False


def _plain(match: AnyMatch) -> Any:
    return json.loads(saves.dump(match).state)


def _piles(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, list) and value and all(type(part) in (int, str) for part in value):
        yield path
    elif isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _piles(part, (*path, name))


def _at(value: Any, path: Path) -> Any:
    for name in path:
        value = value[name]
    return value


def _named(path: Path) -> str:
    return f"state.{path[0]}" + "".join(f"[{name!r}]" for name in path[1:])


FEW_POSITIONS = 8
WORLDS = 2

Known: TypeAlias = tuple[Counter[Text], tuple[str, ...]]


def check_imagination_changes_no_frame(match: AnyMatch) -> None:
    """Secrets 1: dealing anew what a viewer can't see changes nothing that this viewer sees, nor the match itself."""
    before = fingerprint(match)
    for viewer in viewers(match):
        frame = match.frame(viewer)
        for number in range(WORLDS):
            seen = imagined(match, viewer, number).frame(viewer)
            assert seen == frame, f"a frame of seat {viewer} shows what it can't know, or `imagine` changes what it can"
    assert fingerprint(match) == before, "`imagine` leaves the state that it is given alone"


def check_what_helps_to_decide_is_its_seats_alone(match: AnyMatch) -> None:
    """Only the frame of the seat asked has what its decision is about, and which numbers mean something to it.

    The name of a question and the numbers of its choices are the same to all who see them.
    """
    for seat in match.deciding:
        own = match.frame(seat).mine
        assert own is not None, f"seat {seat} decides and is asked nothing"
        for viewer in viewers(match):
            asks = [ask for ask in match.frame(viewer).asks if ask.seat == seat and viewer != seat]
            told = [ask for ask in asks if ask.stakes or ask.naming or ask.details]
            assert not told, f"viewer {viewer} sees what helps seat {seat} to decide: {told}"
            named = [(ask.question, len(ask.choices)) for ask in asks if own.open]
            known = own.question, len(own.choices)
            assert named == [known] * len(named), f"viewer {viewer} sees other ids than seat {seat}: {named}, {known}"


def check_imagination_needs_no_more_than_the_frame(match: AnyMatch) -> None:
    """Secrets: imagined from an imagined state, with the same draws, the same state comes out."""
    for viewer in viewers(match):
        other = imagined(match, viewer, 0)
        same = imagined(other, viewer, 1).state == imagined(match, viewer, 1).state
        assert same, (
            f"`imagine` goes by something that seat {viewer} can't know: sort what is unseen before it is dealt anew"
        )


def check_imagination_can_be_played(match: AnyMatch) -> None:
    """Play on in what each viewer imagines, as the search agent does: every such match comes to its end."""
    for viewer in viewers(match):
        *_, (last, _) = [(imagined(match, viewer, 0), None), *to_the_end(imagined(match, viewer, 0), match.seq)]
        assert last.outcome is not None, f"what seat {viewer} imagines can be played to its end"


def check_imagination_deals_anew(walked: Walk) -> None:
    """Expect that what a viewer can't see does change: otherwise the other checks would prove nothing.

    A game in which nobody ever sees anything of their own has nothing hidden.
    """
    positions = sample(walked[0], FEW_POSITIONS)
    if not any(match.frame(viewer).scene.hand for match in positions for viewer in viewers(match)):
        return
    for viewer in viewers(positions[0]):
        dealt = any(imagined(match, viewer, 0).state != match.state for match in positions[1:-1])
        assert dealt, f"`imagine` deals anew what seat {viewer} can't see; here it changes nothing"


def check_frames_are_complete(match: AnyMatch) -> None:
    """Secrets 2: where two continuations give a viewer equal frames, they told that viewer equal events.

    The continuations begin in the real and in imagined states, which look alike to the viewer, and play different
    actions. The order of what one action told doesn't count: a frame may forget which of two cards was placed first.
    """
    for viewer in viewers(match):
        known: dict[Frame, tuple[Known, AnyMove]] = {}
        for world in [match, *(imagined(match, viewer, number) for number in range(WORLDS))]:
            for _, following, move in tried(world, 2):
                frame = following.frame(viewer)
                told = Counter(heard(move, viewer))
                names = tuple(ask.question for ask in frame.asks)
                first, other = known.setdefault(unnamed(frame), ((told, names), move))
                assert first == (told, names), _otherwise(viewer, (first, other), ((told, names), move))


def _otherwise(viewer: Viewer, *continued: tuple[Known, AnyMove]) -> str:
    """Return what is wrong where two moves look the same to a viewer: each move with what it alone told."""
    (one, _), (two, _) = continued
    told = [
        f"{move.action} of seat {move.seat} tells {[*(known[0] - other[0]).elements()] or 'nothing more'}"
        for (known, move), other in zip(continued, (two, one), strict=True)
    ]
    return (
        f"seat {viewer} sees the same after both, but {told[0]} and {told[1]}: show in the scene what is told, or tell "
        "fewer of it; what follows from what is seen is no difference if `imagine` rules it out, and `possible` says so"
    )


def check_cards_are_kept(walked: Walk, census: Callable[[Any], Any], expected: Callable[[Any, int], None]) -> None:
    """Nothing comes from nowhere or gets lost: the census is right at the start and never changes."""
    first = census(walked[0][0].state)
    expected(first, walked[0][0].seats)
    for match in walked[0]:
        assert census(match.state) == first, "something is lost or comes from nowhere"
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            assert census(imagined(match, viewer, 0).state) == first, "`imagine` loses something or makes it up"


def check_only_the_possible(walked: Walk, possible: Callable[[Any], None]) -> None:
    """Hold every position of a match, and what viewers imagine of some, against what the rules rule out."""
    for match in walked[0]:
        possible(match.state)
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            possible(imagined(match, viewer, 0).state)
