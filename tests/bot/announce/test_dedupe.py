"""What may have been posted without an answer is looked for before it is sent again: nothing stands there twice.

What an earlier process has sent without a note is known for sure: nothing else is ever taken for a call.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from types import SimpleNamespace

import discord
import pytest

from bot.announce.dedupe import DedupeWindow, origin
from bot.announce.sender import Sender
from bot.faces.components import Page, button
from bot.pictures.renderer import Renderer
from bot.sending.codes import DiscordClock
from bot.storage.records import Generation, Status, TableId, TableRecord
from bot.tables.table import Table
from tests.bot.announce.healing import FORGOTTEN
from tests.bot.clock import Clock
from tests.engine.games.scenarios import scenarios
from tests.loopback import world
from tests.loopback.minibot import running
from tests.loopback.records import Channel, Interaction, Message
from tests.loopback.server import Loopback

HOURS = 9 * 3600.0
COMMAND = 2


@dataclass(slots=True)
class Stage:
    """A loopback Discord that has forgotten every nonce, and Heralds that live one after the other."""

    loopback: Loopback
    bot: discord.Client
    hall: Channel
    people: Mapping[str, int]
    clock: Clock
    sender: Sender
    patch: pytest.MonkeyPatch
    asked: DedupeWindow | None = None

    async def send(self, outgoing: Page, begun: DedupeWindow | None = None, nonce: str = "c0123") -> int:
        """Send a message, which has come up just now unless it is told; return its id."""
        return await self.sender.send(self.hall.id, outgoing, nonce, begun or DedupeWindow(self.clock.now))

    @property
    def standing(self) -> list[Message]:
        """Return the messages of Herald's that stand in the hall."""
        return [message for message in self.hall.messages if message.author is self.loopback.world.bot]

    def page(self, text: str) -> Page:
        """Return what is to be sent: words, whom it pings, and which button it has if not that of table 1."""
        words, _, part = text.removesuffix(")").partition(" (")
        pings = tuple(user for name, user in self.people.items() if f"@{name}" in words)
        content = re.sub(r"@(\w+)", lambda found: f"<@{self.people[found[1]]}>", words.replace(" / ", "\n"))
        return Page(content=content, rows=[[button("Play", part or "play:1")]], pings=pings)

    async def do(self, step: str) -> None:
        """Let something happen; what is sent asks something that has just come up, unless it was `asked` before."""
        does, _, text = step.partition(" ")
        match does:
            case "asked":
                self.asked = DedupeWindow(self.clock.now - float(text))
            case "noted":
                self.asked = DedupeWindow(self.clock.now - HOURS, after=self.standing[0].id)
            case "sends":
                await self.send(self.page(text), self.asked, text.partition("(")[2] or "c0123")
            case "names":
                await self.send(replace(self.page(text), pings=()), self.asked)
            case "loses" | "fails":
                self.loopback.fail("POST", "/messages$", 503, lost=does == "loses")
                await self.do(f"breaks {text}")
            case "breaks":
                with pytest.raises(discord.DiscordServerError):
                    await self.send(self.page(text))
            case "lost":
                self.loopback.fail(text, "/messages", 503, lost=True)
            case "dies":
                self.clock.now += HOURS
                self.sender = Sender(self.bot, Renderer(), DiscordClock(), self.clock)
            case "later":
                self.clock.now += float(text)
            case _:
                self._becomes(does, text)

    def _becomes(self, state: str, text: str) -> None:
        """Let Discord, or what stands in the hall, be otherwise than it was."""
        there, ann = self.loopback.world, self.loopback.world.users[self.people["Ann"]]
        match state:
            case "unread":
                self.loopback.fail("GET", "/messages", 403, code=50001)
            case "forgets":
                self.patch.setattr("bot.announce.dedupe.NONCE_LIFETIME", timedelta())
            case "remembers":
                self.patch.setattr(world, "NONCE_SECONDS", 60.0)
            case "chat":
                for _ in range(int(text)):
                    there.create(self.hall, {"content": "Hello."}, {}).author = ann
            case "edited":
                self.standing[0].edits = 1
            case "answered":
                click = Interaction(there.snowflake(), "token", COMMAND, ann, self.hall, {}, "hand", 0.0)
                self.standing[0].interaction = click
            case "anothers":
                self.standing[0].author = ann
            case "older":
                past = discord.utils.utcnow() - timedelta(seconds=HOURS + 60)
                self.standing[0].id = discord.utils.time_snowflake(past)
            case _:
                raise LookupError(state)


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Set the stage."""
    monkeypatch.setattr(world, "NONCE_SECONDS", 0.0)
    async with Loopback() as loopback:
        hall, clock = loopback.open_channel("hall"), Clock()
        clock.now = time.time()
        async with running(loopback, monkeypatch) as bot:
            sender = Sender(bot, Renderer(), DiscordClock(), clock)
            people = {name: loopback.person(name).id for name in ("Ann", "Bo", "Cy", "Di")}
            yield Stage(loopback, bot, hall, people, clock, sender, monkeypatch)


@dataclass(frozen=True)
class Sending:
    """What is done with messages, one step after the other, and what stands in the hall then.

    `pinged` has everybody who was ever pinged, message by message, `looked` how often Herald has read what stands
    there, if that is what a case is about.
    """

    claim: str
    done: str
    stands: str
    pinged: str
    looked: str = ""

    async def check(self, stage: Stage) -> None:
        """Let it be done; fail where anything else comes of it."""
        names = {f"<@{user}>": f"@{name}" for name, user in stage.people.items()}

        for step in self.done.split("; "):
            await stage.do(step)

        stands = " | ".join(message.content.replace("\n", " / ") for message in stage.standing)
        for mention, name in names.items():
            stands = stands.replace(mention, name)
        pinged = (sorted(names[f"<@{user}>"] for user in each.pinged) for each in stage.loopback.world.posts)
        assert (stands, " ".join(name for each in pinged for name in each)) == (self.stands, self.pinged)
        assert self.looked in {"", str(stage.loopback.count("GET", "/messages$"))}


@scenarios(
    Sending,
    """
