"""Public messages in the reader's own language: who is offered them, and what they say."""

from __future__ import annotations

import random

import pytest
from simcord.backend.models import Message

from bot.faces import messages
from bot.faces.names import People
from bot.faces.words import Speaker
from bot.storage.port import TableId
from bot.tables.marks import mark, marked
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.party import ANSWERING, Party
from tests.bot.sentences import said
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs
from tests.bot.test_forgeries import HUGE
from tests.bot.tongues import tongues, words

READING = {"board", "read", "farewell"}
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


pytestmark = pytest.mark.seed(6)


def reading(message: Message) -> list[str]:
    """Return the ids of the buttons of a message that show it in another language."""
    return [part["custom_id"] for part in buttons(message) if verb(part) in READING]


def posts(court: Evening, verb: str = "read") -> list[Message]:
    """Return the public messages that such a button is under, oldest first."""
    return [message for message in court.public() if any(one.startswith(verb) for one in reading(message))]


async def read(court: Evening, guest: Guest, message: Message) -> Answer:
    """Let a person read a public message in their own language."""
    (part,) = reading(message)
    return await court.press(guest, message, part=part)


async def mixed(court: Evening, game: AnyGame = GAMES["fortheking"]) -> Party:
    """Begin a table in an English server of people of whom the second one reads Ukrainian."""
    guests = court.guests[: game.seats[0]]
    tongues(court, {guests[1]: "uk"})
    await court.seat(*guests, game=game.key)
    return Party(court, guests, random.Random(6))


async def story(court: Evening, locale: str, after: int, until: int) -> str:
    """Return what everybody was told of some moves, in a language."""
    table = await court.table()
    speaker = Speaker(language(locale), table.people)
    begins = [messages.opening(table.record, table.frame(None), speaker)] if after == 0 else []
    told = await court.bot.tables.log(TableId(1), None, after)
    return "\n".join(begins + [speaker.say(event) for line in told if line.seq <= until for event in line.told])


@pytest.mark.slow
async def test_where_all_read_the_same_nothing_is_offered(court: Evening) -> None:
    """English, of whatever country, or a language that Herald doesn't speak."""
    ann, bo, *_ = court.guests
    tongues(court, {ann: "en-GB", bo: "de"})
    await court.seat(ann, bo)
    await Party(court, [ann, bo], random.Random(6)).play(25)
    assert not [sent.path for sent in court.record.sent if READING & set(map(verb, sent.buttons))]


async def test_who_sits_down_and_reads_another_language_is_offered_it(court: Evening) -> None:
    """From the lobby on, in the words of that language; nobody is, once that person has left."""
    ann, bo, cy, *_ = court.guests
    tongues(court, {bo: "uk"})
    lobby = await court.open(ann)
    assert not reading(lobby)
    await court.press(bo, lobby, "join")
    assert reading(lobby) == ["board:1"]
    assert words("uk", "button-read") in str(buttons(lobby))
    shown = await read(court, bo, lobby)
    assert words("uk", "fortheking-tagline") in shown.private
    assert not verbs(shown.message)
    assert words("en", "fortheking-tagline") in (await read(court, cy, lobby)).private
    await court.press(bo, lobby, "leave")
    assert not reading(lobby)


async def test_who_opens_a_table_and_reads_another_language_is_offered_it(court: Evening) -> None:
    """In the first message already."""
    ann, *_ = court.guests
    tongues(court, {ann: "uk"})
    await court.command(ann, "newgame fortheking")
    assert reading(court.board())
    shown = [sent for sent in court.record.sent if sent.message == court.board().id]
    assert [[verb(part) for part in sent.buttons].count("board") for sent in shown] == [1] * len(shown)


async def test_the_table_is_shown_whole_to_whoever_asks(court: Evening) -> None:
    """With the own hand to who sits there; without any to a stranger."""
    party = await mixed(court)
    _, bo, cy, *_ = court.guests
    tongues(court, {cy: "uk"})
    assert reading(court.board()) == ["board:1"]
    shown = (await read(court, bo, court.board())).private
    assert words("uk", "fortheking-row-board") in shown
    assert words("uk", "fortheking-row-personal") in shown
    stranger = (await read(court, cy, court.board())).private
    assert words("uk", "fortheking-row-board") in stranger
    assert words("uk", "fortheking-row-personal") not in stranger
    await party.play(5)
    assert reading(court.board()) == ["board:1"]


