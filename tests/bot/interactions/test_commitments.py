"""What is shown of a commitment binds: a host who exchanges something is caught by what people were shown and keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.faces import fairness as faces
from bot.storage.records import Status, TableId
from bot.storage.sqlite.backups import backup, restore
from engine import fairness
from engine.games import GAMES
from tests.bot.clocked import clock_of
from tests.bot.party import Party, end
from tests.bot.sentences import said
from tests.bot.server import Evening, text, words
from tests.bot.shuffling import HEX, add, announced, exchange, find, joins, pledged, secret, stopped_exchange

ANOTHER = b"another" * 4 + b"one."
"""A secret that a host may put in the place of the one that was pledged."""


async def test_a_host_who_exchanges_the_digest_of_a_word_is_caught_by_the_post_that_begins(court: Evening) -> None:
    """Whoever added it holds the whole of another one, and no digest can be found with the same 128 bits.

    So it shows another number than that of the first message, of which a host could look for one that suits.
    """
    ann, bo, *_ = court.guests
    lobby = await court.open(ann, bo)
    kept = HEX.findall((await add(court, bo, lobby)).private)[0]
    table = (await court.table()).record
    forged = bytes.fromhex(kept[:12] + "0" * 52)
    sitters = table.sitters[0], replace(table.sitters[1], word=forged)
    await exchange(court, sitters=sitters, pledged=replace(await pledged(court), message=lobby.id - 1))
    await ann.press("start")
    shown = court.post_text()
    assert forged.hex()[:32] in shown
    assert kept[:32] not in shown
    assert str(lobby.id - 1) in shown
    assert str(lobby.id) not in shown


def test_two_secrets_behind_one_pledge_are_told_apart_by_what_is_shown() -> None:
    """Ten, twelve and twenty digits could be made alike: what is shown is told apart up to its 128th bit."""
    one = "a" * 64
    for same in (10, 12, 20, 31):
        assert faces.shorten_commitment(one) != faces.shorten_commitment(one[:same] + "b" * (64 - same))


async def test_a_host_who_exchanges_the_secret_shows_another_pledge_below_the_first_one(court: Evening) -> None:
    """The first message keeps its line, and so do private answers; the post that begins the game has the other one."""
    ann, bo, *_ = court.guests
    first = await court.open(ann)
    pledge = HEX.findall(text(await joins(court, bo, first)))[0]
    await exchange(court, pledged=replace(await pledged(court), secret=ANOTHER))
    board = court.board()
    assert board.id != first.id
    assert pledge[:32] not in text(board)
    assert pledge[:32] in text(find(court, first.id))
    await ann.press("start", board)
    assert pledge[:32] not in court.post_text()
    assert pledge[:32] in text(find(court, first.id))


@pytest.mark.parametrize("pressed", ["join", "leave", "start", "fill", "giveup"])
async def test_no_press_writes_another_pledge_over_the_first_one(court: Evening, pressed: str) -> None:
    """Whatever is pressed below the first message after the exchange: it stays as it was, and a new post says why."""
    ann, bo, cy, *_ = court.guests
    first = await court.open(ann, bo)
    shown = text(first)
    table = await stopped_exchange(court, pledged=replace(await pledged(court), secret=ANOTHER))
    if pressed == "giveup":
        asked = await ann.press("cancel", find(court, first.id))
        await ann.press("giveup", asked.message)
    elif pressed == "fill":
        # The button is in the private answer to `/play`, whose message is gone with a restart.
        await ann.forge("fill:1", find(court, first.id))
        assert (await court.match()).seats > len([ann, bo])
    else:
        guest = {"join": cy, "leave": bo, "start": ann}[pressed]
        await guest.press(pressed, find(court, first.id))
    await announced(court, table)
    assert text(find(court, first.id)) == shown
    assert [text(one) for one in court.public()].count(words("pledge-exchanged")) == 1
    # Its buttons are still there: who presses one below it later changes nothing of it either.
    if pressed == "join":
        await cy.press("leave", find(court, first.id))
        await announced(court, table)
        assert text(find(court, first.id)) == shown
        assert [text(one) for one in court.public()].count(words("pledge-exchanged")) == 1


async def test_two_secrets_behind_the_shown_digits_are_told_apart_by_what_was_answered(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pays for two pledges that begin alike is caught by the whole one in the private answer and the log."""
    real, alike = fairness.pledge, bytes(range(16))
    monkeypatch.setattr(fairness, "pledge", lambda secret: alike + real(secret)[16:])
    ann, bo, *_ = court.guests
    first = await court.open(ann)
    kept = HEX.findall(text(await joins(court, bo, first)))[0]
    await exchange(court, pledged=replace(await pledged(court), secret=ANOTHER))
    assert court.board().id == first.id
    await ann.press("start")
    assert kept[:32] in court.post_text()
    told = (await bo.press("log")).private
    assert kept not in told
    assert kept[:32] in told


