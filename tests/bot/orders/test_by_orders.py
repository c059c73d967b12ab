"""Whole matches that people play by what they order, in Discord: just as they were played by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.faces.scene_text import report
from bot.texts.fluent import locales
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.orders import Pick, Topic
from engine.scene import Seat
from tests.bot.orderly import TABLE, Orderly, told
from tests.bot.secrecy import faults
from tests.bot.sentences import speaks
from tests.bot.server import Evening, Guest, text
from tests.bot.tongues import everybody_reads
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking import scripted as fortheking
from tests.engine.games.oriflamme import scripted as oriflamme
from tests.engine.ordered import Script, Step

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(5)]

STANDING = {"never", "gold", "cards"}


def standing_limits(match: AnyMatch, seat: Seat, topic: Topic, coming: Sequence[Step]) -> tuple[Pick, ...] | None:
    """Pass by office, and name standing limits, but for bluffs."""
    if topic.name in STANDING:
        waits = match.open_joint is not None and seat in match.open_joint.waits
        return None if waits else fortheking.lasting(match, seat, topic, coming)
    return fortheking.script(match, seat, topic, coming)


def step_by_step(_match: AnyMatch, _seat: Seat, topic: Topic, _coming: Sequence[Step]) -> tuple[Pick, ...] | None:
    """Be asked about each bid, each payment, and each card in the middle."""
    asked = {"limit": ("step",), "pick": ("ask",), "paying": ("ask",)}
    return asked.get(topic.name)


KINGLY: Sequence[Script] = (fortheking.script, standing_limits, step_by_step, fortheking.script, standing_limits)
"""How each seat orders in For the King."""
NEEDED = {
    "fortheking": {"limit", "never", "gold", "cards", "pick", "paying", "discards", "by hand", "sure", "dialog", "dm"},
    "oriflamme": {"turn", "aim", "by hand", "dm"},
}
"""What must have been ordered and pressed in a match of many, for it to prove anything."""
MANY = 4


def by_hand(match: AnyMatch) -> list[Step]:
    """Play a match by hand."""
    if match.game.key == "oriflamme":
        return oriflamme.by_chance(match, 4)
    return fortheking.by_ones(match)


def scripts(game: AnyGame, seats: int) -> dict[Seat, Script]:
    """Return how each seat orders."""
    each = KINGLY if game.key == "fortheking" else [oriflamme.script] * seats
    return {Seat(seat): each[seat] for seat in range(seats)}


async def seated(court: Evening, guests: list[Guest], game: AnyGame, by_dm: Sequence[Guest]) -> Orderly:
    """Let people sit down, some of whom play by DM; return the table with the match that was played by hand."""
    for guest in by_dm:
        await guest.prefer(hand="dm")
    await court.seat(*guests, game=game.key)
    table = await court.table()
    sitting = [next(guest for guest in guests if guest.id == user) for user in table.people.users]
    began = table.started_match
    hand = by_hand(Match.start(game, began.seats, began.seed))
    dms = frozenset(guest.id for guest in by_dm)
    return Orderly(court, sitting, hand, scripts(game, began.seats), random.Random(1), dms)


async def check(court: Evening, orderly: Orderly, end: AnyMatch) -> None:
    """Expect the moves, the end and the words that were by hand, told to everybody alike, and nobody called twice."""
    made = [move for _, move in orderly.hand]
    lines = await court.storage.log(TABLE)
    log = await court.tables.log(TABLE, None)
    assert [line.seat for line in lines] == [move.seat for move in made]
    last, (final,) = orderly.hand[-1][0].play(made[-1].seat, [made[-1].action])
    assert end.state == last.state
    public = [told.event for move in (*made[:-1], final) for told in move.told_events if told.to is None]
    assert [event for line in log for event in line.events] == public
    assert not court.record.repeated


EVERY = [
    pytest.param(GAMES[key], seats, locale, 0, marks=pytest.mark.soak, id=f"{key}-{seats}-{locale}")
    for key in GAMES
    for seats in GAMES[key].seats
    for locale in locales()
]
LATER = [
    pytest.param(GAMES[key], MANY, locale, part, marks=pytest.mark.slow, id=f"{key}-{locale}")
    for key, locale, part in (("fortheking", "uk", 0.65), ("oriflamme", "en", 0.25))
]
"""From some part of a match on: in what is left of it all kinds of orders are given."""


@pytest.mark.usefixtures("experienced")
@pytest.mark.parametrize("game, seats, locale, part", [*EVERY, *LATER])
async def test_a_match_by_every_kind_of_order_is_the_one_that_was_played_by_hand(
    court: Evening, game: AnyGame, seats: int, locale: str, part: float
) -> None:
    """By buttons, lists and the dialog, in the channel and by DM, to the same final scores; or its later part."""
    guests = court.guests[:seats]
    everybody_reads(court, locale)
    orderly = await seated(court, guests, game, guests[1:2])
    if part:
        await orderly.skip(int(len(orderly.hand) * part))
    end = await orderly.play()
    await told(court)
    await check(court, orderly, end)
    table = await court.table()
    verdict, *_ = report(table.frame(None), speaks(table, locale))
    assert verdict.removeprefix("🏆 ").replace("**", "") in court.board_text()
    assert [verdict in text(each) for each in court.public()].count(True) == 1
    missing = NEEDED[game.key] - (orderly.given.keys() | orderly.used.keys())
    assert seats < MANY or not missing, missing
    if locale == "en":
        assert not await faults(court)
