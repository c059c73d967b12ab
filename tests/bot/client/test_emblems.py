"""The emblems on buttons are the drawings of the pictures where Discord takes them, and else differ at a glance."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from PIL import Image

from bot.client import commands_and_emoji
from bot.client.commands_and_emoji import DIGEST, emblem_names, emoji_name, find_emoji, upload_emblems
from bot.faces import scene_text
from bot.faces.answer_controls import Answers
from bot.faces.components import Kind
from bot.faces.picture import colours
from bot.faces.picture.alt import describe
from bot.faces.picture.colours import Colour, tincture
from bot.faces.picture.rendering import PIXELS
from bot.faces.picture.requests import EmblemPicture
from bot.faces.rulebook import kinds_select
from bot.faces.scene_text import row
from bot.pictures.process import WorkerProcess
from bot.pictures.renderer import Renderer
from bot.pictures.wire_format import Drawing, pickle_request
from bot.pictures.worker import draw_pickled
from bot.texts.fluent import language
from engine.games.oriflamme import ORIFLAMME
from engine.match import Match
from engine.scene import Row
from tests.bot.faces.gallery import sat
from tests.bot.texts.catalogue import patterns, written
from tests.contract.walks import seed
from tests.every import FOR_EVERY_KEY

LARGEST = 256 * 1024
"""Bytes that Discord lets the image of an emoji have."""
MORE_THAN = {"fortheking": 5, "oriflamme": 5}
"""How many emblems the large games have at least, but one."""
ALIKE = (
    frozenset("🤴👸🫅🤵👰"),
    frozenset("🔵🔷🟦💧🔹"),
    frozenset("🔴🟥🔺♦"),
    frozenset("📜📃📄📰"),
    frozenset("🗡⚔🔪"),
    frozenset("🪙💰"),
    frozenset("🟡⭐🟨🌟"),
)
"""Emoji that can't be told from each other on a small button, each with its like."""


@dataclass
class Shelf:
    """An application that keeps emoji, as Discord does, or takes none."""

    kept: list[Any] = field(default_factory=list)
    images: list[bytes] = field(default_factory=list)
    refusing: int | None = None

    async def fetch_application_emojis(self) -> list[Any]:
        """Return what it has."""
        return list(self.kept)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        """Take one more, unless it takes no more than so many."""
        if self.refusing is not None and len(self.kept) >= self.refusing:
            raise discord.DiscordException("Maximum number of emojis reached")
        self.images.append(image)
        self.kept.append(discord.PartialEmoji(name=name, id=(1 << 60) + len(self.kept)))
        return self.kept[-1]


class Here(WorkerProcess):
    """Draws in this process."""

    starting = resting = False

    async def draw(self, request: Any) -> Drawing:
        """Return the drawing, handed over as it would be to another process."""
        return draw_pickled(pickle_request(request))

    async def close(self) -> None:
        """Nothing is to be ended."""


@pytest.fixture
def renderer() -> Renderer:
    """Return who draws."""
    return Renderer(Here())


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Leave no sign to the tests that follow."""
    yield
    scene_text.set_custom_emoji({})


def test_every_emblem_has_a_name_of_its_own_that_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters, digits and underscores, 2 to 32 of them; a word that says what it is, and a digest.

    So that what was uploaded once is found again, and what has changed is uploaded anew. Its name is its text.
    """
    names = [emoji_name(emblem) for emblem in emblem_names()]
    assert len(set(names)) == len(names) > 25
    assert all(re.fullmatch(rf"[a-z0-9]{{2,20}}_[0-9a-f]{{{DIGEST}}}", name) for name in names)
    assert emoji_name("oriflamme-apothecary").startswith("apothecary_")
    assert emoji_name("seat-3").startswith("seat3_")

    before = emoji_name("oriflamme-queen")
    assert emoji_name("oriflamme-queen") == before
    shades = replace(tincture("oriflamme-queen"), ink=Colour("#123456"))
    monkeypatch.setattr(colours, "tincture", lambda _: shades)
    assert emoji_name("oriflamme-queen") != before

    assert describe(EmblemPicture("oriflamme-queen")) == ""
    assert scene_text.sign("", language("en")) == ""


