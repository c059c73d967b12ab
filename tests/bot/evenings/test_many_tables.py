"""Several tables at once."""

from __future__ import annotations

import random

import pytest

from engine.games import GAMES
from tests.bot.party import MOST_STEPS, Party
from tests.bot.secrecy import faults
from tests.bot.server import Evening, Guest, buttons, text, verbs

ROUNDS = pytest.mark.parametrize("most", [15, pytest.param(40, marks=pytest.mark.soak)])
"""How many steps are played at each table."""


pytestmark = pytest.mark.seed(6)


async def rounds(parties: list[Party], most: int) -> None:
    """Let all tables play in turns for a while; everybody is called once a turn at each."""
    for _ in range(most):
        for party in parties:
            if not party.over:
                await party.step()
    for party in parties:
        assert party.calls == await party.turns()
        assert not await faults(party.evening, party.table)


@ROUNDS
async def test_one_person_plays_in_two_channels_and_in_two_servers(court: Evening, most: int) -> None:
    """Each place has its own table, posts and pings."""
    ann, bo, cy, *_ = court.guests
    garden = court.server.create_text_channel("the-garden")
    castle = court.env.create_guild("Another Castle")
    yard = castle.create_text_channel("yard")
    await court.env.settle()
    abroad = Guest("Ann", castle.add_member(ann.member.user))
    zed = court.invite("Zed", castle)
    await court.seat(ann, bo)
    await court.seat(cy, ann, channel=garden)
    await court.seat(abroad, zed, channel=yard)
    await rounds(
        [
            Party(court, [ann, bo], random.Random(1)),
            Party(court, [cy, ann], random.Random(2), table=2, channel=garden.id),
            Party(court, [abroad, zed], random.Random(3), table=3, channel=yard.id),
        ],
        most,
    )


@ROUNDS
async def test_one_person_plays_at_two_tables_by_dm(court: Evening, most: int) -> None:
    """Each DM belongs to its table, which it names."""
    ann, bo, cy, *_ = court.guests
    garden = court.server.create_text_channel("the-garden")
    await court.env.settle()
    await court.seat(ann, bo, private="dm")
    await court.seat(ann, cy, channel=garden, private="dm")
    await rounds(
        [
            Party(court, [ann, bo], random.Random(1)),
            Party(court, [ann, cy], random.Random(2), table=2, channel=garden.id),
        ],
        most,
    )
    assert not court.pings()


@pytest.mark.soak
async def test_every_game_is_played_at_once_in_one_channel_by_the_same_people(court: Evening) -> None:
    """A whole game of each, move by move in turns; nobody answers at the wrong table."""
    guests = court.guests[: max(game.seats[0] for game in GAMES.values())]
    parties = []
    for table, game in enumerate(GAMES, 1):
        await court.seat(*guests, game=game)
        parties.append(Party(court, guests, random.Random(table), table))
    await rounds(parties, MOST_STEPS)
    assert all(party.over for party in parties)


async def test_two_tables_in_one_channel_do_not_mix(court: Evening) -> None:
    """Every button of a table belongs to that table alone, and so does every word."""
    ann, bo, cy, dana, *_ = court.guests
    await court.seat(ann, bo)
    await court.seat(cy, dana)
    before = (await court.match(1)).seq, (await court.match(2)).seq
    boards = [message for message in court.public() if "log" in verbs(message)]
    assert [f"table {number}" in text(board) for number, board in enumerate(boards, 1)] == [True, True]
    for number, board in enumerate(boards, 1):
        own = {part["custom_id"].split(":")[1] for part in buttons(board) if not part["custom_id"].startswith("rules")}
        assert own == {str(number)}
        assert ("Ann" in text(board), "Cy" in text(board)) == (number == 1, number == 2)
    assert (await court.press(cy, boards[0], "hand")).private
    assert ((await court.match(1)).seq, (await court.match(2)).seq) == before
