"""What is known of tables, people and servers, as storage keeps it and everybody else reads it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple, NewType

from pydantic import ConfigDict

from bot.clocks.clock import USUAL, Clock, Then
from bot.clocks.timeline import Stretch
from engine import fairness
from engine.analysis import Analysis
from engine.primer import LESSON
from engine.saves import Save

TableId = NewType("TableId", int)
NO_TABLE = TableId(0)
"""The number of a table that is not kept yet."""

HEX = ConfigDict(ser_json_bytes="hex", val_json_bytes="hex")
"""How bytes are written in documents."""
NO_PLACE = 0
"""The server and the channel of a table that stands in none: one person plays there in private."""
BEAT = "beat"
"""The remark of when Herald was there last, in seconds since the epoch."""
FORGOTTEN = NO_USER = 0
"""The user's id that stands for somebody who was taken out of a table, or for a rival; no user of Discord has it."""


class Status(StrEnum):
    """Where a table stands in its life; a `SEALED` match is over, and opened once others have played the same deal."""

    LOBBY = "lobby"
    PLAYING = "playing"
    SEALED = "sealed"
    OVER = "over"
    ENDED = "ended"
    SUSPENDED = "suspended"

    @property
    def open(self) -> bool:
        """Tell whether people may still act at the table."""
        return self in {Status.LOBBY, Status.PLAYING}


class Private(StrEnum):
    """Where a person's private views go."""

    HERE = "here"
    DM = "dm"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat, a person or a rival; seats are numbered by their order.

    `word` is the digest of the word that this person has added to the shuffle, and the seat keeps it. A rival of a
    `level` has NO_USER; with a user it cares for that person's seat until the person is back.
    """

    __pydantic_config__ = HEX
    user: int
    name: str
    word: bytes | None = None
    level: str | None = None

    @property
    def person(self) -> int | None:
        """Return the user whose seat it is; None for a rival's own, and where the person was forgotten."""
        return self.user or None


class Kind(StrEnum):
    """What may happen at a table besides its moves."""

    SEATED = "seated"
    ADVISED = "advised"
    INVITED = "invited"
    ASKED = "asked"
    WITHDRAWN = "withdrawn"
    WELCOMED = "welcomed"
    VOTED = "voted"


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened at a table after a move, and is neither a move nor the place's: when, in seconds.

    SEATED: the `sitter` holds the seat from the next move on; the first one of a seat tells who held it from the
    beginning. ADVISED: the `sitter` on that seat has asked the sitter's `level` for advice. INVITED: the `sitter` is
    asked to come and sit there, for the open table is the rematch of the one of number `after`. ASKED, WITHDRAWN: the
    `sitter`, who sits nowhere there, would like that free seat, or no more. WELCOMED: the person on the seat agrees
    that the `sitter` takes a free one. VOTED: the `sitter` wants the seat of somebody whose time is up to be freed.
    """

    after: int
    kind: Kind
    seat: int
    sitter: Sitter
    at: float


@dataclass(frozen=True, slots=True)
class Pledged:
    """The secret behind a table's shuffle; `message` is the first one that showed its pledge, None before there is any.

    The id of that message counts for the seats that add no word. No log ever shows the secret.
    """

    __pydantic_config__ = HEX
    secret: bytes = field(repr=False)
    message: int | None = None

    @property
    def pledge(self) -> str:
        """Return what everybody is shown of the secret, in hexadecimal."""
        return fairness.pledge(self.secret).hex()


@dataclass(frozen=True, slots=True)
class Dm:
    """The DM that carries a seat's present question, which is the one of number `asked`.

    `user` is who got it, NO_USER if an older Herald wrote it.
    """

    seat: int
    asked: int
    channel: int
    message: int
    user: int = NO_USER


@dataclass(frozen=True, slots=True)
class PingMessage:
    """A `message` below the story that pinged seats: `called` has each with the number of its question."""

    message: int
    called: tuple[tuple[int, int], ...]


class Consent(NamedTuple):
    """Whose word is missing, for whom: the person's seat and user, the newcomer, the free seat, and since when."""

    seat: int
    user: int
    newcomer: int
    free: int
    since: float


@dataclass(frozen=True, slots=True)
class ConsentCall:
    """A message that asks somebody to agree with a newcomer, and its place: the table's channel, or a DM's."""

    consent: Consent
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Published:
    """The last state of a table that Discord was sent.

    `revision` is the one that has been announced whole, and `seq` the last move that was. `message` is the table
    message, posted in the phase `phase`; `look` is its digest, empty if unknown. `post` is the growing post, which
    tells the story from the move `post_from` on. `called` are the seats that have been pinged, each with the number of
    the question (`bot.tables.ordering.Prompt`); `summons` are the ping messages that still stand, besides posts, and
    `consents` those that ask to agree with a newcomer. `restored`: the table was restored, and no message says so yet.
    """

    revision: int = -1
    seq: int = -1
    message: int | None = None
    phase: str = ""
    look: str = ""
    post: int | None = None
    post_from: int = 0
    called: tuple[tuple[int, int], ...] = ()
    dms: tuple[Dm, ...] = ()
    restored: bool = False
    summons: tuple[PingMessage, ...] = ()
    consents: tuple[ConsentCall, ...] = ()

    @property
    def messages(self) -> frozenset[int | None]:
        """Return the messages that were sent."""
        calls = {each.message for each in self.summons} | {each.message for each in self.consents}
        return frozenset({self.message, self.post, *calls, *(dm.message for dm in self.dms)})


class Generation(NamedTuple):
    """The life of a table since it was set back: the last move that was kept, and a name of its own, 16 ASCII signs."""

    since: int
    name: str


