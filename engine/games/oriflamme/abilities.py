"""The abilities of cards, but for the Plot and the Trap, which act only once, when they are revealed.

In all of them `index` is the position of the acting card, from 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import EventSink, Plain
from engine.frozen import replace
from engine.games.oriflamme import cards, queue_positions
from engine.games.oriflamme.actions import Place
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat


def activate(
    state: State, index: int, sink: EventSink, *, opening: bool = False
) -> None:
    """Let the card at `index` act; `opening` if its owner has just revealed it (R11, R22)."""
    card = state.top(index)
    match card.name:
        case "prince" if opening and state.players[card.colour].twin:
            state.acting = index
        case "prince" | "twin" | "queen":
            gain(state, index, sink)
        case "schemer":
            _scheme(state, index, sink)
        case "felon":
            _extort(state, index, sink)
        case _:
            state.acting = index


def gain(state: State, index: int, sink: EventSink) -> None:
    """Give the Influence of the card at `index` (`cards.GAINS`) to its family."""
    card = state.top(index)
    points = cards.GAINS[card.name]
    state.players[card.family].gain(card.name, points)
    tell("gain", state, index, sink, points=points)


def _scheme(state: State, index: int, sink: EventSink) -> None:
    """Discard the Schemer beside a stack of anybody's, or gain 2 (R33)."""
    if all(len(state.queue[other]) == 1 for other in state.beside(index)):
        gain(state, index, sink)
        return
    tell("schemer-out", state, index, sink)
    queue_positions.remove(state, index, sink)
    queue_positions.close_gaps(state)


def _extort(state: State, index: int, sink: EventSink) -> None:
    """Take 1 from each adjacent card's family, the Felon's own included (R32)."""
    around = [state.top(other) for other in state.beside(index)]
    if not around:
        tell("idle", state, index, sink)
    for seat in dict.fromkeys(card.family for card in around):
        due = sum(card.family == seat for card in around)
        lost = state.players[seat].lose("felon", due)
        sink.all(
            "felon",
            player=seat,
            card="felon",
            number=index + 1,
            points=lost,
        )


def put_twin(state: State, place: Place, sink: EventSink) -> None:
    """Put the Twin into the queue, face up, and let the Prince bring its 1 (R22-R24)."""
    index = _acting_index(state)
    prince = state.top(index)
    state.players[prince.colour].twin = False
    where = queue_positions.put(
        state, place, Card("twin", prince.colour, state.round, revealed=True)
    )

    sink.all(
        f"twin-{place}" if isinstance(place, str) else "twin-on",
        player=prince.family,
        card="twin",
        number=where + 1,
    )

    state.acting = None
    gain(state, index + (place == "first"), sink)


def targets(state: State, index: int) -> list[int]:
    """Return the indexes of the positions that the card at `index` could be used on if it acted (R17)."""
    match state.top(index).name:
        case "apothecary":
            return beside_family(state, index)
        case "bribery":
            return bribable(state)
        case _:
            return state.beside(index)


def bribable(state: State) -> list[int]:
    """Return the indexes of the characters that can be bribed: face up, and with no card under them (R52)."""
    return [
        index
        for index, card in state.tops
        if card.revealed and card.is_character and len(state.queue[index]) == 1
    ]


def beside_family(state: State, index: int) -> list[int]:
    """Return the positions next to another uncovered card of the Apothecary's family (R29, R30, C9).

    The position of the Apothecary itself, `index`, may be one of them.
    """
    family = state.top(index).family
    own = [
        other for other, card in state.tops if card.family == family and other != index
    ]
    return sorted({target for other in own for target in state.beside(other)})


def play_forced(state: State, index: int, sink: EventSink) -> bool:
    """Play the acting card without a choice: on its only target, or on nothing (R12, C10).

    Return False if there is one: a target among several, or a place for the Twin.
    """
    if state.top(index).name == "prince":
        return False
    possible = targets(state, index)
    if len(possible) > 1:
        return False

    if possible:
        sink.all("forced", number=possible[0] + 1)
        use(state, possible[0], sink)
    else:
        state.acting = None
        tell("idle", state, index, sink)
        spend(state, index, sink)
        queue_positions.close_gaps(state)
    return True


def use(state: State, target: int, sink: EventSink) -> None:
    """Use the acting card on the position `target`."""
    index, state.acting = _acting_index(state), None
    match state.top(index).name:
        case "cutthroat":
            hit = find_victims(state, index, target)
            eliminate(state, index, hit, len(hit) if len(hit) > 1 else 0, sink)
        case "apothecary":
            eliminate(state, index, [target], 1, sink)
        case "impersonation":
            _impersonate(state, index, target, sink)
        case _:
            _bribe(state, index, target, sink)

    queue_positions.close_gaps(state)


def find_victims(state: State, index: int, target: int) -> list[int]:
    """Return the Cutthroat's victims: `target` and the opponents' face-up cards of the same name (R25-R27)."""
    victim = state.top(target)
    family = state.top(index).family
    return [
        other
        for other, card in state.tops
        if other == target
        or (card.revealed and card.name == victim.name and card.family != family)
    ]


