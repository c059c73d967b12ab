"""/privacy: what is kept about a person, shown, as a file, and deleted."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.faces.scene_text import hand
from bot.features import privacy
from bot.features.privacy import personal
from bot.policies import Moderator
from bot.storage import sql
from bot.storage.backends import verify
from bot.storage.records import FORGOTTEN, Delivery, Dm, Follow, Person, Private, Status, TableId
from bot.tables.refusals import NoSuchTable
from bot.tables.retention import Caretaker
from bot.texts.fluent import language
from engine.games import GAMES
from engine.match import Match, PicksReply
from engine.rng import Rng
from tests.bot.party import FIRST, Party, seat_of, take_seat
from tests.bot.sentences import assert_said, said, speaks
from tests.bot.server import Answer, Evening, Guest, buttons, verbs, words
from tests.every import FOR_EVERY_LANGUAGE

pytestmark = pytest.mark.seed(2)


def attached(answer: Answer, name: str = "herald-privacy.json") -> bytes:
    """Return the file of that name that was given."""
    (file,) = answer.message.attachments
    assert file["filename"] == name
    return answer.evening.env.backend.cdn.get(file["url"]) or b""


async def exported(guest: Guest) -> dict[str, Any]:
    """Return the file that a person is given."""
    answer = await guest.command("privacy export")
    assert answer.private == words("privacy-file")
    read: dict[str, Any] = json.loads(attached(answer))
    return read


async def deleted(guest: Guest) -> Answer:
    """Let a person be forgotten, and confirm it."""
    asked = await guest.command("privacy delete")
    assert verbs(asked) == ["privacy", "privacy"]
    yes = str(buttons(asked)[0]["custom_id"])
    return await guest.click(asked, yes)


async def begun(court: Evening, moves: int = 6) -> Party:
    """Let Ann and Bo sit down at table 1 and play a little."""
    party = Party(await court.seat_first(2), 2)
    await party.play(most=moves)
    return party


async def goes_round(court: Evening) -> set[int]:
    """Let the caretaker go round; return who sits at table 1 then."""
    bot = court.bot
    await Caretaker(bot.tables, bot.preferences, bot.guild_ids).run_round()
    return {sitter.user for sitter in (await court.table_record()).sitters}


@pytest.mark.quick
async def test_nothing_is_kept_about_who_never_sat_down(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted that isn't there, nor in a DM; the file has nothing but the id, and choices that nobody made.

    Discord takes ten million bytes from a bot: a file that is larger is compressed.
    """
    shown = await ann.command("privacy show")
    assert (await ann.whisper("privacy show")).text == shown.private
    assert words("privacy-no-choices") in shown.private
    assert not re.search(r"\b0\b", shown.private)
    assert not [
        key for key in ("lobbies", "playing", "over", "wishes", "seat") if said(f"privacy-{key}", shown.private)
    ]
    assert (await exported(ann))["tables"] == []

    monkeypatch.setattr(privacy, "LARGEST", 10)
    packed = attached(await ann.command("privacy export"), "herald-privacy.json.gz")
    assert json.loads(gzip.decompress(packed))["tables"] == []


@FOR_EVERY_LANGUAGE
def test_page_names_all_data_of_the_export(locale: str) -> None:
    """It says that nothing else is kept: results of the deal of the day, lessons and calls are named, too.

    Herald remembers a language for DMs, and nobody is told of choices that they never made.
    """
    some = {key: [1] for key in ("lessons", "calls to open tables", "follows", "notes", "hints")}
    more: dict[str, Any] = {"deals of the day": {"played": []}, **some}
    kept = personal.PersonalData(Person(1, locale="en-US"), (), frozenset({FIRST}), TimeSettings(1), more)
    names = dict.fromkeys(("settings-show", "privacy-export", "privacy-delete"), "/x")
    chosen, *named, wish = privacy.data_page(kept, language(locale), names).blocks[1].splitlines()
    assert chosen == language(locale).text("privacy-locale")
    assert wish == language(locale).text("privacy-wishes", count=1)
    assert [line[:2] for line in named] == ["- "] * len(more)


async def test_the_file_of_a_running_table_tells_nothing_that_the_seat_can_not_see(court: Evening) -> None:
    """Secrets: the same file comes of every world that looks the same from that seat."""
    await begun(court)
    table, ann = await court.table(), court.guests[0].id
    seat, match = table.seat_of(ann), table.started_match
    states = [match.game.rules.imagine(match.state, seat, Rng(bytes([number]) * 32, 0)) for number in range(5)]
    assert any(state != match.state for state in states)

    files = set()
    for state in (match.state, *states):
        imagined: Match[Any, Any] = Match(match.game, match.seats, match.seed, match.seq, match.asked, state)
        court.tables.cache._recent.put(type(table)(table.record, imagined, table.recent))
        files.add(await personal.personal_document(court.tables, ann, language("en")))
    assert len(files) == 1


