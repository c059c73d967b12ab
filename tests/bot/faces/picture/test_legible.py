"""What is read of a picture: on a phone, with letters large enough and names whole, and aloud in its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import combinations

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.faces.components import ALT_TEXT
from bot.faces.picture import alt
from bot.faces.picture.alt import Sentence, describe, shorten
from bot.faces.picture.card_queue import PER_LINE, STRING, TIP, queue
from bot.faces.picture.colours import common
from bot.faces.picture.font import ELLIPSIS
from bot.faces.picture.layout import INNER, Block, Fill
from bot.faces.picture.players import WHOLE as LETTERS_WHOLE
from bot.faces.picture.players import columns, lay_out_players
from bot.faces.picture.requests import (
    HandPicture,
    TablePicture,
    hand_picture,
    table_picture,
    whole_picture,
)
from bot.faces.picture.sprites import tip
from bot.faces.picture.table import ASKING, DRAFTS, GOOD, WHOLE, layouts, standings
from bot.faces.picture.text import PictureLocalizer, make_voice
from bot.faces.rulebook import kinds
from bot.faces.scene_text import Localizer
from bot.texts.fluent import Language, language
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Fact, Panel, Place, Scene, Seat, say
from tests.bot.faces.picture.sights import (
    EVERY_TABLE,
    NAMES,
    TITLE,
    Sight,
    drawn,
    hands,
    localizer,
    tables,
    texts,
)
from tests.bot.faces.picture.test_layout import faults, text
from tests.bot.faces.picture.test_truth import is_edge
from tests.bot.represented import EVERY_LANGUAGE
from tests.contract.walks import MOST_MOVES, sample, walk
from tests.engine.games.fortheking.scenarios import P1, Hands, auction_table, share_table
from tests.every import FOR_EVERY_LANGUAGE

WIDEST = "W" * LETTERS_WHOLE
MARKS = (say("fortheking-mark-began"), say("fortheking-mark-highest"), say("fortheking-mark-out", amount=12))
FIGURES = ("hand", "own-bid", "discarded", "lost")
"""The figures of a player in an auction, as they are told."""


def figures(keys: Sequence[str]) -> tuple[Fact, ...]:
    """Return these figures, each of two digits."""
    return tuple(Fact(say(f"fortheking-fact-{key}"), 17) for key in keys)


def said(names: Sequence[str], locale: str) -> PictureLocalizer:
    """Return what a picture says of people with these names."""
    return make_voice(localizer(len(names), locale, names))


def players(panels: Sequence[Panel], names: Sequence[str], locale: str = "en", *, known: bool = True) -> Block:
    """Return a table of players, each of whom may be the one who is asked."""
    asked = frozenset(panel.seat for panel in panels)
    block = lay_out_players(panels, asked, frozenset(), said(names, locale))(known=known)
    assert faults(block) == []
    return block


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("size", range(len(FIGURES) + 1))
def test_name_of_twelve_letters_is_whole(size: int, locale: str) -> None:
    """The widest one, with every combination of columns and every mark: a column gives way before a name does.

    At a table of two and of five, all of whom may have as wide a name; at the end, too.
    """
    points, names = figures(["points"]), [WIDEST] * 5
    for keys in combinations(FIGURES, size):
        panels = [Panel(Seat(0), MARKS, figures(keys)), Panel(Seat(1), (), figures(keys[:1]))]
        labels = texts(players(panels, (WIDEST, "Bo"), locale))
        assert WIDEST in labels
        assert labels.count("17") == size + len(keys[:1])
        assert ELLIPSIS not in "".join(labels)

        panels = [Panel(Seat(seat), MARKS[seat % 2 :], figures(keys)) for seat in range(5)]
        assert texts(players(panels, names, locale)).count(WIDEST) == 5
        scene = Scene(text("Over"), "over", panels=tuple(replace(panel, facts=points) for panel in panels))
        assert texts(standings(scene, [1] * 5, said(names, locale), DRAFTS[0])).count(WIDEST) == 5


def test_column_is_drawn_where_it_tells_something() -> None:
    """Not where everybody has nothing, but for the first one, which counts most.

    A figure without a column is told below the name: the least telling ones go first, and nothing is lost.
    """
    hand, paid = (Fact(say(f"fortheking-fact-{key}"), 0) for key in ("hand", "discarded"))
    for value in range(2):
        ann, bo = Panel(Seat(0), (), (hand, paid)), Panel(Seat(1), (), (hand, replace(paid, value=value)))
        labels = " ".join(texts(players([ann, bo], ("Ann", "Bo"), known=False)))
        assert "Cards in hand" in labels
        assert ("paid" in labels) == bool(value)
    block = players([Panel(Seat(0), (), figures(FIGURES))], (WIDEST,), known=False)
    below = {label.text: y for _, y, label in block.labels}
    assert below["Bid"] < below[WIDEST] < below["Cards lost unseen"]


@FOR_EVERY_LANGUAGE
def test_no_letter_means_two_things(locale: str) -> None:
    """Offices have shield and name; only cards have letters, whose use is said beside them."""
    spoken = said((), locale)
    assert [kind for kind in kinds(GAMES["fortheking"].telling.glossary) if spoken.letter(kind.emblem)] == []
    frame = auction_table([["military-B", "gold-1"], ["gold-2"]], ["military-A"]).match.frame(Seat(0))
    order = table_picture(frame, TITLE, localizer(2, locale))
    assert spoken.key("fortheking-letters") in " ".join(texts(drawn(order)))


@pytest.mark.parametrize("count", [1, 2, PER_LINE, PER_LINE + 1, 3 * PER_LINE, 20])
def test_neighbours_hang_on_one_string_across_the_ends_of_lines(count: int) -> None:
    """An arrow leads into each line but the first, and the string runs from the end of the one above."""
    places = [Place(text(""), "unknown", seat=Seat(0), top=None)] * count
    marks = [placed.mark for placed in queue(places, said(("Ann",), "en")).marks]
    pieces = [mark for mark in marks if isinstance(mark, Fill)]
    lines = -(-count // PER_LINE)
    assert marks.count(tip(TIP)) == lines - 1
    assert all(piece.colour == common("gold") and STRING in (piece.width, piece.height) for piece in pieces)
    assert sum(piece.width > INNER for piece in pieces) == lines - 1


def test_a_high_stack_shows_six_edges() -> None:
    """The number stands on the top card anyhow."""
    place = Place(text(""), "unknown", seat=Seat(0), top=None, under=(None,) * 8)
    marks = [placed.mark for placed in queue([place], said(("Ann",), "en")).marks]
    assert sum(map(is_edge, marks)) == 6


DESKTOP = 350
"""How high Discord's desktop shows a picture, in CSS pixels."""

