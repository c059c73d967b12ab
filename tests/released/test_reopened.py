"""Today's bot on the database and in the Discord that the released version left: nobody is called, and all goes on."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import discord
import pytest
import simcord
from simcord.backend.models import Message

from bot.announce.announce_state import DEBOUNCE
from bot.client.herald import Herald
from bot.host.config import Config
from bot.pictures.process import WorkerProcess
from bot.storage.records import Status, TableId
from bot.tables.table import Table
from engine.rng import Rng
from tests.bot import discord_time, translated
from tests.bot.clocked import named
from tests.bot.limits import BUTTON, problems
from tests.bot.party import ANSWERING, Party, offered, status_of
from tests.bot.record import Json, Record, Sent, written
from tests.bot.server import FREE, SUBMIT, Answer, Evening, Guest, about, buttons, text, verb
from tests.contract.walks import seed
from tests.released import left
from tests.released.left import Left
from tests.released.test_released import STRIDES, answered

pytestmark = pytest.mark.slow

NEWEST = 20
"""How many of a person's DMs are looked through for the present question."""


@dataclass(slots=True)
class Returned(Party):
    """People who know from the table itself whose turn it is: they were called before this evening began."""

    @property
    def held(self) -> Table:
        """Return the table as it is in the bot's memory."""
        held = self.evening.tables.cache.peek(TableId(self.table))
        assert held is not None
        return held

    @property
    def over(self) -> bool:
        """Tell whether the game is over; not every server reads it in English."""
        return self.held.started_match.outcome is not None

    async def next(self) -> Guest:
        """Return the person who is asked."""
        asked = self.held.people.users[self.held.started_match.deciding[0]]
        return next(guest for guest in self.guests if guest.id == asked)

    @property
    def post(self) -> Message:
        """Return the table's present post."""
        return self.evening.message(self.channel, self.held.record.announced.post or 0)

    def dms(self, guest: Guest) -> list[Message]:
        """Return a person's DMs about this table: they have its buttons, in any language."""
        return [one for one in guest.dms[-NEWEST:] if about(buttons(one), self.table)]


def guest(court: Evening, table: Left, user: int) -> Guest:
    """Return a person in the server of a table."""
    backend = court.env.backend
    server = simcord.GuildHandle(court.env, backend.guilds[table.place[0]])
    known = backend.users[user]
    member = simcord.MemberActor(court.env, server, simcord.UserHandle(court.env, known))
    return Guest(known.global_name or known.name, member, court)


@dataclass(frozen=True, slots=True)
class Shown:
    """A message in which something of a table can be pressed: what, and by whom if it has an only reader."""

    message: Message
    reader: int | None
    buttons: list[Json]


def shown(court: Evening) -> dict[int, list[Shown]]:
    """Return where something of each table can be pressed now."""
    found: dict[int, list[Shown]] = defaultdict(list)
    for known in court.env.backend.messages.values():
        for message in known.values():
            parts = buttons(message)
            for number in filter(str.isdecimal, {str(part["custom_id"]).split(":")[1] for part in parts}):
                found[int(number)].append(Shown(message, court.record._reader(message), parts))
    return found


def posted(court: Evening) -> list[Sent]:
    """Return the messages that the bot has posted since it started, in channels and in DMs."""
    return [sent for sent in court.record.sent if sent.method == "POST" and sent.path.endswith("/messages")]


def calls(court: Evening) -> Counter[tuple[int, int]]:
    """Count who was called to which table, by a ping or by a DM."""
    return Counter(
        (int(str(sent.buttons[0]["custom_id"]).split(":")[1]), user)
        for sent in posted(court)
        for user in (sent.pings or ([sent.reader] if sent.reader else []))
    )


def repeated(court: Evening, before: frozenset[tuple[int, str]]) -> list[str]:
    """Return what was posted since the start of tables that weren't behind, and stood there before, word for word."""
    behind = {each.table for each in left.tables() if each.untold}
    sent = [one for one in posted(court) if not any(about(one.buttons, number) for number in behind)]
    return [words for one in sent if (one.channel, words := written(one.payload)) in before]


def stood(court: Evening) -> frozenset[tuple[int, str]]:
    """Return all that stands in each place: the place, and all the words of each message, as those of a payload."""
    return frozenset(
        (place, written({"content": one.content, "components": one.components, "attachments": one.attachments}))
        for place, known in court.env.backend.messages.items()
        for one in known.values()
    )


