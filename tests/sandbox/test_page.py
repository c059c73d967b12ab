"""What one can do in the page, with a bot that answers in each way and sends pictures; and emblems of its buttons."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

import discord
import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message
from simcord.components import walk_components

from bot.client.commands_and_emoji import emblem_names
from bot.faces import scene_text
from bot.faces.picture.requests import EmblemPicture
from bot.pictures.wire_format import pickle_request
from bot.pictures.worker import draw_pickled
from bot.texts.fluent import DEFAULT, language
from sandbox.emblems import show_emblems
from sandbox.server import PAGE_TEXTS
from tests.loopback.components import Json
from tests.sandbox.conftest import Page, paged
from tests.sandbox.courier import Courier, painted


async def test_the_page_finds_every_file_and_every_word_it_asks_for(page: Page) -> None:
    """Nothing comes from elsewhere, and no text is missing or unused."""
    scripts = ""
    wanted = ["page.js", "page.css"]
    for name in wanted:
        answer = await page.client.get(f"/static/{name}")
        assert answer.status == 200, name
        text = await answer.text()
        wanted += [one for one in re.findall(r'(?:from|import) "\./([\w.]+)"', text) if one not in wanted]
        scripts += text
    index = await (await page.client.get("/")).text()
    assert '<html lang="en">' in index
    assert re.sub(r"<[^>]*>|\s", "", index) == "Herald"
    assert set(re.findall(r'/static/([\w.]+)"', index)) == {"page.js", "page.css"}
    texts = (await (await page.client.get("/texts")).json())["texts"]
    used = set(re.findall(r'words(?:\.(\w+)|\["([\w-]+)"\])', scripts))
    assert {dotted or quoted for dotted, quoted in used} == set(texts)
    assert all(texts.values())


def test_no_sentence_of_the_sandbox_is_left_over_and_none_is_missing() -> None:
    """The page asks for its words by name, the rest stands in the code as a key."""
    source = (files("bot") / "locales" / DEFAULT / "sandbox.ftl").read_text("utf-8")
    known = {entry.id.name for entry in FluentParser().parse(source).body if isinstance(entry, Message)}
    code = "".join(path.read_text("utf-8") for path in Path(str(files("sandbox"))).glob("*.py"))
    assert {f"sandbox-{key}" for key in PAGE_TEXTS} | set(re.findall(r'"(sandbox-[a-z-]+)"', code)) == known


async def test_other_sites_in_the_same_browser_are_kept_out(page: Page) -> None:
    """Neither a foreign origin nor a foreign name of this machine gets an answer."""
    for headers in ({"Origin": "http://example.org"}, {"Host": "example.org:80"}):
        assert (await page.client.get("/view", headers=headers)).status == 403
    assert (await page.client.post("/do", json={"kind": "nonsense"})).status == 400
    for path in ("/static/server.py", "/files/ann/1/2/3", "/files/nobody/1/2/3"):
        assert (await page.client.get(path)).status == 404


@pytest.mark.parametrize("path", ["/do", "/suggest"])
@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"deed": \xff}', b"[" * 100_000, b'{"a":' * 100_000, b"[" * 990 + b"]" * 990, b"null", b"NaN"]
)
async def test_what_is_no_json_or_too_deep_is_a_bad_request(page: Page, path: str, body: bytes) -> None:
    """And no error of the server, with a traceback."""
    assert (await page.client.post(path, data=body, headers={"Content-Type": "application/json"})).status == 400


async def test_command_is_run_with_a_person_as_its_option(page: Page) -> None:
    """The person it names gets a red number until they look.

    The bot is told the name that it knows; the page shows the words of each reader's Discord. Typed, a person is named
    as the page shows them, with an at sign or without one; whoever isn't there is told with all who are.
    """
    shown = {}
    for name in ("ann", "olena"):
        command, _ = await (await page.client.get("/commands", params={"person": name})).json()
        assert command["name"] == "board"
        assert [option["name"] for option in command["options"]] == ["guest"]
        shown[name] = (command["shown"], command["description"], command["options"][0]["shown"])
    assert shown == {
        "ann": ("board", "Lay out the board", "guest"),
        "olena": ("дошка", "Розкласти дошку", "гість"),
    }
    await page.command("olena", "board", guest=str(page.world.people["bo"].id))
    assert (await page.view("olena"))["messages"][-2]["used"] == "Olena used /дошка"
    view = await page.view("ann")
    assert view["messages"][-2]["used"] == "Olena used /board"
    assert "@Bo" in view["messages"][-1]["html"]
    pings = {person["key"]: person["pings"] for person in view["people"]}
    assert pings == dict.fromkeys(page.world.people, 0) | {"bo": 1}
    await page.view("bo")
    assert not any(person["pings"] for person in (await page.view("ann"))["people"])
    for typed in ("/board guest:Bo", "/BOARD guest: @bo"):
        await page.post("ann", kind="typed", text=typed)
        assert "@Bo" in (await page.last("ann"))["html"]
    assert "Ann, Bo, Cy, Dana, Olena" in (await page.post("ann", 409, kind="typed", text="/board guest:Zoe"))["refused"]


async def test_a_private_answer_is_seen_and_put_away_by_its_person_alone(page: Page) -> None:
    """It is edited in place by the menu in it."""
    await page.command("ann", "board")
    await page.press("bo", "hand")
    shown = await page.last("bo")
    assert shown["private"]
    assert "Your hand" not in json.dumps(await page.view("ann"))
    await page.post("bo", kind="pick", message=shown["id"], part="pick", values=["crown", "scroll"])
    edited = await page.last("bo")
    assert [part["html"] for part in walk_components(edited["parts"])] == ["<p>crown and scroll</p>"]
    assert edited["id"] == shown["id"]
    await page.post("bo", kind="dismiss", message=shown["id"])
    assert "crown" not in json.dumps((await page.view("bo"))["messages"])


async def test_the_page_and_the_server_speak_the_language_that_is_asked_for() -> None:
    """Who reads another one is marked; the bot hears each person's own, and the server's, in a letter to one alone."""
    async with paged(Courier, "uk") as page:
        assert '<html lang="uk">' in await (await page.client.get("/")).text()
        texts = (await (await page.client.get("/texts")).json())["texts"]
        assert texts["send"] == language("uk").text("sandbox-send") != language("en").text("sandbox-send")
        await page.command("ann", "board")
        view = await page.view("ann")
        assert view["messages"][-1]["used"] == language("uk").text("sandbox-used", who="Анна", command="дошка")
        reads = {person["key"]: person["reads"] for person in view["people"]}
        assert reads == dict.fromkeys(page.world.people, "") | {"dana": "читає англійською"}
        for name, heard in (("ann", "uk"), ("dana", "en-US"), ("olena", "uk")):
            assert not (await page.dms(name))["messages"]
            await page.press(name, "letter")
            assert f"a letter, in {heard}, from uk" in json.dumps((await page.dms(name))["messages"])
        refused = (await page.press("ann", "closed", 409))["refused"]
        assert refused == language("uk").text("sandbox-gone")


async def test_a_dialog_opens_is_filled_in_and_answered(page: Page) -> None:
    """A field and a menu go back to the bot; a dialog can be submitted once."""
    await page.command("ann", "board")
    dialog = (await page.press("cy", "bid"))["dialog"]
    assert dialog["title"] == "Your bid"
    values = {part["custom_id"] for part in walk_components(dialog["parts"]) if "custom_id" in part}
    assert values == {"amount", "card"}
    filled = {"amount": "7", "card": ["sword"]}
    await page.post("cy", kind="submit", dialog=dialog["id"], values=filled)
    assert "7 for the sword" in (await page.last("cy"))["html"]
    await page.post("cy", 409, kind="submit", dialog=dialog["id"], values=filled)


async def test_what_discord_would_not_allow_is_refused(page: Page) -> None:
    """In words: a disabled button, too few picks, a dialog that never opened.

    A button that has just gone is named as such: its message has another one instead, or is there no more.
    """
    await page.command("ann", "board")
    board = (await page.last("ann"))["id"]
    assert (await page.press("ann", "closed", 409))["refused"]
    await page.press("ann", "hand")
    hand = (await page.last("ann"))["id"]
    assert (await page.post("ann", 409, kind="pick", message=hand, part="pick", values=["crown"]))["refused"]
    assert (await page.post("ann", 409, kind="submit", dialog="1", values={}))["refused"]
    gone = {"refused": language(DEFAULT).text("sandbox-gone")}
    assert await page.post("ann", 409, kind="click", message=board, part="other") == gone
    assert await page.post("ann", 409, kind="pick", message=board, part="other", values=["crown"]) == gone
    assert await page.post("ann", 409, kind="click", message="1", part="hand") == gone


async def test_the_page_hears_of_news_while_it_waits(page: Page) -> None:
    """A view of the version one already has is answered when something happens."""
    version = (await page.view("bo"))["version"]
    await page.post("ann", kind="say", text="hello <b>all</b>")
    answer = await page.client.get("/view", params={"person": "bo", "after": str(version)})
    assert "hello &lt;b&gt;all&lt;/b&gt;" in (await answer.json())["messages"][-1]["html"]


# Pictures

GALLERY = 12


def shown(message: Json) -> list[Json]:
    """Return the pictures that a message shows, in layouts and below the text."""
    galleries = [part for part in walk_components(message["parts"]) if part["type"] == GALLERY]
    return [file for part in galleries for file in part["files"]] + list(message["files"])


async def last_shown(page: Page) -> Json:
    """Return the only picture of the newest message that Bo sees."""
    (file,) = shown(await page.last("bo"))
    return file


async def bytes_of(page: Page, file: Json) -> bytes | None:
    """Return what the page gets for a picture; None if it isn't there."""
    answer = await page.client.get(file["url"])
    assert answer.status in {200, 404}
    assert answer.status == 404 or answer.content_type == "image/png"
    return await answer.read() if answer.status == 200 else None


