"""Coming back to a table: what is new since the own last move, where the log opens, and how long all have waited."""

from __future__ import annotations

import asyncio
from itertools import cycle, product

import pytest

from bot.faces.components import LAYOUT_TEXT, Page
from bot.faces.logbook import NEWS_LINES, news
from bot.faces.scene_text import asks
from bot.sending.reader_settings import visit_of
from bot.tables.move_logs import News
from bot.tables.table import Table
from bot.texts.fluent import language, locales
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import PicksReply
from engine.scene import Seat
from tests.bot import represented
from tests.bot.clocked import asked
from tests.bot.party import FIRST, Party, offered
from tests.bot.secrecy import lines
from tests.bot.sentences import speaks
from tests.bot.server import Evening, Guest, text, words
from tests.bot.tongues import tongues
from tests.contract.walks import walk
from tests.every import FOR_EVERY_GAME

WAYS = ("en", "here"), ("uk", "dm")
EVERYWHERE = pytest.mark.parametrize(
    "game, locale, private",
    [
        *((game, *way) for game, way in zip(GAMES.values(), cycle(WAYS), strict=False)),
        *(pytest.param(*each, marks=pytest.mark.soak) for each in product(GAMES.values(), locales(), ("here", "dm"))),
    ],
)
"""Each game, each language and each place at least once; all of them together take long."""

pytestmark = pytest.mark.seed(3)


async def told(court: Evening, guest: Guest) -> tuple[list[str], list[str]]:
    """Return what a person was told up to the own last move, and since, up to that of a number, by the whole log."""
    table = await court.table()
    seat, localizer = table.seat_of(guest.id), speaks(table)
    log = await court.tables.log(FIRST, seat)
    own = max((line.seq for line in log if line.seat == seat), default=0)
    old, new = (
        [localizer.event(one, seat) for line in log if (line.seq > own) is newer for one in line.events]
        for newer in (False, True)
    )
    return old, new


async def new(court: Evening, guest: Guest, locale: str, until: int) -> set[str]:
    """Return what is new to a person who is asked, up to the move of a number: as much as fits, or one line of it."""
    table = await court.table()
    seat, localizer = table.seat_of(guest.id), speaks(table, locale)
    log = [line for line in await court.tables.log(FIRST, seat) if line.seq <= until]
    own = max((line.seq for line in log if line.seat == seat), default=0)
    since = News(tuple(line for line in log if line.seq > own), None, moved=own > 0)
    visit = visit_of(since, table.started_match.game, localizer, seat, answering=True)
    return {news(visit, LAYOUT_TEXT, localizer, height) for height in (1, NEWS_LINES)}


async def answered(guest: Guest) -> None:
    """Let somebody who is asked answer elsewhere, with the first choices, until others are."""
    while question := (await guest.evening.table()).answering_frame(guest.id).mine:
        picks = PicksReply(tuple(range(question.at_least)))
        await guest.evening.tables.play(FIRST, guest.id, question.question, picks)


async def begun(court: Evening, game: AnyGame, locale: str = "en", private: str = "here") -> Party:
    """Let as few people as can play sit down, who all read this language; a hint would take room from the news."""
    guests = court.guests[: game.seats[0]]
    tongues(court, dict.fromkeys(guests, locale))
    for guest in guests:
        await guest.prefer(hints="off")
    await court.seat(*guests, game=game.key, private=private)
    return Party(guests, 3)


@EVERYWHERE
async def test_who_is_asked_reads_first_what_happened_since_the_own_last_move(
    court: Evening, game: AnyGame, locale: str, private: str
) -> None:
    """In the own language, also what only this person was told; the weightiest of it, and how much more there was.

    A letter says what was new when it was sent, or shown anew to its reader: what others do meanwhile may be missing.
    """
    party, seen, since = await begun(court, game, locale, private), 0, dict[str, int]()
    heads = ("> ", *(f"**{language(locale).text(key)}**" for key in ("since-title", "since-begun")))
    for _ in range(25):
        if party.over:
            break
        match, guest = await court.match(), await asked(court)
        move, questions = match.seq, [match.question_id(seat) for seat in match.deciding]
        since = {question: since.get(question, move) for question in questions}
        views = [((await guest.press("play")).private, move)]
        if private == "dm":
            views.append((text(guest.dms[-1]), since[questions[0]]))
        for said, sent in views:
            shown = "\n".join(line for line in said.split("\n") if line.startswith(heads))
            expected = [await new(court, guest, locale, until) for until in range(sent, move + 1)]
            assert any(shown in one for one in expected), (shown, expected)
            seen += bool(shown)
        await party.step()
    assert seen


