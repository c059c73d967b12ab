"""The files of a database: for their owner alone, locked, read where nothing can be written, and rid of a person."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.host.cli import OK, Terminal
from bot.operations import backup_commands
from bot.storage.backends import verify
from bot.storage.port import StorageError
from bot.storage.records import Consent, ConsentCall, Dm, Person, Private, Published, Sitter, Status
from bot.storage.sqlite import files
from bot.storage.sqlite.backups import backup
from bot.storage.store import Store
from bot.texts.fluent import DEFAULT, language
from engine.games import GAMES
from engine.scene import Seat
from tests.bot import timed
from tests.bot.represented import represented
from tests.bot.storage.samples import begin, opened, query
from tests.bot.timed import Hall
from tests.process.forking import obey

NOBODY = 65534
OPENED = """
import asyncio, sys
from pathlib import Path
from bot.storage.port import StorageError
from bot.storage.backends import make_store as at

async def go():
    storage = at(Path(sys.argv[1]))
    try:
        await storage.open()
    except StorageError as error:
        return print(error.text.key)
    await storage.close()
    print("opened")

asyncio.run(go())
"""


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Make files as most systems do, readable by everybody."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Be somebody to whom the modes of files apply."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Callable[[Path], None]]:
    """Return what lets everybody read a folder and what is in it, and nobody write there."""
    closed = [folder for folder in (tmp_path, *tmp_path.parents) if not folder.stat().st_mode & 0o001]
    modes = {folder: folder.stat().st_mode for folder in closed}

    def show(folder: Path) -> None:
        for above, mode in modes.items():
            above.chmod(mode | 0o055)
        for file in folder.iterdir():
            file.chmod(0o644)
        folder.chmod(0o555)

    yield show
    for folder, mode in modes.items():
        folder.chmod(mode)


def refusal(path: Path, target: Path) -> str:
    """Return what a host without privileges reads instead of getting a copy."""
    with without_privileges(), pytest.raises(StorageError) as refused:
        backup(path, target)
    return language(DEFAULT).say(refused.value.text)


def opened_elsewhere(path: Path) -> str:
    """Return what comes of opening a database in another process: "opened", or the key of why not."""
    done = subprocess.run([sys.executable, "-c", OPENED, str(path)], capture_output=True, text=True, check=True)  # noqa: S603 - this file's own program
    return done.stdout.strip()


async def test_new_database_is_its_owners_alone(storage: Store, path: Path) -> None:
    """Hands and seeds stand in the database, its WAL, and every copy; it says whose it is, and nothing was copied."""
    await begin(storage, moves=1)
    written = {"application_id": files.APPLICATION_ID, "user_version": files.PRESENT, "journal_mode": "wal"}
    for name, value in written.items():
        assert query(path, f"PRAGMA {name}") == [(value,)]
    await asyncio.to_thread(backup, path, path.with_name("copy.db"))
    found = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert set(found) >= {"herald.db", "herald.db-wal", "herald.db-shm", "herald.db.lock", "copy.db"}
    assert not [name for name in found if ".before-" in name]
    assert set(found.values()) == {0o600}


async def test_what_was_put_aside_goes_after_a_month(storage: Store, path: Path) -> None:
    """Copies of updates and what restores have replaced, with its log; the database and its backups stay."""
    await begin(storage, moves=1)
    names = ["before-0003", "replaced-20260101T000000Z", "replaced-20260101T000000Z-wal"]
    aside = [path.with_name(f"herald.db.{name}") for name in names]
    for file in (*aside, path.with_name("herald.db.backup")):
        file.touch()
    assert files.files_put_aside(path) == aside
    assert {*aside} <= {*files.database_files(path)}
    now = time.time()
    assert [*files.prune_put_aside(path, now + 29 * 86_400)] == []
    assert [*files.prune_put_aside(path, now + 31 * 86_400)] == aside
    assert files.files_put_aside(path) == []
    assert {path.name, "herald.db.backup"} <= {file.name for file in path.parent.glob("*")}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="flock knows nothing of SQLite's locks on Linux alone")
@pytest.mark.parametrize("way", represented(["itself", "a symbolic link", "a hard link"], by="a hard link"))
async def test_a_second_herald_is_refused_though_the_lock_file_was_deleted(
    storage: Store, path: Path, way: str
) -> None:
    """The database itself is locked, whatever its name; and SQLite goes on undisturbed."""
    path.with_name("herald.db.lock").unlink()
    other = path if way == "itself" else path.with_name("other.db")
    if way == "a symbolic link":
        other.symlink_to(path)
    if way == "a hard link":
        other.hardlink_to(path)
    assert opened_elsewhere(other) == "storage-running"
    await begin(storage, moves=1)
    await storage.close()
    assert opened_elsewhere(other) == "opened"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file beside it has to do anyway")
async def test_a_file_system_without_such_locks_keeps_nobody_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock of the file beside it stands, which is the real file's."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr(files, "flock", refuse)
    linked = path.with_name("linked.db")
    linked.symlink_to(path)
    async with opened(path):
        assert {opened_elsewhere(each) for each in (path, linked)} == {"storage-running"}


async def test_a_database_in_a_folder_that_cannot_be_written_to_is_verified_and_copied(
    storage: Store, path: Path, tmp_path: Path, shown: Callable[[Path], None]
) -> None:
    """Neither needs to make a file beside it."""
    folder, target = tmp_path / "shelf", tmp_path / "drawer"
    folder.mkdir()
    target.mkdir()
    target.chmod(0o777)
    await begin(storage, moves=2)
    await storage.close()
    original = path.rename(folder / path.name)  # noqa: ASYNC240 - nothing else runs
    shown(folder)
    with without_privileges():
        assert list(verify(original, GAMES)) == []
        backup(original, target / "copy.db")
        assert list(verify(target / "copy.db", GAMES)) == []
    assert [file.name for file in folder.iterdir()] == ["herald.db"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the database itself isn't locked")
async def test_herald_needs_to_write_to_its_database(
    storage: Store, path: Path, tmp_path: Path, shown: Callable[[Path], None]
) -> None:
    """As of one that root has copied there: SQLite would open it, and refuse each change that people make later."""
    await storage.close()
    shown(tmp_path)
    tmp_path.chmod(0o777)  # noqa: ASYNC240 - nothing else runs
    path.chmod(0o444)  # noqa: ASYNC240 - as above
    with without_privileges(), pytest.raises(StorageError, match="storage-no-access"):
        await storage.open()


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files there")
async def test_a_database_on_a_full_disk_is_verified_and_copied_elsewhere(storage: Store, path: Path) -> None:
    """Where its log would need an index of 32 KB; that is room that lacks, and no disk that failed."""
    await begin(storage, moves=2)
    await storage.close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        assert list(verify(path, GAMES)) == []
        with pytest.raises(StorageError) as refused:
            await storage.open()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert language(DEFAULT).say(refused.value.text) == f"There is no room left on the disk for {path}."
    backup(path, path.with_name("copy.db"))


async def test_restore_blames_the_copy_that_cannot_be_read(
    storage: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a backup that root has made; not the database, whose modes are as they should be."""
    await begin(storage, moves=1)
    backup(path, copy := path.with_name("copy.db"))
    await storage.close()
    monkeypatch.setattr(Path, "open", Mock(side_effect=PermissionError(errno.EACCES, "Permission denied")))
    with pytest.raises(StorageError) as refused:
        backup_commands.restore(path, copy, Terminal(language(DEFAULT)), damaged=False)
    assert language(DEFAULT).say(refused.value.text).startswith(f"{copy} can't be opened")


