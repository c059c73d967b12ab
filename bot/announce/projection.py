"""What is announced of a table: DMs, the table message and posts, in an order in which the bot may die at any moment.

Theory of operation. An announcement of a running table takes these steps:

1. DMs: those of who has decided are closed, and everybody who is called and wants it is written to;
2. the table message: edited if it looks different now, posted anew if it has aged, is gone, or a phase begins;
3. the posts: the old one is finished, and the new one comes last, with the ping (see `posts`), for whoever is pinged
   may look at everything and answer at once.

The id of a message that was sent is kept before the next one is sent, and everything together with `called`, `seq` and
`revision` at the end: one write, unless several messages were sent. If the bot dies between a send and the write, the
next start takes the same step with the same nonce, which Discord answers with the message that it has; it forgets
nonces after some minutes, so that only a bot that died in that moment and is started later posts something twice. If
the bot dies after a write, what was written is not done again: a DM is found by its question, a call by its seat and
question, and the table message by its look, which is kept as a digest: a table that looks as it should is left alone,
however old its message is. Edits of DMs and posts are done again, to the same effect.

`seq` and `called` say up to which move people have been called, and what the present post tells; `revision` says what
was shown whole. In a lull only the calls are made: then `revision` stays, and the rest is shown after it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.announce.dms import Dms
from bot.announce.lobbies import Lobbies
from bot.announce.lulls import Lulls
from bot.announce.posts import Pictured, Posts, Stretch
from bot.announce.sender import Sender
from bot.announce.table_message import LOBBY, TableMessage
from bot.faces import messages
from bot.faces.picture.requests import PictureRequest, table_picture
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing, paged
from bot.storage.port import Announced, Status
from bot.tables.audience import Audience
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.match import Frame

ENDED = "ended"


class Projection:
    """Brings what Discord shows of a table up to date."""

    def __init__(
        self, sender: Sender, dms: Dms, posts: Posts, lobbies: Lobbies, tables: Tables, audience: Audience
    ) -> None:
        """Take the way to Discord, who writes DMs and posts, how lobbies look, the tables, and who is spoken to."""
        self._sender = sender
        self._dms = dms
        self._posts = posts
        self._lobbies = lobbies
        self._table_message = TableMessage(sender)
        self._tables = tables
        self._audience = audience
        self._lulls = Lulls()

    async def update(self, table: Table, *, waits: bool = True) -> float:
        """Bring everything up to date; return the seconds after which the rest is to be shown, or 0.

        Unless it `waits`, nothing is left.
        """
        if table.record.announced.restored and table.record.status is not Status.SUSPENDED:
            table = await self._restored(table)
        match table.record.status:
            case Status.LOBBY:
                await self._lobby(table)
            case Status.ENDED:
                await self._end(table)
            case Status.PLAYING | Status.OVER:
                return await self._turn(table, waits=waits and table.record.status is Status.PLAYING)
            case Status.SUSPENDED:
                await self._dms.close(table, await self._audience.speaker(table))
                await self._keep(table, replace(table.record.announced, dms=()))
        return 0.0

    async def _restored(self, table: Table) -> Table:
        """Say that a table was set back, before anything else is shown of it; return the table as it is then."""
        await self._posts.restored(table, await self._audience.speaker(table))
        announced = replace(table.record.announced, restored=False)
        await self._keep(table, announced)
        return replace(table, record=replace(table.record, announced=announced))

    async def _keep(self, table: Table, announced: Announced) -> None:
        if announced != table.record.announced:
            await self._tables.announced(table.record.id, announced)

    async def _secure(self, table: Table, announced: Announced) -> None:
        """Keep at once which messages were sent, so that a bot that dies right after it sends nothing twice."""
        if _ids(announced) - _ids(table.record.announced):
            await self._keep(table, announced)

    async def _lobby(self, table: Table) -> None:
        record, speaker = table.record, await self._audience.speaker(table)
        lobby = await self._lobbies.look(table, speaker)
        announced = await self._table_message.update(table, record.announced, lobby, LOBBY, speaker)
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

    async def _turn(self, table: Table, *, waits: bool) -> float:
        """Bring DMs, table message and posts up to date; in a lull, only what calls somebody. The ping comes last."""
        speaker = await self._audience.speaker(table)
        stretch = await self._posts.stretch(table, speaker)
        lull = self._lulls.left(table.record.id, calls=stretch.over) if waits else 0.0
        if lull and not stretch.over:
            return lull
        announced = replace(table.record.announced, dms=await self._dms.deliver(table, stretch.calls, speaker))
        await self._secure(table, announced)
        frame, pictured = table.frame(None), Pictured()
        order = await self._order(table, frame, speaker)
        due = not lull or not self._table_message.stays(announced, frame.scene.phase)
        if due or order:
            asked = (await self._tables.logs.recalled(table)).asked_at()
            shown = paged(messages.table_message(table.record, frame, speaker, asked), order)
            pictured = Pictured(order, shown.shows)
            if due:
                announced = await self._table_message.update(table, announced, shown, frame.scene.phase, speaker)
                await self._secure(table, announced)
        announced = await self._tell(replace(stretch, announced=announced, pictured=pictured))
        revision = announced.revision if lull else table.record.revision
        await self._keep(table, replace(announced, seq=table.started.seq, revision=revision))
        if not lull:
            self._lulls.over(table.record.id)
        return lull

    async def _tell(self, stretch: Stretch) -> Announced:
        """Let the post grow, or begin a new one that pings whoever is called and has no DM."""
        written, table = {dm.seat for dm in stretch.announced.dms}, stretch.table
        pings = [table.people.users[seat] for seat in stretch.calls if seat not in written]
        below = stretch.announced.message != table.record.announced.message
        return await self._posts.update(stretch, pings, anew=below or bool(stretch.calls))

    async def _order(self, table: Table, frame: Frame, speaker: Speaker) -> PictureRequest | None:
        """Order the picture of the table as everybody sees it, where pictures are wanted and may be sent."""
        if not await self._audience.pictured(table) or not self._sender.takes_files(table.record.channel):
            return None
        return table_picture(frame, messages.title(table.record, speaker), speaker)


def _ids(announced: Announced) -> set[int | None]:
    return {announced.message, *(dm.message for dm in announced.dms)}
