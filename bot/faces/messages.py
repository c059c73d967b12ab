"""Whole messages about a table: its public message, and the private views of all of it, of the log, of its end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces import clocks, fairness, hooks, logbook, vacancies
from bot.faces.answer_controls import chunks
from bot.faces.cards import about, with_about
from bot.faces.components import ROW_BUTTONS, Page, Part, Parts, Style, button, click, pages
from bot.faces.logbook import HERE, Leaf, Note, fit_lines, log_button
from bot.faces.turns import way_in, with_small
from bot.faces.words import SEPARATOR, Speaker, asks, board, hand, report
from bot.storage.records import FORGOTTEN, Status, TableId, TableRecord
from engine.match import Frame
from engine.scene import Panel, Row, Scene, Seat, Value, Who, say

LOOK_PAGE = 3000
LOOK_TEXTS = 2


def table_buttons(table: TableRecord, frame: Frame, speaker: Speaker) -> Parts:
    """Return the buttons under a public table message."""
    say_ = speaker.text
    play = [button(say_("button-play"), "play", table.id, style=Style.PRIMARY)]
    over = (
        [fairness.hidden_cards_button(table.id, speaker.language)]
        if table.status is Status.OVER
        else []
    )

    return [
        *(play if frame.asks and table.status is Status.PLAYING else over),
        button(say_("button-hand"), "hand", table.id),
        look_button(table.id, speaker),
        button(say_("button-log"), "log", table.id),
        button(say_("button-rules"), "rules", table.game),
    ]


def title(table: TableRecord, speaker: Speaker) -> str:
    """Return the line that names a game and its table."""
    key = "table-title-practice" if table.practice else "table-title"
    return speaker.key(key, game=say(f"{table.game}-name"), table=str(table.id))


def closed_page(table: TableRecord, speaker: Speaker) -> Page:
    """Return the page of a table that was ended before its game had begun."""
    return Page(tuple(ended_blocks(table, speaker)))


def handed_over_page(table: TableRecord, speaker: Speaker) -> Page:
    """Return the page that replaces a private view whose reader has left the seat: without the hand."""
    return Page((f"## {title(table, speaker)}", speaker.key("handed-over")))


def ended_blocks(table: TableRecord, speaker: Speaker) -> list[str]:
    """Return the text of a table that was ended before its time."""
    shuffle = (
        [*fairness.kept_pledge(table, speaker), *fairness.secret_lines(table, speaker)]
        if table.save is None
        else []
    )
    return [f"## {title(table, speaker)}", why_ended(table, speaker), *shuffle]


def why_ended(table: TableRecord, speaker: Speaker) -> str:
    """Return the sentence on the early end of a table, with the name of its `ender`."""
    if table.expired is not None:
        return speaker.key("table-expired", days=table.expired)
    cancelled, who = table.save is None, ender(table, speaker)
    if who is None:
        return speaker.key("table-canceled" if cancelled else "table-ended")
    return speaker.key("table-canceled-by" if cancelled else "table-ended-by", player=who)


def ender(table: TableRecord, speaker: Speaker) -> Value | None:
    """Return the user that has ended a table: by name at the table, else as a mention; None if that isn't known."""
    if table.ended_by in {None, FORGOTTEN}:
        return None
    seats = [
        Who(Seat(seat)) for seat, user in enumerate(speaker.people.users) if user == table.ended_by
    ]
    return seats[0] if seats else f"<@{table.ended_by}>"


def translation_rows(speaker: Speaker, verb: str, *words: int | str) -> list[Parts]:
    """Return the row that shows a public message in another language read there; empty where there is none."""
    labels = [language.text("button-read") for language in speaker.others]
    return [[button(" / ".join(labels), verb, *words)]] if labels else []


def table_message(
    table: TableRecord, frame: Frame, speaker: Speaker, asked: float | None = None
) -> Page:
    """Return the public table message: the phase, the open questions and their time (`asked`), and all open cards."""
    head = f"## {title(table, speaker)}\n**{speaker.say(frame.scene.heading)}**"
    told = report(frame, speaker)
    words = ["\n".join(told), *board(frame.scene, speaker)]
    times, since = clocks.time_lines(table, speaker), logbook.asked_ago(asked, speaker)
    # As in private views, one time is enough: the deadline, or where none counts the wait.
    waited = [f"-# {since}"] if since and not times else []
    small = [*times, *waited]
    # A single time has room in the line of who has answered.
    beside, small = (small, []) if len(small) == 1 else ([], small)
    stands = with_small(
        status_text(table, frame, speaker), [each.removeprefix("-# ") for each in beside]
    )
    small += [*vacancies.vacancy_lines(table, speaker), *fairness.kept_pledge(table, speaker)]
    small += hooks.lines(table, speaker)

    blocks = (head, "\n".join([stands, *small]))
    timed = clocks.table_buttons(table, speaker.language)
    below = (
        *vacancies.vacancy_rows(table, speaker),
        *timed,
        *hooks.rows(table, speaker),
        *translation_rows(speaker, "board", table.id),
    )
    rows = table_buttons(table, frame, speaker), *below

    return Page(blocks, rows, words=tuple(filter(None, words)))


