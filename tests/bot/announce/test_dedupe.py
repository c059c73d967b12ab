"""What may have been posted without an answer is looked for before it is sent again: nothing stands there twice.

What an earlier process has sent without a note is known for sure: nothing else is ever taken for a call.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from types import SimpleNamespace

import discord
import pytest

from bot.announce.dedupe import MOST_READ, DedupeWindow, origin
from bot.announce.sender import Sender
from bot.faces.components import Page, button
from bot.pictures.renderer import Renderer
from bot.sending.codes import DiscordClock
from bot.storage.records import Generation, Status, TableId, TableRecord
from bot.tables.table import Table
from tests.bot.announce.healing import FORGOTTEN
from tests.bot.clock import Clock
from tests.loopback import world
from tests.loopback.minibot import running
from tests.loopback.records import Channel, Interaction, Message
from tests.loopback.server import Loopback

HOURS = 9 * 3600.0
COMMAND = 2
TURN = "it is your turn."


@dataclass(slots=True)
class Stage:
    """A loopback Discord that has forgotten every nonce, and Heralds that live one after the other."""

    loopback: Loopback
    bot: discord.Client
    hall: Channel
    ann: int
    bo: int
    clock: Clock
    sender: Sender

    def dies(self) -> None:
        """Let Herald die, and another one begin hours later."""
        self.clock.now += HOURS
        self.sender = Sender(self.bot, Renderer(), DiscordClock(), self.clock)

    async def send(self, outgoing: Page, begun: DedupeWindow | None = None, nonce: str = "c0123") -> int:
        """Send a message, which has come up just now unless it is told; return its id."""
        return await self.sender.send(self.hall.id, outgoing, nonce, begun or DedupeWindow(self.clock.now))

    async def lose(self, outgoing: Page, *, posted: bool = True) -> None:
        """Send a message that Discord answers with an error, whether it has `posted` it or not."""
        self.loopback.fail("POST", "/messages$", 503, lost=posted)
        with pytest.raises(discord.DiscordServerError):
            await self.send(outgoing)

    def chat(self, count: int) -> None:
        """Let somebody write so many messages."""
        made = self.loopback.world
        for _ in range(count):
            made.create(self.hall, {"content": "Hello."}, {}).author = made.users[self.ann]

    @property
    def told(self) -> list[str]:
        """Return what the messages say that stand in the hall."""
        return [message.content for message in self.standing]

    @property
    def standing(self) -> list[Message]:
        """Return the messages that stand in the hall."""
        return self.hall.messages

    @property
    def looked(self) -> int:
        """Return how often somebody has read what stands there."""
        return self.loopback.count("GET", "/messages$")


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Set the stage."""
    monkeypatch.setattr(world, "NONCE_SECONDS", 0.0)
    async with Loopback() as loopback:
        hall, clock = loopback.open_channel("hall"), Clock()
        clock.now = time.time()
        async with running(loopback, monkeypatch) as bot:
            sender = Sender(bot, Renderer(), DiscordClock(), clock)
            ann, bo = (loopback.person(name).id for name in ("Ann", "Bo"))
            yield Stage(loopback, bot, hall, ann, bo, clock, sender)


def post(words: str, *pings: int, part: str = "play:1") -> Page:
    """Return a post with a button."""
    content = " ".join([words, *(f"<@{user}>" for user in pings)])
    return Page(content=content, rows=[[button("Play", part)]], pings=pings)


def call(*pings: int, words: str = TURN, part: str = "play:1", until: int = 0) -> Page:
    """Return a call with a time."""
    return post(f"{words} <t:{until}:R>", *pings, part=part)