@asynccontextmanager
async def reopened(room: Path, patch: pytest.MonkeyPatch, *, after: float = 60) -> AsyncIterator[Evening]:
    """Lay everything down so many seconds later, with a bot that isn't started; in the end Discord's limits were kept.

    `start` starts it. No handler may have failed unseen.
    """
    patch.setattr(WorkerProcess, "draw", named)
    patch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    patch.setattr("bot.storage.sqlite.writer.LOOK_SECONDS", 24 * 3600.0)
    for waits in ("announcer.QUIET", "announce_state.QUIET", "announce_state.PEACE"):
        patch.setattr(f"bot.announce.{waits}", 24 * 3600.0)
    another = partial(Herald, Config(database=left.database(room / "herald.db"), **FREE))
    env = discord_time.Env(another(), shard_count=1, check_errors=False)
    left.world().furnish(env.backend)
    env.backend.advance_clock(after)
    record = Record(env)
    discord_time.install(patch)
    translated.install(patch)
    record.install(patch)
    home, place = left.tables()[0].place
    server = simcord.GuildHandle(env, env.backend.guilds[home])
    channel = simcord.ChannelHandle(env, server, env.backend.channels[place])
    try:
        yield Evening(env, room / "herald.db", server, channel, [], record, another)
        assert not [one.id for one in env.backend.interactions.values() if not one.responded]
        assert not env.errors
        assert not [problem for sent in record.sent for problem in problems(sent.payload)]
    finally:
        await asyncio.wait_for(env.bot.close(), 5)
        await env.shutdown()


async def start(court: Evening) -> None:
    """Start the bot, and let it tell what the last stop left unsaid."""
    await court.env.start()
    await court.settle()


NUMBER = "98"
SELECT = 3


@dataclass(frozen=True, slots=True)
class Pressed:
    """Something old that was pressed at a table, if by the person who is asked there, and what came of it."""

    table: int
    custom_id: str
    asked: bool
    answer: Answer

    @property
    def offered(self) -> set[str]:
        """Return what answers the question in the message that is the answer."""
        return {str(part["custom_id"]) for part in offered(self.answer)}


def press(court: Evening, table: Left, places: Sequence[Shown]) -> Iterator[Pressed]:
    """Press whatever answered a question at a table, each once for each person, and don't wait.

    That is what stands in messages, what could have stood in the view of who was asked, and the open dialogs.
    """
    old: dict[tuple[int, str], tuple[Message, Json]] = {}
    for place in places:
        for part in place.buttons:
            if verb(part) in ANSWERING:
                values = [option["value"] for option in part.get("options", ())][: part.get("max_values", 0)]
                old[place.reader or table.asking, str(part["custom_id"])] = place.message, _data(values)
    for asked in table.asked:
        for custom_id, values in asked.answers.items():
            old[table.users[asked.seat], custom_id] = places[-1].message, _data(values[:1])
    for dialog in table.dialogs:
        field = {"type": 18, "component": {"type": 4, "custom_id": "number", "value": NUMBER}}
        message = court.message(dialog.channel, dialog.message)
        old[dialog.user, dialog.id] = message, {"kind": SUBMIT, "components": [field]}
    for (user, custom_id), (message, data) in old.items():
        answer = guest(court, table, user).begin(message, custom_id, **data)
        yield Pressed(table.table, custom_id, user == table.asking, answer)


def _data(values: Sequence[str]) -> Json:
    return {"component_type": SELECT, "values": list(values)} if values else {"component_type": BUTTON}


WEEK = 7 * 24 * 3600.0
SHOWING = {"play", "hand", "look", "log", "board", "read", "rules"}
SEEN = 3
"""How often each kind of button that only shows is pressed."""
SOON = 15
"""How many steps people play from the old messages, before all but the end is made by chance."""
PRESSED = ("discard pick one here", "bribery move dm")
"""What is asked at the tables that are played to the end by buttons alone."""


@pytest.fixture
async def court(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Return the Discord around it with today's bot, a minute later."""
    async with reopened(tmp_path, monkeypatch) as begun:
        await start(begun)
        yield begun


@pytest.mark.parametrize("after", [pytest.param(60.0, marks=pytest.mark.soak), WEEK])
async def test_nobody_is_called_for_the_update_and_nothing_that_looks_the_same_is_posted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: float
) -> None:
    """Whatever was announced stays as it is, however old; whatever was not is told once, and calls whom it concerns."""
    async with reopened(tmp_path, monkeypatch, after=after) as court:
        before = stood(court)
        await start(court)
        assert calls(court) == {(each.table, each.asking): 1 for each in left.playing() if await waiting(court, each)}
        assert not repeated(court, before)
        assert not await stale(court)
        first = len(posted(court))
        assert first
        await court.restart()
        assert len(posted(court)) == first


