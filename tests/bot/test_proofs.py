"""A match of all that people do at a table proves itself: orders, rivals, moves taken back, seats that change hands."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.features.takeback import take_back_token, undo_answer
from bot.host.cli import OK
from bot.storage.records import NO_USER, Sitter, TableId
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import language
from engine.games import GAMES
from engine.match import PicksReply
from engine.proof import Record, prove
from engine.scene import Seat
from tests.bot.represented import represented
from tests.bot.server import Evening, Guest
from tests.process.forking import ROOT, obey

TABLE = TableId(1)
EXCHANGES = 10, 20
"""After which moves a rival takes the first seat over, and somebody else the rival's."""
TAKEN_BACK = 3
WREN = Sitter(NO_USER, "Wren", level="knight")


@dataclass(slots=True)
class Play:
    """Plays a table to its end by chance; counts the orders that were given and the answers that were taken back."""

    tables: Tables
    newcomer: Sitter
    dice: random.Random = field(default_factory=lambda: random.Random(5))
    orders: int = 0
    taken_back: int = 0

    async def to_the_end(self) -> None:
        """Play on until nobody is asked."""
        sitters = [WREN, self.newcomer]
        while (table := await self.tables.get(TABLE)).started_match.deciding:
            if sitters and table.started_match.seq >= EXCHANGES[-len(sitters)]:
                await self.tables.seats.exchange(TABLE, Seat(0), sitters.pop(0))
                continue
            seat = self.dice.choice(table.started_match.deciding)
            await self._answer(table, seat)
            await self._take_back(seat)

    async def _answer(self, table: Table, seat: Seat) -> None:
        match, user = table.started_match, table.record.sitters[seat].person
        question = match.question_id(seat)
        if seat not in match.legal or match.is_shut:
            assert user is not None, "a rival is stood in for"
            (ask,) = (each for each in match.frame(seat).asks if each.question == question)
            await self.tables.play(TABLE, user, question, PicksReply(tuple(range(ask.at_least))))
            self.orders += 1
        else:
            await self.tables.play_for_seat(TABLE, seat, question, [self.dice.choice(match.legal[seat])])

    async def _take_back(self, seat: Seat) -> None:
        table = await self.tables.get(TABLE)
        name, user = await take_back_token(self.tables, table, seat), table.record.sitters[seat].person
        if name and user and self.taken_back < TAKEN_BACK:
            await undo_answer(self.tables, TABLE, user, name)
            self.taken_back += 1


async def file_of(court: Evening, guest: Guest, folder: Path) -> tuple[Path, str]:
    """Let a person ask for the proof of the table; return its file, and what the answer says."""
    answer = await court.command(guest, "table record")
    (file,) = answer.message.attachments
    path = folder / "proof.json"
    path.write_bytes(court.env.backend.cdn.get(file["url"]) or b"")
    return path, answer.private


@pytest.mark.usefixtures("ahead")
@pytest.mark.parametrize("game", represented(GAMES, by="oriflamme"))
async def test_a_match_with_orders_rivals_and_moves_taken_back_proves_itself(
    court: Evening, tmp_path: Path, game: str
) -> None:
    """By `/table record`, and by `python -m bot prove` without a bot; the log alone leads to its end."""
    guests, newcomer = court.guests[:3], court.guests[4]
    await court.seat(*guests, game=game)
    # A rival's moves are made here, so that they are the same each time.
    await court.bot.rivals.close()
    play = Play(court.bot.tables, Sitter(newcomer.id, newcomer.name))
    await play.to_the_end()
    assert bool(play.orders) is (GAMES[game].ordering is not None)
    assert play.taken_back == TAKEN_BACK
    over = await court.table()
    assert [each.after for each in over.record.incidents]
    path, said = await file_of(court, guests[2], tmp_path)
    verdict = prove(path.read_bytes(), GAMES)
    assert verdict.replayed
    assert verdict.moves == over.started_match.seq
    assert said.splitlines()[1:] == [language("en").say(sentence) for sentence in verdict.sentences]
    record = verdict.proof
    assert isinstance(record, Record)
    assert {move.time for move in record.log} == {None}
    assert all(move.day for move in record.log)
    lines = record.model_dump()["log"]
    assert sum("take_back" in str(line["action"]) for line in lines) == TAKEN_BACK
    assert [each.name for each in record.players] == [None, None, guests[2].name]
    assert path.read_text().count(guests[2].name) == 1
    for name in (*(guest.name for guest in guests[:2]), newcomer.name, WREN.name, str(newcomer.id)):
        assert name not in path.read_text()
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    code, told = await obey(("prove", str(path)), tmp_path, environment)
    assert (code, verdict.proof.pledge in told) == (OK, True), told
