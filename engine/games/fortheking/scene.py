"""The scene of For the King for one viewer, built by adding that viewer's knowledge (F11, F12, C8, C11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from engine.analysis import chart_course
from engine.frozen import replace
from engine.games.fortheking import cards, names, scoring
from engine.games.fortheking.actions import ZONES
from engine.games.fortheking.state import Player, Sale, State
from engine.scene import (
    Card,
    Chart,
    Fact,
    Group,
    Item,
    Panel,
    Row,
    Scene,
    Seat,
    Text,
    Tile,
    Value,
    Viewer,
    Who,
    row_of_groups,
    say,
)

PARTS = 2048
"""How many parts of each kind are kept as they were made, by all that they are made of."""


def scene(state: State, viewer: Viewer) -> Scene:
    """Return the scene for `viewer`; `hand` is the viewer's own."""
    over = state.phase == "over"
    points = scoring.points(state) if over else ()
    return Scene(
        _heading(state),
        state.phase,
        _facts(state),
        (*_table(state), board(state)),
        tuple(_panel(state, Seat(seat), points) for seat in range(state.seats)),
        _rest(state),
        () if viewer is None else _own_rows(state, viewer),
        _chart(state) if over else (),
        _recap(state),
    )


def _row(key: str, items: Iterable[Item]) -> Row:
    return Row(say(f"fortheking-row-{key}"), tuple(items), names.EMPTY)


def _cards_row(key: str, pile: Iterable[str]) -> Row:
    return _pile_row(key, tuple(pile))


@lru_cache(PARTS)
def _pile_row(key: str, pile: tuple[str, ...]) -> Row:
    return replace(_row(key, [names.CARDS[card] for card in pile]), heap=True)


@lru_cache(PARTS)
def _lettered_row(key: str, pile: tuple[str, ...]) -> Row:
    """Return cards that lie open to be judged, with a legend on their letters, if they have any (F37)."""
    return replace(
        _pile_row(key, pile), legend=_legend(names.CARDS[card] for card in pile)
    )


@lru_cache(PARTS)
def _auction_row(card: str) -> Row:
    """Return the card up for auction, which is the subject of all questions then."""
    return replace(_lettered_row("up", (card,)), subject=True)


def _legend(cards: Iterable[Card]) -> Text | None:
    if not any(card.letter for card in cards):
        return None
    return names.LETTERS


@lru_cache(PARTS)
def _fact(
    key: str, value: int | Text | Who, note: Text | str = "", seat: Seat | None = None
) -> Fact:
    return Fact(say(f"fortheking-fact-{key}"), value, note, seat)


def _heading(state: State) -> Text:
    turns = cards.turns(state.seats)
    if state.phase == "share":
        return say("fortheking-phase-share", turn=state.turn, turns=turns)
    if state.phase == "auction":
        return say(
            "fortheking-phase-auction", round=len(state.revealed_cards), rounds=turns
        )
    return say("fortheking-phase-over")


def _recap(state: State) -> tuple[Text, ...]:
    """Return the duties at the end of sharing, once there are auctions."""
    if state.phase != "auction":
        return ()
    duties = tuple(
        say("fortheking-part", office=names.office(key), value=value)
        for key, value in state.board.items()
    )
    return (
        say("fortheking-recap-share", turns=cards.turns(state.seats), duties=duties),
    )


def _facts(state: State) -> tuple[Fact, ...]:
    favor = _fact("favor", len(state.favor))
    if state.phase == "share":
        return _fact("deck", len(state.deck)), favor

    facts = [favor] if state.phase == "auction" else []
    bidder = state.bidder
    if bidder is not None:
        facts += [_fact("bid", state.bid), _fact("bidder", Who(bidder))]
    if state.payment is not None:
        facts.append(_fact("due", state.payment.due))
    if state.sales:
        facts.append(_fact("last", _sale_text(state.sales[-1])))
    return (*facts, *_last_defaults(state))


def _last_defaults(state: State) -> Iterable[Fact]:
    """Yield the defaults of the latest auction with some; cards may have gone unsold since (C8)."""
    sale = next((sale for sale in reversed(state.sales) if sale.defaults), None)
    if sale is not None:
        label = say("fortheking-fact-last-short", card=names.name(sale.card))
        short = [
            say("fortheking-short", player=Who(each.seat), amount=each.bid)
            for each in sale.defaults
        ]
        yield Fact(label, tuple(short))


def _sale_text(sale: Sale) -> Text:
    card = names.name(sale.card)
    if sale.seat is None:
        return say("fortheking-sale-none", card=card)
    key = "fortheking-sale-cards" if cards.GOLD[sale.card] else "fortheking-sale"
    return say(
        key,
        card=card,
        player=Who(sale.seat),
        amount=sale.bid,
    )


def board(state: State) -> Row:
    """Return the offices with their duties."""
    return _row("board", _office_tiles(state))


def both_duties(seats: int, primary: int) -> Value:
    """Return both duties of an office by its `primary` one; that alone where there are no second ones."""
    if seats <= cards.FEWEST_PLAYERS:
        return primary
    second = cards.secondary_duty(primary, seats)
    return say("fortheking-brief", first=primary, second=second)


def _rest(state: State) -> tuple[Row, ...]:
    """Return the cards done with: used Kings and, in the auctions, spent gold and unsold cards (C8)."""
    kings = _cards_row("kings", state.used)
    if state.phase == "share":
        return (kings,)

    kinds = sorted(set(state.paid))
    counts = (Fact(names.name(card), state.paid.count(card)) for card in kinds)
    paid = _row("paid", counts)
    unsold = _cards_row("unsold", state.unsold)
    return kings, paid, unsold


