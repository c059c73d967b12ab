"""An open table: its public text, its buttons with those for its rivals, and its message once it is open no more.

Also the start of its game, in a sentence, and the buttons about that; and the names of rivals, at any table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields
from math import ceil

from bot.clocks.start_condition import StartCondition, expected_duration
from bot.clocks.table_clock import DAY
from bot.faces import clocks, fairness, feature_hooks
from bot.faces.components import (
    Controls,
    Page,
    Part,
    Parts,
    Style,
    make_custom_id,
    option,
    select,
    text_button,
)
from bot.faces.logbook import timestamp
from bot.faces.messages import confirm_page, title, translation_row
from bot.faces.picture.requests import cards_picture
from bot.faces.scene_text import Lines, Localizer
from bot.storage.records import NO_USER, Private, Sitter, TableOptions, TableRecord
from bot.texts.fluent import Language
from bot.texts.names import plain_name
from engine.frozen import frozen, replace
from engine.scene import Row, Seat, Text, Who, say

LEVELS = ("squire", "knight", "champion")
"""Weakest first."""
LEVEL = "knight"
"""How well rivals play if nobody says."""
AWAY = "away."
"""How the values of the list begin that send somebody away."""
SWITCHES = tuple(each.name for each in fields(TableOptions) if each.name != "orders")
"""The options of tables that the list switches; that of orders has a list of its own, where a game knows them."""


def rival_names(language: Language) -> tuple[str, ...]:
    """Return the names of rivals in a language."""
    return tuple(name.strip() for name in language.text("rival-names").split(","))


def free_name(language: Language, taken: Sequence[str], first: int) -> str:
    """Return a name that isn't in `taken`, beginning with the one of number `first`."""
    every = rival_names(language)
    first %= len(every)
    turned = [*every[first:], *every[:first]]
    return next((name for name in turned if name not in taken), turned[0])


def new_rivals(
    language: Language, seated: Sequence[str], levels: Sequence[str], first: int
) -> list[Sitter]:
    """Return rivals of `levels` that join the people `seated`, each by a name that is free there (`free_name`)."""
    taken = [*seated]
    for _ in levels:
        taken.append(free_name(language, taken, first))
    named = zip(taken[len(seated) :], levels, strict=True)
    return [Sitter(NO_USER, name, level=level) for name, level in named]


def unnamed_sitters(sitters: Sequence[Sitter], reader: Language) -> tuple[Sitter, ...]:
    """Return the `sitters` of a private table without its person's name.

    Rivals have names in the language of the `reader`: their own ones tell which language the person reads.
    """
    names, somebody = iter(rival_names(reader)), reader.text("seat-unnamed")
    return tuple(
        replace(each, name=somebody if each.person else next(names)) for each in sitters
    )


def level_title(name: str) -> Text:
    """Return the title of the level `name`."""
    return say(f"level-{name}")


def option_menus(
    table: TableRecord, localizer: Localizer, *, full: bool, orders: bool
) -> Controls:
    """Return the select that adds rivals to a table that isn't `full`, removes them, and switches options.

    Where there can be `orders`, another one, for its opener, switches these.
    """
    say_ = localizer.text
    each_level = () if full else LEVELS
    come = [
        option(
            say_("rival-add", level=level_title(each)),
            each,
            does=say_(f"rival-add-{each}"),
        )
        for each in each_level
    ]
    away = [
        option(
            say_(
                "rival-remove",
                player=plain_name(each.name),
                level=level_title(each.level),
            ),
            f"{AWAY}{each.name}",
        )
        for each in table.sitters
        if each.level is not None
    ]
    options = [*come, *away, *(_switch(table, each, localizer) for each in SWITCHES)]
    menus = [[select(say_("rivals-pick"), make_custom_id("rivals", table.id), options)]]
    if orders:
        allow = [_switch(table, "orders", localizer)]
        goal = make_custom_id("orders", table.id)
        menus.append([select(say_("orders-pick"), goal, allow)])

    return menus


def _switch(table: TableRecord, what: str, localizer: Localizer) -> Part:
    """Return the option of a select that switches the option `what` of a table on or off."""
    key = f"{what}-forbid" if table.options[what] else f"{what}-allow"
    return option(localizer.text(key), what, does=localizer.text(f"{key}-about"))


WEEK = 7
"""In days."""


@frozen
class Box:
    """Facts on the box of a game: numbers of players, playing `minutes` by number, and `cards`.

    `orders` tells whether people can order ahead in it, `waits` how often a table waits for them and `decisions` how
    many each of them has (`Game.waits`, `Game.decisions`).
    `usual` is how many seconds such a game usually takes in the table's guild; None: too few have been played there.
    """

    seats: range
    minutes: Mapping[int, int]
    cards: Row | None = None
    orders: bool = False
    waits: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    decisions: int = 0
    usual: float | None = None

    def players(self, table: TableRecord) -> int:
        """Return the number of players of an open `table`: as many as it waits for, if no more are there."""
        awaited = clocks.players_awaited(table, self.seats)
        return min(max(len(table.sitters), awaited), self.seats[-1])


