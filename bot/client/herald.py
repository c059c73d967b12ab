"""Discord client of Herald: builds the parts, loads the cogs, routes clicks, owns the one error handler."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

import bot.features  # noqa: F401 # registers them, for whoever makes a bot: the command line, the sandbox, a test
from bot.announce.announcer import Announcer
from bot.client.commands_and_emoji import (
    COMMANDS_NOTE,
    HeraldCommandTree,
    upload_commands,
)
from bot.client.outside_changes import GuildListener, NoticeQueue
from bot.clocks.table_clock import DAY
from bot.faces.feature_hooks import FEATURES
from bot.faces.lobby import LEVEL, new_rivals
from bot.host import answer_deadline, connection_errors
from bot.host.config import DISCORD_API, Config, shard_sets
from bot.interactions import preferences, router
from bot.interactions.command_texts import Translator
from bot.interactions.request import Request
from bot.interactions.services import RateLimits, Services
from bot.pictures.renderer import FollowUpPictures, Renderer
from bot.rivals.analyst import Analyst
from bot.rivals.playing import Rivals
from bot.rivals.thinking import INSTEAD as KNIGHT
from bot.rivals.thinking import Thinkers
from bot.sending import internals
from bot.sending.codes import DiscordClock
from bot.sending.rate_limiter import IdentifyTurns, RateLimiter, confirm_before
from bot.sending.reader_settings import ReaderSettings
from bot.storage import backends
from bot.storage.records import Remark, Sitter, TableRecord
from bot.tables.limits import Limits
from bot.tables.preferences import Preferences
from bot.tables.retention import Caretaker
from bot.tables.table import fresh_secret
from bot.tables.tables import Tables
from bot.tables.timekeeper import Timekeeper
from bot.texts.fluent import language
from engine.game import Games
from engine.games import GAMES
from engine.match import AnyMatch
from engine.scene import Seat

log = logging.getLogger(__name__)

COGS = ("cogs.commands",)
ANSWERS, STOP = 2.5, 4.0
"""Seconds after which a stop waits no longer for answers under way, and for anything but the database.

