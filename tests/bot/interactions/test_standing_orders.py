"""Standing orders: those that last are one dialog, with what stands, in which all are given at once."""

from __future__ import annotations

import pytest

from bot.faces.components import MODAL_LABEL, OPTION_TEXT
from bot.texts.fluent import language
from tests.bot.orderly import auction, lasting, looked, ordered, view
from tests.bot.party import deciding
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, verbs
from tests.bot.tongues import tongues

pytestmark = [pytest.mark.seed(4), pytest.mark.usefixtures("ahead")]


async def given(guest: Guest) -> dict[str, tuple[int | str, ...]]:
    """Return what a person has ordered that lasts."""
    lasts = {"never", "gold", "cards", "paying"}
    return {topic: picks for topic, picks in (await ordered(guest)).items() if topic in lasts}


async def test_all_lasting_orders_are_given_by_one_submit(court: Evening) -> None:
    """The own view says then what they will do; nothing is ordered twice, and what is emptied ends.

    With a number that can't be ordered none of the fields counts, and the refusal says which numbers can be.
    """
    guests = court.guests[:3]
    await auction(court, guests)
    guest = guests[0]
    for wrong in ("0", "1000", "-1", "ten"):
        refused = await lasting(guest, never=["1"], cards=wrong)
        assert said("refused-number", refused.text), wrong
    assert await given(guest) == {}

    answer = await lasting(guest, never=["1", "2"], gold="3", paying="1")
    first = await given(guest)
    version = (await court.table_record()).version
    await lasting(guest)
    unchanged = (await court.table_record()).version
    await lasting(guest, never=[], gold="")

    kinds = tuple((await court.match()).state.board)
    assert first == {"never": kinds[:2], "gold": (3,), "paying": ("ask",)}
    assert said("fortheking-does-limit", answer.text)
    assert unchanged == version, "what stands already is not given again"
    assert await given(guest) == {"never": ("off",), "gold": ("off",), "paying": ("ask",)}


@EVERY_LANGUAGE
async def test_dialog_shows_what_stands(court: Evening, locale: str) -> None:
    """In the reader's language, each field whole, and above them what the orders will do."""
    guests = court.guests[:3]
    tongues(court, dict.fromkeys(guests, locale))
    await auction(court, guests)
    guest = guests[0]
    await lasting(guest, gold="3")

    shown = await looked(guest)
    opened = (await guest.press("lasting", shown)).interaction.modal

    assert opened is not None
    said_, *fields = opened["components"]
    reader = language(locale)
    assert reader.text("lasting-about") in said_["content"]
    assert reader.text("fortheking-does-gold", amount=3) in said_["content"]
    assert [field["label"] for field in fields] == [
        reader.text(f"fortheking-order-{topic}") for topic in ("never", "gold", "cards", "paying")
    ]
    assert all(len(field["label"]) <= MODAL_LABEL and len(field["description"]) <= OPTION_TEXT for field in fields)
    assert not any("…" in field["label"] + field["description"] for field in fields)
    assert [field["component"].get("value") for field in fields] == [None, "3", "", None]
    paying = [each["label"] for each in fields[-1]["component"]["options"]]
    assert paying == [reader.text(f"fortheking-option-{pick}") for pick in ("least", "step")]


async def test_nothing_is_offered_before_there_is_something_to_order(court: Evening) -> None:
    """Before the first auction there is no button; from then on, and where something is ordered, there is."""
    await court.seat_first(2)
    guest = (await deciding(court))[0]
    before = await guest.unfold(await view(guest))
    assert "lasting" not in verbs(before)

    await lasting(guest, gold="3")

    after = await guest.unfold(await view(guest))
    assert "lasting" in verbs(after)


async def test_orders_of_another_seat_are_never_shown(court: Evening) -> None:
    """By a forged press, and by a forged dialog."""
    ann, bo, *_ = court.guests
    await auction(court, [ann, bo])
    seat = (await court.table()).seat_of(bo.id)
    await lasting(bo, gold="7")
    shown = await looked(ann)

    opened = await ann.forge(f"lasting:1:{seat}", shown)
    sent = await ann.forge(f"lasted:1:{seat}", shown)

    assert opened.interaction.modal is None
    assert language("en").text("fortheking-does-gold", amount=7) not in sent.text
    assert await given(bo) == {"gold": (7,)}
