"""People who play a whole game with the real bot by what is offered to them, and what must be true of it afterwards."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.faults.ledger import Question, Story, behind, query, stories
from bench.faults.promises import answered, doubled, taken
from bench.players import ANSWERING, choose, one_more
from bench.recorder import is_move, verb
from bot.host.address import Place
from bot.tables.seat_orders import question_number
from engine.asking import EVERYBODY
from tests.loopback.components import Json
from tests.loopback.people import Answer, Person
from tests.loopback.records import Channel, Interaction, Message
from tests.loopback.rest import MESSAGE, UPDATE
from tests.loopback.server import Loopback

MEANT = "sure"
PING_SECONDS = 10.0
READING_SECONDS = 0.01
LETTERS = 0.5


@dataclass(slots=True)
class Party:
    """Some people at one table in one channel, who only do what a message offers them, when they have been called.

    They answer now in a DM, now in the channel, by its posts or in a private view that they open there: `views` are
    these. `refused` are messages, as (id, edits), in which an answer was refused: they are not tried again before they
    have changed. Where they order ahead, `asked` are the questions that were seen to be put to users, by their numbers,
    and `together` those that several had: no log holds either.
    """

    discord: Loopback
    channel: Channel
    people: list[Person]
    dice: random.Random
    database: Place
    views: dict[int, Message] = field(default_factory=dict)
    refused: set[tuple[int, int]] = field(default_factory=set)
    orders: bool = False
    asked: set[tuple[int, int]] = field(default_factory=set)
    together: set[Question] = field(default_factory=set)

    async def sit_down(self, game: str, private: str | None = None) -> None:
        """Open a table, take the seats and start."""
        opener = self.people[0]
        options = {"orders": self.orders, **({"private": private} if private else {})}
        await opener.slash(self.channel, f"newgame {game}", **options)
        await self.discord.until(lambda: self.channel.messages)
        lobby = self.channel.messages[0]
        for person in self.people[1:]:
            await person.click(lobby, "Join")
        await opener.click(lobby, "Start")
        await self.called(0)

    async def called(self, before: int, seen: list[tuple[int, int]] | None = None) -> None:
        """Wait until more people have been called than before, the story asks anew, or the game is over; then read."""
        sign = self.sign if seen is None else seen
        await self.discord.until(lambda: len(self.calls) > before or self.sign != sign or self.over, PING_SECONDS)
        await asyncio.sleep(READING_SECONDS)

    @property
    def calls(self) -> list[int]:
        """Return the user ids in the order in which they were called to play, by a ping or by a DM."""
        pings = [(post.id, user) for post in self.discord.world.posts for user in sorted(post.pinged)]
        letters = [(letter.id, person.id) for person in self.people for letter in person.dms]
        return [user for _, user in sorted(pings + letters)]

    @property
    def sign(self) -> list[tuple[int, int]]:
        """Return the messages that say whose turn it is, and how often each was edited."""
        return [(message.id, message.edits) for message in self.channel.messages if "👉" in message.content]

    @property
    def pressed(self) -> Sequence[Interaction]:
        """Return everything that people have done, oldest first."""
        return [*self.discord.world.interactions.values()]

    def taken(self, since: int = 0) -> list[Question]:
        """Return the questions whose answer was acknowledged since so many presses, each its person's own.

        The message that was pressed has changed; or a view shows what came of a choice that all have.
        """
        moves = filter(is_move, self.pressed[since:])
        shown = (each for each in moves if each.answer_kind == UPDATE or answered(each)[1] == EVERYBODY)
        return taken(shown, stories(self.database))

    @property
    def slowest(self) -> float:
        """Return the longest time until an answer, in milliseconds."""
        return max(Answer(event).ms for event in self.pressed if event.answered.is_set())

    @property
    def over(self) -> bool:
        """Tell whether the channel says that the game is over."""
        return any("The game is over." in message.text for message in self.channel.messages)

    async def step(self) -> bool:
        """Let one of those who were called answer one question; return False once the game is over."""
        if self.over:
            return False
        calls, seen, person = len(self.calls), self.sign, self.next
        message = self.place(person) or await self.opened(person)
        if message is None:
            await self.called(calls, seen)
            return True
        edits, known = message.edits, len(self.pressed)
        answer = await person.wait(await self.begin(person, message))
        if answer.kind == MESSAGE and (doubt := answer.message.ids(MEANT)):
            # A number above one's means is asked about once more, in a message that becomes the private view.
            self.views[person.id] = answer.message
            answer = await person.wait(await person.begin_click(answer.message, doubt[0]))
        if answer.kind == MESSAGE:
            self.refused.add((message.id, edits))
        assert not {*self.taken(known)} & read_story(self.database).asked, "what was acknowledged isn't kept"
        return True

    async def steps(self, number: int) -> bool:
        """Let so many questions be answered; return False once the game is over."""
        for _ in range(number):
            if not await self.step():
                return False
        return True

    async def play_on(self) -> None:
        """Play to the end of the game."""
        while await self.step():
            pass

    async def play_until(self, event: asyncio.Event) -> bool:
        """Play until something happens; return False if the game was over before."""
        playing, waiting = asyncio.create_task(self.play_on()), asyncio.create_task(event.wait())
        await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        for task in (playing, waiting):
            task.cancel()
        done = await asyncio.gather(playing, waiting, return_exceptions=True)
        assert event.is_set() or done[0] is None, done[0]
        return event.is_set()

    @property
    def ordered(self) -> list[Question]:
        """Return the questions put to several whose answer was acknowledged."""
        return [each for each in self.taken() if each in self.together]

    def look(self) -> Story:
        """Take note of what people are asked now, with others or alone: by the rules, or by a joint question."""
        story = read_story(self.database)
        match = story.now
        for seat in match.deciding:
            self.asked.add((story.users[seat], question_number(match, seat)))
            if match.is_shut or seat not in match.legal:
                self.together.add((story.record.id, seat, match.question_id(seat)))
        return story

    @property
    def next(self) -> Person:
        """Return who was called last, or, where that person has answered, somebody else who was called and has not."""
        story = self.look()
        asked = {story.users[seat] for seat in story.now.deciding}
        due, calls = Counter(due_calls(story)), Counter(self.calls)
        # Whoever orders may be asked with others at any time, and needn't wait for a call.
        knows = [person for person in self.people if self.orders or self.knows(person, calls, due)]
        waiting = [person for person in knows if person.id in asked]
        return self.last_called if self.last_called in waiting or not waiting else self.dice.choice(waiting)

    def knows(self, person: Person, calls: Counter[int], due: Counter[int]) -> bool:
        """Tell whether a person was called for each turn so far, or is named where the story says whose turn it is."""
        return calls[person.id] >= due[person.id] or self.asking(person) is not None

    def asking(self, person: Person) -> Message | None:
        """Return the newest message that says that it is a person's turn."""
        signs = f"👉 **{person.name}**", f"👉 {person.user.mention}"
        shown = reversed(self.channel.messages)
        return next((message for message in shown if any(sign in message.content for sign in signs)), None)

    @property
    def last_called(self) -> Person:
        """Return the person who was called last."""
        return next(person for person in self.people if person.id == self.calls[-1])

    def place(self, person: Person) -> Message | None:
        """Return a DM, or what offers something in the channel; nothing where a view has to be opened first."""
        views = [self.views[person.id]] if person.id in self.views else []
        story = self.asking(person)
        places = [*person.dms[-1:], *views, *([story] if story else self.discord.pings(person)[-1:])]
        found = [place for place in places if not place.deleted and self.offered(place)]
        dms = [place for place in found if place.channel.user]
        here = [place for place in found if not place.channel.user]
        if dms and self.dice.random() < LETTERS:
            return self.dice.choice(dms)
        return self.dice.choice(here) if here else None

    def offered(self, message: Message) -> list[Json]:
        """Return the buttons and selects of a message that may answer a question of the game."""
        if (message.id, message.edits) in self.refused:
            return []
        return [node for node in (*message.buttons, *message.selects) if verb(node) in ANSWERING]

    async def opened(self, person: Person) -> Message | None:
        """Press Play on the newest message that has it; return the private view if it offers something."""
        shown = [message for message in self.channel.messages if message.ids("play")][-1]
        answer = await person.click(shown, shown.ids("play")[0])
        if not answer.private or not self.offered(answer.message):
            return None
        self.views[person.id] = answer.message
        return answer.message

    async def begin(self, person: Person, message: Message) -> Interaction:
        """Choose something of what the message offers and send it; a number dialog is opened and filled in.

        The last choice is taken more often than others: it is to pass, where one may, which keeps games short.
        """
        node, values = choose(self.offered(message), self.dice)
        if values:
            return await person.begin_select(message, node["custom_id"], values)
        begun = await person.begin_click(message, node["custom_id"])
        if verb(node) != "dialog":
            return begun
        dialog = await person.wait(begun)
        return await person.begin_submit(dialog, [one_more(dialog)]) if dialog.is_modal else begun

    @property
    def mixed(self) -> bool:
        """Tell whether moves were made in DMs and in the channel."""
        return {bool(event.channel.user) for event in filter(is_move, self.pressed)} == {True, False}


