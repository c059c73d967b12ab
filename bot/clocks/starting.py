"""Starting: when the game of an open table begins by itself, from who sits there and what they want.

Theory of operation. A table waits for a number of `players`. Once so many sit there the game begins `GRACE` later, so
that everybody can still add a word to the shuffle; each of the first `EXTENSIONS` words that are added meanwhile starts
that time anew, and leaving stops it. With fewer people, but enough for the game, one of them may ask to begin: the game
begins when all who sit there agree, or after a while in which nobody objects. Where a moment was chosen, it begins
then, and no sooner by itself. If too few sit there at that moment, the table waits on as if none had been chosen.

All of it is arithmetic of time: who keeps it also keeps `due`, and asks again then. Moments are in seconds since the
epoch, lengths in seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

GRACE: Final = 60
"""How long a table that is full waits for words for the shuffle."""
EXTENSIONS: Final = 3
"""How often a word starts that time anew."""
UNOPPOSED: Final = 3600
"""After how long a game begins with fewer players if nobody objects."""
UNOPPOSED_TYPED: Final = 86_400
"""The same where the opener has typed the number of players."""


@dataclass(frozen=True, slots=True)
class Starting:
    """What an open table waits for.

    `players` is the number it waits for, `typed` says that the opener has typed it. `at` is a moment that the opener
    has chosen, `missed` that too few people sat there then; `by_hand` says that the game begins only when the opener
    or a moderator says so. `fill` is the level of the rivals that take the seats that are still free when the game
    begins by itself; None: they stay free. `full` is since when enough players sit there, or when the last word that
    counted was added, and `words` counts those. `asked` is when somebody asked to begin with fewer; `agreed` and
    `opposed` are the users who want that, and who don't.
    """

    players: int
    typed: bool = False
    at: float | None = None
    missed: bool = False
    by_hand: bool = False
    fill: str | None = None
    full: float | None = None
    words: int = 0
    asked: float | None = None
    agreed: tuple[int, ...] = ()
    opposed: tuple[int, ...] = ()

    def seated(self, taken: int, people: Collection[int], fewest: int, now: float) -> Starting:
        """Return this as so many seats are taken, by these users and by rivals; a game takes the `fewest` players."""
        full = None if taken < self.players else now if self.full is None else self.full
        agreed, opposed = (tuple(user for user in users if user in people) for users in (self.agreed, self.opposed))
        asked = self.asked if agreed and taken >= fewest else None
        agreed, opposed = (agreed, opposed) if asked is not None else ((), ())
        words = self.words if full is not None else 0
        return replace(self, full=full, words=words, asked=asked, agreed=agreed, opposed=opposed)

    def extended(self, now: float) -> Starting:
        """Return this after a word was added: the first ones of a full table start its time anew."""
        if self.full is None or self.words >= EXTENSIONS:
            return self
        return replace(self, full=now, words=self.words + 1)

    def asked_by(self, user: int, now: float) -> Starting:
        """Return this after a person asked to begin, or agreed to."""
        agreed = tuple(dict.fromkeys([*self.agreed, user]))
        opposed = tuple(each for each in self.opposed if each != user)
        return replace(self, asked=now if self.asked is None else self.asked, agreed=agreed, opposed=opposed)

    def opposed_by(self, user: int) -> Starting:
        """Return this after a person objected to beginning with fewer."""
        opposed = tuple(dict.fromkeys([*self.opposed, user]))
        return replace(self, agreed=tuple(each for each in self.agreed if each != user), opposed=opposed)

    def too_few(self) -> Starting:
        """Return this after the chosen moment, when too few people sat there."""
        return replace(self, at=None, missed=True)

    def interrupted(self) -> Starting:
        """Return this as nobody can sit down any more, or nobody until the table is led back."""
        return replace(self, full=None, words=0, asked=None, agreed=(), opposed=())

    def set_right(self, now: float) -> Starting:
        """Return this as it would be had the host's clock never shown a time that has not come yet."""
        full, asked = (None if each is None else min(each, now) for each in (self.full, self.asked))
        return replace(self, full=full, asked=asked)

    @property
    def due(self) -> float | None:
        """Return when the game begins by itself, or the chosen moment comes; None: by nobody's waiting."""
        return min(self.moments, default=None)

    @property
    def moments(self) -> tuple[float, ...]:
        """Return when the game begins by itself if nothing else changes, for each reason that there is."""
        if self.by_hand:
            return ()
        if self.at is not None:
            return (self.at,)
        full = () if self.full is None else (self.full + GRACE,)
        if self.asked is None or self.opposed:
            return full
        return (*full, self.asked + (UNOPPOSED_TYPED if self.typed else UNOPPOSED))
