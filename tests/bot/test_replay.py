"""The replay of a finished table: the same positions for every viewer, in private, and nothing before the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.faces import fairness, scene_text
from bot.faces.scene_text import Localizer
from bot.features.replay import view
from bot.features.replay.positions import CHECKPOINT_MOVES, ReplayedMatch, recording_of
from bot.features.replay.walk import Moment, Walk
from bot.storage.records import Status
from bot.texts.fluent import language
from engine.errors import Refused
from engine.game import AnyGame
from engine.logged_moves import TakeBack
from engine.match import Match
from engine.scene import Panel, Seat, Viewer
from tests.bot.record import Json, written
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.restless import RESTLESS, Restless, logged
from tests.bot.server import Answer, Evening, Guest, buttons, text, verbs
from tests.bot.test_rematches import OLD, played, played_in
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
    table, log = played.table, logged(game, played.moves)
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
    assert any(isinstance(move.action, TakeBack) for each in matches for move in each.moves)
    assert any(each.restores for each in matches)
    sat = [each.sitter for played in matches for each in played.incidents]
    assert {True, False} == {sitter.level is not None for sitter in sat}
    assert any(sitter.name == "Newcomer" for sitter in sat)
    ordered = [game.is_by_order(told.event) for each in matches for move in each.moves for told in move.told_events]
    assert any(ordered) == (game.ordering is not None)


@FOR_EVERY_GAME
def test_a_step_plays_few_moves_again(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far the moment is from the beginning; none where it was foreseen, and one from there to the next."""
    matches, moves = ordered_walk(game, game.seats[0], 3)
    replayed = ReplayedMatch.of(matches[-1], logged(game, moves))
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
    walk.foresee(place)
    for further, expected in ((0, []), (1, [place])):
        steps.clear()
        assert walk.at(place + further).match.seq == place + further
        assert steps == expected


@FOR_EVERY_GAME
def test_a_game_is_replayed_as_far_as_it_can_be(game: AnyGame) -> None:
    """Up to the first move that is damaged, or that other rules made; not at all where that is the first of all."""
    matches, moves = ordered_walk(game, game.seats[0], 3)
    log = logged(game, moves)
    for broken in (replace(log[4], sound=False), replace(log[4], action="{}", rules=0), replace(log[4], action="{}")):
        replayed = ReplayedMatch.of(matches[-1], [*log[:4], broken, *log[5:]])
        assert (replayed.last, replayed.moves) == (4, len(log))
        assert replayed.at(len(log)).seq == replayed.clamp(len(log)) == 4
        with pytest.raises(Refused, match="refused-replay"):
            ReplayedMatch.of(matches[-1], [replace(broken, seq=1), *log[1:]])
    with pytest.raises(Refused, match="refused-replay"):
        ReplayedMatch.of(replace(matches[-1], state=matches[0].state), log)


@FOR_EVERY_GAME
def test_moves_of_older_rules_are_replayed_if_those_of_today_can(game: AnyGame) -> None:
    """They must come to the same end, and are said to be older; else they end the replay."""
    matches, moves = ordered_walk(game, game.seats[0], 3)
    log = logged(game, moves)
    older = [*log[:4], replace(log[4], rules=0), *log[5:]]
    replayed = ReplayedMatch.of(matches[-1], older)
    assert (replayed.last, replayed.older) == (len(log), True)
    assert not ReplayedMatch.of(matches[-1], log).older
    elsewhere = ReplayedMatch.of(replace(matches[-1], state=matches[0].state), older)
    assert (elsewhere.last, elsewhere.older) == (4, False)


def part(answer: Answer, way: str) -> Json:
    """Return the button or select of a replay that is named by the last word of its custom_id."""
    return next(each for each in buttons(answer.message) if str(each["custom_id"]).endswith(f":{way}"))


async def pressed(court: Evening, guest: Guest, answer: Answer, way: str) -> Answer:
    """Press a button of a replay."""
    return await court.press(guest, answer.message, part=str(part(answer, way)["custom_id"]))


async def chosen(court: Evening, guest: Guest, answer: Answer, way: str, value: str) -> Answer:
    """Pick something in a select of a replay."""
    return await court.choose(guest, answer.message, [value], str(part(answer, way)["custom_id"]))


