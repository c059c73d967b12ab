"""`python -m bench.pictures`: what the picture of a table costs, beside a plain Pillow encode of the same picture.

Positions are spread evenly over one random match, whose seed is fixed; another match is drawn before, as in a bot that
runs long. The floor is what Pillow takes to write the same picture as a PNG of full colour, with nothing drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from statistics import median
from time import process_time
from typing import Any

from PIL import Image

from bench.__main__ import play_out
from bench.records import Record, compared, parser, tell
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import PictureRequest, table_picture
from bot.faces.scene_text import Localizer
from bot.texts.fluent import DEFAULT, language
from bot.texts.names import People
from engine.games import GAMES
from engine.match import Match

TABLES = 40
KILOBYTE = 1024


def orders(positions: list[Match[Any, Any]], seats: int) -> list[PictureRequest]:
    """Return the pictures of positions spread evenly over a match."""
    people = People(
        tuple(range(seats)), tuple(f"Person {number}" for number in range(1, seats + 1))
    )
    localizer = Localizer(language(DEFAULT), people)
    chosen = positions[:: max(1, len(positions) // TABLES)]
    return [
        table_picture(match.frame(None), "Game · table 1", localizer)
        for match in chosen
    ]


def milliseconds(work: Callable[[], object]) -> float:
    """Return what a piece of work takes of one core: nothing here waits, and a busy machine makes it no slower."""
    began = process_time()
    work()
    return 1000 * (process_time() - began)


def plain(drawn: bytes) -> float:
    """Return what Pillow alone takes to encode a picture as it is."""
    image = Image.open(BytesIO(drawn)).convert("RGB")
    return milliseconds(lambda: image.save(BytesIO(), "PNG"))


def records() -> Iterator[Record]:
    """Yield what pictures take, for each game and number of seats."""
    for key, game in GAMES.items():
        for seats in game.seats:
            for order in orders(play_out(game, seats, 1), seats):
                draw(order)
            yield from of_match(
                f"{key}, {seats} seats", orders(play_out(game, seats, 0), seats)
            )


def of_match(where: str, shown: list[PictureRequest]) -> Iterator[Record]:
    """Yield what the pictures of one match take."""
    took = [milliseconds(partial(draw, order)) for order in shown]
    drawn = [draw(order) for order in shown]
    sizes = [len(each) / KILOBYTE for each in drawn]
    least = median(map(plain, drawn))
    yield compared(
        f"a table's picture, median, {where}", median(took), "ms", least, "at most 6"
    )
    yield Record(f"a table's picture, slowest, {where}", max(took), "ms")
    yield Record(
        f"a table's picture, median size, {where}",
        median(sizes),
        "KB",
        goal="at most 60",
    )
    yield Record(f"a table's picture, largest, {where}", max(sizes), "KB")


def main() -> None:
    """Print what pictures take."""
    given = parser(__doc__ or "").parse_args()
    tell(list(records()), given.json)


if __name__ == "__main__":
    main()
