"""Whole messages of whole random games, with people whose names are as bad as can be; decisions; open tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import DAY, HOUR, PACES, SeatClock, TableClock, TimeControl
from bot.faces import messages, private_view
from bot.faces import story as tale
from bot.faces.answer_controls import NOTHING_YET, Answers, Progress
from bot.faces.clocks import starting_dialog
from bot.faces.components import ELLIPSIS, Page, Part, button, make_custom_id
from bot.faces.lobby import Box, lobby_texts
from bot.faces.logbook import HERE_NOW, Visit
from bot.faces.scene_text import Localizer, brief_row, stakes
from bot.storage.records import NO_USER, Incident, IncidentKind, Sitter, Status, TableId, TableRecord
from bot.texts.fluent import language
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Frame, Match, OfferReply
from engine.rng import SEED_BYTES
from engine.scene import Seat, say
from tests.bot import represented
from tests.bot.faces.gallery import TORTURE, Payload, ask_of, contents, faces, lobbies, payload, sat, shown
from tests.bot.limits import problems
from tests.bot.server import verb
from tests.contract.orders import ordered_walk
from tests.contract.walks import AnyMatch, sample, walk
from tests.engine.ballot import BALLOT
from tests.every import FOR_EVERY_GAME, FOR_EVERY_KEY, FOR_EVERY_LANGUAGE

EVERY = pytest.mark.parametrize("game, seats", represented.seats())
POSITIONS = 12
HOURGLASSES = re.compile(r"⏳.*\n[^\n]*⏳")


def words(sent: Payload) -> str:
    """Return all that a message says."""
    return "\n".join(contents(sent))


@pytest.mark.slow
@represented.EVERY_LANGUAGE
@EVERY
def test_every_message_keeps_discords_limits(game: AnyGame, seats: int, locale: str) -> None:
    """At positions all over a random game, to everybody and to each person, with the worst of names.

    So where people order ahead: each question about an order, with answers begun, and all that stands.
    """
    for walked in (walk(game, seats, seats)[0], ordered_walk(game, seats, seats)[0]):
        for match in sample(walked, POSITIONS):
            table, localizer = sat(match, locale, TORTURE)
            every = chain(faces(match, table, localizer), lobbies(table, localizer, game.seats))
            assert not [(match.seq, problem, one) for one in every for problem in problems(one)]


@pytest.mark.slow
@represented.EVERY_LANGUAGE
@EVERY
def test_nothing_that_is_shown_is_cut_however_long_the_names(game: AnyGame, seats: int, locale: str) -> None:
    """The table message, the private views and the hand show all they have to."""
    for match in sample(walk(game, seats, seats)[0], POSITIONS):
        table, localizer = sat(match, locale, ["W" * 32] * seats)
        views = [messages.table_message(table, match.frame(None), localizer)]
        for frame in map(match.frame, map(Seat, range(seats))):
            views.append(private_view.private_page(table, frame, localizer))
            views.append(private_view.hand_page(table, frame, localizer))
        assert not [view for view in views if ELLIPSIS in words(payload(view))]


@FOR_EVERY_LANGUAGE
@EVERY
def test_no_rival_is_called_and_nobody_can_press_its_choices(game: AnyGame, seats: int, locale: str) -> None:
    """Where rivals alone are asked a post says what they are doing; a person is called as ever."""
    matches, _ = walk(game, seats, seats)
    for match in sample(matches[:-1], POSITIONS):
        table, localizer = sat(match, locale)
        frame = match.frame(None)
        called, told = (tale.post(each, frame, localizer) for each in (table, attended_by_none(table)))
        assert "👉" in str(called.content)
        assert called.rows
        waiting = "\n".join(localizer.say(ask.waiting) for ask in frame.asks)
        assert (told.content, told.rows) == (f"⏳ {waiting}", [])


@FOR_EVERY_LANGUAGE
def test_a_post_without_room_for_all_says_so_and_leads_to_the_log(locale: str) -> None:
    """As it grows, also while rivals alone are asked, and as it stays; one with room for all does neither."""
    match = walk(next(iter(GAMES.values())), 3, 3)[0][0]
    table, localizer = sat(match, locale, TORTURE)
    frame, cut = match.frame(None), localizer.key("story-cut")
    for lines, wanted in (([f"line {number} " + "x" * 80 for number in range(40)], True), (["a line"], False)):
        posts = [tale.post(each, frame, localizer, lines) for each in (table, attended_by_none(table))]
        for sent in (*posts, tale.quiet_post(table, lines, localizer, after="0")):
            assert str(sent.content).startswith(cut) is wanted
            assert (make_custom_id("log", table.id) in str(payload(sent))) is wanted
            assert lines[-1] in str(sent.content)
            assert not problems(payload(sent))


@pytest.mark.slow
@represented.EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_no_two_lines_with_an_hourglass_stand_below_each_other(game: AnyGame, locale: str) -> None:
    """Whether one is waited for or several, people or rivals, by the clock or at leisure, with orders or without."""
    seats = game.seats[1]
    for match in sample(ordered_walk(game, seats, 1)[0], POSITIONS):
        calm, localizer = sat(match, locale)
        for table in (calm, timed(calm), attended_by_none(timed(calm))):
            for viewer in (None, Seat(0)):
                every = map(words, shown(table, match.frame(viewer), localizer))
                assert not [one for one in every if HOURGLASSES.search(one)]


def test_one_hourglass_stands_for_all_who_are_waited_for(errors: pytest.LogCaptureFixture) -> None:
    """A game in which all decide at once, and that has no words: a line for each, one sign."""
    match = Match.start(BALLOT, 4, bytes(SEED_BYTES))
    calm, localizer = sat(match)
    for said in (
        messages.waiting_text(match.frame(None), localizer),
        str(tale.post(attended_by_none(calm), match.frame(None), localizer).content),
    ):
        assert said.startswith("⏳")
        assert said.count("⏳") == 1
        assert said.count("\n") == 3
    assert errors.records


def timed(table: TableRecord) -> TableRecord:
    """Return a table at which all have some time, each until another moment."""
    seats = tuple(SeatClock(asked=0, until=1e9 + 60 * seat) for seat in range(len(table.sitters)))
    return replace(table, clock=TableClock(TimeControl(pace=PACES["day"]), seats, agreed=(table.sitters[0].user,)))


def attended_by_none(table: TableRecord) -> TableRecord:
    """Return a table where rivals sit."""
    return replace(table, sitters=tuple(replace(sitter, user=NO_USER, level="knight") for sitter in table.sitters))


@FOR_EVERY_LANGUAGE
@EVERY
def test_title_in_small_ends_in_a_colon(game: AnyGame, seats: int, locale: str) -> None:
    """Where more stands behind it, so that it can't be read as the first of what it names.

    The queue's promises no number that its lines don't have: they show Influence and height, not the round.
    """
    for match in sample(walk(game, seats, seats)[0], POSITIONS):
        _, localizer = sat(match, locale)
        scene = match.frame(match.deciding[0] if match.deciding else None).scene
        assert all(":** " in brief_row(each, localizer) for each in scene.rows)
        if game.key == "oriflamme":
            assert f"**{localizer.say(scene.rows[0].title)}:**" in brief_row(scene.rows[0], localizer)


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("seats", [2, 3])
def test_a_private_question_says_what_the_numbers_of_the_offices_are(seats: int, locale: str) -> None:
    """Nobody has to guess what "3/1" is; with two players each office has one duty."""
    matches, _ = walk(GAMES["fortheking"], seats, seats)
    _, localizer = sat(matches[0], locale)
    board = matches[0].frame(None).scene.rows[-1].title
    asked = ((ask_of(match, seat), match.frame(seat).scene) for match in matches for seat in match.deciding)
    said = next(stakes(ask, scene, localizer) for ask, scene in asked if ask.stakes[0].title == board)
    kinds = ["duty"] if seats < 3 else ["primary", "second"]
    assert f"({' / '.join(localizer.say(say(f'fortheking-fact-{kind}')) for kind in kinds)})" in said


def views(game: AnyGame, progress: Progress = NOTHING_YET, visit: Visit = HERE_NOW) -> Iterator[tuple[Frame, Page]]:
    """Yield every question of whole matches with the fewest and the most seats, as who is asked sees it."""
    for seats in (game.seats[0], game.seats[-1]):
        for match in walk(game, seats, 1)[0]:
            table, localizer = sat(match)
            for frame in map(match.frame, match.deciding):
                if frame.mine is not None:
                    yield frame, private_view.private_page(table, frame, localizer, progress=progress, visit=visit)


def verbs(page: Page) -> list[str]:
    """Return what can be pressed, in order."""
    return [verb(part) for row in page.rows for part in row]


@pytest.mark.slow
@FOR_EVERY_GAME
def test_more_unfolds_the_rest_in_place(game: AnyGame) -> None:
    """Folded, a question has nothing beside its answers but the way to take a move back and *More*, the last of all.

    Unfolded the answers stay where they are; the rest comes below, and *Less* folds it again.
    """
    back = Visit(ways=[button("Take back", "back:1:5")])
    several = views(game, visit=back), views(game), views(game, Progress(unfolded=True))
    for (_, with_back), (_, folded), (frame, page) in zip(*several, strict=True):
        assert verbs(with_back)[-2:] == ["back", "more"]
        assert not {"look", "log", "about", "ahead", "advice", "note"} & {*verbs(with_back)}
        fold = verbs(folded).index("more")
        assert verbs(page)[:fold] == verbs(folded)[:fold]
        assert verbs(page)[fold] == "less"
        assert {"look", "log", "note"} <= {*verbs(page)[fold:]}
        assert ("ahead" in verbs(page)) == any(
            each.question != frame.mine.question for each in frame.orders if frame.mine
        )
        assert (page.blocks[0], page.words) == (folded.blocks[0], folded.words)
        assert {*folded.tail} <= {*page.tail}


def test_more_tells_the_details_of_a_question() -> None:
    """Below it, in small; folded, a question is its one sentence."""
    told = 0
    for match in (match for game in GAMES.values() for match in ordered_walk(game, game.seats[0], 1)[0][::9]):
        table, localizer = sat(match)
        for frame in map(match.frame, match.deciding):
            assert frame.mine is not None
            if details := frame.mine.details:
                for more in (True, False):
                    page = private_view.private_page(table, frame, localizer, progress=Progress(unfolded=more))
                    assert (f"-# {localizer.say(details)}" in page.tail) is more
                told += 1
    assert told


MOST = 2
DECISIONS = 40


def answer_verbs(match: AnyMatch, seat: Seat) -> set[str]:
    """Return what kinds of press answer a question."""
    table, localizer = sat(match)
    found = {verb(part) for row in Answers(table.id, ask_of(match, seat), localizer).rows for part in row}
    assert found
    return found


def presses(match: AnyMatch, seat: Seat) -> int:
    """Return how many presses a decision takes at most, to where the others hear of it; going back is none."""
    if "dialog" in answer_verbs(match, seat):
        # The button, and the dialog that it opens.
        return 2
    question = match.game.telling.question(match.state, seat)
    shown = [choice.number for choice in ask_of(match, seat).choices if not choice.option.quiet]
    if question.open or question.at_most > 1:
        return 1
    return 1 + max(_more(match, seat, number) for number in shown)


def _more(match: AnyMatch, seat: Seat, number: int) -> int:
    after, (move,) = match.play(seat, [match.legal[seat][number]])
    goes_on = seat in after.deciding and not [told for told in move.told_events if told.to is None]
    return presses(after, seat) if goes_on else 0


@pytest.mark.slow
@FOR_EVERY_GAME
def test_a_decision_takes_two_presses_at_most(game: AnyGame) -> None:
    """A list and a button, or a button and a dialog; several cards are picked in one list."""
    counted = {
        presses(match, seat)
        for seats in (game.seats[0], game.seats[-1])
        for match in sample(walk(game, seats, 5)[0], DECISIONS)
        for seat in match.deciding
        if not match.game.telling.question(match.state, seat).ordered
    }
    assert 0 < max(counted) <= MOST


def test_another_card_is_one_press_away_and_then_its_place_another() -> None:
    """Oriflamme: what others wait for shows no step of it."""
    match = next(match for match in walk(GAMES["oriflamme"], 3, 1)[0] if ask_of(match, match.deciding[0]).listed)
    seat = match.deciding[0]
    after, moves = match.answer(seat, match.question_id(seat), OfferReply(0))
    assert [told for move in moves for told in move.told_events] == []
    assert after.frame(None) == match.frame(None)
    before, now = ask_of(match, seat), ask_of(after, seat)
    assert now.prompt.key == before.prompt.key == "oriflamme-ask-place"
    assert now.prompt != before.prompt
    assert answer_verbs(after, seat) == {"move", "offer"}


# Open tables

ANN, BO, CY, DANA = (Sitter(user, name) for user, name in enumerate(("Ann", "Bo", "Cy", "Dana"), 1))
WREN, TANSY, SORREL = (Sitter(0, name, level="squire") for name in ("Wren", "Tansy", "Sorrel"))


def opened(*sitters: Sitter, game: str = "fortheking", **more: Any) -> TableRecord:
    """Return Ann's open table; `more` are fields of its record."""
    return TableRecord(TableId(1), game, 10, 20, ANN.user, None, Status.LOBBY, sitters, **more)


