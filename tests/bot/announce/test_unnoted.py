"""Herald dies between sending a message and noting that, and comes back hours later: nothing stands there twice.

By then Discord has forgotten the nonce, and only what stands in its place tells that it was sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from bot.announce.sender import Sender
from bot.clocks.table_clock import DAY, HOUR
from bot.clocks.user_time_settings import TimeSettings
from bot.faces.components import Page
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import PingMessage, Published, TableId
from bot.tables.due_times import ClockChange, no_change
from tests.bot.announce.healing import losing
from tests.bot.clocked import NIGHT, asked, goes_round, one_turn, passes, shown
from tests.bot.party import Party, by_choice, end, leave, made, pinged, public_ids
from tests.bot.server import Evening, verbs
from tests.bot.shuffling import stopped_exchange
from tests.bot.storage.samples import full

pytestmark = pytest.mark.clocked
A_NIGHT = 9 * HOUR
MOST_STEPS = 300
"""After so many answers each kind of message has come."""


@dataclass(slots=True)
class Death:
    """Lets Herald die once it has sent a message of a kind: nothing more is sent or noted until the next start.

    Unless it `dies`, only what is to happen `then` does. It also says what people do until that message is sent.
    """

    court: Evening
    kind: str
    sent: int | None = None
    dies: bool = True
    then: list[Callable[[], None]] = field(default_factory=list)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Wait for that message."""
        sends = Sender._send

        async def dying(sender: Sender, channel: int, ready: Page, nonce: str) -> int:
            if self.sent is not None and self.dies:
                raise StorageError("storage-closed")
            message = await sends(sender, channel, ready, nonce)
            if nonce.startswith(self.kind) and self.sent is None:
                self.sent = message
                for happens in self.then:
                    happens()
                if self.dies:
                    raise StorageError("storage-closed")
            return message

        patch.setattr(Sender, "_send", dying)

    @property
    def times(self) -> int:
        """Return how often the message was sent."""
        nonces = [sent.payload.get("nonce") for sent in self.court.record.sent if sent.method == "POST"]
        (nonce,) = {sent.payload.get("nonce") for sent in self.court.record.sent if sent.message == self.sent} - {None}
        return nonces.count(nonce)

    @property
    def stands(self) -> bool:
        """Tell whether the message is still there."""
        return any(self.sent in place for place in self.court.env.backend.messages.values())

    async def over(self) -> None:
        """Start Herald again when the night is over, and let it do what is to be done."""
        self.court.clock.now += A_NIGHT
        self.court.record.forget()
        await self.court.restart()
        await goes_round(self.court)
        await shown(self.court)

    # What people have done before Herald dies, and then until it does

    async def opened(self) -> None:
        """Open a table."""
        await self.court.guests[0].command("newgame fortheking")

    async def played(self, hand: str = "here") -> None:
        """Play until it happens."""
        guests = self.court.guests[:3]
        for guest in guests:
            await guest.prefer(hand=hand)
        kind, self.kind = self.kind, "?"
        await self.court.open(*guests)
        # A lobby is posted as the table is later.
        self.kind = kind
        await guests[0].press("start")
        party = Party(guests, 3)
        for _ in range(MOST_STEPS):
            if self.sent is not None:
                return
            await party.step()

    async def reminded(self, way: str = "channel") -> None:
        """Let half a day pass for whoever is asked."""
        for guest in self.court.guests[:2]:
            await guest.prefer(reminders=way)
        await self.court.seat_first(2)
        await passes(self.court, DAY / 2 + 60)

    async def reminded_last(self) -> None:
        """Let nearly all time pass for whoever is asked, who was reminded before."""
        kind, self.kind = self.kind, "?"
        await self.reminded()
        self.kind = kind
        await passes(self.court, 3 * DAY + 3 * HOUR)

    async def digested(self) -> None:
        """Let it be morning for somebody who wants a digest."""
        await self.reminded("digest")
        await passes(self.court, DAY)

    async def followed(self, way: str = "channel") -> None:
        """Open a table of a game that somebody follows."""
        follower = self.court.guests[1]
        dialog = await follower.command("settings follow")
        await follower.fill_in(dialog, **{"channel": [], "dm": [], way: ["fortheking"]})
        await self.opened()
        await passes(self.court, 60)

    async def asked_to_agree(self) -> None:
        """Leave a game, and let somebody else ask for that seat."""
        people, staying = await self.court.seat_first(2), await asked(self.court)
        (leaving,) = (guest for guest in people if guest is not staying)
        await leave(leaving)
        await shown(self.court)
        await self.court.guests[2].press("sit")

    async def exchanged(self) -> None:
        """Exchange the secret of an open table while Herald is down, and let somebody join it then."""
        await self.opened()
        lobby = self.court.board()
        pledged = (await self.court.table_record()).pledged
        assert pledged is not None
        await stopped_exchange(self.court, pledged=replace(pledged, secret=b"another" * 4 + b"one."))
        await self.court.guests[1].press("join", lobby)

    async def ended(self) -> None:
        """End a game before its time."""
        ann, _ = await self.court.seat_first(2)
        await one_turn(await asked(self.court))
        await end(ann)


