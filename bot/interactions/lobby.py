"""Tables before the game: opening one, and the clicks of a lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Self

import discord

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import PACES, TableClock
from bot.clocks.user_time_settings import parse_minute
from bot.faces import clocks as time_faces
from bot.faces import fairness, feature_hooks
from bot.faces import lobby as faces
from bot.faces.components import (
    OPTIONS,
    Part,
    Parts,
    make_custom_id,
    pack_numbers,
    unpack_numbers,
)
from bot.interactions import clocks, preferences, shuffles, vacancies
from bot.interactions.permissions import make_thread, require_permissions, table_thread
from bot.interactions.request import Request
from bot.storage.records import (
    NO_TABLE,
    NO_USER,
    Private,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.tables.refusals import (
    GuildOnly,
    TableFull,
    UnknownClick,
    UnknownZone,
)
from bot.tables.starts import seats_awaited
from bot.tables.table import Table
from engine.errors import Refused
from engine.frozen import frozen, replace
from engine.game import AnyGame

SEEN = 8.0
"""Seconds that a game waits until its lobby has been shown."""


@frozen
class NewTable:
    """Options of a new table: its rivals, orders, start condition, pace and place.

    `rivals` of `level` sit down at once. `orders` allows orders; None: as the server wants. `players` is the number
    that the table waits for; None: that with which the game is best. `begins` is `clocks.BY_HAND`, or a time of day in
    `zone`; None: by itself. With `fill` rivals take the seats that are free then. `pace` is a name in `PACES`; None: as
    the server wants. `private` is where hands are shown, `thread` gives the table a thread of its own.
    """

    rivals: int = 0
    level: str = "knight"
    orders: bool | None = None
    players: int | None = None
    begins: str | None = None
    zone: str | None = None
    fill: bool = False
    pace: str | None = None
    private: Private | None = None
    thread: bool = False

    def pack(self) -> str:
        """Return all options but the time as one word of a custom_id, for `unpack`."""
        places = [values.index(getattr(self, name)) for name, values in PACKED.items()]
        return pack_numbers(places)

    @classmethod
    def unpack(cls, word: str) -> Self:
        """Return the options that `pack` has written as `word`; raise `UnknownClick` for any other one."""
        places = unpack_numbers(word)
        try:
            pairs = zip(PACKED.items(), places, strict=True)
            return cls(**{name: values[place] for (name, values), place in pairs})
        except (ValueError, IndexError):
            raise UnknownClick from None


PACKED: Mapping[str, Sequence[Any]] = MappingProxyType(
    {
        "rivals": range(OPTIONS),
        "level": faces.LEVELS,
        "orders": (None, False, True),
        "players": (None, *range(1, OPTIONS)),
        "fill": (False, True),
        "pace": (None, *PACES),
        "private": (None, *Private),
        "thread": (False, True),
    }
)
"""The values of each option of `NewTable` but the time, by whose places they are packed."""


async def open_table(
    request: Request,
    game: str,
    options: NewTable,
    offer: Callable[[Table], Parts] = lambda _: [],
) -> None:
    """Open a table in this channel, in a thread of its own, or where the server wants it; the announcer posts it.

    Fields of `options` that are None are as the server wants them. With enough rivals for a game it begins at once;
    where it waits, `offer` returns the opener's buttons besides the one for a word. A command whose time lacks a zone
    is answered by the dialog that asks for it and goes on with `options`; outside of servers a feature opens the table.
    Raise a refusal where it can't be opened.
    """
    guild, channel = request.guild, request.channel
    if guild is None or channel is None:
        opening = feature_hooks.opening_without_server()
        if opening is None:
            raise GuildOnly
        await opening(request, game, options)
        return

    try:
        record = await _new_record(request, game, (guild, channel), options)
    except UnknownZone:
        # No dialog can be the answer to a dialog.
        if request.interaction.type is not discord.InteractionType.application_command:
            raise
        begins = parse_minute(options.begins or "")
        goal = make_custom_id("zoned", game, begins, options.pack())
        await request.open_dialog(time_faces.zone_dialog(goal, request.language))
        return

    with request.services.rate_limits.count_opening(request.user):
        table = await _open_in_channel(request, record, thread=options.thread)

    if options.rivals and options.players is None and options.begins is None:
        fill = options.level if options.fill else None
        await begin_with_rivals(request, table, fill, offer(table))
    else:
        await tell_opened(request, table, offer(table))


async def open_in_zone(request: Request, game: str, minute: int, packed: str) -> None:
    """Open a table that is to begin at a `minute` of the day in the time zone of the dialog, with `packed` options."""
    if game not in request.services.games:
        raise UnknownClick
    begins = f"{minute // 60}:{minute % 60:02}"
    options = replace(
        NewTable.unpack(packed),
        begins=begins,
        zone=request.dialog_text,
    )
    await open_table(request, game, options)


async def _new_record(
    request: Request, key: str, place: tuple[int, int], options: NewTable
) -> TableRecord:
    """Return the record of a new table in `place`, its server and channel; raise `TableFull` or `Refused`."""
    game = request.services.games[key]
    if options.rivals >= game.seats[-1]:
        raise TableFull
    if options.players is not None and options.players not in game.seats:
        raise Refused("refused-players", low=game.seats[0], high=game.seats[-1])

    guild, levels = place[0], [options.level] * options.rivals
    sitters = request.sitter, *await name_rivals(request, guild, levels)

    customs = await request.preferences.table_defaults(guild)
    terms = preferences.default_terms(customs, options.pace)
    starting = await _start_condition(request, game, options)
    clock = TableClock(terms, opens_secret=True, starting=starting)

    switches = customs.options
    if options.orders is not None:
        switches["orders"] = options.orders
    switches["orders"] &= game.ordering is not None

    what = NO_TABLE, key, *place, request.user, options.private, Status.LOBBY, sitters
    return TableRecord(*what, clock=clock, **switches)


async def _start_condition(
    request: Request, game: AnyGame, options: NewTable
) -> StartCondition:
    """Return the start condition of a new table; raise `Refused`, or `UnknownZone` for its time."""
    begins, zone = options.begins or "", options.zone or ""
    at, by_hand = await clocks.read_beginning(request, begins, zone)
    players = max(options.players or game.best, options.rivals + 1)
    typed, fill = options.players is not None, options.level if options.fill else None
    return StartCondition(players, typed=typed, at=at, by_hand=by_hand, fill=fill)


async def name_rivals(
    request: Request, guild: int, levels: Sequence[str], taken: Sequence[str] = ()
) -> list[Sitter]:
    """Return rivals of `levels` who sit down with the user, each with a name of its own that isn't `taken`."""
    public = await request.services.audience.language(guild)
    taken = [request.sitter.name, *taken]
    return faces.new_rivals(
        public,
        taken,
        levels,
        request.interaction.id,
    )


