"""What servers want their tables to be like, who follows which game, and who is still to be called to a table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from bot.storage import customs as rows
from bot.storage.notices import About, Notice
from bot.storage.postgres.asking import Asking
from bot.storage.postgres.connections import LONG, Connection
from bot.storage.postgres.questions import OURS, shards
from bot.storage.postgres.statements import Statement, keeping
from bot.storage.records import Customs, Follow, Status, TableId, TableRecord, Tiding

COLUMNS = ("server", "customs", "seal")
ONE = Statement("SELECT * FROM customs WHERE server = :server")
FOLLOW = """
INSERT INTO follows (server, game, "user", way, seal) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (server, game, "user") DO UPDATE SET way = excluded.way, seal = excluded.seal
"""
UNFOLLOW = 'DELETE FROM follows WHERE "user" = $1 AND server = $2 AND game = $3'
FOLLOWS = Statement('SELECT * FROM follows WHERE "user" = :user ORDER BY server, game')
CALL = """
INSERT INTO tidings SELECT $1::bigint, "user", $2::float8 FROM follows WHERE server = $3 AND game = $4 AND "user" <> $5
"""
TIDINGS = Statement(f"""
SELECT tidings.table_id, tidings."user", due, follows.server, follows.game, way, follows.seal
FROM tidings JOIN tables ON tables.id = tidings.table_id
LEFT JOIN follows ON follows.server = guild AND follows.game = tables.game AND follows."user" = tidings."user"
WHERE due <= :now AND {OURS} ORDER BY due, tidings.table_id, tidings."user" LIMIT :most
""")  # noqa: S608 # constants of our own
PUT_OFF = 'UPDATE tidings SET due = $1 WHERE table_id = $2 AND "user" = ANY($3::bigint[])'
TOLD = 'DELETE FROM tidings WHERE table_id = $1 AND "user" = ANY($2::bigint[])'


async def call(connection: Connection, table: TableRecord) -> None:
    """Keep that whoever follows the game of a new table is to be called soon."""
    if table.status is Status.LOBBY and table.created is not None:
        due = table.created + rows.SOON
        await connection.execute(CALL, table.id, due, table.guild, table.game, table.opener)


async def keep(connection: Connection, customs: Customs) -> None:
    """Keep what a server wants its tables to be like."""
    statement, row = keeping("customs", "server", COLUMNS), dict(zip(COLUMNS, rows.customs(customs), strict=True))
    await connection.execute(statement.text, *statement.values(row))


async def keep_follow(connection: Connection, known: Follow) -> None:
    """Keep that a person follows a game on a server."""
    await connection.execute(FOLLOW, *rows.follow(known))


async def unfollow(connection: Connection, user: int, server: int, game: str) -> None:
    """Keep that a person follows a game on a server no more."""
    await connection.execute(UNFOLLOW, user, server, game)


async def put_off(connection: Connection, table: TableId, users: Collection[int], due: float) -> None:
    """Keep that people are called to a table at a later moment."""
    await connection.execute(PUT_OFF, due, table, list(users))


async def told(connection: Connection, table: TableId, users: Collection[int]) -> None:
    """Keep that people have been called to a table, or need not be any more."""
    await connection.execute(TOLD, table, list(users))


class Follows(Asking):
    """The part of the storage that is about customs and followers."""

    async def customs(self, server: int) -> Customs:
        """Return what a server wants its tables to be like."""
        return rows.customs_of(server, await self._one(ONE, server=server))

    async def keep_customs(self, customs: Customs) -> None:
        """Keep what a server wants its tables to be like."""
        await self._choice(partial(keep, customs=customs), Notice(About.SERVER, customs.server))

    async def follows(self, user: int) -> Sequence[Follow]:
        """Return what a person follows."""
        found = map(rows.follow_of, await self._all(FOLLOWS, user=user))
        return [each for each in found if each is not None]

    async def follow(self, follow: Follow) -> None:
        """Keep that a person follows a game on a server."""
        await self._change(partial(keep_follow, known=follow))

    async def unfollow(self, user: int, server: int, game: str) -> None:
        """Keep that a person follows a game on a server no more."""
        await self._change(partial(unfollow, user=user, server=server, game=game))

    async def tidings(self, now: float, most: int) -> Sequence[Tiding]:
        """Return who is to be called to which open tables by now."""
        return [rows.tiding(row) for row in await self._all(TIDINGS, LONG, now=now, most=most, **shards(self.share))]

    async def put_off(self, table: TableId, users: Collection[int], due: float) -> None:
        """Keep that people are called to a table at a later moment."""
        await self._change(partial(put_off, table=table, users=users, due=due))

    async def told(self, table: TableId, users: Collection[int]) -> None:
        """Keep that people have been called to a table, or need not be any more."""
        await self._change(partial(told, table=table, users=users))