a call is found though its dates have moved on: while Herald was down nobody's time ran
    done: asked 0; sends Your turn. <t:100:R> @Ann; dies; sends Your turn. <t:32500:R> @Ann
    stands: Your turn. <t:100:R> @Ann
    pinged: @Ann

what was asked later than now, by a clock that was set back, was asked by an earlier process; when, nobody knows
    done: asked 0; sends Your turn. @Ann; dies; asked -32400; sends Your turn. @Ann
    stands: Your turn. @Ann
    pinged: @Ann

one that was noted is not the next one: it says the same, and stands where that can't
    done: asked 0; sends Your turn. @Ann; dies; noted; dies; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

where nothing may be read somebody is called twice, rather than never
    done: asked 0; sends Your turn. @Ann; dies; unread; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

nothing is asked of Discord for what has come up since the start, or so short a time ago that it knows the nonce
    done: sends A. @Ann; dies; asked 30; sends B. @Ann; later 32400; asked 16200; sends C. @Ann
    stands: A. @Ann | B. @Ann | C. @Ann
    pinged: @Ann @Ann @Ann
    looked: 0

but for what is older
    done: sends A. @Ann; dies; asked 30; sends B. @Ann; later 32400; asked 64800; sends C. @Ann
    stands: A. @Ann | B. @Ann | C. @Ann
    pinged: @Ann @Ann @Ann
    looked: 1

it was sent after quiet hours, and people had written much
    done: asked 0; chat 100; sends Your turn. @Ann; dies; sends Your turn. @Ann
    stands: Your turn. @Ann
    pinged: @Ann

it was sent when it was due, and people have written much meanwhile
    done: asked 0; sends Your turn. @Ann; chat 100; dies; sends Your turn. @Ann
    stands: Your turn. @Ann
    pinged: @Ann

or somewhat less before and behind
    done: asked 0; chat 99; sends Your turn. @Ann; chat 99; dies; sends Your turn. @Ann
    stands: Your turn. @Ann
    pinged: @Ann

some of those whom it called have joined by the time that it would be sent again, or have quiet hours
    done: asked 0; sends It is open. @Ann @Bo; dies; sends It is open. @Ann; sends It is open. @Bo
    stands: It is open. @Ann @Bo
    pinged: @Ann @Bo