async def test_a_copy_that_cannot_be_made_blames_what_is_to_blame(
    storage: Store, path: Path, tmp_path: Path, shown: Callable[[Path], None]
) -> None:
    """The folder of the copy where that can't be written to, the database where that can't be read.

    Where nothing can be written what stands in the WAL alone is not left out: it is refused with the database's name.
    """
    folder = tmp_path / "shelf"
    folder.mkdir()
    await begin(storage, moves=1)
    for name in ("herald.db", "herald.db-wal"):
        (folder / name).write_bytes(path.with_name(name).read_bytes())
    await storage.close()
    shown(folder)
    assert str(folder / "herald.db") in refusal(folder / "herald.db", tmp_path / "copy.db")
    path.chmod(0o644)  # noqa: ASYNC240 - nothing else runs
    assert refusal(path, folder / "copy.db").startswith(f"{folder / 'copy.db'} can't be opened")
    path.chmod(0)  # noqa: ASYNC240 - nothing else runs
    assert refusal(path, tmp_path / "copy.db").startswith(f"{path} can't be opened")


ROOT = Path(__file__).parents[3]
PRIVACY = ROOT / "PRIVACY.md"
ANN, BO = Sitter(10**18 + 1, "Annabelle of the tests"), Sitter(10**18 + 2, "Bo")
LETTER = 3 * 10**18
"""The number of Ann's DM, too long to stand in a time by chance."""


async def test_nothing_is_left_of_who_is_removed_but_the_others_table(
    storage: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PRIVACY: neither id nor name nor DM, in any byte of the file, though its log was written back.

    Position and log are what was written, and Discord isn't shown anything anew. Ann opened the table, where a move was
    made; Bo and she have a DM each, and have chosen something.
    """
    monkeypatch.setattr(timed, "PEOPLE", (ANN, BO, Sitter(10**18 + 3, "Cleo")))
    hall = Hall(storage)
    number = await hall.seat(3, game="oriflamme")
    await hall.answer(number)
    table = await hall.tables.end(number, ANN.user)
    letters = tuple(Dm(place, 1, LETTER + 10 + place, LETTER + place) for place in range(2))
    agree = ConsentCall(Consent(0, ANN.user, 10**18, 1, 9.0), LETTER + 20, LETTER + 21)
    announced = Published(table.record.revision, 1, 55, post=56, dms=letters, consents=(agree,))
    await hall.tables.published_states.store(number, announced)
    for sitter in (ANN, BO):
        await storage.store_choices(Person(sitter.user, Private.DM))
    before, told = (await hall.table(number)).record, await hall.tables.log(number, Seat(1))
    await storage.close()

    (line,) = re.findall(r"^python -m (bot forget) USER$", PRIVACY.read_text(encoding="utf-8"), re.MULTILINE)
    settings = {"DATABASE": str(path), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    code, _ = await obey((*line.split()[1:], str(ANN.user)), path.parent, settings)

    assert code == OK
    assert not Path(f"{path}-wal").exists()  # noqa: ASYNC240 - nothing else runs
    content = path.read_bytes()  # noqa: ASYNC240 - as above
    gone = [spelled for each in (ANN.user, LETTER) for spelled in (str(each).encode(), each.to_bytes(8, "big"))]
    assert not [each for each in (*gone, ANN.name.encode()) if each in content]
    assert list(verify(path, GAMES)) == []
    await storage.open()
    hall.awake()
    assert [table.id for table in await storage.find(known=BO.user, status=Status)] == [number]
    after = await hall.table(number)
    assert after.record.save == before.save
    assert after.people.names[1:] == tuple(sitter.name for sitter in before.sitters[1:])
    assert await hall.tables.log(number, after.viewer(BO.user)) == told
    assert await storage.choice(Person, BO.user) == Person(BO.user, Private.DM)
    assert await hall.tables.published_states.find_behind() == []
