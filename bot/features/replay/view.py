"""A moment of a replay as a private page: what had just happened, what could be seen, and the ways to other moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.faces import fairness, messages
from bot.faces.components import Part, Parts, Style, button, option, select
from bot.faces.excerpts import log_button
from bot.faces.ids import click
from bot.faces.layout import Page
from bot.faces.limits import OPTIONS
from bot.faces.logbook import moment as at_time
from bot.faces.words import SEPARATOR, Speaker, board, hand, report
from bot.features.replay.recording import Recording
from bot.storage.records import TableId
from bot.tables.prompts import AnyMatch
from bot.tables.table import Table
from bot.texts.names import People
from engine.match import Frame
from engine.scene import Panel, Seat, Viewer, Who

PUBLIC, OPEN = "all", "open"
"""Eyes that are no seat's: what everybody saw, and that with the hands of all."""
CHAPTERS, EYES = "chapter", "eyes"
"""Which select of the page was used."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of a recording, 0 for the beginning, and with whose eyes it is looked at; `viewer` is their seat."""

    table: Table
    recording: Recording
    move: int
    eyes: str
    viewer: Viewer
    match: AnyMatch

    @property
    def frame(self) -> Frame:
        """Return what the viewer saw."""
        return self.match.frame(self.viewer)

    @property
    def people(self) -> People:
        """Return who sat where then."""
        return self.table.people_at(self.move)

    def custom_id(self, move: int, way: str) -> str:
        """Return the custom_id that leads to another move with the same eyes; `way` keeps the ids of a page apart."""
        return click("replay", self.table.record.id, move, self.eyes, way)


def replay_button(table: TableId, speaker: Speaker) -> Part:
    """Return the button that opens the replay of a table."""
    return button(speaker.language.text("button-replay"), click("replay", table))


def page(moment: Moment, speaker: Speaker, *, here: bool = True) -> Page:
    """Return the page of a moment for one reader, with the ways to other moments; it can be posted `here`, or not."""
    return _page(moment, speaker, [], list(_rows(moment, speaker, here=here)))


def shown(moment: Moment, speaker: Speaker, user: str) -> Page:
    """Return the page of a moment for everybody, which a user has posted, with the way to walk on from there."""
    walk = click("replay", moment.table.record.id, moment.move, moment.eyes)
    row = [button(speaker.language.text("button-walk-on"), walk, style=Style.PRIMARY)]
    return _page(moment, speaker, [speaker.key("replay-shown", player=user)], [row])


def _page(moment: Moment, speaker: Speaker, above: Sequence[str], rows: Sequence[Parts]) -> Page:
    frame = moment.frame
    seen = [fairness.block(each, speaker) for each in _hands(moment)] if moment.eyes == OPEN else []
    seen += hand(frame.scene, speaker)
    tail = "\n".join(filter(None, [*seen, messages.waiting(frame, speaker)]))
    words = [*report(frame, speaker), *board(frame.scene, speaker)]
    told = "\n".join(_told(moment, speaker))
    blocks = (*above, _head(moment, frame, speaker), *([told] if told else []))
    return Page(blocks, tuple(rows), words=tuple(words), tail=(tail,) if tail else ())


def _head(moment: Moment, frame: Frame, speaker: Speaker) -> str:
    """Return which table, which move and whose eyes these are, and why later moves can't be shown."""
    recording, line = moment.recording, moment.recording.line(moment.table, moment.move, None)
    place = speaker.key("replay-move", move=moment.move, moves=recording.moves)
    when = at_time(line.at, "f") if line is not None and line.at is not None else ""
    small = [speaker.say(frame.scene.heading), place, when]
    lines = [f"### {messages.title(moment.table.record, speaker)}", f"-# {SEPARATOR.join(filter(None, small))}"]
    if moment.viewer is not None:
        lines.append(speaker.key("replay-seen-by", player=Who(moment.viewer)))
    if moment.eyes == OPEN:
        lines.append(speaker.key("replay-seen-open"))
    if recording.last < recording.moves:
        lines.append(speaker.key("replay-until", move=recording.last))
    return "\n".join(lines)


def _told(moment: Moment, speaker: Speaker) -> Iterator[str]:
    """Yield what the viewer was told of the move, in the words of then; of the beginning, what began."""
    line = moment.recording.line(moment.table, moment.move, moment.viewer)
    told = moment.table.over.opening if line is None else line.told
    yield from (f"> {each}" for event in told for each in speaker.told(event, moment.viewer).split("\n"))
    if line is not None and not told:
        yield f"> {speaker.key('replay-untold')}"


def _hands(moment: Moment) -> Iterator[Panel]:
    """Yield what each seat alone saw."""
    for seat in map(Seat, range(moment.match.seats)):
        rows = moment.match.frame(seat).scene.hand
        if rows:
            yield Panel(seat, rows=rows)


def _rows(moment: Moment, speaker: Speaker, *, here: bool) -> Iterator[Parts]:
    yield _steps(moment, speaker)
    if moment.recording.chapters:
        yield [_chapters(moment, speaker)]
    yield [_eyes(moment, speaker)]
    table = moment.table.record.id
    post = button(speaker.language.text("button-show-moment"), click("showmoment", table, moment.move, moment.eyes))
    yield [*([post] if here else []), messages.look_button(table, speaker), log_button(table, speaker)]


def _steps(moment: Moment, speaker: Speaker) -> Parts:
    """Return the buttons that go to the first moment, one back, one on, and to the last."""
    say_, here, last = speaker.language.text, moment.move, moment.recording.last
    return [
        button(say_("button-first"), moment.custom_id(0, "first"), off=here == 0),
        button(say_("button-before"), moment.custom_id(max(here - 1, 0), "before"), off=here == 0),
        button(
            say_("button-next"), moment.custom_id(min(here + 1, last), "next"), style=Style.PRIMARY, off=here == last
        ),
        button(say_("button-last"), moment.custom_id(last, "last"), off=here == last),
    ]


def _chapters(moment: Moment, speaker: Speaker) -> Part:
    """Return the list of the chapters, of more than a select holds those around this one."""
    every, now = moment.recording.chapters, moment.recording.chapter(moment.move)
    start = min(max(now - OPTIONS // 2, 0), max(len(every) - OPTIONS, 0))
    options = [
        option(
            speaker.label(chapter.heading),
            str(chapter.move),
            does=speaker.key("replay-move", move=chapter.move, moves=moment.recording.moves),
            default=place == now,
        )
        for place, chapter in list(enumerate(every))[start : start + OPTIONS]
    ]
    return select(speaker.language.text("replay-chapters"), moment.custom_id(moment.move, CHAPTERS), options, (1, 1))


def _eyes(moment: Moment, speaker: Speaker) -> Part:
    """Return the list of whose eyes there are."""
    say_ = speaker.language.text
    named = [(PUBLIC, say_("replay-eyes-all"))]
    named += [(str(seat), say_("replay-eyes-seat", player=name)) for seat, name in enumerate(speaker.people.plain)]
    named.append((OPEN, say_("replay-eyes-open")))
    options = [option(label, eyes, default=eyes == moment.eyes) for eyes, label in named]
    return select(say_("replay-eyes"), moment.custom_id(moment.move, EYES), options, (1, 1))
