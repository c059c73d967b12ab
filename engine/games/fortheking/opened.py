"""What was hidden to the end, for whoever asks once the match is over and C11 has had its time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.fortheking import names
from engine.games.fortheking.state import Player, State
from engine.scene import Panel, Row, Seat, say

EMPTY = say("fortheking-opened-empty")


def opened(state: State) -> tuple[Row | Panel, ...]:
    """Return the piles that nobody could look into, the next card first, and what each player laid face down."""
    panels = (Panel(Seat(seat), rows=tuple(_own(player))) for seat, player in enumerate(state.players))
    return (*_piles(state), *panels)


def _piles(state: State) -> Iterator[Row]:
    yield _row("deck", reversed(state.deck))
    yield _row("box", state.box)


def _own(player: Player) -> Iterator[Row]:
    yield _row("favored", player.favored)
    yield _row("discarded", player.discarded)
    yield _row("lost", player.lost)


def _row(key: str, pile: Iterable[str]) -> Row:
    return Row(say(f"fortheking-opened-{key}"), tuple(names.CARDS[card] for card in pile), EMPTY)
