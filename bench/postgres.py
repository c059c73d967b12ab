"""A PostgreSQL of its own, of the system's package: in a temporary directory, on loopback, as an unprivileged user."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import asyncpg

from bot.host.address import Address

PACKAGED = Path("/usr/lib/postgresql")
"""Where Debian has its servers, each in a folder of its version."""
NOBODY = "nobody"
USER = "herald"
READY_SECONDS = 30.0
QUICK = {
    "fsync": "off",
    "shared_buffers": "64MB",
    "max_connections": "60",
    "autovacuum": "off",
    "auth": "md5",
}
"""For tests: nothing has to outlive the machine, for what is killed is the process alone; and a password is checked
without thousands of rounds of a hash, which cost more than all else of a connection."""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest ones if there are several; None if there are none."""
    packaged = [
        folder for folder in PACKAGED.glob("*/bin") if (folder / "initdb").is_file()
    ]
    if packaged:
        return max(packaged, key=lambda folder: float(folder.parent.name))
    found = shutil.which("initdb")
    return None if found is None else Path(found).resolve().parent


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _unprivileged() -> dict[str, Any]:
    """Return as whom to start a program: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam(NOBODY)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Cluster:
    """A running server and its data; it is stopped and deleted when the block ends."""

    def __init__(
        self, programs: Path, *, auth: str = "scram-sha-256", **settings: str
    ) -> None:
        """Take its programs, how it checks passwords, and its settings; nothing is made yet."""
        self._programs = programs
        self._auth = auth
        self._settings = settings
        self._folder = Path(tempfile.mkdtemp(prefix="herald-postgres-"))
        self._server: subprocess.Popen[bytes] | None = None
        self._schemas = 0
        self.port = _free_port()
        self.password = secrets.token_hex(8)

    def __enter__(self) -> Self:
        """Make the data and start the server; raise CalledProcessError or TimeoutError if it doesn't come."""
        try:
            secret = self._folder / "password"
            secret.write_text(self.password, encoding="ascii")
            if os.geteuid() == 0:
                nobody = pwd.getpwnam(NOBODY)
                for path in (self._folder, secret):
                    os.chown(path, nobody.pw_uid, nobody.pw_gid)
            options = [
                "-U",
                USER,
                "-E",
                "UTF8",
                "--locale=C",
                "-A",
                self._auth,
                f"--pwfile={secret}",
                "--no-sync",
            ]
            self._run("initdb", "-D", str(self._data), *options)
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server and delete its data."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @property
    def pid(self) -> int:
        """Return the server's process."""
        if self._server is None:
            raise ProcessLookupError
        return self._server.pid

    def start(self) -> None:
        """Start the server and wait until it answers."""
        told = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            **self._settings,
        }
        words = [
            word for name, value in told.items() for word in ("-c", f"{name}={value}")
        ]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(  # noqa: S603 # the system's own server
                [self._programs / "postgres", "-D", self._data, *words],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **_unprivileged(),
            )
        until = time.monotonic() + READY_SECONDS
        while not self._answers():
            if time.monotonic() > until or self._server.poll() is not None:
                raise TimeoutError((self._folder / "log").read_text(encoding="utf-8"))
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends what goes on, SIGQUIT lets everything fall, as a crash would."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(timeout=READY_SECONDS)
            self._server = None

    def address(
        self, schema: str = "public", *, password: str | None = None
    ) -> Address:
        """Return where a schema of the server is, as the only thing that is seen of it."""
        secret = self.password if password is None else password
        return Address(
            f"postgresql://{USER}:{secret}@127.0.0.1:{self.port}/postgres?search_path={schema}"
        )

    async def fresh(self) -> Address:
        """Return where an empty schema is."""
        self._schemas += 1
        schema = f"herald_{os.getpid()}_{self._schemas}"
        connection = await asyncpg.connect(self.address().reveal())
        try:
            await connection.execute(f"CREATE SCHEMA {schema}")
        finally:
            await connection.close()
        return self.address(schema)

    async def copied(self, source: Address) -> Address:
        """Return where a copy of a schema is, in a database of its own; nobody may be connected to the source."""
        self._schemas += 1
        name = f"copy_{os.getpid()}_{self._schemas}"
        connection = await asyncpg.connect(
            self.address().reveal(), database="template1"
        )
        try:
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
        finally:
            await connection.close()
        return Address(source.reveal().replace("/postgres?", f"/{name}?"))

    def _answers(self) -> bool:
        asked = ["-q", "-h", "127.0.0.1", "-p", str(self.port)]
        program = self._programs / "pg_isready"
        done = subprocess.run([program, *asked], check=False)  # noqa: S603 # as above
        return done.returncode == 0

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(  # noqa: S603 # as above
            [self._programs / program, *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **_unprivileged(),
        )
