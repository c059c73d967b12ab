"""The replay of a finished table: the same positions for every viewer, in private, and nothing before the end.

A moment may be shown: who shows it leads, and who follows sees each step in a private view of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType

from bot.faces import scene_text
from bot.features.replay import view
from bot.features.replay.walk import CHECKPOINT_MOVES, ReplayedMatch, Walk, replayed_match_of
from bot.storage.records import Logged
from bot.texts.fluent import language
from engine.errors import Refused
from engine.game import AnyGame
from engine.logged_moves import TakeBack
from engine.match import Match
from engine.scene import Seat, Viewer
from tests.bot.features.test_rematches import OLD, played
from tests.bot.party import last_move
from tests.bot.record import Json, written
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.restless import RESTLESS, Restless, logged
from tests.bot.sentences import assert_refused, speaks
from tests.bot.server import Answer, Evening, Guest, buttons, verbs, warden, words
from tests.bot.tongues import Say, tongues
from tests.contract.orders import ordered_walk
from tests.contract.takebacks import unnamed
from tests.contract.walks import AnyMatch, viewers
from tests.every import FOR_EVERY_GAME


@pytest.mark.slow
@RESTLESS
@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.soak) for number in (2, 3))])
def test_every_viewer_sees_and_is_told_again_what_was_seen_then(game: AnyGame, number: int, *, ahead: bool) -> None:
    """Scene, told events and legal choices, move by move; of orders nothing, whoever left, came back or stood in.

    Who can order sees besides what is ordered and who has answered, which no log holds; without orders the questions
    are the same, too.
    """
    played = Restless.played(game, number, ahead=ahead)
    table, log = played.table, logged(played.moves)
    replayed = ReplayedMatch.of(table.finished_match, log)
    assert (replayed.last, replayed.moves) == (len(log), len(log))
    for match in played.positions:
        again = replayed.at(match.seq)
        assert (again.seq, again.state, again.legal) == (match.seq, match.state, match.legal)
        for viewer in viewers(match):
            frame, seen = again.frame(viewer), match.frame(viewer)
            assert (frame.scene, frame.outcome, frame.orders) == (seen.scene, seen.outcome, ())
            assert ahead or unnamed(frame) == unnamed(seen)
    for move, told in enumerate(played.told, 1):
        for viewer, heard in told.items():
            assert replayed.events(table, move, viewer) == heard


@pytest.mark.slow
@FOR_EVERY_GAME
def test_the_games_that_are_replayed_have_all_that_can_happen(game: AnyGame) -> None:
    """Take-backs, newcomers, rivals' care and restores come in the games of the test above; orders where there are."""
    matches = [Restless.played(game, number, ahead=ahead) for number in (1, 2) for ahead in (True, False)]
    moves = [move for each in matches for move in each.moves]
    sitters = [each.sitter for played in matches for each in played.incidents]
    assert any(isinstance(move.action, TakeBack) for move in moves)
    assert any(each.restores for each in matches)
    assert {True, False} == {sitter.level is not None for sitter in sitters}
    assert "Newcomer" in [sitter.name for sitter in sitters]
    ordered = any(game.is_by_order(told.event) for move in moves for told in move.told_events)
    assert ordered == (game.ordering is not None)


def whole(game: AnyGame) -> tuple[Sequence[AnyMatch], list[Logged]]:
    """Return the positions of a match with orders, and its log."""
    matches, moves = ordered_walk(game, game.seats[0], 3)
    return matches, logged(moves)


