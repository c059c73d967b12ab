"""Private tables: one person against rivals, to practise with rewinds, or to learn a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from cachetools import LRUCache
from discord import app_commands

from bot.faces.components import Parts, Style, button, text_button
from bot.faces.feature_hooks import Command, Feature
from bot.faces.lobby import LEVEL, LEVELS
from bot.faces.scene_text import Localizer
from bot.features.alone import playing
from bot.features.alone.playing import open_table
from bot.interactions import command_texts
from bot.interactions.lobby import NewTable
from bot.interactions.plays import answers_to, play_picks, present_question_instead
from bot.interactions.private_tables import (
    SharedDeal,
    find_shared,
    open_private_table,
    show_first,
)
from bot.interactions.request import Request
from bot.interactions.table_views import show_own_view
from bot.rivals.thinking import repeatable_choice
from bot.storage.keyed_documents import DocumentKind
from bot.storage.records import NO_TABLE, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.refusals import Outdated, UnknownClick
from bot.tables.seat_orders import choices_of
from bot.tables.table import Table
from bot.tables.tables import table_after
from bot.texts.fluent import Language
from engine.frozen import frozen
from engine.games import GAMES
from engine.logged_moves import leads_back
from engine.match import AnyMatch, Ask
from engine.scene import Seat, Text, Viewer, say
from engine.tutorial import LESSON

REMEMBERED = 256
"""Size of the cache of suggestions, in tables."""


@frozen
class Lessons:
    """The lessons that `user` met at `table`: `met` pairs the key of a lesson with the question of its first time."""

    table: TableId
    user: int
    met: tuple[tuple[str, str], ...] = ()


OVER = "over"
"""Stands for the end of all lessons, which is told once as well."""
KIND = DocumentKind("lessons", Lessons, ("table", "user"))


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return the stored `Lessons` of `user` as values for JSON."""
    return {
        "lessons": [
            {"table": int(each.table), "met": [key for key, _ in each.met]}
            for each in await storage.choices(Lessons, user=user)
        ]
    }


@frozen
class Suggested:
    """A suggestion after `move`: the names of its `choice`, the `reason`, and its outcome.

    The outcome is the match `after` it, and the events that the seat `hears`. `other` is the previous suggestion, if
    another action was chosen.
    """

    move: int
    choice: tuple[Text, ...]
    reason: Text
    after: AnyMatch
    hears: tuple[Text, ...]
    other: Suggested | None = None


_suggested: LRUCache[TableId, Suggested] = LRUCache(REMEMBERED)
"""The last suggestion at each table."""


def suggestion_at(table: Table, ask: Ask) -> Suggested:
    """Return the suggestion for the question `ask`, and cache it."""
    match, seat = table.started_match, ask.seat
    last = _suggested.get(table.id)
    if last and last.move == match.seq:
        return last

    given = repeatable_choice(match, seat)
    after, moves = table_after(table, seat, given.actions)
    hears = tuple(told.event for told in moves[0].told_events if told.is_heard_by(seat))
    other = last if last and _is_other_answer(table, seat, last) else None
    picked = choices_of(match, ask, given.actions)
    now = Suggested(
        match.seq,
        tuple(each.option.label for each in picked),
        given.reason,
        after.started_match,
        hears,
        other,
    )
    _suggested[table.id] = now

    return now


def _is_other_answer(table: Table, seat: Seat, last: Suggested) -> bool:
    """Tell whether `seat` answered otherwise than `last` suggested; a rewind is no answer.

    A step without events is compared by the position; once others have moved, an answer is compared by its events.
    """
    made = next(
        (
            entry.line(seat).events
            for entry in table.recent
            if entry.seq == last.move + 1 and entry.seat == seat
        ),
        None,
    )
    if made is None or leads_back(made):
        return False
    if table.started_match.seq == last.after.seq:
        return bool(table.started_match.state != last.after.state)

    return made != last.hears


