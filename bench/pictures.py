"""`python -m bench.pictures`: what the picture of a table costs, beside a plain Pillow encode of the same size."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from statistics import median
from time import perf_counter
from typing import Any

from PIL import Image

from bench.__main__ import play_out
from bot.faces.names import People
from bot.faces.picture.requests import PictureRequest, table_picture
from bot.faces.words import Speaker
from bot.texts.fluent import DEFAULT, language
from engine.games import GAMES
from engine.match import Match

TABLES = 40
KILOBYTE = 1024


def orders(positions: list[Match[Any, Any]], seats: int) -> list[PictureRequest]:
    """Return the pictures of positions spread evenly over a match."""
    people = People(tuple(range(seats)), tuple(f"Person {number}" for number in range(1, seats + 1)))
    speaker = Speaker(language(DEFAULT), people)
    chosen = positions[:: max(1, len(positions) // TABLES)]
    return [table_picture(match.frame(None), "Game · table 1", speaker) for match in chosen]


def milliseconds(work: Callable[[], object]) -> float:
    """Return what a piece of work takes."""
    began = perf_counter()
    work()
    return 1000 * (perf_counter() - began)


def plain(drawn: bytes) -> float:
    """Return what Pillow alone takes to encode a picture as it is."""
    image = Image.open(BytesIO(drawn)).convert("RGB")
    return milliseconds(lambda: image.save(BytesIO(), "PNG"))


def main() -> None:
    """Print a line for each game and number of seats; another match is drawn before, as in a bot that runs long."""
    head = f"{'game':<14}{'seats':>6}{'median ms':>11}{'most ms':>9}{'plain ms':>10}{'median KB':>11}{'most KB':>9}\n"
    sys.stdout.write(head)
    for key, game in GAMES.items():
        for seats in game.seats:
            for order in orders(play_out(game, seats, 1), seats):
                order.draw()
            shown = orders(play_out(game, seats, 0), seats)
            took = [milliseconds(order.draw) for order in shown]
            drawn = [order.draw() for order in shown]
            bare, sizes = median(map(plain, drawn)), [len(each) / KILOBYTE for each in drawn]
            row = f"{key:<14}{seats:>6}{median(took):>11.1f}{max(took):>9.1f}{bare:>10.1f}"
            sys.stdout.write(f"{row}{median(sizes):>11.0f}{max(sizes):>9.0f}\n")


if __name__ == "__main__":
    main()
