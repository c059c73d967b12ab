"""Whatever a picture shows, the words say; and what matters of a scene is in the picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.faces.picture import sprites
from bot.faces.picture.card_queue import MOST_EDGES, STACK, STACK_SIGN, WIDTH, covered_signs
from bot.faces.picture.colours import common
from bot.faces.picture.font import ELLIPSIS, drawable
from bot.faces.picture.layout import Mark, Sprite
from bot.faces.picture.text import make_voice
from bot.faces.scene_text import Localizer, asks, board, hand, report, row
from engine.game import AnyGame
from engine.scene import Fact, Panel, Place, Row, Scene, Tile, Who
from tests.bot.faces.picture.sights import EVERY_TABLE, TITLE, Sight, hands, tables

MARKDOWN = re.compile(r"\*\*|^-# |^#+ |\\", re.MULTILINE)
COUNTED = re.compile("(\\S*)\u00d7\\d+")


def said(sight: Sight) -> str:
    """Return all that the words say of a frame, without markdown, in signs that a picture can show."""
    frame, localizer = sight.frame, sight.localizer
    heading = localizer.say(frame.scene.heading)
    blocks = [TITLE, heading, asks(frame, localizer), *report(frame, localizer)]
    blocks += [*board(frame.scene, localizer), *hand(frame.scene, localizer), *own_words(localizer, frame.scene)]
    blocks += turns(sight)
    stakes = frame.mine.stakes if frame.mine else ()
    blocks += [row(each, localizer) for each in stakes]
    return plain(drawable(MARKDOWN.sub("", " ".join(blocks))))


def plain(text: str) -> str:
    """Return a text whose lines may break at every space."""
    return text.replace("\u00a0", " ")


def own_words(localizer: Localizer, scene: Scene) -> Iterator[str]:
    """Yield what pictures say in words of their own."""
    yield localizer.language.text("picture-private")
    for panel in scene.panels:
        name = localizer.people.plain_names[panel.seat]
        yield f"{name} {localizer.language.text('picture-turn', player=name)}"
        yield localizer.language.text("picture-place", place=panel.seat + 1)


def turns(sight: Sight) -> Iterator[str]:
    """Yield what a picture may say of all who are asked: that it is the turn of each, or of all together."""
    speaks = make_voice(sight.localizer, sight.frame.scene.panels)
    asked = tuple(Who(ask.seat) for ask in sight.frame.asks)
    yield from (speaks.key("picture-turn", player=player) for player in asked)
    yield speaks.key("picture-turn", player=asked)


def is_said(label: str, words: str) -> bool:
    """Tell whether a text is part of the words; one that was shortened counts by its beginning."""
    label = plain(label)
    if label.isdigit():
        return re.search(rf"(?<!\d){label}(?!\d)", words) is not None
    counted = COUNTED.fullmatch(label)
    beginning = counted.group(1) if counted else label.removesuffix(ELLIPSIS)
    return beginning in words


@EVERY_TABLE
def test_every_text_of_a_picture_is_said(game: AnyGame, seats: int) -> None:
    """Who can't see the picture of a table or a hand misses nothing."""
    for sight in (*tables(game, seats), *hands(game, seats)):
        words = said(sight)
        assert [label.text for _, _, label in sight.sheet.labels if not is_said(label.text, words)] == []


def facts(items: Row) -> Iterator[Fact]:
    """Yield the facts of a row that have to be seen; of a place, its signs tell them."""
    for item in items.items:
        if isinstance(item, Fact):
            yield item
        elif isinstance(item, Tile) and not isinstance(item, Place):
            yield from item.facts


def telling(panels: Sequence[Panel], *, over: bool) -> Iterator[Fact]:
    """Yield the facts of players that have to be seen: at the end, the one that decides; no column of noughts."""
    said = {fact.label for panel in panels for at, fact in enumerate(panel.facts) if at == 0 or fact.value != 0}
    for panel in panels:
        yield from panel.facts[:1] if over else (fact for fact in panel.facts if fact.label in said)


