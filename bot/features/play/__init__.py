"""Play: `/play` seats a person at the open table of a server that is nearest to its start, or opens one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

import discord
from discord import app_commands

from bot.clocks.table_clock import PACES
from bot.faces.components import Parts, Style, text_button
from bot.faces.feature_hooks import Command, Feature
from bot.faces.lobby import LEVEL, start_text
from bot.faces.logbook import table_link
from bot.interactions import command_texts, preferences, shuffles
from bot.interactions.lobby import NewTable, begin_with_rivals, open_table
from bot.interactions.permissions import may_see
from bot.interactions.request import Request
from bot.storage.records import Status, TableRecord
from bot.tables.refusals import (
    AlreadyStarted,
    GuildOnly,
    TableClosed,
    TableFull,
    UnknownClick,
)
from bot.tables.table import Table
from engine.frozen import frozen
from engine.scene import say


@frozen
class Wish:
    """Criteria for a table; None leaves one open.

    `game` is a key, `pace` a name in `PACES`. `rivals` asks for tables with rivals, or for people alone.
    """

    game: str | None = None
    pace: str | None = None
    rivals: bool | None = None

    def suits(self, table: TableRecord) -> bool:
        """Tell whether an open table meets the criteria."""
        pace = table.clock.terms.pace if table.clock else 0
        fill = table.starting and table.starting.fill
        rivals = bool(fill) or any(each.level for each in table.sitters)

        return (
            self.game in {None, table.game}
            and (self.pace is None or PACES[self.pace] == pace)
            and self.rivals in {None, rivals}
        )


def by_readiness(tables: Iterable[TableRecord], channel: int) -> list[TableRecord]:
    """Return open `tables` by the number of missing people, fewest first; then those of `channel`, then the oldest."""
    return sorted(
        tables, key=lambda table: (_missing(table), table.channel != channel, table.id)
    )


def _missing(table: TableRecord) -> int:
    """Return the number of people that a table waits for; 1 if it is begun `by_hand`."""
    starting = table.starting
    if starting is None or starting.by_hand:
        return 1
    return max(0, starting.players - len(table.sitters))


USUAL = "usual"
"""Stands in a custom_id for the pace that the server wants."""


async def play(
    request: Request,
    game: str | None = None,
    pace: str | None = None,
    rivals: bool | None = None,  # noqa: FBT001 - Discord fills options by name
) -> None:
    """Seat a person at the first table that suits, or open one; without a game to open, show a choice.

    A person that waits at such a table already is shown that one.
    """
    guild = request.guild
    user = request.user
    if guild is None:
        raise GuildOnly
    if game not in {None, *request.services.games} or pace not in {None, *PACES}:
        raise UnknownClick

    wish = Wish(game, pace, rivals)
    lobbies = await request.services.storage.find(guild=guild, status=[Status.LOBBY])
    suiting = by_readiness(
        (each for each in lobbies if wish.suits(each) and _visible(request, each)),
        request.channel or 0,
    )
    own = [
        each for each in suiting if any(sitter.user == user for sitter in each.sitters)
    ]

    if own:
        await _lead(request, await request.table(own[0].id), "play-sits")
    elif joined := await _join_first(request, suiting):
        await preferences.store_user_locale(request)
        await _lead(request, joined, "play-seated")
    else:
        await _open(request, wish)


async def open_game(request: Request, game: str, pace: str) -> None:
    """Answer the choice of a `game` to open."""
    if game not in request.services.games or pace not in {USUAL, *PACES}:
        raise UnknownClick
    await _open(request, Wish(game, None if pace == USUAL else pace))


async def fill_seats(request: Request, table: Table) -> None:
    """Begin the game of an open table with rivals on the missing seats; for its opener and moderators."""
    table.lobby_for_opener(request.actor)

    await request.defer()
    await begin_with_rivals(request, table, LEVEL)


def _visible(request: Request, table: TableRecord) -> bool:
    """Tell whether the person can read the channel of a table; a private thread counts only from within it."""
    if table.channel == request.channel:
        return True
    server = request.interaction.guild
    member = request.interaction.user
    place = server.get_channel_or_thread(table.channel) if server else None
    if place is None or not isinstance(member, discord.Member):
        return False

    return may_see(place, member)


async def _join_first(request: Request, suiting: Sequence[TableRecord]) -> Table | None:
    """Return the first table of `suiting` that still has a seat, joined by this person; None if none has."""
    for each in suiting:
        # It may have filled up, begun or been given up since it was found.
        with suppress(TableFull, AlreadyStarted, TableClosed):
            return await request.tables.join(each.id, request.sitter)
    return None


async def _lead(request: Request, table: Table, key: str) -> None:
    """Send a person the text `key` on their seat and the start of the game, with buttons."""
    record = table.record
    localizer = request.localizer(table)
    begins = start_text(record, request.services.games[record.game].seats[0], localizer)
    told = localizer.key(
        key,
        table=str(record.id),
        game=say(f"{record.game}-name"),
        link=table_link(record),
        begins=begins,
    )
    await shuffles.offer_word(request, table, told, _fill_button(request, table))


async def _open(request: Request, wish: Wish) -> None:
    """Open a table that suits `wish`; where several games do, ask for one."""
    games = request.services.games
    game = wish.game or (next(iter(games)) if len(games) == 1 else None)
    if game is None:
        pace = wish.pace or USUAL
        choice = [
            text_button(
                request.language,
                f"{each}-name",
                "open",
                each,
                pace,
                style=Style.PRIMARY,
            )
            for each in games
        ]
        await request.tell(request.text("play-which"), [choice])
        return

    count = games[game].best - 1 if wish.rivals else 0
    await open_table(
        request,
        game,
        NewTable(rivals=count, pace=wish.pace),
        partial(_fill_button, request),
    )


def _fill_button(request: Request, table: Table) -> Parts:
    """Return the button that fills the free seats with rivals; none unless the person is the opener."""
    if request.user != table.record.opener:
        return []
    return [
        text_button(
            request.language, "button-fill", "fill", table.id, style=Style.SUCCESS
        )
    ]


def slash_commands(games: Collection[str]) -> Iterator[Command]:
    """Yield the command `/play`."""
    made = command_texts.command(
        "play",
        play,
        {
            "game": ("{}-name", games),
            "pace": ("time-pace-{}", PACES),
        },
        game="option-play-game",
        pace="option-play-pace",
        rivals="option-play-rivals",
    )
    yield app_commands.guild_only(made)


PLAY = Feature(
    key="play",
    routes={"fill": fill_seats, "open": open_game},
    commands=slash_commands,
)
