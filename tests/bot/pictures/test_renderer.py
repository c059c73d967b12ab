"""The renderer: who wants a picture gets it, soon, or does without."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from dataclasses import dataclass, field
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
import pytest_asyncio

from bot.faces.components import Page, Picture
from bot.host import answer_deadline
from bot.pictures import renderer
from bot.pictures.renderer import FollowUpPictures, Renderer
from bot.pictures.wire_format import Drawing
from tests.bot.pictures.sketches import Sketch


def sketch(number: int) -> Any:
    """Return a request; equal numbers are equal pictures."""
    return Sketch(number)


@dataclass
class Easel:
    """A worker that counts what it draws, and can be held up, spoilt, or lost."""

    drawn: list[int] = field(default_factory=list)
    free: asyncio.Event = field(default_factory=asyncio.Event)
    trouble: Exception | None = None
    starting: bool = False
    resting: bool = False
    closed: bool = False

    async def draw(self, request: Hashable) -> Drawing:
        """Draw once the easel is free."""
        assert isinstance(request, Sketch)
        await self.free.wait()
        if self.trouble:
            raise self.trouble
        self.drawn.append(request.number)
        return Drawing(request.alt, request.draw())

    async def close(self) -> None:
        """Note it."""
        self.closed = True


@pytest_asyncio.fixture
async def easel() -> Easel:
    """Return an easel that is free."""
    made = Easel()
    made.free.set()
    return made


@pytest_asyncio.fixture
async def atelier(easel: Easel) -> AsyncIterator[Renderer]:
    """Return a renderer that is closed at the end."""
    made = Renderer(cast("Any", easel))
    yield made
    await made.close()


async def test_equal_requests_share_a_picture(atelier: Renderer, easel: Easel) -> None:
    """Several people look at the same table; what it shows is said where it is drawn. Who wants none asks for none."""
    first, second, other = await asyncio.gather(*(atelier.draw(sketch(number)) for number in (1, 1, 2)))
    assert first is second is await atelier.draw(sketch(1))
    assert first == Picture("sketch.png", "A sketch.", b"\x01") != other
    assert easel.drawn == [1, 2]
    assert await atelier.draw(None) is None


async def test_only_the_last_pictures_are_kept(easel: Easel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A big server's pictures must not fill the memory."""
    monkeypatch.setattr(renderer, "KEPT", 2)
    atelier = Renderer(cast("Any", easel))
    for number in (1, 2, 1, 3, 1, 2):
        await atelier.draw(sketch(number))
    await atelier.close()
    assert easel.drawn == [1, 2, 3, 2]


