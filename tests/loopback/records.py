"""The things of the loopback Discord: accounts, channels, messages, interactions, and its error answers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from simcord.components import walk_components

from tests.loopback.components import BUTTON, LINK_STYLES, SELECT, TEXT, Json

TEXT_CHANNEL, DM_CHANNEL = 0, 1
VIEW, SEND = 1 << 10, 1 << 11
MEMBER_PERMISSIONS = VIEW | SEND | 1 << 16 | 1 << 31 | 1 << 38
BOT_PERMISSIONS = MEMBER_PERMISSIONS | 1 << 14 | 1 << 15 | 1 << 34 | 1 << 35 | 1 << 36
SILENT = 1 << 12
LOADING = 1 << 7


class ApiError(Exception):
    """An answer in Discord's error shape: HTTP status, error code, message."""

    def __init__(self, status: int, code: int, message: str) -> None:
        """Keep the three."""
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes


Uploads = dict[int, Upload]
"""The files of a request by the numbers that its JSON knows them by: files[0] is the attachment of id 0."""


@dataclass(slots=True, eq=False)
class User:
    """An account: a person or the bot."""

    id: int
    name: str
    bot: bool = False
    permissions: int = MEMBER_PERMISSIONS
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        """The text that names this account in a message."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel of a `guild`, or a DM."""

    id: int
    kind: int
    name: str
    user: User | None = None
    guild: int = 0
    everything: list[Message] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """What everybody in the channel can see now, oldest first."""
        return [message for message in self.everything if not message.deleted and message.only_for is None]


@dataclass(slots=True, eq=False)
class Message:
    """A message as it stands; `only_for` is the one person who can see an ephemeral one."""

    id: int
    channel: Channel
    author: User
    flags: int
    at: float
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    nonce: str | None = None
    only_for: User | None = None
    interaction: Interaction | None = None
    deleted: bool = False
    edits: int = 0
    mentioned: set[int] = field(default_factory=set)
    everyone: bool = False
    pinged: set[int] = field(default_factory=set)
    first_text: str = ""

    @property
    def text(self) -> str:
        """Every word shown, line by line: content and text displays."""
        texts = (node["content"] for node in walk_components(self.components) if node["type"] == TEXT)
        return "\n".join(filter(None, (self.content, *texts)))

    @property
    def buttons(self) -> list[Json]:
        """The buttons that can be clicked: no links, none disabled."""
        return [node for node in self._usable(BUTTON) if node.get("style") not in LINK_STYLES]

    def ids(self, verb: str) -> list[str]:
        """Return the custom_ids of the buttons whose first word is `verb`, which says what they do."""
        return [key for each in self.buttons if (key := str(each.get("custom_id"))).partition(":")[0] == verb]

    @property
    def selects(self) -> list[Json]:
        """The selects of strings that can be used."""
        return self._usable(SELECT)

    def _usable(self, kind: int) -> list[Json]:
        return [node for node in walk_components(self.components) if node["type"] == kind and not node.get("disabled")]


@dataclass(slots=True, eq=False)
class Interaction:
    """Something a person did that awaits the bot's one answer; `source` is the message clicked on."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    what: str
    sent: float
    source: Message | None = None
    answer_kind: int | None = None
    answer_data: Json = field(default_factory=dict)
    answered_at: float = 0.0
    message: Message | None = None
    followups: list[Message] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
