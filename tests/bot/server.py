"""An evening with Herald: a little Discord with the real bot in it, people who press what they see, and a record."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord.backend import serializers
from simcord.backend.models import Interaction, Message
from simcord.builders import GuildHandle
from simcord.interactions import base_payload

from bot.client.herald import Herald
from bot.host.config import Config
from bot.interactions.router import OUTDATED
from bot.storage.port import StorageError
from bot.storage.records import TableId
from bot.tables.table import Table
from bot.texts.fluent import language
from engine.errors import Refused
from engine.match import AnyMatch
from engine.rng import SEED_BYTES
from engine.scene import Value
from tests.bot import copies, discord_time, openapi, translated
from tests.bot.limits import BUTTON, SELECT, TEXT, problems, walk
from tests.bot.pushes import miscalls
from tests.bot.record import Json, Record, written

COMPONENT, SUBMIT, RADIO = 3, 5, 21
NAMES = ("Ann", "Bo", "Cy", "Dana", "Eve", "Finn", "Gus", "Hana")
"""Enough for every seat that a game may have."""
FREE: Mapping[str, Any] = {
    **dict.fromkeys(("lobbies_per_person", "tables_per_person", "tables_per_channel", "tables_per_server"), 0),
    **dict.fromkeys(("newgame_seconds", "clicks_per_minute", "analysis"), 0),
}
"""The settings of an evening without limits, for clicks faster than any person's, and without analyses."""
CALLS, TABLES = {"reminders", "quiet", "zone", "bids"}, {"pace", "then", "options"}
"""The fields of one dialog of a person, and of one of a server; all others are in the other one."""
GAME = "fortheking"
"""What is played where a test names no game."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody in the server."""

    name: str
    member: simcord.MemberActor

    @property
    def id(self) -> int:
        """Return the user's id."""
        return self.member.id


def text(message: Message) -> str:
    """Return all that a message says, and what its pictures show in words."""
    alts = [item["description"] for part in walk(message.components) for item in part.get("items", ())]
    return "\n".join([markdown(message), *alts])


def markdown(message: Message) -> str:
    """Return what Discord reads as markdown in a message."""
    parts = [part["content"] for part in walk(message.components) if part["type"] == TEXT]
    return "\n".join([message.content, *parts] if message.content else parts)


def buttons(message: Message) -> list[Json]:
    """Return the buttons and selects of a message."""
    return [dict(part) for part in walk(message.components) if part["type"] in {BUTTON, SELECT}]


def verb(part: Mapping[str, Any]) -> str:
    """Return what a button or select does: the first word of its custom_id."""
    return str(part["custom_id"]).partition(":")[0]


def verbs(message: Message) -> list[str]:
    """Return what the buttons and selects of a message do."""
    return [verb(part) for part in buttons(message)]


def about(parts: Iterable[Json], table: int) -> bool:
    """Tell whether some of these buttons and selects belong to a table; any do where none is named."""
    return not table or any(str(part["custom_id"]).split(":")[1:2] == [str(table)] for part in parts)


def words(key: str, **facts: Value) -> str:
    """Return a sentence of Herald's."""
    return language("en").text(key, **facts)


