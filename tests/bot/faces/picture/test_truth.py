"""Whatever a picture shows, the words say, and what matters of a scene is in the picture.

It tells nobody more than that person may know, neither by its looks, its words nor its file's name; and where several
are asked at once it shows who is still to answer, and never what anybody did.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

import pytest

from bot.faces.picture import sprites
from bot.faces.picture.alt import describe
from bot.faces.picture.card_queue import DENSE, MOST_EDGES, STACK, STACK_SIGN, WIDTH, covered_signs
from bot.faces.picture.colours import common
from bot.faces.picture.font import ELLIPSIS, drawable
from bot.faces.picture.layout import Mark, Sprite
from bot.faces.picture.players import ARROW
from bot.faces.picture.requests import DecisionPicture, TablePicture, decision_picture, hand_picture, table_picture
from bot.faces.picture.sprites import emblem
from bot.faces.scene_text import asks, board, hand, report, row
from engine.game import AnyGame
from engine.scene import Fact, Panel, Place, Scene, Tile, Who
from tests.bot.faces.picture.sights import (
    EVERY_TABLE,
    NAMES,
    TITLE,
    Sight,
    drawn,
    hands,
    localizer,
    positions,
    tables,
    texts,
)
from tests.contract.orders import ordered_walk
from tests.contract.walks import AnyMatch, imagined, viewers
from tests.engine.games.fortheking.scenarios import P1, P2, P3, auction_table
from tests.engine.ordered import answered

MARKDOWN = re.compile(r"\*\*|^-# |^#+ |\\", re.MULTILINE)
COUNTED = re.compile("(\\S*)\u00d7\\d+")


def said(sight: Sight) -> str:
    """Return all that the words say of a frame, without markdown, in signs that a picture can show."""
    frame, localizer = sight.frame, sight.localizer
    heading = localizer.say(frame.scene.heading)
    blocks = [TITLE, heading, asks(frame, localizer), *report(frame, localizer)]
    blocks += [*board(frame.scene, localizer), *hand(frame.scene, localizer), *own_words(sight), *turns(sight)]
    blocks += [row(each, localizer) for each in (frame.mine.stakes if frame.mine else ())]
    return plain(drawable(MARKDOWN.sub("", " ".join(blocks))))


def plain(text: str) -> str:
    """Return a text whose lines may break at every space."""
    return text.replace("\u00a0", " ")


def own_words(sight: Sight) -> Iterator[str]:
    """Yield what pictures say in words of their own."""
    text = sight.localizer.language.text
    yield text("picture-private")
    for seat, name in enumerate(sight.localizer.people.plain_names, 1):
        yield f"{name} {text('picture-turn', player=name)}"
        yield text("picture-place", place=seat)


def turns(sight: Sight) -> Iterator[str]:
    """Yield what a picture may say of all who are asked: that it is the turn of each, or of all together."""
    asked = tuple(Who(ask.seat) for ask in sight.frame.asks)
    yield from (sight.voice.key("picture-turn", player=player) for player in asked)
    yield sight.voice.key("picture-turn", player=asked)


def is_said(label: str, words: str) -> bool:
    """Tell whether a text is part of the words; one that was shortened counts by its beginning."""
    label = plain(label)
    if label.isdigit():
        return re.search(rf"(?<!\d){label}(?!\d)", words) is not None
    counted = COUNTED.fullmatch(label)
    beginning = counted.group(1) if counted else label.removesuffix(ELLIPSIS)
    return beginning in words


def said_around(sight: Sight) -> Iterator[str]:
    """Yield what the message around a picture says: which table, how far it has come, and what is asked.

    Of a decision the picture alone says how far the game has come.
    """
    yield TITLE
    if not isinstance(sight.order, DecisionPicture):
        yield sight.voice.say(sight.frame.scene.heading)
    for ask in sight.frame.asks:
        yield from map(sight.voice.say, (ask.prompt, ask.waiting))


@EVERY_TABLE
def test_every_text_of_a_picture_is_said(game: AnyGame, seats: int) -> None:
    """Who can't see the picture of a table or a hand misses nothing.

    It repeats nothing of its message, which is always seen with it: the title, the phase, and what is asked.
    """
    for sight in (*tables(game, seats), *hands(game, seats)):
        words, labels = said(sight), texts(sight.sheet)
        assert [label for label in labels if not is_said(label, words)] == []
        assert not {*said_around(sight)} & {*labels}


def facts(scene: Scene) -> Iterator[Fact]:
    """Yield the facts of the board that have to be seen; of a place, its signs tell them."""
    for line in scene.rows:
        yield from line.only(Fact)
        for tile in line.only(Tile):
            yield from () if isinstance(tile, Place) else tile.facts


def telling(panels: Sequence[Panel], *, over: bool) -> Iterator[Fact]:
    """Yield the facts of players that have to be seen: at the end, the one that decides; no column of noughts."""
    said = {fact.label for panel in panels for at, fact in enumerate(panel.facts) if at == 0 or fact.value != 0}
    for panel in panels:
        yield from panel.facts[:1] if over else (fact for fact in panel.facts if fact.label in said)


def wanted(sight: Sight) -> list[str]:
    """Return the values that a table has to show."""
    scene, over = sight.frame.scene, sight.frame.outcome is not None
    shown = [*facts(scene), *telling(scene.panels, over=over), *(() if over else scene.facts)]
    names = [sight.voice.say(place.top.name) for place in places_of(scene) if place.top]
    tokens = [str(place.tokens) for place in places_of(scene) if place.tokens]
    return [*(sight.voice.value(fact.value) for fact in shown), *names, *tokens]


@EVERY_TABLE
def test_every_value_that_matters_is_drawn(game: AnyGame, seats: int) -> None:
    """Values of the board, of the players, of what is up; names of cards; tokens.

    Each is named once among the players, and once more for everything that is held; nothing comes before who is asked.
    """
    for sight in tables(game, seats):
        labels, values, scene = texts(sight.sheet), wanted(sight), sight.frame.scene
        drawn = plain(" ".join(labels))
        assert [value for value in values if plain(value[:12]) not in drawn] == []
        names = sight.voice.people.names
        held = [fact.seat for fact in facts(scene) if fact.seat is not None]
        named = Counter(names[seat] for seat in [*(panel.seat for panel in scene.panels), *held])
        assert named <= Counter(labels) >= Counter(filter(str.isdigit, values))
        assert [names[ask.seat] for ask in sight.frame.asks if names[ask.seat] not in waited_for(sight)] == []


def is_edge(mark: Mark) -> bool:
    """Tell whether a mark is the edge of a covered card."""
    return isinstance(mark, Sprite) and mark.width == WIDTH and common("vellum") in mark.svg


@EVERY_TABLE
def test_every_place_shows_its_number_its_owner_and_what_is_covered(game: AnyGame, seats: int) -> None:
    """How high a stack is and what is in it, face-down cards, too, and where the arrow is."""
    for sight in tables(game, seats):
        places = places_of(sight.frame.scene)
        drawn: Counter[Mark] = Counter(placed.mark for placed in sight.sheet.marks)
        labels = Counter(texts(sight.sheet))
        letters = Counter(sight.voice.letter(place.emblem) for place in places)
        numbers = Counter(str(number) for number, _ in enumerate(places, 1))
        assert not numbers - labels
        assert not letters - labels
        if any(isinstance(mark, Sprite) and mark.width == DENSE.width for mark in drawn):
            # Where that much is asked for, places are brief, and what is covered shows by its edges alone.
            assert drawn[sprites.arrow(DENSE.head + 3)] == sum(place.now for place in places)
            continue
        under = Counter(each.mark for place in places for each in covered_signs(place.under).marks)
        assert not under - drawn
        heights = [len(place.under) + 1 for place in places if place.under]
        assert drawn[sprites.emblem(STACK, STACK_SIGN, common("ivory"))] == len(heights)
        edges = sum(drawn[mark] for mark in drawn if is_edge(mark))
        assert edges == sum(min(height - 1, MOST_EDGES) for height in heights)
        assert not Counter(map(str, heights)) - (labels - numbers)
        assert drawn[sprites.arrow(24)] == sum(place.now for place in places)
        seals: Counter[Mark] = Counter(sprites.seal(place.badge, 23) for place in places if place.badge)
        assert not seals - drawn


def waited_for(sight: Sight) -> str:
    """Return what a picture says of who is asked, before it says anything else."""
    words = plain(" ".join([*turns(sight), *(sight.voice.say(ask.waiting) for ask in sight.frame.asks)]))
    return " ".join(takewhile(lambda label: is_said(label, words), texts(sight.sheet)))


DRAWN = table_picture, hand_picture, decision_picture


@EVERY_TABLE
def test_dealing_anew_what_is_hidden_changes_no_picture(game: AnyGame, seats: int) -> None:
    """Orders that are equal are drawn alike: the whole of a picture comes from its order.

    Who has no cards, as the public, has no picture of them; a file's name, which is seen, is the same for everybody.
    """
    speaks = localizer(seats)
    for match in positions(game, seats, 6):
        for viewer in viewers(match):
            frame, other = match.frame(viewer), imagined(match, viewer, 5).frame(viewer)
            made = [draw(frame, TITLE, speaks) for draw in DRAWN]
            assert made == [draw(other, TITLE, speaks) for draw in DRAWN]
            assert (made[1] is not None) == (viewer is not None and any(held.cards for held in frame.scene.hand))
            assert [each.name for each in made if each] == ["table.png", *["hand.png"] * sum(map(bool, made[1:]))]


@EVERY_TABLE
def test_a_table_is_the_same_for_all_but_for_ones_own_places_in_a_line_of_play(game: AnyGame, seats: int) -> None:
    """Whoever asks for it: it has nothing of a hand; and what lies face down is named to nobody in public."""
    speaks = localizer(seats)
    for match in positions(game, seats, 6):
        public = table_picture(match.frame(None), TITLE, speaks)
        assert not [place for place in places_of(public.scene) if place.own]
        for viewer in viewers(match):
            order = table_picture(match.frame(viewer), TITLE, speaks)
            assert [seat for seat, waiting in order.asks if waiting is None] == [
                seat for seat in match.deciding if seat == viewer
            ]
            order = replace(order, asks=public.asks)
            assert replace(order, scene=replace(order.scene, rows=public.scene.rows)) == public
            places = zip(places_of(order.scene), places_of(public.scene), strict=True)
            changed = [mine for mine, theirs in places if mine != theirs]
            assert all(place.seat == viewer or None in place.under for place in changed)
            assert changed or (order, describe(order)) == (public, describe(public))


def places_of(scene: Scene) -> list[Place]:
    """Return the places of every line of play on a table."""
    return [place for line in scene.rows for place in line.only(Place)]


SIGNS: dict[Mark, str] = {
    emblem("part-arrow", ARROW, common("rubric")): "asked",
    emblem("part-check", ARROW, common("gain")): "answered",
}
"""The signs before the names of players."""


def signs(order: TablePicture) -> dict[str, str]:
    """Return who has which sign, by the name that stands behind it."""
    shown = drawn(order)
    found: dict[str, str] = {}
    for placed in shown.marks:
        if placed.mark in SIGNS:
            (name,) = {label.text for _, y, label in shown.labels if abs(y - placed.y) < ARROW and label.text in NAMES}
            found[name] = SIGNS[placed.mark]
    return found


def seen(match: AnyMatch) -> TablePicture:
    """Return the picture of a table as everybody sees it."""
    return table_picture(match.frame(None), TITLE, localizer(match.seats))


@pytest.mark.slow
@EVERY_TABLE
def test_signs_stand_before_those_who_decide_and_those_who_have_answered(game: AnyGame, seats: int) -> None:
    """Over whole matches in which people order at random."""
    positions, _ = ordered_walk(game, seats, seats)
    asked = [match for match in positions if match.frame(None).joint is not None]
    assert bool(asked) is (game.ordering is not None)
    for match in asked[:: max(1, len(asked) // 12)]:
        expected = dict.fromkeys(answered(match), "answered") | dict.fromkeys(match.deciding, "asked")
        assert signs(seen(match)) == {NAMES[seat]: sign for seat, sign in expected.items()}
    by_hand = auction_table([["gold-1"]] * 3, ["military-A"])
    by_hand.auction((P1, 1), (P2, 0))
    assert signs(seen(by_hand.match)) == {NAMES[P3]: "asked"}, "who has passed isn't who has answered"
    assert not seen(by_hand.match).answered
