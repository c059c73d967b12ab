"""What servers want their tables to be like, who follows which game, and who is still to be called to a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from functools import partial
from typing import TypeVar

from bot.storage import customs as written
from bot.storage.records import Customs, Follow, Status, TableId, TableRecord, Tiding
from bot.storage.sqlite.working import Working

T = TypeVar("T")

KEEP = """
INSERT INTO customs VALUES (?, ?, ?)
ON CONFLICT (server) DO UPDATE SET customs = excluded.customs, seal = excluded.seal
"""
FOLLOW = """
INSERT INTO follows VALUES (?, ?, ?, ?, ?)
ON CONFLICT (server, game, user) DO UPDATE SET way = excluded.way, seal = excluded.seal
"""
UNFOLLOW = "DELETE FROM follows WHERE user = ? AND server = ? AND game = ?"
FOLLOWS = "SELECT * FROM follows WHERE user = ? ORDER BY server, game"
CALL = """
INSERT INTO tidings SELECT :table, user, :due FROM follows WHERE server = :guild AND game = :game AND user <> :opener
"""
TIDINGS = """
SELECT tidings.table_id, tidings.user, due, follows.server, follows.game, way, follows.seal
FROM tidings JOIN tables ON tables.id = tidings.table_id
LEFT JOIN follows ON follows.server = guild AND follows.game = tables.game AND follows.user = tidings.user
WHERE due <= ? ORDER BY due, tidings.table_id, tidings.user LIMIT ?
"""
PUT_OFF = "UPDATE tidings SET due = ? WHERE table_id = ? AND user = ?"
TOLD = "DELETE FROM tidings WHERE table_id = ? AND user = ?"


def call(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep that whoever follows the game of a new table is to be called soon."""
    if table.status is Status.LOBBY and table.created is not None:
        due = table.created + written.SOON
        asked = {"table": table.id, "due": due, "guild": table.guild, "game": table.game, "opener": table.opener}
        db.execute(CALL, asked)


def keep(db: sqlite3.Connection, customs: Customs) -> None:
    """Keep what a server wants its tables to be like."""
    db.execute(KEEP, written.customs(customs))


def put_off(db: sqlite3.Connection, table: TableId, users: Collection[int], due: float) -> None:
    """Keep that people are called to a table at a later moment."""
    db.executemany(PUT_OFF, [(due, table, user) for user in users])


def told(db: sqlite3.Connection, table: TableId, users: Collection[int]) -> None:
    """Keep that people have been called to a table, or need not be any more."""
    db.executemany(TOLD, [(table, user) for user in users])


class Follows(Working):
    """The part of the storage that is about customs and followers."""

    async def customs(self, server: int) -> Customs:
        """Return what a server wants its tables to be like."""
        asked = "SELECT * FROM customs WHERE server = ?"
        return written.customs_of(server, await self._read(lambda db: db.execute(asked, (server,)).fetchone()))

    async def keep_customs(self, customs: Customs) -> None:
        """Keep what a server wants its tables to be like."""
        await self._write(partial(keep, customs=customs))

    async def follows(self, user: int) -> Sequence[Follow]:
        """Return what a person follows."""
        found = map(written.follow_of, await self._read(lambda db: db.execute(FOLLOWS, (user,)).fetchall()))
        return [each for each in found if each is not None]

    async def follow(self, follow: Follow) -> None:
        """Keep that a person follows a game on a server."""
        await self._write(lambda db: db.execute(FOLLOW, written.follow(follow)))

    async def unfollow(self, user: int, server: int, game: str) -> None:
        """Keep that a person follows a game on a server no more."""
        await self._write(lambda db: db.execute(UNFOLLOW, (user, server, game)))

    async def tidings(self, now: float, most: int) -> Sequence[Tiding]:
        """Return who is to be called to which open tables by now."""
        return [written.tiding(row) for row in await self._read(lambda db: db.execute(TIDINGS, (now, most)).fetchall())]

    async def put_off(self, table: TableId, users: Collection[int], due: float) -> None:
        """Keep that people are called to a table at a later moment."""
        await self._write(partial(put_off, table=table, users=users, due=due))

    async def told(self, table: TableId, users: Collection[int]) -> None:
        """Keep that people have been called to a table, or need not be any more."""
        await self._write(partial(told, table=table, users=users))
