"""Clicks that should not be: a stranger's, an old one, one too many, one that isn't meant. Each is answered in private.

And the names for moves in them: whatever clients see of a table tells nobody how many moves there were, and thus no
secret steps.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.announce.dedupe import nonce
from bot.faces.answer_controls import amounts
from bot.interactions import reference, router
from bot.interactions.request import Request
from bot.storage.records import Generation, TableId
from bot.tables.move_logs import TOKEN_LENGTH, move_of_token, token_for
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.games import GAMES
from engine.match import Match
from tests.bot.party import FIRST, Party, answer, deciding, ids, last_move, numbered, offered
from tests.bot.represented import represented
from tests.bot.sentences import assert_said, said, speaks
from tests.bot.server import GAME, SUBMIT, Answer, Evening, Guest, buttons, verbs, words
from tests.bot.storage.samples import lobby
from tests.bot.tongues import Say, tongues

LONGEST = 300
"""How long a private answer may be, in characters."""


pytestmark = pytest.mark.seed(5)


async def position(court: Evening, table_id: int = 1) -> tuple[Any, ...]:
    """Return all that a move would change."""
    table = await court.table(table_id)
    stored = await court.storage.load(TableId(table_id))
    assert stored is not None
    moves = len(await court.tables.log(TableId(table_id), None))
    return stored.save, moves, table.record.status, table.record.sitters


async def at_a_table(court: Evening, private: str = "here") -> Party:
    """Let two people sit down and start."""
    return Party(await court.seat_first(2, private=private), 5)


async def bidding(court: Evening) -> tuple[Party, Guest]:
    """Let people play until somebody may bid; return who."""
    party = await at_a_table(court)
    await party.reach(numbered)
    await party.until(lambda: "dialog" in verbs(court.post()))
    return party, party.called


def private_and_short(answer: Answer) -> bool:
    """Tell whether an answer is a short one for this person alone."""
    return 0 < len(answer.private) <= LONGEST


def question_anew(answer: Answer, says: Say = words) -> bool:
    """Tell whether an answer shows one person what is asked now, below the word that another button was pressed."""
    head, _, question = answer.text.partition(says("refused-stale"))
    return answer.message.is_ephemeral and bool(head) and "\n### " in question and bool(offered(answer))


def refused(answer: Answer) -> bool:
    """Tell whether a click was answered to this person alone, with a short sentence or the present question."""
    return private_and_short(answer) or question_anew(answer)


async def test_somebody_elses_click_on_an_open_question_says_whose_turn_it_is(court: Evening) -> None:
    """Nothing changes, for a player as for a stranger.

    Of several clicks of an impatient finger the first one plays, and the others hear whose turn it is.
    """
    party, bidder = await bidding(court)
    before, post = await position(court), court.post()
    other = next(guest for guest in party.guests if guest is not bidder)
    stranger = court.guests[-1]
    for part in offered(post):
        waiting = await other.click(post, part["custom_id"])
        assert said("refused-not-your-turn", waiting.private)
        assert bidder.name in waiting.private
        await assert_said("refused-not-seated", stranger.click(post, part["custom_id"]))
    assert (await other.press("play", post)).private.count(bidder.name) == 1
    assert await position(court) == before

    seq, first = await last_move(court), ids(post, "move")[0]
    early = other.begin(post, first)
    answers = [bidder.begin(post, first) for _ in range(3)]
    await court.settle()
    assert private_and_short(early)
    assert [answer.edited for answer in answers].count(True) == 1
    assert party.called is not bidder
    told = {answer.private for answer in answers if not answer.edited}
    assert all(said("refused-not-your-turn", sentence) and party.called.name in sentence for sentence in told)
    assert await last_move(court) == seq + 1


async def test_an_old_button_of_a_post_shows_in_private_what_is_asked_now(court: Evening, says: Say) -> None:
    """The ids of the released version, which numbered questions, fit none; everybody else's view stays as it is."""
    party, bidder = await bidding(court)
    other = next(guest for guest in party.guests if guest is not bidder)
    before, post = await position(court), court.post()
    seat, looks = party.guests.index(bidder), dict(post.__dict__)
    for old in ("move:1:{}:57:3", "offer:1:{}:57:0", "pick:1:{}:57:0", "page:1:{}:57:1", "dialog:1:{}:57"):
        anew = await bidder.forge(old.format(seat), post)
        assert not anew.edited
        assert question_anew(anew, says), old
        # In private there are as many numbers as the bidder can pay.
        assert {part["custom_id"] for part in offered(post)} <= {part["custom_id"] for part in offered(anew)}
        waiting = await other.forge(old.format(1 - seat), post)
        assert says("refused-not-your-turn", players=f"**{bidder.name}**", count=1) in waiting.private
    sent = await bidder.forge(f"number:1:{seat}:57", post, kind=SUBMIT, components=[])
    assert question_anew(sent, says)
    assert post.__dict__ == looks
    assert await position(court) == before


