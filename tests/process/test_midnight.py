"""The day of a deal ends while two processes live: results, posts and pings come once, whoever is killed then."""

from __future__ import annotations

import asyncio
import random
import struct
import time
from pathlib import Path
from typing import TypeVar
from zoneinfo import TZPATH

import pytest

from bench.daily import CHOSEN, Visit
from bench.faults.ledger import query
from bench.faults.promises import doubled
from bench.players import Player
from bench.postgres import Cluster
from bench.whole import MANAGE_SERVER
from bot.clocks.table_clock import DAY
from bot.features.daily.deals import Entry, Habit
from bot.host.address import Address
from bot.storage.keyed_documents import KINDS
from tests.loopback.people import Person, Unanswered
from tests.loopback.records import Channel, Message
from tests.loopback.server import Request
from tests.process.process import Fleet, fleet

K = TypeVar("K")

ZONE = "Test/Soon"
LEAD, POSTED_WITHIN, PRESS = 60.0, 300.0, 0.3
"""Seconds until midnight, within which standings come, and between two presses of somebody who plays across it."""
FORM = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4)
"""The head of a time zone that never changes; its offset, no summer time, and its name follow."""


def zone(folder: Path, midnight: float) -> dict[str, str]:
    """Make a time zone in which a day ends at a moment; return the settings of a bot that lives by it."""
    offset = int((-midnight + DAY / 2) % DAY - DAY / 2)
    place = folder / "zones" / ZONE
    place.parent.mkdir(parents=True)
    place.write_bytes(FORM + struct.pack(">lbb", offset, 0, 0) + b"SOO\0")
    return {"DAILY_ZONE": ZONE, "PYTHONTZPATH": ":".join((str(folder / "zones"), *TZPATH))}


async def begin(person: Person, hall: Channel) -> Visit:
    """Let somebody begin the deal of the day in a channel."""
    told = await person.submit(await person.slash(hall, "daily", game="oriflamme"), CHOSEN)
    visit = Visit(Player(person), random.Random(person.id), told.message)
    assert visit.finds([*person.dms, told.message]), told.text
    return visit


async def finish(visit: Visit, hall: Channel) -> None:
    """Let somebody play to the end, now in the DM, now in an answer in a channel, which another process gives."""
    presses = 0
    while visit.asked:
        await visit.answer()
        presses += 1
        if presses % 3 == 0:
            told = await visit.player.person.slash(hall, "daily", game="oriflamme")
            visit.finds([told.message])


async def goes_on(visit: Visit, *, killed: bool) -> None:
    """Let somebody go on playing, slowly; a press that a `killed` process was given is made once more."""
    while visit.asked:
        await asyncio.sleep(PRESS)
        try:
            await visit.answer()
        except Unanswered:
            assert killed


def standings(hall: Channel) -> list[Message]:
    """Return the posts that tell standings."""
    return [each for each in hall.messages if "'today:" in str(each.buttons)]


def kept(address: Address, type_: type[K]) -> list[K]:
    """Return what is kept of a type."""
    (rows,) = query(address, f"SELECT key, document, seal FROM choices WHERE kind = '{KINDS[type_].name}'")  # noqa: S608 - a constant
    read = (KINDS[type_].read(*row) for row in rows)
    return [each for each in read if each is not None]


async def govern(now: Fleet, hall: Channel) -> None:
    """Let whoever manages a server choose a channel for the standings."""
    owner = now.discord.person("Olga", MANAGE_SERVER)
    page = await owner.slash(hall, "settings server")
    await owner.submit(await owner.click(page.message, "server:here"), {"board": [str(hall.id)]})


@pytest.mark.soak
@pytest.mark.parametrize("killed", [False, True])
async def test_day_of_a_deal_ends_once(tmp_path: Path, cluster: Cluster, *, killed: bool) -> None:
    """One process closes it, whichever drew the deal; killed at the first post, it goes on after the next start."""
    midnight, address = time.time() + LEAD, await cluster.fresh()
    async with fleet(tmp_path, address, 2, zone(tmp_path, midnight)) as now:
        for bot in now.bots:
            bot.cold = True
        await now.launch()
        first, here, there = now.of(0), now.halls[0], now.halls[3]
        assert now.of(3) is not first
        ann, bo, cy = (now.discord.person(name) for name in ("Ann", "Bo", "Cy"))
        for hall in (here, there):
            await govern(now, hall)
        for person, hall, way in ((ann, here, "dm"), (bo, there, "channel")):
            await person.submit(await person.slash(hall, "settings follow"), {way: ["daily"]})
        for person, hall in ((bo, there), (ann, here)):
            await finish(await begin(person, hall), there)
        slow = await begin(cy, there)
        posts = asyncio.Event()

        def watch(request: Request) -> None:
            if killed and not posts.is_set() and "today:" in str(request.body):
                first.kill_now()
                posts.set()

        now.discord.watchers.append(watch)
        assert time.time() < midnight - 1, "the machine was too slow to play until midnight"
        await asyncio.sleep(midnight - 1 - time.time())
        playing = asyncio.create_task(goes_on(slow, killed=killed))
        if killed:
            await asyncio.wait_for(posts.wait(), POSTED_WITHIN)
            await first.ended()
            await now.launch(first)
        await now.discord.until(lambda: standings(here) and standings(there), POSTED_WITHIN)
        await playing
        await now.discord.quiet(3.0, 30.0)

        assert [len(standings(hall)) for hall in (here, there)] == [1, 1]
        assert len([each for each in now.discord.pings(bo) if each.channel is there]) == 1
        assert len([each for each in ann.dms if "🔔" in each.text]) == 1
        assert list(doubled(now.discord.world.posts, [])) == []
        entries = kept(address, Entry)
        assert {each.user for each in entries} == {ann.id, bo.id}
        assert all(each.points is not None for each in entries)
        assert {each.user: each.streak for each in kept(address, Habit)} == {ann.id: 1, bo.id: 1, cy.id: 0}
        await now.stop()
