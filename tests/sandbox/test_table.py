"""The sandbox with Herald itself in it."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.client.herald import Herald
from bot.host.config import Config
from sandbox.table import open_table
from sandbox.world import PEOPLE
from tests.sandbox.conftest import Json, Page, paged

pytestmark = pytest.mark.slow


def asked(view: Json) -> str:
    """Return who has a red number."""
    return str(next(person["key"] for person in view["people"] if person["pings"]))


def play(page: Page) -> str:
    """Return what stands on the button that opens one's private view."""
    return page.world.words.text("button-play")


async def test_a_table_is_ready_and_the_page_begins_as_whoever_is_asked(court: Page) -> None:
    """Three of the people sit at it; the others may watch."""
    first = await (await court.client.get("/view")).json()
    shown = json.dumps(first["messages"])
    assert all(name in shown for name in PEOPLE[:3])
    assert not any(name in shown for name in PEOPLE[3:])
    assert f"@{first['me'].title()}" in first["messages"][-1]["html"]


async def test_the_clock_goes_on_after_a_table_was_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It meets the opening, which takes longer than a tick; were it to stop, posts would never get their picture."""
    monkeypatch.setattr("sandbox.world.TICK", 0.01)
    settings = Config(database=tmp_path / "herald.db")
    async with paged(lambda: Herald(settings)) as page:
        await open_table(page.world, "fortheking", 3)
        await asyncio.sleep(0.5)
        await page.post("ann", kind="say", text="what time is it?")
        asked = datetime.fromisoformat((await page.view("ann"))["messages"][-1]["at"])
        assert datetime.now(UTC) - asked < timedelta(seconds=0.5)


async def test_the_one_who_is_asked_plays_in_private(court: Page) -> None:
    """The others get an answer that tells them nothing."""
    player = asked(await court.view("dana"))
    before = len((await court.view(player))["messages"])
    assert not (await court.press(player, play(court)))["failed"]
    private = (await court.view(player))["messages"][before:]
    assert [message["private"] for message in private] == [True]
    other = next(key for key in ("ann", "bo", "cy") if key != player)
    assert private[0]["id"] not in json.dumps(await court.view(other))
    assert not (await court.press(other, play(court)))["failed"]


async def test_a_table_survives_a_restart_of_the_bot(court: Page) -> None:
    """The old buttons go on working."""
    player = asked(await court.view("dana"))
    assert (await court.client.post("/restart", json={})).status == 200
    before = len((await court.view(player))["messages"])
    assert not (await court.press(player, play(court)))["failed"]
    assert len((await court.view(player))["messages"]) == before + 1