def players_in_order(speaker: Speaker) -> tuple[Who, ...]:
    """Return the sitters round the table, in order."""
    return tuple(Who(Seat(seat)) for seat in range(len(speaker.people.users)))


def log_opening(table: TableRecord, frame: Frame, speaker: Speaker) -> str:
    """Return the lines that begin a log: the order of play, and the ingredients of the shuffle, as pledged."""
    order = players_in_order(speaker)
    if table.pledged is None:
        return speaker.key("table-begins", players=order, pledge=frame.commitment)
    added, pledge = fairness.added_words(table), table.pledged.pledge
    begins = speaker.key(
        "table-begins-pledged", players=order, pledge=pledge, added=added, seed=frame.commitment
    )
    return begins if table.shuffle_intact else f"{begins}\n{fairness.exchanged_warning(speaker)}"


def restored_text(last: Sequence[str], speaker: Speaker) -> str:
    """Return the sentences that a table was restored, and the last line that it remembers."""
    return "\n".join(
        [
            speaker.key("restored"),
            *(speaker.key("restored-last", event=event) for event in last[-1:]),
        ]
    )


def translated_page(
    table: TableRecord, frame: Frame, lines: Sequence[str], speaker: Speaker
) -> Page:
    """Return the text of a public post for one reader alone, with the buttons that lead on from there."""
    text, log = fit_lines(lines, LOOK_PAGE, table.id, speaker)
    ways = [
        *back_buttons(table, frame, speaker, way_in(frame.asks)),
        look_button(table.id, speaker),
        *log,
    ]
    return Page((text or speaker.key("log-empty"),), (ways,))


def ways_back(table: TableRecord, frame: Frame, way: str, argument: str, speaker: Speaker) -> Parts:
    """Return the button that leads back to the view `way` of a table, or to the question or the hand."""
    mine = frame.mine
    if way == "order" and mine is not None:
        goal = click("order", table.id, mine.seat, mine.question, argument)
        return [button(speaker.text("button-question"), goal, style=Style.PRIMARY)]
    if way in {"look", "hand"}:
        key = "button-table" if way == "look" else "button-hand"
        return [button(speaker.text(key), way, table.id, *filter(None, [argument]))]

    return back_buttons(table, frame, speaker)


