"""Whole messages about a table: its public message, and the private views of all of it, of the log, of its end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces import clocks, fairness, feature_hooks, logbook, vacancies
from bot.faces.answer_controls import chunks
from bot.faces.components import (
    Controls,
    Page,
    Part,
    Parts,
    Style,
    button,
    make_custom_id,
    pages,
    text_button,
)
from bot.faces.logbook import HERE, LogPage, Note, fit_lines, log_button
from bot.faces.picture.requests import table_picture, whole_picture
from bot.faces.rulebook import add_kinds_select, turn_to
from bot.faces.scene_text import (
    SEPARATOR,
    Localizer,
    asks,
    board,
    hand,
    known_block,
    report,
    row,
)
from bot.faces.turns import way_in, with_small
from bot.storage.records import FORGOTTEN, Status, TableRecord
from engine.match import Frame
from engine.scene import Panel, Row, Seat, Value, Viewer, Who, say

LOOK_PAGE = 3000


def table_buttons(table: TableRecord, frame: Frame, localizer: Localizer) -> Parts:
    """Return the buttons under a public table message."""
    first: Parts = []
    if frame.asks and table.status is Status.PLAYING:
        first = [
            text_button(localizer, "button-play", "play", table.id, style=Style.PRIMARY)
        ]
    elif table.status is Status.OVER:
        first = [text_button(localizer, "button-opened", "opened", table.id)]

    return [
        *first,
        hand_button(table, localizer),
        *record_buttons(table, localizer),
        text_button(localizer, "button-rules", "rules", table.game),
    ]


def title(table: TableRecord, localizer: Localizer) -> str:
    """Return the line that names a game and its table."""
    key = "table-title-practice" if table.practice else "table-title"
    return localizer.key(key, game=say(f"{table.game}-name"), table=str(table.id))


def closed_page(table: TableRecord, localizer: Localizer) -> Page:
    """Return the page of a table that was ended before its time, or that is paused since its place is gone."""
    head = f"## {title(table, localizer)}"
    if table.status is Status.SUSPENDED:
        ways = [text_button(localizer, "tables-title", "tables")]
        return Page((head, localizer.key("table-suspended")), (ways,))

    lines = [head, why_ended(table, localizer)]
    if table.save is None:
        lines += fairness.kept_pledge(table, localizer)
        lines += fairness.secret_lines(table, localizer)
    return Page(lines)


def handed_over_page(table: TableRecord, localizer: Localizer) -> Page:
    """Return the page that replaces a private view whose reader has left the seat: without the hand."""
    return Page((f"## {title(table, localizer)}", localizer.key("handed-over")))


def why_ended(table: TableRecord, localizer: Localizer) -> str:
    """Return the sentence on the early end of a table, with the name of its `ender`."""
    if table.expired is not None:
        return localizer.key("table-expired", days=table.expired)
    how = "canceled" if table.save is None else "ended"
    if who := ender(table, localizer):
        return localizer.key(f"table-{how}-by", player=who)
    return localizer.key(f"table-{how}")


def ender(table: TableRecord, localizer: Localizer) -> Value | None:
    """Return the user that has ended a table: by name at the table, else as a mention; None if that isn't known."""
    user = table.ended_by
    if user in {None, FORGOTTEN}:
        return None
    users = localizer.people.users
    return Who(Seat(users.index(user))) if user in users else f"<@{user}>"


def translation_row(localizer: Localizer, verb: str, *words: int | str) -> Parts:
    """Return the row that shows a public message in another language read there; empty where there is none."""
    labels = [language.text("button-read") for language in localizer.others]
    return [button(" / ".join(labels), verb, *words)] if labels else []


def table_message(
    table: TableRecord, frame: Frame, localizer: Localizer, asked: float | None = None
) -> Page:
    """Return the public table message: the phase, the open questions and their time (`asked`), and all open cards."""
    head = f"## {title(table, localizer)}\n**{localizer.say(frame.scene.heading)}**"
    words = ["\n".join(report(frame, localizer)), *board(frame.scene, localizer)]
    small = clocks.time_lines(table, localizer)
    since = logbook.asked_ago(asked, localizer)
    if since and not small:
        # As in private views, one time is enough: the deadline, or where none counts the wait.
        small = [since]
    # A single time has room in the line of who has answered.
    beside, small = (small, []) if len(small) == 1 else ([], small)
    status = status_text(table, frame, localizer)
    stands = with_small(status, [each.removeprefix("-# ") for each in beside])
    small += vacancies.vacancy_lines(table, localizer)
    small += fairness.kept_pledge(table, localizer)
    small += feature_hooks.lines(table, localizer)

    blocks = (head, "\n".join([stands, *small]))
    rows = [
        table_buttons(table, frame, localizer),
        *vacancies.vacancy_rows(table, localizer),
        clocks.table_buttons(table, localizer.language),
        *feature_hooks.rows(table, localizer),
        translation_row(localizer, "board", table.id),
    ]

    request = table_picture(frame, title(table, localizer), localizer)
    return Page(blocks, rows, words=words, request=request)


