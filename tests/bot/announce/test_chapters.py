"""Chapters that end and begin between two looks at a table: none of them stands in the post of the one before."""

from __future__ import annotations

import pytest

from bot.faces.scene_text import Localizer
from bot.storage.records import TableId
from bot.texts.fluent import language
from engine.games.oriflamme.actions import Leave, Reveal
from tests.bot.clocked import shown
from tests.bot.party import by_choice, made
from tests.bot.server import Evening, verbs
from tests.every import FOR_EVERY_KEY

TABLE = TableId(1)

pytestmark = pytest.mark.seed(2)


async def until_the_last_card(court: Evening) -> None:
    """Let three people play until the last card of the first queue is reached, which its owner has left so far."""
    await court.seat(*court.guests[:3], game="oriflamme")
    while True:
        match = await court.match()
        state = match.state
        if state.phase == "resolution" and state.pointer == len(state.queue) - 1:
            return
        seat = next(iter(match.legal))
        left = [action for action in match.legal[seat] if isinstance(action, Leave)]
        action = left[0] if left else match.legal[seat][0]
        await court.bot.tables.play_for_seat(TABLE, seat, match.question_id(seat), [action])


@FOR_EVERY_KEY
async def test_the_first_part_of_a_game_is_headed_as_every_later_one(court: Evening, game: str) -> None:
    """In the first post and every edit of it, where so few lines leave room for it, and in the log, as a heading."""
    await court.seat(*court.guests[:3], game=game)
    await shown(court)
    table, post = await court.table(), court.post()
    match = table.started_match
    (begun,) = match.opening
    told = Localizer(language("en"), table.people).event(begun, None)
    assert post.content.split("\n")[2] == told
    seat = match.deciding[0]
    await court.bot.tables.play_for_seat(TABLE, seat, match.question_id(seat), [match.legal[seat][0]])
    await shown(court)
    assert (court.message(court.channel.id, post.id).content.split("\n")[2] == told) is (game == "fortheking")
    log = (await court.press(court.guests[4], court.board(), "log")).private
    assert log.count(f"**{told.replace('**', '')}**") == 1


async def test_a_card_whose_reveal_ends_a_round_is_told_in_a_post_of_its_own(court: Evening) -> None:
    """The new round is told and asked below it; the post before keeps what was told there."""
    await until_the_last_card(court)
    await shown(court)
    before, match = court.post(), await court.match()
    told, seat = before.content.split("\n"), next(iter(match.legal))
    reveal = next(action for action in match.legal[seat] if isinstance(action, Reveal))
    after = (await court.bot.tables.play_for_seat(TABLE, seat, match.question_id(seat), [reveal])).table.started_match
    await shown(court)
    assert (after.seq, after.state.phase) == (match.seq + 1, "placement")
    old, new = court.message(court.channel.id, before.id), court.post()
    assert "reveals card" not in old.content
    assert old.content.split("\n") == [line for line in told if line in old.content.split("\n")]
    first = new.content.split("\n")[0]
    assert first.startswith("… Round 2 "), "while a chapter lasts, its post tells the end of it"
    assert "reveals card" in (await court.press(court.guests[4], court.board(), "log")).private


@FOR_EVERY_KEY
async def test_a_game_that_ends_several_chapters_later_ends_with_its_table(court: Evening, game: str) -> None:
    """As where rivals play the last cards between two looks: what they did is told above the last picture."""
    await court.seat(*court.guests[:3], game=game)
    await shown(court)
    async with court.bot.announcer.hold_news(TABLE, None):
        await made(court, list(by_choice((await court.match()), lambda match, seat: match.legal[seat][0])))
    await shown(court)
    *_, told, newest = court.public()
    assert "rematch" in verbs(newest)
    assert "🏆" in told.content
