"""The fair shuffle, by clicks: the pledge in the lobby, words, what is opened at the end, and the proof."""

from __future__ import annotations

import json
import re

import pytest
from simcord.backend.models import Message

from bot.faces.fairness import BRIEF
from bot.storage.records import TableId
from bot.texts.fluent import language
from engine import fairness
from engine.games import GAMES
from engine.proof import Verdict, prove
from tests.bot.party import Party
from tests.bot.record import written
from tests.bot.represented import represented
from tests.bot.sentences import assert_said, said
from tests.bot.server import SUBMIT, Answer, Evening, Guest, buttons, filled, text, verbs, words
from tests.bot.shuffling import HEX, WORD, add, dialog, digests, files, private, secret


async def finished(court: Evening, *guests: Guest, seed: int = 3) -> Message:
    """Let people play a whole game, and return its table message."""
    await guests[0].press("start")
    party = Party(court, [*guests], seed)
    await party.rush()
    await party.play()
    return court.board()


async def proved(court: Evening, guest: Guest) -> tuple[Answer, Verdict]:
    """Ask for the proof of this channel's table; return the answer, and what its file proves."""
    answer = await guest.command("table record")
    (file,) = answer.message.attachments
    data = court.env.backend.cdn.get(file["url"])
    assert data is not None
    return answer, prove(data, GAMES)


@pytest.mark.quick
async def test_who_opens_and_who_joins_may_add_a_word_in_the_same_private_answer(court: Evening) -> None:
    """A button there opens the dialog; the answer tells the owner digest and salt.

    The beginning of the pledge stands in the lobby from its first message on; the secret stands nowhere.
    """
    ann, bo, *_ = court.guests
    opened = await ann.command("newgame fortheking")
    assert said("newgame-opened", opened.text)
    assert verbs(opened.message) == ["word"]
    (pledge,) = HEX.findall(opened.text)
    assert pledge == fairness.pledge(await secret(court)).hex()
    posted = [sent for sent in court.record.sent if sent.reader is None and "components" in sent.payload]
    assert pledge[:BRIEF] in written(posted[0].payload)
    await add(court, ann, opened.message)
    await bo.press("join")
    assert pledge[:BRIEF] in court.board_text()
    joined = private(court)
    assert said("joined", text(joined))
    assert verbs(joined) == ["word"]
    answer = await add(court, bo, joined, "pawn")
    (digest, *rest), (salt,) = HEX.findall(answer.private), re.findall(r"`([0-9a-f]{32})`", answer.private)
    assert rest == HEX.findall(text(joined)) == [pledge]
    assert fairness.word_digest(bytes.fromhex(salt), "pawn").hex() == digest
    assert [word and word.hex() for word in await digests(court)][1] == digest
    everything = json.dumps([sent.body for sent in court.record.sent], default=str)
    assert (await secret(court)).hex() not in everything


@pytest.mark.quick
async def test_the_lobby_shows_the_words_in_order_of_joining(court: Evening) -> None:
    """The beginning of each digest, below its owner's name; who adds none has none.

    Who leaves takes the word along, and may add another after joining anew, as the last in the order.
    """
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo, cy)
    for guest in (cy, ann):
        await add(court, guest, lobby, f"word of {guest.name}")
    first, none, last = await digests(court)
    assert none is None
    assert first is not None
    assert last is not None
    seats = [
        words("lobby-seat-word", number=1, player="**Ann**", digest=first.hex()[:32]),
        words("lobby-seat", number=2, player="**Bo**"),
        words("lobby-seat-word", number=3, player="**Cy**", digest=last.hex()[:32]),
    ]
    assert "\n".join(seats) in court.board_text()
    await ann.press("leave", lobby)
    assert await digests(court) == [None, last]
    await ann.press("join", lobby)
    await add(court, ann, lobby, "another")
    assert [word is None for word in await digests(court)] == [True, False, False]


