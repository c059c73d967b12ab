"""Following a game: whoever does is called, once, to each table of it that opens on their server."""

from __future__ import annotations

from contextlib import nullcontext
from unittest.mock import patch

import discord
import pytest

from bot.clocks.table_clock import HOUR
from bot.storage import sql
from bot.storage.records import Delivery, Follow, TableId
from tests.bot import party
from tests.bot.announce.healing import FAILED, FORGOTTEN, losing
from tests.bot.clocked import NIGHT, away, passes, shown
from tests.bot.features.test_privacy import deleted
from tests.bot.party import FIRST, pinged
from tests.bot.sentences import assert_said
from tests.bot.server import Evening, Guest, text, words
from tests.bot.tongues import Say

pytestmark = pytest.mark.clocked
GAME = "fortheking"


async def follow(guest: Guest, way: str, *topics: str) -> str:
    """Let somebody follow these topics in one way, and no others; return the answer."""
    picked = {each: [*topics] if each == way else [] for each in Delivery}
    return (await guest.fill_in(await guest.command("settings follow"), **picked)).private


@pytest.mark.quick
async def test_each_game_calls_in_its_own_way(court: Evening) -> None:
    """One dialog has a list for each way; what is picked in both is written about.

    It is shown and deleted by /settings show and /privacy; on another server it is only counted, and nothing is
    followed in a DM.
    """
    bo = court.guests[1]
    told = (await bo.fill_in(await bo.command("settings follow"), channel=[GAME, "oriflamme"])).private
    assert told.count("channel") == len([GAME, "oriflamme"])
    dialog = await bo.command("settings follow")
    assert dialog.stands == {"channel": [GAME, "oriflamme"], "dm": []}
    await bo.fill_in(dialog, dm=["oriflamme"])
    kept = await court.storage.choices(Follow, user=bo.id)
    assert {each.game: each.way for each in kept} == {GAME: Delivery.CHANNEL, "oriflamme": Delivery.DM}

    shown = (await bo.command("settings show")).private
    for way, game in (("channel", GAME), ("dm", "oriflamme")):
        assert words(f"follow-{way}-now", game=words(f"{game}-name")) in shown
    await assert_said("follow-elsewhere", bo.whisper("settings show"))
    await assert_said("refused-server-only", bo.whisper("settings follow"))
    await assert_said("privacy-follows", bo.command("privacy show"))
    await deleted(bo)
    assert await court.storage.choices(Follow, user=bo.id) == []


async def tidings(court: Evening) -> list[object]:
    """Return the open tables to which somebody is still to be called, whenever that is."""
    return [*await court.storage.select(sql.TIDINGS, now=court.clock.now + 1e6, most=9)]


def called(guest: Guest) -> int:
    """Return how often somebody was called: by a ping in the channel, or by a DM."""
    return party.called(guest) + len(guest.dms)


@pytest.mark.parametrize("way", ["channel", "dm"])
async def test_who_follows_a_game_is_called_once_in_the_way_they_chose(court: Evening, way: str, says: Say) -> None:
    """With the way to the table; not at once, not twice, and not to a table of another game."""
    ann, bo, cy, dana, *_ = court.guests
    game = says(f"{GAME}-name")
    for guest in (bo, dana):
        assert says(f"follow-{way}-now", game=game) in await follow(guest, way, GAME)
    await court.open(ann, game="oriflamme")
    await passes(court, 60)
    assert called(bo) == 0
    lobby = await court.open(ann)
    assert called(bo) == 0
    await passes(court, 20)
    assert [called(guest) for guest in (bo, dana)] == [1, 1]
    message = bo.dms[0] if way == "dm" else court.public()[-1]
    assert f"/{court.channel.id}/{lobby.id}" in text(message)
    assert game in text(message)
    await passes(court, HOUR)
    await court.restart()
    await passes(court, HOUR)
    assert [called(guest) for guest in (bo, cy, dana)] == [1, 0, 1]


async def test_nobody_is_called_to_a_table_of_their_own_or_where_they_sit(court: Evening) -> None:
    """Nor to one that has begun, was given up or is full meanwhile; nor who follows no more.

    Whoever has left the server is found out when a DM would go out, and follows nothing there any more.
    """
    (ann, bo, cy, dana, *_), gone = court.guests, court.invite("Ike")
    for guest in (ann, bo, cy):
        await follow(guest, "channel", GAME)
    for guest in (dana, gone):
        await follow(guest, "dm", GAME)
    assert words("follow-nothing") in await follow(dana, "dm")
    await court.open(ann, bo)
    court.server.remove_member(gone.member)
    await passes(court, 20)
    assert [called(guest) for guest in (ann, bo, cy, dana, gone)] == [0, 0, 1, 0, 0]
    assert await court.storage.choices(Follow, user=gone.id) == []
    await court.seat(dana, court.guests[4])
    await passes(court, 20)
    await court.open(dana)
    await court.tables.cancel(TableId(3), dana.id)
    await court.open(*court.guests[3:8])
    await passes(court, 20)
    assert [called(guest) for guest in (ann, bo, cy)] == [0, 0, 1]
    assert not await tidings(court)