def read_story(database: Place) -> Story:
    """Return the one table of a database that has begun."""
    (story,) = stories(database)
    return story


def told(database: Place) -> bool:
    """Tell whether Discord has been shown everything, which may wait for a picture or for the end of a lull."""
    return not behind(database)


def check(party: Party, database: Place) -> None:
    """Assert what must be true of a finished game, however often the bot was killed."""
    story = read_story(database)
    [[(last,)]] = query(database, "SELECT max(seq) FROM moves")
    assert last == len(story.moves), "the log has gaps"
    lost = [click for click in party.taken() if click not in story.answered | party.together]
    assert not lost, f"acknowledged moves that the log does not hold: {lost}"
    # What was ordered can be ordered otherwise where the question still stands.
    twice = [click for click, times in Counter(party.taken()).items() if times > 1 and click not in party.together]
    assert not twice, f"questions whose answer was acknowledged twice: {twice}"
    if party.orders:
        assert Counter(party.calls) <= Counter(user for user, _ in party.asked), (
            "somebody was called twice for the same"
        )
    else:
        due = due_calls(story)
        assert in_order(party.calls, due), f"called {party.calls}, but {due} played"
    assert list(doubled(party.discord.world.posts, [story])) == []
    assert not any(post.everyone for post in party.discord.world.posts)
    assert party.slowest < 3000


def due_calls(story: Story) -> list[int]:
    """Return the users who had to be called, in order, where nobody orders."""
    return [user for seats in story.turns for user in sorted(story.users[seat] for seat in seats)]


def in_order(calls: Sequence[int], turns: Sequence[int]) -> bool:
    """Tell whether all calls are of turns, in their order: whoever answers at once, in the story, needs none."""
    left = iter(turns)
    return all(call in left for call in calls)
