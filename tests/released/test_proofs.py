"""Finished games of earlier versions are replayed whole, and proved by the pledge that was told; so is what goes on."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.faces import messages
from bot.faces.scene_text import Localizer
from bot.features.proof import Wanted, record_of
from bot.features.replay import view
from bot.features.replay.positions import replayed_match_of
from bot.features.replay.walk import Walk
from bot.storage import sql
from bot.storage.records import Published, Sitter, Status, TableId
from bot.storage.store import Store
from bot.tables.tables import Tables
from bot.texts.fluent import language
from engine import fairness
from engine.games import GAMES
from engine.proof import prove
from tests.bot.storage.samples import opened, sqlite
from tests.released import left
from tests.released.test_forms import unpacked
from tests.released.test_released import ended


@pytest.fixture(params=["form 2", "form 14"])
async def form(request: pytest.FixtureRequest, tmp_path: Path, carried_over: Path) -> AsyncIterator[Store]:
    """Return a database of each form that was left with hosts, open: carried over to today's form."""
    path = unpacked(tmp_path) if request.param == "form 14" else shutil.copy(carried_over, tmp_path / "herald.db")
    async with opened(sqlite(Path(path))) as storage:
        yield storage


async def test_every_finished_game_of_a_released_form_is_replayed(form: Store) -> None:
    """From the first move to the last, with all eyes; whether older rules made moves of it is said."""
    tables, localizer = Tables(form, GAMES), language("en")
    over = await form.find(status=[Status.OVER])
    assert over
    for record in over:
        table, lines = await tables.get(record.id), await form.log(record.id)
        replayed = await replayed_match_of(table, form)
        assert (replayed.last, replayed.moves) == (len(lines), len(lines))
        assert replayed.older == any(line.rules != table.finished_match.game.version for line in lines)
        assert replayed.at(replayed.last).outcome == table.finished_match.outcome
        for eyes, viewer in ((view.PUBLIC, None), (view.OPEN, None), ("0", table.viewer(record.sitters[0].user))):
            walk = Walk.whole(table, replayed, eyes, viewer)
            for place in (0, replayed.last // 2, replayed.last):
                page = view.page(walk.at(place), Localizer(localizer, table.people))
                assert (localizer.text("replay-older") in page.blocks[0]) == replayed.older


WORD = b"w" * 32


async def test_table_is_proved_by_the_pledge_told(storage: Store) -> None:
    """Its moves too, though some were made by older rules; and it is said that nobody could add anything.

    So is one that goes on, whatever version of the rules it ends under.
    """
    tables, logs = Tables(storage, GAMES), left.logs()
    over = [was for was in left.tables() if was.status == Status.OVER.value]
    goes_on = {was.game: was for was in left.playing()}
    assert {was.game for was in over} == {*goes_on} == set(left.games())
    for was in goes_on.values():
        await ended(tables, was)
    for was in (*over, *goes_on.values()):
        table = await tables.get(TableId(was.table))
        found = prove(await record_of(table, storage, Wanted()), GAMES)
        assert found.proof.shuffle is None
        assert found.proof.pledge in logs[str(was.table)]["en"]["all"][0]
        if was in over:
            assert found.replayed
            moves = "proved-moves" if found.end_compared else "proved-places"
            assert [each.key for each in found.sentences] == ["proved-seed-pledge", "proved-alone", moves]
            opened = messages.hidden_cards_page(
                table.record,
                table.finished_match.revealed_parts,
                table.finished_match.seed,
                99,
                Localizer(language("en"), table.people),
            )
            assert table.finished_match.seed.hex() in "".join(opened.tail)


async def test_an_open_table_is_pledged_with_its_next_change(storage: Store) -> None:
    """Its old message shows the pledge then, and doesn't count, for it is older than the secret; words do."""
    tables, behind = Tables(storage, GAMES), await storage.select(sql.UNSHOWN)
    lobbies = [was for was in left.tables() if was.status == Status.LOBBY.value]
    assert lobbies
    for was in lobbies:
        number = TableId(was.table)
        shown = (await tables.get(number)).record.announced.message
        assert (await tables.get(number)).record.pledged is None
        if len(was.users) == GAMES[was.game].seats[-1]:
            await tables.leave(number, was.users[-1])
        table = await tables.join(number, Sitter(1, "Late"))
        assert table.record.pledged is not None
        await tables.published_states.store(number, Published(table.record.revision, message=shown or 4321))
        for user in range(len(was.users) + 1, GAMES[was.game].seats[0]):
            await tables.join(number, Sitter(user + 1, "Late"))
        await tables.add_word(number, 1, WORD)
        begun = await tables.start(number, table.record.opener)
        words = [WORD if sitter.user == 1 else None for sitter in begun.record.sitters]
        message = None if shown else 4321
        assert begun.started_match.seed == fairness.seed(table.record.pledged.secret, words, message)
    assert set(await storage.select(sql.UNSHOWN)) >= set(behind)
