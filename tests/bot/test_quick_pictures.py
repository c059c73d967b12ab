"""Pictures that need no request of their own: at hand already, of what nobody looks at now, or shared in a lull."""

from __future__ import annotations

import asyncio

import pytest

from bot.announce import announce_state
from bot.pictures import renderer
from tests.bot.server import Evening, markdown, verbs, words
from tests.bot.test_pictures import answered, files, holding, long_post, part, seated, sent_files, slow, until

pytestmark = pytest.mark.seed(4)


async def test_a_picture_that_is_at_hand_comes_with_the_answer(court: Evening) -> None:
    """Nothing follows then; where Discord refuses the file, the words are the answer."""
    guest = await holding(court)
    await court.press(guest, court.board(), "hand")
    begun = len(court.record.sent)
    again = await court.press(guest, court.board(), "hand")
    assert files(again.message) == ["hand.png"]
    assert len(court.record.sent) == begun + 1
    court.env.inject_error("POST", "/interactions/*", status=413, code=40005, times=1)
    refused = await court.press(guest, court.board(), "hand")
    assert words("fortheking-row-personal") in markdown(refused.message)


async def test_who_presses_on_at_once_is_drawn_the_last_page_alone(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that the next answer takes away again costs drawing it, and an edit."""
    guest = await holding(court)
    answer = await court.press(guest, court.board(), "log")
    monkeypatch.setattr(renderer, "DEBOUNCE", 0.2)
    court.bot.pictures.renderer._kept.clear()
    edits = [sent.message for sent in court.record.sent].count(answer.message.id)
    shown = await answered(court.begin(guest, answer.message, part(answer.message, "play")))
    await asyncio.sleep(0.05)
    shown = await answered(court.begin(guest, shown, part(shown, "more")))
    await court.env.settle()
    assert files(court.message(shown.channel_id, shown.id)) == ["hand.png"]
    assert [sent.message for sent in court.record.sent].count(answer.message.id) == edits + 3


async def test_in_a_lull_a_post_keeps_the_picture_that_it_has(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several quick moves share the next one, as they share the edit of the table message."""
    await seated(court)
    party = await long_post(court)
    monkeypatch.setattr(announce_state, "DEBOUNCE", 60.0)
    post, edits = court.post(), []
    while court.post().id == post.id:
        before = len(court.record.sent)
        await party.step()
        edits = [sent for sent in court.record.sent[before:] if sent.message == post.id and sent.path.startswith("/ch")]
        if court.post().id == post.id and edits:
            break
    assert edits
    assert not [name for sent in edits for name in sent_files(sent) or ()]
    assert files(court.post()) == ["table.png"]
    before = len(court.record.sent)
    await court.later(seconds=60)
    assert ["table.png"] in [sent_files(sent) for sent in court.record.sent[before:] if sent.message == post.id]


@pytest.mark.parametrize("presses", [False, True])
async def test_private_table_opens_in_words_before_its_picture(
    court: Evening, monkeypatch: pytest.MonkeyPatch, *, presses: bool
) -> None:
    """Nobody waits for it; it follows into the DM, where what is shown by then stays."""
    guest = court.guests[0]
    drawing = slow(court, monkeypatch, "hand.png")
    typed = asyncio.create_task(court.command(guest, "alone", game="oriflamme", level="squire"))
    await until(lambda: bool(court.dms(guest)) and bool(court.bot.pictures._tasks))
    (view,) = court.dms(guest)
    assert files(view) == []
    if presses:
        await answered(court.begin(guest, view, part(view, "more")))
    drawing.set()
    await typed
    await court.env.settle()
    after = court.message(view.channel_id, view.id)
    assert files(after) == ["hand.png"]
    assert ("less" in verbs(after)) is presses
