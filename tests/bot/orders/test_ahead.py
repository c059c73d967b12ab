"""Ordering ahead in Discord: one question for all, answered in any order, told in one post; nobody reads a limit."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.pictures.process import WorkerProcess
from bot.tables.table import Table
from bot.texts.fluent import language
from engine.asking import EVERYBODY
from engine.orders import Pick
from engine.scene import Seat
from tests.bot.clocked import named
from tests.bot.orderly import asked, auction, go_on, limited, ordering, told
from tests.bot.party import ids
from tests.bot.record import Sent
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import said
from tests.bot.server import FREE, Evening, buttons, dealing, evening, text, verb, verbs, words
from tests.bot.tongues import everybody_reads

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3), pytest.mark.slow]
LIMITS = (2, 0, 3, 1, 0)


def choices(court: Evening) -> list[str]:
    """Return the ids of what everybody can answer right below the post, in order."""
    return [str(part["custom_id"]) for part in buttons(court.post()) if f":{EVERYBODY}:" in str(part["custom_id"])]


async def test_limit_for_all_is_given_by_one_press(court: Evening) -> None:
    """Of the same buttons; the answer is private, and the post tells nobody but that they have answered.

    Whoever has no seat is told so, and a press for a card that is gone shows what is asked now.
    """
    first, *others = await auction(court, court.guests[:3])
    seat, post, late = (await court.table()).seat_of(first.id), court.post(), choices(court)[0]
    refused = await court.press(court.guests[4], post, part=late)
    assert said("refused-not-seated", refused.private)
    answer = await court.press(first, post, part=choices(court)[2])
    assert words("ahead-title") in answer.private
    assert limits(await court.table(), seat) == (2,)
    await told(court)
    assert f"{words('together-answered', players='').strip()} **{first.name}**" in text(court.post())
    assert words("ahead-title") not in text(court.post())
    # Another press, as long as others are waited for, gives another limit.
    await court.press(first, court.post(), part=choices(court)[0])
    assert limits(await court.table(), seat) == (0,)
    assert not (await court.match()).seq > (await court.table()).recent[-1].seq
    for guest in others:
        await court.press(guest, court.post(), part=choices(court)[0])
        await told(court)
    assert (await court.forge(first, post, late)).private
    orders = (await court.match()).orders
    assert orders is not None
    assert "limit" not in orders.of(seat)


async def test_card_for_all_is_taken_where_everybody_looks(court: Evening) -> None:
    """For whoever the rules ask it is a move, told by the post that was pressed; for the others an order."""
    guests = await court.seat_first(5)
    await go_on(court, lambda match: bool(match.open_joint), lambda match, seat: match.legal[seat][0])
    table = await court.table()
    together = table.frame(None).joint
    assert together is not None
    picker = next(guest for guest in guests if table.seat_of(guest.id) in together.deciding)
    later = next(
        guest for guest in guests if guest is not picker and table.seat_of(guest.id) in table.started_match.deciding
    )
    seq = table.started_match.seq
    ordered = await court.press(later, court.post(), part=choices(court)[0])
    assert words("ahead-title") in ordered.private
    assert (await court.match()).seq == seq
    await told(court)
    taken = await court.press(picker, court.post(), part=choices(court)[1])
    assert taken.message.id == court.post().id
    assert (await court.match()).seq > seq


@EVERY_LANGUAGE
async def test_an_auction_of_five_is_settled_by_limits_and_told_in_one_post(court: Evening, locale: str) -> None:
    """Everybody is called once; the post shows who has answered, is edited, and tells all bids once it is over."""
    guests = court.guests[:5]
    everybody_reads(court, locale)
    waiting = await auction(court, guests)
    said, post, pings = language(locale), court.post(), Counter(court.pings())
    assert [number for number, _ in pings if number == post.id]
    # All have the same time, and it is said once, at the table as well.
    assert text(post).count("<t:") == 1
    assert text(court.board()).count("<t:") == 1
    for guest in reversed(waiting):
        call = next(line for line in text(court.post()).split("\n") if line.startswith("👉"))
        assert guest.name in call or f"<@{guest.id}>" in call
        answer = await limited(court, guest, LIMITS[guests.index(guest)])
        await told(court)
        assert Counter(court.pings()) == pings or guest is waiting[0]
        if guest is not waiting[0]:
            assert said.text("ahead-title") in answer.text
            answered = said.text("together-answered", players="").strip()
            assert f"{answered} **{guest.name}" in text(court.post()) or f", **{guest.name}**" in text(court.post())
        assert court.message(court.channel.id, post.id).id == post.id
    assert not (await court.match()).is_shut
    (winner, *_), newest = await asked(court, guests), court.post()
    part = next(part for part in buttons(newest) if verb(part) in {"move", "pick"})
    if "options" in part:
        await court.choose(winner, newest, [part["options"][0]["value"]], str(part["custom_id"]))
    else:
        await court.press(winner, newest, "move")
    await told(court)
    story = text(court.message(court.channel.id, post.id))
    assert "1 **" in story
    assert all(guest.name in story for guest in guests)


async def test_a_limit_above_ones_means_is_asked_about_once_more_in_private(court: Evening) -> None:
    """By *Another number* below the post, which stays as it is, and in a private view, in the place of another.

    Only a limit for the card itself may bluff; nobody else is shown anything of it, or of another limit in its place:
    neither a message, nor an edit, nor a line of the log; also after a restart.
    """
    first, *_ = await auction(court, court.guests[:3])
    match, seat = (await court.match()), (await court.table()).seat_of(first.id)
    mine = match.frame(seat).mine
    assert mine is not None
    assert mine.naming is not None
    beyond = mine.naming.covered + 5
    public = [(each.id, text(each)) for each in court.public()]
    dialog = await court.press(first, court.post(), part=choices(court)[-1])
    doubted = await court.fill(first, dialog, "99")
    assert "sure" in verbs(doubted.message)
    assert doubted.message.is_ephemeral
    assert [(each.id, text(each)) for each in court.public()] == public
    await court.press(first, doubted.message, "sure")
    assert limits(await court.table(), seat) == (99,)

    await told(court)
    await court.restart()
    public, sent = [(each.id, text(each)) for each in court.public()], len(court.record.sent)
    place = (await ordering(court, first, "limit")).message
    await court.press(first, place, part=[*ids(place, "move"), *ids(place, "offer")][-1])
    kept = limits(await court.table(), seat)
    assert kept != (99,)
    dialog = await court.press(first, (await ordering(court, first, "limit")).message, "dialog")
    doubted = await court.fill(first, dialog, str(beyond))
    assert "sure" in verbs(doubted.message)
    assert limits(await court.table(), seat) == kept
    answer = await court.press(first, doubted.message, "sure")
    assert limits(await court.table(), seat) == (beyond,)
    assert str(beyond) in answer.text
    await court.env.settle()
    assert [(each.id, text(each)) for each in court.public()] == public
    assert {each.reader for each in court.record.sent[sent:] if each.message is not None} <= {first.id}


def limits(table: Table, seat: Seat) -> tuple[Pick, ...]:
    """Return how far a seat goes for the card that is up."""
    assert table.started_match.orders is not None
    return table.started_match.orders.of(seat)["limit"].picks


def written(evening: Evening, reader: int) -> list[tuple[Any, ...]]:
    """Return what everybody but one reader was sent, in order; of what is made anew each evening, that it is there."""
    others = [sent for sent in evening.record.sent if sent.message is not None and sent.reader != reader]
    return [
        (sent.method, anew(sent.path), anew(repr(sent.reader)), anew(repr(sent.payload.get("content"))), parts(sent))
        for sent in others
    ]


def parts(sent: Sent) -> str:
    """Return the words and the ids of a message."""
    return anew(repr(sent.payload.get("components")))


def anew(words: str) -> str:
    """Return words without the ids and times that Discord gives."""
    return re.sub(r"/interactions/.*|\d{10,20}", "#", words)


@pytest.mark.parametrize("openly", [False, True])
async def test_evenings_that_differ_in_a_limit_alone_are_the_same_to_everybody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, openly: bool
) -> None:
    """A pass and a high limit give the others the same messages, edits and ids of buttons, wherever they are given."""
    monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    monkeypatch.setattr("engine.fairness.seed", lambda secret, *_: secret)
    monkeypatch.setattr(WorkerProcess, "draw", named)
    shown = []
    for number in (0, 3):
        with monkeypatch.context() as patch:
            async with evening(tmp_path / f"{number}.db", patch, FREE, seeds=dealing(3)) as court:
                first, second, *_ = await auction(court, court.guests[:5])
                begun = len(court.record.sent)
                if openly:
                    await court.press(first, court.post(), part=choices(court)[number])
                else:
                    await limited(court, first, number)
                await limited(court, second, 1)
                await told(court)
                assert (await court.match()).is_shut
                assert not {first.id, second.id} & {guest.id for guest in await asked(court, court.guests[:5])}
                court.record.sent[:begun] = []
                shown.append((written(court, first.id), [anew(text(each)) for each in court.public()]))
    assert shown[0] == shown[1]
    assert len(shown[0][0]) > 1
