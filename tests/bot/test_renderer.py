"""The renderer: who wants a picture gets it, soon, or does without."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from bot.pictures import renderer
from bot.pictures.renderer import Renderer


@dataclass
class Easel:
    """Counts what is drawn, in which thread, and can be held up or spoilt."""

    drawn: list[int] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    free: threading.Event = field(default_factory=threading.Event)
    spoilt: bool = False


@dataclass(frozen=True)
class Sketch:
    """An order for the easel; equal numbers are equal pictures."""

    number: int
    easel: Easel = field(compare=False)
    name: str = "sketch.png"
    alt: str = "A sketch."

    def draw(self) -> bytes:
        """Draw once the easel is free."""
        self.easel.free.wait()
        if self.easel.spoilt:
            raise ValueError
        self.easel.drawn.append(self.number)
        self.easel.threads.add(threading.get_ident())
        return bytes([self.number])


@pytest.fixture
def easel() -> Easel:
    """Return an easel that is free."""
    made = Easel()
    made.free.set()
    return made


@pytest_asyncio.fixture
async def atelier(easel: Easel) -> AsyncIterator[Renderer]:
    """Return a renderer that is closed at the end."""
    made = Renderer()
    yield made
    easel.free.set()
    made.close()


async def test_a_picture_is_drawn_in_a_worker_with_its_name_and_alt_text(atelier: Renderer, easel: Easel) -> None:
    """Issue: drawn in a worker, never on the way of an answer."""
    picture = await atelier.draw(Sketch(1, easel))
    assert picture is not None
    assert (picture.name, picture.alt, picture.data) == ("sketch.png", "A sketch.", b"\x01")
    assert threading.get_ident() not in easel.threads
    assert picture.file().description == "A sketch."


async def test_an_equal_order_is_drawn_once(atelier: Renderer, easel: Easel) -> None:
    """Issue: cached by frame."""
    first = await atelier.draw(Sketch(1, easel))
    assert await atelier.draw(Sketch(1, easel)) is first
    assert easel.drawn == [1]


async def test_only_the_last_pictures_are_kept(
    atelier: Renderer, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A big server's pictures must not fill the memory."""
    monkeypatch.setattr(renderer, "KEPT", 2)
    for number in (1, 2, 1, 3, 1, 2):
        await atelier.draw(Sketch(number, easel))
    assert easel.drawn == [1, 2, 3, 2]


async def test_who_would_wait_too_long_does_without_and_the_next_one_has_it(atelier: Renderer, easel: Easel) -> None:
    """Issue: a post goes out without a picture rather than late."""
    easel.free.clear()
    assert await atelier.draw(Sketch(1, easel), within=0.01) is None
    easel.free.set()
    assert await atelier.draw(Sketch(1, easel)) is not None
    assert easel.drawn == [1]


async def test_a_picture_that_cannot_be_drawn_is_done_without_and_logged(
    atelier: Renderer, easel: Easel, errors: pytest.LogCaptureFixture
) -> None:
    """Issue: or not at all; and the next try may succeed."""
    easel.spoilt = True
    assert await atelier.draw(Sketch(1, easel)) is None
    assert "sketch.png could not be drawn" in errors.text
    easel.spoilt = False
    assert await atelier.draw(Sketch(1, easel)) is not None


async def test_what_nobody_waits_for_any_more_is_not_drawn(atelier: Renderer, easel: Easel) -> None:
    """After a restart with many tables the late ones must not hold up the others."""
    easel.free.clear()
    for number in (1, 2, 3):
        assert await atelier.draw(Sketch(number, easel), within=0.01) is None
    easel.free.set()
    assert await atelier.draw(Sketch(4, easel)) is not None
    assert easel.drawn == [1, 4]


async def test_no_order_is_no_picture(atelier: Renderer) -> None:
    """Whoever wants no pictures orders none."""
    assert await atelier.draw(None) is None
