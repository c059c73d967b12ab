"""The scene of Oriflamme for one viewer, built by adding that viewer's knowledge (R9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.analysis import chart_course
from engine.frozen import replace
from engine.games.oriflamme import cards, names
from engine.games.oriflamme.actions import Activate, Lay, PutTwin, Reveal, Target
from engine.games.oriflamme.state import Aim, Card, Decision, Player, State
from engine.scene import Card as Shown
from engine.scene import (
    Fact,
    Item,
    Panel,
    Place,
    Row,
    Scene,
    Seat,
    Text,
    Value,
    Viewer,
    Who,
    say,
)

PARTS = 2048
"""How many parts of each kind are kept as they were made, by all that they are made of."""
PILES = 256
"""How many piles and hands are: nearly each is one match's own."""


def scene(state: State, viewer: Viewer) -> Scene:
    """Return the scene for `viewer`; `hand` is the viewer's own."""
    over = state.phase == "over"
    return Scene(
        _heading(state),
        "over" if over else f"round-{state.round}",
        tuple(_facts(state)),
        (
            Row(
                say("oriflamme-row-queue"),
                tuple(_positions(state, viewer)),
                say("oriflamme-queue-empty"),
            ),
        ),
        tuple(_panel(state, Seat(seat)) for seat in range(state.seats)),
        hand=() if viewer is None or over else _own_rows(state, viewer),
        charts=chart_course(
            say("oriflamme-chart-influence"), state.course, cards.ROUNDS
        )
        if over
        else (),
        recap=tuple(_recap(state)),
    )


def short_queue(state: State, seat: Seat) -> Row:
    """Return the queue for `seat` under the phase, in as few words as tell it."""
    places = zip(_positions(state, seat), _short_names(state, seat), strict=True)
    named = tuple(replace(place, name=name) for place, name in places)
    return Row(_heading(state), named, say("oriflamme-short-empty"))


def _short_names(state: State, seat: Seat) -> Iterator[Text]:
    """Yield the shortest names of positions: number, owner unless the position before has the same, and card."""
    before = None
    for index, card in state.tops:
        owner = "yours" if card.family == seat else "of"
        key = "next" if card.family == before else owner
        before = card.family
        face = _short_face(card, seat)
        yield say(
            f"oriflamme-short-{key}", number=index + 1, player=Who(before), card=face
        )


def _short_face(card: Card, seat: Seat) -> Text:
    """Return the name of a `card`, or a sign for a hidden one, which only its owner reads with its name."""
    name = names.name(card.name)
    if card.revealed:
        return name
    if card.family != seat:
        return say("oriflamme-short-hidden")
    return say("oriflamme-short-own", card=name)


def _recap(state: State) -> Iterator[Text]:
    """Yield the result of the last round that is over, if there is one."""
    done = state.round if state.phase == "over" else state.round - 1
    if done and state.course:
        told = tuple(
            say("oriflamme-recap-player", player=Who(Seat(seat)), points=points)
            for seat, points in enumerate(state.course[-1])
        )
        yield say("oriflamme-recap", round=done, players=told)


def _row(key: str, items: Iterable[Item]) -> Row:
    return Row(say(f"oriflamme-row-{key}"), tuple(items), say("oriflamme-none"))


@lru_cache(PILES)
def _cards_row(key: str, pile: tuple[str, ...]) -> Row:
    return _row(key, [names.CARDS[card] for card in pile])


@lru_cache(PARTS)
def _fact(key: str, value: Value) -> Fact:
    return Fact(say(f"oriflamme-fact-{key}"), value)


def _heading(state: State) -> Text:
    if state.phase == "over":
        return say("oriflamme-phase-over")
    return say(f"oriflamme-phase-{state.phase}", round=state.round, rounds=cards.ROUNDS)


def _facts(state: State) -> Iterator[Fact]:
    if state.plot is not None:
        player, tokens = Who(state.plot.seat), state.plot.tokens
        yield _fact("plot", say("oriflamme-plot", player=player, tokens=tokens))
    if state.last is not None:
        yield _fact("last", _decision_text(state.last))


