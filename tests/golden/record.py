"""Records the golden games: `python -m tests.golden.record` writes every page anew, to be read before it is committed.

Each page is a random match that ends in the way the recipe asks for. Where a change of the rules makes the old seed end
otherwise, the next seed that ends so is taken.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from engine.games import GAMES
from engine.match import Match
from engine.scene import Text, say
from tests.contract.walks import Walk, seed, to_the_end
from tests.golden.transcript import page

HERE = Path(__file__).parent
SEEDS = 20_000


@dataclass(frozen=True)
class Recipe:
    """A game to record: the name of its page, what it shows, what has to be said in it, and the first seed to try.

    Each `says` is a key with facts that must be among those of a line that was told, or of the report.
    """

    game: str
    name: str
    seats: int
    shows: str
    says: tuple[Text, ...]
    first: int = 0

    @property
    def path(self) -> Path:
        """Return where the page lies."""
        return HERE / self.game / f"{self.name}.txt"

    def fits(self, walked: Walk) -> bool:
        """Tell whether a match shows what it should."""
        lines = list(_lines(walked))
        return all(any(_says(line, wanted) for line in lines) for wanted in self.says)

    def record(self) -> str:
        """Return the page of the first fitting match."""
        for number in count(self.first):
            walked = _played(self, number)
            if self.fits(walked):
                return page(self.shows, walked[0][-1], walked[1])
            if number > self.first + SEEDS:
                raise LookupError(f"no match like {self.name} in {SEEDS} seeds")
        raise AssertionError


def _says(line: Text, wanted: Text) -> bool:
    return line.key == wanted.key and set(wanted.facts) <= set(line.facts)


def _lines(walked: Walk) -> Iterator[Text]:
    for move in walked[1]:
        yield from (told.event for told in move.told)
    outcome = walked[0][-1].outcome
    yield from outcome.report if outcome else ()


def _played(recipe: Recipe, number: int) -> Walk:
    start = Match.start(GAMES[recipe.game], recipe.seats, seed(number))
    steps = tuple(to_the_end(start, number + 1_000_000))
    return (start, *(match for match, _ in steps)), tuple(move for _, move in steps)


def _won(how: str, **facts: Text | int) -> Text:
    return say(f"fortheking-won{how}", **facts)


def _told(key: str) -> Text:
    return say(f"fortheking-told-{key}")


def _ablaze(key: str, card: str = "", **facts: Text | int) -> Text:
    """Return what is said of a card, or of any, in Oriflamme: Ablaze."""
    return say(f"oriflamme-{key}", **facts, **({"card": say(f"oriflamme-card-{card}")} if card else {}))


DIPLOMACY = say("fortheking-office-diplomacy")
RECIPES = (
    Recipe(
        "fortheking",
        "2p_shared",
        2,
        "a shared victory with bare hands (F42): unpaid bids emptied the hands, and the last cards went unsold (F25)",
        (_won("-shared", points=0), _told("empty-hands"), _told("default"), _told("unsold")),
    ),
    Recipe(
        "fortheking",
        "2p_gold",
        2,
        "a victory by the gold in hand after equal points (F41)",
        (_won("-gold"),),
    ),
    Recipe(
        "fortheking",
        "3p_points",
        3,
        "a victory by points alone (F40), with Kings, bids that weren't paid (F30) and cards that nobody took (F22)",
        (
            _won(""),
            _told("king"),
            _told("default"),
            _told("anew"),
            _told("unsold"),
            _told("paid-gold"),
            _told("win-gold"),
        ),
    ),
    Recipe(
        "fortheking",
        "3p_diplomacy_cards",
        3,
        "a victory by the number of Diplomacy cards after equal points and equal gold (F41)",
        (_won("-count", office=DIPLOMACY),),
    ),
    Recipe(
        "fortheking",
        "4p_letter",
        4,
        "a victory by the earliest letter after equal points, equal gold and equally many cards (F41)",
        (_won("-letter"),),
    ),
    Recipe(
        "fortheking",
        "5p_tied_duty",
        5,
        "six offices (F3), a duty that goes by the earliest letter (F37), and Provisions taken",
        (
            _won(""),
            say("fortheking-score-first-tied"),
            say("fortheking-score-first", office=say("fortheking-office-provisions")),
        ),
    ),
    Recipe(
        "oriflamme",
        "3p_influence",
        3,
        "a victory by Influence (R58) after Prince and Twin (R22-R24b), Queen, Felon and Schemer have acted",
        (
            _ablaze("won"),
            _ablaze("told-twin-on"),
            _ablaze("told-gain", "prince"),
            _ablaze("told-gain", "twin"),
            _ablaze("told-gain", "queen"),
            _ablaze("told-gain", "schemer"),
            _ablaze("told-schemer-out"),
            _ablaze("told-felon"),
            _ablaze("told-partner"),
        ),
    ),
    Recipe(
        "oriflamme",
        "3p_shared",
        3,
        "a shared victory (R60), after Influence and uncovered cards were level",
        (_ablaze("won-shared"),),
    ),
    Recipe(
        "oriflamme",
        "4p_tops",
        4,
        "a victory by uncovered cards after equal Influence (R59), and a forced move",
        (_ablaze("won-tops"), _ablaze("told-forced"), _ablaze("told-idle")),
    ),
    Recipe(
        "oriflamme",
        "4p_eliminated",
        4,
        "eliminations by the Cutthroat, two at once (R25), by the Apothecary (R29) and by Impersonation, Queens (R34)",
        (
            _ablaze("told-eliminate", "cutthroat", points=2),
            _ablaze("told-eliminate", "cutthroat", points=0),
            _ablaze("told-eliminate", "apothecary"),
            _ablaze("told-eliminate", "impersonation"),
            _ablaze("told-queens"),
        ),
    ),
    Recipe(
        "oriflamme",
        "5p_intrigues",
        5,
        "intrigues at work: Impersonation (R36), Plot (R43), Trap (R47, R48) and Bribery (R52, R55)",
        (
            _ablaze("told-replaced-pile"),
            _ablaze("told-replaced-aside"),
            _ablaze("told-plot-first"),
            _ablaze("told-plot-again"),
            _ablaze("told-plot-gain"),
            _ablaze("told-disarm"),
            _ablaze("told-trap"),
            _ablaze("told-bribe"),
            _ablaze("told-token-back"),
        ),
    ),
)


def main() -> None:
    """Write every page, or those named on the command line."""
    for recipe in RECIPES:
        if sys.argv[1:] in ([], [recipe.name]):
            recipe.path.parent.mkdir(exist_ok=True)
            recipe.path.write_text(recipe.record(), encoding="utf-8")
            sys.stdout.write(f"{recipe.path.relative_to(HERE)}\n")


if __name__ == "__main__":
    main()
