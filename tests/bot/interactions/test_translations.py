"""Public messages in the reader's own language: who is offered them, and what they say."""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot.faces import fairness, messages
from bot.faces.scene_text import Localizer
from bot.faces.turns import turn_lines
from bot.tables.move_logs import token_for
from bot.texts.fluent import language
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot import represented
from tests.bot.party import ANSWERING, FIRST, Party, end
from tests.bot.sentences import said
from tests.bot.server import HUGE, Answer, Evening, Guest, Place, buttons, verb, verbs
from tests.bot.tongues import tongues, words
from tests.contract.walks import midway

SKIPPED = 40
"""How many moves are made by chance at most before people press, where they play to the end of a game."""
READING = {"board", "read", "farewell"}


pytestmark = pytest.mark.seed(6)


def reading(message: Place) -> list[str]:
    """Return the ids of the buttons of a message that show it in another language."""
    return [part["custom_id"] for part in buttons(message) if verb(part) in READING]


async def live(court: Evening) -> Message:
    """Return the post that tells the present chapter."""
    return court.message(court.channel.id, (await court.table_record()).announced.post or 0)


async def read(guest: Guest, message: Place) -> Answer:
    """Let a person read a public message in their own language."""
    (part,) = reading(message)
    return await guest.click(message, part)


async def mixed(court: Evening, game: AnyGame = GAMES["fortheking"]) -> Party:
    """Begin a table in an English server of people of whom the second one reads Ukrainian."""
    guests = court.guests[: game.seats[0]]
    tongues(court, {guests[1]: "uk"})
    await court.seat(*guests, game=game.key)
    return Party(guests, 6)


async def story(court: Evening, locale: str, after: int, until: int, reader: Guest) -> str:
    """Return what everybody was told of some moves, in a language, as it reads to one of them alone."""
    table = await court.table()
    seat = table.viewer(reader.id)
    localizer = Localizer(language(locale), table.people)
    begun = table.started_match.opening if after == 0 else ()
    begins = [fairness.beginning_text(table.record, table.frame(None), localizer)] if after == 0 else []
    begins += [localizer.event(event, seat) for event in begun]
    told = await court.tables.log(FIRST, None, after)
    return "\n".join(
        begins + [localizer.event(event, seat) for line in told if line.seq <= until for event in line.events]
    )


async def test_who_sits_down_and_reads_another_language_is_offered_it(court: Evening) -> None:
    """From the lobby on, in the words of that language; nobody is, once that person has left.

    Where all read the same, English of whatever country or a language that Herald doesn't speak, nothing is offered.
    Who opens a table so is offered it in the first message already.
    """
    ann, bo, cy, dana, *_ = court.guests
    tongues(court, {ann: "en-GB", bo: "uk", dana: "de"})
    lobby = await court.open(ann, dana)
    assert not reading(lobby)
    await bo.press("join", lobby)
    assert reading(lobby) == ["board:1"]
    assert words("uk", "button-read") in str(buttons(lobby))
    shown = await read(bo, lobby)
    assert words("uk", "fortheking-tagline") in shown.private
    assert not verbs(shown)
    assert words("en", "fortheking-tagline") in (await read(cy, lobby)).private
    await bo.press("leave", lobby)
    assert not reading(lobby)

    await bo.command("newgame fortheking")
    sent = [each for each in court.record.sent if each.message == court.board(table=2).id]
    assert sent
    assert all([verb(part) for part in each.buttons].count("board") == 1 for each in sent)


async def test_the_table_is_shown_whole_to_whoever_asks(court: Evening) -> None:
    """With the own hand to who sits there, without any to a stranger; who is asked finds the way to the question."""
    party = await mixed(court)
    _, bo, cy, *_ = court.guests
    tongues(court, {cy: "uk"})
    assert reading(court.board()) == ["board:1"]
    for guest, own in ((bo, True), (cy, False)):
        shown = (await read(guest, court.board())).private
        assert words("uk", "fortheking-row-board") in shown
        assert (words("uk", "fortheking-row-personal") in shown) is own
    while party.called is not bo:
        await party.step()
    assert reading(court.board()) == ["board:1"]
    asking = await read(bo, court.post())
    assert verbs(asking) == ["play", "look"]
    asked = await bo.press("play", asking)
    assert asked.edited
    assert words("uk", "button-more") in str(buttons(asked))


@represented.game(by="oriflamme")
async def test_only_what_is_still_to_do_can_be_read_in_another_language(court: Evening, game: AnyGame) -> None:
    """To the end of a game the button stands under the table and the present post, and under nothing that is over."""
    party = await mixed(court, game)
    await party.skip(midway(game, game.seats[0], SKIPPED))
    while not party.over:
        shown = [message.id for message in court.public() if reading(message)]
        assert shown == [court.board().id, (await live(court)).id]
        await party.step()
    assert [message.id for message in court.public() if reading(message)] == [court.board().id]


