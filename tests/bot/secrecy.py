"""What nobody may read: cards that the reader can't know, what was told to another alone, and another's hand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from itertools import accumulate
from typing import Any

from bot.faces.limits import walk
from bot.faces.words import Speaker, hand
from bot.live import AnyMatch, Line, Live
from bot.storage.port import TableId
from bot.texts import language
from engine.games.fortheking import names
from engine.scene import Seat, Text, Viewer
from tests.bot.evening import Evening
from tests.bot.record import Sent

CARD = "fortheking-card-"
OWN_ROWS = ("fortheking-row-hand", "fortheking-row-personal", "fortheking-row-sums", "fortheking-row-favored")
RECENT = 3
"""How many positions back a message may have been rendered from when it is sent."""


def texts(value: Any) -> Iterator[Text]:
    """Yield every text inside a frame, an event or anything else made of records."""
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, tuple | list):
            rest.extend(one)
        elif is_dataclass(one):
            rest.extend([getattr(one, name) for name in one.__dataclass_fields__])
            if isinstance(one, Text):
                yield one


def written(sent: Sent) -> str:
    """Return all the words of a message as it was sent: its text, labels, options and hints."""
    words = [str(sent.payload.get("content") or "")]
    for part in walk(sent.payload.get("components") or ()):
        words += [str(part.get(name) or "") for name in ("content", "label", "placeholder")]
        words += [str(option.get("label")) for option in part.get("options", ())]
    return "\n".join(words)


@dataclass(frozen=True, slots=True)
class Heard:
    """What one viewer was told, in order: after which move, which sentences alone, and which cards by then."""

    seqs: tuple[int, ...]
    alone: tuple[frozenset[str], ...]
    cards: tuple[frozenset[str], ...]

    def known(self, seq: int) -> frozenset[str]:
        """Return the cards that were named to this viewer up to a move."""
        count = bisect_right(self.seqs, seq)
        return self.cards[count - 1] if count else frozenset()

    def private(self, seq: int) -> frozenset[str]:
        """Return what this viewer alone was told up to a move."""
        return frozenset().union(*self.alone[: bisect_right(self.seqs, seq)])


class Inspector:
    """Reads everything that was sent about one table."""

    def __init__(self, live: Live, lines: Mapping[Viewer, Sequence[Line]]) -> None:
        """Take the table, and its whole log as each viewer was told it."""
        self._live = live
        self._speaker = Speaker(language("en"), live.people)
        self._labels: dict[Text, str] = {}
        every = sorted(map(self._speaker.label, map(names.name, names.CARDS)), key=len, reverse=True)
        self._card = re.compile("|".join(map(re.escape, every)))
        public = {line.seq: set(line.told) for line in lines[None]}
        self._heard = {viewer: self._listen(told, public) for viewer, told in lines.items()}
        self._seen: dict[tuple[int, Viewer], set[str]] = {}

    def _listen(self, lines: Sequence[Line], public: Mapping[int, set[Text]]) -> Heard:
        each = (self._names(line.told) for line in lines)
        named = accumulate(each, lambda known, new: known | new)
        alone = (
            frozenset(self._speaker.say(one) for one in line.told if one not in public[line.seq]) for line in lines
        )
        return Heard(tuple(line.seq for line in lines), tuple(alone), tuple(named))

    def faults(self, every: Sequence[Sent]) -> Iterator[str]:
        """Yield what was sent to whom it should not have been."""
        recent: list[AnyMatch] = []
        for sent in every:
            match = sent.matches.get(int(self._live.table.id))
            if match is not None and (not recent or recent[-1] is not match):
                recent = [*recent, match][-RECENT:]
            said = written(sent)
            if sent.message is not None and match is not None and self._about(sent, said):
                viewer = self._viewer(sent.reader)
                found = (*self._unknown(said, viewer, recent), *self._told(said, viewer, match.seq))
                hands = self._hands(said, viewer, recent)
                yield from (f"{fault}, before move {match.seq}, to {viewer}:\n{said}" for fault in (*found, *hands))

    def _about(self, sent: Sent, said: str) -> bool:
        if sent.reader is None:
            return sent.channel == self._live.table.channel
        return f"table {self._live.table.id}" in said

    def _viewer(self, reader: int | None) -> Viewer:
        users = self._live.people.users
        return Seat(users.index(reader)) if reader in users else None

    def _names(self, value: Any) -> frozenset[str]:
        found = {text for text in texts(value) if text.key.startswith(CARD)}
        self._labels.update({text: self._speaker.label(text) for text in found - self._labels.keys()})
        return frozenset(self._labels[text] for text in found)

    def _sees(self, match: AnyMatch, viewer: Viewer) -> set[str]:
        key = (match.seq, viewer)
        if key not in self._seen:
            self._seen[key] = set(self._names(match.frame(viewer)))
        return self._seen[key]

    def _unknown(self, said: str, viewer: Viewer, recent: Sequence[AnyMatch]) -> Iterator[str]:
        heard = self._heard[viewer].known(recent[-1].seq)
        known = heard.union(*(self._sees(match, viewer) for match in recent))
        yield from (f"{name} can't be known" for name in set(self._card.findall(said)) - known)

    def _told(self, said: str, viewer: Viewer, seq: int) -> Iterator[str]:
        lines = set(said.split("\n"))
        own = self._heard[viewer].private(seq)
        for seat, heard in self._heard.items():
            if seat != viewer:
                yield from (f"only {seat} was told: {line}" for line in lines & heard.private(seq) - own)

    def _hands(self, said: str, viewer: Viewer, recent: Sequence[AnyMatch]) -> Iterator[str]:
        titles = (f"**{self._speaker.language.text(key)}**" for key in OWN_ROWS)
        if not any(title in said for title in titles):
            return
        if viewer is None or not any(self._shows(said, match, viewer) for match in recent):
            yield "a hand that belongs to another"

    def _shows(self, said: str, match: AnyMatch, viewer: Viewer) -> bool:
        return all(block in said for block in hand(match.frame(viewer).scene, self._speaker))


async def inspector(evening: Evening, table: int = 1) -> Inspector:
    """Return who can read what was sent about a table so far."""
    live = await evening.table(table)
    viewers: list[Viewer] = [None, *map(Seat, range(len(live.table.sitters)))]
    return Inspector(live, {viewer: await evening.bot.tables.log(TableId(table), viewer) for viewer in viewers})


async def faults(evening: Evening, table: int = 1) -> list[str]:
    """Return what was told at a table to whom it should not have been."""
    return list((await inspector(evening, table)).faults(evening.record.sent))
