"""What is sent to Discord in whole games, held against Discord's own document and against the worst of names."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.game import AnyGame
from tests.bot import openapi, represented
from tests.bot.faces.gallery import TORTURE
from tests.bot.party import Party
from tests.bot.secrecy import faults
from tests.bot.server import Evening, Guest, markdown, text

pytestmark = pytest.mark.seed(8)


@pytest.fixture
def odd_people(court: Evening) -> list[Guest]:
    """Return people whose names ping, format, turn the line around, or are as long as can be."""
    return [court.invite(name) for name in TORTURE]


@represented.game(by="oriflamme")
async def test_names_and_requests_of_a_game_are_sound(court: Evening, odd_people: list[Guest], game: AnyGame) -> None:
    """A whole game in a thread, one by DM, of people whose names are made to ping; only who is asked is pinged.

    Commands, answers, dialogs, DMs, threads, posts and edits: Discord's document says of each at the end of an evening
    what is wrong with it.
    """
    guests = [odd_people[index] for index in (0, 3, 2, 1, 4)][: game.seats[0]]
    await court.prefer(guests[-1], hand="dm")
    board = await court.seat(*guests, game=game.key, thread=True)
    party = Party(court, guests, random.Random(8), channel=board.channel_id)

    await party.play()
    for name in ("table show", "table log", "hand", "help", f"rules {game.key}"):
        await court.command(guests[0], name)

    assert party.calls == await party.turns()
    assert not await faults(court)
    for sent in court.record.sent:
        mentions = sent.payload.get("allowed_mentions")
        assert mentions is None or (mentions["parse"] == [] and not mentions.get("roles"))
        assert set(map(int, (mentions or {}).get("users", ()))) == set(sent.pings)
    for message in [*court.public(party.channel), *court.dms(guests[-1])]:
        assert not message.mention_everyone
        assert "](http" not in markdown(message).replace("\\]", "").replace("\\(", "")
        assert "\u202e" not in text(message)
    kinds = {(sent.method, openapi.template(sent.path)) for sent in court.record.sent if sent.body}
    assert len(kinds) >= 7


async def test_faulty_requests_are_found(court: Evening) -> None:
    """What has another type than Discord's document says, and what the extract of it lacks."""
    await court.command(court.guests[0], "help")
    wrong = replace(court.record.sent[-1], body={"type": 4, "data": {"content": 5}})
    assert list(openapi.faults([wrong]))
    unknown = replace(wrong, path="/channels/1/polls/2/expire")
    assert list(openapi.faults([unknown])) == [
        "POST /channels/{channel_id}/polls/{poll_id}/expire is missing in REQUESTS of tests/api_document/extract.py"
    ]