def is_over(table: Table) -> bool:
    """Tell whether the primer of `table` is done, or its match has an `outcome`."""
    match = table.started_match
    primer = match.game.primer
    return primer is None or primer.over(match.state) or match.outcome is not None


async def lesson_lines(
    chosen: Preferences, table: Table, user: int, localizer: Localizer, ask: Ask
) -> list[str]:
    """Return the lines above the question `ask`: on the last answer, the lesson, and the suggestion."""
    if table.record.deal != LESSON:
        return []
    if is_over(table):
        told = localizer.key("learn-over")
        return await _at_first(chosen, table, user, ask, OVER, told)
    now = suggestion_at(table, ask)
    said, other = [], now.other
    if other:
        key = "learn-otherwise"
        said.append(localizer.key(key, choice=other.choice, reason=other.reason))
    if ask.hint is not None:
        kind = ask.hint.key.replace("-hint-", "-lesson-")
        lesson = localizer.key("learn-lesson", lesson=say(kind))
        said += await _at_first(chosen, table, user, ask, kind, lesson)

    return [*said, localizer.key("learn-suggested", choice=now.choice)]


async def lesson_buttons(
    _: Any, table: Table, seat: Seat, localizer: Localizer
) -> Parts:
    """Return the buttons of the suggestion and its reason, or of a whole game once the lesson `is_over`."""
    if table.record.deal != LESSON or seat not in table.started_match.deciding:
        return []
    if is_over(table):
        style = Style.SUCCESS
        return [
            text_button(localizer, "button-graduate", "graduate", table.id, style=style)
        ]
    question = table.started_match.question_id(seat)

    return [
        text_button(
            localizer, "button-suggested", "suggested", table.id, seat, question
        ),
        text_button(localizer, "button-why", "why", table.id),
    ]


async def _at_first(
    chosen: Preferences, table: Table, user: int, ask: Ask, kind: str, line: str
) -> list[str]:
    """Return `line` if `ask` is the first question of its `kind` at the table, and store that it was shown."""
    known = await chosen.get(Lessons, table.id, user)
    met = dict(known.met)
    if kind not in met:
        await chosen.change(
            Lessons, table.id, user, met=(*known.met, (kind, ask.question))
        )

    return [line] if met.get(kind, ask.question) == ask.question else []


BEGINNERS = "squire"
"""The level of the rivals in the first whole game after a lesson."""


async def learn(request: Request, game: str) -> None:
    """Open the table of the primer of `game`, or return to the running one; raise `UnknownClick` without a primer."""
    rules = request.services.games.get(game)
    if rules is None or rules.primer is None:
        raise UnknownClick
    running = await find_shared(request, game, LESSON, Status.PLAYING)
    if running == NO_TABLE:
        primer = rules.primer
        options = NewTable(rivals=primer.seats - 1, orders=False)
        table = await open_private_table(
            request, game, options, SharedDeal(LESSON, primer.secret, primer.seat)
        )
        running = table.id
    table = await request.tables.play_all(
        running, partial(_before_lesson, rules.primer.skipped)
    )

    await show_first(request, table, "learn-begun")


def _before_lesson(skipped: int, match: AnyMatch) -> tuple[Seat, Sequence[Any]] | None:
    """Return a knight's choice for one of the first `skipped` moves of `match`; None after them."""
    if match.seq >= skipped:
        return None
    seat = match.deciding[0]
    return seat, repeatable_choice(match, seat).actions


@present_question_instead
async def play_suggestion(
    request: Request, table: Table, seat: int, question: str
) -> None:
    """Answer a click that plays the suggestion for `question`."""
    _check_lesson(table)
    ask = answers_to(request, table, seat, question).ask
    given = repeatable_choice(table.started_match, ask.seat)
    chosen = choices_of(table.started_match, ask, given.actions)
    await play_picks(
        request, table, seat, question, tuple(each.number for each in chosen)
    )