def wanted(sight: Sight) -> list[str]:
    """Return the values that a table has to show."""
    scene, over = sight.frame.scene, sight.frame.outcome is not None
    shown = [fact for row in scene.rows for fact in facts(row)]
    shown += telling(scene.panels, over=over)
    shown += () if over else scene.facts
    speaks = make_voice(sight.localizer, scene.panels)
    places = [item for row in scene.rows for item in row.items if isinstance(item, Place)]
    names = [speaks.say(place.top.name) for place in places if place.top]
    tokens = [str(place.tokens) for place in places if place.tokens]
    return [*(speaks.value(fact.value) for fact in shown), *names, *tokens]


@EVERY_TABLE
def test_every_value_that_matters_is_drawn(game: AnyGame, seats: int) -> None:
    """Values of the board, of the players, of what is up; names of cards; tokens.

    Each is named once among the players, and once more for everything that is held; nothing comes before who is asked.
    """
    for sight in tables(game, seats):
        labels = [label.text for _, _, label in sight.sheet.labels]
        numbers = Counter(value for value in wanted(sight) if value.isdigit())
        assert not numbers - Counter(labels)
        drawn = plain(" ".join(labels))
        assert [value for value in wanted(sight) if plain(value[:12]) not in drawn] == []
        scene = sight.frame.scene
        names = make_voice(sight.localizer, scene.panels).names
        held = [fact.seat for row in scene.rows for fact in facts(row) if fact.seat is not None]
        assert not Counter(names[seat] for seat in [*(panel.seat for panel in scene.panels), *held]) - Counter(labels)
        assert [names[ask.seat] for ask in sight.frame.asks if names[ask.seat] not in waited_for(sight)] == []


def is_edge(mark: Mark) -> bool:
    """Tell whether a mark is the edge of a covered card."""
    return isinstance(mark, Sprite) and mark.width == WIDTH and common("vellum") in mark.svg


@EVERY_TABLE
def test_every_place_shows_its_number_its_owner_and_what_is_covered(game: AnyGame, seats: int) -> None:
    """How high a stack is and what is in it, face-down cards, too, and where the arrow is."""
    for sight in tables(game, seats):
        places = [item for row in sight.frame.scene.rows for item in row.items if isinstance(item, Place)]
        drawn: Counter[Mark] = Counter(placed.mark for placed in sight.sheet.marks)
        labels = Counter(label.text for _, _, label in sight.sheet.labels)
        letters = Counter(make_voice(sight.localizer).letter(place.emblem) for place in places)
        under = Counter(each.mark for place in places for each in covered_signs(place.under).marks)
        assert not under - drawn
        heights = [len(place.under) + 1 for place in places if place.under]
        assert drawn[sprites.emblem(STACK, STACK_SIGN, common("ivory"))] == len(heights)
        edges = sum(drawn[mark] for mark in drawn if is_edge(mark))
        assert edges == sum(min(height - 1, MOST_EDGES) for height in heights)
        assert not Counter(map(str, heights)) - (labels - Counter(str(n) for n, _ in enumerate(places, 1)))
        assert drawn[sprites.arrow(24)] == sum(place.now for place in places)
        seals: Counter[Mark] = Counter(sprites.seal(place.badge, 23) for place in places if place.badge)
        assert not seals - drawn
        assert not Counter(str(number) for number, _ in enumerate(places, 1)) - labels
        assert not letters - labels


def waited_for(sight: Sight) -> str:
    """Return what a picture says of who is asked, before it says anything else."""
    speaks = make_voice(sight.localizer, sight.frame.scene.panels)
    words = plain(" ".join([*turns(sight), *(speaks.say(ask.waiting) for ask in sight.frame.asks)]))
    shown = (label.text for _, _, label in sight.sheet.labels)
    return " ".join(takewhile(lambda label: is_said(label, words), shown))