@dataclass(slots=True, repr=False)
class Evening:
    """A running Discord of one server with one channel, some people, and Herald on a database of its own.

    `another` makes one more bot on the same database, with the same games and seeds. Where people can order `ahead`,
    tables open as they really do; else everybody is asked about everything. It has no `repr`, which asyncio would write
    for each test, and throw away.
    """

    env: simcord.Env
    database: Path
    server: GuildHandle
    channel: simcord.ChannelHandle
    guests: list[Guest]
    record: Record
    another: Callable[[], Herald]
    ahead: bool = True

    @property
    def bot(self) -> Herald:
        """Return the bot that runs now."""
        assert isinstance(self.env.bot, Herald)
        return self.env.bot

    def invite(self, name: str, server: GuildHandle | None = None, **member: Any) -> Guest:
        """Let another person come to a server."""
        user = self.env.create_user(f"user{len(self.env.backend.users)}", global_name=name)
        return Guest(name, (server or self.server).add_member(user, **member))

    # What is to be seen

    def messages(self, channel: int | None = None) -> list[Message]:
        """Return every message of a place, oldest first; of the channel if no place is named."""
        found = self.env.backend.messages.get(channel or self.channel.id, {})
        return sorted(found.values(), key=lambda message: message.id)

    def public(self, channel: int | None = None) -> list[Message]:
        """Return the messages of a place that everybody there can see, oldest first."""
        return [message for message in self.messages(channel) if not message.is_ephemeral]

    def dms(self, guest: Guest) -> list[Message]:
        """Return a person's DMs, oldest first."""
        return self.messages(self.env.backend.get_dm_channel(guest.id).id)

    def board(self, channel: int | None = None, table: int = 0) -> Message:
        """Return the newest message that has the buttons of a lobby or of a table, of this one if it is named."""
        marks = {"log", "join"}
        # A post may lead to the log as well; what is a page has no content.
        shown = ((message, buttons(message)) for message in reversed(self.public(channel)) if not message.content)
        return next(message for message, parts in shown if marks & set(map(verb, parts)) and about(parts, table))

    def post(self, channel: int | None = None, table: int = 0) -> Message:
        """Return the newest public post: what tells of the game and asks in public, at this table if it is named."""
        posts = (message for message in reversed(self.public(channel)) if message.content)
        return next(post for post in posts if about(buttons(post), table))

    def pings(self, channel: int | None = None, table: int = 0) -> list[tuple[int, int]]:
        """Return every ping in a place, or at one table there, as the message and the user, in order."""
        calls = [sent for sent in self.record.sent if sent.pings and sent.channel == (channel or self.channel.id)]
        return [(sent.message or 0, user) for sent in calls if about(sent.buttons, table) for user in sent.pings]

    def message(self, channel: int, number: int) -> Message:
        """Return a message as it looks now, or as it looked last if it was deleted."""
        return self.record.gone.get(number) or self.env.backend.get_message(channel, number)

    # What people do

    async def command(
        self, guest: Guest, name: str, channel: simcord.ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Type a slash command in a channel; a table opens without orders unless the evening is `ahead`."""
        if name.startswith("newgame ") and not self.ahead:
            options.setdefault("orders", False)
        return Answer(self, await guest.member.slash(channel or self.channel, name, **options))

    async def whisper(self, guest: Guest, name: str, **options: Any) -> Answer:
        """Type a slash command in the conversation with the bot."""
        return Answer(self, await guest.member.user.slash(name, **options))

    async def press(self, guest: Guest, message: Message, does: str = "", *, part: str | None = None) -> Answer:
        """Press a button, named by what it does or by its custom_id."""
        actor, shown = self._actor(guest, message), simcord.ResponseMessage(self.env, message)
        ids = [str(one["custom_id"]) for one in buttons(message) if verb(one) == does]
        return Answer(self, await actor.click(shown, custom_id=part or ids[0]))

    async def unfold(self, guest: Guest, view: Message) -> Answer:
        """Press *More* in a private view; return what it shows then."""
        return await self.press(guest, view, "more")

    async def choose(self, guest: Guest, message: Message, values: Sequence[str], part: str | None = None) -> Answer:
        """Pick options of a select."""
        actor, shown = self._actor(guest, message), simcord.ResponseMessage(self.env, message)
        return Answer(self, await actor.select(shown, list(values), custom_id=part))

    async def prefer(self, guest: Guest, **fields: str) -> Answer:
        """Let a person fill fields of a dialog of /settings in."""
        (form,) = {"calls" if field in CALLS else "reading" for field in fields}
        return await self.fill_in(guest, await self.command(guest, f"settings {form}"), **fields)

    async def govern(self, guest: Guest, **fields: Any) -> Answer:
        """Let whoever manages the server fill fields of a dialog of /settings server in."""
        (form,) = {"tables" if field in TABLES else "here" for field in fields}
        page = await self.command(guest, "settings server")
        dialog = await self.press(guest, page.message, part=f"server:{form}")
        return await self.fill_in(guest, dialog, **fields)

    async def agree_on(self, guest: Guest, lobby: Message, **fields: str) -> Answer:
        """Let whoever opened a table fill fields of the dialog under the options of its lobby in."""
        page = await self.press(guest, lobby, "time")
        return await self.fill_in(guest, await self.press(guest, page.message, "terms"), **fields)

    async def fill_in(self, guest: Guest, dialog: Answer, **fields: Any) -> Answer:
        """Send a dialog as it stands, but for some fields."""
        opened = dialog.interaction.modal
        assert opened is not None, "no dialog was the answer"
        actor: Any = guest.member if dialog.interaction.guild_id else guest.member.user
        return Answer(self, await actor.submit_modal(dialog.result, {**self.stands(opened), **fields}))

    def stands(self, dialog: Json) -> dict[str, Any]:
        """Return what stands in the fields of a dialog, as Discord sends it where nobody changes it."""
        found: dict[str, Any] = {}
        for part in (each["component"] for each in dialog["components"] if "component" in each):
            chosen: list[Any] = [each["value"] for each in part.get("options", ()) if each["default"]]
            places = [self.env.backend.get_channel(int(each["id"])) for each in part.get("default_values", ())]
            chosen += [simcord.ChannelHandle(self.env, self.server, place) for place in places]
            found[part["custom_id"]] = chosen[0] if part["type"] == RADIO else part.get("value", chosen)
        return found

    def _actor(self, guest: Guest, message: Message) -> Any:
        return guest.member if self.env.backend.get_channel(message.channel_id).guild_id else guest.member.user

    async def forge(self, guest: Guest, message: Message, custom_id: str, **data: Any) -> Answer:
        """Send a click that no client would send."""
        begun = self.begin(guest, message, custom_id, **data)
        await self.env.settle()
        return begun

    def begin(self, guest: Guest, message: Message, custom_id: str, *, kind: int = COMPONENT, **data: Any) -> Answer:
        """Send a click, forged or not, and don't wait for what comes of it."""
        backend, place = self.env.backend, self.env.backend.get_channel(message.channel_id)
        known = {"custom_id": custom_id, **({"component_type": BUTTON} if kind == COMPONENT else {}), **data}
        record, payload = base_payload(
            backend, type=kind, channel_id=place.id, guild_id=place.guild_id, user_id=guest.id, data=known
        )
        record.source_message_id = message.id
        payload["message"] = dict(serializers.message_payload(backend, message))
        self.env._notify_dispatch_observers(record)
        backend.emit("INTERACTION_CREATE", payload)
        return Answer(self, simcord.InteractionResult(self.env, record))

    # What happens to the bot and to the world

    async def restart(self) -> Herald:
        """Stop the bot and start another one on the same database."""
        await self.bot.close()
        following = self.another()
        await self.env.restart_bot(following)
        await self.env.settle()
        return following

    async def later(self, **time: float) -> None:
        """Let time go by."""
        await self.env.advance_time(timedelta(**time).total_seconds())

    async def table(self, number: int = 1) -> Table:
        """Return a table as it is in the bot's memory."""
        return await self.bot.tables.get(TableId(number))

    async def match(self, number: int = 1) -> AnyMatch:
        """Return the match that has begun at a table."""
        return (await self.table(number)).started_match

    async def open(
        self, *guests: Guest, game: str = GAME, channel: simcord.ChannelHandle | None = None, **options: Any
    ) -> Message:
        """Let the first person open a table and the others join; return the lobby."""
        opener, *others = guests
        await self.command(opener, f"newgame {game}", channel, **options)
        place = max(self.env.backend.channels) if options.get("thread") else (channel or self.channel).id
        lobby = self.board(place)
        for guest in others:
            await self.press(guest, lobby, "join")
        return lobby

    async def seat(self, *guests: Guest, **options: Any) -> Message:
        """Let people open a table and start it; return the table message."""
        lobby = await self.open(*guests, **options)
        await self.press(guests[0], lobby, "start")
        return lobby

    async def seat_first(self, number: int, **options: Any) -> list[Guest]:
        """Let the first guests open a table and start it; return them."""
        guests = self.guests[:number]
        await self.seat(*guests, **options)
        return guests


@dataclass(frozen=True, slots=True)
class Answer:
    """What a click or a command was answered."""

    evening: Evening
    result: simcord.InteractionResult

    @property
    def interaction(self) -> Interaction:
        """Return the interaction behind it."""
        return self.result._interaction

    @property
    def given(self) -> bool:
        """Tell whether there was any answer."""
        return self.interaction.responded

    @property
    def message(self) -> Message:
        """Return the message that was sent or edited as the answer."""
        assert self.interaction.message_id, "no message was the answer"
        return self.evening.message(self.interaction.channel_id, self.interaction.message_id)

    @property
    def text(self) -> str:
        """Return all that the message says."""
        return text(self.message)

    @property
    def stands(self) -> dict[str, Any]:
        """Return what stands in the fields of the dialog that was opened."""
        return self.evening.stands(self.interaction.modal or {})

    @property
    def edited(self) -> bool:
        """Tell whether the answer changed the message that was pressed."""
        message = self.interaction.message_id
        return message is not None and message == self.interaction.source_message_id

    @property
    def private(self) -> str:
        """Return the words of an answer that only this person sees; fail if it is anything else."""
        assert self.given, "nobody answered"
        assert self.message.is_ephemeral
        assert not self.edited
        return self.text


def dealing(number: int) -> Callable[[], bytes]:
    """Return what makes the same seeds each time, others for each number."""
    dice = random.Random(number)
    return lambda: dice.randbytes(SEED_BYTES)


def _answered(error: BaseException) -> bool:
    # simcord hears of a refused command, too, though it was answered; what is a fault of the disk is in the log.
    return isinstance(getattr(error, "original", error), (Refused, StorageError, *OUTDATED))


@cache
def _config(settings: frozenset[tuple[str, Any]]) -> Config:
    """Read settings, for which each variable of the environment is looked up: once for all evenings of the same."""
    return Config(**dict(settings))


@asynccontextmanager
async def evening(
    database: Path, patch: pytest.MonkeyPatch, settings: Mapping[str, Any] = FREE, **parts: Any
) -> AsyncIterator[Evening]:
    """Run an evening with a bot of these settings, made of these parts, the games and the seeds for instance.

    At its end every click was answered, no handler failed unseen, each request was one that Discord takes, and each new
    message notified whom it calls.
    """
    # Waits in real time have no part in an evening of its own clock: a look at the database, a quiet moment after which
    # what was shown is written, each note that the bot lives, and the moment before a private picture is drawn.
    for waits in ("storage.sqlite.writer.LOOK_SECONDS", "announce.announce_state.PEACE", "tables.timekeeper.BEATS"):
        patch.setattr(f"bot.{waits}", 24 * 3600.0)
    patch.setattr("bot.pictures.renderer.DEBOUNCE", 0.0)
    config = _config(frozenset({**FREE, **settings}.items())).model_copy(update={"database": database})
    another = partial(Herald, config, **parts)
    env = discord_time.Env(another(), shard_count=1, check_errors=False)
    record = Record(env)
    copies.install(patch)
    discord_time.install(patch)
    translated.install(patch)
    record.install(patch)
    await env.start()
    try:
        server = env.create_guild("The Castle")
        begun = Evening(env, database, server, server.create_text_channel("the-court"), [], record, another)
        begun.guests.extend(begun.invite(name) for name in NAMES)
        await env.settle()
        yield begun
        unanswered = [one.id for one in env.backend.interactions.values() if not one.responded]
        assert not unanswered, f"clicks without an answer: {unanswered}"
        assert not [error for error in env.errors if not _answered(error)]
        assert not [problem for sent in record.sent for problem in problems(sent.payload)]
        assert not list(openapi.faults(record.sent))
        assert not [written(sent.payload) for sent in record.sent if miscalls(sent)]
    finally:
        await asyncio.wait_for(env.bot.close(), 60)
        await env.shutdown()
