"""History for one reader: the log in pages with headings and times, and the news since the reader's last move.

Lines of the log are counted as this reader got them, from 1. A page begins at any line, so that the log may grow
while it is turned, and the last page is as full as the others. A public message shows the last lines that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.faces.components import ELLIPSIS, Part, Parts, shorten, text_button
from bot.faces.scene_text import Lines, Localizer
from bot.storage.records import Status, TableId, TableRecord
from engine.frozen import frozen, replace
from engine.scene import Seat, Text, Viewer, Who

PAGE_LINES, PAGE_TEXT = 15, 2800
"""How many lines a page of the log has, and how many characters at most."""
LINE_EXTRA = 30
"""Characters that a line may need besides its text: for its time."""
PAUSE = 600.0
"""Seconds without a line after which the log tells the time anew."""
MINUTE = 60
"""Deadlines are shown to the minute: the seconds between a call and its being kept show nothing anew."""
LAST, HERE = 0, -1
"""Stand for the line that the last page begins with, and for the one where the reader goes on, which no id says."""
NEWS_LINES, NEWS_LINE = 3, 40
"""How many lines of what is new a phone shows beside a question, and how many characters of one."""
WORDS_LINES = 4
"""How many lines of what a decision is about, in words alone, leave room for all of these."""
NEWS_LATEST = 2
"""How many of them are the latest, whomever they are about."""
NEWS_LEAST = 80
"""Where there is less room than this, nothing of what is new is shown."""


@frozen
class Note:
    """A line of the log in text: its time `at`, in seconds, if that is known, and whether it is a `heading`."""

    text: str
    at: float | None = None
    heading: bool = False


def append_note(notes: list[Note], note: Note, *, explains: bool) -> None:
    """Append `note` to a log; one that `explains` the note before becomes part of that, and begins no page."""
    if explains and notes and not notes[-1].heading:
        text = f"{notes[-1].text}\n{note.text}"
        notes[-1] = replace(notes[-1], text=text)
    else:
        notes.append(note)


@frozen
class Visit:
    """A person's visit to the private view of a table.

    `away`: it is shown elsewhere than where the table is. `news` are the lines since the person's last move, or since
    the beginning where there is none, in which case `moved` is False; those in the places `own` are about that person.
    `in_words`: this person sees no picture.
    `asked` is the time, in seconds, at which the question of the view was asked; None if that isn't known. `more`: this
    person sits at other tables, too. `told` are notices, and the events just told. `added` are the lines of features,
    `ways` their buttons right below the answers.
    """

    away: bool = False
    told: Sequence[str] = ()
    news: Sequence[str] = ()
    own: frozenset[int] = frozenset()
    asked: float | None = None
    more: bool = False
    moved: bool = True
    added: Sequence[str] = ()
    ways: Sequence[Part] = ()
    in_words: bool = False


HERE_NOW = Visit()
"""Somebody who was never away."""


@frozen
class LogPage:
    """A page of the log: its notes from `start` to before `end`, counted from 0, of all `notes`."""

    notes: Sequence[Note]
    start: int
    end: int

    @classmethod
    def at(cls, notes: Sequence[Note], line: int, new: int) -> LogPage:
        """Return the page that begins with `line`; `new` is the first note since the reader's last move."""
        last = _page_start(notes, len(notes))
        if line == HERE:
            # With the line before, so that it is seen where one goes on.
            line = max(new, 1) if new < len(notes) else LAST
        start = min(line - 1, last) if line != LAST else last
        return cls(notes, start, start + _count_fitting(notes[start:]))

    @property
    def heading(self) -> str:
        """Return the heading over the first line of the page, if that is on an earlier page."""
        if self.notes[self.start].heading:
            return ""
        before = reversed(self.notes[: self.start])
        return next((note.text for note in before if note.heading), "")

    def turns(self, table: TableId, localizer: Localizer) -> Parts:
        """Return the buttons that turn to the beginning, back, on and to the end; none where there is one page."""
        is_first = self.start == 0
        is_last = self.end == len(self.notes)
        if is_first and is_last:
            return []
        before = _page_start(self.notes, self.start) + 1
        # Two of the buttons may lead to the same line, and no two ids of a message may be the same.
        ways = (
            ("button-first", 1, "first", is_first),
            ("button-before", before, "before", is_first),
            ("button-next", self.end + 1, "next", is_last),
            ("button-last", LAST, "last", is_last),
        )
        return [
            text_button(localizer, key, "log", table, line, way, off=off)
            for key, line, way, off in ways
        ]

    def lines(self, new: int, localizer: Localizer) -> Iterator[str]:
        """Yield the lines of the page: notes, headings, times after pauses, and the sign above the note `new`."""
        if self.heading:
            yield localizer.key("log-goes-on", heading=self.heading)
        told: float | None = None

        for place, note in enumerate(self.notes[self.start : self.end], self.start):
            if place == new > 0:
                yield f"-# ⬇️ {localizer.key('since-title')}"
            if note.at is not None and (told is None or note.at - told >= PAUSE):
                yield f"-# {timestamp(note.at, 'f')}"
                told = note.at
            yield f"**{note.text}**" if note.heading else note.text


def _page_start(notes: Sequence[Note], end: int) -> int:
    """Return the index of the note with which a page begins that ends before `end`."""
    return end - _count_fitting(reversed(notes[:end]))


def _count_fitting(notes: Iterable[Note]) -> int:
    """Return how many of the first notes fit on a page; one always does."""
    room = PAGE_TEXT
    count = 0
    for note in notes:
        room -= len(note.text) + LINE_EXTRA
        if count and (room < 0 or count == PAGE_LINES):
            break
        count += 1

    return count