async def test_join_pressed_by_everybody_at_once_seats_each_once(court: Evening) -> None:
    """The seats are given one after the other; whoever comes when all are taken is too late."""
    most = GAMES[GAME].seats[-1]
    ann, *others = [*court.guests[:most], court.invite("Late")]
    lobby = await court.open(ann)
    answers = [guest.begin(lobby, "join:1") for guest in (*others, *others)]
    await court.settle()
    assert sum(answer.edited for answer in answers) == most - 1
    users = (await court.table()).people.users
    assert len({*users}) == len(users) == most


async def test_dialogs_that_are_closed_leave_nothing_in_memory(
    court: Evening, errors: pytest.LogCaptureFixture
) -> None:
    """The router answers those that are sent, so that discord.py needs to keep none.

    After Discord has given up, nothing can be answered; the move counts nevertheless.
    """
    party, _ = await bidding(court)
    for _ in range(9):
        bidder, post = party.called, court.post()
        assert (await bidder.press("dialog", post)).result.modal
        assert (await bidder.press("move", post)).edited
    assert not court.bot._connection._view_store._modals

    seq, post = await last_move(court), court.post()
    court.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    given = await answer(party.called, post)
    assert not given.given
    given.interaction.responded = True
    assert await last_move(court) == seq + 1
    assert not [one for one in errors.records if one.levelno >= logging.ERROR]
    assert court.post().id != post.id


async def test_nothing_can_be_played_once_the_game_is_over(court: Evening) -> None:
    """Every old button answers politely."""
    party = await at_a_table(court)
    asked = [part["custom_id"] for part in offered(await party.opened(party.called))]
    await party.rush(0)
    before = await position(court)
    for guest in party.guests:
        for part in (*asked, "play:1"):
            assert private_and_short(await guest.forge(part))
        await assert_said("refused-over", guest.forge("play:1"))
        assert (await guest.press("hand")).message.is_ephemeral
    assert await position(court) == before


