"""What may have been posted without an answer is looked for before it is sent again: nothing stands there twice."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

import discord
import pytest

from bot.announce.crash_dedupe import Origin
from bot.announce.sender import Sender
from bot.faces.components import button, classic
from bot.pictures.renderer import Renderer
from bot.sending.codes import DiscordClock
from bot.sending.outgoing import Outgoing
from tests.loopback import world
from tests.loopback.minibot import running
from tests.loopback.records import Channel
from tests.loopback.server import Loopback

NONCE = "p0123"


@dataclass(slots=True)
class Stage:
    """A loopback Discord that has forgotten every nonce by the next try, and who sends there."""

    discord: Loopback
    hall: Channel
    sender: Sender
    ann: int
    bo: int

    async def lost(self, outgoing: Outgoing, *, posted: bool = True) -> None:
        """Send a message that Discord answers with an error, whether it has `posted` it or not."""
        self.discord.fail("POST", "/messages$", 503, lost=posted)
        with pytest.raises(discord.DiscordServerError):
            await self.send(outgoing)

    async def send(self, outgoing: Outgoing, nonce: str = NONCE) -> int:
        """Send a message that has come up just now; return its id."""
        return await self.sender.send(self.hall.id, outgoing, nonce, Origin(time.time()))

    @property
    def standing(self) -> list[tuple[int, str]]:
        """Return the messages that stand in the hall."""
        return [(message.id, message.content) for message in self.hall.messages]


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Set the stage."""
    monkeypatch.setattr(world, "NONCE_SECONDS", 0.0)
    monkeypatch.setattr("bot.announce.inflight_dedupe.NONCE_LIFETIME", timedelta())
    async with Loopback() as loopback:
        hall = loopback.open_channel("hall")
        async with running(loopback, monkeypatch) as bot:
            people = (loopback.person(name).id for name in ("Ann", "Bo"))
            yield Stage(loopback, hall, Sender(bot, Renderer(), DiscordClock(), time.time), *people)


def post(words: str, *pings: int, part: str = "play:1") -> Outgoing:
    """Return a post with a button."""
    parts = classic([[button("Play", part)]])
    return Outgoing(" ".join([words, *(f"<@{user}>" for user in pings)]), parts, pings)


async def test_a_post_whose_answer_was_lost_is_found_and_brought_up_to_date(stage: Stage) -> None:
    """One message, which says what is so now; after that it is no matter any more."""
    await stage.lost(post("Ann, it is your turn.", stage.ann))
    ((number, _),) = stage.standing
    assert await stage.send(post("Still your turn.", stage.ann)) == number
    assert stage.standing == [(number, f"Still your turn. <@{stage.ann}>")]
    assert await stage.send(post("Another.")) != number


async def test_a_post_that_has_pinged_others_makes_way_for_one_that_pings_whom_it_should(stage: Stage) -> None:
    """An edit pings nobody."""
    await stage.lost(post("Ann, it is your turn.", stage.ann))
    now = await stage.send(post("Bo, it is your turn.", stage.bo))
    assert stage.standing == [(now, f"Bo, it is your turn. <@{stage.bo}>")]
    assert stage.hall.messages[0].pinged == {stage.bo}


async def test_what_was_never_posted_is_posted(stage: Stage) -> None:
    """Once; what others have written meanwhile, and what Herald has sent besides, is left alone."""
    await stage.send(post("Something else.", part="look:1"), "another")
    await stage.lost(post("Ann, it is your turn.", stage.ann), posted=False)
    await stage.send(post("Something else.", part="look:1"), "a third")
    assert len(stage.standing) == 2
    await stage.send(post("Ann, it is your turn.", stage.ann))
    assert [content for _, content in stage.standing][2:] == [f"Ann, it is your turn. <@{stage.ann}>"]


async def test_where_nothing_may_be_read_it_is_sent_once_more(stage: Stage) -> None:
    """A permission that is lacking keeps nobody from being called."""
    await stage.lost(post("Ann, it is your turn.", stage.ann))
    stage.discord.fail("GET", "/messages", 403, code=50001)
    await stage.send(post("Ann, it is your turn.", stage.ann))
    assert len(stage.standing) == 2
