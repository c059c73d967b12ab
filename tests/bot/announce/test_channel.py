"""What is left in the channel: one post a chapter, calls that go once answered, and nothing that leads nowhere."""

from __future__ import annotations

import re

import pytest
from simcord.backend.models import Message

from bot.announce import announce_state
from bot.faces.fairness import BRIEF
from bot.faces.story import STORY
from bot.pictures.renderer import Renderer
from bot.storage.records import Status
from bot.texts.fluent import language
from engine.analysis import SHOWN
from engine.games import GAMES
from engine.games.oriflamme.actions import Leave, Reveal
from engine.scene import Seat
from tests.bot.announce.healing import begun, behind, called_once_a_turn
from tests.bot.clocked import shown
from tests.bot.party import (
    ANSWERING,
    FIRST,
    Party,
    answer,
    by_choice,
    end,
    garden,
    last_move,
    made,
    offered,
    pinged,
    public_ids,
    status_of,
)
from tests.bot.represented import represented
from tests.bot.sentences import said, speaks
from tests.bot.server import Evening, buttons, text, verb, verbs, words
from tests.contract.walks import AnyMatch
from tests.every import FOR_EVERY_KEY

LULL = 60.0
TOO_OLD = 30046
SEATS = {"fortheking": 4, "oriflamme": 4}

pytestmark = pytest.mark.seed(7)


def summoned(court: Evening) -> list[Message]:
    """Return the calls that stand below the story, with something to press."""
    table = court.tables.cache.peek(FIRST)
    assert table is not None
    return [court.message(court.channel.id, each.message) for each in table.record.announced.summons]


async def posted(court: Evening) -> int:
    """Return the post that tells the story, 0 if there is none."""
    return (await court.table_record()).announced.post or 0


async def test_each_auction_is_one_post(court: Evening) -> None:
    """From the card that comes up to who has it; of its bids only the last one is told whole, the others in a line."""
    party, bids = await begun(court, 3, 4), re.compile(r"^-# \d+ \*\*\w+\*\* · (\d+ )?\*\*\w+\*\*", re.MULTILINE)

    def told() -> list[str]:
        return [message.content for message in court.public() if "Up for auction" in message.content][:-1]

    await party.until(lambda: len(told()) > 1 and any(map(bids.search, told())))
    assert all(post.startswith("Up for auction") and post.count("Up for auction") == 1 for post in told())


# Calls


async def call(court: Evening) -> tuple[Party, Message]:
    """Play until somebody is asked an open question below the story; return the call."""
    party = await begun(court, 3, 4)
    await party.until(lambda: any(map(offered, summoned(court)[-1:])))
    return party, summoned(court)[-1]


async def test_a_call_goes_once_it_is_answered_and_after_the_next_one_has_come(court: Evening) -> None:
    """An open question has its choices under the call, too; the answer there says where the story goes on.

    The story's post stays.
    """
    party, old = await call(court)
    guest, story = party.called, await posted(court)
    before, calls = len(court.record.sent), len(party.calls)
    assert f"<@{guest.id}>" in old.content
    answer = await guest.click(old, offered(old)[-1]["custom_id"])
    assert answer.edited
    assert said("summons-answered", answer.message.content) or offered(answer)
    assert f"/{story}" in answer.message.content or offered(answer)
    while len(party.calls) == calls:
        await party.step()
    assert old.id not in public_ids(court)
    sent = [(one.method, one.path.rpartition("/")[2]) for one in court.record.sent[before:]]
    assert sent.index(("POST", "messages")) < sent.index(("DELETE", str(old.id)))
    assert story in public_ids(court)


async def test_a_call_at_a_table_that_is_ended_says_so(court: Evening) -> None:
    """It pinged somebody, and is not deleted: one line leads to what happened until then."""
    party, below = await call(court)
    await end(party.guests[0])
    assert said("summons-ended", below.content)
    assert not buttons(below)
    assert below.id in public_ids(court)