@pytest.mark.parametrize("way", ["channel", "dm"])
async def test_who_may_not_see_a_channel_is_told_of_no_table_there(court: Evening, way: str) -> None:
    """Whoever may see the hidden channel is; Discord is asked once for each, and who has left follows no more."""
    (ann, bo, cy, *_), gone = court.guests, court.invite("Ike")
    for guest in (bo, cy, gone):
        await follow(guest, way, GAME)
    court.server.remove_member(gone.member)
    me, sees = court.server.me, discord.PermissionOverwrite(view_channel=True)
    assert me is not None
    hidden = court.server.create_text_channel(
        "council",
        overwrites={
            court.server.default_role: discord.PermissionOverwrite(view_channel=False),
            **dict.fromkeys((me, ann.member, cy.member), sees),
        },
    )
    await court.open(ann, channel=hidden)
    with patch.object(court.bot.http, "get_member", wraps=court.bot.http.get_member) as asked:
        await passes(court, 20)
    assert asked.call_count == len([bo, cy, gone])
    mentioned = [user for _, user in court.pings(hidden.id)]
    assert [called(guest) + mentioned.count(guest.id) for guest in (bo, cy, gone)] == [0, 1, 0]
    assert await court.storage.choices(Follow, user=gone.id) == []
    assert not await tidings(court)


@pytest.mark.quick
async def test_in_quiet_hours_nobody_is_called_but_when_they_end(court: Evening) -> None:
    """If the table is still open by then; who has come meanwhile isn't called any more.

    Who is away is called when they are back, wherever they sit, or nowhere.
    """
    ann, bo, cy, dana, *_ = court.guests
    for guest in (bo, cy, dana):
        await follow(guest, "channel", GAME)
    for guest in (bo, cy):
        await guest.prefer(**NIGHT)
    await away(dana, 1)
    lobby = await court.open(ann)
    await passes(court, 7 * HOUR)
    assert not court.pings()
    await cy.press("join", lobby)
    await passes(court, HOUR + 60)
    assert pinged(court) == [bo.id]
    await passes(court, 15 * HOUR - 60)
    assert called(dana) == 0
    await passes(court, HOUR + 60)
    assert called(dana) == 1


async def test_table_led_back_calls_who_slept_meanwhile(court: Evening, ann: Guest, bo: Guest) -> None:
    """Its channel was gone as their quiet hours ended; once it has another one they are called there, and once."""
    await follow(bo, "channel", GAME)
    await bo.prefer(**NIGHT)
    await court.open(ann)
    await passes(court, 7 * HOUR)
    await court.tables.suspend(FIRST)
    await passes(court, 24 * HOUR)
    assert called(bo) == 0
    await court.tables.resume(FIRST, guild=court.server.id, channel=court.channel.id)
    await shown(court)
    for _ in range(2):
        await passes(court, 5 * HOUR)
        assert called(bo) == 1


async def test_a_table_that_is_not_shown_yet_calls_nobody_until_it_is(court: Evening, ann: Guest, bo: Guest) -> None:
    """A refused message is tried again later; nobody is lost."""
    await follow(bo, "channel", GAME)
    await court.open(ann)
    court.env.inject_error("POST", f"/channels/{court.channel.id}/messages", status=403, code=50013)
    await passes(court, 20)
    assert called(bo) == 0
    await passes(court, 301)
    assert called(bo) == 1


@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.parametrize("way, joins", [("channel", False), ("dm", False), ("channel", True)])
async def test_a_call_whose_answer_was_lost_is_not_repeated(
    court: Evening, way: str, *, joins: bool, forgets: bool
) -> None:
    """Discord has taken it and answers with an error: minutes later, by when it may know the nonce no more.

    Nor where it called others as well, and the one it named first took a seat before it was sent again.
    """
    ann, bo, *others = court.guests[:4]
    for guest in (bo, *others) if joins else (bo,):
        await follow(guest, way, GAME)
    lobby = await court.open(ann)
    with losing("POST", r"/channels/\d+/messages", FAILED, 1) as lost:
        await passes(court, 20)
    assert len(lost) == 1
    if forgets:
        court.record.forget()
    if joins:
        await bo.press("join", lobby)
    with FORGOTTEN if forgets else nullcontext():
        await passes(court, 301)
    assert [called(guest) for guest in (bo, *others)] == [1, joins, joins]
    assert not await tidings(court)