def restored_text(last: Sequence[str], localizer: Localizer) -> str:
    """Return the sentences that a table was restored, and the last line that it remembers."""
    known = (localizer.key("restored-last", event=event) for event in last[-1:])
    return "\n".join([localizer.key("restored"), *known])


def translated_page(
    table: TableRecord, frame: Frame, lines: Sequence[str], localizer: Localizer
) -> Page:
    """Return the text of a public post for one reader alone, with the buttons that lead on from there."""
    text, log = fit_lines(lines, LOOK_PAGE, table, localizer)
    ways = back_buttons(table, frame, localizer, way_in(frame.asks))
    ways += [look_button(table, localizer), *log]
    return Page((text or localizer.key("log-empty"),), (ways,))


def ways_back(
    table: TableRecord, frame: Frame, way: str, argument: str, localizer: Localizer
) -> Parts:
    """Return the button that leads back to the view `way` of a table, or to the question or the hand."""
    mine = frame.mine
    if way == "order" and mine is not None:
        goal = make_custom_id("order", table.id, mine.seat, mine.question, argument)
        return [text_button(localizer, "button-question", goal, style=Style.PRIMARY)]
    keys = {"look": "button-table", "hand": "button-hand"}
    if way in keys:
        words = filter(None, [argument])
        return [text_button(localizer, keys[way], way, table.id, *words)]

    return back_buttons(table, frame, localizer)


def private_head(
    table: TableRecord,
    frame: Frame,
    localizer: Localizer,
    *,
    away: bool = False,
    asked: float | None = None,
    brief: bool = False,
) -> str:
    """Return the head of a private view: game, table, phase, the channel if the view is `away` from it, and the wait.

    A `brief` one is a single small line, without the phase, which stands with the stakes of the decision, with the game
    only where it is elsewhere, and with one time: the deadline, or where none counts the wait.
    """
    place = f"<#{table.channel}>" if away else ""
    mine = frame.mine
    until = ""
    if mine:
        until = logbook.deadline_text(table, mine.seat, localizer, brief=True)
    named = title(table, localizer)
    mark = _practice(table, localizer)
    if not brief:
        heading = localizer.say(frame.scene.heading)
        parts = heading, place, logbook.asked_ago(asked, localizer), until
        return f"### {named}\n-# {SEPARATOR.join(filter(None, parts))}{mark}"

    since = logbook.asked_ago(asked, localizer)
    if not (away or mark):
        named = localizer.key("table-brief", table=str(table.id))
    shown = filter(None, (f"**{named}**", place, until or since))
    return f"-# {SEPARATOR.join(shown)}{mark}"


def _practice(table: TableRecord, localizer: Localizer) -> str:
    """Return a line that marks a practice table, played on from another; empty for any other one."""
    known = table.practice
    if known is None:
        return ""
    key = "practice-anew" if known.anew else "practice-then"
    return "\n" + localizer.key(key, table=str(known.table), move=known.move)


def look_button(table: TableRecord, localizer: Localizer) -> Part:
    """Return the button that shows the whole table in private."""
    return text_button(localizer, "button-table", "look", table.id)


def record_buttons(table: TableRecord, localizer: Localizer) -> Parts:
    """Return the buttons that show in private the whole table, and its log."""
    return [look_button(table, localizer), log_button(table, localizer)]


def back_buttons(
    table: TableRecord, frame: Frame, localizer: Localizer, key: str = "button-question"
) -> Parts:
    """Return the way on from a private page: to the question, under the label `key`, or to the viewer's hand."""
    if frame.mine and table.status is Status.PLAYING:
        return [text_button(localizer, key, "play", table.id, style=Style.PRIMARY)]
    return [] if frame.viewer is None else [hand_button(table, localizer)]


def hand_button(table: TableRecord, localizer: Localizer) -> Part:
    """Return the button that shows the own hand."""
    return text_button(localizer, "button-hand", "hand", table.id)


def status_text(table: TableRecord, frame: Frame, localizer: Localizer) -> str:
    """Return the players that a table is waiting for, or that it is over, or the sentence on its end or its pause."""
    if table.status is Status.SUSPENDED:
        return localizer.key("table-suspended")
    if table.status is Status.ENDED:
        return why_ended(table, localizer)
    return waiting_text(frame, localizer)


def waiting_text(frame: Frame, localizer: Localizer) -> str:
    """Return the players that the table is waiting for, or that the game is over, and what it turned on."""
    if frame.outcome is not None:
        story = map(localizer.say, frame.outcome.highlights)
        return "\n".join([localizer.key("table-over"), *story])
    return asks(frame, localizer)


