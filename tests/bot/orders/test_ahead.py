"""Ordering ahead in Discord: one question for all, answered in any order, told in one post; nobody reads a limit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.pictures.process import WorkerProcess
from engine.asking import EVERYBODY
from engine.orders import Pick
from tests.bot.clocked import evening, named
from tests.bot.orderly import auction, go_on, limited, ordered, ordering, seen, told, view
from tests.bot.party import deciding, ids
from tests.bot.server import FREE, Evening, Guest, buttons, dealing, text, verbs, words
from tests.bot.tongues import Say

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3), pytest.mark.slow]
LIMITS = (2, 0, 3, 1, 0)


def choices(court: Evening) -> list[str]:
    """Return the ids of what everybody can answer right below the post, in order."""
    return [str(part["custom_id"]) for part in buttons(court.post()) if f":{EVERYBODY}:" in str(part["custom_id"])]


async def to_middle(court: Evening) -> list[Guest]:
    """Let five people come to where all but one take cards; return who may choose, who is asked by the rules first."""
    await court.seat_first(5)
    await go_on(court, lambda match: bool(match.open_joint), lambda match, seat: match.legal[seat][0])
    table = await court.table()
    (acting,) = table.started_match.legal
    return sorted(await deciding(court), key=lambda guest: table.seat_of(guest.id) != acting)


async def test_card_for_all_is_taken_where_everybody_looks(court: Evening) -> None:
    """For whoever the rules ask it is a move, told by the post that was pressed; for the others an order."""
    picker, later = (await to_middle(court))[:2]
    seq = (await court.match()).seq
    ordered = await later.click(court.post(), choices(court)[0])
    assert words("ahead-title") in ordered.private
    assert (await court.match()).seq == seq
    await told(court)
    taken = await picker.click(court.post(), choices(court)[1])
    assert taken.message.id == court.post().id
    assert (await court.match()).seq > seq


@pytest.mark.usefixtures("experienced")
async def test_person_who_wants_to_be_asked_is_called_once(court: Evening) -> None:
    """It is their turn already when they order that, so that the rules ask them what they were called for."""
    picker = (await to_middle(court))[0]
    pings = court.pings()
    call = next(message for message, user in pings if user == picker.id)

    asked = await ordering(picker, "pick")
    picked = await picker.click(asked, ids(asked, "order")[-1])
    await picker.press("ordered", picked)
    await told(court)

    assert await ordered(picker) == {"pick": ("ask",)}
    assert court.pings() == pings
    assert f"👉 **{picker.name}**" in text(court.message(court.channel.id, call))


async def test_person_who_asked_for_each_bid_is_called_for_it(court: Evening) -> None:
    """The others have answered meanwhile, so that the rules ask for the first bid, and nobody knows who looks."""
    first, *others = await auction(court, court.guests[:3])
    called = Counter(user for _, user in court.pings())
    shown = await view(first)
    step = next(part for part in buttons(shown) if part.get("label") == words("fortheking-option-step"))
    await first.click(shown, str(step["custom_id"]))
    for guest in others:
        await limited(guest, 1)

    await told(court)
    assert await deciding(court) == [first]
    assert Counter(user for _, user in court.pings()) == called + Counter([first.id])


async def test_last_to_answer_is_not_called_for_the_next_question(court: Evening) -> None:
    """The answer that closes the auction shows it; that it was the only one missing everybody could see."""
    *others, last = await auction(court, court.guests[:3])
    for guest in others:
        await limited(guest, 0)
    called = Counter(user for _, user in court.pings())

    shown = await limited(last, 0)
    await told(court)

    assert len((await court.match()).state.sales) == 1
    assert await deciding(court) == [*others, last]
    assert {"move", "offer"} & {*verbs(shown)}
    called += Counter(guest.id for guest in others)
    assert Counter(user for _, user in court.pings()) == called
    # Nor once others have answered, nor after a restart.
    await limited(others[0], 0)
    await court.restart()
    await told(court)
    assert Counter(user for _, user in court.pings()) == called


async def test_an_auction_of_five_is_settled_by_limits_and_told_in_one_post(court: Evening, says: Say) -> None:
    """Everybody is called once; the post shows who has answered and no more, and tells all bids once it is over.

    A limit is given by one press below the post or in private; as long as others are waited for, another press gives
    another one. Whoever has no seat is told so, and a press for a card that is gone shows what is asked now.
    """
    guests = court.guests[:5]
    waiting = await auction(court, guests)
    post, pings, ready = court.post(), Counter(court.pings()), choices(court)
    assert [number for number, _ in pings if number == post.id]
    # All have the same time, and it is said once, at the table as well.
    assert [text(place).count("<t:") for place in (post, court.board())] == [1, 1]
    assert says("refused-not-seated") in (await court.guests[5].click(post, ready[0])).private
    assert says("ahead-title") in (await waiting[-1].click(post, ready[2])).private
    assert await limit(waiting[-1]) == (2,)
    seq, answered = (await court.match()).seq, says("together-answered", players="").strip()
    for guest in reversed(waiting):
        call = next(line for line in court.post_text().split("\n") if line.startswith("👉"))
        openly, number = guest is waiting[-1], LIMITS[guests.index(guest)]
        assert guest.name in call or f"<@{guest.id}>" in call or openly
        answer = await (guest.click(post, ready[number]) if openly else limited(guest, number))
        await told(court)
        if guest is not waiting[0]:
            assert ((await court.match()).seq, Counter(court.pings())) == (seq, pings)
            assert await limit(guest) == (number,)
            assert says("ahead-title") in answer.text
            assert says("ahead-title") not in court.post_text()
            assert f"{answered} **{guest.name}" in court.post_text() or f", **{guest.name}**" in court.post_text()
    assert not (await court.match()).is_shut
    (winner, *_), newest = await deciding(court), court.post()
    part = next(part for part in buttons(newest) if "options" in part)
    await winner.choose(newest, [part["options"][0]["value"]], str(part["custom_id"]))
    await told(court)
    story = text(post)
    assert "1 **" in story
    assert all(guest.name in story for guest in guests)
    assert (await waiting[-1].forge(ready[0], post)).private
    assert "limit" not in await ordered(waiting[-1])


async def test_a_limit_above_ones_means_is_asked_about_once_more_in_private(court: Evening) -> None:
    """By *Another number* below the post, which stays as it is, and in a private view, in the place of another.

    Only a limit for the card itself may bluff; nobody else is shown anything of it, or of another limit in its place:
    neither a message, nor an edit, nor a line of the log; also after a restart.
    """
    first, *_ = await auction(court, court.guests[:3])
    public = seen(court)
    dialog = await first.click(court.post(), choices(court)[-1])
    doubted = await first.fill_in(dialog, number="99")
    assert "sure" in verbs(doubted)
    assert doubted.message.is_ephemeral
    assert seen(court) == public
    await first.press("sure", doubted)
    assert await limit(first) == (99,)

    await told(court)
    await court.restart()
    public, sent = seen(court), len(court.record.sent)
    place = await ordering(first, "limit")
    await first.click(place, [*ids(place, "move"), *ids(place, "offer")][-1])
    kept = await limit(first)
    assert kept != (99,)
    dialog = await first.press("dialog", await ordering(first, "limit"))
    doubted = await first.fill_in(dialog, number="98")
    assert "sure" in verbs(doubted)
    assert await limit(first) == kept
    answer = await first.press("sure", doubted)
    assert await limit(first) == (98,)
    assert "98" in answer.text
    await court.settle()
    assert seen(court) == public
    assert {each.reader for each in court.record.sent[sent:] if each.message is not None} <= {first.id}


async def limit(guest: Guest) -> Sequence[Pick]:
    """Return how far a person goes for the card that is up."""
    return (await ordered(guest))["limit"]


def written(evening: Evening, reader: int) -> list[tuple[str, ...]]:
    """Return what everybody but one reader was sent, in order; of what is made anew each evening, that it is there."""
    others = [sent for sent in evening.record.sent if sent.message is not None and sent.reader != reader]
    shown = [(sent.reader, sent.payload.get("content"), sent.payload.get("components")) for sent in others]
    return [(sent.method, anew(sent.path), anew(repr(each))) for sent, each in zip(others, shown, strict=True)]


def anew(words: str) -> str:
    """Return words without the ids and times that Discord gives."""
    return re.sub(r"/interactions/.*|\d{10,20}", "#", words)


@asynccontextmanager
async def alike(folder: Path, patch: pytest.MonkeyPatch, name: object) -> AsyncIterator[Evening]:
    """Run an evening that goes like all others that begin so."""
    with patch.context() as inner:
        inner.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
        inner.setattr("engine.fairness.seed", lambda secret, *_: secret)
        inner.setattr(WorkerProcess, "draw", named)
        async with evening(folder / f"{name}.db", inner, FREE, seeds=dealing(3)) as court:
            yield court


@pytest.mark.parametrize("openly", [False, True])
async def test_evenings_that_differ_in_a_limit_alone_are_the_same_to_everybody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, openly: bool
) -> None:
    """A pass and a high limit give the others the same messages, edits and ids of buttons, wherever they are given."""
    shown = []
    for number in (0, 3):
        async with alike(tmp_path, monkeypatch, number) as court:
            first, second, *_ = await auction(court, court.guests[:5])
            begun = len(court.record.sent)
            if openly:
                await first.click(court.post(), choices(court)[number])
            else:
                await limited(first, number)
            await limited(second, 1)
            await told(court)
            assert (await court.match()).is_shut
            assert not {first.id, second.id} & {guest.id for guest in await deciding(court)}
            court.record.sent[:begun] = []
            shown.append((written(court, first.id), [anew(text(each)) for each in court.public()]))
    assert shown[0] == shown[1]
    assert len(shown[0][0]) > 1
