"""An evening with Herald: a little Discord with the real bot in it, people who press what they see, and a record."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import discord
import simcord
from simcord.backend import serializers
from simcord.backend.models import Interaction, Message
from simcord.builders import GuildHandle
from simcord.interactions import base_payload

from bot.client.herald import Herald
from bot.storage.records import TableId, TableRecord
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import language
from engine.match import AnyMatch
from engine.rng import SEED_BYTES
from engine.scene import Value
from tests.bot.clock import Clock
from tests.bot.limits import BUTTON, SELECT, TEXT, walk
from tests.bot.record import Json, Record

COMPONENT, SUBMIT, LABEL, RADIO = 3, 5, 18, 21
HUGE = "9" * 20
"""A number that no id and no answer has."""
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
Place: TypeAlias = "Message | Answer"
"""Where buttons are: a message, or that of an answer."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody in the server, and what they do there."""

    name: str
    member: simcord.MemberActor
    evening: Evening = field(repr=False, compare=False)

    @property
    def id(self) -> int:
        """Return the user's id."""
        return self.member.id

    @property
    def dms(self) -> list[Message]:
        """Return the own DMs, oldest first."""
        return self.evening.messages(self.evening.env.backend.get_dm_channel(self.id).id)

    async def command(self, name: str, channel: simcord.ChannelHandle | None = None, **options: Any) -> Answer:
        """Type a slash command in a channel; a table opens without orders unless the evening is `ahead`."""
        if name.startswith("newgame ") and not self.evening.ahead:
            options.setdefault("orders", False)
        return Answer(self.evening, await self.member.slash(channel or self.evening.channel, name, **options))

    async def whisper(self, name: str, **options: Any) -> Answer:
        """Type a slash command in the conversation with the bot."""
        return Answer(self.evening, await self.member.user.slash(name, **options))

    async def press(self, does: str, place: Place | None = None) -> Answer:
        """Press the first button that does something, below the table message unless another is named."""
        place = place or self.evening.board()
        return await self.click(place, next(str(one["custom_id"]) for one in buttons(place) if verb(one) == does))

    async def click(self, place: Place, custom_id: str) -> Answer:
        """Press a button, named by its custom_id."""
        return Answer(self.evening, await self._actor(place).click(self._shown(place), custom_id=custom_id))

    async def unfold(self, view: Place) -> Answer:
        """Press *More* in a private view; return what it shows then."""
        return await self.press("more", view)

    async def choose(self, place: Place, values: Sequence[str], part: str | None = None) -> Answer:
        """Pick options of a select."""
        return Answer(self.evening, await self._actor(place).select(self._shown(place), list(values), custom_id=part))

    async def prefer(self, **fields: str) -> Answer:
        """Fill fields of a dialog of /settings in."""
        (form,) = {"calls" if field in CALLS else "reading" for field in fields}
        return await self.fill_in(await self.command(f"settings {form}"), **fields)

    async def govern(self, **fields: Any) -> Answer:
        """Fill fields of a dialog of /settings server in, as whoever manages the server."""
        (form,) = {"tables" if field in TABLES else "here" for field in fields}
        page = await self.command("settings server")
        return await self.fill_in(await self.click(page.message, f"server:{form}"), **fields)

    async def agree_on(self, lobby: Place, **fields: str) -> Answer:
        """Fill fields of the dialog under the options of a lobby in, as whoever opened the table."""
        page = await self.press("time", lobby)
        return await self.fill_in(await self.press("terms", page.message), **fields)

    async def fill_in(self, dialog: Answer, **fields: Any) -> Answer:
        """Send a dialog as it stands, but for some fields."""
        opened = dialog.interaction.modal
        assert opened is not None, "no dialog was the answer"
        actor: Any = self.member if dialog.interaction.guild_id else self.member.user
        filled = {**self.evening.stands(opened), **fields}
        return Answer(self.evening, await actor.submit_modal(dialog.result, filled))

    async def forge(self, custom_id: str, place: Place | None = None, **data: Any) -> Answer:
        """Send a click that no client would send, from the table message unless another is named."""
        begun = self.begin(place or self.evening.board(), custom_id, **data)
        await self.evening.settle()
        return begun

    def begin(
        self, place: Place, custom_id: str, *, kind: int = COMPONENT, fields: Json | None = None, **data: Any
    ) -> Answer:
        """Send a click, forged or not, or a dialog with `fields`, and don't wait for what comes of it."""
        if fields is not None:
            named = [(name, "values" if isinstance(each, list) else "value", each) for name, each in fields.items()]
            parts = [{"type": 3, "custom_id": name, key: each} for name, key, each in named]
            kind, data = SUBMIT, {"components": [{"type": LABEL, "component": part} for part in parts]}
        part = {"component_type": SELECT if "values" in data else BUTTON} if kind == COMPONENT else {}
        env, message = self.evening.env, message_of(place)
        channel = env.backend.get_channel(message.channel_id)
        known = {"custom_id": custom_id, **part, **data}
        record, payload = base_payload(
            env.backend, type=kind, channel_id=channel.id, guild_id=channel.guild_id, user_id=self.id, data=known
        )
        record.source_message_id = message.id
        payload["message"] = dict(serializers.message_payload(env.backend, message))
        env._notify_dispatch_observers(record)
        env.backend.emit("INTERACTION_CREATE", payload)
        return Answer(self.evening, simcord.InteractionResult(env, record))

    def _actor(self, place: Place) -> Any:
        is_public = self.evening.env.backend.get_channel(message_of(place).channel_id).guild_id
        return self.member if is_public else self.member.user

    def _shown(self, place: Place) -> simcord.ResponseMessage:
        return simcord.ResponseMessage(self.evening.env, message_of(place))


