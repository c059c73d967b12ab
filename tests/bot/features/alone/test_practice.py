"""Private tables to learn at: a fixed deal with lessons and suggestions, or played on from a replay."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from simcord.backend.models import Message

from bot.features.alone import Lessons
from bot.features.alone.playing import NotRewindable, find_decisions, rewind_table
from bot.features.replay import practice, view
from bot.features.replay.walk import ReplayedMatch, Walk, replayed_match_of
from bot.rivals.thinking import repeatable_choice
from bot.storage.backends import verify
from bot.storage.records import NO_PLACE, Practice, Status, TableId
from bot.tables.limits import MOST_ALONE
from bot.tables.log_entries import entry_of
from bot.tables.move_logs import token_for
from bot.tables.seat_orders import choices_of
from bot.tables.table import Table
from engine.game import AnyGame
from engine.games import GAMES
from engine.saves import DEALS
from engine.scene import Seat, say
from tests.bot.features.alone.test_alone import answer, play_on, put_away, rewind
from tests.bot.features.replay.test_replay import chosen, pressed, shows
from tests.bot.features.test_rematches import OLD, played
from tests.bot.party import FIRST, ids, last_move, offered, seat_of, status_of
from tests.bot.restless import RESTLESS, Restless, logged
from tests.bot.sentences import assert_refused, assert_tells, said
from tests.bot.server import Evening, Guest, text, verbs, words
from tests.bot.tongues import Say
from tests.contract.primers import MOST_ANSWERS, ORDER, asked_along, begun
from tests.contract.takebacks import unnamed
from tests.every import FOR_EVERY_KEY


async def learn(guest: Guest, game: str) -> Message:
    """Let a person begin to learn a game; return the message of their DM."""
    await guest.command("learn", game=game)
    return guest.dms[-1]


@FOR_EVERY_KEY
async def test_who_presses_what_is_suggested_meets_every_lesson(
    court: Evening, ann: Guest, game: str, says: Say
) -> None:
    """Each once, above the first question of its kind, in one message; then, once, a whole game against squires."""
    view, pages = await learn(ann, game), list[str]()
    while "suggested" in verbs(view):
        pages.append(text(view))
        view = (await ann.press("suggested", view)).message

    assert len(pages) == len(asked_along(begun(GAMES[game]))) <= MOST_ANSWERS
    for kind in {*GAMES[game].hints.values()} - {ORDER}:
        lesson = says(f"{game}-lesson-{kind}")
        assert sum(lesson in page for page in pages) == 1, kind
    assert says("learn-over") in text(view)
    view = (await answer(ann, view)).message
    assert says("learn-over") not in text(view)
    assert len(ann.dms) == 1

    await ann.press("graduate", view)
    first, second = await court.table(1), await court.table(2)
    assert (first.status, second.status) == (Status.ENDED, Status.PLAYING)
    assert {each.level for each in second.record.sitters} == {None, "squire"}


@pytest.mark.settings(newgame_seconds=3600)
async def test_lesson_ends_only_when_the_whole_game_opens(court: Evening, ann: Guest) -> None:
    """Who has just opened a table is told so, and the lesson stays; it takes no place among one's private tables.

    No other table suggests anything: forged clicks are refused.
    """
    limit = court.bot.services.rate_limits.tables
    for _ in range(MOST_ALONE - 1):
        await ann.command("alone", game="oriflamme")
        limit.give_back(ann.id)
    seat = await seat_of(ann)
    question = (await court.match()).question_id(seat)
    forged = "why:1", "graduate:1", f"suggested:1:{seat}:{question}", "learn:chess"
    await assert_refused("refused-unknown", ann, *forged, place=ann.dms[0])
    view, number = await learn(ann, "oriflamme"), TableId(MOST_ALONE)
    while "suggested" in verbs(view):
        view = (await ann.press("suggested", view)).message

    await assert_tells("refused-too-soon", ann.press("graduate", view))
    assert await status_of(court, number) is Status.PLAYING
    limit.give_back(ann.id)
    await ann.press("graduate", view)
    assert [await status_of(court, each) for each in (number, number + 1)] == [Status.ENDED, Status.PLAYING]


async def test_who_chooses_otherwise_reads_what_a_knight_would_have_done(court: Evening, ann: Guest) -> None:
    """In the next view, with the reason; who follows reads nothing of the kind, nor does who only asks why.

    Who goes back is asked again, with what is suggested there, and hasn't gone another way.
    """
    why = await ann.press("why", await learn(ann, "oriflamme"))
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


async def test_lesson_that_runs_is_led_back_to(court: Evening, ann: Guest, bo: Guest) -> None:
    """Whatever is asked for it by, after a restart, too; another game is learned at another table.

    Its lobby offers a game to learn first to anybody; what they are shown is theirs alone. Lessons that were met go
    with their table.
    """
    view = (await ann.press("suggested", await learn(ann, "oriflamme"))).message
    moves = await last_move(court)
    await court.restart()

    helped = await ann.command("help")
    assert ids(helped, "learn") == [f"learn:{game}" for game in GAMES]
    await ann.click(helped, "learn:oriflamme")
    assert await last_move(court) == moves
    helped = await ann.command("help")
    await ann.click(helped, "learn:fortheking")
    assert (await court.table_record(2)).game == "fortheking"
    shown = await bo.click(await court.open(ann, game="oriflamme"), "learn:oriflamme")
    assert shown.message.is_ephemeral
    assert said("learn-begun", text(bo.dms[-1]))

    assert [each.table for each in await court.storage.choices(Lessons, user=ann.id) if each.met] == [1, 2]
    await put_away(ann, view)
    await court.tables.delete(FIRST)
    assert [each.table for each in await court.storage.choices(Lessons, user=ann.id)] == [2]


def test_suggested_action_is_one_of_those_offered() -> None:
    """One that the question doesn't offer is a bug, and isn't passed over."""
    match = begun(GAMES["oriflamme"])
    ask = match.ask(match.deciding[0])
    assert ask is not None
    with pytest.raises(ValueError, match="not in tuple"):
        choices_of(match, ask, ["castle"])


# Played on from a replay

NEW = TableId(2)
SOON = 12
"""After how many moves people play on, where a test says nothing else."""


async def practised(guest: Guest, move: int = SOON) -> None:
    """Let somebody play on from a move of the finished table 1 in the first seat's place."""
    await guest.forge(f"playedon:1:{move}:0:then")
    await guest.evening.later(seconds=1)