async def _open_in_channel(
    request: Request, record: TableRecord, *, thread: bool
) -> Table:
    """Open the table of `record` where the server wants tables, else here, or in a thread made for it.

    Raise `Refused` if this channel can't have it.
    """
    await request.defer()
    await preferences.store_guild_locale(request)
    async with feature_hooks.new_table_channel(request, record) as room:
        if room is not None:
            return await _store_table(request, replace(record, channel=room))

    here = request.interaction.channel
    if thread and not isinstance(here, discord.TextChannel):
        raise Refused("refused-elsewhere")
    require_permissions(request.interaction, opens_thread=thread)
    if not thread:
        return await _store_table(request, record)
    async with table_thread(request, record, partial(make_thread, here)) as made:
        return await _store_table(request, replace(record, channel=made))


async def _store_table(request: Request, record: TableRecord) -> Table:
    stored = preferences.store_user_locale(request)
    table, _ = await asyncio.gather(request.tables.open(record), stored)
    return table


async def begin_with_rivals(
    request: Request, table: Table, fill: str | None = None, more: Sequence[Part] = ()
) -> None:
    """Begin the game of a lobby once its pledge has been shown, with rivals of the level `fill` on its free seats.

    Else it waits on, with the buttons `more` beside the answer. The user is told which, with the whole pledge.
    """
    rivals = await _rivals_to_fill(request, table, fill)
    table = await _begin_at_once(request, table, rivals)
    if table.match is None:
        await tell_opened(request, table, more)
        return
    said = request.text("newgame-begun", **table_facts(table))
    pledge = fairness.pledge_to_keep(table.record, request.localizer(table))
    await request.tell("\n".join([said, *pledge]))


