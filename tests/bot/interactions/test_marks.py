"""Names for moves: whatever clients see of a table tells nobody how many moves there were, and thus no secret steps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.announce.crash_dedupe import nonce
from bot.storage.records import Generation
from bot.tables.move_logs import TOKEN_LENGTH, move_of_token, token_for
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.games import GAMES
from engine.match import Match
from tests.bot.party import Party
from tests.bot.represented import represented
from tests.bot.server import Evening
from tests.bot.storage.samples import lobby
from tests.bot.tongues import tongues

SEED, OTHER = bytes(32), bytes([1] * 32)
NONCE = re.compile(r"[a-z][0-9a-f]{20}")
READ = re.compile(r"read:1:[0-9a-f]{12}(:[0-9a-f]{12})?")
LONGEST_NONCE = 25


def at_move_60(seed: bytes, *generations: Generation) -> Table:
    """Return a table that has come to its 60th move."""
    begun: Match[Any, Any] = Match.start(GAMES["fortheking"], 2, seed)
    record = replace(lobby(game="fortheking"), generations=generations)
    return Table(record, Match(begun.game, 2, seed, 60, (0, 60), begun.state, record.generation()))


def test_every_move_has_a_name_of_its_own_that_is_found_again() -> None:
    """Those of another match are others, and can't be read; the numbers in the ids of the first version still can.

    Its posts stand in channels, with these buttons below.
    """
    assert [move_of_token(at_move_60(SEED), number) for number in ("0", "7", "1234")] == [0, 7, 1234]
    names = [token_for(at_move_60(SEED), move) for move in range(61)]
    assert [move_of_token(at_move_60(SEED), name) for name in names] == list(range(61))
    assert not set(names) & {token_for(at_move_60(OTHER), move) for move in range(61)}
    assert {len(name) for name in names} == {TOKEN_LENGTH}
    for forged in (token_for(at_move_60(OTHER), 3), "0" * TOKEN_LENGTH, "", "x", token_for(at_move_60(SEED), 61)):
        with pytest.raises(UnknownClick):
            move_of_token(at_move_60(SEED), forged)


def test_a_move_that_was_lost_has_a_name_that_nobody_knows_any_more() -> None:
    """A table that was set back to move 40, and later to move 50: what was kept can still be read by its old names."""
    first, second = Generation(40, "1f" * 8), Generation(50, "2e" * 8)
    never, once, twice = (at_move_60(SEED, *which) for which in ((), (first,), (first, second)))
    for before, after, kept in ((never, once, 40), (once, twice, 50)):
        assert [move_of_token(after, token_for(before, move)) for move in range(kept + 1)] == list(range(kept + 1))
        for lost in range(kept + 1, 61):
            with pytest.raises(UnknownClick):
                move_of_token(after, token_for(before, lost))
    assert move_of_token(once, "40") == 40
    with pytest.raises(UnknownClick):
        move_of_token(once, "41")


def test_questions_and_nonces_of_another_generation_are_others() -> None:
    """Design, Stale clicks: a question that is asked again after a restore is another one, as is each message."""
    tables = [at_move_60(SEED), at_move_60(SEED, Generation(40, "1f" * 8)), at_move_60(SEED, Generation(60, "2e" * 8))]
    seat = tables[0].started_match.deciding[0]
    assert len({table.started_match.question_id(seat) for table in tables}) == len(tables)
    assert len({nonce("p", table, 60) for table in tables}) == len(tables)
    lobbies = [Table(replace(table.record, save=None)) for table in tables]
    assert len({nonce("b", table, 2) for table in lobbies}) == len(lobbies)


@pytest.mark.seed(6)
@pytest.mark.parametrize("private", represented(["here", "dm"], by="here"))
async def test_no_nonce_nor_id_of_a_public_button_counts_moves(court: Evening, private: str) -> None:
    """Among the moves are cards that somebody laid down and took back in secret.

    What can be read in another language is named by its bounds.
    """
    guests = court.guests[:3]
    tongues(court, {guests[1]: "uk"})
    await court.seat(*guests, private=private)
    await Party(court, guests, 6).play(30)
    nonces = [str(sent.payload["nonce"]) for sent in court.record.sent if sent.payload.get("nonce")]
    assert len(set(nonces)) == len(nonces) > 3
    assert not [nonce for nonce in nonces if not NONCE.fullmatch(nonce) or len(nonce) > LONGEST_NONCE]
    ids = {str(part["custom_id"]) for sent in court.record.sent if sent.reader is None for part in sent.buttons}
    reading = [one for one in ids if one.startswith("read:")]
    assert reading
    assert not [one for one in reading if not READ.fullmatch(one)]
