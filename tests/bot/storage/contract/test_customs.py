"""What servers want their tables to be like is kept, and whoever follows a game is found when a table of it opens."""

from __future__ import annotations

from dataclasses import replace

from bot.clocks.clock import Then
from bot.storage.customs import SOON
from bot.storage.port import Storage
from bot.storage.records import Customs, Follow, Private, Server, Status, Tiding, Way
from tests.bot.storage.samples import ANN, BO, CAT, lobby

NOW = 1_700_000_000.25


async def test_customs_are_kept_changed_and_forgotten_with_their_server(storage: Storage) -> None:
    """Storage: customs, keep_customs, forget_servers."""
    assert await storage.customs(10) == Customs(10)
    for customs in (Customs(10, "week", Then.WAITS, advice=True), Customs(10, "none")):
        await storage.keep_customs(customs)
        assert await storage.customs(10) == customs
    await storage.keep_server(Server(10, "uk"))
    await storage.follow(Follow(10, "oriflamme", ANN.user, Way.DM))
    await storage.forget_servers((), 50.0, 20.0)
    assert await storage.forget_servers((), 60.0, 50.0) == [10]
    assert await storage.customs(10) == Customs(10)
    assert await storage.follows(ANN.user) == []


async def test_whoever_follows_a_game_is_called_to_each_table_of_it_once(storage: Storage) -> None:
    """Storage: create, tidings, put_off, told: not who opened it, and only on that server and for that game."""
    game, guild = lobby().game, lobby().guild
    await storage.follow(Follow(guild, game, ANN.user, Way.DM))
    await storage.follow(Follow(guild, game, BO.user, Way.DM))
    await storage.follow(Follow(guild, game, BO.user, Way.CHANNEL))
    await storage.follow(Follow(guild, game, CAT.user, Way.DM))
    await storage.follow(Follow(guild + 1, game, 77, Way.DM))
    await storage.follow(Follow(guild, f"{game}x", 78, Way.DM))
    table = await storage.create(replace(lobby(ANN), created=NOW))
    due = NOW + SOON
    assert await storage.tidings(due - 1, 9) == []
    assert await storage.next_due() == due
    ways = {BO.user: Way.CHANNEL, CAT.user: Way.DM}
    expected = [Tiding(table.id, user, due, ways[user]) for user in sorted(ways)]
    assert await storage.tidings(due, 9) == expected
    assert await storage.tidings(due, 1) == expected[:1]
    await storage.put_off(table.id, [CAT.user], due + 100)
    await storage.told(table.id, [BO.user])
    assert await storage.tidings(due, 9) == []
    assert await storage.next_due() == due + 100
    await storage.unfollow(CAT.user, guild, game)
    assert await storage.tidings(due + 100, 9) == [Tiding(table.id, CAT.user, due + 100, None)]
    assert await storage.follows(BO.user) == [Follow(guild, game, BO.user, Way.CHANNEL)]


async def test_who_is_forgotten_follows_nothing_and_a_deleted_table_calls_nobody(storage: Storage) -> None:
    """Storage: forget_choices, delete."""
    game, guild = lobby().game, lobby().guild
    for sitter in (BO, CAT):
        await storage.follow(Follow(guild, game, sitter.user, Way.DM))
    table = await storage.create(replace(lobby(ANN), created=NOW))
    await storage.forget_choices(BO.user)
    assert await storage.follows(BO.user) == []
    assert [each.user for each in await storage.tidings(NOW + SOON, 9)] == [CAT.user]
    await storage.delete(await storage.seat(replace(table, status=Status.ENDED)))
    assert await storage.next_due() is None


async def test_where_private_views_go_is_changed_at_an_open_table(storage: Storage) -> None:
    """Storage: move."""
    table = await storage.create(replace(lobby(ANN), private=None))
    after = await storage.move(table, replace(table, private=Private.DM))
    assert after.private is Private.DM
    assert await storage.load(table.id) == after
