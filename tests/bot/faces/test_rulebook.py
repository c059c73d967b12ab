"""The rules, the help and each card, in every language: complete, within Discord's limits and reachable.

What a card does can be asked wherever a person sees one, in public of what lies open only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.faces import messages, private_view, rulebook, story
from bot.faces.answer_controls import Progress
from bot.faces.components import ALT_TEXT, LAYOUT_PARTS, LAYOUT_TEXT, OPTIONS, Kind, Page, Part
from bot.faces.picture.alt import describe
from bot.faces.picture.requests import BoxPicture, CardsPicture, SamplePicture, cards_picture
from bot.faces.rulebook import Chapter, add_kinds_select, explanation, kinds, kinds_select
from bot.interactions.command_texts import command_names
from bot.interactions.reference import rule_sources
from bot.texts.fluent import Language, language
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.fortheking import FOR_THE_KING, cards
from engine.match import AnyMatch, Frame
from engine.scene import Card, Place, Row, Scene, Seat, Text, say
from tests.bot.faces.gallery import Payload, alone, contents, payload, sat
from tests.bot.faces.picture.sights import drawn, texts
from tests.bot.faces.picture.test_layout import assert_sound, faults
from tests.bot.limits import BUTTON, SELECT, problems, walk
from tests.contract.walks import sample, viewers
from tests.contract.walks import walk as whole_game
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

P = TypeVar("P", SamplePicture, BoxPicture)

ROOM = 100
"""How many characters a page leaves free for what comes besides its text."""
SCREEN, TITLE = 1500, 80
"""How many characters of a written page can be read in one go, and how many its title has at most."""
SENTENCE = re.compile(r"(?<=[.;:])\s")
ADDED = 2
"""The chapters that every game has besides those that it writes: a sample table, and each card in one line."""


def said(sent: Payload) -> str:
    """Return all that a page says."""
    return "\n".join(contents(sent)[1:])


def book(game: AnyGame, reader: Language) -> list[Chapter]:
    """Return the rules of a game."""
    return rulebook.all_chapters(rule_sources(game), reader)


def only(game: AnyGame, locale: str, kind: type[P]) -> tuple[Chapter, P]:
    """Return the chapter that has a picture of one kind, and the picture."""
    chapters = book(game, language(locale))
    ((chapter, picture),) = [(each, each.picture) for each in chapters if isinstance(each.picture, kind)]
    return chapter, picture


def row_of(chapter: Chapter) -> Row | None:
    """Return the cards that a chapter explains, which its picture has; None for any other chapter."""
    picture = chapter.picture
    return picture.row if type(picture) is CardsPicture else None


def page(game: AnyGame, number: int, reader: Language) -> Payload:
    """Return a chapter as it is sent, in words."""
    return payload(rulebook.rules_page(rule_sources(game), number, reader))


@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_every_chapter_fits_whole_and_is_listed(game: AnyGame, locale: str) -> None:
    """With titles that a phone can show, and no two alike; a button leads to the next one and to the one before.

    The first has none back, the last none on: so one reads the whole book with one thumb. A forged number is no error:
    it leads to the nearest one.
    """
    reader = alone(locale)
    before, following = reader.text("button-before"), reader.text("button-next")
    chapters = book(game, reader)
    assert len(rulebook.chapter_keys(game.key, reader)) + len(game.telling.glossary) + ADDED <= len(chapters) <= OPTIONS
    titles = [chapter.title for chapter in chapters]
    for number, chapter in enumerate(chapters, 1):
        sent = page(game, number, reader)
        assert not problems(sent)
        assert chapter.text in said(sent)
        assert len(said(sent)) <= LAYOUT_TEXT - ROOM
        assert row_of(chapter) or 0 < len(chapter.text) <= SCREEN
        assert 0 < len(chapter.title) <= TITLE
        parts = [part for part in walk(sent["components"]) if part["type"] in {SELECT, BUTTON}]
        (menu,) = [part for part in parts if "options" in part]
        assert [option["label"] for option in menu["options"]] == titles
        assert [option["value"] for option in menu["options"] if option.get("default")] == [str(number)]
        near = {before: number - 1, following: number + 1}
        assert {part["label"]: part["custom_id"] for part in parts if part != menu} == {
            label: f"rules:{game.key}:{to}" for label, to in near.items() if 1 <= to <= len(chapters)
        }
    assert len(set(titles)) == len(chapters)
    for forged, number in ((0, 1), (-7, 1), (99, len(chapters)), (10**30, len(chapters))):
        assert page(game, forged, reader) == page(game, number, reader)


@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_the_rules_tell_every_kind_of_card(game: AnyGame, locale: str) -> None:
    """With its name and what it does, and the row that a picture can show; and once more in one line.

    No written chapter repeats a sentence of theirs.
    """
    reader = alone(locale)
    chapters = book(game, reader)
    assert tuple(filter(None, map(row_of, chapters))) == game.telling.glossary
    (crib,) = [chapter for chapter in chapters if chapter.title == reader.text("rules-crib")]
    lines = crib.text.split("\n")
    sentences: dict[bool, set[str]] = {True: set(), False: set()}
    for chapter in chapters:
        row = row_of(chapter)
        for kind in row.cards if row else ():
            assert kind.about
            named = f"**{reader.text(f'emblem-{kind.emblem}')} {reader.say(kind.name)}**"
            assert named in chapter.text
            assert reader.say(kind.about) in chapter.text
            assert lines.pop(0).startswith(f"{named}: ")
        sentences[bool(row)] |= {*SENTENCE.split(chapter.text if chapter != crib else "")}
    assert not lines
    assert sentences[True] & sentences[False] <= {""}


def test_a_kind_without_a_brief_word_is_told_by_its_first_sentence() -> None:
    """So a new game has a crib before anybody writes one."""
    bare = replace(FOR_THE_KING.telling.glossary[0].cards[0], about=say("fortheking-told-over"))
    assert rulebook._brief_explanation(bare, language("en")) == "The favor deck is empty."


@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_the_sample_table_has_a_number_at_each_part_that_its_words_explain(game: AnyGame, locale: str) -> None:
    """The phase, whom one waits for and the players at least; no number covers a text."""
    chapter, picture = only(game, locale, SamplePicture)
    explained = re.findall(r"^\*\*(\d+)\*\* ", chapter.text, re.MULTILINE)
    assert explained == [str(number) for number in range(1, len(picture.parts) + 1)]
    assert len(explained) >= 3
    assert texts(drawn(picture))[-len(explained) :] == explained
    assert faults(drawn(picture)) == []
    assert 0 < len(describe(picture)) <= ALT_TEXT
    assert any(chapter.words)


@pytest.mark.parametrize("game", ["fortheking", "oriflamme"])
@FOR_EVERY_LANGUAGE
def test_the_big_games_are_played_through_once(game: str, locale: str) -> None:
    """An example turn with people in it, and a sample table whose rows are all explained."""
    reader = language(locale)
    assert reader.text(f"{game}-rules-example.title") in [chapter.title for chapter in book(GAMES[game], reader)]
    rows = [row.title.key for row in rule_sources(GAMES[game]).sample.scene.rows]
    assert rows
    assert all(reader.has_text(f"{key}.part") for key in rows)


@FOR_EVERY_LANGUAGE
def test_the_card_distribution_sheet_shows_all_108_cards(locale: str) -> None:
    """A1.1-A1.6: in words, in the picture and in its alt text, the same numbers.

    F2, A1.3: what is removed, 22, 13, 8 and none, and the decks that this leaves for each number of players.
    """
    assert FOR_THE_KING.box is not None
    assert len(FOR_THE_KING.box.items) == len(cards.pool(cards.MOST_PLAYERS)) == 108
    chapter, picture = only(FOR_THE_KING, locale, BoxPicture)
    words, shown, told = "\n".join(chapter.words), texts(drawn(picture)), describe(picture)
    for letters, times in (("AD", 4), ("EG", 3), ("HI", 2), ("AG", 7)):
        span = "\u2013".join(letters)
        assert f"({span}) \u00d7{times}" in words
        assert f"({span}) \u00d7{times}" in told
        assert span in shown
    assert [each.count("\u00d713") for each in (words, shown, told)] == [3, 3, 3]
    assert {"25", "11"} <= set(shown)
    assert_sound(drawn(picture))
    lines = [line for line in language(locale).text("fortheking-rules-box").split("\n") if line.startswith("•")]
    for line, (players, removed) in zip(lines, cards.RANDOM_REMOVED.items(), strict=True):
        pool = len(cards.pool(players))
        told_of = [int(number) for number in re.findall(r"\d+", line)]
        assert told_of == ([removed, pool, pool - removed] if removed else [pool])


ITSELF = {"en": "begins by itself a minute after", "uk": "почнеться сама за хвилину після того"}
"""How each language says that a game begins without anybody's press."""