async def test_a_call_is_found_though_its_dates_have_moved_on(stage: Stage) -> None:
    """While Herald was down nobody's time ran, so that the same words name another moment.

    One that was noted is not the next one: it says the same, and stands where that can't. Where nothing may be read
    somebody is called twice, rather than never. What was asked later than now, by a clock that was set back, was asked
    by an earlier process; when, nobody knows.
    """
    begun = DedupeWindow(stage.clock.now)
    sent = await stage.send(call(stage.ann, until=100), begun)
    stage.dies()
    assert await stage.send(call(stage.ann, until=100 + int(HOURS)), begun) == sent
    assert await stage.send(call(stage.ann), DedupeWindow(stage.clock.now + HOURS)) == sent
    assert [message.id for message in stage.standing] == [sent]
    stage.dies()
    assert await stage.send(call(stage.ann), replace(begun, after=sent)) != sent
    stage.dies()
    stage.loopback.fail("GET", "/messages", 403, code=50001)
    await stage.send(call(stage.ann), begun)
    assert len(stage.standing) == 3


async def test_nothing_is_asked_of_discord_for_what_has_come_up_since_the_start(stage: Stage) -> None:
    """Nor for what came up so short a time ago that Discord knows the nonce."""
    await stage.send(call(stage.ann), DedupeWindow(stage.clock.now))
    stage.dies()
    await stage.send(call(stage.ann, words="Something new."), DedupeWindow(stage.clock.now - 30))
    stage.clock.now += HOURS
    await stage.send(call(stage.ann, words="Something newer."), DedupeWindow(stage.clock.now - HOURS / 2))
    assert stage.looked == 0
    await stage.send(call(stage.ann, words="Something old."), DedupeWindow(stage.clock.now - 2 * HOURS))
    assert stage.looked == 1


@pytest.mark.parametrize("before, behind", [(MOST_READ, 0), (0, MOST_READ), (MOST_READ - 1, MOST_READ - 1)])
async def test_call_is_found_among_others_messages(stage: Stage, before: int, behind: int) -> None:
    """It was sent when it was due, or after quiet hours, and people have written much meanwhile."""
    begun = DedupeWindow(stage.clock.now)
    stage.chat(before)
    sent = await stage.send(call(stage.ann), begun)
    stage.chat(behind)
    stage.dies()
    assert await stage.send(call(stage.ann), begun) == sent


async def test_call_for_fewer_people_is_found(stage: Stage) -> None:
    """Some of those whom it called have joined by the time that it would be sent again, or have quiet hours.

    What has called no more than some of those who are to be called is not it, nor what names others than one who is
    named without a ping, whom lasting orders have answered.
    """
    begun = DedupeWindow(stage.clock.now)
    sent = await stage.send(post("A table is open.", stage.ann, stage.bo), begun)
    stage.dies()
    for user in (stage.ann, stage.bo):
        assert await stage.send(post("A table is open.", user), begun) == sent
    assert len(stage.standing) == 1
    cy = stage.loopback.person("Cy").id
    assert await stage.send(post("A table is open.", stage.bo, cy), begun) != sent
    stage.dies()
    await stage.send(replace(post("A table is open.", stage.loopback.person("Di").id), pings=()), begun)
    assert len(stage.standing) == 3


def edited(_: Stage, message: Message) -> None:
    """Let a message have been edited: it may have asked something else first."""
    message.edits = 1


def answered(stage: Stage, message: Message) -> None:
    """Let a message have been the answer to a command, which calls nobody."""
    world, user = stage.loopback.world, stage.loopback.world.users[stage.ann]
    message.interaction = Interaction(world.snowflake(), "token", COMMAND, user, message.channel, {}, "hand", 0.0)


def anothers(stage: Stage, message: Message) -> None:
    """Let a message be somebody else's."""
    message.author = stage.loopback.world.users[stage.ann]


def older(_: Stage, message: Message) -> None:
    """Let a message be from before what it is compared with was asked."""
    message.id = discord.utils.time_snowflake(discord.utils.utcnow() - timedelta(seconds=HOURS + 60))


Change = Callable[[Stage, Message], None]


