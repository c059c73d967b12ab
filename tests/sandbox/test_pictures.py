"""Pictures that a bot sends, through discord.py's own calls, as the page shows them; and the emblems of its buttons."""

from __future__ import annotations

import discord
import pytest

from bot.client.commands_and_emoji import emblem_names
from bot.faces import scene_text
from bot.faces.picture.requests import EmblemPicture
from bot.pictures.wire_format import pickle_request
from bot.pictures.worker import draw_pickled
from bot.texts.fluent import language
from sandbox.emblems import show_emblems
from tests.loopback.components import Json, walk
from tests.sandbox.conftest import Page
from tests.sandbox.courier import painted

GALLERY = 12


def shown(message: Json) -> list[Json]:
    """Return the pictures that a message shows, in layouts and below the text."""
    galleries = [part for part in walk(message["parts"]) if part["type"] == GALLERY]
    return [file for part in galleries for file in part["files"]] + list(message["files"])


async def bytes_of(page: Page, file: Json) -> bytes | None:
    """Return what the page gets for a picture; None if it isn't there."""
    answer = await page.client.get(file["url"])
    assert answer.status in {200, 404}
    assert answer.status == 404 or answer.content_type == "image/png"
    return await answer.read() if answer.status == 200 else None


async def test_a_picture_in_a_layout_has_its_alt_text_and_its_size(easel: Page) -> None:
    """The place is kept free before the picture is there, and nothing hangs below the layout."""
    (file,) = shown(await easel.last("bo"))
    assert (file["alt"], file["width"], file["height"]) == ("a red table", 40, 20)
    assert await bytes_of(easel, file) == painted("red")


async def test_picture_that_is_replaced_is_gone(easel: Page) -> None:
    """An edit with another file of the same name shows that one, at another address; one with none takes it off.

    A page finds each picture of the view that it has until it has the next, or its console would show an error. New
    words and a new alt text leave the picture.
    """
    (before,) = shown(await easel.last("bo"))
    await easel.press("bo", "reword")
    (file,) = shown(await easel.last("bo"))
    assert file["alt"] == "the same table"
    assert await bytes_of(easel, file) == painted("red")
    await easel.press("ann", "repaint")
    assert await bytes_of(easel, before) == painted("red")
    (after,) = shown(await easel.last("bo"))
    assert after["alt"] == "a blue table"
    assert await bytes_of(easel, before) == painted("red")
    await easel.view("bo")
    assert await bytes_of(easel, after) == painted("blue")
    assert await bytes_of(easel, before) is None
    await easel.press("bo", "tear")
    await easel.view("bo")
    assert shown(await easel.last("bo")) == []
    assert await bytes_of(easel, after) is None


async def test_a_private_picture_is_there_for_its_person_alone(easel: Page) -> None:
    """Its address fits one message and one person; an edit of a private message replaces it, too."""
    await easel.press("bo", "private")
    (file,) = shown(await easel.last("bo"))
    assert await bytes_of(easel, file) == painted("green")
    stolen = {"url": file["url"].replace("/bo/", "/ann/")}
    assert stolen != file["url"]
    assert await bytes_of(easel, stolen) is None
    await easel.press("bo", "repaint")
    (after,) = shown(await easel.last("bo"))
    await easel.view("bo")
    assert await bytes_of(easel, after) == painted("blue")
    assert await bytes_of(easel, file) is None
    assert [one["alt"] for one in shown(await easel.last("ann"))] == ["a red table"]


async def test_letter_and_classic_message_hold_a_picture(easel: Page) -> None:
    """In direct messages; and below the text, with the description of the file as its alt text."""
    await easel.press("bo", "picture")
    (file,) = shown((await easel.dms("bo"))["messages"][-1])
    assert await bytes_of(easel, file) == painted("pink")
    await easel.press("bo", "classic")
    message = await easel.last("bo")
    assert message["html"] == "<p>Look at this:</p>"
    (file,) = message["files"]
    assert (file["picture"], file["alt"]) == (True, "all gold")
    assert await bytes_of(easel, file) == painted("gold")


async def test_files_that_no_message_shows_any_more_are_let_go(easel: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long evening must not fill the memory with pictures."""
    monkeypatch.setattr("sandbox.world.LONG", 0)
    await easel.press("bo", "repaint")
    easel.world._shorten()
    assert list(easel.world.env.backend.cdn._blobs.values()) == [painted("blue")]


async def test_a_picture_that_was_not_sent_is_refused(easel: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Discord refuses it: the bot gets an error, and the person no answer, which is said as Discord says it."""
    monkeypatch.setattr("sandbox.world.ANSWER", 0.2)
    assert (await easel.press("bo", "forget"))["failed"]
    (error,) = easel.world.env.errors
    assert isinstance(error, discord.HTTPException)
    assert "no uploaded file" in str(error)


@pytest.mark.slow
@pytest.mark.usefixtures("painted")
async def test_buttons_have_the_emblems_of_the_pictures(door: Page) -> None:
    """Each emoji that the page is given is the drawing of its emblem; a bot that is started anew draws none again."""
    try:
        await show_emblems(door.world)
        await show_emblems(door.world)
        drawn = {str(number): image for number, image in door.world.emoji.items()}
        assert len(drawn) == len(emblem_names())
        for emblem in emblem_names():
            mention = scene_text.sign(emblem, language("en"))
            number = mention.rpartition(":")[2].removesuffix(">")
            given = await (await door.client.get(f"/emoji/{number}")).read()
            assert given == drawn[number] == draw_pickled(pickle_request(EmblemPicture(emblem))).data
        assert (await door.client.get("/emoji/1")).status == 404
    finally:
        scene_text.set_custom_emoji({})