async def before(court: Evening, move: int = SOON) -> Any:
    """Return how the finished match stood after a move."""
    return (await replayed_match_of(await court.table(), court.storage)).at(move)


async def test_a_replay_is_played_on_from_at_a_private_table(court: Evening, says: Say) -> None:
    """At one's own seat unless another is picked, marked in every view; nothing is posted, and nobody is called."""
    _, ann, _ = await played(court)
    posted, sent = len(court.public()), len(court.pings())
    seat = await seat_of(ann)
    walk = await ann.press("replay")
    for _ in range(SOON):
        walk = await pressed(ann, walk, "next")
    asked = await ann.press("playon", walk)
    assert asked.edited
    name = Table(await court.table_record()).people.bold_names[seat]
    assert says("practice-about", player=name) in asked.text
    back = await pressed(ann, asked, view.STAY)
    assert await shows(back, SOON, says)

    asked = await ann.press("playon", back)
    other = (seat + 1) % 3
    asked = await chosen(ann, asked, view.SEAT, str(other))
    opened = await pressed(ann, asked, view.AS_IT_WAS)
    assert opened.edited
    await court.later(seconds=1)
    table = await court.table(NEW)
    assert (table.guild, table.status, table.record.practice) == (
        NO_PLACE,
        Status.PLAYING,
        Practice(OLD, SOON, anew=False),
    )
    assert table.seat_of(ann.id) == other
    assert all(sitter.level for place, sitter in enumerate(table.record.sitters) if place != other)
    shown = text(ann.dms[-1])
    assert says("practice-then", table="1", move=SOON) in shown
    log = await ann.forge(f"log:{NEW}", ann.dms[-1])
    assert says("told-play-on.you") in log.text
    assert says("table-title-practice", game=say("oriflamme-name"), table=str(NEW)) in shown
    assert (len(court.public()), len(court.pings())) == (posted, sent)


async def test_a_practice_is_played_to_its_end_and_proves_nothing(court: Evening) -> None:
    """After a restart in its midst, too; its replay leads through both games, and on; the database is whole."""
    ann, *_ = await played(court)
    last = (await court.table()).finished_match.seq
    await practised(ann, last - 25)
    shown = await answer(ann, ann.dms[-1], NEW)
    await court.restart()
    await play_on(ann, shown, NEW)
    table = await court.table(NEW)
    assert {"again", "opened", "replay"} <= set(verbs(shown))
    replayed = await replayed_match_of(table, court.storage)
    assert (replayed.last, replayed.moves) == (table.finished_match.seq, table.finished_match.seq)
    assert unnamed(replayed.at(SOON).frame(None)) == unnamed((await before(court)).frame(None))
    again = await ann.press("replay", shown)
    assert words("table-title-practice", game=say("oriflamme-name"), table=str(NEW)) in again.text
    opened = await ann.forge(f"playedon:{NEW}:{last - 20}:0:anew", again)
    assert words("practice-anew", table=str(NEW), move=last - 20) in opened.text
    assert (await court.table_record(3)).practice == Practice(NEW, last - 20, anew=True)
    await court.storage.close()
    assert not await asyncio.to_thread(lambda: list(verify(court.database, GAMES)))


