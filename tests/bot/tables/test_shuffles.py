"""What tables do for a fair shuffle: the secret, the words, the message that counts, and the proof."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.storage.port import StorageError
from bot.storage.records import Published
from bot.storage.store import Store
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine import fairness
from engine.games import GAMES
from tests.bot.server import dealing
from tests.bot.storage import faulty
from tests.bot.tables.test_tables import ANN, BO, NEW


@pytest.fixture
def tables(storage: Store) -> Tables:
    """Return the tables of a database."""
    return Tables(storage, GAMES, seeds=dealing(1))


def told(table: Table) -> tuple[str, int | None, list[bytes | None]]:
    """Return the pledge of a table, the message that counts, and the words by seat."""
    assert table.record.pledged is not None
    return table.record.pledged.pledge, table.record.pledged.message, [one.word for one in table.record.sitters]


async def test_the_pledge_stands_from_the_beginning_and_secret_and_words_make_the_seed(
    tables: Tables, storage: Store
) -> None:
    """The seed isn't drawn: whoever knows the secret and what was added can make it; the secret stands in no `repr`.

    The first message that showed the pledge counts, and no later one: else Herald could post anew until it likes the
    shuffle; that is kept before the announcement is, and after a restart.
    """
    table = await tables.open(NEW)
    number, (pledge, *_), secret = table.record.id, told(table), table.record.pledged
    assert secret is not None
    assert not [each for each in (repr(secret.secret), secret.secret.hex()) if each in repr(table)]
    for message in (55, 56):
        await tables.published_states.store(number, Published(message=message))
    await tables.join(number, BO)
    await tables.add_word(number, BO.user, b"w" * 32)
    anew = Tables(storage, GAMES)
    assert (await anew.get(number)).record.announced.message == 56
    for table in (await anew.get(number), await anew.start(number, ANN.user)):
        assert told(table) == (pledge, 55, [None, b"w" * 32])
    assert table.started_match.seed == fairness.seed(secret.secret, [None, b"w" * 32], 55)


async def test_the_first_message_counts_in_the_write_that_says_that_it_stands(
    tables: Tables, storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where that can't be kept it counts once it can; whatever is posted then doesn't."""
    number = (await tables.open(NEW)).record.id

    with monkeypatch.context() as patch:
        patch.setattr(storage, "save", faulty.full)
        with pytest.raises(StorageError):
            await tables.published_states.store(number, Published(message=55))
    assert (await tables.get(number)).record.announced.message == 55
    await tables.published_states.write()
    anew = Tables(storage, GAMES)
    assert (await anew.get(number)).record.announced.message == 55
    await anew.published_states.store(number, Published(message=56))
    assert told(await anew.get(number))[1] == 55


async def test_table_without_a_secret_takes_no_word(storage: Store) -> None:
    """An open table of an older Herald: it is given a secret with its next change; before that nobody adds a word.

    One that begins at once is dealt by a secret as well; nothing could be added to it, and the proof says so.
    """
    old = await storage.create(replace(NEW, sitters=(ANN, BO), announced=Published(message=55)))
    tables = Tables(storage, GAMES)
    with pytest.raises(UnknownClick):
        await tables.add_word(old.id, ANN.user, b"w" * 32)
    assert (await tables.get(old.id)).record.pledged is None

    begun = await tables.start(old.id, ANN.user)
    assert begun.record.pledged is not None
    assert begun.started_match.seed == fairness.seed(begun.record.pledged.secret, [None, None], None)
    assert told(await Tables(storage, GAMES).get(old.id)) == told(begun)
