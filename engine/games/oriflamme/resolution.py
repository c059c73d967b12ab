"""The Resolution Phase: the pointer goes through the queue, card by card (B1.3, R10, R11, R18-R20).

The Plot is discarded first, then activates characters of the family, one token at a time (R43-R46).
"""

from __future__ import annotations

from engine.events import EventSink, Plain
from engine.frozen import replace
from engine.games.oriflamme import abilities, cards, queue_positions
from engine.games.oriflamme.state import Plot, State
from engine.scene import Seat


def activate_by_plot(state: State, index: int, sink: EventSink) -> None:
    """Activate the character at `index`, the first time for nothing, later for a token (R43, R45)."""
    plot = _plot(state)
    card = state.top(index).name
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


def _play_forced_plot(state: State, plot: Plot, sink: EventSink) -> bool:
    """Play on without a choice: the only activation, the tokens that can't be used, or the end (R44, C6).

    Return False if there is one: among characters, or between a character and a token.
    """
    possible = state.shown_characters(plot.seat)
    if len(possible) > 1 if plot.due else plot.tokens and possible:
        return False

    if plot.due and possible:
        sink.all("forced", number=possible[0] + 1)
        activate_by_plot(state, possible[0], sink)
        return True

    if plot.due or plot.tokens:
        sink.all("plot-nobody", player=plot.seat)
    if plot.tokens:
        take_plot_tokens(state, plot.tokens, sink)
    state.plot = None
    return True


def _plot(state: State) -> Plot:
    if state.plot is None:
        raise ValueError("no Plot is at work")
    return state.plot


def decider(state: State) -> Seat:
    """Return the seat to decide: the acting card's family, the Plot's, or that of the card at the pointer."""
    if state.acting is not None:
        return state.top(state.acting).family
    if state.plot is None:
        return state.top(state.pointer).family
    return state.plot.seat


def stay_hidden(state: State, sink: EventSink) -> None:
    """Leave the card at the pointer face down, with one token more on it (R10)."""
    card = state.top(state.pointer)
    card = replace(card, tokens=card.tokens + 1)
    state.queue[state.pointer][-1] = card
    facts: dict[str, Plain] = {"number": state.pointer + 1, "tokens": card.tokens}
    sink.others(card.family, "leave", player=card.family, **facts)
    sink.only(card.family, "leave-own", card=card.name, **facts)
    state.pointer += 1


def reveal(state: State, sink: EventSink) -> None:
    """Reveal the card at the pointer: its player takes the tokens, and it acts at once (R10)."""
    card = state.top(state.pointer)
    sink.unveil()
    state.queue[state.pointer][-1] = replace(card, revealed=True, tokens=0)
    state.stage = "working"

    how = "-bare"
    if card.tokens:
        how = {"trap": "-lost", "plot": "-kept"}.get(card.name, "")
    abilities.tell(f"reveal{how}", state, state.pointer, sink, tokens=card.tokens)

    player = state.players[card.family]
    match card.name:
        case "plot":
            # It frees the card under it (C5, C7).
            state.plot = Plot(card.family, card.tokens)
            abilities.spend(state, state.pointer, sink)
            queue_positions.close_gaps(state)
        case "trap":
            # An own Trap is discarded for 1 (R47).
            points = cards.GAINS["trap"]
            player.gain("trap", points)
            sink.all("disarm", player=card.family, card="trap", points=points)
            queue_positions.remove(state, state.pointer, sink)
            queue_positions.close_gaps(state)
        case _:
            if card.tokens:
                player.gain("tokens", card.tokens)
            abilities.activate(state, state.pointer, sink, opening=True)


def play_forced(state: State, sink: EventSink) -> bool:
    """Play the next step that leaves no choice; return False if a seat has to decide."""
    if state.acting is not None:
        return abilities.play_forced(state, state.acting, sink)
    if state.plot is not None:
        return _play_forced_plot(state, state.plot, sink)
    if state.stage == "fresh":
        return _take_up(state, sink)
    state.pointer += state.stage == "working"
    state.stage = "fresh"
    return True


def _take_up(state: State, sink: EventSink) -> bool:
    """Let the card at the pointer act if it is face up; a face-down one is its owner's decision (R10, R11)."""
    if state.pointer >= len(state.queue):
        queue_positions.next_round(state, sink)
        return True

    if not state.top(state.pointer).revealed:
        return False

    state.stage = "working"
    abilities.activate(state, state.pointer, sink)
    return True
