"""Views of the deals of the day: the user's overview, the standings, and the dialog of the `Habit`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice

import discord

from bot.faces.components import (
    MOST_OFFERED,
    Page,
    Part,
    Parts,
    Style,
    button,
    make_custom_id,
    option,
    select,
    text_button,
)
from bot.faces.settings import Form, choice, fields_dialog
from bot.features.daily.deals import Deal, Entry, Habit, Shown, State
from bot.features.daily.rankings import DivergentMoment, Placed, Week
from bot.storage.records import NO_TABLE, Status, TableId
from bot.texts.fluent import Language
from bot.texts.names import bold_name, plain_name
from engine import fairness
from engine.frozen import frozen
from engine.scene import Text, say

MOST_PLACED, MOST_WEEK, MOST_LISTS = 15, 10, 4
"""How many results, lines of a week's table, and lists of games to look at a post has."""
NO_GAME = "none"
"""Stands for a game where the dialog was opened to change the settings."""
FORM: Form = {
    Habit: {
        "shown": choice("shown", {each.value: each for each in Shown}, "daily-shown"),
        "shared": choice("shared", {"on": True, "off": False}, "daily-shared"),
    }
}
BEGUN: Mapping[Status | None, str] = {Status.PLAYING: "runs", Status.ENDED: "ended"}
"""The texts of deals that are begun, by the status of the table."""
CHANNELS = {discord.ChannelType.text.value: discord.TextChannel}
"""The kinds of channels in which standings can be posted."""


@frozen
class Today:
    """State of a deal for a user: the `entry`, and the `status` of its table, None where that can't be read."""

    deal: Deal
    entry: Entry
    status: Status | None = None
    points: int | None = None


@frozen
class Standings:
    """Standings of a deal whose day is over: results, tables that are `shared`, and divergent `moments`."""

    deal: Deal
    placed: Sequence[Placed]
    shared: Collection[TableId]
    moments: Sequence[DivergentMoment]


# One's own page


def overview(
    today: Sequence[Today],
    past: Sequence[Entry],
    days: int,
    ends: int,
    language: Language,
) -> Page:
    """Return the page of the deals of `today`, the `past` results, a streak of `days`, and when today `ends`."""
    results = [language.text("daily-streak", count=days)] if days else []
    if past:
        results.append(language.text("daily-past"))
    results += [_past(each, language) for each in past]
    pledges = [
        language.text(
            "daily-pledge",
            game=_name(each.deal.game),
            pledge=fairness.pledge(each.deal.secret).hex(),
        )
        for each in today
    ]
    row = [part for each in today for part in _begin(each, language)]
    blocks = (
        f"### {language.text('daily-heading')}",
        language.text("daily-about", when=f"<t:{ends}:R>"),
        "\n".join(_today(each, language) for each in today),
        "\n".join(results),
        "\n".join(pledges),
    )

    return Page(blocks, (row,))


def _today(each: Today, language: Language) -> str:
    game = _name(each.deal.game)
    if each.deal.state is State.OFF:
        return language.text("daily-off", game=game)
    if each.points is not None:
        return language.text("daily-done", game=game, points=each.points)
    if each.entry.table == NO_TABLE:
        return language.text("daily-waits", game=game)
    return language.text(f"daily-{BEGUN.get(each.status, 'unreadable')}", game=game)


def _begin(each: Today, language: Language) -> Parts:
    """Return the button that begins a deal or leads back to it; none where it was called off."""
    if each.deal.state is State.OFF:
        return []
    begun = each.entry.table != NO_TABLE
    open_ = each.status is Status.PLAYING if begun else each.deal.state is State.RUNNING
    if not open_:
        return []
    key = "button-daily-on" if begun else "button-daily"
    return [
        button(
            language.text(key, game=_name(each.deal.game)),
            "deal",
            each.deal.game,
            style=Style.SUCCESS,
        )
    ]


def _past(entry: Entry, language: Language) -> str:
    result = language.text(
        "daily-result",
        date=entry.date,
        game=_name(entry.game),
        points=entry.points or 0,
    )
    return f"- {result}, {_lead(entry, language)}"


