"""Requests that show how the process that draws behaves; it loads this module, so there is little in it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from bot.faces.picture.alt import describe
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import Drawable
from engine.frozen import frozen


@frozen(slots=False)
class Sketch(Drawable):
    """A request; equal numbers are equal pictures."""

    number: int = 0
    name = "sketch.png"
    alt = "A sketch."

    def draw(self) -> bytes:
        """Return the number."""
        return bytes([self.number])


@draw.register
def _drawn(request: Sketch) -> bytes:
    return request.draw()


@describe.register
def _described(request: Sketch) -> str:
    return request.alt


@frozen(slots=False)
class Fatal(Sketch):
    """Ends the process, as often as there are files of these names to be taken away."""

    folder: str = ""

    def draw(self) -> bytes:
        """Take one file away and end, or draw."""
        for file in Path(self.folder).iterdir():
            file.unlink()
            os._exit(3)
        return super().draw()


@frozen(slots=False)
class Telltale(Sketch):
    """Fails, with words that must not get into any log."""

    def draw(self) -> bytes:
        """Tell somebody's cards."""
        raise ValueError("Ann holds the Queen")


@frozen(slots=False)
class Chatty(Sketch):
    """Prints while it draws, as a library might."""

    def draw(self) -> bytes:
        """Print, and draw."""
        sys.stdout.write("drawing ...\n")
        sys.stdout.flush()
        os.write(1, b"still drawing ...\n")
        return super().draw()


@frozen(slots=False)
class Endless(Sketch):
    """Is never finished."""

    def draw(self) -> bytes:
        """Wait for longer than anybody does."""
        time.sleep(600)
        return b""


@frozen(slots=False)
class Look(Sketch):
    """Draws what the process has: its loaded packages, its settings, and how it was called."""

    def draw(self) -> bytes:
        """Return all of that, a word a line."""
        packages = sorted({name.partition(".")[0] for name in sys.modules})
        return "\n".join([*packages, *os.environ, *os.environ.values(), *sys.orig_argv]).encode()
