"""Rivals at the table: one person plays whole games against them; nobody pings them, and nobody learns a hand."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.faces.rivals import LEVELS, rival_names
from bot.pictures.process import WorkerProcess
from bot.rivals.playing import due_turns
from bot.storage.records import IncidentKind, Sitter, Status, TableId
from bot.texts.fluent import language
from bot.texts.names import RIVAL
from engine import fairness
from engine.scene import Seat
from tests.bot.clocked import named
from tests.bot.party import Party
from tests.bot.server import FREE, Answer, Evening, Guest, buttons, dealing, evening, text, verb, verbs, words
from tests.bot.shuffling import secret

MENTION = re.compile(r"<@!?(\d+)>")
SOON = 0.02
"""Seconds after which rivals answer in these tests."""


@pytest.fixture
async def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Return an evening on which rivals answer soon, each move is shown at once, and the same cards are dealt."""
    monkeypatch.setattr("engine.fairness.seed", lambda secret, *_: secret)
    monkeypatch.setattr("bot.rivals.thinking.token_bytes", random.Random(1).randbytes)
    monkeypatch.setattr(WorkerProcess, "draw", named)
    monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    async with evening(tmp_path / "herald.db", monkeypatch, {**FREE, "rival_seconds": SOON}, seeds=dealing(1)) as begun:
        yield begun


async def moment(duel: Evening) -> None:
    """Let some time go by in which rivals answer.

    A timer that simcord was too busy for fires only when its own time is moved on; whoever just waits, waits for ever.
    """
    with suppress(TimeoutError):
        await duel.later(seconds=SOON)


async def quiet(duel: Evening, table: int = 1) -> None:
    """Wait until no rival is asked at a table, and all of it is shown."""
    async with asyncio.timeout(60):
        while due_turns(now := await duel.table(table)) or now.record.announced.revision != now.record.revision:
            await moment(duel)
        await duel.env.settle()


async def against(duel: Evening, rivals: int = 1, **options: Any) -> Guest:
    """Let a person begin a table with rivals, and these answer; return the person."""
    await duel.command(duel.guests[0], "newgame fortheking", rivals=rivals, **options)
    await quiet(duel)
    return duel.guests[0]


async def exchange(duel: Evening, sitter: Sitter, seat: int = 0) -> None:
    """Give a seat to somebody."""
    await duel.bot.tables.seats.exchange(TableId(1), Seat(seat), sitter)


async def unfolded(duel: Evening, guest: Guest) -> Answer:
    """Let a person press Play, and More in what that shows."""
    return await duel.unfold(guest, (await duel.press(guest, duel.post(duel.channel.id, 1), "play")).message)


async def whole(duel: Evening, ann: Guest, table: int = 1) -> Party:
    """Let a person play a table to its end, while rivals do their part."""
    party = Party(duel, [ann], random.Random(3), table)
    while not party.over:
        await quiet(duel, table)
        if (await duel.table(table)).record.status is Status.PLAYING:
            await party.step()
    return party


async def pick(duel: Evening, guest: Guest, value: str) -> Answer:
    """Pick something in the lobby's list of rivals."""
    lobby = duel.board(duel.channel.id)
    part = next(part for part in buttons(lobby) if verb(part) == "rivals")
    return await duel.choose(guest, lobby, [value], part["custom_id"])


def values(duel: Evening) -> list[str]:
    """Return what the lobby's list of rivals offers."""
    part = next(part for part in buttons(duel.board(duel.channel.id)) if verb(part) == "rivals")
    return [option["value"] for option in part["options"]]


@pytest.mark.parametrize(
    ("game", "rivals"),
    [
        pytest.param("fortheking", 1, marks=pytest.mark.soak),
        pytest.param("fortheking", 3, marks=pytest.mark.soak),
        ("oriflamme", 2),
    ],
)
async def test_one_person_plays_a_whole_game_against_rivals(duel: Evening, game: str, rivals: int) -> None:
    """/newgame with rivals begins at once; only the person is ever pinged, and each rival is marked as none."""
    ann = duel.guests[0]
    told = await duel.command(ann, f"newgame {game}", rivals=rivals, level="knight")
    assert words("newgame-begun", table="1", channel=f"<#{duel.channel.id}>") in told.private
    assert fairness.pledge(await secret(duel)).hex() in told.private
    party = await whole(duel, ann)
    assert set(party.calls) == {ann.id}
    shown = "\n".join(text(message) for message in duel.public())
    assert f"{RIVAL} " in shown
    assert {int(user) for user in MENTION.findall(shown)} <= {ann.id}


async def test_too_few_rivals_leave_the_table_open(duel: Evening) -> None:
    """Oriflamme takes three: with one rival a person waits for another one; one that all people leave is closed."""
    ann, bo, *_ = duel.guests
    for number in (1, 2):
        await duel.command(ann, "newgame oriflamme", rivals=1)
        assert (await duel.table(number)).record.status is Status.LOBBY
    await duel.press(ann, duel.board(), "leave")
    assert (await duel.table(2)).record.status is Status.ENDED
    await duel.press(bo, duel.board(table=1), "join")
    await duel.press(ann, duel.board(table=1), "start")
    assert (await duel.match()).seats == 3