def _office_tiles(state: State) -> Iterator[Tile]:
    taken = scoring.awarded_duties(state) if state.phase == "over" else ()
    for key, primary in state.board.items():
        of_office = tuple(duty for duty in taken if duty.office == key)
        yield _office_tile(key, primary, state.seats, of_office)


@lru_cache(PARTS)
def _office_tile(
    key: str, primary: int, seats: int, taken: tuple[scoring.Duty, ...]
) -> Tile:
    """Return an office with its duties, and their holders in the end."""
    held = {duty.second: duty.standing.seat for duty in taken}
    title = names.title(key, primary)
    second = cards.secondary_duty(primary, seats)

    if seats <= cards.FEWEST_PLAYERS:
        facts = [_fact("duty", primary, title, held.get(False))]
    else:
        facts = [_fact("primary", primary, title, held.get(False))]
        facts.append(
            _fact("second", second, names.title(key, second), held.get(True))
            if second
            else _fact("second", names.NONE)
        )

    letters = [duty.standing.letter for duty in taken if duty.tied]
    facts += [_fact("tie", say("fortheking-tie", letter=letter)) for letter in letters]
    return Tile(
        names.office(key),
        f"fortheking-office-{key}",
        tuple(facts),
        both_duties(seats, primary),
    )


def _table(state: State) -> tuple[Row, ...]:
    if state.phase == "share":
        return (_lettered_row("middle", tuple(state.middle)), *room(state))
    rows = [_auction_row(state.up)] if state.up else []
    if state.payment is not None:
        rows.append(
            _cards_row("laid", sorted(f"gold-{gold}" for gold in state.payment.laid))
        )
    return tuple(rows)


def room(state: State) -> tuple[Row, ...]:
    """Return how many cards each zone still takes from the Adviser, if any."""
    zones = [
        Fact(say(f"fortheking-zone-{zone}"), state.room[zone])
        for zone in ZONES
        if state.room[zone]
    ]
    return (_row("room", zones),) if zones else ()


def _panel(state: State, seat: Seat, points: Sequence[int]) -> Panel:
    player = state.players[seat]
    earned = (_fact("points", points[seat]),) if points else ()
    marks = tuple(_marks(state, seat))
    facts = (*earned, *_tallies(state, player))
    return Panel(seat, marks, facts, _known_rows(state, player))


def _marks(state: State, seat: Seat) -> Iterable[Text]:
    if state.phase == "share" and state.adviser == seat:
        yield say("fortheking-mark-adviser")

    if state.phase == "auction":
        player = state.players[seat]
        begins = player.is_bidding and state.bidder is None
        yield from (
            say(f"fortheking-mark-{key}")
            for key, marked in (
                ("first", state.first == seat and begins),
                ("began", state.first == seat and player.hand and not begins),
                ("highest", state.bidder == seat),
                ("empty", player.passed and not player.out and not player.hand),
                ("passed", player.passed and not player.out and player.hand),
                ("paying", state.payment is not None and state.payment.seat == seat),
            )
            if marked
        )

        for default in state.defaults:
            if default.seat == seat:
                yield say("fortheking-mark-out", amount=default.bid)


def _tallies(state: State, player: Player) -> Iterable[Fact]:
    yield _fact("personal" if state.phase == "share" else "hand", len(player.hand))
    if state.phase == "share":
        return

    if player.bid:
        yield _fact("own-bid", player.bid)
    if player.discarded:
        yield _fact("discarded", len(player.discarded))
    if player.lost:
        yield _fact("lost", len(player.lost))


def _known_rows(state: State, player: Player) -> tuple[Row, ...]:
    """Return the public rows of a player's cards, or all of them at the end (C8, C11)."""
    if state.phase == "over":
        return (_cards_row("shown", player.hand),)
    taken = _cards_row("taken", player.taken)
    if player.earlier:
        return (taken, _cards_row("earlier", player.earlier))
    return (taken,)


def _own_rows(state: State, viewer: Seat) -> tuple[Row, ...]:
    player = state.players[viewer]
    rows: list[Row] = []
    if state.drawn and state.adviser == viewer:
        rows.append(_cards_row("drawn", [state.drawn]))

    rows.append(holding(state, viewer))
    piles = {
        "favored": player.favored,
        "discarded": player.discarded,
        "lost": player.lost,
    }
    rows += [_cards_row(key, pile) for key, pile in piles.items() if pile]
    return tuple(rows)


def holding(state: State, seat: Seat) -> Row:
    """Return the cards in the hand of `seat`, sorted, for that seat alone."""
    key = "personal" if state.phase == "share" else "hand"
    return _sorted_row(key, tuple(state.players[seat].hand), tuple(state.board))


@lru_cache(PARTS)
def _sorted_row(key: str, hand: tuple[str, ...], offices: tuple[str, ...]) -> Row:
    """Return a player's own cards by office, gold and Kings, each but these with its total."""
    groups: list[Group] = []
    for each, emblem, name in names.kinds(offices):
        held = [card for card in hand if names.CARDS[card].emblem == emblem]
        if held:
            shown = tuple(names.CARDS[card] for card in held)
            value = sum(cards.FACES[card].value for card in held)
            total = None if each == "king" else _fact("total", value)
            groups.append(Group(emblem, name, shown, total))

    legend = _legend(names.CARDS[card] for card in hand)
    label = say(f"fortheking-row-{key}")
    return row_of_groups(label, tuple(groups), names.EMPTY, legend)


CHART_STEP = 3
"""From one mark of the chart to the next it is so many auctions."""


def _chart(state: State) -> tuple[Chart, ...]:
    """Return the points before the first auction, after each third and after the last, as far as they were kept."""
    title = say("fortheking-chart-points")
    return chart_course(title, state.course, len(state.sales), CHART_STEP)