def latest(lines: Sequence[str], longest: int, left_out: str = ELLIPSIS) -> str:
    """Return as many of the last lines as fit into `longest` characters, joined; `left_out` stands for missing ones."""
    kept: list[str] = []
    room = longest
    for line in reversed(lines):
        room -= len(line) + 1
        if room < len(left_out):
            return "\n".join([left_out, *kept]) if kept else shorten(line, longest)
        kept.insert(0, line)

    return "\n".join(kept)


def fit_lines(
    lines: Sequence[str], longest: int, table: TableRecord, localizer: Localizer
) -> tuple[str, Parts]:
    """Return the last lines that fit into `longest` characters, with no button if all do.

    Where the first are left out, a line says so, and the button of the log goes with it, which has them all.
    """
    text = "\n".join(lines)
    if len(text) <= longest:
        return text, []
    cut = latest(lines, longest, localizer.key("story-cut"))
    return cut, [log_button(table, localizer)]


def log_button(table: TableRecord, localizer: Localizer) -> Part:
    """Return the button that shows the log in private."""
    return text_button(localizer, "button-log", "log", table.id)


def timestamp(at: float, style: str = "R") -> str:
    """Return a time as Discord shows it to each reader: `style` "f" with the date, "R" relative to now."""
    return f"<t:{int(at)}:{style}>"


def deadline_text(
    table: TableRecord, seat: int, localizer: Localizer, *, brief: bool = False
) -> str:
    """Return the deadline of `seat` in text, or that it has passed; empty where no time counts, or at an early end."""
    clock = table.clock
    if clock is None or not clock.is_running or table.status is Status.ENDED:
        return ""
    own = clock.seats[seat]
    if own.asked is None:
        return ""
    if own.late:
        return localizer.key(f"late-{clock.terms.then.value}", player=Who(Seat(seat)))
    if own.until is None:
        return localizer.key("time-stands")
    ends = own.until // MINUTE * MINUTE
    if brief:
        return localizer.key("time-until-brief", when=timestamp(ends))

    return localizer.key(
        "time-until",
        player=Who(Seat(seat)),
        time=timestamp(ends, "f"),
        when=timestamp(ends),
    )


def asked_ago(at: float | None, localizer: Localizer) -> str:
    """Return how long ago a question was asked; empty for None."""
    if at is None:
        return ""
    return localizer.key("asked-when", when=timestamp(at))


def headline(event: Text, localizer: Localizer, reader: Viewer = None) -> str:
    """Return `event` as the text of a heading, with names as bold as the rest; the `reader` is "you"."""
    return localizer.language.say(event, localizer.people.escaped_names, reader)


def _indexes_by_priority(visit: Visit) -> list[int]:
    """Return the places of the news by weight: the latest, those about the reader, and those before."""
    count = len(visit.news)

    def weight(place: int) -> tuple[bool, bool, int]:
        latest = place >= count - NEWS_LATEST
        return not latest, not latest and place not in visit.own, -place

    return sorted(range(count), key=weight)


def latest_news(lines: Sequence[str], height: int = NEWS_LINES) -> Lines:
    """Return as many of the last lines as fit `height` lines of a phone; one at least."""
    kept: Lines = []
    for line in reversed(lines):
        if kept and news_height([line, *kept]) > height:
            first, *later = kept
            small = "-# " * first.startswith("-# ")
            return [f"{small}{ELLIPSIS} {first.removeprefix(small)}", *later]
        kept.insert(0, line)
    return kept


def news_height(lines: Iterable[str]) -> int:
    """Return about how many lines of a phone `lines` take."""
    return sum(map(_height, lines))


def news(
    visit: Visit, room: int, localizer: Localizer, height: int = NEWS_LINES
) -> str:
    """Return the news since the reader's last move, cut to `room` characters.

    It takes about `height` lines of a phone, and has one event at least unless that is 0; where one is all, it has no
    title.
    """
    lines = visit.news
    brief = height <= 1
    if not lines or not height or room < NEWS_LEAST:
        return ""
    title = f"**{localizer.key('since-title' if visit.moved else 'since-begun')}**"
    room -= len(title) + len(ELLIPSIS) + 1
    fitting: dict[int, str] = {}
    for place in _indexes_by_priority(visit):
        quoted = "\n".join(f"> {each}" for each in lines[place].split("\n"))
        room -= len(quoted) + 1
        height -= _height(lines[place])
        if room < 0 or (height < 0 and fitting):
            break
        fitting[place] = quoted
    kept = [fitting[place] for place in sorted(fitting)]
    cut = "" if len(kept) == len(lines) else f" {ELLIPSIS}"
    if brief:
        shown = [lines[place] for place in fitting]
        if news_height(cut + each for each in shown) > news_height(shown):
            # The mark gets no line of its own.
            cut = ""
        return "\n".join(kept).replace(">", f">{cut}", 1)

    return "\n".join([f"{title}{cut}", *kept])


def _height(told: str) -> int:
    """Return about how many lines of a phone the text `told` takes."""
    return sum(
        -(-len(line.replace("**", "")) // NEWS_LINE) for line in told.split("\n")
    )


def message_link(table: TableRecord, message: int | None) -> str:
    """Return the address of `message` in the channel of a table; of the channel itself for None."""
    parts = (table.guild, table.channel, *([message] if message else []))
    return "/".join(("https://discord.com/channels", *map(str, parts)))


def table_link(table: TableRecord) -> str:
    """Return the address of a table's story: of its newest post, else of its lobby."""
    return message_link(table, table.announced.post or table.announced.message)
