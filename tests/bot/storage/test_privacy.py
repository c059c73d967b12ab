"""What PRIVACY.md tells hosts to do removes a person, and nothing of anybody else."""

from __future__ import annotations

import os
import re
from pathlib import Path

from bot.host.cli import OK
from bot.storage.backends import verify
from bot.storage.records import (
    NO_TABLE,
    Consent,
    ConsentCall,
    Dm,
    Person,
    Private,
    Published,
    Sitter,
    Status,
    TableRecord,
)
from bot.storage.store import Store
from bot.tables.tables import Tables
from engine.games import GAMES
from engine.match import PicksReply
from engine.scene import Seat
from tests.process.forking import obey

ROOT = Path(__file__).parents[3]
PRIVACY = ROOT / "PRIVACY.md"
ANN, BO = Sitter(10**18 + 1, "Annabelle of the tests"), Sitter(10**18 + 2, "Bo")
LETTER = 3 * 10**18
"""The number of Ann's DM, too long to stand in a time by chance."""


async def removed(path: Path, user: int | str) -> int:
    """Do what PRIVACY.md says, and return the exit code."""
    (line,) = re.findall(r"^python -m (bot forget) USER$", PRIVACY.read_text(encoding="utf-8"), re.MULTILINE)
    _, *words = line.split()
    settings = {"DATABASE": str(path), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    code, _ = await obey((*words, str(user)), path.parent, settings)
    return code


async def played(storage: Store) -> TableRecord:
    """Keep a table that Ann opened and has made a move at, with a DM to each of both, and what both have chosen."""
    tables, people = Tables(storage, GAMES), (ANN, BO, Sitter(10**18 + 3, "Cleo"))
    opened = TableRecord(NO_TABLE, "oriflamme", 10, 20, ANN.user, Private.DM, Status.LOBBY, people)
    number = (await tables.open(opened)).id
    table = await tables.start(number, ANN.user)
    seat = table.started_match.deciding[0]
    mover = table.people.users[seat]
    await tables.play(number, mover, table.started_match.question_id(seat), PicksReply((0,)))
    table = await tables.end(number, ANN.user)
    letters = tuple(Dm(place, 1, LETTER + 10 + place, LETTER + place) for place in range(2))
    agree = ConsentCall(Consent(0, ANN.user, 10**18, 1, 9.0), LETTER + 20, LETTER + 21)
    announced = Published(table.record.revision, 1, 55, post=56, dms=letters, consents=(agree,))
    await tables.published_states.store(number, announced)
    for sitter in (ANN, BO):
        await storage.store_choices(Person(sitter.user, Private.DM))
    return (await tables.get(number)).record


async def test_nothing_is_left_of_who_is_removed_but_the_others_table(storage: Store, path: Path) -> None:
    """PRIVACY: neither id nor name nor DM, in any byte of the file, though its log was written back.

    Position and log are what was written, and Discord isn't shown anything anew.
    """
    before = await played(storage)
    told = await Tables(storage, GAMES).log(before.id, Seat(1))
    await storage.close()
    assert await removed(path, ANN.user) == OK
    assert not Path(f"{path}-wal").exists()  # noqa: ASYNC240 - nothing else runs
    content = path.read_bytes()  # noqa: ASYNC240 - as above
    gone = [spelled for number in (ANN.user, LETTER) for spelled in (str(number).encode(), number.to_bytes(8, "big"))]
    assert not [each for each in (*gone, ANN.name.encode()) if each in content]

    assert list(verify(path, GAMES)) == []
    await storage.open()
    tables = Tables(storage, GAMES)
    assert [table.id for table in await storage.find(known=BO.user, status=Status)] == [before.id]
    after = await tables.get(before.id)
    assert after.record.save == before.save
    assert after.people.names[1:] == tuple(sitter.name for sitter in before.sitters[1:])
    assert await tables.log(before.id, after.viewer(BO.user)) == told
    assert await storage.choice(Person, BO.user) == Person(BO.user, Private.DM)
    assert await tables.published_states.find_behind() == []