@FOR_EVERY_LANGUAGE
def test_every_page_of_the_help_fits_and_leads_to_the_others(locale: str) -> None:
    """Nothing missing in any sentence: a fact that is not given would be logged, which fails a test.

    Who asks for help for the first time reads three sentences and presses a button. Commands are named as they are
    typed.
    """
    names, reader, told = command_names(locale), alone(locale), list[str]()
    learned = [f"learn:{game.key}" for game in GAMES.values() if game.primer]
    for whom in ("", *rulebook.READERS):
        sent = payload(rulebook.help_page(reader, names, whom))
        told.append(said(sent))
        assert not problems(sent)
        assert len(told[-1]) <= SCREEN
        assert "{" not in told[-1]
        ids = [part["custom_id"] for part in walk(sent["components"]) if "custom_id" in part]
        assert ids == [*(f"help:{each}" for each in rulebook.READERS if each != whom), *learned]

    first, *others = told
    begins = reader.text("help-begin", **names)
    for told_of in (begins, reader.text("starts-waiting", players=4)):
        assert ITSELF[locale] in told_of, "by itself, a minute after everybody is there, whoever opened the table"
    assert reader.text("button-start") in begins
    for page in ("begin", "rivals", "play"):
        assert reader.text("button-more") in reader.text(f"help-{page}", **names), "lists and advice are behind it"
    assert len(first) < 400
    assert names["newgame"] in first
    settings = (f"settings-{each}" for each in ("show", "reading", "calls", "server"))
    typed = ("newgame", "play", "rules", "hand", "table-end", *settings)
    assert [name for name in typed if f"`{names[name]}`" not in "\n".join(others)] == []


