"""The growing post: one for each stretch in which the same people decide; it pings them once and tells what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.announce.outgoing import Outgoing
from bot.announce.sender import Sender, aged, nonce, together
from bot.faces import messages
from bot.faces.answers import Parts
from bot.faces.attachment import Picture
from bot.faces.layout import classic
from bot.faces.messages import Post
from bot.faces.words import Speaker
from bot.storage.port import Announced
from bot.tables.audience import Audience
from bot.tables.table import Line, Table
from bot.tables.tables import Tables


def look(post: Post) -> Outgoing:
    """Return how a post is sent."""
    return Outgoing(post.content, post.view, post.pings, post.picture)


def turned(table: Table, lines: Sequence[Line]) -> bool:
    """Tell whether others must decide now than the last post was for, or somebody else has decided since."""
    announced = table.record.announced
    acted = {line.seat for line in lines if line.seq > announced.seq}
    called = tuple(seat for seat, _ in announced.called)
    return tuple(table.started.deciding) != called or not acted <= set(called)


def deciders(table: Table) -> tuple[tuple[int, int], ...]:
    """Return who must decide, each with the move after which the question was asked."""
    return tuple((seat, table.started.asked[seat]) for seat in table.started.deciding)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A table, what was told at it since its last post began, how that reads, and how the table looks now."""

    table: Table
    announced: Announced
    lines: tuple[Line, ...]
    speaker: Speaker
    picture: Picture | None = None

    @classmethod
    def of(cls, table: Table, announced: Announced, lines: Sequence[Line], speaker: Speaker) -> Stretch:
        """Leave out moves that came after the table was looked at: they are told next time."""
        known = tuple(line for line in lines if line.seq <= table.started.seq)
        return cls(table, announced, known, speaker)

    @property
    def told(self) -> list[str]:
        """Return the story since the post began, line by line."""
        opening = [messages.opening(self.table.frame(None), self.speaker)] if self._first else []
        return opening + [self.speaker.say(event) for line in self.lines for event in line.told]

    @property
    def _first(self) -> bool:
        return self.announced.post_from == 0

    def untold(self) -> Stretch:
        """Return the story after what the present post tells already."""
        told = max(self.announced.post_from, self.announced.seq)
        later = tuple(line for line in self.lines if line.seq > told)
        return replace(self, announced=replace(self.announced, post_from=told), lines=later)

    def grown(self) -> Post:
        """Return the post with all that has happened since, still asking."""
        return self._asking(self.told, (), self.announced.post_from, self._below(self.announced.post))

    def finished(self) -> Post:
        """Return the post with all that has happened since, asking nothing any more."""
        return messages.story(self.told, self._translation(self.table.started.seq))

    def left(self) -> ui.View | None:
        """Return what stays under a post that is left as it was announced last; nothing if it has told nothing."""
        until = max(self.announced.post_from, self.announced.seq)
        return classic(self._translation(until)) if self._first or until > self.announced.post_from else None

    def begun(self, pings: Sequence[int], *, carrying: bool) -> Post:
        """Return a new post; `carrying` tells the story that an old post can't be made to tell."""
        told, after = (self.told, self.announced.post_from) if carrying else ((), self.table.started.seq)
        return self._asking(told, pings, after, self._below(None))

    def _asking(self, told: Sequence[str], pings: Sequence[int], after: int, picture: Picture | None) -> Post:
        post = messages.post(self.table.record, self.table.frame(None), told, pings, self.speaker, after=after)
        return replace(post, picture=picture)

    def _below(self, post: int | None) -> Picture | None:
        """Return the picture, unless this post, None for a new one, stands right below a table that shows the same."""
        board = self.announced.message
        first = self._first if post else self.announced.post is None
        return None if first or board is None or together(board, post) else self.picture

    def _translation(self, until: int) -> list[Parts]:
        """Return what is left under a post that tells no more than the moves up to this one."""
        return messages.translation(self.speaker, "read", self.table.record.id, self.announced.post_from, until)


