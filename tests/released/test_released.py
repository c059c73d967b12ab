"""Tables that the released version left come along, are played to their end, and replayed and proved as it told."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from functools import reduce
from pathlib import Path

import pytest

from bot.faces import messages
from bot.faces.scene_text import Localizer
from bot.features.proof import record_of
from bot.features.replay import view
from bot.features.replay.walk import Walk, replayed_match_of
from bot.storage import sql
from bot.storage.backends import verify
from bot.storage.records import Published, Sitter, Status, TableId
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import language, locales
from engine import fairness
from engine.games import GAMES
from engine.match import PicksReply
from engine.proof import prove
from engine.rng import Rng
from engine.scene import Seat, Viewer
from tests.bot.sentences import speaks
from tests.bot.storage.samples import opened
from tests.contract.walks import choose, seed, some
from tests.released import left
from tests.released.left import Left
from tests.released.test_forms import unpacked

MOST_MOVES = 5000

NO_POINTS = re.compile(r"\b0 \w+ \(0\)")
"""How the released version said that somebody has no points."""


STRIDES = pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.soak)], ids=["every seventh", "all"])


@STRIDES
async def test_the_whole_log_tells_what_it_told(storage: Store, stride: int) -> None:
    """In each language, for everybody and for each seat alone: sentences may be reworded, people and numbers stay."""
    tables, logs = Tables(storage, GAMES), left.logs()
    for each in left.tables()[::stride]:
        table, known = await tables.get(TableId(each.table)), logs[str(each.table)]
        assert known.keys() == set(locales())
        if table.match is None:
            continue
        viewers: dict[str, Viewer] = {"all": None} | {str(seat): Seat(seat) for seat in range(len(each.users))}
        people = table.people.bold_names
        for name, viewer in viewers.items():
            events = [event for line in await tables.log(table.id, viewer) for event in line.events]
            for locale, told in known.items():
                assert told.keys() == viewers.keys()
                localizer = speaks(table, locale)
                today = [fact(localizer.say(event), people) for event in events]
                # The first line tells how the shuffle was made.
                assert today == [fact(line, people) for line in told[name][1:]], each.table


def fact(line: str, people: Sequence[str]) -> tuple[frozenset[str], list[str]]:
    """Return who stands in a line, and the numbers besides those in their names; no points are said in words now."""
    named = frozenset(name for name in people if name in line)
    bare = reduce(lambda text, name: text.replace(name, ""), named, line)
    return named, sorted(re.findall(r"\d+", NO_POINTS.sub("", bare)))


@STRIDES
async def test_every_game_is_played_to_its_end(storage: Store, tmp_path: Path, stride: int) -> None:
    """By the rules of today, from wherever it was left; and all that there is can be replayed, and has no fault."""
    tables, played = Tables(storage, GAMES), left.playing()[::stride]
    assert {each.game for each in played} == set(left.games())
    await asyncio.gather(*(ended(tables, each) for each in played))
    status = {(await tables.get(TableId(each.table))).record.status for each in played}
    assert status == {Status.OVER}
    await storage.close()
    assert not list(verify(tmp_path / "herald.db", GAMES))


async def ended(tables: Tables, was: Left) -> None:
    """Play a table to its end, each move at random and kept."""
    table = await tables.get(TableId(was.table))
    for count in range(MOST_MOVES):
        if table.started_match.outcome is not None:
            return
        table = await answered(tables, table, Rng(seed(was.table), count))
    raise AssertionError(f"table {was.table} doesn't end")


async def answered(tables: Tables, table: Table, rng: Rng) -> Table:
    """Let the first seat that is asked choose something: as little as may be picked."""
    match, seat = table.started_match, table.started_match.deciding[0]
    least = match.game.telling.question(match.state, seat).at_least
    numbers = several(table, seat, least, rng) if least > 1 else [match.legal[seat].index(choose(match, seat, rng))]
    user, question = table.people.users[seat], match.question_id(seat)
    return (await tables.play(table.record.id, user, question, PicksReply(tuple(numbers)))).table


def several(table: Table, seat: Seat, count: int, rng: Rng) -> list[int]:
    """Return the numbers of so many choices, each no more often than it may be picked."""
    ask = table.frame(seat).mine
    assert ask is not None
    return some([choice.number for choice in ask.choices for _ in range(choice.option.times)], count, rng)


# Proofs


@pytest.fixture(params=["form 2", "form 14"])
async def form(request: pytest.FixtureRequest, tmp_path: Path, carried_over: Path) -> AsyncIterator[Store]:
    """Return a database of each form that was left with hosts, open: carried over to today's form."""
    path = unpacked(tmp_path) if request.param == "form 14" else shutil.copy(carried_over, tmp_path / "herald.db")
    async with opened(Path(path)) as storage:
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
        found = prove(await record_of(table, storage), GAMES)
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
                speaks(table),
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
