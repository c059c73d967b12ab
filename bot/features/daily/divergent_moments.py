"""Divergent moments of a deal: equal views of the same question, answered differently."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from bot.storage.records import Logged
from engine.errors import Refused
from engine.frozen import frozen
from engine.match import AnyMatch
from engine.saves import load_action, replay
from engine.scene import Seat, Text

MOST = 3
"""How many moments are told."""
KEY_BYTES = 16


@frozen
class DivergentMoment:
    """Question that several users were asked alike; `choices` are the answers with their counts, highest first."""

    move: int
    prompt: Text
    choices: tuple[tuple[Text, int], ...]

    @property
    def minority_count(self) -> int:
        """Return the count of answers other than the most frequent one."""
        counts = [count for _, count in self.choices]
        return sum(counts) - max(counts)


@frozen
class Decision:
    """Decision of a user: `key` is a hash of all that was visible and asked, `chosen` the label of the answer."""

    key: bytes
    move: int
    prompt: Text
    chosen: Text


def decisions(match: AnyMatch, seat: Seat, log: Iterable[Logged]) -> list[Decision]:
    """Return the decisions of `seat` in `match`, as far as `log` can be played again.

    Where the same frame comes again, the seat thought again: what it chose from there on counts as never chosen.
    """
    found: list[Decision] = []
    now = match.beginning
    try:
        for line in log:
            if line.seat == seat and (decision := _decision(now, seat, line)):
                keys = [each.key for each in found]
                if decision.key in keys:
                    del found[keys.index(decision.key) :]
                found.append(decision)
            ((now, _),) = replay(now, [(Seat(line.seat), line.action)])
    except (Refused, ValueError):
        # What came before was played like that.
        pass

    return found


def _decision(match: AnyMatch, seat: Seat, line: Logged) -> Decision | None:
    """Return the decision of `seat` by `line`, a line of the log; None where there was nothing to choose."""
    ask = match.ask(seat)
    if ask is None or len(ask.choices) <= 1:
        return None
    chosen = match.legal[seat].index(load_action(match.game, line.action))
    labels = [each.option.label for each in ask.choices]
    seen = repr((match.frame(seat).scene, ask.prompt, labels)).encode()
    return Decision(
        blake2b(seen, digest_size=KEY_BYTES).digest(),
        line.seq,
        ask.prompt,
        labels[chosen],
    )


def moments(played: Sequence[Sequence[Decision]]) -> list[DivergentMoment]:
    """Return the `MOST` moments with the most divergent answers of all in `played`, in the order of the game."""
    together: dict[bytes, list[Decision]] = defaultdict(list)
    for each in played:
        for decision in each:
            together[decision.key].append(decision)

    found = [
        DivergentMoment(
            min(each.move for each in alike),
            alike[0].prompt,
            tuple(Counter(each.chosen for each in alike).most_common()),
        )
        for alike in together.values()
    ]
    parted = sorted(
        (each for each in found if each.minority_count),
        key=lambda each: (-each.minority_count, each.move),
    )

    return sorted(parted[:MOST], key=lambda each: each.move)
