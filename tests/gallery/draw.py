"""Draw the gallery anew: `python -m tests.gallery.draw`, or `make gallery`; look at what changed before you keep it.

`python -m tests.gallery.draw GAME` draws the pictures of one game alone: all share one set of colours, so that another
emblem moves a shade here and there in the pictures of every game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.faces.picture.alt import describe
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import PictureRequest
from engine.games import GAMES
from tests import games
from tests.gallery.blends import record
from tests.gallery.situations import Situation, kinds

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
README = GALLERY / "README.md"


def situations() -> list[Situation]:
    """Return everything that the gallery shows: what each game wants shown, and its kinds of cards."""
    return [*(one for data in games.every(GAMES).values() for one in data.situations()), *kinds()]


def path(name: str, order: PictureRequest) -> Path:
    """Return where a picture of the gallery is kept."""
    return GALLERY / f"{name}{Path(order.name).suffix}"


def page(drawn: dict[str, PictureRequest]) -> Iterator[str]:
    """Yield the lines of the page that shows them all, each with its alt text."""
    yield "# The gallery\n"
    yield "Each picture that Herald draws, in typical and in extreme situations; `make gallery` draws them anew.\n"
    for name, order in drawn.items():
        yield f"## {name}\n"
        yield f"![{name}]({path(name, order).name})\n"
        yield f"{describe(order)}\n"


def changed(place: Path, data: bytes) -> bool:
    """Tell whether a picture looks different from the one that is kept, if one is."""
    if not place.exists():
        return True
    kept, drawn = (Image.open(BytesIO(file)).convert("RGBA") for file in (place.read_bytes(), data))
    return kept.size != drawn.size or kept.tobytes() != drawn.tobytes()


def wanted(name: str, of: Sequence[str]) -> bool:
    """Tell whether a picture is one of these games; no game stands for all."""
    return not of or any(name.startswith(f"{game}-") for game in of)


def write(place: Path, data: bytes) -> None:
    """Write a file whole: until it is, what was kept there stays."""
    new = place.with_name(f"{place.name}.new")
    new.write_bytes(data)
    new.replace(place)


def main(of: Sequence[str] = ()) -> None:
    """Draw what looks different now, of these games or of all, and take away what is not shown any more.

    For all of them, their blends are chosen anew first.
    """
    GALLERY.mkdir(parents=True, exist_ok=True)
    if not of:
        record()
    drawn = {situation.name: situation.order for situation in situations()}
    for name, order in drawn.items():
        if wanted(name, of) and changed(path(name, order), data := draw(order)):
            write(path(name, order), data)
    write(README, "\n".join(page(drawn)).encode())
    for old in set(GALLERY.iterdir()) - {README, *(path(name, order) for name, order in drawn.items())}:
        old.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
