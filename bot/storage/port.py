"""Port to a database: statements with names for their values, and changes made together or not at all.

A `Database` is the whole difference between the two databases for `Store`. A statement is one text for both: `:name`
stands for a value, `{word}` for an expression of the database's own (`Dialect`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from importlib.resources import files
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from bot.host.errors import HostError
from bot.host.shards import ShardSet
from bot.storage.records import Status
from engine.frozen import frozen
from engine.scene import Value

T = TypeVar("T")

LIVE = (Status.LOBBY, Status.PLAYING)
ALL = 1 << 40
"""As many as there are."""


class Row(Protocol):
    """Row of any database, by the names of its columns."""

    def __getitem__(self, column: str, /) -> Any:
        """Return the value of a column."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Return the values, in the order of the columns."""
        ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        ...


class StorageError(HostError):
    """The database can't be used as it is; `path` is where it is."""

    def __init__(self, key: str, path: object = None, **facts: Value) -> None:
        super().__init__(key, **({} if path is None else {"path": str(path)}), **facts)


class Damaged(StorageError):
    """The rows of `table` fail their integrity check; it is neither shown nor changed."""

    def __init__(self, table: int) -> None:
        super().__init__("storage-table-damaged", table=str(table))


class OutcomeUnknown(StorageError):
    """Unknown outcome of a change that was sent to the database: no answer came in time."""


class LostUpdate(Exception):
    """Failed optimistic lock: the table has changed since it was read; nothing was written."""


NAMED = re.compile(r"(?<!:):([a-z_]+)")
"""A value's name in a statement; `::` says of which type a value is."""


@frozen(eq=False)
class Statement:
    """Statement of SQL; each is made once, for databases remember by its identity how they prepare it.

    In its text stands `:name` for each value and `{word}` for each of `Dialect`. One that changes something has to
    write as many `rows`, None: any number. `stands` is asked with the same values where a connection was lost
    meanwhile, and finds a row only if the change is made already.
    """

    text: str
    rows: int | None = None
    stands: Statement | None = None

    def __call__(self, **values: Any) -> Change:
        """Return the `Change` that it makes with some `values`."""
        return Change(self, values)


@frozen(eq=False)
class Query(Statement, Generic[T]):
    """Query: a statement that asks for rows; `read` takes the columns of one, and returns the object for it.

    It may take long where no answer waits for it (`bot.host.answer_deadline`).
    """

    read: Callable[..., T] = field(default=lambda *columns: columns, kw_only=True)


class Dialect(NamedTuple):
    """SQL expressions and types in which the two databases differ.

    `ours` tells whether the server in the column `guild` is of the share that is looked after here, `of_ours` whether
    the one of `table_id` is, `first` whether the first shard is, and `fence` whether that hasn't been taken over since.
    `number`, `real` and `blob` are types, `form` is an option of `CREATE TABLE`. `columns` is a query for the columns
    of all tables, `complaints` one for the faults that the database finds in its files by itself. `by_revision` names
    the index that alone is read to find the tables that Discord is behind with, where that has to be said.
    """

    ours: str
    of_ours: str
    first: str
    fence: str
    number: str
    real: str
    blob: str
    form: str
    columns: str
    complaints: str
    by_revision: str = ""

    def translate(self, text: str) -> str:
        """Return `text` with these words in the place of their names."""
        return text.format(**self._asdict())

    def schema(self, own: str) -> str:
        """Return the SQL that makes the present form in an empty database, with the `own` SQL of a folder."""
        folder = files("bot.storage")
        return self.translate((folder / "schema.sql").read_text("utf-8")) + (
            folder / own / "own.sql"
        ).read_text("utf-8")


class Change(NamedTuple):
    """Change: a `statement` that writes, and its `values`."""

    statement: Statement
    values: Mapping[str, Any]

    @property
    def about(self) -> object:
        """Return the subject of the change, a table or a choice."""
        known = self.values
        return known.get("id") or known.get("table_id") or known.get("key")


class About(StrEnum):
    """Subject of a notice: a table that was changed, answered, or erased a person; choices; anything.

    `SHOWN` is a DM, by its message, in which an answer to a click shows a question, whose number stands for the server.
    `WOKEN` is a process that was replaced while it was stopped, and may have sent something since.
    """

    CHANGED = "changed"
    ANSWERED = "answered"
    PEOPLE = "people"
    PERSON = "person"
    SERVER = "server"
    MISSED = "missed"
    WOKEN = "woken"
    SHOWN = "shown"


@frozen
class Notice:
    """Notice that another process has changed something: its subject, its number, and the server concerned."""

    about: About
    number: int = 0
    guild: int = 0

    def __str__(self) -> str:
        return f"{self.about} {self.number} {self.guild}"

    @property
    def of_a_table(self) -> bool:
        """Tell whether it concerns the one process that looks after a table."""
        return self.about in {About.CHANGED, About.ANSWERED}


MISSED = Notice(About.MISSED)
"""Some may not have been heard."""
WOKEN = Notice(About.WOKEN)


def read_notice(told: str) -> Notice:
    """Return the notice of the text `told`; one that only a newer Herald knows is about anything."""
    try:
        about, number, guild = told.split()
        return Notice(About(about), int(number), int(guild))
    except ValueError:
        return MISSED


class Readable(Protocol):
    """Open database that answers queries."""

    async def query(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        ...


class Database(Readable, Protocol):
    """Open database of either kind.

    `share` is that of all servers whose tables are looked after here; known once the database is open. The methods
    after `wait_until_vanished` are as where no other process has the database.
    """

    share: ShardSet

    async def change(self, *changes: Change, tell: Sequence[Notice] = ()) -> None:
        """Make `changes` in one transaction, or none; raise `LostUpdate` where one writes other rows than it must.

        The first of them can find whether they are made already (`Statement.stands`). Other processes are sent `tell`
        if the changes are stored. Raise `StorageError` where one asks for the fence (`Dialect`) and another process has
        taken over the share.
        """
        ...

    async def open(self) -> None:
        """Make the database ready, migrating it forward; raise `StorageError` if it can't be used."""
        ...

    async def close(self) -> None:
        """Finish the work that waits and let go of the database."""
        ...

    async def wait_until_vanished(self) -> NoReturn:
        """Wait until the database isn't this Herald's any more, which may never be; raise `StorageError` then."""
        ...

    @property
    def takes_over(self) -> bool:
        """Tell whether the share was another process's before, which may live still; known once this one is open."""
        return False

    async def confirm_claim(self) -> None:
        """Return once it is known that this process looks after its share; raise `StorageError` if it isn't.

        Called right before anything is shown: a process that was stopped may have been replaced meanwhile.
        """
        return

    async def take_turn(self, line: int, seconds: float) -> float:
        """Take the next turn in a `line` of all processes; return how many seconds are left until it comes.

        Turns of a line are at least `seconds` apart. A process that is alone always comes at once.
        """
        del line, seconds
        return 0.0

    def listen(self, listener: Callable[[Notice], None]) -> None:
        """Call `listener` with changes of other processes to tables looked after here, and to cached choices."""
        del listener


class Contents(Readable, Protocol):
    """Contents of a database, seen from outside, in one state of it."""

    async def add(self, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write `rows` into `part` as they are, all of the same columns."""
        ...
