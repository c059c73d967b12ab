"""The Plot: it is discarded first, then activates characters of the family, one token at a time (R43-R46)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.oriflamme import abilities, positions
from engine.games.oriflamme.state import Plot, State
from engine.telling import Tell


def start(state: State, index: int, tell: Tell) -> None:
    """Discard the Plot, which frees what lies under it (C5, C7)."""
    card = positions.top(state, index)
    state.plot = Plot(card.family, card.tokens)
    tell.all("spent", card=card.name, player=card.family)
    positions.remove(state, index, tell)
    positions.close(state)


def candidates(state: State) -> list[int]:
    """Return the indexes of the face-up uncovered characters of the family (R43, C6)."""
    seat = _plot(state).seat
    return [index for index, card in state.tops if card.family == seat and card.revealed and card.character]


def waits(state: State) -> bool:
    """Tell whether the Plot leaves a choice: among characters, or between a character and a token."""
    plot, possible = _plot(state), candidates(state)
    return len(possible) > 1 if plot.due else bool(plot.tokens and possible)


def activate(state: State, index: int, tell: Tell) -> None:
    """Activate a character, the first time for nothing, later for a token (R43, R45)."""
    plot = _plot(state)
    card = positions.top(state, index).name
    key = "plot-first" if plot.due else "plot-again"
    tell.all(key, player=plot.seat, card=card, number=index + 1)
    state.plot = replace(plot, due=False, tokens=plot.tokens - (not plot.due))
    abilities.activate(state, index, tell)


def gain(state: State, count: int, tell: Tell) -> None:
    """Take tokens of the Plot (R43)."""
    plot = _plot(state)
    state.plot = replace(plot, due=False, tokens=plot.tokens - count)
    state.players[plot.seat].gain("plot", count)
    tell.all("plot-gain", player=plot.seat, points=count)


def go_on(state: State, tell: Tell) -> None:
    """Do what leaves no choice: the only activation, the tokens that can't be used, or the end (R44, C6)."""
    plot, possible = _plot(state), candidates(state)
    if plot.due and possible:
        tell.all("forced", number=possible[0] + 1)
        activate(state, possible[0], tell)
    elif not possible and (plot.due or plot.tokens):
        tell.all("plot-nobody", player=plot.seat)
        if plot.tokens:
            gain(state, plot.tokens, tell)
        state.plot = None
    else:
        state.plot = None


def _plot(state: State) -> Plot:
    if state.plot is None:
        raise ValueError("no Plot is at work")
    return state.plot
