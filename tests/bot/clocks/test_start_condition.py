"""When the game of an open table begins by itself."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bench.beginnings import measured
from bot.clocks.start_condition import StartCondition
from tests.engine.games.scenarios import scenarios

NOW = 1_000_000.0
MOMENT = NOW + 5000
PEOPLE = ("", "Ann", "Bo", "Cy")


@dataclass(frozen=True)
class Waiting:
    """What people do at an open table, and when its game `begins` by itself then, in seconds from the first on.

    It `waits` for so many, who were "typed", or is filled with "rivals"; its opener begins it "by hand" or has chosen
    a "moment". `done` has a second before each step: the first few people sit, somebody agrees or objects to begin with
    fewer, a word is added, the chosen moment is missed. A game takes `fewest`.
    """

    claim: str
    waits: str
    done: str
    begins: str = "never"
    fewest: str = "2"

    def check(self) -> None:
        """Let it be done; fail where the game begins at another moment."""
        players, _, how = self.waits.partition(" ")
        starting = StartCondition(
            int(players),
            typed=how == "typed",
            at=MOMENT if how == "moment" else None,
            by_hand=how == "by hand",
            fill="knight" if how == "rivals" else None,
        )
        for step in self.done.split(", "):
            seconds, who, does = step.split()
            starting = self._after(starting, NOW + int(seconds), who, does)

        due = "never" if starting.due is None else f"{starting.due - NOW:g}"
        assert due == self.begins

    def _after(self, starting: StartCondition, now: float, who: str, does: str) -> StartCondition:
        match does:
            case "sit":
                return starting.with_sitters(int(who), range(1, int(who) + 1), int(self.fewest), now)
            case "agrees":
                return starting.agree_to_begin(PEOPLE.index(who), now)
            case "objects":
                return starting.object_to_begin(PEOPLE.index(who))
            case "added":
                return starting.extend_grace(now)
            case _:
                return starting.miss_chosen_time()


@scenarios(
    Waiting,
    """
two of three wait
    waits: 3
    done: 0 2 sit

a full table waits a minute, for others may add a word
    waits: 3
    done: 0 2 sit, 0 3 sit
    begins: 60

who comes later than the last one that was waited for changes nothing of that
    waits: 3
    done: 0 3 sit, 30 4 sit
    begins: 60

whoever leaves stops it
    waits: 3
    done: 0 3 sit, 30 2 sit

whoever sits down then is waited for as long again
    waits: 3
    done: 0 3 sit, 30 2 sit, 90 3 sit
    begins: 150

three words at most let it wait anew; one before the table is full counts as none of them
    waits: 2
    done: 0 word added, 0 2 sit, 10 word added, 20 word added, 30 word added, 40 word added
    begins: 90

asked for with fewer it begins in an hour
    waits: 4
    done: 0 2 sit, 0 Ann agrees
    begins: 3600

where the number was typed, in a day
    waits: 4 typed
    done: 0 2 sit, 0 Ann agrees
    begins: 86400

or a minute after all have agreed
    waits: 4
    done: 0 2 sit, 0 Ann agrees, 60 Bo agrees, 60 2 sit
    begins: 120

not where somebody objects
    waits: 4
    done: 0 2 sit, 0 Ann agrees, 0 Bo objects

who changes their mind objects no more
    waits: 4
    done: 0 2 sit, 0 Ann agrees, 0 Bo objects, 90 Bo agrees
    begins: 3600

a wish ends with who wished
    waits: 4
    done: 0 3 sit, 0 Cy agrees, 0 2 sit

and where too few stay for the game
    waits: 4
    fewest: 3
    done: 0 2 sit, 0 Ann agrees, 0 2 sit

but not where rivals make enough of them
    waits: 4 rivals
    fewest: 3
    done: 0 2 sit, 0 Ann agrees, 0 2 sit
    begins: 3600

two of three agree, and it goes on
    waits: 4 typed
    done: 0 3 sit, 0 Ann agrees, 0 Bo agrees, 0 3 sit
    begins: 86400

the last one who had not agreed leaves, so that it begins as if all were here
    waits: 4 typed
    done: 0 3 sit, 0 Ann agrees, 0 Bo agrees, 0 Cy objects, 0 2 sit
    begins: 60

unless one objects
    waits: 4 typed
    done: 0 3 sit, 0 Ann agrees, 0 Bo agrees, 0 Cy objects, 0 2 sit, 0 Bo objects, 0 2 sit

or another comes
    waits: 4 typed
    done: 0 3 sit, 0 Ann agrees, 0 Bo agrees, 0 Cy objects, 0 2 sit, 0 3 sit
    begins: 86400

who objected agrees when the time is nearly up: as long as one objected, no other had to
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 3599 Cy agrees
    begins: 7199

or was up
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 7200 Cy agrees
    begins: 10800

an objection lasts however late it is
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 7200 3 sit

who objected leaves
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 7200 2 sit
    begins: 10800

which gives time once
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 7200 2 sit, 9000 2 sit
    begins: 10800

and none where there is enough, for who leaves
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 60 2 sit
    begins: 3600

or agrees
    waits: 4
    done: 0 3 sit, 0 Ann agrees, 0 Cy objects, 60 Cy agrees
    begins: 3600

at a chosen moment it begins, also when it is full before
    waits: 2 moment
    done: 0 2 sit
    begins: 5000

with too few then it waits on as if none had been chosen
    waits: 2 moment
    done: 0 2 sit, 5000 moment missed
    begins: 60

the opener's word alone begins it
    waits: 2 by hand
    done: 0 2 sit
""",
)
def test_table_begins_when_it_is_full_or_unopposed(scenario: Waiting) -> None:
    """After a minute, an hour or a day, or at a chosen moment: nobody holds a table up, and who objects is heard."""
    scenario.check()


@pytest.mark.parametrize("rewound", [False, True])
def test_interruption_ends_wishes(*, rewound: bool) -> None:
    """A table that is led back waits for its people anew; what its opener chose holds.

    Nobody waits for longer than if the host's clock had always been right.
    """
    opened = StartCondition(2, typed=True, fill="knight", at=MOMENT).miss_chosen_time()
    assert (opened.at, opened.missed) == (None, True)
    later = NOW + 9999 * rewound
    wished = opened.with_sitters(2, (1, 2), 2, later).agree_to_begin(1, later)
    assert wished.interrupt() == opened
    back = wished.after_wall_clock_rewind(NOW)
    assert (back.full, back.asked, back.agreed) == (NOW, NOW, (1,))


def test_openers_sleep_costs_nobody_anything() -> None:
    """In 300 simulated tables the first move is made in two fifths of the time that it takes if the opener must begin.

    Also where the table waits for one more than come.
    """
    for record in measured(300):
        assert record.ratio is not None
        assert record.ratio <= 0.4, record.what