async def test_a_post_that_still_asks_is_read_up_to_now(court: Evening) -> None:
    """With whose turn it is, without pings and without anybody's choices."""
    party = await mixed(court)
    while "move" not in verbs(await live(court)):
        await party.step()
    stranger = court.invite("Stan")
    tongues(court, {stranger: "uk"})
    shown = await read(stranger, await live(court))
    table = await court.table()
    frame, localizer = table.frame(None), Localizer(language("uk"), table.people)
    told = await story(court, "uk", 0, table.started_match.seq, stranger)
    assert shown.private == "\n".join([told, *turn_lines(table.record, frame, frame.asks, (), localizer)])
    assert not ANSWERING & set(verbs(shown))
    assert not shown.message.ping_user_ids
    assert verbs(shown) == ["look"]


async def test_a_table_that_was_ended_can_be_read_of(court: Evening) -> None:
    """The table is shown whole; nothing that is over carries a button for it, but an old farewell still answers.

    So do buttons of an older Herald: they name two moves, and tell what was told between them, and nothing else.
    """
    party = await mixed(court)
    await party.play(12)
    ann, bo, *_ = court.guests
    table = await court.table()
    for after, until in ((0, 3), (3, 7), (7, table.started_match.seq)):
        forged = f"read:1:{token_for(table, after)}:{token_for(table, until)}"
        shown = await bo.forge(forged)
        assert shown.private == await story(court, "uk", after, until, bo)

    await end(ann)
    assert [message.id for message in court.public() if reading(message)] == [court.board().id]
    assert words("uk", "table-ended-by", player="**Ann**") in (await read(bo, court.board())).private
    assert "стіл 1" in (await bo.forge("farewell:1")).private


async def test_a_language_that_is_chosen_later_is_offered_at_once(court: Evening) -> None:
    """And no more once it is given up; the server may come round to it, too.

    An old table is edited where it stands for who reads another language, and not at all for who doesn't.
    """
    ann, bo, *_ = court.guests
    board = await court.seat(ann, bo)
    assert not reading(board)
    await court.later(hours=2)
    before, sent = [message.id for message in court.public()], len(court.record.sent)
    await bo.prefer(language="en")
    await bo.prefer(pictures="off")
    assert not [one for one in court.record.sent[sent:] if one.path.startswith("/channels/")]
    for locale in ("uk", "en"):
        await bo.prefer(language=locale)
        assert [bool(reading(each)) for each in (board, court.post())] == [locale == "uk"] * 2
        assert [message.id for message in court.public()] == before
    await court.bot.preferences.change_guild_settings(court.server.id, language="uk")
    await bo.prefer(language="discord")
    await ann.prefer(language="uk")
    assert [part["label"] for part in buttons(board) if verb(part) == "board"] == [words("en", "button-read")]


def test_several_other_languages_share_a_button() -> None:
    """Each says it in its own words; whoever presses gets the own one."""
    localizer = Localizer(language("en"), People((), ()), (language("en"), language("uk")))
    (button,) = messages.translation_row(localizer, "read", 1, 2, 3)
    assert button["label"] == "In English / Українською"
    assert button["custom_id"] == "read:1:2:3"


async def test_what_is_forged_tells_nothing_but_what_all_were_told(court: Evening) -> None:
    """Other ranges are other pieces of the same story; other tables and servers are out of reach."""
    party = await mixed(court)
    await party.play(12)
    stranger = court.guests[-1]
    whole = await story(court, "en", 0, 999, stranger)
    some = token_for(await court.table(), 4)
    for forged in ("0", "0:999", "0:99999999999", "5:5", "9:2", "99999999999", "3", some, f"0:{some}", f"{some}:6"):
        shown = (await stranger.forge(f"read:1:{forged}")).private
        lines = [line for line in shown.split("\n") if not line.startswith(("👉", "-# "))]
        assert set(lines) <= {*whole.split("\n"), words("en", "log-empty")}, forged
    wrong = (
        f"read:1:{HUGE} read:1:0:{HUGE} read:1:{'0' * 12} read:1 read:x:0 read:1:x board board:x farewell read:1:2:3:4"
    )
    for forged in wrong.split():
        assert said("refused-unknown", (await stranger.forge(forged)).private), forged
    for forged in ("read:9:0", f"board:{HUGE}", "farewell:0"):
        assert said("refused-no-table", (await stranger.forge(forged)).private), forged
    pledged = (await court.table_record()).pledged
    assert pledged is not None
    farewell = (await stranger.forge("farewell:1")).private
    assert pledged.secret.hex() not in farewell
    assert said("refused-unknown", farewell)