async def test_a_move_is_shown_in_the_old_table_message(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """However old that is, unless the move begins a phase."""
    # What the test itself sets off lies outside of simcord's clock.
    monkeypatch.setattr(discord.utils, "utcnow", court.env.now)
    before = [await court.table(each.table) for each in left.playing() if not each.untold]
    after = [await answered(court.tables, table, Rng(seed(table.record.id), 0)) for table in before]
    await court.later(seconds=2 * DEBOUNCE)
    moved = {was.record.id for was in before if shown_in(was) != shown_in(await court.table(was.record.id))}
    begun = {was.record.id for was, now in zip(before, after, strict=True) if phase(was) != phase(now)}
    assert moved == begun
    assert {table.record.game for table in before if table.record.id not in begun} == {
        each.game for each in left.tables()
    }


def shown_in(table: Table) -> int:
    """Return the table message of a table that has one."""
    assert table.record.announced.message
    return table.record.announced.message


def phase(table: Table) -> str:
    """Return the phase that a table is in."""
    return table.frame(None).scene.phase


async def waiting(court: Evening, table: Left) -> bool:
    """Tell whether the person who is asked could not know: it was not they who moved last, or the game has begun."""
    if not table.untold:
        return False
    lines = await court.tables.log(TableId(table.table), None, max(0, table.announced))
    mover = lines[-1].seat if lines else None
    return mover is None or table.users[mover] != table.asking


async def stale(court: Evening) -> list[int]:
    """Return the tables of which Discord still shows another state than they are in."""
    wrong, places = [], shown(court)
    for each in left.tables():
        announced = (await court.table_record(each.table)).announced
        pressed = {verb(part) for one in places[each.table] for part in one.buttons}
        if each.status in {"playing", "over"} and announced.seq != each.moves:
            wrong.append(each.table)
        if each.status == "ended" and pressed & {"play", "join"}:
            wrong.append(each.table)
        if each.status == "lobby":
            lobby = text(court.message(each.place[1], announced.message or 0))
            wrong += [each.table] * (f"{len(each.users)}. " not in lobby or "join" not in pressed)
    return wrong


@STRIDES
async def test_an_old_answer_is_refused_and_shows_the_question_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stride: int
) -> None:
    """It might mean something else today: nothing is played, and whoever is asked sees today's buttons, no old one."""
    async with reopened(tmp_path, monkeypatch) as court:
        chosen, places = left.playing()[::stride], shown(court)
        await start(court)
        before = await moves(court)
        pressed = [one for each in chosen for one in press(court, each, places[each.table])]
        await court.settle()
        assert await moves(court) == before
        assert {one.table for one in pressed} == {each.table for each in chosen}
        assert not [one.custom_id for one in pressed if not one.answer.given]
        assert not {one.custom_id for one in pressed} & {new for one in pressed for new in one.offered}
        assert not [one.custom_id for one in pressed if one.asked and not one.offered]


async def moves(court: Evening) -> Counter[int]:
    """Return how many moves were made at each table."""
    return Counter({each.table: len(await court.storage.log(TableId(each.table))) for each in left.tables()})


async def test_old_buttons_that_only_show_still_show(court: Evening) -> None:
    """The hand, the table, the log, the question: what is pressed in an old message is answered as today."""
    before, seen, places = await moves(court), Counter[str](), shown(court)
    for each in left.playing():
        for place in places[each.table]:
            offered = SHOWING & {verb(part) for part in place.buttons}
            # One in each message: a press there may put today's buttons into it.
            if offered and seen[does := min(sorted(offered), key=seen.__getitem__)] < SEEN:
                answer = await guest(court, each, place.reader or each.asking).press(does, place.message)
                assert answer.message.is_ephemeral or answer.edited
                seen[does] += 1
    assert seen.keys() == SHOWING
    assert await moves(court) == before


async def test_a_lobby_goes_on(court: Evening) -> None:
    """Somebody joins by the old button, and the opener starts."""
    table = next(each for each in left.tables() if each.left == "lobby" and each.game == "fortheking")
    others = {user for each in left.tables() for user in each.users if each.place[0] == table.place[0]}
    newcomer = guest(court, table, min(others - set(table.users)))
    await newcomer.press("join", court.board(table.place[1], table.table))
    await guest(court, table, table.users[0]).press("start", court.board(table.place[1], table.table))
    assert await status_of(court, table.table) is Status.PLAYING


async def test_games_go_on_by_buttons_alone(court: Evening) -> None:
    """From the old messages to the end, in the channel and by DM."""
    for kind in PRESSED:
        each = next(table for table in left.playing() if table.left.endswith(kind))
        people = [guest(court, each, user) for user in each.users]
        assert await status_of(court, each.table) is Status.PLAYING
        returned = Returned(people, random.Random(each.table), each.table, each.place[1])
        await returned.play(SOON)
        await returned.rush()
        await returned.play()
        assert await status_of(court, each.table) is Status.OVER
