"""The private view: a person's question, hand and news, and behind *More* everything else.

Also a person's orders: the effect of each, and the way to change it. Lasting orders are one dialog: a field for each
with its present value, read as picks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.faces import feature_hooks, logbook
from bot.faces.answer_controls import (
    DIGITS,
    NOTHING_YET,
    Answers,
    Progress,
    amounts,
    are_tall,
    chunks,
)
from bot.faces.components import (
    OPTIONS,
    ROW_BUTTONS,
    Controls,
    Page,
    Part,
    Parts,
    button,
    checkbox_option,
    make_custom_id,
    option,
    pack_numbers,
    room_beside,
    select,
    text_button,
    text_display,
)
from bot.faces.dialogs import (
    checkbox_group,
    dialog_field,
    modal,
    radio_group,
    short_input,
)
from bot.faces.logbook import HERE_NOW, Visit
from bot.faces.messages import (
    back_buttons,
    private_head,
    record_buttons,
    title,
    waiting_text,
)
from bot.faces.picture.requests import decision_picture, hand_picture
from bot.faces.rulebook import add_kinds_select
from bot.faces.scene_text import Localizer, hand, report, stakes
from bot.storage.records import TableId, TableRecord
from bot.tables.refusals import NotANumber, UnknownClick
from engine.frozen import replace
from engine.match import Ask, Frame
from engine.scene import Text


def orders_text(
    frame: Frame, localizer: Localizer, answering: Ask | None = None
) -> str:
    """Return the viewer's orders, with the effect of each; empty where there are none.

    With `answering` only the order about this question is named: for a question of the rules the most urgent one.
    """
    presumed = frame.mine is not None and frame.mine.presumed
    if answering:
        key = (
            "ahead-answered" if presumed and answering == frame.mine else "ahead-stands"
        )
        urgent = []
        if not answering.ahead:
            urgent = [each for each in frame.orders[:1] if not each.lasting]
        about = [
            each for each in frame.orders if each.question == answering.question
        ] or urgent
        return "\n".join(_effects(key, (each.does for each in about), localizer))

    answered = [localizer.key("ahead-presumed")] if presumed else []
    given = _effects("ahead-line", (each.does for each in frame.orders), localizer)

    return "\n".join([localizer.key("ahead-title"), *given, *answered]) if given else ""


def _effects(
    key: str, effects: Iterable[Text | None], localizer: Localizer
) -> list[str]:
    """Return the `effects` of orders in sentences of `key`; an order that isn't given has none."""
    return [localizer.key(key, does=does) for does in effects if does]


def order_rows(
    table: TableRecord,
    frame: Frame,
    asked: Ask | None,
    localizer: Localizer,
    *,
    answering: bool = False,
) -> Controls:
    """Return the controls that lead to each order besides the question `asked`: buttons, or a select for many.

    Lasting ones have a button together. With `answering` it is a select, so that an order isn't mistaken for an answer.
    """
    question = asked.question if asked else None
    others = [
        each for each in frame.orders if not each.lasting and each.question != question
    ]
    lasting = lasting_button(table, frame, localizer)
    if not others or frame.viewer is None:
        return [lasting]
    goal = make_custom_id("ahead", table.id, frame.viewer)
    if len(others) <= ROW_BUTTONS and not answering:
        parts = []
        for each in others:
            label = localizer.key("ahead-button", label=localizer.label(each.label))
            pin = PIN if each.does else ""
            parts.append(button(label, goal, each.question, emoji=pin))
        return chunks([*parts, *lasting])

    options = []
    for each in others[:OPTIONS]:
        does = localizer.label(each.does) if each.does else ""
        options.append(option(localizer.label(each.label), each.question, does=does))

    return [[select(localizer.text("ahead-pick"), goal, options)], lasting]


PIN = "📌"
NOTHING = (0,)
"""The picks that are as if nothing were ordered (`engine.orders.Topic`)."""


class Lasting(NamedTuple):
    """A lasting order: its `label`, its effect, the numbers of its picks, and its question."""

    label: Text
    does: Text | None
    picked: tuple[int, ...]
    ask: Ask


def lasting_button(table: TableRecord, frame: Frame, localizer: Localizer) -> Parts:
    """Return the button that opens the dialog of lasting orders, where it has a use or an order stands already."""
    lasting = [each for each in frame.orders if each.lasting]
    given = any(each.does for each in lasting)
    if (
        not lasting
        or frame.viewer is None
        or not (given or len(lasting) < len(frame.orders))
    ):
        return []
    words = "lasting", table.id, frame.viewer
    pin = PIN if given else ""
    return [text_button(localizer, "button-lasting", *words, emoji=pin)]