others have quiet hours by then: a post would name them, and no message below it would ask them
    done: asked 0; sends Choose. @Bo / Bid. @Cy @Ann; dies; sends Bid. **Cy** @Ann
    stands: Choose. @Bo / Bid. @Cy @Ann
    pinged: @Ann @Bo @Cy

a clock stands still by then, or has gone on
    done: asked 0; sends Your turn · 🕒 <t:100:R> @Ann; dies; sends Your turn · ⏸️ the clock stands still @Ann
    stands: Your turn · 🕒 <t:100:R> @Ann
    pinged: @Ann

what has called no more than some of those who are to be called is not it
    done: asked 0; sends It is open. @Ann @Bo; dies; sends It is open. @Bo @Cy
    stands: It is open. @Ann @Bo | It is open. @Bo @Cy
    pinged: @Ann @Bo @Bo @Cy

nor what names others than one who is named without a ping, whom lasting orders have answered
    done: asked 0; sends It is open. @Ann @Bo; dies; names It is open. @Di
    stands: It is open. @Ann @Bo | It is open. @Di
    pinged: @Ann @Bo

what was edited may have asked something else first
    done: asked 0; sends Your turn. @Ann; edited; dies; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

the answer to a command calls nobody
    done: asked 0; sends Your turn. @Ann; answered; dies; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

nor does what somebody else has written
    done: asked 0; sends Your turn. @Ann; anothers; dies; sends Your turn. @Ann
    stands: Your turn. @Ann
    pinged: @Ann @Ann

or what is from before it was asked
    done: asked 0; sends Your turn. @Ann; older; dies; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

a reminder of the same question is not the call
    done: asked 0; sends Time is nearly up. @Ann; dies; sends Your turn. @Ann
    stands: Time is nearly up. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

nor is one of another table in the same channel
    done: asked 0; sends Your turn. @Ann (play:2); dies; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

a post whose answer was lost is found, says what is so now, and after that it is no matter any more
    done: forgets; loses Your turn. @Ann; sends Still your turn. @Ann; sends Another.
    stands: Still your turn. @Ann | Another.
    pinged: @Ann

one that pinged others makes way for one that pings whom it should: an edit pings nobody
    done: forgets; loses Your turn. @Ann; sends Your turn. @Bo
    stands: Your turn. @Bo
    pinged: @Ann @Bo

what was never posted is posted, once; what Herald has sent besides is left alone
    done: forgets; sends Else. (look:1); fails Your turn. @Ann; sends Else. (look:2); sends Your turn. @Ann
    stands: Else. | Else. | Your turn. @Ann
    pinged: @Ann

a permission that is lacking to read it keeps nobody from being called
    done: forgets; loses Your turn. @Ann; unread; sends Your turn. @Ann
    stands: Your turn. @Ann | Your turn. @Ann
    pinged: @Ann @Ann

of two lost tries the first one has pinged, and Bo is asked as well: each of them is pinged once
    done: loses Your turn. @Ann; fails Your turn. @Ann @Bo; forgets; sends Your turn. @Ann @Bo
    stands: Your turn. @Ann @Bo
    pinged: @Ann @Bo

or the second one
    done: fails Your turn. @Ann; loses Your turn. @Ann @Bo; forgets; sends Your turn. @Ann @Bo
    stands: Your turn. @Ann @Bo
    pinged: @Ann @Bo

a message in the place of another stands once where its answer is lost, too
    done: forgets; loses Your turn. @Ann; lost POST; breaks Your turn. @Ann @Bo; sends Your turn. @Ann @Bo
    stands: Your turn. @Ann @Bo
    pinged: @Ann @Bo

or that to the deletion of the one before
    done: forgets; loses Your turn. @Ann; lost DELETE; sends Your turn. @Ann @Bo
    stands: Your turn. @Ann @Bo
    pinged: @Ann @Bo

a message whose edit was lost as well pings once: an edit takes off whom it has pinged
    done: forgets; loses Your turn. @Ann; lost PATCH; breaks Still yours. @Ann; sends Yours, Ann. @Ann
    stands: Yours, Ann. @Ann
    pinged: @Ann

