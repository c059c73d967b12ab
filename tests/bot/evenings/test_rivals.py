"""Rivals at the table: one person plays whole games against them; nobody pings them, and nobody learns a hand."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import suppress
from typing import Any

import pytest

from bot.announce.announce_state import HOLD_BACK
from bot.faces.lobby import LEVELS, rival_names
from bot.rivals.playing import due_turns
from bot.storage.records import IncidentKind, Status
from bot.texts.fluent import language
from bot.texts.names import RIVAL
from engine import fairness
from engine.scene import Seat
from tests.bot.party import Party, last_move, status_of, take_seat
from tests.bot.sentences import assert_said
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs, words
from tests.bot.shuffling import secret

SOON = 0.02
"""Seconds after which rivals answer in these tests."""

pytestmark = [pytest.mark.seed(1), pytest.mark.settings(rival_seconds=SOON), pytest.mark.usefixtures("ahead")]


@pytest.fixture(autouse=True)
def _repeatable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rivals think the same each time."""
    monkeypatch.setattr("bot.rivals.thinking.token_bytes", random.Random(1).randbytes)


async def moment(court: Evening) -> None:
    """Let some time go by in which rivals answer.

    A timer that simcord was too busy for fires only when its own time is moved on; whoever just waits, waits for ever.
    """
    with suppress(TimeoutError):
        await court.later(seconds=SOON)


async def quiet(court: Evening) -> None:
    """Wait until no rival is asked, and all of it is shown."""
    async with asyncio.timeout(60):
        while due_turns(now := await court.table()) or now.record.announced.revision != now.record.revision:
            await moment(court)
        await court.settle()


async def against(court: Evening, **options: Any) -> Guest:
    """Let a person begin a table with a rival, who answers; return the person."""
    await court.guests[0].command("newgame fortheking", rivals=1, **options)
    await quiet(court)
    return court.guests[0]


async def unfolded(guest: Guest) -> Answer:
    """Let a person press Play, and More in what that shows."""
    return await guest.unfold(await guest.press("play", guest.evening.post(table=1)))


async def played(party: Party) -> None:
    """Let a person go on until their move is made."""
    before = await party.evening.match()
    while await last_move(party.evening) == before.seq:
        await party.step()


async def pick(guest: Guest, value: str) -> Answer:
    """Pick something in the lobby's list of rivals."""
    return await guest.choose(guest.evening.board(), [value], "rivals:1")


def values(court: Evening) -> set[str]:
    """Return what the lobby's list of rivals offers."""
    (listed,) = (part for part in buttons(court.board()) if verb(part) == "rivals")
    return {option["value"] for option in listed["options"]}


@pytest.mark.parametrize(
    "game, rivals",
    [
        pytest.param("fortheking", 1, marks=pytest.mark.soak),
        pytest.param("fortheking", 3, marks=pytest.mark.soak),
        ("oriflamme", 2),
    ],
)
async def test_one_person_plays_a_whole_game_against_rivals(court: Evening, ann: Guest, game: str, rivals: int) -> None:
    """/newgame with rivals begins at once; only the person is ever pinged, and each rival is marked as none."""
    told = await ann.command(f"newgame {game}", rivals=rivals, level="knight")
    assert words("newgame-begun", table="1", channel=f"<#{court.channel.id}>") in told.private
    assert fairness.pledge(await secret(court)).hex() in told.private
    party = Party([ann], 3)
    while not party.over:
        await quiet(court)
        if await status_of(court) is Status.PLAYING:
            await party.step()
    assert set(party.calls) == {ann.id}
    shown = "\n".join(text(message) for message in court.public())
    assert f"{RIVAL} " in shown
    assert {*re.findall(r"<@!?(\d+)>", shown)} <= {str(ann.id)}


async def test_too_few_rivals_leave_the_table_open(court: Evening, ann: Guest, bo: Guest) -> None:
    """Oriflamme takes three: with one rival a person waits for another one; one that all people leave is closed.

    Whoever opened a table hands it on to a person, never to a rival.
    """
    for number in (1, 2):
        await ann.command("newgame oriflamme", rivals=1)
        assert await status_of(court, number) is Status.LOBBY
    await ann.press("leave")
    assert await status_of(court, 2) is Status.ENDED
    for guest in (bo, court.guests[2]):
        await guest.press("join", court.board(table=1))
    await ann.press("leave", court.board(table=1))
    await bo.press("start", court.board(table=1))
    assert (await court.match()).seats == 3