def lasting_dialog(
    table: TableId,
    seat: int,
    lasting: Sequence[Lasting],
    localizer: Localizer,
    lines: Sequence[str],
) -> Part:
    """Return the dialog in which all lasting orders of a seat are given: below `lines`, the effects of those given."""
    does = _effects("ahead-line", (each.does for each in lasting), localizer)
    said = text_display("\n".join([*lines, localizer.key("lasting-about"), *does]))
    fields = [
        _lasting_field(str(place), one, localizer) for place, one in enumerate(lasting)
    ]
    return modal(
        localizer.key("lasting-title"),
        make_custom_id("lasted", table, seat),
        [said, *fields],
    )


def _lasting_field(custom_id: str, order: Lasting, localizer: Localizer) -> Part:
    """Return the field of `order`: for a number, for several picks, or for one of a few."""
    ask, label = order.ask, localizer.label(order.label)
    about = localizer.label(ask.prompt).partition("\n")[0]
    if amounts(ask):
        picked = (
            each.option.amount for each in ask.choices if (each.number,) == order.picked
        )
        number = next(picked, None)
        written = "" if number is None else str(number)
        return dialog_field(label, short_input(custom_id, DIGITS, written), about)

    options = [
        checkbox_option(
            localizer.label(each.option.label),
            str(each.number),
            default=each.number in order.picked,
        )
        for each in ask.choices
    ]
    if ask.at_most > 1:
        return dialog_field(
            label, checkbox_group(custom_id, options[len(NOTHING) :]), about
        )

    return dialog_field(label, radio_group(custom_id, options), about)


def read_lasting(
    fields: Mapping[str, Sequence[str]], lasting: Sequence[Lasting]
) -> list[tuple[int, ...]]:
    """Return the picks for each order from `fields` of the dialog; raise `NotANumber` or `UnknownClick`."""
    return [
        _read_picks(fields.get(str(place), ()), each.ask)
        for place, each in enumerate(lasting)
    ]


def _read_picks(values: Sequence[str], ask: Ask) -> tuple[int, ...]:
    """Return the numbers of the choices for a field's `values`; `NOTHING` for an empty field."""
    written = [each.strip() for each in values if each.strip()]
    if not written:
        return NOTHING
    offers = amounts(ask)
    by_value = {
        str(each.option.amount if offers else each.number): each.number
        for each in ask.choices
        if not offers or each.option.amount is not None
    }
    if not {*written} <= by_value.keys() or len(written) > ask.at_most:
        raise (
            NotANumber(low=min(offers), high=max(offers)) if offers else UnknownClick()
        )

    return tuple(sorted(by_value[each] for each in written))


MORE, LESS = "more", "less"
"""The verbs that unfold a private view in place, and fold it again."""


def private_page(
    table: TableRecord,
    frame: Frame,
    localizer: Localizer,
    progress: Progress = NOTHING_YET,
    visit: Visit = HERE_NOW,
) -> Page:
    """Return a person's own view: the events just told, the news, the hand, the question and its answers.

    Everything else is behind *More* unless `progress.unfolded`: other orders, the table, the log, advice, the cards.
    """
    ask = progress.about or frame.mine
    if progress.about:
        # Whoever looks at an order comes from the question, which had what is new and can be taken back.
        visit = replace(visit, news=(), ways=())

    answers = Answers(table.id, ask, localizer, progress) if ask else None
    rows = answers.rows if answers else []

    asked: tuple[str, ...] = (waiting_text(frame, localizer),)
    if frame.outcome:
        # The news ends with what the game turned on, which stands below, and has no room for who has won.
        visit = replace(visit, news=())
        asked = (*report(frame, localizer)[:1], *asked)
    if answers:
        asked = _prompt_lines(answers, localizer, unfolded=progress.unfolded)
    words = [_in_words(ask, frame, localizer)] if ask else hand(frame.scene, localizer)
    brief = ask is not None
    head = private_head(
        table, frame, localizer, away=visit.away, asked=visit.asked, brief=brief
    )
    orders = orders_text(frame, localizer, None if progress.unfolded else ask)
    added = "\n".join(visit.added)
    lines, told = logbook.NEWS_LINES, visit.told
    if ask and visit.in_words:
        lines -= max(0, logbook.news_height(words) - logbook.WORDS_LINES)
        told = logbook.latest_news(told, lines)
    room = room_beside((head, *told, *asked, orders, added, *words))

    # One block of both: each takes room from what else can be pressed. So does what is ordered, and what features add.
    taken = logbook.news_height((*told, orders, *visit.added))
    # The latest news is left out only below something else that has happened.
    least = 0 if told else 1
    most = 1 if are_tall(rows) else lines
    left = max(least, most - taken)
    happened = "\n".join(
        filter(None, (*told, logbook.news(visit, room, localizer, left)))
    )
    # What is asked stands right above what can be pressed, whatever there is to read before it.
    tail = tuple(filter(None, (added, *asked)))
    request = None
    if not visit.in_words:
        named = title(table, localizer)
        request = decision_picture(frame, named, localizer, progress.about)
    page = Page((head, happened, orders), words=words, tail=tail, request=request)

    others = order_rows(table, frame, ask, localizer, answering=bool(rows))
    rows += [] if answers else others
    if answers and answers.opening is not None:
        # All else stands behind the way to the other answers.
        otherwise = text_button(localizer, "button-otherwise", "play", table.id)
        visit = replace(visit, ways=(otherwise,))
    below = _buttons_below(table, frame, localizer, progress, visit)
    rows += chunks(below)
    if not progress.unfolded:
        return replace(page, rows=rows)

    rows += others if answers else []
    way = tuple(_way_back(frame, progress))
    parts = record_buttons(table, localizer)
    about_rules = ask if frame.is_asked_by_rules else None
    parts += feature_hooks.private_buttons(table, localizer, way, about_rules)
    rows += chunks(parts)
    page = replace(page, rows=rows)
    shown = [*frame.scene.hand, *(frame.scene.rows if ask else ())]
    return add_kinds_select(
        page, table.game, frame, shown, localizer.language, table.id, *way
    )


