"""The growing post: it calls people, asks in public what may be asked there, and tells what they do.

Theory of operation. A table's story in its channel is a chain of posts. A *stretch* is the part of the match that one
post tells: it begins when people are called (`calls.anew`) and ends when somebody is called again, so that it holds
one person's turn, or the time in which several decide at once. The post of the present stretch

- tells all moves after `Announced.post_from`, then says who is asked what, with the open choices as buttons;
- grows: with each move that calls nobody it is edited, by the answer to the click if it was clicked itself;
- is finished when the next stretch begins: it tells its part of the story, asks nothing, and can't be pressed. If the
  click that ended the stretch was in the post, its answer has finished it already, and nothing is edited again.

The new post comes last, because whoever is pinged may answer at once. If the old one can't be edited (it was deleted,
lies in an archived thread, or is over an hour old), the new one carries what the old one doesn't tell, so that the
story is told whole and once: all of the stretch if the old one is gone, else what happened after it was announced
last. A post that has told nothing yet would be empty without its question: its place is taken by the new one.

After a crash. `post`, `post_from` and `called` are kept together, right after the post was sent. If the bot dies
between the two, the next start begins the same post after the same old one: its nonce is made of the last move and of
the old post, so that Discord returns the message that it has, and nobody is pinged twice. If it dies after the old
post was finished and before the new one was sent, the old one is finished once more, to the same effect. Edits are not
remembered over a stop, and doing one again shows the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

import discord
from discord import ui

from bot.announce import calls
from bot.announce.calls import Call
from bot.announce.sender import Sender, follows, nonce
from bot.faces import messages
from bot.faces.answers import Parts
from bot.faces.layout import classic
from bot.faces.messages import Post
from bot.faces.picture.requests import PictureRequest
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing
from bot.storage.port import Announced
from bot.tables.audience import Audience
from bot.tables.marks import mark
from bot.tables.table import Line, Table
from bot.tables.tables import Tables
from engine.scene import Seat


@dataclass(frozen=True, slots=True)
class Pictured:
    """The picture of the table that goes with a post, and all that it shows in words."""

    order: PictureRequest | None = None
    shows: str = ""


@dataclass(frozen=True)
class Stretch:
    """A table, what was told at it since its last post began, how that reads, and how the table looks `now`."""

    table: Table
    announced: Announced
    lines: tuple[Line, ...]
    speaker: Speaker
    now: datetime
    pictured: Pictured = Pictured()

    @classmethod
    def of(cls, table: Table, lines: Sequence[Line], speaker: Speaker, now: datetime) -> Stretch:
        """Leave out moves that came after the table was looked at: they are told next time."""
        known = tuple(line for line in lines if line.seq <= table.started.seq)
        return cls(table, table.record.announced, known, speaker, now)

    @property
    def asked(self) -> tuple[Call, ...]:
        """Return who must decide, each with the move that brought the question up."""
        return tuple((seat, self.table.started.asked[seat]) for seat in self.table.started.deciding)

    @cached_property
    def calls(self) -> tuple[Seat, ...]:
        """Return whom it is time to call."""
        asked = {Seat(seat): move for seat, move in self.asked}
        movers = {line.seq: line.seat for line in self.lines if line.seq > self.announced.seq}
        return calls.anew(asked, self.announced.called, movers)

    @property
    def over(self) -> bool:
        """Tell whether the next stretch begins, or the match is over: then the post asks nothing any more."""
        return bool(self.calls) or not self.table.started.deciding

    @cached_property
    def told(self) -> list[str]:
        """Return the story since the post began, line by line."""
        opening = [messages.opening(self.table.record, self.table.frame(None), self.speaker)] if self._first else []
        return opening + [self.speaker.say(event) for line in self.lines for event in line.told]

    @property
    def silent(self) -> bool:
        """Tell whether there is nothing to tell and nothing to ask, as after a story that was told elsewhere."""
        return not self.told and not self.table.started.deciding

    @property
    def _first(self) -> bool:
        return self.announced.post_from == 0

    def untold(self) -> Stretch:
        """Return the story after what the present post tells already."""
        told = max(self.announced.post_from, self.announced.seq)
        later = tuple(line for line in self.lines if line.seq > told)
        return replace(self, announced=replace(self.announced, post_from=told), lines=later)

    def grown(self) -> Outgoing:
        """Return the post with all that has happened since, still asking."""
        return self._asking(self.told, (), self.announced.post_from, self._below(self.announced.post))

    def finished(self) -> Outgoing:
        """Return the post with all that has happened since, asking nothing any more."""
        return outgoing(messages.story(self.told, self._translation(self.table.started.seq)))

    def left(self) -> ui.View | None:
        """Return what stays under a post that is left as it was announced last; nothing if it has told nothing."""
        until = max(self.announced.post_from, self.announced.seq)
        return classic(self._translation(until)) if self._first or until > self.announced.post_from else None

    def begun(self, pings: Sequence[int], *, carrying: bool) -> Outgoing:
        """Return a new post; `carrying` tells the story that an old post can't be made to tell."""
        told, after = (self.told, self.announced.post_from) if carrying else ((), self.table.started.seq)
        return self._asking(told, pings, after, self._below(None))

    def _asking(self, told: Sequence[str], pings: Sequence[int], after: int, pictured: Pictured) -> Outgoing:
        table, frame = self.table, self.table.frame(None)
        post = messages.post(table.record, frame, told, pings, self.speaker, after=mark(table, after))
        return outgoing(post, pictured)

    def _below(self, post: int | None) -> Pictured:
        """Return the picture, unless this post, None for a new one, stands right below a table that shows the same."""
        board = self.announced.message
        first = self._first if post else self.announced.post is None
        sent = discord.utils.snowflake_time(post) if post else self.now
        return Pictured() if first or board is None or follows(sent, board) else self.pictured

    def _translation(self, until: int) -> list[Parts]:
        """Return what is left under a post that tells no more than the moves up to this one."""
        bounds = mark(self.table, self.announced.post_from), mark(self.table, until)
        return messages.translation(self.speaker, "read", self.table.record.id, *bounds)


