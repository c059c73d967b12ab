"""The fair shuffle, by clicks: pledge, words, what is opened at the end, the proof; and what catches a false host."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from bot.faces.fairness import BRIEF
from bot.storage.records import Status
from bot.storage.sqlite.backups import backup, restore
from bot.texts.fluent import language
from engine import fairness
from engine.games import GAMES
from engine.proof import prove
from tests.bot.clocked import clock_of
from tests.bot.party import FIRST, Party, end, status_of
from tests.bot.record import written
from tests.bot.represented import represented
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs, words
from tests.bot.shuffling import (
    HEX,
    WORD,
    add,
    announced,
    dialog,
    digests,
    exchange,
    files,
    find,
    joins,
    pledged,
    secret,
    stopped_exchange,
)


@pytest.mark.quick
async def test_who_opens_and_who_joins_may_add_a_word_in_the_same_private_answer(
    court: Evening, ann: Guest, bo: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    """A button there opens the dialog; the answer tells the owner digest and salt.

    The beginning of the pledge stands in the lobby from its first message on; the secret stands nowhere. Only a digest
    of a word is kept: neither word nor salt is in the database, in what anybody else is sent, or in the log.
    """
    caplog.set_level("DEBUG", "bot")
    opened = await ann.command("newgame fortheking")
    assert said("newgame-opened", opened.private)
    assert verbs(opened) == ["word"]
    pledge = fairness.pledge(await secret(court)).hex()
    assert HEX.findall(opened.text) == [pledge]
    posted = [sent for sent in court.record.sent if sent.reader is None and "components" in sent.payload]
    assert pledge[:BRIEF] in written(posted[0].payload)
    await add(ann, opened)
    joined = await joins(bo, court.board())
    assert pledge[:BRIEF] in court.board_text()
    assert said("joined", text(joined))
    assert verbs(joined) == ["word"]
    word = "a pawn in the fog"
    answer = await add(bo, joined, word)
    (digest, *rest), (salt,) = HEX.findall(answer.private), re.findall(r"`([0-9a-f]{32})`", answer.private)
    assert rest == HEX.findall(text(joined)) == [pledge]
    assert fairness.word_digest(bytes.fromhex(salt), word).hex() == digest
    assert (await digests(court))[1] == bytes.fromhex(digest)
    assert (await secret(court)).hex() not in json.dumps([sent.body for sent in court.record.sent], default=str)

    kept = b"".join(path.read_bytes() for path in files(court))
    assert bytes.fromhex(salt) not in kept
    # A dialog opens for who has pressed the button, and for nobody else.
    others = [sent.body for sent in court.record.sent if sent.reader != bo.id and "title" not in sent.payload]
    for hidden in (word, salt):
        assert hidden.encode() not in kept
        assert hidden not in caplog.text
        assert hidden not in json.dumps(others, default=str)


@pytest.mark.quick
async def test_the_lobby_shows_the_words_in_order_of_joining(court: Evening) -> None:
    """The beginning of each digest, below its owner's name; who adds none has none.

    Who leaves takes the word along, and may add another after joining anew, as the last in the order.
    """
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo, cy)
    for guest in (cy, ann):
        await add(guest, lobby, f"word of {guest.name}")
    first, none, last = await digests(court)
    assert none is None
    seats = [
        words("lobby-seat-word", number=1, player="**Ann**", digest=(first or b"").hex()[:32]),
        words("lobby-seat", number=2, player="**Bo**"),
        words("lobby-seat-word", number=3, player="**Cy**", digest=(last or b"").hex()[:32]),
    ]
    assert "\n".join(seats) in court.board_text()
    await ann.press("leave", lobby)
    assert await digests(court) == [None, last]
    await ann.press("join", lobby)
    await add(ann, lobby, "another")
    assert [word is None for word in await digests(court)] == [True, False, False]


@pytest.mark.quick
async def test_a_word_stands_once_it_was_shown(court: Evening, ann: Guest) -> None:
    """A second one is refused before the dialog, and by the dialog of somebody who had opened two.

    Each shows another salt before the word is written: else Herald could look for one that makes of it what it likes.
    """
    lobby = await court.open(ann)
    shown = [await dialog(ann, lobby) for _ in range(2)]
    modals = [one.result.modal or {} for one in shown]
    salts = [str(modal["custom_id"]).rpartition(":")[2] for modal in modals]
    assert [salt in json.dumps(modal["components"]) for salt, modal in zip(salts, modals, strict=True)] == [True, True]
    assert len({*salts}) == 2
    answer, late = [Answer(court, await ann.member.submit_modal(one.result, {"word": WORD})) for one in shown]
    assert salts[0] in answer.private
    await assert_said("refused-word-given", ann.press("word", lobby))
    assert said("refused-word-given", late.private)
    assert await digests(court) == [fairness.word_digest(bytes.fromhex(salts[0]), WORD)]


@pytest.mark.quick
@pytest.mark.parametrize(
    "salt, word, refusal",
    [
        ("0" * 31, WORD, "refused-unknown"),
        ("x" * 32, WORD, "refused-unknown"),
        ("0" * 32, "", "refused-word"),
        ("0" * 32, "a\nb", "refused-word"),
        ("0" * 32, "\ud800", "refused-word"),
        ("0" * 32, "a" * 101, "refused-word"),
    ],
)
async def test_a_dialog_that_no_client_would_send_adds_nothing(
    court: Evening, ann: Guest, salt: str, word: str, refusal: str
) -> None:
    """A wrong salt, no word, too long a one, one of several lines, one that is no text."""
    lobby = await court.open(ann)
    await assert_said(refusal, ann.forge(f"added:1:{salt}", lobby, fields={"word": word}))
    assert await digests(court) == [None]


@pytest.mark.quick
async def test_the_start_waits_for_nobody_and_says_what_the_seed_was_made_of(court: Evening) -> None:
    """Pledge and seed by their beginnings, in public; the log says all of them, and what each seat added.

    Whoever has no seat adds nothing, nor does anybody afterwards, also by a dialog that was opened in time. The first
    message of the lobby counts, however old it is when somebody joins.
    """
    ann, bo, cy, *_ = court.guests
    first = await court.open(ann)
    await court.later(hours=2)
    await bo.press("join", first)
    await court.later(minutes=10)
    lobby = court.board()
    await assert_said("refused-not-seated", cy.press("word", lobby))
    opened = await dialog(ann, lobby)
    await add(bo, lobby)
    await ann.press("start", lobby)
    late = Answer(court, await ann.member.submit_modal(opened.result, {"word": WORD}))
    assert said("refused-shuffled", late.private)
    await assert_said("refused-shuffled", ann.forge("word:1", lobby))
    match, hidden, digest = await court.match(), await secret(court), (await digests(court))[1] or b""
    assert match.seed == fairness.seed(hidden, [None, digest], first.id)
    log = (await bo.press("log")).private
    for shown in (fairness.pledge(hidden).hex(), match.commitment, digest.hex()[:32], str(first.id)):
        assert re.search(rf"\b{shown[:32]}\b", court.post_text())
        assert shown in log


async def test_nothing_is_opened_before_the_end(court: Evening, ann: Guest, bo: Guest) -> None:
    """In the lobby, while it is played and at rest, for it may be led on: neither by command nor by a forged click.

    One that was ended early has no record and no result, either.
    """

    async def shut() -> None:
        for guest in (ann, bo):
            forged = "opened:1", "opened:1:2", "logplay:1", "record:1"
            refused = [(await guest.forge(each, court.public()[0])).private for each in forged]
            refused.append((await guest.command("table record")).private)
            assert all(said("refused-not-over", one) or said("proof-none-over", one) for one in refused)

    await court.open(ann, bo)
    await shut()
    await ann.press("start")
    await shut()
    await bo.command("table log")
    await court.tables.suspend(FIRST)
    await shut()
    assert (await secret(court)).hex() not in json.dumps([sent.body for sent in court.record.sent], default=str)
    await court.tables.close_resting(FIRST, inf)
    await shut()


@pytest.mark.parametrize("game", represented(GAMES, by="oriflamme"))
async def test_a_finished_table_is_proved_opened_and_its_secret_told(court: Evening, game: str) -> None:
    """To whoever asks, also to somebody who had no seat; the file proves the table, and names nobody."""
    guests = court.guests[: GAMES[game].seats[0]]
    lobby = await court.open(*guests, game=game)
    pledge = fairness.pledge(await secret(court)).hex()
    await add(guests[1], lobby)
    await guests[0].press("start")
    party = Party(guests, 3)
    await party.rush()
    await party.play()
    board, hidden, stranger = court.board(), (await secret(court)).hex(), court.guests[-1]
    answer = await stranger.command("table record")
    (file,) = answer.message.attachments
    verdict = prove(court.env.backend.cdn.get(file["url"]) or b"", GAMES)
    assert (verdict.proof.pledge, verdict.words, verdict.replayed) == (pledge, 1, True)
    # The pledge stays in the message that was the lobby; no later table message repeats it, even at first.
    tables = [sent for sent in court.record.sent if sent.reader is None and "log" in map(verb, sent.buttons)]
    assert {sent.message for sent in tables if pledge[:BRIEF] in written(sent.payload)} == {lobby.id}
    assert pledge[:32] in text(find(court, lobby.id))
    assert board.id != lobby.id
    assert answer.private.splitlines()[1:] == [language("en").say(sentence) for sentence in verdict.sentences]
    for guest in guests:
        assert not [one for one in (guest.name, str(guest.id)) if one in verdict.proof.model_dump_json()]
    assert "opened" in verbs(board)
    shown = await stranger.press("opened", board)
    pages = [shown.private]
    while turns := [one for one in buttons(shown) if one.get("label") == words("button-next")]:
        shown = await stranger.click(shown, turns[0]["custom_id"])
        pages.append(shown.text)
    assert said("opened-title", pages[0])
    assert hidden in "\n".join(pages)
    again = await stranger.press("opened", answer)
    assert again.private == pages[0]
    if game == "fortheking":
        assert words("fortheking-opened-deck") in "\n".join(pages)
    assert hidden in (await stranger.press("log", board)).private
    await exchange(court, pledged=None)
    assert (await court.match()).seed.hex() in (await stranger.press("log", court.board())).private


ANOTHER = b"another" * 4 + b"one."
"""A secret that a host may put in the place of the one that was pledged."""


async def test_exchange_is_caught_by_what_people_keep(
    court: Evening, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever added a word holds the whole of its digest, and none can be found with the same 128 bits.

    So the post that begins shows another word, and another number than that of the first message, of which a host could
    look for one that suits. Of two pledges that begin alike the whole one stands in the private answer and in the log.
    """
    real, alike = fairness.pledge, bytes(range(16))
    monkeypatch.setattr(fairness, "pledge", lambda secret: alike + real(secret)[16:])
    lobby = await court.open(ann)
    joined = await joins(bo, lobby)
    word, pledge = HEX.findall((await add(bo, joined)).private)
    assert HEX.findall(text(joined)) == [pledge]
    forged = word[:31] + ("1" if word[31] == "0" else "0") * 33
    first, second = (await court.table_record()).sitters
    sitters = first, replace(second, word=bytes.fromhex(forged))
    await exchange(court, sitters=sitters, pledged=replace(await pledged(court), secret=ANOTHER, message=lobby.id - 1))
    assert court.board().id == lobby.id
    await ann.press("start")
    kept, told = (word[:32], str(lobby.id)), (forged[:32], str(lobby.id - 1), pledge[:32])
    for shown in (court.post_text(), (await bo.press("log")).private):
        assert [part in shown for part in (*kept, *told)] == [False] * 2 + [True] * 3
        assert pledge not in shown


