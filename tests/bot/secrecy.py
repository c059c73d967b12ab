"""What nobody may read: any line that neither the reader's own frames show nor the log has told this reader."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, product

from bot.announce.dm_views import has_dm_views
from bot.faces import story
from bot.faces.components import ELLIPSIS
from bot.faces.fairness import beginning_text
from bot.faces.messages import private_head
from bot.faces.scene_text import SEPARATOR, Localizer
from bot.storage.records import Person, Status, TableId, TableRecord
from bot.tables.log_entries import LogLine
from bot.tables.table import Table
from bot.texts.fluent import language
from engine.asking import Frame
from engine.match import AnyMatch
from engine.orders import Orders
from engine.scene import Seat, Viewer
from tests.bot.faces.gallery import lobbies, ordering, payload, shown
from tests.bot.record import Json, Sent, written
from tests.bot.sentences import sentence
from tests.bot.server import Evening, about

WHEN = re.compile(
    r"-# <t:\d+:f>|(?: · |-# )(?:(?:asked )?<t:\d+:R>|🕒 <t:\d+:R>|⏸️ the clock stands still)"
    r"|(?: · |-# )🕒 [^·]* has time until <t:\d+:f> \(<t:\d+:R>\)"
)
MORE = "· "
"""What a line of several things begins with, if there are more before it; `bare` takes its ellipsis."""
RECENT = 3
"""How many positions back a message may have been rendered from when it is sent."""
PLAIN = (
    *("summons-answered", "summons-gone", "summons-moved", "summons-over", "summons-ended", "log-title"),
    *("button-first", "button-before", "button-next", "button-last"),
    *("trouble-dm", "refused-stale", "resume-done", "since-title", "since-begun", "view-outdated"),
    *("button-take-back", "refused-take-back", "button-next-table", "button-rematch"),
    *("button-from-here", "button-so-far"),
    *("time-until", "time-until-brief", "follow-called", "follow-told"),
    *("sure", "sure-about", "button-sure", "button-not-sure"),
    *("button-sit", "button-welcome", "button-free", "sit-done", "button-leave-game"),
    *("seat-free", "seat-asked", "seat-agreed", "seat-voted"),
    *("time-stands", "late-rival", "late-waits", "time-rests", "time-away"),
    *("time-paused", "time-pause-wanted", "time-pause-decided", "button-pause", "button-go-on", "button-hush"),
    *("ahead-title", "ahead-pick", "together-turn"),
    *("table-pledge", "joined-pledge"),
)
"""Sentences that tell nothing of a match, and that the faces of a match lack."""


def lines(words: str) -> set[str]:
    """Return the lines of a message, however they stand out; times and how long ago something was asked left out."""
    return {bare(line) for line in WHEN.sub("", words).split("\n") if line.strip()} - {""}


def bare(line: str) -> str:
    """Return a line as it reads, whether it is quoted, small, or a heading that is bold or goes on."""
    said = line.removeprefix("> ").removeprefix("-# ").removeprefix("… ").removesuffix(" …")
    return said.replace("**", "").strip()


@cache
def _bare_sentence(key: str) -> re.Pattern[str]:
    return re.compile(sentence(key).pattern.replace(re.escape("**"), ""))


def _said(key: str, line: str) -> bool:
    return any(_bare_sentence(key).fullmatch(each) for each in (line, f"-# {line}", line.lstrip("# ")))


class Faces:
    """The lines of all that a viewer may be shown of a match; a face is drawn when a line is in none before it."""

    def __init__(self, words: Iterator[str]) -> None:
        """Take the words of one face after the other."""
        self._undrawn = words
        self._lines: set[str] = set()

    def among(self, wanted: set[str]) -> set[str]:
        """Return those of these lines that stand in any face."""
        for words in () if wanted <= self._lines else self._undrawn:
            self._lines |= lines(words)
            if wanted <= self._lines:
                break
        return wanted & self._lines


class Inspector:
    """Reads everything that was sent about one table."""

    def __init__(
        self,
        table: Table,
        logs: Mapping[Viewer, Sequence[LogLine]],
        others: Iterable[Table] = (),
        by_dm: Container[int] = (),
        ordered: Container[int] = (),
    ) -> None:
        """Take the table, its whole log as each viewer was told it, and the tables that may be in the same channel.

        The seats `by_dm` are called by DM, and the moves `ordered` were made by orders.
        """
        self._live = table
        self._by_dm = by_dm
        self._by_hand = [line for line in logs[None] if line.seq not in ordered]
        self._closers: dict[int, Seat] = {}
        # The post with which a table ends has no button that would say whose it is.
        self._others = {other.record.announced.post for other in others}
        self._speaker = Localizer(language("en"), table.people)
        self._told = {viewer: self._listen(viewer, log) for viewer, log in logs.items()}
        self._logs = logs
        self._faces: dict[tuple[int, Orders | None, Viewer], Faces] = {}
        self._said: dict[str, bool] = {}
        seats = table.started_match.game.seats
        general = [
            *map(written, lobbies(table.record, self._speaker, seats)),
            beginning_text(table.record, table.frame(None), self._speaker, None),
            f"⬇️ {self._speaker.key('since-title')}",
            beginning_text(table.record, table.frame(None), self._speaker),
            ELLIPSIS,
        ]
        names = "|".join(re.escape(bare(self._speaker.name(Seat(seat)))) for seat in range(len(table.record.sitters)))
        some = f"(?:{names})(?:, (?:{names}))*"
        sides = ("answered", "waiting", "ahead")
        answered, waiting, ahead = (self._speaker.key(f"together-{side}", players="") for side in sides)
        self._marks = re.compile(f"(?:{answered}{some})?(?: · )?(?:(?:{waiting}|{ahead}){some})?")
        self._general = {line for words in general for line in lines(words)}

    def _listen(self, viewer: Viewer, log: Sequence[LogLine]) -> dict[str, int]:
        """Return the sentences of a log, as all read them and as this viewer does, each with the move it came with."""
        first: dict[str, int] = {}
        begun = LogLine(0, Seat(0), self._live.started_match.opening, None)
        for line in (begun, *log):
            for event in line.events:
                for said in (self._speaker.say(event), self._speaker.event(event, viewer)):
                    for each in lines(said):
                        first.setdefault(each, line.seq)
                if self._speaker.has_brief(event):
                    for brief in (self._speaker.brief(event), self._speaker.brief(event, viewer)):
                        first.setdefault(bare(brief), line.seq)
        return first

    def alone(self, seat: Seat) -> list[str]:
        """Return what a seat was told and the public was not."""
        said = (self._speaker.say(event) for line in self._logs[seat] for event in line.events)
        return [line for line in said if line not in self._told[None]]

    def faults(self, every: Sequence[Sent]) -> Iterator[str]:
        """Yield what was sent to whom it should not have been."""
        others = {None, *self._others, *(sent.message for sent in every if self._elsewhere(sent))}
        recent: list[AnyMatch] = []
        seen: dict[Viewer, set[str]] = defaultdict(set)
        for sent in every:
            match = sent.matches.get(int(self._live.record.id))
            if match is not None and (not recent or recent[-1] is not match):
                self._note_closer(recent, match)
                recent = [*recent, match][-RECENT:]
            if match is not None and sent.message not in others and self._concerns(sent):
                viewer = self._viewer(sent.reader)
                unknown = self._unknown(sent, viewer, recent, seen[viewer])
                yield from (f"before move {match.seq}, to {viewer}: {line}" for line in unknown)

    def _note_closer(self, before: Sequence[AnyMatch], match: AnyMatch) -> None:
        """Note whose answer has closed a joint question, as everybody saw, if it has been closed."""
        for seat in before[-1].deciding if before else ():
            if before[-1].is_last_awaited(seat) and not match.is_last_awaited(seat):
                self._closers[match.seq] = seat

    def _elsewhere(self, sent: Sent) -> bool:
        """Tell whether a message has the buttons of another table; once it is answered, it may have none."""
        return any(about(sent.buttons, other) for other in sent.matches.keys() - {int(self._live.record.id)})

    def _concerns(self, sent: Sent) -> bool:
        if sent.reader is None:
            return sent.channel == self._live.record.channel
        return f"table {self._live.record.id}" in written(sent.payload).lower()

    def _viewer(self, reader: int | None) -> Viewer:
        users = self._live.people.users
        return Seat(users.index(reader)) if reader in users else None

    def _unknown(self, sent: Sent, viewer: Viewer, recent: Sequence[AnyMatch], seen: set[str]) -> set[str]:
        """Return the lines of a message that its reader can't know; `seen` are lines that were shown to the reader."""
        told, now = self._told[viewer], recent[-1].seq
        missing = {line for line in lines(written(sent.payload)) if told.get(line, now + 1) > now}
        missing -= seen | self._general
        missing = {line for line in missing if not self._plain(line) and not self._drawn_together(line, told, now)}
        for match in reversed(recent):
            found = self._shown(match, viewer).among(missing) if missing else set()
            seen |= found
            missing -= found
        return missing

    def _plain(self, line: str) -> bool:
        """Tell whether a line says nothing of a match; most are said again and again."""
        if line not in self._said:
            self._said[line] = bool(self._marks.fullmatch(line)) or any(_said(key, line) for key in PLAIN)
        return self._said[line]

    def _drawn_together(self, line: str, told: Mapping[str, int], now: int) -> bool:
        """Tell whether a line says in short what its reader was told by now, several things after one another."""
        return all(told.get(piece, now + 1) <= now for piece in line.removeprefix(MORE).split(SEPARATOR))

    def _shown(self, match: AnyMatch, viewer: Viewer) -> Faces:
        """Return all that a viewer may be shown of a match."""
        key = match.seq, match.orders, viewer
        if key not in self._faces:
            frame = match.frame(viewer)
            table = replace(self._live.record, status=Status.OVER if frame.outcome else Status.PLAYING)
            ways = product((True, False), repeat=2)
            heads = (private_head(table, frame, self._speaker, away=away, brief=brief) for away, brief in ways)
            faces = map(written, shown(table, frame, self._speaker))
            orders = () if viewer is None else map(written, ordering(table, match, viewer, self._speaker))
            calls = map(written, () if viewer is not None else self._calls(table, frame, match.seq))
            self._faces[key] = Faces(chain(heads, self._hints(match, viewer), faces, calls, orders))
        return self._faces[key]

    def _calls(self, table: TableRecord, frame: Frame, seq: int) -> Iterator[Json]:
        """Yield the calls of a channel: of all who are asked, without those called by DM, or who have just acted."""
        mover = next((line.seat for line in reversed(self._by_hand) if line.seq <= seq), None)
        here = [ask for ask in frame.asks if ask.seat not in self._by_dm]
        absent = ([ask for ask in here if ask.seat != each] for each in {mover, self._closers.get(seq)})
        some = (here, *absent)
        for asks, called in product((frame.asks, *some), ((), *some)):
            pings = [self._live.people.users[ask.seat] for ask in called]
            yield payload(story.ping_message(table, frame, asks, pings, self._speaker))

    def _hints(self, match: AnyMatch, viewer: Viewer) -> Iterator[str]:
        """Yield what explains to a viewer what they are asked, or may order; nothing to anybody else."""
        if viewer is not None and match.deciding:
            frame = match.frame(viewer)
            asked = [frame.mine, *(match.order_question(viewer, order.question) for order in frame.orders)]
            yield from (self._speaker.key("hint-line", hint=ask.hint) for ask in asked if ask and ask.hint)


async def inspector(evening: Evening, table_id: int = 1) -> Inspector:
    """Return who can read what was sent about a table so far."""
    table = await evening.table(table_id)
    viewers: list[Viewer] = [None, *map(Seat, range(len(table.record.sitters)))]
    logs = {viewer: await evening.tables.log(TableId(table_id), viewer) for viewer in viewers}
    numbers = {number for sent in evening.record.sent for number in sent.matches} - {table_id}
    others = [await evening.table(number) for number in sorted(numbers)]
    people = [await evening.storage.choice(Person, user) for user in table.people.users]
    by_dm = {seat for seat, person in enumerate(people) if has_dm_views(table.record, person)}
    return Inspector(table, logs, others, by_dm, await evening.tables.logs.ordered_moves(table, 0))


async def faults(evening: Evening, table: int = 1) -> list[str]:
    """Return what was told at a table to whom it should not have been."""
    return list((await inspector(evening, table)).faults(evening.record.sent))
