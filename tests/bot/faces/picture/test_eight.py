"""Eight people at a table, with names as long as Discord lets them be: all are seen, and every message is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.faces import lobby, messages, private_view
from bot.faces import story as tale
from bot.faces.components import ALT_TEXT, ELLIPSIS
from bot.faces.lobby import Box
from bot.faces.picture import chart
from bot.faces.picture.alt import describe
from bot.faces.picture.layout import WIDTH, Block, Sprite
from bot.faces.picture.players import EMBLEM
from bot.faces.picture.requests import hand_picture, table_picture, whole_picture
from bot.faces.picture.sprites import crest, shield
from bot.faces.picture.text import CREST
from bot.faces.scene_text import Localizer
from bot.storage.records import Private, Sitter, Status, TableId, TableRecord
from bot.texts.fluent import language
from bot.texts.names import People
from engine.game import Outcome
from engine.match import Ask, Frame
from engine.scene import Card, Chart, Fact, Panel, Scene, Seat, Tile
from tests.bot.faces.gallery import Payload, payload
from tests.bot.faces.picture.sights import TITLE, drawn
from tests.bot.faces.picture.test_any_game import row, text
from tests.bot.faces.picture.test_layout import assert_sound
from tests.bot.limits import TEXT, problems, walk
from tests.every import FOR_EVERY_LANGUAGE

SEATS = 8
NAMES = tuple(f"{seat} of the Wolkenburgs of Würzburg"[:32].ljust(32, "m") for seat in range(1, SEATS + 1))
NAMED = re.compile(r"[1-8] of ")
"""How each name begins, however little of it finds room."""

OVER = Outcome(tuple(range(1, SEATS + 1)), (text("the first one won"),))


def localizer(locale: str = "en") -> Localizer:
    """Return who speaks at this table."""
    return Localizer(language(locale), People(tuple(range(1 << 62, (1 << 62) + SEATS)), NAMES))


def cards(count: int) -> tuple[Card, ...]:
    """Return different cards with the emblems of seats."""
    return tuple(Card(text(f"Card {number}"), f"seat-{number % SEATS + 1}", number) for number in range(count))


def tiles() -> tuple[Tile, ...]:
    """Return a tile for each player."""
    worth = (Fact(text("Worth"), seat, text("points"), Seat(seat)) for seat in range(SEATS))
    return tuple(Tile(text(f"House {seat}"), f"seat-{seat}", (fact,)) for seat, fact in enumerate(worth, 1))


def panel(seat: int) -> Panel:
    """Return a player with a mark, three figures and two known cards."""
    facts = tuple(Fact(text(label), seat * number) for number, label in enumerate(("Points", "Cards", "Coins"), 1))
    return Panel(Seat(seat), (text("has answered"),) * (seat % 2), facts, (row(*cards(2)),))


def frame(viewer: Seat | None = None, asked: int = SEATS, outcome: Outcome | None = None) -> Frame:
    """Return a frame of a game that asks all of them at once, or is over."""
    asks = tuple(Ask(Seat(seat), text("Choose"), text("Somebody chooses."), open=False) for seat in range(asked))
    chart = Chart(text("Course"), tuple(range(1, 7)), tuple((0, 1, 2, 3, 3, 3 + seat // 4) for seat in range(SEATS)))
    hand = () if viewer is None else (row(*cards(9)),)
    facts = Fact(text("Deck"), 12), Fact(text("Round"), 3)
    panels, board = tuple(map(panel, range(SEATS))), (row(*tiles()),)
    scene = Scene(text("Round 3"), "round", facts, board, panels, hand=hand, charts=(chart,))
    return Frame(viewer, scene, asks, outcome, "", ())


def seen(sheet: Block) -> list[str]:
    """Return the names that a picture shows, whole or cut, by the sign that tells them apart."""
    return sorted(label.text[0] for _, _, label in sheet.labels if NAMED.match(label.text))


def sprites(sheet: Block) -> set[Sprite]:
    """Return everything in a picture that is drawn as SVG."""
    return {placed.mark for placed in sheet.marks if isinstance(placed.mark, Sprite)}


@pytest.mark.parametrize("outcome", [None, OVER])
@FOR_EVERY_LANGUAGE
def test_everybody_is_seen_in_the_picture_of_the_table(locale: str, outcome: Outcome | None) -> None:
    """With name and shield, whole and beside nobody else's; at the end in the course, too; and by the alt text."""
    sheet = drawn(table_picture(frame(asked=0 if outcome else SEATS, outcome=outcome), TITLE, localizer(locale)))
    assert_sound(sheet)
    people = [str(seat) for seat in range(1, SEATS + 1)]
    assert set(people) <= set(seen(sheet))
    assert len(seen(sheet)) >= SEATS * (2 if outcome else 1)
    shields = {shield(f"seat-{seat}", EMBLEM) for seat in people}
    assert len(shields) == SEATS
    assert shields <= sprites(sheet)
    told = describe(table_picture(frame(asked=0 if outcome else 1, outcome=outcome), TITLE, localizer(locale)))
    assert len(told) <= ALT_TEXT
    assert all(f"{name}:" in told for name in NAMES)


def test_a_hand_among_eight_has_its_own_crest() -> None:
    """The last seat is no stranger."""
    order = hand_picture(frame(Seat(7)), TITLE, localizer())
    assert order is not None
    sheet = drawn(order)
    assert_sound(sheet)
    assert crest("seat-8", CREST) in sprites(sheet)


def test_eight_lines_of_a_chart_are_told_apart_without_colour() -> None:
    """Each has a marker and dashes of its own, and a place for its name."""
    assert len(set(chart.MARKERS)) == len(set(chart.DASHES)) == SEATS
    order = whole_picture(frame(asked=0, outcome=OVER), TITLE, localizer())
    ends = sorted(y for x, y, label in drawn(order).labels if x > WIDTH - chart.ENDS and NAMED.match(label.text))
    assert len(ends) == SEATS
    assert min(after - before for before, after in pairwise(ends)) >= chart.APART - 0.01


def everything(locale: str) -> Iterator[Payload]:
    """Yield what is sent of such a table, beginning with the lobby."""
    speaks = localizer(locale)
    sitters = tuple(Sitter(user, name) for user, name in zip(speaks.people.users, NAMES, strict=True))
    number = TableId(999_999_999)
    table = TableRecord(number, "fortheking", 1 << 62, 1 << 62, 1 << 62, Private.HERE, Status.PLAYING, sitters)
    yield payload(lobby.lobby_page(table, Box(range(2, SEATS + 1), {}), speaks))
    public, own, over = frame(), frame(Seat(7)), frame(asked=0, outcome=OVER)
    yield payload(tale.post(table, public, (), speaks.people.users, speaks))
    yield payload(tale.post(table, public, (), (), speaks))
    for shown in (public, over):
        yield payload(messages.table_message(table, shown, speaks))
        yield payload(messages.whole_table_page(table, shown, speaks))
    yield payload(private_view.hand_page(table, own, speaks))
    yield payload(messages.whole_table_page(table, own, speaks, 2))


@FOR_EVERY_LANGUAGE
def test_every_message_keeps_discords_limits_and_cuts_nothing(locale: str) -> None:
    """40 components and 4,000 characters; 2,000 in a post that calls all eight."""
    for sent in everything(locale):
        assert problems(sent) == []
        written = [part["content"] for part in walk(sent["components"]) if part["type"] == TEXT]
        assert ELLIPSIS not in "".join([sent.get("content") or "", *written])
