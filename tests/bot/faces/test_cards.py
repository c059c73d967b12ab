"""What a card does can be asked wherever a person sees one, in public of what lies open only; in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from bot.faces import messages, private_view
from bot.faces.answer_controls import Progress
from bot.faces.card_help import add_kinds_select, explanation, kinds, kinds_select
from bot.faces.components import LAYOUT_PARTS, OPTIONS, Kind, Page, Part
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import AnyMatch, Frame
from engine.scene import Card, Place, Row, Scene, Seat, Text, say
from tests.bot.faces.gallery import alone, contents, payload, sat
from tests.bot.limits import problems, walk
from tests.contract.walks import sample, viewers
from tests.contract.walks import walk as whole_game
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

LONGEST = 350
"""How long it may take to tell what a card does."""
POSITIONS = 30
FULL = Progress(unfolded=True)


def rows(scene: Scene) -> Sequence[Row]:
    """Return every row of a scene."""
    return [*scene.rows, *scene.hand, *scene.rest, *(row for panel in scene.panels for row in panel.rows)]


def cards(found: Sequence[Row]) -> Iterator[Card]:
    """Yield every card in some rows, those of places and under them among them."""
    for row in found:
        yield from row.cards
        yield from (card for place in row.only(Place) for card in (place.top, *place.under) if card)


def listed(game: AnyGame, parts: Iterable[Part]) -> list[Text | None]:
    """Return what the kinds do that the lists of cards among some parts ask about, in their order."""
    every = kinds(game.telling.glossary)
    menus = (part for part in parts if part.get("custom_id", "").startswith("about:"))
    return [every[int(option["value"])].about for menu in menus for option in menu["options"]]


def positions(game: AnyGame, seats: int) -> list[AnyMatch]:
    """Return positions from all over a random match."""
    return sample(whole_game(game, seats, seats)[0], POSITIONS)


def frames(game: AnyGame) -> Iterator[Frame]:
    """Yield frames of everybody from all over random matches of few and of many."""
    for seats in (game.seats[0], game.seats[-1]):
        for match in positions(game, seats):
            yield from (match.frame(viewer) for viewer in viewers(match))


def unlisted(game: AnyGame, shown: Frame) -> str:
    """Return which cards are of no kind that the glossary has, and what to do about that."""
    known = {kind.about for kind in kinds(game.telling.glossary)}
    unknown = sorted({card.name.key for card in cards(rows(shown.scene)) if card.about not in known})
    return f"{unknown}: give these cards the `kinds_select` of a card in the glossary of {game.key}."


@FOR_EVERY_GAME
def test_list_has_the_kinds_that_are_shown(game: AnyGame) -> None:
    """Under a hand each kind that is held once, as they lie; what a question names comes before them.

    Labels are names, values numbers of the glossary, the same for everybody; the id names game, table and view. Every
    card is of a kind, wherever it lies: in a hand, open, in a queue, under another card; a game of kinds that never
    come is none.
    """
    every, met = kinds(game.telling.glossary), set[Text | None]()
    for frame in frames(game):
        shown = {card.about for card in cards(rows(frame.scene))}
        assert not shown - {kind.about for kind in every}, unlisted(game, frame)
        met |= shown
        for part in kinds_select(game.key, frame, rows(frame.scene), language("en"), 3, "look", 2):
            assert part["type"] is Kind.SELECT
            assert part["custom_id"] == f"about:{game.key}:3:look:2"
            for option in part["options"]:
                assert option["label"] == language("en").say(every[int(option["value"])].name)
                assert option["emoji"]["name"] == language("en").text(f"emblem-{every[int(option['value'])].emblem}")
        if frame.viewer is not None:
            menu = kinds_select(game.key, frame, frame.scene.hand, language("en"))
            asked = listed(game, menu)
            held = list(dict.fromkeys(card.about for card in cards(frame.scene.hand)))
            assert len(set(asked)) == len(asked)
            assert set(held) <= set(asked), unlisted(game, frame)
            assert frame.mine or asked == held
    assert bool(met) == bool(every)
    assert kinds_select(game.key, positions(game, game.seats[0])[0].frame(None), (), language("en")) == []


@pytest.mark.slow
@FOR_EVERY_GAME
def test_every_private_view_lists_the_kinds_that_it_shows(game: AnyGame) -> None:
    """My hand, the own view with its question, and every page of the whole table."""
    met = False
    for match in positions(game, game.seats[-1]):
        table, localizer = sat(match)
        for frame in (match.frame(viewer) for viewer in viewers(match)):
            views = [(messages.whole_table_page(table, frame, localizer), rows(frame.scene))]
            if frame.viewer is not None:
                views += [
                    (private_view.hand_page(table, frame, localizer), frame.scene.hand),
                    (private_view.private_page(table, frame, (), localizer, FULL), frame.scene.hand),
                ]
            for view, shown in views:
                asked = {*listed(game, walk(payload(view)["components"]))}
                assert {card.about for card in cards(shown)} <= asked, unlisted(game, frame)
                met |= bool(asked)
    assert met == bool(kinds(game.telling.glossary))


def test_a_card_that_was_just_drawn_can_be_asked_about_first() -> None:
    """For the King: the drawn card lies nowhere yet; the question names it."""
    game = GAMES["fortheking"]
    named = set()
    for frame in frames(game):
        if frame.mine and frame.mine.prompt.key == "fortheking-ask-place":
            for menu in kinds_select(game.key, frame, (), language("en")):
                name = menu["options"][0]["label"]
                assert name in language("en").say(frame.mine.prompt)
                named.add(name)
    assert any(name.startswith("King") for name in named)
    assert {"Diplomacy", "Military"} & named


def test_a_card_that_says_nothing_of_itself_is_not_taken_for_another_kind() -> None:
    """A game may have kinds that nothing is told of."""
    silent, other = Card(say("fortheking-gold"), "fortheking-gold"), Card(say("fortheking-none"), "fortheking-gold")
    glossary = (Row(say("fortheking-glossary-government"), (silent,), say("fortheking-none")),)
    frame = replace(positions(GAMES["fortheking"], 2)[0].frame(None), glossary=glossary)
    assert kinds_select("fortheking", frame, (replace(glossary[0], items=(other,)),), language("en")) == []


def test_list_stays_out_where_there_is_no_room() -> None:
    """Forty components with the frame, a picture and the list itself; Discord refuses a select without options."""
    game = GAMES["fortheking"]
    frame = positions(game, 2)[-1].frame(Seat(0))
    shown = game.key, frame, game.telling.glossary, language("en")
    menu = kinds_select(*shown)
    most = LAYOUT_PARTS - 2 - 2 * len([menu, *menu])
    assert len(add_kinds_select(Page(["x"] * most, [menu]), *shown).rows) == 2
    assert add_kinds_select(Page(["x"] * (most + 1), [menu]), *shown).rows == [menu]
    empty = add_kinds_select(Page(["x"]), game.key, replace(frame, asks=()), (), language("en"))
    assert empty.components() == Page(["x"]).components()


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_answer_says_what_the_card_does(game: AnyGame, locale: str) -> None:
    """In its own words and in few of them, with its name, its symbol, its card to be drawn, and the way to the rules.

    A card is found by what it does, so no two kinds are the same; and all fit into one select.
    """
    reader, glossary = alone(locale), game.telling.glossary
    every = kinds(glossary)
    assert len({kind.about for kind in every}) == len({kind.name for kind in every}) == len(every) <= OPTIONS
    for number, kind in enumerate(every):
        page = explanation(game.key, glossary, number, reader)
        assert page is not None
        sent = payload(page)
        assert not problems(sent)
        said = "\n".join(contents(sent))
        assert kind.about
        assert 20 < len(reader.say(kind.about)) <= LONGEST
        for text in (kind.name, kind.about, say(f"emblem-{kind.emblem}")):
            assert reader.has_text(text.key)
            assert reader.say(text) in said
        assert page.shown in [replace(row, items=(kind,)) for row in glossary]
        assert f"rules:{game.key}" in str(sent)
    assert all(reader.has_text(row.title.key) for row in glossary)
    assert explanation(game.key, glossary, len(every), reader) is None