@pytest.mark.slow
@EVERY_GAME
async def test_every_post_of_a_game_can_be_read_in_another_language(court: Evening, game: AnyGame) -> None:
    """Each says what it says in the public language, and nothing else; together they tell of every move, once."""
    party = await mixed(court, game)
    reader, stranger = party.guests[1], court.invite("Stan")
    while not (await court.table()).started.outcome:
        await party.step()
    told, table = 0, await court.table()
    for post in posts(court):
        ((_, _, after, until),) = [one.split(":") for one in reading(post)]
        assert after == mark(table, told)
        told, since = marked(table, until), told
        assert verbs(post) == ["read"]
        assert text((await read(court, stranger, post)).message) == text(post)
        assert text((await read(court, reader, post)).message) == await story(court, "uk", since, told)
    assert told == table.started.seq


async def test_a_post_that_still_asks_is_read_up_to_now(court: Evening) -> None:
    """With whose turn it is, without pings and without anybody's choices."""
    party = await mixed(court)
    while "move" not in verbs(court.post()):
        await party.step()
    stranger = court.invite("Stan")
    tongues(court, {stranger: "uk"})
    shown = await read(court, stranger, court.post())
    ((_, _, after),) = [one.split(":") for one in reading(court.post())]
    table = await court.table()
    (ask,) = table.frame(None).asks
    speaker = Speaker(language("uk"), table.people)
    since = marked(table, after)
    lines = [await story(court, "uk", since, table.started.seq), messages.turn_line(ask, (), speaker)]
    assert shown.private == "\n".join(line for line in lines if line)
    assert not ANSWERING & set(verbs(shown.message))
    assert not shown.message.ping_user_ids
    assert verbs(shown.message) == ["look"]


async def test_who_is_asked_finds_the_way_to_the_question(court: Evening) -> None:
    """From the post in the own language to the own view in it."""
    party = await mixed(court)
    _, bo, *_ = court.guests
    while party.called is not bo:
        await party.step()
    shown = await read(court, bo, court.post())
    assert verbs(shown.message) == ["play", "look"]
    asked = await court.press(bo, shown.message, "play")
    assert asked.edited
    assert words("uk", "button-log") in str(buttons(asked.message))


async def test_old_posts_can_be_read_after_hours_and_restarts(court: Evening) -> None:
    """A post that is too old to be edited much keeps this button alone."""
    party = await mixed(court)
    stranger = court.invite("Stan")
    for _ in range(8):
        await party.step()
        await court.later(hours=2)
    await court.restart()
    old = posts(court)[:-1]
    assert len(old) > 3
    for post in old:
        assert verbs(post) == ["read"]
        shown = await read(court, stranger, post)
        assert shown.private
        assert text(post).startswith(shown.private)
    assert len([message for message in court.public() if ANSWERING & set(verbs(message))]) <= 1


async def test_a_post_that_has_told_nothing_yet_is_not_emptied(court: Evening) -> None:
    """The table message is too old and the post is not, when both are to be shown in another language."""
    party = await mixed(court)
    await court.later(minutes=50)
    calls = len(court.pings())
    while len(court.pings()) == calls:
        await party.step()
    post, calls = court.post(), len(court.pings())
    await court.later(minutes=15)
    board = court.board()
    tongues(court, {}, server="uk")
    await court.command(court.guests[-1], "help")
    assert court.board().id != board.id
    assert court.post().id != post.id
    assert text(post).startswith("👉")
    assert not verbs(post)
    assert "ваш хід" in text(court.post())
    assert len(court.pings()) == calls


