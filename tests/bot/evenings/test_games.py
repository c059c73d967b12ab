"""Whole games by buttons alone, from /newgame to the final report; and several tables at once."""

from __future__ import annotations

import pytest

from bot.faces.scene_text import report
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot import represented, tastes
from tests.bot.announce.healing import begun
from tests.bot.party import MOST_STEPS, Party, called
from tests.bot.record import written
from tests.bot.secrecy import faults
from tests.bot.sentences import speaks
from tests.bot.server import Evening, Guest, about, text, verb, verbs
from tests.contract.walks import midway

HALF = 60
"""How many steps people play at most before they look around: some way into any game."""
EVERY = [
    pytest.param(game.key, seats, marks=pytest.mark.slow if seats == game.seats[0] else pytest.mark.soak)
    for game in GAMES.values()
    for seats in game.seats
]


pytestmark = pytest.mark.seed(7)


async def looked_around(party: Party) -> None:
    """Let everybody in the server look at all that the table shows them."""
    court = party.evening
    board = court.board()
    for guest in court.guests:
        assert (await guest.press("log", board)).private
        if guest in party.guests:
            view = await guest.press("hand", board)
            if "more" in verbs(view):
                view = await guest.unfold(view)
            assert (await guest.press("look", view)).message.is_ephemeral


def boards(party: Party) -> dict[str, set[int]]:
    """Return the messages in which the table was shown to everybody in each phase, by the phases in their order."""
    every = party.evening.record.sent
    matches = {match.seq: match for sent in every if (match := sent.matches.get(1))}
    scenes = [match.frame(None).scene for match in matches.values()]
    headings = {f"**{language('en').say(scene.heading)}**": scene.phase for scene in scenes}
    shown: dict[str, set[int]] = {phase: set() for phase in headings.values()}
    for sent in every:
        if sent.reader is None and "log" in map(verb, sent.buttons) and about(sent.buttons, 1):
            phase = next(phase for heading, phase in headings.items() if heading in written(sent.payload))
            shown[phase].add(sent.message or 0)
    return shown


@pytest.mark.parametrize("game, seats", EVERY)
async def test_a_whole_game_is_played_by_buttons_alone(court: Evening, game: str, seats: int) -> None:
    """Each turn calls exactly the next person, once, and nobody reads a secret.

    Each phase has one table message, which is edited in place; the first one was the lobby.
    """
    party = await begun(court, seats, seats, game=game)
    lobby = court.board().id
    await party.play(midway(GAMES[game], seats, HALF))
    await looked_around(party)
    await party.play()
    assert party.calls == await party.turns()
    table, board = await court.table(), court.board()
    verdict, *reasons = report(table.frame(None), speaks(table))
    assert verdict.removeprefix("🏆 ").replace("**", "") in text(board)
    assert [verdict in text(each) for each in court.public()].count(True) == 1
    assert "wins" in verdict or "share the victory" in verdict
    looked = await party.guests[0].press("look", board)
    assert not [line for line in reasons if line not in looked.private]
    assert not await faults(court)
    assert not court.record.repeated
    messages = [message for (message,) in boards(party).values()]
    assert messages == sorted(messages)
    assert messages[0] == lobby
    assert party.used["move"]
    assert not [dm for guest in party.guests for dm in guest.dms]
    told = "\n".join(text(message) for message in court.public())
    assert not [words for words in tastes.told(game) if words not in told]


@pytest.mark.parametrize("most", [HALF // 2, pytest.param(MOST_STEPS, marks=pytest.mark.soak)])
@represented.game("fortheking")
async def test_a_table_can_be_opened_for_dms(court: Evening, game: AnyGame, most: int) -> None:
    """Questions, buttons and hand come there, and nobody is pinged in the channel but who chose that for themselves."""
    await court.guests[0].prefer(hand="here")
    party = await begun(court, game.seats[0], 2, game=game.key, private="dm")
    ann, *others = party.guests
    await party.play(midway(game, game.seats[0], most))
    await looked_around(party)
    if most == MOST_STEPS:
        await party.play()
    assert party.calls == await party.turns(ann.id)
    assert not await faults(court)
    assert not court.record.repeated
    assert called(ann)
    assert not ann.dms
    assert all(guest.dms and not called(guest) for guest in others)


# Several tables at once


async def test_one_person_plays_in_several_channels_servers_and_dms(court: Evening) -> None:
    """Each table has its own posts and pings, or DMs, which name it; nobody answers at the wrong one of a channel."""
    ann, bo, cy, *_ = court.guests
    garden, castle = court.server.create_text_channel("the-garden"), court.env.create_guild("Another Castle")
    yard = castle.create_text_channel("yard")
    await court.settle()
    abroad, zed = Guest("Ann", castle.add_member(ann.member.user), court), court.invite("Zed", castle)
    tables = [
        ((ann, bo), court.channel, {}),
        ((cy, ann), garden, {}),
        ((abroad, zed), yard, {}),
        ((ann, bo), court.channel, {"private": "dm"}),
        ((ann, cy), garden, {"private": "dm"}),
        ((ann, bo, cy), court.channel, {"game": "oriflamme"}),
    ]
    parties = []
    for number, (guests, channel, options) in enumerate(tables, 1):
        await court.seat(*guests, channel=channel, **options)
        parties.append(Party([*guests], number, number, channel.id))
    for party in parties * 15:
        if not party.over:
            await party.step()
    for party in parties:
        assert party.calls == await party.turns()
        assert not await faults(court, party.table)
    assert not [ping for party in parties[3:5] for ping in court.pings(party.channel, party.table)]