def _prompt_lines(
    answers: Answers, localizer: Localizer, *, unfolded: bool
) -> tuple[str, ...]:
    """Return the question, its details if `unfolded`, and the choices picked in order so far."""
    ask = answers.ask
    details = f"-# {localizer.say(ask.details)}" if ask.details and unfolded else ""
    begun = ""
    if answers.opening is not None:
        begun = f"-# {localizer.say(ask.openings[answers.opening])}"
    return f"### {localizer.say(ask.prompt)}", begun, details, answers.picked_lines


def _in_words(ask: Ask, frame: Frame, localizer: Localizer) -> str:
    """Return in text the same as the picture of a decision: the phase, and the stakes."""
    told = stakes(ask, frame.scene, localizer)
    heading = f"-# **{localizer.say(frame.scene.heading)}"
    # A row may have the phase as its title.
    return told if told.startswith(heading) else f"{heading}**\n{told}"


def _buttons_below(
    table: TableRecord,
    frame: Frame,
    localizer: Localizer,
    progress: Progress,
    visit: Visit,
) -> Parts:
    """Return the buttons below the answers: the way back, those of features, the next table, and *More* or *Less*."""
    fold = LESS if progress.unfolded else MORE
    parts = back_buttons(table, frame, localizer) if progress.about else []
    parts += visit.ways
    if visit.more:
        parts.append(text_button(localizer, "button-next-table", "next", table.id))
    way = _way_back(frame, progress)
    return [*parts, text_button(localizer, f"button-{fold}", fold, table.id, *way)]


def _way_back(frame: Frame, progress: Progress) -> Iterator[str]:
    """Yield the words that lead back to a private view: to an order's question, or with the choices picked so far."""
    if progress.about:
        yield from ("ahead", progress.about.question)
    elif progress.opening is not None:
        yield from ("begin", str(progress.opening))
    elif progress.picked:
        yield from ("order", pack_numbers(progress.picked))
    else:
        yield "play" if frame.mine else "hand"


def hand_page(
    table: TableRecord, frame: Frame, localizer: Localizer, visit: Visit = HERE_NOW
) -> Page:
    """Return the viewer's hidden cards, the news for a returning player, and the way to the question."""
    orders = orders_text(frame, localizer)
    head = private_head(table, frame, localizer)
    cards = hand(frame.scene, localizer) or [localizer.key("hand-empty")]
    words = (*cards, *filter(None, [orders]))
    added = "\n".join(visit.added)
    new = logbook.news(visit, room_beside((head, added, *words)), localizer)

    parts = back_buttons(table, frame, localizer) if frame.mine else []
    parts += [*record_buttons(table, localizer), *visit.ways]
    parts += feature_hooks.private_buttons(table, localizer, ("hand",), None)

    rows = order_rows(table, frame, frame.mine, localizer) + chunks(parts)
    named = title(table, localizer)
    request = None if visit.in_words else hand_picture(frame, named, localizer)
    page = Page((head, new, added), rows, words=words, request=request)
    shown = frame.scene.hand
    return add_kinds_select(
        page, table.game, frame, shown, localizer.language, table.id, "hand"
    )