@pytest.mark.quick
async def test_only_a_digest_of_a_word_is_kept_and_neither_word_nor_salt_is_logged(
    court: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in the database, not in what anybody else is sent, not in the log: not even of a dialog that fails."""
    caplog.set_level("DEBUG", "bot")
    ann, *_ = court.guests
    lobby = await court.open(ann)
    answer = await add(court, ann, lobby)
    (salt,) = re.findall(r"`([0-9a-f]{32})`", answer.private)
    kept = b"".join(path.read_bytes() for path in files(court))
    for hidden in (WORD, salt):
        assert hidden.encode() not in kept
        assert bytes.fromhex(salt) not in kept
        assert hidden not in caplog.text
        # A dialog opens for who has pressed the button, and for nobody else.
        others = [sent for sent in court.record.sent if sent.reader != ann.id and "title" not in sent.payload]
        assert hidden not in json.dumps([sent.body for sent in others], default=str)


@pytest.mark.quick
async def test_a_word_stands_once_it_was_shown(court: Evening) -> None:
    """A second one is refused before the dialog, and by the dialog of somebody who had opened two.

    Each shows another salt before the word is written: else Herald could look for one that makes of it what it likes.
    """
    ann, *_ = court.guests
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
    ("salt", "word", "refusal"),
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
    court: Evening, salt: str, word: str, refusal: str
) -> None:
    """A wrong salt, no word, too long a one, one of several lines, one that is no text."""
    ann, *_ = court.guests
    lobby = await court.open(ann)
    answer = await ann.forge(f"added:1:{salt}", lobby, kind=SUBMIT, components=filled(word=word))
    assert said(refusal, answer.private)
    assert await digests(court) == [None]


@pytest.mark.quick
async def test_the_start_waits_for_nobody_and_says_what_the_seed_was_made_of(court: Evening) -> None:
    """Pledge and seed by their beginnings, in public; the log says all of them, and what each seat added.

    Whoever has no seat adds nothing, nor does anybody afterwards, also by a dialog that was opened in time.
    """
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo)
    await assert_said("refused-not-seated", cy.press("word", lobby))
    opened = await dialog(ann, lobby)
    await add(court, bo, lobby)
    await ann.press("start", lobby)
    late = Answer(court, await ann.member.submit_modal(opened.result, {"word": WORD}))
    assert said("refused-shuffled", late.private)
    await assert_said("refused-shuffled", ann.forge("word:1", lobby))
    match, hidden, (none, digest) = await court.match(), await secret(court), await digests(court)
    assert none is None
    assert digest is not None
    assert match.seed == fairness.seed(hidden, [None, digest], lobby.id)
    log = (await bo.press("log")).private
    for shown in (fairness.pledge(hidden).hex(), match.commitment, digest.hex()[:32], str(lobby.id)):
        assert re.search(rf"\b{shown[:32]}\b", court.post_text())
        assert shown in log


async def test_without_any_word_the_first_message_of_the_lobby_counts(court: Evening) -> None:
    """However old it is when somebody joins."""
    ann, bo, *_ = court.guests
    first = await court.open(ann)
    await court.later(hours=2)
    await bo.press("join", first)
    await court.later(minutes=10)
    await ann.press("start")
    assert (await court.match()).seed == fairness.seed(await secret(court), [None, None], first.id)
    assert str(first.id) in (await bo.press("log")).private


async def test_nothing_is_opened_before_the_end(court: Evening) -> None:
    """In the lobby, while it is played and at rest, for it may be led on: neither by command nor by a forged click."""
    ann, bo, *_ = court.guests

    async def shut() -> None:
        for guest in (ann, bo):
            refused = [(await guest.command("table record")).private]
            refused += [(await guest.forge(forged, court.public()[0])).private for forged in ("opened:1", "opened:1:2")]
            assert all(said("refused-not-over", one) or said("refused-no-tables", one) for one in refused)

    await court.open(ann, bo)
    await shut()
    await ann.press("start")
    await shut()
    await bo.command("table log")
    await court.tables.suspend(TableId(1))
    await shut()
    assert (await secret(court)).hex() not in json.dumps([sent.body for sent in court.record.sent], default=str)


@pytest.mark.parametrize("game", represented(GAMES, by="oriflamme"))
async def test_a_finished_table_is_proved_opened_and_its_secret_told(court: Evening, game: str) -> None:
    """To whoever asks, also to somebody who had no seat; the file proves the table, and names nobody."""
    guests = court.guests[: GAMES[game].seats[0]]
    lobby = await court.open(*guests, game=game)
    pledge = fairness.pledge(await secret(court)).hex()
    await add(court, guests[1], lobby)
    board = await finished(court, *guests)
    hidden = (await secret(court)).hex()
    stranger = court.guests[-1]
    answer, verdict = await proved(court, stranger)
    assert (verdict.proof.pledge, verdict.words, verdict.replayed) == (pledge, 1, True)
    assert answer.private.splitlines()[1:] == [language("en").say(sentence) for sentence in verdict.sentences]
    for guest in guests:
        assert guest.name not in verdict.proof.model_dump_json()
        assert str(guest.id) not in verdict.proof.model_dump_json()
    assert "opened" in verbs(board)
    shown = await stranger.press("opened", board)
    pages = [shown.private]
    while turns := [one for one in buttons(shown.message) if one.get("label") == words("button-next")]:
        shown = await stranger.click(shown.message, turns[0]["custom_id"])
        pages.append(shown.text)
    assert said("opened-title", pages[0])
    assert hidden in "\n".join(pages)
    again = await stranger.press("opened", answer.message)
    assert again.private == pages[0]
    if game == "fortheking":
        assert words("fortheking-opened-deck") in "\n".join(pages)
    assert hidden in (await stranger.press("log", board)).private