async def test_rivals_come_and_go_by_the_list_of_the_lobby(duel: Evening) -> None:
    """The opener's to do; each has a name of its own and says how well it plays; a full table offers none."""
    ann, bo, *_ = duel.guests
    await duel.open(ann, bo)
    assert words("refused-not-opener") in (await pick(duel, bo, "knight")).private
    for level in LEVELS:
        await pick(duel, ann, level)
    rivals = (await duel.table()).record.sitters[2:]
    assert [sitter.level for sitter in rivals] == list(LEVELS)
    assert len({sitter.name for sitter in rivals}) == len(LEVELS)
    assert {sitter.name for sitter in rivals} <= set(rival_names(language("en")))
    seen = text(duel.board(duel.channel.id))
    assert all(f"{RIVAL} {sitter.name}" in seen and f"{sitter.level}" in seen for sitter in rivals)
    assert not set(LEVELS) & set(values(duel))
    await pick(duel, ann, f"away.{rivals[1].name}")
    assert (await duel.table()).record.sitters[2:] == (rivals[0], rivals[2])
    assert set(LEVELS) <= set(values(duel))


async def test_what_rivals_play_between_two_people_is_told_in_one_edit(duel: Evening) -> None:
    """While rivals alone are asked nothing is shown; then the story has all of it."""
    ann = await against(duel, 3)
    party = Party(duel, [ann], random.Random(3))
    for _ in range(4):
        post, seq = party.post.id, (await duel.match()).seq
        before = len(duel.record.sent)
        while (await duel.match()).seq == seq:
            await party.step()
        await quiet(duel)
        edits = [
            one.path for one in duel.record.sent[before:] if one.method == "PATCH" and one.path.endswith(str(post))
        ]
        assert len([path for path in edits if path.startswith("/channels/")]) <= 1


async def test_rivals_that_were_asked_go_on_after_a_start(duel: Evening) -> None:
    """By themselves: nobody has to touch the table."""
    ann = duel.guests[0]
    await duel.command(ann, "newgame fortheking", rivals=3)
    await duel.bot.rivals.close()
    await duel.restart()
    await quiet(duel)
    assert (await duel.match()).deciding == (0,)


async def test_what_somebody_did_on_a_seat_stays_theirs_in_the_log(duel: Evening) -> None:
    """Also when another has taken it since: the log and the story name who did it, then who has sat down."""
    ann, bo = await against(duel), duel.guests[1]
    view = (await unfolded(duel, ann)).message
    assert "advice" not in verbs(view), "it wasn't allowed, nor is it given to a forged click"
    question = (await duel.match()).question_id(Seat(0))
    forged = await duel.forge(ann, view, f"advice:1:0:{question}:knight")
    assert words("refused-no-advice") in forged.private
    party = Party(duel, [ann], random.Random(3))
    before = (await duel.match()).seq
    while (await duel.match()).seq == before:
        await party.step()
    await duel.bot.rivals.close()
    await exchange(duel, Sitter(bo.id, bo.name))
    log = await duel.press(duel.guests[3], duel.board(duel.channel.id), "log")
    first, _, rest = log.text.rpartition("takes the seat of")
    assert f"**{ann.name}** " in first
    assert rest.startswith(f" **{ann.name}**")
    assert f"**{bo.name}** takes the seat" in log.text


async def test_advice_is_private_and_everybody_reads_that_it_was_asked_for(duel: Evening) -> None:
    """The choice in the words of the buttons, and a reason; where it wasn't allowed there is none to be had."""
    ann = duel.guests[0]
    await duel.open(ann)
    await pick(duel, ann, "advice")
    assert words("allowed-advice") in text(duel.board(duel.channel.id))
    await pick(duel, ann, "squire")
    await duel.press(ann, duel.board(duel.channel.id), "start")
    await quiet(duel)
    view = await unfolded(duel, ann)
    parts = [part["custom_id"] for part in buttons(view.message) if verb(part) == "advice"]
    before = len(duel.messages())
    for part in parts:
        await duel.press(ann, view.message, part=part)
        async with asyncio.timeout(60):
            while len(duel.messages()) == before:
                await moment(duel)
        before = len(duel.messages())
    table = await duel.table()
    given = [one for one in duel.messages() if one.is_ephemeral and "would choose" in text(one)]
    mine = table.answering_frame(ann.id).mine
    assert mine is not None
    choices = [language("en").say(choice.option.label, table.people.bold_names) for choice in mine.choices]
    assert len(given) == len(parts) == 2
    assert all(any(choice in text(one) for choice in choices) for one in given)
    public = "\n".join(text(one) for one in duel.public())
    assert "would choose" not in public
    for level in ("champion", "knight"):
        assert f"has asked the {level} for advice" in public
    assert [each.kind for each in table.record.incidents] == [IncidentKind.ADVISED] * 2
    forbidden = await duel.forge(ann, view.message, parts[0].replace("champion", "squire"))
    assert words("refused-unknown") in forbidden.private


async def test_a_rival_cares_for_a_persons_seat_and_is_not_called(duel: Evening) -> None:
    """The person keeps the seat and may look; nobody pings who is away."""
    ann = await against(duel, orders=False)
    await Party(duel, [ann], random.Random(3)).rush(30)
    before = len(duel.pings(duel.channel.id, 1))
    await exchange(duel, Sitter(ann.id, ann.name, level="squire"))
    async with asyncio.timeout(60):
        while (await duel.table()).record.status is Status.PLAYING:
            await moment(duel)
    await quiet(duel)
    assert len(duel.pings(duel.channel.id, 1)) == before
    assert words("table-over") in text(duel.board(duel.channel.id))