def text(message: Message) -> str:
    """Return all that a message says, and what its pictures show in words."""
    alts = [item["description"] for part in walk(message.components) for item in part.get("items", ())]
    return "\n".join([markdown(message), *alts])


def markdown(message: Message) -> str:
    """Return what Discord reads as markdown in a message."""
    parts = [part["content"] for part in walk(message.components) if part["type"] == TEXT]
    return "\n".join([message.content, *parts] if message.content else parts)


def message_of(place: Place) -> Message:
    """Return the message that is shown, or was sent or edited as an answer."""
    return place.message if isinstance(place, Answer) else place


def buttons(place: Place) -> list[Json]:
    """Return the buttons and selects of a message or of an answer."""
    return [dict(part) for part in walk(message_of(place).components) if part["type"] in {BUTTON, SELECT}]


def verb(part: Mapping[str, Any]) -> str:
    """Return what a button or select does: the first word of its custom_id."""
    return str(part["custom_id"]).partition(":")[0]


def verbs(place: Place) -> list[str]:
    """Return what the buttons and selects of a message or of an answer do."""
    return [verb(part) for part in buttons(place)]


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
    clock: Clock = field(default_factory=Clock)

    @property
    def bot(self) -> Herald:
        """Return the bot that runs now."""
        assert isinstance(self.env.bot, Herald)
        return self.env.bot

    @property
    def tables(self) -> Tables:
        """Return the tables of the bot that runs now."""
        return self.bot.tables

    @property
    def storage(self) -> Store:
        """Return the storage of the bot that runs now."""
        return self.bot.storage

    def invite(self, name: str, server: GuildHandle | None = None, **member: Any) -> Guest:
        """Let another person come to a server."""
        user = self.env.create_user(f"user{len(self.env.backend.users)}", global_name=name)
        return Guest(name, (server or self.server).add_member(user, **member), self)

    def messages(self, channel: int | None = None) -> list[Message]:
        """Return every message of a place, oldest first; of the channel if no place is named."""
        found = self.env.backend.messages.get(channel or self.channel.id, {})
        return sorted(found.values(), key=lambda message: message.id)

    def public(self, channel: int | None = None) -> list[Message]:
        """Return the messages of a place that everybody there can see, oldest first."""
        return [message for message in self.messages(channel) if not message.is_ephemeral]

    def board(self, channel: int | None = None, table: int = 0) -> Message:
        """Return the newest message that has the buttons of a lobby or of a table, of this one if it is named."""
        marks = {"log", "join"}
        # A post may lead to the log as well; what is a page has no content.
        shown = ((message, buttons(message)) for message in reversed(self.public(channel)) if not message.content)
        return next(message for message, parts in shown if marks & set(map(verb, parts)) and about(parts, table))

    def board_text(self, channel: int | None = None, table: int = 0) -> str:
        """Return all that the newest table message says."""
        return text(self.board(channel, table))

    def post_text(self, channel: int | None = None) -> str:
        """Return all that the newest public post says."""
        return text(self.post(channel))

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

    def stands(self, dialog: Json) -> dict[str, Any]:
        """Return what stands in the fields of a dialog, as Discord sends it where nobody changes it."""
        found: dict[str, Any] = {}
        for part in (each["component"] for each in dialog["components"] if "component" in each):
            chosen: list[Any] = [each["value"] for each in part.get("options", ()) if each["default"]]
            places = [self.env.backend.get_channel(int(each["id"])) for each in part.get("default_values", ())]
            chosen += [simcord.ChannelHandle(self.env, self.server, place) for place in places]
            found[part["custom_id"]] = chosen[0] if part["type"] == RADIO else part.get("value", chosen)
        return found

    async def restart(self) -> Herald:
        """Stop the bot and start another one on the same database."""
        await self.bot.close()
        following = self.another()
        await self.env.restart_bot(following)
        await self.settle()
        return following

    async def settle(self) -> None:
        """Wait until the bot has come to rest."""
        await self.env.settle()

    async def later(self, **time: float) -> None:
        """Let time go by."""
        await self.env.advance_time(timedelta(**time).total_seconds())

    async def table(self, number: int = 1) -> Table:
        """Return a table as it is in the bot's memory."""
        return await self.tables.get(TableId(number))

    async def table_record(self, number: int = 1) -> TableRecord:
        """Return the record of a table."""
        return (await self.table(number)).record

    async def match(self, number: int = 1) -> AnyMatch:
        """Return the match that has begun at a table."""
        return (await self.table(number)).started_match

    async def open(
        self, *guests: Guest, game: str = GAME, channel: simcord.ChannelHandle | None = None, **options: Any
    ) -> Message:
        """Let the first person open a table and the others join; return the lobby."""
        opener, *others = guests
        await opener.command(f"newgame {game}", channel, **options)
        place = max(self.env.backend.channels) if options.get("thread") else (channel or self.channel).id
        lobby = self.board(place)
        for guest in others:
            await guest.press("join", lobby)
        return lobby

    async def seat(self, *guests: Guest, **options: Any) -> Message:
        """Let people open a table and start it; return the table message."""
        lobby = await self.open(*guests, **options)
        await guests[0].press("start", lobby)
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


def warden(court: Evening) -> Guest:
    """Return somebody who may manage the server."""
    role = court.server.create_role("warden", permissions=discord.Permissions(manage_guild=True))
    return court.invite("Wat", roles=[role])


def moderator(court: Evening) -> Guest:
    """Let somebody come who may manage messages."""
    role = court.server.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    return court.invite("Mo", roles=[role])
