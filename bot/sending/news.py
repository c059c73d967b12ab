"""What is new to one reader, in as few lines as tell it: in short what crowds, and once what is said again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.faces.components import ELLIPSIS
from bot.faces.logbook import Visit
from bot.faces.words import SEPARATOR, Speaker
from bot.tables.logs import News
from engine.game import AnyGame
from engine.scene import Seat, Text

MOST_IN_SHORT = 4
"""How many events in a row, such as bids, are told in short: the latest."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that was told, with what explains it to its owner alone: that it was ordered."""

    event: Text
    why: tuple[Text, ...] = ()


def visit_of(news: News, game: AnyGame, speaker: Speaker, seat: Seat, *, answering: bool) -> Visit:
    """Return how that seat comes back to a view, where it is `answering` or only looks."""
    told = list(_told(news.events, game, speaker, seat, answering=answering))
    own = frozenset(place for place, (_, mine) in enumerate(told) if mine)
    return Visit(news=[line for line, _ in told], own=own, asked=news.asked, moved=news.moved)


def _told(
    events: Sequence[Text], game: AnyGame, speaker: Speaker, seat: Seat, *, answering: bool
) -> Iterator[tuple[str, bool]]:
    """Yield it line by line, each with whether that seat is told so in other words than everybody.

    Of what has a short form and stands in a row, all is told in short where the lines around say what it is about:
    those that follow, or the question that is answered.
    """
    items = _items(game, events)
    kept = [each for place, each in enumerate(items) if not _passed(game, items, place, answering=answering)]
    runs = [(brief, list(run)) for brief, run in groupby(kept, lambda item: speaker.has_brief(item.event))]
    for place, (brief, run) in enumerate(runs):
        if not brief:
            yield from (_whole(item, speaker, seat) for item in run)
        elif place < len(runs) - 1 or (answering and len(runs) == 1):
            yield _short(run, speaker, seat)
        else:
            yield from [_short(run[:-1], speaker, seat)] if run[:-1] else []
            yield _whole(run[-1], speaker, seat)


def _items(game: AnyGame, events: Sequence[Text]) -> list[Item]:
    items: list[Item] = []
    for event in events:
        if items and game.by_order(event):
            items[-1] = Item(items[-1].event, (*items[-1].why, event))
        else:
            items.append(Item(event))
    return items


def _passed(game: AnyGame, items: Sequence[Item], place: int, *, answering: bool) -> bool:
    """Tell whether what follows says all that was told, or the question that is answered does."""
    return game.passes(items[place].event) and (answering or place < len(items) - 1)


def _own(event: Text, speaker: Speaker, seat: Seat) -> bool:
    return speaker.told(event, seat) != speaker.told(event, None)


def _whole(item: Item, speaker: Speaker, seat: Seat) -> tuple[str, bool]:
    said = "\n".join(speaker.told(event, seat) for event in (item.event, *item.why))
    return said, _own(item.event, speaker, seat)


def _short(run: Sequence[Item], speaker: Speaker, seat: Seat) -> tuple[str, bool]:
    """Return what crowds in one line, and below it why the last of it was done that was ordered; it is nobody's own.

    Else it could stay where what came of it, which names the card, is cut off.
    """
    latest = [speaker.brief(item.event, seat) for item in run[-MOST_IN_SHORT:]]
    said = SEPARATOR.join(latest if len(run) <= MOST_IN_SHORT else [ELLIPSIS, *latest])
    why = next((item.why for item in reversed(run) if item.why), ())
    return "\n".join([said, *(speaker.told(event, seat) for event in why)]), False