A database that another program holds is waited for until the first of these moments: users who clicked read that.
"""
STALE = 60.0
"""Seconds after which a table that was taken over is shown once more: its former process may have sent until then."""
LAST_WORDS = 1.0
"""Seconds for answers that are under way when the database has vanished."""

# Herald never speaks in voice channels: these two only warn about that at every start.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Herald(commands.AutoShardedBot):
    """The bot with all its parts; lives for one connection of the process."""

    services: Services

    def __init__(
        self,
        config: Config,
        *,
        games: Games = GAMES,
        seeds: Callable[[], bytes] = fresh_secret,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Build the parts, each from those above it; nothing is opened or connected yet.

        The storage comes first and knows no other part. Preferences and tables stand on it: settings, and the matches,
        shuffled by the secrets of `seeds` and dated by `clock`. The audience reads languages and deliveries from the
        preferences. The announcer updates Discord, and the rivals play where they are asked; the storage calls both
        when a table has changed, so that neither of them knows it. The services hold all of these for the answers to
        clicks and commands, which come last.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=HeraldCommandTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self._api = config.discord_api_url
        open_shares = shard_sets(config)
        self._throttle = RateLimiter()
        self._requests = config.requests_per_second
        self.storage = backends.make_store(
            config.database, config.checkpoints, open_shares
        )
        trace = self._throttle.trace_config()
        self.trace = confirm_before(trace, self.storage.database.confirm_claim)
        self.answer_trace = aiohttp.TraceConfig()
        internals.trace_requests(self, self.trace)
        internals.limit_waits(self)
        self._turns = IdentifyTurns(self.storage, self.fetch_session_start_limits)
        self.home = language(config.language)
        self.preferences = Preferences(self.storage)
        self.pictures = FollowUpPictures(Renderer())
        limits = Limits(
            lobbies_per_person=config.lobbies_per_person,
            tables_per_person=config.tables_per_person,
            tables_per_channel=config.tables_per_channel,
            tables_per_server=config.tables_per_server,
        )
        self.tables = Tables(
            self.storage, games, seeds=seeds, clock=clock, limits=limits
        )
        self.tables.schedule.idle_seconds = config.idle_days * DAY or None
        audience = ReaderSettings(self.preferences, self.home)

        self._stopping = False
        self._answers: set[asyncio.Task[Any]] = set()
        self._syncing: asyncio.Task[None] | None = None
        self._discord_clock = DiscordClock()
        self.announcer = Announcer(
            self, self.tables, audience, self.pictures, self._discord_clock
        )
        self.storage.listen(self.announcer.touch)
        self.thinkers = Thinkers(config.rival_workers)
        self.rivals = Rivals(self.tables, self.thinkers, config.rival_seconds)
        self.storage.listen(self.rivals.touch)
        self.analyst = Analyst(self.tables, self.thinkers, config.analysis)
        self.storage.listen(self.analyst.touch)
        self.notices = NoticeQueue(
            self.tables, self.preferences, self.announcer, self.rivals
        )
        self.storage.database.listen(self.notices.enqueue)
        self.caretaker = Caretaker(
            self.tables,
            self.preferences,
            self.guild_ids,
            clock,
            config.lobby_days,
            config.resting_days,
            config.finished_days,
        )

        self.services = Services(
            tables=self.tables,
            storage=self.storage,
            preferences=self.preferences,
            audience=audience,
            announcer=self.announcer,
            pictures=self.pictures,
            rate_limits=RateLimits.of(config.clicks_per_minute, config.newgame_seconds),
            home=self.home,
            games=games,
            thinkers=self.thinkers,
            rivals=self.rivals,
            analyst=self.analyst,
            zone=ZoneInfo(config.daily_zone),
        )
        self.timekeeper = Timekeeper(
            self.tables,
            self._choose_late_move,
            self._name_rivals,
            self.announcer.touch,
            self.announcer.digests.send,
            [each.due(self.services) for each in FEATURES if each.due],
            lambda: self.is_ready() and self.is_connected,
        )

    async def setup_hook(self) -> None:
        """Open the database, load the commands, and announce changes that the last stop left unsent."""
        internals.read_clicks(self, self.answer_trace)
        await self.storage.open()
        share = self.storage.share
        if share.count:
            # Only the shards of this process are connected, with their fraction of the requests.
            self.shard_count, self.shard_ids = share.count, list(share.ids)
        self._throttle.set_rate(self._requests * share.fraction)
        for cog in COGS:
            await self.load_extension(cog)

        for each in FEATURES:
            for command in each.commands(self.services.games):
                self.tree.add_command(command)

        await self.add_cog(GuildListener(self))
        await self.tree.set_translator(Translator())
        known = (await self.storage.choice(Remark, COMMANDS_NOTE)).value
        self._syncing = asyncio.create_task(
            upload_commands(self, known), name="commands"
        )
        if known is None:
            await self._syncing
        await self._use_configured_gateway()
        # First, for what is shown and who is reminded goes by the downtime.
        await self.timekeeper.start()
        await self.announcer.catch_up()
        if self.storage.database.takes_over:
            self.announcer.reannounce(STALE)

        await self.rivals.catch_up()
        await self.analyst.catch_up()
        self.caretaker.start()

    async def before_identify_hook(
        self, shard_id: int | None, *, initial: bool = False
    ) -> None:
        """Keep the identifies of shards apart, also across processes (`IdentifyTurns`)."""
        if self.storage.share.is_whole or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._turns.wait(shard_id)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed; raise `StorageError` if the database vanishes meanwhile."""
        serving = asyncio.create_task(super().connect(reconnect=reconnect))
        watching = asyncio.create_task(self.storage.database.wait_until_vanished())
        both = serving, watching

        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            ended = watching if watching.done() else serving
            if ended is watching:
                # Who has just pressed something is still told that it was not kept.
                await asyncio.sleep(LAST_WORDS)
        finally:
            await answer_deadline.cancel_until_done(*both)

        await ended

    async def close(self) -> None:
        """Stop gently within `STOP` seconds, also where parts fail.

        Background parts end while the answers under way are finished. These need the rivals' advice, the pictures and
        Discord, and everything needs the database, which is closed last and waited for: it may be writing.
        """
        self._stopping = True
        now = asyncio.get_running_loop().time()
        alone = (
            self.timekeeper,
            self.analyst,
            self.notices,
            self.caretaker,
            self.announcer,
        )

        async with AsyncExitStack() as parts:
            # The last one that is pushed is the first one to be closed.
            parts.push_async_callback(self.storage.close)
            parts.push_async_callback(
                answer_deadline.close_all,
                now + STOP,
                self.rivals.close,
                self.pictures.close,
                super().close,
            )
            parts.push_async_callback(
                answer_deadline.close_all,
                now + ANSWERS,
                self._finish_answers,
                *(part.close for part in alone),
            )
            parts.push_async_callback(answer_deadline.cancel_until_done, self._syncing)

    @property
    def is_connected(self) -> bool:
        """Tell whether every gateway connection is open; before the first is begun, none is."""
        if not self.shards:
            return False
        return not any(shard.is_closed() for shard in self.shards.values())

    async def _choose_late_move(self, match: AnyMatch, seat: Seat) -> Sequence[Any]:
        """Return a knight's move for `seat`, which is out of time."""
        return (await self.thinkers.advice(match, seat, KNIGHT)).actions

    async def _name_rivals(self, table: TableRecord, count: int) -> Sequence[Sitter]:
        """Return `count` rivals for free seats of a lobby, of the level that its opener chose."""
        public = await self.services.audience.language(table.guild)
        level = (table.starting and table.starting.fill) or LEVEL
        seated = [sitter.name for sitter in table.sitters]
        return new_rivals(public, seated, [level] * count, table.id)

    def guild_ids(self) -> Collection[int] | None:
        """Return the ids of Herald's guilds; None until every connection has reported its own."""
        if not self.is_ready():
            return None
        return [server.id for server in self.guilds]

    async def on_ready(self) -> None:
        """Log the connection; the downtime until now stops all clocks (`Timekeeper.on_reconnect`)."""
        await self.timekeeper.on_reconnect()
        log.info("Herald is connected as %s; servers: %s", self.user, len(self.guilds))

    async def on_resumed(self) -> None:
        """Count the time without Discord as downtime (`Timekeeper.on_reconnect`)."""
        await self.timekeeper.on_reconnect()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Route a click or a dialog; commands go through the `HeraldCommandTree`."""
        self._discord_clock.set_by_snowflake(interaction.id)
        if interaction.type in router.KINDS:
            await self.answer(interaction, self._route)

    async def _route(self, interaction: discord.Interaction[Any]) -> None:
        await router.dispatch(await self.request(interaction))
        self._note_answer(interaction)

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        work: Callable[[discord.Interaction[Any]], Awaitable[None]],
    ) -> None:
        """Do the `work` of a click or command before the deadline of its answer, and answer its errors.

        Above the rate limit it is refused, and dropped once Herald stops.
        """
        if not self.track_answer():
            return

        try:
            async with answer_deadline.limit_answer():
                try:
                    self.services.rate_limits.clicks.require(interaction.user.id)
                    await work(interaction)
                except Exception as error:  # noqa: BLE001 - the one handler answers everything
                    await self.fail(interaction, error)
        except answer_deadline.Overdue as error:
            await self.fail(interaction, error)

    def _note_answer(self, interaction: discord.Interaction[Any]) -> None:
        """Report a success to the circuit breaker: Discord may take other requests again, too."""
        if internals.is_answered(interaction):
            self.announcer.breaker.note_answer()

    def track_answer(self) -> bool:
        """Count this task among the answers that a stop waits for; return False once Herald stops."""
        task = asyncio.current_task()
        if self._stopping or task is None:
            return False
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)
        return True

    async def _finish_answers(self) -> None:
        """Wait for the answers under way (`track_answer`)."""
        if self._answers:
            await asyncio.wait(tuple(self._answers))

    async def on_app_command_completion(
        self, interaction: discord.Interaction[Any], _: object
    ) -> None:
        """Store the locale of a command's user, once it is answered."""
        self._note_answer(interaction)
        if self.track_answer():
            await preferences.store_guild_locale(await self.request(interaction))

    async def request(self, interaction: discord.Interaction[Any]) -> Request:
        """Return the `Request` of a click or a command, with its ways to answer."""
        return await Request.of(self.services, interaction)

    async def fail(
        self, interaction: discord.Interaction[Any], error: Exception
    ) -> None:
        """Answer the `error` of a click or a command."""
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        await router.answer_error(
            Request.from_memory(self.services, interaction), error
        )

    async def _use_configured_gateway(self) -> None:
        """Let reconnects use the gateway of `discord_api_url`, not Discord's own."""
        if self._api != DISCORD_API:
            try:
                await internals.use_gateway_of_api(self)
            except (KeyError, TypeError):
                raise connection_errors.not_discord(self._api) from None
