"""Start conditions of a lobby: when its game begins by itself, and how long it is expected to take.

Theory of operation. A table waits for a number of `players`. Once so many seats are taken the game begins `GRACE`
later, so that everybody can still add a word to the shuffle; each of the first `EXTENSIONS` words that are added
meanwhile starts that time anew, and leaving stops it. With fewer people, but enough for the game, one of them may ask
to begin: the game begins when all of them agree, `GRACE` after the last leaves who hasn't, or after a while without
objection. Where a moment was chosen, it begins then, and no sooner by itself. If too few seats are taken at that
moment, or the table is suspended, it waits on as if none had been chosen.

All of it is arithmetic of time: the table stores `due`, and is checked then. Moments are in seconds since the epoch,
lengths in seconds.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.frozen import frozen, replace

GRACE = 60
"""Seconds for which a full table waits for words for the shuffle."""
EXTENSIONS = 3
"""How many words start `GRACE` anew."""
UNOPPOSED = 3600
"""Seconds after which a game begins with fewer players than wanted if nobody objects."""
UNOPPOSED_TYPED = 86_400
"""The same where the opener has typed the number of players."""
USUAL_WAIT = 32_400
"""Seconds of a usual wait for people who look in twice a day (`python -m bench.waits`: days by waits)."""


def expected_duration(waits: float, pace: int) -> float:
    """Return the usual seconds of a game with that many `waits`, each of `pace` seconds at most."""
    return waits * min(pace or USUAL_WAIT, USUAL_WAIT)


@frozen
class StartCondition:
    """The start condition of an open table.

    `players` is the number it waits for, `typed` says that the opener typed it. `at` is a moment that the opener chose,
    `missed` that it passed without a beginning; `by_hand` says that only the opener or a moderator begins the game.
    `fill` is the level of the rivals on seats that are free whenever the game begins; None: they stay free.
    `full` is since when enough seats are taken or all agree, or when the last `words` that counted was added.
    `asked` is when a person asked to begin with fewer; `agreed` and `opposed` are the users for and against.
    `changed` says that the opener chose another condition when others had a seat.
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
    changed: bool = False

    def with_sitters(
        self, taken: int, people: Collection[int], fewest: int, now: float
    ) -> StartCondition:
        """Return a copy for `taken` seats, of which `people` hold some; the game takes `fewest` players."""
        stands = self.interrupt()
        agreed = tuple(user for user in self.agreed if user in people)
        is_enough = taken >= fewest or self.fill is not None
        # The last person who had not agreed may have left.
        if taken >= self.players or (is_enough and agreed and {*people} == {*agreed}):
            stands = replace(
                stands,
                full=self.full or now,
                words=self.words,
            )

        if agreed and is_enough:
            opposed = tuple(user for user in self.opposed if user in people)
            stands = replace(
                stands,
                asked=self._asked_after(opposed, now),
                agreed=agreed,
                opposed=opposed,
            )
        return stands

    def extend_grace(self, now: float) -> StartCondition:
        """Return a copy after a word was added: the first `EXTENSIONS` of a full table restart `GRACE`."""
        if self.full is None or self.words >= EXTENSIONS:
            return self
        return replace(
            self,
            full=now,
            words=self.words + 1,
        )

    def agree_to_begin(self, user: int, now: float) -> StartCondition:
        """Return a copy in which `user` asks to begin with fewer players, or agrees to."""
        agreed = tuple(dict.fromkeys([*self.agreed, user]))
        opposed = tuple(each for each in self.opposed if each != user)
        return replace(
            self,
            asked=self._asked_after(opposed, now),
            agreed=agreed,
            opposed=opposed,
        )

    def _asked_after(self, opposed: Collection[int], now: float) -> float:
        """Return `asked` once `opposed` alone object, or `now` where the last objection ends with little time left.

        As long as one person objected no other had to: they have half of it.
        """
        asked = now if self.asked is None else self.asked
        is_late = asked + self._unopposed / 2 < now
        if self.opposed and not opposed and is_late:
            return now
        return asked

    def object_to_begin(self, user: int) -> StartCondition:
        """Return a copy in which `user` objects to beginning with fewer players."""
        opposed = tuple(dict.fromkeys([*self.opposed, user]))
        agreed = tuple(each for each in self.agreed if each != user)
        return replace(
            self,
            agreed=agreed,
            opposed=opposed,
        )

    def miss_chosen_time(self) -> StartCondition:
        """Return a copy after the chosen moment `at` passed with too few players, or while the table was suspended."""
        return replace(self, at=None, missed=True)

    def after_suspension(self, now: float) -> StartCondition:
        """Return a copy for a table that is led back: a chosen moment `at` that has passed is missed."""
        at = self.at
        if at is None or at > now:
            return self
        return self.miss_chosen_time()

    def interrupt(self) -> StartCondition:
        """Return a copy for a table that takes no players, for good or until it is led back."""
        return replace(
            self,
            full=None,
            words=0,
            asked=None,
            agreed=(),
            opposed=(),
        )

    def after_wall_clock_rewind(self, now: float) -> StartCondition:
        """Return a copy without moments after `now`: the host's clock had been ahead."""
        full = self.full and min(self.full, now)
        asked = self.asked and min(self.asked, now)
        return replace(self, full=full, asked=asked)

    @property
    def due(self) -> float | None:
        """Return when the game begins by itself, or `at` comes; None if waiting brings neither."""
        return min(self.begin_times, default=None)

    @property
    def begin_times(self) -> tuple[float, ...]:
        """Return when the game begins by itself if nothing changes, for each reason there is."""
        if self.by_hand:
            return ()
        if self.at is not None:
            return (self.at,)

        full = () if self.full is None else (self.full + GRACE,)
        if self.asked is None or self.opposed:
            return full

        return (*full, self.asked + self._unopposed)

    @property
    def _unopposed(self) -> int:
        """Return after how many seconds without an objection the game begins."""
        return UNOPPOSED_TYPED if self.typed else UNOPPOSED