def whole_table_page(
    table: TableRecord,
    frame: Frame,
    localizer: Localizer,
    page: int = 1,
    *,
    asked: float | None = None,
    away: bool = False,
) -> Page:
    """Return the whole table as a private page, one of as many as it takes: the board and the viewer's hand.

    A sitter who is `away` from the table's channel gets the other lines and buttons that stand under the table there.
    """
    scene = frame.scene
    language = localizer.language
    blocks = ["\n".join(report(frame, localizer))]
    blocks += board(scene, localizer) + hand(scene, localizer)
    leaves = pages("\n\n".join(filter(None, blocks)).split("\n"), LOOK_PAGE)
    request = None
    if page == 1:
        request = whole_picture(frame, title(table, localizer), localizer)
    page, leaf, parts = turn_to(page, leaves, language, "look", table.id)
    head = [
        private_head(table, frame, localizer, asked=asked, away=away),
        status_text(table, frame, localizer),
    ]

    parts += back_buttons(table, frame, localizer)
    parts.append(log_button(table, localizer))
    parts += feature_hooks.look_buttons(table, localizer, frame.viewer)
    rows = chunks(parts)
    if away and frame.viewer is not None:
        head += clocks.time_lines(table, localizer)
        head += vacancies.vacancy_lines(table, localizer)
        rows += rows_elsewhere(table, frame.viewer, localizer)

    known = [each for panel in scene.panels for each in panel.rows]
    shown = [*scene.hand, *scene.rows, *known, *scene.rest]
    whole = Page(["\n".join(head)], rows, tail=[leaf], request=request)
    return add_kinds_select(
        whole,
        table.game,
        frame,
        shown,
        language,
        table.id,
        "look",
        page,
    )


def hidden_cards_page(
    table: TableRecord,
    rows: Sequence[Row | Panel],
    seed: bytes,
    page: int,
    localizer: Localizer,
    viewer: Viewer = None,
) -> Page:
    """Return a page of the cards that stayed hidden to the end of a finished match, and the secret of its shuffle."""
    blocks = (
        row(each, localizer) if isinstance(each, Row) else known_block(each, localizer)
        for each in rows
    )
    text = "\n\n".join(filter(None, blocks)) or localizer.key("opened-nothing")
    secret = localizer.say(fairness.secret_text(table, seed))
    leaves = pages([*text.split("\n"), "", secret], LOOK_PAGE)

    head = localizer.key("opened-title", table=title(table, localizer))
    _, leaf, parts = turn_to(page, leaves, localizer.language, "opened", table.id)
    parts += record_buttons(table, localizer)
    parts += feature_hooks.look_buttons(table, localizer, viewer)

    return Page([f"### {head}"], chunks(parts), tail=[leaf])


def confirm_end(table: TableRecord, localizer: Localizer) -> Page:
    """Return the question whether a table should really be ended."""
    asked = localizer.key("end-confirm", table=title(table, localizer))
    lines = [asked, *fairness.early_end_warning(table, localizer)]
    return confirm_page(lines, table, "end", "button-end", localizer)


def confirm_page(
    lines: Sequence[str], table: TableRecord, verb: str, key: str, localizer: Localizer
) -> Page:
    """Return the question in `lines`, with a button for the click of `verb`, labelled `key`, and one for no change."""
    parts = [
        text_button(localizer, key, verb, table.id, style=Style.DANGER),
        text_button(localizer, "button-keep", "keep", table.id),
    ]
    return Page(["\n".join(lines)], [parts])


def log_page(
    table: TableRecord,
    frame: Frame,
    notes: Sequence[Note],
    localizer: Localizer,
    line: int = HERE,
    new: int | None = None,
) -> Page:
    """Return the page of the log that begins with `line`, or at the reader's place for `HERE`.

    `new` is the place of the first note since the reader's last move, counted from 0; None if there is none.
    """
    if new is None:
        new = len(notes)
    leaf = LogPage.at(notes, line, new)
    head = localizer.key(
        "log-title",
        table=title(table, localizer),
        first=leaf.start + 1,
        last=leaf.end,
        count=len(notes),
    )
    parts = [*back_buttons(table, frame, localizer), look_button(table, localizer)]
    text = "\n".join(leaf.lines(new, localizer))

    return Page((f"### {head}", text), (leaf.turns(table.id, localizer), parts))


def rows_elsewhere(table: TableRecord, seat: Seat, localizer: Localizer) -> Controls:
    """Return the buttons about time and seats for the player on `seat`, for which the channel has commands."""
    if table.status is not Status.PLAYING:
        return []
    timed = clocks.table_buttons(table, localizer.language, pauses=True)
    leave = text_button(localizer, "button-leave-game", "leaving", table.id)
    return [[*timed, leave], *vacancies.vacancy_rows(table, localizer, own=seat)]
