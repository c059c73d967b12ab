"""The process that draws, `python -m bot.pictures.worker`: requests come on its standard input, drawings go back.

It ends with its input, which ends with the bot, however that ended. It loads what draws, and nothing of Discord.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from bot.faces.picture.alt import describe
from bot.faces.picture.draw import draw
from bot.faces.picture.paint import warm_up
from bot.pictures.drawing import LENGTH, READY, Drawing, fault, framed

NICE = 5
"""By how much it gives way to the process that answers people."""


def main() -> None:
    """Draw until there is nobody any more to draw for."""
    # Whoever stops the bot with Ctrl-C or its whole service means the bot; this process ends when its input does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    with suppress(BrokenPipeError), _output() as output:
        warm_up()
        # All of that stays: it needn't be looked through for garbage again and again.
        gc.freeze()
        _send(output, READY)
        for request in _messages(sys.stdin.buffer):
            _send(output, pickle.dumps(drawn(request), pickle.HIGHEST_PROTOCOL))


def drawn(message: bytes) -> Drawing:
    """Return the drawing of a pickled request; this never raises."""
    try:
        request = pickle.loads(message)  # noqa: S301 - from our own process alone
        return Drawing(describe(request), draw(request))
    except Exception as error:  # noqa: BLE001 - one picture is lost, and whoever asked for it tells the host
        return Drawing(fault=fault(error))


def _output() -> BinaryIO:
    """Return the standard output; whatever a library may print goes to the standard error from now on."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output


def _send(output: BinaryIO, message: bytes) -> None:
    left = memoryview(framed(message))
    while left:
        left = left[output.write(left) :]


def _messages(source: BinaryIO) -> Iterator[bytes]:
    """Yield messages until their source ends, be it in the middle of one."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        message = source.read(length)
        if len(message) < length:
            return
        yield message


if __name__ == "__main__":
    main()