@pytest.mark.quick
async def test_a_bug_is_answered_with_an_apology_and_logged_without_the_state(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """No interaction is left without an answer; the host finds out where it happened.

    An interaction is answered once: what goes wrong after the answer comes in a message of its own. The commands have
    the same one handler.
    """
    await at_a_table(court)
    table = await court.table()

    async def broken(_request: Request, table_id: int) -> None:  # noqa: ARG001 - the word of the custom_id
        raise RuntimeError("a bug")

    async def late(request: Request, game: str) -> None:
        await reference.show_rules(request, game)
        raise RuntimeError("a late bug")

    added = router.routes_by_verb({"hand": broken, "rules": late})
    routes = {**router.all_routes(), **added}
    monkeypatch.setattr(router, "all_routes", lambda: routes)
    answer = await ann.press("hand")
    assert said("apology", answer.private)
    (record,) = [one for one in errors.records if one.levelno == logging.ERROR]
    assert "hand:1" in record.getMessage()
    assert "a bug" in errors.text

    answer = await ann.press("rules")
    assert words("fortheking-name") in answer.text
    (told,) = answer.result.followups
    assert said("apology", told.content)
    assert told.ephemeral
    assert "a late bug" in errors.text
    monkeypatch.setattr("bot.faces.rulebook.help_page", broken)
    await assert_said("apology", ann.command("help"))
    court.env._errors.clear()
    assert table.started_match.seed.hex() not in errors.text
    assert "Match(" not in errors.text


async def overbidding(court: Evening, private: str = "here") -> tuple[Guest, int]:
    """Play until somebody is asked for a bid who could name more than they hold; return who, and the least such."""
    party = await at_a_table(court, private)
    await party.reach(numbered)
    for _ in range(60):
        (guest,) = await deciding(court)
        ask = (await court.table()).answering_frame(guest.id).mine
        if ask and ask.naming and (beyond := [amount for amount in amounts(ask) if amount > ask.naming.covered]):
            return guest, min(beyond)
        await party.step()
    raise AssertionError("nobody could bid above their means")


async def named(guest: Guest, amount: int, private: str = "here") -> Answer:
    """Let a person bid a number, by its button if it has one, else by the dialog, in the channel or in a DM."""
    place = next(one for one in reversed(guest.dms) if offered(one)) if private == "dm" else guest.evening.post()
    ask = (await guest.evening.table()).answering_frame(guest.id).mine
    assert ask is not None
    choice = next(each for each in ask.choices if each.option.amount == amount)
    one = f"move:1:{ask.seat}:{ask.question}:{choice.number}"
    if any(part["custom_id"] == one for part in buttons(place)):
        return await guest.click(place, one)
    return await guest.fill_in(await guest.press("dialog", place), number=str(amount))


@pytest.mark.parametrize("private", ["here", "dm"])
async def test_a_bid_above_ones_means_is_asked_about_once_more_in_private(
    court: Evening, says: Say, private: str
) -> None:
    """Nothing is played, sent or edited for anybody else until it is meant.

    Who did not mean it is back at the question, and may bid the same after all. Once the question has gone on the
    present one is shown, and nothing is played.
    """
    guest, amount = await overbidding(court, private)
    seq, before = await last_move(court), len(court.record.sent)
    asked = await named(guest, amount, private)
    assert asked.message.is_ephemeral
    assert not asked.edited
    assert says("button-not-sure") in [part.get("label") for part in buttons(asked)]
    assert await last_move(court) == seq
    readers = {sent.reader for sent in court.record.sent[before:] if sent.message is not None}
    assert readers <= {guest.id}
    back = await guest.press("play", asked)
    assert back.edited
    assert offered(back)
    assert await last_move(court) == seq
    asked = await named(guest, amount, private)
    (one,) = ids(asked, "sure")
    meant = await guest.press("sure", asked)
    assert meant.edited
    log = await court.storage.log(FIRST, seq)
    assert f'"amount":{amount}' in log[0].action.replace(" ", "")
    seq = await last_move(court)
    assert (await guest.forge(one, asked)).given
    assert await last_move(court) == seq


SEED, OTHER = bytes(32), bytes([1] * 32)
NONCE = re.compile(r"[a-z][0-9a-f]{20}")
READ = re.compile(r"read:1:[0-9a-f]{12}(:[0-9a-f]{12})?")
LONGEST_NONCE = 25


def at_move_60(seed: bytes, *generations: Generation) -> Table:
    """Return a table that has come to its 60th move."""
    begun: Match[Any, Any] = Match.start(GAMES["fortheking"], 2, seed)
    record = replace(lobby(game="fortheking"), generations=generations)
    return Table(record, Match(begun.game, 2, seed, 60, (0, 60), begun.state, record.generation()))


def test_every_move_has_a_name_of_its_own_that_is_found_again() -> None:
    """Those of another match are others, and can't be read; the numbers in the ids of the first version still can.

    Its posts stand in channels, with these buttons below.
    """
    table, other = at_move_60(SEED), at_move_60(OTHER)
    assert [move_of_token(table, number) for number in ("0", "7", "1234")] == [0, 7, 1234]
    names, others = [[token_for(each, move) for move in range(61)] for each in (table, other)]
    assert [move_of_token(table, name) for name in names] == list(range(61))
    assert not set(names) & set(others)
    assert {len(name) for name in names} == {TOKEN_LENGTH}
    for forged in (others[3], "0" * TOKEN_LENGTH, "", "x", token_for(table, 61)):
        with pytest.raises(UnknownClick):
            move_of_token(table, forged)


def test_a_move_that_was_lost_has_a_name_that_nobody_knows_any_more() -> None:
    """A table that was set back to move 40, and later to move 50: what was kept can still be read by its old names."""
    first, second = Generation(40, "1f" * 8), Generation(50, "2e" * 8)
    never, once, twice = (at_move_60(SEED, *which) for which in ((), (first,), (first, second)))
    for before, after, kept in ((never, once, 40), (once, twice, 50)):
        assert [move_of_token(after, token_for(before, move)) for move in range(kept + 1)] == list(range(kept + 1))
        for lost in range(kept + 1, 61):
            with pytest.raises(UnknownClick):
                move_of_token(after, token_for(before, lost))
    assert move_of_token(once, "40") == 40
    with pytest.raises(UnknownClick):
        move_of_token(once, "41")


def test_questions_and_nonces_of_another_generation_are_others() -> None:
    """Design, Stale clicks: a question that is asked again after a restore is another one, as is each message."""
    tables = [at_move_60(SEED), at_move_60(SEED, Generation(40, "1f" * 8)), at_move_60(SEED, Generation(60, "2e" * 8))]
    seat = tables[0].started_match.deciding[0]
    assert len({table.started_match.question_id(seat) for table in tables}) == len(tables)
    assert len({nonce("p", table, 60) for table in tables}) == len(tables)
    lobbies = [Table(replace(table.record, save=None)) for table in tables]
    assert len({nonce("b", table, 2) for table in lobbies}) == len(lobbies)


@pytest.mark.seed(6)
@pytest.mark.parametrize("private", represented(["here", "dm"], by="here"))
async def test_no_nonce_nor_id_of_a_public_button_counts_moves(court: Evening, private: str) -> None:
    """Among the moves are cards that somebody laid down and took back in secret.

    What can be read in another language is named by its bounds.
    """
    guests = court.guests[:3]
    tongues(court, {guests[1]: "uk"})
    await court.seat(*guests, private=private)
    await Party(guests, 6).play(30)
    nonces = [str(sent.payload["nonce"]) for sent in court.record.sent if sent.payload.get("nonce")]
    assert len(set(nonces)) == len(nonces) > 3
    assert not [nonce for nonce in nonces if not NONCE.fullmatch(nonce) or len(nonce) > LONGEST_NONCE]
    ids = {str(part["custom_id"]) for sent in court.record.sent if sent.reader is None for part in sent.buttons}
    reading = [one for one in ids if one.startswith("read:")]
    assert reading
    assert not [one for one in reading if not READ.fullmatch(one)]


async def test_last_answer_in_private_names_the_winner(court: Evening) -> None:
    """Below it what the game turned on, each line once; it was the last of the news, and all that had room there."""
    court.ahead = False
    await Party(await court.seat_first(3, game="oriflamme"), 5).rush(1)
    views = list[Answer]()
    for _ in range(3):
        if (await court.match()).outcome is None:
            guest = (await deciding(court))[0]
            views.append(await answer(guest, await guest.press("play")))
    outcome = (await court.match()).outcome
    assert outcome
    spoken = speaks(await court.table())
    told = [outcome.report[0], *outcome.highlights]
    assert [views[-1].text.count(spoken.say(each)) for each in told] == [1] * len(told)