def _decision_text(last: Decision) -> Text:
    """Return the last decision, by names: the numbers of positions may be others by now."""
    player, aim = Who(last.seat), last.aim
    key = f"oriflamme-last-{last.action.kind}"

    match last.action:
        case Lay(str(place)) | PutTwin(str(place)):
            return say(f"{key}-{place}", player=player)
        case Lay() | PutTwin() if aim and aim.name:
            return say(f"{key}-on", player=player, card=names.name(aim.name))
        case Lay() | PutTwin():
            return say(f"{key}-covered", player=player)
        case Target() | Activate() if aim:
            return _use_text(last, aim)
        case Reveal():
            return say(key, player=player, card=names.name(last.card))
        case _:
            return say(key, player=player)


def _use_text(last: Decision, aim: Aim) -> Text:
    """Return the effect of a card on another one, or the character that the Plot activated."""
    player, card, used = Who(last.seat), names.name(aim.name), names.name(last.card)
    if last.card == "plot":
        if aim.family == aim.colour:
            return say("oriflamme-last-activate", player=player, card=card)
        family = names.FAMILIES[aim.colour]
        return say(
            "oriflamme-last-activate-bribed", player=player, card=card, family=family
        )

    if last.alone:
        return say("oriflamme-last-itself", player=player, card=used)
    word = "bribe" if last.card == "bribery" else "eliminate"
    owner = Who(aim.family)
    return say(
        f"oriflamme-last-{word}", player=player, card=used, owner=owner, victim=card
    )


def _acting_index(state: State) -> int | None:
    """Return the position whose card acts: a Plot has left the queue when it acts, and may let any character act."""
    if state.phase != "resolution" or (state.plot is not None and state.acting is None):
        return None
    return state.pointer if state.acting is None else state.acting


def _positions(state: State, viewer: Viewer) -> Iterator[Place]:
    now = _acting_index(state)
    over = state.phase == "over"

    for index, position in enumerate(state.queue):
        # Whoever has no card in a position sees what everybody sees, and it is made once for all of them.
        hidden = any(_is_own_hidden(card, viewer) for card in position)
        known = hidden or position[-1].family == viewer
        owner = viewer if known and not over else None
        yield _position(index + 1, tuple(position), owner, now=index == now, over=over)


def _is_own_hidden(card: Card, viewer: Viewer) -> bool:
    """Tell whether a `card` lies face down for all but `viewer` (R9)."""
    return card.colour == viewer and not card.revealed


@lru_cache(PARTS)
def _position(
    number: int, position: tuple[Card, ...], viewer: Viewer, *, now: bool, over: bool
) -> Place:
    """Return a position by its uncovered card, with an arrow if `now` a card acts there."""
    card = position[-1]
    own = names.CARDS[card.name] if _is_own_hidden(card, viewer) else None

    return Place(
        _title(number, card, viewer, now=now, over=over),
        names.EMBLEMS[card.family],
        tuple(_details(position, viewer, over=over)),
        say("oriflamme-brief", tokens=card.tokens, stack=len(position)),
        seat=card.family,
        top=_public_face(card, over=over),
        tokens=card.tokens,
        badge=names.EMBLEMS[card.colour] if card.briber is not None else "",
        under=tuple(
            _public_face(under, over=over) for under in reversed(position[:-1])
        ),
        now=now,
        own=own,
    )


def _title(number: int, card: Card, viewer: Viewer, *, now: bool, over: bool) -> Text:
    """Return the name of a position: by its family, or as "yours" for its owner, face down, too."""
    arrow = "-now" if now else ""
    if card.family == viewer:
        whose, name = "yours" if card.revealed else "own", names.name(card.name)
        return say(f"oriflamme-position-{whose}{arrow}", number=number, card=name)

    return say(
        f"oriflamme-position{arrow}",
        number=number,
        player=Who(card.family),
        family=names.FAMILIES[card.family],
        card=_face_text(card, over=over),
    )


def _public_face(card: Card, *, over: bool) -> Shown | None:
    """Return the face of a `card` if everybody knows it; None else."""
    return names.CARDS[card.name] if card.revealed or over else None


def _face_text(card: Card, *, over: bool) -> Text:
    shown = _public_face(card, over=over)
    return shown.name if shown else say("oriflamme-face-down")


def _details(
    position: tuple[Card, ...], viewer: Viewer, *, over: bool
) -> Iterator[Fact]:
    """Yield the other facts of a position; round and family tell the face-down cards apart."""
    card = position[-1]
    if card.tokens:
        yield _fact("tokens", card.tokens)
    if not card.revealed:
        yield _fact("round", card.round)
    if card.briber is not None:
        yield _fact("bribed", _former_family(card))

    if len(position) > 1:
        yield _fact("stack", len(position))
        covered = reversed(position[:-1])
        yield _fact(
            "under", tuple(_covered_text(each, viewer, over=over) for each in covered)
        )