@EVERY_LANGUAGE
async def test_who_reads_the_channel_walks_through_a_finished_game(court: Evening, locale: str) -> None:
    """From the table's button, a step in the same private view, by chapters, with other eyes, after a restart, too."""
    _, reader = await played_in(court, locale)
    moves = (await court.table(OLD)).finished_match.seq
    stranger, before = court.guests[3], len(court.public())
    assert "replay" in verbs(court.board(table=OLD))
    answer = await court.press(stranger, court.board(table=OLD), "replay")
    assert answer.message.is_ephemeral
    assert reader.text("replay-move", move=0, moves=moves) in answer.private
    for move in (1, 2):
        answer = await pressed(court, stranger, answer, "next")
        assert answer.edited
        assert reader.text("replay-move", move=move, moves=moves) in text(answer.message)
    await court.restart()
    answer = await pressed(court, stranger, answer, "last")
    assert reader.text("replay-move", move=moves, moves=moves) in text(answer.message)
    answer = await pressed(court, stranger, answer, "before")
    assert reader.text("replay-move", move=moves - 1, moves=moves) in text(answer.message)
    chapters = part(answer, "chapter")["options"]
    answer = await chosen(court, stranger, answer, "chapter", chapters[1]["value"])
    assert reader.text("replay-move", move=int(chapters[1]["value"]), moves=moves) in text(answer.message)
    for eyes in ("0", "open", "all"):
        answer = await chosen(court, stranger, answer, "eyes", eyes)
        assert (reader.text("replay-seen-open") in text(answer.message)) == (eyes == "open")
        assert f":{eyes}:next" in str(part(answer, "next")["custom_id"])
    answer = await pressed(court, stranger, answer, "first")
    assert part(answer, "first")["disabled"]
    assert part(answer, "before")["disabled"]
    assert len(court.public()) == before


async def test_the_end_leads_to_the_replay_in_private_too(court: Evening) -> None:
    """From the own cards, the whole table, and what was hidden."""
    guests = court.guests[:3]
    await played(court, guests)
    for place in ("hand", "look", "opened"):
        answer = await court.press(guests[0], court.board(table=OLD), place)
        assert "replay" in verbs(answer.message), place
        shown = await court.press(guests[0], answer.message, "replay")
        assert "replay" in verbs(shown.message)


async def test_each_sees_what_was_seen_then_and_no_other_hand(court: Evening) -> None:
    """Nothing that one seat alone saw or was told stands there for other eyes, unless all is open."""
    await played(court, court.guests[:3])
    table = await court.table(OLD)
    replayed, localizer = await recording_of(table, court.bot.storage), Localizer(language("en"), table.people)
    seats, private = [*map(Seat, range(table.finished_match.seats))], 0
    looks: list[tuple[str, Viewer]] = [("all", None), ("open", None), *((str(seat), seat) for seat in seats)]
    for move in range(0, replayed.last, 3):
        match = replayed.at(move)
        hands = {
            seat: fairness.hidden_block(Panel(seat, rows=match.frame(seat).scene.hand), localizer) for seat in seats
        }
        public = replayed.events(table, move, None)
        told = {seat: replayed.events(table, move, seat) for seat in seats}
        alone = {seat: {localizer.say(event) for event in each if event not in public} for seat, each in told.items()}
        private += sum(map(len, alone.values()))
        for eyes, viewer in looks:
            moment = Moment(Walk.whole(table, replayed, eyes, viewer), move, match)
            pages = view.page(moment, localizer), view.posted_page(moment, localizer, 1)
            shown, posted = (written({"components": page.components()}) for page in pages)
            assert all(row in posted for row in scene_text.hand(match.frame(viewer).scene, localizer))
            assert all((hand in shown) == (eyes == "open") for hand in hands.values() if hand)
            assert all(row in shown for row in scene_text.hand(match.frame(viewer).scene, localizer))
            others = [each for seat in seats if seat != viewer for each in alone.get(seat, ())]
            assert not any(each in shown for each in others)
    assert private


