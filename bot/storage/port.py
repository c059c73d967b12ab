"""What a database is asked through: statements with names for their values, and changes made together or not at all.

A `Session` is all that the two databases differ in for whoever keeps tables. A statement is one text for both: `:name`
stands for a value, `{word}` for what a database says in its own way (`Words`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from bot.host.errors import HostError
from bot.host.shards import ShardSet
from bot.storage.documents import Row
from bot.storage.records import Status
from engine.scene import Value

T = TypeVar("T")

LIVE = (Status.LOBBY, Status.PLAYING)
ALL = 1 << 40
"""As many as there are."""


class StorageError(HostError):
    """The database can't be used as it is; `path` is where it is."""

    def __init__(self, key: str, path: object = None, **facts: Value) -> None:
        super().__init__(key, **({} if path is None else {"path": str(path)}), **facts)


class Damaged(StorageError):
    """A table whose rows are not what was written; it is neither shown nor changed."""

    def __init__(self, table: int) -> None:
        super().__init__("storage-table-damaged", table=str(table))


class OutcomeUnknown(StorageError):
    """A change was sent to the database at `path`, whose answer didn't come in time: it may be kept or not."""

    def __init__(self, path: str) -> None:
        super().__init__("storage-outcome-unknown", path=path)


class LostUpdate(Exception):
    """Somebody else has changed the table since it was read; nothing was written."""


NAMED = re.compile(r"(?<!:):([a-z_]+)")
"""A value's name in a statement; `::` says of which type a value is."""


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement; each is made once, for databases remember by its identity how they prepare it.

    In its text stands `:name` for each value and `{word}` for each of `Words`. One that changes something has to write
    as many `rows`, None: any number. `stands` is asked with the same values where a connection was lost meanwhile, and
    finds a row only if the change is made already.
    """

    text: str
    rows: int | None = None
    stands: Statement | None = None

    def __call__(self, **values: Any) -> Change:
        """Return the change that it makes with some values."""
        return Change(self, values)


@dataclass(frozen=True, slots=True, eq=False)
class Question(Statement, Generic[T]):
    """A statement that asks for rows; `read` returns what one of them stands for.

    A `slow` one may take longer than anybody waits at Discord.
    """

    read: Callable[[Row], T] = field(kw_only=True)
    slow: bool = True


class Words(NamedTuple):
    """What a database says in its own way.

    `ours` tells whether the server in the column `guild` is of the share that is looked after here, `of_ours` whether
    the one of `table_id` is, `first` whether the first shard is, and `fence` whether nobody has taken that over since.
    `number`, `real` and `blob` are types, `form` is what is said of a table's rows. `by_revision` names the index that
    alone is read to find what Discord is behind with, where that has to be said.
    """

    ours: str
    of_ours: str
    first: str
    fence: str
    number: str
    real: str
    blob: str
    form: str
    by_revision: str = ""

    def said(self, text: str) -> str:
        """Return a text with these words in the place of their names."""
        return text.format(**self._asdict())

    def schema(self, own: str) -> str:
        """Return what makes the present form in an empty database, with what a folder has of its `own`."""
        folder = files("bot.storage")
        return self.said((folder / "schema.sql").read_text("utf-8")) + (folder / own / "own.sql").read_text("utf-8")


class Change(NamedTuple):
    """A statement that changes something, and its values."""

    statement: Statement
    values: Mapping[str, Any]

    @property
    def about(self) -> object:
        """Return what it changes, a table or a choice."""
        return next((self.values[name] for name in ("id", "table_id", "key") if name in self.values), None)


class About(StrEnum):
    """What a notice is about: a table was changed, or that was answered, or it forgot somebody; choices; anything.

    `WOKEN` is a process that was replaced while it was stopped, and may have sent something since.
    """

    CHANGED = "changed"
    ANSWERED = "answered"
    PEOPLE = "people"
    PERSON = "person"
    SERVER = "server"
    MISSED = "missed"
    WOKEN = "woken"


@dataclass(frozen=True, slots=True)
class Notice:
    """That another process has changed something, by its number, and the server whose process it concerns."""

    about: About
    number: int = 0
    guild: int = 0

    def __str__(self) -> str:
        return f"{self.about.value} {self.number} {self.guild}"

    @property
    def of_a_table(self) -> bool:
        """Tell whether it concerns the one process that looks after a table."""
        return self.about in {About.CHANGED, About.ANSWERED}


MISSED = Notice(About.MISSED)
"""Some may not have been heard."""
WOKEN = Notice(About.WOKEN)


def read_notice(told: str) -> Notice:
    """Return a notice; what a newer Herald may say besides can be about anything."""
    try:
        about, number, guild = told.split()
        return Notice(About(about), int(number), int(guild))
    except ValueError:
        return MISSED


class Session(Protocol):
    """An open database, and what its kind alone can tell.

    `share` is that of all servers whose tables are looked after here; known once the database is open. What follows
    `vanished` is as where no other process has the database.
    """

    share: ShardSet

    async def rows(self, question: Statement, /, *, slow: bool = False, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer; a `slow` one may take longer than anybody at Discord waits."""
        ...

    async def change(self, *changes: Change, tell: Sequence[Notice] = ()) -> None:
        """Make changes in one transaction; raise LostUpdate, with nothing made, where one writes not the rows it must.

        The first of them knows whether they are made already (`Statement.stands`). Other processes are told `tell` if
        the changes are kept. Where one asks for the fence (`Words`) and somebody has taken over what is looked after
        here, StorageError says so.
        """
        ...

    async def open(self) -> None:
        """Make the database ready, migrating it forward; raise StorageError if it can't be used."""
        ...

    async def close(self) -> None:
        """Finish what waits and let go of the database."""
        ...

    async def vanished(self) -> NoReturn:
        """Wait until the database isn't this Herald's any more, which may never be; raise StorageError then."""
        ...

    @property
    def takes_over(self) -> bool:
        """Tell whether the share was another process's before, which may live still; known once this one is open."""
        return False

    async def confirm(self) -> None:
        """Return once it is known that this process looks after its share; raise StorageError if it isn't.

        Asked right before anything is shown: whoever was stopped may have been replaced meanwhile.
        """
        return

    async def turn(self, line: int, seconds: float) -> float:
        """Take the next turn in a line, in which all processes stand; return how many seconds are left until it comes.

        Turns of a line are at least so many `seconds` apart. Whoever is the only process always comes at once.
        """
        del line, seconds
        return 0.0

    def hear(self, listener: Callable[[Notice], None]) -> None:
        """Tell a listener what other processes have changed of what is looked after here, or remembered anywhere."""
        del listener


class Contents(Protocol):
    """All that stands in a database, seen from outside, in one state of it."""

    async def rows(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        ...

    async def complaints(self) -> Sequence[str]:
        """Return what the database itself finds wrong with its files."""
        ...

    async def parts(self) -> Mapping[str, set[str]]:
        """Return the columns of each part of a database, `tables` first: all others belong to them."""
        ...

    async def add(self, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write rows as they are, all of the same columns."""
        ...
