"""Pictures at an evening: where they go, when they come, which need no request of their own, and what goes without."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from io import BytesIO
from unittest.mock import AsyncMock

import pytest
from PIL import Image
from simcord.backend.models import Message

from bot.announce import announce_state
from bot.faces.picture.requests import PictureRequest
from bot.interactions.request import Request
from bot.pictures import renderer
from bot.pictures.process import WorkerProcess
from bot.pictures.renderer import Renderer
from bot.pictures.wire_format import Drawing
from bot.sending import rest
from tests.bot.announce.test_troubles import deny
from tests.bot.clocked import asked, named
from tests.bot.limits import walk
from tests.bot.party import FIRST, Party
from tests.bot.record import Sent
from tests.bot.server import Answer, Evening, Guest, Place, buttons, markdown, message_of, text, verb, warden, words

ROW, OWN = words("fortheking-row-board"), words("fortheking-row-personal")
PATIENCE = 60

pytestmark = pytest.mark.seed(4)


def files(message: Place) -> list[str]:
    """Return the names of the files of a message."""
    return [str(each["filename"]) for each in message_of(message).attachments]


def part(message: Place, does: str) -> str:
    """Return the id of the button of a message that does this."""
    return next(str(each["custom_id"]) for each in buttons(message) if verb(each) == does)


def sent_files(sent: Sent) -> list[str] | None:
    """Return the names of the files that a request sets, None where it leaves them as they are."""
    attachments = sent.payload.get("attachments")
    return None if attachments is None else [str(each["filename"]) for each in attachments]


async def seated(court: Evening) -> Party:
    """Let two people begin a table of For the King."""
    return Party(await court.seat_first(2), 4)


async def long_post(party: Party) -> Message:
    """Let people play until there is a post further down than the table message, and return it."""
    court = party.evening
    while not files(court.post()):
        await party.step()
        await court.later(seconds=40)
    return court.post()


@pytest.mark.usefixtures("painted")
async def test_a_table_is_shown_with_its_picture_and_what_that_says(court: Evening) -> None:
    """A real picture, 800 pixels wide, whose alt text stands in place of the words."""
    await seated(court)
    board = court.board()
    assert files(board) == ["table.png"]
    (item,) = [item for part in walk(board.components) for item in part.get("items", ())]
    assert ROW in item["description"]
    assert ROW not in markdown(board)
    blob = court.env.backend.cdn.get(board.attachments[0]["url"])
    assert blob is not None
    assert Image.open(BytesIO(blob)).width == 800


def slow(court: Evening, monkeypatch: pytest.MonkeyPatch, name: str) -> asyncio.Event:
    """Hold up the drawing of pictures of that name, even of those that were drawn before, until the event is set."""
    go = asyncio.Event()

    async def draw(worker: WorkerProcess, request: PictureRequest) -> Drawing:
        if request.name == name:
            await go.wait()
        return await named(worker, request)

    monkeypatch.setattr(WorkerProcess, "draw", draw)
    court.bot.pictures.renderer._kept.clear()
    return go


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that comes without the whole evening coming to rest."""
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 - simcord tells of nothing but the end of everything
            await asyncio.sleep(0.01)


async def answered(begun: Answer) -> Message:
    """Wait until a click has its answer, in whatever state its picture is."""
    await until(lambda: begun.given and begun.interaction.message_id is not None)
    return begun.message


def requests_alive(court: Evening) -> list[Request]:
    """Return this bot's requests in memory once no view is kept: a picture to come must not hold the whole click.

    What a test before has left behind may hold those of its own bot.
    """
    court.bot.pictures.views.clear()
    gc.collect()
    known = [each for each in gc.get_objects() if isinstance(each, Request)]
    return [each for each in known if each.services is court.bot.services]


async def holding(court: Evening) -> Guest:
    """Play until there is somebody to be asked who holds a card, and return that person."""
    await (await seated(court)).play(12)
    return await asked(court)


async def drawn(court: Evening, shown: Place, held: asyncio.Event) -> list[str]:
    """Let what was held up be drawn; return the files of a message then."""
    held.set()
    await court.settle()
    return files(shown)


@pytest.mark.parametrize("newer, shown", [(None, "hand.png"), ("look", "table.png")])
async def test_an_answer_never_waits_for_a_picture(
    court: Evening, monkeypatch: pytest.MonkeyPatch, newer: str | None, shown: str
) -> None:
    """The answer is in words; the picture is put into it afterwards, but not in the place of a newer answer.

    The old view would come back with its old buttons.
    """
    guest = await holding(court)
    drawing = slow(court, monkeypatch, "hand.png")
    answer = await answered(guest.begin(court.board(), part(court.board(), "hand")))
    assert files(answer) == []
    assert OWN in markdown(answer)
    assert requests_alive(court) == []
    if newer:
        assert (await answered(guest.begin(answer, part(answer, newer)))).id == answer.id
    assert await drawn(court, answer, drawing) == [shown]