async def _begin_at_once(
    request: Request, table: Table, rivals: Sequence[Sitter]
) -> Table:
    """Begin the game within `SEEN` seconds if it has enough players, and return the table as it is then."""
    tables, number = request.tables, table.id
    if len(table.record.sitters) + len(rivals) < tables.game(table).seats[0]:
        return table

    with suppress(TimeoutError):
        async with asyncio.timeout(SEEN):
            await tables.wait_for_pledge(number)
            # Somebody may have joined, started or cancelled it meanwhile.
            with suppress(Refused):
                return await tables.start(number, request.actor, rivals)

    return await tables.get(number)


async def change_lobby(request: Request, table: Table) -> None:
    """Apply the choice in the list of an open table: add or dismiss a rival, or switch an option."""
    picked = next(iter(request.values), "")
    await _change_and_redraw(request, table, partial(_apply_choice, request), picked)


async def _apply_choice(request: Request, table: TableId, picked: str) -> Table:
    """Apply `picked`, a value of that list; raise `UnknownClick` for any other."""
    tables, user = request.tables, request.actor
    if picked in faces.SWITCHES:
        return await tables.seats.switch_option(table, user, picked)
    if picked.startswith(faces.AWAY):
        name = picked.removeprefix(faces.AWAY)
        return await tables.seats.remove_rival(table, user, name)

    if picked not in faces.LEVELS:
        raise UnknownClick
    name = await vacancies.rival_name(request, await tables.get(table))
    rival = Sitter(NO_USER, name, level=picked)
    return await tables.seats.add_rival(table, user, rival)


async def switch_orders(request: Request, table: Table) -> None:
    """Switch orders on or off at an open table."""
    switch = request.tables.seats.switch_option
    await _change_and_redraw(request, table, switch, request.actor, "orders")


async def join_table(request: Request, table: Table) -> None:
    """Take a seat, and tell the user how to add a word to the shuffle."""
    table = await _change_and_redraw(
        request, table, request.tables.join, request.sitter
    )
    await shuffles.offer_word(
        request, table, request.text("joined", table=str(table.id))
    )


async def tell_opened(
    request: Request, table: Table, more: Sequence[Part] = ()
) -> None:
    """Tell the opener where the new table is, and the same as `shuffles.offer_word`."""
    said = request.text("newgame-opened", **table_facts(table))
    await shuffles.offer_word(request, table, said, more)


def table_facts(table: Table) -> dict[str, str]:
    """Return the number of `table` and the mention of its channel, as facts for sentences."""
    return {"table": str(table.id), "channel": f"<#{table.channel}>"}


async def leave_table(request: Request, table: Table) -> None:
    """Give back the user's seat in a lobby."""
    await _change_and_redraw(request, table, request.tables.leave, request.user)


async def start_or_propose(request: Request, table: Table) -> None:
    """Begin the game, or ask the other players of the lobby to begin."""
    await _change_and_redraw(request, table, partial(_start_table, request))


async def _start_table(request: Request, number: TableId) -> Table:
    table = await request.tables.get(number)
    starting = table.record.starting
    rivals = await _rivals_to_fill(request, table, starting.fill if starting else None)
    return await request.tables.start(number, request.actor, rivals)


async def _rivals_to_fill(
    request: Request, table: Table, level: str | None
) -> Sequence[Sitter]:
    """Return rivals of `level` for the seats that a lobby waits for; none if it is None."""
    record = table.record
    count = 0
    if level:
        count = seats_awaited(record, request.tables.game(table))
    taken = [sitter.name for sitter in record.sitters]
    return await name_rivals(request, record.guild, [level or ""] * count, taken)


async def object_to_start(request: Request, table: Table) -> None:
    """Object to beginning with fewer players than the table waits for."""
    objecting = request.tables.starts.object_to_begin
    await _change_and_redraw(request, table, objecting, request.user)


async def _change_and_redraw(
    request: Request,
    table: Table,
    change: Callable[..., Awaitable[Table]],
    *given: Any,
) -> Table:
    """Change a table by `change`, show it in the message that was clicked, and return it.

    `change` is called with the number of the table, then `given`.
    """
    async with request.hold_news(table) as answering:
        table = await change(table.id, *given)
        if answering.has_old_pledge(table):
            await request.defer()
        else:
            localizer = await request.services.audience.localizer(table)
            outgoing = await answering.render_table(table, localizer)
            await request.redraw(outgoing)

        if request.user in table.people.users:
            await preferences.store_user_locale(request)
    return table