LONGEST = 350
"""How long it may take to tell what a card does."""
POSITIONS = 30
FULL = Progress(unfolded=True)


def rows(scene: Scene) -> Sequence[Row]:
    """Return every row of a scene."""
    return [*scene.rows, *scene.hand, *scene.rest, *(row for panel in scene.panels for row in panel.rows)]


def cards_in(found: Sequence[Row]) -> Iterator[Card]:
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
    unknown = sorted({card.name.key for card in cards_in(rows(shown.scene)) if card.about not in known})
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
        shown = {card.about for card in cards_in(rows(frame.scene))}
        assert not shown - {kind.about for kind in every}, unlisted(game, frame)
        met |= shown
        for part in kinds_select(game.key, frame, rows(frame.scene), language("en"), 3, "look", 2):
            assert part["type"] is Kind.SELECT
            assert part["custom_id"] == f"about:{game.key}:3:look:2"
            for option in part["options"]:
                assert option["label"] == language("en").say(every[int(option["value"])].name)
                assert option["emoji"]["name"] == language("en").text(f"emblem-{every[int(option['value'])].emblem}")
        if frame.viewer is not None:
            asked = listed(game, kinds_select(game.key, frame, frame.scene.hand, language("en")))
            held = list(dict.fromkeys(card.about for card in cards_in(frame.scene.hand)))
            assert len(set(asked)) == len(asked)
            assert set(held) <= set(asked), unlisted(game, frame)
            assert frame.mine or asked == held
    assert bool(met) == bool(every)
    assert kinds_select(game.key, positions(game, game.seats[0])[0].frame(None), (), language("en")) == []


@pytest.mark.slow
@FOR_EVERY_GAME
def test_every_private_view_lists_the_kinds_that_it_shows(game: AnyGame) -> None:
    """My hand, the own view with its question, and every page of the whole table; what all see in public lists none."""
    met = False
    for match in positions(game, game.seats[-1]):
        table, localizer = sat(match)
        for frame in (match.frame(viewer) for viewer in viewers(match)):
            views = [(messages.whole_table_page(table, frame, localizer), rows(frame.scene))]
            if frame.viewer is None:
                for public in (messages.table_message(table, frame, localizer), story.post(table, frame, localizer)):
                    assert not listed(game, walk(payload(public)["components"]))
            else:
                views += [
                    (private_view.hand_page(table, frame, localizer), frame.scene.hand),
                    (private_view.private_page(table, frame, localizer, progress=FULL), frame.scene.hand),
                ]
            for view, shown in views:
                asked = {*listed(game, walk(payload(view)["components"]))}
                assert {card.about for card in cards_in(shown)} <= asked, unlisted(game, frame)
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
        assert page.request in [cards_picture(replace(row, items=(kind,)), reader) for row in glossary]
        assert f"rules:{game.key}" in str(sent)
    assert all(reader.has_text(row.title.key) for row in glossary)
    assert explanation(game.key, glossary, len(every), reader) is None