class Posts:
    """Keeps the posts of a table up to date."""

    def __init__(self, sender: Sender, tables: Tables, audience: Audience) -> None:
        """Take the way to Discord, the tables, and who is spoken to."""
        self._sender = sender
        self._tables = tables
        self._audience = audience

    async def stretch(self, table: Table, speaker: Speaker) -> Stretch:
        """Return the table's present stretch, with all that was told of it."""
        announced = table.record.announced
        return Stretch.of(table, announced, await self._tables.log(table.record.id, None, announced.post_from), speaker)

    async def clicked(self, table: Table, message: int) -> Outgoing | None:
        """Return how a post that was clicked is to look after the move; None if it is not the table's present post."""
        if message != table.record.announced.post or aged(message):
            return None
        stretch = await self.stretch(table, await self._audience.speaker(table))
        if turned(table, stretch.lines):
            return look(stretch.finished())
        # The old picture stays until the new one is there: a gap would make the channel jump.
        return replace(look(stretch.grown()), keeps=await self._audience.pictured(table))

    async def update(self, stretch: Stretch, pings: Sequence[int], *, anew: bool) -> Announced:
        """Let the post grow; begin a new one, which pings, if it is to be anew or the old one has aged or is gone."""
        announced, old = stretch.announced, stretch.announced.post
        if old is None or aged(old):
            return await self._replace(stretch, pings, old)
        if not stretch.table.started.deciding:
            await self._edit(stretch, old, stretch.finished())
            return replace(announced, called=())
        if anew:
            # A post that has told nothing yet would be empty without its question.
            return await (self._follow if stretch.told else self._replace)(stretch, pings, old)
        if await self._edit(stretch, old, stretch.grown()):
            return announced
        return await self._replace(stretch, pings, None)

    async def end(self, stretch: Stretch) -> None:
        """Say that a table was ended before its time, below a post that asks nothing any more."""
        table, old = stretch.table.record, stretch.announced.post
        farewell = messages.farewell(table, stretch.speaker)
        # A post that has told nothing would be empty without its question: the farewell takes its place.
        last = stretch.finished() if stretch.told else farewell
        told = old is not None and not aged(old) and await self._edit(stretch, old, last)
        if told and last is farewell:
            return
        if old is not None and not told:
            await self._sender.strip(table.channel, old, stretch.left())
        await self._sender.send(table.channel, look(farewell), nonce("e", table.id, stretch.table.started.seq, old))

    async def _replace(self, stretch: Stretch, pings: Sequence[int], old: int | None) -> Announced:
        """Post anew what the old post can't tell: all of its story if it is gone, else what it hasn't told yet."""
        if old is not None:
            await self._sender.strip(stretch.table.record.channel, old, stretch.left())
            stretch = stretch.untold()
        sent = await self._begin(stretch, pings, carrying=True)
        return replace(stretch.announced, post=sent, called=deciders(stretch.table))

    async def _follow(self, stretch: Stretch, pings: Sequence[int], old: int) -> Announced:
        """Begin a new post; the old one tells its part of the story and can't be pressed any more.

        The new one comes last, to be kept as soon as it is sent: whoever is pinged may answer at once.
        """
        told = await self._edit(stretch, old, stretch.finished())
        sent = await self._begin(stretch, pings, carrying=not told)
        start = stretch.table.started.seq if told else stretch.announced.post_from
        return replace(stretch.announced, post=sent, post_from=start, called=deciders(stretch.table))

    async def _begin(self, stretch: Stretch, pings: Sequence[int], *, carrying: bool) -> int:
        table = stretch.table
        post = look(stretch.begun(pings, carrying=carrying))
        unique = nonce("p", table.record.id, table.started.seq, stretch.announced.post)
        return await self._sender.send(table.record.channel, post, unique)

    async def _edit(self, stretch: Stretch, message: int, post: Post) -> bool:
        return await self._sender.edit(stretch.table.record.channel, message, look(post))