@FOR_EVERY_GAME
def test_a_step_plays_few_moves_again(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far the moment is from the beginning; none where it was foreseen, and one from there to the next."""
    matches, log = whole(game)
    replayed = ReplayedMatch.of(matches[-1], log)
    steps = list[int]()
    play = Match.play

    def counted(match: AnyMatch, *made: Any) -> Any:
        steps.append(match.seq)
        return play(match, *made)

    monkeypatch.setattr(Match, "play", counted)
    replayed.at(replayed.last)
    assert len(steps) < CHECKPOINT_MOVES
    place = min(CHECKPOINT_MOVES, replayed.last) - 2
    walk = Walk.whole(Restless([matches[-1]]).table, replayed, view.PUBLIC, None)
    walk.at(place).frame  # noqa: B018 # a match keeps the frames that were looked at
    for further, expected in ((0, []), (1, [place])):
        steps.clear()
        assert walk.at(place + further).match.seq == place + further
        assert steps == expected


@FOR_EVERY_GAME
def test_last_page_tells_the_result_once(game: AnyGame) -> None:
    """The events of the last move are the result: neither the words of the scene nor what stands below repeat them."""
    matches, log = whole(game)
    table = Restless([matches[-1]]).table
    localizer = speaks(table)
    outcome = matches[-1].frame(None).outcome
    assert outcome
    for viewer in viewers(matches[-1]):
        walk = Walk.whole(table, ReplayedMatch.of(matches[-1], log), str(viewer), viewer)
        page = view.page(walk.at(walk.last), localizer)
        told = "\n".join([*page.blocks, *page.words, *page.tail])
        for each in (*outcome.report, *outcome.highlights):
            assert told.count(localizer.say(each)) == 1


@FOR_EVERY_GAME
def test_a_game_is_replayed_as_far_as_it_can_be(game: AnyGame) -> None:
    """Up to the first move that is damaged, or that other rules made; not at all where that is the first of all.

    Moves of older rules are replayed if those of today can: they must come to the same end, and are said to be older.
    """
    matches, log = whole(game)
    elsewhere, older = replace(matches[-1], state=matches[0].state), replace(log[4], rules=0)
    for broken in (replace(log[4], sound=False), replace(older, action="{}"), replace(log[4], action="{}")):
        replayed = ReplayedMatch.of(matches[-1], [*log[:4], broken, *log[5:]])
        assert (replayed.last, replayed.moves) == (4, len(log))
        assert replayed.at(len(log)).seq == 4
        with pytest.raises(Refused, match="refused-replay"):
            ReplayedMatch.of(matches[-1], [replace(broken, seq=1), *log[1:]])
    with pytest.raises(Refused, match="refused-replay"):
        ReplayedMatch.of(elsewhere, log)

    made = [*log[:4], older, *log[5:]]
    for end, known, last in ((matches[-1], made, len(log)), (elsewhere, made, 4), (matches[-1], log, len(log))):
        replayed = ReplayedMatch.of(end, known)
        assert (replayed.last, replayed.older) == (last, known is made and last > 4)


def part(answer: Answer, way: str) -> Json:
    """Return the button or select of a replay that is named by the last word of its custom_id."""
    return next(each for each in buttons(answer) if str(each["custom_id"]).endswith(f":{way}"))


async def lobby_elsewhere(guest: Guest) -> Message:
    """Let somebody open a table in another channel; return its lobby."""
    court = guest.evening
    return await court.open(guest, game="oriflamme", channel=court.server.create_text_channel("elsewhere"))


async def pressed(guest: Guest, answer: Answer, way: str) -> Answer:
    """Press a button of a replay."""
    return await guest.click(answer, str(part(answer, way)["custom_id"]))


async def chosen(guest: Guest, answer: Answer, way: str, value: str) -> Answer:
    """Pick something in a select of a replay."""
    return await guest.choose(answer, [value], str(part(answer, way)["custom_id"]))


async def shows(answer: Answer, move: int, says: Say = words, table: int = OLD) -> bool:
    """Tell whether a view shows the moment after a move, once all that was set going is done."""
    await answer.evening.later(seconds=1)
    moves = (await answer.evening.table(table)).finished_match.seq
    return says("replay-move", move=move, moves=moves) in answer.text


async def test_who_reads_the_channel_walks_through_a_finished_game(court: Evening, says: Say) -> None:
    """From the table's button, a step in the same private view, by chapters, with other eyes, after a restart, too."""
    await played(court)
    moves = await last_move(court)
    stranger, before = court.guests[3], len(court.public())
    assert "replay" in verbs(court.board())
    answer = await stranger.press("replay")
    assert answer.message.is_ephemeral
    assert await shows(answer, 0, says)
    for move in (1, 2):
        answer = await pressed(stranger, answer, "next")
        assert answer.edited
        assert await shows(answer, move, says)
    await court.restart()
    for way, move in (("last", moves), ("before", moves - 1)):
        answer = await pressed(stranger, answer, way)
        assert await shows(answer, move, says)
    chapter = part(answer, "chapter")["options"][1]["value"]
    answer = await chosen(stranger, answer, "chapter", chapter)
    assert await shows(answer, int(chapter), says)
    for eyes in ("0", "open", "all"):
        answer = await chosen(stranger, answer, "eyes", eyes)
        assert (says("replay-seen-open") in answer.text) == (eyes == "open")
        assert f":{eyes}:next" in str(part(answer, "next")["custom_id"])
    answer = await pressed(stranger, answer, "first")
    assert part(answer, "first")["disabled"]
    assert part(answer, "before")["disabled"]
    assert len(court.public()) == before


async def test_a_replay_is_for_who_reads_the_channel(court: Evening, ann: Guest) -> None:
    """A forged click elsewhere shows nothing to who didn't play, and posts nothing for anybody.

    The own cards, the whole table and what was hidden lead to it in private, too. Eyes of no seat are no button of
    Herald's; a move beyond the end is the end.
    """
    guest, stranger = ann, court.guests[3]
    await played(court)
    for place in ("hand", "look", "opened"):
        answer = await guest.press(place)
        assert "replay" in verbs(await guest.press("replay", answer))
    await assert_refused("refused-unknown", guest, "replay:1:3:9:next", "replay:1:3:x:next", "replay:1:x:all:next")
    assert await shows(await guest.forge("replay:1:99999:all"), await last_move(court))

    lobby, shown = await lobby_elsewhere(stranger), "showmoment:1:3:open"
    await assert_refused("refused-unknown", guest, shown, place=lobby)
    forged = shown, "replay:1:3:open", "playon:1:3:open", "playedon:1:3:1:then"
    await assert_refused("refused-unknown", stranger, *forged, place=lobby)
    walked = verbs(await guest.forge("replay:1:3:open", lobby))
    assert ("replay" in walked, "showmoment" in walked) == (True, False)


@FOR_EVERY_GAME
@EVERY_LANGUAGE
def test_open_hands_call_nobody_you(game: AnyGame, locale: str) -> None:
    """Each title and label of a seat's own cards, which says "your" to that seat alone, is another one there."""
    matches, moves = whole(game)
    table = Restless.played(game, 1, ahead=False).table
    localizer = speaks(table, locale)
    walk = Walk.whole(table, ReplayedMatch.of(matches[-1], moves), "open", None)
    for place in range(0, walk.last, 3):
        shown = "\n".join(view.open_hands(walk.at(place), localizer))
        assert not re.search(r"\b(you|your|ви|вас|вам|ваш\w*)\b", shown, re.IGNORECASE), shown
        for each in walk.at(place).match.frame(Seat(0)).scene.hand:
            assert all(localizer.card(card) in shown for card in each.cards)


async def test_each_sees_what_was_seen_then_and_no_other_hand(court: Evening) -> None:
    """Nothing that one seat alone saw stands there for other eyes, unless all is open; what was told has a reader."""
    await played(court)
    table = await court.table()
    replayed, localizer = await replayed_match_of(table, court.storage), speaks(table)
    seats = map(Seat, range(table.finished_match.seats))
    looks: list[tuple[str, Viewer]] = [("all", None), ("open", None), *((str(seat), seat) for seat in seats)]
    for eyes, viewer in looks:
        for move in range(0, replayed.last, 3):
            moment = Walk.whole(table, replayed, eyes, viewer).at(move)
            assert moment.events == replayed.events(table, move, viewer)
            pages = view.page(moment, localizer), view.posted_page(moment, localizer, 1)
            shown, posted = (written({"components": page.components()}) for page in pages)
            own = scene_text.hand(moment.frame.scene, localizer)
            assert all(row in shown and row in posted for row in own)
            assert all((hand in shown) == (eyes == "open") for hand in view.open_hands(moment, localizer))


@pytest.mark.parametrize("thread", [False, True])
async def test_a_moment_is_shown_to_all_and_walked_on_from_by_each(court: Evening, says: Say, *, thread: bool) -> None:
    """In the server's language, with a picture where it wants some, calling nobody; three a minute from one person.

    Nothing is posted for somebody who may not write there, nor is a film; to write beside a thread is another matter.
    Of a table that runs nothing is shown.
    """
    backend, parent = court.env.backend, court.channel.id
    if thread:
        made = backend.create_thread(parent, "games", court.guests[0].id)
        court.channel = simcord.ChannelHandle(court.env, court.server, made)
        await court.settle()
    ann, bo, cy = await played(court)
    board = court.board()
    beside, there = (discord.Permissions(**{f"send_messages{each}": True}).value for each in ("", "_in_threads"))
    wrong, right = (there, beside) if thread else (beside, there)
    for guest, denied in ((bo, wrong), (ann, right)):
        backend.set_overwrite(parent, Overwrite(guest.id, OverwriteType.MEMBER, 0, denied))
    await assert_refused("refused-read-only", bo, "showmoment:1:7:all", "film:1", place=board, says=says)
    answer = await ann.forge("replay:1:7:1", board)
    moment = await ann.press("showmoment", answer)
    posted = moment.message
    assert not posted.is_ephemeral
    assert posted.attachments
    assert await shows(moment, 7, says)
    assert f"<@{ann.id}>" in moment.text
    assert not [user for message, user in court.pings() if message == posted.id]
    walked = await court.guests[3].press("replay", posted)
    assert walked.message.is_ephemeral
    assert await shows(walked, 7, says)
    assert ":8:1:next" in str(part(walked, "next")["custom_id"])
    await warden(court).govern(pictures="off")
    for _ in range(2):
        shown = (await ann.forge("showmoment:1:7:all", board)).message
        assert not shown.is_ephemeral
        assert not shown.attachments
    before = len(court.public())
    assert (await ann.forge("showmoment:1:7:all", board)).message.is_ephemeral
    await court.seat(ann, bo, cy)
    await assert_refused("refused-not-over", bo, "showmoment:2:3:open", place=board, says=says)
    assert len(court.public()) > before


@EVERY_LANGUAGE
async def test_who_follows_sees_the_leaders_steps(court: Evening, ann: Guest, locale: str) -> None:
    """In the own view and language, until they walk on alone; the leader reads how many follow. Some want no pictures.

    A view says at its last moment that the walk has ended, when Discord takes no more edits, or when its reader follows
    anew in another one; later steps change neither.
    """
    leader, other, says = ann, court.guests[3], language(locale).text
    tongues(court, {leader: "en", other: locale})
    await played(court)
    walk = await leader.forge("replay:1:7:1")
    posted = await leader.press("showmoment", walk)
    following, ended = (says(f"replay-{key}") for key in ("following", "follow-ended"))

    view = await other.press("followwalk", posted)
    assert view.message.is_ephemeral
    assert following in view.text
    assert await shows(view, 7, says)
    for move in (8, 9):
        walk = await pressed(leader, walk, "next")
        assert words("replay-followers", count=1) in walk.text
        assert await shows(view, move, says)
        assert view.message.attachments
        assert following in view.text
    alone = await pressed(other, view, "alone")
    assert alone.edited
    walk = await pressed(leader, walk, "next")
    assert await shows(view, 9, says)
    assert following not in view.text

    await other.prefer(pictures="off")
    first, second = [await other.press("followwalk", posted) for _ in range(2)]
    assert await shows(second, 10, says)
    assert ended in first.text
    assert ended not in second.text
    walk = await pressed(leader, walk, "next")
    await court.later(minutes=14)
    assert ended in second.text
    assert not second.message.attachments
    await pressed(leader, walk, "last")
    assert await shows(second, 11, says)
    assert "replay" in verbs(second)


async def test_nobody_is_followed_who_has_shown_nothing(court: Evening, ann: Guest) -> None:
    """Nor from another place, nor at a table that runs, nor after a start: a sentence each; nobody follows oneself."""
    leader, other, stranger = ann, court.guests[1], court.guests[4]
    await played(court)
    board = court.board()
    shared, own, nobodys = (f"followwalk:1:{user}" for user in (leader.id, other.id, 77))
    await leader.forge("replay:1:7:1", board)
    await assert_refused("refused-not-shared", other, shared, own, nobodys, place=board)
    posted = (await leader.forge("showmoment:1:7:1", board)).message
    assert part(await leader.press("followwalk", posted), "next")
    await assert_refused("refused-unknown", stranger, shared, place=await lobby_elsewhere(stranger))
    await court.seat(*court.guests[:3])
    await assert_refused("refused-not-over", other, f"followwalk:3:{leader.id}")
    await court.restart()
    await assert_refused("refused-not-shared", other, own, place=posted)
