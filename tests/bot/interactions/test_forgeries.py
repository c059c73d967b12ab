"""Clicks that no client would send: forged ids, values and dialogs. Each is answered, and none changes anything."""

from __future__ import annotations

import inspect

import pytest

from bot.clocks.user_time_settings import TimeSettings
from bot.features.replay.view import AS_IT_WAS, PUBLIC
from bot.interactions.router import all_routes
from bot.interactions.table_commands import HAND, all_table_commands
from bot.storage.records import Person
from tests.bot.interactions.test_clicks import at_a_table, bidding, position, private_and_short, question_anew, refused
from tests.bot.party import ids, offered
from tests.bot.sentences import assert_refused, assert_said, assert_tells, said
from tests.bot.server import HUGE, SUBMIT, Evening, buttons, verb, verbs
from tests.bot.shuffling import secret

pytestmark = pytest.mark.seed(5)


def forgeries(number: int) -> dict[str, list[str]]:
    """Return every click there is that names a table, with what is picked there, by its custom_id."""
    values = {"pick": ["0.0"]}
    known = {"table": str(number), "table_id": str(number), "game": "oriflamme", "eyes": PUBLIC, "cards": AS_IT_WAS}
    found: dict[str, list[str]] = {}
    for name, route in all_routes().items():
        _, *parameters = inspect.signature(route.handler).parameters.values()
        if {"table", "table_id"} & {each.name for each in parameters}:
            least = [each for each in parameters if each.default is each.empty or each.name == "table_id"]
            for taken in (least, parameters):
                found[":".join([name, *(known.get(each.name, "0") for each in taken)])] = values.get(name, ["0"])

    listed = ["rewatch", *(f"which:{name}" for name in (HAND, *(each.verb for each in all_table_commands())))]
    return found | {custom_id: [str(number)] for custom_id in listed}


FORGED = [
    *("", "a" * 100, "move: 1:0:0:0", "move:\u0661:\u0660:\u0660:\u0660"),
    *f"""
    x : move move:1 move:1:0:0 move:1:0:0:0:0:0 move:a:b:c:d move:-1:0:0:0 moved:1:0:0:0 MOVE:1:0:0:0 offer:1:9:0:0
    move:{HUGE}:0:0:0 move:1:{HUGE}:0:0 move:1:0:{HUGE}:0 join:{HUGE} join:2 join:0 join log:{HUGE} hand:{HUGE}
    start:{HUGE} end:77 keep:77 about about:nonsense about:fortheking about:fortheking:1 help:nonsense help:host:1
    rules:nonsense rules:fortheking:{HUGE}x which:hand which:nonsense chosen:settings:1 play:2 play:x page:1:9:0:0
    dialog:{HUGE}:0:0 dialog:1:9:9 number:1:9:0 pick:1:9:0:0 route:1 say:1 look:3 look:x cancel:9 leave:9 __init__:1
    fail:1
    """.split(),
]


async def test_a_forged_click_is_answered_and_changes_nothing(court: Evening) -> None:
    """A wrong verb, another table, numbers out of range, huge ones, letters, negative ones.

    No button tells a stranger what the match was dealt from: each verb there is, with as many words as it takes. Nor
    does any, in a private message that was no page, try to make one of it.
    """
    party = await at_a_table(court)
    before, board = await position(court), court.board()
    for guest in (party.called, court.guests[-1]):
        answers = {forged: guest.begin(board, forged) for forged in FORGED}
        await court.settle()
        assert not [forged for forged, answer in answers.items() if not refused(answer)]
    plain = await court.guests[-1].forge("rules:nonsense")
    court.guests[-1].begin(plain, "rules:fortheking")
    for name, route in all_routes().items():
        for count in range(route.fewest, len(route.types) + 1):
            for place in (board, plain):
                court.guests[-1].begin(place, ":".join([name, "1", *["0"] * count][: count + 1]))
    await court.settle()
    assert await position(court) == before
    sent = "\n".join(str(each.body) for each in court.record.sent)
    assert (await secret(court)).hex() not in sent
    assert (await court.match()).seed.hex() not in sent


VALUES = [
    *([one] for one in ("", f"{HUGE}.0", *"x 0 0.0.0 -1.0 99.0 \u0660.\u0660x ²".split())),  # noqa: SIM905 - many
    *([], ["0.0"] * 50, ["0.0", "x"]),
]


async def test_a_select_with_a_forged_value_changes_nothing(court: Evening) -> None:
    """Values that the select didn't have, too many of them, or none."""
    party = await at_a_table(court)
    await party.reach(lambda match: any((ask := match.ask(seat)) and ask.at_least > 1 for seat in match.deciding))
    await party.until(lambda: any(verb(part) == "pick" for view in party.views.values() for part in buttons(view)))
    (view,) = [one for one in party.views.values() if "pick" in verbs(one)]
    guest = next(one for one in party.guests if party.views.get(one.id) is view)
    (part,) = ids(view, "pick")
    before = await position(court)
    for values in VALUES:
        assert private_and_short(await guest.forge(part, view, values=values)), values
    await assert_said("refused-unknown", guest.forge(part.replace("pick", "dialog").rpartition(":")[0], view))
    assert await position(court) == before