Play = Callable[[Death], Awaitable[None]]


SENT = {
    "a lobby": ("b", Death.opened),
    "the table of another phase": ("b", Death.played),
    "a post that calls": ("p", Death.played),
    "a call below the story": ("c", Death.played),
    "a call by DM": ("d", partial(Death.played, hand="dm")),
    "a reminder": ("m", Death.reminded),
    "the second reminder": ("m", Death.reminded_last),
    "a reminder by DM": ("n", partial(Death.reminded, way="dm")),
    "a digest": ("g", Death.digested),
    "a call to an open table": ("w", Death.followed),
    "a call to an open table by DM": ("x", partial(Death.followed, way="dm")),
    "a call to agree with a newcomer": ("v", Death.asked_to_agree),
    "the warning of an exchanged pledge": ("x", Death.exchanged),
    "the end of a table": ("e", Death.ended),
}
"""The first letter of a message's nonce, and what people do until it is sent, by what it is."""


def sending(*names: str) -> pytest.MarkDecorator:
    """Return some kinds of messages as the parameters of a test."""
    return pytest.mark.parametrize("kind, play", [SENT[name] for name in names], ids=names)


@sending(*SENT)
async def test_what_was_sent_and_not_noted_is_found_hours_later(
    court: Evening, monkeypatch: pytest.MonkeyPatch, kind: str, play: Play
) -> None:
    """Once, whatever it is, and it is left standing; the table goes on from there."""
    death = Death(court, kind)
    with monkeypatch.context() as patch:
        death.install(patch)
        await play(death)
        while court.bot.announcer._tasks:
            await asyncio.wait(court.bot.announcer._tasks.values())
        assert death.sent is not None, "nothing of the kind was sent"
        await court.bot.close()
    await death.over()
    assert death.times == 1
    assert death.stands
    assert await court.tables.published_states.find_behind() == []
    pings = court.pings()
    await passes(court, 60)
    assert court.pings() == pings


@pytest.mark.parametrize("kind, night", [("c", False), ("p", True)], ids=["answered meanwhile", "sent at night"])
async def test_question_that_was_not_noted_and_is_not_found_is_deleted(
    court: Evening, monkeypatch: pytest.MonkeyPatch, kind: str, *, night: bool
) -> None:
    """Somebody has answered before the next start, or is called in the morning by a post that mentions them."""
    for guest in court.guests[:3] if night else ():
        await guest.prefer(**NIGHT)
    death = Death(court, kind)
    with monkeypatch.context() as patch:
        death.install(patch)
        await death.played()
        if not night:
            match = await court.match()
            coming = by_choice(match, lambda now, seat: now.legal[seat][0], lambda now: now.deciding != match.deciding)
            await made(court, list(coming), heard=False)
        await court.bot.close()
    await death.over()

    known = (await court.table_record()).announced.messages
    assert not death.stands
    assert {message.id for message in court.public() if "play" in verbs(message)} <= known
    assert len({user for _, user in court.pings()}) == len(court.pings())


