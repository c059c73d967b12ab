"""The inspector of secrets sees what it is there for."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.scene import Seat
from tests.bot.evening import Evening, words
from tests.bot.party import Party
from tests.bot.secrecy import inspector, written


async def test_what_a_person_sees_alone_is_a_fault_anywhere_else(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A private view shown to everybody, to the neighbour, or a single sentence of it in a post."""
    monkeypatch.setattr("bot.tables.secrets.token_bytes", random.Random(1).randbytes)
    await court.seat(*court.guests[:2])
    party = Party(court, court.guests[:2], random.Random(1))
    await party.play(8)
    sent, reads = court.record.sent, await inspector(court)
    assert not list(reads.faults(sent))
    private = [one for one in sent if one.reader and words("fortheking-row-personal") in written(one)]
    neighbour = {guest.id: other.id for guest, other in zip(party.guests, reversed(party.guests), strict=True)}
    assert private
    for one in private:
        assert list(reads.faults([replace(one, reader=None)]))
        assert list(reads.faults([replace(one, reader=neighbour[one.reader or 0])]))
    alone = next(iter(reads._heard[Seat(0)].private(8)))
    posted = next(one for one in sent if one.reader is None and one.payload.get("content"))
    leak = {**posted.payload, "content": f"{posted.payload['content']}\n{alone}"}
    assert list(reads.faults([*sent, replace(posted, body=leak, matches=sent[-1].matches)]))