@pytest.mark.parametrize("pressed", ["", "join", "leave", "start", "fill", "giveup"])
async def test_no_press_writes_another_pledge_over_the_first_one(court: Evening, pressed: str) -> None:
    """Whatever is pressed below the first message after the exchange: it stays as it was, and a new post says why.

    All that follows has the other one, the post that begins the game as well.
    """
    ann, bo, cy, *_ = court.guests
    first = await court.open(ann, bo)
    shown, pledge = text(first), fairness.pledge(await secret(court)).hex()[:32]
    table = await stopped_exchange(court, pledged=replace(await pledged(court), secret=ANOTHER))
    if pressed == "giveup":
        await ann.press("giveup", await ann.press("cancel", first))
    elif pressed == "fill":
        # The button is in the private answer to `/play`, whose message is gone with a restart.
        await ann.forge("fill:1", first)
        assert (await court.match()).seats > len([ann, bo])
    elif not pressed:
        court.bot.announcer.touch(table)
    else:
        await {"join": cy, "leave": bo, "start": ann}[pressed].press(pressed, first)
    await announced(court, table)
    if pressed == "join":
        # Its buttons are still there: who presses one below it later changes nothing of it either.
        await cy.press("leave", first)
        await announced(court, table)
    assert text(first) == shown
    assert [text(one) for one in court.public()].count(words("pledge-exchanged")) == 1
    assert [one.id for one in court.public() if pledge in text(one)] == [first.id]
    assert (court.board().id != first.id) is (pressed != "giveup")