def private_head(
    table: TableRecord,
    frame: Frame,
    speaker: Speaker,
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
    until = logbook.deadline_text(table, frame.mine.seat, speaker, brief=True) if frame.mine else ""
    named, phase, mark = (
        title(table, speaker),
        speaker.say(frame.scene.heading),
        _practice(table, speaker),
    )
    if brief:
        since = "" if asked is None else logbook.moment(asked, "R")
        named = named if away or mark else speaker.key("table-brief", table=str(table.id))
        return f"-# {SEPARATOR.join(filter(None, (f'**{named}**', place, until or since)))}{mark}"
    parts = phase, place, logbook.asked_ago(asked, speaker), until

    return f"### {named}\n-# {SEPARATOR.join(filter(None, parts))}{mark}"


def _practice(table: TableRecord, speaker: Speaker) -> str:
    """Return a line that marks a practice table, played on from another; empty for any other one."""
    known = table.practice
    if known is None:
        return ""
    key = "practice-anew" if known.anew else "practice-then"
    return "\n" + speaker.key(key, table=str(known.table), move=known.move)


def look_button(table: TableId, speaker: Speaker) -> Part:
    """Return the button that shows the whole table in private."""
    return button(speaker.text("button-table"), "look", table)


def back_buttons(
    table: TableRecord, frame: Frame, speaker: Speaker, key: str = "button-question"
) -> Parts:
    """Return the way on from a private page: to the question, under the label `key`, or to the viewer's hand."""
    if frame.mine and table.status is Status.PLAYING:
        return [button(speaker.text(key), "play", table.id, style=Style.PRIMARY)]
    return [] if frame.viewer is None else [button(speaker.text("button-hand"), "hand", table.id)]


def status_text(table: TableRecord, frame: Frame, speaker: Speaker) -> str:
    """Return the players that a table is waiting for, or that it is over, or the sentence on its end."""
    return (
        why_ended(table, speaker) if table.status is Status.ENDED else waiting_text(frame, speaker)
    )


def waiting_text(frame: Frame, speaker: Speaker) -> str:
    """Return the players that the table is waiting for, or that the game is over, and what it turned on."""
    if frame.outcome is not None:
        story = map(speaker.say, frame.outcome.highlights)
        return "\n".join([speaker.key("table-over"), *story])
    return asks(frame, speaker)


def whole_table_page(
    table: TableRecord,
    frame: Frame,
    speaker: Speaker,
    page: int = 1,
    *,
    asked: float | None = None,
    away: bool = False,
) -> Page:
    """Return the whole table as a private page, one of as many as it takes: the board and the viewer's hand.

    A sitter who is `away` from the table's channel gets the other lines and buttons that stand under the table there.
    """
    blocks = [
        "\n".join(report(frame, speaker)),
        *board(frame.scene, speaker),
        *hand(frame.scene, speaker),
    ]
    leaves = pages("\n\n".join(filter(None, blocks)).split("\n"), LOOK_PAGE)
    page = min(max(page, 1), len(leaves))
    seat = frame.viewer if away else None
    head = [
        private_head(table, frame, speaker, asked=asked, away=away),
        status_text(table, frame, speaker),
    ]
    head += [] if seat is None else lines_elsewhere(table, speaker)

    parts = [
        *page_buttons("look", table.id, page, len(leaves), speaker),
        *back_buttons(table, frame, speaker),
    ]
    parts.append(log_button(table.id, speaker))
    menu = about(table.game, frame, all_rows(frame.scene), speaker.language, table.id, "look", page)
    parts += hooks.look_buttons(table, speaker)
    rows = [
        *chunks(parts, ROW_BUTTONS),
        *([] if seat is None else rows_elsewhere(table, seat, speaker)),
    ]

    return Page(
        ("\n".join(head),), tuple(with_about(rows, LOOK_TEXTS, menu)), tail=(leaves[page - 1],)
    )


def hidden_cards_page(
    table: TableRecord, rows: Sequence[Row | Panel], seed: bytes, page: int, speaker: Speaker
) -> Page:
    """Return a page of the cards that stayed hidden to the end of a finished match, and the secret of its shuffle."""
    blocks = [fairness.hidden_block(each, speaker) for each in rows]
    lines = (
        "\n\n".join(filter(None, blocks)).split("\n")
        if any(blocks)
        else [speaker.key("opened-nothing")]
    )
    leaves = pages([*lines, "", speaker.say(fairness.secret_text(table, seed))], LOOK_PAGE)
    page = min(max(page, 1), len(leaves))

    head = speaker.key("opened-title", table=title(table, speaker))
    parts = [
        *page_buttons("opened", table.id, page, len(leaves), speaker),
        look_button(table.id, speaker),
    ]
    parts += [log_button(table.id, speaker), *hooks.look_buttons(table, speaker)]

    return Page((f"### {head}",), tuple(chunks(parts, ROW_BUTTONS)), tail=(leaves[page - 1],))


def all_rows(scene: Scene) -> list[Row]:
    """Return every row of `scene`, the viewer's own first."""
    return [
        *scene.hand,
        *scene.rows,
        *(row for panel in scene.panels for row in panel.rows),
        *scene.rest,
    ]


def page_buttons(verb: str, table: TableId, page: int, pages: int, speaker: Speaker) -> Parts:
    """Return the buttons that turn to the page before and to the next one, where there are any."""
    return [
        button(speaker.text(key), verb, table, number)
        for key, number in (("button-before", page - 1), ("button-next", page + 1))
        if 1 <= number <= pages
    ]


def confirm_end(table: TableRecord, speaker: Speaker) -> Page:
    """Return the question whether a table should really be ended."""
    say_ = speaker.text
    parts = [
        button(say_("button-end"), "end", table.id, style=Style.DANGER),
        button(say_("button-keep"), "keep", table.id),
    ]
    asked = speaker.key("end-confirm", table=title(table, speaker))
    return Page(("\n".join([asked, *fairness.early_end_warning(table, speaker)]),), (parts,))


def log_page(
    table: TableRecord,
    frame: Frame,
    notes: Sequence[Note],
    speaker: Speaker,
    line: int = HERE,
    new: int | None = None,
) -> Page:
    """Return the page of the log that begins with `line`, or at the reader's place for `HERE`.

    `new` is the place of the first note since the reader's last move, counted from 0; None if there is none.
    """
    new = len(notes) if new is None else new
    leaf = Leaf.at(notes, line, new)
    counted = {"first": leaf.start + 1, "last": leaf.end, "count": len(notes)}
    head = speaker.key("log-title", table=title(table, speaker), **counted)
    turning = leaf.turns(table.id, speaker)
    parts = [*back_buttons(table, frame, speaker), look_button(table.id, speaker)]
    text = "\n".join(leaf.lines(new, speaker))

    return Page((f"### {head}", text), (turning, parts) if turning else (parts,))


def lines_elsewhere(table: TableRecord, speaker: Speaker) -> list[str]:
    """Return the lines about time and seats for a private page: deadlines, late or absent players, vacancies."""
    return [*clocks.time_lines(table, speaker), *vacancies.vacancy_lines(table, speaker)]


def rows_elsewhere(table: TableRecord, seat: Seat, speaker: Speaker) -> list[Parts]:
    """Return the buttons about time and seats for the player on `seat`, for which the channel has commands."""
    if table.status is not Status.PLAYING:
        return []
    timed = [
        part for row in clocks.table_buttons(table, speaker.language, pauses=True) for part in row
    ]
    leave = button(speaker.text("button-leave-game"), "leaving", table.id)
    return [[*timed, leave], *vacancies.vacancy_rows(table, speaker, own=seat)]