def lobby_page(
    table: TableRecord, box: Box, localizer: Localizer, invited: Sequence[int] = ()
) -> Page:
    """Return the page of an open table; the users that are `invited` are mentioned, so that it pings them."""
    language = localizer.language
    more = []
    if table.pledged:
        more = [text_button(language, "button-word", "word", table.id)]
    more += clocks.lobby_buttons(table, language)
    if table.starting and table.starting.asked is not None:
        # It objects to beginning with fewer players.
        more.append(text_button(language, "button-not-yet", "wait", table.id))
    more += feature_hooks.lobby_buttons(table, localizer)

    head, tagline, *rest = lobby_texts(table, box, localizer)
    full = len(table.sitters) >= box.seats[-1]
    rows = [
        lobby_buttons(table, box, localizer),
        more,
        *option_menus(table, localizer, full=full, orders=box.orders),
        translation_row(localizer, "board", table.id),
    ]
    if invited:
        mentions = ", ".join(f"<@{user}>" for user in invited)
        tagline += "\n" + localizer.key("rematch-invited", players=mentions)

    picture = cards_picture(box.cards, language) if box.cards else None
    return Page([f"{head}\n{tagline}"], rows, tail=rest, request=picture)


def lobby_texts(table: TableRecord, box: Box, localizer: Localizer) -> Lines:
    """Return the text of an open table: the game, its length, the opener, the beginning, and the seats."""
    seats = box.players(table)
    taken = len(table.sitters)
    terms = []
    minutes = box.minutes.get(seats)
    if minutes is not None:
        long = " ".join(map(localizer.say, _duration_texts(table, box, seats)))
        terms = [localizer.key("lobby-time", minutes=minutes, seats=seats, here=long)]
    terms += clocks.lobby_lines(table, localizer)
    allowed = tuple(
        say(f"allowed-{what}") for what in held_options(table, orders=box.orders)
    )
    if allowed:
        terms.append(localizer.key("lobby-allowed", what=allowed))
    terms += fairness.pledge_lines(table, localizer)
    openers = clocks.seats_of_users(table, {table.opener})
    opener = openers[0] if openers else Who(Seat(0))
    full = taken == box.seats[-1]
    opened = localizer.key("lobby-full" if full else "lobby-open", player=opener)
    missing = seats - taken
    here = localizer.key("lobby-seats", taken=taken, seats=seats, missing=missing)
    named = enumerate(localizer.people.bold_names, 1)
    lines = (_seat_line(number, name, table, localizer) for number, name in named)

    return [
        f"## {title(table, localizer)}",
        localizer.key(f"{table.game}-tagline"),
        f"{opened} {start_text(table, box.seats[0], localizer)}",
        "\n".join([here, *lines]),
        *filter(None, ["\n".join(terms)]),
    ]


def held_options(table: TableRecord, *, orders: bool) -> Lines:
    """Return the options of a table besides its time, by the names of the texts; some games know no `orders`."""
    found = {"advice": False, "by-dm": table.private is Private.DM, **table.options}
    return [what for what, on in found.items() if on and (orders or what != "orders")]


def options_page(
    table: TableRecord,
    seats: range,
    localizer: Localizer,
    *,
    orders: bool,
    opener: bool,
) -> Page:
    """Return the page behind *Options*: all that holds at a table, and for its `opener` the buttons to change it."""
    awaited = clocks.players_awaited(table, seats)
    starting = table.starting
    starts = start_text(table, seats[0], localizer)
    is_full = len(table.sitters) == seats[-1]
    if not (is_full or (starting and starting.fill)):
        starts += f" {localizer.key('starts-free')}"
    besides = [
        *clocks.proposal_lines(table, localizer),
        localizer.key("starts-awaited", seats=awaited, low=seats[0], high=seats[-1]),
        starts,
        *(
            localizer.text(f"lobby-{each}")
            for each in held_options(table, orders=orders)
        ),
    ]

    return clocks.terms_page(table, localizer.language, besides, opener=opener)


