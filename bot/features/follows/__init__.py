"""Follows: a person is pinged once for each new table of a game that they follow on a server, while it has a free seat.

Theory of operation. Pending pings are stored together with the new table (`Store.create`), and are due some seconds
later. Then the state of the table decides: no ping is sent for one that has begun, was given up or is full, and none to
a person that has joined it meanwhile; quiet hours and absences postpone it to their end, and a lost channel by an hour.
That a ping was sent is stored after the message; if Herald dies between the two, the next start finds the message
(`dedupe`); while that can't be stored it is held in memory. Where its outcome is unknown the next try sends the
same nonce, and looks for it. In the same way a person is pinged who was invited to a rematch in quiet hours or while
away (`silent_guests`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from math import inf
from typing import Any

import discord

from bot.announce.dedupe import DedupeWindow
from bot.clocks.table_clock import HOUR
from bot.faces import feature_hooks
from bot.faces.components import OPTIONS, Page, Part, make_custom_id, option, select
from bot.faces.dialogs import dialog_field, modal
from bot.faces.feature_hooks import Feature
from bot.faces.logbook import table_link
from bot.interactions import preferences
from bot.interactions.permissions import may_see
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.sending.codes import CLOSED_DMS
from bot.storage import sql
from bot.storage.port import ALL
from bot.storage.records import Delivery, Follow, Status, TableId
from bot.storage.sql import PendingPing
from bot.storage.store import Store
from bot.tables.refusals import GuildOnly, UnknownClick
from bot.tables.starts import missing_guests
from bot.tables.table import Table
from bot.texts.fluent import Language
from engine.scene import Seat, Value, Who, say


def dialog(here: Sequence[Follow], games: Sequence[str], language: Language) -> Part:
    """Return the dialog of the follows `here`, on one server: a list of `games` for each delivery."""
    fields = []
    for way in Delivery:
        followed = {each.game for each in here if each.way is way}
        options = [
            option(language.text(f"{game}-name"), game, default=game in followed)
            for game in games[:OPTIONS]
        ]
        picked = select(
            language.text("follow-none"),
            way,
            options,
            (0, len(options)),
        )
        label = language.text(f"follow-{way}-games")
        fields.append(dialog_field(label, {**picked, "required": False}))

    return modal(language.text("follow-title"), make_custom_id("followed"), fields)


async def lines(
    storage: Store, user: int, server: int | None, language: Language
) -> list[str]:
    """Return a line for each `Follow` of `user` on `server`, and one with the number elsewhere, unless that is zero."""
    found = await storage.choices(Follow, user=user)
    here = [each for each in found if each.server == server]
    told = []
    for each in here:
        own, usual = f"{each.game}-follow-{each.way}-now", f"follow-{each.way}-now"
        key = own if language.has_text(own) else usual
        told.append(language.text(key, game=say(f"{each.game}-name")))

    if elsewhere := len(found) - len(here):
        told.append(language.text("follow-elsewhere", count=elsewhere))
    return told


log = logging.getLogger(__name__)

AGAIN, LATER = 15.0, 300.0
"""Seconds until the next check whether a table stands in its channel, and until the next try after a refusal."""
MOST = 500
"""The most pending pings in a round."""
AT_ONCE = {Delivery.CHANNEL: 40, Delivery.DM: 1}
"""The most users that one message pings."""


class FollowerPings:
    """Due work: pings followers of a game to its open tables, and guests who might not be pinged as these opened.

    One round handles `MOST` pending pings, table by table. `discord.HTTPException` is logged
    and the pings postponed by `LATER` seconds, except for closed DMs, which count as sent.
    """

    def __init__(self, services: Services) -> None:
        """Take the parts of `services`: the sender, the tables, and the storage of pending pings."""
        self._sender = services.announcer.sender
        self._tables = services.tables
        self._audience = services.audience
        self._storage = services.storage
        self._called: set[tuple[TableId, int]] = set()

    async def call(self, now: float) -> None:
        """Send the pings that are due by `now`, in seconds since the epoch."""
        found = sorted(
            await self._storage.select(sql.TIDINGS, now=now, most=MOST),
            key=lambda each: each.table,
        )
        for table, pending in groupby(found, key=lambda each: each.table):
            await self._call(table, list(pending), now)

    async def _call(
        self, number: TableId, pending: Sequence[PendingPing], now: float
    ) -> None:
        table = await self._open_table(number)
        ways = await self._ways(table) if table else {}
        wanted = [each for each in pending if each.user in ways]
        await self._mark_sent(number, [each for each in pending if each not in wanted])
        if table is None or not wanted:
            return
        rests = table.status is Status.SUSPENDED
        if rests or table.record.announced.message is None:
            await self._postpone(number, wanted, now + (HOUR if rests else AGAIN))
            return
        awake = [
            each for each in wanted if not await self._postpone_if_silent(each, now)
        ]

        def together(each: PendingPing) -> tuple[float, Delivery]:
            return each.due, ways[each.user]

        for (_, way), group in groupby(sorted(awake, key=together), together):
            for users in discord.utils.as_chunks(group, AT_ONCE[way]):
                await self._send(table, users, way, now)

    async def _open_table(self, number: TableId) -> Table | None:
        """Return the table `number` if people can still join it, or could but for its channel; None otherwise."""
        found = await self._tables.get_readable([number])
        open_yet = {Status.LOBBY, Status.SUSPENDED}
        if not found or found[0].match or found[0].status not in open_yet:
            return None
        table = found[0]
        free = len(table.record.sitters) < self._tables.game(table).seats[-1]
        return table if free else None

    async def _ways(self, table: Table) -> dict[int, Delivery]:
        """Return the delivery of a ping by user: of present followers of the game of `table`, and guests where it is.

        They aren't in `_called`, and have no seat.
        """
        found = await self._storage.choices(Follow, server=table.guild)
        ways = {
            each.user: each.way
            for each in found
            if each.game == table.record.game
            and each.way
            and each.user not in table.people.users
        }
        ways |= dict.fromkeys(missing_guests(table.record), Delivery.CHANNEL)
        called = {user for number, user in self._called if number == table.id}
        return {user: way for user, way in ways.items() if user not in called}

    async def _postpone_if_silent(self, pending: PendingPing, now: float) -> bool:
        """Tell whether the person has quiet hours or is away, and postpone the ping to the end of that."""
        settings = await self._audience.time_settings(pending.user)
        end = settings.pings_allowed_at(now, settings.away_until(now))
        if end is None:
            return False
        await self._postpone(pending.table, [pending], end)
        return True

    async def _send(
        self, table: Table, pending: Sequence[PendingPing], way: Delivery, now: float
    ) -> None:
        """Send pings of the same due moment: in the channel together, or one by DM."""
        users = [each.user for each in pending]
        send = self._post_in_channel if way is Delivery.CHANNEL else self._send_dm
        try:
            told = [user for user in users if await self._is_told(table, user, way)]
            if told:
                await send(table, told)
        except discord.HTTPException as error:
            if error.code not in CLOSED_DMS:
                log.info(
                    "nobody could be called to table %s, which is tried again: %s",
                    table.id,
                    error,
                )
                await self._postpone(table.id, pending, now + LATER)
                return
            log.info("somebody who follows a game takes no DMs: %s", error)
        self._called.update((table.id, user) for user in users)
        await self._mark_sent(table.id, pending)

    async def _post_in_channel(self, table: Table, users: Sequence[int]) -> None:
        localizer = await self._audience.localizer(table)
        players = ", ".join(f"<@{user}>" for user in users)
        told = localizer.key("follow-called", players=players, **_facts(table))

        outgoing = Page(content=told, pings=tuple(users))
        record = table.record
        begun = DedupeWindow(record.created or 0.0, record.announced.message or 0)
        await self._sender.post(
            table,
            "w",
            users,
            outgoing,
            begun,
        )

    async def _send_dm(self, table: Table, users: Sequence[int]) -> None:
        """Send a DM to the one follower of `users`."""
        (user,) = users

        public = await self._audience.localizer(table)
        localizer = await self._audience.private_localizer(user, public)
        seated = table.people.users
        opener = table.record.opener
        player = Who(Seat(seated.index(opener) if opener in seated else 0))
        told = localizer.key("follow-told", player=player, **_facts(table))
        outgoing = Page(content=told)
        begun = DedupeWindow(table.record.created or 0.0)
        await self._sender.send_dm(
            table,
            "x",
            user,
            outgoing,
            begun,
            user,
        )

    async def _is_told(self, table: Table, user: int, way: Delivery) -> bool:
        """Tell whether `user` is told of `table`: a guest, or a follower that may see its channel, as far as is known.

        Discord is asked once, and about a mention only where the channel is hidden from some. The `Follow` of a person
        that has left the server is removed.
        """
        place = self._sender.channel(table.channel)
        if user in missing_guests(table.record):
            return True

        if isinstance(place, discord.abc.GuildChannel | discord.Thread) and not may_see(
            place, place.guild.default_role
        ):
            with suppress(discord.NotFound):
                return may_see(place, await place.guild.fetch_member(user))
        elif way is Delivery.CHANNEL or not await self._sender.is_unknown_member(
            table.guild, user
        ):
            return True

        left = Follow(table.guild, table.record.game, user)
        await self._storage.store_choices(left)
        return False

    async def _mark_sent(self, table: TableId, pending: Iterable[PendingPing]) -> None:
        users = [each.user for each in pending]
        if users:
            await self._storage.change(
                *(sql.TOLD(id=table, user=user) for user in users)
            )
            self._called.difference_update((table, user) for user in users)

    async def _postpone(
        self, table: TableId, pending: Iterable[PendingPing], due: float
    ) -> None:
        await self._storage.change(
            *(sql.PUT_OFF(id=table, user=each.user, due=due) for each in pending)
        )


def _facts(table: Table) -> dict[str, Value]:
    """Return the facts of a sentence about an open `table`: its game, and the link that leads there."""
    record = table.record
    return {"game": say(f"{record.game}-name"), "link": table_link(record)}


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return the `Follow`s of `user`, and the pings still due to them, as values for JSON."""
    followed = await storage.choices(Follow, user=user)
    calls = await storage.select(
        sql.TIDINGS,
        now=inf,
        most=ALL,
    )

    return {
        "follows": [
            {"server": str(each.server), "game": each.game, "called": each.way}
            for each in followed
        ],
        "calls to open tables": [
            {"table": int(each.table), "at": datetime.fromtimestamp(each.due, UTC)}
            for each in calls
            if each.user == user
        ],
    }