def outgoing(post: Post, pictured: Pictured = Pictured()) -> Outgoing:
    """Return how a post is sent."""
    return Outgoing(post.content, post.view, post.pings, pictured.order, pictured.shows)


class Posts:
    """Keeps the posts of a table up to date."""

    def __init__(self, sender: Sender, tables: Tables, audience: Audience) -> None:
        """Take the way to Discord, the tables, and who is spoken to."""
        self._sender = sender
        self._tables = tables
        self._audience = audience

    async def stretch(self, table: Table, speaker: Speaker) -> Stretch:
        """Return the table's present stretch, with all that was told of it."""
        lines = await self._tables.log(table.record.id, None, table.record.announced.post_from)
        return Stretch.of(table, lines, speaker, self._sender.now)

    async def clicked(self, table: Table, message: int) -> Outgoing | None:
        """Return how a post that was clicked is to look after the move; None if it is not the table's present post."""
        if message != table.record.announced.post or self._sender.aged(message):
            return None
        stretch = await self.stretch(table, await self._audience.speaker(table))
        if stretch.over:
            return stretch.finished()
        # The old picture stays until the new one is there: a gap would make the channel jump.
        return replace(stretch.grown(), keeps=await self._audience.pictured(table))

    async def update(self, stretch: Stretch, pings: Sequence[int], *, anew: bool) -> Announced:
        """Let the post grow; begin a new one, which pings, if it is to be anew or the old one has aged or is gone."""
        announced, old = stretch.announced, stretch.announced.post
        if old is None and stretch.silent:
            return announced
        if old is None or self._sender.aged(old):
            return await self._replace(stretch, pings, old)
        if not stretch.table.started.deciding:
            await self._edit(stretch, old, stretch.finished())
            return replace(announced, called=())
        if anew:
            return await (self._follow if stretch.told else self._replace)(stretch, pings, old)
        if await self._edit(stretch, old, stretch.grown()):
            return replace(announced, called=stretch.asked)
        return await self._replace(stretch, pings, None)

    async def end(self, stretch: Stretch) -> None:
        """Say that a table was ended before its time, below a post that asks nothing any more."""
        table, old = stretch.table.record, stretch.announced.post
        farewell = outgoing(messages.farewell(table, stretch.speaker))
        last = stretch.finished() if stretch.told else farewell
        told = old is not None and not self._sender.aged(old) and await self._edit(stretch, old, last)
        if told and last is farewell:
            return
        if old is not None and not told:
            await self._sender.strip(table.channel, old, stretch.left())
        unique = nonce("e", stretch.table, stretch.table.started.seq, old)
        await self._sender.send(table.channel, farewell, unique)

    async def restored(self, table: Table, speaker: Speaker) -> None:
        """Say once that a table was set back to what it remembers, and what that was."""
        seq = table.match.seq if table.match else 0
        last = [speaker.say(event) for line in await self._tables.log(table.record.id, None) for event in line.told]
        post = messages.restored(table.record, last, speaker, until=mark(table, seq))
        await self._sender.send(table.record.channel, outgoing(post), nonce("r", table, seq))

    async def _replace(self, stretch: Stretch, pings: Sequence[int], old: int | None) -> Announced:
        """Post anew what the old post can't tell: all of its story if it is gone, else what it hasn't told yet."""
        if old is not None:
            await self._sender.strip(stretch.table.record.channel, old, stretch.left())
            stretch = stretch.untold()
        sent = await self._begin(stretch, pings, carrying=True)
        return replace(stretch.announced, post=sent, called=stretch.asked)

    async def _follow(self, stretch: Stretch, pings: Sequence[int], old: int) -> Announced:
        """Begin a new post below the old one, which is finished; what that can't be made to tell, the new one does."""
        told = await self._edit(stretch, old, stretch.finished())
        sent = await self._begin(stretch, pings, carrying=not told)
        start = stretch.table.started.seq if told else stretch.announced.post_from
        return replace(stretch.announced, post=sent, post_from=start, called=stretch.asked)

    async def _begin(self, stretch: Stretch, pings: Sequence[int], *, carrying: bool) -> int:
        table = stretch.table
        unique = nonce("p", table, table.started.seq, stretch.announced.post)
        return await self._sender.send(table.record.channel, stretch.begun(pings, carrying=carrying), unique)

    async def _edit(self, stretch: Stretch, message: int, look: Outgoing) -> bool:
        return await self._sender.edit(stretch.table.record.channel, message, look)