async def test_who_is_forgotten_leaves_lobbies_at_once(court: Evening, ann: Guest, bo: Guest) -> None:
    """The seat is free, the next person opens in the place of the first; a lobby that is empty then is closed.

    A private table, of which the file has no server, ends, for nobody else needs somebody on the seat; question and
    answer name it apart from the others, and say nothing of what there is none of.

    Nothing is deleted before it is confirmed: the question tells what would happen, the other answer leaves everything
    as it is; a forged one is refused.
    """
    lobby = await court.open(ann, bo)
    asked = await ann.command("privacy delete")
    assert words("privacy-delete-lobbies", count=1) in asked.text
    assert said("privacy-delete-left", asked.text)
    await ann.click(asked, str(buttons(asked)[1]["custom_id"]))
    assert words("privacy-kept") in asked.text
    await assert_said("refused-unknown", ann.forge("privacy:all", lobby))
    assert [sitter.name for sitter in (await court.table_record()).sitters] == ["Ann", "Bo"]

    await court.open(ann)
    await ann.command("alone", game="oriflamme")
    servers = [each["server"] for each in (await exported(ann))["tables"]]
    assert servers == [str(court.server.id)] * 2 + [None]
    asked = await ann.command("privacy delete")
    for count, key in (2, "lobbies"), (1, "alone"):
        assert words(f"privacy-delete-{key}", count=count) in asked.text
    done = await deleted(ann)
    assert words("privacy-deleted-lobbies", count=2) in done.text
    assert words("privacy-deleted-alone", count=1) in done.text
    told = (asked.text.count("\n- "), done.text.count("\n- "))
    assert told == (len(("lobbies", "alone", "choices")), len(("lobbies", "alone")))
    first, second, alone = [await court.table_record(number) for number in (1, 2, 3)]
    assert alone.status is Status.ENDED
    assert ([sitter.name for sitter in first.sitters], first.opener) == (["Bo"], bo.id)
    assert ([sitter.user for sitter in second.sitters], second.status) == ([FORGOTTEN], Status.ENDED)
    assert (await exported(ann))["tables"] == []


