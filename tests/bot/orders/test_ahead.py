"""Ordering ahead in Discord: one question for all, answered in any order, told in one post; nobody reads an order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.faces.components import Style
from bot.pictures.process import WorkerProcess
from engine.asking import EVERYBODY
from engine.games.oriflamme.actions import Choose, Lay
from engine.orders import Pick
from engine.scene import Seat
from tests.bot.clocked import evening, named
from tests.bot.orderly import TABLE, auction, go_on, limited, looked, ordered, ordering, seen, told, view
from tests.bot.party import deciding, ids, last_move, pinged, seat_of
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import FREE, Answer, Evening, Guest, Place, buttons, dealing, text, verb, verbs, words
from tests.bot.tongues import Say
from tests.contract.walks import AnyMatch

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3)]

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
    seq = await last_move(court)
    await assert_said("ahead-title", later.click(court.post(), choices(court)[0]))
    assert await last_move(court) == seq
    await told(court)
    taken = await picker.click(court.post(), choices(court)[1])
    assert taken.message.id == court.post().id
    assert await last_move(court) > seq


@pytest.mark.usefixtures("experienced")
async def test_person_who_wants_to_be_asked_is_called_once(court: Evening) -> None:
    """It is their turn already when they order that, so that the rules ask them what they were called for."""
    picker = (await to_middle(court))[0]
    pings = court.pings()
    call = next(message for message, user in pings if user == picker.id)

    asked = await ordering(picker, "pick")
    await picker.press("ordered", await picker.click(asked, ids(asked, "order")[-1]))
    await told(court)

    assert await ordered(picker) == {"pick": ("ask",)}
    assert court.pings() == pings
    assert f"👉 **{picker.name}**" in text(court.message(court.channel.id, call))


async def test_person_who_asked_for_each_bid_is_called_for_it(court: Evening) -> None:
    """The others have answered meanwhile, so that the rules ask for the first bid, and nobody knows who looks."""
    first, *others = await auction(court, court.guests[:3])
    called = Counter(pinged(court))
    shown = await view(first)
    step = next(part for part in buttons(shown) if part.get("label") == words("fortheking-option-step"))
    await first.click(shown, str(step["custom_id"]))
    for guest in others:
        await limited(guest, 1)

    await told(court)
    assert await deciding(court) == [first]
    assert Counter(pinged(court)) == called + Counter([first.id])


async def test_last_to_answer_is_not_called_for_the_next_question(court: Evening) -> None:
    """The answer that closes the auction shows it; that it was the only one missing everybody could see."""
    *others, last = await auction(court, court.guests[:3])
    for guest in others:
        await limited(guest, 0)
    called = Counter(pinged(court))

    shown = await limited(last, 0)
    await told(court)

    assert len((await court.match()).state.sales) == 1
    assert await deciding(court) == [*others, last]
    assert {"move", "offer"} & {*verbs(shown)}
    called += Counter(guest.id for guest in others)
    assert Counter(pinged(court)) == called
    # Nor once others have answered, nor after a restart.
    await limited(others[0], 0)
    await court.restart()
    await told(court)
    assert Counter(pinged(court)) == called


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
    seq, answered = await last_move(court), says("together-answered", players="").strip()
    for guest in reversed(waiting):
        call = next(line for line in court.post_text().split("\n") if line.startswith("👉"))
        openly, number = guest is waiting[-1], LIMITS[guests.index(guest)]
        assert guest.name in call or f"<@{guest.id}>" in call or openly
        answer = await (guest.click(post, ready[number]) if openly else limited(guest, number))
        await told(court)
        if guest is not waiting[0]:
            assert (await last_move(court), Counter(court.pings())) == (seq, pings)
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


@pytest.mark.slow
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


# In Oriflamme

LEAVE, REVEAL, ASK = range(3)
"""In which order what becomes of a card is offered."""


def first(match: AnyMatch, seat: Seat) -> object:
    """Return the first thing that a seat can do."""
    return match.legal[seat][0]


async def queue(court: Evening, **options: str) -> list[Guest]:
    """Let three people lay a card each; return them in the order of their cards."""
    guests = await court.seat_first(3, game="oriflamme", **options)
    await go_on(court, lambda match: match.state.phase != "placement", first)
    table = await court.table()
    users = [table.people.users[top.family] for _, top in table.started_match.state.tops]
    return sorted(guests, key=lambda guest: users.index(guest.id))


async def decided(guest: Guest, number: int, place: Place | None = None) -> Answer:
    """Let a person say what becomes of the card that is asked about."""
    shown = place or (await view(guest)).message
    given = await guest.click(shown, ids(shown, "move")[number])
    await told(guest.evening)
    return given


async def test_an_order_is_a_button_of_its_own_but_never_beside_an_answer(court: Evening) -> None:
    """Under a question a list leads to the orders, so that nobody takes one for an answer; the hand has buttons."""
    guests, table = await queue(court), await court.table()
    guest = next(each for each in guests if len(table.started_match.frame(table.seat_of(each.id)).orders) > 1)
    asking = await guest.unfold(await view(guest))
    for answer, listed in ((asking, True), (await looked(guest), False)):
        orders = [part for part in buttons(answer) if verb(part) == "ahead"]
        assert orders
        assert all(("options" in part) is listed for part in orders)


async def test_all_are_asked_together_and_answer_in_any_order(court: Evening) -> None:
    """One post calls each once, shows who has answered and never what; the queue goes on as far as it is decided."""
    first, second, third = await queue(court)
    seq, calls = await last_move(court), court.pings()
    assert words("ahead-title") in (await decided(third, LEAVE)).text
    assert words("together-answered", players=f"**{third.name}**") in court.post_text()
    await decided(second, ASK)
    assert (await last_move(court), court.pings()) == (seq, calls)
    await decided(first, LEAVE)
    assert await last_move(court) == seq + 1
    assert await deciding(court) == [second]
    assert pinged(court)[len(calls) :] == [second.id]
    await decided(second, LEAVE)
    assert await last_move(court) == seq + 3


async def test_a_call_says_that_its_question_goes_on_while_somebody_whom_it_called_has_it(court: Evening) -> None:
    """The first of them has revealed a card, which begins a chapter; what all were asked is asked in its post.

    Whoever would have revealed the next card is asked anew, and alone reads why.
    """
    first, second, third = await queue(court)
    (summons,) = (await court.table_record()).announced.summons
    below = court.message(court.channel.id, summons.message)
    await decided(second, REVEAL)
    await decided(first, REVEAL)
    await assert_tells("oriflamme-does-anew", view(second))
    assert not said("oriflamme-does-anew", "\n".join(map(text, court.public())))
    assert {second.id, third.id} <= {*pinged(court)}
    assert said("summons-moved", below.content)
    assert f"/{(await court.table_record()).announced.post}" in below.content


async def test_play_shows_what_one_has_answered(court: Evening) -> None:
    """As long as others are still asked together, the own view opens, where the answer can be changed."""
    first, *_ = await auction(court, court.guests[:3])
    await limited(first, 1)
    shown = await first.press("play", court.post())
    assert said("ahead-title", shown.private)
    assert "ahead" in verbs(shown)


async def test_play_refuses_whom_joint_question_leaves_out(court: Evening) -> None:
    """There is no answer that could be changed, and the choices of the others are none of theirs."""
    asked = await to_middle(court)
    acted = (await court.table()).recent[-1].seat
    other = court.guests[acted]
    assert other not in asked
    await assert_said("refused-not-your-turn", other.press("play", court.post()))


async def test_card_is_laid_where_the_answer_began(court: Evening) -> None:
    """Both moves are one answer, which can be taken back as one; until then nobody else sees anything of it.

    *More* and *Less* keep what was begun; *Otherwise* shows every answer. Anybody else hears whom the table waits for;
    a number that no opening has shows the whole question.
    """
    guests = await court.seat_first(3, game="oriflamme")
    await go_on(court, lambda match: bool(match.state.queue), first)
    (guest,) = await deciding(court)
    before, public, (*_, last) = await court.match(), seen(court), ids(court.post(), "begin")
    other = next(each for each in guests if each is not guest)
    await assert_said("refused-not-your-turn", other.click(court.post(), last))
    assert "move" in verbs(await guest.forge("begin:1:9", court.post()))
    begun = await guest.click(court.post(), last)
    assert begun.private
    assert "move" in verbs(await guest.press("play", begun))
    view = (await guest.click(court.post(), last)).message
    for fold, other_way in (("more", "less"), ("less", "more")):
        folded = await guest.press(fold, view)
        assert folded.edited
        assert other_way in verbs(view)
        assert "move" not in verbs(view)
        assert words("oriflamme-opening-last") in text(view)
    assert seen(court) == public

    seat = await seat_of(guest)
    card = before.state.players[seat].hand[1]
    offers = [part for part in buttons(view) if verb(part) == "offer"]
    assert offers[1]["label"] == words(f"oriflamme-card-{card}")
    await guest.click(view, offers[1]["custom_id"])
    await told(court)
    after = await court.match()
    assert after.state.queue[-1][-1].name == card
    assert after.state == before.play(seat, [Choose(card), Lay("last")])[0].state
    assert [line.seat for line in await court.tables.log(TABLE, None, before.seq)] == [seat, seat]
    assert "back" in verbs(view)


async def test_card_is_left_below_the_post(court: Evening) -> None:
    """One press; who did reads in private which card it was, and can take it back; another's changes nothing.

    The post offers Play first, in blue, for the card is named in private alone; to leave it is the same whatever it is.
    """
    guest, other, _ = await queue(court)
    post = next(each for each in reversed(court.public()) if "move" in verbs(each))
    shown = [(verb(part), part["label"], part["style"]) for part in buttons(post)]
    play, label = words("button-play"), words("oriflamme-option-leave")
    assert shown[:2] == [("play", play, Style.PRIMARY), ("move", label, Style.SECONDARY)]
    before, (leave,) = await court.match(), ids(post, "move")
    await assert_tells("refused-not-yours", other.click(post, leave))
    assert (await court.match()) is before

    view = await guest.click(post, leave)

    assert before.state.queue[0][-1].name in view.private.lower()
    assert "back" in verbs(view)
    assert (await court.match()).state.queue[0][-1].tokens == 1