async def test_a_picture_in_a_layout_has_its_alt_text_and_its_size(easel: Page) -> None:
    """The place is kept free before the picture is there, and nothing hangs below the layout."""
    file = await last_shown(easel)
    assert (file["alt"], file["width"], file["height"]) == ("a red table", 40, 20)
    assert await bytes_of(easel, file) == painted("red")


async def test_picture_that_is_replaced_is_gone(easel: Page) -> None:
    """An edit with another file of the same name shows that one, at another address; one with none takes it off.

    A page finds each picture of the view that it has until it has the next, or its console would show an error. New
    words and a new alt text leave the picture.
    """
    before = await last_shown(easel)
    await easel.press("bo", "reword")
    file = await last_shown(easel)
    assert file["alt"] == "the same table"
    assert await bytes_of(easel, file) == painted("red")
    await easel.press("ann", "repaint")
    assert await bytes_of(easel, before) == painted("red")
    after = await last_shown(easel)
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
    file = await last_shown(easel)
    assert await bytes_of(easel, file) == painted("green")
    stolen = {"url": file["url"].replace("/bo/", "/ann/")}
    assert stolen != file["url"]
    assert await bytes_of(easel, stolen) is None
    await easel.press("bo", "repaint")
    after = await last_shown(easel)
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


@patch("sandbox.world.LONG", 0)
async def test_files_that_no_message_shows_any_more_are_let_go(easel: Page) -> None:
    """A long evening must not fill the memory with pictures."""
    await easel.press("bo", "repaint")
    easel.world._shorten()
    assert list(easel.world.env.backend.cdn._blobs.values()) == [painted("blue")]


@patch("sandbox.world.ANSWER", 0.2)
async def test_a_picture_that_was_not_sent_is_refused(easel: Page) -> None:
    """As Discord refuses it: the bot gets an error, and the person no answer, which is said as Discord says it."""
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
            number = scene_text.sign(emblem, language("en")).rpartition(":")[2].removesuffix(">")
            given = await (await door.client.get(f"/emoji/{number}")).read()
            assert given == drawn[number] == draw_pickled(pickle_request(EmblemPicture(emblem))).data
        assert (await door.client.get("/emoji/1")).status == 404
    finally:
        scene_text.set_custom_emoji({})