def _duration_texts(table: TableRecord, box: Box, seats: int) -> Iterator[Text]:
    """Yield how long a game usually takes at a table, and how often a player has a decision there.

    Rivals keep no table waiting, and a short pace makes it shorter.
    """
    by_hand, ahead_ = box.waits.get(seats, (0, 0))
    waits = ahead_ if table.orders and box.orders else by_hand
    people = seats - sum(sitter.level is not None for sitter in table.sitters)
    if people == 1:
        yield say("lobby-here-alone")
        return

    pace = table.clock.terms.pace if table.clock else 0
    expected = expected_duration(waits * people / seats, pace)
    days = (expected if box.usual is None else box.usual) / DAY
    if days == 0:
        yield say("lobby-here")
        return
    weeks = int(days // WEEK)
    if weeks:
        yield say("lobby-here-weeks", low=weeks, high=weeks + 1)
    else:
        yield say("lobby-here-days", days=ceil(days))

    if box.decisions:
        yield say("lobby-here-daily", count=max(1, round(box.decisions / days)))


def _seat_line(number: int, name: str, table: TableRecord, localizer: Localizer) -> str:
    """Return the line of a seat: its sitter, with the digest of the word that was added there."""
    sitter = table.sitters[number - 1]
    if sitter.level is not None:
        level = level_title(sitter.level)
        return localizer.key("lobby-rival", number=number, player=name, level=level)
    if sitter.word is None:
        return localizer.key("lobby-seat", number=number, player=name)

    digest = fairness.shorten_commitment(sitter.word.hex())
    return localizer.key("lobby-seat-word", number=number, player=name, digest=digest)


def lobby_buttons(table: TableRecord, box: Box, localizer: Localizer) -> Parts:
    """Return the buttons under an open table; the next step stands out."""
    full = len(table.sitters) == box.seats[-1]
    enough = _has_enough(table, box.seats[0])
    joins = Style.SECONDARY if full else Style.PRIMARY
    starts = Style.SUCCESS if enough else Style.SECONDARY

    return [
        text_button(localizer, "button-join", "join", table.id, style=joins, off=full),
        text_button(localizer, "button-leave", "leave", table.id),
        text_button(localizer, "button-start", "start", table.id, style=starts),
        text_button(localizer, "button-cancel", "cancel", table.id),
        text_button(localizer, "button-rules", "rules", table.game),
    ]


def confirm_cancel(table: TableRecord, localizer: Localizer) -> Page:
    """Return the question whether an open table should really be cancelled, with the names of its sitters."""
    people = clocks.seats_of_users(table, {sitter.user for sitter in table.sitters})
    asked = localizer.key(
        "cancel-confirm", table=title(table, localizer), players=people
    )
    return confirm_page([asked], table, "giveup", "button-cancel-table", localizer)


def start_text(table: TableRecord, fewest: int, localizer: Localizer) -> str:
    """Return the sentence on the start of an open table's game, and its conditions; it takes the `fewest` players."""
    return " ".join(map(localizer.say, _start_texts(table, fewest)))


def _start_texts(table: TableRecord, fewest: int) -> Iterator[Text]:
    starting = table.starting
    opener = clocks.seats_of_users(table, {table.opener})
    if starting and starting.changed:
        yield say("starts-changed", player=opener)
    if starting is None or starting.by_hand:
        yield say("starts-by-hand", player=opener)
    else:
        if starting.missed:
            yield say("starts-missed")
        yield from _early_start(table, starting)
        yield from _automatic_start(table, starting, fewest)
    if starting and starting.fill and len(table.sitters) < starting.players:
        yield say("starts-fill")


def _has_enough(table: TableRecord, fewest: int) -> bool:
    """Tell whether an open table has the `fewest` players of its game, or will have by the rivals that fill it up."""
    starting = table.starting
    is_filled = starting is not None and starting.fill is not None
    return is_filled or len(table.sitters) >= fewest


def _early_start(table: TableRecord, starting: StartCondition) -> Iterator[Text]:
    """Yield the players that would like to begin with fewer, and those that haven't said so."""
    if starting.asked is None:
        return
    agreed = clocks.seats_of_users(table, starting.agreed)
    if starting.opposed:
        opposed = clocks.seats_of_users(table, starting.opposed)
        yield say("starts-opposed", agreed=agreed, opposed=opposed)
        return

    people = {sitter.user for sitter in table.sitters if sitter.person}
    silent = clocks.seats_of_users(table, people - {*starting.agreed})
    if silent:
        yield say("starts-asked", agreed=agreed, missing=silent)


def _automatic_start(
    table: TableRecord, starting: StartCondition, fewest: int
) -> Iterator[Text]:
    """Yield the time at which the game begins without a further click."""
    if starting.at is not None:
        time = timestamp(starting.at, "f")
        yield say("starts-at", time=time, when=timestamp(starting.at))
    elif starting.due is not None:
        key = "starts-full"
        if starting.full is None:
            key = "starts-unopposed"
        elif len(table.sitters) < starting.players:
            key = "starts-agreed"
        yield say(key, when=timestamp(starting.due))
    elif not starting.opposed:
        can_ask = starting.asked is None and _has_enough(table, fewest)
        key = "starts-enough" if can_ask else "starts-waiting"
        yield say(key, players=starting.players)
