"""What got out: seeds in anything that was sent or logged, and what one hand holds in what everybody reads.

A line that everybody reads may name a card of a hand only if the faces of the table show it to everybody, or the log
has told it to everybody. Seeds, and the secrets that they are made of, are looked for in every way of writing them, in
every request before the match is over, private ones included. The log of the process may hold neither, nor any piece
of a state.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from bench.faults.ledger import AnyMatch, Story
from bot.faces import messages
from bot.faces import story as tale
from bot.faces.components import ELLIPSIS, Page
from bot.faces.picture.alt import describe
from bot.faces.picture.requests import cards_picture, table_picture
from bot.faces.scene_text import SEPARATOR, Localizer
from bot.storage.records import Sitter, TableRecord
from bot.texts.fluent import language
from bot.texts.names import People, rival_name, without_rival_mark
from engine import saves
from engine.match import Frame
from engine.scene import Card, Seat
from tests.loopback.components import EPHEMERAL
from tests.loopback.records import DM_CHANNEL
from tests.loopback.server import Loopback, Request

RECENT = 3
"""How many positions back a hand may have held what a message names when it is sent."""
PIECE = 24
"""How many signs of a seed or a state in a row are no accident."""
ORDERS: tuple[Literal["big", "little"], ...] = ("big", "little")
UNTIL = (
    language("en").text("time-until-brief", when="<t:>").replace("<t:>", r"<t:\d+:R>")
)
AROUND = re.compile(
    rf"(?<=^-# ){ELLIPSIS} |^{ELLIPSIS} |{SEPARATOR}{UNTIL}(?={SEPARATOR}|$)"
)
"""What a line has around it in a post: the sign that others were left out before it, and until when somebody has time.
"""


@dataclass(frozen=True, slots=True)
class Writing:
    """All that one request wrote, when, and in which channel everybody read it; 0: in none."""

    at: float
    channel: int
    strings: tuple[str, ...]


@dataclass(slots=True)
class Listener:
    """Listens to all that a bot sends on a loopback Discord."""

    discord: Loopback
    heard: list[Writing] = field(default_factory=list)

    def listen(self, request: Request) -> None:
        """Keep what a request wrote."""
        if request.method in {"POST", "PATCH"} and request.body:
            names = tuple(upload.name for upload in request.files.values())
            self.heard.append(
                Writing(
                    time.time(), self._public(request), (*strings(request.body), *names)
                )
            )

    def _public(self, request: Request) -> int:
        """Return the channel in which everybody reads what a request wrote; 0 if one person alone reads it."""
        _, place, number, *rest = request.path.split("/")
        if place == "channels" and rest[:1] == ["messages"]:
            channel = self.discord.world.channels.get(int(number))
            return channel.id if channel and channel.kind != DM_CHANNEL else 0
        if place == "interactions":
            event = self.discord.world.interactions.get(int(number))
            shown = event.message if event else None
            private = (
                shown is None or shown.only_for is not None or shown.flags & EPHEMERAL
            )
            return (
                0
                if shown is None or private or shown.channel.kind == DM_CHANNEL
                else shown.channel.id
            )
        return 0


def strings(body: Any) -> Iterator[str]:
    """Yield every text in some JSON, at any depth: words, ids, names of files, nonces."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, Mapping):
        for each in body.values():
            yield from strings(each)
    elif isinstance(body, Sequence):
        for each in body:
            yield from strings(each)


def found(heard: Sequence[Writing], stories: Iterable[Story], log: str) -> list[str]:
    """Return what got out, as one line each that doesn't repeat it."""
    made = list(stories)
    return [*_seeds(heard, made, log), *_states(made, log), *_hands(heard, made)]


def _seeds(
    heard: Iterable[Writing], stories: Iterable[Story], log: str
) -> Iterator[str]:
    said: dict[str, float] = {}
    for writing in heard:
        for text in writing.strings:
            # Most is said thousands of times: when it was first is all that matters.
            said.setdefault(text, writing.at)
    for story in stories:
        early = "\n".join(text for text, at in said.items() if at < story.ended)
        for form in (form for secret in story.secrets for form in spelled(secret)):
            for where, text in (("a message", early), ("the log", log)):
                if form in text:
                    yield f"the seed of table {story.record.id}, or what it is made of, in {where}"


def spelled(seed: bytes) -> set[str]:
    """Return the ways in which a seed could be written."""
    signs = {
        seed.hex(),
        seed.hex().upper(),
        base64.b64encode(seed).decode(),
        base64.urlsafe_b64encode(seed).decode(),
    }
    numbers = {str(int.from_bytes(seed, order)) for order in ORDERS}
    return {sign for sign in (*signs, *numbers, repr(seed)[2:-1]) if len(sign) >= PIECE}