CROWDED = {"fortheking", "oriflamme"}
"""The games in which more people than the fewest have more cards that are known than a desktop shows."""

LEAST_LETTERS = 8.0
"""How high the smallest letters are at least, where a desktop shows a table as high as is good."""


def known(sight: Sight) -> set[str]:
    """Return what the cards are called that are known of players."""
    return {sight.voice.say(row.title) for panel in sight.frame.scene.panels for row in panel.rows if row.items}


def detailed(order: TablePicture) -> float:
    """Return how high a table is at least with the cards that are known of players."""
    lay_out = layouts(order, make_voice(order.localizer, order.scene.panels), alone=False)
    return min(lay_out(draft).height for draft in DRAFTS if draft.known)


@pytest.mark.slow
@EVERY_TABLE
def test_the_cards_known_of_players_go_before_a_table_is_small_on_a_desktop(game: AnyGame, seats: int) -> None:
    """They are drawn while there is room; the picture of the whole table has more of it, and the words all of them.

    So the smallest letter is legible on a table as high as is good, and at a beginning nearly as large as Discord's own
    small text.
    """
    left = Counter[float]()
    for sight in tables(game, seats, 20):
        for draw, good in ((table_picture, ASKING if sight.frame.asks else GOOD), (whole_picture, WHOLE)):
            order = draw(sight.frame, TITLE, sight.localizer)
            told = {*texts(drawn(order))}
            if sight.frame.outcome is None and not known(sight) <= told:
                assert detailed(order) > good
                left[good] += 1
            assert drawn(order).height <= good or not known(sight) & told
    begun = next(tables(game, seats)).sheet
    least = min(label.kind.size for _, _, label in begun.labels) * DESKTOP
    assert least / GOOD >= LEAST_LETTERS
    assert least / begun.height >= 11
    assert left[WHOLE] <= left[ASKING]
    assert left[ASKING] or game.key not in CROWDED or seats == game.seats[0]