async def test_who_would_wait_too_long_does_without(
    atelier: Renderer, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post goes out without a picture rather than late; what was begun is finished and kept.

    What nobody waits for any more isn't begun: after a restart with many tables the late ones must not hold up others.
    While the worker starts one may wait for longer: the first table of a day has its picture, too.
    """
    easel.free.clear()
    for number in (1, 2, 3):
        assert await atelier.draw(sketch(number), within=0.01) is None
    easel.free.set()
    assert None not in [await atelier.draw(sketch(number)) for number in (1, 4)]
    assert easel.drawn == [1, 4]

    easel.free.clear()
    easel.starting = True
    monkeypatch.setattr(renderer, "STARTING", 5.0)
    asyncio.get_running_loop().call_later(0.05, easel.free.set)
    assert await atelier.draw(sketch(5), within=0.01) is not None


async def test_a_picture_that_cannot_be_drawn_is_done_without_and_logged(
    atelier: Renderer, easel: Easel, errors: pytest.LogCaptureFixture
) -> None:
    """With one line, which tells nobody's cards; and the next try may succeed."""
    easel.trouble = TypeError("Ann's Queen cannot be pickled")
    assert await atelier.draw(sketch(1)) is None
    (line,) = [record.getMessage() for record in errors.records]
    assert line.startswith("sketch.png could not be drawn: TypeError < draw")
    assert "Queen" not in line
    easel.trouble = None
    assert await atelier.draw(sketch(1)) is not None


async def test_what_is_called_off_is_not_drawn(atelier: Renderer, easel: Easel) -> None:
    """A newer picture of a message takes the place of an older one, unless somebody else waits for that, too."""
    easel.free.clear()
    begun, older, newer, shared, other = (asyncio.create_task(atelier.draw(sketch(each))) for each in (1, 2, 3, 4, 4))
    await asyncio.sleep(0.01)
    older.cancel()
    shared.cancel()
    await asyncio.sleep(0)
    easel.free.set()
    assert None not in await asyncio.gather(begun, newer, other)
    assert easel.drawn == [1, 3, 4]


async def test_who_waits_when_the_renderer_is_closed_does_without(atelier: Renderer, easel: Easel) -> None:
    """An announcement that is on its way goes out in words."""
    easel.free.clear()
    waiting = [asyncio.create_task(atelier.draw(sketch(number))) for number in (1, 2)]
    await asyncio.sleep(0.01)
    await atelier.close()
    assert await asyncio.gather(*waiting) == [None, None]
    assert easel.closed


async def test_a_picture_that_nobody_waits_for_comes_after_the_others(atelier: Renderer, easel: Easel) -> None:
    """Whoever lost patience with it changes nothing; one that is called off isn't drawn.

    Where the process that draws rests, lost again and again, messages go out in words at once; kept pictures stay.
    """
    easel.free.clear()
    begun = asyncio.create_task(atelier.draw(sketch(1)))
    await asyncio.sleep(0)
    unwanted, prepared = (atelier.prepare(sketch(number)) for number in (2, 3))
    waited = asyncio.create_task(atelier.draw(sketch(4)))
    assert await atelier.draw(sketch(3), within=0.01) is None
    assert atelier.find_cached(sketch(3)) is None
    unwanted.cancel()
    easel.free.set()
    assert None not in await asyncio.gather(begun, waited, prepared)
    assert easel.drawn == [1, 4, 3]
    assert await prepared == atelier.find_cached(sketch(3)) == await atelier.prepare(sketch(3))
    assert atelier.find_cached(None) is None

    easel.resting = True
    assert await atelier.prepare(sketch(5)) is await atelier.draw(sketch(6)) is None
    assert await atelier.draw(sketch(3)) is await prepared
    assert easel.drawn == [1, 4, 3]


async def test_oldest_of_too_many_messages_stays_in_words(
    atelier: Renderer, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest ones get their pictures; a message whose text is to be shown anew is shown at any rate."""
    monkeypatch.setattr(renderer, "DEBOUNCE", 0.0)
    monkeypatch.setattr(renderer, "WAITING", 2)
    pictures, edited = FollowUpPictures(atelier), []
    easel.free.clear()

    for number in range(5):
        look = Page(request=sketch(number))
        edit = AsyncMock(side_effect=lambda _, at=number: edited.append(at))
        if number:
            pictures.follow(edit, number, pictures.call_off(number), look)
        else:
            pictures.follow_later(edit, number, look)
    easel.free.set()
    await asyncio.gather(*pictures._tasks.values())

    assert edited == easel.drawn == [0, 3, 4]


async def test_answer_waits_a_moment_for_its_picture(
    atelier: Renderer, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words and picture come together, so that no button moves; a slow, busy or starting worker holds up nobody."""
    assert await atelier.draw_at_once(sketch(1)) is None
    assert await atelier.draw(sketch(1)) is await atelier.draw_at_once(sketch(1))
    assert await atelier.draw_at_once(None) is None
    assert await atelier.draw_at_once(sketch(2)) is not None

    easel.free.clear()
    assert await atelier.draw_at_once(sketch(3)) is None
    monkeypatch.setattr(renderer, "AT_ONCE", 60.0)
    assert await atelier.draw_at_once(sketch(4)) is None
    easel.free.set()
    assert await atelier.draw(sketch(5)) is not None
    assert easel.drawn == [1, 2, 3, 5]


async def test_pictures_wait_for_answers_that_are_prepared(
    atelier: Renderer, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person waits for an answer, and nobody for the moment at which a picture follows, or another one's is drawn."""
    monkeypatch.setattr(renderer, "DEBOUNCE", 0.0)
    monkeypatch.setattr(answer_deadline, "STAND_BACK", 60.0)
    pictures = FollowUpPictures(atelier)
    look = Page(request=sketch(1))
    await atelier.draw(sketch(0))

    async with asyncio.timeout(5), answer_deadline.limit_answer():
        other = await asyncio.create_task(pictures.with_picture_at_once(look))
        edit = AsyncMock()
        pictures.follow(edit, 7, pictures.call_off(7), look)
        await asyncio.sleep(0.01)
        assert (other.picture, easel.drawn) == (None, [0])

        own = await pictures.with_picture_at_once(look)
        await asyncio.gather(*pictures._tasks.values())

    assert own.picture is not None
    edit.assert_awaited_once_with(own)
