"""Reminders in words: who is still asked, how long there is time, what happens then, and the way to the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clocks.clock import Clock
from bot.faces import clocks
from bot.faces.components import Part, button, click, latest, pages
from bot.faces.links import table_link
from bot.faces.logbook import moment
from bot.faces.messages import STORY, Post, asking, title
from bot.faces.words import SEPARATOR, Speaker
from bot.storage.records import TableId, TableRecord
from engine.match import Frame
from engine.scene import Seat, Value, Who


def below(table: TableRecord, frame: Frame, seat: Seat, question: str, speaker: Speaker) -> Post:
    """Return the message below the story that reminds somebody of a question: it pings, and can be answered."""
    user = speaker.people.users[seat]
    asks = [ask for ask in frame.asks if ask.seat == seat]
    rows = asking(table, frame, asks, speaker)
    rows = [*rows[:-1], [*rows[-1], _hush(table.id, seat, question, speaker)]] if rows else []
    return Post(latest(_lines(table, frame, seat, f"<@{user}>", speaker), STORY), tuple(rows), (user,))


def direct(table: TableRecord, frame: Frame, seat: Seat, question: str, speaker: Speaker) -> Post:
    """Return the DM that reminds somebody, with the way to the table."""
    lines = [f"-# {title(table, speaker)}", *_lines(table, frame, seat, Who(seat), speaker), table_link(table)]
    play = button(speaker.text("button-play"), click("play", table.id))
    return Post("\n".join(lines), ([play, _hush(table.id, seat, question, speaker)],))


def _lines(table: TableRecord, frame: Frame, seat: Seat, player: Value, speaker: Speaker) -> list[str]:
    clock = table.clock or Clock()
    own = clock.seats[seat]
    when = moment(own.until or 0.0, "R")
    key = f"reminder-last-{clock.terms.then.value}" if own.reminded else "reminder-first"
    alone = [speaker.key("reminder-alone")] if len(frame.asks) == 1 else []
    return [speaker.key(key, player=player, when=when), *alone]


def _hush(table: TableId, seat: Seat, question: str, speaker: Speaker) -> Part:
    """Return the button with which somebody is reminded no more of the present question."""
    return button(speaker.text("button-hush"), click("hush", table, seat, question))


def waiting(table: TableRecord, seat: Seat, speaker: Speaker) -> str:
    """Return the line of a digest about a table that waits for a seat, with the way to it."""
    until = clocks.until(table, seat, speaker, brief=True)
    return f"- {SEPARATOR.join(filter(None, (title(table, speaker), until, table_link(table))))}"


def digest(lines: Sequence[str], speaker: Speaker) -> str:
    """Return the digest of all tables that wait for somebody, as far as there is room for them."""
    head = speaker.key("digest", count=len(lines))
    return pages([head, *lines], STORY)[0]
