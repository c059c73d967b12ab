"""What PRIVACY.md tells hosts to do removes a person, and nothing of anybody else."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from bot.host.cli import OK
from bot.storage.backends import verify
from bot.storage.records import Consent, ConsentCall, Dm, Person, Private, Published, Sitter, Status
from bot.storage.store import Store
from engine.games import GAMES
from engine.scene import Seat
from tests.bot import timed
from tests.bot.timed import Hall
from tests.process.forking import obey

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