@pytest.mark.parametrize(
    "change, words, part",
    [
        *((change, TURN, "play:1") for change in (edited, answered, anothers, older)),
        (None, "Time is nearly up.", "play:1"),
        (None, TURN, "play:2"),
    ],
)
async def test_what_looks_like_the_call_silences_nobody(
    stage: Stage, change: Change | None, words: str, part: str
) -> None:
    """A call that is wrongly taken for made would be worse than two.

    Neither is a reminder of the same question the call, nor one of another table in the same channel.
    """
    begun = DedupeWindow(stage.clock.now)
    await stage.send(call(stage.ann, words=words, part=part), begun)
    if change is not None:
        change(stage, stage.standing[0])
    stage.dies()
    await stage.send(call(stage.ann), begun)
    assert len(stage.standing) == 2
    assert stage.standing[1].pinged == {stage.ann}


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
async def test_post_whose_answer_was_lost_is_found(stage: Stage) -> None:
    """One message, which says what is so now; after that it is no matter any more.

    One that pinged others makes way for one that pings whom it should: an edit pings nobody.
    """
    await stage.lose(post("Ann, it is your turn.", stage.ann))
    (first,) = stage.standing
    assert await stage.send(post("Still your turn.", stage.ann)) == first.id
    assert stage.told == [f"Still your turn. <@{stage.ann}>"]
    assert await stage.send(post("Another.")) != first.id

    await stage.lose(post("Ann, it is your turn.", stage.ann))
    now = await stage.send(post("Bo, it is your turn.", stage.bo))
    assert stage.told[2:] == [f"Bo, it is your turn. <@{stage.bo}>"]
    assert (stage.standing[2].id, stage.standing[2].pinged) == (now, {stage.bo})


@FORGOTTEN
async def test_what_was_never_posted_is_posted(stage: Stage) -> None:
    """Once; what others have written meanwhile, and what Herald has sent besides, is left alone.

    A permission that is lacking to read it keeps nobody from being called.
    """
    await stage.send(post("Something else.", part="look:1"), nonce="another")
    await stage.lose(post("Ann, it is your turn.", stage.ann), posted=False)
    await stage.send(post("Something else.", part="look:1"), nonce="a third")
    assert len(stage.standing) == 2
    await stage.send(post("Ann, it is your turn.", stage.ann))
    assert stage.told[2:] == [f"Ann, it is your turn. <@{stage.ann}>"]
    await stage.lose(post("Ann, it is your turn.", stage.ann))
    stage.loopback.fail("GET", "/messages", 403, code=50001)
    await stage.send(post("Ann, it is your turn.", stage.ann))
    assert len(stage.standing) == 5


@pytest.mark.parametrize("posted", [0, 1])
async def test_of_two_lost_tries_only_one_has_pinged(stage: Stage, posted: int) -> None:
    """Bo is asked as well between the two, and either may be what stands there: each of them is pinged once."""
    tries = [post("Your turn.", stage.ann), post("Your turn.", stage.ann, stage.bo)]
    for number, outgoing in enumerate(tries):
        await stage.lose(outgoing, posted=number == posted)
    pinged = [user for message in stage.standing for user in message.pinged]
    with FORGOTTEN:
        sent = await stage.send(tries[-1])
    assert [message.id for message in stage.standing] == [sent]
    pinged += [user for user in stage.standing[0].pinged if stage.standing[0].edits == 0]
    assert sorted(pinged) == sorted([stage.ann, stage.bo])


@FORGOTTEN
@pytest.mark.parametrize("step", ["POST", "DELETE"])
async def test_message_in_the_place_of_another_stands_once(stage: Stage, step: str) -> None:
    """Its answer is lost, too, or that to the deletion of the one before."""
    await stage.lose(post("Your turn.", stage.ann))
    both = post("Your turn.", stage.ann, stage.bo)
    stage.loopback.fail(step, "/messages", 503, lost=True)
    try:
        sent = await stage.send(both)
    except discord.DiscordServerError:
        sent = await stage.send(both)
    assert [(message.id, message.pinged) for message in stage.standing] == [(sent, {stage.bo})]


