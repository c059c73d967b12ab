"""Saves: a match as plain data and back, older states by migrations; and logs, played again or played on from.

Playing a log again: the same seed and the same actions give the same match. A practice plays on from a position where
others have played: one person, against rivals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from pydantic import ConfigDict, TypeAdapter

from engine import logged_moves, standing_orders
from engine.errors import IllegalAction
from engine.events import Told
from engine.frozen import frozen, replace
from engine.game import A, AnyGame, Games, S
from engine.logged_moves import Detour, PlayOn, Rewind, TakeBack
from engine.match import AnyMatch, Match, Move, Played
from engine.orders import Orders
from engine.rng import Rng
from engine.scene import Seat


class Unreadable(Exception):
    """A save that this version of Herald can't read."""


@frozen
class Save:
    """A match at rest: everything in it is a number, a string, bytes or a tuple of numbers; `state` is JSON.

    `orders` is JSON, too, empty where there can't be any. They are their owners' secret, at rest and afterwards.
    """

    __pydantic_config__ = ConfigDict(ser_json_bytes="hex", val_json_bytes="hex")
    game: str
    rules: int
    seats: int
    seed: bytes
    seq: int
    asked: tuple[int, ...]
    state: str
    orders: str = ""
    rewound: int = 0
    duplicate: bool = False


# Each of these takes some 10 ms to make, and a start waits for none that its first answer doesn't need.
@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _state_adapter(game: AnyGame) -> TypeAdapter[Any]:
    kind: Any = game.state_type
    return _adapter(kind)


def dump(match: AnyMatch) -> Save:
    """Return `match` as plain data."""
    game = match.game
    state = _state_adapter(game).dump_json(match.state)
    orders = b"" if match.orders is None else _adapter(Orders).dump_json(match.orders)

    return Save(
        game.key,
        game.version,
        match.seats,
        match.seed,
        match.seq,
        match.asked,
        state.decode(),
        orders.decode(),
        match.rewound,
        match.duplicate,
    )


def migrate(save: Save, game: AnyGame) -> Save:
    """Return the save by the present rules, by the game's `migrations`; the same one if it is of today.

    Orders given by other rules may mean something else by these: they end, and their owners are asked. No later move
    repeats draws that were made by other rules.
    """
    if save.rules >= game.version:
        return save

    save = replace(save, rewound=0)
    if save.orders:
        given = _adapter(Orders).validate_json(save.orders)
        ended = replace(Orders.none(save.seats), stood_in=given.stood_in)
        save = replace(save, orders=_adapter(Orders).dump_json(ended).decode())

    while save.rules < game.version:
        if save.rules not in game.migrations:
            raise Unreadable(
                f"{save.game}: no way from rules {save.rules} to {game.version}"
            )
        migration = game.migrations[save.rules]
        state = json.dumps(migration(json.loads(save.state)))
        save = replace(save, rules=save.rules + 1, state=state)

    return save


def load(save: Save, games: Games, generation: bytes = b"") -> AnyMatch:
    """Return the match of `save`, in its `generation`.

    Raise Unreadable if its game or its rules are unknown or its state is broken.
    """
    game = games.get(save.game)
    if game is None or save.rules > game.version:
        raise Unreadable(
            f"{save.game}, rules {save.rules}: unknown to this version of Herald"
        )

    try:
        save = migrate(save, game)
        state = _state_adapter(game).validate_json(save.state)
        orders = _adapter(Orders).validate_json(save.orders) if save.orders else None
        return Match(
            game,
            save.seats,
            save.seed,
            save.seq,
            save.asked,
            state,
            generation,
            orders=orders,
            rewound=save.rewound,
            duplicate=save.duplicate,
        )
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        # The cause would quote the state, which holds the hands, wherever it is logged.
        raise Unreadable(
            f"{save.game}: the state or the orders are broken ({type(error).__name__})"
        ) from None


def dump_action(game: AnyGame, action: object) -> str:
    """Return `action` as JSON, readable in the log."""
    if isinstance(action, Detour):
        return action.log_line
    return _adapter(game.action_type).dump_json(action).decode()


def load_action(game: AnyGame, document: str) -> Any:
    """Return the action of a line of the log."""
    return _adapter(game.action_type).validate_json(document)


def dump_told(told: Sequence[Told]) -> str:
    """Return events in words as JSON."""
    return _adapter(tuple[Told, ...]).dump_json(tuple(told)).decode()


def load_told(document: str) -> tuple[Told, ...]:
    """Return the events in words of a line of the log; raise Unreadable if it is broken."""
    try:
        found: tuple[Told, ...] = _adapter(tuple[Told, ...]).validate_json(document)
    except ValueError:
        raise Unreadable("what was told is broken") from None
    return found


Line: TypeAlias = tuple[Seat, str]
"""A line of the log: who played, and the action as JSON."""


def replay(
    base: Match[S, A], lines: Iterable[Line]
) -> Iterator[tuple[Match[S, A], Move[A]]]:
    """Yield the match after each line with its move; raise where a line can't be read or isn't legal.

    A line that rewinds to before the `base` raises IllegalAction.
    """
    matches = [base]
    for seat, document in lines:
        match, (move,) = _play_line(matches, seat, document)
        matches.append(match)
        yield match, move


def replay_to_end(base: Match[S, A], lines: Iterable[Line]) -> Match[S, A]:
    """Return the match after all of `lines`; raise as `replay` does."""
    match = base
    for match, _ in replay(base, lines):  # noqa: B007 - the last one counts
        pass
    return match


def _play_line(
    matches: Sequence[Match[S, A]], seat: Seat, document: str
) -> Played[S, A]:
    """Play a line on the last of `matches`, those from the base of a replay on."""
    match = matches[-1]
    match logged_moves.read_detour(document):
        case TakeBack(to):
            return match.take_back(seat, to)
        case Rewind(to):
            place = to - matches[0].seq
            if not 0 <= place < len(matches):
                raise IllegalAction
            return match.rewind(seat, matches[place])
        case PlayOn(deal):
            return play_on(match, seat, deal)

    return match.play(seat, (load_action(match.game, document),))


DEALS = range(1 << 32, 1 << 48)
"""The numbers of deals: none of their draws is one of a match as it was, however long that is."""


def play_on(
    match: Match[S, A], seat: Seat, deal: int = 0, *, orders: bool = False
) -> Played[S, Any]:
    """Return the match as a practice of `seat`, in which people may give `orders`; old questions fit no more.

    Without a `deal` the cards lie as they did, and the draws that follow are those that came after this position. By
    one of `DEALS`, `Rules.imagine` deals the seat's unknown cards anew, and the draws that follow are others.
    """
    game = match.game
    seq = match.seq + 1
    rewound = match.rewound + 1 - deal

    state = match.state
    if deal:
        draws = Rng(match.seed, seq - rewound)
        state = game.rules.imagine(state, seat, draws)

    given = standing_orders.no_orders(game, state, seq, match.seats) if orders else None
    after = replace(
        match,
        seq=seq,
        asked=(seq,) * match.seats,
        state=state,
        pasts=(),
        orders=given,
        rewound=rewound,
        duplicate=match.duplicate and not deal,
    )
    return after, (Move(seq, seat, PlayOn(deal), (), game),)