@FOR_EVERY_GAME
async def test_the_log_opens_where_the_reader_goes_on(court: Evening, game: AnyGame) -> None:
    """All that is new stands on the page, below the line that says so; who watches begins at the end."""
    party = await begun(court, game)
    # Even of a game with few moves as many are left as it takes until there is something new to somebody.
    await party.skip(min(22, len(walk(game, game.seats[0], 3)[1]) // 3) - 2)
    await party.play(2)
    while not all(heard := await told(court, guest := await asked(court))):
        await party.step()
    old, new = heard
    page = (await guest.press("log")).private
    above, mark, below = page.partition(f"⬇️ {language('en').text('since-title')}")
    assert mark
    assert lines(new[0]) <= lines(below)
    assert new[0] in old or not lines(new[0]) & lines(above)
    times = {f"<t:{int(line.at)}:f>" for line in await court.storage.log(FIRST)}
    assert any(time in page for time in times), "in Discord's own way, which each reader sees in the own zone"
    watching = (await court.guests[-1].press("log")).private
    assert mark not in watching


@represented.game(by="oriflamme")
async def test_the_log_has_a_heading_for_each_part_of_the_match_on_every_page(court: Evening, game: AnyGame) -> None:
    """Turns and rounds begin with one; a page that begins in the middle says under which it stands."""
    party = await begun(court, game)
    # A game with few moves is still being played, too: the command leads to no table that is over.
    await party.skip(min(60, len(walk(game, game.seats[0], 3)[1]) - 2))
    answer = await party.guests[0].command("table log")
    people, viewer = (await court.table()).people, (await court.table()).seat_of(party.guests[0].id)
    told = [event for line in await court.tables.log(FIRST, Seat(0)) for event in line.events]
    heads = [language("en").say(event, people.escaped_names, viewer) for event in told if game.is_heading(event)]
    assert heads
    pages = [(await party.guests[0].forge(f"log:1:{line}", answer)).text for line in range(1, 400, 7)]
    assert all(any(f"**{head}**" in page for page in pages) for head in heads)
    after = pages[next(at for at, page in enumerate(pages) if f"**{heads[0]}**" in page) + 1 :]
    assert all(any(f"**{head}**" in page for head in heads) for page in after)


def test_how_long_ago_a_question_is_changes_no_look() -> None:
    """Else every table would be edited for it."""
    early, late, never = (Page([block]).digest for block in ("asked <t:1:R>", "asked <t:999:R>", "asked"))
    assert early == late != never


@EVERYWHERE
async def test_a_private_view_that_is_out_of_date_says_so_and_is_shown_anew_by_the_same_press(
    court: Evening, game: AnyGame, locale: str, private: str
) -> None:
    """It was answered elsewhere since: the table of now takes its place, and nothing of then is to press."""
    await (await begun(court, game, locale, private)).play(2)
    guest = await asked(court)
    old = guest.dms[-1] if private == "dm" else await guest.press("play")
    one = str(offered(old)[0]["custom_id"])
    await answered(guest)
    # Whatever Discord is shown of those moves is there before the press.
    while await court.tables.published_states.find_behind():
        await court.settle()
    pressed = await guest.forge(one, old)
    assert pressed.edited
    assert language(locale).text("view-outdated") in pressed.text
    assert not offered(pressed)
    table = await court.table()
    assert asks(table.frame(None), speaks(table, locale)) in pressed.text


async def test_a_press_in_a_dm_is_not_overtaken_by_the_edit_that_was_under_way(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader was just told there that it was out of date: what the edit would show is older, or lacks that."""
    await Party(await court.seat_first(2, private="dm"), 3).play(2)
    guest = await asked(court)
    await court.bot.preferences.change_user_settings(guest.id, pictures=False)
    letter, logs, go, begun = guest.dms[-1], court.tables.logs, asyncio.Event(), asyncio.Event()
    old, news = str(offered(letter)[0]["custom_id"]), logs.news

    async def slow(table: Table, seat: Seat) -> News:
        if not begun.is_set():
            begun.set()
            await go.wait()
        return await news(table, seat)

    monkeypatch.setattr(logs, "news", slow)
    await answered(guest)
    await begun.wait()
    guest.begin(letter, old)
    async with asyncio.timeout(60):
        while words("view-outdated") not in text(letter):  # noqa: ASYNC110 - simcord tells of nothing but the end of everything
            await asyncio.sleep(0.01)
    go.set()
    await court.settle()
    assert words("view-outdated") in text(letter)