class Practice(NamedTuple):
    """From where a private table is played on: the move of another table, and whether hidden cards were dealt anew."""

    table: TableId
    move: int
    anew: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """What people may do at a table, as is settled before its game begins; a rematch has the same.

    A server chooses them for its new tables (`Customs`), and an opener in the lobby. A field is a switch; what it is
    called stands in the texts: "customs-FIELD-on" and "-off", "lobby-FIELD", "FIELD-allow" and "FIELD-forbid", both
    with "-about".
    """

    advice: bool = False
    orders: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """Return these fields alone, of a record that has more."""
        return {each.name: getattr(self, each.name) for each in fields(TableOptions)}


@dataclass(frozen=True, slots=True)
class TableRecord(TableOptions):
    """A table as it is kept: the people, the place, the match at rest and what has been announced of it.

    `channel` is where it is played (a thread's id if it has a thread of its own); `private` is the table's own
    default. `revision` counts the commits that others can see. `created` is in seconds since the epoch; None if an
    older Herald opened the table. `since` is when its people or its status changed last; a move that leaves it
    being played changes neither. `expired` says after how many days Herald closed it if nobody had started it, and
    `ended_by` who ended it before its time; None if nobody did, or nobody knows. `pledged` is None if the match
    began under an older Herald. `generations` are the times that the table was set back, oldest first. `advice`
    tells whether people may ask for it here; `incidents` are what happened besides moves, oldest first. `clock` is
    None where no time counts: at a table of an older Herald. `orders` tells whether people can order ahead here.
    `deal` names a deal that others play as well, or nothing: rivals choose alike there; a day in ISO 8601 for that
    of a day. Once it is over, a table that is `shared` may be looked at by everybody. `practice` is from where the
    table is played on, if it is. `analysis` is what was found in the match once it was over, `film` the message
    that has its film. `version` counts all commits, also those that show to nobody, and `head` is the seal of the last
    move, which the next one continues.
    """

    __pydantic_config__ = HEX
    id: TableId
    game: str
    guild: int
    channel: int
    opener: int
    private: Private | None
    status: Status
    sitters: tuple[Sitter, ...]
    save: Save | None = None
    announced: Published = field(default_factory=Published)
    revision: int = 0
    created: float | None = None
    since: float | None = None
    expired: int | None = None
    ended_by: int | None = None
    pledged: Pledged | None = None
    generations: tuple[Generation, ...] = ()
    incidents: tuple[Incident, ...] = ()
    clock: Clock | None = None
    version: int = 0
    head: bytes = b""
    deal: str = ""
    practice: Practice | None = None
    shared: bool = False
    analysis: Analysis | None = None
    film: int | None = None

    @property
    def duplicate(self) -> bool:
        """Tell whether others play the same deal meanwhile: nothing is undone here, and the end stays sealed."""
        return self.deal not in {"", LESSON}

    @property
    def alone(self) -> bool:
        """Tell whether one person plays here in private, against rivals: in no channel, and without clocks."""
        return self.guild == NO_PLACE

    @property
    def shuffle_intact(self) -> bool:
        """Tell whether the secret and what was added still make the seed that the match was dealt by, if any was."""
        if self.pledged is None or self.save is None:
            return True
        words = [sitter.word for sitter in self.sitters]
        return fairness.seed(self.pledged.secret, words, self.pledged.message) == self.save.seed

    @property
    def opens_secret(self) -> bool:
        """Tell whether the secret of the shuffle is posted when the table is ended early, as people were told."""
        return self.clock is not None and self.clock.opens_secret

    def is_attended(self, seat: int) -> bool:
        """Tell whether a person plays a seat, who is to be called, and not a rival."""
        return self.sitters[seat].level is None

    def generation(self, move: int | None = None) -> bytes:
        """Return what names a move after a table was set back, or whatever is present; empty if it never was."""
        names = [each.name for each in self.generations if move is None or each.since < move]
        return names[-1].encode() if names else b""


@dataclass(frozen=True, slots=True)
class Logged:
    """One line of a table's log; `action` and `told` are JSON, `at` is in seconds; if not `sound`, it was damaged."""

    seq: int
    rules: int
    seat: int
    action: str
    told: str
    at: float
    sound: bool = True


@dataclass(frozen=True, slots=True)
class Person:
    """What a user has chosen, and the locale that Discord showed for them last.

    None stands for no choice: `private` goes with the table, `language` with Discord, `pictures` with the server.
    """

    user: int
    private: Private | None = None
    dm_closed: bool = False
    dm_told: bool = False
    language: str | None = None
    locale: str | None = None
    pictures: bool | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """What is chosen for a whole server, and the locale that Discord showed for it last; None: no choice."""

    id: int
    language: str | None = None
    locale: str | None = None
    pictures: bool | None = None

    @property
    def server(self) -> int:
        """Return whose it is, by the name that it has in other choices."""
        return self.id


@dataclass(frozen=True, slots=True)
class Customs(TableOptions):
    """What a server wants its tables to be like when they open: the pace, what happens then, and their options."""

    server: int
    pace: str = USUAL
    then: Then = Then.RIVAL
    orders: bool = field(default=True, kw_only=True)


class Way(StrEnum):
    """How somebody who follows a game is called to a table of it."""

    CHANNEL = "channel"
    DM = "dm"


@dataclass(frozen=True, slots=True)
class Follow:
    """That a user wants to be called, in some way, when a table of a game opens on a server; no way: no more."""

    server: int
    game: str
    user: int
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Departure:
    """Since when Herald has not been on a server any more, as far as it has noticed, in seconds since the epoch."""

    server: int
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Outages:
    """When Herald was down, oldest first; not `known` where that isn't what was written."""

    stretches: tuple[Stretch, ...] = ()
    known: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that Herald notes about itself."""

    key: str
    value: str | None = None