def _lead(entry: Entry, language: Language) -> str:
    lead = entry.lead or 0
    way = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
    return language.text(f"daily-{way}", count=abs(lead))


def habit_dialog(habit: Habit, game: str, language: Language) -> Part:
    """Return the dialog of `habit`; it leads on to the deal of `game`, if that isn't empty."""
    stands = habit if habit.shown else Habit(habit.user, Shown.NAMED)
    return fields_dialog(
        language.text("daily-ask"),
        make_custom_id("appear", game or NO_GAME),
        FORM,
        {Habit: stands},
        language,
    )


# Standings


def standings(
    date: str,
    told: Sequence[Standings],
    weekly: Sequence[Week],
    public: Language,
) -> Page:
    """Return the post with the standings of `date`, if any were `told`, and the `weekly` ones.

    The secrets of the deals are the tail: they are there whatever is cut.
    """
    blocks = [f"### {public.text('daily-standings', date=date)}"] if told else []
    blocks += ["\n".join(_standings(each, public)) for each in told]
    secrets = "\n".join(
        public.text(
            "daily-opened",
            game=_name(each.deal.game),
            secret=each.deal.secret.hex(),
        )
        for each in told
    )
    if weekly:
        head = public.text("daily-week")
        lines = [_week(each, public) for each in weekly[:MOST_WEEK]]
        blocks.append("\n".join([f"**{head}**", *lines]))

    most = MOST_LISTS // max(1, len(told))
    looks = [
        [part] for each in told for part in islice(_replay_selects(each, public), most)
    ]
    # Two posts of different days are told apart by what can be pressed below them.
    day = date.replace("-", "")
    today = text_button(public, "button-daily-today", "today", day)

    return Page(
        tuple(blocks),
        (*looks, [today]),
        tail=(secrets,),
    )


def _standings(each: Standings, public: Language) -> Iterator[str]:
    yield f"**{public.text(f'{each.deal.game}-name')}**"
    for one in each.placed[:MOST_PLACED]:
        yield f"{_place(one, public, bold_name)}, {_lead(one.entry, public)}"
    more = len(each.placed) - MOST_PLACED
    if more > 0:
        yield public.text("daily-more", count=more)
    for par in each.deal.pars:
        yield public.text(
            "daily-par", level=say(f"level-{par.level}"), points=par.points
        )
    if each.moments:
        yield public.text("daily-parted")

    for moment in each.moments:
        yield _moment(moment, public)


def _place(one: Placed, public: Language, written: Callable[[str], str]) -> str:
    """Return a line of the standings; `written` formats the name."""
    name = public.text("daily-somebody") if one.name is None else written(one.name)
    return public.text(
        "daily-place", place=one.place, name=name, points=one.entry.points or 0
    )


def _moment(moment: DivergentMoment, public: Language) -> str:
    chosen = "; ".join(
        public.text("daily-chose", choice=choice, count=count)
        for choice, count in moment.choices
    )
    return public.text("daily-moment", question=moment.prompt, choices=chosen)


def _replay_selects(each: Standings, public: Language) -> Iterator[Part]:
    """Yield selects of the games in `shared`, the best first, each of at most `MOST_OFFERED`."""
    shared = [one for one in each.placed if one.entry.table in each.shared]
    for listed in discord.utils.as_chunks(shared, MOST_OFFERED):
        hint = public.text(
            "daily-look", game=_name(each.deal.game), place=listed[0].place
        )
        options = [
            option(_place(one, public, plain_name), str(one.entry.table))
            for one in listed
        ]
        yield select(hint, make_custom_id("rewatch", listed[0].entry.table), options)


def _week(each: Week, public: Language) -> str:
    whole, half = divmod(each.beaten, 1)
    beaten = f"{int(whole) or ''}½" if half else str(int(whole))
    return public.text(
        "daily-week-line",
        place=each.place,
        name=bold_name(each.name),
        beaten=beaten,
        deals=each.deals,
    )


def _name(game: str) -> Text:
    return say(f"{game}-name")
