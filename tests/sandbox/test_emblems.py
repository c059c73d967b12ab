"""The emblems of buttons and lists: the drawings of the pictures, on the page as on Discord."""

from __future__ import annotations

import pytest

from bot.client.commands_and_emoji import emblem_names
from bot.faces import scene_text
from bot.faces.picture.requests import EmblemPicture
from bot.pictures.wire_format import pickle_request
from bot.pictures.worker import draw_pickled
from bot.texts.fluent import language
from sandbox.emblems import show_emblems
from tests.sandbox.conftest import Page


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