async def test_an_older_backup_of_a_lobby_keeps_the_pledge_and_shows_that_a_word_is_lost(
    court: Evening, ann: Guest, bo: Guest, tmp_path: Path
) -> None:
    """The secret is the same one; whose word the backup doesn't know reads so in the lobby, and may add it anew."""
    first = await court.open(ann, bo)
    pledge = fairness.pledge(await secret(court)).hex()[:32]
    backup(court.database, tmp_path / "copy.db")
    kept = HEX.findall((await add(bo, first)).private)[0]
    assert kept[:32] in court.board_text()
    await court.bot.close()
    restore(court.database, tmp_path / "copy.db", GAMES)
    await court.restart()
    await announced(court, FIRST)
    assert pledge in text(find(court, first.id))
    assert kept[:32] not in court.board_text()
    assert any(said("restored", text(one)) for one in court.public())
    again = HEX.findall((await add(bo, court.board())).private)[0]
    await ann.press("start")
    assert pledge in court.post_text()
    assert again[:32] in court.post_text()


async def test_a_secret_that_is_exchanged_after_the_deal_is_told_of(court: Evening, ann: Guest, bo: Guest) -> None:
    """It doesn't make the seed any more, and nothing is composed of it as if it did.

    Also where the table has moved on: in its first and newest message, in the first line of the log, and in the post at
    the end.
    """
    first = await court.seat(ann, bo)
    await exchange(court, pledged=replace(await pledged(court), secret=bytes(32)))
    assert words("shuffle-exchanged") in court.board_text()
    assert fairness.pledge(bytes(32)).hex()[:32] not in court.board_text()

    party = Party([ann, bo], 3)
    await party.rush()
    while court.board().id == first.id:
        await party.play(4)
    assert words("shuffle-exchanged") in court.board_text()
    assert words("shuffle-exchanged") in text(find(court, first.id))
    assert fairness.pledge(bytes(32)).hex()[:32] not in "".join(map(text, court.public()))
    shown = (await ann.forge("log:1:1", await ann.press("log"))).text
    assert words("shuffle-exchanged") in shown
    await end(ann)
    ended = [each for each in map(text, court.public()) if bytes(32).hex() in each]
    assert [words("shuffle-exchanged") in each for each in ended] == [True]


