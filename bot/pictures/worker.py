"""Drawing process, `python -m bot.pictures.worker`: reads requests from standard input, writes drawings back.

It exits with its input, which ends with the bot, however that ended. It imports the drawing code, and nothing of
Discord.
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
from bot.faces.picture.rasterizer import warm_up
from bot.faces.picture.rendering import draw
from bot.pictures.wire_format import LENGTH, READY, Drawing, describe_fault, with_length

NICE = 5
"""Niceness of this process: it gives way to the one that answers people."""


def main() -> None:
    """Draw requests until standard input ends."""
    # Whoever stops the bot with Ctrl-C, its whole service or its terminal means the bot; this process ends when its
    # input does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        os.nice(NICE)

    with suppress(BrokenPipeError), _redirect_output() as output:
        warm_up()
        # All of that stays: it needn't be looked through for garbage again and again.
        gc.freeze()
        _send(output, READY)
        for request in _read_messages(sys.stdin.buffer):
            _send(output, pickle.dumps(draw_pickled(request), pickle.HIGHEST_PROTOCOL))


def draw_pickled(message: bytes) -> Drawing:
    """Return the `Drawing` of a pickled request; never raises."""
    try:
        request = pickle.loads(message)  # noqa: S301 - from our own process alone
        return Drawing(describe(request), draw(request))
    except Exception as error:  # noqa: BLE001 - one picture is lost, and whoever asked for it tells the host
        return Drawing(fault=describe_fault(error))


def _redirect_output() -> BinaryIO:
    """Return standard output; prints of libraries go to standard error from now on."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output


def _send(output: BinaryIO, message: bytes) -> None:
    left = memoryview(with_length(message))
    while left:
        left = left[output.write(left) :]


def _read_messages(source: BinaryIO) -> Iterator[bytes]:
    """Yield messages until `source` ends, be it in the middle of one."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        message = source.read(length)
        if len(message) < length:
            return
        yield message


if __name__ == "__main__":
    main()