async def test_rivals_come_and_go_by_the_list_of_the_lobby(court: Evening, ann: Guest, bo: Guest) -> None:
    """The opener's to do; each has a name of its own and says how well it plays; a full table offers none."""
    await court.open(ann, bo)
    assert words("refused-not-opener") in (await pick(bo, "knight")).private
    for level in LEVELS:
        await pick(ann, level)
    rivals = (await court.table_record()).sitters[2:]
    assert [sitter.level for sitter in rivals] == list(LEVELS)
    assert len({sitter.name for sitter in rivals}) == len(LEVELS)
    assert {sitter.name for sitter in rivals} <= set(rival_names(language("en")))
    seen = court.board_text()
    assert all(f"{RIVAL} {sitter.name}" in seen and f"{sitter.level}" in seen for sitter in rivals)
    assert not {*LEVELS} & values(court)
    await pick(ann, f"away.{rivals[1].name}")
    assert (await court.table_record()).sitters[2:] == (rivals[0], rivals[2])
    assert {*LEVELS} <= values(court)


async def test_what_rivals_play_between_two_people_is_told_in_one_edit(court: Evening, ann: Guest) -> None:
    """While rivals alone are asked nothing is shown; then the story has all of it.

    After a start those who were asked go on by themselves: nobody has to touch the table, which was shown as it stands.
    """
    await ann.command("newgame fortheking", rivals=3)
    await quiet(court)
    party = Party([ann], 3)
    await court.bot.rivals.close()
    while not due_turns(await court.table()):
        await party.step()
    await court.later(seconds=HOLD_BACK)
    record = await court.table_record()
    assert record.announced.revision == record.revision
    await court.restart()
    await quiet(court)
    for _ in range(4):
        assert (await court.match()).deciding == (0,)
        post, before = f"/messages/{party.post.id}", len(court.record.sent)
        await played(party)
        await quiet(court)
        edits = [one.path for one in court.record.sent[before:] if one.method == "PATCH"]
        assert sum(path.startswith("/channels/") and path.endswith(post) for path in edits) <= 1


async def test_what_somebody_did_on_a_seat_stays_theirs_in_the_log(court: Evening) -> None:
    """Also when another has taken it since: the log and the story name who did it, then who has sat down."""
    ann, bo = await against(court), court.guests[1]
    view = await unfolded(ann)
    assert "advice" not in verbs(view), "it wasn't allowed, nor is it given to a forged click"
    question = (await court.match()).question_id(Seat(0))
    await assert_said("refused-no-advice", ann.forge(f"advice:1:0:{question}:knight", view))
    await played(Party([ann], 3))
    await court.bot.rivals.close()
    await take_seat(bo, Seat(0))
    log = await court.guests[3].press("log")
    first, _, rest = log.text.rpartition("takes the seat of")
    assert f"**{ann.name}** " in first
    assert rest.startswith(f" **{ann.name}**")
    assert f"**{bo.name}** takes the seat" in log.text


async def test_advice_is_private_and_everybody_reads_that_it_was_asked_for(court: Evening, ann: Guest) -> None:
    """The choice in the words of the buttons, and a reason; where it wasn't allowed there is none to be had."""
    await court.open(ann)
    await pick(ann, "advice")
    assert words("allowed-advice") in court.board_text()
    await pick(ann, "squire")
    await ann.press("start")
    await quiet(court)
    view = await unfolded(ann)
    parts = [part["custom_id"] for part in buttons(view) if verb(part) == "advice"]
    for count, part in enumerate(parts, len(court.messages())):
        await ann.click(view, part)
        async with asyncio.timeout(60):
            while len(court.messages()) == count:
                await moment(court)
    table = await court.table()
    given = [one for one in court.messages() if one.is_ephemeral and "would choose" in text(one)]
    mine = table.answering_frame(ann.id).mine
    assert mine is not None
    choices = [language("en").say(choice.option.label, table.people.bold_names) for choice in mine.choices]
    assert len(given) == len(parts) == 2
    assert all(any(choice in text(one) for choice in choices) for one in given)
    public = "\n".join(text(one) for one in court.public())
    assert "would choose" not in public
    for level in ("champion", "knight"):
        assert f"has asked the {level} for advice" in public
    assert [each.kind for each in table.record.incidents] == [IncidentKind.ADVISED] * 2
    await assert_said("refused-unknown", ann.forge(parts[0].replace("champion", "squire"), view))


async def test_a_rival_cares_for_a_persons_seat_and_is_not_called(court: Evening) -> None:
    """The person keeps the seat and may look; nobody pings who is away."""
    ann = await against(court, orders=False)
    await Party([ann], 3).rush(30)
    before = len(court.pings(table=1))
    await take_seat(ann, Seat(0), level="squire")
    await quiet(court)
    assert len(court.pings(table=1)) == before
    assert words("table-over") in court.board_text()
