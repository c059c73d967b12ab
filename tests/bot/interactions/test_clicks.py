"""Clicks that should not be: a stranger's, an old one, one too many, a forged one. Each is answered in private."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from bot.interactions import reference, router
from bot.interactions.request import Request
from bot.storage.records import TableId
from bot.texts.fluent import language
from engine.games import GAMES
from tests.bot.party import Party, answer, ids, numbered, offered
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import assert_said, said
from tests.bot.server import GAME, SUBMIT, Answer, Evening, Guest, verbs, words
from tests.bot.tongues import tongues

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


async def until(party: Party, so: Callable[[], bool]) -> None:
    """Let people play until something is so."""
    for _ in range(300):
        if so():
            return
        await party.step()
    raise AssertionError("it never came to that")


async def at_a_table(court: Evening, seats: int = 2) -> Party:
    """Let people sit down and start."""
    guests = court.guests[:seats]
    await court.seat(*guests)
    return Party(court, guests, 5)


async def bidding(court: Evening) -> tuple[Party, Guest]:
    """Let people play until somebody may bid; return who."""
    party = await at_a_table(court)
    await party.reach(numbered)
    await until(party, lambda: "dialog" in verbs(court.post()))
    return party, party.called


def private_and_short(answer: Answer) -> bool:
    """Tell whether an answer is a short one for this person alone."""
    return 0 < len(answer.private) <= LONGEST


def question_anew(answer: Answer, locale: str = "en") -> bool:
    """Tell whether an answer shows one person what is asked now, below the word that another button was pressed."""
    head, _, question = answer.text.partition(language(locale).text("refused-stale"))
    return answer.message.is_ephemeral and bool(head) and "\n### " in question and bool(offered(answer.message))


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
        refused = await stranger.click(post, part["custom_id"])
        assert said("refused-not-seated", refused.private)
    assert (await other.press("play", post)).private.count(bidder.name) == 1
    assert await position(court) == before

    seq, first = (await court.match()).seq, ids(post, "move")[0]
    early = other.begin(post, first)
    answers = [bidder.begin(post, first) for _ in range(3)]
    await court.settle()
    assert private_and_short(early)
    assert [answer.edited for answer in answers].count(True) == 1
    assert party.called is not bidder
    told = {answer.private for answer in answers if not answer.edited}
    assert all(said("refused-not-your-turn", sentence) and party.called.name in sentence for sentence in told)
    assert (await court.match()).seq == seq + 1


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


@EVERY_LANGUAGE
async def test_an_old_button_of_a_post_shows_in_private_what_is_asked_now(court: Evening, locale: str) -> None:
    """The ids of the released version, which numbered questions, fit none; everybody else's view stays as it is."""
    party, bidder = await bidding(court)
    tongues(court, {bidder: locale})
    other = next(guest for guest in party.guests if guest is not bidder)
    before, post = await position(court), court.post()
    seat, looks = party.guests.index(bidder), dict(post.__dict__)
    for old in ("move:1:{}:57:3", "offer:1:{}:57:0", "pick:1:{}:57:0", "page:1:{}:57:1", "dialog:1:{}:57"):
        anew = await bidder.forge(old.format(seat), post)
        assert not anew.edited
        assert question_anew(anew, locale), old
        # In private there are as many numbers as the bidder can pay.
        assert {part["custom_id"] for part in offered(post)} <= {part["custom_id"] for part in offered(anew.message)}
        await assert_said("refused-not-your-turn", other.forge(old.format(1 - seat), post))
    sent = await bidder.forge(f"number:1:{seat}:57", post, kind=SUBMIT, components=[])
    assert question_anew(sent, locale)
    assert post.__dict__ == looks
    assert await position(court) == before


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

    seq, post = (await court.match()).seq, court.post()
    court.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    given = await answer(party.called, post)
    assert not given.given
    given.interaction.responded = True
    assert (await court.match()).seq == seq + 1
    assert not [one for one in errors.records if one.levelno >= logging.ERROR]
    assert court.post().id != post.id


async def test_nothing_can_be_played_once_the_game_is_over(court: Evening) -> None:
    """Every old button answers politely."""
    party = await at_a_table(court)
    asked = [part["custom_id"] for part in offered(await party.opened(party.called))]
    await party.rush()
    await party.play()
    before = await position(court)
    for guest in party.guests:
        for part in (*asked, "play:1"):
            assert private_and_short(await guest.forge(part))
        await assert_said("refused-over", guest.forge("play:1"))
        assert (await guest.press("hand")).message.is_ephemeral
    assert await position(court) == before


@pytest.mark.quick
async def test_a_bug_is_answered_with_an_apology_and_logged_without_the_state(
    court: Evening, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
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

    added = router.routes_by_verb({"hand:<table_id>": broken, "rules:<game>": late})
    monkeypatch.setattr(router, "ROUTES", {**router.ROUTES, **added})
    answer = await court.guests[0].press("hand")
    assert said("apology", answer.private)
    (record,) = [one for one in errors.records if one.levelno == logging.ERROR]
    assert "hand:1" in record.getMessage()
    assert "a bug" in errors.text

    answer = await court.guests[0].press("rules")
    assert words("fortheking-name") in answer.text
    (told,) = answer.result.followups
    assert said("apology", told.content)
    assert told.ephemeral
    assert "a late bug" in errors.text
    monkeypatch.setattr("bot.faces.help_page.help_page", broken)
    await assert_said("apology", court.guests[0].command("help"))
    court.env._errors.clear()
    assert table.started_match.seed.hex() not in errors.text
    assert "Match(" not in errors.text