@FORGOTTEN
async def test_lost_message_is_deleted_with_its_successor(stage: Stage) -> None:
    """Bo is asked as well before the second try, which is lost, too; then both have answered.

    Nothing is looked for where the channel is gone: its table rests, and is shown as that. Nor does it hold up anything
    where Discord refuses that.
    """
    table = Table(TableRecord(TableId(1), "fortheking", 1, stage.hall.id, 3, None, Status.PLAYING, ()))
    for pings in ((stage.ann,), (stage.ann, stage.bo)):
        stage.loopback.fail("POST", "/messages$", 503, lost=True)
        with pytest.raises(discord.DiscordServerError):
            await stage.sender.post(table, "c", [1], post("Your turn.", *pings), None)
    assert [message.pinged for message in stage.standing] == [{stage.ann}, {stage.bo}]
    await stage.sender.delete_lost(table)
    assert not stage.standing

    stage.loopback.fail("POST", "/messages$", 503)
    with pytest.raises(discord.DiscordServerError):
        await stage.sender.post(table, "c", [2], post("Your turn."), None)
    stage.loopback.fail("GET", "/messages$", 404, code=10003)
    for _ in range(2):
        await stage.sender.delete_lost(table)

    stage.loopback.fail("POST", "/messages$", 503, lost=True)
    with pytest.raises(discord.DiscordServerError):
        await stage.sender.post(table, "c", [3], post("Your turn."), None)
    stage.loopback.fail("DELETE", "/messages/", 403, code=50013)
    for _ in range(2):
        await stage.sender.delete_lost(table)
    assert len(stage.standing) == 1


@pytest.mark.parametrize("lifetime", [timedelta(), timedelta(minutes=1)])
async def test_message_whose_edit_was_lost_as_well_pings_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, lifetime: timedelta
) -> None:
    """Discord no longer says whom it has pinged: an edit takes that off a message."""
    monkeypatch.setattr("bot.announce.dedupe.NONCE_LIFETIME", lifetime)
    monkeypatch.setattr(world, "NONCE_SECONDS", lifetime.total_seconds())
    await stage.lose(post("Your turn.", stage.ann))
    (first,) = stage.standing
    stage.loopback.fail("PATCH", "/messages/", 503, lost=True)
    with pytest.raises(discord.DiscordServerError):
        await stage.send(post("Still your turn.", stage.ann))
    assert await stage.send(post("Your turn, Ann.", stage.ann)) == first.id
    assert [(message.id, message.pinged) for message in stage.standing] == [(first.id, {stage.ann})]


async def test_an_edit_whose_answer_was_lost_is_made_again(stage: Stage) -> None:
    """It is there, though Herald was told of an error: what stood there before has to be shown once more."""
    before, after = post("Ann sits alone."), post("Ann and Bo sit here.")
    sent = await stage.send(before)
    stage.loopback.fail("PATCH", "/messages/", 503, lost=True)
    with pytest.raises(discord.DiscordServerError):
        await stage.sender.edit(stage.hall.id, sent, after)
    assert stage.told == ["Ann and Bo sit here."]
    assert await stage.sender.edit(stage.hall.id, sent, before)
    assert stage.told == ["Ann sits alone."]


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
    await stage.lose(post("Ann, it is your turn.", stage.ann))
    if slept:
        monkeypatch.setattr(clock, "now", lambda: now + timedelta(seconds=HOURS))
    else:
        monkeypatch.setattr("bot.announce.dedupe.time", SimpleNamespace(monotonic=lambda: later))
        clock.set_by_snowflake(discord.utils.time_snowflake(now - timedelta(minutes=5)))
    (first,) = stage.standing
    assert await stage.send(post("Ann, it is your turn.", stage.ann)) == first.id
    assert len(stage.standing) == 1
