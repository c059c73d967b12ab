"""Writes what the released version left behind: `python -m tests.released.write`, some minutes.

It runs at commit e058418 alone, with this folder laid into its tests. It lets that version's own bot host nearly a
hundred tables in simcord, stops them where later versions must go on (at every kind of question, before, in the middle
of and after everything else), and keeps the bot's database, the Discord around it, and what that version said of each
table. It stays because it tells how these files came to be and what is in them; no later version can run it, and none
may write the files anew: they are the past. Everything in it happens by commands and clicks; only the bot's death
before an announcement is staged.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bot.live import Live

from bot.faces import messages
from bot.faces.picture.requests import Order
from bot.faces.words import Speaker
from bot.storage.kinds import verify
from bot.storage.port import Status
from bot.texts import language, locales
from engine.games import GAMES
from engine.scene import Seat, Viewer
from tests.bot.evening import evening
from tests.bot.record import Json
from tests.released.hosting import NAMES, Scribe, answers, begun, custom_id, host, kind
from tests.released.world import World

HERE = Path(__file__).parent
RELEASED = "e058418"


@dataclass(frozen=True, slots=True)
class Account:
    """What is kept of it all."""

    scribe: Scribe

    async def log(self, live: Live) -> dict[str, dict[str, list[str]]]:
        """Return the whole log of a table in each language, as each seat reads it and as everybody does."""
        viewers: list[Viewer] = [None, *map(Seat, range(len(live.table.sitters)))] if live.match else []
        told = {viewer: await self.scribe.court.bot.tables.log(live.table.id, viewer) for viewer in viewers}
        speakers = {locale: Speaker(language(locale), live.people) for locale in locales()}
        return {
            locale: {
                "all" if viewer is None else str(viewer): [
                    messages.opening(live.frame(viewer), speaker),
                    *(speaker.say(event) for line in lines for event in line.told),
                ]
                for viewer, lines in told.items()
            }
            for locale, speaker in speakers.items()
        }

    def described(self, live: Live) -> Json:
        """Return what later versions need to know of a table that the database doesn't tell them in the same words."""
        table, match = live.table, live.match
        asked = match.deciding if match and table.status is Status.PLAYING else ()
        return {
            "table": table.id,
            "left": self.scribe.left[table.id],
            "game": table.game,
            "status": table.status.value,
            "place": [table.guild, table.channel],
            "users": list(live.people.users),
            "names": list(live.people.names),
            "moves": match.seq if match else None,
            "announced": table.announced.seq,
            "asked": [{"seat": seat, "kind": kind(live, seat), **self._rendered(live, seat)} for seat in asked],
            "dialogs": self.scribe.dialogs.get(table.id, []),
        }

    def _rendered(self, live: Live, seat: Seat) -> Json:
        """Return all that could be pressed to answer, had the person looked at it at the last moment."""
        parts = answers(live, seat)
        values = {custom_id(part): [each.value for each in getattr(part, "options", ())] for part in parts}
        return {"open": next(ask.open for ask in live.frame(None).asks if ask.seat == seat), "answers": values}


def packed(name: str, known: Any) -> None:
    """Write something as JSON, packed."""
    document = json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()
    (HERE / name).write_bytes(lzma.compress(document, preset=9 | lzma.PRESET_EXTREME))


async def write(database: Path, patch: pytest.MonkeyPatch) -> None:
    """Let it all happen, and write the files."""
    patch.setattr(Order, "draw", lambda order: order.name.encode())
    async with evening(database, patch, NAMES) as court:
        patch.setattr("bot.tables.time", SimpleNamespace(time=lambda: court.env.now().timestamp()))
        scribe = await begun(court)
        patch.setattr("bot.tables.secrets.token_bytes", scribe.seed)
        await host(scribe)
        account = Account(scribe)
        tables = [await court.table(number) for number in range(1, scribe.count + 1)]
        described = [account.described(live) for live in tables]
        logs = {str(live.table.id): await account.log(live) for live in tables}
        await court.bot.close()
        World.of(court.env.backend).write(HERE / f"{RELEASED}.world.json.xz")
    packed(f"{RELEASED}.logs.json.xz", logs)
    lines = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in described)
    (HERE / f"{RELEASED}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main() -> None:
    """Write the files anew."""
    with tempfile.TemporaryDirectory() as room, pytest.MonkeyPatch.context() as patch:
        database, copy = Path(room) / "herald.db", Path(room) / "copy.db"
        asyncio.run(write(database, patch))
        shutil.copy(database, copy)
        assert not list(verify(copy, GAMES))
        (HERE / f"{RELEASED}.db.xz").write_bytes(lzma.compress(copy.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
