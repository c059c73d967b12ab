"""Records of tables, users and guilds, as storage writes them and all other packages read them."""

from __future__ import annotations

from dataclasses import field, fields
from enum import StrEnum
from typing import Any, NamedTuple, NewType

from pydantic import ConfigDict

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import USUAL, TableClock, TimeoutAction
from bot.clocks.timeline import Moment, Stretch
from engine import fairness
from engine.analysis import Analysis
from engine.frozen import frozen
from engine.saves import Save
from engine.tutorial import LESSON

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
    """Status of a table; a `SEALED` match is over, and opened once others have played the same deal."""

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
    """Channel of a person's private views."""

    HERE = "here"
    DM = "dm"


@frozen
class Sitter:
    """Sitter on a seat, a person or a rival; seats are numbered by their order.

    `word` is the digest of the word that this person has added to the shuffle, and the seat keeps it. A rival of a
    `level` has `NO_USER`; with a user it cares for that person's seat until the person is back.
    """

    __pydantic_config__ = HEX
    user: int
    name: str
    word: bytes | None = None
    level: str | None = None

    @property
    def person(self) -> int | None:
        """Return the user of the seat; None for a rival's own, and where the person was forgotten."""
        return self.user or None


class IncidentKind(StrEnum):
    """Kind of a table event: an entry in the log that is no move."""

    SEATED = "seated"
    ADVISED = "advised"
    INVITED = "invited"
    ASKED = "asked"
    WITHDRAWN = "withdrawn"
    WELCOMED = "welcomed"
    VOTED = "voted"


@frozen
class Incident:
    """Table event after the move `after`: an entry in the log that is no move; `at` is in seconds since the epoch.

    `SEATED`: the `sitter` holds the seat from the next move on; the first one of a seat is its first sitter.
    `ADVISED`: the `sitter` on that seat has asked the sitter's `level` for advice. `INVITED`: the `sitter` is asked to
    come and sit there, for the open table is the rematch of the one of number `after`. `ASKED`, `WITHDRAWN`: the
    `sitter`, without a seat there, would like that free seat, or no more. `WELCOMED`: the person on the seat agrees
    that the `sitter` takes a free one. `VOTED`: the `sitter` wants a seat whose time is up to be freed.
    """

    after: int
    kind: IncidentKind
    seat: int
    sitter: Sitter
    at: float


@frozen
class Pledged:
    """Secret behind a table's shuffle; `message` is the first one that showed its pledge, None before there is any.

    The id of that message counts for the seats that add no word. No log ever shows the `secret`.
    """

    __pydantic_config__ = HEX
    secret: bytes = field(repr=False)
    message: int | None = None

    @property
    def pledge(self) -> str:
        """Return the public commitment to the `secret`, in hexadecimal."""
        return fairness.pledge(self.secret).hex()


@frozen
class Dm:
    """DM with a seat's present question, number `asked`; `user` reads it, `NO_USER` if an older Herald wrote it."""

    seat: int
    asked: int
    channel: int
    message: int
    user: int = NO_USER


@frozen
class PingMessage:
    """A `message` that pinged seats: `called` has each and its question's number, or none for an old table message."""

    message: int
    called: tuple[tuple[int, int], ...]


class Consent(NamedTuple):
    """Missing consent to a newcomer: of the person on `seat`, for the seat `free`, since a moment."""

    seat: int
    user: int
    newcomer: int
    free: int
    since: float


@frozen
class ConsentCall:
    """Message that asks for a `consent`, and its `channel`: the table's, or a DM's."""

    consent: Consent
    channel: int
    message: int


