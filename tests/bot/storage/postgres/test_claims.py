"""One Herald at a time runs on a database; which none may run on, and which is carried over whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from ssl import SSLCertVerificationError
from typing import Any

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.host.shards import deal_shards
from bot.storage import legacy
from bot.storage.backends import LOST, copy_database
from bot.storage.port import Contents
from bot.storage.postgres import claim, connections, migrations
from bot.storage.postgres.claim import Replaced
from bot.storage.sql import PARTS
from bot.storage.sqlite.files import PRESENT
from bot.storage.store import Store
from engine.games import GAMES
from tests.bot.storage.samples import begin, opened, play_on, postgres, refuses
from tests.released.test_forms import laid_down


async def sql(address: Address, statement: str, *values: object) -> None:
    """Let another program change a database."""
    connection = await asyncpg.connect(address.reveal())
    await connection.execute(statement, *values)
    await connection.close()


async def is_replaced(storage: Store) -> None:
    """Wait until a storage stops, since another one has replaced it."""
    with pytest.raises(Replaced):
        await asyncio.wait_for(storage.database.wait_until_vanished(), 60.0)


CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database IS NOT NULL"


SAID = 14
"""The first step of which it had to be said."""


async def test_a_claim_that_is_lost_is_taken_again(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage: PostgreSQL was restarted, or the way to it was cut.

    If an update came meanwhile to a form that it cannot go on with, the bot stops.
    """
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    monkeypatch.setattr(claim, "LOOK", 0.01)
    async with opened(postgres(address)) as storage:
        table = await begin(storage)
        await sql(address, CUT)
        await asyncio.sleep(0.3)
        with refuses("storage-running"):
            await postgres(address).open()
        await play_on(storage, table)
        await sql(address, "UPDATE herald SET version = $1, beside = $1", migrations.newest_version() + 1)
        await sql(address, CUT)
        with refuses("storage-newer"):
            await asyncio.wait_for(storage.database.wait_until_vanished(), 60.0)