async def test_an_older_backup_of_a_lobby_keeps_the_pledge_and_shows_that_a_word_is_lost(
    court: Evening, tmp_path: Path
) -> None:
    """The secret is the same one; whose word the backup doesn't know reads so in the lobby, and may add it anew."""
    ann, bo, *_ = court.guests
    first = await court.open(ann, bo)
    pledge = fairness.pledge(await secret(court)).hex()[:32]
    backup(court.database, tmp_path / "copy.db")
    kept = HEX.findall((await add(court, bo, first)).private)[0]
    assert kept[:32] in court.board_text()
    await court.bot.close()
    restore(court.database, tmp_path / "copy.db", GAMES)
    await court.restart()
    await announced(court, TableId(1))
    assert pledge in text(find(court, first.id))
    assert kept[:32] not in court.board_text()
    assert any(said("restored", text(one)) for one in court.public())
    again = HEX.findall((await add(court, bo, court.board())).private)[0]
    await ann.press("start")
    assert pledge in court.post_text()
    assert again[:32] in court.post_text()


async def test_a_secret_that_is_exchanged_after_the_deal_is_told_of(court: Evening) -> None:
    """It doesn't make the seed any more, and nothing is composed of it as if it did.

    Also where the table has moved on: in its newest message, in the first line of the log, and in the post at the end.
    """
    ann, bo, *_ = court.guests
    first = await court.seat(ann, bo)
    await exchange(court, pledged=replace(await pledged(court), secret=bytes(32)))
    assert words("shuffle-exchanged") in court.board_text()
    assert fairness.pledge(bytes(32)).hex()[:32] not in court.board_text()

    party = Party(court, [ann, bo], 3)
    await party.rush()
    while court.board().id == first.id:
        await party.play(4)
    assert words("shuffle-exchanged") in court.board_text()
    answer = await ann.press("log")
    shown = (await ann.forge("log:1:1", answer.message)).text
    assert words("shuffle-exchanged") in shown
    await end(ann)
    ended = [each for each in map(text, court.public()) if bytes(32).hex() in each]
    assert [words("shuffle-exchanged") in each for each in ended] == [True]


async def test_the_pledge_stays_in_the_message_that_was_the_lobby(court: Evening) -> None:
    """Also when the game goes on elsewhere in the channel; no later table message repeats it, even at first."""
    ann, bo, *_ = court.guests
    first = await court.open(ann, bo)
    pledge = fairness.pledge(await secret(court)).hex()[:32]
    await ann.press("start", first)
    assert pledge in text(find(court, first.id))
    party = Party(court, [ann, bo], 3)
    while court.board().id == first.id:
        await party.step()
    assert pledge not in court.board_text()
    await party.rush()
    await party.play()
    assert pledge in text(find(court, first.id))


@pytest.mark.parametrize("promised", [True, False])
async def test_a_table_that_was_ended_early_posts_its_secret_if_that_was_promised(
    court: Evening, *, promised: bool
) -> None:
    """So that nobody draws anew in secret; whoever ends it is told before that hands can be read from it."""
    ann, _ = await court.seat_first(2)
    if not promised:
        await exchange(court, clock=replace(await clock_of(court), opens_secret=False))
    hidden = (await secret(court)).hex()
    asked = await ann.command("table end")
    assert (words("end-opens") in asked.private) is promised
    await ann.press("end", asked.message)
    posted = "\n".join(text(message) for message in court.public())
    assert (hidden in posted) is promised
    assert (words("secret-reads-hands") in posted) is promised


@pytest.mark.parametrize("word", [True, False])
@pytest.mark.parametrize("canceled", [True, False])
async def test_a_closed_lobby_posts_its_secret_if_somebody_had_added_a_word(
    court: Evening, *, word: bool, canceled: bool
) -> None:
    """Who lost a word by it, also because nobody came, can see what it would have come to; nobody's hand is in it."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann, bo)
    if word:
        await add(court, bo, lobby)
    hidden = (await secret(court)).hex()
    if canceled:
        asked = await ann.press("cancel", lobby)
        await ann.press("giveup", asked.message)
    else:
        await court.tables.close_lobby(TableId(1), float("inf"), 7)
        await court.settle()
    pledge = fairness.pledge(bytes.fromhex(hidden)).hex()[:32]
    assert (hidden in text(find(court, lobby.id))) is word
    assert pledge in text(find(court, lobby.id))


async def test_the_last_person_is_warned_before_leaving_ends_the_table_and_opens_its_secret(court: Evening) -> None:
    """Nobody can go on with it then; who leaves others behind is asked the usual question."""
    ann, bo = await court.seat_first(2)
    hidden = (await secret(court)).hex()
    asked = await ann.command("table leave")
    assert words("leave-ends") not in asked.private
    await ann.press("vacate", asked.message)
    asked = await bo.command("table leave")
    assert words("leave-ends") in asked.private
    assert words("end-opens") in asked.private
    await bo.press("vacate", asked.message)
    assert (await court.table()).status is Status.ENDED
    assert any(hidden in text(message) for message in court.public())