@pytest.mark.slow
async def test_buttons_and_lists_show_the_drawn_emblems_and_sentences_the_common_ones(renderer: Renderer) -> None:
    """As soon as all are there; a sentence has no room for them.

    Each is uploaded once: 128 pixels square, small, with nothing around the shield; the next start uploads nothing.
    """
    shelf = Shelf()
    await upload_emblems(shelf, renderer, lull=0)
    found = await find_emoji(shelf, None)
    assert found is not None
    assert list(found) == emblem_names()
    assert len(shelf.kept) == len(shelf.images) == len(found) == len(set(found.values()))
    for data in shelf.images:
        image = Image.open(io.BytesIO(data))
        assert (image.size, image.mode, image.getpixel((0, 0))[3]) == ((PIXELS, PIXELS), "RGBA", 0)  # type: ignore[index]
        assert len(data) < LARGEST
    match = Match.start(ORIFLAMME, 3, seed(1))
    frame = match.frame(match.deciding[0])
    table, localizer = sat(match)
    assert frame.mine is not None
    parts = [part for line in Answers(table.id, frame.mine, localizer).rows for part in line]
    listed = [
        option
        for part in kinds_select("oriflamme", frame, frame.scene.hand, localizer.language)
        if part["type"] is Kind.SELECT
        for option in part["options"]
    ]
    shown = [each.get("emoji") for each in (*parts, *listed) if each.get("type") is not Kind.SELECT]
    assert shown
    assert not [emoji for emoji in shown if emoji is None or "id" not in emoji]
    held: Row = frame.scene.hand[1]
    assert "<:" not in row(held, localizer)


class Broken(Here):
    """Can't draw."""

    async def draw(self, request: Any) -> Drawing:
        """Fail as the process that draws would tell it."""
        return Drawing(fault=f"no drawing of {type(request).__name__}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "worker, shelf",
    [(Here(), Shelf(refusing=0)), (Here(), Shelf(refusing=5)), (None, Shelf()), (Broken(), Shelf())],
)
async def test_common_emoji_stay_unless_all_emblems_are_there(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, worker: Here | None, shelf: Shelf
) -> None:
    """One look for all of them where Discord takes none or not all, where one can't be drawn, or is waited for in vain.

    That lasts an hour, no longer; the host finds a line about it.
    """
    caplog.set_level("INFO")
    monkeypatch.setattr("bot.client.commands_and_emoji.LOOKS", 2)
    monkeypatch.setattr("bot.pictures.renderer.log.error", lambda *_: None)
    await upload_emblems(shelf, Renderer(worker) if worker else None, lull=0, again=0.0)
    english = language("en")
    common = [emblem for emblem in emblem_names() if english.has_text(f"emblem-{emblem}")]
    assert [scene_text.sign(each, english) for each in common] == [english.text(f"emblem-{each}") for each in common]
    assert "keep the common emoji" in caplog.text


@pytest.mark.slow
async def test_of_several_processes_one_uploads_and_the_others_wait_for_all_of_them(renderer: Renderer) -> None:
    """Scale, Several processes: at the same time, and each is there once."""
    shelf = Shelf()
    waiting = asyncio.create_task(upload_emblems(shelf, None, lull=0, again=0.01))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await upload_emblems(shelf, renderer, lull=0)
    scene_text.set_custom_emoji({})
    await waiting
    assert scene_text.sign("oriflamme-queen", language("en")).startswith("<:queen_")
    assert len(shelf.images) == len({emoji.name for emoji in shelf.kept}) == len(emblem_names())


@pytest.mark.slow
async def test_upload_begins_with_the_bot(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never before it is connected; and a process without the first shard draws nothing."""
    shelf, connected = Shelf(), asyncio.Event()
    uploading = partial(commands_and_emoji.upload_emblems, lull=0, again=0.01)
    monkeypatch.setattr(commands_and_emoji, "upload_emblems", uploading)
    parts = {"wait_until_ready": connected.wait, "pictures": Mock(renderer=renderer)}
    bots = [Mock(wraps=shelf, storage=Mock(share=Mock(has_first=first)), **parts) for first in (False, True)]
    begun = [asyncio.create_task(commands_and_emoji.upload_emblems_when_ready(bot)) for bot in bots]
    await asyncio.sleep(0.01)
    assert not any(bot.fetch_application_emojis.called for bot in bots)
    connected.set()
    await asyncio.gather(*begun)
    assert len(shelf.images) == len(emblem_names())


@pytest.mark.slow
@FOR_EVERY_KEY
def test_no_two_common_emoji_of_a_game_look_alike(game: str) -> None:
    """Prince and Queen were twins at the size of a button."""
    symbols = {
        key: written(pattern).strip().rstrip("\ufe0f")
        for key, pattern in patterns("en").items()
        if key.startswith(f"emblem-{game}-") and "." not in key
    }
    how = f"give each emblem of {game} a sign in bot/locales/*/{game}.ftl that looks like no other: {symbols}"
    assert len(set(symbols.values())) == len(symbols) > MORE_THAN.get(game, 0), how
    for alike in ALIKE:
        assert len([key for key, symbol in symbols.items() if symbol in alike]) <= 1, how
