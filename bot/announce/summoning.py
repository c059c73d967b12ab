"""Calls below the story: a short message that pings whoever is asked in the midst of a chapter, and goes once answered.

Theory of operation. Only a new message pings. Whoever is asked when a chapter begins is called by its post; whoever is
asked later, by a *summons* below it: who, what, and the choices. The story shows the question at once; the summons
follows a lull later (`Lulls.ring`), so that people who watch and answer at once need none.

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

from bot.announce.sender import Sender
from bot.announce.story import Story
from bot.storage.records import Announced, Summons
from bot.tables.prompts import Prompt
from engine.scene import Seat


class Summoning:
    """Sends what calls people below the story, and clears it away."""

    def __init__(self, sender: Sender) -> None:
        """Take the way to Discord."""
        self._sender = sender

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

    async def _cleared(self, story: Story, summons: Summons) -> bool:
        """Delete a message or let it say what became of its question; tell whether nothing of it is left to do."""
        channel = story.table.record.channel
        seats = story.at_it(summons)
        if seats:
            if not all(call in story.asked for call in summons.called):
                await self._sender.edit(channel, summons.message, story.summons(seats))
            return False
        if story.waiting(summons):
            await self._sender.edit(channel, summons.message, story.settled(story.fate(summons)))
            return False
        if all(map(story.acted, summons.called)):
            return await self._sender.delete(channel, summons.message)
        await self._sender.edit(channel, summons.message, story.settled(story.fate(summons)))
        return True