async def test_nobody_is_called_who_answers_at_once(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The story asks at once; the call would come a lull later, and never comes where the answer was quicker."""
    monkeypatch.setattr(announce_state, "DEBOUNCE", LULL)
    party = await begun(court, 3, 4)
    await party.play(12)
    assert not summoned(court)
    assert "DELETE" not in {sent.method for sent in court.record.sent}
    while True:
        await party.step()
        table, match = await court.table(), await court.match()
        (asked,) = match.deciding
        if (asked, match.asked[asked]) not in table.record.announced.called:
            break
    calls = len(court.pings())
    await court.later(seconds=LULL)
    assert pinged(court)[calls:] == [table.people.users[asked]]
    assert not await behind(court)


# What Discord refuses


@pytest.mark.parametrize("lost", ["deleted", "old"])
async def test_a_lost_post_is_posted_anew_with_its_whole_chapter(court: Evening, lost: str) -> None:
    """30046 is what Discord answers to too many edits of an old message; the new post pings who is to be called.

    One that was deleted is no loss of the story either, and nobody is pinged twice for the same turn.
    """
    party = await begun(court, 3, 4)
    await party.play(6)
    old = await posted(court)
    told = court.message(court.channel.id, old).content.split("\n")
    guest, view = party.called, await party.opened(party.called)
    if lost == "deleted":
        court.env.backend.delete_message(court.channel.id, old)
    else:
        path = f"/channels/{court.channel.id}/messages/{old}"
        court.env.inject_error("PATCH", path, status=400, code=TOO_OLD, times=None)
    await answer(guest, view)
    while await posted(court) == old:
        await party.step()
    new = court.message(court.channel.id, await posted(court))
    assert told[0] in {*new.content.split("\n"), *"\n".join(map(text, court.public()[1:])).split("\n")}
    await party.play(10)
    assert await called_once_a_turn(party)


async def test_a_deletion_that_fails_is_made_up_for(court: Evening) -> None:
    """Nobody is called twice for it, and nothing of it stays; where somebody else has deleted a call the next come."""
    party, _ = await call(court)
    for each in summoned(court):
        court.env.backend.delete_message(court.channel.id, each.id)
    await party.play(12)
    assert not await behind(court)
    assert await called_once_a_turn(party)

    await party.until(lambda: bool(summoned(court)))
    (old,) = summoned(court)
    path = f"/channels/{court.channel.id}/messages/{old.id}"
    court.env.inject_error("DELETE", path, status=503, times=None)
    while not await behind(court):
        await party.step()
    court.env.backend.faults.clear()
    await court.later(minutes=2)
    assert old.id not in public_ids(court)
    assert party.calls == await party.turns()
    assert not await behind(court)


# Two tables


async def test_where_two_tables_share_a_channel_each_call_names_its_own(court: Evening) -> None:
    """Game and number, in the first line; where there is one table, nothing of it.

    Every button of a table belongs to that table alone, and so does every word.
    """
    ann, bo, cy, dana, *_ = court.guests
    await court.seat(ann, bo)
    assert "table 1" not in court.post().content
    await court.seat(cy, dana)
    boards = [message for message in court.public() if "log" in verbs(message)]
    for number, board in enumerate(boards, 1):
        own = {part["custom_id"].split(":")[1] for part in buttons(board) if verb(part) != "rules"}
        assert own == {str(number)}
        assert f"table {number}" in text(board)
        assert ("Ann" in text(board), "Cy" in text(board)) == (number == 1, number == 2)
    assert (await cy.press("hand", boards[0])).private
    assert [await last_move(court, number) for number in (1, 2)] == [0, 0]

    parties = [Party([ann, bo], 1), Party([cy, dana], 2, table=2)]
    before = len(court.record.sent)
    for party in parties:
        await party.play(30)
    calls = [one for one in court.record.sent[before:] if one.method == "POST" and one.pings]
    assert calls
    for one in calls:
        table = str(one.buttons[0]["custom_id"]).split(":")[1]
        assert one.payload["content"].startswith(f"-# {words('fortheking-name')} · table {table}\n")


# The end


@pytest.mark.parametrize("game", represented(SEATS, by="oriflamme"))
async def test_a_whole_game_is_told_once_from_its_first_message_to_its_reasons(court: Evening, game: str) -> None:
    """All posts together tell every event, in short at least; the last one sums up, each duty with its office.

    Whoever opens the channel sees the end, another game, and what was hidden behind a button. Two table messages are
    left; the first, whose number counts for the shuffle, keeps the pledge and says what its first phase came to. How
    the game began is told once, by the post below it.
    """
    party = await begun(court, SEATS[game], 4, game=game)
    first = court.board().id
    await party.play()
    table, localizer = await court.table(), language("en")
    match, names = table.finished_match, table.people.bold_names
    *_, newest = public = court.public()
    last = court.post().content

    assert not summoned(court)
    assert not [each for each in public if {"play", "read", *ANSWERING} & set(verbs(each))]
    assert max(len(each.content) for each in public) <= STORY
    told = "\n".join(map(text, public))
    for event in [event for line in await court.tables.log(FIRST, None) for event in line.events]:
        whole, brief = localizer.say(event, names), f"{event.key}.short"
        short = localizer.say(type(event)(brief, event.facts), names) if localizer.has_text(brief) else whole
        assert whole in told or short in told, whole

    assert all(f"**{guest.name}**" in last for guest in party.guests)
    assert not [line for line in GAMES[game].telling.summary(match.state) if localizer.say(line, names) not in last]
    assert game != "fortheking" or re.search(r"\(\w[\w ]+ \d( \+ |\))", last)

    assert match.outcome is not None
    story = [localizer.say(each, names) for each in match.outcome.highlights]
    assert all(each in text(newest) and each not in last for each in story)
    assert len(story) == SHOWN
    assert {"rematch", "alone", "opened"} <= set(verbs(newest))
    hidden = [key for key in ("favored", "box", "lost") if game == "fortheking"]
    assert not [key for key in hidden for each in public if words(f"fortheking-opened-{key}") in text(each)]

    laid_out = [message for message in public if not message.content]
    assert [message.id for message in laid_out] == [first, court.board().id]
    assert words(f"{game}-name") in text(laid_out[0])
    assert table.record.pledged is not None
    assert table.record.pledged.pledge[:BRIEF] in text(laid_out[0])
    assert told.count(match.commitment[:BRIEF]) == 1
    assert not buttons(laid_out[0])


async def test_a_game_that_has_begun_stands_where_its_lobby_was_before_any_picture(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody presses Join or Start any more, however long the picture takes, and whoever is asked first."""
    offered_meanwhile: list[set[str]] = []

    async def draw(*_: object, **__: object) -> None:
        table = court.tables.cache.peek(FIRST)
        if table and table.status is Status.PLAYING:
            offered_meanwhile.append({*verbs(court.board())})

    monkeypatch.setattr(Renderer, "draw", draw)
    await court.guests[0].command("newgame fortheking", rivals=3)
    assert await status_of(court) is Status.PLAYING
    await court.later(seconds=40)
    assert offered_meanwhile
    assert not any({"join", "start", "cancel"} & each for each in offered_meanwhile)


# Chapters that end and begin between two looks at a table: none of them stands in the post of the one before


def at_last_card(match: AnyMatch) -> bool:
    """Tell whether the last card of a queue is reached."""
    state = match.state
    return bool(state.phase == "resolution" and state.pointer == len(state.queue) - 1)


def leaving(match: AnyMatch, seat: Seat) -> object:
    """Return the choice that leaves a card as it lies, where there is one."""
    return next((action for action in match.legal[seat] if isinstance(action, Leave)), match.legal[seat][0])


@FOR_EVERY_KEY
async def test_the_first_part_of_a_game_is_headed_as_every_later_one(court: Evening, game: str) -> None:
    """In the first post and every edit of it, where so few lines leave room for it, and in the log, as a heading."""
    await court.seat_first(3, game=game)
    await shown(court)
    table, post = await court.table(), court.post()
    match = table.started_match
    (begun,) = match.opening
    told = speaks(table).event(begun, None)
    assert post.content.split("\n")[2] == told
    seat = match.deciding[0]
    await court.tables.play_for_seat(FIRST, seat, match.question_id(seat), [match.legal[seat][0]])
    await shown(court)
    assert (post.content.split("\n")[2] == told) is (game == "fortheking")
    log = (await court.guests[4].press("log")).private
    assert log.count(f"**{told.replace('**', '')}**") == 1


@pytest.mark.seed(2)
async def test_a_card_whose_reveal_ends_a_round_is_told_in_a_post_of_its_own(court: Evening) -> None:
    """The new round is told and asked below it; the post before keeps what was told there."""
    await court.seat_first(3, game="oriflamme")
    await made(court, list(by_choice(await court.match(), leaving, at_last_card)))
    await shown(court)
    before, match = court.post(), await court.match()
    told, seat = before.content.split("\n"), next(iter(match.legal))
    reveal = next(action for action in match.legal[seat] if isinstance(action, Reveal))
    after = (await court.tables.play_for_seat(FIRST, seat, match.question_id(seat), [reveal])).table.started_match
    await shown(court)
    assert (after.seq, after.state.phase) == (match.seq + 1, "placement")
    kept = before.content.split("\n")
    assert "reveals card" not in before.content
    assert kept == [line for line in told if line in kept]
    first = court.post_text().split("\n")[0]
    assert first.startswith("… Round 2 "), "while a chapter lasts, its post tells the end of it"
    assert "reveals card" in (await court.guests[4].press("log")).private


@FOR_EVERY_KEY
async def test_a_game_that_ends_several_chapters_later_ends_with_its_table(court: Evening, game: str) -> None:
    """As where rivals play the last cards between two looks: what they did is told above the last picture."""
    await court.seat_first(3, game=game)
    await shown(court)
    async with court.bot.announcer.hold_news(FIRST, None):
        await made(court, list(by_choice(await court.match(), lambda match, seat: match.legal[seat][0])))
    await shown(court)
    *_, told, newest = court.public()
    assert "rematch" in verbs(newest)
    assert "🏆" in told.content


@pytest.mark.seed(6)
async def test_question_alone_of_a_table_led_back_is_closed(court: Evening) -> None:
    """Its first post in the new place tells nothing yet, and its answer begins a chapter: its words stay, no button."""
    party, there = Party(await court.seat_first(3, game="oriflamme"), 5), await garden(court)
    await party.play(6)
    await court.later(seconds=5)
    with court.env._bot_scope():
        await court.tables.suspend(FIRST)
        await court.tables.resume(FIRST, guild=court.server.id, channel=there.id)
    await court.later(seconds=5)
    post = court.post(there.id)
    asked, offered = post.content, verbs(post)
    party.channel = there.id
    party.views.clear()
    await party.step()
    await court.later(seconds=5)
    stands = court.message(there.id, post.id)
    assert (bool(offered), verbs(stands), stands.content) == (True, [], asked)
    assert verbs(court.post(there.id))
