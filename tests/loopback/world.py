"""What the loopback Discord remembers: its servers, and the rules by which messages enter them and change."""

from __future__ import annotations

import itertools
import re
import time
from collections import deque
from collections.abc import Callable, Sequence

from simcord.components import walk_components

from tests.bot.limits import problems
from tests.loopback.components import V2, Json
from tests.loopback.records import (
    BOT_PERMISSIONS,
    DM_CHANNEL,
    LOADING,
    MEMBER_PERMISSIONS,
    SILENT,
    TEXT_CHANNEL,
    ApiError,
    Channel,
    Interaction,
    Message,
    Upload,
    Uploads,
    User,
)

NONCE_SECONDS = 300.0
DISCORD_EPOCH_MS = 1420070400000
TIME_BITS = 22


class World:
    """The whole memory of one server, or of several that have the same members, and the rules by which messages enter.

    `guild_id` is the first server, which everything belongs to that names no other.
    `watchers` are called with each interaction before the bot is told of it.
    `reserved` holds ids for messages to come, by channel and interaction (0: posted without one), so that an evening
    can be played again with the ids it had.
    """

    def __init__(self, token: str) -> None:
        """Make one empty server that knows only the bot."""
        self._serial = itertools.count()
        self.token = token
        self.bot = User(self.snowflake(), "Herald", bot=True, permissions=BOT_PERMISSIONS)
        self.owner = User(self.snowflake(), "Owner")
        self.guild_id = self.snowflake()
        self.guilds = [self.guild_id]
        self.shards = 1
        # The lines in which shards stand to be introduced: as many as the smallest of the largest bots have.
        self.concurrency = 16
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.channels: dict[int, Channel] = {}
        self.posts: list[Message] = []
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.emojis: list[Json] = []
        self.syncs = 0
        self.watchers: list[Callable[[Interaction], object]] = []
        self.reserved: dict[tuple[int, int], deque[int]] = {}
        self._nonces: dict[tuple[int, str], Message] = {}
        self.answer_within = 3.0

    def snowflake(self) -> int:
        """Return a new id that tells its own time, as Discord's do."""
        return (int(time.time() * 1000) - DISCORD_EPOCH_MS << 22) + next(self._serial) % 4096

    def add_server(self, shard: int) -> int:
        """Add a server that Discord would give to one of `shards`, and return its id."""
        number = self.snowflake()
        number += ((shard - (number >> TIME_BITS)) % self.shards) << TIME_BITS
        self.guilds.append(number)
        return number

    def shard(self, guild: int, shards: int) -> int:
        """Return which of so many shards hears of a server; what belongs to none, 0, comes to the first."""
        return (guild >> TIME_BITS) % shards

    def add_user(self, name: str, permissions: int = MEMBER_PERMISSIONS) -> User:
        """Add a new member of the server."""
        user = User(self.snowflake(), name, permissions=permissions)
        self.users[user.id] = user
        return user

    def add_channel(self, name: str, guild: int = 0, id: int = 0) -> Channel:  # noqa: A002
        """Add a new text channel, with an id that it had before if one is given."""
        channel = Channel(id or self.snowflake(), TEXT_CHANNEL, name, guild=guild or self.guild_id)
        self.channels[channel.id] = channel
        return channel

    def dm(self, user: User) -> Channel:
        """Return the one DM channel between the bot and this person."""
        for channel in self.channels.values():
            if channel.user is user:
                return channel
        channel = Channel(self.snowflake(), DM_CHANNEL, "", user)
        self.channels[channel.id] = channel
        return channel

    def channel(self, channel_id: int) -> Channel:
        """Return the channel, or error 10003."""
        if channel_id not in self.channels:
            raise ApiError(404, 10003, "Unknown Channel")
        return self.channels[channel_id]

    def message(self, channel: Channel, message_id: int) -> Message:
        """Return a message that the bot can fetch, or error 10008: an ephemeral one is not among them."""
        for message in reversed(channel.everything):
            if message.id == message_id and not message.deleted and message.only_for is None:
                return message
        raise ApiError(404, 10008, "Unknown Message")

    def post(self, channel: Channel, body: Json, files: Uploads) -> Message:
        """POST by the bot: the nonce, limits, then a new message."""
        return self._same_nonce(channel, body) or self.create(channel, body, files)

    def _same_nonce(self, channel: Channel, body: Json) -> Message | None:
        nonce = body.get("nonce")
        if nonce is None or not body.get("enforce_nonce"):
            return None
        earlier = self._nonces.get((channel.id, str(nonce)))
        return earlier if earlier is not None and time.monotonic() - earlier.at < NONCE_SECONDS else None

    def create(
        self,
        channel: Channel,
        body: Json,
        files: Uploads,
        interaction: Interaction | None = None,
        only_for: User | None = None,
    ) -> Message:
        """Make a new message by the bot, checked against the limits; whom it pings is settled here and never again."""
        flags = int(body.get("flags") or 0)
        message = Message(self._number(channel, interaction), channel, self.bot, flags, time.monotonic())
        message.interaction, message.only_for = interaction, only_for
        message.nonce = str(body["nonce"]) if body.get("nonce") is not None else None
        self._fill(message, body, files)
        if not flags & LOADING and not (message.text or message.components or message.attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        message.first_text = message.text
        channel.everything.append(message)
        if message.nonce is not None:
            self._nonces[channel.id, message.nonce] = message
        if only_for is None:
            self.posts.append(message)
            message.pinged = set() if flags & SILENT else set(message.mentioned)
        return message

    def _number(self, channel: Channel, interaction: Interaction | None) -> int:
        """Return the id of a new message: one reserved for this channel and interaction, 0 for none, or a new one."""
        kept = self.reserved.get((channel.id, interaction.id if interaction else 0))
        return kept.popleft() if kept else self.snowflake()

    def edit(self, message: Message, body: Json, files: Uploads) -> Message:
        """Change what the body names and leave the rest; nobody is pinged."""
        self._fill(message, body, files)
        if message.flags & LOADING:
            message.flags &= ~LOADING
            message.first_text = message.text
        message.edits += 1
        return message

    def _fill(self, message: Message, body: Json, files: Uploads) -> None:
        flags = message.flags | (int(body.get("flags") or 0) & V2)
        content = str(body.get("content") or "") if "content" in body else message.content
        tree = body.get("components") or [] if "components" in body else message.components
        attachments = self._attachments(message, body, files)
        refuse(problems({"flags": flags, "content": content, "components": tree, "attachments": attachments}))
        message.flags, message.content, message.attachments = flags, content, attachments
        # Discord numbers each component that has no number.
        for number, node in enumerate(walk_components(tree), start=1):
            node.setdefault("id", number)
        message.components = tree
        self._mentions(message, body.get("allowed_mentions"))

    def _attachments(self, message: Message, body: Json, files: Uploads) -> list[Json]:
        """Return what the message has and keeps, then what comes with the body; 50035 for a file that nobody sent."""
        named = {str(item["id"]): item for item in body.get("attachments") or []}
        had = {old["id"] for old in message.attachments}
        if lost := set(named) - had - {str(number) for number in files}:
            raise ApiError(400, 50035, f"Invalid Form Body: no attachments {sorted(lost)}")
        if "attachments" not in body:
            kept = message.attachments
        else:
            kept = [{**old, **_described(named[old["id"]])} for old in message.attachments if old["id"] in named]
        return kept + [self._attachment(upload, named.get(str(number), {})) for number, upload in files.items()]

    def _attachment(self, upload: Upload, said: Json) -> Json:
        number = self.snowflake()
        url = f"https://cdn.invalid/attachments/{number}/{upload.name}"
        shape = {"id": str(number), "filename": upload.name, "size": len(upload.data), "url": url, "proxy_url": url}
        return shape | _described(said)

    def _mentions(self, message: Message, allowed: Json | None) -> None:
        named = {int(number) for number in re.findall(r"<@!?(\d+)>", message.text)} & set(self.users)
        parse = ["users", "everyone"] if allowed is None else allowed.get("parse") or []
        listed = {int(number) for number in (allowed or {}).get("users") or []}
        message.mentioned = named if "users" in parse else named & listed
        message.everyone = "everyone" in parse and bool(re.search(r"@(everyone|here)", message.text))

    def begin(self, kind: int, user: User, channel: Channel, data: Json, what: str) -> Interaction:
        """Begin a new interaction that awaits its answer from now on."""
        number = self.snowflake()
        interaction = Interaction(number, f"token{number}", kind, user, channel, data, what, time.monotonic())
        self.interactions[number] = self.tokens[interaction.token] = interaction
        return interaction


def refuse(found: Sequence[str]) -> None:
    """Raise error 50035 if anything was found that Discord would refuse."""
    if found:
        raise ApiError(400, 50035, "Invalid Form Body: " + "; ".join(found))


def _described(said: Json) -> Json:
    return {"description": said["description"]} if said.get("description") else {}
