"""The gallery is what the code draws today; a change that is meant is drawn with `make gallery` and looked at."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, features

from bot.faces.picture.colours import ART
from bot.faces.picture.rendering import draw
from engine.games import GAMES
from tests.gallery.blends import FILE, blends, difference
from tests.gallery.draw import GALLERY, README, changed, page, path, situations, wanted
from tests.gallery.situations import Situation

TOLERANCE = 2.0
"""The mean difference of a colour channel, of 255, that another build of the libraries may make."""
LARGEST = 100_000

SITUATIONS = situations()


def opened(data: bytes) -> Image.Image:
    """Return a picture's colours."""
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.slow
@pytest.mark.skipif(not features.check("raqm"), reason="without FriBiDi, letters stand a little further apart")
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_a_picture_is_drawn_as_it_is_kept(situation: Situation) -> None:
    """Drawn again and compared with the stored one within a tolerance; at most 100 KB."""
    data, place = draw(situation.order), path(situation.name, situation.order)
    assert len(data) <= LARGEST, f"{situation.name} has {len(data)} bytes, of {LARGEST}: show less at once."
    if not place.exists():
        pytest.fail(f"docs/gallery/{place.name} is missing: `make gallery` draws it; look at it, and keep it.")
    drawn, kept = opened(data), opened(place.read_bytes())
    how = f"docs/gallery/{place.name} is of another day: `make gallery` draws it anew; look at it before you keep it."
    assert drawn.size == kept.size, how
    assert difference(drawn, kept) <= TOLERANCE, how


@pytest.mark.slow
def test_the_blends_are_those_of_the_present_emblems() -> None:
    """Another build of the libraries may choose some of them otherwise."""
    kept = (ART / FILE).read_text("utf-8").splitlines()
    other = {*blends().splitlines()} - {*kept}
    assert len(other) <= len(kept) / 10, f"{FILE} is of another day: `make gallery` chooses the colours anew."


@pytest.mark.slow
def test_the_gallery_holds_nothing_else() -> None:
    """No picture that the code doesn't draw any more, and a page that shows them all."""
    shown = {path(situation.name, situation.order) for situation in SITUATIONS} | {README}
    differing = sorted(file.name for file in shown ^ {*GALLERY.iterdir()})
    assert not differing, f"docs/gallery is of another day: `make gallery` draws it anew, in and out go {differing}."
    today = "\n".join(page({situation.name: situation.order for situation in SITUATIONS}))
    assert README.read_text("utf-8") == today, (
        "docs/gallery/README.md is of another day: `make gallery` writes it anew."
    )


def test_what_looks_the_same_is_left_alone(tmp_path: Path) -> None:
    """Another build may compress otherwise; who draws their own game's pictures finds only these changed."""
    place, shown = tmp_path / "table.png", Image.new("RGB", (8, 8), "navy")
    assert changed(place, compressed(shown, 9))
    place.write_bytes(compressed(shown, 9))
    assert compressed(shown, 0) != place.read_bytes()
    assert not changed(place, compressed(shown, 0))
    assert changed(place, compressed(Image.new("RGB", (8, 9), "navy"), 9))
    shown.putpixel((7, 7), 0)
    assert changed(place, compressed(shown, 9))


def test_whoever_adds_a_game_can_draw_its_pictures_alone() -> None:
    """All share one set of colours: another emblem moves a shade in those of every game."""
    names = [situation.name for situation in SITUATIONS]
    assert [name for name in names if wanted(name, ())] == names
    for game in GAMES:
        own = [name for name in names if wanted(name, [game])]
        assert own
        assert own == [name for name in names if name.split("-")[0] == game]


def compressed(shown: Image.Image, level: int) -> bytes:
    """Return a picture as a file."""
    file = BytesIO()
    shown.save(file, "PNG", compress_level=level)
    return file.getvalue()


def test_a_changed_picture_would_be_noticed() -> None:
    """The tolerance is far below what a moved line or another word makes."""
    drawn = opened(draw(SITUATIONS[0].order))
    assert difference(drawn, ImageChops.offset(drawn, 0, 4)) > TOLERANCE