def _former_family(card: Card) -> Text:
    """Return the former family of a bribed `card`; a family may have bribed its own (R52)."""
    if card.briber == card.colour:
        return say("oriflamme-bribed-own")
    return names.FAMILIES[card.colour]


def _covered_text(card: Card, viewer: Viewer, *, over: bool) -> Text:
    """Return a covered `card` by its face if that was ever seen, or is the viewer's own (R9, R21, R56)."""
    face = _face_text(card, over=over)
    if card.briber is not None:
        return say("oriflamme-under-bribed", card=face, family=_former_family(card))
    if card.revealed:
        return face
    key = "oriflamme-under-hidden"
    if _is_own_hidden(card, viewer):
        key, face = "oriflamme-under-own", names.name(card.name)
    return say(key, card=face, round=card.round, tokens=card.tokens)


def _panel(state: State, seat: Seat) -> Panel:
    marks, known = tuple(_marks(state, seat)), tuple(_known_rows(state, seat))
    tallies = tuple(_tallies(state, state.players[seat]))
    return Panel(seat, marks, tallies, known, names.EMBLEMS[seat])


def _marks(state: State, seat: Seat) -> Iterator[Text]:
    yield names.BADGES[seat]
    if state.phase != "over" and state.first == seat:
        yield say("oriflamme-mark-first")
    if state.phase == "placement" and (seat - state.first) % state.seats < state.laid:
        yield say("oriflamme-mark-laid")

    if state.phase != "over" and not state.players[seat].twin:
        yield say("oriflamme-mark-twin")


def _tallies(state: State, player: Player) -> Iterator[Fact]:
    """Yield a player's figures; the number of cards aside only after an Impersonation took one (R36)."""
    yield _fact("influence", player.influence)
    yield _fact("hand", len(player.hand))
    if any(len(each.aside) != cards.ASIDE for each in state.players):
        yield _fact("aside", len(player.aside))


def _known_rows(state: State, seat: Seat) -> Iterator[Row]:
    """Yield the pile of a colour, the cards that can't be set aside, and at the end all that was hidden."""
    player = state.players[seat]
    if player.pile:
        yield _cards_row("pile", tuple(player.pile))
    if state.phase == "over":
        yield _cards_row("left", tuple(player.hand))
        yield _cards_row("aside", tuple(player.aside))
    elif absent := state.absentees(seat):
        yield _cards_row("absent", tuple(absent))


def _own_rows(state: State, viewer: Seat) -> tuple[Row, ...]:
    """Return the rows for `viewer` alone: hand, face-down cards in the queue, and set-aside cards (R9)."""
    chosen = _chosen_card(state, viewer)
    rows = [_row("own-family", [_fact("family", names.BADGES[viewer])])]
    rows += [_cards_row("chosen", (chosen,))] if chosen else []
    hidden = _row("hidden", _hidden_cards(state, viewer))
    return (*rows, hand(state, viewer), hidden, aside(state, viewer))


def hand(state: State, seat: Seat) -> Row:
    """Return the cards in the hand of `seat`, but for the chosen one, for that seat alone."""
    chosen = _chosen_card(state, seat)
    return _cards_row(
        "hand", tuple(each for each in state.players[seat].hand if each != chosen)
    )


def _chosen_card(state: State, seat: Seat) -> str | None:
    lays = state.phase == "placement" and state.laying_seat == seat
    return state.chosen if lays else None


def aside(state: State, seat: Seat) -> Row:
    """Return the cards that `seat` has set aside, for that seat alone."""
    return _cards_row("own-aside", tuple(state.players[seat].aside))


def _hidden_cards(state: State, viewer: Seat) -> Iterator[Shown]:
    for index, position in enumerate(state.queue):
        on_top = "now" if index == _acting_index(state) else "at"
        for card in position:
            if _is_own_hidden(card, viewer):
                key = on_top if card is position[-1] else "below"
                yield _own_card(key, card.name, index + 1)


@lru_cache(PARTS)
def _own_card(key: str, card: str, number: int) -> Shown:
    name = say(f"oriflamme-own-{key}", card=names.name(card), number=number)
    return replace(names.CARDS[card], name=name)
