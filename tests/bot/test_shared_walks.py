"""A shared walk: who shows a moment leads, and who follows sees each step in a private view of their own."""

from __future__ import annotations

from simcord.backend.models import Message

from bot.texts.fluent import language
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Answer, Evening, Guest, text, verbs
from tests.bot.test_rematches import OLD, played
from tests.bot.test_replay import part, pressed
from tests.bot.tongues import tongues


async def led(court: Evening, locale: str) -> tuple[Guest, Guest, Answer, Message]:
    """Let one person show a moment; return that person, another who reads in `locale`, the walk, and the post."""
    leader, other = court.guests[0], court.guests[3]
    tongues(court, {leader: "en", other: locale})
    await played(court, court.guests[:3])
    walk = await court.forge(leader, court.board(table=OLD), "replay:1:7:1")
    return leader, other, walk, (await court.press(leader, walk.message, "showmoment")).message


async def shows(court: Evening, answer: Answer, move: int, locale: str = "en") -> bool:
    """Tell whether a private view shows a move, once all that was set going is done."""
    await court.later(seconds=1)
    moves = (await court.table(OLD)).finished_match.seq
    return language(locale).text("replay-move", move=move, moves=moves) in text(answer.message)


@EVERY_LANGUAGE
async def test_who_follows_sees_the_leaders_steps(court: Evening, locale: str) -> None:
    """In the own view and language, until they walk on alone; the leader reads how many follow."""
    leader, other, walk, posted = await led(court, locale)
    view = await court.press(other, posted, "followwalk")
    assert view.message.is_ephemeral
    assert language(locale).text("replay-following") in text(view.message)
    assert await shows(court, view, 7, locale)
    for move in (8, 9):
        walk = await pressed(court, leader, walk, "next")
        assert language("en").text("replay-followers", count=1) in text(walk.message)
        assert await shows(court, view, move, locale)
        assert language(locale).text("replay-following") in text(view.message)
    alone = await pressed(court, other, view, "alone")
    assert alone.edited
    await pressed(court, leader, walk, "next")
    assert await shows(court, view, 9, locale)
    assert language(locale).text("replay-following") not in text(view.message)
    again = await court.press(other, posted, "followwalk")
    assert await shows(court, again, 10, locale)


@EVERY_LANGUAGE
async def test_a_shared_walk_says_that_it_has_ended(court: Evening, locale: str) -> None:
    """When Discord takes no more edits; whoever follows anew ends the view before, and later steps change neither."""
    leader, other, walk, posted = await led(court, locale)
    ended = language(locale).text("replay-follow-ended")
    first = await court.press(other, posted, "followwalk")
    second = await court.press(other, posted, "followwalk")
    await court.later(seconds=1)
    assert ended in text(first.message)
    assert ended not in text(second.message)
    await court.later(minutes=14)
    assert ended in text(second.message)
    await pressed(court, leader, walk, "next")
    assert await shows(court, second, 7, locale)
    assert "replay" in verbs(second.message)


async def test_nobody_is_followed_who_has_shown_nothing(court: Evening) -> None:
    """Nor from another place, nor at a table that runs, nor after a start: a sentence each; nobody follows oneself."""
    leader, other, stranger = court.guests[0], court.guests[1], court.guests[4]
    await played(court, court.guests[:3])
    board, reader = court.board(table=OLD), language("en")
    await court.forge(leader, board, "replay:1:7:1")
    for user in (leader.id, other.id, 77):
        answer = await court.forge(other, board, f"followwalk:1:{user}")
        assert text(answer.message).strip() == reader.text("refused-not-shared")
    posted = (await court.forge(leader, board, "showmoment:1:7:1")).message
    own = await court.press(leader, posted, "followwalk")
    assert part(own, "next")
    elsewhere = court.server.create_text_channel("elsewhere")
    there = (await court.command(stranger, "newgame oriflamme", elsewhere)).message
    lobby = next(message for message in court.public(elsewhere.id) if message.id == there.id or verbs(message))
    answer = await court.forge(stranger, lobby, f"followwalk:1:{leader.id}")
    assert text(answer.message).strip() == reader.text("refused-unknown")
    await court.seat(*court.guests[:3])
    answer = await court.forge(other, court.board(table=3), f"followwalk:3:{leader.id}")
    assert text(answer.message).strip() == reader.text("refused-not-over")
    await court.restart()
    answer = await court.forge(other, posted, f"followwalk:1:{other.id}")
    assert text(answer.message).strip() == reader.text("refused-not-shared")