async def test_file_says_the_own_word_alone_on_a_beginning(court: Evening) -> None:
    """Who would like to begin, and who would rather wait; it is kept until the game begins."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo, cy)
    await bo.press("start", lobby)
    await cy.press("wait", lobby)
    opinions = [(await exported(each))["tables"][0]["when the game begins"] for each in (ann, bo, cy)]
    assert opinions == [None, "you would like to begin now", "you would rather wait"]


async def test_what_is_kept_is_counted(court: Evening) -> None:
    """Choices, a lobby, a running table, and later the wish; choices are deleted in memory and on the disk."""
    ann, _ = await court.seat_first(2)
    await court.open(ann)
    await ann.prefer(hand="dm")
    shown = (await ann.command("privacy show")).private
    assert said("privacy-choices", shown)
    assert words("privacy-seat") in shown
    assert words("privacy-lobbies", count=1) in shown
    assert words("privacy-playing", count=1) in shown
    assert not said("privacy-wishes", shown)
    await deleted(ann)
    kept = await court.storage.choice(Person, ann.id)
    assert kept == await court.bot.preferences.user_settings(ann.id) == Person(ann.id)
    assert words("privacy-wishes", count=1) in (await ann.command("privacy show")).private


async def test_a_running_table_forgets_when_it_is_over(court: Evening, ann: Guest, bo: Guest) -> None:
    """Until then everybody plays on; then a number stands on the seat, and the others' log and the seals are whole.

    The wish is granted by the next Herald, and is for the tables of that time: who was forgotten can sit down at
    another one. A table that is over forgets at once, and question and answer count it.
    """
    party = await begun(court)
    done = await deleted(ann)
    assert words("privacy-delete-playing", count=1) in done.text
    await court.open(ann, bo)
    await court.tables.cancel(TableId(2), ann.id)
    await court.restart()
    assert await goes_round(court) == {ann.id, bo.id}
    assert await court.storage.select(sql.WISHES, user=ann.id) == [(ann.id, 1)]
    await party.rush()
    await party.play()
    bos = await seat_of(bo)
    told = await court.tables.log(FIRST, bos)
    assert await goes_round(court) == {FORGOTTEN, bo.id}
    assert f"#{2 - bos}" in (await court.table()).people.names
    assert await court.tables.log(FIRST, bos) == told
    assert list(verify(court.database, GAMES)) == []
    assert [each["table"] for each in (await exported(ann))["tables"]] == [2]
    assert await court.storage.select(sql.WISHES, user=ann.id) == []
    assert words("privacy-delete-over", count=1) in (await ann.command("privacy delete")).text
    assert words("privacy-deleted-over", count=1) in (await deleted(ann)).text
    assert rf"\#{2 - bos}" in (await bo.press("look", court.board(table=1))).text
    assert not await court.tables.published_states.find_behind()
    await court.tables.delete(FIRST)
    with pytest.raises(NoSuchTable):
        await court.table()


async def busy(court: Evening) -> None:
    """Let Ann do at table 1, and besides, all of which something is kept: orders, a pause, time, follows."""
    ann, bo, cy = court.guests[:3]
    await begun(court)
    await court.bot.preferences.change_user_settings(ann.id, private=Private.HERE)
    tables, table = court.tables, await court.table()
    seat = table.seat_of(ann.id)
    lasting = next(each for each in table.frame(seat).orders if each.lasting)
    await tables.play(FIRST, ann.id, lasting.question, PicksReply((1,)))
    for guest in (cy, ann):
        await take_seat(guest, seat)
    await tables.play(FIRST, ann.id, lasting.question, PicksReply((1,)))
    await tables.clocks.pause(FIRST, ann.id)
    habits = TimeSettings(ann.id, Reminders.DIGEST, "Europe/Kyiv", (1320, 480), digest=9e9)
    await court.storage.store_choices(habits, Follow(table.guild, "oriflamme", ann.id, Delivery.DM))
    await court.open(bo, game="oriflamme")


@pytest.mark.usefixtures("ahead")
async def test_file_holds_all_that_goes_with_its_person(court: Evening) -> None:
    """Choices, orders, clocks, habits, follows, own moves, what is held, and seats that changed hands.

    Nothing stands there of who held the seat before, nor of what somebody else has ordered. Whoever has left keeps the
    own moves, and nothing of the hand.

    Nothing of it outlives a person: once the table is over neither id nor name, in any row; the rows are what is
    sealed.
    """
    ann, bo, _, newcomer, *_ = court.guests
    await busy(court)
    read = await exported(ann)
    assert read["user"] == str(ann.id)
    chosen = {"private": "here", "reminders": "digest", "zone": "Europe/Kyiv", "quiet": [1320, 480]}
    assert read["choices"] | chosen == read["choices"]
    assert [each["game"] for each in read["follows"]] == ["oriflamme"]
    assert [each["table"] for each in read["calls to open tables"]] == [2]
    (table,) = read["tables"]
    assert len(table["what you have ordered"]) == 1
    assert table["you agree with what is proposed"]
    assert table["your clocks"][0]["seconds left besides the pace"] > 0
    assert {each["what"] for each in table["what happened to you"]} == {"seated"}
    read = await exported(bo)
    assert str(ann.id) not in json.dumps(read)
    other = read["tables"][0]
    assert other["what you have ordered"] == []
    assert not other["you agree with what is proposed"]
    now = await court.table()
    seat = now.seat_of(bo.id)
    assert [(each["seat"], each["name"]) for each in other["seats"]] == [(seat + 1, "Bo")]
    log = [json.loads(line.action) for line in await court.storage.log(FIRST) if line.seat == seat]
    assert [move["action"] for move in other["your moves"]] == log != []
    assert other["what you hold"] == hand(now.frame(seat).scene, speaks(now))
    await take_seat(newcomer, seat)
    letters = tuple(Dm(place, 0, 7, 70 + place) for place in (0, 1))
    await court.tables.published_states.store(FIRST, replace((await court.table_record()).announced, dms=letters))
    (other,) = (await exported(newcomer))["tables"]
    assert ([each["seat"] for each in other["seats"]], other["your moves"]) == ([seat + 1], [])
    assert [each["message"] for each in other["direct messages"]] == [str(letters[seat].message)]

    left, _ = (await exported(bo))["tables"]
    assert (left["seats"], left["your moves"]) == ([], read["tables"][0]["your moves"])
    (happened,) = left["what happened to you"]
    assert (happened["what"], happened["seat"], happened["name"]) == ("seated", seat + 1, "Bo")
    assert not {"what you were told", "what you hold"} & left.keys()

    await deleted(ann)
    assert await court.storage.choice(TimeSettings, ann.id) == TimeSettings(ann.id)
    assert (await exported(ann))["calls to open tables"] == []
    await court.tables.end(FIRST, Moderator(bo.id))
    await goes_round(court)
    with closing(sqlite3.connect(court.database)) as db:
        parts = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        kept = [str(value) for part in parts for row in db.execute(f"SELECT * FROM {part}") for value in row]  # noqa: S608 # from the database itself
    assert not [value for value in kept if str(ann.id) in value or value == ann.name]
    assert [value for value in kept if str(bo.id) in value]
    assert list(verify(court.database, GAMES)) == []
