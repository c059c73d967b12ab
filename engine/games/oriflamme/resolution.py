"""The Resolution Phase: the pointer goes through the queue, card by card (B1.3, R10, R11, R18-R20).

The Plot is discarded first, then activates characters of the family, one token at a time (R43-R46).
"""

from __future__ import annotations

from dataclasses import replace

from engine.events import EventSink, Plain
from engine.games.oriflamme import abilities, cards, queue_positions
from engine.games.oriflamme.state import Plot, State
from engine.scene import Seat


def start_plot(state: State, index: int, sink: EventSink) -> None:
    """Discard the Plot at `index`, which frees the card under it (C5, C7)."""
    card = queue_positions.top(state, index)
    state.plot = Plot(card.family, card.tokens)
    sink.all("spent", card=card.name, player=card.family)
    queue_positions.remove(state, index, sink)
    queue_positions.close_gaps(state)


def plot_candidates(state: State) -> list[int]:
    """Return the indexes of the face-up uncovered characters of the family (R43, C6)."""
    return queue_positions.shown_characters(state, _plot(state).seat)


def plot_has_choice(state: State) -> bool:
    """Tell whether the Plot leaves a choice: among characters, or between a character and a token."""
    plot = _plot(state)
    possible = plot_candidates(state)
    if plot.due:
        return len(possible) > 1
    return bool(plot.tokens and possible)


def activate_by_plot(state: State, index: int, sink: EventSink) -> None:
    """Activate the character at `index`, the first time for nothing, later for a token (R43, R45)."""
    plot = _plot(state)
    card = queue_positions.top(state, index).name
    key = "plot-first" if plot.due else "plot-again"
    sink.all(key, player=plot.seat, card=card, number=index + 1)

    tokens = plot.tokens - (not plot.due)
    state.plot = replace(plot, due=False, tokens=tokens)
    abilities.activate(state, index, sink)


def take_plot_tokens(state: State, count: int, sink: EventSink) -> None:
    """Take `count` tokens of the Plot (R43)."""
    plot = _plot(state)
    state.plot = replace(plot, due=False, tokens=plot.tokens - count)
    state.players[plot.seat].gain("plot", count)
    sink.all("plot-gain", player=plot.seat, points=count)


def resolve_forced_plot(state: State, sink: EventSink) -> None:
    """Play on without a choice: the only activation, the tokens that can't be used, or the end (R44, C6)."""
    plot, possible = _plot(state), plot_candidates(state)

    if plot.due and possible:
        sink.all("forced", number=possible[0] + 1)
        activate_by_plot(state, possible[0], sink)
    elif not possible and (plot.due or plot.tokens):
        sink.all("plot-nobody", player=plot.seat)
        if plot.tokens:
            take_plot_tokens(state, plot.tokens, sink)
        state.plot = None
    else:
        state.plot = None


def _plot(state: State) -> Plot:
    if state.plot is None:
        raise ValueError("no Plot is at work")
    return state.plot


def decider(state: State) -> Seat:
    """Return the seat to decide: the acting card's family, the Plot's, or that of the card at the pointer."""
    if state.acting is not None:
        return queue_positions.top(state, state.acting).family
    if state.plot is None:
        return queue_positions.top(state, state.pointer).family
    return state.plot.seat


def stay_hidden(state: State, sink: EventSink) -> None:
    """Leave the card at the pointer face down, with one token more on it (R10)."""
    card = queue_positions.top(state, state.pointer).with_token()
    state.queue[state.pointer][-1] = card
    facts: dict[str, Plain] = {"number": state.pointer + 1, "tokens": card.tokens}
    sink.others(card.family, "leave", player=card.family, **facts)
    sink.only(card.family, "leave-own", card=card.name, **facts)
    state.pointer += 1


def reveal(state: State, sink: EventSink) -> None:
    """Reveal the card at the pointer: its player takes the tokens, and it acts at once (R10)."""
    card = queue_positions.top(state, state.pointer)
    sink.unveil()
    state.queue[state.pointer][-1] = card.face_up(
        card.tokens if card.name == "plot" else 0
    )
    state.stage = "working"

    how = (
        {"trap": "-lost", "plot": "-kept"}.get(card.name, "")
        if card.tokens
        else "-bare"
    )
    facts: dict[str, Plain] = {
        "player": card.family,
        "card": card.name,
        "number": state.pointer + 1,
    }
    sink.all(f"reveal{how}", tokens=card.tokens, **facts)

    if card.name == "plot":
        start_plot(state, state.pointer, sink)
        return

    if card.name != "trap" and card.tokens:
        state.players[card.family].gain("tokens", card.tokens)
    if card.name == "trap":
        _disarm(state, sink)
    else:
        abilities.activate(state, state.pointer, sink, opening=True)


def _disarm(state: State, sink: EventSink) -> None:
    """Discard an own Trap for 1 (R47)."""
    card = queue_positions.top(state, state.pointer)
    points = cards.GAINS[card.name]
    state.players[card.family].gain(card.name, points)
    sink.all("disarm", player=card.family, card=card.name, points=points)
    queue_positions.remove(state, state.pointer, sink)
    queue_positions.close_gaps(state)


def play_forced(state: State, sink: EventSink) -> bool:
    """Play the next step that leaves no choice; return False if a seat has to decide."""
    if state.acting is not None:
        if abilities.has_choice(state):
            return False
        abilities.play_forced(state, sink)
    elif state.plot is not None:
        if plot_has_choice(state):
            return False
        resolve_forced_plot(state, sink)
    elif state.stage == "fresh":
        return _take_up(state, sink)
    else:
        state.pointer += state.stage == "working"
        state.stage = "fresh"
    return True


def _take_up(state: State, sink: EventSink) -> bool:
    """Let the card at the pointer act if it is face up; a face-down one is its owner's decision (R10, R11)."""
    if state.pointer >= len(state.queue):
        queue_positions.next_round(state, sink)
        return True

    if not queue_positions.top(state, state.pointer).revealed:
        return False

    state.stage = "working"
    abilities.activate(state, state.pointer, sink)
    return True
