"""Which kind of database serves: a file of SQLite, or PostgreSQL, which is imported only where it is named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

from bot.host.address import Place
from bot.host.shards import WHOLE, Share
from bot.storage.faults import Fault
from bot.storage.notices import Notice
from bot.storage.port import Storage
from bot.storage.sqlite import standing as sqlite_standing
from bot.storage.sqlite import verify as sqlite_verify
from bot.storage.sqlite.session import SqliteSession
from bot.storage.sqlite.upkeep import Checkpoints
from bot.storage.standing import Standing
from bot.storage.store import Store
from engine.game import AnyGame


class Running(Storage, Protocol):
    """A storage that a bot runs on, and that tells it more than what was asked."""

    async def open(self) -> None:
        """Make the database ready, carrying it forward; raise StorageError if it can't be used."""
        ...

    async def close(self) -> None:
        """Finish what waits and let go of the database."""
        ...

    async def vanished(self) -> NoReturn:
        """Wait until the database isn't this Herald's any more, which may never be; raise StorageError then."""
        ...

    async def confirm(self) -> None:
        """Return once it is known that this process looks after its share; raise StorageError if it isn't.

        Asked right before anything is shown: whoever was stopped may have been replaced meanwhile.
        """
        ...

    @property
    def takes_over(self) -> bool:
        """Tell whether the share was another process's before, which may live still; known once this one is open."""
        ...

    @property
    def share(self) -> Share:
        """Return the share of all servers whose tables are looked after here; known once the database is open."""
        ...

    async def turn(self, line: int, seconds: float) -> float:
        """Take the next turn in a line, in which all processes stand; return how many seconds are left until it comes.

        Turns of a line are at least so many `seconds` apart. Whoever is the only process always comes at once.
        """
        ...

    def hear(self, listener: Callable[[Notice], None]) -> None:
        """Tell a listener what other processes have changed of what is looked after here, or remembered anywhere."""
        ...

    def time(self, listener: Callable[[float], None]) -> None:
        """Tell a listener of each change how many seconds it took from being asked for until it was on the disk."""
        ...


def storage(place: Place, checkpoints: str = Checkpoints.TRUNCATE, shares: Sequence[Share] = (WHOLE,)) -> Running:
    """Return the storage for the database at a place, not open yet, for the first of some shares that is free."""
    if isinstance(place, Path):
        return Store(SqliteSession(place, Checkpoints(checkpoints), shares[0]))
    from bot.storage.postgres.session import PostgresSession  # noqa: PLC0415 - only where it is wanted, for the start's sake

    return Store(PostgresSession(place, shares))


def verify(place: Place, games: Mapping[str, AnyGame]) -> Iterator[Fault]:
    """Yield every fault of the database at a place, also while a Herald runs on it; raise StorageError if it can't."""
    if isinstance(place, Path):
        return sqlite_verify.verify(place, games)
    from bot.storage.postgres import looking  # noqa: PLC0415 - as above

    return looking.verify(place, games)


def standing(place: Place, share: Share = WHOLE) -> Standing:
    """Look at the database at a place, also while a Herald runs on it; raise StorageError if it can't be read.

    What Discord is behind with is told of a share's tables; the rest of all.
    """
    if isinstance(place, Path):
        return sqlite_standing.standing(place)
    from bot.storage.postgres import looking  # noqa: PLC0415 - as above

    return looking.standing(place, share)


def looked_after(place: Place) -> Collection[int] | None:
    """Return the shards of which running Heralds look after a share, at a place; None where nobody shares it."""
    if isinstance(place, Path):
        return None
    from bot.storage.postgres import looking  # noqa: PLC0415 - as above

    return looking.looked_after(place)


def missing(place: Place) -> bool:
    """Tell whether there is no database at a place yet; of PostgreSQL, only whoever connects can tell."""
    return isinstance(place, Path) and not place.is_file()