def lobby_text(
    *sitters: Sitter,
    game: str = "fortheking",
    pace: int = DAY,
    locale: str = "en",
    usual: float | None = None,
    starting: StartCondition | None = None,
    orders: bool = True,
    **more: Any,
) -> str:
    """Return what an open table says; `more` are fields of its record."""
    clock = TableClock(TimeControl(pace), starting=starting)
    table = opened(*sitters, game=game, clock=clock, orders=orders, **more)
    rules = GAMES[game]
    box = Box(rules.seats, rules.minutes, None, orders=True, waits=rules.waits, decisions=rules.decisions, usual=usual)
    people = People(tuple(each.user for each in sitters), tuple(each.name for each in sitters))
    return "\n".join(lobby_texts(table, box, Localizer(language(locale), people)))


def weeks(low: int, high: int) -> str:
    """Return the sentence for so many weeks."""
    return language("en").text("lobby-here-weeks", low=low, high=high)


def test_table_says_how_long_a_game_takes() -> None:
    """By its seats and by whether people order ahead, as `python -m bench.waits` has measured it.

    Nobody takes more than a pace, and people look in twice a day whatever it is. With rivals it takes as much less. The
    server's own games tell better, but for a person alone, who sets the pace. How often one decides is said by what the
    game's record says, and by how long it takes here; once a day at the least.
    """
    people, alone = (ANN, BO, CY, DANA), (ANN, WREN, TANSY, SORREL)
    for said, told in (
        (lobby_text(*people), weeks(2, 3)),
        (lobby_text(*people), "About 3 decisions a day."),
        (lobby_text(*people, usual=90 * DAY), "About one decision a day."),
        (lobby_text(*people, pace=0), weeks(2, 3)),
        (lobby_text(*people, pace=HOUR), "Here it usually takes 2 days."),
        (lobby_text(*people, orders=False), weeks(7, 8)),
        (lobby_text(ANN, BO, CY, game="oriflamme"), weeks(1, 2)),
        (lobby_text(ANN, BO, WREN, TANSY), weeks(1, 2)),
        (lobby_text(*alone), "Here it goes on whenever you do."),
        (lobby_text(*people, usual=3.5 * DAY), "Here it usually takes 4 days."),
        (lobby_text(*people, usual=23 * DAY), weeks(3, 4)),
        (lobby_text(*alone, usual=3.5 * DAY), "Here it goes on whenever you do."),
    ):
        assert told in said
    assert "a day." not in lobby_text(*alone).partition("Here it goes")[2].partition("\n")[0]


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("here, missing", [(2, 2), (3, 1), (4, 0), (5, 0)])
def test_table_counts_towards_who_is_awaited(locale: str, here: int, missing: int) -> None:
    """Beside a beginning with four no other number of seats stands: so many are here of four, and so many missing.

    At a rematch, which its opener begins, they are awaited who sat at the game before.
    """
    people = ANN, BO, CY, DANA, WREN
    line = language(locale).text("lobby-seats", taken=here, seats=max(4, here), missing=missing)
    assert [int(number) for number in re.findall(r"[0-9]+", line)] in ([here, max(4, here)], [here, 4, missing])
    invited = tuple(Incident(7, IncidentKind.INVITED, seat, each, 0.0) for seat, each in enumerate(people[:4]))
    for awaited in ({"starting": StartCondition(4)}, {"incidents": invited}):
        assert line in lobby_text(*people[:here], locale=locale, **awaited).split("\n")


