"""The sandbox with Herald itself in it."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from simcord.components import walk_components

from bot.client.herald import Herald
from bot.clocks.table_clock import DAY
from bot.rivals.thinking import repeatable_choice
from bot.storage.records import Status, TableId
from bot.tables.table import Table
from bot.texts.fluent import language
from engine.games import GAMES
from engine.scene import Seat
from sandbox.table import Round, open_table
from sandbox.world import READY, TooBusy, until
from tests.loopback.components import Json
from tests.sandbox.conftest import Page, hosted

pytestmark = pytest.mark.slow


def asked(view: Json) -> str:
    """Return who has a red number."""
    return str(next(person["key"] for person in view["people"] if person["pings"]))


async def test_a_table_is_ready_and_the_page_begins_as_whoever_is_asked(court: Page) -> None:
    """Three of the people sit at it; the others may watch."""
    first = await (await court.client.get("/view")).json()
    shown = json.dumps(first["messages"], ensure_ascii=False)
    names = {key: person.name for key, person in court.world.people.items()}
    assert all(name in shown for name in list(names.values())[:3])
    assert not any(name in shown for name in list(names.values())[3:])
    assert f"@{names[first['me']]}" in first["messages"][-1]["html"]
    assert not any(message["private"] for message in first["messages"]), "what the lobby told them is out of date"


@patch("sandbox.world.TICK", 0.01)
async def test_clock_goes_on_after_a_table_was_opened(tmp_path: Path) -> None:
    """It meets the opening, which takes longer than a tick; were it to stop, posts would never get their picture."""
    async with hosted(tmp_path) as page:
        await open_table(page.world, "fortheking", Round(3))
        await asyncio.sleep(0.5)
        await page.post("ann", kind="say", text="what time is it?")
        asked = datetime.fromisoformat((await page.last("ann"))["at"])
        assert datetime.now(UTC) - asked < timedelta(seconds=0.5)


async def test_who_is_asked_plays_in_private(court: Page) -> None:
    """The others get an answer that tells them nothing; the old buttons go on working after a restart of the bot."""
    play = court.world.words.text("button-play")
    player = asked(await court.view("dana"))
    for _ in range(2):
        before = len((await court.view(player))["messages"])
        assert not (await court.press(player, play))["failed"]
        private = (await court.view(player))["messages"][before:]
        assert [message["private"] for message in private] == [True]
        other = next(key for key in ("ann", "bo", "cy") if key != player)
        assert private[0]["id"] not in json.dumps(await court.view(other))
        assert not (await court.press(other, play))["failed"]
        assert (await court.client.post("/restart", json={})).status == 200


async def until_asked(page: Page, person: str) -> Json:
    """Wait until a person is asked, and return what that person sees."""
    async with asyncio.timeout(60):
        while True:
            view = await page.view(person)
            if any(f"@{person.title()}<" in one["html"] and "👉" in one["html"] for one in view["messages"]):
                return view
            await asyncio.sleep(0.1)


ANSWERS = ("ordered", "move", "pick", "order")
"""What answers a question, by the verbs of custom_ids: what ends an answer comes before what begins one."""


def answer(view: Json) -> Json:
    """Return a press that answers a question: a button, or what stands first in a list."""
    found = [
        (ANSWERS.index(verb), message["id"], part)
        for message in view["messages"]
        for part in walk_components(message["parts"])
        if (verb := str(part.get("custom_id")).partition(":")[0]) in ANSWERS
    ]
    _, message, part = min(found, key=lambda each: each[0])
    values = [each["value"] for each in part.get("options", ())[: part.get("min_values")]]
    kind: Json = {"kind": "pick", "values": values} if values else {"kind": "click"}
    return {**kind, "message": message, "part": part["custom_id"]}


@pytest.mark.parametrize("game", GAMES)
async def test_a_newcomer_decides_within_ten_seconds(door: Page, game: str) -> None:
    """One person, rivals at the other seats, and nobody else to wait for: *Play*, and the first answer."""
    await open_table(door.world, game, Round(1, 3, "knight"))
    await until_asked(door, "ann")
    async with asyncio.timeout(60):
        assert not (await door.press("ann", door.world.words.text("button-play")))["failed"]
        before = now = (await first(door)).started_match
        while (now.seq, now.orders) == (before.seq, before.orders):
            assert not (await door.post("ann", **answer(await door.view("ann"))))["failed"]
            now = (await first(door)).started_match


async def test_a_table_for_everybody_is_its_own_beside_every_open_lobby(door: Page) -> None:
    """As often as it is asked for; who waits in a lobby goes on waiting there alone."""
    for person, game in (("ann", "fortheking"), ("bo", "oriflamme")):
        await door.command(person, f"newgame {game}")
    for _ in range(2):
        assert (await door.client.post("/everybody", json={})).status == 200
    tables = await herald(door).tables.find()
    assert [len(table.record.sitters) for table in tables] == [1, 1, 3, 3]
    assert [table.match is not None for table in tables] == [False, False, True, True]
    assert [sitter.name for sitter in tables[-1].record.sitters] == ["Ann", "Bo", "Cy"]


async def test_refused_table_for_everybody_says_why(tmp_path: Path) -> None:
    """In the words with which Herald refused it, or that the machine is too busy.

    One that merely comes to rest far later than simcord waits opens a table all the same.
    """
    async with hosted(tmp_path, newgame_seconds=600) as page:
        with patch("sandbox.world.LIFE", 0.01):
            assert (await page.client.post("/everybody", json={})).status == 200
        (table,) = await herald(page).tables.find()
        assert table.match is not None
        answer = await page.client.post("/everybody", json={})
        assert answer.status == 409
        refused = (await answer.json())["refused"]
        assert refused.startswith("The table can't be opened: Herald answered /newgame fortheking with “")
        with patch("sandbox.world.World.rest", side_effect=TooBusy("sandbox-too-busy")):
            answer = await page.client.post("/everybody", json={})
        assert answer.status == 409
        assert (await answer.json())["refused"] == language("en").text("sandbox-too-busy")


@pytest.mark.parametrize(
    "locale, typed",
    [("en", "/newgame fortheking rivals:3 level:champion"), ("uk", "/newgame fortheking rivals: 3 level:чемпіон")],
)
async def test_a_command_is_run_as_it_is_typed(tmp_path: Path, locale: str, typed: str) -> None:
    """With its options behind it, in the words of whoever types it, or in those of the README."""
    async with hosted(tmp_path, locale) as page:
        assert not (await page.post("ann", kind="typed", text=typed))["failed"]
        async with asyncio.timeout(60):
            while not any(table.match for table in await herald(page).tables.find()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        (table,) = await herald(page).tables.find()
        assert [sitter.level for sitter in table.record.sitters] == [None, *["champion"] * 3]


@pytest.mark.parametrize(
    "typed, words",
    [
        ("/dance now", ("/dance now", "Type /")),
        ("/newgame fortheking rivals:9", ("rivals:", "“9”", "0\N{EN DASH}4")),
        ("/newgame fortheking begins: 20:00 rivals:many", ("rivals:", "“many”")),
        ("/newgame fortheking level:emperor", ("level:", "“emperor”", "squire, knight, champion")),
        ("/newgame fortheking seats:4", ("“seats”", "rivals:", "level:")),
        ("/newgame fortheking three", ("“three”", "rivals:")),
        ("/help me", ("/help", "“me”")),
    ],
)
async def test_a_typed_command_that_does_not_fit_says_why(door: Page, typed: str, words: tuple[str, ...]) -> None:
    """With what would fit, and nothing is opened."""
    refused = (await door.post("ann", 409, kind="typed", text=typed))["refused"]
    assert all(word in refused for word in words), refused
    assert not await herald(door).tables.find()


async def test_a_watched_table_is_played_by_rivals_alone(tmp_path: Path) -> None:
    """Nobody is asked, and the match goes on."""
    async with hosted(tmp_path, rival_seconds=0.05) as page:
        await open_table(page.world, "oriflamme", Round(1, 2, "squire", watched=True))
        async with asyncio.timeout(60):
            while (table := (await first(page))).match and table.match.seq < 12:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert not any(table.is_attended(seat) for seat in range(3))


def herald(page: Page) -> Herald:
    """Return the bot of a page."""
    assert isinstance(page.world.env.bot, Herald)
    return page.world.env.bot


async def first(page: Page) -> Table:
    """Return the first table of a page."""
    return await herald(page).tables.get(TableId(1))


@patch("bot.features.daily.closing.PAR_LEVELS", ("knight",))
async def test_next_morning_closes_the_day_of_a_deal(tmp_path: Path) -> None:
    """Results are closed at noon; the page sees the standings, and another deal, as soon as the night has passed."""
    words = language("en").text
    async with hosted(tmp_path) as door:
        dialog = await _dialog(door)
        board = {**_stands(dialog), "board": [str(door.world.channel.id)]}
        await door.post("olena", kind="submit", dialog=dialog["id"], values=board)
        asked = await door.command("ann", "daily", game="oriflamme")
        await door.post("ann", kind="submit", dialog=asked["dialog"]["id"], values=_stands(asked["dialog"]))
        await herald(door).tables.play_all(TableId(1), _as_knights)
        assert (await first(door)).status is Status.SEALED

        assert (await door.client.post("/morning", json={})).status == 200
        await until(lambda: "'today:" in str(door.world.env.backend.messages), READY)
        assert words("level-knight") in json.dumps(await door.last("bo"))
        assert (await door.view("bo"))["ahead"] == DAY
        await door.command("ann", "daily")
        page = json.dumps(await door.last("ann"))
        assert words("button-daily", game=words("oriflamme-name")) in page


def _as_knights(match: Any) -> tuple[Seat, Any] | None:
    return (match.deciding[0], repeatable_choice(match, match.deciding[0]).actions) if match.deciding else None


async def test_tables_open_in_the_forum_once_that_was_chosen(door: Page) -> None:
    """Whoever manages the server picks it in the settings, where it stands then; each post is a place of its own.

    Who used a command of a group is told in the reader's words: Discord tells the name of the group alone.
    """
    (forum,) = [str(channel.id) for name, channel in door.world.guild.channels.items() if name == "tables"]
    dialog = await _dialog(door)
    used = (await door.last("olena"))["used"]
    assert used.endswith(f"/{language('uk').text('command-settings-all.name')}")
    await door.post("olena", kind="submit", dialog=dialog["id"], values={**_stands(dialog), "channel": [forum]})
    await door.command("ann", "newgame fortheking")

    await until(lambda: "'join:" in str(door.world.env.backend.messages), READY)
    (place,) = [each for each in (await door.view("bo"))["places"] if each["kind"] == "thread"]
    shown = json.dumps((await door.view("bo", place["id"]))["messages"])
    assert language("en").text("button-join") in shown
    assert language("en").text("threads-tag-open") not in json.dumps((await door.view("bo"))["messages"])
    (menu,) = [part for part in walk_components((await _dialog(door))["parts"]) if part.get("custom_id") == "channel"]
    assert menu["default_values"] == [{"id": forum, "type": "channel"}]


async def _dialog(page: Page) -> Json:
    """Return the dialog about what everybody of the server sees, as its owner opens it."""
    await page.command("olena", "settings server")
    shown = await page.last("olena")
    opened = await page.post("olena", kind="click", message=shown["id"], part="server:here")
    return dict(opened["dialog"])


def _stands(dialog: Json) -> dict[str, Any]:
    """Return what is ticked in a dialog."""
    ticked = [
        (part["custom_id"], each) for part in walk_components(dialog["parts"]) for each in part.get("options", ())
    ]
    return {name: option["value"] for name, option in ticked if option["default"]}