def _states(stories: Iterable[Story], log: str) -> Iterator[str]:
    """Yield the tables of which the log holds a piece of a position."""
    logged = {log[start : start + PIECE] for start in range(len(log) - PIECE + 1)}
    for story in stories:
        state = saves.dump(story.positions[-1]).state
        if any(
            state[start : start + PIECE] in logged
            for start in range(len(state) - PIECE + 1)
        ):
            yield f"a piece of table {story.record.id} in the log"


def _hands(heard: Iterable[Writing], stories: Iterable[Story]) -> Iterator[str]:
    told = {story.record.channel: Public(story) for story in stories}
    for writing in heard:
        if writing.channel in told and writing.at < told[writing.channel].ended:
            yield from told[writing.channel].leaks(writing)


class Public:
    """What everybody may read of one table, at each of its moves."""

    def __init__(self, story: Story) -> None:
        """Take the table with its log."""
        self._story, self.ended = story, story.ended
        self._speaker = Localizer(language("en"), people(story.record.sitters))
        named = zip(
            self._speaker.people.users, self._speaker.people.bold_names, strict=True
        )
        self._mentions = {f"<@{user}>": name for user, name in named if user}
        self._told: dict[str, int] = {}
        for number, move in enumerate(story.moves, 1):
            for each in move.told:
                if each.is_heard_by(None):
                    self._told.setdefault(self._speaker.say(each.event), number)
        self._lobby = frozenset(_pictured(story.positions[0], self._speaker))
        self._faces = cache(self._faces_at)
        self._secrets = cache(self._secrets_at)

    def leaks(self, writing: Writing) -> Iterator[str]:
        """Yield where a message names what only a hand holds."""
        stands = self._story.standing(writing.at)
        recent = range(max(stands - RECENT, 0), stands + 1)
        secrets = set().union(*map(self._secrets, recent))
        for line in (line for text in writing.strings for line in self._lines(text)):
            if (
                not any(secret in line for secret in secrets)
                or self._told.get(line, stands + 1) <= stands
            ):
                continue
            if line in self._lobby:
                continue
            # What everybody was shown once is no secret, however late a picture of it comes.
            if not any(line in self._faces(number) for number in range(stands, -1, -1)):
                yield f"table {self._story.record.id}, move {stands}: a line that not everybody may read"

    def _secrets_at(self, number: int) -> frozenset[str]:
        """Return the names of all cards in hands, and what seats alone were told by the last move."""
        match = self._story.positions[number]
        rows = [
            row
            for seat in range(match.seats)
            for row in match.frame(Seat(seat)).scene.hand
        ]
        names = {
            self._speaker.say(item.name)
            for row in rows
            for item in row.items
            if isinstance(item, Card)
        }
        told = self._story.moves[number - 1].told if number else ()
        return frozenset(
            names
            | {
                self._speaker.say(each.event)
                for each in told
                if not each.is_heard_by(None)
            }
        )

    def _faces_at(self, number: int) -> frozenset[str]:
        """Return every line that everybody is shown at a position."""
        record, localizer = self._story.record, self._speaker
        texts = (
            text
            for frame in self._story.frames(number)
            for text in _shown(frame, record, localizer)
        )
        return frozenset(line for text in texts for line in self._lines(text))

    def _lines(self, text: str) -> Iterator[str]:
        """Yield the lines of a text without what is `AROUND` them, and with names in the place of mentions.

        A post pings some of those whom it names.
        """
        for mention, name in self._mentions.items():
            text = text.replace(mention, name)
        yield from (AROUND.sub("", line.lstrip("# ")) for line in text.split("\n"))


def people(sitters: Sequence[Sitter]) -> People:
    """Return who sits, as everybody reads it; nobody's seat changes hands here."""
    names = (
        rival_name(sitter.name) if sitter.level else without_rival_mark(sitter.name)
        for sitter in sitters
    )
    return People(tuple(sitter.user for sitter in sitters), tuple(names))


def _pictured(match: AnyMatch, localizer: Localizer) -> list[str]:
    """Return what the picture under an open table says: which cards the game has."""
    cards = next(iter(match.game.telling.glossary), None)
    if cards is None:
        return []
    return describe(cards_picture(cards, localizer.language)).split("\n")


def _shown(frame: Frame, record: TableRecord, localizer: Localizer) -> Iterator[str]:
    title = messages.title(record, localizer)
    pages: list[Page] = [
        messages.table_message(record, frame, localizer),
        messages.whole_table_page(record, frame, localizer),
    ]
    for page in pages:
        yield from strings(page.components())
    if (picture := table_picture(frame, title, localizer)) is not None:
        yield describe(picture)
    posts = [tale.post(record, frame, localizer)]
    # Who was called before, or has just moved, isn't asked with the others.
    posts += [
        tale.ping_message(record, frame, [ask], (), localizer) for ask in frame.asks
    ]
    for post in posts:
        yield str(post.content)
        yield from strings(post.components())