@pytest.mark.parametrize("waits", [False, True])
async def test_two_clicks_at_once_leave_the_later_answer(
    court: Evening, monkeypatch: pytest.MonkeyPatch, *, waits: bool
) -> None:
    """A later page must not be overtaken by an older click's, neither by its picture nor where it `waits` for that."""
    guest = await holding(court)
    looked = await guest.press("look")
    drawing = slow(court, monkeypatch, "hand.png")
    if waits:
        await guest.press("look")
        monkeypatch.setattr(renderer, "AT_ONCE", PATIENCE)

    earlier, later = (guest.begin(looked, part(looked, does)) for does in ("play", "log"))
    log = await answered(later)
    shown = text(log)
    assert earlier.given is not waits
    assert await drawn(court, log, drawing) == []
    assert earlier.given
    assert text(log) == shown


async def test_a_letter_that_is_closed_stays_closed(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that was asked for in the letter comes too late."""
    ann, _ = await court.seat_first(2, private="dm")
    guest = await asked(court)
    letter = (await guest.unfold(guest.dms[-1])).message
    drawing = slow(court, monkeypatch, "table.png")
    await answered(guest.begin(letter, part(letter, "look")))
    await court.tables.end(FIRST, ann.id)
    ended = words("table-ended-by", player="**Ann**")
    await until(lambda: ended in text(letter))
    await drawn(court, letter, drawing)
    assert ended in text(letter)


@pytest.mark.parametrize(
    "error, level", [(KeyError("retry_after"), logging.INFO), (KeyError("seat"), logging.ERROR)], ids=str
)
async def test_only_discords_own_trouble_is_told_as_such(
    court: Evening, errors: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, error: KeyError, level: int
) -> None:
    """A picture that can't be put into its answer stays away; a mistake of the bot's own is logged with its place."""
    guest = await holding(court)
    court.bot.pictures.renderer._kept.clear()
    monkeypatch.setattr(rest, "edit_response", AsyncMock(side_effect=error))
    errors.set_level(logging.INFO, renderer.__name__)
    answer = await guest.press("hand")
    assert OWN in markdown(answer.message)
    (logged,) = [one for one in errors.records if one.name == renderer.__name__]
    assert (logged.levelno, bool(logged.exc_info)) == (level, level == logging.ERROR)


async def test_a_place_that_takes_no_files_gets_the_words(court: Evening) -> None:
    """A moderator may have taken that permission away; or Discord knows better than the bot what is allowed where."""
    bare = deny(court, "attach_files")
    await court.settle()
    party = Party(await court.seat_first(2, channel=bare), 4, 2)
    board = court.board(bare.id)
    assert (files(board), ROW in markdown(board)) == ([], True)

    await court.seat_first(2)
    board = court.board(table=2)
    assert (files(board), ROW in markdown(board)) == (["table.png"], False)
    court.env.inject_error(
        "PATCH", f"/channels/{court.channel.id}/messages/{board.id}", status=413, code=40005, times=1
    )
    await party.step()
    assert ROW in markdown(court.board(table=2))


async def test_a_post_carries_the_picture_while_it_asks(court: Evening) -> None:
    """The newest post of the story shows the table; a chapter that has passed is told in words.

    Right below the table a post needs none: the same picture twice would only push the buttons away.
    """
    party = await seated(court)
    assert files(court.board())
    assert not files(court.post())
    asking = await long_post(party)
    assert asking.attachments[0]["description"]
    while (await court.table_record()).announced.post == asking.id:
        await party.step()
        await court.later(seconds=40)
    assert files(asking) == []


async def test_who_wants_no_pictures_reads_words(court: Evening) -> None:
    """`/settings pictures`, for a person; the table of everybody keeps its picture.

    A page without one takes the old one away: a log under the picture of a hand would tell two things at once.
    """
    guest = await holding(court)
    looked = await guest.press("look")
    assert files(looked) == ["table.png"]
    logged = await guest.press("log", looked)
    assert (logged.edited, files(logged)) == (True, [])

    views = ("look", "hand", "play")
    assert all([files(await guest.press(view)) for view in views])
    await guest.prefer(pictures="off")
    assert not any([files(await guest.press(view)) for view in views])
    assert files(court.board()) == ["table.png"]


async def test_a_server_without_pictures_shows_the_whole_table_in_words(court: Evening) -> None:
    """The words-only table is complete; running tables change at once."""
    party = await seated(court)
    assert ROW not in markdown(court.board())
    await warden(court).govern(pictures="off")
    assert not files(court.board())
    assert ROW in markdown(court.board())
    await party.play(30)
    public = [sent for sent in court.record.sent if sent.reader is None][-20:]
    assert not [name for sent in public for name in sent_files(sent) or ()]


async def test_a_picture_that_cannot_be_drawn_stops_nothing(
    court: Evening, errors: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post goes out without a picture rather than not at all."""
    monkeypatch.setattr(WorkerProcess, "draw", AsyncMock(return_value=Drawing(fault="gone")))
    await seated(court)
    assert ROW in markdown(court.board())
    assert court.record.sent[-1].pings == ((await asked(court)).id,)
    assert "table.png of For the King (and Me) · table 1 could not be drawn" in errors.text


async def test_a_picture_that_takes_too_long_comes_later(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words go out at once rather than late, and once it is drawn it is put into each message that lacks it."""
    monkeypatch.setattr(renderer, "STARTING", 0.0)
    monkeypatch.setattr(Renderer.draw, "__defaults__", (0.0,))
    assert files(await long_post(await seated(court))) == files(court.board()) == ["table.png"]
    edits = [sent_files(sent) for sent in court.record.sent if sent.message == court.board().id]
    assert edits.index([]) < edits.index(["table.png"], edits.index([]))
    court.bot.pictures.renderer._kept.clear()
    assert files(await court.guests[0].press("hand")) == ["hand.png"]


async def test_the_rules_show_a_table_and_all_cards_and_are_turned_by_buttons(court: Evening) -> None:
    """The sample table is the second chapter; the sheet of all cards is the last one, and is told in words as well.

    A chapter about a kind of cards has the pictures of these.
    """
    ann, pages = court.guests[0], list[Message]()
    for game in ("oriflamme", "fortheking"):
        pages.append((await ann.command(f"rules {game}")).message)
        assert files(pages[-1]) == []
    about, chapters = (next(part["options"] for part in walk(page.components) if part.get("options")) for page in pages)
    (cards,) = [str(part["value"]) for part in about if part["label"] == words("oriflamme-glossary-intrigues")]
    shown = await ann.choose(pages[0], [cards])
    assert files(shown) == ["cards.png"]
    assert words("oriflamme-card-plot") in shown.text

    table = await ann.click(pages[1], "rules:fortheking:2")
    assert files(table) == ["sample.png"]
    assert words("rules-sample") in table.text
    back = await ann.click(table, "rules:fortheking:1")
    assert files(back) == []
    box = await ann.choose(back, [str(len(chapters))])
    assert files(box) == ["box.png"]
    await ann.prefer(pictures="off")
    plain = await ann.choose(await ann.command("rules fortheking"), [str(len(chapters))])
    assert files(plain) == []
    assert "Gold\u00a03 \u00d713" in plain.text


async def test_a_picture_that_is_at_hand_comes_with_the_answer(court: Evening) -> None:
    """Drawn at once, or before. Nothing follows then; where Discord refuses the file, the words are the answer."""
    guest = await holding(court)
    for sent in range(len(court.record.sent), len(court.record.sent) + 2):
        answer = await guest.press("hand")
        assert files(answer) == ["hand.png"]
        assert len(court.record.sent) == sent + 1
    court.env.inject_error("POST", "/interactions/*", status=413, code=40005, times=1)
    refused = await guest.press("hand")
    assert OWN in markdown(refused.message)


async def test_who_presses_on_at_once_is_drawn_the_last_page_alone(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that the next answer takes away again costs drawing it, and an edit."""
    guest = await holding(court)
    answer = await guest.press("log")
    monkeypatch.setattr(renderer, "DEBOUNCE", 0.2)
    court.bot.pictures.renderer._kept.clear()
    edits = [sent.message for sent in court.record.sent].count(answer.message.id)
    shown = await answered(guest.begin(answer, part(answer, "play")))
    await asyncio.sleep(0.05)
    shown = await answered(guest.begin(shown, part(shown, "more")))
    await court.settle()
    assert files(shown) == ["hand.png"]
    assert [sent.message for sent in court.record.sent].count(answer.message.id) == edits + 3


async def test_in_a_lull_a_post_keeps_the_picture_that_it_has(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several quick moves share the next one, as they share the edit of the table message."""
    party = await seated(court)
    post, edits = await long_post(party), list[Sent]()
    monkeypatch.setattr(announce_state, "DEBOUNCE", 60.0)
    while not edits:
        before = len(court.record.sent)
        await party.step()
        edits = [sent for sent in court.record.sent[before:] if sent.message == post.id and sent.path.startswith("/ch")]
        assert court.post().id == post.id
    assert not [name for sent in edits for name in sent_files(sent) or ()]
    assert files(court.post()) == ["table.png"]
    before = len(court.record.sent)
    await court.later(seconds=60)
    assert ["table.png"] in [sent_files(sent) for sent in court.record.sent[before:] if sent.message == post.id]
