"""Posts beside the table message: the story, which grows by edits and asks, ping messages in its midst, reminders.

The beginning of the story, its events, the players that it pings, the lines that stay when it is told; reminders and
their deadlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from bot.clocks.table_clock import TableClock
from bot.faces import fairness, feature_hooks, logbook
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
    Controls,
    Page,
    Part,
    Parts,
    Style,
    button,
    pages,
    text_button,
)
from bot.faces.logbook import (
    NEWS_LINES,
    fit_lines,
    latest,
    latest_news,
    table_link,
    timestamp,
)
from bot.faces.messages import (
    ender,
    hand_button,
    record_buttons,
    restored_text,
    title,
    translation_row,
)
from bot.faces.scene_text import (
    SEPARATOR,
    Lines,
    Localizer,
    open_asks,
    public_joint_ask,
)
from bot.faces.turns import turn_lines, way_in
from bot.faces.vacancies import welcome_button
from bot.policies import Candidate
from bot.storage.records import Status, TableRecord
from bot.texts.names import bold_name
from engine.frozen import replace
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


def post(  # noqa: PLR0913 - what is told, what is asked, and whom it pings
    table: TableRecord,
    frame: Frame,
    localizer: Localizer,
    lines: Sequence[str] = (),
    pinged: Sequence[int] = (),
    *,
    after: str = "0",
    news: Sequence[str] = (),
) -> Page:
    """Return the growing post of a chapter: its `lines` and last `news`, the open questions, and the open choices.

    `pinged` are the users that this post pings, rather than a DM; `after` names the move from which it tells. Where
    only rivals are asked it has no button for an answer: their choices are theirs.
    """
    asked = turn_lines(table, frame, frame.asks, localizer, pinged)

    rows = question_rows(
        table,
        frame,
        [ask for ask in frame.asks if table.sitters[ask.seat].user],
        localizer,
    )
    # A reader who is asked scrolls past little.
    height = 1 if _are_mixed(frame.asks) or are_tall(rows) else NEWS_LINES
    lines = [*lines, *latest_news(news, height)]
    if rows:
        # A row of its own could be one too many.
        rows = _beside(rows, translation_row(localizer, "read", table.id, after))

    text, log = fit_lines([*lines, *asked], STORY, table, localizer)
    return Page(content=text, rows=_beside(rows, log), pings=tuple(pinged))


def _beside(rows: Sequence[Parts], parts: Parts) -> Controls:
    """Return `rows` with `parts` at the end of the last one."""
    *above, last = rows or [[]]
    return [*above, *filter(None, [[*last, *parts]])]


def question_rows(
    table: TableRecord, frame: Frame, asks: Sequence[Ask], localizer: Localizer
) -> Controls:
    """Return the rows under public questions: the open choices, and the way to the others."""
    most = MOST_BELOW if len(table.sitters) < CROWD else MOST_IN_A_CROWD
    letters = TALL if _are_mixed(asks) else most
    answers = (
        Answers(table.id, ask, localizer, letters=letters)
        for ask in open_asks(frame, asks)
    )
    rows = [row for each in answers for row in each.rows]
    if not rows:
        # The ways in which a private answer can begin in public.
        rows = [
            [
                button(localizer.label(opening), "begin", table.id, number)
                for number, opening in enumerate(ask.openings[:ROW_BUTTONS])
            ]
            for ask in asks
            if ask.openings
        ]
    *above, last = rows[: ROWS - 1] or [[]]
    turn = turn_buttons(table, frame, asks, localizer) if asks else []
    # On a phone the last of five answers would stand alone, and has room beside the ways in.
    moved = len(turn) <= MOST_TURN and letters_of(last) in TWO_LINES
    beside = OPENING_BUTTONS if moved else ROW_BUTTONS
    return [*filter(None, (*above, last[:beside], [*last[beside:], *turn]))]


def _are_mixed(asks: Sequence[Ask]) -> bool:
    """Tell whether some of `asks` are those of the rules, and others are answered ahead."""
    return len({ask.ahead for ask in asks}) > 1


def turn_buttons(
    table: TableRecord, frame: Frame, asked: Sequence[Ask], localizer: Localizer
) -> Parts:
    """Return the buttons for the players asked besides the open choices: the way in stands before a plain choice.

    A plain one is public in a question that is asked in private.
    """
    opened = public_joint_ask(frame, asked) is not None
    closed_question = any(not ask.open and not (ask.ahead and opened) for ask in asked)
    style = Style.PRIMARY if closed_question else Style.SECONDARY
    plain: Parts = []
    for ask in asked:
        if not ask.open:
            choices = (choice for choice in ask.choices if choice.option.plain)
            plain += Answers(table.id, ask, localizer).buttons(choices)
    return [
        text_button(localizer, way_in(asked), "play", table.id, style=style),
        *plain[:MOST_PLAIN],
        hand_button(table, localizer),
    ]


def quiet_post(
    table: TableRecord, lines: Sequence[str], localizer: Localizer, *, after: str
) -> Page:
    """Return a post without a question, from the move named `after` on."""
    text, log = fit_lines(lines, STORY, table, localizer)
    rows = [log + feature_hooks.chapter_buttons(table, after, localizer)]
    return Page(content=text, rows=rows)


def event_lines(
    events: Sequence[Text], localizer: Localizer, reader: Seat | None = None
) -> Lines:
    """Return `events`, line by line; of several in a row that have a short form, only the last is whole.

    For a private message `reader` is its seat, and "you" in the events that happened to it.
    """
    lines: Lines = []
    for brief, run in groupby(events, localizer.has_brief):
        each = list(run)
        if brief and len(each) > 1:
            lines.append(
                f"-# {SEPARATOR.join(localizer.brief(event, reader) for event in each[:-1])}"
            )
            each = each[-1:]
        lines += (localizer.event(event, reader) for event in each)

    return lines


def ended_text(table: TableRecord, localizer: Localizer) -> str:
    """Return the post that says that a table was ended before its time, with the name of its `ender`."""
    who = ender(table, localizer)
    named = title(table, localizer)
    told = localizer.key("table-ended-post", table=named)
    if who:
        told = localizer.key("table-ended-post-by", table=named, player=who)
    return "\n".join([told, *fairness.secret_lines(table, localizer)])


def restored_post(
    table: TableRecord, last: Sequence[str], localizer: Localizer, *, until: str
) -> Page:
    """Return the post that says that a table was restored, and the `last` lines that it remembers.

    `until` names the last move that was kept.
    """
    row = translation_row(localizer, "restored", table.id, until)
    return Page(content=restored_text(last, localizer), rows=[row])


def with_table_name(post: Page, table: TableRecord, localizer: Localizer) -> Page:
    """Return `post` with a line at its top that names the table."""
    return replace(post, content=f"-# {title(table, localizer)}\n{post.content}")


def ping_message(
    table: TableRecord,
    frame: Frame,
    asks: Sequence[Ask],
    pinged: Sequence[int],
    localizer: Localizer,
) -> Page:
    """Return the ping message below the story in the midst of a chapter: the questions and their choices."""
    lines = turn_lines(table, frame, asks, localizer, pinged)
    rows = question_rows(table, frame, asks, localizer)
    return Page(content=latest(lines, STORY), rows=rows, pings=tuple(pinged))


def settled_text(
    table: TableRecord, link: str, localizer: Localizer, fate: Fate
) -> str:
    """Return the text that replaces a ping message: the `fate` of its question, or of the match."""
    return localizer.key(f"summons-{ENDS.get(table.status, fate)}", link=link)


def settled_dm(
    table: TableRecord, told: Sequence[str], link: str, localizer: Localizer
) -> Page:
    """Return the page that replaces a DM whose question is gone: the events of its reader, and the ways on."""
    fate: Fate = "answered" if told else "gone"
    blocks = (
        f"### {title(table, localizer)}",
        latest(told, STORY, localizer.key("story-cut")),
        settled_text(table, link, localizer, fate),
    )
    ways = record_buttons(table, localizer)
    return Page(blocks, [[hand_button(table, localizer), *ways]])


def recap(table: TableRecord, frame: Frame, localizer: Localizer) -> Page:
    """Return the page that replaces the first table message: the first phase's result, and the pledge that it keeps.

    How the game began stands in the post below it.
    """
    told = map(localizer.say, frame.scene.recap)
    kept = fairness.pledge_line(table, localizer)
    return Page((f"## {title(table, localizer)}", "\n".join([*told, *kept])))


def consent_call(
    table: TableRecord,
    newcomer: Candidate,
    player: Value,
    localizer: Localizer,
    pings: Sequence[int] = (),
) -> Page:
    """Return the message that asks a `player` whether they agree that a newcomer takes a free seat."""
    who = bold_name(newcomer.sitter.name)
    rival = Who(Seat(newcomer.seat))
    return Page(
        content=localizer.key("seat-call", player=player, newcomer=who, rival=rival),
        rows=([welcome_button(table, newcomer, localizer)],),
        pings=tuple(pings),
    )


def consent_over(localizer: Localizer) -> str:
    """Return the text that replaces the `consent_call` once its candidate is gone."""
    return f"-# {localizer.key('refused-no-candidate')}"


def reminder(
    table: TableRecord, frame: Frame, seat: Seat, question: str, localizer: Localizer
) -> Page:
    """Return the message below the story that reminds `seat` of a question: it pings, and can be answered."""
    user = localizer.people.users[seat]
    asks = [ask for ask in frame.asks if ask.seat == seat]
    rows = question_rows(table, frame, asks, localizer)
    if rows:
        rows = _beside(rows, [_hush(table, seat, question, localizer)])
    lines = _reminder_lines(table, frame, seat, f"<@{user}>", localizer)
    return Page(content=latest(lines, STORY), rows=rows, pings=(user,))


def reminder_dm(
    table: TableRecord, frame: Frame, seat: Seat, question: str, localizer: Localizer
) -> Page:
    """Return the DM that reminds the player on `seat`, with the way to the table."""
    lines = [
        f"-# {title(table, localizer)}",
        *_reminder_lines(table, frame, seat, Who(seat), localizer),
        table_link(table),
    ]
    play = text_button(localizer, "button-play", "play", table.id)
    buttons = [play, _hush(table, seat, question, localizer)]
    return Page(content="\n".join(lines), rows=(buttons,))


def _reminder_lines(
    table: TableRecord, frame: Frame, seat: Seat, player: Value, localizer: Localizer
) -> Lines:
    clock = table.clock or TableClock()
    own = clock.seats[seat]
    when = timestamp(own.until or 0.0)
    key = "reminder-first"
    if own.reminded:
        key = f"reminder-last-{clock.terms.then.value}"
    alone = [localizer.key("reminder-alone")] if len(frame.asks) == 1 else []
    return [localizer.key(key, player=player, when=when), *alone]


def _hush(table: TableRecord, seat: Seat, question: str, localizer: Localizer) -> Part:
    """Return the button that stops reminders of the present question for `seat`."""
    return text_button(localizer, "button-hush", "hush", table.id, seat, question)


def waiting_line(table: TableRecord, seat: Seat, localizer: Localizer) -> str:
    """Return the line of a digest about a table that waits for `seat`, with its link."""
    until = logbook.deadline_text(table, seat, localizer, brief=True)
    return f"- {SEPARATOR.join(filter(None, (title(table, localizer), until, table_link(table))))}"


def digest(lines: Sequence[str], localizer: Localizer) -> str:
    """Return the digest of all tables that wait for a person, cut to `STORY` characters."""
    return pages([localizer.key("digest", count=len(lines)), *lines], STORY)[0]
