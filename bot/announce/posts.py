"""The posts that tell the story: one for each chapter, which grows by edits and asks in public what may be asked there.

Theory of operation. The post of a chapter is sent when the chapter begins, and calls whoever is to be called then. It

- tells the chapter so far, then says who is asked what, with the open choices as buttons;
- grows: it is edited after each move, by the answer to the click if it was clicked itself, however old it is. An edit
  pings nobody: whoever is asked in the midst of a chapter is called below it (see there);
- is finished when the next chapter begins: it tells its own, asks nothing, and only leads on to more. If the click
  that ended the chapter was in the post, its answer has finished it already, and nothing is edited again.

It is posted anew only where Discord refuses the edit: it was deleted, lies in an archived thread, or was edited too
often for its age. Then a new post tells the whole chapter. A post that has pinged is never deleted.

After a crash. `post`, `post_from` and `called` are kept together, right after the post was sent. If the bot dies
between the two, the next start begins the same post after the same old one: its nonce is made of where the chapter
begins and of the old post, so that Discord returns the message that it has, and nobody is pinged twice. If it dies
after the old post was finished and before the new one was sent, the old one is finished once more, to the same effect.
Edits are not remembered over a stop, and doing one again shows the same.

Calls below the story. Only a new message pings. Whoever is asked when a chapter begins is called by its post; whoever
is asked later, by a *summons* below it: who, what, and the choices. The story shows the question at once; the summons
follows a lull later (`Delivery.ring`), so that people who watch and answer at once need none.

A message that has pinged is deleted only when each person it pinged has acted since: nobody looks for a ping that led
nowhere. Where the question has gone without them, because of another's move or of the table's end, one line says so and
leads to the story. A person who goes on with the same turn finds the next question in the same summons.

Deleting comes last, after whoever is to be called was called. The id of a summons is kept, in `Announced.summons`,
right after it was sent, and until it was deleted: after a crash or an outage it is done again, and what is gone already
is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cachetools import LRUCache

from bot.announce.sender import Sender
from bot.announce.story import Pictured, Story, outgoing
from bot.faces import messages
from bot.faces.words import Speaker
from bot.sending.audience import Audience
from bot.sending.outgoing import Outgoing
from bot.storage.records import Announced, Summons, TableId
from bot.tables.marks import mark
from bot.tables.ordering import Prompt
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.scene import Seat

REMEMBERED = 64
"""How many stories are kept that answers have composed, until their tables are announced."""
BEGINNING = 0
"""Stands for the move before the first one: what came with the people who sit here, or with their going."""


class Posts:
    """Keeps the posts of a table, and the calls below them, up to date."""

    def __init__(self, sender: Sender, tables: Tables, audience: Audience) -> None:
        """Take the way to Discord, the tables, and who is spoken to."""
        self._sender = sender
        self._tables = tables
        self._audience = audience
        self._answered: LRUCache[TableId, Story] = LRUCache(REMEMBERED)

    async def story(self, table: Table, speaker: Speaker) -> Story:
        """Return the story of a table, as `foreseen`, since its present post and the oldest call that still stands."""
        announced = table.record.announced
        called = [Prompt(asked).move for summons in announced.summons for _, asked in summons.called]
        since = max(0, min([announced.post_from, *called]) - 1)
        lines = await self._tables.log(table.id, None, since)
        ordered = await self._tables.logs.ordered(table, since) if table.record.orders else frozenset()
        shared = await self._tables.neighbours.several(table.channel)
        # Moves that came after the table was looked at are told next time.
        known = tuple(line for line in lines if line.seq <= table.started.seq)
        story = Story(table, announced, known, speaker, self._sender.now, shared, ordered=ordered)
        answered = self._answered.pop(table.id, None)
        return replace(story, memo=answered.memo) if story == answered else story

    async def clicked(self, table: Table, message: int) -> Outgoing | None:
        """Return how a message that was clicked is to look after the move; None if it neither tells nor calls now."""
        announced = table.record.announced
        summons = next((each for each in announced.summons if each.message == message), None)
        if summons is None and message != announced.post:
            return None
        story = await self.story(self._tables.clocks.foreseen(table), await self._audience.speaker(table))
        self._answered[table.id] = story
        if summons is not None:
            seats = story.at_it(summons)
            return story.summons(seats) if seats else story.settled(story.fate(summons))
        if story.turned or not table.started.deciding:
            return story.finished()
        # The old picture stays until the new one is there: a gap would make the channel jump.
        return replace(story, pictured=Pictured(keeps=await self._audience.pictured(table))).grown()

    async def update(self, story: Story, pings: Sequence[int], *, below: bool) -> Announced:
        """Let the post grow; begin a new one, which pings, for a new chapter, `below` a new table, or if it is gone."""
        announced, old = story.announced, story.announced.post
        if old is None:
            return announced if story.silent else await self._begin(story.whole, pings)
        if story.turned or below:
            await self._finish(story, old)
            return announced if story.next.silent else await self._begin(story.next, pings)
        look = story.grown() if story.table.started.deciding else story.finished()
        if await self._sender.edit(story.table.channel, old, look):
            return announced
        return await self._begin(story, pings)

    async def end(self, story: Story) -> None:
        """Say who has ended a table before its time, below a post that asks nothing any more."""
        table, old = story.record, story.announced.post
        if old is not None:
            await self._finish(story.whole, old)
        look = outgoing(messages.farewell(table, story.speaker))
        await self._sender.post(story.table, "e", story.table.started.seq, look, story.below(BEGINNING), old)

    async def restored(self, table: Table, speaker: Speaker) -> None:
        """Say once that a table was set back to what it remembers, and what that was."""
        seq = table.match.seq if table.match else 0
        last = [speaker.say(event) for line in await self._tables.log(table.id, None) for event in line.told]
        post = messages.restored(table.record, last, speaker, until=mark(table, seq))
        # Nothing tells it from what was said when the table was set back before.
        await self._sender.post(table, "r", seq, outgoing(post), None)

    async def call(self, story: Story, seats: Sequence[Seat]) -> Announced:
        """Call some of those who are asked, in one message, and return what has been announced with it."""
        table, announced = story.table, story.announced
        called = tuple(call for call in story.asked if call[0] in seats)
        last = announced.summons[-1].message if announced.summons else announced.post
        look = story.summons(seats, [table.people.users[seat] for seat in seats])
        begun = story.below(*(Prompt(asked).move for _, asked in called))
        sent = await self._sender.post(table, "c", called, look, begun, last)
        return replace(announced, summons=(*announced.summons, Summons(sent, called)))

    async def clear(self, story: Story) -> Announced:
        """Clear away the messages whose people have answered or aren't asked any more; return what still stands."""
        standing = [each for each in story.announced.summons if not await self._cleared(story, each)]
        return replace(story.announced, summons=tuple(standing))

    async def _finish(self, story: Story, old: int) -> None:
        """Let a post tell its chapter to the end and ask nothing; where Discord refuses that, another one tells it."""
        if not story.told:
            # Without its question it would be empty: what it asked stays to be read.
            await self._sender.strip(story.table.channel, old)
        elif not await self._sender.edit(story.table.channel, old, story.finished()):
            begun = story.below(story.table.started.seq)
            await self._sender.post(story.table, "f", story.announced.post_from, story.finished(), begun, old)

    async def _begin(self, story: Story, pings: Sequence[int]) -> Announced:
        start, look = story.announced.post_from, story.begun(pings)
        sent = await self._sender.post(story.table, "p", start, look, story.below(start), story.announced.post)
        return replace(story.announced, post=sent)

    async def _cleared(self, story: Story, summons: Summons) -> bool:
        """Delete a message or let it say what became of its question; tell whether nothing of it is left to do."""
        channel = story.table.channel
        seats = story.at_it(summons)
        if seats:
            if not all(call in story.asked for call in summons.called):
                await self._sender.edit(channel, summons.message, story.summons(seats))
            return False
        waits = story.waiting(summons)
        if not waits and all(map(story.acted, summons.called)):
            return await self._sender.delete(channel, summons.message)
        await self._sender.edit(channel, summons.message, story.settled(story.fate(summons)))
        return not waits