async def test_a_forged_table_or_chapter_is_no_table_and_a_known_chapter(court: Evening) -> None:
    """The selects of `which`, of the rules and of the settings."""
    ann, _ = await court.seat_first(2)
    before = await position(court)
    for values in (["9" * 100], ["x"], [], ["0"], ["2"], ["²"]):
        for custom_id in ("which:hand", "which:ending", "settings"):
            assert (await ann.forge(custom_id, values=values)).given
        await assert_tells("fortheking-name", ann.forge("rules:fortheking:1", values=values))
    assert (await court.storage.choice(Person, ann.id)).private is None
    assert await position(court) == before


async def test_a_table_of_another_server_is_out_of_reach(court: Evening) -> None:
    """The number of a table that is played elsewhere tells nothing, and can't be read, played or ended."""
    await at_a_table(court)
    before = await position(court)
    castle = court.env.create_guild("Another Castle")
    yard = castle.create_text_channel("yard")
    await court.settle()
    zed, yan = court.invite("Zed", castle), court.invite("Yan", castle)
    await court.seat(zed, yan, channel=yard)
    own = court.board(yard.id)
    every = """
    play:1 hand:1 look:1 log:1 join:1 leave:1 start:1 cancel:1 giveup:1 end:1 keep:1 board:1 move:1:0:0:0 dialog:1:0:0
    read:1:0 farewell:1
    """
    await assert_refused("refused-unknown", zed, *every.split(), place=own)
    await assert_said("refused-unknown", zed.forge("which:look", own, values=["1"]))
    assert await position(court) == before


async def test_a_number_counts_however_it_is_written(court: Evening) -> None:
    """Spaces around it, zeros before it, and the digits of other scripts; who wants it so isn't asked twice.

    What is no number is no bid: a short private answer, and one can try again.
    """
    party, bidder = await bidding(court)
    before, post = await position(court), court.post()
    for written in ("abc", "0", "100", "9999", "-1", "1.5", "²", "  ", "0x1", "1e1"):
        dialog = await bidder.press("dialog", post)
        assert said("refused-number", (await bidder.fill_in(dialog, number=written)).private), written
    assert await position(court) == before
    for guest in party.guests:
        await assert_said("settings-bids-trust-now", guest.prefer(bids="trust"))
    for written, bid in (("7", 7), (" 9 ", 9), ("\u0661\u0662", 12), ("0015", 15), ("99", 99)):
        bidder, post = party.called, court.post()
        dialog = await bidder.press("dialog", post)
        assert (await bidder.fill_in(dialog, number=written)).edited
        assert (await court.match()).state.bid == bid
    await assert_said("settings-bids-ask-now", bidder.prefer(bids="ask"))
    assert (await court.storage.choice(TimeSettings, bidder.id)).confirms


async def test_a_forged_dialog_changes_nothing(court: Evening) -> None:
    """Too many fields, no field, another's question, an old one; nor does a number out of range, without the dialog.

    An answer sent from the table message is played and shown in private: it is a page, of which an edit leaves nothing.
    """
    party, bidder = await bidding(court)
    before, post = await position(court), court.post()
    dialog = await bidder.press("dialog", post)
    custom_id = str((dialog.result.modal or {})["custom_id"])
    other = next(guest for guest in party.guests if guest is not bidder)
    field = {"type": 4, "custom_id": "number", "value": "9" * 4000}
    nine = [{"type": 18, "component": {**field, "value": "9"}}]
    for guest, forged, parts in (
        (bidder, custom_id, []),
        (bidder, custom_id, [{"type": 1, "components": [field]}]),
        (bidder, custom_id, [{"type": 18, "component": field}]),
        (other, custom_id, nine),
        (bidder, f"number:{HUGE}:0:0", nine),
    ):
        assert private_and_short(await guest.forge(forged, post, kind=SUBMIT, components=parts))
    (stem, *_) = [part["custom_id"].rpartition(":")[0] for part in offered(post) if verb(part) == "move"]
    question = stem.partition(":")[2]
    for forged in (
        *(f"{stem}:{number}" for number in ("100", "101", HUGE)),
        f"offer:{question}:0",
        f"pick:{question}:0",
    ):
        assert private_and_short(await bidder.forge(forged, post)), forged
    old = custom_id.rpartition(":")[0] + ":0"
    assert question_anew(await bidder.forge(old, post, kind=SUBMIT, components=nine))
    assert await position(court) == before
    answer = await bidder.forge(custom_id, kind=SUBMIT, components=nine)
    assert answer.message.is_ephemeral
    assert (await court.match()).state.bid == 9