@pytest.mark.slow
async def test_a_table_that_was_ended_can_be_read_of(court: Evening) -> None:
    """The farewell, the closed table, and the posts before."""
    party = await mixed(court)
    await party.play(6)
    ann, bo, *_ = court.guests
    asked = await court.command(ann, "table end")
    await court.press(ann, asked.message, "end")
    (farewell,) = posts(court, "farewell")
    shown = await read(court, bo, farewell)
    assert words("uk", "table-ended-post", table="").split()[-1] in shown.private
    assert "стіл 1" in shown.private
    (closed,) = posts(court, "board")
    assert words("uk", "table-ended") in (await read(court, bo, closed)).private
    assert "👉" not in (await read(court, bo, posts(court)[-1])).private


async def test_a_language_that_is_chosen_later_is_offered_at_once(court: Evening) -> None:
    """And no more once it is given up; the server may come round to it, too."""
    ann, bo, *_ = court.guests
    board = await court.seat(ann, bo)
    assert not reading(board)
    await court.command(bo, "settings language", language="uk")
    assert reading(board)
    assert reading(court.post())
    await court.command(bo, "settings language", language="en")
    assert not reading(board)
    assert not reading(court.post())
    await court.bot.preferences.change_server(court.server.id, language="uk")
    await court.command(bo, "settings language", language="discord")
    await court.command(ann, "settings language", language="uk")
    assert [part["label"] for part in buttons(board) if verb(part) == "board"] == [words("en", "button-read")]


async def test_who_reads_what_a_table_is_told_in_changes_nothing_there(court: Evening) -> None:
    """An old table is not posted anew because of somebody who only says so."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    await court.later(hours=2)
    before = [message.id for message in court.public()]
    await court.command(bo, "settings language", language="en")
    await court.command(bo, "settings pictures", pictures="off")
    assert [message.id for message in court.public()] == before
    await court.command(bo, "settings language", language="uk")
    assert len(court.public()) > len(before)


def test_several_other_languages_share_a_button() -> None:
    """Each says it in its own words; whoever presses gets the own one."""
    speaker = Speaker(language("en"), People((), ()), (language("en"), language("uk")))
    ((button,),) = messages.translation(speaker, "read", 1, 2, 3)
    assert button.to_component_dict()["label"] == "In English / Українською"
    assert button.to_component_dict()["custom_id"] == "read:1:2:3"


@pytest.mark.slow
async def test_what_is_forged_tells_nothing_but_what_all_were_told(court: Evening) -> None:
    """Other ranges are other pieces of the same story; other tables and servers are out of reach."""
    party = await mixed(court)
    await party.play(12)
    stranger = court.guests[-1]
    whole = await story(court, "en", 0, 999)
    some = mark(await court.table(), 4)
    for forged in ("0", "0:999", "0:99999999999", "5:5", "9:2", "99999999999", "3", some, f"0:{some}", f"{some}:6"):
        shown = (await court.forge(stranger, court.board(), f"read:1:{forged}")).private
        lines = [line for line in shown.split("\n") if not line.startswith(("👉", "-# "))]
        assert set(lines) <= {*whole.split("\n"), words("en", "log-empty")}, forged
    for forged in (
        f"read:1:{HUGE}",
        f"read:1:0:{HUGE}",
        f"read:1:{'0' * 12}",
        "read:1",
        "read:x:0",
        "read:1:x",
        "board",
        "board:x",
        "farewell",
        "read:1:2:3:4",
    ):
        assert said("refused-unknown", (await court.forge(stranger, court.board(), forged)).private), forged
    for forged in ("read:9:0", f"board:{HUGE}", "farewell:0"):
        assert said("refused-no-table", (await court.forge(stranger, court.board(), forged)).private), forged


async def test_a_table_of_another_server_can_not_be_read(court: Evening) -> None:
    """Neither its posts nor its table message."""
    await mixed(court)
    castle = court.env.create_guild("Another Castle")
    yard = castle.create_text_channel("yard")
    await court.env.settle()
    zed, yan = court.invite("Zed", castle), court.invite("Yan", castle)
    await court.seat(zed, yan, channel=yard)
    for forged in ("board:1", "read:1:0", "farewell:1"):
        assert said("refused-unknown", (await court.forge(zed, court.board(yard.id), forged)).private)
