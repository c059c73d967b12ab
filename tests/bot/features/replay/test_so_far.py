"""*So far*: what somebody has seen of a match that runs, and nothing else; and the ways there from posts.

The film of one that is over.
"""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from unittest.mock import patch

import pytest
import simcord
from PIL import Image

from bot.faces import messages
from bot.faces.components import ALT_TEXT, parse_custom_id
from bot.faces.picture.alt import describe
from bot.faces.picture.rendering import draw
from bot.features.replay import view
from bot.features.replay.handlers import origin_of
from bot.features.replay.hindsight import END_SECONDS, MOST_CHAPTERS, film_picture
from bot.features.replay.walk import ReplayedMatch, Walk, seated_after
from bot.policies import Moderator
from bot.storage.records import Status, TableId
from bot.tables.move_logs import token_for
from bot.tables.refusals import NoSuchTable
from engine import saves
from engine.analysis import Analysis, DecisionChances, TurningPoint
from engine.game import AnyGame
from engine.scene import Seat, Who, say
from tests.bot import represented
from tests.bot.features.replay.test_replay import chosen, lobby_elsewhere, part, pressed, shows
from tests.bot.features.test_rematches import OLD, play_on, played
from tests.bot.orderly import told
from tests.bot.party import take_seat
from tests.bot.record import written
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.restless import RESTLESS, Restless, logged
from tests.bot.sentences import assert_refused, speaks
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs
from tests.bot.tongues import Say
from tests.contract.orders import ordered_walk
from tests.contract.walks import viewers

MENU = "Replay from here"


async def begun(court: Evening) -> list[Guest]:
    """Let three people play for a while; return them."""
    guests = await court.seat_first(3, game="oriflamme")
    await go_on(court, 12)
    return guests


async def go_on(court: Evening, moves: int) -> None:
    """Let so many moves be played by chance, and shown."""
    with court.env._bot_scope():
        await play_on(court, moves=moves)
    await told(court)


