"""Posts beside the table message: the story, which grows by edits and asks, ping messages in its midst, reminders.

The beginning of the story, its events, the players that it pings, the lines that stay when it is told; reminders and
their deadlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from bot.clocks.table_clock import TableClock
from bot.faces import fairness, hooks, logbook
from bot.faces.answer_controls import (
    OPENING_BUTTONS,
    TALL,
    Answers,
    are_tall,
    letters_of,
)
from bot.faces.components import (
    ROW_BUTTONS,
    ROWS,
    Page,
    Part,
    Parts,
    Style,
    button,
    classic,
    latest,
    pages,
)
from bot.faces.logbook import (
    NEWS_LINES,
    fit_lines,
    latest_news,
    log_button,
    moment,
    table_link,
)
from bot.faces.messages import (
    ender,
    look_button,
    restored_text,
    title,
    translation_rows,
)
from bot.faces.turns import turn_lines, way_in
from bot.faces.vacancies import welcome_button
from bot.faces.words import SEPARATOR, Speaker, open_asks, public_joint_ask
from bot.policies import Candidate
from bot.storage.records import Status, TableId, TableRecord
from bot.texts.names import bold_name
from engine.frozen import frozen
from engine.match import Ask, Frame
from engine.scene import Seat, Text, Value, Who

Fate = Literal["answered", "gone", "moved"]
"""What became of a question that somebody was called to: "moved" is one that stands in the story, for some of them."""

STORY = 1800
"""How long a post of the story may be, in characters: well below what Discord takes."""
MOST_TURN, TWO_LINES = 2, range(21, 46)
"""Beside how many ways in an answer has room, and with how many letters five answers take two lines of a phone."""
MOST_BELOW, CROWD, MOST_IN_A_CROWD = 79, 5, 72
"""How many letters the buttons of answers have together below a post, where nothing else is answered; fewer where so
many play, whose picture is higher.
"""
MOST_PLAIN = 1
"""How many plain choices have room beside the ways in, to another language and to the log; *Play* shows all."""
ENDS = {Status.OVER: "over", Status.ENDED: "ended"}
"""What became of it where the match is over, or its table was ended: no story goes on there."""


@frozen
class Post:
    """A public post: its text, its rows of buttons, and the users that it pings."""

    content: str
    rows: tuple[Parts, ...] = ()
    pings: tuple[int, ...] = ()

    def components(self) -> list[Part]:
        """Return the rows as components."""
        return classic(self.rows)


def post(  # noqa: PLR0913 - what is told, what is asked, and whom it pings
    table: TableRecord,
    frame: Frame,
    lines: Sequence[str],
    pinged: Sequence[int],
    speaker: Speaker,
    *,
    after: str = "0",
    news: Sequence[str] = (),
) -> Post:
    """Return the growing post of a chapter: its `lines` and last `news`, the open questions, and the open choices.

    `pinged` are the users that this post pings, rather than a DM; `after` names the move from which it tells. Where
    only rivals are asked it has no button for an answer: their choices are theirs.
    """
    asked = turn_lines(table, frame, frame.asks, pinged, speaker)

    rows = question_rows(
        table,
        frame,
        [ask for ask in frame.asks if table.sitters[ask.seat].user],
        speaker,
    )
    # A reader who is asked scrolls past little.
    height = NEWS_LINES
    if _are_mixed(frame.asks) or are_tall(rows):
        height = 1
    lines = [*lines, *latest_news(news, height)]
    for row in translation_rows(speaker, "read", table.id, after) if rows else ():
        # A row of its own could be one too many.
        rows = [*rows[:-1], [*rows[-1], *row]]

    text, log = fit_lines([*lines, *asked], STORY, table.id, speaker)
    rows = [*rows[:-1], [*rows[-1], *log]] if rows else [log]

    return Post(text, tuple(filter(None, rows)), tuple(pinged))


def question_rows(
    table: TableRecord, frame: Frame, asks: Sequence[Ask], speaker: Speaker
) -> list[Parts]:
    """Return the rows under public questions: the open choices, and the way to the others."""
    most = MOST_IN_A_CROWD
    if len(table.sitters) < CROWD:
        most = MOST_BELOW
    letters = most
    if _are_mixed(asks):
        letters = TALL
    answers = (
        Answers(table.id, ask, speaker, letters=letters)
        for ask in open_asks(frame, asks)
    )
    rows = [row for each in answers for row in each.rows]
    if not rows:
        rows = [_openings(table.id, ask, speaker) for ask in asks if ask.openings]
    *above, last = rows[: ROWS - 1] or [[]]
    turn = []
    if asks:
        turn = turn_buttons(table.id, frame, asks, speaker)
    # On a phone the last of five answers would stand alone, and has room beside the ways in.
    moved = len(turn) <= MOST_TURN and letters_of(last) in TWO_LINES
    beside = OPENING_BUTTONS if moved else ROW_BUTTONS
    return [row for row in (*above, last[:beside], [*last[beside:], *turn]) if row]


def _are_mixed(asks: Sequence[Ask]) -> bool:
    """Tell whether some of `asks` are those of the rules, and others are answered ahead."""
    return len({ask.ahead for ask in asks}) > 1


def _plain(table: TableId, ask: Ask, speaker: Speaker) -> Parts:
    """Return the buttons of the choices that are public in a question that is asked in private."""
    return Answers(table, ask, speaker).buttons(
        [choice for choice in ask.choices if choice.option.plain]
    )


def _openings(table: TableId, ask: Ask, speaker: Speaker) -> Parts:
    """Return the row of `Ask.openings`, the ways in which a private answer can begin in public."""
    labels = enumerate(map(speaker.label, ask.openings[:ROW_BUTTONS]))
    return [button(label, "begin", table, number) for number, label in labels]


def turn_buttons(
    table: TableId, frame: Frame, asked: Sequence[Ask], speaker: Speaker
) -> Parts:
    """Return the buttons for the players asked besides the open choices: the way in stands before a plain choice."""
    opened = public_joint_ask(frame, asked) is not None
    closed_question = any(not ask.open and not (ask.ahead and opened) for ask in asked)
    style = Style.PRIMARY if closed_question else Style.SECONDARY
    plain = [
        part for ask in asked if not ask.open for part in _plain(table, ask, speaker)
    ]
    return [
        button(speaker.text(way_in(asked)), "play", table, style=style),
        *plain[:MOST_PLAIN],
        button(speaker.text("button-hand"), "hand", table),
    ]


def quiet_post(
    table: TableRecord, lines: Sequence[str], speaker: Speaker, *, after: str
) -> Post:
    """Return a post without a question, from the move named `after` on."""
    text, log = fit_lines(lines, STORY, table.id, speaker)
    ways = [*log, *hooks.chapter_buttons(table, after, speaker)]
    return Post(text, (ways,) if ways else ())


def event_lines(
    events: Sequence[Text], speaker: Speaker, reader: Seat | None = None
) -> list[str]:
    """Return `events`, line by line; of several in a row that have a short form, only the last is whole.

    For a private message `reader` is its seat, and "you" in the events that happened to it.
    """
    lines: list[str] = []
    for brief, run in groupby(events, speaker.has_brief):
        each = list(run)
        if brief and len(each) > 1:
            lines.append(
                f"-# {SEPARATOR.join(speaker.brief(event, reader) for event in each[:-1])}"
            )
            each = each[-1:]
        lines += (speaker.event(event, reader) for event in each)

    return lines


def ended_post(table: TableRecord, speaker: Speaker) -> Post:
    """Return the post that says that a table was ended before its time, with the name of its `ender`."""
    who = ender(table, speaker)
    named = title(table, speaker)
    if who is None:
        told = speaker.key("table-ended-post", table=named)
    else:
        told = speaker.key("table-ended-post-by", table=named, player=who)
    return Post("\n".join([told, *fairness.secret_lines(table, speaker)]))


def restored_post(
    table: TableRecord, last: Sequence[str], speaker: Speaker, *, until: str
) -> Post:
    """Return the post that says that a table was restored, and the `last` lines that it remembers.

    `until` names the last move that was kept.
    """
    return Post(
        restored_text(last, speaker),
        tuple(translation_rows(speaker, "restored", table.id, until)),
    )


def with_table_name(post: Post, table: TableRecord, speaker: Speaker) -> Post:
    """Return `post` with a line at its top that names the table."""
    return replace(post, content=f"-# {title(table, speaker)}\n{post.content}")


def ping_message(
    table: TableRecord,
    frame: Frame,
    asks: Sequence[Ask],
    pinged: Sequence[int],
    speaker: Speaker,
) -> Post:
    """Return the ping message below the story in the midst of a chapter: the questions and their choices."""
    lines = turn_lines(table, frame, asks, pinged, speaker)
    rows = question_rows(table, frame, asks, speaker)
    return Post(latest(lines, STORY), tuple(rows), tuple(pinged))


def settled_ping(table: TableRecord, link: str, speaker: Speaker, fate: Fate) -> Post:
    """Return the text that replaces a ping message: the `fate` of its question, or of the match."""
    return Post(speaker.key(f"summons-{ENDS.get(table.status, fate)}", link=link))


def settled_dm(
    table: TableRecord, told: Sequence[str], link: str, speaker: Speaker
) -> Page:
    """Return the page that replaces a DM whose question is gone: the events of its reader, and the ways on."""
    hand = button(speaker.text("button-hand"), "hand", table.id)
    settling = settled_ping(
        table, link, speaker, "answered" if told else "gone"
    ).content
    blocks = (
        f"### {title(table, speaker)}",
        latest(told, STORY, speaker.key("story-cut")),
        settling,
    )
    ways = [
        hand,
        look_button(table.id, speaker),
        log_button(table.id, speaker),
    ]
    return Page(tuple(filter(None, blocks)), (ways,))


def recap(table: TableRecord, frame: Frame, speaker: Speaker) -> Page:
    """Return the page that replaces the first table message: the game's beginning, and the first phase's result."""
    begins = fairness.beginning_text(table, frame, speaker)
    told = map(speaker.say, frame.scene.recap)
    return Page((f"## {title(table, speaker)}", "\n".join([begins, *told])))


def consent_call(
    table: TableRecord,
    newcomer: Candidate,
    player: Value,
    speaker: Speaker,
    pings: Sequence[int] = (),
) -> Post:
    """Return the message that asks a `player` whether they agree that a newcomer takes a free seat."""
    who = bold_name(newcomer.sitter.name)
    rival = Who(Seat(newcomer.seat))
    told = speaker.key("seat-call", player=player, newcomer=who, rival=rival)
    return Post(
        told,
        ([welcome_button(table, newcomer, speaker)],),
        tuple(pings),
    )


def consent_over(speaker: Speaker) -> Post:
    """Return the text that replaces the `consent_call` once its candidate is gone."""
    return Post(f"-# {speaker.key('refused-no-candidate')}")


def reminder(
    table: TableRecord, frame: Frame, seat: Seat, question: str, speaker: Speaker
) -> Post:
    """Return the message below the story that reminds `seat` of a question: it pings, and can be answered."""
    user = speaker.people.users[seat]
    asks = [ask for ask in frame.asks if ask.seat == seat]
    rows = question_rows(table, frame, asks, speaker)
    rows = (
        [*rows[:-1], [*rows[-1], _hush(table.id, seat, question, speaker)]]
        if rows
        else []
    )
    lines = _reminder_lines(table, frame, seat, f"<@{user}>", speaker)
    return Post(latest(lines, STORY), tuple(rows), (user,))


def reminder_dm(
    table: TableRecord, frame: Frame, seat: Seat, question: str, speaker: Speaker
) -> Post:
    """Return the DM that reminds the player on `seat`, with the way to the table."""
    lines = [
        f"-# {title(table, speaker)}",
        *_reminder_lines(table, frame, seat, Who(seat), speaker),
        table_link(table),
    ]
    play = button(speaker.text("button-play"), "play", table.id)
    return Post(
        "\n".join(lines),
        ([play, _hush(table.id, seat, question, speaker)],),
    )


def _reminder_lines(
    table: TableRecord, frame: Frame, seat: Seat, player: Value, speaker: Speaker
) -> list[str]:
    clock = table.clock or TableClock()
    own = clock.seats[seat]
    when = moment(own.until or 0.0, "R")
    key = "reminder-first"
    if own.reminded:
        key = f"reminder-last-{clock.terms.then.value}"
    alone = []
    if len(frame.asks) == 1:
        alone = [speaker.key("reminder-alone")]
    return [speaker.key(key, player=player, when=when), *alone]


def _hush(table: TableId, seat: Seat, question: str, speaker: Speaker) -> Part:
    """Return the button that stops reminders of the present question for `seat`."""
    return button(speaker.text("button-hush"), "hush", table, seat, question)


def waiting_line(table: TableRecord, seat: Seat, speaker: Speaker) -> str:
    """Return the line of a digest about a table that waits for `seat`, with its link."""
    until = logbook.deadline_text(table, seat, speaker, brief=True)
    return f"- {SEPARATOR.join(filter(None, (title(table, speaker), until, table_link(table))))}"


def digest(lines: Sequence[str], speaker: Speaker) -> str:
    """Return the digest of all tables that wait for a person, cut to `STORY` characters."""
    head = speaker.key("digest", count=len(lines))
    return pages([head, *lines], STORY)[0]
