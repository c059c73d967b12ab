"""README's lines for Docker, read as Compose reads them."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from tests.citations import text_of

README = text_of("README.md")


@dataclass(frozen=True, slots=True)
class Line:
    """A command in a container of a service: in the one that runs or, with `mounts`, in one of its own.

    `mounts` are paths of the host by where they are in the container; `stopped` tells whether the bot is, meanwhile.
    What starts it again is `up`: `start` would wake the old container, whose code is of before an image was built.
    """

    verb: str
    service: str
    mounts: dict[str, str]
    words: list[str]
    stopped: bool


def _compose() -> argparse.ArgumentParser:
    """Return what reads the words after `docker compose`, as far as README uses them."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    verbs = parser.add_subparsers(dest="verb", required=True)
    once = verbs.add_parser("run")
    once.add_argument("--rm", action="store_true", required=True)
    once.add_argument("-v", action="append", default=[])
    for verb in (once, verbs.add_parser("exec")):
        verb.add_argument("service")
        verb.add_argument("words", nargs=argparse.REMAINDER)
    return parser


def lines() -> Iterator[tuple[str, Line]]:
    """Yield what each line of "Looking after it" is with Docker; raise ArgumentError if Compose would not take it."""
    for name, row in re.findall(r"^\| `([a-z]+)` \| (`docker compose .+) \|$", README, re.MULTILINE):
        asked = [shlex.split(each)[2:] for each in re.findall(r"`(docker compose [^`]+)`", row)]
        (at,) = [number for number, words in enumerate(asked) if words[0] in {"run", "exec"}]
        read = _compose().parse_args(asked[at])
        mounts = dict(reversed(mount.split(":")[:2]) for mount in getattr(read, "v", []))
        stopped = ["stop"] in asked[:at] and ["up", "--detach"] in asked[at:]
        yield name, Line(read.verb, read.service, mounts, read.words, stopped)