def _impersonate(state: State, index: int, target: int, sink: EventSink) -> None:
    """Eliminate the card at `target` and put the own one of that name in its place, face up (R35-R42, C8)."""
    seat = state.top(index).family
    victim = state.top(target)
    replaced = (
        victim.is_character and victim.family != seat and len(state.queue[target]) == 1
    )
    stays = eliminate(state, index, [target], 1, sink)
    if replaced:
        _replace(state, seat, target, victim.name, sink)

    if stays:
        spend(state, index, sink)


def _replace(state: State, seat: Seat, target: int, name: str, sink: EventSink) -> None:
    player = state.players[seat]
    found = {"replaced-pile": player.pile, "replaced-aside": player.aside}
    missing = "twin-waits" if name == "twin" and player.twin else "not-replaced"
    key = next((key for key, source in found.items() if name in source), missing)
    if key != "replaced-pile":
        # Whether a card is set aside was its owner's secret.
        sink.unveil()

    sink.all(key, player=seat, card=name)
    if key in found:
        found[key].remove(name)
        state.queue[target] = [Card(name, seat, state.round, revealed=True)]
    elif name in state.hidden(seat):
        player.absent.append(name)


def _bribe(state: State, index: int, target: int, sink: EventSink) -> None:
    """Put the Bribery token on a character, which changes families; a token on it goes back (R52-R54)."""
    seat = state.top(index).family
    card = state.top(target)
    if "bribery" in state.players[seat].pile:
        raise AssertionError("a Bribery token is used once")

    sink.all(
        "bribe-own" if card.family == seat else "bribe",
        player=seat,
        owner=card.family,
        card=card.name,
        number=target + 1,
    )
    if card.briber is not None:
        sink.all("token-back", player=card.briber, card=card.name)

    state.queue[target][-1] = replace(card, briber=seat)
    spend(state, index, sink)


def spend(state: State, index: int, sink: EventSink) -> None:
    """Discard an intrigue that has acted; a character stays (R12)."""
    card = state.top(index)
    if not card.is_character:
        sink.all("spent", card=card.name, player=card.family)
        queue_positions.remove(state, index, sink)


def tell(key: str, state: State, index: int, sink: EventSink, **facts: Plain) -> None:
    """Tell everybody an event of the card at `index`."""
    card = state.top(index)
    sink.all(
        key,
        player=card.family,
        card=card.name,
        number=index + 1,
        **facts,
    )


def _acting_index(state: State) -> int:
    if state.acting is None:
        raise ValueError("no card waits for its target")
    return state.acting


def eliminate(
    state: State, acting: int, targets: Sequence[int], points: int, sink: EventSink
) -> bool:
    """Eliminate the top cards of `targets` at once; return whether the `acting` card is still there.

    The positions stay behind, perhaps empty, until the queue is closed (C8). `points` are the acting player's (R13).
    """
    actor = state.top(acting)
    player = state.players[actor.family]
    victims = [state.top(index) for index in targets]
    rivals = [card for card in victims if card.family != actor.family]
    player.gain(actor.name, points)
    _tell_eliminated(state, acting, targets, points, sink)

    # An opponent's Queen brings one more (R34).
    queens = sum(card.name == "queen" for card in rivals)
    if queens:
        player.gain("queens", queens)
        sink.all("queens", player=actor.family, points=queens)
    for index in targets:
        queue_positions.remove(state, index, sink)

    trap = next((card for card in rivals if card.name == "trap"), None)
    if trap is not None:
        _spring(state, acting, trap.family, sink)
    _partners(state, victims, sink)
    return trap is None and acting not in targets


def _tell_eliminated(
    state: State, acting: int, targets: Sequence[int], points: int, sink: EventSink
) -> None:
    if list(targets) == [acting]:
        tell("eliminate-itself", state, acting, sink, points=points)
        return
    hit = [(index + 1, state.top(index)) for index in targets]
    gone = tuple(
        (card.family, card.name, number, card.revealed, card.tokens)
        for number, card in hit
    )
    tell("eliminate", state, acting, sink, victims=gone, points=points)


def _spring(state: State, acting: int, owner: Seat, sink: EventSink) -> None:
    """Let the Trap of an `owner` discard the `acting` card and rob its player (R48-R51)."""
    actor = state.top(acting)
    stolen = state.players[actor.family].lose("robbed", cards.STOLEN)
    state.players[owner].gain("stolen", stolen)
    sink.all("trap", player=actor.family, owner=owner, card=actor.name, points=stolen)
    queue_positions.remove(state, acting, sink)


def _partners(state: State, victims: Sequence[Card], sink: EventSink) -> None:
    """Discard the uncovered Twins of an eliminated Prince's family, and the other way round (R24b, R24c, C2)."""
    wanted: set[tuple[Seat, str]] = {
        (card.family, cards.PARTNER[card.name])
        for card in victims
        if card.name in cards.PARTNER
    }

    for index, card in state.tops:
        if (card.family, card.name) not in wanted:
            continue
        sink.all(
            "partner" if card.revealed else "partner-hidden",
            player=card.family,
            card=card.name,
            partner=cards.PARTNER[card.name],
            tokens=card.tokens,
        )
        queue_positions.remove(state, index, sink)