async def show_reason(request: Request, table: Table) -> None:
    """Answer a click that asks for the reason of a suggestion: the private view shows it."""
    _check_lesson(table)
    seat = table.seat_of(request.user)
    if seat not in table.started_match.deciding:
        await show_own_view(request, table)
        return

    reason = repeatable_choice(table.started_match, seat).reason
    await show_own_view(
        request, table, [request.localizer(table).key("learn-why", reason=reason)]
    )


async def graduate(request: Request, table: Table) -> None:
    """Begin a whole game against rivals of the level `BEGINNERS`, in place of a lesson; raise `Refused`."""
    _check_lesson(table)
    options = NewTable(level=BEGINNERS)
    await open_table(request, table.record.game, options, instead_of=table.id)


def _check_lesson(table: Table) -> None:
    """Raise `UnknownClick` unless `table` is a lesson that goes on."""
    if table.running_table.record.deal != LESSON:
        raise UnknownClick


def buttons(table: TableRecord, localizer: Localizer, *_: object) -> Parts:
    """Return the buttons of a private table in play, besides its question: put away, and rewind if no `duplicate`."""
    if not table.alone or table.status is not Status.PLAYING:
        return []
    names = [] if table.duplicate else [("button-rewind", "rewind")]
    names.append(("button-put-away", "putaway"))
    return [text_button(localizer, name, verb, table.id) for name, verb in names]


def look_buttons(table: TableRecord, localizer: Localizer, _: Viewer) -> Parts:
    """Return the buttons of a private table with `Status.OVER`: its hidden cards, and another game."""
    if not table.alone or table.status is not Status.OVER:
        return []
    again = text_button(
        localizer, "button-again", "again", table.id, style=Style.SUCCESS
    )
    return [again, text_button(localizer, "button-opened", "opened", table.id)]


def lobby_buttons(table: TableRecord, localizer: Localizer) -> Parts:
    """Return the button that teaches the game of an open table; none where the game has no `primer`."""
    game = GAMES.get(table.game)
    teaches = game and game.primer
    learn = text_button(localizer, "button-learn", "learn", table.game)
    return [learn] if teaches else []


def help_buttons(language: Language) -> Parts:
    """Return a button for each game that has a `primer`."""
    return [
        button(
            language.text("button-learn-game", game=say(f"{game.key}-name")),
            "learn",
            game.key,
        )
        for game in GAMES.values()
        if game.primer
    ]


MOST_RIVALS = 4


async def alone(
    request: Request,
    game: str,
    rivals: app_commands.Range[int, 1, MOST_RIVALS] | None = None,
    level: str = LEVEL,
) -> None:
    """Open a private table of `game`."""
    if game not in request.services.games or level not in LEVELS:
        raise Outdated
    await open_table(request, game, NewTable(rivals=rivals or 0, level=level))


def slash_commands(games: Collection[str]) -> Iterator[Command]:
    """Yield the commands `/alone` and `/learn`, for `games` by their keys."""
    offered = {"game": ("{}-name", games)}
    yield command_texts.command(
        "alone",
        alone,
        {**offered, "level": ("level-{}", LEVELS)},
        game="option-alone-game",
        rivals="option-alone-rivals",
        level="option-alone-level",
    )
    yield command_texts.command("learn", learn, offered, game="option-learn-game")


ALONE = Feature(
    key="alone",
    routes={
        "rewind": playing.offer_rewind,
        "rewound": playing.rewind_to,
        "putaway": playing.put_away,
        "again": playing.again,
        "learn": learn,
        "suggested": play_suggestion,
        "why": show_reason,
        "graduate": graduate,
    },
    commands=slash_commands,
    answer_buttons=lesson_buttons,
    explains=lesson_lines,
    private_buttons=buttons,
    look_buttons=look_buttons,
    lobby_buttons=lobby_buttons,
    help_buttons=help_buttons,
    without_server=open_table,
    kinds=(KIND,),
    document=document,
)
"""/alone and /learn: private tables."""
