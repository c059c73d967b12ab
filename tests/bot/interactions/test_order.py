"""Picks whose order counts: one press after another, all of it in the ids of a view that its reader alone sees."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import pack_numbers
from tests.bot.record import Json
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, buttons, verb, verbs, words
from tests.engine.ballot import DISHES, RANKS, BallotState


async def ballots(polls: Evening) -> BallotState:
    """Return what everybody has ranked."""
    state = (await polls.match()).state
    assert isinstance(state, BallotState)
    return state


async def begun(polls: Evening) -> list[Guest]:
    """Let Ann and Bo begin to vote; return them."""
    return await polls.seat_first(2, game="ballot")


async def opened(guest: Guest) -> Answer:
    """Let somebody open the own view."""
    return await guest.press("play", guest.evening.post())


def dish(view: Answer, name: str) -> Json:
    """Return the button of a dish."""
    return next(part for part in buttons(view) if part.get("label") == words(f"ballot-dish-{name}"))


async def rank(guest: Guest, view: Answer, names: Sequence[str]) -> Answer:
    """Let somebody pick dishes one after another."""
    for name in names:
        view = await guest.click(view, dish(view, name)["custom_id"])
        assert view.edited
    return view


async def vote(guest: Guest, names: Sequence[str]) -> Answer:
    """Let somebody pick dishes one after another, and play them."""
    view = await rank(guest, await opened(guest), names)
    return await guest.press("ordered", view)


async def test_the_view_shows_what_was_picked_so_far_and_what_can_follow(polls: Evening) -> None:
    """Before the first pick, that the order counts; after the last one, nothing more to pick; one can start over.

    What is picked in a list comes behind what was picked before. Nothing of it is in memory or in the database: it
    outlives the bot; nor does it stand in any id that others see.
    """
    ann, _ = await begun(polls)
    view = await opened(ann)
    assert words("order-begin", least=1, most=RANKS) in view.text
    assert "ordered" not in verbs(view)
    view = await rank(ann, view, ["fish"])
    assert f"{words('order-picked')}\n1. Fish" in view.text
    assert "Fish" not in [part.get("label") for part in buttons(view)]
    await polls.restart()
    view = await rank(ann, view, ["soup", "stew"])
    assert f"{words('order-picked')}\n1. Fish\n2. Soup\n3. Stew" in view.text
    left = [part["label"] for part in buttons(view) if verb(part) in {"order", "ordered"}]
    assert left == [words("button-order"), words("button-start-over")]
    over = next(part for part in buttons(view) if part.get("label") == words("button-start-over"))
    view = await ann.click(view, over["custom_id"])
    assert words("order-begin", least=1, most=RANKS) in view.text
    listed = await ann.forge(dish(view, "fish")["custom_id"], view, values=["0.0"])
    assert f"1. Fish\n2. {words(f'ballot-dish-{DISHES[0]}')}" in listed.text
    view = await ann.click(listed, over["custom_id"])
    assert (await ballots(polls)).ranked == [[], []]
    view = await rank(ann, view, ["stew", "pie", "fish"])
    assert (await ann.press("ordered", view)).edited
    assert (await ballots(polls)).ranked[0] == ["stew", "pie", "fish"]
    public = [verb(part) for sent in polls.record.sent if sent.reader is None for part in sent.buttons]
    assert not {*public} & {"order", "ordered", "page"}


async def test_picks_that_no_view_offers_are_refused(polls: Evening) -> None:
    """A dish twice, one that there is none of, too many, half a number.

    A button of somebody else, who is asked too, says whose it is, and shows the own question. So does a view that lies
    open elsewhere, after the same person has ranked.
    """
    ann, bo = await begun(polls)
    view = await opened(ann)
    part, own = dish(view, "soup")["custom_id"], await opened(bo)
    for forged in (part, part.replace("order", "ordered")):
        answer = await bo.forge(forged, own)
        assert answer.edited
        assert words("refused-not-yours", player="**Ann**") in answer.text
        seats = {one["custom_id"].split(":")[2] for one in buttons(answer) if verb(one) == "order"}
        assert seats == {str(polls.guests.index(bo))}
    stem = dish(view, "soup")["custom_id"].rpartition(":")[0]
    for picked in (
        pack_numbers([0, 0]),
        pack_numbers([5]),
        pack_numbers([0, 1, 2, 3]),
        "zz",
        "000",
        pack_numbers([1296 - 1] * 25),
    ):
        for does in ("order", "ordered"):
            forged = f"{does}{stem.removeprefix('order')}:{picked}"
            assert said("refused-picks", (await ann.forge(forged, view)).private), forged
    await assert_said("refused-picks", ann.forge(f"{stem}:{pack_numbers([0])}", view, values=["0.0"]))
    assert (await ballots(polls)).ranked == [[], []]

    await vote(ann, ["pie"])
    anew = await ann.forge(part, view)
    assert anew.edited
    assert said("refused-stale", anew.text)
    assert dish(anew, "soup")["custom_id"] != part
    assert (await ballots(polls)).ranked == [["pie"], []]
