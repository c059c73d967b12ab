"""Pages about a person's own tables: the list across servers, with turns, times and links, and the choice of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.faces import logbook
from bot.faces.components import (
    OPTIONS,
    Page,
    Part,
    Section,
    Style,
    button,
    make_custom_id,
    option,
    select,
    text_button,
)
from bot.faces.logbook import table_link
from bot.faces.messages import LOOK_PAGE, hand_button, title
from bot.faces.rulebook import turn_to
from bot.faces.scene_text import SEPARATOR, Localizer
from bot.storage.records import Status, TableRecord
from bot.texts.fluent import Language
from bot.texts.names import plain_name
from engine.frozen import frozen
from engine.match import Ask, Frame
from engine.scene import Who, say

LISTED = 10
"""How many tables stand on a page: a line takes three of the 40 components that a message may have."""


@frozen
class OwnTable:
    """State of a table for one of its people: the `frame` of that viewer, None in a lobby, and when it was `asked`."""

    table: TableRecord
    localizer: Localizer
    frame: Frame | None = None
    asked: float | None = None

    @property
    def waits(self) -> bool:
        """Tell whether the table waits for this person."""
        playing = self.table.status is Status.PLAYING
        return playing and self.frame is not None and self.frame.is_awaited

    @property
    def line(self) -> Section:
        """Return the table as a `Section`, with a button to the viewer's question, hand, or board."""
        table = self.table
        if self.waits:
            way = text_button(
                self.localizer, "button-play", "play", table.id, style=Style.PRIMARY
            )
        elif self.frame is None:
            way = text_button(self.localizer, "button-board", "board", table.id)
        else:
            way = hand_button(table, self.localizer)
        return Section(self.text, way)

    @property
    def text(self) -> str:
        """Return the table in one line of text, with its link and the players that it waits for."""
        table = self.table
        named = title(table, self.localizer)
        link = f"[{named}]({table_link(table)})"
        if table.alone:
            # A private table has no link.
            link = self.localizer.key("tables-alone", table=named)
        key = "tables-yours" if self.waits else "tables-waits"
        if table.status is Status.LOBBY:
            key = "tables-open"
        elif table.status is Status.SUSPENDED or self.frame is None:
            key = "tables-rests"
        players = tuple(Who(ask.seat) for ask in self._asks)
        said = self.localizer.key(key, table=link, players=players)
        since = logbook.asked_ago(self.asked, self.localizer)
        return SEPARATOR.join(filter(None, [said, since, self._until]))

    @property
    def _asks(self) -> tuple[Ask, ...]:
        return self.frame.asks if self.frame else ()

    @property
    def _until(self) -> str:
        """Return the deadline of this person, or else the soonest of all seats that are asked."""
        clock = self.table.clock
        mine = self.frame.mine if self.frame else None
        asked = [mine] if mine else self._asks
        if not asked or clock is None or not clock.seats:
            return ""
        if self.table.status is not Status.PLAYING:
            return ""

        ends = {ask.seat: clock.seats[ask.seat].until for ask in asked}
        soonest = min(ends, key=lambda seat: (ends[seat] is None, ends[seat] or 0.0))
        return logbook.deadline_text(self.table, soonest, self.localizer, brief=True)


def sort_by_wait(standings: Sequence[OwnTable]) -> list[OwnTable]:
    """Return tables in the order in which they matter: by how long they have waited for the person, then all others.

    A private table keeps no player waiting: those stand behind all others.
    """

    def rank(each: OwnTable) -> tuple[bool, bool, float, int]:
        since = each.asked if each.waits else None
        return each.table.alone, not each.waits, since or 0.0, each.table.id

    return sorted(standings, key=rank)


def overview_page(
    standings: Sequence[OwnTable],
    number: int,
    language: Language,
    names: Mapping[str, str],
    more: Sequence[Part],
) -> Page:
    """Return the page `number` of a person's tables, each with its own button, and the buttons `more`.

    `names` are the commands as facts.
    """
    leaves = _split_pages(each.line for each in sort_by_wait(standings))
    _, lines, turns = turn_to(number, leaves, language, "tables")
    about = "" if standings else language.text("tables-none", **names)
    if any(each.table.status is Status.SUSPENDED for each in standings):
        about = language.text("tables-resume", **names)

    blocks = (f"### {language.text('tables-title')}", about)
    return Page(blocks, [[*turns, *more]], lines=lines)


def _split_pages(lines: Iterable[Section]) -> list[list[Section]]:
    """Return `lines` in pages; a single empty one where there are none."""
    leaves: list[list[Section]] = [[]]
    for line in lines:
        length = sum(len(each.text) for each in (*leaves[-1], line))
        if len(leaves[-1]) == LISTED or length > LOOK_PAGE:
            leaves.append([])
        leaves[-1].append(line)

    return leaves


def table_choice_page(
    verb: str, tables: Sequence[TableRecord], language: Language, *, clears: int
) -> Page:
    """Return the question which of `tables` is meant; the newest ones where there are more than `OPTIONS`.

    Where it `clears` several tables that have not begun, a button offers to end these together.
    """
    options = []
    for table in tables[-OPTIONS:]:
        label = language.text(
            "which-table",
            table=str(table.id),
            game=say(f"{table.game}-name"),
            players=tuple(plain_name(sitter.name) for sitter in table.sitters),
        )
        options.append(option(label, str(table.id)))

    goal = make_custom_id("which", verb)
    menu = select(language.text("which-pick"), goal, options)
    all_ = []
    if clears > 1:
        label = language.text("button-clear", count=clears)
        all_ = [button(label, "clear", style=Style.DANGER)]

    return Page([language.text("which-title")], ([menu], all_))