@pytest.mark.parametrize("kind", ["p", "c"])
async def test_who_sleeps_when_their_call_is_found_was_called(
    court: Evening, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A post called one, or a message below it two: who has quiet hours by the next start isn't called after them."""
    death = Death(court, kind)
    with monkeypatch.context() as patch:
        death.install(patch)
        if kind == "p":
            await death.played()
        else:
            await court.seat_first(3)
            coming = by_choice(
                await court.match(), lambda now, seat: now.legal[seat][0], lambda now: len(now.deciding) > 1
            )
            await made(court, list(coming))
            await shown(court)
            announced = (await court.table_record()).announced
            await court.tables.published_states.store(TableId(1), replace(announced, called=(), revision=0))
            court.bot.announcer.touch(TableId(1))
            await court.settle()
        called = [user for message, user in court.pings() if message == death.sent]
        assert len(called) > (kind == "c")
        (late,) = (guest for guest in court.guests if guest.id == called[-1])
        await late.prefer(quiet="20-8", zone="UTC")
        await court.bot.close()
    await death.over()
    pings = court.pings()
    await passes(court, 11 * HOUR + 60)
    assert death.stands
    assert court.pings() == pings


async def test_first_message_stays_though_nothing_can_change_it(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its number counts for the shuffle; it has buttons of the game, and another table message has taken its place."""
    await court.seat_first(2)
    pledged = (await court.table_record()).pledged
    assert pledged is not None
    path = f"/channels/{court.channel.id}/messages/{pledged.message}"
    court.env.inject_error("PATCH", path, status=400, code=30046, times=None)
    while (await court.table_record()).announced.message == pledged.message:
        await one_turn(await asked(court))
        await shown(court)
    with monkeypatch.context() as patch:
        patch.setattr(Sender, "_send", full)
        await one_turn(await asked(court))
        await court.bot.close()
    await court.restart()
    await shown(court)

    assert await court.tables.published_states.find_behind() == []
    assert pledged.message in public_ids(court)


async def test_message_that_was_lost_after_the_start_stands_once(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Herald had died before; the answer to the first try is lost, and the second finds it in the channel."""
    await court.seat_first(2)
    with monkeypatch.context() as patch:
        patch.setattr(Sender, "_send", full)
        await one_turn(await asked(court))
        await court.bot.close()
    court.clock.now += A_NIGHT
    court.record.forget()
    with losing("POST", rf"/channels/{court.channel.id}/messages", times=1) as lost:
        await court.restart()
        await shown(court)

    announced = (await court.table_record()).announced
    assert lost[0] in announced.messages
    assert lost[0] in public_ids(court)


async def test_a_call_after_quiet_hours_that_was_noted_before_its_clock_is_made_once(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is noted as soon as it was sent, and that nobody is to be called any more a moment later."""
    for guest in court.guests[:2]:
        await guest.prefer(**NIGHT)
    await court.seat_first(2)
    called = len(court.pings())
    keep, failed = court.tables.published_states.store, list[TableId]()

    async def keeping(table: TableId, published: Published, wind: ClockChange, channel: int) -> None:
        if wind is not no_change and published.summons and not failed:
            failed.append(table)
            raise StorageError("storage-closed")
        await keep(table, published, wind, channel)

    monkeypatch.setattr(court.tables.published_states, "store", keeping)
    await passes(court, DAY / 2)
    assert failed
    court.record.forget()
    await court.restart()
    await passes(court, 60)
    assert len(court.pings()) == called + 1


async def test_who_is_called_by_a_new_post_after_quiet_hours_is_called_once(court: Evening) -> None:
    """The post before was deleted; Discord deletes no ping message meanwhile, so that all of it is tried again."""
    for guest in court.guests[:2]:
        await guest.prefer(**NIGHT)
    await court.seat_first(2)
    first = await asked(court)
    await one_turn(first)
    await shown(court)
    table, sender = await court.table(), court.bot.announcer.sender
    announced = table.record.announced
    assert announced.post
    late = await asked(court)
    older = await sender.send(court.channel.id, Page(content="An older question."), "c", None)
    standing = (PingMessage(older, ((table.seat_of(first.id), 0),)),)
    await court.tables.published_states.store(table.id, replace(announced, summons=standing))
    court.env.backend.delete_message(court.channel.id, announced.post)
    sender.note_shown(announced.post, None)
    court.env.inject_error("DELETE", f"/channels/{court.channel.id}/messages/{older}", status=503, times=None)
    court.clock.now += 12 * HOUR + 60
    for _ in range(2):
        await goes_round(court)
        await court.later(minutes=2)
        court.record.forget()
    court.env.backend.faults.clear()
    court.bot.announcer.touch(table.id)
    await passes(court, 61)
    assert older not in public_ids(court)
    assert pinged(court) == [late.id]


@sending(
    "a post that calls",
    "a call below the story",
    "a reminder",
    "a digest",
    "a call to an open table",
    "a call to an open table by DM",
    "the end of a table",
)
async def test_what_can_not_be_noted_is_not_sent_again_and_again(
    court: Evening, monkeypatch: pytest.MonkeyPatch, kind: str, play: Play
) -> None:
    """Herald lives on and tries again, long after Discord has forgotten the nonce, and notes it as soon as it can.

    What is due is tried every minute; what a table shows, with its next news.
    """
    death, bot, due = Death(court, kind, dies=False), court.bot, kind in {"g", "w", "x"}
    with monkeypatch.context() as patch:
        death.install(patch)
        death.then.append(partial(patch.setattr, bot.storage, "change" if due else "store_published", full))
        await play(death)
        for _ in range(4):
            while bot.announcer._tasks:
                await asyncio.wait(bot.announcer._tasks.values())
            court.record.forget()
            await (passes(court, 120) if due else court.later(minutes=5))
    if due:
        for _ in range(2):
            await passes(court, 120)
    bot.announcer.touch(TableId(1))
    await shown(court)
    assert death.times == 1
    assert death.stands
    assert await bot.storage.choices(TimeSettings, due=court.clock.now) == []
    assert await bot.storage.select(sql.TIDINGS, now=court.clock.now, most=9) == []