async def test_a_running_table_tells_nothing_by_a_forged_button(court: Evening) -> None:
    """Nor does one that rests, was ended early, is of another place, or of no number; whoever asks, whatever for."""
    guests = await court.seat_first(3)
    refusal = language("en").text("refused-not-over")
    assert "replay" not in verbs(court.board())
    replays = "replay:1", "replay:1:3:open", "replay:1:3:1:next", "replay:1:99999:all:last"
    for clicked in (*replays, "playon:1:3:all", "playon:1:3:1:seat", "playedon:1:3:1:then", "playedon:1:0:0:anew"):
        for guest in (guests[0], court.guests[4]):
            answer = await court.forge(guest, court.board(), clicked)
            assert text(answer.message).strip() == refusal
    await court.bot.tables.end(OLD, guests[0].id, moderator=True)
    assert (await court.table(OLD)).record.status is Status.ENDED
    answer = await court.forge(guests[1], court.board(), "replay:1:3:open")
    assert text(answer.message).strip() == refusal
    answer = await court.forge(guests[1], court.board(), "replay:77:3:open")
    assert text(answer.message).strip() == language("en").text("refused-no-table")


async def test_a_replay_is_for_who_reads_the_channel(court: Evening) -> None:
    """A forged click elsewhere shows nothing to who didn't play, and posts nothing for anybody."""
    await played(court, court.guests[:3])
    elsewhere = court.server.create_text_channel("elsewhere")
    there = (await court.command(court.guests[3], "newgame oriflamme", elsewhere)).message
    lobby = next(message for message in court.public(elsewhere.id) if message.id == there.id or buttons(message))
    for clicked in ("replay:1:3:open", "showmoment:1:3:open", "playon:1:3:open", "playedon:1:3:1:then"):
        answer = await court.forge(court.guests[3], lobby, clicked)
        assert text(answer.message).strip() == language("en").text("refused-unknown")
    answer = await court.forge(court.guests[0], lobby, "showmoment:1:3:open")
    assert text(answer.message).strip() == language("en").text("refused-unknown")
    walked = (await court.forge(court.guests[0], lobby, "replay:1:3:open")).message
    assert "replay" in verbs(walked)
    assert "showmoment" not in verbs(walked)


async def test_eyes_and_moves_that_are_not_there_are_refused_or_led_back(court: Evening) -> None:
    """Eyes of no seat are no button of Herald's; a move beyond the end is the end."""
    guests = court.guests[:3]
    await played(court, guests)
    moves = (await court.table(OLD)).finished_match.seq
    for clicked in ("replay:1:3:9:next", "replay:1:3:x:next", "replay:1:x:all:next"):
        answer = await court.forge(guests[0], court.board(table=OLD), clicked)
        assert text(answer.message).strip() == language("en").text("refused-unknown")
    answer = await court.forge(guests[0], court.board(table=OLD), "replay:1:99999:all")
    assert language("en").text("replay-move", move=moves, moves=moves) in text(answer.message)


@EVERY_LANGUAGE
async def test_a_moment_is_shown_to_all_and_walked_on_from_by_each(court: Evening, locale: str) -> None:
    """In the server's language, calling nobody; three a minute from one person, and nothing of a table that runs."""
    guests, reader = await played_in(court, locale)
    moves, board = (await court.table(OLD)).finished_match.seq, court.board(table=OLD)
    answer = await court.forge(guests[0], board, "replay:1:7:1")
    posted = (await court.press(guests[0], answer.message, "showmoment")).message
    assert not posted.is_ephemeral
    assert reader.text("replay-move", move=7, moves=moves) in text(posted)
    assert f"<@{guests[0].id}>" in text(posted)
    assert not [user for message, user in court.pings() if message == posted.id]
    walked = await court.press(court.guests[3], posted, "replay")
    assert walked.message.is_ephemeral
    assert reader.text("replay-move", move=7, moves=moves) in walked.private
    assert ":8:1:next" in str(part(walked, "next")["custom_id"])
    for _ in range(2):
        assert not (await court.forge(guests[0], board, "showmoment:1:7:all")).message.is_ephemeral
    before = len(court.public())
    assert (await court.forge(guests[0], board, "showmoment:1:7:all")).message.is_ephemeral
    await court.seat(*guests)
    refused = await court.forge(guests[1], board, "showmoment:2:3:open")
    assert text(refused.message).strip() == reader.text("refused-not-over")
    assert len(court.public()) > before