also where Discord knows its nonce
    done: remembers; loses Your turn. @Ann; lost PATCH; breaks Still yours. @Ann; sends Yours, Ann. @Ann
    stands: Yours, Ann. @Ann
    pinged: @Ann
""",
)
async def test_message_stands_once_and_pings_whom_it_should(stage: Stage, scenario: Sending) -> None:
    """A call that is wrongly taken for made would be worse than two: only what surely is that call is found."""
    await scenario.check(stage)


async def test_what_was_asked_before_a_table_was_set_back_is_asked_anew() -> None:
    """What stands there belongs to the life that was lost; nothing is older than the people of now."""
    table = TableRecord(TableId(1), "fortheking", 1, 2, 3, None, Status.PLAYING, (), since=50.0)
    assert origin(table, 100.0, 4, 7) == DedupeWindow(100.0, 7)
    assert origin(table, 10.0, 4, 7) == DedupeWindow(50.0, 7)
    back = replace(table, generations=(Generation(4, "a"),))
    assert origin(back, 100.0, 4, 7) is None
    assert origin(back, 100.0, 5, 7) == DedupeWindow(100.0, 7)


# Within one process


@FORGOTTEN
async def test_lost_message_is_deleted_with_its_successor(stage: Stage) -> None:
    """Bo is asked as well before the second try, which is lost, too; then both have answered.

    Nothing is looked for where the channel is gone: its table rests, and is shown as that. Nor does it hold up anything
    where Discord refuses that.
    """
    table = Table(TableRecord(TableId(1), "fortheking", 1, stage.hall.id, 3, None, Status.PLAYING, ()))

    async def loses(move: int, text: str, *, posted: bool = True) -> None:
        stage.loopback.fail("POST", "/messages$", 503, lost=posted)
        with pytest.raises(discord.DiscordServerError):
            await stage.sender.post(table, "c", [move], stage.page(text), None)

    await loses(1, "Your turn. @Ann")
    await loses(1, "Your turn. @Ann @Bo")
    assert len(stage.standing) == 2
    await stage.sender.delete_lost(table)
    assert not stage.standing

    await loses(2, "Your turn.", posted=False)
    stage.loopback.fail("GET", "/messages$", 404, code=10003)
    for _ in range(2):
        await stage.sender.delete_lost(table)

    await loses(3, "Your turn.")
    stage.loopback.fail("DELETE", "/messages/", 403, code=50013)
    for _ in range(2):
        await stage.sender.delete_lost(table)
    assert len(stage.standing) == 1


async def test_an_edit_whose_answer_was_lost_is_made_again(stage: Stage) -> None:
    """It is there, though Herald was told of an error: what stood there before has to be shown once more."""
    before, after = map(stage.page, ("Ann sits alone.", "Ann and Bo sit here."))
    sent = await stage.send(before)
    stage.loopback.fail("PATCH", "/messages/", 503, lost=True)
    with pytest.raises(discord.DiscordServerError):
        await stage.sender.edit(stage.hall.id, sent, after)
    assert [each.content for each in stage.standing] == ["Ann and Bo sit here."]
    assert await stage.sender.edit(stage.hall.id, sent, before)
    assert [each.content for each in stage.standing] == ["Ann sits alone."]


@pytest.mark.parametrize("slept", [False, True])
async def test_post_is_found_whatever_the_clocks_say(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, *, slept: bool
) -> None:
    """By then Discord knows no nonce from before.

    The gateway resumes after an outage, and gives Herald what was pressed meanwhile: its number is minutes old. Or the
    host has slept, and its monotonic clock stood still.
    """
    clock, now, later = DiscordClock(), discord.utils.utcnow(), time.monotonic() + 300
    stage.sender = Sender(stage.bot, Renderer(), clock, stage.clock)
    await stage.do("loses Your turn. @Ann")
    if slept:
        monkeypatch.setattr(clock, "now", lambda: now + timedelta(seconds=HOURS))
    else:
        monkeypatch.setattr("bot.announce.dedupe.time", SimpleNamespace(monotonic=lambda: later))
        clock.set_by_snowflake(discord.utils.time_snowflake(now - timedelta(minutes=5)))
    before = stage.standing
    await stage.do("sends Your turn. @Ann")
    assert stage.standing == before