@pytest.mark.parametrize("seats", GAMES["oriflamme"].seats)
def test_the_course_of_a_game_goes_before_its_end_is_small_on_a_desktop(seats: int) -> None:
    """It is in the words, and in the picture of the whole table; what is left is good in most games."""
    good = 0
    for number in range(6):
        frame = walk(GAMES["oriflamme"], seats, number)[0][-1].frame(None)
        (chart,) = frame.scene.charts
        title = make_voice(localizer(seats), frame.scene.panels).say(chart.title)
        shown = table_picture(frame, TITLE, localizer(seats))
        assert drawn(shown).height <= GOOD or title not in texts(drawn(shown))
        assert title in texts(drawn(whole_picture(frame, TITLE, localizer(seats))))
        good += drawn(shown).height <= GOOD
    assert good > 3


# Aloud

LONG = tuple(f"{name} Jacqueline Ἀθηνᾶ-Marie de Saint-Exupéry"[:32] for name in NAMES)


def spaced(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


@pytest.mark.slow
@EVERY_TABLE
def test_alt_text_is_whole_sentences_without_markdown(game: AnyGame, seats: int) -> None:
    """It is read aloud as it stands, and most important first, for it may be cut: whose turn it is, or who won.

    Then it names the table, of which several may run in one channel, and its phase. Whoever is asked reads so in
    private, instead of their name.
    """
    for sight in (*tables(game, seats), *hands(game, seats)):
        text = describe(sight.order)
        assert len(text) <= ALT_TEXT
        assert not re.search(r"[*`\n]|-#", text)
        assert text[-1] in ".?!"

    for sight in tables(game, seats):
        outcome, text = sight.frame.outcome, describe(sight.order)
        first = outcome.report[0] if outcome else sight.frame.asks[0].waiting
        assert text.startswith(spaced(sight.localizer.label(first)).removeprefix("🏆 "))
        assert f"{TITLE}: {spaced(sight.localizer.label(sight.frame.scene.heading))}" in text
        for ask in sight.frame.asks[:1]:
            order = table_picture(replace(sight.frame, viewer=ask.seat), TITLE, sight.localizer)
            turn = sight.localizer.language.text("picture-your-turn")
            assert describe(order).startswith(turn)
            assert turn in texts(drawn(order))


@pytest.mark.slow
@EVERY_LANGUAGE
@EVERY_TABLE
@pytest.mark.parametrize("most", [60, pytest.param(MOST_MOVES, marks=pytest.mark.soak)])
def test_the_first_figure_of_every_player_is_always_told(game: AnyGame, seats: int, locale: str, most: int) -> None:
    """However long the names are and however much lies on the board; at the end of everybody, too."""
    speaks = localizer(seats, locale, LONG)
    for match in sample(walk(game, seats, seats)[0], most):
        frame = match.frame(None)
        text = describe(table_picture(frame, TITLE, speaks))
        for panel in frame.scene.panels:
            for fact in panel.facts[:1]:
                figure = spaced(speaks.label(say("fact", label=fact.label, value=fact.value)))
                assert re.search(f"{re.escape(LONG[panel.seat])}: ([^.]+; )?{re.escape(figure)}[.;]", text)


def test_what_does_not_fit_is_left_out() -> None:
    """As a whole, since half a fact can say the opposite; of what can be said at length, what takes least room is."""
    text = alt.cut(["a" * 1000, "b" * 50, "c"])
    assert text == "a" * 1000 + "."
    assert alt.cut(["One", "Two?", ""]) == "One. Two?"
    said = [Sentence("One", "One: 1"), Sentence("Two", "Two: 22222")]
    assert shorten(said, [(said, 0), (said, 1)], 12) == "One: 1. Two."
    said = [Sentence("A" * 20), Sentence("B")]
    assert shorten(said, [(said, 0)], 12) == ""


DRAWS = ["gold-3", "military-A", "military-B", "military-C"]
ELSEWHERE = """
fortheking-card-government = { $letter }{ $value } of the { $office }
fortheking-card-gold = { $value } pieces
"""
"""Words in which no card is called as its group is."""


class Elsewhere(HandPicture):
    """A hand in a language that names cards in another order than English does."""

    @property
    def localizer(self) -> Localizer:
        """Who says the texts of the picture."""
        bundle = FluentBundle(["en"], use_isolating=False)
        bundle.add_resource(FluentResource(ELSEWHERE))
        return Localizer(Language("xx", (bundle, *language("en").bundles)), People((), self.names))


def asked(hands: Hands) -> HandPicture:
    """Return the picture of the Adviser's own view."""
    order = hand_picture(share_table(3, DRAWS, hands=hands).match.frame(P1), TITLE, localizer(3))
    assert order is not None
    return order


def words(key: str) -> str:
    """Return a text of the game."""
    return language("en").text(f"fortheking-{key}")


def middles(order: HandPicture) -> dict[str, float]:
    """Return how far down the middle of each text stands, of several equal ones the last."""
    return {label.text: y + label.height / 2 for _, y, label in drawn(order).labels}


def test_the_sums_stand_beside_the_cards_that_they_are_about() -> None:
    """The card that was just drawn isn't in the personal deck yet; where it stands alone nothing has a sum."""
    new, own, total = map(words, ("row-drawn", "row-personal", "fact-total"))
    order = asked([["gold-1", "gold-2"], [], []])
    told, alone = middles(order), middles(asked([[], [], []]))
    assert told[new] < told[own] <= told[total] < told["3"]
    assert texts(drawn(order)).count(total) == 1
    assert alone[new] < alone[own]
    assert total not in alone


@pytest.mark.parametrize("kind", [HandPicture, Elsewhere])
def test_the_sums_stand_beside_their_cards_in_every_language(kind: type[HandPicture]) -> None:
    """The game says which cards belong together, not how their names begin."""
    order = asked([["gold-1", "gold-2", "military-I"], [], []])
    found = middles(kind(*(getattr(order, field.name) for field in fields(order))))
    assert abs(found["Gold"] - found["3"]) < 1
    assert abs(found[words("fact-total")] - found[words("row-personal")]) < 15
    assert found[words("fact-total")] < found["Military"] < found["Gold"]


def test_columns_keep_their_places_whoever_has_which() -> None:
    """The most telling first; the others in one order, however they are met."""
    hand, bid, paid = (Fact(say(f"fortheking-fact-{key}"), 1) for key in ("hand", "own-bid", "discarded"))
    for others in ((bid, paid), (paid, bid)):
        panels = tuple(Panel(Seat(seat), facts=(hand, other)) for seat, other in enumerate(others))
        found, *_ = columns(panels, make_voice(localizer(2), panels))
        assert found == (hand.label, paid.label, bid.label)
