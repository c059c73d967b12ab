"""An open table: who may join, leave, start and cancel it."""

from __future__ import annotations

import discord
import pytest

from bot.faces.fairness import BRIEF
from bot.storage.port import Status
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.sentences import said
from tests.bot.server import GAME, Evening, Guest, text, verbs, words


def moderator(court: Evening) -> Guest:
    """Let somebody come who may manage messages."""
    role = court.server.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    return court.invite("Mo", roles=[role])


async def seated(court: Evening) -> list[str]:
    """Return who sits at table 1."""
    return [sitter.name for sitter in (await court.table()).record.sitters]


async def test_a_command_opens_a_table_that_others_can_join(court: Evening) -> None:
    """A lobby with the game, who sits, who opened it, the seats and four buttons."""
    ann, bo, *_ = court.guests
    answer = await court.command(ann, "newgame fortheking")
    assert said("newgame-opened", text(answer.message))
    assert answer.message.is_ephemeral
    lobby = court.board()
    assert {"join", "leave", "start", "cancel"} < set(verbs(lobby))
    for shown in (words("fortheking-name"), "**Ann**", "2", "5"):
        assert shown in text(lobby)
    assert (await court.press(bo, lobby, "join")).edited
    assert "**Bo**" in text(court.board())
    assert court.board().id == lobby.id
    assert not court.pings()


async def test_nobody_joins_twice(court: Evening) -> None:
    """Refused kindly, and nothing changes."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann, bo)
    for guest in (ann, bo):
        assert said("refused-already-seated", (await court.press(guest, lobby, "join")).private)
    assert await seated(court) == ["Ann", "Bo"]


async def test_nobody_joins_a_full_table(court: Evening) -> None:
    """As many as the game has seats."""
    most = GAMES[GAME].seats[-1]
    lobby = await court.open(*court.guests[:most])
    late = court.invite("Late")
    assert said("refused-full", (await court.press(late, lobby, "join")).private)
    assert len(await seated(court)) == most


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_too_few_people_can_not_start(court: Evening, game: AnyGame) -> None:
    """With one less than the game needs it is refused kindly; with one more it starts."""
    *guests, last = court.guests[: game.seats[0]]
    lobby = await court.open(*guests, game=game.key)
    refused = (await court.press(guests[0], lobby, "start")).private
    assert refused == words("refused-too-few", low=game.seats[0])
    assert (await court.table()).record.status is Status.LOBBY
    await court.press(last, lobby, "join")
    await court.press(guests[0], lobby, "start")
    assert (await court.table()).record.status is Status.PLAYING


async def test_only_who_opened_a_table_starts_it_or_a_moderator(court: Evening) -> None:
    """Somebody else's Start changes nothing."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    for guest in (bo, cy):
        assert said("refused-not-opener", (await court.press(guest, lobby, "start")).private)
    assert (await court.table()).record.status is Status.LOBBY
    assert (await court.press(moderator(court), lobby, "start")).edited
    assert (await court.table()).record.status is Status.PLAYING


async def test_people_leave_and_the_next_one_opens_in_their_place(court: Evening) -> None:
    """When the opener leaves, the next person becomes the opener."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo, cy)
    await court.press(ann, lobby, "leave")
    assert "Ann" not in text(court.board())
    assert said("lobby-open", text(court.board()))
    assert await seated(court) == ["Bo", "Cy"]
    assert said("refused-not-seated", (await court.press(ann, lobby, "leave")).private)
    assert said("refused-not-opener", (await court.press(ann, lobby, "start")).private)
    assert (await court.press(bo, lobby, "start")).edited


async def test_a_table_that_everybody_has_left_is_closed(court: Evening) -> None:
    """Nobody is left to start it."""
    ann, *_ = court.guests
    lobby = await court.open(ann)
    await court.press(ann, lobby, "leave")
    shown = court.message(lobby.channel_id, lobby.id)
    assert not verbs(shown)
    assert words("table-cancelled-by", player="**Ann**") in text(shown)
    assert (await court.table()).record.status is Status.ENDED


async def test_a_stranger_can_not_cancel_a_table(court: Evening) -> None:
    """Refused, and the table stays open; the opener can."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    for guest in (bo, cy):
        assert said("refused-not-opener", (await court.press(guest, lobby, "cancel")).private)
    assert (await court.table()).record.status is Status.LOBBY
    await court.press(ann, lobby, "cancel")
    assert (await court.table()).record.status is Status.ENDED
    assert not verbs(court.message(lobby.channel_id, lobby.id))


async def test_a_moderator_can_cancel_a_table(court: Evening) -> None:
    """Somebody has to tidy up."""
    lobby = await court.open(court.guests[0])
    assert (await court.press(moderator(court), lobby, "cancel")).edited
    assert (await court.table()).record.status is Status.ENDED


async def test_once_the_game_has_begun_nobody_joins_or_leaves(court: Evening) -> None:
    """An old lobby on somebody's screen still sends its buttons."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    await court.press(ann, lobby, "start")
    for guest, verb in ((cy, "join"), (bo, "leave"), (ann, "start")):
        assert said("refused-started", (await court.forge(guest, lobby, f"{verb}:1")).private)
    assert await seated(court) == ["Ann", "Bo"]


async def test_the_start_tells_the_order_and_the_pledge_for_the_shuffle(court: Evening) -> None:
    """Design, Randomness: the SHA-256 of the seed is public from the start; all of it stands in the log."""
    await court.seat(*court.guests[:3])
    table = await court.table()
    assert f"{table.started.commitment[:BRIEF]}…" in text(court.post())
    assert table.started.commitment not in text(court.post())
    log = await court.press(court.guests[0], court.board(), "log")
    assert table.started.commitment in log.private
    assert table.record.pledged is not None
    assert table.record.pledged.pledge in log.private
    for name in ("Ann", "Bo", "Cy"):
        assert f"**{name}**" in text(court.post())
    assert len(court.pings()) == 1
