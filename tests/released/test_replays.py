"""Finished games that earlier versions left are replayed whole: by today's rules, if those come to the same end."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.faces.scene_text import Localizer
from bot.features.replay import view
from bot.features.replay.positions import replayed_match_of
from bot.features.replay.walk import Walk
from bot.storage.records import Status
from bot.storage.store import Store
from bot.tables.tables import Tables
from bot.texts.fluent import language
from engine.games import GAMES
from tests.bot.storage.samples import opened, sqlite
from tests.released.test_form14 import unpacked


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