async def follow(request: Request) -> None:
    """Open the dialog of the games that this person follows on this server."""
    server = _server(request)
    found = await request.services.storage.choices(Follow, user=request.user)
    here = [each for each in found if each.server == server]
    offered = feature_hooks.topics_to_follow(request.services.games)
    await request.open_dialog(
        dialog(
            here,
            offered,
            request.language,
        )
    )


async def store_follows(request: Request) -> None:
    """Answer the dialog: store a `Follow` for each game on offer, and show all of them."""
    server = _server(request)
    user = request.user
    storage = request.services.storage
    # Who picks a game in both lists is written to, which bothers nobody else.
    ways = {game: way for way in Delivery for game in request.fields.get(way, ())}
    # A dialog of an earlier version, which had other fields, would end all that is followed.
    offered = feature_hooks.topics_to_follow(request.services.games)[:OPTIONS]
    if not {*Delivery} <= request.fields.keys() or not ways.keys() <= {*offered}:
        raise UnknownClick

    await storage.store_choices(
        *(Follow(server, game, user, ways.get(game)) for game in offered)
    )
    told = await lines(
        storage,
        user,
        server,
        request.language,
    )
    await request.tell("\n".join(told or [request.text("follow-nothing")]))
    await preferences.store_user_locale(request)


def _server(request: Request) -> int:
    if request.guild is None:
        raise GuildOnly
    return request.guild


FOLLOWS = Feature(
    key="follows",
    routes={"followed": store_follows},
    settings={"follow": follow},
    settings_lines=lines,
    document=document,
    due=lambda services: FollowerPings(services).call,
)