async def test_a_practice_is_rewound_to_where_it_began_and_no_further(court: Evening) -> None:
    """What others decided before is offered to nobody, and is refused to a forged click."""
    ann, *_ = await played(court)
    await practised(ann)
    shown = ann.dms[-1]
    for _ in range(3):
        await answer(ann, shown, NEW)
    tables, table = court.tables, await court.table(NEW)
    found = await find_decisions(tables, table, ann.id)
    assert found
    began = SOON + 1
    earlier = [token_for(table, move) for move in range(began)]
    assert not found.keys() & {*earlier}
    own = [move for move in range(began) if table.seat_of(ann.id) in (await before(court, move)).deciding]
    for move in own:
        with pytest.raises(NotRewindable):
            await rewind_table(tables, NEW, ann.id, token_for(table, move))
    await rewind_table(tables, NEW, ann.id, next(iter(found)))
    assert await last_move(court, NEW) > table.started_match.seq


async def test_cards_dealt_anew_show_what_the_seat_could_know_alone(court: Evening) -> None:
    """The frame is the one of then; two such tables are dealt differently, and neither like the game."""
    await played(court)
    stranger, then = court.guests[3], await before(court)
    hidden = set[str]()
    for number in (2, 3):
        await stranger.forge(f"playedon:1:{SOON}:1:anew")
        table = await court.table(number)
        replayed = await replayed_match_of(table, court.storage)
        match = replayed.at(SOON + 1)
        assert unnamed(match.frame(Seat(1))) == unnamed(then.frame(Seat(1)))
        assert table.record.practice == Practice(OLD, SOON, anew=True)
        hidden.add(repr(match.state))
    assert len(hidden | {repr(then.state)}) == 3


@pytest.mark.slow
@RESTLESS
def test_a_practice_tells_its_seat_what_was_told_to_it_then(game: AnyGame, *, ahead: bool) -> None:
    """Of every move before, and nothing of what anybody had ordered, whoever sat there; times are those of now."""
    source = Restless.played(game, 1, ahead=ahead)
    table = source.table
    replayed = ReplayedMatch.of(table.finished_match, logged(source.moves))
    for move in range(0, replayed.last, replayed.last // 8):
        for seat in map(Seat, range(table.finished_match.seats)):
            moment = Walk.whole(table, replayed, str(seat), seat).at(move)
            match, lines = practice._played_on(moment, seat, DEALS[3], 5.0, orders=True)
            assert unnamed(replace(match, orders=None).frame(seat)) == unnamed(moment.frame)
            assert {line.at for line in lines} == {5.0}
            told = [entry_of(line).line(seat).events for line in lines[:-1]]
            assert told == [replayed.events(table, made, seat) for made in range(1, move + 1)]


async def test_nothing_is_played_on_from_an_end_or_from_a_deal_of_others(court: Evening) -> None:
    """Nor at a seat, or with cards, that there aren't; and nobody has more private tables than others."""
    ann, *_ = await played(court)
    table, board = await court.table(), court.board()
    last = table.finished_match.seq
    end = await ann.forge(f"replay:1:{last}:all", board)
    assert "playon" not in verbs(end)
    await assert_refused("refused-over", ann, f"playon:1:{last}:0", f"playedon:1:{last}:0:then", place=board)
    forged = "playedon:1:3:9:then", "playedon:1:3:all:then", "playedon:1:3:0:best"
    await assert_refused("refused-unknown", ann, *forged, place=board)
    full = [await ann.forge("playedon:1:3:0:then", board) for _ in range(MOST_ALONE + 1)][-1]
    assert full.text.strip() == words("refused-many-alone", most=MOST_ALONE)
    court.tables.cache.remember(replace(table, record=replace(table.record, deal="another")))
    assert "playon" not in verbs(await ann.forge("replay:1:3:all", board))
    await assert_refused("refused-unknown", ann, "playedon:1:3:0:then", place=board)