@pytest.mark.parametrize("word", [True, False])
@pytest.mark.parametrize("canceled", [True, False])
async def test_a_closed_lobby_posts_its_secret_if_somebody_had_added_a_word(
    court: Evening, ann: Guest, bo: Guest, *, word: bool, canceled: bool
) -> None:
    """Who lost a word by it, also because nobody came, can see what it would have come to; nobody's hand is in it."""
    lobby = await court.open(ann, bo)
    if word:
        await add(bo, lobby)
    hidden = await secret(court)
    if canceled:
        await ann.press("giveup", await ann.press("cancel", lobby))
    else:
        await court.tables.close_idle(FIRST, float("inf"), 7)
        await court.settle()
    assert (hidden.hex() in text(find(court, lobby.id))) is word
    assert fairness.pledge(hidden).hex()[:32] in text(find(court, lobby.id))


@pytest.mark.parametrize("promised", [True, False])
async def test_the_last_person_is_warned_before_leaving_ends_the_table_and_opens_its_secret(
    court: Evening, *, promised: bool
) -> None:
    """Nobody can go on with it then; who leaves others behind is asked the usual question.

    It is opened if that was promised, so that nobody draws anew in secret; whoever ends a table is told before that
    hands can be read from it.
    """
    ann, bo = await court.seat_first(2)
    if not promised:
        await exchange(court, clock=replace(await clock_of(court), opens_secret=False))
    hidden = (await secret(court)).hex()
    assert (words("end-opens") in (await ann.command("table end")).private) is promised
    for guest, ends in ((ann, False), (bo, True)):
        asked = await guest.command("table leave")
        assert [words(key) in asked.private for key in ("leave-ends", "end-opens")] == [ends, ends and promised]
        await guest.press("vacate", asked)
    assert await status_of(court) is Status.ENDED
    posted = "\n".join(text(message) for message in court.public())
    assert [hidden in posted, words("secret-reads-hands") in posted] == [promised] * 2