async def test_who_finds_the_claim_taken_has_been_replaced(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage: vanished: the bot stops, and says why."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    other = await asyncpg.connect(address.reveal())
    async with opened(postgres(address)) as storage:
        await other.execute(f"{CUT}; SELECT pg_advisory_lock({migrations.RUNNING}, hashtext(current_schema()))")
        await is_replaced(storage)
    await other.close()


async def test_a_foreign_database_is_left_alone(address: Address) -> None:
    """Storage: open: somebody else's tables are there."""
    await sql(address, "CREATE TABLE shopping (item TEXT)")
    with refuses("storage-foreign"):
        await postgres(address).open()


async def test_a_newer_database_is_refused_unless_it_allows_this_version(address: Address) -> None:
    """Storage: open: a migration says from which version on Heralds may go on beside it."""
    storage, newer = postgres(address), migrations.newest_version() + 1
    for says in ("version", "beside"):
        async with opened(storage):
            pass
        await sql(address, f"UPDATE herald SET {says} = $1", newer)  # noqa: S608 # columns of our own schema
    with refuses("storage-newer"):
        await storage.open()


async def test_a_form_that_older_ones_cannot_go_on_with_waits_until_they_have_stopped(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scale, Updates: the new one is refused, and changes nothing; afterwards the old one is."""
    monkeypatch.setattr(claim, "TRIES", 1)
    halves, later = deal_shards(4, 2), migrations.newest_version() + 1
    step = f"ALTER TABLE notes ADD COLUMN newer TEXT; UPDATE herald SET beside = {later}"  # noqa: S608 # a number of ours
    known = {**migrations.migration_steps(), later: step}
    old, late, new, another = (postgres(address, halves) for _ in range(4))
    async with opened(old):
        with monkeypatch.context() as newer:
            newer.setattr(migrations, "migration_steps", lambda: known)
            with refuses("storage-older-runs"):
                await new.open()
            await play_on(old, await begin(old))
            await old.close()
            await new.open()
            async with opened(another):
                pass
    with refuses("storage-newer"):
        await late.open()
    await new.close()


def test_each_step_says_whether_older_ones_may_go_on_beside_it() -> None:
    """Scale, Updates: in a line that raises `beside`, or in a comment that tells why it may stay."""
    later = {number: step for number, step in migrations.migration_steps().items() if number >= SAID}
    assert later
    assert [number for number, step in later.items() if "beside" not in step] == []


async def test_server_that_lets_nobody_in_is_named_without_password(cluster: Cluster) -> None:
    """Storage: open: with another password, where no server is, and one that encrypts nothing though the host wants it.

    The error tells the place, and neither password.
    """
    plain = Address(f"{cluster.address().reveal()}&sslmode=require")
    away = [Address(f"postgresql://herald:sesame@{host}:1/none") for host in ("127.0.0.1", "[::1]")]
    refused = cluster.address(password="sesame")  # noqa: S106 # no real one
    for address, key in ((refused, "refused"), (plain, "plain"), *((each, "away") for each in away)):
        with refuses(f"storage-server-{key}") as caught:
            await postgres(address).open()
        assert "sesame" not in f"{caught.value!r}{caught.value.text}{caught.value.__cause__!r}{address}{address!r}"


@pytest.mark.parametrize(
    "option, key",
    [
        *((f"sslmode={each}", "address") for each in ("nonsense", "verify-full&sslrootcert=")),
        (f"sslmode=verify-full&sslrootcert={__file__}", "plain"),
        (f"sslmode=verify-full&sslrootcert={__file__}.none", "address"),
        *((each, "address") for each in ("connect_timeout=5", "datestyle=long", "&")),
        ("search_path=nowhere", "schema"),
    ],
)
async def test_wrong_option_of_an_address_blames_no_server(cluster: Cluster, option: str, key: str) -> None:
    """Storage: open: nobody should look whether PostgreSQL, or another Herald, is running where it was never asked."""
    with refuses(f"storage-server-{key}"):
        await postgres(Address(f"{cluster.address().reveal()}&{option}")).open()


@pytest.mark.parametrize("server", ["127.0.0.1:99999", "a..b"])
def test_server_that_cannot_be_is_named(server: str) -> None:
    """Storage: open: asyncio, unlike uvloop, has errors of its own for a port or a name that none can have."""
    opening = postgres(Address(f"postgresql://herald@{server}/herald")).open()
    refused = refuses("storage-server-address")
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner, refused:
        runner.run(opening)


def test_certificate_that_proves_nothing_is_named() -> None:
    """Storage: open: with sslmode=verify-full; Python counts it among wrong values, as a wrong option is."""
    error = SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed")
    assert str(connections.explain(error, Address("postgresql://away/herald"))).startswith("storage-server-plain")


async def test_database_of_another_encoding_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    """Storage: open: it would take no name in Cyrillic letters later. Nor is a database moved there."""
    await sql(cluster.address(), "CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1")
    latin = Address(cluster.address().reveal().replace("/postgres?", "/latin?"))
    async with opened(path := tmp_path / "herald.db"):
        pass
    for opening in (postgres(latin).open(), copy_database(path, latin, GAMES)):
        with refuses("storage-server-encoding"):
            await opening


def test_both_kinds_have_the_same_version() -> None:
    """Storage: migrations: a number means the same form in both."""
    assert migrations.newest_version() == PRESENT


FOUND = """
SELECT (SELECT version FROM herald) AS version, (SELECT count(*) FROM tables) AS tables,
    (SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace) AS parts,
    to_regclass('seats') IS NULL AS carried
"""


@pytest.fixture
async def other(address: Address) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    """Return a connection to a database of form 14."""
    connection = await laid_down(address)
    yield connection
    await connection.close()


async def test_a_database_whose_carrying_over_is_cut_is_as_it_was(
    address: Address, other: asyncpg.Connection[asyncpg.Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: open: the step is one transaction; the next one who opens takes it."""
    before, carry_over = await other.fetchrow(FOUND), legacy.carry_over

    async def cut(contents: Contents, **known: Any) -> None:
        await carry_over(contents, **known)
        assert isinstance(contents, migrations.ServerContents)
        await other.execute("SELECT pg_terminate_backend($1)", contents.connection.get_server_pid())

    with monkeypatch.context() as killed:
        killed.setattr(legacy, "carry_over", cut)
        killed.setattr("bot.storage.postgres.database.MIGRATING", connections.PATIENCE / 4)
        with refuses("storage-server-away"):
            await postgres(address).open()
    assert await other.fetchrow(FOUND) == before
    storage = postgres(address)
    await storage.open()
    after = await other.fetchrow(FOUND)
    assert before is not None
    assert after is not None
    assert (after["version"], after["tables"], after["carried"]) == (
        migrations.newest_version(),
        before["tables"],
        True,
    )
    assert await other.fetchval("SELECT count(*) FROM pg_class WHERE relname LIKE 'old\\_%'") == 0
    await storage.close()


async def test_a_form_that_cannot_be_carried_over_is_left_alone(
    address: Address, other: asyncpg.Connection[asyncpg.Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: open: in a sentence for the host, before anything is touched: one between two releases.

    So it is while an older Herald runs, which isn't kept waiting.
    """
    monkeypatch.setattr(claim, "TRIES", 1)
    monkeypatch.setattr(legacy, "carry_over", None)
    for version, key in ((1, "unreleased"), (13, "unreleased"), (14, "older-runs")):
        await other.execute("UPDATE herald SET version = $1", version)
        for name in (migrations.FORM + 14, migrations.RUNNING) if key == "older-runs" else ():
            assert await other.fetchval(claim.TOGETHER, name)
        before = await other.fetchrow(FOUND)
        with refuses(f"storage-{key}"):
            await postgres(address, deal_shards(4, 2)).open()
        assert await other.fetchrow(FOUND) == before


async def test_many_tables_are_looked_for_at_once(address: Address) -> None:
    """Where each row of a hundred thousand tables went through them all, verifying took longer than a night."""
    connection = await asyncpg.connect(address.reveal())
    await migrations.migrate(connection, address)
    # Without this a plan for the few rows that are there may go through them one by one.
    await connection.execute("SET enable_nestloop = off")
    plan = "\n".join(line for (line,) in await connection.fetch(f"EXPLAIN {LOST.text}"))
    await connection.close()
    assert plan.count("Anti Join") == len(PARTS), plan
    assert "SubPlan" not in plan
