"""The Plot: it is discarded first, then activates characters of the family, one token at a time (R43-R46)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.oriflamme import abilities, names, positions
from engine.games.oriflamme.state import Plot, State
from engine.games.oriflamme.tale import Tale
from engine.scene import Who


def start(state: State, index: int, tale: Tale) -> None:
    """Discard the Plot, which frees what lies under it (C5, C7)."""
    card = positions.top(state, index)
    state.plot = Plot(card.family, card.tokens)
    tale.all("spent", card=names.name(card.name), player=Who(card.family))
    positions.remove(state, index, tale)
    positions.close(state)


def candidates(state: State) -> list[int]:
    """Return the indexes of the face-up uncovered characters of the family (R43, C6)."""
    seat = _plot(state).seat
    return [index for index, card in state.tops if card.family == seat and card.revealed and card.character]


def waits(state: State) -> bool:
    """Tell whether the Plot leaves a choice: among characters, or between a character and a token."""
    plot, possible = _plot(state), candidates(state)
    return len(possible) > 1 if plot.due else bool(plot.tokens and possible)


def activate(state: State, index: int, tale: Tale) -> None:
    """Activate a character, the first time for nothing, later for a token (R43, R45)."""
    plot = _plot(state)
    card = names.name(positions.top(state, index).name)
    key = "plot-first" if plot.due else "plot-again"
    tale.all(key, player=Who(plot.seat), card=card, number=index + 1)
    state.plot = replace(plot, due=False, tokens=plot.tokens - (not plot.due))
    abilities.activate(state, index, tale)


def gain(state: State, count: int, tale: Tale) -> None:
    """Take tokens of the Plot (R43)."""
    plot = _plot(state)
    state.plot = replace(plot, due=False, tokens=plot.tokens - count)
    state.players[plot.seat].gain("plot", count)
    tale.all("plot-gain", player=Who(plot.seat), points=count)


def go_on(state: State, tale: Tale) -> None:
    """Do what leaves no choice: the only activation, the tokens that can't be used, or the end (R44, C6)."""
    plot, possible = _plot(state), candidates(state)
    if plot.due and possible:
        tale.all("forced", number=possible[0] + 1)
        activate(state, possible[0], tale)
    elif not possible and (plot.due or plot.tokens):
        tale.all("plot-nobody", player=Who(plot.seat))
        if plot.tokens:
            gain(state, plot.tokens, tale)
        state.plot = None
    else:
        state.plot = None


def _plot(state: State) -> Plot:
    if state.plot is None:
        raise ValueError("no Plot is at work")
    return state.plot
