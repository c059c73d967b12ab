"""Learning a game: a fixed deal at a private table, a lesson above each new kind of question, and suggestions."""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot.features.alone.learning import Lessons
from bot.rivals.thinking import repeatable_choice
from bot.storage.records import Status, TableId
from bot.tables.limits import MOST_ALONE
from bot.tables.seat_orders import choices_of
from bot.texts.fluent import language
from engine.games import GAMES
from tests.bot.features.alone.test_alone import put_away, rewind
from tests.bot.party import ids, offered
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, text, verbs, words
from tests.bot.tongues import everybody_reads
from tests.contract.primers import MOST_ANSWERS, ORDER, asked_along, begun
from tests.every import FOR_EVERY_KEY


async def learn(guest: Guest, game: str) -> Message:
    """Let a person begin to learn a game; return the message of their DM."""
    await guest.command("learn", game=game)
    return guest.dms[-1]


@FOR_EVERY_KEY
@EVERY_LANGUAGE
async def test_who_presses_what_is_suggested_meets_every_lesson(court: Evening, game: str, locale: str) -> None:
    """Each once, above the first question of its kind, in one message; then a whole game against squires is offered."""
    ann, reader = court.guests[0], language(locale)
    everybody_reads(court, locale)
    view, pages = await learn(ann, game), list[str]()
    while "suggested" in verbs(view):
        pages.append(text(view))
        view = (await ann.press("suggested", view)).message

    assert len(pages) == len(asked_along(begun(GAMES[game]))) <= MOST_ANSWERS
    for kind in {*GAMES[game].hints.values()} - {ORDER}:
        lesson = reader.text(f"{game}-lesson-{kind}")
        assert sum(lesson in page for page in pages) == 1, kind
    assert reader.text("learn-over") in text(view)
    assert len(ann.dms) == 1

    await ann.press("graduate", view)
    first, second = await court.table(1), await court.table(2)
    assert (first.status, second.status) == (Status.ENDED, Status.PLAYING)
    assert {each.level for each in second.record.sitters} == {None, "squire"}


@pytest.mark.settings(newgame_seconds=3600)
async def test_lesson_ends_only_when_the_whole_game_opens(court: Evening) -> None:
    """Who has just opened a table is told so, and the lesson stays; it takes no place among one's private tables.

    No other table suggests anything: forged clicks are refused.
    """
    ann, limit = court.guests[0], court.bot.services.rate_limits.tables
    for _ in range(MOST_ALONE - 1):
        await ann.command("alone", game="oriflamme")
        limit.give_back(ann.id)
    seat = (await court.table()).seat_of(ann.id)
    question = (await court.match()).question_id(seat)
    for forged in ("why:1", "graduate:1", f"suggested:1:{seat}:{question}", "learn:chess"):
        assert (await ann.forge(forged, ann.dms[0])).text == words("refused-unknown")
    view, number = await learn(ann, "oriflamme"), TableId(MOST_ALONE)
    while "suggested" in verbs(view):
        view = (await ann.press("suggested", view)).message

    refused = await ann.press("graduate", view)
    assert said("refused-too-soon", refused.text)
    assert (await court.table(number)).status is Status.PLAYING
    limit.give_back(ann.id)
    await ann.press("graduate", view)
    assert [(await court.table(each)).status for each in (number, number + 1)] == [Status.ENDED, Status.PLAYING]


async def test_who_chooses_otherwise_reads_what_a_knight_would_have_done(court: Evening) -> None:
    """In the next view, with the reason; who follows reads nothing of the kind, nor does who only asks why.

    Who goes back is asked again, with what is suggested there, and hasn't gone another way.
    """
    ann = court.guests[0]
    view = await learn(ann, "oriflamme")
    why = await ann.press("why", view)
    assert said("learn-why", why.text)
    assert not said("learn-otherwise", why.text)

    before = await court.table()
    suggested = repeatable_choice(before.started_match, before.seat_of(ann.id)).actions
    legal = before.started_match.legal[before.seat_of(ann.id)]
    (other_choice, *_) = [part for part, action in zip(offered(why), legal, strict=False) if action not in suggested]
    other = await ann.click(why, other_choice["custom_id"])
    assert said("learn-otherwise", other.text)
    followed = await ann.press("suggested", other)
    assert not said("learn-otherwise", followed.text)

    back, _ = await rewind(ann, followed)
    assert words("told-rewind.you") in back.text
    assert said("learn-suggested", back.text)
    assert not said("learn-otherwise", back.text)


async def test_lesson_that_runs_is_led_back_to(court: Evening) -> None:
    """Whatever is asked for it by, after a restart, too; another game is learned at another table.

    Its lobby offers a game to learn first to anybody; what they are shown is theirs alone. Lessons that were met go
    with their table.
    """
    ann, bo = court.guests[:2]
    view = (await ann.press("suggested", await learn(ann, "oriflamme"))).message
    moves = (await court.match()).seq
    await court.restart()

    helped = await ann.command("help")
    assert ids(helped, "learn") == [f"learn:{game}" for game in GAMES]
    await ann.click(helped, "learn:oriflamme")
    assert (await court.match()).seq == moves
    helped = await ann.command("help")
    await ann.click(helped, "learn:fortheking")
    assert (await court.table_record(2)).game == "fortheking"
    shown = await bo.click(await court.open(ann, game="oriflamme"), "learn:oriflamme")
    assert shown.message.is_ephemeral
    assert said("learn-begun", text(bo.dms[-1]))

    assert [each.table for each in await court.storage.choices(Lessons, user=ann.id) if each.met] == [1, 2]
    await put_away(ann, view)
    await court.tables.delete(TableId(1))
    assert [each.table for each in await court.storage.choices(Lessons, user=ann.id)] == [2]


def test_suggested_action_is_one_of_those_offered() -> None:
    """One that the question doesn't offer is a bug, and isn't passed over."""
    match = begun(GAMES["oriflamme"])
    ask = match.ask(match.deciding[0])
    assert ask is not None
    with pytest.raises(ValueError, match="not in tuple"):
        choices_of(match, ask, ["castle"])
