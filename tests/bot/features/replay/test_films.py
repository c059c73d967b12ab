"""The game in half a minute: one animated picture of a finished table, posted once, with its story in words."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.faces import messages
from bot.faces.components import ALT_TEXT
from bot.faces.picture.alt import describe
from bot.faces.picture.rendering import draw
from bot.faces.scene_text import Localizer
from bot.features.replay.film import END_SECONDS, MOST_CHAPTERS, film_picture
from bot.features.replay.positions import ReplayedMatch
from bot.features.replay.walk import Walk
from bot.storage.records import Status
from bot.tables.refusals import NoSuchTable
from bot.texts.fluent import language
from engine import saves
from engine.analysis import Analysis, DecisionChances, TurningPoint
from engine.game import AnyGame
from engine.scene import Seat, Who, say
from tests.bot import represented
from tests.bot.features.replay.test_replay import lobby_elsewhere
from tests.bot.features.test_rematches import OLD, played, played_in
from tests.bot.party import by_choice, made
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.restless import Restless, logged
from tests.bot.server import Evening, text, verbs, words
from tests.bot.tongues import tongues
from tests.contract.orders import ordered_walk

pytestmark = pytest.mark.slow
MEGABYTES = 4 << 20


def walk_of(game: AnyGame) -> Walk:
    """Return the walk through a whole match, of which a champion has found that its fifth move mattered."""
    matches, moves = ordered_walk(game, game.seats[-1], 3)
    table = Restless(list(matches)).table
    found = Analysis(
        matches[-1].seq,
        (DecisionChances(5, 0, 20, 70, 4),),
        (TurningPoint(5, say("told-take-back", player=Who(Seat(0)))),),
    )
    table = replace(
        table, record=replace(table.record, save=saves.dump(matches[-1]), status=Status.OVER, analysis=found)
    )
    return Walk.whole(table, ReplayedMatch.of(matches[-1], logged(game, moves)), "all", None)


@EVERY_LANGUAGE
@represented.game(by="fortheking")
def test_a_film_is_one_canvas_that_ends_with_the_winner(game: AnyGame, locale: str) -> None:
    """At most 64 pictures and 4 MB, 400 pixels wide, half a minute long; its story stands in the alt text.

    No chance is shown before its time: the curve of each picture goes as far as the match had come, to its end at last.
    """
    walk = walk_of(game)
    localizer = Localizer(language(locale), walk.table.people)
    picture = film_picture(walk, messages.title(walk.table.record, localizer), localizer)
    assert len(picture.frames) == len(picture.seconds) <= MOST_CHAPTERS + 4
    assert picture.frames[-1].places
    assert not any(each.places for each in picture.frames[:-1])
    assert picture.seconds[-1] == max(picture.seconds) == END_SECONDS
    assert sum(picture.seconds) <= 35
    assert [frame.title for frame in picture.frames].count(
        localizer.label(say("told-take-back", player=Who(Seat(0))))
    ) == 1

    drawn = [len(frame.scene.charts[0].values[0]) for frame in picture.frames]
    assert drawn == sorted(drawn)
    assert drawn[0] < drawn[-1] == len(picture.frames[-1].scene.charts[0].ticks)

    data = draw(picture)
    assert len(data) < MEGABYTES
    with Image.open(BytesIO(data)) as film:
        assert film.format == "WEBP"
        assert film.width == 400
        assert 1 < getattr(film, "n_frames", 1) <= 64
    told = describe(picture)
    assert 0 < len(told) <= ALT_TEXT
    assert told.count("\n") < 10


@EVERY_LANGUAGE
async def test_the_film_of_a_table_is_posted_once(court: Evening, locale: str) -> None:
    """For everybody, calling nobody; the button goes with it, and a late press leads there."""
    guests, reader = await played_in(court, locale)
    board = court.board()
    assert "film" in verbs(board)
    pings = len(court.pings())
    shown = (await court.press(court.guests[3], board, "film")).message
    assert not shown.is_ephemeral
    assert len(court.pings()) == pings
    assert (await court.table()).record.film == shown.id
    while "film" in verbs(court.board()):
        await court.later(seconds=1)
    again = await court.forge(guests[0], court.board(), "film:1")
    assert reader.text("refused-filmed", link="").split(":")[0] in again.private
    assert str(shown.id) in again.private


@EVERY_LANGUAGE
async def test_the_film_of_a_private_table_is_its_persons(court: Evening, locale: str) -> None:
    """It stays in the DM, once; an answer in a channel goes, and is given again. Nobody else gets or sees one."""
    ann, bo, reader = court.guests[0], court.guests[1], language(locale)
    tongues(court, {ann: locale})
    await court.command(ann, "alone", game="oriflamme")
    dice, table = random.Random(3), await court.table()
    await made(court, list(by_choice(table.started_match, lambda match, seat: dice.choice(match.legal[seat]))))
    before = len(court.public())
    opened = (await court.command(court.guests[2], "help")).message
    assert words(NoSuchTable.key) in (await court.forge(bo, opened, "film:1")).text

    here = await court.forge(ann, opened, "film:1")
    assert here.message.is_ephemeral
    view = (await court.forge(ann, court.dms(ann)[-1], "play:1")).message
    assert "film" in verbs(view)
    kept = (await court.press(ann, view, "film")).message
    assert not kept.is_ephemeral
    assert kept.id != view.id
    assert reader.text("oriflamme-name") in text(kept)
    again = await court.forge(ann, view, "film:1")
    assert again.text.strip() == reader.text("refused-filmed-alone")
    assert "film" not in verbs((await court.forge(ann, view, "play:1")).message)
    assert len(court.public()) == before


async def test_a_film_waits_for_a_champion(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one looks at the game it asks for patience; of a table that is elsewhere, or goes on, nothing is posted."""
    guests = await played(court)
    board = court.board()
    monkeypatch.setattr(court.bot.analyst, "awaits", lambda table: table == OLD)
    waiting = await court.forge(guests[0], board, "film:1")
    assert words("refused-still-looking") in waiting.private
    there = await lobby_elsewhere(court, court.guests[3])
    refused = await court.forge(court.guests[3], there, "film:1")
    assert refused.text.strip() == words("refused-unknown")
    assert (await court.table()).record.film is None
    await court.seat(*guests, game="oriflamme")
    early = await court.forge(guests[0], court.board(), "film:3")
    assert early.text.strip() == words("refused-not-over")