@frozen
class Published:
    """The last state of a table that Discord was sent.

    `revision` is the one that has been announced whole, and `seq` the last move that was. `message` is the table
    message, posted in the phase `phase`; `look` is its digest, empty if unknown. `post` is the growing post, which
    tells the story from the move `post_from` on. `called` are the seats that have been pinged, each with the number of
    the question (`bot.tables.seat_orders.QuestionNumber`); `summons` are the ping messages that still stand, besides
    posts, and `consents` those that ask to agree with a newcomer. `restored`: the table was restored, and no message
    says so yet.
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
        posts = {self.message, self.post, *(each.message for each in self.summons)}
        asking = {each.message for each in self.consents}
        return frozenset(posts | asking | {dm.message for dm in self.dms})


class Generation(NamedTuple):
    """Fencing token of a table since a restore: the last move that was stored, and a `name` of 16 ASCII signs."""

    since: int
    name: str


class Practice(NamedTuple):
    """Origin of a private table: a move of another table, and whether hidden cards were dealt `anew`."""

    table: TableId
    move: int
    anew: bool


@frozen(kw_only=True)
class TableOptions:
    """Options of a table, settled before its game begins; a rematch has the same.

    A server chooses them for new tables (`TableDefaults`), an opener in the lobby. A field is a switch with names in
    texts: "customs-FIELD-on" and "-off", "lobby-" and "allowed-FIELD", "FIELD-allow" and "-forbid", both with "-about".
    """

    advice: bool = False
    orders: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """Return these fields alone, of a record that has more."""
        return {each.name: getattr(self, each.name) for each in fields(TableOptions)}


@frozen
class TableRecord(TableOptions):
    """Stored table: its people, its channel, the match at rest and its `Published` state.

    `channel` is where it is played (a thread's id if it has a thread of its own); `private` is the table's own
    default. `revision` counts the commits that others can see. `created` is in seconds since the epoch; None if an
    older Herald opened the table. `since` is when its people or its status changed last; a move that leaves it being
    played changes neither. `expired` is after how many days Herald closed it if it hadn't been started, and `ended_by`
    the user by whom it was ended before its time; None if there is none, or unknown. `pledged` is None if the match
    began under an older Herald. `generations` has one for each restore of the table, oldest first. `advice` tells
    whether people may ask for it here; `incidents` are the table events, oldest first. `clock` is None where no time
    counts: at a table of an older Herald. `orders` tells whether people can order ahead here. `deal` names a deal that
    others play as well, or nothing: rivals choose alike there; a day in ISO 8601 for that of a day. Once it is over, a
    table that is `shared` may be looked at by everybody, `unnamed` without its person's name. `practice` is from where
    it is played on, if it is. `analysis` is that of the match once it was over, `film` the message with its film.
    `version` counts all commits, invisible ones too, and `head` is the seal of the last move, which the next continues.
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
    created: Moment | None = None
    since: Moment | None = None
    expired: int | None = None
    ended_by: int | None = None
    pledged: Pledged | None = None
    generations: tuple[Generation, ...] = ()
    incidents: tuple[Incident, ...] = ()
    clock: TableClock | None = None
    version: int = 0
    head: bytes = b""
    deal: str = ""
    practice: Practice | None = None
    shared: bool = False
    unnamed: bool = False
    analysis: Analysis | None = None
    film: int | None = None

    @property
    def duplicate(self) -> bool:
        """Tell whether others play the same `deal` meanwhile: nothing is undone here, and the end stays sealed."""
        return self.deal not in {"", LESSON}

    @property
    def starting(self) -> StartCondition | None:
        """Return the start condition of a lobby; None where its opener or a moderator begins."""
        return self.clock.starting if self.clock else None

    @property
    def alone(self) -> bool:
        """Tell whether one person plays here in private, against rivals: in no channel, and without clocks."""
        return self.guild == NO_PLACE

    @property
    def shuffle_intact(self) -> bool:
        """Tell whether the secret, words and message of the shuffle still make the seed of the match, if any."""
        pledged = self.pledged
        if pledged is None or self.save is None:
            return True
        words = [sitter.word for sitter in self.sitters]
        return fairness.seed(pledged.secret, words, pledged.message) == self.save.seed

    def is_attended(self, seat: int) -> bool:
        """Tell whether a person plays `seat` and can be pinged, rather than a rival."""
        return self.sitters[seat].level is None

    def generation(self, move: int | None = None) -> bytes:
        """Return the name of the generation of a `move`, None: the present one; empty before the first restore."""
        held = [each for each in self.generations if move is None or each.since < move]
        return held[-1].name.encode() if held else b""


@frozen
class Logged:
    """Line of a table's log; `action` and `told` are JSON, `at` is in seconds; one that isn't `sound` was damaged."""

    seq: int
    rules: int
    seat: int
    action: str
    told: str
    at: float
    sound: bool = True


@frozen
class Person:
    """Settings of a `user`, and the `locale` that Discord showed for them last.

    None stands for no choice: `private` goes with the table, `language` with Discord, `pictures` with the server.
    """

    user: int
    private: Private | None = None
    dm_closed: bool = False
    dm_told: bool = False
    language: str | None = None
    locale: str | None = None
    pictures: bool | None = None


@frozen
class Server:
    """Settings of a guild, and the `locale` that Discord showed for it last; None: no choice."""

    id: int
    language: str | None = None
    locale: str | None = None
    pictures: bool | None = None

    @property
    def server(self) -> int:
        """Return the `id`, by the name that it has in other choices."""
        return self.id


@frozen
class TableDefaults(TableOptions):
    """Defaults of a guild for its new tables: the `pace`, the action when time is up (`then`), and their options."""

    server: int
    pace: str = USUAL
    then: TimeoutAction = TimeoutAction.RIVAL
    orders: bool = field(default=True, kw_only=True)


class Delivery(StrEnum):
    """Delivery of a ping to a user who follows a game."""

    CHANNEL = "channel"
    DM = "dm"


@frozen
class Follow:
    """Wish of `user` to be pinged, by a delivery, when a table of `game` opens on `server`; `way` None: no more."""

    server: int
    game: str
    user: int
    way: Delivery | None = None


@frozen
class Departure:
    """Since when Herald has not been on `server` any more, as far as it has noticed, in seconds since the epoch."""

    server: int
    since: Moment | None = None


@frozen
class Outages:
    """Downtime of Herald, oldest first; not `known` where the record failed its integrity check."""

    stretches: tuple[Stretch, ...] = ()
    known: bool = True


@frozen
class Remark:
    """Note of Herald about itself: a `value` by `key`."""

    key: str
    value: str | None = None