def test_beginning_is_written_as_it_is_typed() -> None:
    """A time of day where the opener lives; in UTC, with that zone, where that isn't known."""
    six = StartCondition(4, at=18 * HOUR)
    for starting, zone, told in (
        (six, "Europe/Kyiv", {"begins": "21:00"}),
        (six, None, {"begins": "18:00", "zone": "UTC"}),
        (StartCondition(4), None, {"begins": "", "zone": ""}),
        (None, "UTC", {"begins": "when I say"}),
    ):
        lines = starting_fields(starting, zone)
        assert {line["custom_id"]: line["value"] for line in lines if "value" in line} == told
    found = [len(starting_fields(None, "UTC", most)) for most in (5, 2)]
    assert found == [3, 2], "Discord takes no list of one number of players"


def starting_fields(starting: StartCondition | None, zone: str | None, most: int = 5) -> list[Part]:
    """Return the fields of the dialog of the beginning of a game of 2 to `most` people."""
    table = opened(ANN, clock=TableClock(starting=starting))
    return [
        part["component"] for part in starting_dialog(table, range(2, most + 1), language("en"), zone)["components"]
    ]


@FOR_EVERY_LANGUAGE
@FOR_EVERY_KEY
def test_table_has_three_small_lines(locale: str, game: str) -> None:
    """How long it takes, how much time there is, and what else holds; all of it in full stands behind *Options*."""
    for pace in (HOUR, DAY):
        said = lobby_text(ANN, BO, CY, game=game, pace=pace, locale=locale, advice=True)
        assert [line[3] for line in said.split("\n") if line.startswith("-# ")] == ["⏱", "🕒", "✅"]
        assert "{" not in said
