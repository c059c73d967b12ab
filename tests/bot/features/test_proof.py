"""A finished game outside of Herald: as a play for Board Game Stats, and as a file that proves itself.

The link has the result, the day and one's own name, and no other. The file proves a match of all that people do at a
table: orders, rivals, moves taken back, seats that change hands.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import unquote

import pytest

from bot.features import proof
from bot.features.proof import record_of
from bot.storage.records import NO_USER, Practice, Sitter, Status, TableId, TableRecord
from bot.tables.table import Table
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.proof import Record, prove
from tests.bot.features.test_privacy import exported
from tests.bot.features.test_rematches import OLD, played
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.restless import RESTLESS, Restless, logged
from tests.bot.server import Evening, verbs, words
from tests.bot.tongues import everybody_reads
from tests.contract.walks import walk
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

LONGEST = "🦁" * 32
"""As long a name as Discord takes, of letters that take the most room in a link."""
MOST_TEXT = 2000
WREN = Sitter(NO_USER, "Wren", level="knight")


def finished(game: AnyGame) -> Table:
    """Return a table whose match is over: the first person has the longest name, the last seat is a rival's."""
    match = walk(game, game.seats[-1], 1)[0][-1]
    people = [Sitter(10 + seat, LONGEST if seat == 0 else f"Guest {seat}") for seat in range(match.seats - 1)]
    record = TableRecord(TableId(7), game.key, 10, 20, 10, None, Status.OVER, (*people, WREN))
    return Table(record, match)


def read(link: str) -> dict[str, Any]:
    """Return the play of a link."""
    assert link.startswith(proof.APP)
    play: dict[str, Any] = json.loads(unquote(link.removeprefix(proof.APP)))
    return play


@FOR_EVERY_GAME
def test_a_play_has_the_result_and_no_name_but_ones_own(game: AnyGame) -> None:
    """Others are seats, whom no app takes for the same people at another table; the day has no time of day."""
    table, reader = finished(game), language("en")
    log = logged(walk(game, game.seats[-1], 1)[1])
    play = read(proof.link(table, log, 10, reader))
    match = table.finished_match
    outcome = match.outcome
    assert outcome is not None
    assert play["playDate"] == "1970-01-01 12:00:00"
    assert play["game"] | {"name": ""} == {
        "name": "",
        "sourceGameId": game.key,
        "highestWins": True,
        "noPoints": game.points is None,
    }
    names = [LONGEST, *(f"Seat {number}" for number in range(2, match.seats + 1))]
    scores = game.points(match.state) if game.points else [None] * match.seats
    assert [(each["name"], each["rank"], each["winner"], each.get("score")) for each in play["players"]] == [
        (*rest, place, place == 1, score) for *rest, place, score in zip(names, outcome.places, scores, strict=True)
    ]
    ids = [each["sourcePlayerId"] for each in play["players"]]
    assert len({*ids}) == len(ids)
    assert [each for each in ids if play["sourcePlayId"] not in each] == [proof.OWN]
    stranger = read(proof.link(table, log, 99, reader))
    assert not [each["name"] for each in stranger["players"] if not each["name"].startswith("Seat")]


@FOR_EVERY_GAME
@FOR_EVERY_LANGUAGE
def test_a_play_fits_into_a_message(game: AnyGame, locale: str) -> None:
    """However many sit there, and whatever they are called; nothing in it ends the link early."""
    reader = language(locale)
    link = proof.link(finished(game), [], 10, reader)
    assert len(reader.text("play-link", link=link)) <= MOST_TEXT
    assert re.fullmatch(r"[\w:/.?=%,~-]+", link)


@EVERY_LANGUAGE
async def test_who_asks_for_the_record_gets_the_way_into_the_app(court: Evening, locale: str) -> None:
    """By a button, in a message of one's own; of a practice there is none."""
    everybody_reads(court, locale)
    (ann, bo, cy), reader = await played(court), language(locale)
    record = await bo.command("table record")
    assert "logplay" in verbs(record)
    answer = await bo.press("logplay", record)
    assert answer.message.is_ephemeral
    table, log = await court.table(), await court.storage.log(OLD)
    link = proof.link(table, log, bo.id, reader)
    assert reader.text("play-link", link=link) in answer.text
    assert bo.name in unquote(link)
    assert not any(guest.name in unquote(link) for guest in (ann, cy))

    practice = replace(table, record=replace(table.record, practice=Practice(OLD, 3, anew=False)))
    court.tables.cache.remember(practice)
    assert "logplay" not in verbs(await bo.command("table record"))
    refused = await bo.forge("logplay:1")
    assert refused.text.strip() == reader.text("refused-unknown")


@pytest.mark.usefixtures("errors")
async def test_damaged_move_keeps_back_no_file(court: Evening) -> None:
    """The record says that the move can't have been made; what is kept about a person comes without it.

    What the disk has made of its action is no JSON.
    """
    ann, *_ = await played(court)
    own = (await court.table()).seat_of(ann.id)
    *_, last = [line.seq for line in await court.storage.log(OLD) if line.seat == own]
    moves = len((await exported(ann))["tables"][0]["your moves"])
    with closing(sqlite3.connect(court.database)) as disk:
        for (name,) in list(
            disk.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'moves'")
        ):
            disk.execute(f"DROP TRIGGER {name}")
        disk.execute("UPDATE moves SET action = substr(action, 2) WHERE seq = ?", (last,))
        disk.commit()

    assert words("proof-move", move=last) in (await ann.command("table record")).text
    assert len((await exported(ann))["tables"][0]["your moves"]) == moves - 1


@pytest.mark.slow
@RESTLESS
async def test_match_of_all_that_can_happen_proves_itself(game: AnyGame, *, ahead: bool) -> None:
    """The log alone leads to its end: of orders, rivals, moves taken back, seats that change hands, and restores.

    Its file names nobody but who asks for it, and says no time of day.
    """
    played, storage = Restless.played(game, 1, ahead=ahead), AsyncMock()
    table, storage.log.return_value = played.table, logged(played.moves)
    people = [sitter.person for sitter in table.record.sitters]
    own = next(place for place, user in enumerate(people) if user)

    told = await record_of(table, storage, people[own])

    verdict = prove(told, GAMES)
    record = verdict.proof
    assert isinstance(record, Record)
    assert (verdict.replayed, verdict.moves) == (True, table.finished_match.seq)
    assert "take_back" in told
    assert {move.time for move in record.log} == {None}
    assert all(move.day for move in record.log)
    names = [sitter.name for sitter in table.record.sitters]
    assert [each.name for each in record.players] == [
        name if place == own else None for place, name in enumerate(names)
    ]
    assert not [name for place, name in enumerate(names) if place != own and name != names[own] and f'"{name}"' in told]
