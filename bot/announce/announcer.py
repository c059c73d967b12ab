"""One task for each table that has news; it renders at the moment of sending, so the last state wins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import aiohttp
import discord

from bot.announce.answering import Answering
from bot.announce.dms import Dms
from bot.announce.outgoing import Outgoing, paged
from bot.announce.posts import Posts, turned
from bot.announce.sender import Sender
from bot.announce.table_message import LOBBY, TableMessage
from bot.faces import messages
from bot.faces.attachment import Picture
from bot.faces.picture.requests import table_picture
from bot.faces.words import Speaker
from bot.pictures.follow_ups import Pictures
from bot.storage.port import Announced, Status, TableId
from bot.tables.audience import Audience
from bot.tables.preferences import Preferences
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.match import Frame
from engine.scene import Text, say

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION = 10003, 50001, 50013
RETRY_AFTER = (10.0, 60.0, 300.0)
"""Seconds before each new try when Discord doesn't take the news."""
OUTAGE = 500
"""The lowest HTTP status that means trouble on Discord's side: then the last wait is repeated until it is over.

Anything else that goes on for so long is in what is sent, and is tried again at the next change.
"""
LOCKED_OUT = 3600.0
"""Seconds before a new try where a permission is lacking: a moderator may have given it back."""
PATIENCE = 3.0
"""Seconds that the news waits for answers that show the same: as long as Discord waits for them."""
ENDED = "ended"