@pytest.mark.slow
@RESTLESS
def test_nobody_learns_from_so_far_what_they_had_not_seen(game: AnyGame, *, ahead: bool) -> None:
    """Whenever anybody looks back: each step is one that they were told of since they sat down, as they saw it then.

    No page has another's hand, or says how many moves there were; the same whatever was ordered.
    """
    whole, secret = Restless.played(game, 1, ahead=ahead), 0
    for place in range(0, len(whole.positions), len(whole.positions) // 8):
        then = whole.until(place)
        if then.positions[-1].outcome is not None:
            break
        table = replace(then.table, record=replace(then.table.record, status=Status.PLAYING))
        replayed = ReplayedMatch.of(table.started_match, logged(then.moves))
        frames = {match.seq: match for match in then.positions}
        for viewer in viewers(table.started_match):
            walk, start = Walk.partial(table, replayed, viewer), seated_after(table.record, viewer)
            heard = [seq for seq, told in enumerate(then.told, 1) if seq > start and told[viewer]]
            assert list(walk.stops) == [start, *heard]
            assert walk.length == len(heard)
            assert walk.at(len(heard) + 7).place == len(heard)
            secret += len(then.moves) - start - len(heard)
            for number in range(0, len(walk.stops), 5):
                moment = walk.at(number)
                if moment.move in frames:
                    assert moment.frame.scene == frames[moment.move].frame(viewer).scene
                if number:
                    assert moment.events == then.told[moment.move - 1][viewer]
                elif start:
                    assert not moment.events, "what was told before is not the newcomer's"
                _check_page(walk, number)
    assert secret or not ahead, "in these matches something is done in secret"


def _check_page(walk: Walk, place: int) -> None:
    """Expect no other hand on a page, no way to other eyes or to the channel, and places instead of moves."""
    moment, localizer = walk.at(place), speaks(walk.table)
    components = view.page(moment, localizer).components()
    shown, parts = written({"components": components}), json.dumps(components)
    assert not [hand for hand in view.open_hands(moment, localizer) if hand in shown]
    assert not [each for each in ("showmoment", ":open", "replay:") if each in parts]
    places = {0, max(place - 1, 0), min(place + 1, walk.last), walk.last}
    assert all(f"sofar:1:{each}:" in parts for each in places)
    assert parts.count("sofar:1:") == 4 + bool(walk.chapters)  # back and forth, and the chapters


async def test_people_walk_through_what_they_have_seen_while_the_game_runs(court: Evening, says: Say) -> None:
    """From the whole table; a step is one edit, no row shows it to others, and the game goes on meanwhile.

    What the seat of a newcomer was told before is in none of the pages; who had it before is a reader like any other
    then.
    """
    ann, *_ = await begun(court)
    stranger, newcomer, *_ = court.guests[3:]
    before = len(court.public())
    for guest in (ann, stranger):
        answer = await guest.press("sofar", await guest.press("look"))
        assert answer.message.is_ephemeral
        assert says("so-far-seen") in answer.text
        assert part(answer, "next")["disabled"]
        steps = int(str(part(answer, "before")["custom_id"]).split(":")[2]) + 1
        for step in (steps, steps - 1):
            assert says("so-far-step", step=step, steps=steps) in answer.text
            answer = await pressed(guest, answer, "before")
            assert answer.edited
        answer = await pressed(guest, answer, "first")
        assert part(answer, "before")["disabled"]
        options = part(answer, "chapter")["options"]
        answer = await chosen(guest, answer, "chapter", options[-1]["value"])
        assert says("so-far-step", step=int(options[-1]["value"]), steps=steps) in answer.text
        assert not {"showmoment", "replay"} & set(verbs(answer))
    assert len(court.public()) == before

    table = await court.table()
    seat, since = table.seat_of(ann.id), table.started_match.seq
    await take_seat(newcomer, seat)
    await go_on(court, 4)
    assert seated_after(await court.table_record(), seat) == since
    first, gone, public = [await guest.forge("sofar:1:0") for guest in (newcomer, ann, stranger)]
    assert says("so-far-seated") in first.text
    assert gone.text == public.text


async def test_forged_looks_at_running_table_tell_nothing(court: Evening) -> None:
    """Of another place, of a move by its number, of a lobby, or of no table: a sentence each.

    Nor does any click on the replay of one that isn't over, whoever asks, whatever for, also once it was ended.
    """
    guests, stranger = court.guests[:3], court.guests[4]
    ann, lobby = guests[0], await court.open(*guests)
    await assert_refused("refused-not-started", ann, "sofar:1", "sofar:1:3:next", "here:1:000000000000", place=lobby)
    await ann.press("start", lobby)
    await go_on(court, 6)
    forged = "sofar:1:x", "sofar:1:3:next:open", "here:1:3", "here:1:0", "here:1:abcdefabcdef", "here:1"
    await assert_refused("refused-unknown", ann, *forged)
    await assert_refused("refused-no-table", ann, "sofar:77", "replay:77:3:open")
    assert "replay" not in verbs(court.board())
    early = "playon:1:3:all", "playon:1:3:1:seat", "playedon:1:3:1:then", "playedon:1:0:0:anew", "showmoment:1:2:open"
    replays = "replay:1", "replay:1:3:open", "replay:1:3:1:next", "replay:1:99999:all:last"
    for guest in (ann, stranger):
        await assert_refused("refused-not-over", guest, *early, *replays)
    board = court.board()
    seen = "sofar:1:3", f"here:1:{token_for(await court.table(), 3)}"
    await assert_refused("refused-unknown", stranger, *seen, place=await lobby_elsewhere(stranger))
    far = await ann.forge("sofar:1:99999", board)
    assert part(far, "next")["disabled"]
    await court.tables.end(OLD, Moderator(ann.id))
    await assert_refused("refused-not-over", guests[1], *replays, *early, place=board)


async def chosen_in_the_menu(guest: Guest, message: int) -> Answer:
    """Choose *Replay from here* in the menu of a message of the channel."""
    court = guest.evening
    shown = simcord.ResponseMessage(court.env, court.message(court.channel.id, message))
    return Answer(court, await guest.member.context_menu(court.channel, MENU, shown))


async def test_a_post_leads_to_the_moment_that_it_tells_of(court: Evening, says: Say) -> None:
    """By its button and by its menu, while the game runs and after; what names no moment says so."""
    (ann, *_), stranger = await begun(court), court.guests[3]
    told = [message for message in court.public() if "here" in verbs(message)]
    assert told
    growing = await chosen_in_the_menu(ann, court.post().id)
    assert part(growing, "next")["disabled"], "what is still told leads to the present"
    first = await ann.press("here", told[-1])
    again = await chosen_in_the_menu(ann, told[-1].id)
    assert first.message.is_ephemeral
    assert again.message.is_ephemeral
    assert first.text == again.text
    assert says("so-far-seen") in first.text
    await stranger.member.send(court.channel, "What a game!")
    answer = await chosen_in_the_menu(stranger, court.public()[-1].id)
    assert answer.text.strip() == says("refused-momentless")


@pytest.mark.parametrize("move", ["here:1:0123456789ab", "replay:1:7:all"])
def test_own_move_comes_before_the_present(move: str) -> None:
    """A message that names a moment leads there, whatever of the table's present can be pressed beside it."""
    present, own = [{"custom_id": f"{verb}:1"} for verb in ("look", "play")], {"custom_id": move}
    for row in ([*present, own], [own, *present]):
        shown = {"resolved": {"messages": {"5": {"components": [{"components": row}]}}}}
        assert origin_of(shown, 5) == parse_custom_id(move)


async def test_moves_seen_are_still_shown_at_early_end(court: Evening, says: Say) -> None:
    """*So far*, and each post by its button and its menu, lead to the same pages; no clock stands still there."""
    guests, stranger = await begun(court), court.guests[3]
    ann, *_ = guests
    told = next(message for message in court.public() if "here" in verbs(message))
    before = [(await guest.press("here", told)).text for guest in (ann, stranger)]
    await court.tables.end(OLD, Moderator(ann.id))
    await court.later(seconds=5)
    after = [(await guest.press("here", told)).text for guest in (ann, stranger)]
    assert after == before
    assert (await chosen_in_the_menu(stranger, told.id)).text == before[1]
    looks = [await guest.press("look", court.board()) for guest in guests]
    assert not [look for look in looks if says("time-stands") in look.text]
    answer = await ann.press("sofar", looks[0])
    assert says("so-far-seen") in answer.text
    assert part(answer, "next")["disabled"]
    assert not {"showmoment", "replay"} & set(verbs(answer))


async def test_the_posts_of_a_finished_game_lead_into_its_replay(court: Evening) -> None:
    """Each at the move where its chapter began; the table at its end; a moment that was shown, to that moment."""
    ann, *_ = await played(court)
    table = await court.table()
    told = [message for message in court.public() if "here" in verbs(message)]
    assert told
    for message in told:
        name = next(str(each["custom_id"]).split(":")[2] for each in buttons(message) if verb(each) == "here")
        move = next(seq for seq in range(table.finished_match.seq + 1) if token_for(table, seq) == name)
        answer = await court.guests[3].press("here", message)
        assert await shows(answer, move)
    answer = await chosen_in_the_menu(ann, court.board().id)
    assert part(answer, "next")["disabled"]
    answer = await chosen_in_the_menu(ann, (await ann.forge("showmoment:1:7:1")).message.id)
    assert await shows(answer, 7)


async def test_the_list_of_tables_leads_to_the_finished_ones(court: Evening, says: Say) -> None:
    """Where there are any, from everywhere; to nobody else's."""
    guests = await court.seat_first(3)
    ann, stranger = guests[0], court.guests[4]
    assert "finished" not in verbs(await ann.command("tables"))
    await court.tables.end(OLD, Moderator(ann.id))
    await played(court, guests, TableId(2))
    listed = await ann.press("finished", await ann.whisper("tables"))
    assert says("finished-some", count=1) in listed.text
    answer = await ann.choose(listed, ["2"], "rewatch")
    assert answer.edited
    assert await shows(answer, 0, says, table=2)
    assert says("finished-none") in (await stranger.forge("finished")).text
    forged = await stranger.forge("rewatch", await lobby_elsewhere(stranger), values=["2"])
    assert forged.text.strip() == says("refused-unknown")


# The game in half a minute: one animated picture of a finished table, posted once, with its story in words


MEGABYTES = 4 << 20
TOLD = say("told-take-back", player=Who(Seat(0)))


def walk_of(game: AnyGame) -> Walk:
    """Return the walk through a whole match, of which a champion has found that its fifth move mattered."""
    matches, moves = ordered_walk(game, game.seats[-1], 3)
    table = Restless(list(matches)).table
    found = Analysis(matches[-1].seq, (DecisionChances(5, 0, 20, 70, 4),), (TurningPoint(5, TOLD),))
    table = replace(table, record=replace(table.record, save=saves.dump(matches[-1]), analysis=found))
    return Walk.whole(table, ReplayedMatch.of(matches[-1], logged(moves)), "all", None)


@pytest.mark.slow
@EVERY_LANGUAGE
@represented.game(by="fortheking")
def test_a_film_is_one_canvas_that_ends_with_the_winner(game: AnyGame, locale: str) -> None:
    """At most 64 pictures and 4 MB, 400 pixels wide, half a minute long; its story stands in the alt text.

    No chance is shown before its time: the curve of each picture goes as far as the match had come, to its end at last.
    """
    walk = walk_of(game)
    localizer = speaks(walk.table, locale)
    picture = film_picture(walk, messages.title(walk.table.record, localizer), localizer)
    assert len(picture.frames) == len(picture.seconds) <= MOST_CHAPTERS + 4
    assert picture.frames[-1].places
    assert not any(each.places for each in picture.frames[:-1])
    assert picture.seconds[-1] == max(picture.seconds) == END_SECONDS
    assert sum(picture.seconds) <= 35
    assert [frame.title for frame in picture.frames].count(localizer.label(TOLD)) == 1

    drawn = [len(frame.scene.charts[0].values[0]) for frame in picture.frames]
    assert drawn == sorted(drawn)
    assert drawn[0] < drawn[-1] == len(picture.frames[-1].scene.charts[0].ticks)

    data = draw(picture)
    assert len(data) < MEGABYTES
    with Image.open(BytesIO(data)) as film:
        assert film.format == "WEBP"
        assert film.width == 400
        assert 1 < getattr(film, "n_frames", 1) <= 64
    told = describe(picture)
    assert 0 < len(told) <= ALT_TEXT
    assert told.count("\n") < 10


async def test_the_film_of_a_table_is_posted_once(court: Evening, says: Say) -> None:
    """For everybody, calling nobody; the button goes with it, and a late press leads there.

    While a champion looks at the game it asks for patience; of a table that is elsewhere, or goes on, nothing is
    posted.
    """
    guests = await played(court)
    board, stranger, pings = court.board(), court.guests[3], len(court.pings())
    assert "film" in verbs(board)
    with patch.object(court.bot.analyst, "awaits", lambda table: table == OLD):
        await assert_refused("refused-still-looking", stranger, "film:1", place=board, says=says)
    there = await lobby_elsewhere(stranger)
    await assert_refused("refused-unknown", stranger, "film:1", place=there, says=says)
    assert (await court.table_record()).film is None

    shown = (await stranger.press("film", board)).message
    assert not shown.is_ephemeral
    assert says("button-film") in text(shown).split("\n"), "the table lists the turning points"
    assert len(court.pings()) == pings
    assert (await court.table_record()).film == shown.id
    while "film" in verbs(court.board()):
        await court.later(seconds=1)
    again = await guests[0].forge("film:1")
    assert says("refused-filmed", link="").split(":")[0] in again.private
    assert str(shown.id) in again.private
    await court.seat(*guests, game="oriflamme")
    await assert_refused("refused-not-over", guests[0], "film:3", says=says)


async def test_the_film_of_a_private_table_is_its_persons(court: Evening, ann: Guest, bo: Guest, says: Say) -> None:
    """It stays in the DM, once; an answer in a channel goes, and is given again. Nobody else gets or sees one."""
    await ann.command("alone", game="oriflamme")
    await play_on(court)
    before = len(court.public())
    opened = await court.guests[2].command("help")
    assert says(NoSuchTable.key) in (await bo.forge("film:1", opened)).text

    here = await ann.forge("film:1", opened)
    assert here.message.is_ephemeral
    view = (await ann.forge("play:1", ann.dms[-1])).message
    assert "film" in verbs(view)
    assert "film" in verbs(await ann.forge("opened:1", opened))
    kept = (await ann.press("film", view)).message
    assert not kept.is_ephemeral
    assert kept.id != view.id
    assert says("oriflamme-name") in text(kept)
    await assert_refused("refused-filmed-alone", ann, "film:1", place=view, says=says)
    assert "film" not in verbs(await ann.forge("play:1", view))
    assert len(court.public()) == before