class Announcer:
    """Tells Discord what has changed at the tables."""

    def __init__(
        self, client: discord.Client, tables: Tables, preferences: Preferences, audience: Audience, pictures: Pictures
    ) -> None:
        """Take the connection, the tables, what people prefer, who is spoken to, and the pictures."""
        self._sender = Sender(client)
        self._troubles: dict[TableId, Text] = {}
        self._dms = Dms(self._sender, preferences, pictures)
        self._table_message = TableMessage(self._sender)
        self._posts = Posts(self._sender, tables, audience)
        self._tables = tables
        self._audience = audience
        self._renderer = pictures.renderer
        self._news: set[TableId] = set()
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._naps: dict[TableId, asyncio.Task[None]] = {}
        self._answers: dict[TableId, set[asyncio.Future[None]]] = {}
        self._closed = False

    def touch(self, table: TableId) -> None:
        """Announce a table soon; several touches before that are one, and one wakes a table that waits to try again."""
        if self._closed:
            return
        self._news.add(table)
        if table in self._naps:
            self._naps[table].cancel()
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._work(table), name=f"announce table {table}")

    @asynccontextmanager
    async def answering(self, table: TableId, message: int | None) -> AsyncIterator[Answering]:
        """Hold the news of a table back while a click is answered, so that no message is edited from both sides.

        `message` is what was clicked. The news waits no longer than `PATIENCE`.
        """
        answered = asyncio.get_running_loop().create_future()
        self._answers.setdefault(table, set()).add(answered)
        try:
            yield Answering(message, self._sender, self._posts, self._dms)
        finally:
            answered.set_result(None)
            self._answers[table].discard(answered)
            if not self._answers[table]:
                del self._answers[table]

    def trouble(self, table: TableId) -> Text | None:
        """Return what keeps the news of a table from being shown, for whoever sits there; None if nothing does."""
        return self._troubles.get(table)

    async def catch_up(self) -> None:
        """Announce whatever Discord had not been shown at the last stop."""
        for table in await self._tables.behind():
            self.touch(table)

    async def close(self) -> None:
        """Stop announcing; what was not announced is in the database and comes at the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, table: TableId) -> None:
        delays = iter(RETRY_AFTER)
        try:
            while table in self._news:
                if table in self._answers:
                    await asyncio.wait(self._answers[table], timeout=PATIENCE)
                self._news.discard(table)
                delay = await self._try(table, delays)
                if delay:
                    await self._nap(table, delay)
        finally:
            del self._tasks[table]

    async def _nap(self, table: TableId, delay: float) -> None:
        """Wait until it is time to try again, or until there is more to tell."""
        self._naps[table] = asyncio.create_task(asyncio.sleep(delay))
        try:
            await asyncio.wait([self._naps[table]])
        finally:
            self._naps.pop(table).cancel()
        self._news.add(table)

    async def _try(self, table: TableId, delays: Iterator[float]) -> float:
        """Announce once; return the seconds after which to try again, or 0."""
        try:
            await self._announce(await self._tables.get(table))
        except (NoSuchTable, TableClosed):
            return 0
        except discord.HTTPException as error:
            return await self._refused(table, error, delays)
        except (aiohttp.ClientError, OSError, discord.RateLimited, KeyError) as error:
            # discord.py raises a bare KeyError for a 429 without `retry_after`.
            log.warning("table %s: Discord did not take the news: %r", table, error, exc_info=type(error) is KeyError)
            return next(delays, 0 if isinstance(error, KeyError) else RETRY_AFTER[-1])
        except Exception:
            log.exception("table %s: could not be announced", table)
            return 0
        self._troubles.pop(table, None)
        return 0

    async def _refused(self, table: TableId, error: discord.HTTPException, delays: Iterator[float]) -> float:
        log.warning("table %s: Discord did not take the news: %s", table, error)
        if error.code == UNKNOWN_CHANNEL:
            with suppress(Refused):
                await self._tables.suspend(table)
            return 0
        if error.code in {NO_ACCESS, NO_PERMISSION}:
            self._troubles[table] = say("trouble-permission")
            return LOCKED_OUT
        return next(delays, RETRY_AFTER[-1] if error.status >= OUTAGE else 0)

    async def _announce(self, table: Table) -> None:
        match table.record.status:
            case Status.LOBBY:
                await self._lobby(table)
            case Status.ENDED:
                await self._end(table)
            case Status.PLAYING | Status.OVER:
                await self._turn(table)
            case Status.SUSPENDED:
                await self._dms.close(table, await self._audience.speaker(table))
                await self._keep(table, replace(table.record.announced, dms=()))

    async def _keep(self, table: Table, announced: Announced) -> Announced:
        """Keep at once what was sent, so that a bot that dies right after it sends nothing twice."""
        if announced != table.record.announced:
            await self._tables.announced(table.record.id, announced)
        return announced

    async def _lobby(self, table: Table) -> None:
        record, speaker = table.record, await self._audience.speaker(table)
        lobby = Outgoing(None, messages.lobby(record, self._tables.seats(table), speaker))
        announced = await self._table_message.update(record, record.announced, lobby, LOBBY, speaker)
        await self._keep(table, replace(announced, revision=record.revision))

    async def _end(self, table: Table) -> None:
        record, announced, speaker = table.record, table.record.announced, await self._audience.speaker(table)
        if table.match is not None:
            await self._dms.close(table, speaker)
            await self._posts.end(await self._posts.stretch(table, speaker))
        if announced.message:
            ended = Outgoing(None, messages.closed(record, speaker))
            await self._sender.edit(record.channel, announced.message, ended)
        await self._keep(table, replace(announced, revision=record.revision, dms=(), phase=ENDED))

    async def _turn(self, table: Table) -> None:
        """Bring DMs, table message and posts up to date; the ping comes last."""
        speaker = await self._audience.speaker(table)
        stretch = await self._posts.stretch(table, speaker)
        fresh = turned(table, stretch.lines)
        frame = table.frame(None)
        picture = await self._picture(table, frame, speaker)
        dms = await self._dms.deliver(table, stretch.lines, speaker, fresh=fresh)
        announced = await self._keep(table, replace(table.record.announced, dms=dms))
        board = paged(messages.table_message(table.record, frame, speaker), picture)
        announced = await self._table_message.update(table.record, announced, board, frame.scene.phase, speaker)
        await self._keep(table, announced)
        written = {dm.seat for dm in dms}
        pings = [table.people.users[seat] for seat in table.started.deciding if fresh and seat not in written]
        anew = fresh or announced.message != table.record.announced.message
        announced = await self._posts.update(replace(stretch, announced=announced, picture=picture), pings, anew=anew)
        await self._keep(table, replace(announced, revision=table.record.revision, seq=table.started.seq))

    async def _picture(self, table: Table, frame: Frame, speaker: Speaker) -> Picture | None:
        """Return the table as everybody sees it, if its server wants pictures and it is drawn in time."""
        if not await self._audience.pictured(table) or not self._sender.takes_files(table.record.channel):
            return None
        return await self._renderer.draw(table_picture(frame, messages.title(table.record, speaker), speaker))
